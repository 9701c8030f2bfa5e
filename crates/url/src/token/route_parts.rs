//! Names of two parts of which one says that a program acts there: `shop-cart`, `member_signup`,
//! `delete-account`. Sites name pages so, not articles: these begin with verbs that change nothing
//! (`edit-`, `search-`, `update-`, `create-`).

use crate::list::list;

/// Words that change what a program holds, or who may use it, before or behind any other word.
const ANYWHERE: [&str; 14] = list(
    "approve cancel cart checkout delete export import invite register remove reset signin signup \
    unsubscribe",
);

/// Words that do so behind another word only: `/download-center` is a page to read.
const BEHIND: [&str; 5] = list("confirm download payment upload verify");

/// Whether a name of two parts is one of a route.
pub(super) fn name_route(first: &[u8], second: &[u8]) -> bool {
    holds(&ANYWHERE, first) || holds(&ANYWHERE, second) || holds(&BEHIND, second)
}

fn holds(words: &[&str], part: &[u8]) -> bool {
    words
        .binary_search_by(|word| word.as_bytes().cmp(part))
        .is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_part_makes_a_route() {
        assert!(ANYWHERE.is_sorted() && BEHIND.is_sorted());
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
        ] {
            let (first, second) = name.split_once('-').expect("has two parts");
            assert!(name_route(first.as_bytes(), second.as_bytes()), "{name}");
        }
        for name in [
            "edit-quil",
            "search-tea",
            "download-zork",
            "red-shoes",
            "nim-edit",
        ] {
            let (first, second) = name.split_once('-').expect("has two parts");
            assert!(!name_route(first.as_bytes(), second.as_bytes()), "{name}");
        }
    }
}
