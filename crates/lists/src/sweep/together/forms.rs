//! The features of a URL, laid out so that two of one host are compared in one walk.

use urlsift_core::feature::{Component, Feature, Layout, Role};
use urlsift_core::record::UrlView;

/// A feature: its hash and its weight.
pub(super) type Weighed = (u64, u64);

/// Up to how many bands without the host a URL has; one of more is compared instead.
const MAX_BANDS: usize = 64;

/// The features of one URL.
#[derive(Debug, Default)]
pub(super) struct Form {
    features: Vec<Feature>,
    /// Host, scheme, fragment and path: a feature of one URL can only equal the one that stands at
    /// the same place of the other.
    pub(super) placed: Vec<Weighed>,
    /// Of the parameters, in the order of their hashes.
    pub(super) others: Vec<Weighed>,
    dropped: Vec<bool>,
}

/// The features of two URLs are compared as these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features<'f> {
    pub(super) placed: &'f [Weighed],
    pub(super) others: &'f [Weighed],
}

impl Form {
    /// Takes the features of a URL as a variant reads it.
    pub(super) fn set(&mut self, layout: &Layout, view: &UrlView<'_>) {
        layout.features(view, &mut self.features);
        let at = self.features.iter().position(|feature| feature.component == Component::Params);
        let (placed, others) = self.features.split_at(at.unwrap_or(self.features.len()));
        let weighed = |feature: &Feature| (feature.hash, feature.weight);
        self.placed.clear();
        self.placed.extend(placed.iter().map(weighed));
        self.others.clear();
        self.others.extend(others.iter().map(weighed));
        self.others.sort_unstable();
    }

    pub(super) fn features(&self) -> Features<'_> {
        Features { placed: &self.placed, others: &self.others }
    }

    /// The hash of the feature that says who is asked.
    pub(super) fn host(&self) -> u64 {
        self.placed[0].0
    }

    /// Leaves the bands of what may be similar on other hosts: hashes of all features but the host
    /// and some that weigh up to `budget` together, each with what is lacking beside the host.
    /// `false` if there are too many.
    pub(super) fn bands_without_host(&mut self, budget: u64, bands: &mut Vec<Weighed>) -> bool {
        bands.clear();
        self.dropped.clear();
        self.dropped.resize(self.features.len(), false);
        let [host, rest @ ..] = &self.features[..] else { return true };
        debug_assert!(host.component == Component::Host, "the host comes first");
        let whole = rest.iter().fold(0, |sum: u64, feature| sum.wrapping_add(feature.hash));
        let mut walk = Walk { features: &self.features, dropped: &mut self.dropped, budget, bands };
        walk.on(1, 0, whole)
    }
}

/// A walk through the sets of features that may be lacking together. What goes with another feature
/// follows it, so whoever lacks one has decided on those that it goes with.
struct Walk<'w> {
    features: &'w [Feature],
    dropped: &'w mut [bool],
    budget: u64,
    bands: &'w mut Vec<Weighed>,
}

impl Walk<'_> {
    /// Goes on from a set that weighs `lacking`, with features from this one on.
    fn on(&mut self, from: usize, lacking: u64, sum: u64) -> bool {
        if self.bands.len() == MAX_BANDS {
            return false;
        }
        self.bands.push((sum, lacking));
        for at in from..self.features.len() {
            let Feature { hash, weight, with, role, .. } = self.features[at];
            if lacking + weight <= self.budget
                && role != Role::Constant
                && with.is_none_or(|with| self.dropped[with as usize])
            {
                self.dropped[at] = true;
                if !self.on(at + 1, lacking + weight, sum.wrapping_sub(hash)) {
                    return false;
                }
                self.dropped[at] = false;
            }
        }
        true
    }
}

