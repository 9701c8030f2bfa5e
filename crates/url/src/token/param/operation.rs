//! GraphQL operations: one endpoint serves all of them, so its parameters name the operation.

use crate::bytes::{before, first, is_alphanumeric_and};
use crate::display_text::Unescaped;
use bstr::ByteSlice;
use std::iter::Peekable;

/// Maximum length of the name of an operation or stored document.
const LONGEST: usize = 80;

/// Fragments read to find the first field of an operation.
const MOST_SPREADS: usize = 4;

/// Writes the name of an operation: letters, digits, joints, `$` and `:`. Returns `false` if the
/// value is not one.
pub(super) fn write_name(value: &[u8], token: &mut Vec<u8>) -> bool {
    token.clear();
    token.extend(Unescaped::of_form(value).take(LONGEST + 1));
    (1..=LONGEST).contains(&token.len()) && is_alphanumeric_and(token, b"_-.$:")
}

/// Writes type and name of the operation in a document, `mutation AddUser`; if it has no name, its
/// first field, `query{users`, which may stand in a fragment. Comments and fragments before it do
/// not count, nor the other name that a field is given. Returns `false` if the value is not a
/// document. A single field without fields of its own, `{me}`, is one behind the type of the
/// operation or if `is_expected`.
pub(super) fn write_document(
    value: &[u8],
    token: &mut Vec<u8>,
    is_expected: impl FnOnce() -> bool,
) -> bool {
    token.clear();
    let mut bytes = Unescaped::of_form(value).peekable();
    let mut kind = word(&mut bytes);
    while kind == b"fragment" {
        if !skip_to(&mut bytes, b'}', [b'{', b'}']) {
            return false;
        }
        kind = word(&mut bytes);
    }
    match &kind[..] {
        b"" => token.extend_from_slice(b"query"),
        b"query" | b"mutation" | b"subscription" => token.extend_from_slice(&kind),
        _ => return false,
    }
    let name = word(&mut bytes);
    if !name.is_empty() {
        token.push(b' ');
        token.extend_from_slice(&name);
    }
    // Variables come in parentheses before the fields.
    if !skip_to(&mut bytes, b'{', [b'(', b')']) {
        return false;
    }
    if name.is_empty() {
        let written = first_field(&mut bytes);
        let mut field = written.clone();
        for _ in 0..MOST_SPREADS {
            if let Some(fragment) = field.strip_prefix(b"...")
                && let Some(inner) = field_of_fragment(value, fragment)
            {
                field = inner;
            }
        }
        // Another field may follow, or arguments or fields of this one; neither JSON nor
        // `{search_term}` continues like that.
        let is_document = match bytes.next() {
            Some(b'{' | b'(' | b'_' | b'@' | b'.' | b'a'..=b'z' | b'A'..=b'Z') => true,
            Some(b'}') => !kind.is_empty() || field != written || is_expected(),
            _ => false,
        };
        if field.first().is_none_or(u8::is_ascii_digit) || !is_document {
            return false;
        }
        token.push(b'{');
        token.extend_from_slice(&field);
    }
    token.len() <= LONGEST
}

/// Reads the first field, without the other name that it is given. Fields of one type, or of a
/// fragment, are `...` with its name: `{... on User{id}}`, `{...Parts}`.
fn first_field(bytes: &mut Peekable<Unescaped<'_>>) -> Vec<u8> {
    let field = word(bytes);
    if bytes.next_if_eq(&b':').is_some() {
        return word(bytes);
    }
    if bytes.next_if_eq(&b'.').is_none() {
        return field;
    }
    while bytes.next_if_eq(&b'.').is_some() {}
    let mut name = word(bytes);
    if name == b"on" {
        name = word(bytes);
    }
    [b"...", &name[..]].concat()
}

/// Returns the first field of a fragment that a document defines.
fn field_of_fragment(document: &[u8], fragment: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Unescaped::of_form(document).peekable();
    loop {
        if word(&mut bytes) == b"fragment" && word(&mut bytes) == fragment {
            skip_to(&mut bytes, b'{', [b'(', b')']);
            return Some(first_field(&mut bytes));
        }
        if !skip_to(&mut bytes, b'}', [b'{', b'}']) {
            return None;
        }
    }
}

/// Skips the text up to a byte that is not within these brackets; returns whether there is one.
fn skip_to(bytes: &mut Peekable<Unescaped<'_>>, end: u8, brackets: [u8; 2]) -> bool {
    let [open, close] = brackets;
    let mut depth = 0_usize;
    for byte in bytes {
        if byte == open {
            depth += 1;
        } else if byte == close {
            depth = depth.saturating_sub(1);
        }
        if byte == end && depth == 0 {
            return true;
        }
    }
    false
}

/// Skips blanks, commas and comments.
fn skip_space(bytes: &mut Peekable<Unescaped<'_>>) {
    let is_space = |byte: &u8| matches!(byte, 0..=b' ' | b',' | b'#');
    let is_of_line = |byte: &u8| !matches!(byte, b'\n' | b'\r');
    while let Some(byte) = bytes.next_if(is_space) {
        if byte == b'#' {
            while bytes.next_if(is_of_line).is_some() {}
        }
    }
}

