//! Counts and stores the lines of one group of the filter until its template is known.
//!
//! Most groups have one line, so the data of the kept line is read from it at the end.

use super::counts::LineCounts;
use super::segment;
use std::collections::HashMap;
use urlsift_core::{Exchange, Sift};
use urlsift_explain::Decision;
use urlsift_explain::templates::{
    TemplateParts, TemplateValues, VariablePositions, own_template, template_values,
};

/// The most examples of a group in addition to its kept line.
pub(super) const EXAMPLES: usize = 3;

/// The longest example, in bytes.
pub(super) const LONGEST: usize = 2048;

/// Number of first lines of each group that are read for values; later, only the lines at which the
/// group has doubled are read.
const FIRST: u64 = 4;

/// The most methods that are counted.
const METHODS: usize = 20;

/// The lines of a group. Most have one, so everything beyond that is apart.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupLines {
    pub(super) lines: u64,
    /// The number of its first line among all records, from 1.
    pub(super) record: u64,
    pub(super) kept: Box<[u8]>,
    /// A hash of the classes of the kept line.
    pub(super) classes: u64,
    more: Option<Box<FurtherLines>>,
}

/// The lines of a group, beside the text of the kept one.
#[derive(Clone, Debug, Default)]
pub(super) struct FurtherLines {
    pub(super) examples: Vec<Box<[u8]>>,
    pub(super) methods: LineCounts<String>,
    pub(super) statuses: LineCounts<u16>,
    /// Some values of each segment of path and route, with a `#` between.
    pub(super) segments: Vec<Vec<String>>,
    /// Some values of each parameter, by the name that templates show.
    pub(super) values: Vec<(String, Vec<String>)>,
    /// Counts of lines by classes other than those of the kept line; at the end, by all.
    pub(super) classes: Vec<CountedClasses>,
    pub(super) variable: VariablePositions,
}

/// The number of lines with these classes and this scheme.
#[derive(Clone, Debug)]
pub(super) struct CountedClasses {
    pub(super) lines: u64,
    /// `None` if the line cannot be read once more.
    pub(super) what: Option<Box<LineClasses>>,
}

/// A scheme, the classes of the segments of path and route, and then those of the parameters.
#[derive(Clone, Debug)]
pub(super) struct LineClasses {
    pub(super) scheme: Box<str>,
    pub(super) of_parts: Box<[&'static str]>,
}

impl LineClasses {
    pub(super) fn of(parts: &TemplateParts) -> Self {
        let nodes = parts.path.iter().chain(parts.route.iter().flatten()).map(|part| part.class);
        let of_parts = nodes.chain(parts.params.iter().map(|param| param.class)).collect();
        Self { scheme: parts.web.as_str().into(), of_parts }
    }
}

impl GroupLines {
    pub(super) fn new(record: u64, kept: &[u8], classes: u64) -> Self {
        Self { record, kept: kept.into(), classes, ..Self::default() }
    }

    /// Returns what is known beside the kept line, for more.
    pub(super) fn more(&mut self) -> &mut FurtherLines {
        self.more.get_or_insert_default()
    }

    /// Notes the positions that were variable for a line.
    pub(super) fn note_decision(&mut self, decision: &Decision) {
        let mut found = VariablePositions::default();
        found.note(decision);
        if found != VariablePositions::default() {
            self.more().variable.note(decision);
        }
    }

    /// Counts lines. Returns whether this line should be read for values; the first one, which is
    /// kept, should not.
    pub(super) fn count(&mut self, lines: u64) -> bool {
        self.lines += lines;
        self.lines > lines && (self.lines <= FIRST || self.lines.is_power_of_two())
    }

    /// Stores a line as an example: the first few, replaced one by one by later ones.
    pub(super) fn hold(&mut self, line: &[u8]) {
        if line.len() > LONGEST || *line == *self.kept {
            return;
        }
        let examples = &mut self.more().examples;
        if examples.iter().any(|held| **held == *line) {
            return;
        }
        if examples.len() == EXAMPLES {
            examples.remove(0);
        }
        examples.reserve_exact(1);
        examples.push(line.into());
    }

