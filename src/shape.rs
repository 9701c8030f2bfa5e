//! The template of a URL as text: `https://example.com/user/{int}/edit?id&page`.
//!
//! Records hold hashes only, because the filter needs no more. Whoever wants to see what a URL was taken for has its line parsed
//! again here, into the same tokens in the same order, as text this time. A property below keeps both in step.
//!
//! | | |
//! |---|---|
//! | `{int}`, `{uuid}`, `{slug}.html` | a value, by the name of its class |
//! | `{word}` | a word in a place that was learned to be variable |
//! | `item{}` | a number or hash within a word |
//! | `?id&page` | names of parameters; `action=delete` where the value chooses what happens, `to={url}` where it is a URL |
//!
//! Parameters stand in the order of their names. A brace of the URL itself is escaped, so every brace is one of these marks.

use crate::learned::Learned;
use crate::parse::{self, Address, Scratch};
use crate::record::{self, Mode};
use crate::token::{self, Class, Surroundings, Traits, Value};

/// What a URL was taken for, part by part, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    pub scheme: String,
    pub host: String,
    pub segments: Vec<Segment>,
    /// In the order of their names, each once.
    pub params: Vec<Param>,
    pub fragment: String,
    /// Where the route of the fragment starts among the segments, with its `#`.
    route: Option<usize>,
    /// Whether a scheme or a host makes it more than a path.
    has_authority: bool,
    /// Whether scheme and fragment are compared.
    literal: bool,
}

/// How far the segments have been read, as the scanner does.
#[derive(Default)]
struct Walk {
    api: bool,
    /// A path inside the path begins with the next segment.
    tail: bool,
    /// It has begun, and is one value however deep it is.
    inside: bool,
}

/// A segment of the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// What is hashed: `{}` for a value.
    pub token: Vec<u8>,
    /// What is hashed where its place is variable.
    pub variable: Vec<u8>,
    /// What is shown: `{int}`.
    pub shown: String,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Param {
    /// What is hashed of the name.
    pub name: Vec<u8>,
    pub value: Assigned,
}

/// What a parameter's value was taken for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Assigned {
    /// No `=`.
    Nothing,
    /// These bytes.
    Text(Vec<u8>),
    /// The class of this name.
    Class(Value),
}

impl Parts {
    /// Takes a line apart. `None` if it is no URL.
    pub(crate) fn of(line: &[u8], mode: &Mode) -> Option<Self> {
        let mut scratch = Scratch::default();
        let bytes = line.strip_suffix(b"\r").unwrap_or(line);
        let (address, _) = parse::parse(bytes, &mut scratch)?;
        let mut parts = Self {
            scheme: text(address.scheme),
            host: text(address.host),
            has_authority: !address.scheme.is_empty() || !address.host.is_empty(),
            literal: matches!(mode, Mode::Literal),
            ..Self::default()
        };
        parts.address(&address, mode);
        Some(parts)
    }

    fn address(&mut self, address: &Address<'_>, mode: &Mode) {
        let mut walk = Walk { api: !self.literal && record::is_api_host(address.host), ..Walk::default() };
        for segment in address.segments() {
            self.segment(segment, mode, &mut walk);
        }
        for (name, value) in address.pairs() {
            self.param(name, value, mode);
        }
        if self.literal {
            self.fragment = text(address.fragment);
        } else if let [b'/' | b'!', ..] = address.fragment {
            self.route = Some(self.segments.len());
            self.segments.push(Segment { token: b"#".into(), variable: b"#".into(), shown: "#".into() });
            let mut halves = address.fragment.splitn(2, |&b| b == b'?');
            let path = halves.next().unwrap_or_default();
            for segment in path.strip_prefix(b"!").unwrap_or(path).split(|&b| b == b'/') {
                self.segment(segment, mode, &mut walk);
            }
            for (name, value) in record::split_pairs(halves.next().unwrap_or_default(), b'&') {
                self.param(name, value, mode);
            }
        }
        self.params.sort_unstable();
        self.params.dedup();
    }

    fn segment(&mut self, segment: &[u8], mode: &Mode, walk: &mut Walk) {
        let (name, matrix) = record::split_matrix(segment);
        for (name, value) in record::split_pairs(matrix, b';') {
            self.param(name, value, mode);
        }
        if name.is_empty() || walk.inside {
            return;
        }
        let position = self.segments.len();
        let (segment, traits) = if std::mem::take(&mut walk.tail) {
            walk.inside = true;
            let segment = Segment { token: b"{}".into(), variable: b"{}".into(), shown: "{path}".into() };
            (segment, Traits(Traits::VALUE))
        } else {
            Segment::of(name, mode, Surroundings { early: position < 2, api: walk.api })
        };
        walk.api |= position < 3 && traits.has(Traits::API);
        walk.tail = !walk.inside && traits.has(Traits::TAIL) && position >= 2 && !walk.api;
        self.segments.push(segment);
    }

