//! The tokens and classes of a URL, part by part, as text.
//!
//! Records hold only hashes, because the filter needs no more. To show how a URL was read, its line
//! is walked again with a [sink](Sink) that keeps text.

pub mod parts;
pub mod template;

use crate::record::variant::Variant;
use crate::record::{Pair, Segment, Url};
use std::cmp::Ordering;
use urlsift_url::hash::Key;
use urlsift_url::input;
use urlsift_url::parse::{Address, Scratch};
use urlsift_url::place::Origin;
use urlsift_url::reserved::Reserved;
use urlsift_url::separators::ExtraFields;
use urlsift_url::token::{
    Class, Mark, Mode, QueryContext, Readings, SegmentReading, Sink, Surroundings, Traits,
    ValueKind, is_api_host,
};

/// The tokens and classes of a URL, part by part, as text.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The bytes of all parts in one buffer: a line has up to half a million parts, and each would
    /// be an allocation.
    pub text: Vec<u8>,
    /// The fields that keep its record apart: those shown before the URL and those shown after it.
    before: Span,
    behind: Span,
    scheme: Span,
    user: Span,
    host: Span,
    /// The registrable domain of the host with its port, if hosts are merged.
    site: Span,
    /// The host as shown if the hosts of its site are merged; `None` if they never are.
    variable_host: Option<Span>,
    pub segments: Vec<ShapeSegment>,
    /// Sorted by name, without repeats.
    params: Vec<ShapeParam>,
    /// The users' rules about its parameters.
    param_rules: Vec<usize>,
    /// Empty if it is not compared.
    fragment: Span,
    /// Index of the segment with which the route of the fragment starts, with its `#`.
    pub route: Option<usize>,
    /// Whether it has a scheme or a host, and so is more than a path.
    pub has_authority: bool,
    /// Whether scheme and fragment are compared.
    pub literal: bool,
    /// The texts at the marks of its template, if they are asked for.
    texts: Option<ShapeTexts>,
    /// Buffer for the token of a part.
    token: Vec<u8>,
}

/// The texts of segments, and parameters with their values.
#[derive(Clone, Debug, Default)]
struct ShapeTexts {
    segments: Vec<Span>,
    values: Vec<(ShapeParam, Span)>,
}

/// The range of a part in the text of its shape. Lines are shorter than 2^32 bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    start: u32,
    end: u32,
}

/// A segment of the path.
#[derive(Clone, Copy, Debug)]
pub struct ShapeSegment {
    /// The token, as hashed: `{}` for a value.
    pub token: Span,
    /// The token that is hashed if its position is variable.
    pub variable: Span,
    pub shown: Shown,
    traits: Traits,
    class: Option<Class>,
    /// The number of the user's rule that decides how it is read, if any.
    pub rule: Option<usize>,
}

impl ShapeSegment {
    /// Creates a segment that is compared as written.
    fn of_text(token: Span) -> Self {
        Self {
            token,
            variable: Span::default(),
            shown: Shown::Text,
            traits: Traits::default(),
            class: None,
            rule: None,
        }
    }

    /// Creates a segment of a class.
    fn of_class(token: Span, variable: Span, class: Class, traits: Traits) -> Self {
        Self {
            token,
            variable,
            shown: Shown::of(class),
            traits,
            class: Some(class),
            rule: None,
        }
    }
}

/// The way to show a segment.
#[derive(Clone, Copy, Debug)]
pub enum Shown {
    /// As its token is written.
    Text,
    /// As its token is written, with `{}` as marks.
    Word,
    /// As the name of its class.
    Value(Class),
    /// As `{path}`.
    Path,
    /// As `{same}`: a rule joins all texts here.
    Joined,
    /// As its token, `{ann|bob}`: a rule joins these names.
    Set,
}

impl Shown {
    fn of(class: Class) -> Self {
        if class.is_variable() {
            Self::Value(class)
        } else {
            Self::Word
        }
    }
}

/// A parameter.
#[derive(Clone, Copy, Debug)]
struct ShapeParam {
    /// The token of the name, with any addition from its value.
    name: Span,
    value: Assigned<Span>,
}

/// The value of a parameter, as it is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assigned<T> {
    /// Absent: there is no `=`.
    Nothing,
    /// These bytes.
    Text(T),
    /// Any value of this kind.
    Kind(ValueKind),
}

/// The text of a parameter; parameters are sorted by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ParamText<'s> {
    pub name: &'s [u8],
    pub value: Assigned<&'s [u8]>,
}

/// The scanner's findings on a line. Most of its segments then need no second classification to be
/// shown: saves a third of the time of a shape.
#[derive(Clone, Copy, Debug)]
pub struct Scanned<'a> {
    pub key: &'a Key,
    /// The token of a value without an extension.
    pub value: u64,
    pub url: &'a Url,
    pub segments: &'a [Segment],
    pub pairs: &'a [Pair],
}

