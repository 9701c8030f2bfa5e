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
//! Data flows one way, and each module knows the step before it only: bytes are parsed into canonical parts (`parse`), parts
//! become tokens (`token`, `record`), tokens of places that vary are replaced (`learn`), tokens become weighted features (`features`),
//! features become lookup keys (`bands`, `index`), and the verdict follows (`sift`). [`stream`] drives this over files and pipes on
//! several threads.

mod bands;
mod comparison;
mod error;
mod features;
mod hash;
mod index;
#[doc(hidden)]
pub mod internals;
mod learn;
mod learned;
mod memo;
mod parse;
mod record;
mod register;
mod shape;
mod sift;
mod similarity;
pub mod stream;
mod sweep;
mod token;

pub use comparison::{Comparison, Difference, Explanation, Share};
pub use error::{Error, ErrorKind};
pub use features::Component;
pub use record::{Batch, Scanner};
pub use register::{Decision, Detail};
pub use sift::{Builder, Metric, Sift, Verdict};
pub use similarity::{Threshold, Weights};
pub use sweep::{Level, Sweep};
pub use token::{Class, Classes};

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
