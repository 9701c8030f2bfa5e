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

pub mod decide;
pub mod learn;
pub mod record;
pub mod scan;
pub mod settings;
pub mod similar;
pub mod tally;

pub use urlsift_url::{
    display_text, error, hash, host, input, named, reserved, suffixes, text_list, unspaced, varint,
};

pub use decide::filter::{Decided, Filter, Observed, Observer};
pub use decide::limits::answers::{LearnedParameter, SameAnswer};
pub use decide::sift::Sift;
pub use decide::verdict::Verdict;
pub use record::{Batch, Record, Url};
pub use scan::Scanner;
pub use scan::line::part::UrlPart;
pub use scan::line::preference::Preference;
pub use scan::line::request::Exchange;
pub use scan::terms::{Terms, Tokens};
pub use settings::PerPrefix;
pub use settings::builder::{Builder, ParamMode};
pub use settings::detail::Detail;
pub use similar::feature::{Component, Feature};
pub use similar::similarity::{Metric, Threshold, Weights};
pub use urlsift_url::error::{Capability, Error, ErrorKind};
pub use urlsift_url::input::{Column, Input, LikelyFormat};
pub use urlsift_url::selection::{Junk, Reason, STATIC_EXTENSIONS, Scope, Selection};
pub use urlsift_url::separators::By;
pub use urlsift_url::site_rules::SiteRules;
pub use urlsift_url::token::{Class, Classes, ParamRules, Relation, UrlRule, UrlRules};
