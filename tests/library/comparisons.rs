//! Two URLs side by side: components add up, sides can be exchanged, and differences are listed
//! where they are and nowhere else.

use proptest::prelude::*;
use urlsift::explain::Comparison;
use urlsift::explain::{self, Comparer};
use urlsift::settings::{Component, Metric, Weights};
use urlsift::{Builder, Sift};

use crate::oracle::{builders, lists};

/// The differences of a comparison, as `--explain` shows them.
fn differences(comparison: &Comparison) -> Vec<String> {
    let shown = comparison
        .differences
        .iter()
        .map(|found| format!("{} {found}", found.component.name()));
    shown.collect()
}

fn compare(builder: &Builder, first: &str, second: &str) -> Comparison {
    let found = explain::compare(builder, first.as_bytes(), second.as_bytes())
        .expect("the settings are valid");
    found.expect("both are URLs")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn components_add_up(builder in builders(), lines in lists()) {
        let comparer = Comparer::new(&builder).expect("the settings are valid");
        for pair in lines.windows(2) {
            let Some(found) = comparer.compare(pair[0].as_bytes(), pair[1].as_bytes()) else { continue };
            let sum = |of: fn(&urlsift::explain::Share) -> f64| found.components.iter().map(of).sum::<f64>();
            let (total, first, second) = (sum(|s| s.weight), sum(|s| s.first), sum(|s| s.second));
            // Remainders of a split belong to nobody: less than a millionth of a weight.
            prop_assert!((found.percent - 100.0 * first.min(second) / total).abs() < 1e-3, "{:?}", found);
            for share in found.components.iter() {
                prop_assert!(share.weight > 0.0 && share.first <= share.weight && share.second <= share.weight + 1e-6);
            }
            let names: Vec<_> = found.components.iter().map(|share| share.component).collect();
            prop_assert!(names.is_sorted(), "{:?}", names);
        }
    }

    /// Measures agree with the percentages of both metrics, and are as defined on the same features.
    #[test]
    fn measures_are_those_of_the_metrics(builder in builders(), lines in lists()) {
        let [overlap, codes] = [Metric::Overlap, Metric::SimHash]
            .map(|metric| Comparer::new(&builder.clone().metric(metric)).expect("the settings are valid"));
        for pair in lines.windows(2) {
            let [one, other] = [pair[0].as_bytes(), pair[1].as_bytes()];
            let measured = overlap.measure(one, other);
            prop_assert_eq!(measured.is_some(), overlap.compare(one, other).is_some());
            let Some(measured) = measured else { continue };
            let [first_code, second_code] = measured.codes;
            let mut exchanged = measured;
            exchanged.codes = [second_code, first_code];
            prop_assert_eq!(Some(exchanged), overlap.measure(other, one));
            prop_assert_eq!(Some(measured.overlap), overlap.compare(one, other).map(|found| found.percent));
            let simhash = codes.measure(one, other).map(|found| found.simhash);
            prop_assert_eq!(simhash, codes.compare(one, other).map(|found| found.percent));
            // What both have is no more than what the one has of the other.
            prop_assert!(measured.weighted_jaccard <= measured.overlap + 1e-3, "{:?}", measured);
            prop_assert_eq!(measured.jaccard >= 100.0, measured.overlap >= 100.0, "{:?}", measured);
            prop_assert_eq!(measured.jaccard > 0.0, measured.weighted_jaccard > 0.0, "{:?}", measured);
        }
    }

    #[test]
    fn sides_can_be_exchanged(builder in builders(), simhash in any::<bool>(), lines in lists()) {
        let builder = if simhash { builder.metric(Metric::SimHash) } else { builder };
        let comparer = Comparer::new(&builder).expect("the settings are valid");
        for pair in lines.windows(2) {
            let compare = |a: &String, b: &String| comparer.compare(a.as_bytes(), b.as_bytes());
            let (found, reversed) = (compare(&pair[0], &pair[1]), compare(&pair[1], &pair[0]));
            prop_assert_eq!(found.is_some(), reversed.is_some());
            let (Some(found), Some(reversed)) = (found, reversed) else { continue };
            prop_assert_eq!((found.percent, found.similar), (reversed.percent, reversed.similar));
            prop_assert_eq!((&found.first, &found.second), (&reversed.second, &reversed.first));
            for (share, other) in found.components.iter().zip(reversed.components.iter()) {
                prop_assert!((share.first - other.second).abs() < 1e-9 && (share.second - other.first).abs() < 1e-9);
            }
            prop_assert_eq!(found.differences.len(), reversed.differences.len());
            // A comparison sets up nothing that the next one sees.
            let alone = explain::compare(&builder, pair[0].as_bytes(), pair[1].as_bytes()).expect("the settings are valid");
            prop_assert_eq!(Some(found), alone);
        }
    }

    #[test]
    fn a_url_is_like_itself(builder in builders(), lines in lists()) {
        for line in &lines {
            let Some(found) = explain::compare(&builder, line.as_bytes(), line.as_bytes()).expect("the settings are valid") else {
                continue;
            };
            prop_assert!(found.similar && found.differences.is_empty() && found.learned.is_empty(), "{:?}", found);
            prop_assert!((found.percent - 100.0).abs() < 1e-9);
        }
    }
}

