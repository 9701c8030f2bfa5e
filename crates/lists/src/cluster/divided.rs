//! Components of texts and sequences that are divided among machines.
//!
//! Each record gets *keys*: its rarest features, up to the first with which they weigh more than
//! the
//! budget, in an order that all machines share. Two similar records lack at most the budget of each
//! other, so they have a key in common (if the last key of one comes no later than that of the
//! other,
//! the other would lack all keys of the one). Whoever gets the records of a key compares them, and
//! the components of all pairs that are found are those of the whole list.
//!
//! ```text
//! count the terms of all records ─▶ keys of each record ─▶ records of a key compared ─▶ pairs
//! ```

use super::forest::Forest;
use super::graph::EdgeRule;
use super::nodes::NodeFeatures;
use super::term_lists::TermLists;
use crate::filter;
use std::collections::HashMap;
use urlsift_core::similar::feature::{share, weight};
use urlsift_core::similar::table::NumberMap;
use urlsift_core::{Batch, Error, ErrorKind, Record, Scanner, Sift};

/// The terms of a list, a part of which is at hand.
///
/// ```
/// use urlsift::Sift;
/// use urlsift::lists::DividedTerms;
/// use urlsift::settings::Records;
///
/// let texts = Sift::builder().records(Records::Texts.terms()).threshold(60.0).seed([0, 0]);
/// let mut terms = DividedTerms::new(texts.build()?)?;
/// let lines = ["one two three four five", "one two three four six", "seven eight"];
/// for line in lines {
///     terms.count(line.as_bytes());
/// }
/// let mut keys = Vec::new();
/// for line in lines {
///     keys.push(terms.keys(line.as_bytes()).expect("it is not empty").keys);
/// }
/// assert!(keys[0].iter().any(|key| keys[1].contains(key)));
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Debug)]
pub struct DividedTerms {
    sift: Sift,
    scanner: Scanner,
    budget: u64,
    total: u64,
    /// The number of records that have each term, and that of all records.
    counts: NumberMap<u32>,
    counted: u64,
    joined: JoinedPart,
    batch: Batch,
    occurrences: Vec<(u64, u64)>,
    tokens: Vec<u64>,
}

/// The records whose keys are joined here.
#[derive(Debug, Default)]
struct JoinedPart {
    lists: TermLists,
    /// The number of each record by its name.
    numbers: HashMap<i64, u32>,
    names: Vec<i64>,
    /// Keys with the numbers of their records.
    keys: Vec<(u64, u32)>,
}

/// What identifies a record, and what it may share with similar ones.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordKeys {
    /// Equal for records that have equal features.
    pub node: u64,
    /// Its keys; none if no other record has any of them.
    pub keys: Vec<u64>,
}

/// Two records of one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordPair {
    /// The name of a record.
    pub one: i64,
    /// The name of another one.
    pub other: i64,
}

/// A feature of a record with what orders it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RankedFeature {
    /// The number of records that have its term.
    records: u32,
    hash: u64,
    weight: u64,
}

/// What a record is compared by.
enum ReadRecord {
    /// By nothing but this number.
    Node(u64),
    /// By its occurrences of terms.
    Occurrences,
}

impl DividedTerms {
    /// Takes the settings of a filter.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: it compares neither texts nor sequences, or by codes, or words in
    /// their order, as at the default threshold.
    pub fn new(sift: Sift) -> Result<Self, Error> {
        let measure = filter::measure(&sift);
        let total = measure.layout.total();
        let rule = EdgeRule::of(&sift);
        let has_terms = matches!(rule.features(&measure.layout), NodeFeatures::Terms(_));
        let EdgeRule::Overlap(budget) = rule else {
            return Err(Self::undivided());
        };
        if !has_terms {
            return Err(Self::undivided());
        }
        Ok(Self {
            scanner: filter::whole_scanner(&sift),
            sift,
            budget,
            total,
            counts: NumberMap::default(),
            counted: 0,
            joined: JoinedPart::default(),
            batch: Batch::default(),
            occurrences: Vec::new(),
            tokens: Vec::new(),
        })
    }

    /// The error for settings under which records cannot be divided.
    fn undivided() -> Error {
        let message = "texts and sequences are divided by their terms, below a threshold of 95 and by the overlap metric";
        Error::new(ErrorKind::Settings, message)
    }

    /// Counts the terms of a record.
    pub fn count(&mut self, line: &[u8]) {
        let Some(ReadRecord::Occurrences) = self.read(line) else {
            return;
        };
        self.counted += u64::from(!self.occurrences.is_empty());
        let mut before = None;
        for (_, term) in &self.occurrences {
            // Occurrences of a term stand together.
            if before != Some(*term) {
                *self.counts.entry(*term).or_default() += 1;
            }
            before = Some(*term);
        }
    }

    /// Returns the number of records that have each term.
    pub fn counts(&self) -> impl Iterator<Item = (u64, u32)> {
        self.counts.iter().map(|(term, count)| (*term, *count))
    }

