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

use crate::hash::Key;
use crate::input;
use crate::parse::{Address, Scratch};
use crate::record::{Pair, Segment, Url};
use crate::token::{Class, Mode, Query, Sink, Surroundings, Traits, Value, is_api_host, walk};
use crate::variant::Variant;
use std::cmp::Ordering;

/// What a URL was taken for, part by part, as text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape {
    /// The bytes of all parts: a line has up to half a million of them, and each would be an allocation.
    text: Vec<u8>,
    scheme: Span,
    host: Span,
    pub segments: Vec<ShapeSegment>,
    /// In the order of their names, each once.
    pub params: Vec<ShapeParam>,
    /// Empty where it is not compared.
    fragment: Span,
    /// Where the route of the fragment starts among the segments, with its `#`.
    route: Option<usize>,
    /// Whether a scheme or a host makes it more than a path.
    has_authority: bool,
    /// Whether scheme and fragment are compared.
    literal: bool,
    /// The token of a part, kept for its memory.
    token: Vec<u8>,
}

/// Where a part stands in the text of its shape. Lines are shorter than 2^32 bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    start: u32,
    end: u32,
}

/// A segment of the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeSegment {
    /// What is hashed: `{}` for a value.
    pub token: Span,
    /// What is hashed where its position is variable.
    pub variable: Span,
    shown: Shown,
}

/// How a segment is shown.
#[derive(Clone, Copy, Debug)]
enum Shown {
    /// As its token reads.
    Text,
    /// As its token reads, whose `{}` are marks.
    Word,
    /// By the name of its class.
    Value(Class),
    /// As `{path}`.
    Path,
}

/// What a segment was taken for in a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// For what is written.
    Written,
    /// For a word with a number or hash in it.
    Marked,
    Class(Class),
    /// For a path inside the path.
    Path,
    /// For a value, because its position was learned.
    Learned,
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShapeParam {
    /// The token of the name, with what its value adds to it.
    name: Span,
    /// How long it is without that.
    stem: u32,
    value: Assigned<Span>,
}

/// What a parameter's value was taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Assigned<T> {
    /// No `=`.
    Nothing,
    /// These bytes.
    Text(T),
    /// What kind of value it is.
    Kind(Value),
}

/// The text of a parameter; parameters have its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ParamText<'s> {
    pub name: &'s [u8],
    pub stem: usize,
    pub value: Assigned<&'s [u8]>,
}

/// What scanning has found out about a line. Most of its segments need not be classed again to be shown: worth a third of the time
/// of a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scanned<'a> {
    pub key: &'a Key,
    /// The token of a value without an extension.
    pub value: u64,
    pub url: &'a Url,
    pub segments: &'a [Segment],
    pub pairs: &'a [Pair],
}

impl Scanned<'_> {
    /// The next segment as it is shown, if that is known without asking for its class: its token, and that of its position.
    fn step(&mut self, name: &[u8]) -> Option<(Word, Word, Segment)> {
        let (&segment, rest) = self.segments.split_first()?;
        self.segments = rest;
        let own = match segment.token {
            token if token == self.value => Word::Mark,
            token if token == self.key.token(name) => Word::Name,
            _ => return None,
        };
        let variable = if segment.traits.has(Traits::VALUE) || segment.variable == segment.token {
            own
        } else if segment.variable == self.value {
            Word::Mark
        } else {
            return None;
        };
        segment.class.is_some().then_some((own, variable, segment))
    }
}

/// A token that is known without its class.
#[derive(Clone, Copy)]
enum Word {
    /// `{}`
    Mark,
    /// The segment as it is written.
    Name,
}

/// The sink that keeps text.
struct Text<'a> {
    mode: &'a Mode,
    scanned: Option<Scanned<'a>>,
    shape: &'a mut Shape,
    token: Vec<u8>,
}

