//! Finds values of a JSON object without parsing the rest: strings and braces are skipped, nothing
//! is copied or built.
//!
//! An object is one line of JSON. The bytes after the last value found are not read, so a truncated
//! record still has the members before the cut. If several members have the same name, the first
//! counts.

use crate::json::{Cursor, Member, unescaped};
use std::borrow::Cow;

/// Paths of members (`request.endpoint`) with one or more fields. Of the paths of a field, the
/// first that an object has counts.
#[derive(Clone, Debug)]
pub(super) struct Paths {
    /// A tree of names; the first node is its root.
    nodes: Vec<PathNode>,
    /// Number of fields.
    fields: usize,
}

/// The number of a field among those that are looked for together, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FieldNumber(u16);

impl FieldNumber {
    /// Returns the item of this field in a list with one item for each field.
    pub(super) fn of<T>(self, items: &[T]) -> &T {
        &items[usize::from(self.0)]
    }

    /// Same as [`of`](Self::of), to change the item.
    fn of_mut<T>(self, items: &mut [T]) -> &mut T {
        &mut items[usize::from(self.0)]
    }
}

/// The number of a path among those of its field, from 0, which is the best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PathRank(u16);

impl PathRank {
    const BEST: Self = Self(0);

    /// Whether it is a way to read a path that a user gave: one of those that [`own`] returns.
    pub(super) fn is_own(self, path: &str) -> bool {
        let count = if path.contains('.') { 2 } else { 1 };
        self.0 < count
    }

    /// Returns the path of this rank in a list of a field's paths.
    pub(super) fn of(self, paths: &[&'static str]) -> &'static str {
        paths[usize::from(self.0)]
    }
}

/// The names that may follow the beginning of a path.
#[derive(Clone, Debug)]
struct PathNode {
    /// For each byte, the number of the first name that begins with it, from 1; 0 if none does.
    by_first: [u16; 256],
    /// The names, sorted by their first byte.
    names: Vec<PathName>,
}

#[derive(Clone, Debug, Default)]
struct PathName {
    text: Vec<u8>,
    /// The paths that end here.
    ends: Vec<PathEnd>,
    /// The node of the paths that continue.
    below: Option<u16>,
}

/// The end of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathEnd {
    pub field: FieldNumber,
    pub rank: PathRank,
}

/// A value of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JsonValue<'j> {
    /// The text between the quotes of a string, with its escapes.
    Text(&'j [u8]),
    /// A number, `true`, `false` or `null`.
    Bare(&'j [u8]),
    /// An object or a list, with its brackets.
    Nested(&'j [u8]),
    /// The first element of a list, if that is a string: the text between its quotes.
    First(&'j [u8]),
}

impl<'j> JsonValue<'j> {
    /// Returns the text, with its escapes.
    pub(super) fn bytes(self) -> &'j [u8] {
        match self {
            Self::Text(text) | Self::First(text) | Self::Nested(text) => text,
            Self::Bare(text) => text.trim_ascii_end(),
        }
    }

    /// Returns the text, unescaped.
    pub(super) fn text(self) -> Cow<'j, [u8]> {
        match self {
            Self::Text(text) | Self::First(text) => unescaped(text),
            Self::Bare(_) | Self::Nested(_) => Cow::Borrowed(self.bytes()),
        }
    }
}

/// The best value of a field so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FoundValue<'j> {
    pub value: Option<JsonValue<'j>>,
    /// The rank of its path.
    pub rank: PathRank,
}

impl Paths {
    /// Creates the paths of one field, each as names joined by dots, the best one first.
    pub(super) fn new(paths: &[&str]) -> Self {
        Self::of(&[split(paths)])
    }

    /// Creates the paths of one field, which is read as [`own`] does.
    pub(super) fn one(path: &str) -> Self {
        Self::of(&[own(path)])
    }