/// Writes the hash of a stored document: `{"persistedQuery":{"version":1,"sha256Hash":"ab12"}}`.
/// Returns `false` if the value has none.
pub(super) fn write_stored(value: &[u8], token: &mut Vec<u8>) -> bool {
    token.clear();
    let text: Vec<u8> = Unescaped::of_form(value).collect();
    let Some((_, rest)) = text.split_once_str("\"sha256Hash\"") else {
        return false;
    };
    let start = before(rest, |b| b.is_ascii_alphanumeric()).len();
    let hash = before(&rest[start..], |b| !b.is_ascii_alphanumeric());
    token.extend_from_slice(first(hash, LONGEST));
    !token.is_empty()
}

/// Reads a name, and the space around it.
fn word(bytes: &mut Peekable<Unescaped<'_>>) -> Vec<u8> {
    skip_space(bytes);
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut word = Vec::new();
    while let Some(byte) = bytes.next_if(is_of_word) {
        word.push(byte);
    }
    skip_space(bytes);
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(value: &str) -> Option<String> {
        let mut token = Vec::new();
        write_document(value.as_bytes(), &mut token, || false)
            .then(|| String::from_utf8(token).expect("names are text"))
    }

    #[test]
    fn documents_are_told_apart_by_type_and_name() {
        for (value, wanted) in [
            ("query%20Zork%20%7Bwombats%7Bid%7D%7D", Some("query Zork")),
            (
                "query+Zork($id:ID!={a:1}){wombat(id:$id){name}}",
                Some("query Zork"),
            ),
            (
                "mutation%20AddZork(%24a%3AInt)%7BaddZork(a%3A%24a)%7Bid%7D%7D",
                Some("mutation AddZork"),
            ),
            ("subscription{zork{id}}", Some("subscription{zork")),
            ("%7Bwombats%7Bid%7D%7D", Some("query{wombats")),
            ("%0A{+wombats(first:+7)+{id}}", Some("query{wombats")),
            ("{me id}", Some("query{me")),
            ("{search_term}", None),
            ("mutation{logout}", Some("mutation{logout")),
            (
                "mutation%20%7B%0A%20%20logout%0A%7D",
                Some("mutation{logout"),
            ),
            ("subscription%09{+tea+}", Some("subscription{tea")),
            ("query($a:Int){tea}", Some("query{tea")),
            ("{me @skip(if:false)}", Some("query{me")),
            ("query{}", None),
            ("query{tea:7}", None),
            ("{__schema{types{name}}}", Some("query{__schema")),
            // Comments, fragments, types and other names.
            ("%23 the zork%0Aquery Zork{wombats{id}}", Some("query Zork")),
            (
                "fragment W on Wombat{id home{name}} mutation AddZork{addZork{...W}}",
                Some("mutation AddZork"),
            ),
            ("{... on Wombat{id}}", Some("query{...Wombat")),
            ("{mine: wombats{id}}", Some("query{wombats")),
            // The first field stands in a fragment.
            ("{...F} fragment F on Query{shops}", Some("query{shops")),
            (
                "{ ...F }%0Afragment G on Q{a{b}}%0Afragment F on Query { all: shops(n: 1) {id} }",
                Some("query{shops"),
            ),
            (
                "fragment F on Query{shops{id}} query{...F}",
                Some("query{shops"),
            ),
            (
                "{...F} fragment F on Q{...G} fragment G on Q{shops}",
                Some("query{shops"),
            ),
            (
                "mutation($a:In={b:1}){...F other} fragment F on M @x(y:1) {drop}",
                Some("mutation{drop"),
            ),
            (
                "query Zork{...F} fragment F on Q{shops}",
                Some("query Zork"),
            ),
            ("query{...F}", Some("query{...F")),
            ("{...F} fragment F on Q{...F}", None),
            ("{...F}", None),
            ("fragment W on Wombat{id", None),
            ("%23", None),
            // Searches, and other languages.
            ("red%20shoes", None),
            ("query", None),
            ("query%20tips", None),
            ("mutation", None),
            ("{\"match\":{\"id\":7}}", None),
            ("{name:7}", None),
            ("{}", None),
            ("SELECT%20*%20WHERE%20{?a%20?b%20?c}", None),
            ("", None),
            ("%7", None),
        ] {
            assert_eq!(document(value).as_deref(), wanted, "{value}");
        }
        assert_eq!(
            document(&format!("{{{}{{id}}}}", "a".repeat(LONGEST))),
            None
        );
    }

    #[test]
    fn names_are_short() {
        for (value, wanted) in [
            ("GetZork2", true),
            ("2951041161", true),
            ("form:save", true),
            ("ctl00%24Save", true),
            ("a b", false),
            ("a%20b", false),
            ("", false),
            ("{a}", false),
        ] {
            assert_eq!(
                write_name(value.as_bytes(), &mut Vec::new()),
                wanted,
                "{value}"
            );
        }
        assert!(!write_name(&[b'a'; LONGEST + 1], &mut Vec::new()));
    }
}
