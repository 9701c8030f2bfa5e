//! The filter of urlsift: lines in, verdicts out. No threads, no files, no command line.
//!
//! Programs use the crate `urlsift`, whose front page says how. This crate's modules are public for
//! the other crates of that project, which watch the filter, feed it or show what it says; no
//! promise is made about them.
//!
//! # The way of a line
//! Data flows one way, and a module knows only those before it:
//!
//! ```text
//! bytes ─ parse ─▶ canonical parts ─ token ─▶ tokens ─ scan ─▶ record ─ learn ─▶ variants ─ feature, plan ─▶ keys ─ index ─▶ decider: event
//! ```
//!
//! [`Scanner`] is the part that needs no other lines and runs on any thread, [`Sift::decide`] the
//! part that goes in order.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::len_without_is_empty,
    rustdoc::private_intra_doc_links,
    reason = "modules are public for the other crates of the project alone: what users see has all of it"
)]

mod answered;
mod answers;
mod assembly;
pub mod builder;
mod decider;
pub mod decision;
pub mod event;
mod explain;
pub mod feature;
mod host;
pub mod index;
#[doc(hidden)]
pub mod internals;
pub mod known;
pub mod learn;
pub mod limits;
mod line_keys;
mod observers;
mod one_by_one;
pub mod packed;
pub mod plan;
pub mod policy;
mod preference;
mod prefixes;
mod reading;
pub mod record;
mod register;
pub mod scan;
pub mod settings;
pub mod shape;
pub mod shards;
mod side_by_side;
pub mod sift;
pub mod similarity;
mod swallowed;
pub mod table;
mod teach;
pub mod templates;
pub mod terms;
mod url_part;
pub mod variant;
pub mod verdict;

pub use urlsift_url::{error, hash, input, suffixes};

pub use answers::{LearnedParameter, SameAnswer};
pub use builder::{Builder, ParamMode};
pub use decision::{Decision, Detail};
pub use explain::{
    Classified, Comparer, Comparison, Difference, Explanation, Measures, Same, SameText, Share,
};
pub use feature::Component;
pub use line_keys::LineKeys;
pub use preference::Preference;
pub use prefixes::PerPrefix;
pub use record::Batch;
pub use scan::Scanner;
pub use sift::Sift;
pub use similarity::{Metric, Weights};
pub use swallowed::LearnedPosition;
pub use terms::{Terms, Tokens};
pub use url_part::UrlPart;
pub use urlsift_url::apart::By;
pub use urlsift_url::error::{Capability, Error, ErrorKind};
pub use urlsift_url::input::{Column, Input, LikelyFormat};
pub use urlsift_url::selection::{Junk, Reason, STATIC_EXTENSIONS, Scope, Selection};
pub use urlsift_url::token::{Class, Classes, ParamRules, Relation, UrlRule, UrlRules};
pub use verdict::Verdict;