impl Scanned<'_> {
    /// Returns the next segment as it is shown, if that is known without its class: its token, and
    /// the token of its position.
    fn step(&mut self, name: &[u8]) -> Option<(Word, Word, Segment)> {
        let (&segment, rest) = self.segments.split_first()?;
        self.segments = rest;
        let token = if segment.token == self.value {
            Word::Mark
        } else if segment.token == self.key.token(name) {
            Word::Name
        } else {
            return None;
        };
        let variable = if segment.traits.has(Traits::VALUE) || segment.variable == segment.token {
            token
        } else if segment.variable == self.value {
            Word::Mark
        } else {
            return None;
        };
        Some((token, variable, segment))
    }
}

/// A token that is known without its class.
#[derive(Clone, Copy)]
enum Word {
    /// `{}`
    Mark,
    /// The segment as written.
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
        let Self {
            mode,
            scanned,
            shape,
            token,
        } = self;
        shape.keep_segment(name);
        let Mode::Classes { classifier, .. } = mode else {
            let token = shape.keep(name);
            return shape.push(ShapeSegment::of_text(token));
        };
        if let Some(scanned) = scanned
            && let Some((own, variable, segment)) = scanned.step(name)
            && let Some(class) = segment.class
        {
            let mut keep = |word| match word {
                Word::Mark => shape.keep(b"{}"),
                Word::Name => shape.keep(name),
            };
            let token = keep(own);
            let variable = keep(variable);
            let segment = ShapeSegment::of_class(token, variable, class, segment.traits);
            return shape.push(segment);
        }
        let found = classifier.classify(name, surroundings, token);
        let own = shape.keep(token);
        let variable = if found.traits.has(Traits::VALUE) {
            own
        } else {
            found.write_variable(token);
            shape.keep(token)
        };
        shape.push(ShapeSegment::of_class(
            own,
            variable,
            found.class,
            found.traits,
        ))
    }

    fn mark(&mut self, mark: Mark) {
        // Leaves out what scanning has found out about it.
        if let Some(scanned) = &mut self.scanned {
            scanned.segments = scanned.segments.get(1..).unwrap_or_default();
        }
        self.shape.keep_segment(mark.name().as_bytes());
        let token = self.shape.keep(mark.token().as_bytes());
        let shown = match mark {
            Mark::InnerPath => Shown::Path,
            Mark::Route => {
                self.shape.route = Some(self.shape.segments.len());
                Shown::Text
            }
        };
        self.shape.push(ShapeSegment {
            variable: token,
            shown,
            traits: mark.traits(),
            ..ShapeSegment::of_text(token)
        });
    }

    fn param(&mut self, name: &[u8], value: Option<&[u8]>, query: &QueryContext<'_>) {
        let Self {
            mode, shape, token, ..
        } = self;
        let param = match mode {
            Mode::Literal => {
                let name = shape.keep(name);
                let value = match value {
                    Some(value) => Assigned::Text(shape.keep(value)),
                    None => Assigned::Nothing,
                };
                ShapeParam { name, value }
            }
            Mode::Classes { params, .. } => {
                let Some(value) = params.classify(name, value, query, token) else {
                    return;
                };
                ShapeParam {
                    name: shape.keep(token),
                    value: Assigned::Kind(value),
                }
            }
        };
        shape.params.push(param);
        if let Some(value) = value
            && let Some(mut texts) = shape.texts.take()
        {
            texts.values.push((param, shape.keep(value)));
            shape.texts = Some(texts);
        }
    }
}

impl Readings for Text<'_> {
    fn count(&self) -> usize {
        self.shape.segments.len()
    }

    fn seen(&self, index: usize) -> (Option<Class>, Traits) {
        let ShapeSegment { class, traits, .. } = self.shape.segments[index];
        (class, traits)
    }

    fn read(&mut self, index: usize, reading: SegmentReading<'_>, traits: Traits) {
        let mut segment = self.shape.segments[index];
        segment.traits = traits;
        segment.rule = None;
        match reading {
            SegmentReading::Name => {
                segment.token = self.shape.keep(b"{}");
                segment.shown = Shown::Value(Class::Handle);
                segment.class = Some(Class::Handle);
            }
            SegmentReading::Value(rule) => {
                segment.token = segment.variable;
                segment.shown = Shown::Joined;
                segment.rule = Some(rule);
            }
            SegmentReading::Set(rule, text) => {
                segment.token = self.shape.keep(text);
                segment.shown = Shown::Set;
                segment.rule = Some(rule);
            }
            SegmentReading::Written(rule, name) => {
                segment.token = self.shape.keep(name);
                segment.shown = Shown::Text;
                segment.rule = Some(rule);
            }
        }
        segment.variable = segment.token;
        self.shape.segments[index] = segment;
    }
}

