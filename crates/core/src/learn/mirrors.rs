//! Recognises *mirrors*: prefixes below which pages of a site stand once more, as sections,
//! languages and releases do: `/fr/tools/big-wheel` beside `/tools/big-wheel`,
//! `/category/tools/big-wheel`, `/docs/latest/big-wheel` beside `/docs/big-wheel`.
//!
//! The *original* of a page is its path without the [prefix](Prefix). When a line is about to be
//! kept, its page is counted for each of its prefixes: it is a copy if each segment of its original
//! has stood at its position, also if that comes later. A prefix is a mirror once [`COPIES`] of its
//! pages were copies, and while its balance is at least [`SURE`]: a page whose directory has stood
//! adds 1, any other page takes [`MISS`], and the balance is never below 0, so that pages which
//! came before their originals are soon made up for. If the list is read twice, all of its pages
//! are counted between the passes.
//!
//! An administration, an API, a role and a site share names like `users` and `orders`, and are no
//! mirrors of each other. So only [telling](is_telling) pages add to the balance: deep paths and
//! titles without ids, and a mirror needs [`WORDS`] different words in them that are no ordinary
//! ones. Pages that [act](is_endpoint) take 1 from it, and are never copies. Prefixes that are
//! protected, act or belong to an API are never mirrors; paths with such names, files, and records
//! with another method are never copies.
//!
//! A prefix is first looked at when the word after it has stood at the place of the original. It
//! takes a dozen slots, and three more for each of [`MOST`] pages.

use super::Learner;
use super::context;
use super::gathered::GatheredPage;
use super::releases::RELEASES;
use super::rules::MIRRORS;
use super::seat::{PositionKey, WordKey};
use crate::record::variant::Prefix;
use crate::record::{PathAndQuery, Segment, Url, own_tokens};
use urlsift_url::hash::Key;
use urlsift_url::token::{Class, Traits};

/// Pages of a mirror that were copies.
const COPIES: i32 = 6;

/// Balance of a mirror.
const SURE: i32 = 8;

/// Different words below a mirror that are no ordinary ones.
const WORDS: i32 = 6;

/// What a page without a known original takes from the balance.
const MISS: i32 = 2;

/// Pages of a prefix after which it is not looked at further.
const MOST: i32 = 400;

/// Prefixes of a site after which no further one is looked at. No count above 511 can be stored.
const PREFIXES: i32 = 500;

/// Pages of a whole list that read alike and count.
const FEW: i32 = 4;

/// Tell the hashes of counts from others.
const PAGES: u64 = 0x3A11;
const FOUND: u64 = 0x3A12;
const BALANCE: u64 = 0x3A13;
const MISSED: u64 = 0x3A14;
const RICH: u64 = 0x3A15;
const NUMBER: u64 = 0x3A16;
const ALIKE: u64 = 0x3A17;

/// Traits of names that are neither part of a mirror nor copied.
const APART: u32 = Traits::PROTECTED | Traits::ADMIN | Traits::API | Traits::HIDDEN;

/// A prefix of a path, on its host.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrefixKey {
    hash: u64,
    /// The template before the page, without the prefix.
    site: u64,
    /// Number of segments in that template.
    above: usize,
}

impl PrefixKey {
    /// Returns the key of one of its counts.
    fn count_key(self, key: &Key, mark: u64) -> PositionKey {
        PositionKey(key.join(self.hash, mark)).join(key, self.site)
    }
}

impl Learner {
    /// Whether a URL may be a copy, of whatever prefix.
    pub(crate) fn may_be_copy(&self, url: &Url, segments: &[Segment]) -> bool {
        let (_, path) = url.split(segments);
        self.finds_mirrors
            && path.len() > 1
            && !url.api
            && url.separating_key == 0
            && !path.iter().any(|segment| segment.traits.has(APART))
            && !path[1..].iter().any(|name| name.traits.has(Traits::FIXED))
            && self.tuning.has(MIRRORS)
    }

