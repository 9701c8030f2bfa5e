//! Keeps one URL of every group of similar ones, while they stream by.
//!
//! # The filter
//! A [`Sift`] takes lines one at a time and says of each what becomes of it:
//!
//! ```
//! let mut sift = urlsift::Sift::builder().build()?;
//! let lines = ["https://example.com/user/1/edit", "https://example.com/user/2/edit"];
//! let kept: Vec<_> = lines.iter().filter(|line| sift.admit(line.as_bytes()).is_printed()).collect();
//! assert_eq!(kept, ["https://example.com/user/1/edit"].iter().collect::<Vec<_>>());
//! # Ok::<(), urlsift::Error>(())
//! ```
//!
//! [`Builder`] has the settings, each documented where it is set; [`settings`] has the same ones by
//! name, as the program, Python and Spark take them.
//!
//! # What a verdict means
//! [`Verdict::is_printed`] is all that a filter needs. [`Kept`](Verdict::Kept) is a URL that no kept
//! one is similar to, [`Similar`](Verdict::Similar) one that is dropped for a kept one. A line that
//! is not a URL is kept once ([`NotUrl`](Verdict::NotUrl)) and never compared, so a list loses
//! nothing but what is similar.
//!
//! A crawler asks before it fetches: a page whose URL is not printed is one more of a kind that it
//! has.
//!
//! # A whole stream
//! With the feature `stream`, [`stream::Run`] reads files and pipes, parses on several threads and
//! writes what is kept, in order:
//!
//! ```
//! # #[cfg(feature = "stream")] {
//! use urlsift::Sift;
//! use urlsift::stream::{Run, Source};
//!
//! let list = "https://example.com/a?id=1\nhttps://example.com/a?id=2\nhttps://example.com/b\n";
//! let mut output = Vec::new();
//! let mut sift = Sift::builder().build()?;
//! let summary = Run::new([Source::reader("list", list.as_bytes())]).filter(&mut sift, &mut output)?;
//! assert_eq!(output, b"https://example.com/a?id=1\nhttps://example.com/b\n");
//! assert_eq!(summary.records, 3);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A state
//! A [`memory::Session`] is a filter that goes on where the last run ended: its [`memory::Store`] is
//! a file (feature `state`), a Redis server (feature `redis`) or one of your own.
//!
//! ```
//! # #[cfg(feature = "state")] {
//! use urlsift::{Sift, Verdict};
//! use urlsift::memory::State;
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("seen.state");
//! for verdict in [Verdict::Kept, Verdict::Similar] {
//!     let mut session = State::open(&*path)?.session(Sift::builder())?;
//!     assert_eq!(session.admit(b"https://example.com/user/1")?, verdict);
//!     session.end(None)?;
//! }
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Further parts
//! - [`Comparer`] compares two lines and says in what they differ; [`Sift::decisions`] says for which
//!   kept line another one was dropped.
//! - [`Groups`] and [`Clusters`] divide a whole list into groups; [`Sweep`] shows one list under many
//!   thresholds.
//! - `Records` (feature `records`) compares texts and sequences of requests instead of URLs;
//!   [`Terms`] is the trait for records of your own.
//! - [`Scanner`] parses lines on any thread, [`Sift::decide`] takes them in order: for programs with
//!   threads of their own.
//! - [`LineKeys`] gives the keys under which another store can look lines up.
//!
//! # Features
//! | feature | adds | brings |
//! |---|---|---|
//! | none | the filter, groups, sessions on stores of your own | `url`, `psl` and small ones |
//! | `stream` | [`stream`] | `rayon` |
//! | `compression` | sources in gzip, zstd, bzip2, xz | their decoders |
//! | `records` | texts and sequences | `serde_json`, tables of Unicode |
//! | `regex` | selection by regular expressions | `regex` |
//! | `state` | states in one file | SQLite |
//! | `redis` | states that processes share | a client with TLS |
//! | `cli` (default) | what the program needs | all of these, `clap` and more |

#[doc(hidden)]
pub use urlsift_core::internals;
#[doc(inline)]
pub use urlsift_core::settings;
#[doc(inline)]
pub use urlsift_core::{
    Batch, Builder, Capability, Class, Classes, Classified, Column, Comparer, Comparison, Component,
    Decision, Detail, Difference, Error, ErrorKind, Explanation, Input, LearnedPosition, LikelyFormat,
    LineKeys, Metric, ParamMode, Preference, Reason, STATIC, Same, Scanner, Scope, Selection, Share, Sift,
    Terms, Tokens, UrlPart, Verdict, Weights,
};
#[doc(inline)]
pub use urlsift_lists::{Clusters, Group, Groups, Level, Stages, Sweep};
#[doc(inline)]
pub use urlsift_memory as memory;
#[cfg(feature = "records")]
#[doc(inline)]
pub use urlsift_records::{RecordKind, RecordSettings, Records};
#[cfg(feature = "stream")]
#[doc(inline)]
pub use urlsift_stream as stream;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