impl Shape {
    /// Memory used, in bytes, approximately.
    pub fn heap_bytes(&self) -> usize {
        self.text.capacity() + self.segments.reserved_bytes() + self.params.reserved_bytes()
    }

    /// Returns one that keeps the texts at the marks of its template.
    pub fn with_texts() -> Self {
        Self {
            texts: Some(ShapeTexts::default()),
            ..Self::default()
        }
    }

    fn keep_segment(&mut self, name: &[u8]) {
        if let Some(mut texts) = self.texts.take() {
            texts.segments.push(self.keep(name));
            self.texts = Some(texts);
        }
    }

    /// Reads a line. `None` if it is not a URL.
    pub fn of(line: &[u8], mode: &Mode) -> Option<Self> {
        let mut scratch = Scratch::default();
        let (address, _) = input::parse(line, &mut scratch)?;
        Some(Self::of_address(&address, &ExtraFields::default(), mode))
    }

    /// Reads a parsed line.
    pub fn of_address(address: &Address<'_>, beside: &ExtraFields, mode: &Mode) -> Self {
        let mut shape = Self::default();
        shape.read(address, beside, mode, None);
        shape
    }

    /// Reads another line, and reuses the memory of the one before.
    pub fn read(
        &mut self,
        address: &Address<'_>,
        beside: &ExtraFields,
        mode: &Mode,
        scanned: Option<Scanned<'_>>,
    ) {
        let literal = mode.is_literal();
        self.text.clear();
        self.segments.clear();
        self.params.clear();
        self.param_rules.clear();
        if let Some(texts) = &mut self.texts {
            texts.segments.clear();
            texts.values.clear();
        }
        self.route = None;
        self.has_authority = !address.scheme.is_empty() || !address.host.is_empty();
        self.literal = literal;
        self.before = self.keep(&beside.before);
        self.behind = self.keep(&beside.behind);
        self.scheme = self.keep(address.scheme);
        self.user = self.keep(address.user);
        let merged = mode.merged(address.host);
        let host = merged.as_ref().map_or(address.host, |merged| &merged.name);
        self.host = self.keep(host);
        self.site = self.host;
        self.variable_host = None;
        if let Some(merged) = &merged {
            self.site.start += merged.site as u32;
            if let Some(variable) = &merged.variable {
                self.variable_host = Some(self.keep(variable));
            }
        }
        self.fragment = self.keep(if literal { address.fragment } else { b"" });
        let token = std::mem::take(&mut self.token);
        let origin = Origin::of(address);
        let taught = mode.url_rules(origin);
        // The scanner's tokens of segments include the effect of rules, so they do not say the
        // class.
        let known = scanned.filter(|_| taught.is_none());
        let mut sink = Text {
            mode,
            scanned: known,
            shape: self,
            token,
        };
        let is_api = match scanned {
            _ if literal => false,
            Some(scanned) => scanned.url.api,
            None => is_api_host(host),
        };
        let context = QueryContext::of_body(address.path);
        for (name, value) in beside.body.iter() {
            sink.param(name, Some(value), &context);
        }
        mode.walk(address, is_api, &mut sink);
        self.token = sink.token;
        if let Some(taught) = taught {
            for (name, _) in address.pairs() {
                if let Some((rule, _)) = taught.param(origin, address.path, name) {
                    self.param_rules.push(rule);
                }
            }
        }
        let mut params = std::mem::take(&mut self.params);
        params.sort_unstable_by(|a, b| self.compare(a, b));
        params.dedup_by(|a, b| self.compare(a, b).is_eq());
        self.params = params;
    }

    /// Adds a segment. Returns its traits.
    fn push(&mut self, segment: ShapeSegment) -> Traits {
        self.segments.push(segment);
        segment.traits
    }

    fn keep(&mut self, bytes: &[u8]) -> Span {
        let start = self.text.len() as u32;
        self.text.extend_from_slice(bytes);
        Span {
            start,
            end: self.text.len() as u32,
        }
    }

    /// The bytes of a part.
    pub fn bytes(&self, span: Span) -> &[u8] {
        &self.text[span.start as usize..span.end as usize]
    }

    fn compare(&self, a: &ShapeParam, b: &ShapeParam) -> Ordering {
        self.param(a).cmp(&self.param(b))
    }