impl Sink for Text<'_> {
    fn segment(&mut self, name: &[u8], surroundings: Surroundings) -> Traits {
        let Self { mode, scanned, shape, token } = self;
        let Mode::Classes { classifier, .. } = mode else {
            let segment =
                ShapeSegment { token: shape.keep(name), variable: Span::default(), shown: Shown::Text };
            shape.segments.push(segment);
            return Traits::default();
        };
        if let Some((own, variable, Segment { class: Some(class), traits, .. })) =
            scanned.as_mut().and_then(|scanned| scanned.step(name))
        {
            let mut keep = |word| shape.keep(if matches!(word, Word::Mark) { b"{}" } else { name });
            let (token, variable) = (keep(own), keep(variable));
            let shown = if class.is_variable() { Shown::Value(class) } else { Shown::Word };
            shape.segments.push(ShapeSegment { token, variable, shown });
            return traits;
        }
        let found = classifier.classify(name, surroundings, token);
        let own = shape.keep(token);
        let variable = if found.traits.has(Traits::VALUE) {
            own
        } else {
            found.write_variable(token);
            shape.keep(token)
        };
        let shown = if found.class.is_variable() { Shown::Value(found.class) } else { Shown::Word };
        shape.segments.push(ShapeSegment { token: own, variable, shown });
        found.traits
    }

    fn inner_path(&mut self) {
        self.skip();
        let value = self.shape.keep(b"{}");
        self.shape.segments.push(ShapeSegment { token: value, variable: value, shown: Shown::Path });
    }

    fn route(&mut self) {
        self.skip();
        self.shape.route = Some(self.shape.segments.len());
        let mark = self.shape.keep(b"#");
        self.shape.segments.push(ShapeSegment { token: mark, variable: mark, shown: Shown::Text });
    }

    fn param(&mut self, name: &[u8], value: Option<&[u8]>, query: &Query<'_>) {
        let Self { mode, shape, token, .. } = self;
        let param = match mode {
            Mode::Literal => {
                let stem = name.len() as u32;
                let name = shape.keep(name);
                let value = value.map_or(Assigned::Nothing, |value| Assigned::Text(shape.keep(value)));
                ShapeParam { name, stem, value }
            }
            Mode::Classes { params, .. } => {
                let Some(value) = params.classify(name, value, query, token) else { return };
                // No name has a `=` of its own.
                let stem = memchr::memchr(b'=', token).unwrap_or(token.len()) as u32;
                ShapeParam { name: shape.keep(token), stem, value: Assigned::Kind(value) }
            }
        };
        shape.params.push(param);
    }
}

impl Text<'_> {
    /// Leaves out what scanning has found out about the next segment.
    fn skip(&mut self) {
        if let Some(scanned) = &mut self.scanned {
            scanned.segments = scanned.segments.get(1..).unwrap_or_default();
        }
    }
}

impl Shape {
    /// Takes a line apart. `None` if it is not a URL.
    pub(crate) fn of(line: &[u8], mode: &Mode) -> Option<Self> {
        let mut scratch = Scratch::default();
        let (address, _) = input::parse(line, &mut scratch)?;
        Some(Self::of_address(&address, mode, None))
    }

    /// Takes a parsed line apart.
    pub(crate) fn of_address(address: &Address<'_>, mode: &Mode, scanned: Option<Scanned<'_>>) -> Self {
        let mut shape = Self::default();
        shape.read(address, mode, scanned);
        shape
    }

    /// Takes another line apart, in the memory of the one before.
    pub(crate) fn read(&mut self, address: &Address<'_>, mode: &Mode, scanned: Option<Scanned<'_>>) {
        let literal = mode.is_literal();
        self.text.clear();
        self.segments.clear();
        self.params.clear();
        self.route = None;
        self.has_authority = !address.scheme.is_empty() || !address.host.is_empty();
        self.literal = literal;
        self.scheme = self.keep(address.scheme);
        let host = mode.host(address.host);
        self.host = self.keep(&host);
        self.fragment = self.keep(if literal { address.fragment } else { b"" });
        let token = std::mem::take(&mut self.token);
        let mut sink = Text { mode, scanned, shape: self, token };
        walk(address, literal, !literal && is_api_host(&host), &mut sink);
        self.token = sink.token;
        let mut params = std::mem::take(&mut self.params);
        params.sort_unstable_by(|a, b| self.compare(a, b));
        params.dedup_by(|a, b| self.compare(a, b).is_eq());
        self.params = params;
    }

    fn keep(&mut self, bytes: &[u8]) -> Span {
        let start = self.text.len() as u32;
        self.text.extend_from_slice(bytes);
        Span { start, end: self.text.len() as u32 }
    }

    /// The bytes of a part.
    pub(crate) fn bytes(&self, span: Span) -> &[u8] {
        &self.text[span.start as usize..span.end as usize]
    }

