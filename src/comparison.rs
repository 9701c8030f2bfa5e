//! Two URLs side by side: what each component weighs, how much of it they share, and where they differ.
//!
//! A [`Comparer`] answers both who asks about two URLs and who asks why a line was dropped, so the two agree.

use crate::builder::Builder;
use crate::error::Error;
use crate::feature::{Component, Feature, Layout, sorted};
use crate::hash::Key;
use crate::index::{Id, simhash};
use crate::record::{Pair, Segment, Url, UrlView};
use crate::scan::{self, Scanner};
use crate::shape::{Assigned, Shape, ShapeParam};
use crate::similarity::{Metric, Threshold, UNIT, difference};
use crate::token::{Traits, Value};
use crate::variant::Variant;
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
    /// Which path segments, counted from 1, read as variable in one of the two because a filter learned their positions.
    pub learned: Vec<usize>,
    /// The first URL's template, such as `https://example.com/user/{int}/edit?id&page`.
    pub first: String,
    /// The second URL's template.
    pub second: String,
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
        let scanner = Scanner::new(key, self.mode(), crate::plan::Plan::Features, "");
        Ok(Comparer::new(scanner, layout, self.metric, threshold))
    }
}

/// Compares lines under the settings of a [`Builder`]: see [`Builder::comparer`].
#[derive(Clone, Debug)]
pub struct Comparer {
    pub(crate) scanner: Scanner,
    pub(crate) layout: Layout,
    metric: Metric,
    pub(crate) threshold: Threshold,
}

impl Comparer {
    pub(crate) fn new(scanner: Scanner, layout: Layout, metric: Metric, threshold: Threshold) -> Self {
        Self { scanner, layout, metric, threshold }
    }

    /// Compares two lines, given without their line ends. `None` if one of them is not a URL.
    pub fn compare(&self, first: &[u8], second: &[u8]) -> Option<Comparison> {
        let (mut one, mut other) = (self.side(first)?, self.side(second)?);
        let own = Variant::default();
        self.compare_sides(&mut one, &own, &mut other, std::iter::once(own.clone()))
    }

    /// Takes a line apart. `None` if it is not a URL.
    pub(crate) fn side(&self, line: &[u8]) -> Option<Side> {
        Shape::of(line, &self.scanner.mode).map(|shape| Side::new(&self.scanner, shape))
    }

    /// Compares a line as one variant reads it with the one of the other line's variants that is nearest.
    pub(crate) fn compare_sides(
        &self,
        one: &mut Side,
        variant: &Variant,
        other: &mut Side,
        variants: impl Iterator<Item = Variant>,
    ) -> Option<Comparison> {
        one.read(&self.layout, variant);
        let mut nearest: Option<(u64, Variant)> = None;
        for variant in variants {
            other.read(&self.layout, &variant);
            let distance = self.distance(&one.features, &other.features);
            if nearest.as_ref().is_none_or(|(least, _)| distance < *least) {
                nearest = Some((distance, variant));
            }
            if distance == 0 {
                break;
            }
        }
        let (distance, nearest) = nearest?;
        other.read(&self.layout, &nearest);

        let total = self.total();
        let shares = Component::ALL
            .into_iter()
            .map(|component| share(component, &one.features, &other.features))
            .filter(|share| share.weight > 0.0);
        let learned = |index: &usize| variant.is_learned(*index) || nearest.is_learned(*index);
        let segments = one.segments.len().max(other.segments.len());
        Some(Comparison {
            percent: 100.0 * (total - distance) as f64 / total as f64,
            similar: distance <= self.threshold.budget(total),
            components: if self.metric == Metric::SimHash { Vec::new() } else { shares.collect() },
            differences: self.differences((&one.shape, variant), (&other.shape, &nearest)),
            learned: (0..segments).filter(learned).map(|index| index + 1).collect(),
            first: one.shape.template(variant),
            second: other.shape.template(&nearest),
        })
    }

    /// What two URLs can differ in at most.
    fn total(&self) -> u64 {
        match self.metric {
            Metric::Overlap => self.layout.weights.total(),
            Metric::SimHash => u64::from(u64::BITS),
        }
    }

