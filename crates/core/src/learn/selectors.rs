//! Recognises selectors: parameters whose words choose a page, as in `?p=kettle.git&a=log`.
//!
//! A page has its own other parameters, so the words of a selector go with different names: `a=log`
//! with `h`, `a=blob` with `f` and `hb`. Filters and orders go with any. So the words of a name and
//! the sets of other names beside them are counted for each path. A name is a selector once
//!
//! - [`QUERIES`] queries had a word there, and [`REPEATS`] each for a word with a set,
//! - there were [`FEW`] to [`MANY`] words and at least [`FEW`] sets,
//! - at most [`SHARE`] percent of the possible pairs of word and set occurred,
//! - and [`PRESENCE`] percent of the path's queries with words have the name.
//!
//! From then on a line that is similar to a kept one is printed all the same, as a further sample
//! of its group, if no printed line had its word and names. So printed lines are remembered by
//! these from the first one on. A name that also has other values is no selector, nor is one that
//! is none after [`LONGEST`] queries; nothing is counted for it any more.
//!
//! A value in the form of a page, `?id=help.html`, is printed so at once, until a name had more
//! than [`PAGES`] of them.

use super::Learner;
use super::position::Position;
use super::seat::{PositionKey, WordKey};
use crate::record::{Pair, SelectorChoice};
use crate::similar::plan::TemplateHasher;
use urlsift_url::hash::Key;

const QUERIES: i32 = 24;
const LONGEST: i32 = 250;
const REPEATS: i32 = 3;
const FEW: i32 = 3;
const MANY: i32 = 64;
const SHARE: i32 = 35;
const PRESENCE: i32 = 90;

/// Values in the form of pages after which they are values: of its own pages a program includes a
/// few dozen.
const PAGES: i32 = 32;

/// Tell the hashes of paths, and of counts at a name, from others.
const PATH: u64 = 0x5E1E;
const WORDS: u64 = 0x5E1F;
const SETS: u64 = 0x5E20;
const PAIRS: u64 = 0x5E21;
const PRINTED: u64 = 0x5E22;
const FORMED: u64 = 0x5E23;

/// A word of a parameter.
#[derive(Clone, Copy)]
struct ChosenWord {
    /// The key of the parameter's name at its path.
    name_key: PositionKey,
    word: u64,
    /// The hash of all names of the query.
    names: u64,
    /// The number of queries at the path so far.
    queries: i32,
}

impl Learner {
    /// Counts the words of a query, unless the list was read before. `path` is the hash of what
    /// stands before the query. Passes the hash of each page that its selectors choose to `each`,
    /// and of each that they may choose if they are selectors.
    pub(crate) fn count_choices(
        &mut self,
        key: &Key,
        path: u64,
        choices: &[SelectorChoice],
        pairs: &[Pair],
        mut each: impl FnMut(&mut Self, u64, bool),
    ) {
        let Some((query, choices)) = choices.split_last() else {
            return;
        };
        let path_key = PositionKey(key.join(path, PATH));
        let names = TemplateHasher::names(key, pairs);
        // Most paths have one query only, for which nothing is counted.
        let mut is_new = false;
        if !self.surveyed {
            let is_first = self.insert_new(WordKey::from_hash(path_key.0));
            is_new = !is_first && self.insert_new(path_key.word(key, query.word));
        }
        let queries = self.add(path_key, i32::from(is_new));
        for choice in choices {
            let chosen = ChosenWord {
                name_key: path_key.join(key, choice.name),
                word: choice.word,
                names,
                queries,
            };
            let mut state = self.position(chosen.name_key).unwrap_or_default();
            if choice.word == 0 && !state.variable && state != Position::default() {
                state.values = true;
            }
            if choice.word == 0 || state.values {
                self.store_change(chosen.name_key, state);
                continue;
            }
            if is_new && !state.variable {
                self.count_choice(key, chosen, &mut state);
            }
            if choice.is_page && !self.surveyed {
                let formed_key = chosen.name_key.join(key, FORMED);
                state.values |= self.count_one_of(key, formed_key, chosen.word) > PAGES;
                self.store_change(chosen.name_key, state);
            }
            let page = key.fold(chosen.name_key.0, [PRINTED, chosen.word, chosen.names]);
            let is_selector = state.variable || (choice.is_page && !state.values);
            each(self, page, is_selector);
        }
    }

    /// Counts a word with the names beside it, given the state of its own name.
    fn count_choice(&mut self, key: &Key, chosen: ChosenWord, state: &mut Position) {
        state.balance += 1;
        let count_key = |mark| chosen.name_key.join(key, mark);
        let pair = key.join(chosen.word, chosen.names);
        let words = self.count_one_of(key, count_key(WORDS), chosen.word);
        let sets = self.count_one_of(key, count_key(SETS), chosen.names);
        let pairs = self.count_one_of(key, count_key(PAIRS), pair);
        state.variable = state.balance >= QUERIES
            && words >= FEW
            && sets >= FEW
            && pairs * 100 <= words * sets * SHARE
            && state.balance >= pairs * REPEATS
            && state.balance * 100 >= chosen.queries * PRESENCE;
        state.named = state.variable;
        state.values = !state.variable && (words > MANY || state.balance >= LONGEST);
        self.store_change(chosen.name_key, *state);
    }

