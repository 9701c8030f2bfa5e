//! One record in, one verdict out: leader clustering over the index.

use crate::error::Error;
use crate::features::{Feature, Layout};
use crate::hash::Key;
use crate::index::exhaustive::{Exhaustive, Measure};
use crate::index::keys::KeySet;
use crate::index::simhash::Slices;
use crate::index::structure::Bands;
use crate::index::{Id, Index};
use crate::learn::Learner;
use crate::reading::Reading;
use crate::record::{Batch, Kind, Mode, Record, Scanner, Segment};
use crate::register::{Decision, Detail, Register};
use crate::similarity::{Threshold, Weights};
use crate::token::{Classes, Params};
use std::num::NonZeroU32;

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

    /// Draws the key of the hashes now, if none is fixed, so that all filters with these settings have the same.
    pub(crate) fn seeded(mut self) -> Self {
        self.seed = self.seed.or_else(|| (self.metric == Metric::Overlap).then(Key::random_seed));
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
            Mode::Classes {
                classes: self.classes,
                params: Params::new(self.classes, self.default_ignores, &self.ignored),
            }
        };
        // The literature's recipe knows no skeletons.
        let layout = Layout::new(&key, weights, !self.literal && self.metric == Metric::Overlap);
        let budget = threshold.budget(weights.total());
        let named = self.detail >= Detail::Groups || self.samples > NonZeroU32::MIN;
        let index: Box<dyn Index> = match (self.metric, self.exhaustive) {
            (Metric::Overlap, false) => Box::new(Bands::new(&layout, budget, named)),
            (Metric::Overlap, true) => Box::new(Exhaustive::new(Measure::Overlap(budget))),
            (Metric::SimHash, false) => Box::new(Slices::new(threshold.radius())),
            (Metric::SimHash, true) => Box::new(Exhaustive::new(Measure::SimHash(threshold.radius()))),
        };
        Ok(Sift {
            settings: self.clone(),
            layout,
            threshold,
            metric: self.metric,
            index,
            kept: 0,
            learner: (self.learn && !self.literal).then(Learner::default),
            scanner: Scanner { key, mode },
            others: KeySet::default(),
            buffers: Buffers::default(),
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
    index: Box<dyn Index>,
    /// How many representatives there are.
    kept: Id,
    learner: Option<Learner>,
    /// Hashes of lines that are no URLs.
    others: KeySet,
    buffers: Buffers,
    batch: Batch,
    settings: Builder,
    /// What is remembered beyond the verdicts, if anything is.
    pub(crate) register: Option<Box<Register>>,
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

    /// Decides on the records of a batch in order; `lines` are the same records' bytes. Appends one verdict a record.
    pub fn decide<'a>(
        &mut self,
        batch: &Batch,
        lines: impl Iterator<Item = &'a [u8]>,
        verdicts: &mut Vec<Verdict>,
    ) {
        if let Some(register) = &mut self.register {
            register.decisions.clear();
        }
        for (record, line) in batch.records.iter().zip(lines) {
            verdicts.push(self.record(batch, record, line));
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
        let old = std::mem::replace(self, fresh);
        (self.scanner, self.layout, self.learner) = (old.scanner, old.layout, old.learner);
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
            Kind::Url { api, .. } => api,
        };
        let key = &self.scanner.key;
        let Buffers { tokens, features } = &mut self.buffers;
        let (index, layout) = (&mut self.index, &self.layout);
        let (segments, pairs) = (batch.segments_of(record), batch.pairs_of(record));
        tokens.clear();
        tokens.extend(segments.iter().map(|s| s.token));
        layout.features(key, record, tokens, pairs, features);
        // The stateless reading first: an exact duplicate of a kept line is found whatever has been learned since, and a
        // line that reads like a kept one has nothing new to teach.
        if let Some(found) = index.find(features) {
            return similar(&mut self.register, found, key, line, Reading::default);
        }
        let mut readings = Readings::new(self.register.is_some(), segments);
        let id = self.register.as_ref().map_or(self.kept, |register| register.next());
        if let Some(learner) = &mut self.learner {
            learner.read(key, record, batch, api, tokens);
            let learned = tokens.iter().zip(segments).any(|(token, segment)| *token != segment.token);
            let stateless = learned.then(|| std::mem::take(features));
            if learned {
                layout.features(key, record, tokens, pairs, features);
                if let Some(found) = index.find(features) {
                    return similar(&mut self.register, found, key, line, || Reading::of(segments, tokens));
                }
            }
            index.insert(features, id);
            readings.add(tokens);
            if let Some(stateless) = stateless {
                index.insert(&stateless, id);
                readings.add_stateless();
            }
            learner.shadows(key, record, batch, api, tokens, |reading| {
                layout.features(key, record, reading, pairs, features);
                index.insert(features, id);
                readings.add(reading);
            });
        } else {
            index.insert(features, id);
            readings.add_stateless();
        }
        if let Some(register) = &mut self.register {
            let reading = readings.list.first().cloned().unwrap_or_default();
            register.kept(|| hash(key, line), line, reading, &readings.list);
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
    reading: impl FnOnce() -> Reading,
) -> Verdict {
    let Some(register) = register else { return Verdict::Similar };
    if register.similar(found, || hash(key, line), reading()) { Verdict::Sample } else { Verdict::Similar }
}

/// Hashes a whole line, without the carriage return that other systems put before its end.
fn hash(key: &Key, line: &[u8]) -> u64 {
    key.token(line.strip_suffix(b"\r").unwrap_or(line))
}

/// The readings under which a kept line is entered, for those who want to know.
struct Readings<'a> {
    wanted: bool,
    segments: &'a [Segment],
    list: Vec<Reading>,
}

impl<'a> Readings<'a> {
    fn new(wanted: bool, segments: &'a [Segment]) -> Self {
        Self { wanted, segments, list: Vec::new() }
    }

    fn add(&mut self, tokens: &[u64]) {
        if self.wanted {
            self.list.push(Reading::of(self.segments, tokens));
        }
    }

    fn add_stateless(&mut self) {
        if self.wanted {
            self.list.push(Reading::default());
        }
    }
}
