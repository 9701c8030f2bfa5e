//! Counts the lines of a list that each of several thresholds keeps.
//!
//! Lines are scanned once and stored without repetitions ([`DistinctRecords`]). Each threshold is
//! then tried with its own filter, from the highest down. Thresholds that no two URLs of the list
//! can [tell apart](differences()) are tried once. Two rules save further decisions:
//!
//! - a record that matches in its own variant also matches when it is repeated;
//! - two records that are similar in their own variants are also similar at every lower threshold,
//!   so one of them is dropped wherever the other is kept.
//!
//! A skipped search cannot hit its [limit](urlsift_core::similar::index::Shortfall::limit_hits), so
//! a line may count as dropped that a run at that threshold would keep.

mod curve;
mod differences;
mod records;
mod trial;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::filter;
use curve::LineSample;
pub use curve::{ComponentLevel, JoinedLines};
use differences::{differences, differences_of_pairs};
use records::DistinctRecords;
use trial::Trial;
use urlsift_core::hash::Key;
use urlsift_core::similar::feature::Layout;
use urlsift_core::{Batch, Builder, Detail, Error, Metric, Scanner, Sift, Threshold};

/// One list under several thresholds.
///
/// ```
/// use std::num::NonZeroUsize;
/// use urlsift::Sift;
/// use urlsift::lists::Sweep;
///
/// let mut sweep = Sweep::new(&Sift::builder(), [80.0, 90.0, 100.0], 1)?;
/// for query in ["q=1", "q=word", "q=2&p=1"] {
///     sweep.admit(format!("https://a.example/x?{query}").as_bytes());
/// }
/// sweep.run(NonZeroUsize::MIN, |_, _| {}, || true);
/// let kept: Vec<u64> = sweep.levels().iter().map(|level| level.kept()).collect();
/// assert_eq!(kept, [1, 2, 3]);
/// let (line, representative) = sweep.examples(1).next().expect("90 merges what 100 does not");
/// assert_eq!(line, b"https://a.example/x?q=word");
/// assert_eq!(representative, b"https://a.example/x?q=1");
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Debug)]
pub struct Sweep {
    settings: Builder,
    /// In rising order.
    thresholds: Vec<f64>,
    /// The most examples for each step.
    examples: usize,
    key: Key,
    layout: Layout,
    scanner: Scanner,
    records: DistinctRecords,
    levels: Vec<SweepLevel>,
}

/// The result at one threshold.
#[derive(Clone, Debug)]
pub struct SweepLevel {
    threshold: f64,
    kept: u64,
    largest: u64,
    is_next: bool,
    /// A record that is dropped here and kept at the next threshold, and its representative here.
    examples: Vec<(u32, u32)>,
}

impl SweepLevel {
    /// Returns the threshold in percent.
    pub fn threshold(&self) -> f64 {
        self.threshold
    }

    /// Returns how many lines are kept, including those that are not URLs.
    pub fn kept(&self) -> u64 {
        self.kept
    }

    /// Returns how many lines the largest group has.
    pub fn largest(&self) -> u64 {
        self.largest
    }

    /// Returns whether the next threshold keeps the same lines.
    pub fn is_next(&self) -> bool {
        self.is_next
    }
}

impl Sweep {
    /// Prepares to try `settings` under other thresholds, and to store up to `examples` examples of
    /// the lines that each step down merges.
    ///
    /// # Errors
    /// The errors of [`Builder::build`].
    pub fn new(
        settings: &Builder,
        thresholds: impl IntoIterator<Item = f64>,
        examples: usize,
    ) -> Result<Self, Error> {
        // One seed for all, so that one scanner serves them. It computes no keys, which differ by
        // threshold.
        let seed = settings.view().seed_or_drawn();
        let settings = settings.clone().seed(seed).detail(Detail::Groups);
        let mut thresholds: Vec<f64> = thresholds.into_iter().collect();
        thresholds.sort_by(f64::total_cmp);
        for threshold in &thresholds {
            settings.clone().threshold(*threshold).build()?;
        }
        let key = Key::new(seed);
        let sift = settings
            .clone()
            .threshold(thresholds.first().copied().unwrap_or(100.0))
            .build()?;
        let layout = filter::measure(&sift).layout.clone();
        let scanner = sift.scanner().view().whole_for_all_terms();
        Ok(Self {
            settings,
            thresholds,
            examples,
            key,
            layout,
            scanner,
            records: DistinctRecords::default(),
            levels: Vec::new(),
        })
    }

    /// Returns the scanner for its batches.
    pub fn scanner(&self) -> Scanner {
        self.scanner.clone()
    }

