//! Annotations that tools print around a URL: its method as in `POST https://...` and `[POST]`, its
//! HTTP status as in `[200]`, `(Status: 301)`, `[code-200]` and `200  GET  9l`, sizes, a type, a
//! title, the target of a redirect, and a time. After `METHOD URL` and a tab comes the body of
//! the request.
//!
//! Groups in brackets have no names. httpx prints them in one order: status, location, method,
//! size, type, title. Reading stops at the first group that can only be a title, so that no title
//! is mistaken for a method, a type or a size, which come before it.

use crate::bytes::{before, is_alphanumeric_and, split, split_last};
use crate::input::field::{Field, PerField, is_reading};
use crate::input::label::FieldLabel;
use crate::input::status;
use crate::input::word::{LineWord, gap_end, group, offset_in, partner, plain};
use crate::input::word_kind::{ARROWS, MEDIA, is_address, is_column, is_method, is_request_line};
use bstr::ByteSlice;

/// The fields that a line has besides its URL.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::input) struct Annotations<'l> {
    fields: PerField<Option<&'l [u8]>>,
    /// The texts around the URL. Status and time are looked for in them when they are asked for.
    before: &'l [u8],
    behind: &'l [u8],
}

/// The fields of groups in brackets, in their order.
const GROUPS: [Field; 6] = [
    Field::Status,
    Field::Location,
    Field::Method,
    Field::Size,
    Field::ContentType,
    Field::Title,
];

impl<'l> Annotations<'l> {
    /// Reads the annotations of a line, given the part of it that is the URL.
    pub(in crate::input) fn of(line: &'l [u8], url: &[u8]) -> Self {
        let mut notes = Self::default();
        let Some(start) = offset_in(line, url) else {
            return notes;
        };
        let before = &line[..start];
        let mut behind = &line[start + url.len()..];
        // The quote or bracket around the URL.
        let closing = before.last().and_then(|open| partner(*open));
        if closing.is_some() && behind.first().copied() == closing {
            behind = &behind[1..];
        }
        notes.before(before);
        if is_request(before)
            && let Some((columns, body)) = behind.split_once_str("\t")
        {
            notes.add(Field::Body, body);
            behind = columns;
        }
        // The last column may be the method.
        let last = behind.trim_ascii();
        if is_method(last) {
            notes.add(Field::Method, last);
        } else {
            notes.behind(behind);
        }
        notes.before = before;
        notes.behind = behind;
        notes
    }