#[test]
fn differences_are_listed_where_they_are() {
    let literal = Sift::builder().literal(true);
    let base = "http://a.test/x/y?p=1&q#f";
    let cases: [(&str, &[&str]); 14] = [
        ("http://a.test/x/y?q&p=1#f", &[]),
        ("https://a.test/x/y?p=1&q#f", &["scheme http | https"]),
        ("//a.test/x/y?p=1&q#f", &["scheme http | -"]),
        ("http://b.test/x/y?p=1&q#f", &["host a.test | b.test"]),
        ("http://a.test:81/x/y?p=1&q#f", &["host a.test | a.test:81"]),
        ("http://a.test/x/z?p=1&q#f", &["path segment 2: y | z"]),
        ("http://a.test/x?p=1&q#f", &["path segment 2: y | -"]),
        (
            "http://a.test/y/x?p=1&q#f",
            &["path segment 1: x | y", "path segment 2: y | x"],
        ),
        ("http://a.test/x/y/z?p=1&q#f", &["path segment 3: - | z"]),
        ("http://a.test/x/y?p=2&q#f", &["params p=1 | p=2"]),
        ("http://a.test/x/y?p=1#f", &["params q | -"]),
        ("http://a.test/x/y?p=1&q=#f", &["params q | q="]),
        ("http://a.test/x/y?p=1&q", &["fragment f | -"]),
        (
            "https://b.test/?r=3#g",
            &[
                "scheme http | https",
                "host a.test | b.test",
                "path segment 1: x | -",
                "path segment 2: y | -",
                "params p=1 | -",
                "params q | -",
                "params - | r=3",
                "fragment f | g",
            ],
        ),
    ];
    for (other, wanted) in cases {
        let found = compare(&literal, base, other);
        assert_eq!(differences(&found), wanted, "{other}");
        for share in found.components.iter() {
            let differs = found
                .differences
                .iter()
                .any(|d| d.component == share.component);
            assert_eq!(share.differing() > 1e-9, differs, "{other}: {share:?}");
        }
    }
}

#[test]
fn a_component_without_weight_is_not_compared() {
    let base = "http://a.test/x?p=1#f";
    let others = [
        (Component::Scheme, "https://a.test/x?p=1#f"),
        (Component::Host, "http://b.test/x?p=1#f"),
        (Component::Path, "http://a.test/y/z?p=1#f"),
        (Component::Params, "http://a.test/x?q=2#f"),
        (Component::Fragment, "http://a.test/x?p=1#g"),
    ];
    for (component, other) in others {
        let mut weights = Weights::default();
        let builder = Sift::builder().literal(true);
        let found = compare(&builder, base, other);
        assert!(
            found.percent < 100.0 && found.differences.iter().all(|d| d.component == component),
            "{found:?}"
        );
        weights
            .set(component.name(), 0.0)
            .expect("the weight is valid");
        let found = compare(&builder.weights(weights), base, other);
        assert!(
            (found.percent - 100.0).abs() < 1e-9 && found.differences.is_empty(),
            "{found:?}"
        );
        assert!(
            found
                .components
                .iter()
                .all(|share| share.component != component)
        );
    }
}

/// What the README says of the default: a word that differs costs 6 percent at any depth, a value
/// 1.4 at most.
#[test]
fn a_word_costs_more_than_a_value_at_any_depth() {
    let builder = Sift::builder();
    let path =
        |word: &str, depth: usize| format!("https://a.test{}/{word}", "/settings".repeat(depth));
    for depth in 0..40 {
        let found = compare(&builder, &path("login", depth), &path("admin", depth));
        assert!(
            found.percent <= 94.0 && !found.similar,
            "{depth}: {}",
            found.percent
        );
    }
    let query = |name: &str, value: &str| format!("https://a.test/x?a=1&b=2&{name}={value}");
    for (name, value, at_least, at_most) in [
        ("c", "3", 100.0, 100.0),
        ("c", "word", 98.6, 98.7),
        ("d", "3", 50.0, 94.0),
    ] {
        let found = compare(&builder, &query("c", "7"), &query(name, value)).percent;
        assert!(
            (at_least - 1e-9..=at_most + 1e-9).contains(&found),
            "{name}={value}: {found}"
        );
    }
}