    /// Adds one line, without its line end.
    pub fn admit(&mut self, line: &[u8]) {
        let mut batch = Batch::default();
        self.scanner.scan(line, &mut batch);
        self.take(&batch, std::iter::once(line));
    }

    /// Adds the records of a batch of this sweep's [`scanner`](Self::scanner) in order; `lines` are
    /// the bytes of the same records. Lines after 2^32 distinct records are left out.
    pub fn take<'a>(&mut self, batch: &Batch, lines: impl IntoIterator<Item = &'a [u8]>) {
        for (record, line) in batch.view().records().iter().zip(lines) {
            self.records.push(&self.key, batch, record, line);
        }
    }

    /// Tries the thresholds on the lines so far, on this many threads. Calls `progress` with the
    /// trials done and the trials in all. Returns `false`, without results, if `goes_on` ended the
    /// run.
    pub fn run(
        &mut self,
        threads: NonZeroUsize,
        mut progress: impl FnMut(usize, usize),
        goes_on: impl Fn() -> bool + Sync,
    ) -> bool {
        self.levels.clear();
        let alike = self.alike();
        let mut tried = Vec::with_capacity(alike.len());
        for thresholds in &alike {
            tried.extend(thresholds.last());
        }
        let count = tried.len();
        let levels = self.try_each(&tried, threads, |done| progress(done, count), &goes_on);
        let Some(levels) = levels else { return false };
        let mut all = Vec::with_capacity(self.thresholds.len());
        for (thresholds, level) in alike.iter().zip(levels.iter().rev()) {
            for &threshold in *thresholds {
                let mut level = level.clone();
                if threshold < level.threshold {
                    level.threshold = threshold;
                    level.is_next = true;
                    level.examples = Vec::new();
                }
                all.push(level);
            }
        }
        self.levels = all;
        progress(count, count);
        true
    }

    /// Tries each threshold with its own filter, on this many threads. Returns the levels from the
    /// highest down; `None` if `goes_on` ended it.
    fn try_each(
        &self,
        tried: &[f64],
        threads: NonZeroUsize,
        mut progress: impl FnMut(usize),
        goes_on: impl Fn() -> bool + Sync,
    ) -> Option<Vec<SweepLevel>> {
        let done = AtomicUsize::new(0);
        let tell = || done.fetch_add(1, Ordering::Relaxed) + 1;
        let this: &Self = self;
        let goes_on = &goes_on;
        let share = tried.len().div_ceil(threads.get()).max(1);
        thread::scope(|scope| {
            let mut shares = tried.rchunks(share).enumerate();
            let first = shares.next();
            let mut others = Vec::new();
            for (number, few) in shares {
                let above = Some(tried[tried.len() - number * share]);
                others.push(scope.spawn(move || this.descend(few, above, goes_on, || _ = tell())));
            }
            let mut levels = match first {
                Some((_, few)) => this.descend(few, None, goes_on, || progress(tell()))?,
                None => Vec::new(),
            };
            for thread in others {
                match thread.join() {
                    Ok(few) => levels.extend(few?),
                    Err(cause) => panic::resume_unwind(cause),
                }
            }
            Some(levels)
        })
    }

    /// Tries thresholds from the highest down, because each trial saves work in the ones below. The
    /// threshold `above` them is tried too, for comparison with the highest. Returns the levels
    /// from the highest down; `None` if `goes_on` ended it.
    fn descend(
        &self,
        thresholds: &[f64],
        above: Option<f64>,
        goes_on: impl Fn() -> bool,
        mut tell: impl FnMut(),
    ) -> Option<Vec<SweepLevel>> {
        let mut levels = Vec::new();
        let mut before = None::<Trial>;
        let own = thresholds.iter().rev().copied();
        for threshold in above.into_iter().chain(own) {
            let trial = Trial::of(self.filter(threshold), &self.records, &goes_on)?;
            if Some(threshold) != above {
                tell();
                levels.push(self.level(threshold, &trial, before.as_ref()));
            }
            before = Some(trial);
        }
        Some(levels)
    }

    /// Returns the thresholds in rising order, grouped where they give equal verdicts on this list.
    fn alike(&self) -> Vec<&[f64]> {
        let Some(&lowest) = self.thresholds.first() else {
            return Vec::new();
        };
        let most = self.budget(lowest);
        let settings = self.settings.view();
        let mut found = None;
        if settings.metric == Metric::Overlap {
            found = differences(&self.layout, most, self.records.parts.iter().copied());
            if found.is_none() {
                let learns = settings.learns();
                found = differences_of_pairs(&self.layout, most, &self.records, learns);
            }
        }
        let are_alike = |lower: &f64, higher: &f64| {
            if self.order_decides(*higher) {
                return self.order_decides(*lower);
            }
            let most = self.budget(*lower);
            let least = self.budget(*higher);
            let none_between = |all: &BTreeSet<u64>| all.range(least + 1..=most).next().is_none();
            most == least || found.as_ref().is_some_and(none_between)
        };
        self.thresholds.chunk_by(are_alike).collect()
    }

    /// Returns whether texts are similar at a threshold if they have one template.
    fn order_decides(&self, threshold: f64) -> bool {
        self.settings
            .clone()
            .threshold(threshold)
            .view()
            .order_decides()
    }

    /// Returns the weight by which similar URLs may differ at a threshold.
    fn budget(&self, threshold: f64) -> u64 {
        let Ok(threshold) = Threshold::new(threshold) else {
            unreachable!("it was checked")
        };
        match self.settings.view().metric {
            Metric::Overlap => threshold.budget(self.layout.total()),
            Metric::SimHash => u64::from(threshold.radius()),
        }
    }

    /// Returns the result at a threshold by its trial and that of the next one.
    fn level(&self, threshold: f64, trial: &Trial, next: Option<&Trial>) -> SweepLevel {
        let mut level = SweepLevel {
            threshold,
            kept: trial.kept + self.records.not_urls,
            largest: trial.largest,
            is_next: false,
            examples: Vec::new(),
        };
        if let Some(next) = next {
            level.is_next = trial.is_same(next);
            level.examples = trial.examples(next, self.examples);
        }
        level
    }

    /// Returns the components at these thresholds, in their order, on this many threads: of all
    /// lines that were added, or of `most` lines at equal distances if there are more. `None` if
    /// `goes_on` ended it.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use urlsift::Sift;
    /// use urlsift::lists::Sweep;
    /// use urlsift::settings::Records;
    ///
    /// let texts = Sift::builder().records(Records::Texts.terms());
    /// let mut sweep = Sweep::new(&texts, [50.0, 90.0], 1)?;
    /// for line in ["win a red prize now", "win a big prize now", "see you at noon"] {
    ///     sweep.admit(line.as_bytes());
    /// }
    /// let levels = sweep.components(&[60.0, 90.0], 100, NonZeroUsize::MIN, || true);
    /// let levels = levels.expect("nothing ended it");
    /// assert_eq!([levels[0].largest, levels[1].largest], [2, 1]);
    /// assert_eq!(levels[0].examples[0].other, b"win a big prize now");
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn components(
        &self,
        thresholds: &[f64],
        most: usize,
        threads: NonZeroUsize,
        goes_on: impl Fn() -> bool + Sync,
    ) -> Option<Vec<ComponentLevel>> {
        let sample = LineSample {
            settings: &self.settings,
            lines: self.sample(most),
        };
        sample.levels(thresholds, self.examples, threads, goes_on)
    }

    /// Returns the number of lines that [`components`](Self::components) compares.
    pub fn sample_len(&self, most: usize) -> usize {
        self.sample(most).len()
    }

    /// Returns the lines that were added; at equal distances if there are too many. A line is
    /// represented by the first one with the same record.
    fn sample(&self, most: usize) -> Vec<&[u8]> {
        let order = &self.records.order;
        let count = order.len().min(most);
        let mut lines = Vec::with_capacity(count);
        for number in 0..count {
            let record = order[number * order.len() / count];
            lines.push(self.records.line(record));
        }
        lines
    }

    fn filter(&self, threshold: f64) -> Sift {
        self.settings
            .clone()
            .threshold(threshold)
            .build()
            .unwrap_or_else(|_| unreachable!("the settings were checked"))
    }

    /// Returns the result at each threshold after a [`run`](Self::run), in rising order.
    pub fn levels(&self) -> &[SweepLevel] {
        &self.levels
    }

    /// Returns lines that are dropped at the threshold of this number, counted from 0, and kept at
    /// the next one, each with the kept line that it is similar to.
    pub fn examples(&self, level: usize) -> impl Iterator<Item = (&[u8], &[u8])> {
        let examples = self
            .levels
            .get(level)
            .map_or(&[][..], |level| &level.examples);
        examples
            .iter()
            .map(|&(line, other)| (self.records.line(line), self.records.line(other)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::Components;
    use urlsift_core::{Verdict, Weights};
    use urlsift_records::Records;

    fn lines() -> Vec<String> {
        let words = [
            "zot",
            "qux",
            "edit",
            "users",
            "7",
            "a-b-c-d-e-f-g",
            "quux",
            "frob",
        ];
        let mut state = 1_u64;
        let mut word = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            words[(state >> 33) as usize % words.len()]
        };
        (0..600)
            .map(|number| match number % 3 {
                0 => format!(
                    "https://{}.test/{}/{}?{}={}",
                    word(),
                    word(),
                    word(),
                    word(),
                    word()
                ),
                1 => format!("http://a.test/{}/{}/{}", word(), word(), word()),
                _ => format!(
                    "https://a.test/{}?{}&{}=1&{}=2",
                    word(),
                    word(),
                    word(),
                    word()
                ),
            })
            .chain(["no url".to_owned(), String::new(), "no url".to_owned()])
            .collect()
    }

    #[test]
    fn every_threshold_keeps_what_it_keeps_alone() {
        let lines = lines();
        for settings in [
            Sift::builder(),
            Sift::builder().literal(true),
            Sift::builder().learn(false),
            Sift::builder().metric(Metric::SimHash),
            Sift::builder().weights(Weights::parse("host=1,path=7").expect("they are weights")),
        ] {
            let mut sweep = Sweep::new(&settings, (40..=100).map(f64::from), 3)
                .expect("the settings are valid");
            for line in &lines {
                sweep.admit(line.as_bytes());
            }
            let threads = NonZeroUsize::new(3).expect("not 0");
            assert!(sweep.run(threads, |_, _| {}, || true));
            let kept = |threshold: f64| {
                let mut sift = settings
                    .clone()
                    .threshold(threshold)
                    .build()
                    .expect("the settings are valid");
                let kept = |line: &&String| {
                    matches!(sift.admit(line.as_bytes()), Verdict::Kept | Verdict::NotUrl)
                };
                lines
                    .iter()
                    .filter(kept)
                    .map(String::as_bytes)
                    .collect::<Vec<_>>()
            };
            let mut examples = 0;
            assert_eq!(sweep.levels().len(), 61);
            for (number, level) in sweep.levels().iter().enumerate() {
                let here = kept(level.threshold());
                assert_eq!(
                    level.kept(),
                    here.len() as u64,
                    "{settings:?} {}",
                    level.threshold()
                );
                let after = sweep
                    .levels()
                    .get(number + 1)
                    .map(|next| kept(next.threshold()));
                assert_eq!(
                    level.is_next(),
                    after.as_ref() == Some(&here),
                    "{settings:?} {}",
                    level.threshold()
                );
                for (line, representative) in sweep.examples(number) {
                    let after = after.as_ref().expect("the highest merges nothing");
                    assert!(
                        after.contains(&line)
                            && !here.contains(&line)
                            && here.contains(&representative)
                    );
                    examples += 1;
                }
            }
            assert!(examples > 3, "{settings:?}");
        }
    }

    /// Long lines are expensive to try, so a few of them are compared first.
    #[test]
    fn a_few_long_lines_are_tried_where_they_differ_only() {
        // Without a repeated run of segments, which would be read as a short path.
        let letter = |number: u32| char::from(b'a' + (number % 10) as u8);
        let path: String = (0..1000)
            .flat_map(|n| ['/', letter(n / 100), letter(n / 10), letter(n)])
            .collect();
        let line = |end: &str| format!("https://a.test/1{path}{end}");
        let query = |end: &str| {
            format!(
                "https://b.test/?{}{end}",
                (0..50)
                    .map(|n| format!("p{n}x=1"))
                    .collect::<Vec<_>>()
                    .join("&")
                    + "&"
            )
        };
        for (lines, literal, most) in [
            (vec![line(""), line("/z"), line("?a=1")], false, 5),
            (
                vec![line(""), line("/z"), query(""), query("q=1"), line("/z/z")],
                true,
                12,
            ),
            // Two words at one position may be learned.
            (vec![line(""), line("/z"), line("/w")], false, 99),
        ] {
            let settings = Sift::builder().literal(literal);
            let mut sweep =
                Sweep::new(&settings, (40..=100).map(f64::from), 3).expect("they are valid");
            for line in &lines {
                sweep.admit(line.as_bytes());
            }
            let mut tried = 0;
            assert!(sweep.run(NonZeroUsize::MIN, |_, all| tried = all, || true));
            assert!(tried <= most, "{tried}: {literal}");
            assert!(most < 99 || tried > 40, "{tried}");
            for level in sweep.levels() {
                let mut sift = settings
                    .clone()
                    .threshold(level.threshold())
                    .build()
                    .expect("they are valid");
                let kept = lines
                    .iter()
                    .filter(|line| sift.admit(line.as_bytes()) == Verdict::Kept)
                    .count();
                assert_eq!(level.kept(), kept as u64, "{}", level.threshold());
            }
        }
    }

    #[test]
    fn levels_and_examples_do_not_depend_on_the_number_of_threads() {
        let mut sweep = Sweep::new(&Sift::builder(), (40..=100).map(f64::from), 3)
            .expect("the settings are valid");
        // Twice, so that lines at learned positions are decided again.
        for line in lines().iter().chain(&lines()) {
            sweep.admit(line.as_bytes());
        }
        let mut found: Vec<String> = Vec::new();
        for threads in [1, 2, 3, 7, 100] {
            let mut last = 0;
            let threads = NonZeroUsize::new(threads).expect("not 0");
            assert!(sweep.run(threads, |done, all| last = all - done, || true));
            assert_eq!(last, 0);
            found.push(format!("{:?}", sweep.levels()));
        }
        found.dedup();
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn a_run_that_is_not_to_go_on_knows_nothing() {
        let mut sweep =
            Sweep::new(&Sift::builder(), [90.0, 100.0], 1).expect("the settings are valid");
        sweep.admit(b"http://a.test/");
        assert!(!sweep.run(NonZeroUsize::MIN, |_, _| {}, || false));
        assert!(sweep.levels().is_empty());
        assert!(sweep.run(NonZeroUsize::MIN, |_, _| {}, || true));
        assert_eq!(sweep.levels()[1].kept(), 1);
    }

    #[test]
    fn a_panic_on_a_thread_is_no_end_of_a_run() {
        let texts = Sift::builder().records(Records::Texts.terms());
        let mut sweep = Sweep::new(&texts, [50.0, 70.0, 90.0], 1).expect("they are valid");
        for line in ["win a red prize now", "win a big prize now"] {
            sweep.admit(line.as_bytes());
        }
        let caller = thread::current().id();
        let fails_elsewhere = || {
            assert_eq!(thread::current().id(), caller, "this thread fails");
            true
        };
        let threads = NonZeroUsize::new(3).expect("not 0");
        let components = || sweep.components(&[60.0, 90.0], 9, threads, fails_elsewhere);
        assert!(panic::catch_unwind(panic::AssertUnwindSafe(components)).is_err());
        let mut run = || sweep.run(threads, |_, _| {}, fails_elsewhere);
        assert!(panic::catch_unwind(panic::AssertUnwindSafe(&mut run)).is_err());
    }

    #[test]
    fn components_are_those_of_a_list_or_of_a_sample() {
        let texts = Sift::builder().records(Records::Texts.terms());
        let mut sweep = Sweep::new(&texts, [50.0, 90.0], 2).expect("they are valid");
        let mut lines = Vec::new();
        for number in 0..90 {
            let campaign = number % 3;
            let word = ["red", "green", "blue", "grey"][number % 4];
            lines.push(format!(
                "campaign{campaign} wins{campaign} a{campaign} {word} prize{campaign} now{campaign}"
            ));
        }
        for line in &lines {
            sweep.admit(line.as_bytes());
        }
        let thresholds = [50.0, 80.0, 95.0];
        let found = |most: usize, threads: usize| {
            let threads = NonZeroUsize::new(threads).expect("not 0");
            let levels = sweep.components(&thresholds, most, threads, || true);
            levels.expect("nothing ends it")
        };
        let levels = found(100, 1);
        for (level, threshold) in levels.iter().zip(thresholds) {
            let whole = Components::of(texts.clone().threshold(threshold), &lines);
            let whole = whole.expect("they are valid");
            let sizes = || whole.iter().map(|component| component.len() as u64);
            let joined = || sizes().filter(|size| *size > 1);
            assert!((level.threshold - threshold).abs() < f64::EPSILON);
            assert_eq!(level.components, joined().count() as u64);
            assert_eq!(level.joined, joined().sum::<u64>());
            assert_eq!(Some(level.largest), sizes().max());
            assert!(level.examples.len() <= 2);
        }
        assert_eq!(levels[0].largest, 30);
        assert_eq!(format!("{levels:?}"), format!("{:?}", found(100, 3)));
        assert_eq!([sweep.sample_len(100), sweep.sample_len(7)], [90, 7]);
        assert_eq!(found(7, 2)[0].joined, 7);
        assert!(
            sweep
                .components(&thresholds, 9, NonZeroUsize::MIN, || false)
                .is_none()
        );
    }
}
