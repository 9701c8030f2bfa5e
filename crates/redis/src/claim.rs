//! Claims: decides which process prints a line that starts a group.

use crate::bucket::{ListElement, buckets_of};
use crate::derivation::Derivation;
use crate::server::Call;
use crate::{CLAIM, Redis};
use std::thread;
use std::time::Duration;
use urlsift_core::Error;
use urlsift_core::similar::table::NumberMap;
use urlsift_memory::Claim;
use urlsift_memory::entries::{Entry, damaged};

/// The answer to a claim that is granted. Otherwise another process has claimed a similar line, and
/// has not printed it yet.
const GRANTED: u8 = b'1';

/// The first and the longest pause before pending claims are asked about again. Most are printed
/// and stored within a batch.
const FIRST_LOOK: Duration = Duration::from_millis(2);
const LAST_LOOK: Duration = Duration::from_millis(20);

/// The keys of groups that other processes have stored, each with the last slice in which its group
/// is alive.
type EnteredKeys = NumberMap<i64>;

impl Redis {
    /// Appends for each claim whether it is granted, once none is pending.
    pub(crate) fn ask_for(
        &mut self,
        claims: &[Claim],
        granted: &mut Vec<bool>,
    ) -> Result<(), Error> {
        let first = granted.len();
        granted.resize(first + claims.len(), false);
        let mut entered = self.entered_in_unread(claims)?;
        // All claims are sent at once, however many there are, so no two processes wait for each
        // other, unless one has died, and then only until its lease ends.
        let mut open: Vec<usize> = (0..claims.len()).collect();
        let mut pause = FIRST_LOOK;
        while !open.is_empty() {
            let mut asked = Vec::new();
            for place in &open {
                asked.push(&claims[*place]);
            }
            let answers = self.ask_once(&asked, &mut entered)?;
            let mut pending = Vec::new();
            for (place, answer) in open.into_iter().zip(answers) {
                let claim = &claims[place];
                let is_granted = answer == GRANTED;
                if is_entered(claim, &entered) {
                    // Nobody who waits for it has read less of its bucket.
                    if is_granted {
                        self.pending.released.extend(&claim.keys);
                    }
                } else if is_granted {
                    granted[first + place] = true;
                } else {
                    pending.push(place);
                }
            }
            open = pending;
            if !open.is_empty() {
                thread::sleep(pause);
                pause = (pause * 2).min(LAST_LOOK);
            }
        }
        for is_granted in &granted[first..] {
            self.server.traffic.refused += u64::from(!is_granted);
        }
        Ok(())
    }

    /// Returns the keys of groups in what was read of the buckets of claims, and not learned from.
    fn entered_in_unread(&mut self, claims: &[Claim]) -> Result<EnteredKeys, Error> {
        let mut entered = EnteredKeys::default();
        for bucket in buckets_of(claims.iter().map(|claim| claim.host)) {
            let Some(known) = self.known.get(&bucket) else {
                continue;
            };
            for element in &known.unread {
                enter(element, self.process, &mut self.derivation, &mut entered)?;
            }
        }
        Ok(entered)
    }

    /// Returns an answer for each claim, and enters the groups that others have stored in their
    /// buckets before that.
    fn ask_once(&mut self, claims: &[&Claim], entered: &mut EnteredKeys) -> Result<Vec<u8>, Error> {
        let buckets = buckets_of(claims.iter().map(|claim| claim.host));
        let answer = self.ask_server(self.claim_call(claims, &buckets)?)?;
        if answer.digits.len() != claims.len() {
            return Err(damaged());
        }
        let updates = self.read_updates(&buckets, &answer)?;
        for (bucket, elements) in buckets.into_iter().zip(updates) {
            for element in &elements {
                enter(element, self.process, &mut self.derivation, entered)?;
            }
            // They are learned from with the next lines.
            let known = self.known.entry(bucket).or_default();
            known.unread.extend(elements);
        }
        Ok(answer.digits)
    }

    fn claim_call(&self, claims: &[&Claim], buckets: &[u16]) -> Result<Call, Error> {
        let mut shapes = Vec::new();
        let mut looked_up = Vec::new();
        let mut entered = Vec::new();
        for claim in claims {
            for keys in [&claim.looked_up, &claim.keys] {
                let Ok(count) = u16::try_from(keys.len()) else {
                    return Err(damaged());
                };
                shapes.extend(count.to_le_bytes());
            }
            looked_up.extend(&claim.looked_up);
            entered.extend(&claim.keys);
        }
        let mut call = self.updates_call(&CLAIM, buckets);
        call.arg(self.process.to_le_bytes());
        call.number(self.lease.as_millis() as u64);
        call.arg(&shapes);
        call.number(looked_up.len() as u64);
        call.keys(&looked_up);
        // Most lines are entered under the key by which they were looked up.
        if claims.iter().any(|claim| claim.looked_up != claim.keys) {
            call.keys(&entered);
        }
        Ok(call)
    }
}

/// Adds the keys of groups that others have stored.
fn enter(
    element: &ListElement,
    process: u64,
    derivation: &mut Option<Derivation>,
    entered: &mut EnteredKeys,
) -> Result<(), Error> {
    let mut keys = Vec::new();
    for part in element.parts(derivation)? {
        if part.owner == process {
            continue;
        }
        let mut entries = Entry::parse_all(&part.entries).peekable();
        while let Some(entry) = entries.next() {
            let Entry::Kept(kept) = entry.ok_or_else(damaged)? else {
                continue;
            };
            // The entry after a group says when it is alive.
            let slice = match entries.peek() {
                Some(Some(Entry::Met(met))) => met.slice,
                _ => i64::MAX,
            };
            kept.lookup.keys(&mut keys);
            for key in &keys {
                let latest = entered.entry(*key).or_insert(slice);
                *latest = slice.max(*latest);
            }
        }
    }
    Ok(())
}

/// Whether a similar line was printed.
fn is_entered(claim: &Claim, entered: &EnteredKeys) -> bool {
    let oldest = claim.oldest.unwrap_or(i64::MIN);
    for key in &claim.looked_up {
        let Some(slice) = entered.get(key) else {
            continue;
        };
        if *slice >= oldest {
            return true;
        }
    }
    false
}
