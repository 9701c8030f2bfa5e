//! Tells pages below one id, `/users/17/two-factor` and `/users/17/ssh-keys`, from the title of a
//! thing: `/questions/17/how-to-brew`.
//!
//! A thing has one title. So below one id the second name of several words shows that the names are
//! pages: it gives no points, nor do further ones, and the first one's are taken back. A position
//! where more than [`MOST`] names are such pages holds lists, of what a member wrote for example,
//! and its names are titles again.
//!
//! A position takes a slot for each id with such a name, until it is settled, and one more.

use super::Learner;
use super::context::Ground;
use super::position::Position;
use super::rules::TITLES;
use super::seat::{PositionKey, Seat};
use urlsift_url::token::Traits;

/// The number of pages below ids at a position.
const MOST: i32 = 24;

/// Tell the hashes of counts at a position from others.
const IDS: u64 = 0x71D5;
const PAGES: u64 = 0x71D6;

/// What stands below an id, as it is counted.
const TITLE: i32 = 1;
const PAGE: i32 = 2;
const SEVERAL: i32 = 3;

impl Learner {
    /// Returns the points of a name that is new at its position, right below an id.
    pub(super) fn points_below_id(
        &mut self,
        position: &mut Position,
        points: i32,
        seat: &Seat<'_>,
    ) -> i32 {
        let context = seat.context;
        if context.api
            || context.ground >= Ground::Listed
            || !seat.segment.traits.has(Traits::JOINED)
            || !self.tuning.has(TITLES)
        {
            return points;
        }
        let id_key = PositionKey(seat.key.fold(seat.template(), [IDS, context.id]));
        let below = self.count_at(id_key);
        if below == 0 {
            self.add(id_key, if points > 0 { TITLE } else { PAGE });
            return points;
        }
        let pages_key = seat.count_key(PAGES);
        if self.count_at(pages_key) >= MOST {
            return points;
        }
        self.add(pages_key, 1);
        if below == TITLE {
            position.balance -= self.thresholds().title_after_value;
            position.variable &= position.alike || position.balance >= self.thresholds().evidence;
        }
        self.store_count(id_key, SEVERAL);
        0
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::printed_of;

    const PAGES: [&str; 12] = [
        "two-factor",
        "recovery-codes",
        "ssh-keys",
        "audit-log",
        "role-bindings",
        "email-change",
        "bank-accounts",
        "push_tokens",
        "quilbox-matching",
        "zorkage-limits",
        "iade-kosullari",
        "zahlungs-arten",
    ];

    #[test]
    fn names_below_one_id_are_pages_in_any_order() {
        for thing in [
            "users/17",
            "orders/4711",
            "zork/1017",
            "team/quil/8c1f3a52-1f3c-4a5b-9c8d-00000000004d",
            "builds/9e3779b97f4a7c15",
            "shop/red-clay-kettle-40",
            "en/clinic/20003",
            "mitglieder/4017",
        ] {
            for turn in 0..PAGES.len() {
                let mut pages = PAGES;
                pages.rotate_left(turn);
                let paths = pages.map(|page| format!("{thing}/{page}"));
                for counts in printed_of(&PAGES, &paths) {
                    assert!(
                        counts.iter().all(|&count| count == 1),
                        "{thing}: {counts:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn titles_of_things_are_one() {
        let title = |n: usize| format!("{}-{}", PAGES[n % 12], PAGES[(n / 12 + 5) % 12]);
        let paths: Vec<String> = (0..100)
            .map(|n| format!("zork/{}/{}", 1000 + n, title(n)))
            .collect();
        for lines in printed_of(&["zork"], &paths) {
            assert!(lines[0] <= 3, "{lines:?}");
        }
        // Some of them have been renamed.
        let renamed = (0..100).map(|n| format!("zork/{}/{}", 1000 + n - n % 10, title(n)));
        for lines in printed_of(&["zork"], &renamed.collect::<Vec<_>>()) {
            assert!(lines[0] <= 40, "{lines:?}");
        }
    }

    #[test]
    fn what_a_member_wrote_is_a_list() {
        let paths: Vec<String> = (0..1000)
            .map(|n| format!("zork/1017/how-{}-became-{}", PAGES[n % 12], n / 12))
            .collect();
        for lines in printed_of(&["zork"], &paths) {
            assert!(lines[0] <= 40, "{lines:?}");
        }
    }
}