    fn param(&mut self, name: &[u8], value: Option<&[u8]>, mode: &Mode) {
        let param = match mode {
            Mode::Literal => {
                let value = value.map_or(Assigned::Nothing, |value| Assigned::Text(value.into()));
                Param { name: name.into(), value }
            }
            Mode::Classes { params, .. } => {
                let mut token = Vec::new();
                let Some(value) = params.classify(name, value, &mut token) else { return };
                Param { name: token, value: Assigned::Class(value) }
            }
        };
        self.params.push(param);
    }

    /// Writes the template under a reading of the path.
    pub(crate) fn template(&self, reading: &Learned) -> String {
        let mut shape = String::new();
        if !self.scheme.is_empty() {
            shape.push_str(&self.scheme);
            shape.push_str("://");
        }
        shape.push_str(&self.host);
        let (path, route) = self.segments.split_at(self.route.unwrap_or(self.segments.len()));
        for index in 0..path.len() {
            shape.push('/');
            shape.push_str(&self.shown(index, reading));
        }
        if path.is_empty() && (self.has_authority || route.is_empty()) {
            shape.push('/');
        }
        for (separator, param) in std::iter::once('?').chain(std::iter::repeat('&')).zip(&self.params) {
            shape.push(separator);
            shape.push_str(&param.shown(self.literal));
        }
        for index in path.len()..self.segments.len() {
            shape.push_str(if index == path.len() { "" } else { "/" });
            shape.push_str(&self.shown(index, reading));
        }
        if !self.fragment.is_empty() {
            shape.push('#');
            shape.push_str(&self.fragment);
        }
        shape
    }

    /// What is shown of a segment under a reading.
    pub(crate) fn shown(&self, index: usize, reading: &Learned) -> String {
        let segment = &self.segments[index];
        if reading.is_learned(index) { named(&segment.variable, Class::Word) } else { segment.shown.clone() }
    }

    /// The host, with its scheme where that is another service than the web.
    pub(crate) fn service(&self) -> String {
        match self.scheme.as_str() {
            "" | "http" | "https" => self.host.clone(),
            scheme => format!("{scheme}://{}", self.host),
        }
    }

    /// The token of a segment under a reading.
    pub(crate) fn token(&self, index: usize, reading: &Learned) -> &[u8] {
        let segment = &self.segments[index];
        if reading.is_learned(index) { &segment.variable } else { &segment.token }
    }
}

impl Segment {
    fn of(name: &[u8], mode: &Mode, place: Surroundings) -> (Self, Traits) {
        let Mode::Classes { classes, .. } = mode else {
            let segment = Self { token: name.into(), variable: Vec::new(), shown: text(name) };
            return (segment, Traits::default());
        };
        let mut token = Vec::new();
        let found = token::classify(name, place, *classes, &mut token);
        let shown = if found.class.is_variable() { named(&token, found.class) } else { marked(&token) };
        let mut variable = token.clone();
        if !found.traits.has(Traits::VALUE) {
            found.write_variable(&mut variable);
        }
        (Self { token, variable, shown }, found.traits)
    }
}

impl Param {
    /// The parameter as a template shows it: its value only where that is part of the name, or compared as text.
    fn shown(&self, literal: bool) -> String {
        match &self.value {
            _ if literal => self.to_text(),
            Assigned::Class(Value::Url) => self.to_text(),
            _ if self.name.is_empty() => "{}".to_owned(),
            _ => escaped(&self.name),
        }
    }

    /// The parameter with its value.
    pub(crate) fn to_text(&self) -> String {
        match &self.value {
            Assigned::Nothing => text(&self.name),
            Assigned::Text(value) => format!("{}={}", text(&self.name), text(value)),
            // The token of the name says so already.
            Assigned::Class(Value::Url) => {
                format!("{}={{url}}", escaped(self.name.strip_suffix(b"=url").unwrap_or(&self.name)))
            }
            Assigned::Class(value) => format!("{}={}", escaped(&self.name), value.token()),
        }
    }
}

/// Canonical text is ASCII.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Text in which every brace is an escape.
fn escaped(bytes: &[u8]) -> String {
    if memchr::memchr2(b'{', b'}', bytes).is_none() {
        return text(bytes);
    }
    text(bytes).replace('{', "%7B").replace('}', "%7D")
}

/// The token of a value, with its class for the mark in it. No namespace has a mark.
fn named(token: &[u8], class: Class) -> String {
    let mark = memchr::memmem::find(token, b"{}").unwrap_or(token.len());
    let (namespace, rest) = token.split_at(mark);
    [&text(namespace), "{", class.name(), "}", &marked(rest.strip_prefix(b"{}").unwrap_or(rest))].concat()
}

