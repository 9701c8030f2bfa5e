//! All thresholds tried in one pass over the records.
//!
//! Whatever is the same at several thresholds is done once for them: a record is compared with
//! those that any threshold keeps, and one [difference](forms::Features::difference) tells at which
//! of them the two are similar; thresholds that have learned the same share what they have
//! learned ([branches]). A URL is compared with all kept ones of its host, so a list of very large
//! hosts is left to [trials](super::trial), whose indexes search.

mod branches;
mod entries;
mod forms;
mod levels;

use super::records::Records;
use branches::{Branches, Told};
use entries::Entries;
use forms::Form;
pub(super) use levels::MOST;
use levels::{Budgets, Levels};
use urlsift_core::feature::Layout;
use urlsift_core::hash::Key;
use urlsift_core::learn::{Learner, MAX_ALTERNATIVES};

/// After how many lines it asks whether to go on.
const WATCH: usize = 1 << 14;

/// How many pairs it compares for each line so far, and beside. With more it would take longer than
/// trials do: so large hosts are left to them before much was compared in vain.
const PAIRS: (u64, u64) = (450, 300_000);

/// Stands for a line that is not the first of its record.
const OTHER: u32 = u32::MAX;

/// Why the thresholds were not tried together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It was not to go on.
    Stopped,
    /// There would be too much to compare.
    TooMuch,
}

/// What filters of several thresholds make of a list.
#[derive(Debug)]
pub(super) struct Together {
    /// How many URLs each threshold keeps, the lowest first.
    kept: Vec<u64>,
    /// At which thresholds the first line of each record is kept.
    keeps: Vec<Levels>,
    /// At which thresholds the first line of a record is found similar, and to the first line of
    /// which record.
    similar: Vec<(u32, u32, Levels)>,
}

/// What decides.
struct Pass<'p> {
    records: &'p Records,
    layout: &'p Layout,
    entries: Entries,
    branches: Option<Branches>,
    /// The thresholds at which each record is found as it reads from now on, as nothing entered is
    /// removed.
    settled: Vec<Levels>,
    done: Together,
    // Kept for their memory:
    form: Form,
    tokens: Vec<u64>,
    learned: Vec<usize>,
    variant: Vec<u64>,
    /// What the present record is to be entered as, each variant once.
    entering: Vec<(Vec<u64>, Levels)>,
}

impl Together {
    /// Tries thresholds by what two URLs may differ in at each, which falls. Hosts have to outweigh
    /// most of what may differ. `progress` is told how many lines are done.
    pub(super) fn of(
        records: &Records,
        (key, layout): (&Key, &Layout),
        learner: Option<&Learner>,
        budgets: Vec<u64>,
        mut progress: impl FnMut(usize),
        goes_on: impl Fn() -> bool,
    ) -> Result<Self, End> {
        let count = budgets.len();
        let budgets = Budgets::new(budgets);
        let all = budgets.all();
        let mut pass = Pass {
            records,
            layout,
            branches: learner.map(|learner| Branches::new(learner, key, all)),
            entries: Entries::new(budgets, layout.specimen(0, 0, false)[0].weight),
            settled: vec![0; records.len()],
            done: Self {
                kept: vec![0; count],
                keeps: Vec::with_capacity(records.len()),
                similar: Vec::new(),
            },
            form: Form::default(),
            tokens: Vec::new(),
            learned: Vec::new(),
            variant: Vec::new(),
            entering: Vec::new(),
        };
        let (each, beside) = PAIRS;
        for (number, &record) in records.order.iter().enumerate() {
            if number % WATCH == 0 {
                if !goes_on() {
                    return Err(End::Stopped);
                }
                progress(number);
            }
            let asked = all & !pass.settled[record as usize];
            if asked != 0 {
                pass.decide(number as u32, record, asked);
                if pass.entries.compared > beside + each * number as u64 {
                    return Err(End::TooMuch);
                }
            }
        }
        Ok(pass.done)
    }

    /// How many URLs the threshold of this number keeps, counted from the lowest.
    pub(super) fn kept(&self, level: usize) -> u64 {
        self.kept[level]
    }

    /// Whether a threshold and the next one keep the same first lines of records, and as many
    /// others.
    pub(super) fn is_next(&self, level: usize) -> bool {
        self.kept[level] == self.kept[level + 1]
            && self.keeps.iter().all(|levels| (levels >> level ^ levels >> (level + 1)) & 1 == 0)
    }

    /// Lines that a threshold drops and the next one keeps, each with its representative, and each
    /// of another group.
    pub(super) fn examples(&self, level: usize, most: usize) -> Vec<(u32, u32)> {
        let mut examples: Vec<(u32, u32)> = Vec::new();
        for &(record, similar, levels) in &self.similar {
            if examples.len() >= most {
                break;
            }
            if levels >> level & 1 == 1
                && self.keeps[record as usize] >> (level + 1) & 1 == 1
                && examples.iter().all(|&(_, known)| known != similar)
            {
                examples.push((record, similar));
            }
        }
        examples
    }
}

