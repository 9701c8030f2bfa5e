//! Every index gives the verdicts of the exhaustive one, which compares with everything.

use crate::lists::letters;
use proptest::prelude::*;
use proptest::sample::select;
use urlsift::settings::{Metric, Weights};
use urlsift::{Builder, Sift, Verdict};

/// What a new filter says of each line.
pub(crate) fn verdicts(builder: &Builder, lines: &[impl AsRef<[u8]>]) -> Vec<Verdict> {
    let mut sift = builder.build().expect("the settings are valid");
    lines.iter().map(|line| sift.admit(line.as_ref())).collect()
}

fn assert_exact(builder: &Builder, lines: &[String]) {
    let fast = verdicts(builder, lines);
    let oracle = verdicts(&builder.clone().exhaustive(true), lines);
    if let Some(i) = (0..lines.len()).find(|&i| fast[i] != oracle[i]) {
        panic!(
            "line {i}, {:?}: {:?}, but the oracle says {:?}, under {builder:?}, after {:#?}",
            lines[i],
            fast[i],
            oracle[i],
            &lines[..i]
        );
    }
}

/// URLs over few words, so that many are similar to each other in many ways.
fn url() -> impl Strategy<Value = String> {
    let word = || select(vec!["a", "b", "c", "d", "7", "42", "x-y-z"]);
    let host = select(vec![
        "http://a.test",
        "https://a.test",
        "http://b.test",
        "a.test",
        "ftp://a.test",
        "",
    ]);
    let path =
        prop::collection::vec(word(), 0..9).prop_map(|words| format!("/{}", words.join("/")));
    let pairs = prop::collection::vec((word(), select(vec!["", "=1", "=2", "=q"])), 0..14)
        .prop_map(|pairs| {
            pairs
                .iter()
                .map(|(name, value)| format!("{name}{value}"))
                .collect::<Vec<_>>()
                .join("&")
        });
    let fragment = select(vec!["", "", "#f", "#g", "#/r/s"]);
    (host, path, pairs, fragment).prop_map(|(h, p, q, f)| {
        if q.is_empty() {
            format!("{h}{p}{f}")
        } else {
            format!("{h}{p}?{q}{f}")
        }
    })
}

/// URLs with more features than can be enumerated, which differ in few or many of them.
fn long_url() -> impl Strategy<Value = String> {
    let names = prop::collection::btree_map(0..40_u8, 0..3_u8, 1..40);
    let segments = prop::collection::vec(0..3_u8, 0..30);
    (select(vec!["a.test", "b.test"]), segments, names).prop_map(|(host, segments, pairs)| {
        let path: Vec<String> = segments
            .iter()
            .map(|s| format!("/s{}", (b'a' + s) as char))
            .collect();
        let query: Vec<String> = pairs
            .iter()
            .map(|(name, value)| format!("n{}=v{value}", letters(name)))
            .collect();
        format!("http://{host}{}?{}", path.concat(), query.join("&"))
    })
}

/// Fronts of one path and one query, of any length, so that many URLs hold all parts of others;
/// with what does not count, and with an odd part here and there.
pub(crate) fn nested_url() -> impl Strategy<Value = String> {
    let odd = || prop::option::weighted(0.3, (0..10_usize, select(vec!["x", "y", ""])));
    let host = select(vec![
        "http://a.test",
        "https://a.test",
        "//a.test",
        "http://a.test",
        "https://b.test",
    ]);
    // As they are written in a query, with slashes before it, and in the path.
    let query = select(vec![
        ["", "?", "&"],
        ["", "?", "&"],
        ["/", "?", "&"],
        ["//", "?", "&"],
        ["", ";", ";"],
    ]);
    let fragment = select(vec!["", "", "#f", "#g"]);
    (
        host,
        0..10_usize,
        odd(),
        query,
        0..7_usize,
        odd(),
        any::<bool>(),
        fragment,
    )
        .prop_map(
            |(
                host,
                segments,
                odd_segment,
                [slashes, mark, and],
                params,
                odd_param,
                one_name,
                fragment,
            )| {
                let put = |parts: &mut Vec<String>, odd: Option<(usize, &str)>| {
                    if let Some((at, part)) = odd.filter(|(at, _)| *at < parts.len()) {
                        part.clone_into(&mut parts[at]);
                    }
                };
                let mut path: Vec<_> = (0..segments).map(|i| format!("s{i}")).collect();
                put(&mut path, odd_segment);
                let mut pairs: Vec<_> = (0..params)
                    .map(|i| format!("{}={i}", if one_name { 0 } else { i }))
                    .collect();
                put(&mut pairs, odd_param);
                format!(
                    "{host}/{}{slashes}{mark}{}{fragment}",
                    path.join("/"),
                    pairs.join(and)
                )
            },
        )
}