    /// The parameters, in order.
    pub fn params(&self) -> impl Iterator<Item = ParamText<'_>> {
        self.params.iter().map(|param| self.param(param))
    }

    fn param(&self, param: &ShapeParam) -> ParamText<'_> {
        let value = match param.value {
            Assigned::Nothing => Assigned::Nothing,
            Assigned::Text(span) => Assigned::Text(self.bytes(span)),
            Assigned::Kind(kind) => Assigned::Kind(kind),
        };
        ParamText {
            name: self.bytes(param.name),
            value,
        }
    }

    /// The method, followed by a blank; empty unless it keeps the record apart.
    pub fn before(&self) -> &[u8] {
        self.bytes(self.before)
    }

    /// The fields shown after the URL, each after a blank; empty unless they keep the record apart.
    pub fn behind(&self) -> &[u8] {
        self.bytes(self.behind)
    }

    /// All fields that keep its record apart.
    pub fn beside(&self) -> [&[u8]; 2] {
        [self.before(), self.behind()]
    }

    /// The scheme; empty if there is none.
    pub fn scheme(&self) -> &[u8] {
        self.bytes(self.scheme)
    }

    /// The user name and password; empty if there are none.
    pub fn user(&self) -> &[u8] {
        self.bytes(self.user)
    }

    /// The host with its port, in a variant.
    pub fn host(&self, variant: &Variant) -> &[u8] {
        match self.variable_host {
            Some(variable_host) if self.is_host_learned(variant) => self.bytes(variable_host),
            _ => self.bytes(self.host),
        }
    }

    /// Whether the host counts as any host of its site in a variant.
    pub fn is_host_learned(&self, variant: &Variant) -> bool {
        // Its bits follow those of the segments.
        self.variable_host.is_some() && variant.is_learned(self.segments.len())
    }

    /// The site of the host, if hosts are merged.
    pub fn site(&self) -> &[u8] {
        self.bytes(self.site)
    }

    /// The host itself, regardless of variants.
    pub fn own_host(&self) -> &[u8] {
        self.bytes(self.host)
    }

    /// The fragment; empty if it is not compared.
    pub fn fragment(&self) -> &[u8] {
        self.bytes(self.fragment)
    }

    /// Whether a segment is the last of the path, before the route of a fragment.
    pub fn is_last(&self, index: usize) -> bool {
        index + 1 == self.route.unwrap_or(self.segments.len())
    }

    /// The numbers of the users' rules about its parameters.
    pub fn param_rules(&self) -> impl Iterator<Item = usize> {
        self.param_rules.iter().copied()
    }

    /// The number of the user's rule that decides how a segment is read, if any, and the token;
    /// `None` if there is no such segment.
    pub fn ruled(&self, index: usize, variant: &Variant) -> Option<(Option<usize>, &[u8])> {
        Some((self.segments.get(index)?.rule, self.token(index, variant)))
    }

    /// The token of a segment in a variant.
    pub fn token(&self, index: usize, variant: &Variant) -> &[u8] {
        let segment = &self.segments[index];
        if variant.is_learned(index) {
            self.bytes(segment.variable)
        } else {
            self.bytes(segment.token)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Batch, Record};
    use crate::{Builder, Sift};
    use proptest::prelude::*;

    pub(super) fn shape_of(builder: &Builder, line: &str) -> String {
        let sift = builder.build().expect("the settings are valid");
        let shape = Shape::of(line.as_bytes(), &sift.scanner().mode).expect("it is a URL");
        shape.template(&Variant::default())
    }

    #[test]
    fn a_shape_takes_nothing_over_from_the_one_before() {
        let sift = Sift::builder().build().expect("the settings are valid");
        let mode = &sift.scanner().mode;
        let lines = [
            "https://a.test/app#/users/7?page=1",
            "/x/2.png?b=1&a",
            "ftp://a.test",
            "a.test/{x}/y?{}=2",
        ];
        let mut shape = Shape::default();
        for line in lines.iter().chain(lines.iter().rev()) {
            let mut scratch = Scratch::default();
            let (address, _) = input::parse(line.as_bytes(), &mut scratch).expect("it is a URL");
            shape.read(&address, &ExtraFields::default(), mode, None);
            assert_eq!(
                shape.template(&Variant::default()),
                shape_of(&Sift::builder(), line)
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3000))]

        /// Both sinks get the same tokens in the same order. (Percentages of comparisons test that
        /// the pairs are the same.)
        #[test]
        fn tokens_are_those_of_the_scanner(
            line in r"(https?://|//|)a\.(test|com)(/([a-z0-9.;=@~%_-]{0,12}|blob|v1|api)){0,6}(\?([a-z0-9&=\[\]%/:]{0,20}|action=[a-z]{1,5}))?(#[/!]{0,2}[a-z0-9/?=&]{0,12})?",
            literal in any::<bool>()
        ) {
            let scanner = Sift::builder().literal(literal).build().expect("the settings are valid").scanner().view().whole();
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
