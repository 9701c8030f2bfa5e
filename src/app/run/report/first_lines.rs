//! Source and number of the first line of each group.

use urlsift::stream::DecidedRecord;

use crate::app::show::message::harmless;

/// The first line of each group, by the number of the group.
#[derive(Default)]
pub(super) struct FirstLines {
    /// The sources' names, and these names as messages show them.
    sources: Vec<(String, String)>,
    /// The number of the source, and of the record in it.
    places: Vec<(u32, u64)>,
}

/// Source and number of the first line of a group.
#[derive(Clone, Copy)]
pub(super) struct FirstLine<'s> {
    pub(super) source: &'s str,
    /// The name of the source as messages show it, with control characters escaped.
    pub(super) shown: &'s str,
    pub(super) record: u64,
}

impl FirstLines {
    /// Notes a record, if it is the first of a group.
    pub(super) fn note(&mut self, decided: &DecidedRecord<'_>) {
        // Groups are numbered as they appear, so a new one is one more than there are.
        let group = decided.decision.and_then(|decision| decision.group);
        if group != Some(self.places.len() as u64) {
            return;
        }
        if self
            .sources
            .last()
            .is_none_or(|(last, _)| last != decided.source)
        {
            let shown = harmless(decided.source);
            self.sources.push((decided.source.to_owned(), shown));
        }
        self.places
            .push((self.sources.len() as u32 - 1, decided.record));
    }

    /// Returns the first line of a record's group.
    pub(super) fn of(&self, decided: &DecidedRecord<'_>) -> Option<FirstLine<'_>> {
        let group = decided.decision?.group?;
        let (source, record) = *self.places.get(group as usize)?;
        let (source, shown) = &self.sources[source as usize];
        Some(FirstLine {
            source,
            shown,
            record,
        })
    }
}
