//! Which format records are in if they are read as another one, for a hint which option reads it.

use super::column;
use super::json;
use super::log::{self, Layout};
use bstr::ByteSlice;
use std::borrow::Cow;

/// A format that records are probably in, though another one was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LikelyFormat {
    /// An access log.
    Log,
    /// CSV or TSV with a column of this name for URLs.
    Table(String),
    /// HTML, XML or `robots.txt`.
    Text,
    /// JSON objects, none of whose members is known to hold a URL.
    Objects,
    /// One JSON document on several lines.
    Document,
    /// JSON objects without the member that was named, but with members of these names.
    Members(Vec<String>),
    /// A table without the column whose number was given, but with so many columns.
    Columns(usize),
}

/// How many names of members are told.
const NAMES: usize = 12;

/// Names that columns of URLs have.
const COLUMNS: [&str; 11] = [
    "url",
    "uri",
    "link",
    "href",
    "endpoint",
    "address",
    "request_url",
    "page_url",
    "full_url",
    "location",
    "request",
];

impl LikelyFormat {
    /// Tells the format by a record without blanks around it, by its number in its source, from 1,
    /// and by whether it is a URL as it is read now. `None` if there is no better format.
    pub fn of(line: &[u8], number: u64, is_url: bool) -> Option<Self> {
        let is_log = log::entry(line, None).map_or_else(
            // What names the columns is no URL, and what has them may be.
            || (!is_url && Layout::read(line).is_some()) || log::is_request_in_parts(line),
            |entry| !(entry.is_whole && is_url),
        );
        if is_log {
            return Some(Self::Log);
        }
        if is_url {
            return None;
        }
        match line {
            [b'{', .., b'}'] => Some(Self::Objects),
            [b'{' | b'['] | b"[{" if number == 1 => Some(Self::Document),
            [b'<', b'!' | b'?', ..] => Some(Self::Text),
            _ if [&b"<html"[..], b"<urlset", b"<rss", b"user-agent:"].iter().any(|start| {
                line.get(..start.len()).is_some_and(|found| found.eq_ignore_ascii_case(start))
            }) =>
            {
                Some(Self::Text)
            }
            _ if number == 1 => Self::of_header(line),
            _ => None,
        }
    }

    /// What objects have instead of a member that was named.
    pub(super) fn of_members(object: &[u8]) -> Option<Self> {
        let names = json::names(object, NAMES).into_iter().map(|name| name.to_str_lossy().into_owned());
        Some(names.collect::<Vec<_>>()).filter(|names| !names.is_empty()).map(Self::Members)
    }

    fn of_header(line: &[u8]) -> Option<Self> {
        let separator = column::separator(line);
        let fields: Vec<Cow<'_, [u8]>> = column::fields(line, separator).collect();
        let is_listed =
            |field: &&Cow<'_, [u8]>| COLUMNS.iter().any(|name| field.eq_ignore_ascii_case(name.as_bytes()));
        let found = fields.iter().find(is_listed).filter(|_| fields.len() > 1)?;
        Some(Self::Table(found.to_str_lossy().into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognised() {
        for (line, wanted) in [
            (
                r#"203.0.113.7 - - [10/Oct/2026:13:55:36 +0000] "GET /a HTTP/1.1" 200 2326"#,
                Some(LikelyFormat::Log),
            ),
            ("#Fields: date time cs-method cs-uri-stem", Some(LikelyFormat::Log)),
            (
                "2026-05-01 10:00:00 10.0.0.5 GET /a - 443 - ::1 x https://r.example/ 200",
                Some(LikelyFormat::Log),
            ),
            ("id,URL,title", Some(LikelyFormat::Table("URL".into()))),
            ("title\tlink", Some(LikelyFormat::Table("link".into()))),
            ("{\"a\":1}", Some(LikelyFormat::Objects)),
            ("[", Some(LikelyFormat::Document)),
            ("<!doctype html>", Some(LikelyFormat::Text)),
            ("User-Agent: *", Some(LikelyFormat::Text)),
            ("url", None),
            ("some text, and more", None),
            ("", None),
        ] {
            assert_eq!(LikelyFormat::of(line.as_bytes(), 1, false), wanted, "{line}");
        }
        assert_eq!(LikelyFormat::of(b"id,url", 2, false), None);
        assert_eq!(LikelyFormat::of(b"{\"url\":\"https://a.example/\"}", 1, true), None);
    }
}
