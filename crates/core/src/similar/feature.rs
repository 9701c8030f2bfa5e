//! The weighted features of a URL.
//!
//! Every URL has all components: an absent path, absent parameters and an absent fragment are
//! features too. So two URLs without parameters agree in that, and the features of any URL weigh
//! the sum of the weights. A path segment counts with its position, a parameter by its name, its
//! value together with the name.
//!
//! Two layouts divide the weight of path and parameters:
//!
//! - *plain* (`--literal`): that of the path evenly over the segments; that of the parameters
//!   evenly, half to the name and half to name and value;
//! - *with skeleton* (default): of the path's 3, 0.6 for all segments in order and the rest evenly;
//!   of the parameters' 2, 0.6 for all names, 0.14 for all values and the rest evenly over the
//!   names.
//!
//! The skeleton keeps a differing word visible at any depth: without it, one of ten segments would
//! be 3 % of a URL.
//!
//! Some features imply others: if a segment differs, the skeleton differs. Each feature names the
//! one that must be missing with it ([`Feature::with`]), and an implied feature follows the feature
//! that implies it in the list.

mod frequencies;

use crate::record::{Pair, Url, UrlView};
use crate::similar::similarity::{UNIT, Weights};
pub use frequencies::weight;
pub(crate) use frequencies::{Frequencies, TermCounts};
use std::sync::Arc;
use urlsift_url::hash::Key;
use urlsift_url::named;

/// Part of the path's weight that belongs to the skeleton: 0.6 of 3.
const PATH_SKELETON: (u64, u64) = (1, 5);
/// Weight of the order of terms, if it counts: 0.6 of 10, as much as a path's skeleton, so that at
/// 95 % and above, records with other terms or another order are not similar.
const TERM_ORDER: u64 = UNIT / 10 * 6;
/// Part of the parameters' weight that belongs to the skeleton: 0.6 of 2.
const PARAMS_SKELETON: (u64, u64) = (3, 10);
/// Part of the parameters' weight that belongs to the values: a tenth of the weight outside the
/// skeleton.
const VALUES: (u64, u64) = (7, 100);

named! {
    /// The part of a URL that a feature describes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Component {
        /// The scheme.
        Scheme = "scheme",
        /// Host and port.
        Host = "host",
        /// The path.
        Path = "path",
        /// The parameters.
        Params = "params",
        /// The fragment.
        Fragment = "fragment",
        /// The words of a text: [terms](crate::scan::terms::Terms) of a record that is not a URL.
        Words = "words",
        /// The runs of steps of a sequence, which are terms too.
        Steps = "steps",
    }
}

/// One feature of one URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its hash: equal features have equal hashes.
    pub hash: u64,
    /// Its weight in this URL.
    pub weight: u64,
    pub component: Component,
    /// Index of the feature that differs whenever this one does.
    pub with: Option<u32>,
    pub role: Role,
}

/// Returns hashes and weights of features, sorted for comparison.
pub fn sorted(features: &[Feature]) -> Vec<(u64, u64)> {
    let mut pairs: Vec<(u64, u64)> = features.iter().map(|f| (f.hash, f.weight)).collect();
    pairs.sort_unstable();
    pairs
}

/// The role of a feature in its component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An ordinary part.
    Part,
    /// The absence of the component.
    Absent,
    /// The same for every URL of the layout, so it never differs.
    Constant,
    /// The value of a parameter, or all values.
    Value,
}

/// Divides a URL's weight over its features.
#[derive(Clone, Debug)]
pub struct Layout {
    pub key: Key,
    pub weights: Weights,
    /// Whether path and parameters have skeletons, and scheme and fragment never differ.
    pub skeleton: bool,
    /// The weights of records that have terms instead of the parts of URLs.
    terms: Option<TermLayout>,
    seeds: Seeds,
}

