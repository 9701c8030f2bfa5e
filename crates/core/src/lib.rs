//! The filter of urlsift: lines in, verdicts out. No threads, no files, no command line.
//!
//! Programs use the crate `urlsift`; its front page is the manual. The modules here are public for
//! the other crates of that project, which watch the filter, feed it or show its decisions; they
//! are not a stable interface.
//!
//! # The way of a line
//! Data flows one way, and a module knows only those before it:
//!
//! ```text
//! bytes ─ parse ─▶ canonical parts ─ token ─▶ tokens ─ scan ─▶ record
//!       ─ learn ─▶ variants ─ feature, plan ─▶ keys ─ index ─▶ decider: event
//! ```
//!
//! [`Scanner`] does the part that needs no other lines, on any thread; [`Sift::decide`] does the
//! part that must run in order.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::len_without_is_empty,
    rustdoc::private_intra_doc_links,
    reason = "modules are public for the other crates of the project alone: what users see has all of it"
)]

mod assembly;
pub mod builder;
mod decided;
mod decider;
pub mod deciders;
pub mod detail;
pub mod event;
pub mod feature;
pub mod filter;
pub mod index;
pub mod known;
pub mod learn;
pub mod limits;
pub mod line;
pub mod measure;
pub mod plan;
pub mod policy;
pub mod record;
pub mod scan;
pub mod settings;
pub mod shape;
pub mod sift;
pub mod similarity;
pub mod table;
pub mod terms;
pub mod variant;
pub mod verdict;

pub use urlsift_url::{error, hash, host, input, named, suffixes, varint, written};

pub use builder::{Builder, ParamMode};
pub use detail::Detail;
pub use feature::{Component, Feature};
pub use filter::{Decided, Filter, Observer};
pub use limits::answers::{LearnedParameter, SameAnswer};
pub use limits::prefixes::PerPrefix;
pub use line::part::UrlPart;
pub use line::preference::Preference;
pub use line::request::Exchange;
pub use record::{Batch, Record, Url};
pub use scan::Scanner;
pub use sift::Sift;
pub use similarity::{Metric, Threshold, Weights};
pub use terms::{Terms, Tokens};
pub use urlsift_url::apart::By;
pub use urlsift_url::error::{Capability, Error, ErrorKind};
pub use urlsift_url::input::{Column, Input, LikelyFormat};
pub use urlsift_url::selection::{Junk, Reason, STATIC_EXTENSIONS, Scope, Selection};
pub use urlsift_url::token::{Class, Classes, ParamRules, Relation, UrlRule, UrlRules};
pub use verdict::Verdict;
