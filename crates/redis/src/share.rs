//! Divides the entries of a host by recipient.

use crate::bucket::put_host;
use crate::derivation::Part;
use std::collections::HashSet;
use urlsift_core::Error;
use urlsift_memory::Host;
use urlsift_memory::entries::{Entry, compact, damaged};

/// Entries of the hosts of a bucket by recipient, as records hold them; or those of one host.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct EntryShares {
    /// Entries that other processes need.
    pub updates: Vec<u8>,
    /// Counts of groups that were stored before, in any order.
    pub counts: Vec<u8>,
    /// Lessons, where they outlive groups because these expire.
    pub lessons: Vec<u8>,
}

impl EntryShares {
    /// Appends those of a host to records.
    pub(crate) fn put_host(&mut self, host: Host, shares: &Self) {
        put_host(&mut self.updates, host, &shares.updates);
        put_host(&mut self.counts, host, &shares.counts);
        put_host(&mut self.lessons, host, &shares.lessons);
    }
}

/// Divides the entries of a host, and appends the keys of its groups to `all_keys`.
pub(crate) fn divide(
    bytes: &[u8],
    expires: bool,
    all_keys: &mut Vec<u64>,
) -> Result<EntryShares, Error> {
    let mut shares = EntryShares::default();
    let mut groups = HashSet::new();
    let mut keys = Vec::new();
    for entry in Entry::parse_all(bytes) {
        let entry = entry.ok_or_else(damaged)?;
        let share = match entry {
            // The first count of a group takes fewer bytes next to the group, and no separate
            // request.
            Entry::Met(met) if met.count > 0 && !groups.contains(&met.id) => &mut shares.counts,
            Entry::Learned(_) if expires => &mut shares.lessons,
            _ => &mut shares.updates,
        };
        entry.write(share);
        if let Entry::Kept(kept) = entry {
            groups.insert(kept.id);
            kept.lookup.keys(&mut keys);
            all_keys.extend(&keys);
        }
    }
    Ok(shares)
}

/// Returns the lessons for a process that knows nothing of a host, from what processes stored of it
/// one after another. If the processes took turns, each knew the lessons before its own, and the
/// last lesson counts, as in a file. If they ran at the same time, each learned for itself, and
/// their lessons are joined.
pub(crate) fn in_turn(parts: &[Part<'_>]) -> Result<Vec<Vec<u8>>, Error> {
    let mut owners = HashSet::new();
    let mut turns = 0;
    let mut all = Vec::new();
    let mut entries = Vec::new();
    for turn in parts.chunk_by(|one, other| one.owner == other.owner) {
        turns += 1;
        owners.insert(turn[0].owner);
        for part in turn {
            all.extend_from_slice(&part.entries);
            entries.push(part.entries.to_vec());
        }
    }
    if turns > owners.len() {
        return Ok(entries);
    }
    let joined = compact(&all).ok_or_else(damaged)?;
    Ok(vec![joined])
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_core::learn::Fact;
    use urlsift_memory::entries::{Kept, Lookup, SliceCount, written};

    fn kept(id: u64, keys: &[u8]) -> Entry<'_> {
        Entry::Kept(Kept {
            id,
            time: 0,
            lookup: Lookup::Keys(keys),
            line: b"x",
        })
    }

    fn met(id: u64, slice: i64, count: u64) -> Entry<'static> {
        Entry::Met(SliceCount {
            id,
            slice,
            count,
            last: 0,
        })
    }

    fn part(owner: u64, entries: Vec<u8>) -> Part<'static> {
        Part {
            host: Host::from_number(1),
            owner,
            entries: entries.into(),
        }
    }

    #[test]
    fn lessons_and_counts_of_earlier_groups_are_told_apart() {
        let (word, dropped) = (
            Entry::Learned(Fact::Word(6)),
            Entry::Dropped {
                id: 1,
                run: 1,
                line: 9,
            },
        );
        let (mut first, mut second) = (Vec::new(), Vec::new());
        Lookup::put_keys(&mut first, &[11, 12]);
        Lookup::put_keys(&mut second, &[13]);
        let updates = [
            kept(1, &first),
            met(1, 4, 0),
            kept(2, &second),
            met(2, 5, 0),
            met(1, 5, 3),
            dropped,
        ];
        let all = written([&[met(7, 5, 2)], &updates[..3], &[word], &updates[3..]].concat());
        let mut keys = Vec::new();
        let shares = divide(&all, true, &mut keys).expect("it is whole");
        let wanted = EntryShares {
            updates: written(updates.iter().copied()),
            counts: written([met(7, 5, 2)]),
            lessons: written([word]),
        };
        assert_eq!(shares, wanted);
        assert_eq!(keys, [11, 12, 13]);
        // Where nothing expires, lessons go with the groups.
        let shares = divide(&all, false, &mut keys).expect("it is whole");
        let with_lesson = [&updates[..3], &[word], &updates[3..]].concat();
        assert_eq!(shares.updates, written(with_lesson));
        assert!(shares.lessons.is_empty());
        let cut = divide(&all[..7], true, &mut keys);
        assert!(cut.is_err(), "it is damaged");
    }

    #[test]
    fn what_came_last_counts_where_processes_come_in_turn() {
        let position = |bits| written([Entry::Learned(Fact::Position(5, bits))]);
        let learned = |commits: &[(u64, u16)]| {
            let mut parts = Vec::new();
            for (owner, bits) in commits {
                parts.push(part(*owner, position(*bits)));
            }
            in_turn(&parts).expect("they are whole")
        };
        assert_eq!(learned(&[(1, 7), (1, 3), (2, 4), (2, 2)]), [position(2)]);
        assert_eq!(
            learned(&[(1, 7), (2, 3), (1, 4)]),
            [position(7), position(3), position(4)]
        );
        let cut = in_turn(&[part(1, vec![200])]);
        assert!(cut.is_err(), "it is damaged");
    }
}