    /// Creates the paths of several fields, each path as its names.
    pub(super) fn of(fields: &[Vec<Vec<&str>>]) -> Self {
        let mut paths = Self {
            nodes: vec![PathNode::default()],
            fields: fields.len(),
        };
        for (field, members) in fields.iter().enumerate() {
            for (rank, path) in members.iter().enumerate() {
                let end = PathEnd {
                    field: FieldNumber(field as u16),
                    rank: PathRank(rank as u16),
                };
                paths.add(path, end);
            }
        }
        for node in &mut paths.nodes {
            node.index();
        }
        paths
    }

    fn add(&mut self, path: &[&str], end: PathEnd) {
        let mut node = 0;
        for (depth, text) in path.iter().enumerate() {
            let count = self.nodes.len() as u16;
            let name = self.nodes[node].name(text.as_bytes());
            if depth + 1 == path.len() {
                name.ends.push(end);
                return;
            }
            node = usize::from(*name.below.get_or_insert(count));
            if node == usize::from(count) {
                self.nodes.push(PathNode::default());
            }
        }
    }

    /// Returns the text, number or word of the best path that the object has and `takes` accepts.
    /// `None` if there is none, or if this is not an object.
    pub(super) fn find<'j>(
        &self,
        object: &'j [u8],
        takes: impl Fn(JsonValue<'j>) -> bool,
    ) -> Option<JsonValue<'j>> {
        let best = self.best(object, |value| {
            matches!(value, JsonValue::Text(_) | JsonValue::Bare(_)) && takes(value)
        });
        best.value
    }

    /// Finds the value of any kind for the only field.
    pub(super) fn best<'j>(
        &self,
        object: &'j [u8],
        takes: impl Fn(JsonValue<'j>) -> bool,
    ) -> FoundValue<'j> {
        let mut found = [FoundValue::default()];
        self.search(object, &mut found, |_, value| takes(value));
        found[0]
    }

    /// Finds values of any kind for each field, in one walk over the object. `takes` gets the end
    /// of the path as well.
    pub(super) fn search<'j>(
        &self,
        object: &'j [u8],
        found: &mut [FoundValue<'j>],
        takes: impl Fn(PathEnd, JsonValue<'j>) -> bool,
    ) {
        let cursor = Cursor::new(object);
        let mut search = PathSearch {
            cursor,
            paths: self,
            takes,
            found,
            left: self.fields,
        };
        search.cursor.blanks();
        if search.cursor.byte() == Some(b'{') {
            search.object(0);
        }
    }
}

/// Returns the ways to read a path that a user gave. A name may itself have dots, so `url.full` is
/// the member of that name, or the member `full` of `url`.
pub(super) fn own(path: &str) -> Vec<Vec<&str>> {
    let parts = path.split('.').collect();
    if path.contains('.') {
        vec![vec![path], parts]
    } else {
        vec![parts]
    }
}

/// Splits each of a field's paths into its names.
pub(super) fn split<'p>(paths: &[&'p str]) -> Vec<Vec<&'p str>> {
    let mut names = Vec::new();
    for path in paths {
        names.push(path.split('.').collect());
    }
    names
}

impl Default for PathNode {
    fn default() -> Self {
        Self {
            by_first: [0; 256],
            names: Vec::new(),
        }
    }
}

impl PathNode {
    /// Returns the entry of a name, added if it is missing.
    fn name(&mut self, text: &[u8]) -> &mut PathName {
        let known = self.names.iter().position(|name| name.text == text);
        let number = known.unwrap_or(self.names.len());
        if known.is_none() {
            let name = PathName {
                text: text.to_vec(),
                ..PathName::default()
            };
            self.names.push(name);
        }
        &mut self.names[number]
    }

    fn index(&mut self) {
        self.names.sort_by_key(|name| name.text.first().copied());
        for (number, name) in self.names.iter().enumerate().rev() {
            self.by_first[first(&name.text)] = number as u16 + 1;
        }
    }

