//! Two URLs side by side: what each component weighs, how much of it they share, and where they differ.
//!
//! A [`Comparer`] answers both who asks about two URLs and who asks why a line was dropped, so the two agree.

use crate::builder::Builder;
use crate::error::Error;
use crate::feature::{Component, Feature, Layout};
use crate::hash::Key;
use crate::index::simhash;
use crate::input;
use crate::parse::{Address, Scratch};
use crate::plan::Plan;
use crate::record::{Batch, Pair, Record, Segment, Url, UrlView};
use crate::same::{Alike, PathTexts, Same};
use crate::scan::terms::TermReader;
use crate::scan::{self, Scanner};
use crate::shape::{Assigned, ParamText, Scanned, Shape, ShapeSegment};
use crate::similarity::{Metric, Threshold, UNIT};
use crate::token::Value;
use crate::variant::Variant;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;

/// How similar two lines are under the settings of a [`Builder`], and what is different.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// Percent, 0 to 100.
    pub percent: f64,
    /// Whether that reaches the threshold: whether one of the two would be dropped after the other.
    pub similar: bool,
    /// Each component that has a weight. Empty under [`Metric::SimHash`], whose percentage belongs to no component.
    pub components: Vec<Share>,
    /// Where they differ, component by component; those without weight are left out.
    pub differences: Vec<Difference>,
    /// Which texts of their paths were taken for the same though they differ: where [`differences`](Self::differences) has nothing.
    pub same: Vec<Same>,
    /// Which path segments, counted from 1, read as variable in one of the two because a filter learned their positions.
    pub learned: Vec<usize>,
    /// The first URL's template, such as `https://example.com/user/{int}/edit?id&page`.
    pub first: String,
    /// The second URL's template.
    pub second: String,
    /// Where lines of the first template may have other texts than the second URL: what [`same`](Self::same) is made of.
    pub alike: Vec<Alike>,
}

/// What two URLs share of one component.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Share {
    /// Which component.
    pub component: Component,
    /// What it weighs.
    pub weight: f64,
    /// How much of the first URL's weight the second one has too.
    pub first: f64,
    /// How much of the second URL's weight the first one has too.
    pub second: f64,
}

impl Share {
    /// The weight in which the two differ: the larger of the two sides'.
    pub fn differing(&self) -> f64 {
        self.weight - self.first.min(self.second)
    }
}

/// One part in which two URLs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The component it is in.
    pub component: Component,
    /// The path segment, counted from 1; `None` in other components.
    pub segment: Option<usize>,
    /// What the first URL has there, as templates show it; `None`: nothing.
    pub first: Option<String>,
    /// What the second URL has there.
    pub second: Option<String>,
}

/// Shows `segment 2: edit | delete`, and `-` for nothing.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(segment) = self.segment {
            write!(f, "segment {segment}: ")?;
        }
        let [first, second] = [&self.first, &self.second].map(|side| side.as_deref().unwrap_or("-"));
        write!(f, "{first} | {second}")
    }
}

impl Builder {
    /// Compares two lines as a filter with these settings does that has learned nothing yet. `None` if one of them is not a
    /// URL. [`comparer`](Builder::comparer) is faster for more than a few.
    ///
    /// # Errors
    /// What [`build`](Builder::build) refuses.
    ///
    /// ```
    /// let settings = urlsift::Sift::builder().literal(true);
    /// let found = settings.compare(b"http://example.com/a/b", b"http://example.com/a/c")?.expect("both are URLs");
    /// assert_eq!(found.percent, 85.0); // half of the path, which weighs 3 of 10
    /// assert_eq!(found.differences[0].to_string(), "segment 2: b | c");
    /// let found = urlsift::Sift::builder().compare(b"/user/17", b"/user/42")?.expect("both are URLs");
    /// assert_eq!(found.same[0].to_string(), "segment 2: 17 and 42 (int)");
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn compare(&self, first: &[u8], second: &[u8]) -> Result<Option<Comparison>, Error> {
        Ok(self.comparer()?.compare(first, second))
    }

