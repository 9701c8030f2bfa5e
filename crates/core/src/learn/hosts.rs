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

use super::{Learner, Position};
use crate::record::{Pair, Segment, Url};
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
    /// Decides the token of a host, and learns from its page. Also returns whether that is the
    /// token of all hosts at a learned position.
    pub(super) fn read_host(
        &mut self,
        key: &Key,
        url: &Url,
        host: &Segment,
        (path, pairs): (&[Segment], &[Pair]),
    ) -> (u64, bool) {
        if !self.surveyed && !host.traits.has(Traits::FIXED) && is_telling(path) {
            if host.traits.has(Traits::WWW) {
                self.count_www(key, url, host, (path, pairs));
            } else {
                self.count_host(key, url, host, (path, pairs));
            }
        }
        self.decide_host(key, url, host)
    }

    /// Decides the token of a host without learning from it.
    pub(super) fn decide_host(&self, key: &Key, url: &Url, host: &Segment) -> (u64, bool) {
        if host.traits.has(Traits::FIXED) {
            return (host.token, false);
        }
        let position = key.join(url.service, host.variable);
        if host.traits.has(Traits::WWW) {
            let balance = |www| {
                self.position(of_www(key, position, host, www))
                    .unwrap_or_default()
                    .balance
            };
            let is_one = balance(false).max(balance(true)) >= SAME;
            return if is_one {
                (host.variable, true)
            } else {
                (host.token, false)
            };
        }
        let at = self.position(position).unwrap_or_default();
        // The whole list is better evidence than its beginning.
        let is_variable = at.variable && (!self.surveyed || at.balance >= EVIDENCE);
        let own = || {
            self.position(key.join(position, host.token))
                .unwrap_or_default()
        };
        let is_other = || points(own()) == UNLIKE;
        if !is_variable || (!host.traits.has(Traits::VALUE) && is_other()) {
            return (host.token, false);
        }
        (host.variable, true)
    }

    /// Counts a page of a site or of its host `www`, for or against merging them.
    fn count_www(
        &mut self,
        key: &Key,
        url: &Url,
        host: &Segment,
        (path, pairs): (&[Segment], &[Pair]),
    ) {
        let position = key.join(url.service, host.variable);
        let [one, other] = [false, true].map(|www| of_www(key, position, host, www));
        let (own, other) = if key.join(position, host.token) == other {
            (other, one)
        } else {
            (one, other)
        };
        let page = hash_page(key, position, path, pairs);
        if !self.meet(key.join(own, page)) {
            return;
        }
        let is_shared = self.has_met(key.join(other, page));
        let mut add = |at, points| {
            let mut now = self.position(at).unwrap_or_default();
            now.balance += points;
            self.note(at, now.bits());
        };
        if is_shared {
            add(own, SHARED);
            // It was counted as a page of the other host only.
            add(other, OWN + SHARED);
        } else {
            add(own, -OWN);
        }
    }

    /// Counts a page of a host for or against its position.
    fn count_host(
        &mut self,
        key: &Key,
        url: &Url,
        host: &Segment,
        (path, pairs): (&[Segment], &[Pair]),
    ) {
        let position = key.join(url.service, host.variable);
        let of_host = key.join(position, host.token);
        let page = hash_page(key, position, path, pairs);
        if !self.meet(key.join(of_host, page)) {
            return;
        }
        let is_shared = !self.meet(page);
        let before = self.position(position);
        let mut all = before.unwrap_or_default();
        let mut own = self.position(of_host).unwrap_or_default();
        let is_new = self.meet(of_host);
        // In the state of a position, `values` means that it has several hosts.
        all.values |= is_new && before.is_some();
        let said = points(own);
        if is_shared {
            own.balance += SHARED;
        } else if all.values {
            own.balance -= OWN;
        }
        all.balance += points(own) - said;
        all.variable |= all.balance >= EVIDENCE;
        for (at, now) in [(of_host, own), (position, all)] {
            if self.position(at) != Some(now) {
                self.note(at, now.bits());
            }
        }
    }
}

/// Hashes a page of a site.
fn hash_page(key: &Key, position: u64, path: &[Segment], pairs: &[Pair]) -> u64 {
    let tokens = path.iter().map(|segment| segment.token);
    key.fold(position, tokens.chain(pairs.iter().map(|pair| pair.name)))
}

/// Returns the hash under which the state of a site, or of its host `www`, is stored.
fn of_www(key: &Key, position: u64, host: &Segment, www: bool) -> u64 {
    key.join(position, key.join(host.variable, u64::from(www)))
}

/// Whether a common page of this path is evidence that two hosts are alike.
fn is_telling(path: &[Segment]) -> bool {
    match path {
        [] => false,
        [only] => !only
            .traits
            .has(Traits::VALUE | Traits::KNOWN | Traits::FIXED | Traits::PROTECTED),
        _ => true,
    }
}