    fn distance(&self, a: &[Feature], b: &[Feature]) -> u64 {
        match self.metric {
            Metric::Overlap => difference(&sorted(a), &sorted(b), u64::MAX).unwrap_or(self.total()),
            Metric::SimHash => u64::from((simhash::code(a) ^ simhash::code(b)).count_ones()),
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
        let part = |text: &String| (!text.is_empty()).then(|| text.clone());
        let weights = &self.layout.weights;
        // With a skeleton, scheme and fragment never differ; a scheme that is not of the web belongs to the host.
        if !self.layout.skeleton && weights.scheme > 0 && one.scheme != other.scheme {
            add(Component::Scheme, None, part(&one.scheme), part(&other.scheme));
        }
        if weights.host > 0 && one.service() != other.service() {
            add(Component::Host, None, part(&one.service()), part(&other.service()));
        }
        let segments = if weights.path > 0 { one.segments.len().max(other.segments.len()) } else { 0 };
        for index in 0..segments {
            let [first, second] = [(one, variant), (other, other_variant)].map(|(shape, variant)| {
                (index < shape.segments.len())
                    .then(|| (shape.token(index, variant), shape.shown(index, variant)))
            });
            if first.as_ref().map(|side| side.0) != second.as_ref().map(|side| side.0) {
                let shown = |side: Option<(&[u8], String)>| side.map(|(_, shown)| shown);
                add(Component::Path, Some(index + 1), shown(first), shown(second));
            }
        }
        if weights.params > 0 {
            for (first, second) in differing_params(&one.params, &other.params) {
                let shown = |param: Option<&ShapeParam>| param.map(ShapeParam::to_text);
                add(Component::Params, None, shown(first), shown(second));
            }
        }
        if weights.fragment > 0 && one.fragment != other.fragment {
            add(Component::Fragment, None, part(&one.fragment), part(&other.fragment));
        }
        found
    }
}

/// Sides of representatives that were compared a short while ago: a list often goes on with the group that it is at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recent(HashMap<Id, Side>);

impl Recent {
    /// A few hundred kilobytes.
    const MOST: usize = 256;

    pub(crate) fn take(&mut self, group: Id) -> Option<Side> {
        self.0.remove(&group)
    }

    pub(crate) fn put(&mut self, group: Id, side: Side) {
        if self.0.len() >= Self::MOST {
            self.0.clear();
        }
        self.0.insert(group, side);
    }
}

/// One of two lines: what the filter sees of it, and what people do. The hashes are made of the text.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    shape: Shape,
    url: Url,
    pub(crate) segments: Vec<Segment>,
    pairs: Vec<Pair>,
    tokens: Vec<u64>,
    features: Vec<Feature>,
}

impl Side {
    fn new(scanner: &Scanner, shape: Shape) -> Self {
        let key = &scanner.key;
        let segment = |segment: &crate::shape::ShapeSegment| Segment {
            token: key.token(&segment.token),
            variable: key.token(&segment.variable),
            traits: Traits::default(),
        };
        let mut pairs = shape.params.iter().map(|param| pair(key, param)).collect();
        scan::settle(0, &mut pairs);
        Self {
            url: scanner.head(shape.scheme.as_bytes(), shape.host.as_bytes(), shape.fragment.as_bytes()),
            segments: shape.segments.iter().map(segment).collect(),
            pairs,
            shape,
            tokens: Vec::new(),
            features: Vec::new(),
        }
    }

    /// Takes the features of a variant.
    fn read(&mut self, layout: &Layout, variant: &Variant) {
        variant.tokens(&self.segments, &mut self.tokens);
        let view = UrlView { url: &self.url, tokens: &self.tokens, pairs: &self.pairs, bands: &[] };
        layout.features(&view, &mut self.features);
    }
}

/// Hashes a parameter as the scanner does.
fn pair(key: &Key, param: &ShapeParam) -> Pair {
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

/// The parameters that only one of two URLs has, those of equal names side by side. Both lists are sorted.
fn differing_params<'a>(
    one: &'a [ShapeParam],
    other: &'a [ShapeParam],
) -> Vec<(Option<&'a ShapeParam>, Option<&'a ShapeParam>)> {
    let only = |own: &'a [ShapeParam], other: &[ShapeParam]| {
        own.iter().filter(|p| !other.contains(p)).collect::<Vec<_>>()
    };
    let mut seconds = only(other, one);
    let mut found: Vec<_> = only(one, other)
        .into_iter()
        .map(|first| {
            let same = seconds.iter().position(|second| second.name == first.name);
            (Some(first), same.map(|at| seconds.remove(at)))
        })
        .collect();
    found.extend(seconds.into_iter().map(|second| (None, Some(second))));
    found
}

fn share(component: Component, a: &[Feature], b: &[Feature]) -> Share {
    let weight = |list: &[Feature], other: Option<&[Feature]>| {
        let own = list.iter().filter(|f| f.component == component);
        let counts = own.filter(|f| other.is_none_or(|other| other.iter().any(|o| o.hash == f.hash)));
        counts.map(|f| f.weight).sum::<u64>() as f64 / UNIT as f64
    };
    Share { component, weight: weight(a, None), first: weight(a, Some(b)), second: weight(b, Some(a)) }
}
