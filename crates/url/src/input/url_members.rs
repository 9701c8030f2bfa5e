//! Finds members of a JSON object that hold a URL, or its host and path, by their values: those to
//! name in a hint.

use super::word_kind::is_address;
use crate::json::{Cursor, Member, unescaped};
use crate::name_words::NameWords;
use crate::parse;
use bstr::ByteSlice;

/// Maximum depth of objects that are searched.
const DEEPEST: usize = 6;

/// Last words of names with a host, and with a path; a path may also be that of a file.
const HOSTS: [&str; 6] = ["host", "hostname", "domain", "authority", "server", "site"];
const PATHS: [&str; 8] = [
    "path", "uri", "url", "target", "endpoint", "route", "location", "request",
];

/// Last words of names with a URL from which a request came.
const OTHERS: [&str; 4] = ["referer", "referrer", "origin", "agent"];

/// The first members of each use.
#[derive(Default)]
struct UrlMembers {
    url: Option<String>,
    host: Option<String>,
    path: Option<String>,
}

/// Returns the path of the member with a URL, or the paths of those with a host and a path; none if
/// the object has no such members.
pub(super) fn url_members(object: &[u8]) -> Vec<String> {
    let mut members = UrlMembers::default();
    members.search(Cursor::new(object), "", 0);
    match members {
        UrlMembers { url: Some(url), .. } => vec![url],
        UrlMembers {
            path: Some(path),
            host,
            ..
        } => host.into_iter().chain([path]).collect(),
        _ => Vec::new(),
    }
}

impl UrlMembers {
    /// Searches the object at a place, whose path ends in a dot.
    fn search(&mut self, mut object: Cursor<'_>, parent: &str, depth: usize) {
        object.blanks();
        if depth > DEEPEST || object.byte() != Some(b'{') {
            return;
        }
        while let Some(Member::Name(name)) = object.member() {
            let path = format!("{parent}{}", name.to_str_lossy());
            let mut value = object;
            match value.peek() {
                Some(b'"') => {
                    value.at += 1;
                    if let Some(text) = value.string() {
                        self.add(path, name, &unescaped(text));
                    }
                }
                Some(b'{') => self.search(value, &format!("{path}."), depth + 1),
                _ => {}
            }
            if object.skip().is_none() {
                return;
            }
        }
    }

    /// Adds a text, unless a member of its use was found before.
    fn add(&mut self, path: String, name: &[u8], text: &[u8]) {
        let Some(last) = NameWords::of(name).next() else {
            return;
        };
        if last.is_among(&OTHERS) {
            return;
        }
        let found = if is_address(text) {
            &mut self.url
        } else if text.starts_with(b"/") && last.is_among(&PATHS) {
            &mut self.path
        } else if last.is_among(&HOSTS) && matches!(parse::authority(text), Some((0, false))) {
            &mut self.host
        } else {
            return;
        };
        found.get_or_insert(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found_by_their_values() {
        for (object, wanted) in [
            (
                r#"{"a":1,"b":{"hyperlink":"https:\/\/a.example\/"}}"#,
                "b.hyperlink",
            ),
            (
                r#"{"x":{"TheHost":"a.example","TheRoute":"/a"}}"#,
                "x.TheHost,x.TheRoute",
            ),
            (r#"{"route":"/a","file":"/var/log"}"#, "route"),
            (r#"{"referer":"https://a.example/","route":"/a"}"#, "route"),
            (r#"{"file":"/var/log","logger":"com.example"}"#, ""),
            (r#"["https://a.example/"]"#, ""),
            ("{", ""),
        ] {
            assert_eq!(url_members(object.as_bytes()).join(","), wanted, "{object}");
        }
    }
}