/// The layout of records that have terms: all weight is divided over the terms, except that of
/// their order if it counts.
#[derive(Clone, Debug)]
struct TermLayout {
    component: Component,
    /// Whether they are segments in an order that counts, after a segment for their number.
    is_ordered: bool,
    /// Frequencies of terms, if the whole list is known.
    frequencies: Option<Arc<Frequencies>>,
}

/// The weight that the terms of a record have together.
#[derive(Clone, Copy)]
struct TermWeight {
    total: u64,
    /// The feature that a record lacks if it lacks any of the terms.
    with: Option<u32>,
}

/// One keyed constant for each kind of feature, so that equal tokens of different parts are
/// different features.
#[derive(Clone, Debug)]
struct Seeds {
    scheme: u64,
    host: u64,
    fragment: u64,
    root: u64,
    path: u64,
    segment: u64,
    no_params: u64,
    params: u64,
    name: u64,
    value: u64,
    values: u64,
    term: u64,
}

impl Layout {
    /// Returns the weight of all features of a URL.
    pub fn total(&self) -> u64 {
        self.weights.total()
    }

    pub fn new(key: &Key, weights: Weights, skeleton: bool) -> Self {
        let seed = |name: &str| key.token(name.as_bytes());
        let seeds = Seeds {
            scheme: seed("feature scheme"),
            host: seed("feature host"),
            fragment: seed("feature fragment"),
            root: seed("feature root"),
            path: seed("feature path"),
            segment: seed("feature segment"),
            no_params: seed("feature no params"),
            params: seed("feature params"),
            name: seed("feature name"),
            value: seed("feature value"),
            values: seed("feature values"),
            term: seed("feature term"),
        };
        Self {
            key: key.clone(),
            weights,
            skeleton,
            terms: None,
            seeds,
        }
    }

    /// Creates the layout of records that have terms, with these frequencies. If their order
    /// counts, it may decide.
    pub(crate) fn of_terms(
        key: &Key,
        component: Component,
        is_ordered: bool,
        frequencies: Option<Arc<Frequencies>>,
    ) -> Self {
        Self {
            terms: Some(TermLayout {
                component,
                is_ordered,
                frequencies,
            }),
            ..Self::new(key, Weights::default(), is_ordered)
        }
    }

    /// Whether the order of terms may decide under this budget.
    pub fn order_decides(budget: u64) -> bool {
        budget < TERM_ORDER
    }

    /// Sets the frequencies from which terms are weighted.
    pub(crate) fn set_frequencies(&mut self, frequencies: &Arc<Frequencies>) {
        if let Some(terms) = &mut self.terms {
            terms.frequencies = Some(Arc::clone(frequencies));
        }
    }

    /// Whether records have terms instead of the parts of URLs.
    pub fn has_terms(&self) -> bool {
        self.terms.is_some()
    }

    /// Writes the features of a URL to `features`.
    pub fn features(&self, view: &UrlView<'_>, features: &mut Vec<Feature>) {
        features.clear();
        self.each(view, |feature| features.push(feature));
    }

    /// Passes the features of a URL to `take`, one by one. Features of weight 0 do not exist.
    ///
    /// If fields keep a URL apart, all of its features depend on these fields, so it shares none
    /// with URLs of other fields, at any threshold.
    pub fn each(&self, view: &UrlView<'_>, mut take: impl FnMut(Feature)) {
        match view.url.barrier_key() {
            0 => self.each_plain(view, take),
            barrier => self.each_behind_barrier(view, |mut feature| {
                feature.hash = self.key.join(barrier, feature.hash);
                take(feature);
            }),
        }
    }

    #[cold]
    #[inline(never)]
    fn each_behind_barrier(&self, view: &UrlView<'_>, take: impl FnMut(Feature)) {
        self.each_plain(view, take);
    }

