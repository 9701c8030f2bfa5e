//! The template of a URL as text: `https://example.com/user/{int}/edit?id&page`.
//!
//! Records hold hashes only, because the filter needs no more. Whoever wants to see what a URL was taken for has its line walked
//! over again, with a [sink](Sink) that keeps text.
//!
//! | | |
//! |---|---|
//! | `{int}`, `{uuid}`, `{slug}.html` | a value, by the name of its class |
//! | `{word}` | a word at a learned position |
//! | `item{}` | a number or hash within a word |
//! | `?id&page` | names of parameters; `action=delete` where the value chooses what happens, `to={url}` where it is a URL |
//!
//! Parameters stand in the order of their names. A brace of the URL itself is escaped, so every brace is one of these marks.

use crate::input;
use crate::parse::Scratch;
use crate::token::{Class, Mode, Query, Sink, Surroundings, Traits, Value, is_api_host, walk};
use crate::variant::Variant;

/// What a URL was taken for, part by part, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    pub scheme: String,
    pub host: String,
    pub segments: Vec<ShapeSegment>,
    /// In the order of their names, each once.
    pub params: Vec<ShapeParam>,
    /// Empty where it is not compared.
    pub fragment: String,
    /// Where the route of the fragment starts among the segments, with its `#`.
    route: Option<usize>,
    /// Whether a scheme or a host makes it more than a path.
    has_authority: bool,
    /// Whether scheme and fragment are compared.
    literal: bool,
}

/// A segment of the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShapeSegment {
    /// What is hashed: `{}` for a value.
    pub token: Vec<u8>,
    /// What is hashed where its position is variable.
    pub variable: Vec<u8>,
    /// What is shown: `{int}`.
    pub shown: String,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ShapeParam {
    /// The token of the name, with what its value adds to it.
    pub name: Vec<u8>,
    /// How long it is without that.
    pub stem: usize,
    pub value: Assigned,
}

/// What a parameter's value was taken for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Assigned {
    /// No `=`.
    Nothing,
    /// These bytes.
    Text(Vec<u8>),
    /// What kind of value it is.
    Kind(Value),
}

/// The sink that keeps text.
struct Text<'a> {
    mode: &'a Mode,
    shape: Shape,
}

impl Sink for Text<'_> {
    fn segment(&mut self, name: &[u8], surroundings: Surroundings) -> Traits {
        let (segment, traits) = ShapeSegment::of(name, self.mode, surroundings);
        self.shape.segments.push(segment);
        traits
    }

    fn inner_path(&mut self) {
        let shown = "{path}".to_owned();
        self.shape.segments.push(ShapeSegment { token: b"{}".into(), variable: b"{}".into(), shown });
    }

    fn route(&mut self) {
        self.shape.route = Some(self.shape.segments.len());
        let shown = "#".to_owned();
        self.shape.segments.push(ShapeSegment { token: b"#".into(), variable: b"#".into(), shown });
    }

    fn param(&mut self, name: &[u8], value: Option<&[u8]>, query: Query<'_>) {
        let param = match self.mode {
            Mode::Literal => {
                let value = value.map_or(Assigned::Nothing, |value| Assigned::Text(value.into()));
                ShapeParam { name: name.into(), stem: name.len(), value }
            }
            Mode::Classes { params, .. } => {
                let mut token = Vec::new();
                let Some(value) = params.classify(name, value, query, &mut token) else { return };
                // No name has a `=` of its own.
                let stem = memchr::memchr(b'=', &token).unwrap_or(token.len());
                ShapeParam { name: token, stem, value: Assigned::Kind(value) }
            }
        };
        self.shape.params.push(param);
    }
}

impl Shape {
    /// Takes a line apart. `None` if it is not a URL.
    pub(crate) fn of(line: &[u8], mode: &Mode) -> Option<Self> {
        let mut scratch = Scratch::default();
        let (address, _) = input::parse(line, &mut scratch)?;
        let literal = mode.is_literal();
        let shape = Self {
            scheme: text(address.scheme),
            host: text(address.host),
            fragment: if literal { text(address.fragment) } else { String::new() },
            has_authority: !address.scheme.is_empty() || !address.host.is_empty(),
            literal,
            ..Self::default()
        };
        let mut sink = Text { mode, shape };
        walk(&address, literal, !literal && is_api_host(address.host), &mut sink);
        let mut shape = sink.shape;
        shape.params.sort_unstable();
        shape.params.dedup();
        Some(shape)
    }

    /// Writes the template of a variant.
    pub(crate) fn template(&self, variant: &Variant) -> String {
        let mut shape = String::new();
        if !self.scheme.is_empty() {
            shape.push_str(&self.scheme);
            shape.push_str("://");
        }
        shape.push_str(&self.host);
        let (path, route) = self.segments.split_at(self.route.unwrap_or(self.segments.len()));
        for index in 0..path.len() {
            shape.push('/');
            shape.push_str(&self.shown(index, variant));
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
            shape.push_str(&self.shown(index, variant));
        }
        if !self.fragment.is_empty() {
            shape.push('#');
            shape.push_str(&self.fragment);
        }
        shape
    }