impl Features<'_> {
    /// What two URLs differ in, the one of them that has more of its own, if that is no more than a
    /// limit.
    pub(super) fn difference(self, other: Features<'_>, limit: u64) -> Option<u64> {
        let (mut ours, mut theirs) = (0, 0);
        let both = self.placed.len().min(other.placed.len());
        for (one, other) in self.placed[..both].iter().zip(&other.placed[..both]) {
            if one.0 != other.0 {
                (ours, theirs) = (ours + one.1, theirs + other.1);
            }
        }
        let weight = |sum: u64, rest: &[Weighed]| rest.iter().fold(sum, |sum, feature| sum + feature.1);
        ours = weight(ours, &self.placed[both..]);
        theirs = weight(theirs, &other.placed[both..]);
        let (mut a, mut b) = (self.others, other.others);
        while ours <= limit && theirs <= limit {
            match (a, b) {
                ([], []) => return Some(ours.max(theirs)),
                ([x, rest_a @ ..], [y, rest_b @ ..]) if x.0 == y.0 => (a, b) = (rest_a, rest_b),
                ([x, rest @ ..], [y, ..]) if x.0 < y.0 => (ours, a) = (ours + x.1, rest),
                (_, [y, rest @ ..]) => (theirs, b) = (theirs + y.1, rest),
                ([x, rest @ ..], []) => (ours, a) = (ours + x.1, rest),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_core::Sift;
    use urlsift_core::feature::sorted;
    use urlsift_core::hash::Key;
    use urlsift_core::record::{Batch, Record};
    use urlsift_core::similarity;

    const LINES: [&str; 12] = [
        "http://a.test/",
        "https://a.test/#part",
        "http://a.test/zot",
        "http://a.test/zot/qux/frob",
        "http://a.test/zot/qux",
        "http://b.test/zot/qux",
        "http://a.test/zot/qux?a=1&b=2",
        "http://b.test/zot/qux?b=word&a=word",
        "http://a.test/?a=1&a=2&c=x",
        "http://a.test/?c=x&a=2",
        "http://a.test/a/b/c/d/e/f/g/h",
        "http://b.test/a/b/c/d/e/f/g/z",
    ];

    /// The features of lines, in the order in which the layout gives them, and as forms.
    fn forms(literal: bool) -> (u64, Vec<(Vec<Feature>, Form)>) {
        let builder = Sift::builder().literal(literal).seed([1, 2]);
        let (layout, _) = builder.layout(&Key::new([1, 2])).expect("the settings are valid");
        let sift = builder.build().expect("the settings are valid");
        let (scanner, mut batch) = (sift.scanner().whole(), Batch::default());
        for line in LINES {
            scanner.scan(line.as_bytes(), &mut batch);
        }
        let form = |record: &Record| {
            let Record::Url(url) = record else { panic!("all are URLs") };
            let tokens: Vec<u64> = batch.segments_of(url).iter().map(|segment| segment.token).collect();
            let mut form = Form::default();
            form.set(&layout, &batch.view(url, &tokens));
            (form.features.clone(), form)
        };
        (layout.weights.total(), batch.records.iter().map(form).collect())
    }

    #[test]
    fn forms_differ_by_what_their_features_differ_in() {
        for literal in [false, true] {
            let (total, forms) = forms(literal);
            for (ours, one) in &forms {
                for (theirs, other) in &forms {
                    for limit in [0, total / 10, total / 2, total] {
                        let expected = similarity::difference(&sorted(ours), &sorted(theirs), limit);
                        assert_eq!(one.features().difference(other.features(), limit), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn hosts_meet_in_a_band_if_and_only_if_the_rest_is_similar() {
        for literal in [false, true] {
            let (total, mut forms) = forms(literal);
            for budget in [0, total / 50, total / 20, total / 10] {
                let mut bands: Vec<Vec<Weighed>> = Vec::new();
                for (_, form) in &mut forms {
                    let mut own = Vec::new();
                    assert!(form.bands_without_host(budget, &mut own));
                    bands.push(own);
                }
                for (ours, (one, _)) in bands.iter().zip(&forms) {
                    for (theirs, (other, _)) in bands.iter().zip(&forms) {
                        let rest = |features: &[Feature]| sorted(&features[1..]);
                        let expected = similarity::difference(&rest(one), &rest(other), budget);
                        let meet = ours.iter().flat_map(|x| theirs.iter().map(move |y| (x, y)));
                        let meet = meet.filter(|(x, y)| x.0 == y.0).map(|(x, y)| x.1.max(y.1)).min();
                        assert_eq!(meet, expected);
                    }
                }
            }
        }
    }
}
