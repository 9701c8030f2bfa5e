//! Subcommands over whole lists.

pub(crate) mod cluster;
mod components;
pub(crate) mod diff;
pub(crate) mod export;
pub(crate) mod sessions;
pub(crate) mod sweep;
mod template_source;
pub(crate) mod templates;
pub(crate) mod traps;
