//! Where the first line of each group is in the input.

use urlsift::stream::{Decided, Location};

/// The first line of each group, by the number of the group.
#[derive(Default)]
pub(super) struct FirstLines {
    sources: Vec<String>,
    /// The number of the source, and of the record in it.
    places: Vec<(u32, u64)>,
}

impl FirstLines {
    /// Notes where a record is, if it is the first of a group.
    pub(super) fn note(&mut self, decided: &Decided<'_>) {
        // Groups are numbered as they appear, so a new one is one more than there are.
        if decided.decision.and_then(|decision| decision.group) != Some(self.places.len() as u64) {
            return;
        }
        if self.sources.last().is_none_or(|last| last != decided.source) {
            self.sources.push(decided.source.to_owned());
        }
        self.places.push((self.sources.len() as u32 - 1, decided.record));
    }

    /// Returns where the first line of the group of a record is.
    pub(super) fn of(&self, decided: &Decided<'_>) -> Option<Location> {
        let (source, record) = *self.places.get(decided.decision?.group? as usize)?;
        Some(Location { source: self.sources[source as usize].clone(), record })
    }
}
