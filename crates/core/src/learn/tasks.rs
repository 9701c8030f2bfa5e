//! Recognises the tasks of a program: `/leave/create-request`, `/leave/delete-request`,
//! `/leave/request-list`.
//!
//! People write titles about many things, and programs have several tasks for each of their things.
//! So where [`THINGS`] things have two tasks or more at a learned position, and no more other names
//! of several parts stand there than tasks, the tasks stay, also those that are titles by their
//! form. Where twice as many tasks stand as others, the others stay too. Members of a collection
//! that [go on alike](super::beside_ids) are none. A position takes a slot
//! for each of [`MOST`] tasks, things and others, and three more.

use super::Learner;
use super::context::Ground;
use super::rules::TASKS;
use super::seat::Seat;
use crate::record::Segment;
use urlsift_url::token::Traits;

/// Things with several tasks that show a program. A help centre has fifteen, among four times as
/// many titles.
const THINGS: i32 = 3;

/// Tasks, and other names, after which no further ones are counted at a position.
const MOST: i32 = 400;

/// Tell the hashes of what is counted at a position from others.
const ALL: u64 = 0x7A50;
const OTHERS: u64 = 0x7A51;
const SHARED: u64 = 0x7A52;

impl Learner {
    /// Counts a task, or another name of several parts beside tasks, at a learned position.
    pub(super) fn count_task(&mut self, seat: &Seat<'_>) {
        let segment = seat.segment;
        if !segment.traits.has(Traits::JOINED) || !is_below_name(seat) {
            return;
        }
        if segment.traits.is_task() {
            self.count_thing(seat);
        } else if is_name(segment) && self.count_at(seat.count_key(ALL)) > 0 {
            let others_key = seat.count_key(OTHERS);
            if self.insert_new(others_key.word(seat.key, segment.token))
                && self.count_at(others_key) < MOST
            {
                self.add(others_key, 1);
            }
        }
    }

    /// Counts a task for its thing.
    fn count_thing(&mut self, seat: &Seat<'_>) {
        let Seat { key, segment, .. } = *seat;
        let thing_key = seat.count_key(segment.thing());
        let task = thing_key.word(key, segment.stem);
        if self.tuning.has(TASKS)
            && self.count_up_to(MOST, seat.count_key(ALL), task)
            && self.add(thing_key, 1) == 2
        {
            self.add(seat.count_key(SHARED), 1);
        }
    }

    /// Whether a name is that of a program's task, or stands beside such tasks and has several
    /// parts as they have.
    pub(super) fn is_task(&self, seat: &Seat<'_>) -> bool {
        let is_task = seat.segment.traits.is_task();
        if !(is_task || is_name(seat.segment))
            || !is_below_name(seat)
            || self.count_at(seat.count_key(SHARED)) < THINGS
            || self.is_like_ids(seat)
        {
            return false;
        }
        let mut others = self.count_at(seat.count_key(OTHERS));
        if !is_task {
            others *= 2;
        }
        others <= self.count_at(seat.count_key(ALL))
    }
}

/// Whether a segment is a name of several parts, which no rule takes for a value.
fn is_name(segment: &Segment) -> bool {
    let never = Traits::VALUE | Traits::FIXED | Traits::NUMBERED;
    segment.traits.has(Traits::JOINED) && !segment.traits.has(never)
}

/// Whether a program may have its tasks here: below a name that lists nothing.
fn is_below_name(seat: &Seat<'_>) -> bool {
    !seat.context.value && seat.context.ground < Ground::Free
}

#[cfg(test)]
mod tests {
    use super::super::tests::printed_of;

    /// The directory of a program, its things, and the verbs of its tasks.
    struct Directory {
        above: &'static str,
        things: [&'static str; 5],
        verbs: [&'static str; 4],
    }

    const DIRECTORIES: [Directory; 10] = [
        Directory {
            above: "leave",
            things: ["request", "zork", "type", "vorp-day", "quil-policy"],
            verbs: ["create", "update", "delete", "view"],
        },
        Directory {
            above: "payroll",
            things: ["allowance", "deduction", "payslip", "zork-loan", "contract"],
            verbs: ["add", "edit", "archive", "export"],
        },
        Directory {
            above: "asset",
            things: ["batch", "lot", "kettle", "kettle-report", "zork-request"],
            verbs: ["create", "assign", "return", "search"],
        },
        Directory {
            above: "hr/recruitment",
            things: ["candidate", "stage", "interview", "skill-zone", "zorkage"],
            verbs: ["add", "move", "reject", "filter"],
        },
        Directory {
            above: "erp/stock",
            things: ["transfer", "lot", "zork-count", "supplier", "pallet"],
            verbs: ["create", "approve", "cancel", "print"],
        },
        Directory {
            above: "helpdesk",
            things: ["ticket", "queue", "macro", "zork-reply", "escalation"],
            verbs: ["open", "close", "merge", "assign"],
        },
        Directory {
            above: "app/school",
            things: ["pupil", "class", "zork-report", "timetable", "parent"],
            verbs: ["enable", "disable", "import", "delete"],
        },
        Directory {
            above: "fleet",
            things: ["van", "driver", "zork-trip", "fuel-card", "garage"],
            verbs: ["register", "lock", "unlock", "track"],
        },
        Directory {
            above: "clinic",
            things: ["visit", "bed", "zork-test", "ward", "prescription"],
            verbs: ["book", "move", "cancel", "close"],
        },
        Directory {
            above: "onboarding",
            things: ["stage", "task", "zork-portal", "mail", "checklist"],
            verbs: ["create", "update", "delete", "send"],
        },
    ];

    /// Returns the names of all tasks: with the verb before the thing, behind it, or in turns.
    fn tasks(directory: &Directory) -> Vec<String> {
        let mut names = Vec::new();
        for (index, thing) in directory.things.iter().enumerate() {
            for verb in directory.verbs {
                names.push(match index % 3 {
                    0 => format!("{verb}-{thing}"),
                    1 => format!("{thing}-{verb}"),
                    _ => format!("{thing}_{verb}"),
                });
            }
        }
        names
    }

    /// Returns the lines that are printed of a directory with these names, read once and twice.
    fn printed(above: &str, names: &[String]) -> [usize; 2] {
        let paths: Vec<String> = names.iter().map(|name| format!("{above}/{name}")).collect();
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        printed_of(&words, &paths).map(|counts| counts.iter().sum())
    }

    #[test]
    fn the_tasks_of_a_program_stay() {
        for directory in &DIRECTORIES {
            let names = tasks(directory);
            let [once, twice] = printed(directory.above, &names);
            assert!(once >= 12, "{}: {once}", directory.above);
            assert_eq!(twice, names.len(), "{}", directory.above);
        }
    }

    #[test]
    fn names_among_more_titles_are_titles() {
        let things = ["zork", "kettle", "marmot", "quilbox", "wombat"];
        let mut names = Vec::new();
        for thing in things {
            for verb in ["assign", "move", "print"] {
                names.push(format!("{thing}-{verb}"));
            }
        }
        for count in printed("tag", &names) {
            assert!(count < names.len(), "{count}");
        }
        let mut paths: Vec<String> = names.iter().map(|name| format!("kb/{name}")).collect();
        for letter in 'a'..='z' {
            paths.push(format!("kb/te{letter}os-numbat"));
            paths.push(format!("kb/ve{letter}as-brolga"));
        }
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        for counts in printed_of(&words, &paths) {
            assert!(counts.iter().sum::<usize>() < names.len(), "{counts:?}");
        }
    }
}