    /// Returns the entry of a name, if a path has it here.
    fn find(&self, text: &[u8]) -> Option<&PathName> {
        let byte = first(text);
        let number = usize::from(self.by_first[byte]);
        for name in self.names.get(number.checked_sub(1)?..)? {
            if name.text == text {
                return Some(name);
            }
            if first(&name.text) != byte {
                return None;
            }
        }
        None
    }
}

/// Returns the first byte of a name. An empty name counts as a quote, with which no other name
/// begins.
fn first(text: &[u8]) -> usize {
    usize::from(text.first().copied().unwrap_or(b'"'))
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

/// A walk over the bytes of an object.
struct PathSearch<'j, 's, T> {
    cursor: Cursor<'j>,
    paths: &'s Paths,
    takes: T,
    found: &'s mut [FoundValue<'j>],
    /// Number of fields that may still get a better path.
    left: usize,
}

impl<'j, T: Fn(PathEnd, JsonValue<'j>) -> bool> PathSearch<'j, '_, T> {
    /// Reads the members after `{`. `None` ends the walk: the best paths are found, or the bytes
    /// are not JSON.
    fn object(&mut self, node: usize) -> Option<()> {
        let paths = self.paths;
        while let Member::Name(text) = self.cursor.member()? {
            let Some(name) = paths.nodes[node].find(text) else {
                self.cursor.skip()?;
                continue;
            };
            if let Some(below) = name.below
                && self.cursor.peek() == Some(b'{')
            {
                self.cursor.at += 1;
                self.object(usize::from(below))?;
            } else if name.ends.is_empty() {
                self.cursor.skip()?;
            } else {
                let value = self.value()?;
                for end in &name.ends {
                    self.take(*end, value)?;
                }
            }
        }
        Some(())
    }

    /// Stores a value for the field of a path, if it is the best one so far.
    fn take(&mut self, end: PathEnd, value: JsonValue<'j>) -> Option<()> {
        let found = end.field.of(self.found);
        if found.value.is_some() && found.rank <= end.rank {
            return Some(());
        }
        let Some(value) = self.accepted(end, value) else {
            return Some(());
        };
        *end.field.of_mut(self.found) = FoundValue {
            value: Some(value),
            rank: end.rank,
        };
        if end.rank == PathRank::BEST {
            self.left -= 1;
        }
        if self.left == 0 {
            return None;
        }
        Some(())
    }

    /// Returns the value, or else the first item of a list, if it may be the text of the field of a
    /// path.
    fn accepted(&self, end: PathEnd, value: JsonValue<'j>) -> Option<JsonValue<'j>> {
        if (self.takes)(end, value) {
            return Some(value);
        }
        let JsonValue::Nested(list) = value else {
            return None;
        };
        let first = first_of(list)?;
        if !(self.takes)(end, first) {
            return None;
        }
        Some(first)
    }

    /// Reads a value.
    fn value(&mut self) -> Option<JsonValue<'j>> {
        let start = self.cursor.at;
        let first = self.cursor.peek()?;
        if first == b'"' {
            self.cursor.at += 1;
            return self.cursor.string().map(JsonValue::Text);
        }
        self.cursor.skip()?;
        let text = self.cursor.since(start);
        match first {
            b'{' | b'[' => Some(JsonValue::Nested(text)),
            _ => Some(JsonValue::Bare(text)),
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use bstr::ByteSlice;
    use proptest::prelude::*;

    fn find<'j>(paths: &Paths, json: &'j str) -> Option<&'j str> {
        let value = paths.find(json.as_bytes(), |_| true)?;
        let (JsonValue::Text(text)
        | JsonValue::Bare(text)
        | JsonValue::Nested(text)
        | JsonValue::First(text)) = value;
        Some(str::from_utf8(text).expect("it is a piece of text"))
    }

