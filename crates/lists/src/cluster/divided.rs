//! Components of texts and sequences that are divided among machines.
//!
//! Each record gets *keys*: its rarest features, up to the first with which they weigh more than
//! the budget, in an order that all machines share. Two similar records lack at most the budget of
//! each other, so they have a key in common (if the last key of one comes no later than that of the
//! other, the other would lack all keys of the one). Whoever gets the records of a key compares
//! them, and the components of all pairs that are found are those of the whole list.
//!
//! ```text
//! count the terms of all records ─▶ keys of each record ─▶ records of a key compared ─▶ pairs
//! ```

use super::components::signature_of;
use super::forest::Forest;
use super::graph::EdgeRule;
use super::nodes::NodeFeatures;
use super::term_lists::TermLists;
use super::term_sketch::TermSketch;
use crate::filter;
use urlsift_core::similar::feature::{share, weight};
use urlsift_core::similar::table::{NumberMap, NumberSet};
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
///     keys.push(terms.keys(line.as_bytes()));
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
    /// The records that have got keys, by what identifies them.
    keyed: NumberSet,
    joined: JoinedPart,
    batch: Batch,
    occurrences: Vec<(u64, u64)>,
    tokens: Vec<u64>,
}

/// The records that are joined here.
#[derive(Debug, Default)]
struct JoinedPart {
    names: Vec<i64>,
    /// The terms of records, one list for equal ones.
    lists: TermLists,
    /// The number of each list, by what identifies its records.
    numbers: NumberMap<u32>,
    /// The list of each record.
    list_of: Vec<u32>,
    /// Keys with the numbers of their lists.
    keys: Vec<(u64, u32)>,
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
            keyed: NumberSet::default(),
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

    /// Returns whether a record is compared at all: an empty one is not.
    pub fn is_compared(&mut self, line: &[u8]) -> bool {
        self.read(line).is_some()
    }

    /// Returns the signature of the lines of a component, as
    /// [`LineComponent::signature`](super::LineComponent::signature) does.
    pub fn signature<'l>(&self, lines: impl IntoIterator<Item = &'l [u8]>) -> Option<String> {
        let scanner = self.sift.scanner();
        signature_of(&self.sift, lines.into_iter().map(|line| scanner.line(line)))
    }

    /// Returns the keys of a record, when all records are counted: none if no other record has any
    /// of them, and one if it equals a record that got all of them here.
    pub fn keys(&mut self, line: &[u8]) -> Vec<u64> {
        let mut keys = Vec::new();
        let Some(node) = self.read_listed(line) else {
            return keys;
        };
        let mut sum = 0;
        let mut ranked = Vec::with_capacity(self.occurrences.len());
        for (hash, term) in &self.occurrences {
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
            // Nobody has counted what stands for a record without terms.
            if feature.records > 1 || feature.hash == node {
                keys.push(feature.hash);
            }
        }
        if !self.keyed.insert(node) {
            keys.truncate(1);
        }
        keys
    }

    /// Adds a record with some of its keys, under a name of its own.
    pub fn add(&mut self, name: i64, keys: &[u64], line: &[u8]) {
        let Some(node) = self.read_listed(line) else {
            return;
        };
        let Self {
            joined,
            occurrences,
            counts,
            ..
        } = self;
        let next = joined.lists.len() as u32;
        let number = *joined.numbers.entry(node).or_insert(next);
        if number == next {
            joined.lists.count(number, occurrences);
            for (_, term) in &*occurrences {
                let count = counts.get(term).copied().unwrap_or(1);
                joined.lists.recount(*term, count);
            }
        }
        joined.names.push(name);
        joined.list_of.push(number);
        for key in keys {
            joined.keys.push((*key, number));
        }
    }

    /// Compares the records of each key, and returns pairs that connect those that are similar:
    /// each record with the least one of its component. Forgets all records.
    pub fn pairs(&mut self) -> Vec<RecordPair> {
        let mut part = std::mem::take(&mut self.joined);
        part.lists.weigh_among(self.total, self.counted);
        let lists = part.lists.sorted();
        let forest = self.similar_lists(&lists, &mut part.keys);
        let roots = forest.roots();
        // The component of a record is named by its least name.
        let mut least = vec![i64::MAX; roots.len()];
        for (name, list) in part.names.iter().zip(&part.list_of) {
            let of_root = &mut least[roots[*list as usize] as usize];
            *of_root = (*of_root).min(*name);
        }
        let mut pairs = Vec::new();
        for (name, list) in part.names.into_iter().zip(part.list_of) {
            let other = least[roots[list as usize] as usize];
            if name != other {
                pairs.push(RecordPair { one: name, other });
            }
        }
        pairs
    }

    /// Unites the similar ones among the lists of each key.
    fn similar_lists(&self, lists: &TermLists, keys: &mut Vec<(u64, u32)>) -> Forest {
        let mut sketches = Vec::with_capacity(lists.len());
        for list in 0..lists.len() as u32 {
            sketches.push(TermSketch::of(lists, list, self.budget));
        }
        let mut forest = Forest::new(lists.len());
        keys.sort_unstable();
        keys.dedup();
        for of_key in keys.chunk_by(|(one, _), (other, _)| one == other) {
            for (place, (_, one)) in of_key.iter().enumerate() {
                let sketch = sketches[*one as usize];
                let mut root = forest.root(*one);
                for (_, other) in &of_key[..place] {
                    if sketch.may_be_similar(sketches[*other as usize])
                        && forest.root(*other) != root
                        && lists.are_similar(*one, *other, self.budget)
                    {
                        forest.unite(*one, *other);
                        root = forest.root(*one);
                    }
                }
            }
        }
        forest
    }

    /// Reads a record into the buffer, and returns what identifies it, which stands for its terms
    /// if it has none. `None`: it is empty.
    fn read_listed(&mut self, line: &[u8]) -> Option<u64> {
        if let ReadRecord::Node(node) = self.read(line)? {
            self.occurrences.clear();
            self.occurrences.push((node, node));
            return Some(node);
        }
        let mut node = 0_u64;
        for (hash, _) in &self.occurrences {
            node = node.wrapping_add(*hash);
        }
        Some(node)
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
