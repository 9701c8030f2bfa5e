//! The format of records.

use super::column::Column;

/// The format of records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Input {
    /// Lines of text with one URL each. In a JSON object the URL is the member that katana, httpx,
    /// gau, hakrawler, gospider, ffuf, nuclei, urlscan and others use, or host and path as written
    /// by nginx, Caddy, Envoy and Traefik; in a line of an index of archived pages (CDX) it is the
    /// captured URL, and in a line of a log the request, wherever it stands.
    #[default]
    Lines,
    /// JSON objects with the URL under this name; nested names are joined by dots. Several names,
    /// separated by commas, hold its parts: `host,uri`.
    Member(String),
    /// CSV or TSV with the URL in this column.
    Column(Column),
    /// Access logs: in common or combined format, of S3, of Amazon's load balancers, of `HAProxy`,
    /// and W3C logs, whose columns a `#Fields:` line names. The URL of a request begins with the
    /// host in the line, or else with this base.
    Log(Option<String>),
}

impl Input {
    /// Splits it into a member's name, a column, and the base of a log's URLs; `base` is returned
    /// unless this is a log.
    pub fn choices(self, base: Option<String>) -> (Option<String>, Option<Column>, Option<String>) {
        match self {
            Self::Lines => (None, None, base),
            Self::Member(path) => (Some(path), None, base),
            Self::Column(column) => (None, Some(column), base),
            Self::Log(base) => (None, None, base),
        }
    }
}
