//! `--order novel` on random lists: the same lines as in input order, and never fewer hosts at the
//! front.

use proptest::prelude::*;

use crate::printed::hosts;
use crate::program::kept;

const NOVEL: [&str; 4] = ["-q", "--two-pass", "--order", "novel"];

fn printed(arguments: &[&str], list: &[u8]) -> Vec<String> {
    let printed = kept(&[&NOVEL, arguments].concat(), list);
    String::from_utf8(printed)
        .expect("the lines are text")
        .lines()
        .map(str::to_owned)
        .collect()
}

fn sorted(mut lines: Vec<String>) -> Vec<String> {
    lines.sort();
    lines
}

/// Made-up lines: few hosts and words, so that many are similar.
fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        9 => "https?://[abc]\\.test(/(shop|login|[0-9]|zork|quux)){0,3}(\\?(a|b|page)(=[0-9])?)?",
        1 => "[a-z ]{0,4}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn lines_are_those_of_a_run_in_input_order(lines in prop::collection::vec(line(), 0..60), most in 1..20_usize) {
        let list = lines.join("\n").into_bytes();
        let plain = kept(&["-q", "--two-pass", "--order", "input"], &list);
        let plain = String::from_utf8(plain).expect("the lines are text");
        let plain: Vec<&str> = plain.lines().collect();
        let novel = printed(&[], &list);
        let novel: Vec<&str> = novel.iter().map(String::as_str).collect();
        prop_assert_eq!(
            sorted(plain.iter().map(ToString::to_string).collect()),
            sorted(novel.iter().map(ToString::to_string).collect())
        );
        for first in 0..=plain.len() {
            prop_assert!(hosts(&novel[..first]) >= hosts(&plain[..first]), "{} of {:?}", first, novel);
        }
        let sample = printed(&["--sample", &most.to_string()], &list);
        prop_assert_eq!(sample, &novel[..most.min(novel.len())]);
    }
}
