//! A trap and its kinds.

use urlsift_core::named;

named! {
    /// The reason why a trap is endless.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum TrapKind {
        /// Paths that come back to the same few names, in any order: `/a/b/c/a/d/b`.
        LoopingPath = "looping-path",
        /// Paths that repeat a run of segments: `/a/b/a/b/a/b`.
        RepeatedPath = "repeated-path",
        /// Session ids in paths, `;jsessionid=0C1B` or `/(S(lit3py55t21z5v55vlm25s55))/`, or in
        /// parameters.
        SessionId = "session-id",
        /// Dates at the end of a path or in a parameter, a hundred or more.
        Calendar = "calendar",
        /// A page with fifty or more sets of parameter names, or of values of one parameter; few
        /// values of parameters, or of names in a path, in a hundred combinations or more.
        Facets = "facets",
        /// Paths of ten or more segments, ever deeper.
        DeepPath = "deep-path",
        /// A path prefix with a quarter of the list below it.
        Prefix = "prefix",
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
    /// The values of `Disallow` lines of robots.txt, whose paths match `rule` as well; empty if no
    /// such line describes the trap.
    pub robots: Vec<String>,
    /// The number of URLs in which the trap was found: more may match the rule.
    pub urls: u64,
}
