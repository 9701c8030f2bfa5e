//! A row of the tables of rules.

use crate::token::class::Class;
use crate::token::surroundings::Surroundings;
use crate::token::view::SegmentView;
use std::collections::HashMap;
use std::sync::LazyLock;

/// One way to recognise a class.
pub struct ClassRule {
    /// Its name in `urlsift classes` and in ablations.
    pub name: &'static str,
    pub class: Class,
    /// Sets of kinds of bytes: a matching segment has at least one kind of each set. `PLACED` in a
    /// set: the segments before it decide its meaning.
    pub(in crate::token) kinds: &'static [u8],
    pub(in crate::token) fits: fn(&SegmentView<'_>, Surroundings) -> bool,
    pub why: &'static str,
}

/// The examples of each rule by its name and `takes` or `leaves`.
static EXAMPLES: LazyLock<HashMap<(&str, &str), Vec<&str>>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let mut cells = line.split('\t');
        Some(((cells.next()?, cells.next()?), cells.collect()))
    };
    include_str!("examples.tsv")
        .lines()
        .filter_map(row)
        .collect()
});

impl ClassRule {
    /// Returns paths whose last segment matches. Paths that begin with `/` or `//host/` are whole;
    /// others are the end of a deep path.
    pub fn takes(&self) -> &'static [&'static str] {
        self.examples("takes")
    }

    /// Returns paths whose last segment is left to other rules.
    pub fn leaves(&self) -> &'static [&'static str] {
        self.examples("leaves")
    }

    fn examples(&self, kind: &'static str) -> &'static [&'static str] {
        EXAMPLES.get(&(self.name, kind)).map_or(&[], Vec::as_slice)
    }
}
