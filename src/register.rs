//! What is remembered beyond the verdicts, by those who ask for it: names of groups, samples, and the kept lines themselves.
//!
//! Every kept line and every line that is not a URL starts a *group*; groups are numbered in the order in which they start. Nothing here
//! changes a verdict, but for [`Samples`].

use crate::explain::lines::Lines;
use crate::index::Id;
use crate::table::{Spread, Uniform};
use crate::variant::Variant;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::BuildHasherDefault;
use std::num::NonZeroU32;

/// How much a filter remembers beyond its verdicts. Each level includes those before it.
///
/// Costs are those of a million mixed lines at the default threshold, of which a tenth is kept, against the first level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Detail {
    /// Nothing.
    #[default]
    Verdicts,
    /// How each line was read, so that [`Sift::shape`](crate::Sift::shape) shows what was learned. Negligible cost.
    Shapes,
    /// To which group each line belongs: [`Decision::group`]. Every band remembers its representative.
    Groups,
    /// Why a line is similar: [`Sift::explain`](crate::Sift::explain). Every kept line is held in memory.
    Explanations,
}

/// What is known of one line beyond its verdict.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Decision {
    /// The number of the line's group, from [`Detail::Groups`] on; `None` for an empty line.
    ///
    /// A kept line and a line that is not a URL start a group each; groups are numbered from 0 in the order in which they start. A
    /// similar line belongs to the group of the earliest representative that it was found similar to, a repeated line to the
    /// first of its kind. In a [`Session`](crate::memory::Session), also `None` for a line of a group that started in an earlier run.
    pub group: Option<u64>,
    /// Stands for the URL's host and port, and its scheme where that is another service than the web: lines of one filter have the
    /// same number if and only if they have the same host, up to collisions of 64-bit hashes. `None` for a line that is not a URL.
    pub host: Option<u64>,
    /// Whether the line starts the group.
    pub(crate) leads: bool,
    pub(crate) variant: Variant,
    /// Hashes the line's template, where it is known without the line.
    pub(crate) template: Option<u64>,
}

/// Everything that is remembered.
#[derive(Clone, Debug)]
pub(crate) struct Register {
    detail: Detail,
    /// What became of the records of the last call.
    pub(crate) decisions: Vec<Decision>,
    /// Groups so far, for those who number them, and how many of them started in other runs.
    groups: Id,
    earlier: Id,
    /// The groups of lines that are not URLs.
    others: HashMap<u64, Id, BuildHasherDefault<Uniform>>,
    samples: Option<Samples>,
    /// Records so far.
    records: u64,
    pub(crate) lines: Lines,
}

impl Register {
    /// `None` if nothing is to be remembered.
    pub(crate) fn new(detail: Detail, samples: NonZeroU32) -> Option<Box<Self>> {
        let samples = (samples > NonZeroU32::MIN).then(|| Samples::new(samples));
        (detail > Detail::Verdicts || samples.is_some()).then(|| {
            Box::new(Self {
                detail,
                decisions: Vec::new(),
                groups: 0,
                earlier: 0,
                others: HashMap::default(),
                samples,
                records: 0,
                lines: Lines::default(),
            })
        })
    }

    /// Whether it is to be told as which variants lines are entered: those who want samples alone do not see them.
    pub(crate) fn needs_variants(&self) -> bool {
        self.detail > Detail::Verdicts
    }

    /// The number that the next group has.
    pub(crate) fn next(&self) -> Id {
        self.groups
    }

    /// Sets the number that the next group has: those that are remembered from other runs come first.
    pub(crate) fn number_from(&mut self, group: Id) {
        self.groups = group;
    }

    /// Notes that the groups below this number started in other runs: decisions do not name them, and number from it on.
    pub(crate) fn number_decisions_from(&mut self, group: Id) {
        self.earlier = group;
    }

    /// Recalls a group that was remembered, by the hash of its first line.
    pub(crate) fn recall_group(&mut self, group: Id, line: u64) {
        if let Some(samples) = &mut self.samples {
            samples.start(group, line);
        }
    }

    /// Recalls a further sample of a group.
    pub(crate) fn recall_sample(&mut self, group: Id, line: u64) {
        if let Some(samples) = &mut self.samples {
            samples.take(group, || line);
        }
    }

    /// Forgets the samples of groups that are not `wanted`.
    pub(crate) fn retain(&mut self, wanted: impl Fn(Id) -> bool) {
        if let Some(samples) = &mut self.samples {
            samples.taken.retain(|group, _| wanted(*group));
            samples.lines.retain(|_, group| wanted(*group));
        }
    }

    /// Notes a line that starts a group, with its URL if that cannot be found again, and the variants as which it was entered; its own is
    /// the last.
    pub(crate) fn kept(
        &mut self,
        hash: impl FnOnce() -> u64,
        line: (&[u8], Option<&[u8]>),
        variants: &[Variant],
    ) {
        if let Some(samples) = &mut self.samples {
            samples.start(self.groups, hash());
        }
        self.start(line, variants.last().cloned().unwrap_or_default(), variants);
    }

    /// Notes a line that is not a URL; `true` if it is the first of its kind.
    pub(crate) fn other(&mut self, hash: u64, line: &[u8]) -> bool {
        let next = self.groups;
        let group = *self.others.entry(hash).or_insert(next);
        if group == next {
            self.start((line, None), Variant::default(), &[]);
            return true;
        }
        self.note(Decision { group: Some(group), ..Decision::default() });
        false
    }

    /// Notes a line that is not a URL, of a group that is numbered elsewhere.
    pub(crate) fn noted_other(&mut self, group: Id, first: bool, line: &[u8]) -> bool {
        if first {
            self.start((line, None), Variant::default(), &[]);
        } else {
            self.note(Decision { group: Some(group), ..Decision::default() });
        }
        first
    }

