//! One record in, one verdict out: leader clustering over the index.

use crate::error::Error;
use crate::features::{Component, Feature, Layout};
use crate::hash::Key;
use crate::index::exhaustive::{Exhaustive, Measure};
use crate::index::keys::KeySet;
use crate::index::simhash::Slices;
use crate::index::structure::Bands;
use crate::index::template::{TemplateHasher, Templates};
use crate::index::{Id, Index};
use crate::learn::{Learner, MAX_SHADOWS};
use crate::record::{Batch, Kind, Mode, Reading, Record, Scanner};
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
        let template = TemplateHasher::new(&layout, budget).filter(|_| !self.exhaustive);
        let store = match template {
            Some(hasher) => Store::Templates(Templates::new(hasher)),
            None => Store::Features {
                index: match (self.metric, self.exhaustive) {
                    (Metric::Overlap, false) => Box::new(Bands::new(&layout, budget, false)),
                    (Metric::Overlap, true) => Box::new(Exhaustive::new(Measure::Overlap(budget))),
                    (Metric::SimHash, false) => Box::new(Slices::new(threshold.radius())),
                    (Metric::SimHash, true) => {
                        Box::new(Exhaustive::new(Measure::SimHash(threshold.radius())))
                    }
                },
                layout: layout.clone(),
                features: Vec::new(),
            },
        };
        Ok(Sift {
            layout,
            threshold,
            store,
            kept: 0,
            learner: (self.learn && !self.literal).then(Learner::default),
            scanner: Scanner::new(key, mode, template),
            others: KeySet::default(),
            tokens: Vec::new(),
            known: Vec::new(),
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
    store: Store,
    /// How many representatives there are.
    kept: Id,
    learner: Option<Learner>,
    /// Hashes of lines that are no URLs.
    others: KeySet,
    /// What the segments of the present record read.
    tokens: Vec<u64>,
    /// For each record of the present batch, whether its template was known before the batch.
    known: Vec<bool>,
    batch: Batch,
}

/// The representatives.
#[derive(Debug)]
enum Store {
    /// Where a URL is its template.
    Templates(Templates),
    /// Where it is a set of features.
    Features { layout: Layout, features: Vec<Feature>, index: Box<dyn Index> },
}

impl Store {
    /// The earliest representative that is similar; any number where representatives are not named.
    fn find(&mut self, key: &Key, url: &Reading<'_>) -> Option<Id> {
        match self {
            Self::Templates(templates) => templates.find(key, url).then_some(0),
            Self::Features { layout, features, index } => {
                layout.features(key, url.record, url.tokens, url.pairs, features);
                index.find(features)
            }
        }
    }

    /// Enters a reading of a representative.
    fn insert(&mut self, key: &Key, url: &Reading<'_>, id: Id) {
        match self {
            Self::Templates(templates) => templates.insert(key, url),
            Self::Features { layout, features, index } => {
                layout.features(key, url.record, url.tokens, url.pairs, features);
                index.insert(features, id);
            }
        }
    }
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
        match &mut self.store {
            Store::Templates(templates) => templates.reserve(records * readings)?,
            Store::Features { index, .. } => index.reserve(records * readings, features)?,
        }
        if let Some(learner) = &mut self.learner {
            learner.reserve(batch.segments.len())?;
        }
        self.others.try_reserve(records)
    }

    /// Decides on the records of a batch in order; `lines` are the same records' bytes. Appends one verdict a record.
    pub fn decide<'a>(
        &mut self,
        batch: &Batch,
        lines: impl Iterator<Item = &'a [u8]>,
        verdicts: &mut Vec<Verdict>,
    ) {
        // The lookups of a batch do not depend on each other, so the processor overlaps their cache misses. What they find stays
        // true; what they do not find is looked up again, in order.
        self.known.clear();
        if let Store::Templates(templates) = &self.store {
            self.known.extend(batch.records.iter().map(|record| templates.knows(record.template)));
        }
        for (i, (record, _)) in batch.records.iter().zip(lines).enumerate() {
            let known =
                self.known.get(i).is_some_and(|&known| known && matches!(record.kind, Kind::Url { .. }));
            verdicts.push(if known { Verdict::Similar } else { self.record(batch, record) });
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
        let (key, store, tokens) = (&self.scanner.key, &mut self.store, &mut self.tokens);
        let (segments, pairs) = (batch.segments_of(record), batch.pairs_of(record));
        tokens.clear();
        tokens.extend(segments.iter().map(|s| s.token));
        // The stateless reading first: an exact duplicate of a kept line is found whatever has been learned since, and a
        // line that reads like a kept one has nothing new to teach.
        if store.find(key, &Reading { record, tokens, pairs }).is_some() {
            return Verdict::Similar;
        }
        let id = self.kept;
        if let Some(learner) = &mut self.learner {
            learner.read(key, record, batch, api, tokens);
            let learned = tokens.iter().zip(segments).any(|(token, segment)| *token != segment.token);
            if learned {
                if store.find(key, &Reading { record, tokens, pairs }).is_some() {
                    return Verdict::Similar;
                }
                let own: Vec<u64> = segments.iter().map(|s| s.token).collect();
                store.insert(key, &Reading { record, tokens: &own, pairs }, id);
            }
            learner.shadows(key, record, batch, api, tokens, |reading| {
                store.insert(key, &Reading { record, tokens: reading, pairs }, id);
            });
        }
        store.insert(key, &Reading { record, tokens, pairs }, id);
        self.kept += 1;
        Verdict::Kept
    }
}
