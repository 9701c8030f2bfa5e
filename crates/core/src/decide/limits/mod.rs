//! Limits the number of lines that are kept: of each group, of each host, below each path prefix,
//! and with each answer of a host.

pub mod answers;
pub mod prefixes;
mod quota;
mod suspects;

use crate::decide::event::{Event, EventKind};
use crate::decide::known::{KeptAndLearned, Scanning};
use crate::decide::limits::answers::Answers;
use crate::decide::limits::prefixes::{LimitedPrefix, Prefixes};
use crate::decide::limits::quota::Quota;
use crate::decide::limits::suspects::Suspects;
use crate::decide::policy::Policy;
use crate::decide::verdict::Verdict;
use crate::record::{ScannedLine, Url};
use crate::scan::Scanner;
use crate::settings::builder::Settings;
use crate::similar::index::Id;
use crate::similar::table::NumberMap;
use std::num::NonZeroU32;
use urlsift_url::hash::Key;
use urlsift_url::reserved::Reserved;
use urlsift_url::selection::Reason;

/// The limits of a filter.
#[derive(Clone, Debug)]
pub struct KeptLimits {
    key: Key,
    samples: Option<Samples>,
    /// The groups of all printed lines, and of those dropped ones that might be found in another
    /// way when they come again, by the hashes of the lines. None of them is a further sample.
    came: NumberMap<Id>,
    quota: Option<Quota>,
    prefixes: Option<Prefixes>,
    suspects: Option<Suspects>,
    pub(crate) answers: Option<Box<Answers>>,
}

impl KeptLimits {
    /// Creates the limits that settings ask for.
    pub(crate) fn new(key: Key, settings: &Settings) -> Self {
        let mut limits = Self {
            samples: None,
            came: NumberMap::default(),
            quota: settings.max_per_host.map(Quota::new),
            prefixes: Prefixes::new(settings),
            suspects: settings.suspects.map(Suspects::new),
            answers: None,
            key,
        };
        if settings.samples > NonZeroU32::MIN {
            limits.samples = Some(Samples::new(settings.samples));
        }
        if let Some(least) = settings.same_answer {
            let answers = Answers::new(limits.key.clone(), least, settings.two_pass);
            limits.answers = Some(Box::new(answers));
        }
        limits
    }

    /// Starts a batch.
    pub(crate) fn begin(&mut self) {
        if let Some(answers) = &mut self.answers {
            answers.begin();
        }
    }

    /// Whether there are no limits.
    pub fn are_none(&self) -> bool {
        self.samples.is_none()
            && self.quota.is_none()
            && self.prefixes.is_none()
            && self.suspects.is_none()
            && self.answers.is_none()
    }

    /// Forgets the lines, but keeps what was learned from answers.
    pub(crate) fn restart(&mut self, settings: &Settings) {
        let mut answers = self.answers.take();
        if let Some(answers) = &mut answers {
            answers.restart();
        }
        *self = Self {
            answers,
            ..Self::new(self.key.clone(), settings)
        };
    }

    /// Counts a printed line of a host, of this run or an earlier one.
    pub fn recall_line(&mut self, service: u64) {
        if let Some(quota) = &mut self.quota {
            quota.take(service);
        }
    }

    /// Counts a line of a path prefix that was printed in an earlier run.
    pub fn recall_prefix(&mut self, scanner: &Scanner, service: u64, line: &[u8]) {
        self.take_prefix(self.prefix(scanner, service, line));
    }

    /// The path prefix that a line counts towards, if prefixes are limited.
    fn prefix(&self, scanner: &Scanner, service: u64, line: &[u8]) -> Option<LimitedPrefix> {
        let prefixes = self.prefixes.as_ref()?;
        scanner.parts(line, |address| prefixes.of(&scanner.key, service, address))?
    }

    fn take_prefix(&mut self, prefix: Option<LimitedPrefix>) {
        if let Some(prefixes) = &mut self.prefixes
            && let Some(prefix) = prefix
        {
            prefixes.take(prefix);
        }
    }

