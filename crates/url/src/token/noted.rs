//! Records the names of a URL's segments during the walk.

use super::class::Class;
use super::param::QueryContext;
use super::reading::{Reading, Readings};
use super::sink::{Mark, Sink};
use super::surroundings::Surroundings;
use super::traits::Traits;
use super::url_rules::SegmentNames;

/// A sink that records the names of segments, and passes everything on to another sink.
pub(super) struct Noted<'s, S> {
    pub(super) sink: &'s mut S,
    pub(super) names: SegmentNames,
}

impl<S: Sink> Sink for Noted<'_, S> {
    fn segment(&mut self, name: &[u8], surroundings: Surroundings) -> Traits {
        self.names.push(name);
        self.sink.segment(name, surroundings)
    }

    fn mark(&mut self, mark: Mark) {
        self.names.push(mark.name().as_bytes());
        self.sink.mark(mark);
    }

    fn param(&mut self, name: &[u8], value: Option<&[u8]>, query: &QueryContext<'_>) {
        self.sink.param(name, value, query);
    }
}

impl<S: Readings> Readings for Noted<'_, S> {
    fn count(&self) -> usize {
        self.sink.count()
    }

    fn seen(&self, at: usize) -> (Option<Class>, Traits) {
        self.sink.seen(at)
    }

    fn read(&mut self, at: usize, reading: Reading<'_>, traits: Traits) {
        self.sink.read(at, reading, traits);
    }
}