    /// Counts the method and the status of a record, if it has them.
    pub(super) fn note_exchange(&mut self, exchange: Exchange) {
        if exchange.method.is_some() || exchange.status.is_some() {
            self.more().note_exchange(exchange);
        }
    }

    /// Returns what all lines have: the values of the kept line first, and the counts of all classes.
    pub(super) fn complete(&mut self, sift: &Sift) -> FurtherLines {
        let mut all = self.more.take().map(|more| *more).unwrap_or_default();
        if let Some(found) = template_values(sift, &self.kept) {
            let segments = std::mem::take(&mut all.segments);
            let values = std::mem::take(&mut all.values);
            all.note_values(&found);
            for (held, later) in all.segments.iter_mut().zip(&segments) {
                for value in later {
                    segment::note(held, value);
                }
            }
            all.note_named(
                values.iter().flat_map(|(name, later)| later.iter().map(|it| (name.as_str(), it.as_str()))),
            );
        }
        if let Some(parts) = own_template(sift, &self.kept) {
            let lines = self.lines - all.classes.iter().map(|counted| counted.lines).sum::<u64>();
            all.classes.insert(0, CountedClasses { lines, what: Some(Box::new(LineClasses::of(&parts))) });
        }
        all
    }

    /// Returns the approximate memory in bytes without its own size.
    pub(super) fn memory(&self) -> usize {
        self.kept.len() + self.more.as_ref().map_or(0, |more| more.memory())
    }

    /// Returns the positions that were variable for any of its lines.
    pub(super) fn variable(&self) -> VariablePositions {
        self.more.as_ref().map(|more| more.variable.clone()).unwrap_or_default()
    }
}

impl FurtherLines {
    /// Stores values of a line.
    pub(super) fn note_values(&mut self, found: &TemplateValues) {
        if self.segments.len() < found.segments.len() {
            self.segments.reserve_exact(found.segments.len());
            self.segments.resize_with(found.segments.len(), Vec::new);
        }
        for (held, value) in self.segments.iter_mut().zip(&found.segments) {
            segment::note(held, value);
        }
        self.note_named(found.values.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    }

    /// Stores values of parameters, each with its name.
    fn note_named<'v>(&mut self, named: impl Iterator<Item = (&'v str, &'v str)> + Clone) {
        let mut places: HashMap<&str, usize> =
            self.values.iter().enumerate().map(|(place, (name, _))| (name.as_str(), place)).collect();
        let place = |(name, _)| {
            let next = places.len();
            *places.entry(name).or_insert(next)
        };
        let found: Vec<usize> = named.clone().map(place).collect();
        for ((name, value), place) in named.zip(found) {
            if place == self.values.len() {
                self.values.push((name.to_owned(), Vec::new()));
            }
            segment::note(&mut self.values[place].1, value);
        }
    }

    fn note_exchange(&mut self, exchange: Exchange) {
        if let Some(method) = exchange.method
            && (self.methods.len() < METHODS || self.methods.iter().any(|(known, _)| *known == method))
        {
            self.methods.add(method.as_str(), 1);
        }
        if let Some(status) = exchange.status {
            self.statuses.add(&status, 1);
        }
    }

    fn memory(&self) -> usize {
        let texts =
            |texts: &Vec<String>| texts.iter().map(|text| size_of::<String>() + text.len()).sum::<usize>();
        size_of::<Self>()
            + self.examples.iter().map(|line| size_of::<Box<[u8]>>() + line.len()).sum::<usize>()
            + self.segments.iter().map(|values| size_of::<Vec<String>>() + texts(values)).sum::<usize>()
            + self
                .values
                .iter()
                .map(|(name, values)| size_of::<(String, Vec<String>)>() + name.len() + texts(values))
                .sum::<usize>()
            + self.classes.iter().map(CountedClasses::memory).sum::<usize>()
            + self.methods.len() * size_of::<(String, u64)>()
            + self.statuses.len() * size_of::<(u16, u64)>()
    }
}

impl CountedClasses {
    fn memory(&self) -> usize {
        let what =
            self.what.as_ref().map_or(0, |what| size_of::<LineClasses>() + size_of_val(&*what.of_parts));
        size_of::<Self>() + what
    }
}