    /// Returns the limit that has been reached for a line of a host below this prefix, if any.
    fn lacks_room(&self, service: u64, prefix: Option<LimitedPrefix>) -> Option<Reason> {
        if let Some(quota) = &self.quota
            && !quota.has_room(service)
        {
            return Some(Reason::MaxPerHost);
        }
        if let Some(prefixes) = &self.prefixes
            && let Some(prefix) = prefix
            && !prefixes.has_room(prefix)
        {
            return Some(Reason::MaxPerPrefix);
        }
        None
    }

    /// Restores a group of an earlier run, by the hash of its first line.
    pub fn recall_group(&mut self, group: Id, line: u64) {
        self.start_group(group, || line);
    }

    /// Counts the answer of a group's first line, of an earlier run.
    pub fn recall_answer(&mut self, group: Id, scanner: &Scanner, line: &[u8]) {
        if let Some(answers) = &mut self.answers {
            answers.recall(group, scanner, line);
        }
    }

    /// Restores a further sample of a group. The same line may have started another group since.
    pub fn recall_sample(&mut self, group: Id, line: u64) {
        if let Some(samples) = &mut self.samples
            && let Some(taken) = samples.taken.get_mut(&group)
        {
            *taken += 1;
            self.came.entry(line).or_insert(group);
        }
    }

    /// Whether lines that are similar to kept ones may be printed as further samples.
    fn adds_samples(&self) -> bool {
        self.samples.is_some() || self.suspects.is_some()
    }

    /// Starts a group with the first line that is printed of it.
    fn start_group(&mut self, group: Id, line: impl FnOnce() -> u64) {
        if let Some(samples) = &mut self.samples {
            samples.taken.insert(group, 1);
        }
        if self.adds_samples() {
            self.came.entry(line()).or_insert(group);
        }
    }

    /// Forgets the samples and answers of groups that are not `wanted`.
    pub(crate) fn retain(&mut self, wanted: impl Fn(Id) -> bool) {
        if let Some(answers) = &mut self.answers {
            answers.retain(&wanted);
        }
        if let Some(samples) = &mut self.samples {
            samples.taken.retain(|group, _| wanted(*group));
        }
        self.came.retain(|_, group| wanted(*group));
    }

    fn verdict(&mut self, kind: EventKind, limited: Option<LimitedUrl>, line: &[u8]) -> Verdict {
        let Some(LimitedUrl { service, prefix }) = limited else {
            return kind.verdict();
        };
        let verdict = match kind {
            EventKind::New(id) => {
                let key = self.key.clone();
                self.start_group(id, || key.line(line));
                Verdict::Kept
            }
            EventKind::Similar {
                to,
                learned,
                unsettled,
                sampled,
            } => {
                if self.lacks_room(service, prefix).is_some() {
                    return Verdict::Similar;
                }
                let mut is_sample = sampled;
                if let Some(samples) = &mut self.samples
                    && let Some(group) = to
                {
                    let came = &self.came;
                    let key = &self.key;
                    is_sample |= samples.take(group, || came.contains_key(&key.line(line)));
                }
                if self.adds_samples() && (is_sample || learned || unsettled) {
                    let group = to.unwrap_or_default();
                    self.came.entry(self.key.line(line)).or_insert(group);
                }
                if is_sample {
                    Verdict::Sample
                } else {
                    Verdict::Similar
                }
            }
            kind => return kind.verdict(),
        };
        if verdict.is_printed() {
            self.recall_line(service);
            self.take_prefix(prefix);
        }
        verdict
    }

    /// Memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        let mut bytes = 0;
        if let Some(samples) = &self.samples {
            bytes += samples.taken.reserved_bytes();
        }
        bytes += self.came.reserved_bytes();
        if let Some(quota) = &self.quota {
            bytes += quota.heap_bytes();
        }
        if let Some(prefixes) = &self.prefixes {
            bytes += prefixes.heap_bytes();
        }
        if let Some(suspects) = &self.suspects {
            bytes += suspects.heap_bytes();
        }
        if let Some(answers) = &self.answers {
            bytes += answers.heap_bytes();
        }
        bytes
    }
}

