//! Learns which hosts of a site to merge: the tenants of a service, mirrors, and hosts that answer
//! under any name.
//!
//! If hosts are merged, everything known of a host is stored under its site, and the label that may
//! vary is a position: `wombat` and `quokka` are at `{}.example.com`, not at `{}-api.example.com`.
//! A host is evidence for a variable position if it shows pages that other hosts of the position
//! have shown, and few of its own:
//!
//! - a *page* is the template of a URL in its own variant. Pages that any site may have do not
//!   count: the root, a single value, and a single ordinary word or file, like `/login` and
//!   `/robots.txt`;
//! - a page that another host has shown before adds [`SHARED`] to the balance of a host, any other
//!   page takes [`OWN`]. Pages of the very first host do not count as its own;
//! - the balance gives the position [points], for as long as it lasts. At [`EVIDENCE`] points the
//!   position is variable: five hosts that share two pages, or more hosts that share one.
//!
//! A site and its host `www` share a position. Each page that both have shown adds [`SHARED`] to
//! both balances, any other page takes [`OWN`] from the balance of its host. They are merged while
//! the higher balance is at least [`SAME`]: one of them has then shown little but pages of the
//! other. The order in which they appear and their numbers of pages do not matter.
//!
//! Hosts with a word of ordinary meaning (`api`, `dev-mail`) stay separate, and so does a host of a
//! variable position whose own balance is too low: it is another site under the same domain. Lines
//! are merged one by one, so a page that no other host has is kept.

use super::seat::{PositionKey, WordKey};
use super::{Learner, Position, ReadToken};
use crate::record::{PathAndQuery, Segment, Url, own_tokens};
use urlsift_url::hash::Key;
use urlsift_url::token::Traits;

/// Balance that a host gains by a page that others have shown, and loses by any other page: sites
/// of one company share forms of pages.
const SHARED: i32 = 1;
const OWN: i32 = 2;

/// Points for a host that is like others, that may be, and that is not.
const LIKE: i32 = 3;
const MAYBE: i32 = 1;
const UNLIKE: i32 = -3;

/// Number of points at which a position becomes variable.
const EVIDENCE: i32 = 5 * LIKE;

/// Balance at which a site and its host `www` are merged: three pages that both have shown.
const SAME: i32 = 3 * SHARED;

/// Returns the points that a host gives to its position.
fn points(host: Position) -> i32 {
    match host.balance {
        2.. => LIKE,
        1 => MAYBE,
        -3..=0 => 0,
        _ => UNLIKE,
    }
}

impl Learner {
    /// Decides the token of a host, and learns from its page.
    pub(super) fn learn_host(
        &mut self,
        key: &Key,
        url: &Url,
        host: &Segment,
        page: PathAndQuery<'_>,
    ) -> ReadToken {
        let may_vary = !host.traits.has(Traits::FIXED);
        if !self.surveyed && may_vary && is_telling(page.segments) {
            let site_key = PositionKey::after(key, url.service, host);
            let page = hash_page(key, site_key, page);
            if host.traits.has(Traits::WWW) {
                self.count_www(key, site_key, host, page);
            } else {
                self.count_host(key, site_key, host, page);
            }
        }
        self.decide_host(key, url, host)
    }

    /// Decides the token of a host without learning from it.
    pub(super) fn decide_host(&self, key: &Key, url: &Url, host: &Segment) -> ReadToken {
        if host.traits.has(Traits::FIXED) {
            return ReadToken::own(host);
        }
        let site_key = PositionKey::after(key, url.service, host);
        if host.traits.has(Traits::WWW) {
            let bare_key = key_of_www(key, site_key, host, false);
            let www_key = key_of_www(key, site_key, host, true);
            let balance = self.count_at(bare_key).max(self.count_at(www_key));
            return ReadToken::of(host, balance >= SAME);
        }
        let site = self.position(site_key).unwrap_or_default();
        // The whole list is better evidence than its beginning.
        let is_variable = site.variable && (!self.surveyed || site.balance >= EVIDENCE);
        if !is_variable {
            return ReadToken::own(host);
        }
        if host.traits.has(Traits::VALUE) {
            return ReadToken::of(host, true);
        }
        let host_key = site_key.join(key, host.token);
        let known = self.position(host_key).unwrap_or_default();
        ReadToken::of(host, points(known) != UNLIKE)
    }

    /// Counts a page of a site or of its host `www`, for or against merging them.
    fn count_www(&mut self, key: &Key, site_key: PositionKey, host: &Segment, page: WordKey) {
        let mut own_key = key_of_www(key, site_key, host, true);
        let mut other_key = key_of_www(key, site_key, host, false);
        let is_www = site_key.join(key, host.token) == own_key;
        if !is_www {
            std::mem::swap(&mut own_key, &mut other_key);
        }
        if !self.insert_new(own_key.word(key, page.hash())) {
            return;
        }
        if self.contains(other_key.word(key, page.hash())) {
            self.add_to_balance(own_key, SHARED);
            // It was counted as a page of the other host only.
            self.add_to_balance(other_key, OWN + SHARED);
        } else {
            self.add_to_balance(own_key, -OWN);
        }
    }

    /// Adds to the balance of a site or of its host `www`.
    fn add_to_balance(&mut self, host_key: PositionKey, points: i32) {
        let mut host = self.position(host_key).unwrap_or_default();
        host.balance += points;
        self.store(host_key, host.bits());
    }

    /// Counts a page of a host for or against its position.
    fn count_host(&mut self, key: &Key, site_key: PositionKey, host: &Segment, page: WordKey) {
        let host_key = site_key.join(key, host.token);
        if !self.insert_new(host_key.word(key, page.hash())) {
            return;
        }
        let is_shared = !self.insert_new(page);
        let old_site = self.position(site_key);
        let old_host = self.position(host_key);
        let mut site = old_site.unwrap_or_default();
        let mut host = old_host.unwrap_or_default();
        let is_new = self.insert_new(WordKey::from_hash(host_key.0));
        // In the state of a position, `values` means that it has several hosts.
        site.values |= is_new && old_site.is_some();
        let points_before = points(host);
        if is_shared {
            host.balance += SHARED;
        } else if site.values {
            host.balance -= OWN;
        }
        site.balance += points(host) - points_before;
        site.variable |= site.balance >= EVIDENCE;
        if old_host != Some(host) {
            self.store(host_key, host.bits());
        }
        if old_site != Some(site) {
            self.store(site_key, site.bits());
        }
    }
}

/// Hashes a page of a site.
fn hash_page(key: &Key, site_key: PositionKey, page: PathAndQuery<'_>) -> WordKey {
    let names = page.pairs.iter().map(|pair| pair.name);
    let parts = own_tokens(page.segments).chain(names);
    WordKey::from_hash(key.fold(site_key.0, parts))
}

/// Returns the key under which the state of a site, or of its host `www`, is stored.
fn key_of_www(key: &Key, site_key: PositionKey, host: &Segment, www: bool) -> PositionKey {
    let label = key.join(host.variable, u64::from(www));
    site_key.join(key, label)
}

/// Whether a common page of this path is evidence that two hosts are alike.
fn is_telling(path: &[Segment]) -> bool {
    const COMMON: u32 = Traits::VALUE | Traits::KNOWN | Traits::FIXED | Traits::PROTECTED;
    match path {
        [] => false,
        [only] => !only.traits.has(COMMON),
        _ => true,
    }
}
