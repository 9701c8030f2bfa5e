//! One record in, one verdict out: leader clustering over the index.

use crate::error::Error;
use crate::features::{Component, Feature, Layout};
use crate::hash::Key;
use crate::index::exhaustive::{Exhaustive, Measure};
use crate::index::keys::KeySet;
use crate::index::simhash::Slices;
use crate::index::structure::Bands;
use crate::index::{Id, Index};
use crate::learn::{Learner, MAX_SHADOWS};
use crate::record::{Batch, Kind, Mode, Record, Scanner};
use crate::similarity::{Threshold, Weights};
use crate::token::{Classes, Params};
use std::collections::TryReserveError;

/// What became of one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// A URL that is similar to nothing kept so far: print it.
    Kept,
    /// Similar to a kept URL, but one of the first samples of its group: print it too.
    Sample,
    /// A URL that is similar to a kept one: drop it.
    Similar,
    /// No URL, seen for the first time.
    NotUrl,
    /// No URL, and the same bytes came before.
    Repeated,
    /// An empty record.
    Empty,
}

/// How similarity is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Metric {
    /// The share of weighted features that both URLs have: exact, explainable, the default.
    #[default]
    Overlap,
    /// 64-bit weighted `SimHash`, `100 (1 - hamming / 64)`: the classical recipe, for comparison with what it gives elsewhere.
    SimHash,
}

/// Settings of a [`Sift`].
#[derive(Clone, Debug)]
pub struct Builder {
    threshold: f64,
    weights: Weights,
    pub(crate) metric: Metric,
    literal: bool,
    learn: bool,
    classes: Classes,
    exhaustive: bool,
    seed: Option<[u64; 2]>,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            threshold: 95.0,
            weights: Weights::default(),
            metric: Metric::Overlap,
            literal: false,
            learn: true,
            classes: Classes::default(),
            exhaustive: false,
            seed: None,
        }
    }
}

impl Builder {
    /// Sets the similarity, in percent from 1 to 100, from which on a URL is dropped. Default 95.
    pub fn threshold(mut self, percent: f64) -> Self {
        self.threshold = percent;
        self
    }

    /// Sets the components' weights.
    pub fn weights(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }

    /// Sets how similarity is measured.
    pub fn metric(mut self, metric: Metric) -> Self {
        self.metric = metric;
        self
    }

    /// Compares tokens as they are after canonicalisation: no classes, no learning, no skeleton, no ignored parameters,
    /// `http` and `https` differ.
    pub fn literal(mut self, literal: bool) -> Self {
        self.literal = literal;
        self
    }

    /// Sets whether positions are learned to be variable. Default true.
    pub fn learn(mut self, learn: bool) -> Self {
        self.learn = learn;
        self
    }

    /// Sets which token classes are in use. Default all.
    pub fn classes(mut self, classes: Classes) -> Self {
        self.classes = classes;
        self
    }

    /// Compares every record with all representatives instead of looking bands up: the same verdicts, in quadratic time. For tests.
    pub fn exhaustive(mut self, exhaustive: bool) -> Self {
        self.exhaustive = exhaustive;
        self
    }

    /// Fixes the secret key of all hashes, which otherwise is drawn anew for every filter. Only hashes that outlive
    /// the process need it; verdicts do not depend on it, but for collisions of 64-bit hashes.
    pub fn seed(mut self, seed: [u64; 2]) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Builds the filter.
    ///
    /// # Errors
    /// A threshold outside 1 to 100, or weights that sum to 0.
    pub fn build(self) -> Result<Sift, Error> {
        let threshold = Threshold::new(self.threshold)?;
        let weights = self.weights.checked()?;
        let key = match (self.seed, self.metric) {
            (Some(seed), _) => Key::new(seed),
            (None, Metric::Overlap) => Key::random(),
            // Which URLs have near codes depends on the hash itself, so it is the same in every run.
            (None, Metric::SimHash) => Key::new([0; 2]),
        };
        let mode = if self.literal {
            Mode::Literal
        } else {
            Mode::Classes { classes: self.classes, params: Params::new(self.classes, true, &[]) }
        };
        // The literature's recipe knows no skeletons.
        let layout = Layout::new(&key, weights, !self.literal && self.metric == Metric::Overlap);
        let budget = threshold.budget(weights.total());
        let index: Box<dyn Index> = match (self.metric, self.exhaustive) {
            (Metric::Overlap, false) => Box::new(Bands::new(&layout, budget, false)),
            (Metric::Overlap, true) => Box::new(Exhaustive::new(Measure::Overlap(budget))),
            (Metric::SimHash, false) => Box::new(Slices::new(threshold.radius())),
            (Metric::SimHash, true) => Box::new(Exhaustive::new(Measure::SimHash(threshold.radius()))),
        };
        Ok(Sift {
            layout,
            threshold,
            index,
            kept: 0,
            learner: (self.learn && !self.literal).then(Learner::default),
            scanner: Scanner { key, mode },
            others: KeySet::default(),
            buffers: Buffers::default(),
            batch: Batch::default(),
        })
    }
}

