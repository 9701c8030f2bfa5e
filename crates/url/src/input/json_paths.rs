//! Finds values of a JSON object without parsing the rest: strings and braces are skipped, nothing
//! is copied or built.
//!
//! An object is one line of JSON. The bytes after the last value found are not read, so a truncated
//! record still has the members before the cut. If several members have the same name, the first
//! counts.

use crate::json::{Cursor, Member, unescaped};
use std::borrow::Cow;

/// Paths of members (`request.endpoint`), in groups. In each group, the first path that an object
/// has counts.
#[derive(Clone, Debug)]
pub(super) struct Paths {
    /// A tree of names; the first node is its root.
    nodes: Vec<PathNode>,
    groups: usize,
}

/// The names that may follow the beginning of a path.
#[derive(Clone, Debug)]
struct PathNode {
    /// For each byte, the number of the first name that begins with it, from 1; 0 if none does.
    by_first: [u16; 256],
    /// The names, sorted by their first byte.
    names: Vec<PathName>,
}

#[derive(Clone, Debug)]
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
    group: u16,
    /// The number of the path in its group, whose best path is the first.
    rank: u16,
}

impl PathEnd {
    pub(super) fn group(self) -> usize {
        usize::from(self.group)
    }

    pub(super) fn rank(self) -> usize {
        usize::from(self.rank)
    }
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

/// The best value of a group so far, with the rank of its path.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FoundValue<'j>(Option<(u16, JsonValue<'j>)>);

impl<'j> FoundValue<'j> {
    pub(super) fn value(self) -> Option<JsonValue<'j>> {
        self.0.map(|(_, value)| value)
    }

    /// Returns the rank of its path in the group.
    pub(super) fn rank(self) -> usize {
        self.0.map_or(0, |(rank, _)| usize::from(rank))
    }
}

impl Paths {
    /// Creates one group of paths, each as names joined by dots, the best one first.
    pub(super) fn new<'p>(paths: impl IntoIterator<Item = &'p str>) -> Self {
        Self::of(&[paths
            .into_iter()
            .map(|path| path.split('.').collect())
            .collect()])
    }

    /// Creates a group of one path, read as [`own`] does.
    pub(super) fn one(path: &str) -> Self {
        Self::of(&[own(path)])
    }

    /// Creates groups of paths, each as its names.
    pub(super) fn of(groups: &[Vec<Vec<&str>>]) -> Self {
        let mut paths = Self {
            nodes: vec![PathNode::default()],
            groups: groups.len(),
        };
        for (group, members) in groups.iter().enumerate() {
            for (rank, path) in members.iter().enumerate() {
                let end = PathEnd {
                    group: group as u16,
                    rank: rank as u16,
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
        let mut found = [FoundValue::default()];
        self.search(object, &mut found, |_, value| {
            matches!(value, JsonValue::Text(_) | JsonValue::Bare(_)) && takes(value)
        });
        found[0].value()
    }

    /// Finds values of any kind for each group, in one walk over the object. `takes` gets the end
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
            left: self.groups,
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

/// Returns the number of ways that [`own`] returns.
pub(super) fn own_count(path: &str) -> usize {
    if path.contains('.') { 2 } else { 1 }
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
        let at = self
            .names
            .iter()
            .position(|name| name.text == text)
            .unwrap_or_else(|| {
                self.names.push(PathName {
                    text: text.to_vec(),
                    ends: Vec::new(),
                    below: None,
                });
                self.names.len() - 1
            });
        &mut self.names[at]
    }

    fn index(&mut self) {
        self.names
            .sort_by(|one, other| one.text.first().cmp(&other.text.first()));
        for (number, name) in self.names.iter().enumerate().rev() {
            self.by_first[first(&name.text)] = number as u16 + 1;
        }
    }

    /// Returns the entry of a name, if a path has it here.
    fn find(&self, text: &[u8]) -> Option<&PathName> {
        let byte = first(text);
        let number = self.by_first[first(text)];
        let names = self.names.get(usize::from(number).checked_sub(1)?..)?;
        names
            .iter()
            .take_while(|name| first(&name.text) == byte)
            .find(|name| name.text == text)
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
    if cursor.byte() == Some(b'{') {
        while names.len() < most
            && let Some(Member::Name(name)) = cursor.member()
            && cursor.skip().is_some()
        {
            names.push(name);
        }
    }
    names
}

/// A walk over the bytes of an object.
struct PathSearch<'j, 'p, 'f, T> {
    cursor: Cursor<'j>,
    paths: &'p Paths,
    takes: T,
    found: &'f mut [FoundValue<'j>],
    /// Number of groups that may still get a better path.
    left: usize,
}

impl<'j, T: Fn(PathEnd, JsonValue<'j>) -> bool> PathSearch<'j, '_, '_, T> {
    /// Reads the members after `{`. `None` ends the walk: the best paths are found, or the bytes
    /// are not JSON.
    fn object(&mut self, node: usize) -> Option<()> {
        let paths = self.paths;
        while let Member::Name(text) = self.cursor.member()? {
            let Some(name) = paths.nodes[node].find(text) else {
                self.cursor.skip()?;
                continue;
            };
            if let (Some(below), Some(b'{')) = (name.below, self.cursor.peek()) {
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

    /// Stores a value for the group of a path, if it is the best one so far.
    fn take(&mut self, end: PathEnd, value: JsonValue<'j>) -> Option<()> {
        let found = &mut self.found[end.group()].0;
        if found.is_some_and(|(best, _)| best <= end.rank) {
            return Some(());
        }
        let takes = |value| (self.takes)(end, value);
        let first = || match value {
            JsonValue::Nested(list) => first_of(list).filter(|value| takes(*value)),
            _ => None,
        };
        let Some(value) = Some(value).filter(|value| takes(*value)).or_else(first) else {
            return Some(());
        };
        *found = Some((end.rank, value));
        self.left -= usize::from(end.rank == 0);
        (self.left > 0).then_some(())
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
        Some(if matches!(first, b'{' | b'[') {
            JsonValue::Nested(text)
        } else {
            JsonValue::Bare(text)
        })
    }
}

/// Returns the first item of a list if that is a string.
fn first_of(list: &[u8]) -> Option<JsonValue<'_>> {
    let mut cursor = Cursor::new(list.strip_prefix(b"[")?);
    cursor.blanks();
    (cursor.byte()? == b'"').then_some(())?;
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
        let paths = Paths::new(["request.endpoint", "url", "page.url", "n"]);
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
    fn one_walk_finds_the_best_path_of_each_group() {
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
                JsonValue::Nested(_) => end.group() == 2,
                _ => true,
            });
            let found =
                found.map(|found| found.value().map_or(&b""[..], JsonValue::bytes).as_bstr());
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
            let paths = Paths::new(["a.u", "u", "a"]);
            let _ = paths.find(json.as_bytes(), |_| true);
        }
    }
}