    #[test]
    fn the_best_path_is_found() {
        let paths = Paths::new(&["request.endpoint", "url", "page.url", "n"]);
        for (json, wanted) in [
            (r#"{"url":"a"}"#, Some("a")),
            (
                r#" { "x" : [1, {"url":"no"}, "]"], "url" : "a" , "y":2}"#,
                Some("a"),
            ),
            (
                r#"{"url":"a","request":{"method":"GET","endpoint":"b"},"page":{"url":"c"}}"#,
                Some("b"),
            ),
            (r#"{"page":{"url":"c"},"url":"a"}"#, Some("a")),
            (r#"{"page":{"url":"c"}}"#, Some("c")),
            (r#"{"page":"x","n":12}"#, Some("12")),
            (r#"{"n": null }"#, Some("null ")),
            (r#"{"request":{"url":"no"},"url":{"url":"no"}}"#, None),
            (r#"{"t":"a\"url\":\"no\"","url":"a\\"}"#, Some(r"a\\")),
            (r#"{"url":"first","url":"second"}"#, Some("first")),
            (r#"{"url":"whole","body":"cut off"#, Some("whole")),
            (r#"{"url":"cut off"#, None),
            (r#"{"":"x","url":""}"#, Some("")),
            (r#"["url","a"]"#, None),
            (r"{url:1}", None),
            ("", None),
            ("{", None),
        ] {
            assert_eq!(find(&paths, json), wanted, "{json}");
        }
        let value = paths.find(br#"{"request":{"endpoint":"-"},"url":"/a"}"#, |value| {
            value != JsonValue::Text(b"-")
        });
        assert_eq!(value, Some(JsonValue::Text(b"/a")));
    }

    #[test]
    fn one_walk_finds_the_best_path_of_each_field() {
        let paths = Paths::of(&[
            vec![vec!["request", "url"], vec!["url"]],
            vec![vec!["status"], vec!["code"]],
            vec![vec!["request", "body"], vec!["url"]],
            vec![vec!["type"]],
        ]);
        for (json, wanted) in [
            (
                r#"{"url":"a","code":1,"request":{"url":"b","body":{"x":[1]}}}"#,
                ["b", "1", r#"{"x":[1]}"#, ""],
            ),
            (
                r#"{"url":"a","type":[ "t\"}", "u"],"status":[2],"code":"3"}"#,
                ["a", "3", "a", r#"t\"}"#],
            ),
            (
                r#"{"status":1,"request":{"url":"b"},"type":["cut"#,
                ["b", "1", "", ""],
            ),
            ("{}", ["", "", "", ""]),
        ] {
            let mut found = [FoundValue::default(); 4];
            paths.search(json.as_bytes(), &mut found, |end, value| match value {
                JsonValue::Nested(_) => end.field == FieldNumber(2),
                _ => true,
            });
            let found = found.map(|found| found.value.map_or(&b""[..], JsonValue::bytes).as_bstr());
            assert_eq!(
                found,
                wanted.map(|text| text.as_bytes().as_bstr()),
                "{json}"
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
            assert_eq!(
                names(json.as_bytes(), 9),
                wanted
                    .iter()
                    .map(|name| name.as_bytes())
                    .collect::<Vec<_>>(),
                "{json}"
            );
        }
        assert_eq!(names(br#"{"a":1,"b":2}"#, 1).len(), 1);
    }

    #[test]
    fn a_name_may_have_dots() {
        let paths = Paths::one("url.full");
        assert_eq!(find(&paths, r#"{"url":{"full":"a"}}"#), Some("a"));
        assert_eq!(
            find(&paths, r#"{"url":{"full":"a"},"url.full":"b"}"#),
            Some("b")
        );
        assert_eq!(find(&paths, r#"{"url":"a"}"#), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn any_bytes_give_an_answer(json in r#"[{}\[\]",:\\a u-]{0,40}"#) {
            let paths = Paths::new(&["a.u", "u", "a"]);
            let _ = paths.find(json.as_bytes(), |_| true);
        }
    }
}
