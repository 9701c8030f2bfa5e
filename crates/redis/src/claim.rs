//! Claims: decides which process prints a line that starts a group.

use crate::bucket::{Element, bucket};
use crate::news::Answer;
use crate::replay::Replay;
use crate::{CLAIM, Redis};
use std::collections::BTreeSet;
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
type Entered = NumberMap<i64>;

impl Redis {
    /// Appends for each claim whether it is granted, once none is pending.
    pub(crate) fn ask_for(
        &mut self,
        claims: &[Claim],
        granted: &mut Vec<bool>,
    ) -> Result<(), Error> {
        let first = granted.len();
        granted.resize(first + claims.len(), false);
        // All claims are sent at once, however many there are, so no two processes wait for each
        // other, unless one has died, and then only until its lease ends.
        let mut open: Vec<usize> = (0..claims.len()).collect();
        let (mut entered, mut pause) = (Entered::default(), FIRST_LOOK);
        let mut buckets: BTreeSet<u16> = claims.iter().map(|claim| bucket(claim.host)).collect();
        for element in buckets
            .iter()
            .filter_map(|at| self.known.get(at))
            .flat_map(|known| &known.unread)
        {
            enter(element, self.process, &mut self.replay, &mut entered)?;
        }
        while !open.is_empty() {
            let read: Vec<u16> = buckets.iter().copied().collect();
            let (answers, all) = self.ask_once(claims, &open, &read)?;
            for (at, elements) in read.into_iter().zip(all) {
                for element in &elements {
                    enter(element, self.process, &mut self.replay, &mut entered)?;
                }
                // They are learned from with the next lines.
                self.known.entry(at).or_default().unread.extend(elements);
            }
            let mut digits = answers.iter();
            open.retain(|&place| {
                let (claim, is_granted) = (&claims[place], digits.next() == Some(&GRANTED));
                if is_entered(claim, &entered) {
                    // Nobody who waits for it has read less of its bucket.
                    self.pending
                        .released
                        .extend(claim.keys.iter().filter(|_| is_granted));
                    return false;
                }
                granted[first + place] = is_granted;
                !is_granted
            });
            buckets = open
                .iter()
                .map(|place| bucket(claims[*place].host))
                .collect();
            if !open.is_empty() {
                thread::sleep(pause);
                pause = (pause * 2).min(LAST_LOOK);
            }
        }
        self.server.traffic.refused +=
            granted[first..].iter().filter(|granted| !**granted).count() as u64;
        Ok(())
    }

    /// Returns an answer for each claim, and what others have stored in their buckets before that.
    fn ask_once(
        &mut self,
        claims: &[Claim],
        open: &[usize],
        buckets: &[u16],
    ) -> Result<(Vec<u8>, Vec<Vec<Element>>), Error> {
        let open = || open.iter().map(|place| &claims[*place]);
        let mut call = self.news_call(&CLAIM, buckets);
        let mut shapes = Vec::new();
        for claim in open() {
            for keys in [&claim.looked_up, &claim.keys] {
                shapes.extend(
                    u16::try_from(keys.len())
                        .map_err(|_| damaged())?
                        .to_le_bytes(),
                );
            }
        }
        call.arg(&self.process.to_le_bytes())
            .number(self.lease.as_millis() as u64)
            .arg(&shapes);
        call.number(open().map(|claim| claim.looked_up.len() as u64).sum());
        call.args(
            open()
                .flat_map(|claim| &claim.looked_up)
                .map(|key| key.to_le_bytes()),
        );
        // Most lines are entered under the key by which they were looked up.
        if open().any(|claim| claim.looked_up != claim.keys) {
            call.args(
                open()
                    .flat_map(|claim| &claim.keys)
                    .map(|key| key.to_le_bytes()),
            );
        }
        let (until, noted, answers): Answer = self.server.run(call)?;
        if answers.len() != open().count() {
            return Err(damaged());
        }
        Ok((answers, self.read_news(buckets, (until, noted))?))
    }
}

/// Adds the keys of groups that others have stored.
fn enter(
    element: &Element,
    process: u64,
    replay: &mut Option<Replay>,
    entered: &mut Entered,
) -> Result<(), Error> {
    let mut keys = Vec::new();
    for part in element
        .parts(replay)?
        .iter()
        .filter(|part| part.owner != process)
    {
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
                entered
                    .entry(*key)
                    .and_modify(|latest| *latest = slice.max(*latest))
                    .or_insert(slice);
            }
        }
    }
    Ok(())
}

/// Whether a similar line was printed.
fn is_entered(claim: &Claim, entered: &Entered) -> bool {
    let oldest = claim.oldest.unwrap_or(i64::MIN);
    claim
        .looked_up
        .iter()
        .any(|key| entered.get(key).is_some_and(|slice| *slice >= oldest))
}
