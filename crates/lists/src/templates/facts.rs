//! Counts the lines of each group by scheme and classes, method and status.

use super::numbers::Numbered;
use std::collections::hash_map::Entry;
use urlsift_core::similar::table::NumberMap;
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
    pub(super) scheme: Box<str>,
    pub(super) of_parts: Box<[&'static str]>,
}

impl LineClasses {
    pub(super) fn of(parts: &TemplateParts) -> Self {
        let nodes = parts
            .path
            .iter()
            .chain(parts.route.iter().flatten())
            .map(|part| part.class);
        let of_parts = nodes
            .chain(parts.params.iter().map(|param| param.class))
            .collect();
        Self {
            scheme: parts.web.as_str().into(),
            of_parts,
        }
    }
}

/// Counts for all groups.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupFacts {
    counted: Vec<CountedFact>,
    /// The place of each count, by a hash of group and fact.
    places: NumberMap<u32>,
    facts: Numbered<LineFact>,
}

/// The lines of a group with a fact.
#[derive(Clone, Copy, Debug)]
struct CountedFact {
    group: u32,
    fact: u32,
    lines: u64,
}

impl GroupFacts {
    /// Counts a line of a group. The fact is asked for if the hash of both is new; `None` is not
    /// counted.
    pub(super) fn count(&mut self, group: u32, hash: u64, fact: impl FnOnce() -> Option<LineFact>) {
        let at = match self.places.entry(hash) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                let Some(fact) = fact() else { return };
                self.counted.push(CountedFact {
                    group,
                    fact: self.facts.number(fact),
                    lines: 0,
                });
                *place.insert(self.counted.len() as u32 - 1)
            }
        };
        self.counted[at as usize].lines += 1;
    }

    /// Sorts the counts by group, after the last line.
    pub(super) fn settle(&mut self) {
        self.places = NumberMap::default();
        self.counted.sort_unstable_by_key(|counted| counted.group);
    }

    /// Returns the facts of the lines of a group with their counts, once they are settled.
    pub(super) fn of(&self, group: u32) -> impl Iterator<Item = (&LineFact, u64)> {
        let start = self
            .counted
            .partition_point(|counted| counted.group < group);
        let counted = self.counted[start..]
            .iter()
            .take_while(move |counted| counted.group == group);
        counted.filter_map(|counted| Some((self.facts.get(counted.fact)?, counted.lines)))
    }
}
