//! Subcommands about single lines.

pub(crate) mod classes;
pub(crate) mod compare;
pub(crate) mod fields;
pub(crate) mod keys;
pub(crate) mod teach;