/// The filter.
#[derive(Debug)]
pub struct Sift {
    pub(crate) scanner: Scanner,
    pub(crate) layout: Layout,
    pub(crate) threshold: Threshold,
    index: Box<dyn Index>,
    /// How many representatives there are.
    kept: Id,
    learner: Option<Learner>,
    /// Hashes of lines that are no URLs.
    others: KeySet,
    buffers: Buffers,
    batch: Batch,
}

#[derive(Debug, Default)]
struct Buffers {
    tokens: Vec<u64>,
    features: Vec<Feature>,
}

impl Sift {
    /// Starts from the default settings.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// The scanner that goes with this filter.
    pub fn scanner(&self) -> Scanner {
        self.scanner.clone()
    }

    /// Makes room for what [`decide`](Self::decide) may keep of a batch, as far as that can be foreseen: the tables
    /// that grow with the kept URLs. A program that runs out of memory elsewhere is ended by the standard library.
    ///
    /// # Errors
    /// The system gives no more memory. What was decided before stays valid.
    pub fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        let records = batch.len();
        // What is kept is entered as it reads, as it reads with what was learned, and as it may read later.
        let readings = if self.learner.is_some() { MAX_SHADOWS + 1 } else { 1 };
        let features = records * Component::ALL.len() + batch.segments.len() + 2 * batch.pairs.len();
        self.index.reserve(records * readings, features)?;
        self.others.try_reserve(records)
    }

    /// Decides on the records of a batch in order; `lines` are the same records' bytes. Appends one verdict a record.
    pub fn decide<'a>(
        &mut self,
        batch: &Batch,
        lines: impl Iterator<Item = &'a [u8]>,
        verdicts: &mut Vec<Verdict>,
    ) {
        for (record, _) in batch.records.iter().zip(lines) {
            verdicts.push(self.record(batch, record));
        }
    }

    /// Decides on one line, given without its line end.
    pub fn admit(&mut self, line: &[u8]) -> Verdict {
        let mut batch = std::mem::take(&mut self.batch);
        batch.clear();
        self.scanner.scan(line, &mut batch);
        let verdict = self.record(&batch, &batch.records[0]);
        self.batch = batch;
        verdict
    }

    fn record(&mut self, batch: &Batch, record: &Record) -> Verdict {
        let api = match record.kind {
            Kind::Empty => return Verdict::Empty,
            Kind::NotUrl => {
                return if self.others.insert(record.host) { Verdict::NotUrl } else { Verdict::Repeated };
            }
            Kind::Url { api, .. } => api,
        };
        let key = &self.scanner.key;
        let Buffers { tokens, features } = &mut self.buffers;
        let (index, layout) = (&mut self.index, &self.layout);
        let pairs = batch.pairs_of(record);
        tokens.clear();
        tokens.extend(batch.segments_of(record).iter().map(|s| s.token));
        layout.features(key, record, tokens, pairs, features);
        // The stateless reading first: an exact duplicate of a kept line is found whatever has been learned since, and a
        // line that reads like a kept one has nothing new to teach.
        if index.find(features).is_some() {
            return Verdict::Similar;
        }
        let id = self.kept;
        if let Some(learner) = &mut self.learner {
            learner.read(key, record, batch, api, tokens);
            let learned =
                tokens.iter().zip(batch.segments_of(record)).any(|(token, segment)| *token != segment.token);
            let stateless = learned.then(|| std::mem::take(features));
            if learned {
                layout.features(key, record, tokens, pairs, features);
                if index.find(features).is_some() {
                    return Verdict::Similar;
                }
            }
            index.insert(features, id);
            if let Some(stateless) = stateless {
                index.insert(&stateless, id);
            }
            learner.shadows(key, record, batch, api, tokens, |reading| {
                layout.features(key, record, reading, pairs, features);
                index.insert(features, id);
            });
        } else {
            index.insert(features, id);
        }
        self.kept += 1;
        Verdict::Kept
    }
}
