//! Finds the member of a JSON object that a user names, without parsing the rest.
//!
//! Nested names are joined by dots, and a name may itself have dots: `a.b.c` is the member `c` of
//! `a.b` as well. The member with the longest name counts, then the last, as for most readers of
//! JSON. A truncated record still has the members before the cut.

use super::json_value::JsonValue;
use super::own_name::has_same_words;
use crate::json::{Cursor, Member};

/// Returns the value of a member that `takes` accepts; of a list, its first text counts as well.
/// `None` if there is none, or if this is not an object.
pub(super) fn find<'j>(
    object: &'j [u8],
    path: &str,
    takes: impl Fn(JsonValue<'j>) -> bool,
) -> Option<JsonValue<'j>> {
    let mut cursor = Cursor::new(object);
    cursor.blanks();
    below(&mut cursor, path.trim().as_bytes(), &takes)
}

/// Maximum depth of objects in which a name with the same words is looked for.
const DEEPEST: usize = 8;

/// Same as [`find`], or else the first member whose path has the same words: `request.status_code`
/// is `Request.StatusCode` as well.
pub(super) fn find_alike<'j>(
    object: &'j [u8],
    path: &str,
    takes: impl Fn(JsonValue<'j>) -> bool,
) -> Option<JsonValue<'j>> {
    let found = find(object, path, &takes);
    if found.is_some() {
        return found;
    }
    let mut alike = AlikePath {
        path: path.trim().as_bytes(),
        parents: Vec::new(),
        depth: 0,
    };
    let mut cursor = Cursor::new(object);
    cursor.blanks();
    alike.below(cursor, &takes)
}

/// A search for a member whose path has the words of another.
struct AlikePath<'p> {
    path: &'p [u8],
    /// The names of the objects around the present one, each with a dot.
    parents: Vec<u8>,
    depth: usize,
}

impl AlikePath<'_> {
    /// Searches the object at a place.
    fn below<'j>(
        &mut self,
        mut cursor: Cursor<'j>,
        takes: &impl Fn(JsonValue<'j>) -> bool,
    ) -> Option<JsonValue<'j>> {
        if cursor.byte()? != b'{' || self.depth > DEEPEST {
            return None;
        }
        let length = self.parents.len();
        while let Some(Member::Name(name)) = cursor.member() {
            self.parents.extend_from_slice(name);
            if has_same_words(&self.parents, self.path)
                && let Some(value) = accepted(cursor, takes)
            {
                return Some(value);
            }
            self.parents.push(b'.');
            self.depth += 1;
            let inner = self.below(cursor, takes);
            self.depth -= 1;
            self.parents.truncate(length);
            if inner.is_some() {
                return inner;
            }
            if cursor.skip().is_none() {
                break;
            }
        }
        None
    }
}

/// Finds the member in the object at a place, and moves behind the object if it was not found.
fn below<'j>(
    cursor: &mut Cursor<'j>,
    path: &[u8],
    takes: &impl Fn(JsonValue<'j>) -> bool,
) -> Option<JsonValue<'j>> {
    if cursor.byte()? != b'{' {
        return None;
    }
    let mut longest = 0;
    let mut found = None;
    while let Some(Member::Name(name)) = cursor.member() {
        if name == path
            && let Some(value) = accepted(*cursor, takes)
        {
            longest = name.len();
            found = Some(value);
        }
        if let Some([b'.', rest @ ..]) = path.strip_prefix(name)
            && name.len() >= longest
            && let Some(value) = below(&mut cursor.clone(), rest, takes)
        {
            longest = name.len();
            found = Some(value);
        }
        if cursor.skip().is_none() {
            break;
        }
    }
    found
}

/// Returns the value at a place, or else the first item of a list, if it is accepted.
fn accepted<'j>(
    value: Cursor<'j>,
    takes: &impl Fn(JsonValue<'j>) -> bool,
) -> Option<JsonValue<'j>> {
    let value = read(value)?;
    if takes(value) {
        return Some(value);
    }
    let JsonValue::Nested(list) = value else {
        return None;
    };
    let first = first_of(list)?;
    if !takes(first) {
        return None;
    }
    Some(first)
}

/// Reads the value at a place.
fn read(mut cursor: Cursor<'_>) -> Option<JsonValue<'_>> {
    let start = cursor.at;
    let first = cursor.peek()?;
    if first == b'"' {
        cursor.at += 1;
        return cursor.string().map(JsonValue::Text);
    }
    cursor.skip()?;
    let text = cursor.since(start);
    match first {
        b'{' | b'[' => Some(JsonValue::Nested(text)),
        _ => Some(JsonValue::Bare(text)),
    }
}

/// Returns the first item of a list if that is a string.
fn first_of(list: &[u8]) -> Option<JsonValue<'_>> {
    let mut cursor = Cursor::new(list.strip_prefix(b"[")?);
    cursor.blanks();
    if cursor.byte()? != b'"' {
        return None;
    }
    cursor.string().map(JsonValue::First)
}

