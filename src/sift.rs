//! One record in, one verdict out: leader clustering over the index.

use crate::error::Error;
use crate::features::{Component, Feature, Layout};
use crate::hash::Key;
use crate::index::exhaustive::{Exhaustive, Measure};
use crate::index::keys::{KeySet, Uniform};
use crate::index::literal::{LiteralHasher, Literals};
use crate::index::simhash::Slices;
use crate::index::structure::Bands;
use crate::index::template::{TemplateHasher, Templates};
use crate::index::{Id, Index};
use crate::learn::{Learner, MAX_ALTERNATIVES};
use crate::learned::Learned;
use crate::record::{Batch, Kind, Mode, Reading, Record, Scanner, Segment, Shortcut};
use crate::register::{Decision, Detail, Register};
use crate::similarity::{Threshold, Weights};
use crate::token::{Classes, Params};
use std::collections::{HashMap, TryReserveError};
use std::hash::BuildHasherDefault;
use std::num::NonZeroU32;
use std::sync::Arc;

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
#[allow(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
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
    default_ignores: bool,
    ignored: Vec<String>,
    detail: Detail,
    samples: NonZeroU32,
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
            default_ignores: true,
            ignored: Vec::new(),
            detail: Detail::default(),
            samples: NonZeroU32::MIN,
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

    /// Sets whether parameters that only track visitors or sessions (`utm_*`, `fbclid`, `phpsessid` ...) are ignored.
    /// Default true.
    pub fn default_ignores(mut self, ignored: bool) -> Self {
        self.default_ignores = ignored;
        self
    }

    /// Adds names of parameters that are ignored, as globs in which `*` stands for any run of bytes. Case does not matter.
    ///
    /// ```
    /// use urlsift::{Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().ignore_params(["trace*"]).build()?;
    /// assert_eq!(sift.admit(b"https://example.com/a"), Verdict::Kept);
    /// assert_eq!(sift.admit(b"https://example.com/a?traceId=7"), Verdict::Similar);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn ignore_params(mut self, globs: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        self.ignored.extend(globs.into_iter().map(|glob| glob.as_ref().to_owned()));
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

    /// Sets how much is remembered beyond the verdicts. Default [`Detail::Verdicts`].
    pub fn detail(mut self, detail: Detail) -> Self {
        self.detail = detail;
        self
    }

    /// Sets how many lines of a group of similar ones are kept, the representative included. Default 1.
    ///
    /// Those after the first get [`Verdict::Sample`]. No line is a sample twice, and samples represent nothing: what is only
    /// similar to a sample is kept on its own.
    pub fn samples(mut self, lines: NonZeroU32) -> Self {
        self.samples = lines;
        self
    }

    /// The key of the hashes, drawn now if none is fixed.
    pub(crate) fn seed_or_drawn(&self) -> [u64; 2] {
        self.seed.unwrap_or_else(|| match self.metric {
            Metric::Overlap => Key::random_seed(),
            // Which URLs have near codes depends on the hash itself, so it is the same in every run.
            Metric::SimHash => [0; 2],
        })
    }

    /// Builds the filter.
    ///
    /// # Errors
    /// A threshold outside 1 to 100, or weights that sum to 0.
    pub fn build(self) -> Result<Sift, Error> {
        let threshold = Threshold::new(self.threshold)?;
        let weights = self.weights.checked()?;
        let seed = self.seed_or_drawn();
        let key = Key::new(seed);
        let mode = if self.literal {
            Mode::Literal
        } else {
            Mode::Classes {
                classes: self.classes,
                params: Params::new(self.classes, self.default_ignores, &self.ignored),
            }
        };
        // The literature's recipe knows no skeletons.
        let layout = Layout::new(&key, weights, !self.literal && self.metric == Metric::Overlap);
        let budget = threshold.budget(weights.total());
        let named = self.detail >= Detail::Groups || self.samples > NonZeroU32::MIN;
        let template = TemplateHasher::new(&layout, budget).filter(|_| !self.exhaustive);
        let literal = self.literal && self.metric == Metric::Overlap && !self.exhaustive && !named;
        let store = match template {
            Some(hasher) if named => Store::Names { hasher, names: HashMap::default() },
            Some(hasher) => Store::Templates(Templates::new(hasher)),
            None if literal => Store::Literals(Box::new(Literals::new(&layout, budget))),
            None => Store::Features {
                index: match (self.metric, self.exhaustive) {
                    (Metric::Overlap, false) => Box::new(Bands::new(&layout, budget, named)),
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
        let shortcut = match template {
            Some(hasher) => Shortcut::Template(hasher),
            None if literal => Shortcut::Literal(Arc::new(LiteralHasher::new(&key, &layout, budget))),
            None => Shortcut::None,
        };
        Ok(Sift {
            settings: Self { seed: Some(seed), ..self.clone() },
            layout,
            threshold,
            metric: self.metric,
            store,
            kept: 0,
            learner: (self.learn && !self.literal).then(Learner::default),
            scanner: Scanner::new(key, mode, shortcut),
            others: KeySet::default(),
            tokens: Vec::new(),
            reading: Vec::new(),
            variable: Vec::new(),
            known: Vec::new(),
            batch: Batch::default(),
            register: Register::new(self.detail, self.samples),
        })
    }
}

/// The filter.
#[derive(Debug)]
pub struct Sift {
    pub(crate) scanner: Scanner,
    pub(crate) layout: Layout,
    pub(crate) threshold: Threshold,
    pub(crate) metric: Metric,
    store: Store,
    /// How many representatives there are.
    kept: Id,
    pub(crate) learner: Option<Learner>,
    /// Hashes of lines that are no URLs.
    others: KeySet,
    /// What the segments of the present record read.
    tokens: Vec<u64>,
    /// Another reading of them.
    reading: Vec<u64>,
    /// Which of the segments are at places that are known to be variable.
    variable: Vec<usize>,
    /// For each record of the present batch, whether a similar one was known before the batch.
    known: Vec<bool>,
    batch: Batch,
    settings: Builder,
    /// What is remembered beyond the verdicts, if anything is.
    pub(crate) register: Option<Box<Register>>,
}

/// The representatives.
#[derive(Debug)]
enum Store {
    /// Where a URL is its template.
    Templates(Templates),
    /// There too, if representatives are named.
    Names { hasher: TemplateHasher, names: HashMap<u64, Id, BuildHasherDefault<Uniform>> },
    /// Where it is literal, and representatives are not named.
    Literals(Box<Literals>),
    /// Where it is a set of features.
    Features { layout: Layout, features: Vec<Feature>, index: Box<dyn Index> },
}

impl Store {
    /// The earliest representative that is similar; any number where representatives are not named.
    fn find(&mut self, key: &Key, url: &Reading<'_>) -> Option<Id> {
        match self {
            Self::Templates(templates) => templates.find(key, url).then_some(0),
            Self::Names { hasher, names } => names.get(&hasher.read(key, url)).copied(),
            Self::Literals(literals) => literals.find(key, url).then_some(0),
            Self::Features { layout, features, index } => {
                layout.features(key, url.record, url.tokens, url.pairs, features);
                index.find(features)
            }
        }
    }

    /// As [`find`](Self::find) does, for a reading that nothing was learned for.
    fn find_own(&mut self, key: &Key, url: &Reading<'_>) -> Option<Id> {
        match self {
            Self::Templates(templates) => templates.knows(url.record.template).then_some(0),
            // Where representatives are named, records may come from another filter's scanner, which computes no templates.
            Self::Names { .. } | Self::Literals(_) | Self::Features { .. } => self.find(key, url),
        }
    }

    /// Enters a reading of a representative.
    fn insert(&mut self, key: &Key, url: &Reading<'_>, id: Id) {
        match self {
            Self::Templates(templates) => templates.insert(key, url),
            Self::Names { hasher, names } => {
                names.entry(hasher.read(key, url)).or_insert(id);
            }
            Self::Literals(literals) => literals.insert(url),
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
        let readings = if self.learner.is_some() { MAX_ALTERNATIVES + 1 } else { 1 };
        let features = records * Component::ALL.len() + batch.segments.len() + 2 * batch.pairs.len();
        match &mut self.store {
            Store::Templates(templates) => templates.reserve(records * readings)?,
            Store::Names { names, .. } => names.try_reserve(records * readings)?,
            Store::Literals(literals) => literals.reserve(batch)?,
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
        if let Some(register) = &mut self.register {
            register.decisions.clear();
        } else if let Store::Templates(templates) = &self.store {
            for record in &batch.records {
                templates.touch(record.template);
            }
            self.known.extend(batch.records.iter().map(|record| templates.knows(record.template)));
            if let Some(learner) = &self.learner {
                let unknown = batch.records.iter().zip(&self.known).filter(|(_, known)| !**known);
                unknown.for_each(|(record, _)| learner.prefetch(&self.scanner.key, record, batch));
            }
        } else if let Store::Literals(literals) = &self.store {
            literals.know(batch, &mut self.known);
        }
        for (i, (record, line)) in batch.records.iter().zip(lines).enumerate() {
            let known =
                self.known.get(i).is_some_and(|&known| known && matches!(record.kind, Kind::Url { .. }));
            verdicts.push(if known { Verdict::Similar } else { self.record(batch, record, line) });
        }
    }

    /// Decides on one line, given without its line end.
    pub fn admit(&mut self, line: &[u8]) -> Verdict {
        let mut batch = std::mem::take(&mut self.batch);
        batch.clear();
        self.scanner.scan(line, &mut batch);
        if let Some(register) = &mut self.register {
            register.decisions.clear();
        }
        let verdict = self.record(&batch, &batch.records[0], line);
        self.batch = batch;
        verdict
    }

    /// What is known beyond the verdicts of the last call of [`decide`](Self::decide) or [`admit`](Self::admit): one
    /// decision a record. Empty at [`Detail::Verdicts`].
    pub fn decisions(&self) -> &[Decision] {
        self.register.as_ref().map_or(&[], |register| &register.decisions)
    }

    /// How many searches were cut short and found nothing similar, so that their lines were kept. A search is cut short where a URL
    /// of very many parts would have to be compared with more than 16,384 kept ones; no list is known that needs it
    /// but those made up for the purpose.
    pub fn shortened(&self) -> u64 {
        match &self.store {
            Store::Features { index, .. } => index.shortened(),
            Store::Literals(literals) => literals.shortened(),
            Store::Templates(_) | Store::Names { .. } => 0,
        }
    }

    /// Forgets all lines, and keeps what was learned: the same list can be filtered once more, with places known to be variable
    /// from its first line on.
    ///
    /// Scanners and batches of this filter stay valid.
    ///
    /// ```
    /// use urlsift::{Sift, Verdict};
    ///
    /// let words = ["quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian"];
    /// let lines = words.map(|word| format!("https://example.com/zork/{word}"));
    /// let mut sift = Sift::builder().build()?;
    /// let kept = |sift: &mut Sift| lines.iter().filter(|line| sift.admit(line.as_bytes()) == Verdict::Kept).count();
    /// assert!(kept(&mut sift) > 1);
    /// sift.restart();
    /// assert_eq!(kept(&mut sift), 1);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn restart(&mut self) {
        let Ok(fresh) = self.settings.clone().build() else { unreachable!("the settings were valid before") };
        let learner = self.learner.take();
        *self = Self { learner, ..fresh };
    }

    fn record(&mut self, batch: &Batch, record: &Record, line: &[u8]) -> Verdict {
        let api = match record.kind {
            Kind::Empty => {
                if let Some(register) = &mut self.register {
                    register.empty();
                }
                return Verdict::Empty;
            }
            Kind::NotUrl => {
                let first = match &mut self.register {
                    Some(register) => register.other(record.host, line),
                    None => self.others.insert(record.host),
                };
                return if first { Verdict::NotUrl } else { Verdict::Repeated };
            }
            Kind::Url { api } => api,
        };
        let (key, store, tokens) = (&self.scanner.key, &mut self.store, &mut self.tokens);
        let (segments, pairs, bands) =
            (batch.segments_of(record), batch.pairs_of(record), batch.bands_of(record));
        tokens.clear();
        tokens.extend(segments.iter().map(|s| s.token));
        // The stateless reading first: an exact duplicate of a kept line is found whatever has been learned since, and a
        // line that reads like a kept one has nothing new to teach.
        if let Some(found) = store.find_own(key, &Reading { record, tokens, pairs, bands }) {
            return similar(&mut self.register, found, key, line, Learned::default);
        }
        let mut entered = Entered { wanted: self.register.is_some(), segments, readings: Vec::new() };
        let id = self.register.as_ref().map_or(self.kept, |register| register.next());
        if let Some(learner) = &mut self.learner {
            let variable = &mut self.variable;
            learner.read(key, record, batch, api, tokens, variable);
            let learned = tokens.iter().zip(segments).any(|(token, segment)| *token != segment.token);
            variable.truncate(MAX_ALTERNATIVES.ilog2() as usize);
            let reading = &mut self.reading;
            reading.clone_from(tokens);
            for choice in usize::from(!learned)..1 << variable.len() {
                for (bit, &i) in variable.iter().enumerate() {
                    reading[i] = if choice & (1 << bit) == 0 { tokens[i] } else { segments[i].early() };
                }
                if let Some(found) = store.find(key, &Reading { record, tokens: reading, pairs, bands }) {
                    return similar(&mut self.register, found, key, line, || Learned::of(segments, tokens));
                }
            }
            if learned {
                reading.clear();
                reading.extend(segments.iter().map(|s| s.token));
                store.insert(key, &Reading { record, tokens: reading, pairs, bands }, id);
                entered.add(reading);
            }
            learner.alternatives(key, record, batch, api, tokens, |reading| {
                store.insert(key, &Reading { record, tokens: reading, pairs, bands }, id);
                entered.add(reading);
            });
        }
        store.insert(key, &Reading { record, tokens, pairs, bands }, id);
        entered.add(tokens);
        if let Some(register) = &mut self.register {
            register.kept(|| hash(key, line), line, &entered.readings);
        }
        self.kept += 1;
        Verdict::Kept
    }
}

/// What becomes of a line that is similar to that of group `found`.
#[inline]
fn similar(
    register: &mut Option<Box<Register>>,
    found: Id,
    key: &Key,
    line: &[u8],
    reading: impl FnOnce() -> Learned,
) -> Verdict {
    let Some(register) = register else { return Verdict::Similar };
    if register.similar(found, || hash(key, line), reading()) { Verdict::Sample } else { Verdict::Similar }
}

/// Hashes a whole line, without the carriage return that other systems put before its end.
fn hash(key: &Key, line: &[u8]) -> u64 {
    key.token(line.strip_suffix(b"\r").unwrap_or(line))
}

/// The readings under which a kept line is entered, for those who want to know; its own is the last.
struct Entered<'a> {
    wanted: bool,
    segments: &'a [Segment],
    readings: Vec<Learned>,
}

impl Entered<'_> {
    fn add(&mut self, tokens: &[u64]) {
        if self.wanted {
            self.readings.push(Learned::of(self.segments, tokens));
        }
    }
}