/// One edit away from each other: the cases in which an index is most easily wrong.
fn edited(base: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<String>> {
    (
        base,
        prop::collection::vec(
            (
                any::<prop::sample::Index>(),
                select(vec!["/", "a", "z", "&", "=", "?", "&a=1", "/b", "#x"]),
            ),
            1..20,
        ),
    )
        .prop_map(|(base, edits)| {
            let edit = |(at, text): &(prop::sample::Index, &str)| {
                let mut line = base.clone();
                line.insert_str(
                    line.len() - at.index(line.len().saturating_sub(12).max(1)),
                    text,
                );
                line
            };
            std::iter::once(base.clone())
                .chain(edits.iter().map(edit))
                .collect()
        })
}

pub(crate) fn lists() -> impl Strategy<Value = Vec<String>> {
    prop_oneof![
        prop::collection::vec(url(), 1..60),
        prop::collection::vec(long_url(), 1..25),
        prop::collection::vec(prop_oneof![url(), long_url()], 1..40),
        edited(url()),
        edited(long_url()),
    ]
}

pub(crate) fn builders() -> impl Strategy<Value = Builder> {
    let thresholds = prop_oneof![
        select(vec![
            80.0, 85.0, 90.0, 95.0, 99.0, 100.0, 1.0, 50.0, 60.0, 70.0
        ]),
        (1_000_000..=100_000_000_u32).prop_map(|millionths| f64::from(millionths) / 1e6),
    ];
    let weight = || prop_oneof![Just(1.0), Just(0.0), 0.0..10.0_f64];
    let weights = prop_oneof![
        Just(None),
        (weight(), weight(), weight(), weight(), weight()).prop_map(|(a, b, c, d, e)| Some([
            a,
            b,
            c,
            d,
            e + if a + b + c + d + e == 0.0 { 1.0 } else { 0.0 }
        ])),
    ];
    (thresholds, weights, any::<bool>(), any::<bool>()).prop_map(
        |(threshold, weights, literal, learn)| {
            let mut set = Weights::default();
            for (name, weight) in ["host", "path", "params", "scheme", "fragment"]
                .into_iter()
                .zip(weights.into_iter().flatten())
            {
                set.set(name, weight).expect("the weight is valid");
            }
            Sift::builder()
                .threshold(threshold)
                .weights(set)
                .literal(literal)
                .learn(learn)
        },
    )
}

/// 600 cases, or as many as `PROPTEST_CASES` says if these are more.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: default.cases.max(600),
        max_shrink_iters: 2000,
        ..default
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn bands_keep_what_the_oracle_keeps(builder in builders(), lines in lists()) {
        assert_exact(&builder, &lines);
    }

    #[test]
    fn literal_urls_that_hold_others_keep_what_the_oracle_keeps(
        threshold in select(vec![97.5, 95.0, 95.0, 95.0, 92.5, 90.0, 85.0, 80.0]),
        lines in prop::collection::vec(nested_url(), 1..80),
    ) {
        assert_exact(&Sift::builder().literal(true).threshold(threshold), &lines);
    }

    #[test]
    fn literal_urls_of_any_weights_keep_what_the_oracle_keeps(
        builder in builders(), lines in prop::collection::vec(nested_url(), 1..60),
    ) {
        assert_exact(&builder.literal(true), &lines);
    }

    #[test]
    fn slices_keep_what_the_oracle_keeps(builder in builders(), lines in lists()) {
        assert_exact(&builder.metric(Metric::SimHash), &lines);
    }
}

