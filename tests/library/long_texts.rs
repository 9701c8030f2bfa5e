//! A stream of so many long texts that bands of hashes find them.

use urlsift::Sift;
use urlsift::Verdict;
use urlsift::settings::Records;

/// A generator of numbers (`SplitMix64`), so that a failure repeats.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed ^ mixed >> 27) % limit
    }

    /// A word of 3,000, of which frequent ones come first.
    fn word(&mut self) -> String {
        let below = 1 + self.below(3_000);
        format!("w{}", self.below(below))
    }
}

/// Texts of 34 to 60 words, and whether each is a copy of an earlier one with one word of so many
/// replaced.
fn texts(replaced: usize) -> Vec<(String, bool)> {
    let mut draw = Draw(7);
    let mut originals: Vec<Vec<String>> = Vec::new();
    let mut texts = Vec::new();
    for number in 0..7_000 {
        if number > 5_000 && draw.below(2) == 0 {
            let mut copy = originals[draw.below(originals.len() as u64) as usize].clone();
            for _ in 0..copy.len() / replaced {
                let at = draw.below(copy.len() as u64) as usize;
                copy[at] = draw.word();
            }
            texts.push((copy.join(" "), true));
        } else {
            let original: Vec<String> = (0..34 + draw.below(27)).map(|_| draw.word()).collect();
            texts.push((original.join(" "), false));
            originals.push(original);
        }
    }
    texts
}

fn kept(sift: &mut Sift, texts: &[(String, bool)]) -> Vec<bool> {
    texts
        .iter()
        .map(|(text, _)| sift.admit(text.as_bytes()) == Verdict::Kept)
        .collect()
}

/// Copies are found whatever the key is, originals are kept, and a copy of a filter goes on as the
/// filter does.
#[test]
fn copies_among_thousands_are_found_whatever_the_key() {
    let texts = texts(10);
    let builder = Sift::builder()
        .records(Records::Texts.terms())
        .threshold(60.0);
    let (before, after) = texts.split_at(6_000);
    let mut sift = builder
        .clone()
        .seed([1, 2])
        .build()
        .expect("the settings are valid");
    let recall = |sift: &Sift| sift.view().deciders.shortfall().recall;
    let (few, many) = before.split_at(1_000);
    let mut all = kept(&mut sift, few);
    assert_eq!(recall(&sift), None, "all are compared");
    all.extend(kept(&mut sift, many));
    assert!(
        recall(&sift).is_some_and(|recall| (0.9..1.0).contains(&recall)),
        "{:?}",
        recall(&sift)
    );
    let mut resumed = sift.clone();
    all.extend(kept(&mut sift, after));
    assert_eq!(kept(&mut resumed, after), all[6_000..]);

    let mut other = builder
        .seed([3, 4])
        .build()
        .expect("the settings are valid");
    assert_eq!(kept(&mut other, &texts), all);

    let copies = texts.iter().filter(|(_, is_copy)| *is_copy).count();
    let of = |is_copy: bool| {
        texts
            .iter()
            .zip(&all)
            .filter(|(text, kept)| text.1 == is_copy && **kept)
            .count()
    };
    assert_eq!(
        of(false),
        texts.len() - copies,
        "no original is like another"
    );
    assert!(
        of(true) * 100 <= copies,
        "{} of {copies} copies were not found",
        of(true)
    );
    // What is printed already is found at any rate.
    assert!(!kept(&mut sift, &texts).contains(&true));
}

/// Copies that just reach the threshold are found by chance, but not by chance of a key.
#[test]
fn the_key_does_not_decide_which_distant_copies_are_found() {
    let texts = texts(3);
    let builder = Sift::builder()
        .records(Records::Texts.terms())
        .threshold(60.0);
    let with = |seed| {
        kept(
            &mut builder
                .clone()
                .seed(seed)
                .build()
                .expect("the settings are valid"),
            &texts,
        )
    };
    assert_eq!(with([1, 2]), with([3, 4]));
}

/// A text that was found when few were kept may not be found among many: it is known by its bytes.
#[test]
fn a_text_that_came_before_is_not_printed() {
    let texts = texts(3);
    let builder = Sift::builder()
        .records(Records::Texts.terms())
        .threshold(60.0);
    let mut sift = builder.build().expect("the settings are valid");
    kept(&mut sift, &texts);
    assert!(sift.view().deciders.shortfall().recall.is_some());
    assert_eq!(kept(&mut sift, &texts), vec![false; texts.len()]);
}
