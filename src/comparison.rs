//! Two URLs side by side: what each component weighs, how much of it they share, and where they differ.
//!
//! One function answers both who asks about two URLs ([`Builder::compare`]) and who asks why a line was dropped ([`Sift::explain`]), so the
//! two agree.

use crate::features::{Component, Feature};
use crate::index::exhaustive::sorted;
use crate::index::{Id, simhash};
use crate::learned::Learned;
use crate::record::Kind;
use crate::register::Decision;
use crate::shape::{Param, Parts};
use crate::similarity::{UNIT, difference};
use crate::{Batch, Builder, Error, Metric, Sift};
use std::cell::RefCell;
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
    /// Which path segments, counted from 1, read as variable in one of the two because a filter learned that their place is.
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

/// One place in which two URLs differ.
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

/// Why a line is similar to one that was kept.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation<'s> {
    /// The kept line that it is similar to: the earliest one, under the reading of the line that found any.
    pub representative: &'s [u8],
    /// The number of that line among all records that the filter took, from 1.
    pub record: u64,
    /// The similar line, first, beside its representative, second.
    pub comparison: Comparison,
}

impl Builder {
    /// Compares two lines as a filter with these settings does that has learned nothing yet. `None` if one of them is no URL.
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
        let sift = self.clone().build()?;
        let (Some(one), Some(mut other)) = (Side::of(&sift, first), Side::of(&sift, second)) else {
            return Ok(None);
        };
        let as_it_is = Learned::default();
        Ok(sift.compare(one, &as_it_is, &mut other, std::iter::once(as_it_is.clone())))
    }
}