    fn compare(&self, a: &ShapeParam, b: &ShapeParam) -> Ordering {
        self.param(a).cmp(&self.param(b))
    }

    /// The text of a parameter.
    pub(crate) fn param(&self, param: &ShapeParam) -> ParamText<'_> {
        let value = match param.value {
            Assigned::Nothing => Assigned::Nothing,
            Assigned::Text(span) => Assigned::Text(self.bytes(span)),
            Assigned::Kind(kind) => Assigned::Kind(kind),
        };
        ParamText { name: self.bytes(param.name), stem: param.stem as usize, value }
    }

    /// The scheme, empty where there is none.
    pub(crate) fn scheme(&self) -> &[u8] {
        self.bytes(self.scheme)
    }

    /// The host with its port.
    pub(crate) fn host(&self) -> &[u8] {
        self.bytes(self.host)
    }

    /// The fragment; empty where it is not compared.
    pub(crate) fn fragment(&self) -> &[u8] {
        self.bytes(self.fragment)
    }

    /// Writes the template of a variant.
    pub(crate) fn template(&self, variant: &Variant) -> String {
        let mut shape = Vec::with_capacity(self.text.len());
        if !self.scheme().is_empty() {
            shape.extend_from_slice(self.scheme());
            shape.extend_from_slice(b"://");
        }
        shape.extend_from_slice(self.host());
        let path = self.route.unwrap_or(self.segments.len());
        for index in 0..path {
            shape.push(b'/');
            self.write_segment(index, variant, &mut shape);
        }
        if path == 0 && (self.has_authority || self.route.is_none()) {
            shape.push(b'/');
        }
        for (separator, param) in std::iter::once(b'?').chain(std::iter::repeat(b'&')).zip(&self.params) {
            shape.push(separator);
            self.param(param).write_name(self.literal, &mut shape);
        }
        for index in path..self.segments.len() {
            shape.extend_from_slice(if index == path { b"" } else { b"/" });
            self.write_segment(index, variant, &mut shape);
        }
        if !self.fragment().is_empty() {
            shape.push(b'#');
            shape.extend_from_slice(self.fragment());
        }
        text(shape)
    }

    /// What is shown of a segment in a variant.
    pub(crate) fn shown(&self, index: usize, variant: &Variant) -> String {
        let mut shown = Vec::new();
        self.write_segment(index, variant, &mut shown);
        text(shown)
    }

    fn write_segment(&self, index: usize, variant: &Variant, shape: &mut Vec<u8>) {
        let &ShapeSegment { token, variable, shown } = &self.segments[index];
        if variant.is_learned(index) {
            return push_value(shape, self.bytes(variable), Class::Word);
        }
        match shown {
            Shown::Text => shape.extend_from_slice(self.bytes(token)),
            Shown::Word => push_marked(shape, self.bytes(token)),
            Shown::Value(class) => push_value(shape, self.bytes(token), class),
            Shown::Path => shape.extend_from_slice(b"{path}"),
        }
    }

    /// What a segment was taken for in a variant.
    pub(crate) fn taken(&self, index: usize, variant: &Variant) -> Taken {
        let &ShapeSegment { token, shown, .. } = &self.segments[index];
        match shown {
            _ if variant.is_learned(index) => Taken::Learned,
            Shown::Word if find_mark(self.bytes(token)).is_some() => Taken::Marked,
            Shown::Text | Shown::Word => Taken::Written,
            Shown::Value(class) => Taken::Class(class),
            Shown::Path => Taken::Path,
        }
    }

    /// Whether a segment is the last one of the path, before the route of a fragment.
    pub(crate) fn is_last(&self, index: usize) -> bool {
        index + 1 == self.route.unwrap_or(self.segments.len())
    }

    /// The host, with its scheme where that is another service than the web.
    pub(crate) fn service(&self) -> String {
        let mut service = Vec::new();
        if !matches!(self.scheme(), b"" | b"http" | b"https") {
            service.extend_from_slice(self.scheme());
            service.extend_from_slice(b"://");
        }
        service.extend_from_slice(self.host());
        text(service)
    }

    /// The token of a segment in a variant.
    pub(crate) fn token(&self, index: usize, variant: &Variant) -> &[u8] {
        let segment = &self.segments[index];
        self.bytes(if variant.is_learned(index) { segment.variable } else { segment.token })
    }
}

