//! What a trap is.

use std::fmt;

/// What makes a trap endless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TrapKind {
    /// Paths that repeat a run of segments: `/a/b/a/b/a/b`.
    RepeatedPath,
    /// Session ids in paths: `;jsessionid=0C1B`, `/(S(lit3py55t21z5v55vlm25s55))/`.
    SessionId,
    /// Dates at the end of a path or in a parameter, a hundred or more.
    Calendar,
    /// A page with fifty or more sets of parameter names.
    Facets,
    /// Paths of ten or more segments, ever deeper.
    DeepPath,
    /// A start of a path with a quarter of the list below it.
    Prefix,
}

impl TrapKind {
    /// Its name, such as `repeated-path`.
    pub fn name(self) -> &'static str {
        match self {
            Self::RepeatedPath => "repeated-path",
            Self::SessionId => "session-id",
            Self::Calendar => "calendar",
            Self::Facets => "facets",
            Self::DeepPath => "deep-path",
            Self::Prefix => "prefix",
        }
    }
}

/// Shows its name.
impl fmt::Display for TrapKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A trap, and how to stay out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trap {
    /// What makes it endless.
    pub kind: TrapKind,
    /// Where it is: the host with the path, run, page or parameter, as text for people.
    pub place: String,
    /// A regular expression that its URLs match, for `--not-match` and for Scrapy's `deny`.
    pub rule: String,
    /// The value of a `Disallow` line of robots.txt that takes these URLs of the host, and at most
    /// others that begin alike, or have a longer name before what is repeated; `None` where it would
    /// take more.
    pub robots: Option<String>,
    /// How many URLs showed the trap while it was looked for: not all that match the rule.
    pub urls: u64,
}