    /// Sets up what compares any number of lines.
    ///
    /// # Errors
    /// What [`build`](Builder::build) refuses.
    ///
    /// ```
    /// let comparer = urlsift::Sift::builder().comparer()?;
    /// for id in 2..5 {
    ///     let other = format!("http://example.com/user/{id}");
    ///     let found = comparer.compare(b"http://example.com/user/1", other.as_bytes()).expect("both are URLs");
    ///     assert!(found.similar);
    /// }
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn comparer(&self) -> Result<Comparer, Error> {
        let key = Key::new(self.seed_or_drawn());
        let (layout, threshold) = self.layout(&key)?;
        let scanner = Scanner::new(key, self.mode(), Plan::Features, "").reading(self.terms.clone());
        Ok(Comparer::new(scanner, layout, self.metric, threshold))
    }
}

/// Compares lines under the settings of a [`Builder`]: see [`Builder::comparer`].
#[derive(Clone, Debug)]
pub struct Comparer {
    pub(crate) scanner: Scanner,
    pub(crate) layout: Layout,
    pub(crate) metric: Metric,
    pub(crate) threshold: Threshold,
}

impl Comparer {
    pub(crate) fn new(scanner: Scanner, layout: Layout, metric: Metric, threshold: Threshold) -> Self {
        Self { scanner, layout, metric, threshold }
    }

    /// Compares two lines, given without their line ends. `None` if one of them is not a URL.
    pub fn compare(&self, first: &[u8], second: &[u8]) -> Option<Comparison> {
        if let Some(terms) = self.scanner.terms() {
            return self.compare_terms(first, second, terms);
        }
        let [mut one, mut other] = [Vec::new(), Vec::new()];
        let [first, second] = [self.scanner.text(first, &mut one), self.scanner.text(second, &mut other)];
        let side = |line| {
            let (mut side, mut scratch) = (Side::default(), Scratch::default());
            let (address, _) = input::parse(line, &mut scratch)?;
            self.read(&mut side, &address);
            Some(side)
        };
        let (mut one, mut other) = (side(first)?, side(second)?);
        let own = Variant::default();
        let mut found = self.compare_sides(&mut one, &own, &mut other, std::iter::once(own.clone()))?;
        found.same = Alike::same(&found.alike, &one.texts);
        Some(found)
    }

    /// Compares two records that have terms.
    fn compare_terms(&self, first: &[u8], second: &[u8], terms: TermReader<'_>) -> Option<Comparison> {
        let component = terms.component();
        let (one, other) = (self.features_of_terms(first)?, self.features_of_terms(second)?);
        let overlap = Overlap::of(&one, &other);
        let (distance, total) = (self.distance(&overlap, &one, &other), self.total());
        let difference = |first, second| Difference { component, segment: None, first, second };
        let firsts = only_in(terms, first, second).map(|term| difference(Some(term), None));
        let seconds = only_in(terms, second, first).map(|term| difference(None, Some(term)));
        Some(Comparison {
            percent: 100.0 * (total - distance) as f64 / total as f64,
            similar: distance <= self.threshold.budget(total),
            components: if self.metric == Metric::SimHash { Vec::new() } else { overlap.shares() },
            differences: firsts.chain(seconds).collect(),
            same: Vec::new(),
            learned: Vec::new(),
            first: terms.shape(first)?,
            second: terms.shape(second)?,
            alike: Vec::new(),
        })
    }

    /// The features of a record that has terms, in the order of their hashes.
    fn features_of_terms(&self, line: &[u8]) -> Option<Vec<Feature>> {
        let (mut batch, mut features) = (Batch::default(), Vec::new());
        self.scanner.scan(line, &mut batch);
        let Record::Url(url) = &batch.records[0] else { return None };
        self.layout.features(&batch.view(url, &[]), &mut features);
        features.sort_unstable_by_key(|feature| feature.hash);
        Some(features)
    }

    /// Takes a parsed line apart.
    pub(crate) fn read(&self, side: &mut Side, address: &Address<'_>) {
        self.read_without_texts(side, address, None);
        if !self.scanner.mode.is_literal() {
            side.texts.read(address);
        }
    }

    /// The same for a line that is only ever the first of two: [`Alike`] has the texts of the second one.
    pub(crate) fn read_without_texts(
        &self,
        side: &mut Side,
        address: &Address<'_>,
        scanned: Option<Scanned<'_>>,
    ) {
        side.shape.read(address, &self.scanner.mode, scanned);
        match scanned {
            Some(scanned) => side.take_hashes(&scanned),
            None => side.hash(&self.scanner),
        }
    }