impl Sift {
    /// Explains the decision on a similar line; `None` unless the filter was built with
    /// [`Detail::Explanations`](crate::Detail::Explanations) and the line is similar to a kept one.
    ///
    /// `decision` is one of [`decisions`](Sift::decisions), and `line` the line that it is about. Takes some microseconds.
    ///
    /// ```
    /// use urlsift::{Detail, Sift};
    ///
    /// let mut sift = Sift::builder().detail(Detail::Explanations).build()?;
    /// sift.admit(b"https://example.com/user/1/edit?tab=a");
    /// let line = b"https://example.com/user/ann@example.com/edit?tab=2";
    /// sift.admit(line);
    ///
    /// let found = sift.explain(line, &sift.decisions()[0]).expect("it is similar");
    /// assert_eq!(found.representative, b"https://example.com/user/1/edit?tab=a");
    /// assert_eq!(found.comparison.differences[0].to_string(), "tab={value} | tab={word}");
    /// assert_eq!(found.comparison.first, "https://example.com/user/{email}/edit?tab");
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn explain(&self, line: &[u8], decision: &Decision) -> Option<Explanation<'_>> {
        let group = decision.group.filter(|_| !decision.leads)?;
        let register = self.register.as_ref()?;
        let (representative, record) = register.lines.get(group)?;
        let one = Side::of(self, line)?;
        let mut other = register.recent.take(group).or_else(|| Side::of(self, representative))?;
        let readings = register.lines.readings(group, other.batch.segments.len());
        let comparison = self.compare(one, &decision.reading, &mut other, readings)?;
        register.recent.put(group, other);
        Some(Explanation { representative, record, comparison })
    }

    /// Writes the template of a line as it was read when it was decided on, such as
    /// `https://example.com/user/{int}/edit?id&page`; `None` if it is no URL.
    ///
    /// Values stand as the names of their classes, words in places that were learned to be variable as `{word}`.
    /// The filter needs [`Detail::Shapes`](crate::Detail::Shapes) for the latter. `decision` is one of [`decisions`](Sift::decisions), and `line` the
    /// line that it is about.
    ///
    /// ```
    /// use urlsift::{Detail, Sift};
    ///
    /// let mut sift = Sift::builder().detail(Detail::Shapes).build()?;
    /// let line = b"https://example.com/user/1/edit?page=2&id=3";
    /// sift.admit(line);
    /// let shape = sift.shape(line, &sift.decisions()[0]);
    /// assert_eq!(shape.as_deref(), Some("https://example.com/user/{int}/edit?id&page"));
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn shape(&self, line: &[u8], decision: &Decision) -> Option<String> {
        Some(Parts::of(line, &self.scanner.mode)?.template(&decision.reading))
    }

    /// Compares a line under one reading with the one of the other line's readings that is nearest.
    fn compare(
        &self,
        mut one: Side,
        reading: &Learned,
        other: &mut Side,
        readings: impl Iterator<Item = Learned>,
    ) -> Option<Comparison> {
        one.read(self, reading);
        let mut nearest: Option<(u64, Learned)> = None;
        for reading in readings {
            other.read(self, &reading);
            let distance = self.distance(&one.features, &other.features);
            if nearest.as_ref().is_none_or(|(least, _)| distance < *least) {
                nearest = Some((distance, reading));
            }
            if distance == 0 {
                break;
            }
        }
        let (distance, nearest) = nearest?;
        other.read(self, &nearest);

        let total = self.total();
        let shares = Component::ALL
            .into_iter()
            .map(|component| share(component, &one.features, &other.features))
            .filter(|share| share.weight > 0.0);
        let learned = |index: &usize| reading.is_learned(*index) || nearest.is_learned(*index);
        let segments = one.parts.segments.len().max(other.parts.segments.len());
        Some(Comparison {
            percent: 100.0 * (total - distance) as f64 / total as f64,
            similar: distance <= self.threshold.budget(total),
            components: if self.metric == Metric::SimHash { Vec::new() } else { shares.collect() },
            differences: self.differences((&one.parts, reading), (&other.parts, &nearest)),
            learned: (0..segments).filter(learned).map(|index| index + 1).collect(),
            first: one.parts.template(reading),
            second: other.parts.template(&nearest),
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
        (one, reading): (&Parts, &Learned),
        (other, other_reading): (&Parts, &Learned),
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
            let [first, second] = [(one, reading), (other, other_reading)].map(|(parts, reading)| {
                (index < parts.segments.len())
                    .then(|| (parts.token(index, reading), parts.shown(index, reading)))
            });
            if first.as_ref().map(|side| side.0) != second.as_ref().map(|side| side.0) {
                let shown = |side: Option<(&[u8], String)>| side.map(|(_, shown)| shown);
                add(Component::Path, Some(index + 1), shown(first), shown(second));
            }
        }
        if weights.params > 0 {
            for (first, second) in differing_params(&one.params, &other.params) {
                let shown = |param: Option<&Param>| param.map(Param::to_text);
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
#[derive(Debug, Default)]
pub(crate) struct Recent(RefCell<HashMap<Id, Side>>);

impl Recent {
    /// A few hundred kilobytes.
    const MOST: usize = 256;

    fn take(&self, group: Id) -> Option<Side> {
        self.0.borrow_mut().remove(&group)
    }

    fn put(&self, group: Id, side: Side) {
        let mut sides = self.0.borrow_mut();
        if sides.len() >= Self::MOST {
            sides.clear();
        }
        sides.insert(group, side);
    }
}

/// One of two lines: what the filter sees of it, and what people do.
#[derive(Debug)]
struct Side {
    batch: Batch,
    parts: Parts,
    tokens: Vec<u64>,
    features: Vec<Feature>,
}

impl Side {
    /// `None` if the line is no URL.
    fn of(sift: &Sift, line: &[u8]) -> Option<Self> {
        let mut batch = Batch::default();
        sift.scanner.whole().scan(line, &mut batch);
        if !matches!(batch.records[0].kind, Kind::Url { .. }) {
            return None;
        }
        let parts = Parts::of(line, &sift.scanner.mode)?;
        Some(Self { batch, parts, tokens: Vec::new(), features: Vec::new() })
    }

    /// Takes the features of a reading.
    fn read(&mut self, sift: &Sift, reading: &Learned) {
        reading.tokens(&self.batch.segments, &mut self.tokens);
        let record = &self.batch.records[0];
        let pairs = self.batch.pairs_of(record);
        sift.layout.features(&sift.scanner.key, record, &self.tokens, pairs, &mut self.features);
    }
}

/// The parameters that only one of two URLs has, those of equal names side by side. Both lists are sorted.
fn differing_params<'a>(one: &'a [Param], other: &'a [Param]) -> Vec<(Option<&'a Param>, Option<&'a Param>)> {
    let only =
        |own: &'a [Param], other: &[Param]| own.iter().filter(|p| !other.contains(p)).collect::<Vec<_>>();
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
