//! The response to a request, as known from a record: the fields that must be equal for two
//! responses to count as one.
//!
//! - A *digest* or hash of the body is enough, together with the status.
//! - Without one, at least two of title, words, lines and size must be known, and all known ones
//!   equal. The size counts only if there are few words, or if words or lines are missing: an error
//!   page that names the address has the same number of words at every address, but not of bytes; a
//!   line of JSON is always one word.
//! - Media types, if known, must be equal too.
//! - For a redirect only its target counts; its body is ignored.
//! - An empty body, or one of a few bytes such as an empty list, does not count as an answer:
//!   unrelated pages have one.

mod site;

use crate::bytes::{before, is_one_of, split_last};
use crate::hash::Key;
use crate::input::{Field, FieldValues, Fields, Input, WantedFields};
use crate::parse::without_return;
use std::sync::LazyLock;

pub use site::site;

/// Number of words at which words and lines identify a response without its size. Prose and HTML
/// pages have more, a line of JSON or of a log has fewer.
const WORDS: u64 = 32;

/// Maximum bytes of a body that is no answer: `[]`, `{}`, `{"data":[]}`, `OK`.
const SHORTEST: u64 = 15;

/// Digests of an empty body: SHA-1 as archives write it and in hexadecimal digits, MD5, SHA-256.
const EMPTY: &[&[u8]] = &[
    b"3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
    b"da39a3ee5e6b4b0d3255bfef95601890afd80709",
    b"d41d8cd98f00b204e9800998ecf8427e",
    b"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
];

/// Texts in place of a digest that is not known, beside zeros.
const UNKNOWN: [&str; 5] = ["n/a", "na", "nil", "none", "unknown"];

/// Whether a text may be a digest.
fn is_digest(text: &&[u8]) -> bool {
    text.iter().any(|byte| *byte != b'0') && !is_one_of(text, &UNKNOWN)
}

/// The fields to read, in one walk.
static WANTED: LazyLock<WantedFields> = LazyLock::new(|| {
    use Field::{ContentType, Digest, Lines, Location, Size, Status, Title, Words};
    let fields = [
        Status,
        Location,
        Digest,
        Title,
        Words,
        Lines,
        Size,
        ContentType,
    ];
    Fields::new(Input::Lines).wanted(&fields, [])
});

/// Hashes the response of a record; 0 if it is not known well enough to compare.
pub fn hash(fields: &Fields, record: &[u8], key: &Key) -> u64 {
    let mut hash = key.token(b"answer");
    let mut add = |name: &str, text: &[u8]| {
        hash = key.fold(hash, [key.token(name.as_bytes()), key.token(text)]);
    };
    if !tell(fields, record, &mut add) {
        return 0;
    }
    hash
}

/// Formats the response of a record: `status 404, digest 3I42H3S6`.
pub fn shown(fields: &Fields, record: &[u8]) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut add = |name: &str, text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        let part = match name {
            "title" => format!("{name} {text:?}"),
            _ => format!("{name} {text}"),
        };
        parts.push(part);
    };
    if !tell(fields, record, &mut add) {
        return None;
    }
    Some(parts.join(", "))
}

