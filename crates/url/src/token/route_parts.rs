//! Names of two parts of which one says that a program acts or shows its data there: `shop-cart`,
//! `member_signup`, `delete-account`, `site-preferences`. Sites name pages so, not articles: these
//! begin with verbs that change nothing (`edit-`, `search-`, `update-`).

use super::words::{self, WordMarks};
use crate::list::list;

/// Words that change what a program holds, or who may use it, before or behind any other word.
const ANYWHERE: [&str; 14] = list(
    "approve cancel cart checkout delete export import invite register remove reset signin signup \
    unsubscribe",
);

/// Words that do so behind another word only: `/download-center` is a page to read. And words for
/// what programs list, ask, count and maintain.
const BEHIND: [&str; 25] = list(
    "activation add cleanup confirm confirmation download edit form history list maintenance \
    options payment preferences registration report reports request requests statistics stats \
    upgrade upload verification verify",
);

/// Words that do so before another word only: `/spring-test` is a title.
const BEFORE: [&str; 20] = list(
    "activate authorize bulk check confirm deactivate grant mark mass reject resend restore revoke \
    test toggle unblock undo unlock validate verify",
);

/// Words that say so before a familiar word: `/site-map-of-mars` is a title.
const BEFORE_FAMILIAR: [&str; 5] = list("add create site user users");

/// The two parts of a name, and what joins them.
#[derive(Clone, Copy)]
pub(super) struct NamePair<'n> {
    pub first: &'n [u8],
    pub second: &'n [u8],
    pub is_underscored: bool,
}

impl NamePair<'_> {
    /// Whether the name is one of a route. Titles have no underscores, so any verb behind one acts.
    pub(super) fn names_route(self) -> bool {
        let Self { first, second, .. } = self;
        let is_second = |mark| words::look_up(second).has(mark);
        holds(&ANYWHERE, first)
            || holds(&ANYWHERE, second)
            || holds(&BEHIND, second)
            || holds(&BEFORE, first)
            || (holds(&BEFORE_FAMILIAR, first) && is_second(WordMarks::KNOWN))
            || (self.is_underscored && is_second(WordMarks::VERB))
    }
}

fn holds(words: &[&str], part: &[u8]) -> bool {
    words
        .binary_search_by(|word| word.as_bytes().cmp(part))
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_route(name: &str) -> bool {
        let (first, second) = name.split_once(['-', '_']).expect("has two parts");
        let pair = NamePair {
            first: first.as_bytes(),
            second: second.as_bytes(),
            is_underscored: name.contains('_'),
        };
        pair.names_route()
    }

    #[test]
    fn one_part_makes_a_route() {
        for words in [&ANYWHERE[..], &BEHIND, &BEFORE, &BEFORE_FAMILIAR] {
            assert!(words.is_sorted());
        }
        for name in [
            "shop-cart",
            "page-signup",
            "zork-checkout",
            "delete-quil",
            "nim-export",
            "vorp-upload",
            "reset-tea",
            "member-register",
            "invite-brel",
            "list-unsubscribe",
            "order-payment",
            "zork-list",
            "vorp-cleanup",
            "nimble-options",
            "brel-requests",
            "quil_history",
            "revoke-zork",
            "verify-brel",
            "bulk_vorp",
            "create-invoice",
            "site-preferences",
            "users-log",
            "tea_approve",
            "zork_view",
        ] {
            assert!(names_route(name), "{name}");
        }
        for name in [
            "edit-quil",
            "search-tea",
            "download-zork",
            "red-shoes",
            "zork-view",
            "create-zork",
            "site-zork",
            "spring-test",
            "list-zork",
            "view_zork",
        ] {
            assert!(!names_route(name), "{name}");
        }
    }
}