impl Pass<'_> {
    /// Decides on a line at some thresholds, as the [decider](urlsift_core::sift::Sift) does at one.
    fn decide(&mut self, number: u32, record: u32, asked: Levels) {
        let is_first = record as usize == self.done.keeps.len();
        let url = self.records.url(record);
        self.variant.clear();
        self.variant.extend(self.records.batch.segments_of(url).iter().map(|segment| segment.token));
        let found = self.find(record, asked, is_first);
        let left = asked & !found;
        self.entering.clear();
        let kept = if left == 0 {
            0
        } else if let Some(mut branches) = self.branches.take() {
            let kept = self.decide_learned(&mut branches, record, left, is_first);
            self.branches = Some(branches);
            kept
        } else {
            self.enter_as(left);
            left
        };
        self.settled[record as usize] |= found | kept;
        if is_first {
            self.done.keeps.push(kept);
        }
        for (level, count) in self.done.kept.iter_mut().enumerate() {
            *count += kept >> level & 1;
        }
        let name = if is_first { record } else { OTHER };
        let mut entering = std::mem::take(&mut self.entering);
        for (tokens, levels) in &entering {
            self.form.set(self.layout, &self.records.batch.view(url, tokens));
            self.entries.insert(&mut self.form, *levels, number, name);
        }
        entering.clear();
        self.entering = entering;
    }

    /// Finds at which of some thresholds a kept URL is similar to a record in this `variant`.
    fn find(&mut self, record: u32, asked: Levels, is_first: bool) -> Levels {
        let Self { records, layout, entries, done, form, variant, .. } = self;
        form.set(layout, &records.batch.view(records.url(record), variant));
        entries.find(form, asked, |name, levels| {
            if is_first && name != OTHER {
                done.similar.push((record, name, levels));
            }
        })
    }

    /// Goes on with the thresholds at which a record is not found as it reads: leaves what it is to
    /// be entered as, and says at which of them it is kept.
    fn decide_learned(
        &mut self,
        branches: &mut Branches,
        record: u32,
        asked: Levels,
        is_first: bool,
    ) -> Levels {
        let (records, mut all_kept) = (self.records, 0);
        let (url, mut tokens) = (records.url(record), std::mem::take(&mut self.tokens));
        let mut of_host = branches.take(url);
        for at in 0..of_host.len() {
            let read = asked & of_host[at].levels;
            if read == 0 {
                continue;
            }
            let by_reading = branches.read(&of_host[at], records, record, &mut tokens, &mut self.learned);
            let entered = read & !self.find_learned(record, &tokens, read, is_first);
            let mut by_entering = false;
            if entered != 0 {
                self.variant.clear();
                self.variant.extend(records.batch.segments_of(url).iter().map(|segment| segment.token));
                if self.variant != tokens {
                    self.enter_as(entered);
                }
                let (mut variant, branch) = (std::mem::take(&mut self.variant), &of_host[at]);
                by_entering = branches.alternatives(branch, records, record, &tokens, |tokens| {
                    enter_as(&mut self.entering, tokens, entered);
                });
                variant.clone_from(&tokens);
                self.variant = variant;
                self.enter_as(entered);
            }
            all_kept |= entered;
            branches.divide(
                &mut of_host,
                at,
                records,
                Told { record, read, entered, by_reading, by_entering },
            );
        }
        branches.put(url, of_host);
        self.tokens = tokens;
        all_kept
    }

    /// Finds at which of some thresholds a kept URL is similar to a record by what was learned:
    /// variant by variant, as the decider does.
    fn find_learned(&mut self, record: u32, tokens: &[u64], asked: Levels, is_first: bool) -> Levels {
        let segments = self.records.batch.segments_of(self.records.url(record));
        let differs = tokens.iter().zip(segments).any(|(token, segment)| *token != segment.token);
        self.learned.truncate(MAX_ALTERNATIVES.ilog2() as usize);
        let mut left = asked;
        for choice in usize::from(!differs)..1 << self.learned.len() {
            if left == 0 {
                break;
            }
            self.variant.clear();
            self.variant.extend_from_slice(tokens);
            for (bit, &at) in self.learned.iter().enumerate() {
                if choice & (1 << bit) != 0 {
                    self.variant[at] = segments[at].early();
                }
            }
            left &= !self.find(record, left, is_first);
        }
        asked & !left
    }

    /// Notes that the present record is to be entered as this `variant`.
    fn enter_as(&mut self, levels: Levels) {
        enter_as(&mut self.entering, &self.variant, levels);
    }
}

/// Notes a variant, each once.
fn enter_as(entering: &mut Vec<(Vec<u64>, Levels)>, variant: &[u64], levels: Levels) {
    match entering.iter_mut().find(|(tokens, _)| tokens == variant) {
        Some((_, known)) => *known |= levels,
        None => entering.push((variant.to_vec(), levels)),
    }
}