/// More codes than are scanned one by one, so that the tables of slices are used.
#[test]
fn slices_of_many_codes_keep_what_the_oracle_keeps() {
    let lines: Vec<String> = (0..4000_u64)
        .map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15))
        .map(|x| {
            format!(
                "http://h{}.test/{}/{}?p{}={}",
                x % 97,
                x >> 8 & 63,
                x >> 16 & 31,
                letters(x >> 24 & 7),
                x >> 32 & 3
            )
        })
        .collect();
    for threshold in [100.0, 97.0, 95.0, 90.0, 88.0, 80.0, 70.0] {
        assert_exact(
            &Sift::builder()
                .literal(true)
                .metric(Metric::SimHash)
                .threshold(threshold),
            &lines,
        );
    }
}

/// Hostile shapes: hundreds of parameters and segments, equal weights.
#[test]
fn hostile_urls_keep_what_the_oracle_keeps() {
    let mut weights = Weights::default();
    for name in ["host", "path", "params", "scheme", "fragment"] {
        weights.set(name, 1.0).expect("the weight is valid");
    }
    let params = |skip: usize, count: usize| {
        let pairs = (0..count)
            .filter(|i| i % 50 != skip)
            .map(|i| format!("p{i}={}", i % 3));
        pairs.collect::<Vec<_>>().join("&")
    };
    let segments = |skip: usize, count: usize| {
        (0..count)
            .map(|i| {
                if i % 40 == skip {
                    "/z".into()
                } else {
                    format!("/w{i}")
                }
            })
            .collect::<Vec<_>>()
            .concat()
    };
    let mut lines = Vec::new();
    for i in 0..30 {
        lines.push(format!(
            "http://a.test{}?{}",
            segments(i, 100),
            params(i, 200)
        ));
        lines.push(format!("http://a.test{}", segments(i, 100)));
        lines.push(format!("http://a.test/?{}", params(i, 200)));
        lines.push(format!("http://a.test/?{}", params(i, 4 + i)));
        lines.push(format!("http://a.test{}", segments(i, 3 + i)));
    }
    for literal in [true, false] {
        for threshold in [99.0, 95.0, 90.0, 85.0, 80.0, 70.0, 50.0, 10.0] {
            for weights in [Weights::default(), weights] {
                assert_exact(
                    &Sift::builder()
                        .literal(literal)
                        .threshold(threshold)
                        .weights(weights),
                    &lines,
                );
            }
        }
    }
}

/// Two features that may differ alone, but not together with what they imply.
#[test]
fn implied_features_are_not_free() {
    let mut weights = Weights::default();
    for (name, weight) in [
        ("host", 1.001),
        ("path", 1.0),
        ("params", 0.357_600_328),
        ("scheme", 9.0646),
        ("fragment", 1.0),
    ] {
        weights.set(name, weight).expect("the weight is valid");
    }
    let lines = ["http://a.test/?a&a=1", "http://a.test/?a&b"].map(String::from);
    assert_exact(
        &Sift::builder()
            .threshold(99.0)
            .weights(weights)
            .learn(false),
        &lines,
    );
}

/// Lines that drift away from the first one, step by step, with URLs of more features than can have
/// bands between them: what was looked up for a dropped line must not stay behind and be entered
/// for the next.
#[test]
fn long_urls_leave_nothing_behind_between_others() {
    let mut lines = Vec::new();
    for step in 0..12 {
        let values = (0..5).map(|i| format!("p{i}={}", if i < step % 6 { "new" } else { "old" }));
        lines.push(format!(
            "http://a.test/x?{}",
            values.collect::<Vec<_>>().join("&")
        ));
        let long = (0..90).map(|i| format!("/{}{i}", if i % 12 == step { "q" } else { "w" }));
        lines.push(format!(
            "http://b.test{}",
            long.collect::<Vec<_>>().concat()
        ));
        lines.push(format!(
            "http://a.test/x?{}",
            vec!["b=1"; 1 + step % 3].join("&c=2&")
        ));
    }
    for literal in [true, false] {
        for threshold in [97.0, 95.0, 93.0, 90.0, 88.0, 86.85, 84.0, 80.0] {
            assert_exact(
                &Sift::builder()
                    .literal(literal)
                    .learn(false)
                    .threshold(threshold),
                &lines,
            );
        }
    }
}

/// A word of a selector that is new on a page is printed, however similar its URL is.
#[test]
fn samples_do_not_depend_on_the_index() {
    let lines =
        ["q", "q/b"].map(|value| format!("http://a.test/?a&a=1&x-y-z=1&x-y-z={value}&a=1#/r/s"));
    assert_exact(&Sift::builder().threshold(94.000_001), &lines);
}
