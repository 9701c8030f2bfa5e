//! Where the line that started each group is in the input.

use urlsift::stream::{Decided, Location};

/// Where each group started.
#[derive(Default)]
pub(super) struct Starts {
    sources: Vec<String>,
    /// The number of the source, and of the record in it.
    starts: Vec<(u32, u64)>,
}

impl Starts {
    /// Notes where a record is, if it starts a group.
    pub(super) fn note(&mut self, decided: &Decided<'_>) {
        // Groups start in order, so a new one is one more than there are.
        if decided.decision.and_then(|decision| decision.group) != Some(self.starts.len() as u64) {
            return;
        }
        if self.sources.last().is_none_or(|last| last != decided.source) {
            self.sources.push(decided.source.to_owned());
        }
        self.starts.push((self.sources.len() as u32 - 1, decided.record));
    }

    /// Returns where the line is that started the group of a record.
    pub(super) fn start_of(&self, decided: &Decided<'_>) -> Option<Location> {
        let (source, record) = *self.starts.get(decided.decision?.group? as usize)?;
        Some(Location { source: self.sources[source as usize].clone(), record })
    }
}