    fn each_plain(&self, view: &UrlView<'_>, take: impl FnMut(Feature)) {
        let mut list = List { take, count: 0 };
        if let Some(terms) = &self.terms {
            return self.terms(terms, view, &mut list);
        }
        let weights = &self.weights;
        let seeds = &self.seeds;
        let key = &self.key;
        let url = view.url;
        let present = |hash: u64| if hash == 0 { Role::Absent } else { Role::Part };
        let role_of_whole = |hash: u64| {
            if self.skeleton {
                Role::Constant
            } else {
                present(hash)
            }
        };
        let mut add = |component, role, seed, hash, weight| {
            list.add(component, role, key.join(seed, hash), weight, None);
        };
        let (host, path) = url.split(view.tokens);
        let endpoint = url.endpoint_key(key);
        let asked = match host {
            Some(&host) => key.join(endpoint, host),
            None => endpoint,
        };
        add(
            Component::Host,
            present(asked),
            seeds.host,
            asked,
            weights.host,
        );
        add(
            Component::Scheme,
            role_of_whole(url.scheme),
            seeds.scheme,
            url.scheme,
            weights.scheme,
        );
        add(
            Component::Fragment,
            role_of_whole(url.fragment),
            seeds.fragment,
            url.fragment,
            weights.fragment,
        );
        self.path(path, &mut list);
        self.params(view.pairs, &mut list);
    }

    /// Divides the weight over terms; a remainder is dropped. Each occurrence of a term is a
    /// feature.
    #[inline(never)]
    fn terms(&self, terms: &TermLayout, view: &UrlView<'_>, list: &mut List<impl FnMut(Feature)>) {
        if !terms.is_ordered {
            let weight = TermWeight {
                total: self.weights.total(),
                with: None,
            };
            return self.occurrences(terms, view.url, view.pairs, weight, list);
        }
        let template = self.key.fold(self.seeds.path, view.tokens.iter().copied());
        let template = self.key.join(template, view.url.service);
        let order = list.add(terms.component, Role::Part, template, TERM_ORDER, None);
        let rest = self.weights.total() - TERM_ORDER;
        let mut tokens = view.tokens.get(1..).unwrap_or_default().to_vec();
        tokens.sort_unstable();
        let alike = tokens.chunk_by(|a, b| a == b);
        let pairs: Vec<Pair> = alike
            .flat_map(|alike| (0..).zip(alike).map(|(value, &name)| Pair { name, value }))
            .collect();
        let rest = TermWeight {
            total: rest,
            with: order,
        };
        self.occurrences(terms, view.url, &pairs, rest, list);
    }

    /// Returns the one band of a record of ordered terms, if the budget leaves it only one: see
    /// [`has_one_band`](Self::has_one_band). Takes less time than its features.
    pub fn band_of_terms(&self, view: &UrlView<'_>, budget: u64) -> Option<u64> {
        let is_ordered = self.terms.as_ref().is_some_and(|terms| terms.is_ordered);
        if !is_ordered || !self.has_one_band(budget) {
            return None;
        }
        let endpoint = view.url.endpoint_key(&self.key);
        Some(self.key.fold(endpoint, view.tokens.iter().copied()))
    }

    /// Divides a weight over occurrences of terms, sorted.
    fn occurrences(
        &self,
        terms: &TermLayout,
        url: &Url,
        pairs: &[Pair],
        weight: TermWeight,
        list: &mut List<impl FnMut(Feature)>,
    ) {
        let TermWeight { total, with } = weight;
        let weights = pairs.iter().map(|pair| match &terms.frequencies {
            Some(frequencies) => frequencies.weight(pair.name),
            None => frequencies::UNKNOWN,
        });
        let weights: Vec<u64> = weights.collect();
        let sum = weights.iter().sum();
        let kind = self.key.join(self.seeds.term, url.service);
        let mut before: Option<(u64, Option<u32>)> = None;
        // Last occurrence first: a record that lacks one occurrence lacks those after it.
        for (pair, &weight) in pairs.iter().zip(&weights).rev() {
            let hash = self.occurrence(kind, pair);
            let after = match before {
                Some((name, number)) if name == pair.name => number,
                _ => with,
            };
            let weight = share(total, weight, sum);
            let number = list.add(terms.component, Role::Part, hash, weight, after);
            before = Some((pair.name, number));
        }
    }

