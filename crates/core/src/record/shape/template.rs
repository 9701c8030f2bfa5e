//! Writes templates, such as `https://example.com/user/{int}/edit?id&page`.
//!
//! | | |
//! |---|---|
//! | `{int}`, `{uuid}`, `{slug}.html` | a value, by the name of its class |
//! | `{word}` | a word at a learned position |
//! | `{same}`, `{a\|b}` | values and words, or two names, that a user's rule joins |
//! | `item{}` | a number or hash within a word |
//! | `?id&page` | names of parameters |
//! | `?action=delete` | a parameter whose value chooses what happens |
//! | `?to={url}` | a parameter whose value is a URL |
//!
//! Parameters are sorted by name. Letters outside ASCII are shown as people write them. A brace of
//! the URL itself is escaped, so every brace in a template belongs to a mark.

use super::{Assigned, ParamText, Shape, Shown};
use crate::record::variant::Variant;
use std::borrow::Cow;
use urlsift_url::display_text;
use urlsift_url::token::{Class, ValueKind};

/// The way in which a segment was read in a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// As written.
    Written,
    /// As a word with a number or hash in it.
    Marked,
    Class(Class),
    /// As a path inside the path.
    Path,
    /// As a value, because its position was learned.
    Learned,
    /// As a user's rule says.
    RuleLookup,
}

impl Shape {
    /// Writes the template of a variant.
    pub fn template(&self, variant: &Variant) -> String {
        let mut shape = Vec::with_capacity(self.text.len());
        shape.extend_from_slice(self.before());
        if !self.scheme().is_empty() {
            self.write_scheme(&mut shape);
        }
        self.write_authority(variant, &mut shape);
        let path = self.route.unwrap_or(self.segments.len());
        for index in 0..path {
            shape.push(b'/');
            self.write_segment(index, variant, &mut shape);
        }
        if path == 0 && (self.has_authority || self.route.is_none()) {
            shape.push(b'/');
        }
        let mut separator = b'?';
        for param in self.params() {
            shape.push(separator);
            param.write_name(self.literal, &mut shape);
            separator = b'&';
        }
        for index in path..self.segments.len() {
            if index > path {
                shape.push(b'/');
            }
            self.write_segment(index, variant, &mut shape);
        }
        if !self.fragment().is_empty() {
            shape.push(b'#');
            shape.extend_from_slice(self.fragment());
        }
        shape.extend_from_slice(self.behind());
        text(shape)
    }

    /// Returns the text that a template shows for a segment in a variant.
    pub fn shown(&self, index: usize, variant: &Variant) -> String {
        let mut shown = Vec::new();
        self.write_segment(index, variant, &mut shown);
        text(shown)
    }

    pub fn write_segment(&self, index: usize, variant: &Variant, shape: &mut Vec<u8>) {
        let token = self.token(index, variant);
        if let Some(name) = self.mark(index, variant) {
            push_named(shape, token, name);
        } else if let Shown::Word = self.segments[index].shown {
            push_marked(shape, token);
        } else {
            shape.extend_from_slice(token);
        }
    }

