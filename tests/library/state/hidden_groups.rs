//! Expired groups that are hidden one by one change nothing: verdicts and bursts are those of an
//! index that is emptied as soon as a search finds one.

use std::num::NonZeroUsize;
use std::time::Duration;

use urlsift::memory::{Session, SessionBuilder, Unstored};
use urlsift::settings::Records;
use urlsift::{Builder, Sift, Verdict};

/// Draws numbers that look random.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 33 ^ mixed >> 60) % limit
    }

    /// Returns copies of twenty texts, in which some words differ.
    fn text(&mut self, separator: &str, end: &str) -> String {
        let original = self.below(20);
        let mut of_original = Draw(original * 77);
        let count = 5 + original % 4 + 30 * (original % 2);
        let mut words = Vec::new();
        for _ in 0..count {
            let word = of_original.below(40);
            let word = if self.below(6) == 0 {
                self.below(40)
            } else {
                word
            };
            words.push(format!("/w{}x{end}", char::from(b'a' + (word % 26) as u8)));
        }
        words.join(separator)
    }
}

fn verdicts(settings: Builder, feed: &[(String, i64)]) -> Vec<Verdict> {
    let timed = SessionBuilder::new(settings.seed([3, 4]))
        .window(Duration::from_secs(20))
        .slice(Duration::from_secs(1));
    let mut session = Session::open(timed, Unstored).expect("the settings are valid");
    let mut verdicts = Vec::new();
    for (line, time) in feed {
        session.set_times([*time]);
        verdicts.push(session.admit(line.as_bytes()).expect("nothing fails"));
    }
    verdicts
}

#[test]
fn verdicts_are_those_of_an_index_that_is_emptied_at_once() {
    let shingle = NonZeroUsize::MIN;
    for (records, end) in [
        (Records::Texts, ""),
        (Records::Events { shingle }, "|GET|1"),
    ] {
        for threshold in [50.0, 60.0, 80.0] {
            for seed in 0..4 {
                let mut draw = Draw(seed);
                let mut time = 1_000_000_000_000;
                let mut feed = Vec::new();
                for number in 0..600 {
                    time += draw.below(900).cast_signed();
                    // Once, the clock is wrong.
                    let late = if number == 300 { 15_000 } else { 0 };
                    feed.push((draw.text(" ", end), time - late));
                }
                let settings = Sift::builder()
                    .records(records.clone().terms())
                    .threshold(threshold);
                let hidden = verdicts(settings.clone(), &feed);
                let emptied = verdicts(settings.exhaustive(true), &feed);
                assert_eq!(hidden, emptied, "{records:?} {threshold} {seed}");
                assert!(hidden.contains(&Verdict::Similar), "{threshold} {seed}");
            }
        }
    }
}
