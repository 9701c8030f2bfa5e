//! Meetings: counts the lines of each group since the counts were last moved into the notes.

use crate::entry::{Entry, SliceCount};
use crate::host::Host;
use crate::journal::notes::HostNotes;
use urlsift_core::reserved::Reserved;
use urlsift_core::similar::index::Id;
use urlsift_core::similar::table::NumberMap;

/// The lines of each group, counted in the last slice of time in which one came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Meetings {
    met: NumberMap<(Host, SliceCount)>,
    /// The group of the last record and its host, if it has one.
    pub last: Option<(Host, Id)>,
}

impl Meetings {
    /// Counts a line of a group, and moves the count of an earlier slice of time into the notes.
    pub(crate) fn count(&mut self, host: Host, line: SliceCount, notes: &mut HostNotes) {
        let id = line.id;
        let Some((_, met)) = self.met.get_mut(&id) else {
            self.met.insert(id, (host, line));
            return;
        };
        if met.slice == line.slice {
            met.count += line.count;
            met.last = met.last.max(line.last);
        } else {
            let earlier = std::mem::replace(met, line);
            notes.note(host, &Entry::Met(earlier));
        }
    }

    /// Whether there are counts that are not in the notes.
    pub(crate) fn are_pending(&self) -> bool {
        !self.met.is_empty()
    }

    /// Moves the counts into the notes.
    pub(crate) fn note_counts(&mut self, notes: &mut HostNotes) {
        for (_, (host, met)) in self.met.drain() {
            notes.note(host, &Entry::Met(met));
        }
    }

    /// Returns the memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.met.reserved_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_by_group_and_slice() {
        let (mut meetings, mut notes) = (Meetings::default(), HostNotes::default());
        for (slice, last) in [(1, 10), (1, 12), (1, 11), (2, 20)] {
            let line = SliceCount {
                id: 3,
                slice,
                count: 1,
                last,
            };
            meetings.count(Host(7), line, &mut notes);
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
