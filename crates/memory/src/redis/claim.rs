//! Claims: decides which process prints a line that starts a group.

use super::bucket::bucket;
use super::{Redis, packed, share};
use crate::entry::{Entry, damaged};
use crate::host::Host;
use crate::store::Claim;
use std::collections::HashMap;
use std::thread;
use std::time::Duration;
use urlsift_core::Error;

/// Answers to a claim: it is granted; or another process has claimed a similar line and has not
/// printed it yet.
const GRANTED: u8 = b'1';
const PENDING: u8 = b'2';

/// The first and the longest pause before pending claims are asked about again. Most are printed
/// and stored within a batch.
const FIRST_LOOK: Duration = Duration::from_micros(500);
const LAST_LOOK: Duration = Duration::from_millis(20);

impl Redis {
    /// Appends for each claim whether it is granted, once none is pending.
    pub(super) fn ask_for(&mut self, claims: &[Claim], granted: &mut Vec<bool>) -> Result<(), Error> {
        let first = granted.len();
        granted.resize(first + claims.len(), false);
        // All claims are sent at once, however many there are, so no two processes wait for each
        // other, unless one has died, and then only until its lease ends.
        let mut open: Vec<usize> = (0..claims.len()).collect();
        let known = |redis: &Self, place: &usize| redis.version(bucket(claims[*place].host));
        let mut version = open.iter().map(|place| known(self, place)).max().unwrap_or_default();
        // A line that was known before, so that its host was not asked about, may still start a
        // group.
        let mut unread: Vec<usize> =
            open.iter().copied().filter(|place| known(self, place) < version).collect();
        let mut pause = FIRST_LOOK;
        while !open.is_empty() {
            if !unread.is_empty() {
                let entered = self.entered(unread.iter().map(|place| claims[*place].host))?;
                version = if unread.len() < open.len() { version } else { entered.until };
                open.retain(|place| !entered.has(&claims[*place]));
                unread.clear();
                continue;
            }
            let answers = self.ask_once(claims, &open, version)?;
            if answers.is_empty() {
                unread.clone_from(&open);
                continue;
            }
            if answers.len() != open.len() {
                return Err(damaged());
            }
            let mut answers = answers.into_iter();
            open.retain(|&place| {
                let answer = answers.next();
                granted[first + place] = answer == Some(GRANTED);
                answer == Some(PENDING)
            });
            if !open.is_empty() {
                thread::sleep(pause);
                pause = (pause * 2).min(LAST_LOOK);
            }
        }
        self.server.traffic.refused += granted[first..].iter().filter(|granted| !**granted).count() as u64;
        Ok(())
    }

    /// Returns an answer for each claim; none if the server no longer knows the keys entered since
    /// `version`.
    fn ask_once(&mut self, claims: &[Claim], open: &[usize], version: u64) -> Result<Vec<u8>, Error> {
        let open = || open.iter().map(|place| &claims[*place]);
        let mut call = self.call(&self.scripts.claim);
        call.arg(&packed(self.process)).number(self.lease.as_millis() as u64).number(version);
        let mut shapes = Vec::new();
        for claim in open() {
            for keys in [&claim.looked_up, &claim.keys] {
                shapes.extend(u16::try_from(keys.len()).map_err(|_| damaged())?.to_le_bytes());
            }
        }
        call.arg(&shapes);
        let slices: Vec<u8> = open().filter_map(|claim| claim.oldest).flat_map(i64::to_le_bytes).collect();
        call.arg(&slices).number(open().map(|claim| claim.looked_up.len() as u64).sum());
        for key in open().flat_map(|claim| &claim.looked_up) {
            call.arg(&packed(*key));
        }
        // Most lines are entered under the key by which they were looked up.
        if open().any(|claim| claim.looked_up != claim.keys) {
            for key in open().flat_map(|claim| &claim.keys) {
                call.arg(&packed(*key));
            }
        }
        self.server.run(call)
    }

    /// Returns the keys of these hosts that other processes have entered since this one last read
    /// them. The hosts are loaded again, and learned from, with the next lines.
    fn entered(&mut self, hosts: impl Iterator<Item = Host>) -> Result<NewKeys, Error> {
        let news = self.news_of(hosts)?;
        let until = news.iter().map(|(_, of_bucket)| of_bucket.until).min().unwrap_or_default();
        let (mut slices, mut keys) = (HashMap::new(), Vec::new());
        for element in news.iter().flat_map(|(_, of_bucket)| &of_bucket.elements) {
            for part in element.parts()?.iter().filter(|part| part.owner != self.process) {
                let entries = share::read(&part.entries)?;
                for (at, entry) in entries.iter().enumerate() {
                    let Entry::Kept(kept) = entry else { continue };
                    let slice = share::alive_in(&entries, at);
                    kept.lookup.keys(&mut keys);
                    for key in &keys {
                        let latest: &mut i64 = slices.entry(*key).or_insert(slice);
                        *latest = slice.max(*latest);
                    }
                }
            }
        }
        Ok(NewKeys { slices, until })
    }
}

/// Keys entered up to a version, each with the last slice in which its group is alive.
struct NewKeys {
    slices: HashMap<u64, i64>,
    until: u64,
}

impl NewKeys {
    /// Whether a similar line was printed.
    fn has(&self, claim: &Claim) -> bool {
        let oldest = claim.oldest.unwrap_or(i64::MIN);
        claim.looked_up.iter().any(|key| self.slices.get(key).is_some_and(|slice| *slice >= oldest))
    }
}
