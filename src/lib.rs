//! Keeps one URL of every group of similar ones, while they stream by.
//!
//! Two URLs are similar if at least 95 % of their parts agree, by weight: host 4, path 3,
//! parameters 2, scheme and fragment 0.5. Values that vary (ids, dates, hashes, the value of a
//! parameter) count as equal, and so do words at a path position that a list has shown to be
//! variable. So `/a?id=1` and `/a?id=2` are similar, `/user/edit` and `/user/delete` are not.
//!
//! # The filter
//! A [`Sift`] takes lines one at a time. Its verdict on a line depends on the lines before it:
//!
//! ```
//! let mut sift = urlsift::Sift::builder().build()?;
//! assert!(sift.admit(b"https://example.com/user/1/edit").is_printed());
//! assert!(!sift.admit(b"https://example.com/user/2/edit").is_printed());
//! # Ok::<(), urlsift::Error>(())
//! ```
//!
//! [`Sift::filter`] takes an iterator of lines and returns those that are kept. [`Builder`] has the
//! settings as methods with their documentation; [`settings`] has them by name, as the program,
//! Python and Spark use them.
//!
//! # What a verdict means
//! A plain filter only needs [`Verdict::is_printed`]: the only lines dropped are those similar to a
//! kept line, those that your [`Selection`](settings::Selection) excludes, and repetitions.
//!
//! | [`Verdict`] | printed | when |
//! |---|---|---|
//! | `Kept` | yes | a URL that is similar to no kept one |
//! | `Sample` | yes | similar, but one of the first lines of its group: [`Builder::samples`] |
//! | `Similar` | no | similar to a kept URL |
//! | `Unwanted` | no | excluded by the [selection], or above the limit of its host or path prefix |
//! | `NotUrl` | yes | not a URL, first occurrence: never compared with others |
//! | `Repeated` | no | not a URL, and the same bytes came before |
//! | `Header` | the first | names the columns of the lines after it |
//! | `Empty` | no | an empty line |
//!
//! [selection]: settings::Selection
//!
//! A crawler fetches a URL whose verdict is `Kept`; any other line is similar to a URL it has, or
//! is not a URL. Ask in the order in which links are found. One `Sift` behind a mutex or a queue
//! serves many fetchers, as a decision takes about a microsecond.
//!
//! # A whole stream
//! With the feature `stream`, [`stream::Run`] reads files and pipes, parses on several threads and
//! writes the kept lines in order:
//!
//! ```
//! # #[cfg(feature = "stream")] {
//! use urlsift::Sift;
//! use urlsift::stream::{Run, Source};
//!
//! let list = "https://example.com/a?id=1\nhttps://example.com/a?id=2\nhttps://example.com/b\n";
//! let mut output = Vec::new();
//! let mut sift = Sift::builder().build()?;
//! let run = Run::new([Source::reader("list", list.as_bytes())]);
//! let summary = run.filter(&mut sift, &mut output)?;
//! assert_eq!(output, b"https://example.com/a?id=1\nhttps://example.com/b\n");
//! assert_eq!(summary.records, 3);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A state
//! A [`memory::Session`] is a filter that continues where the last run ended: its
//! [`memory::Store`] is a file (feature `state`), a Redis server (feature `redis`) or your own
//! implementation.
//!
//! ```
//! # #[cfg(feature = "state")] {
//! use urlsift::memory::State;
//! use urlsift::{Sift, Verdict};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("seen.state");
//! for verdict in [Verdict::Kept, Verdict::Similar] {
//!     let mut session = State::open(&*path)?.session(Sift::builder())?;
//!     assert_eq!(session.admit(b"https://example.com/user/1")?, verdict);
//!     session.commit(None)?; // the line is safely out
//!     session.end(None)?;
//! }
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Decisions after the last [`commit`](memory::Session::commit) are forgotten if the process dies,
//! so their lines are printed again and never lost. With [`memory::SessionBuilder::window`], groups
//! expire after a time.
//!
//! # Further parts
//! - [`explain`]: [`Watched`](explain::Watched) is a filter whose decisions name groups, templates
//!   and reasons; [`Comparer`](explain::Comparer) compares two lines and says where they differ;
//!   [`LineKeys`](explain::LineKeys) are the keys under which another store can look lines up.
//! - [`crawl`]: [`Crawl`](crawl::Crawl) says which links a crawler should request, so that it ends
//!   and loses no kind of page.
//! - [`lists`]: [`Components`](lists::Components) and [`Clusters`](lists::Clusters) divide a whole
//!   list into components; [`Sweep`](lists::Sweep) shows one list under many thresholds.
//! - [`settings`]: the values of settings, and the settings by name. `Records` (feature `records`)
//!   compares texts and sequences of requests instead of URLs; [`Terms`](settings::Terms) is the
//!   trait for records of your own.
//! - For programs with their own threads: [`Scanner`] parses lines on any thread, [`Sift::decide`]
//!   takes them in order.
//!
//! # Features
//! The default is what the program needs. For a library, use
//! `urlsift = { version = "0.1", default-features = false, features = ["stream"] }`.
//!
//! | feature | adds | brings |
//! |---|---|---|
//! | none | the filter, groups, sweeps, sessions on your own stores | `url` and small crates |
//! | `stream` | [`stream`] | `rayon` |
//! | `compression` | sources in gzip, zstd, bzip2, xz, and `stream` | their decoders |
//! | `documents` | documents for [`stream::Run::extract`], and `stream` | `serde_json`, XML, YAML |
//! | `export` | templates as rules for other programs | `serde_json` |
//! | `records` | texts and sequences | `serde_json`, tables of Unicode |
//! | `regex` | selection by regular expressions | `regex` |
//! | `state` | states in one file, and `stream` | SQLite |
//! | `redis` | states that processes share | a client with TLS |
//! | `cli` (default) | what the program needs | all of these, `clap` and more |