/// A word's token, whose `{}` are marks and whose other braces are not.
fn marked(token: &[u8]) -> String {
    if memchr::memchr2(b'{', b'}', token).is_none() {
        return text(token);
    }
    text(token).split("{}").map(|part| escaped(part.as_bytes())).collect::<Vec<_>>().join("{}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Batch, Builder, Sift};
    use proptest::prelude::*;

    fn shape(builder: Builder, line: &str) -> String {
        let sift = builder.build().expect("the settings are valid");
        let parts = Parts::of(line.as_bytes(), &sift.scanner().mode).expect("it is a URL");
        parts.template(&Learned::default())
    }

    #[test]
    fn shapes_are_templates() {
        let cases = [
            ("https://example.com/user/42/edit?page=2&id=7", "https://example.com/user/{int}/edit?id&page"),
            ("http://Example.com:80", "http://example.com/"),
            ("example.com:8080/a//b/", "example.com:8080/a/b"),
            ("/a/2024-05-06/x.png", "/a/{numbers}/{media}.png"),
            ("https://a.test/item42.php", "https://a.test/item{}.php"),
            (
                "https://a.test/?action=delete&to=https://b.test&utm_source=x",
                "https://a.test/?action=delete&to={url}",
            ),
            ("https://a.test/x;v=1?f[3]=1&f[4]=2", "https://a.test/x?f[]&v"),
            ("https://a.test/app#/users/7?page=1", "https://a.test/app?page#/users/{int}"),
            ("https://a.test/app#top", "https://a.test/app"),
            ("https://a.test/?{x}=1", "https://a.test/?%7Bx%7D"),
            ("ftp://a.test/", "ftp://a.test/"),
            ("https://a.test/ann/zot/blob/main/src/a.rs", "https://a.test/ann/zot/blob/{path}"),
        ];
        for (line, wanted) in cases {
            assert_eq!(shape(Sift::builder(), line), wanted, "{line}");
        }
        let literal = "https://a.test/user/42?b=2&a&b=1&c=#top";
        assert_eq!(shape(Sift::builder().literal(true), literal), "https://a.test/user/42?a&b=1&b=2&c=#top");
    }

    #[test]
    fn learned_words_are_shown_as_such() {
        let sift = Sift::builder().build().expect("the settings are valid");
        let parts = Parts::of(b"https://a.test/tag/red.html", &sift.scanner().mode).expect("it is a URL");
        let learned = Learned::from_words(&[0b10]);
        assert_eq!(parts.template(&learned), "https://a.test/tag/{word}.html");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        /// The scanner and this module see the same tokens in the same order.
        #[test]
        fn tokens_are_those_of_the_scanner(
            line in r"(https?://|//|)a\.(test|com)(/([a-z0-9.;=@~%_-]{0,12}|blob|v1|api)){0,6}(\?([a-z0-9&=\[\]%/:]{0,20}|action=[a-z]{1,5}))?(#[/!]{0,2}[a-z0-9/?=&]{0,12})?",
            literal in any::<bool>()
        ) {
            let scanner = Sift::builder().literal(literal).build().expect("the settings are valid").scanner().whole();
            let mut batch = Batch::default();
            scanner.scan(line.as_bytes(), &mut batch);
            let record = &batch.records[0];
            let parts = Parts::of(line.as_bytes(), &scanner.mode);
            prop_assert_eq!(parts.is_some(), matches!(record.kind, crate::record::Kind::Url { .. }));
            if let Some(parts) = parts {
                let hashed = |bytes: &[u8]| scanner.key.token(bytes);
                let tokens: Vec<u64> = parts.segments.iter().map(|s| hashed(&s.token)).collect();
                prop_assert_eq!(tokens, batch.segments_of(record).iter().map(|s| s.token).collect::<Vec<_>>());
                if !literal {
                    let variable: Vec<u64> = parts.segments.iter().map(|s| hashed(&s.variable)).collect();
                    prop_assert_eq!(
                        variable, batch.segments_of(record).iter().map(|s| s.variable).collect::<Vec<_>>()
                    );
                }
                // What a value adds to a name's token is joined to its hash there.
                let joined = |param: &Param| {
                    let split = param.name.iter().position(|&b| b == b'=').filter(|_| !literal);
                    let (name, addition) = param.name.split_at(split.unwrap_or(param.name.len()));
                    match &param.value {
                        Assigned::Class(Value::Url) => scanner.key.join(hashed(name), Value::Url as u64),
                        _ if addition.is_empty() => hashed(name),
                        _ => scanner.key.join(hashed(name), hashed(&addition[1..])),
                    }
                };
                let mut names: Vec<u64> = parts.params.iter().map(joined).collect();
                names.sort_unstable();
                prop_assert_eq!(names, batch.pairs_of(record).iter().map(|p| p.name).collect::<Vec<_>>());
            }
        }
    }
}