impl Policy for KeptLimits {
    fn start(&mut self, record: usize, _: &mut KeptAndLearned, _: Scanning<'_>) {
        if let Some(answers) = &mut self.answers {
            answers.start(record);
        }
    }

    fn recalls(&mut self, line: ScannedLine<'_>, url: &Url) -> Option<Id> {
        self.answers.as_mut()?.recalls(line.batch, url)
    }

    fn refuses(&self, scanning: Scanning<'_>, url: &Url, line: &[u8]) -> Option<Reason> {
        let prefix = self.prefix(scanning.scanner, url.service, line);
        self.lacks_room(url.service, prefix)
    }

    fn judge(&mut self, event: &Event<'_>) -> Verdict {
        let mut kind = event.kind;
        if let Some(suspects) = &mut self.suspects
            && let EventKind::Similar {
                learned: true,
                sampled,
                ..
            } = &mut kind
            && !self.came.contains_key(&self.key.line(event.line))
        {
            *sampled |= suspects.take(event);
        }
        // Finding the prefix means parsing the line again, so it is done only for lines that may be
        // printed.
        let may_be_printed = match kind {
            EventKind::New(_) => true,
            EventKind::Similar { sampled, .. } => sampled || self.samples.is_some(),
            _ => false,
        };
        let limited = event.url().map(|url| LimitedUrl {
            service: url.service,
            prefix: if may_be_printed {
                self.prefix(event.scanner, url.service, event.line)
            } else {
                None
            },
        });
        let verdict = self.verdict(kind, limited, event.line);
        if let Some(answers) = &mut self.answers {
            answers.judge(event, verdict);
        }
        verdict
    }
}

/// The host and path prefix towards whose limits a URL counts.
#[derive(Clone, Copy)]
struct LimitedUrl {
    service: u64,
    /// `None` if prefixes are not limited, or the line cannot be printed anyway.
    prefix: Option<LimitedPrefix>,
}

/// Applies the limits of a filter and then another policy.
pub struct LimitsThen<'a, P> {
    pub limits: &'a mut KeptLimits,
    pub policy: &'a mut P,
}

impl<P: Policy> Policy for LimitsThen<'_, P> {
    fn expires(&self) -> bool {
        self.policy.expires()
    }

    fn start(&mut self, record: usize, known: &mut KeptAndLearned, scanning: Scanning<'_>) {
        self.limits.start(record, known, scanning);
        self.policy.start(record, known, scanning);
    }

    fn lives(&self, id: Id) -> bool {
        self.policy.lives(id)
    }

    fn is_purge_due(&self) -> bool {
        self.policy.is_purge_due()
    }

    fn purge(&mut self, known: &mut KeptAndLearned, scanning: Scanning<'_>) {
        self.policy.purge(known, scanning);
        self.limits.retain(|id| self.policy.lives(id));
    }

    fn refuses(&self, scanning: Scanning<'_>, url: &Url, line: &[u8]) -> Option<Reason> {
        self.limits
            .refuses(scanning, url, line)
            .or_else(|| self.policy.refuses(scanning, url, line))
    }

    fn came_before(&self, line: &[u8]) -> Option<Id> {
        self.policy.came_before(line)
    }

    fn recalls(&mut self, line: ScannedLine<'_>, url: &Url) -> Option<Id> {
        if let Some(id) = self.policy.recalls(line, url) {
            return Some(id);
        }
        let id = self.limits.recalls(line, url)?;
        if self.policy.lives(id) {
            return Some(id);
        }
        if let Some(answers) = &mut self.limits.answers {
            answers.forget();
        }
        None
    }

    fn judge(&mut self, event: &Event<'_>) -> Verdict {
        // A line may be found in another group than before, with room for a sample.
        let is_dropped = self.limits.samples.is_some()
            && matches!(event.kind, EventKind::Similar { .. })
            && self.policy.came_before(event.line).is_some();
        let verdict = if is_dropped {
            Verdict::Similar
        } else {
            self.limits.judge(event)
        };
        let mut event = *event;
        event.verdict = verdict;
        self.policy.judge(&event)
    }
}

