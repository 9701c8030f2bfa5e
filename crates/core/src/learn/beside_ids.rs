//! Recognises familiar words that stand beside ids and are values like them: `/steps/3/logs`,
//! `/steps/lint/logs`, `/steps/upload/logs`.
//!
//! Where things are listed, a word of a program has names of its own below it, and a value has
//! those of the ids at its position. One word with such a name may be a word for the thing that is
//! meant, `/users/me/posts`; [`WORDS`] of them show that people chose them. From then on each of
//! these words is a value, unless a familiar name follows that was never below an id. Words that
//! are dangerous to lose stay, and so do words that have only been seen at the end of a path. Right
//! after an id all words stay: `/accounts/5/orders/report` beside `/accounts/5/2024/report`.
//!
//! The members of a collection may have no ids beside them: `/tasks/sync_orders/tries`,
//! `/tasks/load_stock/tries`. In an API, and where they have several words, a name that has stood
//! below [`MEMBERS_ALIKE`] of them counts as one of ids. Fewer may be the types of things that a
//! program knows. In an API, the name may stand behind a value, `/tasks/load_stock/3/tries`, and
//! below members of several words it may be an action. Such members are no [tasks](super::tasks),
//! and in an API no part of their names is dangerous to lose.
//!
//! A position takes at most a slot for each of [`MOST`] names below its ids and of as many words,
//! and two more; of members one for each of [`MOST`] pairs of a word and a name, and for each name.

use super::Learner;
use super::context::{Ground, WordKind};
use super::position::Position;
use super::rules::{BESIDE_IDS, MEMBERS};
use super::seat::{Seat, WordKey};
use urlsift_url::token::Traits;

/// Words that must continue as the ids do.
const WORDS: i32 = 3;

/// Members of a collection of an API below which a name stands below all.
const MEMBERS_ALIKE: i32 = 8;

/// Names, and words, after which no further ones are counted at a position.
const MOST: i32 = 400;

/// Tell the hashes of what is counted at a position from others.
const NAMES: u64 = 0xBE51;
const LIKE_IDS: u64 = 0xBE52;
const MEMBERS_WITH: u64 = 0xBE53;

impl Learner {
    /// Counts the name below an id, or a word that has such a name below it.
    pub(super) fn count_beside_ids(&mut self, position: Position, seat: &Seat<'_>) {
        let Some(name) = name_below(seat).filter(|_| lists_things(seat)) else {
            return;
        };
        let is_value = seat.segment.traits.has(Traits::VALUE);
        if !is_value && seat.context.may_have_member(seat.segment) && !self.contains(name.key) {
            self.count_members(seat, name);
        }
        let (mark, counted) = if is_value && position.values && name.is_of_ids {
            (NAMES, name.key)
        } else if !is_value && is_familiar(seat) && self.contains(name.key) {
            (LIKE_IDS, like_ids_key(seat))
        } else {
            return;
        };
        if self.tuning.has(BESIDE_IDS) {
            self.count_up_to(MOST, seat.count_key(mark), counted);
        }
    }

    /// Counts a member of a collection that has a name below it. A name that has stood below
    /// several of them stands below all.
    fn count_members(&mut self, seat: &Seat<'_>, name: MemberName) {
        let members_key = seat.count_key(MEMBERS_WITH).join(seat.key, name.key.hash());
        let pairs_key = seat.count_key(MEMBERS_WITH);
        let member = members_key.word(seat.key, seat.segment.token);
        if self.tuning.has(MEMBERS)
            && self.count_up_to(MOST, pairs_key, member)
            && self.add(members_key, 1) == MEMBERS_ALIKE
        {
            self.insert_new(name.key);
        }
    }

    /// Whether a word is one of several that continue as the ids beside them.
    pub(super) fn is_like_ids(&self, seat: &Seat<'_>) -> bool {
        lists_things(seat)
            && is_familiar(seat)
            && self.count_at(seat.count_key(LIKE_IDS)) >= WORDS
            && self.contains(like_ids_key(seat))
            && !self.has_own_name(seat)
    }

