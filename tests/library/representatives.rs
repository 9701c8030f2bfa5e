//! Which representative a line belongs to, why, and which lines are samples: what no setting of
//! detail may change, and what it says.

use proptest::prelude::*;
use std::num::NonZeroU32;
use urlsift::explain::{Watched, compare};
use urlsift::settings::{Component, Detail, Metric};
use urlsift::{Builder, Sift, Verdict};

use crate::oracle::{builders, lists, verdicts};

fn groups(builder: Builder, lines: &[String]) -> Vec<Option<u64>> {
    let mut sift = Watched::new(
        builder
            .detail(Detail::Groups)
            .build()
            .expect("the settings are valid"),
    );
    let group = |line: &String| {
        sift.admit(line.as_bytes());
        sift.decisions()[0].group
    };
    lines.iter().map(group).collect()
}

fn samples(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("not zero")
}

/// Lists in which places are learned: words of two letters that no list knows, among others.
pub(crate) fn learnable() -> impl Strategy<Value = Vec<String>> {
    let line = ("[a-f]{2}", 0..4_u8, 0..3_u8).prop_map(|(word, place, end)| {
        let before = ["", "/tag", "/zot", "/zot/7"][usize::from(place)];
        let after = ["", "/edit", "/edit?page=1"][usize::from(end)];
        format!("https://learn.test{before}/{word}{after}")
    });
    prop::collection::vec(line, 1..60)
}

/// What `builder` says of similar lines, checked in itself and against two lines compared alone.
fn assert_explained(
    builder: &Builder,
    lines: &[String],
    threshold: f64,
) -> Result<(), TestCaseError> {
    let mut sift = Watched::new(
        builder
            .clone()
            .detail(Detail::Explanations)
            .build()
            .expect("the settings are valid"),
    );
    let mut kept: Vec<(usize, &String)> = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let verdict = sift.admit(line.as_bytes());
        let decision = &sift.decisions()[0].clone();
        let found = sift.explainer().explain(line.as_bytes(), decision);
        prop_assert_eq!(
            found.is_some(),
            matches!(verdict, Verdict::Similar | Verdict::Sample),
            "{}: {:?}",
            line,
            verdict
        );
        let group = decision.group.map(|group| group as usize);
        if matches!(verdict, Verdict::Kept | Verdict::NotUrl) {
            prop_assert_eq!(group, Some(kept.len()));
            kept.push((number, line));
        }
        let Some(found) = found else { continue };
        let (first, representative) = kept[group.expect("a similar line has a group")];
        prop_assert_eq!(found.representative, representative.as_bytes());
        prop_assert_eq!(found.record, first as u64 + 1);
        let comparison = &found.comparison;
        // A repetition is dropped as its first one was, also if positions are read otherwise now.
        let is_repetition = lines[..number].contains(line);
        if !comparison.similar && is_repetition {
            continue;
        }
        prop_assert!(
            comparison.similar,
            "{} and {}: {:?}",
            line,
            representative,
            comparison
        );
        prop_assert!(comparison.percent > threshold - 0.001);
        for share in comparison.components.iter() {
            let differs = comparison
                .differences
                .iter()
                .any(|d| d.component == share.component);
            // A repeated parameter may weigh otherwise in the other URL, though all of the
            // component is shared.
            let shared = share.differing() < 1e-6 || share.component == Component::Params;
            prop_assert!(
                shared || differs,
                "{} and {}: {:?}",
                line,
                representative,
                comparison
            );
        }
        let alone = compare(builder, line.as_bytes(), representative.as_bytes())
            .expect("the settings are valid");
        if comparison.learned.is_empty() {
            prop_assert_eq!(
                Some(comparison),
                alone.as_ref(),
                "{} and {}",
                line,
                representative
            );
        }
        let shape = sift.explainer().shape(line.as_bytes(), decision);
        prop_assert_eq!(shape.as_deref(), Some(&*comparison.first));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn indexes_name_the_representative_that_the_oracle_names(
        builder in builders(), lines in prop_oneof![lists(), learnable()], simhash in any::<bool>()
    ) {
        let builder = if simhash { builder.metric(Metric::SimHash) } else { builder };
        prop_assert_eq!(groups(builder.clone(), &lines), groups(builder.exhaustive(true), &lines));
    }

    #[test]
    fn no_detail_changes_a_verdict(builder in builders(), lines in prop_oneof![lists(), learnable()]) {
        let expected = verdicts(&builder, &lines);
        for detail in [Detail::Shapes, Detail::Groups, Detail::Explanations] {
            prop_assert_eq!(&verdicts(&builder.clone().detail(detail), &lines), &expected);
        }
    }

    #[test]
    fn explanations_add_up_and_agree_with_comparisons(
        lines in prop_oneof![lists(), learnable()], threshold in 50..100_u8, literal in any::<bool>()
    ) {
        let threshold = f64::from(threshold);
        assert_explained(&Sift::builder().threshold(threshold).literal(literal), &lines, threshold)?;
    }

    #[test]
    fn samples_fill_groups_and_repeat_nothing(
        lines in prop_oneof![lists(), learnable()], limit in 2..5_u32
    ) {
        let builder = Sift::builder().samples(samples(limit));
        let groups = groups(builder.clone(), &lines);
        let (plain, sampled) = (verdicts(&Sift::builder(), &lines), verdicts(&builder, &lines));
        let mut printed: Vec<(Option<u64>, &String)> = Vec::new();
        for (i, line) in lines.iter().enumerate() {
            let room = printed.iter().filter(|(group, _)| *group == groups[i]).count() < limit as usize;
            // A repetition of a dropped line is dropped too, also if its group has room by now.
            let repeated = lines[..i].contains(line);
            let expected = match plain[i] {
                Verdict::Similar if room && !repeated => Verdict::Sample,
                verdict => verdict,
            };
            prop_assert_eq!(sampled[i], expected, "line {}", i);
            if matches!(expected, Verdict::Kept | Verdict::Sample) {
                printed.push((groups[i], line));
            }
        }
    }
}

