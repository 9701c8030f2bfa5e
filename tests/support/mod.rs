//! What several test binaries use.

#![allow(dead_code, unused_imports, reason = "no binary uses all of it")]

pub(crate) mod compress;
pub(crate) mod lists;
pub(crate) mod needs;
pub(crate) mod printed;
pub(crate) mod program;
pub(crate) mod server;
pub(crate) mod waiting;
