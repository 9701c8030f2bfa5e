//! Reads a line: finds its URL and its other fields, the canonical parts of the URL and a token for
//! each part, and decides whether the line is wanted. Knows no filter, no threads and no files.
//!
//! Data flows one way: `input` finds the fields of a record, `parse` makes a URL's canonical parts,
//! `token` walks over them and makes tokens, `apart` and `answer` read the fields besides the URL,
//! and `selection` decides which URLs are wanted. `place` is the one grammar of hosts in options.
//!
//! Programs use the crate `urlsift`; modules here are public for the other crates of the project
//! and are not a stable interface.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::len_without_is_empty,
    rustdoc::private_intra_doc_links,
    reason = "modules are public for the other crates of the project alone: what users see has all of it"
)]

pub mod answer;
mod bytes;
pub mod display_text;
pub mod error;
pub mod form_parts;
pub mod glob;
pub mod hash;
pub mod host;
pub mod input;
pub mod json;
mod legacy_text;
pub mod list;
mod met;
#[allow(dead_code, reason = "its readers follow")]
mod name_words;
pub mod named;
pub mod parse;
pub mod place;
pub mod reserved;
mod rule_text;
pub mod selection;
pub mod separators;
pub mod site_rules;
pub mod suffixes;
pub mod text_list;
pub mod thresholds;
pub mod token;
pub mod unspaced;
pub mod varint;