    /// Returns the hash of an occurrence of a term in records of one kind.
    fn occurrence(&self, kind: u64, pair: &Pair) -> u64 {
        self.key.join(self.key.join(kind, pair.name), pair.value)
    }

    /// Passes the hash and the term of each occurrence in a record to `take`, in reverse order of
    /// its features, if records have terms in no order.
    pub fn each_occurrence(&self, view: &UrlView<'_>, mut take: impl FnMut(u64, u64)) {
        let kind = self.key.join(self.seeds.term, view.url.service);
        let barrier = view.url.barrier_key();
        for pair in view.pairs {
            let mut hash = self.occurrence(kind, pair);
            if barrier != 0 {
                hash = self.key.join(barrier, hash);
            }
            take(hash, pair.name);
        }
    }

    fn path(&self, tokens: &[u64], list: &mut List<impl FnMut(Feature)>) {
        let seeds = &self.seeds;
        let key = &self.key;
        let mut rest = self.weights.path;
        let mut skeleton = None;
        if tokens.is_empty() {
            list.add(Component::Path, Role::Absent, seeds.root, rest, None);
        } else if self.skeleton {
            let weight = path_skeleton(rest);
            rest -= weight;
            let template = key.fold(seeds.path, tokens.iter().copied());
            skeleton = list.add(Component::Path, Role::Part, template, weight, None);
        }
        for (i, &token) in tokens.iter().enumerate() {
            let hash = key.join(seeds.segment.wrapping_add(i as u64), token);
            let weight = rest / tokens.len() as u64;
            list.add(Component::Path, Role::Part, hash, weight, skeleton);
        }
    }

    fn params(&self, pairs: &[Pair], list: &mut List<impl FnMut(Feature)>) {
        let rest = self.weights.params;
        let count = pairs.len() as u64;
        let seeds = &self.seeds;
        let key = &self.key;
        // The n-th pair of a name is the feature "n parameters of this name", whatever their
        // values.
        let mut same = 0;
        let mut numbered = |i: usize| {
            same = if i > 0 && pairs[i - 1].name == pairs[i].name {
                same + 1
            } else {
                0
            };
            (same, key.join(seeds.name.wrapping_add(same), pairs[i].name))
        };
        let value_of = |pair: &Pair| key.join(key.join(seeds.value, pair.name), pair.value);
        let mut add =
            |role, hash, weight, with| list.add(Component::Params, role, hash, weight, with);
        if pairs.is_empty() {
            add(Role::Absent, seeds.no_params, rest, None);
        } else if self.skeleton {
            let heavy = params_skeleton(rest);
            let light = values(rest);
            let mut values_sum = 0_u64;
            let mut names_sum = 0_u64;
            for (i, pair) in pairs.iter().enumerate() {
                values_sum = values_sum.wrapping_add(value_of(pair));
                names_sum = names_sum.wrapping_add(numbered(i).1);
            }
            let values = key.join(seeds.values, values_sum);
            let values = add(Role::Value, values, light, None);
            let skeleton = key.join(seeds.params, names_sum);
            let skeleton = add(Role::Part, skeleton, heavy, values);
            let weight = (rest - heavy - light) / count;
            for i in 0..pairs.len() {
                let (_, name) = numbered(i);
                add(Role::Part, name, weight, skeleton.or(values));
            }
        } else {
            let pair_weight = rest / count;
            for (i, pair) in pairs.iter().enumerate() {
                let name_weight = pair_weight / 2;
                // The value gets the odd unit: all values together weigh at least half.
                let value_weight = pair_weight - name_weight;
                let value = add(Role::Value, value_of(pair), value_weight, None);
                let (same, name) = numbered(i);
                // A missing name implies missing values; but a name that occurs once less may mean
                // any of its values.
                let with = if same == 0 { value } else { None };
                add(Role::Part, name, name_weight, with);
            }
        }
    }