    /// Returns the name of the mark of a segment in a variant, if it is a value.
    pub(super) fn mark(&self, index: usize, variant: &Variant) -> Option<&'static str> {
        if variant.is_learned(index) {
            return Some(Class::Word.name());
        }
        match self.segments[index].shown {
            Shown::Value(class) => Some(class.name()),
            Shown::Path => Some("path"),
            Shown::Joined => Some("same"),
            Shown::Text | Shown::Word | Shown::Set => None,
        }
    }

    /// Returns how a segment was read in a variant.
    pub fn taken(&self, index: usize, variant: &Variant) -> Taken {
        if variant.is_learned(index) {
            return Taken::Learned;
        }
        let segment = &self.segments[index];
        if segment.rule.is_some() {
            return Taken::RuleLookup;
        }
        match segment.shown {
            Shown::Word if find_mark(self.bytes(segment.token)).is_some() => Taken::Marked,
            Shown::Text | Shown::Word | Shown::Set => Taken::Written,
            Shown::Value(class) => Taken::Class(class),
            Shown::Path => Taken::Path,
            Shown::Joined => Taken::RuleLookup,
        }
    }

    fn write_scheme(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(self.scheme());
        text.extend_from_slice(b"://");
    }

    /// Writes the user and the host.
    fn write_authority(&self, variant: &Variant, text: &mut Vec<u8>) {
        let user = self.user();
        if !user.is_empty() {
            text.extend_from_slice(user);
            text.push(b'@');
        }
        text.extend_from_slice(self.host(variant));
    }

    /// The host with the user, with its scheme if that is not of the web, and with the fields that
    /// keep its record apart.
    pub fn asked(&self, variant: &Variant) -> String {
        let mut asked = self.before().to_vec();
        self.write_foreign_scheme(&mut asked);
        self.write_authority(variant, &mut asked);
        asked.extend_from_slice(self.behind());
        text(asked)
    }

    fn write_foreign_scheme(&self, text: &mut Vec<u8>) {
        if !matches!(self.scheme(), b"" | b"http" | b"https") {
            self.write_scheme(text);
        }
    }

    /// The host, with its scheme if that is not of the web.
    pub fn service(&self, variant: &Variant) -> String {
        let mut service = Vec::new();
        self.write_foreign_scheme(&mut service);
        service.extend_from_slice(self.host(variant));
        text(service)
    }
}

impl ParamText<'_> {
    /// Writes a parameter as a template shows it: the value only if it is part of the name, or is
    /// compared as text.
    pub(super) fn write_name(&self, literal: bool, shape: &mut Vec<u8>) {
        if literal || self.value == Assigned::Kind(ValueKind::Url) {
            self.write(shape);
        } else if self.name.is_empty() {
            shape.extend_from_slice(MARK);
        } else {
            push_marked(shape, self.name);
        }
    }

    /// The parameter with its value.
    pub fn to_text(self) -> String {
        let mut written = Vec::new();
        self.write(&mut written);
        text(written)
    }

    fn write(&self, text: &mut Vec<u8>) {
        match self.value {
            Assigned::Nothing => text.extend_from_slice(self.name),
            Assigned::Text(value) => {
                text.extend_from_slice(self.name);
                text.push(b'=');
                text.extend_from_slice(value);
            }
            // The token of the name already shows it.
            Assigned::Kind(ValueKind::Url) => {
                let name = self.name.strip_suffix(b"=url").unwrap_or(self.name);
                push_marked(text, name);
                text.extend_from_slice(b"={url}");
            }
            Assigned::Kind(value) => {
                push_marked(text, self.name);
                text.push(b'=');
                text.extend_from_slice(value.token().as_bytes());
            }
        }
    }
}

/// Marks a value in a token, or a number or hash within a word.
const MARK: &[u8] = b"{}";

/// Converts canonical text to show it: with its letters
/// [as people write them](display_text::shown).
pub fn text(bytes: Vec<u8>) -> String {
    match display_text::shown(&bytes) {
        Cow::Owned(shown) => exact(shown),
        Cow::Borrowed(_) => exact(bytes),
    }
}

/// Converts canonical text, which is ASCII.
pub(super) fn exact(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}

/// Appends the token of a value, with the name of its mark. No namespace has a mark.
fn push_named(text: &mut Vec<u8>, token: &[u8], name: &str) {
    let mut rest = token;
    // Most tokens are the mark alone.
    if token != MARK {
        let mark = find_mark(token).unwrap_or(token.len());
        text.extend_from_slice(&token[..mark]);
        rest = &token[mark..];
    }
    text.push(b'{');
    text.extend_from_slice(name.as_bytes());
    text.push(b'}');
    if rest.len() > MARK.len() {
        push_marked(text, rest.strip_prefix(MARK).unwrap_or(rest));
    }
}

/// Finds the first mark in a token. Tokens are short: a plain search for one byte is faster than a
/// prepared search for two.
fn find_mark(token: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'{', token).find(|&at| token.get(at + 1) == Some(&b'}'))
}

