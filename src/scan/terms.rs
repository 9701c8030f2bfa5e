//! From a text or a sequence to the hashes of its terms.

use super::Scanner;
use super::memory::{Facts, Memory};
use crate::hash::Key;
use crate::input;
use crate::parse::Scratch;
use crate::record::{Batch, Pair, Record, Url};
#[cfg(feature = "records")]
use crate::terms::each_word;
use crate::terms::{Records, Step, bucket, read_events, runs};

impl Scanner {
    /// The record of a line that has terms.
    ///
    /// A term that occurs more than once is a pair for each occurrence, with its number.
    pub(super) fn terms(&self, line: &[u8], memory: &mut Memory, batch: &mut Batch) -> Record {
        let Memory { facts, scratch, text, .. } = memory;
        let (service, mut terms) = self.hash_terms(self.text_of_terms(line, text), batch, facts, scratch);
        if terms.is_empty() {
            return if line.is_empty() { Record::Empty } else { Record::NotUrl(self.key.token(line)) };
        }
        let start = batch.pairs.len() as u32;
        append_occurrences(&mut terms, &mut batch.pairs);
        Record::Url(Url { service, pairs: start..batch.pairs.len() as u32, ..Url::default() })
    }

    /// What is compared of a record: the whole line, or a field.
    pub(super) fn text_of_terms<'a>(&self, line: &'a [u8], buffer: &'a mut Vec<u8>) -> &'a [u8] {
        if self.fields.reads_lines() { line } else { self.fields.url(line, buffer).unwrap_or_default() }
    }

    /// The terms of a line in order, each as often as it occurs, and as text.
    pub(crate) fn terms_of(&self, line: &[u8]) -> Vec<(u64, String)> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let mut memory = Memory::take(self.origin);
        let Memory { facts, scratch, text, .. } = &mut *memory;
        let line = self.text_of_terms(line, text);
        let (_, terms) = self.hash_terms(line, &mut Batch::default(), facts, scratch);
        let texts = self.records.terms(line, &self.mode);
        memory.put_back();
        terms.into_iter().zip(texts).collect()
    }

    /// A record that has terms as people see what is compared of it; `None` if it has none.
    pub(crate) fn shape_of_terms(&self, line: &[u8]) -> Option<String> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        self.records.shape(self.text_of_terms(line, &mut Vec::new()), &self.mode)
    }

    /// What tells kinds of records apart, and the terms in order.
    fn hash_terms(
        &self,
        line: &[u8],
        batch: &mut Batch,
        facts: &mut Facts,
        scratch: &mut Scratch,
    ) -> (u64, Vec<u64>) {
        let mut terms = Vec::new();
        match &self.records {
            Records::Urls => {}
            #[cfg(feature = "records")]
            Records::Texts => each_word(line, |word| terms.push(self.key.token(word.as_bytes()))),
            Records::Events { shingle, by } => {
                let Some(events) = read_events(line, by.as_deref()) else { return (0, terms) };
                let steps: Vec<u64> =
                    events.steps.iter().map(|step| self.step(step, batch, facts, scratch)).collect();
                let start = self.key.token(b"steps");
                let join = |run: &[u64]| run.iter().fold(start, |hash, &step| self.key.join(hash, step));
                terms.extend(runs(&steps, *shingle).map(join));
                return (events.kind.map_or(0, |kind| self.key.token(&kind)), terms);
            }
        }
        (0, terms)
    }

    /// Hashes what a step is shown as: the template of its path, the method and the magnitude of the interval.
    fn step(&self, step: &Step<'_>, batch: &mut Batch, facts: &mut Facts, scratch: &mut Scratch) -> u64 {
        let key = &self.key;
        let path = match input::parse(&step.path, scratch) {
            Some((address, _)) => {
                // The batch lends its room: no record has these segments and pairs.
                let (segments, pairs) = (batch.segments.len(), batch.pairs.len());
                let url = self.url(&address, batch, facts);
                let path = hash_of(key, &url, batch);
                batch.segments.truncate(segments);
                batch.pairs.truncate(pairs);
                path
            }
            None => key.token(&step.path),
        };
        let interval = bucket(&step.interval).map_or(0, |bucket| bucket + 1);
        key.join(key.join(path, key.token(&step.method)), interval)
    }
}

/// Hashes what a template shows: scheme, host, tokens of segments, names of parameters.
fn hash_of(key: &Key, url: &Url, batch: &Batch) -> u64 {
    let path = batch.segments_of(url).iter().fold(url.service, |hash, segment| key.join(hash, segment.token));
    batch.pairs_of(url).iter().fold(path, |hash, pair| key.join(hash, pair.name))
}

/// Appends each term once for each time that it occurs.
fn append_occurrences(terms: &mut [u64], pairs: &mut Vec<Pair>) {
    terms.sort_unstable();
    for alike in terms.chunk_by(|a, b| a == b) {
        pairs.extend((0_u64..).zip(alike).map(|(value, &name)| Pair { name, value }));
    }
}
