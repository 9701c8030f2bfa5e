//! A group, put together from the entries of its host.

use crate::entry::arrival::Arrival;
use crate::entry::{Entry, Kept};
use std::collections::BTreeMap;
use urlsift_core::similar::index::Id;

/// A kept line, with the counts of its group.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Group {
    /// Its number: groups are numbered in the order in which they were kept.
    pub id: u64,
    /// The line that was kept.
    pub line: Vec<u8>,
    /// The time of the kept line, in milliseconds since 1970.
    pub first: i64,
    /// The time of the last line of the group.
    pub last: i64,
    /// The number of lines in each slice of time, by the number of the slice: that many slice
    /// lengths after 1970.
    pub slices: BTreeMap<i64, u64>,
    /// All lines, each once in a slice, if all are
    /// [remembered](crate::SessionBuilder::remember_all).
    pub arrivals: Vec<Arrival>,
}

impl Group {
    /// Creates a group to be entered: its line, the times of that and of the last one, and the
    /// number of lines in each slice of time.
    pub fn new(line: Vec<u8>, first: i64, last: i64, slices: BTreeMap<i64, u64>) -> Self {
        Self {
            id: 0,
            line,
            first,
            last,
            slices,
            arrivals: Vec::new(),
        }
    }

    /// Returns the number of lines of the group.
    pub fn count(&self) -> u64 {
        self.slices.values().sum()
    }

    /// Reads the groups of a host in the order of their numbers. `None`: the entries are damaged.
    pub(crate) fn read_all(entries: &[u8]) -> Option<Vec<Self>> {
        let mut groups: BTreeMap<Id, Self> = BTreeMap::new();
        let mut met = Vec::new();
        for entry in Entry::parse_all(entries) {
            match entry? {
                Entry::Kept(Kept { id, time, line, .. }) => {
                    groups.entry(id).or_insert_with(|| {
                        let mut group = Self::new(line.to_vec(), time, time, BTreeMap::new());
                        group.id = id;
                        group
                    });
                }
                Entry::Met(lines) => met.push(lines),
                _ => {}
            }
        }
        for met in met {
            let Some(group) = groups.get_mut(&met.id) else {
                continue;
            };
            if met.count > 0 {
                *group.slices.entry(met.slice).or_default() += met.count;
            }
            group.last = group.last.max(met.last);
        }
        Some(groups.into_values().collect())
    }
}
