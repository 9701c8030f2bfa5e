//! How a filter comes to know again what was noted of a host.

use super::entry::{Entry, Kept, Lookup, damaged};
use super::host::Host;
use super::recorder::Recorder;
use urlsift_core::error::Error;
use urlsift_core::known::{Known, Means};
use urlsift_core::limits::Limits;
use urlsift_core::record::{Batch, Record};
use urlsift_core::sift::Sift;

impl Recorder {
    /// Learns what the notes of a host say, as if it had decided on the lines of which they were
    /// taken.
    ///
    /// # Errors
    /// [`urlsift_core::ErrorKind::Damaged`]: the notes are damaged.
    pub(crate) fn recall(&mut self, host: Host, entries: &[u8]) -> Result<(), Error> {
        let Self { sift, journal } = self;
        let Sift { scanner, comparer, decider, limits, .. } = sift;
        let (means, known) = (Means { scanner, layout: &comparer.layout }, &mut decider.known);
        // Where all hosts are one, lines are counted in each run by itself.
        let count = |limits: &mut Limits| {
            if host != Host::ALL {
                limits.recall_line(host.number());
            }
        };
        let mut keys = Vec::new();
        // Processes that share a store have numbers of their own.
        let shared = journal.is_shared();
        for entry in Entry::all(entries) {
            let entry = entry.ok_or_else(damaged)?;
            if let (Some(id), false) = (entry.id(), shared) {
                known.number_from(id + 1);
            }
            match entry {
                Entry::Kept(kept) => {
                    // What is known of a line that is not a URL may be entered again, under its earliest
                    // number.
                    if !journal.timeline.recall_group(host, &kept) && host != Host::NOT_URLS {
                        continue;
                    }
                    if host != Host::NOT_URLS {
                        limits.recall_group(kept.id, scanner.key.line(kept.line));
                        count(limits);
                        if host != Host::ALL {
                            limits.recall_prefix(scanner, host.number(), kept.line);
                        }
                    }
                    kept.enter(host, known, means, &mut keys).ok_or_else(damaged)?;
                }
                Entry::Lesson(lesson) => {
                    if let Some(learner) = known.learner_mut() {
                        if shared { learner.join(lesson) } else { learner.teach(lesson) }
                    }
                }
                Entry::Sample { id, line } => {
                    count(limits);
                    limits.recall_sample(id, line);
                }
                Entry::Dropped { id, run, line } => journal.dropped.recall(line, id, run),
                Entry::Met(met) => journal.timeline.recall_met(&met),
            }
        }
        Ok(())
    }
}

impl Kept<'_> {
    /// Enters it as that which it was kept as. `None`: it is damaged.
    pub(crate) fn enter(
        &self,
        host: Host,
        known: &mut Known,
        means: Means<'_>,
        keys: &mut Vec<u64>,
    ) -> Option<()> {
        if host == Host::NOT_URLS {
            self.lookup.keys(keys);
            for hash in &*keys {
                known.keep_other(*hash, self.id);
            }
            return Some(());
        }
        if let Lookup::Keys(_) = self.lookup {
            self.lookup.keys(keys);
            known.keep(|index| index.insert_keys(keys, self.id));
            return Some(());
        }
        let mut batch = Batch::default();
        means.scanner.recalling().scan(self.line, &mut batch);
        let Some(Record::Url(url)) = batch.records.first() else { return None };
        let segments = batch.segments_of(url);
        let mut entered = None;
        known.keep(|index| {
            entered = self.lookup.variants(|variant| {
                variant.tokens(segments, keys);
                index.insert(&batch.view(url, keys), self.id);
            });
        });
        entered
    }
}