    /// Compares a line as one variant reads it with the one of the other line's variants that is nearest. Leaves
    /// [`same`](Comparison::same) out.
    pub(crate) fn compare_sides(
        &self,
        one: &mut Side,
        variant: &Variant,
        other: &mut Side,
        variants: impl Iterator<Item = Variant> + Clone,
    ) -> Option<Comparison> {
        one.choose(variant);
        let (distance, nearest, overlap) = match self.equal(one, other, variants.clone()) {
            Some(equal) => (0, equal, Overlap::of_equal(&self.layout, &one.view())),
            None => self.nearest(one, other, variants)?,
        };

        let total = self.total();
        let learned = |index: &usize| variant.is_learned(*index) || nearest.is_learned(*index);
        let segments = one.segments.len().max(other.segments.len());
        let sides = ((&one.shape, variant), (&other.shape, &nearest));
        let is_path_compared = self.layout.weights.path > 0;
        let alike = if is_path_compared { Alike::of(sides.0, sides.1, &other.texts) } else { Vec::new() };
        Some(Comparison {
            percent: 100.0 * (total - distance) as f64 / total as f64,
            similar: distance <= self.threshold.budget(total),
            components: if self.metric == Metric::SimHash { Vec::new() } else { overlap.shares() },
            differences: self.differences(sides.0, sides.1),
            same: Vec::new(),
            learned: (0..segments).filter(learned).map(|index| index + 1).collect(),
            first: one.shape.template(variant),
            second: other.shape.template(&nearest),
            alike,
        })
    }

    /// The variant of a side that reads as another side does, if any does. Most explanations end here, and need no features.
    fn equal(
        &self,
        one: &Side,
        other: &mut Side,
        mut variants: impl Iterator<Item = Variant>,
    ) -> Option<Variant> {
        // Elsewhere parts that differ may count for nothing, and the first variant will do.
        let counts = self.metric == Metric::Overlap && self.layout.weights.path > 0;
        if !counts || !one.has_parts_of(other) {
            return None;
        }
        variants.find(|variant| {
            other.choose(variant);
            one.tokens == other.tokens
        })
    }

    /// The variant of a side that is nearest to another side, and how far and in what they differ.
    fn nearest(
        &self,
        one: &mut Side,
        other: &mut Side,
        variants: impl Iterator<Item = Variant>,
    ) -> Option<(u64, Variant, Overlap)> {
        one.take_features(&self.layout);
        let mut nearest: Option<(u64, Variant, Overlap)> = None;
        for variant in variants {
            other.choose(&variant);
            other.take_features(&self.layout);
            let overlap = Overlap::of(&one.features, &other.features);
            let distance = self.distance(&overlap, &one.features, &other.features);
            if nearest.as_ref().is_none_or(|(least, ..)| distance < *least) {
                nearest = Some((distance, variant, overlap));
            }
            if distance == 0 {
                break;
            }
        }
        nearest
    }

    /// The same for a line of the same template, of which only the texts are needed.
    pub(crate) fn compare_equal(&self, shape: &Shape, variant: &Variant, other: &PathTexts) -> Comparison {
        // What components weigh depends on the numbers of parts alone.
        let tokens = vec![0; shape.segments.len()];
        let pairs: Vec<Pair> = (0..shape.params.len() as u64).map(|name| Pair { name, value: 0 }).collect();
        let view = UrlView { url: &Url::default(), tokens: &tokens, pairs: &pairs, bands: &[] };
        let shares = || Overlap::of_equal(&self.layout, &view).shares();
        let alike = match self.layout.weights.path {
            0 => Vec::new(),
            _ => Alike::of((shape, variant), (shape, variant), other),
        };
        let template = shape.template(variant);
        let learned = (0..shape.segments.len()).filter(|&index| variant.is_learned(index));
        Comparison {
            percent: 100.0,
            similar: true,
            components: if self.metric == Metric::SimHash { Vec::new() } else { shares() },
            differences: Vec::new(),
            same: Vec::new(),
            learned: learned.map(|index| index + 1).collect(),
            first: template.clone(),
            second: template,
            alike,
        }
    }

    /// What two URLs can differ in at most.
    fn total(&self) -> u64 {
        match self.metric {
            Metric::Overlap => self.layout.weights.total(),
            Metric::SimHash => u64::from(u64::BITS),
        }
    }

    fn distance(&self, overlap: &Overlap, one: &[Feature], other: &[Feature]) -> u64 {
        match self.metric {
            Metric::Overlap => overlap.lacking(),
            Metric::SimHash => u64::from((simhash::code(one) ^ simhash::code(other)).count_ones()),
        }
    }