    /// Whether all features that may differ under a budget may differ at the same time. If so, one
    /// band is enough: that of all other features.
    pub fn has_one_band(&self, budget: u64) -> bool {
        if self.terms.is_some() {
            return budget == 0 || (self.skeleton && budget < TERM_ORDER);
        }
        let light = values(self.weights.params);
        let lightest =
            path_skeleton(self.weights.path).min(light + params_skeleton(self.weights.params));
        budget == 0 || (self.skeleton && budget < lightest && budget < self.weights.host)
    }

    /// The smallest weight that a path of `own` segments has and one of `other` segments lacks.
    pub fn path_gap(&self, own: usize, other: usize) -> u64 {
        let skeleton = if self.skeleton {
            path_skeleton(self.weights.path)
        } else {
            0
        };
        gap(self.weights.path, skeleton, own, other)
    }

    /// The smallest weight that `own` parameters have and `other` ones lack.
    pub fn params_gap(&self, own: usize, other: usize) -> u64 {
        let weight = self.weights.params;
        let skeleton = if self.skeleton {
            params_skeleton(weight) + values(weight)
        } else {
            0
        };
        gap(weight, skeleton, own, other)
    }

    /// Returns the numbers of segments and parameters of a URL, given the numbers of their features
    /// without those for absence.
    pub fn counts(&self, path: usize, params: usize) -> (usize, usize) {
        if self.skeleton {
            (path.saturating_sub(1), params.saturating_sub(2))
        } else {
            (path, params / 2)
        }
    }

    /// Returns the features of a URL with this many segments and parameters. If all parameters
    /// share one name, the fewest features imply others, and the URL has the most bands.
    pub fn specimen(&self, segments: usize, params: usize, one_name: bool) -> Vec<Feature> {
        let mut features = Vec::new();
        let pair = |number| Pair {
            name: if one_name { 1 } else { number },
            value: number,
        };
        let pairs: Vec<Pair> = (0..params as u64).map(pair).collect();
        let tokens: Vec<u64> = (0..segments as u64).collect();
        let view = UrlView {
            url: &Url::default(),
            tokens: &tokens,
            pairs: &pairs,
            bands: &[],
        };
        self.features(&view, &mut features);
        features
    }

    /// Whether all values of a URL may differ.
    pub fn values_are_free(&self, budget: u64) -> bool {
        values(self.weights.params) <= budget
    }
}

/// Returns the part of a record's weight that belongs to an occurrence of a term, out of the weight
/// of the term and the sum of all such weights in the record. A remainder is dropped.
pub fn share(total: u64, weight: u64, sum: u64) -> u64 {
    // Far from 64 bits: 10 in units times 46 in thousandths.
    total * weight / sum
}

/// Returns the minimum weight of `own` parts that `other` parts lack, where `skeleton` is lacking
/// whenever the numbers differ.
fn gap(weight: u64, skeleton: u64, own: usize, other: usize) -> u64 {
    match (own, other) {
        _ if own == other => 0,
        // Presence and absence have nothing in common.
        (0, _) | (_, 0) => weight,
        _ => skeleton + own.saturating_sub(other) as u64 * ((weight - skeleton) / own as u64),
    }
}

fn path_skeleton(path: u64) -> u64 {
    path * PATH_SKELETON.0 / PATH_SKELETON.1
}

fn params_skeleton(params: u64) -> u64 {
    params * PARAMS_SKELETON.0 / PARAMS_SKELETON.1
}

fn values(params: u64) -> u64 {
    params * VALUES.0 / VALUES.1
}

/// Passes features on and counts them.
struct List<F> {
    take: F,
    count: u32,
}