#[test]
fn lines_that_are_no_urls_are_groups_of_their_own() {
    let lines = [
        "https://a.test/",
        "no url",
        "",
        "https://b.test/",
        "no url",
        "https://b.test/",
    ];
    let lines = lines.map(String::from);
    assert_eq!(
        groups(Sift::builder(), &lines),
        [Some(0), Some(1), None, Some(2), Some(1), Some(2)]
    );
}

#[test]
fn what_was_learned_is_shown() {
    let mut sift = Watched::new(
        Sift::builder()
            .detail(Detail::Explanations)
            .build()
            .expect("the settings are valid"),
    );
    for line in ["https://a.test/tag/crimson", "https://a.test/tag/maroon"] {
        sift.admit(line.as_bytes());
    }
    let line = b"https://a.test/tag/magenta";
    assert_eq!(sift.admit(line), Verdict::Similar);
    let found = sift
        .explainer()
        .explain(line, &sift.decisions()[0])
        .expect("it is similar");
    assert_eq!(*found.comparison.learned, [2]);
    assert_eq!(&*found.comparison.first, "https://a.test/tag/{word}");
    assert!(found.comparison.percent > 99.999);
    assert!(found.comparison.differences.is_empty());
}

#[test]
fn long_paths_have_readings_too() {
    // No run of segments that repeats: that is read as a short one.
    let letter = |number: u8| char::from(b'a' + number);
    let path: String = (0..70)
        .flat_map(|at| ['/', letter(at / 9), letter(at % 9)])
        .collect();
    let mut sift = Watched::new(
        Sift::builder()
            .detail(Detail::Explanations)
            .build()
            .expect("the settings are valid"),
    );
    let line = |word: &str| format!("https://a.test{path}/tag/{word}/edit");
    for word in ["crimson", "maroon", "magenta", "scarlet", "vermilion"] {
        let line = line(word);
        let verdict = sift.admit(line.as_bytes());
        if let Some(found) = sift
            .explainer()
            .explain(line.as_bytes(), &sift.decisions()[0])
        {
            assert_eq!(
                (verdict, &found.comparison.learned[..]),
                (Verdict::Similar, &[72][..])
            );
        }
    }
}
