//! How a filter comes to know again what was noted of a host.

use super::entry::{Entry, Kept, Lookup, damaged};
use super::host::Host;
use super::journal::hash_line;
use crate::error::Error;
use crate::record::{Batch, Record};
use crate::sift::Sift;

impl Sift {
    /// Learns what a piece says of a host, as if it had decided on the lines that the piece was noted of.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Memory`]: the piece is damaged.
    pub(crate) fn recall(&mut self, host: Host, piece: &[u8]) -> Result<(), Error> {
        let mut keys = Vec::new();
        for entry in Entry::all(piece) {
            let entry = entry.ok_or_else(damaged)?;
            let Some(journal) = &mut self.journal else { return Ok(()) };
            // Processes that share a store have numbers of their own.
            let shared = journal.is_shared();
            if let (Some(id), false) = (entry.id(), shared) {
                journal.number_from(id + 1);
            }
            match entry {
                Entry::Kept(Kept { id, time, lookup: lookup @ Lookup::Keys(_), line })
                    if host == Host::NOT_URLS =>
                {
                    journal.recall_kind(host, &Kept { id, time, lookup, line });
                    lookup.keys(&mut keys);
                    for hash in &keys {
                        journal.recall_other(*hash, id);
                    }
                }
                Entry::Kept(kept) => {
                    if !journal.recall_kind(host, &kept) {
                        continue;
                    }
                    if let Some(register) = &mut self.register {
                        register.recall_group(kept.id, hash_line(&self.scanner.key, kept.line));
                    }
                    self.kept += 1;
                    self.recall_quota(host);
                    self.recall_kept(&kept, &mut keys).ok_or_else(damaged)?;
                }
                Entry::Lesson(lesson) => {
                    if let Some(learner) = &mut self.learner {
                        if shared { learner.join(lesson) } else { learner.teach(lesson) }
                    }
                }
                Entry::Sample { id, line } => {
                    self.recall_quota(host);
                    if let Some(register) = &mut self.register {
                        register.recall_sample(id, line);
                    }
                }
                Entry::Dropped { id, run, line } => journal.recall_dropped(line, id, run),
                Entry::Met(met) => journal.recall_met(&met),
            }
        }
        Ok(())
    }

    /// Counts a line of a host that was printed. Where all hosts are one, lines are counted in each run by itself.
    fn recall_quota(&mut self, host: Host) {
        if let Some(quota) = self.quota.as_mut().filter(|_| host != Host::ALL) {
            quota.take(host.number());
        }
    }

    /// Takes the kinds out of the index that have expired.
    #[cold]
    pub(crate) fn purge(&mut self) {
        let Some(mut journal) = self.journal.take() else { return };
        let living = journal.purge();
        self.index = self.index.empty(&self.comparer.layout);
        self.kept = 0;
        let mut keys = Vec::new();
        for (id, living) in &living {
            if living.host == Host::NOT_URLS {
                continue;
            }
            self.kept += 1;
            let kept = Kept { id: *id, time: 0, lookup: living.lookup(), line: living.line() };
            let entered = self.recall_kept(&kept, &mut keys);
            debug_assert!(entered.is_some(), "it was entered before");
        }
        if let Some(register) = &mut self.register {
            register.retain(|id| living.binary_search_by_key(&id, |(living, _)| *living).is_ok());
        }
        self.journal = Some(journal);
    }

    /// Enters a representative.
    fn recall_kept(&mut self, kept: &Kept<'_>, keys: &mut Vec<u64>) -> Option<()> {
        if let Lookup::Keys(_) = kept.lookup {
            kept.lookup.keys(keys);
            self.index.insert_keys(keys, kept.id);
            return Some(());
        }
        let mut batch = std::mem::take(&mut self.batch);
        batch.clear();
        self.scanner.recalling().scan(kept.line, &mut batch);
        let done = self.recall_variants(kept, &batch, keys);
        self.batch = batch;
        done
    }

    fn recall_variants(&mut self, kept: &Kept<'_>, batch: &Batch, tokens: &mut Vec<u64>) -> Option<()> {
        let Some(Record::Url(url)) = batch.records.first() else { return None };
        let segments = batch.segments_of(url);
        kept.lookup.variants(|variant| {
            variant.tokens(segments, tokens);
            self.index.insert(&batch.view(url, tokens), kept.id);
        })
    }
}