impl ParamText<'_> {
    /// Writes the parameter as a template shows it: its value only where that is part of the name, or compared as text.
    fn write_name(&self, literal: bool, shape: &mut Vec<u8>) {
        match self.value {
            _ if literal => self.write(shape),
            Assigned::Kind(Value::Url) => self.write(shape),
            _ if self.name.is_empty() => shape.extend_from_slice(MARK),
            _ => push_marked(shape, self.name),
        }
    }

    /// The parameter with its value.
    pub(crate) fn to_text(self) -> String {
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
            // The token of the name says so already.
            Assigned::Kind(Value::Url) => {
                push_marked(text, self.name.strip_suffix(b"=url").unwrap_or(self.name));
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

/// Stands in a token for a value, or for a number or hash within a word.
const MARK: &[u8] = b"{}";

/// Canonical text, which is ASCII.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Appends the token of a value, with its class for the mark in it. No namespace has a mark.
fn push_value(text: &mut Vec<u8>, token: &[u8], class: Class) {
    let mark = find_mark(token).unwrap_or(token.len());
    let (namespace, rest) = token.split_at(mark);
    text.extend_from_slice(namespace);
    text.push(b'{');
    text.extend_from_slice(class.name().as_bytes());
    text.push(b'}');
    push_marked(text, rest.strip_prefix(MARK).unwrap_or(rest));
}

/// Where the first mark of a token is. Tokens are short: a search for one byte beats one that is prepared for two.
fn find_mark(token: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'{', token).find(|&at| token.get(at + 1) == Some(&b'}'))
}

/// Appends a word's token, whose `{}` are marks and whose other braces become escapes.
fn push_marked(text: &mut Vec<u8>, token: &[u8]) {
    let mut rest = token;
    // Most have no brace, and tokens are short: looking at each byte is faster than a search.
    while let Some(at) = rest.iter().position(|byte| matches!(byte, b'{' | b'}')) {
        let (before, brace) = rest.split_at(at);
        text.extend_from_slice(before);
        let shown = match brace {
            [b'{', b'}', ..] => MARK,
            [b'{', ..] => b"%7B",
            _ => b"%7D",
        };
        text.extend_from_slice(shown);
        rest = &brace[if shown == MARK { MARK.len() } else { 1 }..];
    }
    text.extend_from_slice(rest);
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
    fn marks_are_found_among_other_braces() {
        for (token, wanted) in [
            (&b""[..], None),
            (b"{", None),
            (b"}{", None),
            (b"{}", Some(0)),
            (b"{{}", Some(1)),
            (b"{a{b}item{}-{}", Some(9)),
        ] {
            assert_eq!(find_mark(token), wanted, "{}", String::from_utf8_lossy(token));
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
    fn a_shape_takes_nothing_over_from_the_one_before() {
        let sift = Sift::builder().build().expect("the settings are valid");
        let mode = &sift.scanner().mode;
        let lines =
            ["https://a.test/app#/users/7?page=1", "/x/2.png?b=1&a", "ftp://a.test", "a.test/{x}/y?{}=2"];
        let mut shape = Shape::default();
        for line in lines.iter().chain(lines.iter().rev()) {
            let mut scratch = Scratch::default();
            let (address, _) = input::parse(line.as_bytes(), &mut scratch).expect("it is a URL");
            shape.read(&address, mode, None);
            assert_eq!(shape.template(&Variant::default()), shape_of(Sift::builder(), line));
        }
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
                prop_assert!(parts.is_none());
                return Ok(());
            };
            let parts = parts.expect("the scanner takes it for a URL");
            let hashed = |bytes: &[u8]| scanner.key.token(bytes);
            let tokens: Vec<u64> = parts.segments.iter().map(|s| hashed(parts.bytes(s.token))).collect();
            prop_assert_eq!(tokens, batch.segments_of(url).iter().map(|s| s.token).collect::<Vec<_>>());
            if !literal {
                let variable: Vec<u64> = parts.segments.iter().map(|s| hashed(parts.bytes(s.variable))).collect();
                prop_assert_eq!(
                    variable, batch.segments_of(url).iter().map(|s| s.variable).collect::<Vec<_>>()
                );
            }
        }
    }
}
