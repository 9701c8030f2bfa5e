//! Compacts entries: drops entries that later ones replace.

use crate::entry::{Entry, SliceCount};
use std::collections::{BTreeMap, HashSet};
use urlsift_core::learn::Lesson;

/// Writes equivalent entries in fewer bytes, without entries that are not `wanted`. `None`: the
/// bytes are damaged.
pub(crate) fn compact(bytes: &[u8], mut wanted: impl FnMut(&Entry<'_>) -> bool) -> Option<Vec<u8>> {
    let mut compact = Vec::new();
    let (mut met, mut positions) = (BTreeMap::new(), BTreeMap::new());
    let (mut words, mut lines) = (HashSet::new(), HashSet::new());
    for entry in Entry::all(bytes) {
        let entry = entry?;
        let is_new = match entry {
            _ if !wanted(&entry) => false,
            Entry::Met(SliceCount { id, slice, count, last }) => {
                let sum = met.entry((id, slice)).or_insert(SliceCount { id, slice, count: 0, last });
                sum.count += count;
                sum.last = sum.last.max(last);
                false
            }
            Entry::Lesson(Lesson::Position(at, bits)) => {
                positions.insert(at, bits);
                false
            }
            Entry::Lesson(Lesson::Word(word)) => words.insert(word),
            Entry::Sample { line, .. } => lines.insert((false, line)),
            Entry::Dropped { line, .. } => lines.insert((true, line)),
            Entry::Kept(_) => true,
        };
        if is_new {
            entry.write(&mut compact);
        }
    }
    let met = met.into_values().map(Entry::Met);
    let positions = positions.into_iter().map(|(at, bits)| Entry::Lesson(Lesson::Position(at, bits)));
    met.chain(positions).for_each(|entry| entry.write(&mut compact));
    Some(compact)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_replaced_or_not_wanted_is_left_out() {
        let met = |id, slice, count, last| Entry::Met(SliceCount { id, slice, count, last });
        let position = |bits| Entry::Lesson(Lesson::Position(5, bits));
        let word = Entry::Lesson(Lesson::Word(6));
        let [dropped, sample] = [Entry::Dropped { id: 1, run: 1, line: 9 }, Entry::Sample { id: 2, line: 9 }];
        let mut bytes = Vec::new();
        let all = [met(1, 7, 2, 30), word, position(3), met(2, 7, 9, 9), met(1, 7, 3, 20), met(1, 8, 1, 40)];
        for entry in all.iter().chain(&[position(4), word, dropped, dropped, sample]) {
            entry.write(&mut bytes);
        }
        let compacted = compact(&bytes, |entry| entry.id().is_none_or(|id| id == 1)).expect("it is whole");
        let entries: Option<Vec<_>> = Entry::all(&compacted).collect();
        assert_eq!(
            entries.expect("is whole"),
            [word, dropped, met(1, 7, 5, 30), met(1, 8, 1, 40), position(4)]
        );
        assert_eq!(compact(&compacted, |_| true), Some(compacted));
        assert_eq!(compact(&bytes[..3], |_| true), None);
    }
}