    /// Notes a line that belongs to a group; `true` if it is one of its samples, where there is room for any.
    pub(crate) fn similar(
        &mut self,
        group: Option<Id>,
        has_room: bool,
        hash: impl FnOnce() -> u64,
        variant: Variant,
    ) -> bool {
        self.note(Decision { group, variant, ..Decision::default() });
        let samples = self.samples.as_mut().filter(|_| has_room).zip(group);
        samples.is_some_and(|(samples, group)| samples.take(group, hash))
    }

    /// Adds to the last decision its URL's host, and what the line's template is recognised by, for those who may show many.
    pub(crate) fn recognise(&mut self, host: u64, template: impl FnOnce(&Variant) -> Option<u64>) {
        let Some(decision) = self.decisions.last_mut() else { return };
        decision.host = Some(host);
        if matches!(self.detail, Detail::Shapes | Detail::Explanations) {
            decision.template = template(&decision.variant);
            if decision.leads {
                self.lines.recognise(decision.template);
            }
        }
    }

    /// Notes a line that belongs to no group: it is empty, or not wanted.
    pub(crate) fn empty(&mut self) {
        self.note(Decision::default());
    }

    /// Bytes that it holds, about.
    pub(crate) fn memory(&self) -> usize {
        let samples = self.samples.as_ref();
        self.others.capacity() * size_of::<(u64, Id)>()
            + samples.map_or(0, |samples| {
                samples.taken.capacity() * size_of::<(Id, u32)>()
                    + samples.lines.capacity() * size_of::<(u64, Id)>()
            })
            + self.lines.memory()
    }

    fn start(&mut self, line: (&[u8], Option<&[u8]>), variant: Variant, variants: &[Variant]) {
        let group = self.groups;
        self.groups += 1;
        self.note(Decision { group: Some(group), leads: true, variant, ..Decision::default() });
        if self.detail >= Detail::Explanations {
            self.lines.push(line, self.records, variants);
        }
    }

    fn note(&mut self, mut decision: Decision) {
        self.records += 1;
        decision.group = match decision.group {
            Some(group) if self.detail >= Detail::Groups => group.checked_sub(self.earlier),
            _ => None,
        };
        if self.detail > Detail::Verdicts {
            self.decisions.push(decision);
        }
    }
}

/// Which further lines of each group are kept.
#[derive(Clone, Debug)]
struct Samples {
    /// How many lines of a group are kept, its representative included.
    limit: NonZeroU32,
    /// How many are.
    taken: HashMap<Id, u32, BuildHasherDefault<Spread>>,
    /// The groups of all kept lines, by the hashes of the lines.
    lines: HashMap<u64, Id, BuildHasherDefault<Uniform>>,
}

impl Samples {
    fn new(limit: NonZeroU32) -> Self {
        Self { limit, taken: HashMap::default(), lines: HashMap::default() }
    }

    fn start(&mut self, group: Id, line: u64) {
        self.taken.insert(group, 1);
        self.lines.entry(line).or_insert(group);
    }

    /// Whether a line is a further sample: there is room in its group, and it was not printed before.
    fn take(&mut self, group: Id, line: impl FnOnce() -> u64) -> bool {
        // What was forgotten meanwhile has room for no line.
        let Some(taken) = self.taken.get_mut(&group) else { return false };
        if *taken >= self.limit.get() {
            return false;
        }
        let Entry::Vacant(vacant) = self.lines.entry(line()) else { return false };
        vacant.insert(group);
        *taken += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn register(detail: Detail, samples: u32) -> Option<Box<Register>> {
        Register::new(detail, NonZeroU32::new(samples).expect("above 0"))
    }

    #[test]
    fn nothing_is_remembered_for_those_who_do_not_ask() {
        assert!(register(Detail::Verdicts, 1).is_none());
        assert!(register(Detail::Verdicts, 2).is_some());
        assert!(register(Detail::Shapes, 1).is_some());
    }

    #[test]
    fn groups_are_numbered_in_the_order_in_which_they_start() {
        let mut register = register(Detail::Explanations, 1).expect("it is wanted");
        let own = || [Variant::default()];
        register.kept(|| 1, (b"first", None), &own());
        register.empty();
        assert!(register.other(77, b"junk"));
        assert!(!register.other(77, b"junk"), "the same bytes");
        register.kept(|| 2, (b"second", None), &own());
        register.similar(Some(0), true, || 3, Variant::default());
        let groups: Vec<_> =
            register.decisions.iter().map(|decision| (decision.group, decision.leads)).collect();
        let expected = [
            (Some(0), true),
            (None, false),
            (Some(1), true),
            (Some(1), false),
            (Some(2), true),
            (Some(0), false),
        ];
        assert_eq!(groups, expected);
        assert_eq!(register.lines.get(0), Some((&b"first"[..], 1)));
        assert_eq!(register.lines.get(1), Some((&b"junk"[..], 3)));
        assert_eq!(register.lines.get(2), Some((&b"second"[..], 5)));
        assert_eq!(register.lines.get(3), None);
        assert_eq!(register.next(), 3);
    }

    #[test]
    fn samples_are_the_first_lines_of_a_group_that_differ() {
        let mut register = register(Detail::Verdicts, 3).expect("it is wanted");
        register.kept(|| 10, (b"", None), &[]);
        let mut is_sample = |line| register.similar(Some(0), true, || line, Variant::default());
        assert!(!is_sample(10), "printed before");
        assert!(is_sample(11));
        assert!(!is_sample(11));
        assert!(is_sample(12));
        assert!(!is_sample(13), "three are printed");
        assert!(register.decisions.is_empty(), "nobody asked for them");
    }
}