#[cfg(any(feature = "state", feature = "redis"))]
mod place;

#[doc(inline)]
pub use urlsift_core::decide::filter::{Decided, Filter, Observed, Observer};
#[doc(inline)]
pub use urlsift_core::{Batch, Builder, Error, ErrorKind, Reason, Scanner, Sift, Verdict};
#[cfg(feature = "stream")]
#[doc(inline)]
pub use urlsift_stream as stream;

/// The values of settings, and the settings by name.
pub mod settings {
    #[doc(inline)]
    pub use urlsift_core::host::is_name_or_address;
    #[doc(inline)]
    pub use urlsift_core::input;
    #[doc(inline)]
    pub use urlsift_core::settings::{
        Alias, ByName, Choice, Choices, Kind, Section, Setting, keyword,
    };
    #[doc(inline)]
    pub use urlsift_core::{
        By, Class, Classes, Column, Component, Detail, Input, LikelyFormat, Metric, ParamMode,
        ParamRules, PerPrefix, Preference, Relation, STATIC_EXTENSIONS, Scope, Selection,
        SiteRules, Terms, Tokens, UrlRule, UrlRules, Weights,
    };
    #[cfg(feature = "records")]
    #[doc(inline)]
    pub use urlsift_records::{Fold, RecordKind, RecordSettings, Records};
}

/// Readers of decisions: why a line was dropped, and how each part of a URL was read.
pub mod explain {
    #[doc(inline)]
    pub use urlsift_core::{Junk, LearnedParameter, SameAnswer, UrlPart};
    #[doc(inline)]
    pub use urlsift_explain::*;

    /// Templates part by part, for programs that count a whole list by template.
    pub mod templates {
        #[doc(inline)]
        pub use urlsift_core::Exchange;
        #[doc(inline)]
        pub use urlsift_explain::templates::*;
    }
}

/// The links that a crawl should request.
pub mod crawl {
    #[doc(inline)]
    pub use urlsift_crawl::*;
}

/// Functions over whole lists.
pub mod lists {
    #[doc(inline)]
    pub use urlsift_lists::*;
}

/// Templates as rules for other programs.
#[cfg(feature = "export")]
pub mod export {
    #[doc(inline)]
    pub use urlsift_export::*;
}

/// Sessions and their stores: memory that outlives the process.
pub mod memory {
    #[cfg(any(feature = "state", feature = "redis"))]
    pub use crate::place::{Access, StatePlace};
    #[doc(inline)]
    pub use urlsift_core::Capability;
    #[doc(inline)]
    pub use urlsift_memory::*;
    #[cfg(feature = "redis")]
    #[doc(inline)]
    pub use urlsift_redis::Redis;
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/crawling.md")]
struct Crawling;
