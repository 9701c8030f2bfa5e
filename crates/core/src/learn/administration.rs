//! Recognises the pages of an administration, of settings or of reports: `/admin/site-preferences`,
//! `/settings/privacy/blocked-users`, `/reports/cash_flow`.
//!
//! Programmers name such pages; what is administered there stands below its plural, or has an id.
//! So joined names stay on the first two levels below, and words that read like a language on the
//! first. A learned position with more than [`MOST`] of them holds values all the same. Commands
//! are counted apart, so that other names do not hide them. A position takes a slot for each of
//! both, and two more.

use super::Learner;
use super::context::Ground;
use super::rules::ADMINISTRATION;
use super::seat::{PositionKey, Seat};
use urlsift_url::token::Traits;

/// Pages of one administration, more than any program has on one level.
const MOST: i32 = 400;

/// Tell the hashes of the counts at a position from others.
const PAGES: u64 = 0xAD32;
const COMMANDS: u64 = 0xAD33;

impl Learner {
    /// Counts a page at a learned position.
    pub(super) fn count_administered(&mut self, seat: &Seat<'_>) {
        let count_key = pages_key(seat);
        if is_page(seat) {
            let page = count_key.word(seat.key, seat.segment.token);
            self.count_up_to(MOST + 1, count_key, page);
        }
    }

    /// Whether a word is a page of an administration.
    pub(super) fn is_administered(&self, seat: &Seat<'_>) -> bool {
        is_page(seat) && self.tuning.has(ADMINISTRATION) && self.count_at(pages_key(seat)) <= MOST
    }
}

/// Returns the key of the count of pages like this one.
fn pages_key(seat: &Seat<'_>) -> PositionKey {
    let is_command = seat.segment.traits.has(Traits::COMMAND);
    seat.count_key(if is_command { COMMANDS } else { PAGES })
}

/// Whether a word is named like a page, and stands where an administration has them.
fn is_page(seat: &Seat<'_>) -> bool {
    let context = seat.context;
    let traits = seat.segment.traits;
    let is_word = match context.below_administration() {
        1 => traits.has(Traits::JOINED | Traits::READABLE),
        2 => traits.has(Traits::JOINED),
        _ => false,
    };
    is_word
        && context.ground < Ground::Listed
        && !context.value
        && !traits.has(Traits::VALUE | Traits::NUMBERED)
}

#[cfg(test)]
mod tests {
    use super::super::tests::printed_of;

    const NAMES: [&str; 10] = [
        "site-zorkage",
        "vorp-quilbox",
        "zork_wombats",
        "brel-and-nimble",
        "quil-cleanup",
        "wombat-import",
        "nimble_field",
        "kettle-upgrade",
        "marmot-wizard",
        "vorp-roles",
    ];

    fn paths(above: &str, names: &[&str]) -> Vec<String> {
        names.iter().map(|name| format!("{above}/{name}")).collect()
    }

    #[test]
    fn pages_of_an_administration_and_of_settings_stay() {
        for above in [
            "admin",
            "wagtailadmin",
            "de/admin",
            "zork/administration",
            "settings",
            "user/preferences",
            "my-account",
            "admin/zork",
            "settings/privacy",
            "setup",
            "reports",
            "stats",
            "billing/analytics",
        ] {
            for counts in printed_of(&NAMES, &paths(above, &NAMES)) {
                assert_eq!(counts, [1; NAMES.len()], "{above}");
            }
        }
        let words = [
            "zork",
            "quilage",
            "brelling",
            "nimbler",
            "vorpal",
            "tesseling",
            "marmot",
        ];
        for above in ["admin", "admin/settings", "config", "reports"] {
            for counts in printed_of(&words, &paths(above, &words)) {
                assert_eq!(counts, [1; 7], "{above}");
            }
        }
    }

    #[test]
    fn things_below_their_plural_and_elsewhere_are_values() {
        for above in ["admin/users", "zork", "admin/a/b"] {
            let [once, _] = printed_of(&NAMES, &paths(above, &NAMES));
            assert!(once.iter().sum::<usize>() < 8, "{above}: {once:?}");
        }
    }

    #[test]
    fn names_without_end_are_values() {
        let letters = || (b'a'..=b'z').map(char::from);
        let names = letters().flat_map(|first| letters().map(move |second| (first, second)));
        let paths: Vec<String> = names
            .map(|(first, second)| format!("admin/te{first}-{second}os"))
            .collect();
        assert!(paths.len() > 600);
        let [once, twice] = printed_of(&["admin"], &paths);
        assert!(once[0] < 420 && twice[0] < 420, "{once:?} {twice:?}");
    }
    #[test]
    fn other_names_without_end_hide_no_command() {
        let commands = [
            "refund-user",
            "purge-cache",
            "reset-members",
            "unlock-account",
            "grant_role",
            "restore_snapshot",
            "rotate-keys",
            "merge-customers",
            "suspend-seller",
            "approve_payout",
        ];
        let letters = || (b'a'..=b'z').map(char::from);
        let names = letters().flat_map(|first| letters().map(move |second| (first, second)));
        let mut lines: Vec<String> = names
            .map(|(first, second)| format!("admin/te{first}-{second}os"))
            .collect();
        lines.extend(paths("admin", &commands));
        for counts in printed_of(&commands, &lines) {
            assert_eq!(counts, [1; 10]);
        }
    }
}
