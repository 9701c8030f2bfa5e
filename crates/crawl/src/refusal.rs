//! Reasons why a link gets no ticket.

use std::{error, fmt};

/// The reason why a link gets no ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// It is not a URL with a host.
    NotUrl,
    /// The settings of the filter exclude it.
    Unwanted,
    /// The same URL was taken before.
    Repeated,
    /// Enough pages of its template were answered well.
    Enough,
    /// Enough pages of its template are requested: it waits, and gets a ticket if one of them
    /// fails.
    Waiting,
    /// Too many pages of its template failed.
    Failures,
    /// Its path has too many sets of parameters.
    ParameterSets,
    /// Its path repeats itself.
    Repeats,
    /// Its path is too deep.
    Depth,
    /// Its host had too many requests.
    Requests,
    /// Its host has too many templates.
    Templates,
    /// There are too many hosts, below its domain or in all.
    Hosts,
}

/// The name and the text of each refusal, in their order.
const TEXTS: [(&str, &str); 12] = [
    ("not_url", "not a URL with a host"),
    ("unwanted", "excluded by the settings"),
    ("repeated", "the same URL was taken before"),
    ("enough", "enough pages of its template were answered well"),
    ("waiting", "enough pages of its template are requested; it waits for one of them to fail"),
    ("failures", "too many pages of its template failed"),
    ("parameter_sets", "its path has too many sets of parameters"),
    ("repeats", "its path repeats itself"),
    ("depth", "its path is too deep"),
    ("requests", "its host had too many requests"),
    ("templates", "its host has too many templates"),
    ("hosts", "too many hosts, below its domain or in all"),
];

impl Refusal {
    /// Returns the name for other languages and counts, like `parameter_sets`.
    pub fn name(self) -> &'static str {
        TEXTS[self as usize].0
    }

    /// Returns the reason as a line of text.
    ///
    /// ```
    /// use urlsift::crawl::Refusal;
    ///
    /// assert_eq!(Refusal::Depth.text(), "its path is too deep");
    /// assert_eq!((Refusal::Hosts.name(), Refusal::NotUrl.name()), ("hosts", "not_url"));
    /// ```
    pub fn text(self) -> &'static str {
        TEXTS[self as usize].1
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text())
    }
}

impl error::Error for Refusal {}