/// Appends a word's token, in which `{}` are marks and other braces are escaped.
pub(super) fn push_marked(text: &mut Vec<u8>, token: &[u8]) {
    let mut rest = token;
    // Most tokens have no brace and are short: looking at each byte is faster than a search.
    let is_brace = |byte: &u8| matches!(byte, b'{' | b'}');
    while let Some(place) = rest.iter().position(is_brace) {
        let (before, brace) = rest.split_at(place);
        text.extend_from_slice(before);
        if let Some(behind) = brace.strip_prefix(MARK) {
            text.extend_from_slice(MARK);
            rest = behind;
            continue;
        }
        let escaped: &[u8] = if brace[0] == b'{' { b"%7B" } else { b"%7D" };
        text.extend_from_slice(escaped);
        rest = &brace[1..];
    }
    text.extend_from_slice(rest);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sift;
    use crate::record::shape::tests::shape_of;

    #[test]
    fn marks_are_found_among_other_braces() {
        for (token, wanted) in [
            (&b""[..], None),
            (b"{", None),
            (b"}{", None),
            (b"{}", Some(0)),
            (b"{{}", Some(1)),
            (b"{a{b}item{}-{}", Some(9)),
        ] {
            assert_eq!(
                find_mark(token),
                wanted,
                "{}",
                String::from_utf8_lossy(token)
            );
        }
    }

    #[test]
    fn marks_stay_and_other_braces_become_escapes() {
        for (token, wanted) in [
            ("", ""),
            ("word", "word"),
            ("item{}", "item{}"),
            ("{{}", "%7B{}"),
            ("{}}{", "{}%7D%7B"),
            ("{a}{}b", "%7Ba%7D{}b"),
        ] {
            let mut written = Vec::new();
            push_marked(&mut written, token.as_bytes());
            assert_eq!(text(written), wanted, "{token}");
        }
    }

    #[test]
    fn shapes_are_templates() {
        let cases = [
            (
                "https://example.com/user/42/edit?page=2&id=7",
                "https://example.com/user/{int}/edit?id&page",
            ),
            ("http://Example.com:80", "http://example.com/"),
            ("example.com:8080/a//b/", "example.com:8080/a/b"),
            ("/a/2024-05-06/x.png", "/a/{numbers}/{media}.png"),
            ("https://a.test/item42.php", "https://a.test/item{}.php"),
            (
                "https://a.test/?action=delete&to=https://b.test&utm_source=x",
                "https://a.test/?action=delete&to={url}",
            ),
            (
                "https://a.test/x;v=1?f[3]=1&f[4]=2",
                "https://a.test/x?f[]&v",
            ),
            (
                "https://a.test/app#/users/7?page=1",
                "https://a.test/app?page#/users/{int}",
            ),
            ("https://a.test/app#top", "https://a.test/app"),
            ("https://a.test/?{x}=1", "https://a.test/?%7Bx%7D"),
            ("ftp://a.test/", "ftp://a.test/"),
            (
                "https://a.test/%d0%b2%D1%85од/17%20б?%D1%81тр=1",
                "https://a.test/вход/{text}?стр",
            ),
            ("https://ann:secret@a.test/x", "https://ann:secret@a.test/x"),
            (
                "https://a.test/ann/zot/blob/main/src/a.rs",
                "https://a.test/ann/zot/blob/{path}",
            ),
        ];
        for (line, wanted) in cases {
            assert_eq!(shape_of(&Sift::builder(), line), wanted, "{line}");
        }
        let literal = "https://a.test/user/42?b=2&a&b=1&c=#top";
        assert_eq!(
            shape_of(&Sift::builder().literal(true), literal),
            "https://a.test/user/42?a&b=1&b=2&c=#top"
        );
    }

    #[test]
    fn learned_words_are_shown_as_such() {
        let sift = Sift::builder().build().expect("the settings are valid");
        let shape =
            Shape::of(b"https://a.test/tag/red.html", &sift.scanner().mode).expect("it is a URL");
        let learned = Variant::from_words(&[0b0100]);
        assert_eq!(shape.template(&learned), "https://a.test/tag/{word}.html");
    }
}
