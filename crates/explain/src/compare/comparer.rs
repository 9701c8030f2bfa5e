//! Two lines side by side: the weight of each component, the weight they share, and where they
//! differ.
//!
//! [`compare`] and the explanations of dropped lines both use a [`Comparer`], so they agree.

use super::as_read::AsRead;
use super::comparison::{Comparison, SameText};
use super::differences::differences;
use super::overlap::Overlap;
use super::same::{Alike, Texts};
use super::side::Side;
use std::iter;
use std::sync::Arc;
use urlsift_core::decide::sift::Sift;
use urlsift_core::record::variant::{Prefix, Variant};
use urlsift_core::scan::Scanner;
use urlsift_core::settings::builder::Builder;
use urlsift_core::similar::feature::Feature;
use urlsift_core::similar::index::simhash;
use urlsift_core::similar::measure::Measure;
use urlsift_core::similar::similarity::Metric;
use urlsift_url::error::Error;
use urlsift_url::token::{Relation, RuleLookup};

/// Compares two lines as a filter with these settings would before it has learned anything. `None`
/// if one of them is not a URL. For more than a few lines a [`Comparer`] is faster.
///
/// # Errors
/// The errors of [`build`](Builder::build).
///
/// ```
/// use urlsift::explain::compare;
///
/// let settings = urlsift::Sift::builder().literal(true);
/// let found = compare(&settings, b"http://example.com/a/b", b"http://example.com/a/c")?;
/// let found = found.expect("both are URLs");
/// assert_eq!(found.percent, 85.0); // half of the path, which weighs 3 of 10
/// assert_eq!(found.differences[0].to_string(), "segment 2: b | c");
/// let found = compare(&urlsift::Sift::builder(), b"/user/17", b"/user/42")?;
/// let found = found.expect("both are URLs");
/// assert_eq!(found.same[0].to_string(), "segment 2: 17 and 42 (int)");
/// # Ok::<(), urlsift::Error>(())
/// ```
pub fn compare(
    settings: &Builder,
    first: &[u8],
    second: &[u8],
) -> Result<Option<Comparison>, Error> {
    Ok(Comparer::new(settings)?.compare(first, second))
}

/// Compares any number of lines, either under some settings or as a filter with its learned
/// positions.
#[derive(Clone, Debug)]
pub struct Comparer {
    pub(crate) scanner: Scanner,
    pub(crate) measure: Measure,
}

/// Comparison of all lines of one template with one line; only the texts of their paths differ.
#[derive(Clone, Debug)]
pub(crate) struct Likeness {
    /// Its [`first`](Comparison::first) is the template of the lines, and
    /// [`same`](Comparison::same) is left empty.
    pub comparison: Comparison,
    /// The part that depends on a line's texts.
    pub alike: Vec<Alike>,
}

impl Likeness {
    /// Passes each pair of texts that count as the same to `each`, given the texts of a line.
    pub(crate) fn tell_same(&self, texts: &Texts, each: &mut dyn FnMut(SameText<'_>)) {
        Alike::tell(&self.alike, texts, each);
    }

    /// Memory used, in bytes, approximately.
    pub(crate) fn memory(&self) -> usize {
        let Comparison {
            first,
            second,
            components,
            differences,
            ..
        } = &self.comparison;
        size_of::<Self>()
            + first.len()
            + second.len()
            + size_of_val(&components[..])
            + 2 * size_of_val(&differences[..])
            + 2 * size_of_val(&self.alike[..])
    }
}

/// A variant of a side, compared with another side.
struct NearestVariant {
    distance: u64,
    variant: Variant,
    overlap: Overlap,
}

impl Comparer {
    /// Creates a comparer that compares as a filter with these settings would before it has learned
    /// anything.
    ///
    /// # Errors
    /// The errors of [`build`](Builder::build).
    ///
    /// ```
    /// use urlsift::explain::Comparer;
    ///
    /// let comparer = Comparer::new(&urlsift::Sift::builder())?;
    /// for id in 2..5 {
    ///     let other = format!("http://example.com/user/{id}");
    ///     let found = comparer.compare(b"http://example.com/user/1", other.as_bytes());
    ///     assert!(found.expect("both are URLs").similar);
    /// }
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn new(settings: &Builder) -> Result<Self, Error> {
        let (scanner, measure) = settings.view().measure()?;
        Ok(Self { scanner, measure })
    }