    /// Lists where two URLs differ, but for components that are not compared.
    fn differences(
        &self,
        (one, variant): (&Shape, &Variant),
        (other, other_variant): (&Shape, &Variant),
    ) -> Vec<Difference> {
        let mut found = Vec::new();
        let mut add = |component, segment, first, second| {
            found.push(Difference { component, segment, first, second });
        };
        let part = |text: String| (!text.is_empty()).then_some(text);
        let text = |bytes: &[u8]| part(String::from_utf8_lossy(bytes).into_owned());
        let weights = &self.layout.weights;
        // With a skeleton, scheme and fragment never differ; a scheme that is not of the web belongs to the host.
        if !self.layout.skeleton && weights.scheme > 0 && one.scheme() != other.scheme() {
            add(Component::Scheme, None, text(one.scheme()), text(other.scheme()));
        }
        let is_elsewhere = one.host() != other.host() || one.scheme() != other.scheme();
        if weights.host > 0 && is_elsewhere {
            let [first, second] = [one, other].map(Shape::service);
            if first != second {
                add(Component::Host, None, part(first), part(second));
            }
        }
        let segments = if weights.path > 0 { one.segments.len().max(other.segments.len()) } else { 0 };
        for index in 0..segments {
            let sides = [(one, variant), (other, other_variant)];
            let [first, second] = sides
                .map(|(shape, variant)| (index < shape.segments.len()).then(|| shape.token(index, variant)));
            if first != second {
                let [first, second] = sides.map(|(shape, variant)| {
                    (index < shape.segments.len()).then(|| shape.shown(index, variant))
                });
                add(Component::Path, Some(index + 1), first, second);
            }
        }
        if weights.params > 0 {
            for (first, second) in differing_params(one, other) {
                add(Component::Params, None, first.map(ParamText::to_text), second.map(ParamText::to_text));
            }
        }
        if weights.fragment > 0 && one.fragment() != other.fragment() {
            add(Component::Fragment, None, text(one.fragment()), text(other.fragment()));
        }
        found
    }
}

/// One of two lines: what the filter sees of it, and what people do. The hashes are those of the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Side {
    shape: Shape,
    texts: PathTexts,
    url: Url,
    pub(crate) segments: Vec<Segment>,
    pairs: Vec<Pair>,
    tokens: Vec<u64>,
    /// In the order of their hashes.
    features: Vec<Feature>,
}

impl Side {
    /// Hashes the parts of the shape.
    fn hash(&mut self, scanner: &Scanner) {
        let Self { shape, url, segments, pairs, .. } = self;
        let key = &scanner.key;
        let segment = |segment: &ShapeSegment| Segment {
            token: key.token(shape.bytes(segment.token)),
            variable: key.token(shape.bytes(segment.variable)),
            ..Segment::default()
        };
        *url = scanner.head(shape.scheme(), shape.host(), shape.fragment());
        segments.clear();
        segments.extend(shape.segments.iter().map(segment));
        pairs.clear();
        pairs.extend(shape.params.iter().map(|param| pair(key, &shape.param(param))));
        scan::settle(0, pairs);
    }

    /// Takes what was hashed while the line was scanned.
    fn take_hashes(&mut self, scanned: &Scanned<'_>) {
        self.url.clone_from(scanned.url);
        self.segments.clear();
        self.segments.extend_from_slice(scanned.segments);
        self.pairs.clear();
        self.pairs.extend_from_slice(scanned.pairs);
    }

    /// Takes the tokens of a variant.
    fn choose(&mut self, variant: &Variant) {
        variant.tokens(&self.segments, &mut self.tokens);
    }

    /// The URL as its tokens read.
    fn view(&self) -> UrlView<'_> {
        UrlView { url: &self.url, tokens: &self.tokens, pairs: &self.pairs, bands: &[] }
    }

    /// Takes the features of the tokens.
    fn take_features(&mut self, layout: &Layout) {
        let Self { url, tokens, pairs, features, .. } = self;
        layout.features(&UrlView { url, tokens, pairs, bands: &[] }, features);
        features.sort_unstable_by_key(|feature| feature.hash);
    }

    /// Whether all but the path is the same.
    fn has_parts_of(&self, other: &Self) -> bool {
        let parts = |side: &Self| (side.url.service, side.url.scheme, side.url.fragment);
        parts(self) == parts(other) && self.pairs == other.pairs
    }
}