    /// Whether a familiar name follows that was never below an id here.
    fn has_own_name(&self, seat: &Seat<'_>) -> bool {
        let Some(next) = seat.next().filter(|next| next.traits.has(Traits::KNOWN)) else {
            return false;
        };
        !self.contains(name_key(seat, next.token))
    }
}

/// A name below a member of a list.
#[derive(Clone, Copy)]
struct MemberName {
    key: WordKey,
    /// Whether an id with this name below it says something about words beside it: an action does
    /// not, since it is done with words of a program as well.
    is_of_ids: bool,
}

/// Returns the name right below a segment. In an API it may be an action, below a name of several
/// words, and a value may stand before it: `/tasks/load_stock/3/tries`.
fn name_below(seat: &Seat<'_>) -> Option<MemberName> {
    let next = seat.next()?;
    let is_action = next.traits.has(Traits::ACTION);
    if next.traits.has(Traits::FIXED) || (is_action && !is_phrase_in_api(seat)) {
        return None;
    }
    if !next.traits.has(Traits::VALUE) {
        return Some(MemberName {
            key: name_key(seat, next.token),
            is_of_ids: !is_action,
        });
    }
    let second = seat.below.segments.get(1)?;
    if !seat.context.api || second.traits.has(Traits::VALUE | Traits::FIXED) {
        return None;
    }
    let behind_value = seat.key.join(next.variable, second.token);
    Some(MemberName {
        key: name_key(seat, behind_value),
        is_of_ids: false,
    })
}

fn lists_things(seat: &Seat<'_>) -> bool {
    seat.context.ground == Ground::Listed
}

/// Whether a word may be one that people chose, although word lists have it.
fn is_familiar(seat: &Seat<'_>) -> bool {
    let traits = seat.segment.traits;
    let never = Traits::VALUE | Traits::FIXED | Traits::HIDDEN;
    let is_dangerous = traits.has(Traits::PROTECTED) && !is_phrase_in_api(seat);
    !traits.has(never) && !is_dangerous && seat.context.kind(seat.segment) != WordKind::LocaleCode
}

/// Whether a segment of an API has several words, as people call what they let run: `load_stock`.
fn is_phrase_in_api(seat: &Seat<'_>) -> bool {
    seat.context.api && seat.segment.traits.has(Traits::JOINED)
}

fn name_key(seat: &Seat<'_>, token: u64) -> WordKey {
    seat.count_key(NAMES).word(seat.key, token)
}

