//! Verdicts: what the filter says of a record.

use urlsift_url::selection::Reason;

/// What became of one record. Exhaustive on purpose: a program that handles verdicts is to be told
/// of a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A URL that is similar to nothing kept so far: print it.
    Kept,
    /// Similar to a kept URL, but one of the first samples of its group: print it too.
    Sample,
    /// A URL that is similar to a kept one: drop it.
    Similar,
    /// A URL that the [`Selection`](urlsift_url::selection::Selection) does not want, or one more of its
    /// host than are wanted: drop it.
    Unwanted(Reason),
    /// The record that names the columns of those that follow it: print it, unless it repeats that
    /// of an earlier source.
    Header {
        /// Whether it does.
        repeated: bool,
    },
    /// Not a URL, seen for the first time.
    NotUrl,
    /// Not a URL, and the same bytes came before.
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

    /// Whether the line is printed: it is kept, one more sample of its group, the first line of the
    /// same bytes that is not a URL, or the first record of these names of columns.
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