    /// What is shown of a segment in a variant.
    pub(crate) fn shown(&self, index: usize, variant: &Variant) -> String {
        let segment = &self.segments[index];
        if variant.is_learned(index) { named(&segment.variable, Class::Word) } else { segment.shown.clone() }
    }

    /// The host, with its scheme where that is another service than the web.
    pub(crate) fn service(&self) -> String {
        match self.scheme.as_str() {
            "" | "http" | "https" => self.host.clone(),
            scheme => format!("{scheme}://{}", self.host),
        }
    }

    /// The token of a segment in a variant.
    pub(crate) fn token(&self, index: usize, variant: &Variant) -> &[u8] {
        let segment = &self.segments[index];
        if variant.is_learned(index) { &segment.variable } else { &segment.token }
    }
}

impl ShapeSegment {
    fn of(name: &[u8], mode: &Mode, surroundings: Surroundings) -> (Self, Traits) {
        let Mode::Classes { classifier, .. } = mode else {
            let segment = Self { token: name.into(), variable: Vec::new(), shown: text(name) };
            return (segment, Traits::default());
        };
        let mut token = Vec::new();
        let found = classifier.classify(name, surroundings, &mut token);
        let shown = if found.class.is_variable() { named(&token, found.class) } else { marked(&token) };
        let mut variable = token.clone();
        if !found.traits.has(Traits::VALUE) {
            found.write_variable(&mut variable);
        }
        (Self { token, variable, shown }, found.traits)
    }
}

impl ShapeParam {
    /// The parameter as a template shows it: its value only where that is part of the name, or compared as text.
    fn shown(&self, literal: bool) -> String {
        match &self.value {
            _ if literal => self.to_text(),
            Assigned::Kind(Value::Url) => self.to_text(),
            _ if self.name.is_empty() => "{}".to_owned(),
            _ => marked(&self.name),
        }
    }

    /// The parameter with its value.
    pub(crate) fn to_text(&self) -> String {
        match &self.value {
            Assigned::Nothing => text(&self.name),
            Assigned::Text(value) => format!("{}={}", text(&self.name), text(value)),
            // The token of the name says so already.
            Assigned::Kind(Value::Url) => {
                format!("{}={{url}}", marked(self.name.strip_suffix(b"=url").unwrap_or(&self.name)))
            }
            Assigned::Kind(value) => format!("{}={}", marked(&self.name), value.token()),
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
    use crate::record::{Batch, Record};
    use crate::{Builder, Sift};
    use proptest::prelude::*;

    fn shape_of(builder: Builder, line: &str) -> String {
        let sift = builder.build().expect("the settings are valid");
        let shape = Shape::of(line.as_bytes(), &sift.scanner().mode).expect("it is a URL");
        shape.template(&Variant::default())
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
            assert_eq!(shape_of(Sift::builder(), line), wanted, "{line}");
        }
        let literal = "https://a.test/user/42?b=2&a&b=1&c=#top";
        assert_eq!(
            shape_of(Sift::builder().literal(true), literal),
            "https://a.test/user/42?a&b=1&b=2&c=#top"
        );
    }

    #[test]
    fn learned_words_are_shown_as_such() {
        let sift = Sift::builder().build().expect("the settings are valid");
        let shape = Shape::of(b"https://a.test/tag/red.html", &sift.scanner().mode).expect("it is a URL");
        let learned = Variant::from_words(&[0b0100]);
        assert_eq!(shape.template(&learned), "https://a.test/tag/{word}.html");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        /// Both sinks get the same tokens in the same order. (That the pairs are the same is tested by the percentages of comparisons.)
        #[test]
        fn tokens_are_those_of_the_scanner(
            line in r"(https?://|//|)a\.(test|com)(/([a-z0-9.;=@~%_-]{0,12}|blob|v1|api)){0,6}(\?([a-z0-9&=\[\]%/:]{0,20}|action=[a-z]{1,5}))?(#[/!]{0,2}[a-z0-9/?=&]{0,12})?",
            literal in any::<bool>()
        ) {
            let scanner = Sift::builder().literal(literal).build().expect("the settings are valid").scanner().whole();
            let mut batch = Batch::default();
            scanner.scan(line.as_bytes(), &mut batch);
            let parts = Shape::of(line.as_bytes(), &scanner.mode);
            let Record::Url(url) = &batch.records[0] else {
                prop_assert_eq!(parts, None);
                return Ok(());
            };
            let parts = parts.expect("the scanner takes it for a URL");
            let hashed = |bytes: &[u8]| scanner.key.token(bytes);
            let tokens: Vec<u64> = parts.segments.iter().map(|s| hashed(&s.token)).collect();
            prop_assert_eq!(tokens, batch.segments_of(url).iter().map(|s| s.token).collect::<Vec<_>>());
            if !literal {
                let variable: Vec<u64> = parts.segments.iter().map(|s| hashed(&s.variable)).collect();
                prop_assert_eq!(
                    variable, batch.segments_of(url).iter().map(|s| s.variable).collect::<Vec<_>>()
                );
            }
        }
    }
}
