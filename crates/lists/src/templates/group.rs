//! What is known of the lines of one group of the filter, before its template is known.

use super::node::{self, VALUES};
use std::collections::BTreeMap;
use urlsift_core::templates::{Exchange, TemplateParts, TemplateValues, VariablePositions};

/// Lines of a group that are held beside the kept one.
const EXAMPLES: usize = 3;

/// The longest line that is an example, in bytes.
const LONGEST: usize = 2048;

/// So many lines at the start of each group are looked at for values; later, those at which the
/// group has doubled.
const FIRST: u64 = 4;

/// So many names of methods are counted.
const METHODS: usize = 20;

/// The lines of a group.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) lines: u64,
    /// The number of its first line among all records, from 1.
    pub(super) record: u64,
    pub(super) kept: Vec<u8>,
    pub(super) examples: Vec<Vec<u8>>,
    pub(super) methods: BTreeMap<String, u64>,
    pub(super) statuses: BTreeMap<u16, u64>,
    /// Some values of each segment, those of path and route with a `#` between.
    pub(super) segments: Vec<Vec<String>>,
    /// Some values of each parameter, by the name that templates show.
    pub(super) values: BTreeMap<String, Vec<String>>,
    /// How many lines had which classes.
    pub(super) classes: Vec<Counted>,
    pub(super) variable: VariablePositions,
    /// Its first line, as that reads by itself.
    pub(super) own: Option<TemplateParts>,
}

/// How many lines had these classes, and this scheme.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) lines: u64,
    pub(super) scheme: Box<str>,
    /// Those of the segments of path and route, and then those of the parameters.
    pub(super) classes: Box<[&'static str]>,
}

impl Group {
    pub(super) fn new(record: u64, kept: &[u8]) -> Self {
        Self { record, kept: kept.to_vec(), ..Self::default() }
    }

    /// Counts lines, and says whether this one is to be looked at.
    pub(super) fn count(&mut self, lines: u64) -> bool {
        self.lines += lines;
        self.lines <= FIRST || self.lines.is_power_of_two()
    }

    /// Holds a line as an example: the first few, replaced one by one by those that come later.
    pub(super) fn hold(&mut self, line: &[u8]) {
        if line.len() > LONGEST || line == self.kept || self.examples.iter().any(|held| held == line) {
            return;
        }
        if self.examples.len() == EXAMPLES {
            self.examples.remove(0);
        }
        self.examples.push(line.to_vec());
    }

    /// Holds values of a line.
    pub(super) fn note_values(&mut self, found: &TemplateValues) {
        self.segments.resize_with(self.segments.len().max(found.segments.len()), Vec::new);
        for (held, value) in self.segments.iter_mut().zip(&found.segments) {
            node::note(held, value);
        }
        for (name, value) in &found.values {
            node::note(self.values.entry(name.clone()).or_default(), value);
        }
    }

    /// Counts what a record says beside its URL.
    pub(super) fn note_exchange(&mut self, exchange: Exchange, lines: u64) {
        if let Some(method) = exchange.method
            && (self.methods.contains_key(&method) || self.methods.len() < METHODS)
        {
            *self.methods.entry(method).or_default() += lines;
        }
        if let Some(status) = exchange.status {
            *self.statuses.entry(status).or_default() += lines;
        }
    }

    /// Adds the lines of a later group of the same template.
    pub(super) fn join(&mut self, other: Self) {
        self.lines += other.lines;
        for line in other.examples.into_iter().chain([other.kept]) {
            let is_new = line != self.kept && !self.examples.contains(&line);
            if is_new && line.len() <= LONGEST && self.examples.len() < EXAMPLES {
                self.examples.push(line);
            }
        }
        other
            .methods
            .into_iter()
            .for_each(|(method, lines)| *self.methods.entry(method).or_default() += lines);
        other
            .statuses
            .into_iter()
            .for_each(|(status, lines)| *self.statuses.entry(status).or_default() += lines);
        self.segments.resize_with(self.segments.len().max(other.segments.len()), Vec::new);
        for (held, values) in self.segments.iter_mut().zip(&other.segments) {
            for value in values {
                node::note(held, value);
            }
        }
        for (name, values) in &other.values {
            let held = self.values.entry(name.clone()).or_default();
            for value in values {
                node::note(held, value);
            }
        }
        self.classes.extend(other.classes);
    }

    /// Bytes that it holds beside itself, about.
    pub(super) fn memory(&self) -> usize {
        let texts =
            |texts: &Vec<String>| texts.iter().map(|text| size_of::<String>() + text.len()).sum::<usize>();
        self.kept.len()
            + self.examples.iter().map(Vec::len).sum::<usize>()
            + self.segments.iter().map(|values| size_of::<Vec<String>>() + texts(values)).sum::<usize>()
            + self.values.iter().map(|(name, values)| VALUES * name.len() + texts(values)).sum::<usize>()
            + self.classes.iter().map(|it| size_of::<Counted>() + size_of_val(&*it.classes)).sum::<usize>()
    }
}
