//! Notes: entries of each host that are not stored yet.

use crate::entry::Entry;
use crate::host::Host;
use std::collections::HashSet;
use urlsift_core::reserved::Reserved;
use urlsift_core::similar::table::NumberMap;

/// The initial capacity of a host's notes, in bytes: about one group. Without it, they would be
/// reallocated five times before that.
const FIRST: usize = 128;

/// The capacity in bytes that a host keeps once its notes are stored.
const SMALL: usize = 256;

/// The hosts that were loaded or appeared in this run, with the entries that are not stored yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct HostNotes {
    places: NumberMap<u32>,
    hosts: Vec<(Host, Vec<u8>)>,
    /// The places of hosts that have notes.
    changed: Vec<u32>,
}

impl HostNotes {
    /// Whether a host has appeared before.
    pub(crate) fn knows(&self, host: Host) -> bool {
        self.places.contains_key(&host.0)
    }

    /// Notes that a host has appeared.
    pub(crate) fn meet(&mut self, host: Host) {
        self.place(host);
    }

    fn place(&mut self, host: Host) -> u32 {
        let next = self.hosts.len() as u32;
        let place = *self.places.entry(host.0).or_insert(next);
        if place == next {
            self.hosts.push((host, Vec::new()));
        }
        place
    }

    /// Appends an entry to those of a host.
    pub(crate) fn note(&mut self, host: Host, entry: &Entry<'_>) {
        entry.write(self.open(host));
    }

    /// Appends entries to those of a host.
    pub(crate) fn append(&mut self, host: Host, entries: &[u8]) {
        if !entries.is_empty() {
            self.open(host).extend_from_slice(entries);
        }
    }

    fn open(&mut self, host: Host) -> &mut Vec<u8> {
        let place = self.place(host);
        let (_, entries) = &mut self.hosts[place as usize];
        if entries.is_empty() {
            self.changed.push(place);
            entries.reserve(FIRST);
        }
        entries
    }

    /// Forgets hosts that have no notes and no living group: they are loaded again when they appear
    /// again.
    pub(crate) fn retain(&mut self, alive: &HashSet<Host>) {
        self.hosts.retain(|(host, entries)| {
            let is_empty = entries.is_empty();
            !is_empty || alive.contains(host)
        });
        self.places.clear();
        self.changed.clear();
        for (place, (host, entries)) in (0..).zip(&self.hosts) {
            self.places.insert(host.0, place);
            if !entries.is_empty() {
                self.changed.push(place);
            }
        }
    }

    /// Whether there are notes that are not [stored](Self::forget_changes).
    pub(crate) fn has_changes(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Returns the notes of the hosts that have some.
    pub(crate) fn changes(&self) -> impl Iterator<Item = (Host, &[u8])> {
        let hosts = self
            .changed
            .iter()
            .map(|place| &self.hosts[*place as usize]);
        hosts.map(|(host, entries)| (*host, &entries[..]))
    }

    /// Returns the notes of all hosts.
    pub(crate) fn by_host(&self) -> impl Iterator<Item = (Host, &[u8])> {
        let hosts = self.hosts.iter();
        hosts.map(|(host, entries)| (*host, &entries[..]))
    }

    /// Returns the notes of a host.
    pub(crate) fn entries_of(&self, host: Host) -> &[u8] {
        let Some(place) = self.places.get(&host.0) else {
            return &[];
        };
        let (_, entries) = &self.hosts[*place as usize];
        entries
    }

    /// Forgets the notes because they are stored.
    pub(crate) fn forget_changes(&mut self) {
        for place in self.changed.drain(..) {
            let (_, entries) = &mut self.hosts[place as usize];
            entries.clear();
            entries.shrink_to(SMALL);
        }
    }

    /// Returns the memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        let mut noted = 0;
        for (_, entries) in &self.hosts {
            noted += entries.capacity();
        }
        noted + self.hosts.reserved_bytes() + self.places.reserved_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_is_a_change_until_it_is_stored() {
        let (mut notes, host) = (HostNotes::default(), Host(7));
        assert!(!notes.knows(host));
        notes.append(host, b"");
        assert!(!notes.knows(host) && !notes.has_changes());
        notes.meet(host);
        assert!(notes.knows(host) && !notes.has_changes());
        notes.append(host, b"ab");
        notes.append(host, b"c");
        assert_eq!(notes.changes().collect::<Vec<_>>(), [(host, &b"abc"[..])]);
        assert_eq!(notes.entries_of(host), b"abc");
        notes.forget_changes();
        assert!(notes.knows(host) && !notes.has_changes() && notes.entries_of(host).is_empty());
        notes.append(host, b"d");
        assert_eq!(notes.changes().collect::<Vec<_>>(), [(host, &b"d"[..])]);
    }

    #[test]
    fn a_host_without_notes_is_forgotten_unless_something_of_it_lives() {
        let mut notes = HostNotes::default();
        for host in [1, 2, 3] {
            notes.meet(Host(host));
        }
        notes.append(Host(3), b"x");
        notes.retain(&HashSet::from([Host(1)]));
        assert_eq!(
            [1, 2, 3].map(|host| notes.knows(Host(host))),
            [true, false, true]
        );
        assert_eq!(notes.changes().collect::<Vec<_>>(), [(Host(3), &b"x"[..])]);
        assert!(notes.heap_bytes() > 0);
    }
}
