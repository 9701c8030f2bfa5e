//! Which line of a group stands for it, where the whole group is known before anything is printed.

use crate::scan::Scanner;
use urlsift_url::parse::Address;

/// Which line of a group is preferred. Of lines that are as good as each other it is the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preference {
    /// The first line.
    #[default]
    First,
    /// The one whose URL has the fewest bytes.
    Shortest,
    /// The one whose URL has the most bytes.
    Longest,
    /// The one with the most parameters.
    Params,
    /// One with the scheme `https`.
    Https,
    /// One that says that the URL was found: a status from 200 to 299 is better than one from 300
    /// to 399, this better than none, and none better than any other.
    Status,
}

impl Preference {
    /// How good a line is: the larger, the better. What is not a URL is as good as nothing.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::settings::Preference;
    ///
    /// let scanner = Sift::builder().build()?.scanner().clone();
    /// let merit = |preference: Preference, line: &str| preference.merit(&scanner, line.as_bytes());
    /// assert!(merit(Preference::Https, "https://a.example/") > merit(Preference::Https, "http://a.example/"));
    /// assert!(merit(Preference::Shortest, "a.example/x") > merit(Preference::Shortest, "https://a.example/x"));
    /// assert!(merit(Preference::Params, "/x?a&b") > merit(Preference::Params, "/x?a"));
    /// assert!(merit(Preference::Status, "https://a.example/ [200]") > merit(Preference::Status, "https://a.example/"));
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn merit(self, scanner: &Scanner, line: &[u8]) -> u64 {
        let of_parts = |measure: fn(&Address<'_>) -> u64| scanner.parts(line, measure).unwrap_or_default();
        match self {
            Self::First => 0,
            Self::Shortest => scanner.url_length(line).map_or(0, |length| u64::MAX - length),
            Self::Longest => scanner.url_length(line).unwrap_or_default(),
            Self::Params => of_parts(|address| address.pairs().count() as u64),
            Self::Https => of_parts(|address| u64::from(address.scheme == b"https")),
            Self::Status => match scanner.fields.status(line) {
                Some(200..300) => 3,
                Some(300..400) => 2,
                None => 1,
                Some(_) => 0,
            },
        }
    }
}
