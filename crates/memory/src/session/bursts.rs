//! Bursts that several processes count together.

use super::{CommitMode, Session};
use crate::store::{GroupTally, Store};
use crate::time::timeline::MetGroup;
use std::collections::HashMap;
use std::ops::DerefMut;
use urlsift_core::Error;

/// The lines of a batch that count together, with their records.
struct CountedLines {
    count: GroupTally,
    records: Vec<MetGroup>,
}

impl<S: DerefMut<Target: Store>> Session<S> {
    /// Counts the lines of the batch, if all processes count them together. A dry run counts none.
    pub(super) fn count_bursts(&mut self) -> Result<(), Error> {
        let timeline = &self.recorder.journal.timeline;
        let (met, at_least) = timeline.met_groups();
        if met.is_empty() || self.commits == CommitMode::Never {
            return Ok(());
        }
        let mut lines = Vec::<CountedLines>::new();
        let mut places = HashMap::new();
        for met in met {
            let Some(key) = timeline.least_key(met.id) else {
                continue;
            };
            let next = lines.len();
            let place = *places.entry((key, met.slice, met.oldest)).or_insert(next);
            if place == next {
                let count = GroupTally {
                    key,
                    slice: met.slice,
                    oldest: met.oldest,
                    lines: 0,
                };
                lines.push(CountedLines {
                    count,
                    records: Vec::new(),
                });
            }
            lines[place].count.lines += 1;
            lines[place].records.push(*met);
        }
        let counts: Vec<GroupTally> = lines.iter().map(|lines| lines.count).collect();
        let mut completing = Vec::new();
        self.store.count(&counts, at_least, &mut completing)?;
        let mut bursts = Vec::new();
        for (lines, line) in lines.iter().zip(completing) {
            if let Some(line) = line
                && let Some(met) = lines.records.get(line as usize - 1)
            {
                bursts.push(*met);
            }
        }
        let timeline = &mut self.recorder.journal.timeline;
        timeline.complete_bursts(bursts, at_least);
        Ok(())
    }
}