    /// Returns the key of a prefix of a path, if it may be a mirror. `host_token` is that of the
    /// host, if hosts are merged.
    pub(crate) fn prefix_key(
        &self,
        key: &Key,
        url: &Url,
        path: &[Segment],
        host_token: Option<u64>,
        prefix: Prefix,
    ) -> Option<PrefixKey> {
        let range = prefix.range();
        let next = path.get(range.end)?;
        let left_out = &path[range.clone()];
        if !left_out.iter().all(|segment| may_be_prefix(key, segment)) {
            return None;
        }
        let host = context::template_below(key, url, host_token);
        let above = path[..range.start].iter().map(|segment| segment.token);
        let site = key.fold(host, above);
        // All languages, and all releases by number, are one.
        let names = left_out.iter().map(|segment| {
            if segment.traits.has(Traits::LOCALE_CODE) {
                segment.variable
            } else {
                segment.token
            }
        });
        let prefix_key = PrefixKey {
            hash: key.fold(site, names),
            site,
            above: range.start,
        };
        let is_known = self.has_stood(key, site, next) || self.pages(key, prefix_key) > 0;
        is_known.then_some(prefix_key)
    }

    /// Whether a prefix is a mirror.
    pub(crate) fn is_mirror(&self, key: &Key, prefix_key: PrefixKey) -> bool {
        let number = self.count_at(prefix_key.count_key(key, NUMBER));
        self.count_at(prefix_key.count_key(key, BALANCE)) >= SURE
            && self.count_at(found_key(key, prefix_key.site, number)) >= COPIES
            && self.count_at(prefix_key.count_key(key, RICH)) >= WORDS
            && self.contains(WordKey::from_hash(prefix_key.hash))
    }

    /// Whether no more pages are counted for or against a prefix.
    pub(crate) fn is_decided(&self, key: &Key, prefix_key: PrefixKey) -> bool {
        self.pages(key, prefix_key) >= MOST
    }

    /// Whether a page says something about its prefix.
    pub(crate) fn is_counted(&self, key: &Key, prefix_key: PrefixKey, page: &[Segment]) -> bool {
        (is_telling(page) || is_endpoint(page)) && !self.is_decided(key, prefix_key)
    }

    /// Counts a page below a prefix, whose original has these segments and reads as these tokens.
    pub(crate) fn count_copy(
        &mut self,
        key: &Key,
        url: &Url,
        prefix_key: PrefixKey,
        original: &[Segment],
        tokens: &[u64],
    ) {
        let (_, path) = url.split(original);
        let (_, names) = url.split(tokens);
        let page = &path[prefix_key.above..];
        let page_tokens = &names[prefix_key.above..];
        let Some(number) = self.number(key, prefix_key) else {
            return;
        };
        let page_key = key.fold(prefix_key.hash, page_tokens.iter().copied());
        let is_one_of_few = self.was_gathered() && self.is_one_of_few(key, page_key, page);
        if !self.insert_new(WordKey::from_hash(page_key)) && !is_one_of_few {
            return;
        }
        let standing = self.standing(key, url, original, tokens);
        let is_near = standing > 1 && standing + 1 >= path.len();
        let points = match (is_near, is_endpoint(page)) {
            (true, false) => 1,
            (true, true) => -1,
            (false, _) => -MISS,
        };
        if is_near {
            self.count_rich_words(key, prefix_key, page);
        }
        let balance_key = prefix_key.count_key(key, BALANCE);
        let balance = self.count_at(balance_key) + points;
        self.store_count(balance_key, balance.max(0));
        self.add(prefix_key.count_key(key, PAGES), 1);
        let missed_key = missed_key(key, prefix_key.site, page_tokens);
        if standing == path.len() {
            self.insert_new(WordKey::from_hash(prefix_key.hash));
            self.add(found_key(key, prefix_key.site, number), 1);
        } else if self.position(missed_key).is_none() {
            self.store_count(missed_key, number);
        }
    }

    /// Returns the number of a prefix among those of its site, and gives it one; `None` if there
    /// are too many.
    fn number(&mut self, key: &Key, prefix_key: PrefixKey) -> Option<i32> {
        let number_key = prefix_key.count_key(key, NUMBER);
        let number = self.count_at(number_key);
        if number > 0 {
            return Some(number);
        }
        let last_key = PositionKey(key.join(prefix_key.site, NUMBER));
        if self.count_at(last_key) >= PREFIXES {
            return None;
        }
        let number = self.add(last_key, 1);
        self.store_count(number_key, number);
        Some(number)
    }