    /// Counts one of several different things, once, and returns their number.
    fn count_one_of(&mut self, key: &Key, count_key: PositionKey, hash: u64) -> i32 {
        let is_new = self.insert_new(count_key.word(key, hash));
        self.add(count_key, i32::from(is_new))
    }

    /// Stores the state of a name, if it is another one.
    fn store_change(&mut self, name_key: PositionKey, state: Position) {
        if self.position(name_key).unwrap_or_default() != state {
            self.store(name_key, state.bits());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Sift;

    /// The pages of a program that shows repositories: the word of `a` goes with its own names.
    const PAGES: [&str; 5] = [
        "a=zork",
        "a=quil&h=7",
        "a=vorp&h=7&hb=7",
        "a=brel&h=7",
        "a=nimble&hb=7",
    ];

    fn printed(lines: impl Iterator<Item = String>) -> Vec<String> {
        let mut sift = Sift::builder().build().expect("the settings are valid");
        lines
            .filter(|line| sift.admit(line.as_bytes()).is_printed())
            .collect()
    }

    #[test]
    fn the_words_of_a_selector_are_pages() {
        let pages = |turn: usize| {
            PAGES
                .iter()
                .map(move |page| format!("//a.example/?p=wib{turn}.git;{}", page.replace('&', ";")))
        };
        let kept = printed((0..12).flat_map(pages));
        assert_eq!(kept.len(), PAGES.len(), "{kept:#?}");
        for page in PAGES {
            assert_eq!(
                kept.iter()
                    .filter(|line| line.ends_with(&page.replace('&', ";")))
                    .count(),
                1,
                "{kept:#?}"
            );
        }
    }

    #[test]
    fn values_in_the_form_of_pages_are_pages() {
        let files = [
            "bug-fields",
            "help",
            "zork_terms",
            "brel",
            "quil-quick-start",
        ];
        let routes = [
            "site/login",
            "tea/list",
            "user/zork",
            "admin/vorp",
            "quil/edit",
        ];
        let methods = [
            "tea.cup.add",
            "tea.cup.brew",
            "shop.ui.index",
            "zork.a.b",
            "x.y.z",
        ];
        for (paths, values) in [
            (
                ["page.cgi?id=", "show.php?zork="],
                files.map(|file| format!("{file}.html")),
            ),
            (["?x=", "index.jsp?part="], routes.map(str::to_owned)),
            (
                ["tea.php?run=", "a/b.ashx?call="],
                methods.map(str::to_owned),
            ),
        ] {
            for path in paths {
                let twice = [&values[..], &values].concat();
                let lines = twice
                    .iter()
                    .map(|value| format!("//a.example/{path}{value}"));
                assert_eq!(printed(lines).len(), 5, "{path}");
            }
        }
    }

    #[test]
    fn values_in_the_form_of_pages_are_values_elsewhere_and_once_there_are_many() {
        let letters = || (b'a'..=b'z').map(char::from);
        for (path, most) in [
            ("view.php?zork=", 34),
            ("view?zork=", 1),
            ("view.php?back=", 1),
        ] {
            let files = letters().flat_map(|a| letters().map(move |b| format!("te{a}{b}.html")));
            let kept = printed(files.map(|file| format!("//a.example/{path}{file}")));
            assert!(kept.len() <= most, "{path}: {}", kept.len());
        }
    }

    #[test]
    fn names_that_mostly_arrange_choose_pages_of_programs_by_the_same_counts() {
        for (path, count) in [("tea.asp", PAGES.len()), ("tea", PAGES.len() - 1)] {
            let pages = |turn: usize| {
                let line = move |page: &str| format!("//a.example/{path}?p=wib{turn}.git&{page}");
                PAGES.map(|page| line(&page.replace("a=", "status=")))
            };
            assert_eq!(printed((0..12).flat_map(pages)).len(), count, "{path}");
        }
    }

    #[test]
    fn filters_and_orders_are_no_selectors() {
        let words = ["zork", "quil", "vorp", "brel"];
        for name in ["shape", "sort"] {
            let others = ["ant", "bee", "cat", "dog", "elk"];
            let lines = (0..80).map(|i| {
                let other = others[i / 4 % 5];
                format!("//a.example/?{name}={}&{other}={i}", words[i % 4])
            });
            assert_eq!(printed(lines).len(), 5, "one for each set of names");
        }
    }

    #[test]
    fn two_passes_print_each_page_from_the_first_line_on() {
        let lines: Vec<String> = (0..12)
            .flat_map(|turn| PAGES.map(|page| format!("//a.example/?p=wib{turn}.git&{page}")))
            .collect();
        let mut sift = Sift::builder()
            .two_pass(true)
            .build()
            .expect("the settings are valid");
        assert!(sift.filter(&lines).count() > 0);
        sift.restart();
        let kept: Vec<_> = lines
            .iter()
            .filter(|line| sift.admit(line.as_bytes()).is_printed())
            .collect();
        assert_eq!(kept, lines.iter().take(PAGES.len()).collect::<Vec<_>>());
    }
}
