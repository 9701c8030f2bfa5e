//! Clusters of long texts against the definition: all pairs, by words that are counted here once more.
//!
//! Long texts have so many words in common that few pairs are compared at all; the others are ruled
//! out by what their rare words weigh. Whatever is ruled out must not be similar.

use std::collections::HashMap;

use proptest::prelude::*;
use urlsift::Sift;
use urlsift::lists::{Clusters, Components};
use urlsift::settings::Records;

/// Words that an original may have: the n-th is n times rarer than the first one.
const WORDS: u32 = 60;

/// A text as numbers of words.
type Text = Vec<u32>;

/// Draws a word, of which frequent ones come first, from a number below 2^16.
fn word(draw: u16) -> u32 {
    // The power of a uniform number has the density of 1 / n.
    #[allow(
        clippy::cast_sign_loss,
        reason = "a power of a positive number is positive"
    )]
    {
        f64::from(WORDS).powf(f64::from(draw) / 65_536.0) as u32 - 1
    }
}

fn original() -> impl Strategy<Value = Text> {
    prop::collection::vec(any::<u16>().prop_map(word), 20..90)
}

/// What becomes of a word of a copy.
fn edits() -> impl Strategy<Value = Vec<Option<u16>>> {
    let edit =
        |share: u32| prop_oneof![20 - share => Just(None), share => any::<u16>().prop_map(Some)];
    (1..11_u32).prop_flat_map(move |share| prop::collection::vec(edit(share), 90))
}

/// A copy: words that are edited are replaced or, if the number is odd, left out.
fn copy(text: &[u32], edits: &[Option<u16>]) -> Text {
    let edited = |(&own, edit): (&u32, &Option<u16>)| match edit {
        None => Some(own),
        Some(draw) if draw % 2 == 0 => Some(word(*draw)),
        Some(_) => None,
    };
    text.iter().zip(edits).filter_map(edited).collect()
}

/// Originals and copies, of which each is one of any text before it.
fn texts() -> impl Strategy<Value = Vec<Text>> {
    let copies = prop::collection::vec((any::<prop::sample::Index>(), edits()), 0..30);
    (prop::collection::vec(original(), 1..12), copies).prop_map(|(mut texts, copies)| {
        for (of, edits) in copies {
            let edited = copy(of.get::<Text>(&texts), &edits);
            // A text without words is similar to none.
            if !edited.is_empty() {
                texts.push(edited);
            }
        }
        texts
    })
}

fn line(text: &[u32]) -> String {
    let words: Vec<String> = text
        .iter()
        .map(|&word| {
            ["bu", "ka", "mo", "ri"].map(|end| format!("{}{end}", name(word)))[word as usize % 4]
                .clone()
        })
        .collect();
    words.join(" ")
}

/// A name of letters for each number: words with digits would be values.
fn name(word: u32) -> String {
    [word / 26, word % 26]
        .iter()
        .map(|&letter| char::from(b'a' + letter as u8))
        .collect()
}

/// How often each word occurs.
fn counts(text: &[u32]) -> HashMap<u32, u32> {
    let mut counts = HashMap::new();
    for word in text {
        *counts.entry(*word).or_insert(0) += 1;
    }
    counts
}

/// The number of the component of each text, and the least distance of any pair's percentage to the
/// threshold.
fn components(texts: &[Text], threshold: f64) -> (Vec<usize>, f64) {
    let all: Vec<_> = texts.iter().map(|text| counts(text)).collect();
    let lines_with = |word: u32| {
        all.iter()
            .filter(|counts| counts.contains_key(&word))
            .count() as f64
    };
    let weights: HashMap<u32, f64> = (0..WORDS)
        .map(|word| {
            let weight = 1.0 + ((texts.len() as f64 + 1.0) / (lines_with(word) + 1.0)).ln();
            // In thousandths.
            (word, (1000.0 * weight).round())
        })
        .collect();
    let weigh = |counts: &HashMap<u32, u32>| -> f64 {
        counts
            .iter()
            .map(|(word, count)| weights[word] * f64::from(*count))
            .sum()
    };
    let mut labels: Vec<usize> = (0..texts.len()).collect();
    let mut nearest = f64::INFINITY;
    for (i, one) in all.iter().enumerate() {
        for (j, other) in all[..i].iter().enumerate() {
            let shared = one
                .iter()
                .map(|(word, count)| (*word, *count.min(other.get(word).unwrap_or(&0))))
                .collect();
            let percent = 100.0 * weigh(&shared) / weigh(one).max(weigh(other));
            nearest = nearest.min((percent - threshold).abs());
            if percent >= threshold {
                let (least, most) = (labels[i].min(labels[j]), labels[i].max(labels[j]));
                labels
                    .iter_mut()
                    .filter(|label| **label == most)
                    .for_each(|label| *label = least);
            }
        }
    }
    (labels, nearest)
}

fn found(groups: &Components) -> Vec<usize> {
    let mut labels = Vec::new();
    for group in groups.iter() {
        for (position, _) in group.members() {
            labels.push((position, group.id() as usize - 1));
        }
    }
    labels.sort_unstable();
    labels.into_iter().map(|(_, label)| label).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn clusters_of_long_texts_are_the_components_of_all_pairs(
        texts in texts(),
        threshold in prop::sample::select(vec![90.0, 80.0, 70.0, 60.0, 50.0, 35.0]),
    ) {
        let (wanted, nearest) = components(&texts, threshold);
        // Weights are integers in the program: pairs so near to the threshold may fall on either side.
        prop_assume!(nearest > 1e-4);
        let lines: Vec<String> = texts.iter().map(|text| line(text)).collect();
        let builder = Sift::builder().records(Records::Texts.terms()).threshold(threshold);
        let groups = Components::of(builder, &lines).expect("the settings are valid");
        prop_assert_eq!(groups.search_limit_hits(), 0);
        prop_assert_eq!(found(&groups), wanted);
    }
}

/// The same over a list that is long enough for lists of words to be looked at by pieces.
#[test]
fn clusters_of_many_long_texts_are_the_components_of_all_pairs() {
    let mut state = 7_u64;
    let mut draw = || {
        state = state
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        (state >> 48) as u16
    };
    let mut texts: Vec<Text> = Vec::new();
    while texts.len() < 400 {
        let source = texts
            .len()
            .checked_sub(1)
            .map(|last| draw() as usize % (last + 1));
        let text = match source.filter(|_| draw() % 2 == 0) {
            None => (0..40 + draw() % 50).map(|_| word(draw())).collect(),
            Some(source) => {
                let rate = draw() % 24;
                let edits: Vec<_> = (0..90)
                    .map(|_| (draw() % 60 < rate).then(&mut draw))
                    .collect();
                copy(&texts[source], &edits)
            }
        };
        texts.push(text);
    }
    let lines: Vec<String> = texts.iter().map(|text| line(text)).collect();
    for threshold in [80.0, 70.0, 65.0] {
        let (wanted, _) = components(&texts, threshold);
        let mut sift = Sift::builder()
            .records(Records::Texts.terms())
            .threshold(threshold)
            .two_pass(true)
            .build()
            .expect("the settings are valid");
        sift.filter(&lines).count();
        let mut clusters = Clusters::new(sift);
        for line in &lines {
            clusters.admit(line.as_bytes());
        }
        let groups = clusters.into_components();
        assert!(
            (10..390).contains(&groups.len()),
            "{threshold}: {} groups say little",
            groups.len()
        );
        assert_eq!(
            (groups.search_limit_hits(), found(&groups)),
            (0, wanted),
            "{threshold}"
        );
    }
}