/// Returns the names of the first members of an object, with their escapes.
pub(super) fn names(object: &[u8], most: usize) -> Vec<&[u8]> {
    let mut cursor = Cursor::new(object);
    let mut names = Vec::new();
    cursor.blanks();
    if cursor.byte() != Some(b'{') {
        return names;
    }
    while names.len() < most
        && let Some(Member::Name(name)) = cursor.member()
        && cursor.skip().is_some()
    {
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use bstr::ByteSlice;
    use proptest::prelude::*;

    #[test]
    fn a_member_is_found_under_its_path() {
        for (path, json, wanted) in [
            ("url", r#"{"url":"a"}"#, Some("a")),
            (
                "url",
                r#" { "x" : [1, {"url":"no"}, "]"], "url" : "a" , "y":2}"#,
                Some("a"),
            ),
            ("page.url", r#"{"url":"no","page":{"url":"c"}}"#, Some("c")),
            ("page.url", r#"{"page":"x"}"#, None),
            ("n", r#"{"n": 12 }"#, Some("12")),
            (
                "url",
                r#"{"t":"a\"url\":\"no\"","url":"a\\"}"#,
                Some(r"a\\"),
            ),
            ("url", r#"{"url":"first","url":"last"}"#, Some("last")),
            ("a.url", r#"{"a":{"url":"b"},"a":{"url":"c"}}"#, Some("c")),
            ("url", r#"{"url":"whole","body":"cut off"#, Some("whole")),
            (
                "a.url",
                r#"{"a":{"url":"whole"},"body":"cut off"#,
                Some("whole"),
            ),
            ("url", r#"{"url":"cut off"#, None),
            ("url", r#"{"url":["a","b"]}"#, Some("a")),
            // A name may have dots, at any depth.
            ("url.full", r#"{"url":{"full":"a"}}"#, Some("a")),
            (
                "url.full",
                r#"{"url":{"full":"a"},"url.full":"b"}"#,
                Some("b"),
            ),
            ("url.full", r#"{"url":"a"}"#, None),
            (
                "attributes.url.path",
                r#"{"attributes":{"url.path":"/a"}}"#,
                Some("/a"),
            ),
            ("a.b.c.d", r#"{"a.b":{"c.d":"x"},"a":{"b":"y"}}"#, Some("x")),
            ("a.b.c", r#"{"a":{"b.c":"x"},"a.b":{"c":"y"}}"#, Some("y")),
            ("url", r#"["url","a"]"#, None),
            ("url", r"{url:1}", None),
            ("url", "", None),
            ("url", "{", None),
        ] {
            let is_text = |value| !matches!(value, JsonValue::Nested(_));
            let found = find(json.as_bytes(), path, is_text);
            assert_eq!(
                found.map(|value| value.bytes().as_bstr()),
                wanted.map(Into::into),
                "{path} {json}"
            );
        }
    }

    #[test]
    fn a_member_with_the_same_words_is_found() {
        for (path, json, wanted) in [
            ("status code", r#"{"Status_Code":"a"}"#, Some("a")),
            ("statuscode", r#"{"STATUSCODE":"a"}"#, Some("a")),
            (
                "request.status_code",
                r#"{"x":{"y":1},"Request":{"StatusCode":"a"}}"#,
                Some("a"),
            ),
            ("request url", r#"{"request":{"url":"a"}}"#, Some("a")),
            ("url", r#"{"URL":"a","url":"b"}"#, Some("b")),
            ("url", r#"{"request":{"url":"a"}}"#, None),
            ("url", r#"{"url_1":"a"}"#, None),
            ("url", "[", None),
        ] {
            let is_text = |value| !matches!(value, JsonValue::Nested(_));
            let found = find_alike(json.as_bytes(), path, is_text);
            assert_eq!(
                found.map(|value| value.bytes().as_bstr()),
                wanted.map(Into::into),
                "{path} {json}"
            );
        }
    }

    #[test]
    fn names_are_those_of_the_object_itself() {
        for (json, wanted) in [
            (r#"{"a":1, "b" : {"c":[2]} ,"d":"x"}"#, &["a", "b", "d"][..]),
            (r#"{"a":1,"b":{"c"#, &["a"]),
            ("{}", &[]),
            ("[1]", &[]),
        ] {
            let found = names(json.as_bytes(), 9);
            let found: Vec<_> = found.iter().map(|name| name.as_bstr()).collect();
            assert_eq!(found, wanted, "{json}");
        }
        assert_eq!(names(br#"{"a":1,"b":2}"#, 1).len(), 1);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn any_bytes_give_an_answer(json in r#"[{}\[\]",:\\a u.-]{0,40}"#) {
            let _ = find(json.as_bytes(), "a.u", |_| true);
        }
    }
}
