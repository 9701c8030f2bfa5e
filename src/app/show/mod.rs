//! Texts that a user reads: messages, JSON, statistics, colours, completions and manual.

pub(crate) mod columns;
pub(crate) mod help;
pub(crate) mod invalid;
pub(crate) mod json;
pub(crate) mod message;
pub(crate) mod paint;
pub(crate) mod statistics;
