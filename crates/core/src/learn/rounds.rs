//! Recognises paths that go *round*: a page that is served under any path and has relative links
//! gives a crawler the same few names below each other, in any order and ever deeper:
//! `/css/js/about/css/tea/js/about`.
//!
//! A path goes round if it comes back to two names, or twice to one. Where a line is about to be
//! kept, such a path adds to the balance of its host and is counted for the names to which it comes
//! back; another path as deep takes from the balance. On a host whose balance was once [`SURE`],
//! deep paths are read without the names before the last one, as far as each of these has come back
//! [`OFTEN`] times: they are similar to others with the same names before these, and with the same
//! last name. So a name that has not gone round stays, wherever it stands. A path without a name
//! twice stays if it ends in an action or a name that would be dangerous to lose, whatever was made
//! of its names before: `/api/v1/admin/users/delete`.
//!
//! Packages, repositories and mirrors come back to a name too: their paths are few among the deep
//! ones of a host, or go on with names that do not come back.

use super::Learner;
use super::rules::ROUNDS;
use super::seat::PositionKey;
use crate::record::{Segment, Url};
use std::ops::Range;
use urlsift_url::hash::Key;
use urlsift_url::token::Traits;

/// Balance of a host, what a path that goes round adds to it, and what another takes.
const SURE: i32 = 120;
const ROUND: i32 = 4;
const OTHER: i32 = -1;

/// Paths that must have come back to a name, so that it may be left out.
const OFTEN: i32 = 5;

/// Segments of the shortest and of the longest path that is looked at, and the fewest that are left
/// out.
pub(crate) const SHORTEST: usize = 5;
const LONGEST: usize = 128;
const LEFT_OUT: usize = 3;

/// Names of a path that are counted.
const NAMES: usize = 6;

/// Tells the hash of a host's balance from others.
const BALANCE: u64 = 0x2011;

impl Learner {
    /// Counts a path that is about to be kept. Returns the indices from which on its names may be
    /// left out, the first of which leaves out most; `None` if all of them count.
    pub(crate) fn count_round(
        &mut self,
        key: &Key,
        url: &Url,
        segments: &[Segment],
    ) -> Option<Range<usize>> {
        let (host, path) = url.split(segments);
        let is_long = (SHORTEST..=LONGEST).contains(&path.len());
        if !is_long || host.is_some() || !self.finds_mirrors || !self.tuning.has(ROUNDS) {
            return None;
        }
        let balance_key = PositionKey(key.join(url.service, BALANCE));
        let names = names_again(path);
        let points = if names.is_empty() { OTHER } else { ROUND };
        self.count_path(balance_key, key, points);
        for name in names.iter().take(NAMES) {
            let name_key = balance_key.join(key, *name);
            if !self.surveyed && self.count_at(name_key) < OFTEN {
                self.add(name_key, 1);
            }
        }
        let is_sure = self.contains(balance_key.word(key, BALANCE));
        if !is_sure || is_endpoint(path) {
            return None;
        }
        let last = path.len() - 1;
        let goes_round =
            |segment: &&Segment| self.count_at(balance_key.join(key, segment.token)) >= OFTEN;
        let names = path[..last].iter().rev().take_while(goes_round).count();
        let start = last - names;
        let end = last - LEFT_OUT + 1;
        (start < end).then_some(start..end)
    }

    /// Adds to the balance of a host, and remembers that it was high enough once.
    fn count_path(&mut self, balance_key: PositionKey, key: &Key, points: i32) {
        let balance = self.count_at(balance_key);
        let has_nothing = balance == 0 && points < 0;
        if self.surveyed || has_nothing || balance >= SURE {
            return;
        }
        let balance = (balance + points).max(0);
        self.store_count(balance_key, balance);
        if balance >= SURE {
            self.insert_new(balance_key.word(key, BALANCE));
        }
    }
}

/// Whether a path has no name twice, and ends in an action or a name that would be dangerous to
/// lose.
fn is_endpoint(path: &[Segment]) -> bool {
    let counts = |segment: &Segment| segment.traits.has(Traits::ACTION | Traits::PROTECTED);
    if !path.last().is_some_and(counts) {
        return false;
    }
    for (index, segment) in path.iter().enumerate() {
        let is_same = |later: &Segment| later.token == segment.token;
        if path[index + 1..].iter().any(is_same) {
            return false;
        }
    }
    true
}

