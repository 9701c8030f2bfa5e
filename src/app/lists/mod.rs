//! Subcommands over whole lists.

pub(crate) mod cluster;
pub(crate) mod diff;
pub(crate) mod export;
pub(crate) mod sessions;
pub(crate) mod sweep;
pub(crate) mod template_source;
pub(crate) mod templates;
pub(crate) mod traps;
