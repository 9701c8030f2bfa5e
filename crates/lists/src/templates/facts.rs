//! Counts the lines of each group by scheme and classes, method and status.

use super::numbers::Numbered;
use urlsift_core::tally::{NumberTally, Tallied};
use urlsift_explain::templates::TemplateParts;

/// A fact by which the lines of a group are counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum LineFact {
    /// `None` if the line cannot be read once more.
    Classes(Option<LineClasses>),
    Method(String),
    Status(u16),
}

/// A scheme, the classes of the segments of path and route, and then those of the parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct LineClasses {
    pub scheme: Box<str>,
    pub of_parts: Box<[&'static str]>,
}

impl LineClasses {
    pub(super) fn of(parts: &TemplateParts) -> Self {
        let mut of_parts = Vec::new();
        for part in parts.path.iter().chain(parts.route.iter().flatten()) {
            of_parts.push(part.class);
        }
        for param in &parts.params {
            of_parts.push(param.class);
        }
        Self {
            scheme: parts.web.as_str().into(),
            of_parts: of_parts.into(),
        }
    }
}

/// Counts the lines of all groups by their facts.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupFacts {
    /// By a hash of group and fact.
    counts: NumberTally<GroupFact>,
    facts: Numbered<LineFact>,
}

/// A fact of lines of a group.
#[derive(Clone, Copy, Debug)]
struct GroupFact {
    group: u32,
    /// The number of the fact.
    fact: u32,
}

impl GroupFacts {
    /// Counts a line of a group. The fact is asked for if the hash of both is new; `None` is not
    /// counted.
    pub(super) fn count(&mut self, group: u32, hash: u64, fact: impl FnOnce() -> Option<LineFact>) {
        let first = || {
            let fact = self.facts.number(fact()?);
            Some(GroupFact { group, fact })
        };
        self.counts.count(hash, 1, first);
    }

    /// Sorts the counts by group, after the last line.
    pub(super) fn sorted(self) -> SortedFacts {
        let mut counts: Vec<_> = self.counts.into_values().collect();
        counts.sort_unstable_by_key(|count| count.first.group);
        SortedFacts {
            counts,
            facts: self.facts,
        }
    }
}

/// The counts of all groups, by group.
#[derive(Clone, Debug)]
pub(super) struct SortedFacts {
    counts: Vec<Tallied<GroupFact>>,
    facts: Numbered<LineFact>,
}

impl SortedFacts {
    /// Returns the facts of the lines of a group with their counts.
    pub(super) fn of(&self, group: u32) -> impl Iterator<Item = (&LineFact, u64)> {
        let counts = &self.counts;
        let start = counts.partition_point(|count| count.first.group < group);
        let end = counts.partition_point(|count| count.first.group <= group);
        counts[start..end].iter().filter_map(|count| {
            let fact = self.facts.get(count.first.fact)?;
            Some((fact, count.lines))
        })
    }
}