/// Passes the fields that must be equal to `add`; returns whether they are enough.
fn tell(fields: &Fields, record: &[u8], add: &mut dyn FnMut(&str, &[u8])) -> bool {
    let record = without_return(record);
    let mut values = FieldValues::default();
    fields.read(&WANTED, record, &mut values);
    let text = |number| {
        let text = values.get(number, record)?;
        match text.trim_ascii() {
            b"" | b"-" => None,
            text => Some(text),
        }
    };
    let [status, target, digest, title, words, lines, size, kind] = std::array::from_fn(text);
    if let Some(status) = status {
        add("status", status);
    }
    if matches!(status, Some([b'3', _, _])) {
        if let Some(target) = target {
            add("redirect to", target);
        }
        return target.is_some();
    }
    let number = |text: Option<&[u8]>| -> Option<u64> { str::from_utf8(text?).ok()?.parse().ok() };
    let is_short = number(size).is_some_and(|size| size <= SHORTEST);
    if is_short || number(size.or(words)) == Some(0) {
        return false;
    }
    if let Some(digest) = digest.filter(is_digest) {
        add("digest", digest);
        // The function may precede it: `sha1:...`.
        let (_, digest) = split_last(digest, b':').unwrap_or((b"", digest));
        return !is_one_of(digest, EMPTY);
    }
    if let Some(kind) = kind {
        let kind = before(kind, |byte| byte == b';');
        add("type", kind.trim_ascii());
    }
    let has_many_words = number(words).is_some_and(|words| words >= WORDS);
    let is_counted = lines.is_some() && has_many_words;
    let parts = [
        ("title", title),
        ("words", words),
        ("lines", lines),
        ("size", size),
    ];
    let mut known = 0;
    for (name, text) in &parts {
        if *name == "size" && is_counted {
            continue;
        }
        if let Some(text) = text {
            add(name, text);
            known += 1;
        }
    }
    known >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash_of(record: &str) -> u64 {
        hash(
            &Fields::new(Input::Lines),
            record.as_bytes(),
            &Key::new([1, 2]),
        )
    }

    #[test]
    fn answers_are_equal_if_all_that_tells_them_is() {
        let ffuf = |path: &str, status: u16, length: u32, words: u32, lines: u32| {
            format!(
                r#"{{"url":"https://a.test/{path}","status":{status},"length":{length},"words":{words},"lines":{lines}}}"#
            )
        };
        let first = hash_of(&ffuf("a", 404, 1200, 90, 20));
        assert_ne!(first, 0);
        // A page that names its address is longer by that name.
        assert_eq!(hash_of(&ffuf("abc", 404, 1202, 90, 20)), first);
        for other in [
            ffuf("a", 200, 1200, 90, 20),
            ffuf("a", 404, 1200, 91, 20),
            ffuf("a", 404, 1200, 90, 21),
            ffuf("a", 404, 1200, 5, 20),
        ] {
            assert_ne!(hash_of(&other), first, "{other}");
        }
        let json = hash_of(&ffuf("a", 200, 120, 1, 1));
        assert_ne!(json, 0);
        let typed = |kind: &str| {
            hash_of(&format!(
                r#"{{"url":"https://a.test/","words":90,"lines":9,"content_type":"{kind}"}}"#
            ))
        };
        assert_ne!(typed("text/html"), typed("text/csv"));
        assert_eq!(typed("text/html"), typed("text/html; charset=utf-8"));
        assert_ne!(
            hash_of(&ffuf("b", 200, 121, 1, 1)),
            json,
            "a line of JSON is one word"
        );
    }

    #[test]
    fn what_says_too_little_is_no_answer() {
        for record in [
            "https://a.test/",
            "https://a.test/ [200]",
            r#"{"url":"https://a.test/","status":200}"#,
            r#"{"url":"https://a.test/","status":200,"length":312}"#,
            r#"{"url":"https://a.test/","status":200,"title":"Zork"}"#,
            r#"{"url":"https://a.test/","status":200,"length":0,"words":1,"lines":1}"#,
            r#"{"url":"https://a.test/","status":302,"length":312,"words":31,"lines":9}"#,
            "test,a)/ 20200102030405 https://a.test/ text/html 200 3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ 301",
            r#"{"url":"https://a.test/","status":200,"words":0,"lines":0}"#,
            r#"{"url":"https://a.test/","status":200,"length":2,"words":1,"lines":1}"#,
            r#"{"url":"https://a.test/","status":200,"digest":"ZORK","length":11}"#,
            r#"{"url":"https://a.test/","status":200,"digest":"N/A","words":7}"#,
            r#"{"url":"https://a.test/","status":200,"digest":"0000","words":7}"#,
            "test,a)/ 20200102030405 https://a.test/ text/html 301 ZORK 301",
            "test,a)/ 20200102030405 https://a.test/ text/html 200 - 301",
        ] {
            assert_eq!(hash_of(record), 0, "{record}");
        }
    }

    #[test]
    fn answers_are_shown_by_what_tells_them() {
        let shown = |record: &str| shown(&Fields::new(Input::Lines), record.as_bytes());
        let capture = "test,a)/ 20200102030405 https://a.test/ text/html 404 ZORK 301";
        assert_eq!(shown(capture).as_deref(), Some("status 404, digest ZORK"));
        let record = r#"{"url":"https://a.test/","status_code":200,"title":"Zork","words":99,"lines":7,"content_length":1200}"#;
        assert_eq!(
            shown(record).as_deref(),
            Some("status 200, title \"Zork\", words 99, lines 7")
        );
        assert_eq!(shown("https://a.test/"), None);
    }
}