/// Hashes a parameter as the scanner does.
fn pair(key: &Key, param: &ParamText<'_>) -> Pair {
    let (stem, addition) = param.name.split_at(param.stem);
    let stem = key.token(stem);
    let (name, value) = match &param.value {
        Assigned::Nothing => (stem, 0),
        Assigned::Text(value) => (stem, key.token(value)),
        Assigned::Kind(Value::Url) => (key.join(stem, Value::Url as u64), Value::Url as u64),
        Assigned::Kind(kind) if addition.is_empty() => (stem, *kind as u64),
        Assigned::Kind(kind) => (key.join(stem, key.token(&addition[1..])), *kind as u64),
    };
    Pair { name, value }
}

/// The parameters that only one of two URLs has, those of equal names side by side; those that only the second has come last.
fn differing_params<'a>(
    one: &'a Shape,
    other: &'a Shape,
) -> Vec<(Option<ParamText<'a>>, Option<ParamText<'a>>)> {
    let (firsts, seconds) = only(one, other);
    let (mut found, mut rest) = (Vec::new(), Vec::new());
    let mut seconds = seconds.into_iter().peekable();
    for first in firsts {
        while let Some(second) = seconds.next_if(|second| second.name < first.name) {
            rest.push((None, Some(second)));
        }
        found.push((Some(first), seconds.next_if(|second| second.name == first.name)));
    }
    found.append(&mut rest);
    found.extend(seconds.map(|second| (None, Some(second))));
    found
}

/// The parameters that only the one has, and those that only the other has, in their order.
fn only<'a>(one: &'a Shape, other: &'a Shape) -> (Vec<ParamText<'a>>, Vec<ParamText<'a>>) {
    let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
    let mut left = one.params.iter().map(|param| one.param(param)).peekable();
    let mut right = other.params.iter().map(|param| other.param(param)).peekable();
    loop {
        let order = match (left.peek(), right.peek()) {
            (Some(first), Some(second)) => first.cmp(second),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return (firsts, seconds),
        };
        if order.is_eq() {
            left.next();
            right.next();
        } else if order.is_lt() {
            firsts.extend(left.next());
        } else {
            seconds.extend(right.next());
        }
    }
}

/// The terms of a line, in order, that another line has not, or not as often.
fn only_in(terms: TermReader<'_>, line: &[u8], other: &[u8]) -> impl Iterator<Item = String> {
    let mut left = HashMap::new();
    for (term, _) in terms.texts(other) {
        *left.entry(term).or_insert(0) += 1;
    }
    let mut is_left = move |term: u64| match left.get_mut(&term) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    };
    terms.texts(line).into_iter().filter_map(move |(term, text)| (!is_left(term)).then_some(text))
}

/// What two URLs have of each component, in the order of [`Component::ALL`], and how much of it the other one has too.
#[derive(Clone, Debug, Default)]
struct Overlap {
    weights: [[u64; 2]; Component::ALL.len()],
    shared: [[u64; 2]; Component::ALL.len()],
}

impl Overlap {
    /// Merges two lists in the order of their hashes.
    fn of(one: &[Feature], other: &[Feature]) -> Self {
        let mut overlap = Self::default();
        for (side, list) in [one, other].into_iter().enumerate() {
            for feature in list {
                overlap.weights[feature.component as usize][side] += feature.weight;
            }
        }
        let (mut one, mut other) = (one, other);
        while let ([first, firsts @ ..], [second, seconds @ ..]) = (one, other) {
            match first.hash.cmp(&second.hash) {
                Ordering::Less => one = firsts,
                Ordering::Greater => other = seconds,
                Ordering::Equal => {
                    overlap.shared[first.component as usize][0] += first.weight;
                    overlap.shared[second.component as usize][1] += second.weight;
                    (one, other) = (firsts, seconds);
                }
            }
        }
        overlap
    }

    /// The overlap of a URL with itself.
    fn of_equal(layout: &Layout, view: &UrlView<'_>) -> Self {
        let mut weights = [[0; 2]; Component::ALL.len()];
        layout.each(view, |feature| {
            weights[feature.component as usize].iter_mut().for_each(|side| *side += feature.weight);
        });
        Self { weights, shared: weights }
    }

    /// What the one lacks of the other, or the other of the one: the larger.
    fn lacking(&self) -> u64 {
        let side = |side: usize| {
            let all = self.weights.iter().zip(&self.shared);
            all.map(|(weight, shared)| weight[side] - shared[side]).sum::<u64>()
        };
        side(0).max(side(1))
    }

