//! A trap and its kinds.

use std::fmt;

/// The reason why a trap is endless.
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
    /// A path prefix with a quarter of the list below it.
    Prefix,
}

impl TrapKind {
    /// Returns its name, such as `repeated-path`.
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

/// A trap, and rules against it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trap {
    /// The reason why it is endless.
    pub kind: TrapKind,
    /// The place, as text for people: the host with the path, run, page or parameter.
    pub place: String,
    /// A regular expression that its URLs match, for `--not-match` and for Scrapy's `deny`.
    pub rule: String,
    /// The value of a `Disallow` line of robots.txt that matches these URLs of the host, and at
    /// most others with the same beginning, or with a longer name before the repeated run; `None`
    /// if it would match more.
    pub robots: Option<String>,
    /// The number of URLs in which the trap was found: more may match the rule.
    pub urls: u64,
}