    /// Returns the number of records that were counted.
    pub fn counted(&self) -> u64 {
        self.counted
    }

    /// Adds what was counted elsewhere.
    pub fn add_counts(&mut self, counts: impl IntoIterator<Item = (u64, u32)>, counted: u64) {
        for (term, count) in counts {
            *self.counts.entry(term).or_default() += count;
        }
        self.counted += counted;
    }

    /// Returns the keys of a record, when all records are counted; `None` if it is empty.
    pub fn keys(&mut self, line: &[u8]) -> Option<RecordKeys> {
        let mut found = RecordKeys {
            node: 0,
            keys: Vec::new(),
        };
        if let ReadRecord::Node(node) = self.read(line)? {
            found.node = node;
            return Some(found);
        }
        let mut sum = 0;
        let mut ranked = Vec::with_capacity(self.occurrences.len());
        for (hash, term) in &self.occurrences {
            found.node = found.node.wrapping_add(*hash);
            let records = self.counts.get(term).copied().unwrap_or(1);
            let weight = weight(records.into(), self.counted);
            sum += weight;
            ranked.push(RankedFeature {
                records,
                hash: *hash,
                weight,
            });
        }
        ranked.sort_unstable();
        let mut weight = 0;
        for feature in ranked {
            if weight > self.budget {
                break;
            }
            weight += share(self.total, feature.weight, sum);
            if feature.records > 1 {
                found.keys.push(feature.hash);
            }
        }
        Some(found)
    }

    /// Adds a record under one of its keys. A record has a name of its own.
    pub fn add(&mut self, key: u64, name: i64, line: &[u8]) {
        if let Some(number) = self.joined.numbers.get(&name) {
            self.joined.keys.push((key, *number));
            return;
        }
        let Some(ReadRecord::Occurrences) = self.read(line) else {
            return;
        };
        let Self {
            joined,
            occurrences,
            counts,
            ..
        } = self;
        let number = joined.names.len() as u32;
        joined.lists.count(number, occurrences);
        for (_, term) in &*occurrences {
            let count = counts.get(term).copied().unwrap_or(1);
            joined.lists.recount(*term, count);
        }
        joined.numbers.insert(name, number);
        joined.names.push(name);
        joined.keys.push((key, number));
    }

    /// Compares the records of each key, and returns pairs that connect those that are similar:
    /// each
    /// record with the least one of its component. Forgets all records.
    pub fn pairs(&mut self) -> Vec<RecordPair> {
        let mut part = std::mem::take(&mut self.joined);
        part.lists.weigh_among(self.total, self.counted);
        let lists = part.lists.sorted();
        // The component of a record is named by its least name.
        let mut by_name: Vec<u32> = (0..part.names.len() as u32).collect();
        by_name.sort_unstable_by_key(|number| part.names[*number as usize]);
        let mut ranks = vec![0; by_name.len()];
        for (rank, number) in (0..).zip(&by_name) {
            ranks[*number as usize] = rank;
        }
        let mut forest = Forest::new(by_name.len());
        part.keys.sort_unstable();
        for of_key in part.keys.chunk_by(|(one, _), (other, _)| one == other) {
            for (place, (_, one)) in of_key.iter().enumerate() {
                let rank = ranks[*one as usize];
                for (_, other) in &of_key[..place] {
                    let other_rank = ranks[*other as usize];
                    if forest.root(rank) != forest.root(other_rank)
                        && lists.are_similar(*one, *other, self.budget)
                    {
                        forest.unite(rank, other_rank);
                    }
                }
            }
        }
        let mut pairs = Vec::new();
        for (rank, root) in forest.roots().into_iter().enumerate() {
            if rank as u32 != root {
                pairs.push(RecordPair {
                    one: part.names[by_name[rank] as usize],
                    other: part.names[by_name[root as usize] as usize],
                });
            }
        }
        pairs
    }

    /// Reads a record: its occurrences are in the buffer, unless one number identifies it. `None`:
    /// it is empty.
    fn read(&mut self, line: &[u8]) -> Option<ReadRecord> {
        self.batch.clear();
        self.scanner.scan(line, &mut self.batch);
        let url = match self.batch.view().records().first()? {
            Record::Empty | Record::Header(_) | Record::Unwanted(_) => return None,
            Record::NotUrl(hash) => return Some(ReadRecord::Node(*hash)),
            Record::Url(url) => url,
        };
        let (view, layout) = filter::learned_view(&self.sift, &self.batch, url, &mut self.tokens);
        if let Some(band) = layout.band_of_terms(&view, self.budget) {
            return Some(ReadRecord::Node(band));
        }
        let occurrences = &mut self.occurrences;
        occurrences.clear();
        layout.each_occurrence(&view, |hash, term| occurrences.push((hash, term)));
        Some(ReadRecord::Occurrences)
    }
}
