//! Divides the entries of a host by recipient.

use std::collections::HashSet;
use urlsift_core::Error;
use urlsift_memory::entries::compact;
use urlsift_memory::entries::{Entry, damaged};

/// Divides entries of a host: returns those that other processes need, counts of groups that were
/// stored before, in any order, and lessons, where they outlive groups because these expire; and
/// the keys of groups.
pub(crate) fn divide(bytes: &[u8], expires: bool) -> Result<([Vec<u8>; 3], Vec<u64>), Error> {
    let ([mut news, mut counts, mut lessons], mut all_keys): ([Vec<u8>; 3], Vec<u64>) =
        Default::default();
    let (mut groups, mut keys) = (HashSet::new(), Vec::new());
    news.reserve(bytes.len());
    for entry in Entry::parse_all(bytes) {
        let entry = entry.ok_or_else(damaged)?;
        match entry {
            // The first count of a group takes fewer bytes next to the group, and no separate
            // request.
            Entry::Met(met) if met.count > 0 && !groups.contains(&met.id) => {
                entry.write(&mut counts);
            }
            Entry::Learned(_) if expires => entry.write(&mut lessons),
            entry => entry.write(&mut news),
        }
        if let Entry::Kept(kept) = entry {
            groups.insert(kept.id);
            kept.lookup.keys(&mut keys);
            all_keys.extend(&keys);
        }
    }
    Ok(([news, counts, lessons], all_keys))
}

/// Returns the lessons for a process that knows nothing of a host, from commits with the numbers of
/// their processes. If the processes took turns, each knew the lessons before its own, and the last
/// lesson counts, as in a file. If they ran at the same time, each learned for itself, and their
/// lessons are joined.
pub(crate) fn in_turn(commits: Vec<(u64, Vec<u8>)>) -> Result<Vec<Vec<u8>>, Error> {
    let turns = commits
        .chunk_by(|(one, _), (other, _)| one == other)
        .count();
    let owners: HashSet<u64> = commits.iter().map(|(owner, _)| *owner).collect();
    let entries = commits.into_iter().map(|(_, entries)| entries);
    if turns > owners.len() {
        return Ok(entries.collect());
    }
    Ok(vec![
        compact(&entries.collect::<Vec<_>>().concat(), |_| true).ok_or_else(damaged)?,
    ])
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
        let news = [
            kept(1, &first),
            met(1, 4, 0),
            kept(2, &second),
            met(2, 5, 0),
            met(1, 5, 3),
            dropped,
        ];
        let all = written([&[met(7, 5, 2)], &news[..3], &[word], &news[3..]].concat());
        let share = divide(&all, true).expect("it is whole");
        let wanted = [
            written(news.iter().copied()),
            written([met(7, 5, 2)]),
            written([word]),
        ];
        assert_eq!(share, (wanted, vec![11, 12, 13]));
        // Where nothing expires, lessons go with the groups.
        let ([all_news, _, lessons], _) = divide(&all, false).expect("it is whole");
        assert_eq!(
            all_news,
            written([&news[..3], &[word], &news[3..]].concat())
        );
        assert!(lessons.is_empty());
        assert!(divide(&all[..7], true).is_err(), "it is damaged");
    }

    #[test]
    fn what_came_last_counts_where_processes_come_in_turn() {
        let position = |bits| written([Entry::Learned(Fact::Position(5, bits))]);
        let learned = |commits: &[(u64, u16)]| {
            let commits = commits
                .iter()
                .map(|(owner, bits)| (*owner, position(*bits)));
            in_turn(commits.collect()).expect("they are whole")
        };
        assert_eq!(learned(&[(1, 7), (1, 3), (2, 4), (2, 2)]), [position(2)]);
        assert_eq!(
            learned(&[(1, 7), (2, 3), (1, 4)]),
            [position(7), position(3), position(4)]
        );
        assert!(in_turn(vec![(1, vec![200])]).is_err(), "it is damaged");
    }
}
