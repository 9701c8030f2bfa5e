//! One value of a JSON object, found without reading the others: strings and braces are stepped
//! over, nothing is copied or built.
//!
//! An object is what a line of JSON holds. What follows the value that was found is not looked at,
//! so a record that is cut off still has the members before the cut. Of members with one name, the
//! first counts.

use bstr::ByteSlice;
use std::borrow::Cow;

/// Names of members, one below the other: `request.endpoint`. The first path that an object has
/// counts.
#[derive(Clone, Debug)]
pub(super) struct Paths {
    /// Each path as the names on the way.
    paths: Vec<Vec<Vec<u8>>>,
    /// For each depth, which paths have a name there that begins with a byte, as bits.
    by_first: Vec<[u32; 256]>,
    /// For each depth, which paths end there, as bits.
    last: Vec<u32>,
}

/// A value of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value<'j> {
    /// What stands between the quotes of a string, with its escapes.
    Text(&'j [u8]),
    /// A number, `true`, `false` or `null`.
    Bare(&'j [u8]),
}

impl Paths {
    /// Up to 32 paths, each as names that are joined by dots, the best one first.
    pub(super) fn new<'p>(paths: impl IntoIterator<Item = &'p str>) -> Self {
        let paths: Vec<Vec<Vec<u8>>> = paths
            .into_iter()
            .take(u32::BITS as usize)
            .map(|path| path.split('.').map(|name| name.as_bytes().to_vec()).collect())
            .collect();
        let depths = paths.iter().map(Vec::len).max().unwrap_or_default();
        let (mut by_first, mut last) = (vec![[0; 256]; depths], vec![0; depths]);
        for (number, path) in paths.iter().enumerate() {
            for (depth, name) in path.iter().enumerate() {
                let first = name.first().copied().unwrap_or(b'"');
                by_first[depth][usize::from(first)] |= 1 << number;
            }
            last[path.len() - 1] |= 1 << number;
        }
        Self { paths, by_first, last }
    }

    /// One path. A name may have dots itself: so `url.full` is the member of that name, or the
    /// member `full` of `url`.
    pub(super) fn one(path: &str) -> Self {
        let mut one = Self::new([path]);
        if path.contains('.') {
            one.paths.insert(0, vec![path.as_bytes().to_vec()]);
            let first = usize::from(path.as_bytes()[0]);
            for depth in &mut one.by_first {
                for bits in depth.iter_mut() {
                    *bits <<= 1;
                }
            }
            for bits in &mut one.last {
                *bits <<= 1;
            }
            one.by_first[0][first] |= 1;
            one.last[0] |= 1;
        }
        one
    }

    /// The value of the best path that the object has and that is taken. `None` if there is none,
    /// or before what is no object.
    pub(super) fn find<'j>(&self, object: &'j [u8], takes: impl Fn(Value<'j>) -> bool) -> Option<Value<'j>> {
        let mut search = Search { json: object, at: 0, paths: self, takes, best: u32::BITS, found: None };
        search.blanks();
        if search.next()? == b'{' {
            search.object(0, u32::MAX);
        }
        search.found
    }
}

/// The names of the first members of an object, with their escapes.
pub(super) fn names(object: &[u8], most: usize) -> Vec<&[u8]> {
    let none = Paths::new([]);
    let mut search = Search { json: object, at: 0, paths: &none, takes: |_| false, best: 0, found: None };
    let mut names = Vec::new();
    search.blanks();
    if search.next() == Some(b'{') {
        while names.len() < most
            && let Some(Member::Name(name)) = search.name()
            && search.skip().is_some()
        {
            names.push(name);
        }
    }
    names
}

/// What comes next in an object.
enum Member<'j> {
    /// A member of this name, with its escapes. The walk stands at its value.
    Name(&'j [u8]),
    End,
}

/// A walk over the bytes of an object.
struct Search<'j, 'p, T> {
    json: &'j [u8],
    at: usize,
    paths: &'p Paths,
    takes: T,
    /// The number of the path that was found, or that of bits; lower ones are better.
    best: u32,
    found: Option<Value<'j>>,
}

impl<'j, T: Fn(Value<'j>) -> bool> Search<'j, '_, T> {
    /// Walks over the members behind `{`. `None` ends the walk: the best path is found, or the
    /// bytes are no JSON.
    fn object(&mut self, depth: usize, paths: u32) -> Option<()> {
        while let Member::Name(name) = self.name()? {
            let paths = self.named(depth, paths, name);
            if paths == 0 {
                self.skip()?;
                continue;
            }
            if self.json.get(self.at) == Some(&b'{') && depth + 1 < self.paths.by_first.len() {
                self.at += 1;
                self.object(depth + 1, paths & !self.paths.last[depth])?;
                continue;
            }
            let number = (paths & self.paths.last[depth]).trailing_zeros();
            if matches!(self.json.get(self.at), Some(b'{' | b'[')) {
                self.skip()?;
                continue;
            }
            let value = self.value()?;
            if number < self.best && (self.takes)(value) {
                (self.best, self.found) = (number, Some(value));
                if number == 0 {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Which of the paths go on with this name.
    fn named(&self, depth: usize, paths: u32, name: &[u8]) -> u32 {
        let first = name.first().copied().unwrap_or(b'"');
        let (mut left, mut named) = (paths & self.paths.by_first[depth][usize::from(first)], 0);
        while left != 0 {
            let number = left.trailing_zeros();
            left &= left - 1;
            if self.paths.paths[number as usize][depth] == name {
                named |= 1 << number;
            }
        }
        named
    }

    /// Takes the next name of an object, up to its value.
    fn name(&mut self) -> Option<Member<'j>> {
        loop {
            self.blanks();
            match self.next()? {
                b'"' => break,
                b'}' => return Some(Member::End),
                b',' => {}
                _ => return None,
            }
        }
        let name = self.string()?;
        self.blanks();
        if self.next()? != b':' {
            return None;
        }
        self.blanks();
        Some(Member::Name(name))
    }

    /// Takes a value that is neither an object nor a list.
    fn value(&mut self) -> Option<Value<'j>> {
        let start = self.at;
        if self.json.get(start) == Some(&b'"') {
            self.at += 1;
            return self.string().map(Value::Text);
        }
        self.skip()?;
        Some(Value::Bare(&self.json[start..self.at]))
    }

    /// Steps over a value.
    fn skip(&mut self) -> Option<()> {
        let mut open = 0_usize;
        loop {
            match self.next()? {
                b'"' => {
                    self.string()?;
                }
                b'{' | b'[' => open += 1,
                // The end of the object around a bare value.
                b',' | b'}' | b']' if open == 0 => {
                    self.at -= 1;
                    return Some(());
                }
                b'}' | b']' => open -= 1,
                _ => continue,
            }
            if open == 0 {
                return Some(());
            }
        }
    }

    /// Steps over the rest of a string, and gives it.
    fn string(&mut self) -> Option<&'j [u8]> {
        let start = self.at;
        loop {
            let quote = self.at + self.json[self.at..].find_byte(b'"')?;
            self.at = quote + 1;
            let escapes = self.json[start..quote].iter().rev().take_while(|&&b| b == b'\\').count();
            if escapes % 2 == 0 {
                return Some(&self.json[start..quote]);
            }
        }
    }

    fn blanks(&mut self) {
        while self.json.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn next(&mut self) -> Option<u8> {
        let byte = *self.json.get(self.at)?;
        self.at += 1;
        Some(byte)
    }
}

/// The text of a string without its escapes.
pub(super) fn unescaped(text: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = text.find_byte(b'\\') else { return Cow::Borrowed(text) };
    let mut plain = text[..first].to_vec();
    let mut rest = &text[first..];
    while let [byte, tail @ ..] = rest {
        rest = tail;
        if *byte != b'\\' {
            plain.push(*byte);
            continue;
        }
        let Some((&escape, tail)) = rest.split_first() else {
            plain.push(b'\\');
            break;
        };
        rest = tail;
        match escape {
            b'b' => plain.push(0x08),
            b'f' => plain.push(0x0C),
            b'n' => plain.push(b'\n'),
            b'r' => plain.push(b'\r'),
            b't' => plain.push(b'\t'),
            b'u' => match character(rest) {
                Some((character, length)) => {
                    plain.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                    rest = &rest[length..];
                }
                None => plain.extend_from_slice(b"\\u"),
            },
            other => plain.push(other),
        }
    }
    Cow::Owned(plain)
}

/// The character of the digits behind `\u`, and the length of these; two escapes make one beyond
/// the first 65,536.
fn character(digits: &[u8]) -> Option<(char, usize)> {
    let unit = |digits: &[u8]| -> Option<u32> {
        let digits = digits.get(..4).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))?;
        u32::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
    };
    let first = unit(digits)?;
    if let Some(character) = char::from_u32(first) {
        return Some((character, 4));
    }
    let second = unit(digits.get(4..)?.strip_prefix(b"\\u")?)?;
    let is_pair = (0xD800..0xDC00).contains(&first) && (0xDC00..0xE000).contains(&second);
    let code = 0x10000 + ((first - 0xD800) << 10) + (second.checked_sub(0xDC00)?);
    char::from_u32(code).filter(|_| is_pair).map(|character| (character, 10))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn find<'j>(paths: &Paths, json: &'j str) -> Option<&'j str> {
        let value = paths.find(json.as_bytes(), |_| true)?;
        let (Value::Text(text) | Value::Bare(text)) = value;
        Some(str::from_utf8(text).expect("it is a piece of text"))
    }

    #[test]
    fn the_best_path_is_found() {
        let paths = Paths::new(["request.endpoint", "url", "page.url", "n"]);
        for (json, wanted) in [
            (r#"{"url":"a"}"#, Some("a")),
            (r#" { "x" : [1, {"url":"no"}, "]"], "url" : "a" , "y":2}"#, Some("a")),
            (r#"{"url":"a","request":{"method":"GET","endpoint":"b"},"page":{"url":"c"}}"#, Some("b")),
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
        let value =
            paths.find(br#"{"request":{"endpoint":"-"},"url":"/a"}"#, |value| value != Value::Text(b"-"));
        assert_eq!(value, Some(Value::Text(b"/a")));
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
                wanted.iter().map(|name| name.as_bytes()).collect::<Vec<_>>(),
                "{json}"
            );
        }
        assert_eq!(names(br#"{"a":1,"b":2}"#, 1).len(), 1);
    }

    #[test]
    fn a_name_may_have_dots() {
        let paths = Paths::one("url.full");
        assert_eq!(find(&paths, r#"{"url":{"full":"a"}}"#), Some("a"));
        assert_eq!(find(&paths, r#"{"url":{"full":"a"},"url.full":"b"}"#), Some("b"));
        assert_eq!(find(&paths, r#"{"url":"a"}"#), None);
    }

    #[test]
    fn escapes_are_undone() {
        for (text, wanted) in [
            ("plain", "plain"),
            (r"https:\/\/a.example\/?x=1\u0026y=\u003c\u00e9", "https://a.example/?x=1&y=<é"),
            (r#"\"\\\t\n"#, "\"\\\t\n"),
            (r"\ud83d\ude00!", "😀!"),
            (r"\ud83d!", r"\ud83d!"),
            (r"\uZZZZ\u12", r"\uZZZZ\u12"),
            (r"end\", r"end\"),
        ] {
            assert_eq!(unescaped(text.as_bytes()).as_bstr(), wanted, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn any_bytes_give_an_answer(json in r#"[{}\[\]",:\\a u-]{0,40}"#) {
            let paths = Paths::new(["a.u", "u", "a"]);
            let _ = paths.find(json.as_bytes(), |_| true);
            let _ = unescaped(json.as_bytes());
        }
    }
}
