//! Meetings: counts the lines of each group since the counts were last moved into the notes.

use crate::entry::{Entry, SliceCount};
use crate::host::Host;
use crate::journal::notes::HostNotes;
use urlsift_core::similar::index::Id;
use urlsift_core::similar::table::NumberMap;

/// The lines of each group, counted in the last slice of time in which one came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meetings {
    met: NumberMap<(Host, SliceCount)>,
    /// The group of the last record and its host, if it has one.
    pub(crate) last: Option<(Host, Id)>,
}

impl Meetings {
    /// Counts a line of a group, and moves the count of an earlier slice of time into the notes.
    pub(crate) fn count(
        &mut self,
        (host, id): (Host, Id),
        (slice, time): (i64, i64),
        notes: &mut HostNotes,
    ) {
        let (_, met) = self.met.entry(id).or_insert((
            host,
            SliceCount {
                id,
                slice,
                count: 0,
                last: time,
            },
        ));
        if met.slice == slice {
            met.count += 1;
            met.last = met.last.max(time);
            return;
        }
        notes.note(
            host,
            &Entry::Met(std::mem::replace(
                met,
                SliceCount {
                    id,
                    slice,
                    count: 1,
                    last: time,
                },
            )),
        );
    }

    /// Whether there are counts that are not in the notes.
    pub(crate) fn are_pending(&self) -> bool {
        !self.met.is_empty()
    }

    /// Moves the counts into the notes.
    pub(crate) fn note_counts(&mut self, notes: &mut HostNotes) {
        self.met
            .drain()
            .for_each(|(_, (host, met))| notes.note(host, &Entry::Met(met)));
    }

    /// Returns the memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.met.capacity() * size_of::<(u64, Host, SliceCount)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_by_group_and_slice() {
        let (mut meetings, mut notes) = (Meetings::default(), HostNotes::default());
        let at = (Host(7), 3);
        for (slice, time) in [(1, 10), (1, 12), (1, 11), (2, 20)] {
            meetings.count(at, (slice, time), &mut notes);
        }
        assert!(meetings.are_pending());
        meetings.note_counts(&mut notes);
        assert!(!meetings.are_pending());
        let found: Vec<_> = Entry::parse_all(notes.entries_of(Host(7)))
            .map(|entry| match entry {
                Some(Entry::Met(SliceCount {
                    id,
                    slice,
                    count,
                    last,
                })) => (id, slice, count, last),
                _ => panic!("only meetings were noted"),
            })
            .collect();
        assert_eq!(found, [(3, 1, 3, 12), (3, 2, 1, 20)]);
    }
}
