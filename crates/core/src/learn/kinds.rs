//! Recognises the kinds of things that a program keeps, by what it does with them:
//! `/pool/edit/3`, `/pool/list`, `/variable/delete/17`.
//!
//! An action that is done with an id, or with several, right below a word, says that the word names
//! the kind of thing: things that people named have kinds below them, and only then ids. Kinds are
//! alike below by nature. So where [`KINDS`] words of a position have had two such actions each,
//! these words stay, and so do others that an action follows. Where things are listed, and after
//! dates, words are not counted.
//!
//! A position takes a slot for each pair of a kind and an action, at most [`MOST`], one for each
//! kind, and two more.

use super::Learner;
use super::context::Ground;
use super::rules::KINDS_OF_THINGS;
use super::seat::{PositionKey, Seat};
use crate::record::Segment;
use urlsift_url::token::{Class, Traits};

/// Words with several actions on ids that show a program.
const KINDS: i32 = 3;

/// Actions of a kind that are counted.
const ACTIONS: i32 = 2;

/// Pairs of a kind and an action after which a position is not looked at further.
const MOST: i32 = 400;

/// Tell the hashes of what is counted at a position from others.
const PAIRS: u64 = 0x4B1D;
const KIND: u64 = 0x4B1E;
const SHARED: u64 = 0x4B1F;

impl Learner {
    /// Counts an action that is done with an id for the word before it.
    pub(super) fn count_kind(&mut self, seat: &Seat<'_>) {
        let [action, ids @ ..] = seat.below.segments else {
            return;
        };
        let is_done_with_id = !ids.is_empty() && acts(action) && ids.iter().all(is_id);
        if !may_be_kind(seat) || !is_done_with_id || !self.tuning.has(KINDS_OF_THINGS) {
            return;
        }
        let kind_key = kind_key(seat);
        let pairs_key = seat.count_key(PAIRS);
        let pair = kind_key.word(seat.key, action.token);
        if self.count_at(kind_key) < ACTIONS
            && self.count_up_to(MOST, pairs_key, pair)
            && self.add(kind_key, 1) == ACTIONS
        {
            let kinds = self.add(seat.count_key(SHARED), 1);
            self.has_kinds |= kinds >= KINDS;
        }
    }

    /// Whether a word names a kind of things, beside others.
    pub(super) fn is_kind(&self, seat: &Seat<'_>) -> bool {
        if !self.has_kinds || !may_be_kind(seat) || self.count_at(seat.count_key(SHARED)) < KINDS {
            return false;
        }
        seat.next().is_some_and(acts) || self.count_at(kind_key(seat)) >= ACTIONS
    }
}

/// Whether a word may name things: it is none of them by its form, and stands below a name that
/// lists nothing.
fn may_be_kind(seat: &Seat<'_>) -> bool {
    let context = seat.context;
    !seat.segment.traits.has(Traits::VALUE | Traits::FIXED)
        && !context.value
        && context.ground < Ground::Listed
}

/// Whether a segment says what is done.
fn acts(segment: &Segment) -> bool {
    segment.traits.has(Traits::ACTION) && !segment.traits.has(Traits::VALUE)
}

fn is_id(segment: &Segment) -> bool {
    matches!(
        segment.class,
        Some(Class::Integer | Class::Uuid | Class::Hex)
    )
}

fn kind_key(seat: &Seat<'_>) -> PositionKey {
    seat.count_key(KIND).join(seat.key, seat.segment.token)
}

#[cfg(test)]
mod tests {
    use super::super::tests::printed_of;

    /// A program: the path above its kinds of things, what it does with one of them, and what it
    /// does with all.
    struct Program {
        above: &'static str,
        with_one: &'static [&'static str],
        with_all: &'static [&'static str],
    }

    const PROGRAMS: [Program; 10] = [
        program("", &["edit", "show", "delete"], &["list", "add"]),
        program("panel/", &["view", "update"], &["index", "create"]),
        program("en/", &["edit", "remove"], &["new", "export"]),
        program("clinic/", &["approve", "cancel"], &["search"]),
        program("crm/front/", &["show", "clone"], &["import"]),
        program("back/", &["print", "delete"], &["add"]),
        program("zork/", &["update", "publish"], &["list"]),
        program("staff/desk/", &["assign", "close"], &["create", "export"]),
        program("ledger/", &["edit", "submit", "reject"], &["list"]),
        program("lab/", &["view", "archive", "restore"], &["new"]),
    ];

    const KINDS: [&str; 12] = [
        "zorkrun",
        "quilpool",
        "vorpstate",
        "frobjob",
        "nimtask",
        "brelmap",
        "dimlog",
        "kverbline",
        "plinthsum",
        "gantery",
        "ostrel",
        "wimbrel",
    ];

    const fn program(
        above: &'static str,
        with_one: &'static [&'static str],
        with_all: &'static [&'static str],
    ) -> Program {
        Program {
            above,
            with_one,
            with_all,
        }
    }

    /// Returns the paths of a program, in turns as a crawler meets them.
    fn paths(program: &Program, id: impl Fn(usize) -> String) -> Vec<String> {
        let mut paths = Vec::new();
        for turn in 0..4 {
            for (number, kind) in KINDS.iter().enumerate() {
                let above = format!("{}{kind}", program.above);
                for action in program.with_one {
                    let id = id(100 * turn + 7 * number);
                    paths.push(format!("{above}/{action}/{id}"));
                }
                for action in program.with_all {
                    paths.push(format!("{above}/{action}"));
                }
            }
        }
        paths
    }

    #[test]
    fn kinds_of_things_stay_with_all_that_is_done_with_them() {
        for program in &PROGRAMS {
            let all = paths(program, |number| format!("{}", 31 + number));
            let uuid = |number| format!("{number:08x}-1f3c-4a5b-9c8d-{:012x}", number * 77);
            let several = |number| format!("{number}/{}/{}", 5 + number % 9, 40 + number % 11);
            for paths in [all, paths(program, uuid), paths(program, several)] {
                let pages = program.with_one.len() + program.with_all.len();
                let [once, twice] = printed_of(&KINDS, &paths);
                let most = pages * KINDS.len();
                assert!(
                    once.iter().sum::<usize>() * 10 >= most * 9,
                    "{}: {once:?}",
                    program.above
                );
                assert_eq!(twice, [pages; KINDS.len()], "{}", program.above);
            }
        }
    }

    #[test]
    fn things_that_people_named_are_values() {
        // One action, where things are listed, and below things.
        for (above, actions) in [
            ("zork/", &["view"][..]),
            ("users/", &["view", "edit"]),
            ("tag/", &["view", "edit"]),
            ("zork/17/", &["view", "edit"]),
        ] {
            let program = program(above, actions, &[]);
            let paths = paths(&program, |number| format!("{}", 31 + number));
            for counts in printed_of(&KINDS, &paths) {
                let most = actions.len() * KINDS.len();
                assert!(counts.iter().sum::<usize>() < most, "{above}: {counts:?}");
            }
        }
    }
}
