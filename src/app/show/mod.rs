//! Texts that a user reads: messages, JSON, statistics, colours.

pub(crate) mod invalid;
pub(crate) mod json;
pub(crate) mod message;
pub(crate) mod paint;
pub(crate) mod statistics;
