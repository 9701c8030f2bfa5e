//! Claims: decides which process prints a line that starts a group.

use super::bucket::bucket;
use super::news::OfBucket;
use super::{CLAIM, Redis, share};
use crate::entry::{Entry, damaged};
use crate::store::Claim;
use std::collections::{BTreeMap, HashMap};
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

/// Buckets, and the versions up to which they are known.
type Versions = Vec<(u16, u64)>;

impl Redis {
    /// Appends for each claim whether it is granted, once none is pending.
    pub(super) fn ask_for(&mut self, claims: &[Claim], granted: &mut Vec<bool>) -> Result<(), Error> {
        let first = granted.len();
        granted.resize(first + claims.len(), false);
        // All claims are sent at once, however many there are, so no two processes wait for each
        // other, unless one has died, and then only until its lease ends.
        let mut open: Vec<usize> = (0..claims.len()).collect();
        let version = |at| (at, self.known.get(&at).map_or(0, |known| known.version));
        let mut known: BTreeMap<u16, u64> = claims.iter().map(|claim| version(bucket(claim.host))).collect();
        let mut pause = FIRST_LOOK;
        while !open.is_empty() {
            let (answers, changed) = self.ask_once(claims, &open, &known)?;
            if !changed.is_empty() {
                let news = self.news(&changed)?;
                let entered = self.entered(&news)?;
                open.retain(|place| !is_entered(&claims[*place], &entered));
                for ((bucket, _), OfBucket { elements, until }) in changed.iter().zip(news) {
                    known.insert(*bucket, until);
                    let of_bucket = self.known.entry(*bucket).or_default();
                    of_bucket.read = until;
                    of_bucket.unread.extend(elements);
                }
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

    /// Returns an answer for each claim. Returns the buckets, with the versions up to which they
    /// are known, in which others have stored something since: then nothing is granted.
    fn ask_once(
        &mut self, claims: &[Claim], open: &[usize], known: &BTreeMap<u16, u64>,
    ) -> Result<(Vec<u8>, Versions), Error> {
        let open = || open.iter().map(|place| &claims[*place]);
        let (mut call, lease) = (self.call(&CLAIM), self.lease.as_millis() as u64);
        call.arg(&self.process.to_le_bytes()).number(lease).optional(self.generation());
        call.number(known.len() as u64).args(known.keys().map(|bucket| bucket.to_le_bytes()));
        call.numbers(known.values().copied());
        let mut shapes = Vec::new();
        for claim in open() {
            for keys in [&claim.looked_up, &claim.keys] {
                shapes.extend(u16::try_from(keys.len()).map_err(|_| damaged())?.to_le_bytes());
            }
        }
        call.arg(&shapes).number(open().map(|claim| claim.looked_up.len() as u64).sum());
        call.args(open().flat_map(|claim| &claim.looked_up).map(|key| key.to_le_bytes()));
        // Most lines are entered under the key by which they were looked up.
        if open().any(|claim| claim.looked_up != claim.keys) {
            call.args(open().flat_map(|claim| &claim.keys).map(|key| key.to_le_bytes()));
        }
        let (answers, changed): (Vec<u8>, Vec<usize>) = self.server.run(call)?;
        let of = |at: usize| known.iter().nth(at).map(|(bucket, version)| (*bucket, *version));
        Ok((answers, changed.into_iter().filter_map(of).collect()))
    }

    /// Returns the keys of the groups that other processes have stored, each with the last slice in
    /// which its group is alive. They are learned from with the next lines.
    fn entered(&self, news: &[OfBucket]) -> Result<HashMap<u64, i64>, Error> {
        let (mut slices, mut keys) = (HashMap::new(), Vec::new());
        for element in news.iter().flat_map(|of_bucket| &of_bucket.elements) {
            for part in element.parts()?.iter().filter(|part| part.owner != self.process) {
                let entries = share::read(&part.entries)?;
                for (at, entry) in entries.iter().enumerate() {
                    let Entry::Kept(kept) = entry else { continue };
                    // The entry after a group says when it is alive.
                    let slice = match entries.get(at + 1) {
                        Some(Entry::Met(met)) => met.slice,
                        _ => i64::MAX,
                    };
                    kept.lookup.keys(&mut keys);
                    for key in &keys {
                        let latest: &mut i64 = slices.entry(*key).or_insert(slice);
                        *latest = slice.max(*latest);
                    }
                }
            }
        }
        Ok(slices)
    }
}

/// Whether a similar line was printed.
fn is_entered(claim: &Claim, entered: &HashMap<u64, i64>) -> bool {
    let oldest = claim.oldest.unwrap_or(i64::MIN);
    claim.looked_up.iter().any(|key| entered.get(key).is_some_and(|slice| *slice >= oldest))
}