    /// Counts all pages of a whole list for their prefixes, as the second pass will read them.
    pub(super) fn count_copies(&mut self, key: &Key, pages: &[GatheredPage<'_>]) {
        let mut tokens = Vec::new();
        let mut original = Vec::new();
        for &GatheredPage { url, parts, .. } in pages {
            if parts.segments.len() >= Prefix::LONGEST || !self.may_be_copy(url, parts.segments) {
                continue;
            }
            self.tokens_of(key, url, parts, &mut tokens);
            let (_, path) = url.split(parts.segments);
            let (host_token, _) = url.split(&tokens);
            let host_token = host_token.copied();
            for prefix in Prefix::ALL {
                let Some(prefix_key) = self.prefix_key(key, url, path, host_token, prefix) else {
                    continue;
                };
                if !self.is_counted(key, prefix_key, &path[prefix.range().end..]) {
                    continue;
                }
                original.clear();
                original.extend_from_slice(parts.segments);
                original.drain(prefix.range());
                let segments = &*original;
                let pairs = parts.pairs;
                let original_parts = PathAndQuery { segments, pairs };
                self.tokens_of(key, url, original_parts, &mut tokens);
                self.count_copy(key, url, prefix_key, &original, &tokens);
            }
        }
    }

    /// Whether a page of a whole list is one of the first [`FEW`] that read alike: one pass keeps
    /// some of them, too, before it has learned their positions.
    fn is_one_of_few(&mut self, key: &Key, page_key: u64, page: &[Segment]) -> bool {
        let count_key = PositionKey(key.join(page_key, ALIKE));
        let written = WordKey::from_hash(key.fold(page_key, own_tokens(page)));
        self.count_up_to(FEW, count_key, written)
    }

    /// Counts the rich words of a page.
    fn count_rich_words(&mut self, key: &Key, prefix_key: PrefixKey, page: &[Segment]) {
        let words_key = prefix_key.count_key(key, RICH);
        for segment in page.iter().filter(|segment| is_rich(segment)) {
            self.count_up_to(WORDS, words_key, words_key.word(key, segment.token));
        }
    }

    /// Counts a page that is about to be kept for the prefix below which it has come before.
    /// `tokens` are those of its URL.
    pub(crate) fn count_original(
        &mut self,
        key: &Key,
        url: &Url,
        segments: &[Segment],
        tokens: &[u64],
    ) {
        let (_, path) = url.split(segments);
        let (host_token, names) = url.split(tokens);
        let host = context::template_below(key, url, host_token.copied());
        for above in 0..2 {
            if !is_telling(&path[above..]) {
                return;
            }
            let site = key.fold(host, path[..above].iter().map(|segment| segment.token));
            let missed_key = missed_key(key, site, &names[above..]);
            let Some(missed) = self.position(missed_key) else {
                continue;
            };
            if self.insert_new(WordKey::from_hash(missed_key.0)) {
                self.add(found_key(key, site, missed.balance), 1);
            }
        }
    }

    /// Returns how many segments of a path, which reads as these tokens, have stood at their
    /// positions before.
    fn standing(&self, key: &Key, url: &Url, segments: &[Segment], tokens: &[u64]) -> usize {
        let (_, path) = url.split(segments);
        let (host_token, names) = url.split(tokens);
        let mut template = context::template_below(key, url, host_token.copied());
        let mut standing = 0;
        for (segment, token) in path.iter().zip(names) {
            let position_key = PositionKey::after(key, template, segment);
            let is_variable = *token == segment.variable
                && self
                    .position(position_key)
                    .is_some_and(|position| position.variable);
            if !is_variable && !self.has_stood(key, template, segment) {
                break;
            }
            template = key.join(template, *token);
            standing += 1;
        }
        standing
    }

    fn pages(&self, key: &Key, prefix_key: PrefixKey) -> i32 {
        self.count_at(prefix_key.count_key(key, PAGES))
    }
}

/// Returns the key of the count of pages that were copies below the prefix of a number.
fn found_key(key: &Key, site: u64, number: i32) -> PositionKey {
    PositionKey(key.join(key.join(site, FOUND), number.unsigned_abs().into()))
}

/// Returns the key under which the number of a prefix is stored, of which a page has come without
/// its original.
fn missed_key(key: &Key, site: u64, page_tokens: &[u64]) -> PositionKey {
    PositionKey(key.fold(key.join(site, MISSED), page_tokens.iter().copied()))
}

/// Whether a segment may belong to a mirror's prefix.
fn may_be_prefix(key: &Key, segment: &Segment) -> bool {
    let traits = segment.traits;
    if traits.has(Traits::VALUE) {
        return matches!(segment.class, Some(Class::Locale | Class::Numbers));
    }
    if traits.has(Traits::ACTION) {
        return RELEASES.iter().any(|name| segment.token == key.token(name));
    }
    !traits.has(Traits::FIXED | Traits::TAIL | APART)
}

/// Whether a page that stands in two places may show that they are alike: it is deep or has a
/// title, has words of its own, and no ids.
fn is_telling(page: &[Segment]) -> bool {
    let is_title = |segment: &Segment| segment.class == Some(Class::Slug);
    let is_word = |segment: &Segment| !segment.traits.has(Traits::VALUE) || is_title(segment);
    page.iter().all(is_word)
        && page.iter().any(is_rich)
        && (page.len() >= 3 || page.iter().any(is_title))
}

/// Whether a word is no ordinary one, which programs share: a title, joined or unfamiliar.
fn is_rich(segment: &Segment) -> bool {
    segment.traits.has(Traits::JOINED) || !segment.traits.has(Traits::KNOWN)
}

/// Whether a page may be an endpoint of its own below each prefix: one ordinary word, or a name
/// that acts at the end. Deep below others, names of several words are titles:
/// `customize-render-texture`.
pub(crate) fn is_endpoint(page: &[Segment]) -> bool {
    let Some(last) = page.last() else {
        return true;
    };
    let acts = last.traits.has(Traits::ACTION | Traits::COMMAND);
    match page.len() {
        1 => acts || last.traits.has(Traits::KNOWN),
        2 => acts,
        _ => acts && !last.traits.has(Traits::JOINED),
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::MIRRORS;
    use super::super::tests::with_and_without;
    use crate::Sift;

    const SECTIONS: [&str; 14] = [
        "guides/first-steps",
        "guides/deep-water",
        "manual/tool-box",
        "manual/wind-mill",
        "notes/field-work",
        "notes/river-bank",
        "course/sea-side",
        "course/hill-top",
        "gallery/big-wheel",
        "gallery/small-wheel",
        "handbook/roof-work",
        "handbook/wall-work",
        "primer/stone-age",
        "primer/iron-age",
    ];

    /// Things of programs.
    const THINGS: [&str; 14] = [
        "users", "orders", "products", "invoices", "payments", "reports", "teams", "projects",
        "tickets", "labels", "files", "webhooks", "sessions", "plans",
    ];

    /// Returns each page below each prefix, as a crawler meets them.
    fn site(prefixes: &[&str], above: &[&str], pages: &[&str]) -> Vec<String> {
        let mut paths = Vec::new();
        for prefix in prefixes {
            for section in above {
                for page in pages {
                    paths.push(format!("{prefix}/{section}/{page}"));
                }
            }
        }
        // 101 has no common divisor with the numbers of paths here.
        let count = paths.len();
        assert_ne!(count % 101, 0);
        let turn = |turn: usize| format!("https://zoo.example{}", paths[turn * 101 % count]);
        (0..count).map(turn).collect()
    }

    fn docs(prefixes: &[&str]) -> Vec<String> {
        site(
            prefixes,
            &SECTIONS,
            &[
                "overview",
                "materials",
                "safety-notes",
                "worked-example",
                "common-faults",
                "spare-parts",
                "field-test",
                "quick-tour",
                "open-points",
                "further-reading",
            ],
        )
    }

    #[test]
    fn pages_below_sections_languages_and_releases_are_copies() {
        for prefixes in [
            ["", "/studio"],
            ["", "/m"],
            ["", "/category/effect"],
            ["/docs", "/docs/latest"],
            ["/docs", "/docs/stable"],
            ["/learn", "/learn/fr"],
            ["", "/fr"],
            ["", "/de-at"],
            ["", "/site/north"],
            ["/handbuch", "/handbuch/mirror"],
        ] {
            for two_pass in [false, true] {
                let [with, without] = with_and_without(MIRRORS, &docs(&prefixes), two_pass);
                assert!(
                    with.len() < without.len(),
                    "{prefixes:?}: {} of {}",
                    with.len(),
                    without.len()
                );
            }
        }
    }

    #[test]
    fn drawn_keys_change_nothing() {
        let names: Vec<String> = (b'a'..b'y')
            .map(|letter| format!("/wombat{}", letter as char))
            .collect();
        let mut prefixes = vec![""];
        prefixes.extend(names.iter().map(String::as_str));
        let pages = [
            "sea-side",
            "spare-parts",
            "field-test",
            "quick-tour",
            "open-points",
        ];
        let lines = site(&prefixes, &SECTIONS[..6], &pages);
        let [first, _] = with_and_without(MIRRORS, &lines, false);
        for _ in 0..20 {
            assert_eq!(with_and_without(MIRRORS, &lines, false)[0], first);
        }
    }

    #[test]
    fn roles_interfaces_tenants_and_actions_are_no_mirrors() {
        let verbs = ["", "new", "search", "export", "17", "17/edit", "18/items"];
        let phrases = ["line-items", "payment-methods", "status-history"];
        for lines in [
            site(&["", "/admin", "/manager", "/seller"], &THINGS, &verbs),
            site(&["", "/api", "/api/v1", "/v2"], &THINGS, &verbs),
            site(&["", "/api", "/v1", "/rest/v2"], &THINGS, &phrases),
            site(&["", "/internal", "/admin/panel"], &THINGS, &phrases),
            site(&["/acme", "/zork", "/quil"], &THINGS, &phrases),
            site(&["/staff", "/agent"], &THINGS, &verbs),
            site(&["", "/teacher"], &THINGS, &["new", "open-items", "edit"]),
            docs(&["", "/edit", "/delete", "/raw", "/export"]),
            docs(&["/wiki", "/talk", "/history"]),
            site(
                &["", "/fr", "/m"],
                &["account"],
                &["login", "delete", "reset-password", "export"],
            ),
        ] {
            for two_pass in [false, true] {
                let [with, without] = with_and_without(MIRRORS, &lines, two_pass);
                assert_eq!(with, without);
            }
        }
    }

    #[test]
    fn endpoints_files_and_other_methods_below_a_mirror_stay() {
        let mut lines = docs(&["", "/studio"]);
        let mut late = Vec::new();
        for page in [
            "login",
            "admin/users",
            "guides/reset-password",
            "api/users",
            "guides/export",
            "main.js",
            "guides/.env",
            "about",
            "guides/upload.php",
            "notes/field-work/delete",
        ] {
            late.push(format!("https://zoo.example/{page}"));
            late.push(format!("https://zoo.example/studio/{page}"));
        }
        lines.extend_from_slice(&late);
        for two_pass in [false, true] {
            let [with, _] = with_and_without(MIRRORS, &lines, two_pass);
            for line in &late {
                assert!(with.contains(line), "{line}");
            }
        }
        let mut sift = Sift::builder().build().expect("is valid");
        let posts: Vec<String> = docs(&["", "/studio"])
            .iter()
            .map(|line| format!("POST {line}"))
            .collect();
        let gets = with_and_without(MIRRORS, &docs(&["", "/studio"]), false)[1].len();
        assert_eq!(sift.filter(&posts).count(), gets);
    }

    #[test]
    fn an_original_after_its_copy_is_found() {
        let mut sift = Sift::builder().build().expect("is valid");
        assert!(sift.filter(docs(&["", "/studio"])).count() > 60);
        let of = |sift: &mut Sift, path: &str| {
            sift.admit(format!("https://zoo.example{path}").as_bytes())
                .is_printed()
        };
        for (path, is_printed) in [
            (
                "/studio/manual/quiet-room/late-hour/long-walk/field-trip",
                true,
            ),
            ("/manual/quiet-room/late-hour/long-walk/field-trip", false),
            ("/garden/wild-rose/early-spring/cold-frame?zork=1", true),
            (
                "/studio/garden/wild-rose/early-spring/cold-frame?zork=1",
                false,
            ),
            (
                "/studio/garden/wild-rose/early-spring/cold-frame?quil=1",
                true,
            ),
        ] {
            assert_eq!(of(&mut sift, path), is_printed, "{path}");
        }
    }
}
