//! Recognises records that are being read in the wrong format, for a hint about the right option.

use super::json_paths;
use super::log::{self, LogColumns};
use bstr::ByteSlice;

/// The likely format of records, if it is not the chosen one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LikelyFormat {
    /// A log whose columns a `#Fields:` line names.
    Log,
    /// HTML, XML or `robots.txt`.
    Text,
    /// JSON objects without a known member for a URL.
    Objects,
    /// One JSON document on several lines.
    Document,
    /// Words that a tool tried below a base, with what was answered: `admin (Status: 200)`.
    Words,
    /// JSON objects without the requested member; they have members of these names.
    Members(Vec<String>),
    /// A table without the requested column; it has this many columns.
    Columns(usize),
}

/// Maximum number of member names in a hint.
const NAMES: usize = 12;

impl LikelyFormat {
    /// Recognises the format of a record without blanks around it, by its number in its source,
    /// from 1, and by whether it currently reads as a URL. `None` if no other format fits better.
    pub fn of(line: &[u8], number: u64, is_url: bool) -> Option<Self> {
        // A comment that names columns is not a URL, but a line with these columns may contain one.
        if (!is_url && LogColumns::read(line).is_some()) || log::is_table(line) {
            return Some(Self::Log);
        }
        if is_words(line) {
            return Some(Self::Words);
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
            _ => None,
        }
    }

    /// Returns the names of an object's members, for a hint.
    pub(super) fn of_members(object: &[u8]) -> Option<Self> {
        let names = json_paths::names(object, NAMES).into_iter().map(|name| name.to_str_lossy().into_owned());
        Some(names.collect::<Vec<_>>()).filter(|names| !names.is_empty()).map(Self::Members)
    }
}

/// Whether a line is a path without a slash at its start, and a status that a tool found there.
fn is_words(line: &[u8]) -> bool {
    let Some((word, rest)) = line.split_once_str(" ") else { return false };
    let rest = rest.trim_ascii_start();
    let is_word = !word.starts_with(b"/") && !word.starts_with(b"[") && word.find(b"://").is_none();
    is_word && [&b"(Status: "[..], b"[Status: "].iter().any(|start| rest.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognised() {
        for (line, wanted) in [
            (r#"203.0.113.7 - - [10/Oct/2026:13:55:36 +0000] "GET /a HTTP/1.1" 200 2326"#, None),
            ("#Fields: date time cs-method cs-uri-stem", Some(LikelyFormat::Log)),
            (
                "2026-05-01 10:00:00 10.0.0.5 GET /a - 443 - ::1 x https://r.example/ 200",
                Some(LikelyFormat::Log),
            ),
            ("admin                (Status: 200) [Size: 168]", Some(LikelyFormat::Words)),
            ("api/v1   [Status: 200, Size: 168]", Some(LikelyFormat::Words)),
            ("https://a.example/ [Status: 200]", None),
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
        assert_eq!(LikelyFormat::of(b"{\"url\":\"https://a.example/\"}", 1, true), None);
    }
}
