//! Keeps one URL of every group of similar ones, while they stream by.
//!
//! A [`Sift`] takes lines one at a time and says of each whether it is similar to one that it kept:
//!
//! ```
//! use urlsift::{Sift, Verdict};
//!
//! let mut sift = Sift::builder().threshold(95.0).build()?;
//! assert_eq!(sift.admit(b"https://example.com/user/1/edit"), Verdict::Kept);
//! assert_eq!(sift.admit(b"https://example.com/user/2/edit"), Verdict::Similar);
//! assert_eq!(sift.admit(b"https://example.com/user/2/delete"), Verdict::Kept);
//! # Ok::<(), urlsift::Error>(())
//! ```
//!
//! # The way of a line
//! Data flows one way, and a module knows only those before it:
//!
//! ```text
//! bytes ─ parse ─▶ canonical parts ─ token ─▶ tokens ─ scan ─▶ record ─ learn ─▶ variants ─ feature, plan ─▶ keys ─ index ─▶ sift: verdict
//! ```
//!
//! [`Scanner`] is the part that needs no other lines and runs on any thread, [`Sift::decide`] the part that goes in order.
//! `stream` drives both over files and pipes; [`Sift::admit`] is both in one for a single line.
//!
//! # Features
//! `stream` adds the module of that name and `Sweep`, with threads of their own (rayon). `cli`, the default, adds what only the
//! program needs. Without features the library is the filter alone.

mod build;
mod builder;
mod cluster;
mod decider;
mod decision;
mod error;
mod event;
mod explain;
#[cfg(feature = "stream")]
mod extract;
mod feature;
mod glob;
mod hash;
mod host;
mod index;
mod input;
#[doc(hidden)]
pub mod internals;
mod known;
mod learn;
mod limits;
mod line_keys;
pub mod memory;
mod observers;
mod packed;
mod parse;
mod plan;
mod policy;
mod preference;
mod record;
#[cfg(feature = "records")]
mod records;
mod register;
mod scan;
mod selection;
pub mod settings;
mod shape;
mod sift;
mod similarity;
#[cfg(feature = "stream")]
pub mod stream;
mod swallowed;
#[cfg(feature = "stream")]
mod sweep;
mod table;
mod terms;
mod thresholds;
mod token;
mod url_part;
mod variant;
mod verdict;

pub use builder::{Builder, ParamMode};
pub use cluster::{Clusters, Group, Groups, Stages};
pub use decision::{Decision, Detail};
pub use error::{Capability, Error, ErrorKind};
pub use explain::{Classified, Comparer, Comparison, Difference, Explanation, Same, Share};
pub use feature::Component;
#[cfg(feature = "stream")]
pub use input::LikelyFormat;
pub use input::{Column, Input};
pub use line_keys::LineKeys;
pub use preference::Preference;
pub use record::Batch;
#[cfg(feature = "records")]
pub use records::{RecordKind, RecordSettings, Records};
pub use scan::Scanner;
pub use selection::{Reason, STATIC, Scope, Selection};
pub use sift::Sift;
pub use similarity::{Metric, Weights};
pub use swallowed::LearnedPosition;
#[cfg(feature = "stream")]
pub use sweep::{Level, Sweep};
pub use terms::{Terms, Tokens};
pub use token::{Class, Classes};
pub use url_part::UrlPart;
pub use verdict::Verdict;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
