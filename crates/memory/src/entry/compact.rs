//! Compacts entries: drops entries that later ones replace.

use crate::entry::{Entry, written};
use std::cmp::Reverse;
use urlsift_core::learn::Fact;

/// Writes equivalent entries in fewer bytes and by sort. `None`: the bytes are damaged.
pub fn compact(bytes: &[u8]) -> Option<Vec<u8>> {
    let entries: Option<Vec<_>> = Entry::parse_all(bytes).collect();
    let mut entries = entries?;
    entries.sort_by_key(sort_key);
    entries.dedup_by(|next, entry| {
        if sort_key(next) != sort_key(entry) {
            return false;
        }
        match (next, entry) {
            (Entry::Met(next), Entry::Met(met)) => {
                met.count += next.count;
                met.last = met.last.max(next.last);
            }
            (next, entry) => *entry = *next,
        }
        true
    });
    Some(written(entries))
}

/// Returns the place of an entry among others; of two with one place, the later one replaces the
/// other or adds to it. A group is followed by its counts, the latest first: that says when it is
/// alive.
fn sort_key(entry: &Entry<'_>) -> (u8, u64, Reverse<i64>) {
    let (kind, key, slice) = match *entry {
        Entry::Kept(kept) => (0, kept.id, i64::MAX),
        Entry::Met(met) => (0, met.id, met.slice),
        Entry::Learned(Fact::Word(word)) => (1, word, 0),
        Entry::Learned(Fact::Position(position, _)) => (2, position, 0),
        Entry::Sample { line, .. } => (3, line, 0),
        Entry::Dropped { line, .. } => (4, line, 0),
    };
    (kind, key, Reverse(slice))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::SliceCount;

    #[test]
    fn what_is_replaced_is_left_out() {
        let met = |id, slice, count, last| {
            Entry::Met(SliceCount {
                id,
                slice,
                count,
                last,
            })
        };
        let position = |bits| Entry::Learned(Fact::Position(5, bits));
        let word = Entry::Learned(Fact::Word(6));
        let [dropped, sample] = [
            Entry::Dropped {
                id: 1,
                run: 1,
                line: 9,
            },
            Entry::Sample { id: 2, line: 9 },
        ];
        let mut bytes = Vec::new();
        let all = [
            met(1, 7, 2, 30),
            word,
            position(3),
            met(2, 7, 9, 9),
            met(1, 7, 3, 20),
            met(1, 8, 1, 40),
        ];
        for entry in all
            .iter()
            .chain(&[position(4), word, dropped, dropped, sample])
        {
            entry.write(&mut bytes);
        }
        let compacted = compact(&bytes).expect("it is whole");
        let entries: Option<Vec<_>> = Entry::parse_all(&compacted).collect();
        assert_eq!(
            entries.expect("is whole"),
            [
                met(1, 8, 1, 40),
                met(1, 7, 5, 30),
                met(2, 7, 9, 9),
                word,
                position(4),
                sample,
                dropped
            ]
        );
        assert_eq!(compact(&compacted), Some(compacted));
        assert_eq!(compact(&bytes[..3]), None);
    }
}
