//! Reasons why a link gets no ticket.

use urlsift_core::choices;
use urlsift_core::settings::{Choices, name_of};

choices! {
    "refusal";
    /// The reason why a link gets no ticket.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Refusal {
        /// It is not a URL with a host.
        NotUrl = "not_url", "not a URL with a host";
        /// The settings of the filter exclude it.
        Unwanted = "unwanted", "excluded by the settings";
        /// The same URL was taken before.
        Repeated = "repeated", "the same URL was taken before";
        /// Enough pages of its template were answered well.
        Enough = "enough", "enough pages of its template were answered well";
        /// Enough pages of its template are requested: it waits, and gets a ticket if one of them
        /// fails.
        Waiting = "waiting", "enough pages of its template are requested; it waits for one of them to fail";
        /// Too many pages of its template failed.
        Failures = "failures", "too many pages of its template failed";
        /// Its path has too many sets of parameters.
        ParameterSets = "parameter_sets", "its path has too many sets of parameters";
        /// Its path repeats itself.
        Repeats = "repeats", "its path repeats itself";
        /// Its path is too deep.
        Depth = "depth", "its path is too deep";
        /// Its host had too many requests.
        Requests = "requests", "its host had too many requests";
        /// Its host has too many templates.
        Templates = "templates", "its host has too many templates";
        /// There are too many hosts, below its domain or in all.
        Hosts = "hosts", "too many hosts, below its domain or in all";
    }
}

impl Refusal {
    /// Returns the name for other languages and counts, like `parameter_sets`.
    pub fn name(self) -> &'static str {
        name_of(self)
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
        Self::CHOICES[self as usize].help
    }
}

impl std::error::Error for Refusal {}