    /// The components that have a weight.
    fn shares(&self) -> Vec<Share> {
        let of = |component: Component| {
            let at = component as usize;
            let [weight, first, second] = [self.weights[at][0], self.shared[at][0], self.shared[at][1]]
                .map(|units| units as f64 / UNIT as f64);
            Share { component, weight, first, second }
        };
        Component::ALL.into_iter().map(of).filter(|share| share.weight > 0.0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sift;
    use proptest::prelude::*;

    fn comparer(literal: bool) -> Comparer {
        Sift::builder().literal(literal).comparer().expect("the settings are valid")
    }

    proptest! {
        #[test]
        fn sides_can_be_exchanged(
            lines in [(); 2].map(|()| r"(https?:|)//[ab]\\.test(/[xy7]){0,4}(\\?([a-c](=[12])?&){0,4})?(#[fg])?"),
            literal in any::<bool>(),
        ) {
            let comparer = comparer(literal);
            let [one, other] = lines.each_ref().map(String::as_bytes);
            let found = comparer.compare(one, other).expect("both are URLs");
            let mirrored = comparer.compare(other, one).expect("both are URLs");
            prop_assert!((found.percent - mirrored.percent).abs() < 1e-9);
            prop_assert_eq!(&found.first, &mirrored.second);
            for (share, mirror) in found.components.iter().zip(&mirrored.components) {
                prop_assert_eq!((share.first, share.second), (mirror.second, mirror.first));
            }
            let sides = |list: &[Difference], mirror: bool| {
                let of = |d: &Difference| if mirror { (d.second.clone(), d.first.clone()) } else { (d.first.clone(), d.second.clone()) };
                let mut sides: Vec<_> = list.iter().map(|d| (d.component, d.segment, of(d))).collect();
                sides.sort();
                sides
            };
            prop_assert_eq!(sides(&found.differences, false), sides(&mirrored.differences, true));
            prop_assert_eq!(found.differences.is_empty(), found.percent >= 100.0);
        }
    }

    proptest! {
        /// What is seen without features is what features say.
        #[test]
        fn sides_that_read_alike_are_as_near_as_can_be(
            lines in [(); 2].map(|()| r"(https?:|)//[ab]\.test(/[xy7]){0,4}(\?([a-c](=[12])?&){0,2})?(#[fg])?"),
            words in prop::collection::vec(0..256_u64, 1..4),
            literal in any::<bool>(),
        ) {
            let comparer = comparer(literal);
            let [mut one, mut other] = lines.each_ref().map(|line| {
                let (mut side, mut scratch) = (Side::default(), Scratch::default());
                let (address, _) = input::parse(line.as_bytes(), &mut scratch).expect("it is a URL");
                comparer.read(&mut side, &address);
                side
            });
            let variants: Vec<Variant> = words.iter().map(|&word| Variant::from_words(&[word])).collect();
            one.choose(&variants[0]);
            let equal = comparer.equal(&one, &mut other, variants.iter().cloned());
            let overlap = Overlap::of_equal(&comparer.layout, &one.view());
            let nearest = comparer.nearest(&mut one, &mut other, variants.iter().cloned());
            let (distance, variant, features) = nearest.expect("there is a variant");
            prop_assert_eq!(equal.is_some(), distance == 0);
            if let Some(equal) = equal {
                prop_assert_eq!(equal, variant);
                prop_assert_eq!(overlap.shares(), features.shares());
            }
        }
    }

    #[test]
    fn parameters_of_one_name_stand_side_by_side() {
        let found = comparer(true)
            .compare(b"//a.test/?a=1&a=2&b=1&c=3&e", b"//a.test/?a=2&a=4&a=5&b=1&d=3&e=")
            .unwrap();
        let shown: Vec<String> = found.differences.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["a=1 | a=4", "c=3 | -", "e | e=", "- | a=5", "- | d=3"]);
    }

    /// A comparison of every part with every other one would take minutes.
    #[test]
    fn long_lines_are_compared_in_time() {
        let line = |name: &str| {
            let pairs: Vec<String> = (0..100_000).map(|i| format!("{name}{i}")).collect();
            format!("//a.test/?{}", pairs.join("&"))
        };
        for literal in [false, true] {
            let found = comparer(literal).compare(line("a").as_bytes(), line("b").as_bytes()).unwrap();
            // Names are told apart by their digits only where they are literal.
            assert_eq!(found.differences.len() == 200_000, literal);
        }
    }
}
