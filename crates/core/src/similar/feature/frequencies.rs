//! Counts the records in which each term occurs, and derives weights.
//!
//! A rare term tells more than a common one. In a list of N records, n of which have a term, each
//! occurrence of it weighs
//!
//! ```text
//! 1 + ln((N + 1) / (n + 1))
//! ```
//!
//! before the weights of a record are scaled to a fixed sum. So a term that occurs f times in a
//! record weighs f times that: tf-idf, smoothed so that terms of all records weigh 1, and a term of
//! no record as much as the rarest. If the list is read once, all terms weigh the same.

use crate::record::{Batch, Pair, Record};
use crate::similar::table::{Table, stored};

/// Thousandths in a weight of 1.
const SCALE: u32 = 1000;

/// Counts terms during the first reading of a list.
#[derive(Clone, Debug, Default)]
pub(crate) struct TermCounts {
    records: u64,
    terms: Table<(u64, u64)>,
}

impl TermCounts {
    /// Counts the terms of the records of a batch.
    pub(crate) fn watch(&mut self, batch: &Batch) {
        for record in &batch.records {
            if let Record::Url(url) = record {
                self.count(batch.pairs_of(url));
            }
        }
    }

    /// Counts a record with these terms, each given once.
    fn count(&mut self, terms: &[Pair]) {
        self.records += 1;
        for pair in terms {
            // Repeated occurrences have other numbers.
            if pair.value == 0 {
                let term = stored(pair.name);
                let slot = self.terms.entry(term, |slot| slot.0 == term);
                slot.0 = term;
                slot.1 += 1;
            }
        }
    }

    /// Returns the frequencies that it has counted.
    pub(crate) fn frequencies(self) -> Frequencies {
        Frequencies(self)
    }

    /// Returns the bytes that it holds.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.terms.heap_bytes()
    }
}

/// The frequencies of terms in a whole list.
#[derive(Clone, Debug)]
pub(crate) struct Frequencies(TermCounts);

impl Frequencies {
    /// Returns the weight of an occurrence of a term, in thousandths.
    pub(crate) fn weight(&self, term: u64) -> u64 {
        let TermCounts { records, terms } = &self.0;
        let count = terms.get(term).unwrap_or_default();
        weight(count, *records)
    }
}

/// Returns the weight of an occurrence of a term of so many records in a list, in thousandths.
pub fn weight(count: u64, records: u64) -> u64 {
    let ratio = (records + 1) as f64 / (count + 1) as f64;
    #[allow(
        clippy::cast_sign_loss,
        reason = "a term is in no more records than there are"
    )]
    {
        (f64::from(SCALE) * (1.0 + ratio.ln())).round() as u64
    }
}

/// The weight if the list is not known, in thousandths.
pub(super) const UNKNOWN: u64 = SCALE as u64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Pair, Url};

    #[test]
    fn rare_terms_weigh_more_and_count_once_a_record() {
        let (mut census, mut batch) = (TermCounts::default(), Batch::default());
        for record in 0..9 {
            let start = batch.pairs.len() as u32;
            let pair = |name, value| Pair { name, value };
            batch
                .pairs
                .extend([pair(1, 0), pair(1, 1), pair(2 + record % 3, 0)]);
            let pairs = start..batch.pairs.len() as u32;
            batch.records.push(Record::Url(Url {
                pairs,
                ..Url::default()
            }));
        }
        batch.records.push(Record::NotUrl(1));
        census.watch(&batch);
        let frequencies = census.frequencies();
        let weights = [1, 2, 99].map(|term| frequencies.weight(term));
        // ln(10 / 10), ln(10 / 4), ln(10 / 1)
        assert_eq!(weights, [1000, 1916, 3303]);
    }
}