    /// Creates a comparer that compares as this filter does, with its learned positions.
    pub fn of(sift: &Sift) -> Self {
        let view = sift.view();
        Self {
            scanner: view.unfiltered_scanner.clone(),
            measure: view.measure.clone(),
        }
    }

    /// Compares two lines, both without line ends. `None` if one of them is not a URL.
    pub fn compare(&self, first: &[u8], second: &[u8]) -> Option<Comparison> {
        if self.scanner.view().terms().is_some() {
            let own = Variant::default();
            let [first, second] = [first, second].map(|line| self.scanner.line(line));
            return self.compare_terms(first, &own, second, &|_| iter::once(own.clone()));
        }
        let mut one = self.side(first)?;
        let mut other = self.side(second)?;
        let own = Variant::default();
        let found = self.likeness(&mut one, &own, &mut other, iter::once(own.clone()))?;
        let mut same = Vec::new();
        found.tell_same(&one.texts, &mut |text| same.push(text.into()));
        Some(Comparison {
            same,
            ..found.comparison
        })
    }

    fn side(&self, line: &[u8]) -> Option<Side> {
        let mut side = Side::default();
        let scanner = self.scanner.view();
        scanner.request(self.scanner.line(line), |address, beside| {
            side.read(scanner, address, beside, None);
        })?;
        Some(side)
    }

    /// Compares a line, in one of its variants, with the nearest variant of another line. `None` if
    /// the other line has no variant.
    pub(crate) fn likeness(
        &self,
        one: &mut Side,
        variant: &Variant,
        other: &mut Side,
        variants: impl Iterator<Item = Variant> + Clone,
    ) -> Option<Likeness> {
        if let Some(prefix) = variant.prefix(one.segments().len()) {
            return Some(self.copy(one, variant, other, prefix, true));
        }
        if let Some(range) = variant.round(one.segments()) {
            let first = one.as_read(variant);
            let alike = Alike::of_round(first, range, &other.texts);
            return Some(self.alike(one, variant, other, alike));
        }
        one.choose(variant);
        let equal = self.equal(one, other, variants.clone());
        if equal.is_none()
            && let Some(copy) = other.copy_of(&one.tokens, variants.clone())
            && let Some(prefix) = copy.prefix(other.segments().len())
        {
            return Some(self.copy(one, variant, other, prefix, false));
        }
        let are_equal = equal.is_some();
        let measured;
        let nearest;
        if let Some(equal) = equal {
            measured = self.measured_equal(one);
            nearest = equal;
        } else {
            let found = self.nearest(one, other, variants)?;
            measured = self.measured(found.distance, &found.overlap);
            nearest = found.variant;
        }
        let are_separated = one.is_separated_from(other);
        let first = one.as_read(variant);
        let second = other.as_read(&nearest);
        let mut found = self.describe(first, second, &other.texts, measured);
        if !are_equal {
            found.comparison.differences = differences(&self.measure.layout, first, second).into();
            let fields = first.shape.beside();
            let other_fields = second.shape.beside();
            if fields != other_fields {
                let has_same_method = fields[0] == other_fields[0];
                found.comparison.similar = false;
                found.comparison.separated_by = if has_same_method {
                    Some("other fields")
                } else {
                    Some("another method")
                };
            } else if are_separated {
                found.comparison.similar = false;
                found.comparison.separated_by = Some("a rule");
            }
        }
        Some(found)
    }

    /// Compares a line with one of the same page, where one of the two has the prefix of a mirror.
    fn copy(
        &self,
        one: &mut Side,
        variant: &Variant,
        other: &Side,
        prefix: Prefix,
        one_is_copy: bool,
    ) -> Likeness {
        let own = Variant::default();
        let first = one.as_read(variant);
        let second = other.as_read(&own);
        let start = prefix.range().start;
        let prefixed = if one_is_copy {
            Alike::of_copy(first, prefix, "-")
        } else {
            let text = second.shown(start).unwrap_or_default();
            Alike::of_copy(second, prefix, &text)
        };
        self.alike(one, variant, other, prefixed)
    }

