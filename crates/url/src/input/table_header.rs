//! Recognises the header of a table by the names of its columns.

use super::csv::CsvField;
use super::field_names::{self, NameCandidate};
use super::field_role::FieldRole;
use crate::bytes::begins_with;
use crate::list::list;
use crate::name_words::NameWords;

/// Rank of the name of a column from which it tells a table of URLs, of requests, and of answers.
const SURE: i16 = 390;

/// Rank from which the name of a column tells a table of URLs that has other columns.
const LIKELY: i16 = 250;

/// Rank from which the name of a column may be that of a path.
const PAGE: i16 = 150;

/// Words of columns that count the visits of pages.
const VISITS: [&str; 9] =
    list("clicks entrances hits impressions pageviews sessions views visitors visits");

/// The names in a header, with the roles of their columns.
struct TableHeader<'h> {
    names: &'h [CsvField<'h>],
    roles: Vec<Vec<NameCandidate>>,
}

/// A column for a role.
#[derive(Clone, Copy)]
struct HeaderColumn {
    number: usize,
    rank: i16,
}

/// Returns the columns with the URL or its parts: host, path and query. `None` if the names tell no
/// table with URLs.
pub(super) fn url_columns(names: &[CsvField<'_>]) -> Option<Vec<usize>> {
    if names.len() < 2 {
        return None;
    }
    let mut roles = Vec::new();
    for name in names {
        roles.push(field_names::candidates(name));
    }
    TableHeader { names, roles }.url_columns()
}

impl TableHeader<'_> {
    /// Returns the best column for a role.
    fn best(&self, role: FieldRole) -> Option<HeaderColumn> {
        let mut best: Option<HeaderColumn> = None;
        for (number, roles) in self.roles.iter().enumerate() {
            for candidate in roles {
                if candidate.role == role && best.is_none_or(|best| best.rank < candidate.rank) {
                    let rank = candidate.rank;
                    best = Some(HeaderColumn { number, rank });
                }
            }
        }
        best
    }

    /// Whether a column for a role has a name that says so.
    fn has(&self, role: FieldRole) -> bool {
        self.best(role).is_some_and(|column| column.rank >= SURE)
    }

    /// Whether some column is about requests: `Request Count`.
    fn counts_requests(&self) -> bool {
        let is_about = |name: &CsvField<'_>| begins_with(name, b"request");
        self.names.iter().any(is_about)
    }

    /// Whether some column counts the visits of pages: `Page views`.
    fn counts_visits(&self) -> bool {
        let counts = |name: &CsvField<'_>| NameWords::of(name).any(|word| word.is_among(&VISITS));
        self.names.iter().any(counts)
    }

    fn url_columns(&self) -> Option<Vec<usize>> {
        let path = self.best(FieldRole::Path);
        let host = self.best(FieldRole::Host).filter(|host| host.rank >= SURE);
        let is_likely =
            |url: &HeaderColumn| url.rank >= SURE || (url.rank >= LIKELY && self.names.len() > 2);
        // A path may stand under the same name.
        if let Some(url) = self.best(FieldRole::Url).filter(is_likely)
            && (host.is_none() || path.is_none_or(|path| path.number != url.number))
        {
            return Some(vec![url.number]);
        }
        if let Some(line) = self.best(FieldRole::RequestLine)
            && line.rank >= SURE
        {
            return Some(vec![line.number]);
        }
        let path = path?;
        let is_answer = self.has(FieldRole::Method) || self.has(FieldRole::Status);
        let is_request = match path.rank {
            SURE.. => is_answer || host.is_some() || self.counts_visits(),
            PAGE.. if self.counts_visits() => true,
            _ => self.has(FieldRole::Method) || self.counts_requests(),
        };
        if !is_request {
            return None;
        }
        let mut columns = Vec::new();
        columns.extend(host.map(|host| host.number));
        columns.push(path.number);
        columns.extend(self.best(FieldRole::Query).map(|query| query.number));
        Some(columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::csv;

    #[test]
    fn headers_are_recognised_by_their_names() {
        for (header, wanted) in [
            ("url,status", Some(&[0][..])),
            ("Status Code,Address", Some(&[1])),
            ("loc,lastmod,sitemap", Some(&[0])),
            ("Top pages,Clicks,Impressions", Some(&[0])),
            ("Referring page URL,Target URL", Some(&[1])),
            ("Type,Source,Destination,Status Code", Some(&[2])),
            ("id,page_url,canonical_url", Some(&[1])),
            ("label,responseCode,URL", Some(&[2])),
            ("time,remote,request,status", Some(&[2])),
            // Parts of a URL.
            ("host,path", Some(&[0, 1])),
            ("Host,URL", Some(&[0, 1])),
            ("method,path,status", Some(&[1])),
            ("uri_path,status,count", Some(&[0])),
            ("time,host,method,path,query", Some(&[1, 3, 4])),
            (
                "http.request.method,http.host,http.request.uri,http.user_agent",
                Some(&[1, 2]),
            ),
            ("Method,Name,Error,Occurrences", Some(&[1])),
            ("Type,Name,Request Count,Failure Count", Some(&[1])),
            ("Page,Pageviews", Some(&[0])),
            ("path,Unique Visitors", Some(&[0])),
            // Tables of other things, and text.
            ("Type,Name,Size", None),
            ("path,size", None),
            ("name,host", None),
            ("first,second", None),
            ("hello, page", None),
            ("url", None),
            ("referer,screenshot_url", None),
        ] {
            let names: Vec<_> = csv::fields(header.as_bytes(), b',').collect();
            assert_eq!(url_columns(&names).as_deref(), wanted, "{header}");
        }
    }
}
