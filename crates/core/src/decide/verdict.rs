//! Verdicts: the decision of the filter on a record.

use urlsift_url::selection::Reason;

/// The decision on one record. Exhaustive on purpose: programs that handle verdicts should fail to
/// compile when one is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A URL that is similar to no kept one: print it.
    Kept,
    /// Similar to a kept URL, but one of the first samples of its group: print it too.
    Sample,
    /// A URL that is similar to a kept one: drop it.
    Similar,
    /// A URL that the [`Selection`](urlsift_url::selection::Selection) or a limit excludes: drop
    /// it.
    Unwanted(Reason),
    /// The record that names the columns of the records after it: print it, unless an earlier
    /// source had the same.
    Header {
        /// Whether an earlier source had the same.
        repeated: bool,
    },
    /// Not a URL, seen for the first time.
    NotUrl,
    /// Not a URL, with the bytes of an earlier line.
    Repeated,
    /// An empty record.
    Empty,
}

impl Verdict {
    /// Returns its name in output, like `not_url`.
    ///
    /// ```
    /// use urlsift::Verdict;
    ///
    /// assert_eq!([Verdict::Kept, Verdict::NotUrl].map(Verdict::name), ["kept", "not_url"]);
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Sample => "sample",
            Self::Similar => "similar",
            Self::Unwanted(_) => "unwanted",
            Self::Header { .. } => "header",
            Self::NotUrl => "not_url",
            Self::Repeated => "repeated",
            Self::Empty => "empty",
        }
    }

    /// Whether the line is printed: a kept URL, a further sample of its group, the first of equal
    /// lines that are not URLs, or the first of equal headers.
    ///
    /// ```
    /// use urlsift::Sift;
    ///
    /// let mut sift = Sift::builder().build()?;
    /// assert!(sift.admit(b"https://example.com/user/1").is_printed());
    /// assert!(!sift.admit(b"https://example.com/user/2").is_printed());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn is_printed(self) -> bool {
        match self {
            Self::Kept | Self::Sample | Self::NotUrl | Self::Header { repeated: false } => true,
            Self::Similar
            | Self::Unwanted(_)
            | Self::Header { repeated: true }
            | Self::Repeated
            | Self::Empty => false,
        }
    }
}
