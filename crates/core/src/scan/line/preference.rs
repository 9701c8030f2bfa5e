//! Chooses the line that stands for a group when the whole group is known before anything is
//! printed.

use crate::choices;
use crate::scan::Scanner;

choices! {
    "preference";
    /// The preferred line of a group; of equally good lines, the first.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Preference {
        /// The first line.
        #[default]
        First = "first", "The first one";
        /// The line with the shortest URL, in bytes.
        Shortest = "shortest", "The one with the shortest URL";
        /// The line with the longest URL, in bytes.
        Longest = "longest", "The one with the longest URL";
        /// The line with the most parameters.
        Params = "params", "The one with the most parameters";
        /// A line with the scheme `https`.
        Https = "https", "One with the scheme https";
        /// A line whose status says that the URL was found: 200 to 299 is better than 300 to 399,
        /// that is better than no status, and no status is better than any other.
        Status = "status", "One with a status from 200 to 299, else one from 300 to 399, else one without a status";
    }
}

impl Preference {
    /// Rates a line: the larger, the better. A line that is not a URL gets the lowest rating.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::settings::Preference;
    ///
    /// let scanner = Sift::builder().build()?.scanner().clone();
    /// for (preference, better, worse) in [
    ///     (Preference::Https, "https://a.example/", "http://a.example/"),
    ///     (Preference::Shortest, "a.example/x", "https://a.example/x"),
    ///     (Preference::Params, "/x?a&b", "/x?a"),
    ///     (Preference::Status, "https://a.example/ [200]", "https://a.example/"),
    /// ] {
    ///     let merit = |line: &str| preference.merit(&scanner, line.as_bytes());
    ///     assert!(merit(better) > merit(worse));
    /// }
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn merit(self, scanner: &Scanner, line: &[u8]) -> u64 {
        let measured = match self {
            Self::First => None,
            Self::Shortest => scanner.url_length(line).map(|length| u64::MAX - length),
            Self::Longest => scanner.url_length(line),
            Self::Params => scanner.parts(line, |address| address.pairs().count() as u64),
            Self::Https => scanner.parts(line, |address| u64::from(address.scheme == b"https")),
            Self::Status => Some(status_merit(scanner, line)),
        };
        measured.unwrap_or_default()
    }
}

/// Returns how well the status of a line suits.
fn status_merit(scanner: &Scanner, line: &[u8]) -> u64 {
    let Some(status) = scanner.fields.status(line) else {
        return 1;
    };
    scanner.met.status.meet();
    match status {
        200..300 => 3,
        300..400 => 2,
        _ => 0,
    }
}