    /// Says that a line, in a variant that leaves some of its segments out, is the same as another
    /// one, and why.
    fn alike(&self, one: &mut Side, variant: &Variant, other: &Side, alike: Alike) -> Likeness {
        one.choose(&Variant::default());
        let own = Variant::default();
        let first = one.as_read(variant);
        let second = other.as_read(&own);
        let comparison = Comparison {
            first: first.template().into(),
            second: second.template().into(),
            ..self.measured_equal(one)
        };
        Likeness {
            comparison,
            alike: vec![alike],
        }
    }

    /// Same as [`likeness`](Self::likeness) for a line of the same template: only its texts are
    /// needed.
    pub(crate) fn likeness_of_equal(
        &self,
        one: &mut Side,
        variant: &Variant,
        other: &Texts,
    ) -> Likeness {
        one.choose(variant);
        let measured = self.measured_equal(one);
        let side = one.as_read(variant);
        self.describe(side, side, other, measured)
    }

    /// The figures of a comparison with an equal URL.
    fn measured_equal(&self, one: &Side) -> Comparison {
        let overlap = Overlap::of_equal(&self.measure.layout, &one.view());
        self.measured(0, &overlap)
    }

    /// Adds texts and rules to a comparison of two sides without differences. `texts` are the
    /// second URL's.
    fn describe(
        &self,
        one: AsRead<'_>,
        other: AsRead<'_>,
        texts: &Texts,
        measured: Comparison,
    ) -> Likeness {
        let mut learned = Vec::new();
        if one.is_host_learned() || other.is_host_learned() {
            learned.push(0);
        }
        for index in 0..one.len().max(other.len()) {
            if one.is_learned(index) || other.is_learned(index) {
                learned.push(index + 1);
            }
        }
        let taught = self.scanner.view().mode.all_url_rules();
        let first: Arc<str> = one.template().into();
        let mut second = Arc::clone(&first);
        if !one.is_same(other) {
            let template = other.template();
            if *template != *first {
                second = template.into();
            }
        }
        let mut comparison = Comparison {
            learned: learned.into(),
            first,
            second,
            ..measured
        };
        if let Some(taught) = taught {
            comparison.rules = rules(taught, one, other);
        }
        let weights = &self.measure.layout.weights;
        let mut alike = Vec::new();
        if weights.path > 0 {
            alike = Alike::of(one, other, texts, taught);
        }
        if self.scanner.view().mode.merges_hosts() && weights.host > 0 {
            alike.extend(Alike::of_hosts(one, other, texts));
        }
        Likeness { comparison, alike }
    }

    /// Finds the variant of a side that reads the same as another side. Most explanations end here
    /// and need no features.
    fn equal(
        &self,
        one: &Side,
        other: &mut Side,
        mut variants: impl Iterator<Item = Variant>,
    ) -> Option<Variant> {
        // Under other settings some parts carry no weight, so two sides that differ in them count
        // as equal; the first variant is then as good as any.
        let counts = self.measure.metric == Metric::Overlap && self.measure.layout.weights.path > 0;
        if !counts || !one.has_parts_of(other) {
            return None;
        }
        variants.find(|variant| {
            other.choose(variant);
            one.tokens == other.tokens
        })
    }

    /// Finds the variant of a side that is nearest to another side.
    fn nearest(
        &self,
        one: &mut Side,
        other: &mut Side,
        variants: impl Iterator<Item = Variant>,
    ) -> Option<NearestVariant> {
        one.weigh(&self.measure.layout);
        let mut nearest: Option<NearestVariant> = None;
        for variant in variants {
            other.choose(&variant);
            other.weigh(&self.measure.layout);
            let overlap = Overlap::of(&one.features, &other.features);
            let distance = self.distance(&overlap, &one.features, &other.features);
            let is_nearer = match &nearest {
                Some(nearest) => distance < nearest.distance,
                None => true,
            };
            if is_nearer {
                nearest = Some(NearestVariant {
                    distance,
                    variant,
                    overlap,
                });
            }
            if distance == 0 {
                break;
            }
        }
        nearest
    }

    /// The largest distance that two lines can have.
    fn total(&self) -> u64 {
        match self.measure.metric {
            Metric::Overlap => self.measure.layout.total(),
            Metric::SimHash => u64::from(u64::BITS),
        }
    }