impl<F: FnMut(Feature)> List<F> {
    fn add(
        &mut self,
        component: Component,
        role: Role,
        hash: u64,
        weight: u64,
        with: Option<u32>,
    ) -> Option<u32> {
        if weight == 0 {
            return None;
        }
        (self.take)(Feature {
            hash,
            weight,
            component,
            with,
            role,
        });
        self.count += 1;
        Some(self.count - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similar::similarity::UNIT;

    fn layouts() -> [Layout; 2] {
        [false, true].map(|skeleton| Layout::new(&Key::new([1, 2]), Weights::default(), skeleton))
    }

    #[test]
    fn features_of_every_url_weigh_the_same_and_differ() {
        for layout in layouts() {
            for (segments, params) in (0..20).flat_map(|s| (0..20).map(move |p| (s, p))) {
                for one_name in [false, true] {
                    let features = layout.specimen(segments, params, one_name);
                    let weight: u64 = features.iter().map(|feature| feature.weight).sum();
                    // A split loses less than a unit a part.
                    let parts = (segments + 2 * params) as u64;
                    assert!(
                        (10 * UNIT - parts..=10 * UNIT).contains(&weight),
                        "{segments} {params}: {weight}"
                    );
                    let mut hashes: Vec<u64> =
                        features.iter().map(|feature| feature.hash).collect();
                    hashes.sort_unstable();
                    hashes.dedup();
                    assert_eq!(
                        hashes.len(),
                        features.len(),
                        "{segments} {params} {one_name}"
                    );
                    for (i, feature) in features.iter().enumerate() {
                        assert!(
                            feature.weight > 0
                                && feature.with.is_none_or(|with| (with as usize) < i)
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_of_parts_can_be_told_from_numbers_of_features() {
        for layout in layouts() {
            for (segments, params) in (0..9).flat_map(|s| (0..9).map(move |p| (s, p))) {
                let features = layout.specimen(segments, params, true);
                let count = |component| {
                    let own = features
                        .iter()
                        .filter(|f| f.component == component && f.role != Role::Absent);
                    own.count()
                };
                let counts = layout.counts(count(Component::Path), count(Component::Params));
                assert_eq!(counts, (segments, params));
            }
        }
    }

    #[test]
    fn gaps_are_no_more_than_what_is_lacking() {
        for layout in layouts() {
            for (own, other) in (0..9).flat_map(|own| (0..9).map(move |other| (own, other))) {
                let lacking = |a: &[Feature], b: &[Feature]| -> u64 {
                    let only = a.iter().filter(|f| b.iter().all(|o| o.hash != f.hash));
                    only.map(|feature| feature.weight).sum()
                };
                let of = |segments, params| layout.specimen(segments, params, false);
                assert!(
                    layout.path_gap(own, other) <= lacking(&of(own, 2), &of(other, 2)),
                    "{own} {other}"
                );
                assert!(
                    layout.params_gap(own, other) <= lacking(&of(2, own), &of(2, other)),
                    "{own} {other}"
                );
            }
        }
    }

    #[test]
    fn a_name_goes_with_the_value_that_says_so() {
        let [literal, skeleton] = layouts();
        let pair = |name, value| Pair { name, value };
        let roles = |layout: &Layout, pairs: &[Pair]| {
            let (url, mut features) = (Url::default(), Vec::new());
            layout.features(
                &UrlView {
                    url: &url,
                    tokens: &[],
                    pairs,
                    bands: &[],
                },
                &mut features,
            );
            let params = features.iter().filter(|f| f.component == Component::Params);
            params
                .map(|f| (f.role, f.with.is_some()))
                .collect::<Vec<_>>()
        };
        let (value, part) = (Role::Value, Role::Part);
        // Of two values of a name, either may be missing while the other stays.
        assert_eq!(
            roles(&literal, &[pair(1, 1), pair(1, 2), pair(2, 1)]),
            [
                (value, false),
                (part, true),
                (value, false),
                (part, false),
                (value, false),
                (part, true)
            ]
        );
        assert_eq!(
            roles(&skeleton, &[pair(1, 1)]),
            [(value, false), (part, true), (part, true)]
        );
        assert_eq!(roles(&literal, &[]), [(Role::Absent, false)]);
    }
}