/// Counts the lines kept in each group.
#[derive(Clone, Debug)]
struct Samples {
    /// Largest number of lines kept in a group, the first included.
    limit: NonZeroU32,
    /// Number of lines kept so far.
    taken: NumberMap<u32>,
}

impl Samples {
    fn new(limit: NonZeroU32) -> Self {
        Self {
            limit,
            taken: NumberMap::default(),
        }
    }

    /// Keeps a line as a further sample if its group has room and it did not come before.
    fn take(&mut self, group: Id, came: impl FnOnce() -> bool) -> bool {
        // A group that was forgotten meanwhile takes no more samples.
        let Some(taken) = self.taken.get_mut(&group) else {
            return false;
        };
        if *taken >= self.limit.get() || came() {
            return false;
        }
        *taken += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITED: LimitedUrl = LimitedUrl {
        service: 7,
        prefix: None,
    };

    fn settings(samples: u32, per_host: u32) -> Settings {
        Settings {
            samples: NonZeroU32::new(samples).expect("above 0"),
            max_per_host: NonZeroU32::new(per_host),
            ..Settings::default()
        }
    }

    fn limits(samples: u32, per_host: u32) -> KeptLimits {
        KeptLimits::new(Key::new([1, 2]), &settings(samples, per_host))
    }

    fn has_room(limits: &KeptLimits, service: u64) -> bool {
        limits.lacks_room(service, None).is_none()
    }

    const SIMILAR: EventKind = EventKind::Similar {
        to: Some(0),
        learned: false,
        unsettled: false,
        sampled: false,
    };

    #[test]
    fn samples_are_the_first_lines_of_a_group_that_differ() {
        let mut limits = limits(3, 0);
        assert_eq!(
            limits.verdict(EventKind::New(0), Some(LIMITED), b"a"),
            Verdict::Kept
        );
        let mut judge = |line: &[u8]| limits.verdict(SIMILAR, Some(LIMITED), line);
        assert_eq!(judge(b"a\r"), Verdict::Similar, "printed before");
        assert_eq!(judge(b"b"), Verdict::Sample);
        assert_eq!(judge(b"b"), Verdict::Similar);
        assert_eq!(judge(b"c"), Verdict::Sample);
        assert_eq!(judge(b"d"), Verdict::Similar, "three are printed");
        limits.retain(|_| false);
        assert_eq!(
            limits.verdict(SIMILAR, Some(LIMITED), b"e"),
            Verdict::Similar,
            "its group was forgotten"
        );
    }

    #[test]
    fn a_sample_that_started_another_group_later_still_counts_in_its_first_one() {
        let (mut limits, first) = (limits(2, 0), Key::new([1, 2]).line(b"b"));
        limits.recall_group(0, 5);
        limits.recall_group(1, first);
        limits.recall_sample(0, first);
        assert_eq!(
            limits.verdict(SIMILAR, Some(LIMITED), b"c"),
            Verdict::Similar,
            "two are printed"
        );
    }

    #[test]
    fn samples_count_for_their_host() {
        let mut limits = limits(3, 2);
        assert!(has_room(&limits, 7));
        limits.verdict(EventKind::New(0), Some(LIMITED), b"a");
        assert!(has_room(&limits, 7));
        assert_eq!(
            limits.verdict(SIMILAR, Some(LIMITED), b"b"),
            Verdict::Sample
        );
        assert!(!has_room(&limits, 7) && has_room(&limits, 8));
        assert_eq!(
            limits.verdict(SIMILAR, Some(LIMITED), b"c"),
            Verdict::Similar,
            "the host has no room"
        );
        limits.restart(&settings(3, 2));
        assert!(has_room(&limits, 7) && !limits.are_none() && limits.heap_bytes() < 1000);
    }

    #[test]
    fn lines_that_are_not_urls_are_not_counted() {
        let mut limits = limits(2, 1);
        assert_eq!(
            limits.verdict(EventKind::NewOther(0), None, b"x"),
            Verdict::NotUrl
        );
        assert_eq!(
            limits.verdict(EventKind::SameOther(Some(0)), None, b"x"),
            Verdict::Repeated
        );
    }
}