/// Returns the names to which a path comes back, if it goes round.
fn names_again(path: &[Segment]) -> Vec<u64> {
    let mut names = Vec::new();
    let mut is_thrice = false;
    for (first, segment) in path.iter().enumerate() {
        let name = segment.token;
        if segment.traits.has(Traits::VALUE) || names.contains(&name) {
            continue;
        }
        let mut times = 1;
        let mut before = first;
        let mut comes_back = false;
        for (index, later) in path.iter().enumerate().skip(first + 1) {
            if later.token == name {
                comes_back |= index > before + 1;
                before = index;
                times += 1;
            }
        }
        if comes_back {
            names.push(name);
            is_thrice |= times > 2;
        }
    }
    if names.len() < 2 && !is_thrice {
        names.clear();
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::rules::ROUNDS;
    use super::super::tests::with_and_without;

    /// Returns the links of a page that answers under any path, as a crawler follows them: the
    /// first ones first.
    fn crawl(start: &str, links: &[&str], count: usize) -> Vec<String> {
        let mut found = vec![format!("https://site.example{start}")];
        for at in 0..count / links.len() {
            let above = found[at].clone();
            let below = links.iter().map(|link| format!("{above}/{link}"));
            found.extend(below);
        }
        found
    }

    const TRAPS: [(&str, &[&str]); 10] = [
        (
            "",
            &[
                "vendor/zork/zork.min.js",
                "vendor/zork-lite",
                "css/app.css",
                "private/main",
                "js/x.js",
            ],
        ),
        ("", &["about", "tea", "contact-us", "cup"]),
        (
            "/index.php",
            &["templates/plum/site.css", "media/menu.js", "modules/quil"],
        ),
        (
            "/shop/de",
            &["hilfe", "lieferung", "kontakt", "agb", "impressum"],
        ),
        ("/blog", &["media/menu.js", "themes/vorp", "rss", "tea"]),
        ("/docs/v2", &["intro", "guide/basics", "guide/deep", "faq"]),
        ("", &["a.html", "b.html", "c/d.html", "e/f"]),
        (
            "/~zork",
            &["papers.html", "talks.html", "cv.html", "links.html"],
        ),
        (
            "/forum",
            &[
                "styles/dark/theme.css",
                "viewtopic.php",
                "faq.php",
                "search.php",
            ],
        ),
        (
            "/wiki",
            &["Main_Page", "Help:Contents", "Special:Random", "Portal:Tea"],
        ),
    ];

    #[test]
    fn the_same_few_names_in_any_order_end() {
        for (start, links) in TRAPS {
            let mut lines = crawl(start, links, 3000);
            let [one_pass, without] = with_and_without(ROUNDS, &lines, false);
            assert!(one_pass.len() * 3 < without.len(), "{start}: {one_pass:#?}");
            let [two_pass, without] = with_and_without(ROUNDS, &lines, true);
            assert!(two_pass.len() * 3 < without.len(), "{start}: {two_pass:#?}");
            // A new name stays, in the middle and at the end, and so does another query.
            let deep = lines.last().expect("has lines").clone();
            let new = [
                format!("{deep}/delete"),
                format!("{deep}/export/{}/{}/{}", links[0], links[1], links[0]),
                format!("{deep}?debug=1"),
            ];
            lines.extend(new.clone());
            let [kept, _] = with_and_without(ROUNDS, &lines, false);
            assert!(kept.ends_with(&new), "{start}: {kept:#?}");
        }
    }

    /// Lines that go round through the names of an endpoint, in any order, hide none.
    #[test]
    fn endpoints_of_names_that_go_round_stay() {
        let endpoints = [
            "api/v1/admin/users/delete",
            "api/v1/admin/users/export",
            "api/internal/tools/users/import",
            "shop/admin/tools/orders/refund",
            "v2/accounts/tokens/keys/revoke",
            "app/settings/billing/plans/cancel",
            "rest/admin/jobs/queue/purge",
            "portal/admin/users/roles/grant",
            "console/debug/logs/files/download",
            "site/backup/files/archive/restore",
        ];
        for endpoint in endpoints {
            let names: Vec<&str> = endpoint.split('/').collect();
            let mut lines = Vec::new();
            let mut drawn = 7_u64;
            for _ in 0..400 {
                let mut path = String::from("https://site.example");
                for _ in 0..7 {
                    drawn = drawn.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                    path = format!("{path}/{}", names[(drawn >> 33) as usize % names.len()]);
                }
                lines.push(path);
            }
            let line = format!("https://site.example/{endpoint}");
            lines.retain(|other| *other != line);
            lines.push(line.clone());
            for two_pass in [false, true] {
                let [kept, without] = with_and_without(ROUNDS, &lines, two_pass);
                assert!(kept.contains(&line), "{line}");
                assert!(kept.len() < without.len(), "{line}");
            }
        }
    }

    /// Trees that come back to a name, or to two: a path for each number.
    #[test]
    fn trees_that_repeat_names_stay() {
        let words = [
            "amber", "birch", "cedar", "delta", "ember", "frost", "grove", "heath",
        ];
        let word = |at: usize| words[at % words.len()];
        let trees: [Box<dyn Fn(usize) -> String + '_>; 10] = [
            Box::new(|at| format!("/a/b/a/{}/{}", word(at), word(at / 8))),
            Box::new(|at| {
                let (one, two) = (word(at), word(at / 8));
                format!("/src/main/java/com/example/com/{one}/src/{two}/main/{one}{two}.java")
            }),
            Box::new(|at| {
                let (one, two) = (word(at), word(at / 8));
                format!(
                    "/archive/2021/news/{one}/archive/2022/news/{two}/{}",
                    word(at / 64)
                )
            }),
            Box::new(|at| {
                let (one, two) = (word(at), word(at / 8));
                format!("/shop/{one}/{two}/shop/{one}/all/{two}/{}", word(at / 64))
            }),
            Box::new(|at| format!("/core/core/blob/main/core/{}/{}", word(at), word(at / 8))),
            Box::new(|at| {
                format!(
                    "/mirror/pool/main/u/mirror/pool/{}/{}",
                    word(at),
                    word(at / 8)
                )
            }),
            Box::new(|at| format!("/tags/{0}/page/tags/{1}/page/{0}", word(at), word(at / 8))),
            Box::new(|at| format!("/en/help/en/{}/help/{}", word(at), word(at / 8))),
            Box::new(|at| format!("/api/teams/{at}/users/{}/teams/{at}/users", at * 7)),
            Box::new(|at| format!("/lib/x/lib/y/test/lib/{}/{}.py", word(at), word(at / 8))),
        ];
        for tree in trees {
            let lines: Vec<String> = (0..512)
                .map(|at| format!("//t.example{}", tree(at)))
                .collect();
            let [with, without] = with_and_without(ROUNDS, &lines, false);
            assert_eq!(with, without, "{}", tree(9));
        }
    }
}
