//! The rules that classify a segment: one table for each family. They are tried in the order of
//! [`Class`](super::class::Class) and, within a class, of the tables.
//!
//! To add a rule, add a row to the table of its family, and to `examples.tsv` paths that it takes
//! and leaves; these are its tests, and `urlsift classes` shows them.

mod files;
mod hosts;
mod identifiers;
mod names;
mod rule;
mod stays;
mod text;

use super::surroundings::Recogniser;
use super::view::{KINDS, PLACED, SegmentView};
use std::sync::LazyLock;

pub(super) use files::{BUILD_CODE, BUILD_HEX, is_fragment};
pub(super) use identifiers::is_uuid;
pub(super) use names::is_locale;
pub use rule::ClassRule;
pub(super) use stays::{call_name, is_release};

/// All rules, with an index of the ones that can match.
struct RuleTable {
    /// In the order in which they are tried.
    rules: Vec<&'static ClassRule>,
    /// The rules that can match, as bits, by the kinds of bytes in a segment. This alone excludes
    /// most rules.
    candidates: [u64; KINDS],
}

static TABLE: LazyLock<RuleTable> = LazyLock::new(|| {
    let families: [&[ClassRule]; 6] = [
        &stays::RULES,
        &files::RULES,
        &identifiers::RULES,
        &names::RULES,
        &text::RULES,
        &hosts::RULES,
    ];
    let mut rules: Vec<&ClassRule> = families.into_iter().flatten().collect();
    rules.sort_by_key(|rule| rule.class as u8);
    let mut candidates = [0; KINDS];
    for (kinds, bits) in candidates.iter_mut().enumerate() {
        for (bit, rule) in rules.iter().enumerate() {
            if rule.kinds.iter().all(|set| set & kinds as u8 != 0) {
                *bits |= 1 << bit;
            }
        }
    }
    RuleTable { rules, candidates }
});

/// Returns all rules in order.
pub fn all() -> impl Iterator<Item = &'static ClassRule> {
    TABLE.rules.iter().copied()
}

/// Returns the first rule that matches, among those whose class is enabled.
pub(super) fn find(view: &SegmentView<'_>, recogniser: &Recogniser) -> Option<&'static ClassRule> {
    let table = &*TABLE;
    let mut surroundings = recogniser.surroundings;
    if !view.namespace.is_empty() {
        // A name in a namespace is neither a version nor a locale of the site.
        surroundings = surroundings.anywhere();
    }
    let mut kinds = view.kinds;
    if surroundings.say_what_it_is() {
        kinds |= PLACED;
    }
    let mut candidates = table.candidates[usize::from(kinds) % KINDS];
    while candidates != 0 {
        let rule = table.rules[candidates.trailing_zeros() as usize];
        if (rule.fits)(view, surroundings) && recogniser.has(rule.name, rule.class) {
            return Some(rule);
        }
        candidates &= candidates - 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thresholds::Tuning;
    use crate::token::class::{Class, Classes};
    use crate::token::surroundings::Surroundings;
    use crate::token::traits::Traits;
    use crate::token::walk::is_api_host;

    /// Returns the rule that matches the last segment of a path.
    fn taker(path: &str) -> Option<&'static str> {
        let (host, path) = match path.strip_prefix("//") {
            Some(rest) => rest.split_once('/').expect("a path follows the host"),
            None => ("", path),
        };
        let whole = !host.is_empty() || path.starts_with('/');
        let mut surroundings = if whole {
            Surroundings::start(is_api_host(host.as_bytes()))
        } else {
            Surroundings::default()
        };
        let mut taken = None;
        for segment in path.trim_start_matches('/').split('/') {
            let view = SegmentView::of(segment.as_bytes(), Tuning::STANDARD);
            let recogniser = Recogniser::of_values(Classes::default(), surroundings);
            taken = find(&view, &recogniser);
            let traits = Traits::of(&view, taken.map_or(Class::Word, |rule| rule.class));
            surroundings.pass(segment.as_bytes(), traits, path.as_bytes());
        }
        taken.map(|rule| rule.name)
    }

    #[test]
    fn each_rule_takes_and_leaves_its_examples() {
        for rule in all() {
            let takes = rule.takes();
            let leaves = rule.leaves();
            assert!(
                !takes.is_empty() && !leaves.is_empty() && !rule.why.is_empty(),
                "{}",
                rule.name
            );
            for example in takes {
                assert_eq!(taker(example), Some(rule.name), "{example}");
            }
            for example in leaves {
                assert_ne!(taker(example), Some(rule.name), "{example}");
            }
        }
    }

    #[test]
    fn rules_ask_no_more_of_the_surroundings_than_is_said() {
        let names = [
            "Talk:404",
            "Talk:2",
            "Talk:en-us",
            "4xx",
            "zh-Hans-CN",
            "en_us",
            "e-us",
            "v3",
            "x.blue",
        ];
        let examples = all()
            .flat_map(|rule| rule.takes().iter().chain(rule.leaves()))
            .chain(&names);
        for name in examples.filter_map(|path| path.rsplit('/').next()) {
            let view = SegmentView::of(name.as_bytes(), Tuning::STANDARD);
            let class = |surroundings| {
                let recogniser = Recogniser::of_values(Classes::default(), surroundings);
                find(&view, &recogniser).map_or(Class::Word, |rule| rule.class)
            };
            for surroundings in Surroundings::all() {
                assert_eq!(
                    class(surroundings),
                    class(surroundings.asked_of(name.as_bytes())),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn rules_have_names_of_their_own_and_fit_into_the_bits() {
        let mut names: Vec<&str> = all().map(|rule| rule.name).collect();
        assert!(names.len() <= 64);
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