    /// Returns one field.
    pub(in crate::input) fn get(&self, field: Field) -> Option<&'l [u8]> {
        match field {
            Field::Status => status::beside(self.before, self.behind),
            Field::Time => status::time_in(self.before).or_else(|| status::time_in(self.behind)),
            _ => self.fields[field as usize],
        }
    }

    /// Stores a field, unless it was found before.
    fn add(&mut self, field: Field, text: &'l [u8]) {
        let found = &mut self.fields[field as usize];
        if found.is_none() {
            *found = field.value(text);
        }
    }

    /// Reads the columns and labels before a URL: `200  GET  9l  28w  312c`, `[POST]`, `size=178`.
    fn before(&mut self, text: &'l [u8]) {
        let mut at = 0;
        while let Some(word) = LineWord::next(text, at) {
            let is_first = at == 0;
            at = word.end;
            let found = word.text.strip_suffix(b",").unwrap_or(word.text);
            if matches!(found, [b'[' | b'(' | b'<' | b'{', ..])
                && let Some(whole) = group(&text[word.start..])
            {
                // Another group may follow without a blank.
                at = text.len().min(word.start + 2 + whole.len());
                let inner = plain(whole);
                if is_method(inner) {
                    self.add(Field::Method, inner);
                } else {
                    self.labelled(inner);
                }
                continue;
            }
            let begins_line = is_first && is_request_line(found, b"/");
            if begins_line || is_method(found) {
                self.add(Field::Method, found);
                continue;
            }
            if self.labelled(found) {
                continue;
            }
            match found {
                [number @ .., b'l'] => self.add(Field::Lines, number),
                [number @ .., b'w'] => self.add(Field::Words, number),
                [number @ .., b'c' | b'B'] => self.add(Field::Size, number),
                _ => {}
            }
        }
    }

    /// Reads the text after a URL.
    fn behind(&mut self, text: &'l [u8]) {
        let mut at = gap_end(text, 0);
        let mut next = 0;
        let mut is_in_columns = true;
        while at < text.len() {
            let open = text[at];
            let mut inner = None;
            if matches!(open, b'[' | b'(' | b'<' | b'{') {
                inner = group(&text[at..]);
            }
            let Some(inner) = inner else {
                if matches!(open, b'[' | b'(') {
                    return;
                }
                is_in_columns = is_in_columns && self.column(text, at);
                let end = self.word(text, at, &mut next);
                at = gap_end(text, end);
                continue;
            };
            is_in_columns = false;
            let end = text.len().min(at + 2 + inner.len());
            at = gap_end(text, end);
            let inner = plain(inner);
            if let Some(target) = behind_arrow(inner) {
                self.add(Field::Location, target);
            } else if !self.labelled(inner) {
                next = self.unlabelled(open, inner, next);
            }
        }
    }

    /// Reads a group without a label. In other than square brackets, only a method is known:
    /// `(PUT, 204)`.
    fn unlabelled(&mut self, open: u8, group: &'l [u8], next: usize) -> usize {
        if open == b'[' {
            return self.grouped(group, next);
        }
        let method = before(group, |byte| byte == b',');
        let method = match split_last(group, b',') {
            Some((_, last)) if !is_method(method) => last.trim_ascii(),
            _ => method,
        };
        if is_method(method) {
            self.add(Field::Method, method);
        }
        next
    }

    /// Reads the method if that is the next word. Returns whether another column may follow.
    fn column(&mut self, text: &'l [u8], at: usize) -> bool {
        let Some(word) = LineWord::next(text, at) else {
            return false;
        };
        if is_method(word.text) {
            self.add(Field::Method, word.text);
        }
        is_column(&text[word.start..], word.text)
    }

    /// Reads a word without brackets; returns the offset after it. Only a status may come before
    /// groups without names.
    fn word(&mut self, text: &'l [u8], at: usize, next: &mut usize) -> usize {
        let Some(word) = LineWord::next(text, at) else {
            return text.len();
        };
        if ARROWS.contains(&word.text) {
            self.redirected(&text[word.end..]);
            *next = GROUPS.len();
            return word.end;
        }
        if let [label @ .., b':' | b'='] = word.text
            && let Some(value) = LineWord::next(text, word.end)
        {
            let text = value.text.trim_end_with(|c| c == ',');
            if self.label(label, text) {
                return value.end;
            }
            return word.end;
        }
        if !self.labelled(word.text) && !status::is_status(word.text) {
            *next = GROUPS.len();
        }
        word.end
    }

    /// Reads the target of a redirect among the first words after an arrow.
    fn redirected(&mut self, text: &'l [u8]) {
        let parts = text.split(|byte| *byte <= b' ');
        let words = parts.filter(|part| !part.is_empty());
        for word in words.take(3) {
            if is_target(word) {
                self.add(Field::Location, word);
                return;
            }
        }
    }

    /// Reads `Status: 200, size=12`; returns whether the text has this form.
    fn labelled(&mut self, text: &'l [u8]) -> bool {
        let mut is_labelled = false;
        for part in text.split(|byte| matches!(byte, b',' | b'|')) {
            if let Some(mark) = part.find_byteset(":=") {
                let value = part[mark + 1..].trim_ascii();
                is_labelled |= self.label(part[..mark].trim_ascii(), value);
            }
        }
        is_labelled
    }

    /// Stores the value behind a label; returns whether the label names a field.
    fn label(&mut self, label: &[u8], value: &'l [u8]) -> bool {
        let Some(FieldLabel::Of(field)) = FieldLabel::of(label) else {
            return false;
        };
        self.add(field, value);
        true
    }

    /// Reads a group without a name. Only the fields of [`GROUPS`] from `next` on may still come.
    fn grouped(&mut self, text: &'l [u8], next: usize) -> usize {
        // Empty, or tells whether the request was answered at all.
        if matches!(text, b"" | b"SUCCESS" | b"FAILED") {
            return next;
        }
        for (number, field) in GROUPS.into_iter().enumerate().skip(next) {
            if fits_group(field, text) {
                if field != Field::Status {
                    self.add(field, text);
                }
                return number + 1;
            }
        }
        GROUPS.len()
    }
}

/// Whether a group without a name may be this field.
fn fits_group(field: Field, text: &[u8]) -> bool {
    match field {
        Field::Status => split(text, b',').all(status::is_status),
        Field::Location => is_target(text),
        Field::Method => is_method(text),
        Field::Size => field.value(text).is_some(),
        Field::ContentType => is_media_type(text),
        _ => true,
    }
}