    pub(crate) fn distance(&self, overlap: &Overlap, one: &[Feature], other: &[Feature]) -> u64 {
        match self.measure.metric {
            Metric::Overlap => overlap.lacking(),
            Metric::SimHash => code_distance(one, other),
        }
    }

    /// The figures of a comparison, without texts.
    pub(crate) fn measured(&self, distance: u64, overlap: &Overlap) -> Comparison {
        let total = self.total();
        let components = match self.measure.metric {
            Metric::Overlap => overlap.shares(),
            Metric::SimHash => Arc::default(),
        };
        Comparison {
            percent: 100.0 * (total - distance) as f64 / total as f64,
            similar: distance <= self.measure.threshold.budget(total),
            components,
            ..Comparison::default()
        }
    }
}

/// The bits in which the codes of two lists of features differ.
pub(crate) fn code_distance(one: &[Feature], other: &[Feature]) -> u64 {
    let differing = simhash::code(one) ^ simhash::code(other);
    differing.count_ones().into()
}

/// The users' rules that made two URLs the same, or keep them apart.
#[cold]
fn rules(taught: &RuleLookup, one: AsRead<'_>, other: AsRead<'_>) -> Arc<[String]> {
    let mut found: Vec<usize> = Vec::new();
    for side in [one, other] {
        found.extend(side.shape.param_rules());
    }
    for index in 0..one.len().max(other.len()) {
        let a = one.shape.ruled(index, one.variant);
        let b = other.shape.ruled(index, other.variant);
        let are_same = a.map(|(_, token)| token) == b.map(|(_, token)| token);
        let wanted = if are_same {
            Relation::Same
        } else {
            Relation::Different
        };
        for (rule, _) in [a, b].into_iter().flatten() {
            if let Some(rule) = rule
                && taught.relation(rule) == Some(wanted)
            {
                found.push(rule);
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    let described = found.into_iter().map(|rule| taught.describe(rule));
    described.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::comparison::Difference;
    use proptest::prelude::*;

    fn comparer(literal: bool) -> Comparer {
        Comparer::new(&Sift::builder().literal(literal)).expect("the settings are valid")
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
            for (share, mirror) in found.components.iter().zip(mirrored.components.iter()) {
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
        /// The shortcut without features agrees with the features.
        #[test]
        fn sides_that_read_alike_are_as_near_as_can_be(
            lines in [(); 2].map(|()| r"(https?:|)//[ab]\.test(/[xy7]){0,4}(\?([a-c](=[12])?&){0,2})?(#[fg])?"),
            words in prop::collection::vec(0..256_u64, 1..4),
            literal in any::<bool>(),
        ) {
            let comparer = comparer(literal);
            let [mut one, mut other] = lines.each_ref().map(|line| {
                let mut side = Side::default();
                let line = comparer.scanner.line(line.as_bytes());
                let scanner = comparer.scanner.view();
                let read = scanner.request(line, |address, beside| {
                    side.read(scanner, address, beside, None);
                });
                read.expect("it is a URL");
                side
            });
            // As the filter stores them: a word is never an early value.
            let written = |word: &u64, side: &Side| {
                let mut tokens = Vec::new();
                Variant::from_words(&[*word]).tokens(side.segments(), &mut tokens);
                Variant::of(side.segments(), &tokens)
            };
            let chosen = written(&words[0], &one);
            let variants: Vec<Variant> = words.iter().map(|word| written(word, &other)).collect();
            one.choose(&chosen);
            let equal = comparer.equal(&one, &mut other, variants.iter().cloned());
            let overlap = Overlap::of_equal(&comparer.measure.layout, &one.view());
            let nearest = comparer.nearest(&mut one, &mut other, variants.iter().cloned());
            let nearest = nearest.expect("there is a variant");
            prop_assert_eq!(equal.is_some(), nearest.distance == 0);
            if let Some(equal) = equal {
                let first = one.as_read(&chosen);
                let second = other.as_read(&equal);
                prop_assert_eq!(differences(&comparer.measure.layout, first, second), []);
                prop_assert_eq!(&equal, &nearest.variant);
                prop_assert_eq!(overlap.shares(), nearest.overlap.shares());
            }
        }
    }
}
