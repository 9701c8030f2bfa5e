//! Properties of the components of any list.

use super::forest::Forest;
use super::{Clusters, Components, DividedTerms};
use crate::filter;
use proptest::prelude::*;
use std::num::NonZeroUsize;
use urlsift_core::similar::index::simhash;
use urlsift_core::{Batch, By, Feature, Metric, Record, Sift, Verdict};
use urlsift_records::Records;

#[path = "../../../../benches/internals.rs"]
mod internals;
use internals::components_of_all_pairs;

fn found(components: &Components) -> Vec<Vec<u64>> {
    let mut found: Vec<Vec<u64>> = components
        .iter()
        .map(|component| component.members().map(|(position, _)| position).collect())
        .collect();
    assert!(found.is_sorted_by_key(|component| (std::cmp::Reverse(component.len()), component[0])));
    found.sort();
    found
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        10 => r"([a-f]{1,2} ?){1,9}[!?.]{0,2}",
        10 => "[加微信领取优惠]{1,9}",
        1 => "!!",
    ]
}

fn events() -> impl Strategy<Value = String> {
    r"(kind=[ab] )?(/[ab](/[0-9]{1,2})?\|(GET|POST)\|[0-9]{1,2} ){1,6}"
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        20 => r"(https?:|)//[ab]\.test(/[xyz7]){0,6}(\?([a-f](=[12])?&){0,8})?(#[fg])?",
        10 => r"https://c\.test/(tag|zot|zot/7)/[a-f]{2}(/edit)?",
        2 => r"no url [ab]",
        1 => "",
        // With more bands than are entered, and nearly equal.
        8 => (0..12_usize, 0..12_usize, any::<bool>()).prop_map(|(one, other, more)| {
            let value = |i: usize| if i == one || i == other { "x" } else { "y" };
            let pairs: Vec<_> = (0..24).map(|i| format!("p{i}={}", value(i))).collect();
            format!("//w.test/?{}{}", pairs.join("&"), if more { "&q=1" } else { "" })
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn groups_are_the_components_of_all_pairs(
        lines in prop::collection::vec(line(), 1..60),
        threshold in prop::sample::select(vec![100.0, 97.0, 95.0, 92.0, 90.0, 85.0, 80.0, 70.0, 50.0]),
        literal in any::<bool>(),
    ) {
        let mut sift = Sift::builder().literal(literal).threshold(threshold).two_pass(true).build().unwrap();
        sift.filter(&lines).count();
        let mut clusters = Clusters::new(sift);
        let wanted = components_of_all_pairs(&clusters.sift, &lines);
        for line in &lines {
            clusters.admit(line.as_bytes());
        }
        let components = clusters.into_components();
        prop_assert_eq!(components.search_limit_hits(), 0);
        prop_assert_eq!(found(&components), wanted);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn groups_of_other_records_are_the_components_of_all_pairs(
        texts in prop::collection::vec(text(), 1..60),
        sequences in prop::collection::vec(events(), 1..60),
        threshold in prop::sample::select(vec![100.0, 95.0, 90.0, 80.0, 70.0, 50.0, 30.0]),
        shingle in 1..3_usize,
        by in any::<bool>(),
    ) {
        let shingle = NonZeroUsize::new(shingle).expect("not zero");
        let events = Records::Events { shingle };
        let by: By = if by { "kind".parse().unwrap() } else { By::default() };
        for (lines, records) in [(&texts, Records::Texts), (&sequences, events)] {
            let sift =
                Sift::builder().records(records.terms()).by(by.clone()).threshold(threshold).two_pass(true);
            let mut sift = sift.build().unwrap();
            sift.filter(lines).count();
            let mut clusters = Clusters::new(sift);
            let wanted = components_of_all_pairs(&clusters.sift, lines);
            for line in lines {
                clusters.admit(line.as_bytes());
            }
            prop_assert_eq!(found(&clusters.into_components()), wanted);
        }
    }

    /// Long texts are compared if their prefixes share enough.
    #[test]
    fn groups_of_long_texts_are_the_components_of_all_pairs(
        texts in prop::collection::vec(prop::collection::vec(0..90_u32, 34..60), 1..25),
        copies in prop::collection::vec((0..25_usize, prop::collection::vec((0..60_usize, 0..90_u32), 0..30)), 1..40),
        threshold in prop::sample::select(vec![90.0, 80.0, 60.0, 50.0, 30.0]),
    ) {
        let mut all = texts.clone();
        for (of, changes) in copies {
            let mut copy = texts[of % texts.len()].clone();
            for &(at, word) in &changes {
                if let Some(it) = copy.get_mut(at) {
                    *it = word;
                }
            }
            all.push(copy);
        }
        let text = |words: &Vec<u32>| words.iter().map(|word| format!("w{word} ")).collect::<Vec<_>>().concat();
        let lines: Vec<String> = all.iter().map(text).collect();
        let sift = Sift::builder().records(Records::Texts.terms()).threshold(threshold).two_pass(true);
        let mut sift = sift.build().unwrap();
        sift.filter(&lines).count();
        let mut clusters = Clusters::new(sift);
        let wanted = components_of_all_pairs(&clusters.sift, &lines);
        for line in &lines {
            clusters.admit(line.as_bytes());
        }
        prop_assert_eq!(found(&clusters.into_components()), wanted);
    }

    /// Codes of few features are near each other often.
    #[test]
    fn near_groups_are_the_components_of_verified_pairs(
        lines in prop::collection::vec(r"[a-h]( [a-h]){0,5}", 1..50),
        distance in 0..14_u32,
        percent in prop::option::of(1..101_u8),
    ) {
        let sift = Sift::builder().records(Records::Texts.terms()).metric(Metric::SimHash).learn(false).build().unwrap();
        let mut clusters = Clusters::near(sift, distance, percent.map(f64::from)).expect("it can be");
        for line in &lines {
            clusters.admit(line.as_bytes());
        }
        let features = |line: &String| {
            let mut batch = Batch::default();
            clusters.scanner().scan(line.as_bytes(), &mut batch);
            let Record::Url(url) = &batch.view().records()[0] else { panic!("it has words") };
            filter::own_features(&filter::measure(&clusters.sift).layout, &batch, url)
        };
        let features: Vec<Vec<Feature>> = lines.iter().map(features).collect();
        let are_near = |one: &[Feature], other: &[Feature]| {
            (simhash::code(one) ^ simhash::code(other)).count_ones() <= distance
        };
        let are_similar = |one: &[Feature], other: &[Feature]| {
            let weight = |list: &[Feature], hash| list.iter().find(|f| f.hash == hash).map_or(0, |f| f.weight);
            let shared: u64 = one.iter().map(|f| f.weight.min(weight(other, f.hash))).sum();
            let all: u64 = [one, other].iter().flat_map(|list| list.iter()).map(|f| f.weight).sum();
            are_near(one, other) && percent.is_none_or(|percent| 100 * shared >= u64::from(percent) * (all - shared))
        };
        let components = |similar: &dyn Fn(&[Feature], &[Feature]) -> bool| {
            let mut forest = Forest::new(lines.len());
            for i in 0..lines.len() {
                for j in (0..i).filter(|&j| similar(&features[i], &features[j])) {
                    forest.unite(i as u32, j as u32);
                }
            }
            forest.roots()
        };
        let (wanted, first) = (components(&are_similar), components(&are_near));
        let components = clusters.into_components();
        for component in components.iter() {
            for (position, _) in component.members() {
                prop_assert_eq!(u64::from(wanted[position as usize - 1]) + 1, component.id());
            }
        }
        let stages = components.stages().expect("there are stages");
        let mut roots = first;
        roots.sort_unstable();
        let largest = roots.chunk_by(|a, b| a == b).map(|alike| alike.len() as u64).max();
        roots.dedup();
        prop_assert_eq!((stages.first_components, Some(stages.first_largest)), (roots.len() as u64, largest));
        prop_assert!(stages.candidates >= stages.compared && stages.compared >= stages.verified);
    }
}

#[test]
fn leaders_are_those_of_the_filter() {
    let lines = [
        "//a.test/tag/zot",
        "//a.test/tag/qux",
        "",
        "no url",
        "//a.test/tag/baz",
        "no url",
    ];
    let mut clusters = Clusters::leading(
        Sift::builder()
            .detail(urlsift_core::Detail::Groups)
            .build()
            .unwrap(),
    )
    .unwrap();
    for line in &lines {
        clusters.admit(line.as_bytes());
    }
    let components = clusters.into_components();
    let shapes: Vec<_> = components
        .iter()
        .map(|component| (component.id(), component.len(), component.shape()))
        .collect();
    let mut sift = Sift::builder()
        .detail(urlsift_core::Detail::Groups)
        .build()
        .unwrap();
    let mut kept = 0;
    for line in lines {
        kept += usize::from(matches!(
            sift.admit(line.as_bytes()),
            Verdict::Kept | Verdict::NotUrl
        ));
    }
    assert_eq!(components.len(), kept);
    assert!(shapes.contains(&(4, 2, None)), "{shapes:?}");
    assert!(Clusters::leading(Sift::builder().build().unwrap()).is_err());
}

/// Returns texts of about this many words, half of which differ in some words from earlier ones.
fn texts(count: usize, words: usize) -> Vec<String> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut draw = move |most: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % most
    };
    let mut texts: Vec<Vec<usize>> = Vec::new();
    for i in 0..count {
        // Low numbers are frequent, as few words are in texts.
        let mut word = || {
            let most = draw(40 * words);
            draw(1 + most)
        };
        let mut text: Vec<usize> = (0..words).map(|_| word()).collect();
        if i % 2 == 1 {
            let changed: Vec<usize> = (0..words / 4).map(|_| word()).collect();
            text.clone_from(&texts[draw(i)]);
            for word in changed {
                text[draw(words)] = word;
            }
        }
        texts.push(text);
    }
    let line = |text: &Vec<usize>| {
        text.iter()
            .map(|word| format!("w{word}"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    texts.iter().map(line).collect()
}

/// Returns the components of texts, found by comparison or by bands.
fn of_texts(lines: &[String], threshold: f64, key: u64, by_bands: bool) -> Components {
    let sift = Sift::builder()
        .records(Records::Texts.terms())
        .threshold(threshold)
        .seed([key, key]);
    let mut clusters = Clusters::new(sift.build().expect("the settings are valid"));
    for line in lines {
        clusters.admit(line.as_bytes());
    }
    let components = clusters
        .costing(if by_bands { 0 } else { u64::MAX })
        .into_components();
    assert_eq!(
        (
            components.recall().is_some(),
            components.search_limit_hits()
        ),
        (by_bands, 0)
    );
    components
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn bands_join_nothing_that_comparison_keeps_apart(
        lines in prop::collection::vec("([a-t] ){14,30}", 20..120),
        threshold in prop::sample::select(vec![90.0, 80.0, 70.0, 60.0, 50.0, 30.0]),
    ) {
        let [exact, bands] = [false, true].map(|by_bands| found(&of_texts(&lines, threshold, 7, by_bands)));
        for part in &bands {
            prop_assert!(exact.iter().any(|whole| part.iter().all(|line| whole.contains(line))));
        }
    }

    /// Pairs of them meet with a probability of 1 - 10^-9.
    #[test]
    fn bands_find_all_that_is_very_similar(copies in prop::collection::vec(1..6_usize, 20..40)) {
        let mut lines = Vec::new();
        for (text, copies) in texts(2 * copies.len(), 60).iter().step_by(2).zip(copies) {
            lines.extend((0..copies).map(|copy| format!("{text} {copy}")));
        }
        let [exact, bands] = [false, true].map(|by_bands| found(&of_texts(&lines, 60.0, 7, by_bands)));
        prop_assert_eq!(exact, bands);
    }
}

/// The key orders features that are equally rare, and decides which candidates sketches rule out.
#[test]
fn keys_do_not_change_components() {
    for (lines, threshold) in [
        (texts(300, 10), 60.0),
        (texts(200, 60), 60.0),
        (texts(300, 24), 80.0),
    ] {
        let of =
            |key| [false, true].map(|by_bands| found(&of_texts(&lines, threshold, key, by_bands)));
        let wanted = of(0);
        assert!(
            (lines.len() / 4..lines.len()).contains(&wanted[0].len()),
            "{}",
            wanted[0].len()
        );
        for key in 1..50 {
            assert_eq!(of(key), wanted, "key {key}");
        }
    }
}

/// Returns the components of lines whose keys are dealt to some machines, as lists of positions.
fn divided_components(
    settings: &urlsift_core::Builder,
    lines: &[String],
    machines: u64,
) -> Vec<Vec<u64>> {
    let terms = || {
        let sift = settings.clone().build().expect("it is right");
        DividedTerms::new(sift).expect("they have terms")
    };
    // Each machine counts its own part.
    let mut all = terms();
    for part in lines.chunks(lines.len().div_ceil(machines as usize).max(1)) {
        let mut counting = terms();
        for line in part {
            counting.count(line.as_bytes());
        }
        all.add_counts(counting.counts(), counting.counted());
    }
    let mut forest = Forest::new(lines.len());
    let mut keyed = Vec::new();
    for part in lines.chunks(lines.len().div_ceil(machines as usize).max(1)) {
        let mut keying = terms();
        keying.add_counts(all.counts(), all.counted());
        for line in part {
            keyed.push(keying.keys(line.as_bytes()));
        }
    }
    for machine in 0..machines {
        let mut joining = terms();
        joining.add_counts(all.counts(), all.counted());
        for ((number, keys), line) in (0..).zip(&keyed).zip(lines) {
            let mut own = keys.clone();
            own.retain(|key| key % machines == machine);
            if !own.is_empty() {
                joining.add(number, &own, line.as_bytes());
            }
        }
        for pair in joining.pairs() {
            assert!(pair.other < pair.one);
            let number = |end: i64| u32::try_from(end).expect("a line has this number");
            forest.unite(number(pair.one), number(pair.other));
        }
    }
    let mut components = std::collections::BTreeMap::<u32, Vec<u64>>::new();
    for (number, line) in (0..).zip(lines) {
        if all.is_compared(line.as_bytes()) {
            let members = components.entry(forest.root(number)).or_default();
            members.push(u64::from(number) + 1);
        }
    }
    let mut components: Vec<Vec<u64>> = components.into_values().collect();
    components.sort();
    components
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn components_of_divided_terms_are_those_of_the_whole_list(
        texts in prop::collection::vec(text(), 1..50),
        sequences in prop::collection::vec(events(), 1..50),
        threshold in prop::sample::select(vec![94.0, 90.0, 80.0, 70.0, 60.0, 50.0, 30.0]),
        machines in 1..5_u64,
    ) {
        let shingle = NonZeroUsize::new(2).expect("it is not zero");
        for (records, lines) in [(Records::Texts, &texts), (Records::Events { shingle }, &sequences)] {
            let settings = Sift::builder().records(records.terms()).threshold(threshold).seed([0, 0]);
            let whole = Components::of(settings.clone(), lines.iter().map(String::as_bytes)).expect("it is right");
            prop_assert_eq!(divided_components(&settings, lines, machines), found(&whole));
        }
    }
}