/// Whether a text may be the target of a redirect.
fn is_target(text: &[u8]) -> bool {
    is_address(text) || text.starts_with(b"/")
}

/// Whether a text is a media type, with or without parameters.
fn is_media_type(text: &[u8]) -> bool {
    let name = before(text, |byte| byte == b';');
    let Some((kind, subtype)) = name.split_once_str("/") else {
        return false;
    };
    MEDIA.contains(&kind) && is_alphanumeric_and(subtype, b".+-")
}

/// Whether a line begins with a method that sends a body, right before its URL.
fn is_request(before: &[u8]) -> bool {
    let method = before.strip_suffix(b" ").unwrap_or_default();
    is_request_line(method, b"/") && !is_reading(method)
}

/// Returns the text after an arrow at the start of a group: `--> /login/`.
fn behind_arrow(text: &[u8]) -> Option<&[u8]> {
    let (first, rest) = text.split_once_str(" ")?;
    if !ARROWS.contains(&first) {
        return None;
    }
    Some(plain(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::embedded;

    #[test]
    fn a_time_stands_beside_the_url() {
        for (text, wanted) in [
            (
                "2026-05-01T10:00:00Z https://a.example/x",
                Some("2026-05-01T10:00:00Z"),
            ),
            (
                "https://a.example/2026-05-01 [200] [2026-05-02]",
                Some("2026-05-02"),
            ),
            ("https://a.example/2026-05-01", None),
        ] {
            let found = embedded::notes(text.as_bytes()).get(Field::Time);
            assert_eq!(found, wanted.map(str::as_bytes), "{text}");
        }
    }

    #[test]
    fn a_status_stands_beside_the_url() {
        for (text, wanted) in [
            (
                "https://a.example/login [200] [1256] [Sign in]",
                Some("200"),
            ),
            (
                "https://a.example/login [\x1b[32m404\x1b[0m] [200]",
                Some("404"),
            ),
            (
                "https://a.example/a [301,200] [https://a.example/b]",
                Some("200"),
            ),
            (
                "https://a.example/login          (Status: 301) [Size: 178]",
                Some("301"),
            ),
            (
                "login                   [Status: 200, Size: 1134, Words: 250]",
                None,
            ),
            (
                "https://a.example/login  [Status: 403, Size: 234, Words: 250]",
                Some("403"),
            ),
            (
                "200      GET        9l       28w      312c https://a.example/login",
                Some("200"),
            ),
            ("[url] - [code-302] - https://a.example/login", Some("302")),
            ("[12:34:56] 500 -   11KB - /login", Some("500")),
            (
                "+ https://a.example/login (CODE:200|SIZE:6153)",
                Some("200"),
            ),
            ("https://a.example/200", None),
            ("https://a.example/x 12 7", None),
            ("https://a.example/x [1200]", None),
        ] {
            let found = embedded::notes(text.as_bytes()).get(Field::Status);
            let found = found.map(|digits| str::from_utf8(digits).unwrap());
            assert_eq!(found, wanted, "{text}");
        }
    }

    #[test]
    fn tools_tell_more_than_a_status() {
        use Field::{Body, ContentType, Lines, Location, Method, Size, Status, Title, Words};
        for (text, wanted) in [
            ("POST https://a.example/x", &[(Method, "POST")][..]),
            ("[POST] https://a.example/x", &[(Method, "POST")]),
            ("[POC][V][PUT][x] https://a.example/x", &[(Method, "PUT")]),
            ("[V](PATCH) https://a.example/x", &[(Method, "PATCH")]),
            ("<DELETE> https://a.example/x", &[(Method, "DELETE")]),
            ("{status: 404} https://a.example/x", &[(Status, "404")]),
            ("POST /x", &[(Method, "POST")]),
            ("PUT a.example/x", &[(Method, "PUT")]),
            (
                "POST https://a.example/x\ta=1&b=2\t3",
                &[(Method, "POST"), (Body, "a=1&b=2\t3")],
            ),
            (
                "PUT https://a.example/x [404]\t{\"a\": [500]}",
                &[(Status, "404"), (Method, "PUT"), (Body, "{\"a\": [500]}")],
            ),
            ("GET https://a.example/x\tSign in", &[(Method, "GET")]),
            ("https://a.example/x\tPOST", &[(Method, "POST")]),
            (
                "https://a.example/x  PUT 204 0  1",
                &[(Status, "204"), (Method, "PUT")],
            ),
            (
                "http://a.example/x 192.0.2.7/- - GET REDIRECT",
                &[(Method, "GET")],
            ),
            ("https://a.example/x how to POST", &[]),
            (
                "https://a.example/x <PUT> <204>",
                &[(Status, "204"), (Method, "PUT")],
            ),
            (
                "https://a.example/x {204} {PUT}",
                &[(Status, "204"), (Method, "PUT")],
            ),
            (
                "https://a.example/x (PUT, 204)",
                &[(Status, "204"), (Method, "PUT")],
            ),
            (
                "{204} <PUT> https://a.example/x",
                &[(Status, "204"), (Method, "PUT")],
            ),
            ("https://a.example/x (how to POST)", &[]),
            (
                "2026.7.10 9:12:27 - 192.0.2.71 https://a.example/x  GET 204 0  1 200 text/html   - ",
                &[(Status, "200"), (Method, "GET")],
            ),
            ("https://a.example/x 200 404 text/html", &[(Status, "200")]),
            ("delete https://a.example/x", &[(Method, "DELETE")]),
            ("PURGE https://a.example/x", &[(Method, "PURGE")]),
            (
                "PURGE,https://a.example/x [404]",
                &[(Status, "404"), (Method, "PURGE")],
            ),
            // Output of httpx with everything that it can print before the title.
            (
                "https://a.example/x [301] [/y] [POST] [1234] [text/html] [Sign in] [nginx]",
                &[
                    (Status, "301"),
                    (Method, "POST"),
                    (ContentType, "text/html"),
                    (Title, "Sign in"),
                    (Size, "1234"),
                    (Location, "/y"),
                ],
            ),
            (
                "https://a.example/x [200] [] [GET]",
                &[(Status, "200"), (Method, "GET")],
            ),
            (
                "https://a.example/x [\x1b[32m200\x1b[0m] [\x1b[35m1234\x1b[0m] [\x1b[36mA [B]\x1b[0m]",
                &[(Status, "200"), (Title, "A [B]"), (Size, "1234")],
            ),
            // Groups after a title are not read.
            (
                "https://a.example/x [200] [Sign in] [text/html] [POST] [77]",
                &[(Status, "200"), (Title, "Sign in")],
            ),
            (
                "https://a.example/x [200] [text/html] [POST]",
                &[(Status, "200"), (ContentType, "text/html"), (Title, "POST")],
            ),
            ("https://a.example/x Sign in [POST] [77]", &[]),
            (
                "https://a.example/x [text/html: a primer]",
                &[(Title, "text/html: a primer")],
            ),
            (
                "https://a.example/x  [Status: 200, Size: 1134, Words: 250, Lines: 38, Duration: 12ms]",
                &[
                    (Status, "200"),
                    (Size, "1134"),
                    (Words, "250"),
                    (Lines, "38"),
                ],
            ),
            (
                "/admin                (Status: 301) [Size: 178] [--> https://a.example/admin/]",
                &[
                    (Status, "301"),
                    (Size, "178"),
                    (Location, "https://a.example/admin/"),
                ],
            ),
            (
                "https://a.example/x (CODE:200|SIZE:6153)",
                &[(Status, "200"), (Size, "6153")],
            ),
            (
                "301      GET        7l       20w      169c https://a.example/a => https://a.example/a/",
                &[
                    (Status, "301"),
                    (Method, "GET"),
                    (Size, "169"),
                    (Words, "20"),
                    (Lines, "7"),
                    (Location, "https://a.example/a/"),
                ],
            ),
            (
                "301   178B  https://a.example/a    -> REDIRECTS TO: https://a.example/a/",
                &[
                    (Status, "301"),
                    (Size, "178"),
                    (Location, "https://a.example/a/"),
                ],
            ),
            ("200    12KB https://a.example/login", &[(Status, "200")]),
            (
                "[12:34:56] 301 -  178B  - /a  ->  /a/",
                &[(Status, "301"), (Size, "178"), (Location, "/a/")],
            ),
            (
                "301 https://a.example/a -> /b",
                &[(Status, "301"), (Location, "/b")],
            ),
            (
                "https://a.example/a Status: 200 Size: 12",
                &[(Status, "200"), (Size, "12")],
            ),
            (
                "https://a.example/a status:200 size:12",
                &[(Status, "200"), (Size, "12")],
            ),
        ] {
            let notes = embedded::notes(text.as_bytes());
            let found =
                Field::ALL.map(|field| Some((field, str::from_utf8(notes.get(field)?).unwrap())));
            assert_eq!(
                found.into_iter().flatten().collect::<Vec<_>>(),
                wanted,
                "{text}"
            );
        }
    }
}
