//! Reads a line: which bytes are its URL and its other fields, the URL's canonical parts, the token
//! of each part, and whether the line is wanted at all. Knows no filter, no threads, no files.
//!
//! Data flows one way: `input` finds the fields of a record, `parse` makes a URL's canonical parts,
//! `token` walks over them and names each token, `apart` and `answer` read what a record says beside
//! its URL, `selection` tells which URLs are wanted.
//!
//! Programs use the crate `urlsift`; modules here are public for the other crates of the project,
//! and no promise is made about them.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::len_without_is_empty,
    rustdoc::private_intra_doc_links,
    reason = "modules are public for the other crates of the project alone: what users see has all of it"
)]

pub mod answer;
pub mod apart;
pub mod error;
mod glob;
pub mod hash;
pub mod host;
pub mod input;
mod json;
pub mod parse;
mod rule_text;
pub mod selection;
pub mod suffixes;
pub mod thresholds;
pub mod token;
