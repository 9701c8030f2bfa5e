//! How records are written.

use super::column::Column;

/// How records are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Input {
    /// Lines of text with a URL each. A JSON object is compared by the member that holds its URL,
    /// as katana, httpx, gau, hakrawler, gospider, ffuf, nuclei, urlscan and others write it, or by
    /// its host and path, as nginx, Caddy, Envoy and Traefik do; a line of an index of archived
    /// pages (CDX) by the URL that was captured.
    #[default]
    Lines,
    /// JSON objects with the URL under this name; names below each other are joined by dots. Several
    /// names, between commas, hold its parts: `host,uri`.
    Member(String),
    /// CSV or TSV with the URL in this column.
    Column(Column),
    /// Access logs: in the common or combined format, of S3, of load balancers of Amazon, of
    /// `HAProxy`, and those of which a line `#Fields:` names the columns (W3C). The URL of a request
    /// begins with the host that the line has, or with this base.
    Log(Option<String>),
}

impl Input {
    /// Divides it into a member's name, a column, and the base of a log's URLs, which is the given one
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