fn like_ids_key(seat: &Seat<'_>) -> WordKey {
    seat.count_key(LIKE_IDS).word(seat.key, seat.segment.token)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{below, printed_of};

    /// Things of ten applications, and words that people call some of them.
    const THINGS: [(&str, [&str; 5]); 10] = [
        (
            "api/v2/builds/17/steps",
            ["lint", "compile", "upload", "fetch", "package"],
        ),
        ("api/queues", ["orders", "mail", "events", "jobs", "search"]),
        (
            "api/v1/repos/ada/branches",
            ["release", "stable", "preview", "next", "docs"],
        ),
        (
            "shops/tea/warehouses",
            ["north", "central", "station", "harbour", "market"],
        ),
        (
            "api/sensors",
            ["kitchen", "garage", "office", "garden", "pool"],
        ),
        (
            "tickets/boards",
            ["support", "sales", "design", "legal", "research"],
        ),
        (
            "api/v3/layers",
            ["roads", "rivers", "borders", "places", "parks"],
        ),
        (
            "monitoring/hosts",
            ["mail", "proxy", "files", "print", "cache"],
        ),
        (
            "api/v1/channels",
            ["orders", "payments", "returns", "news", "alerts"],
        ),
        (
            "courses/groups",
            ["blue", "morning", "advanced", "evening", "music"],
        ),
    ];

    #[test]
    fn familiar_words_that_continue_as_the_ids_beside_them_are_values() {
        let names = ["logs", "owners", "history"];
        for (above, words) in THINGS {
            let ids: Vec<String> = (1..20).map(|id| format!("{above}/{id}")).collect();
            let called: Vec<String> = words.iter().map(|word| format!("{above}/{word}")).collect();
            let mut paths = below(&ids, &names);
            paths.extend(below(&called, &names));
            paths.extend(called);
            for counts in printed_of(&words, &paths) {
                let count: usize = counts.iter().sum();
                assert!(count <= 7, "{above}: {counts:?}, 10 without the rule");
            }
        }
    }

    #[test]
    fn words_with_a_name_of_their_own_stay_and_so_do_two() {
        let words = ["upload", "search", "docs", "news", "support"];
        for (above, _) in THINGS {
            let ids: Vec<String> = (1..20).map(|id| format!("{above}/{id}")).collect();
            let mut paths = below(&ids, &["logs", "owners"]);
            paths.extend(words.map(|word| format!("{above}/{word}/settings")));
            for counts in printed_of(&words, &paths) {
                assert_eq!(counts, [1; 5], "{above}");
            }
            paths.extend(words[..2].iter().map(|word| format!("{above}/{word}/logs")));
            for counts in printed_of(&words[..2], &paths) {
                assert_eq!(counts, [2; 2], "{above}");
            }
        }
    }

    /// A collection of an API, and a name below its members.
    struct Collection {
        path: &'static str,
        name: &'static str,
    }

    const COLLECTIONS: [Collection; 10] = [
        Collection {
            path: "api/v1/tasks",
            name: "tries",
        },
        Collection {
            path: "api/dags",
            name: "code",
        },
        Collection {
            path: "api/v2/datasets",
            name: "owners",
        },
        Collection {
            path: "api/v1/features",
            name: "variants",
        },
        Collection {
            path: "rest/pipelines",
            name: "logs",
        },
        Collection {
            path: "api/queues",
            name: "bindings",
        },
        Collection {
            path: "api/v3/tables",
            name: "rows",
        },
        Collection {
            path: "api/v1/flags",
            name: "history",
        },
        Collection {
            path: "api/v1/channels",
            name: "messages",
        },
        Collection {
            path: "api/dashboards",
            name: "charts",
        },
    ];

    /// What people called their members. A name like this may also be a command.
    const CALLED: [&str; 14] = [
        "sync_orders",
        "load_stock",
        "export_customers",
        "send_mail",
        "merge_events",
        "run_jobs",
        "check_payments",
        "book_returns",
        "publish_news",
        "clear_alerts",
        "print_invoices",
        "update_products",
        "close_sessions",
        "build_reports",
    ];

    /// Returns how many lines are printed of the first members of a collection, which go on in two
    /// ways, in one pass and in two.
    fn printed_members(collection: &Collection, count: usize, others: &[&str]) -> [usize; 2] {
        let Collection { path, name } = collection;
        let called: Vec<String> = CALLED[..count]
            .iter()
            .map(|member| format!("{path}/{member}"))
            .collect();
        let mut paths: Vec<String> = others
            .iter()
            .map(|other| format!("{path}/{other}/{name}"))
            .collect();
        let latest = format!("{name}/latest");
        paths.extend(below(&called, &[name, &latest]));
        printed_of(&CALLED[..count], &paths).map(|counts| counts.iter().sum())
    }

    #[test]
    fn members_of_a_collection_that_continue_alike_are_values() {
        let others = ["zork", "quil", "vorp", "frob"];
        for collection in &COLLECTIONS {
            let [once, twice] = printed_members(collection, CALLED.len(), &others);
            let path = collection.path;
            assert!(once <= 6, "{path}: {once}, 28 without the rule");
            assert!(twice <= 1, "{path}: {twice}, 28 without the rule");
        }
    }

    #[test]
    fn seven_members_may_be_types_that_a_program_knows() {
        for collection in &COLLECTIONS {
            let printed = printed_members(collection, 7, &[]);
            assert_eq!(printed, [7, 7], "{}", collection.path);
        }
    }

    /// What people called the things that a program runs: like the tasks of a program itself, with
    /// several verbs for each thing.
    fn runs() -> Vec<String> {
        let things = ["orders", "stock", "mail", "backup", "returns"];
        let verbs = ["load", "merge", "publish", "export"];
        let named = |thing| verbs.map(|verb| format!("{verb}_{thing}"));
        things.into_iter().flat_map(named).collect()
    }

    /// Returns how many lines are printed of what runs in a collection, in one pass and in two.
    fn printed_runs(collection: &Collection, pages: &[&str]) -> [usize; 2] {
        let runs = runs();
        let called: Vec<String> = runs
            .iter()
            .map(|run| format!("{}/{run}", collection.path))
            .collect();
        let names: Vec<&str> = runs.iter().map(String::as_str).collect();
        let others = ["zork", "quil", "vorp"].map(|other| format!("{}/{other}", collection.path));
        let mut paths = below(&others, pages);
        paths.extend(below(&called, pages));
        printed_of(&names, &paths).map(|counts| counts.iter().sum())
    }

    #[test]
    fn members_that_go_on_alike_are_no_tasks() {
        for collection in &COLLECTIONS {
            let [once, twice] = printed_runs(collection, &[collection.name]);
            let path = collection.path;
            assert!(once <= 13, "{path}: {once}, 20 without the rule");
            assert!(twice <= 2, "{path}: {twice}, 20 without the rule");
        }
    }

    #[test]
    fn members_of_several_words_go_on_alike_on_sites_too() {
        let sites = [
            "console/roles",
            "panel/zork/tasks",
            "office/policies",
            "desk/flows",
            "shop/vorp/feeds",
            "lab/runs",
            "studio/streams",
            "depot/queues",
            "hub/quil/tables",
            "monitor/checks",
        ];
        let names = COLLECTIONS.iter().map(|collection| collection.name);
        for (path, name) in sites.into_iter().zip(names) {
            let [once, twice] = printed_runs(&Collection { path, name }, &[name]);
            assert!(once <= 13, "{path}/*/{name}: {once}, 20 without the rule");
            // What is dangerous to lose stays.
            assert!(twice <= 4, "{path}/*/{name}: {twice}, 20 without the rule");
        }
    }

    #[test]
    fn below_phrases_the_name_may_be_an_action_or_stand_behind_a_value() {
        let pages = [
            "clear",
            "listMapped",
            "export",
            "retry",
            "download",
            "3/tries",
            "17/history",
            "5/owners",
            "2024-05-22/log",
            "3f2a9c1e7b/notes",
        ];
        for (collection, page) in COLLECTIONS.iter().zip(pages) {
            let [once, twice] = printed_runs(collection, &[page]);
            let path = collection.path;
            assert!(once <= 13, "{path}/*/{page}: {once}, 20 without the rule");
            assert!(twice <= 2, "{path}/*/{page}: {twice}, 20 without the rule");
        }
    }

    #[test]
    fn words_with_an_action_below_may_be_parts_of_a_program() {
        let parts = [
            "general", "mail", "backup", "security", "billing", "search", "privacy", "display",
            "network", "storage",
        ];
        for above in ["api/settings", "api/v1/settings", "rest/options"] {
            let parts_above = parts.map(|part| format!("{above}/{part}"));
            for counts in printed_of(&parts, &below(&parts_above, &["update"])) {
                assert_eq!(counts, [1; 10], "{above}");
            }
        }
    }

    #[test]
    fn words_right_after_ids_stay() {
        let words = ["orders", "products", "messages", "reviews", "events"];
        for above in ["accounts", "shops", "api/v1/projects", "teams", "api/sites"] {
            let mut paths: Vec<String> = (2015..2025)
                .map(|year| format!("{above}/7/{year}/report"))
                .collect();
            for id in 1..9 {
                paths.extend(words.map(|word| format!("{above}/{id}/{word}/report")));
            }
            for counts in printed_of(&words, &paths) {
                assert_eq!(counts, [1; 5], "{above}");
            }
        }
    }
}
