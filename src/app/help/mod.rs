//! Completion scripts and the manual page.

pub(crate) mod completions;
pub(crate) mod manual;
