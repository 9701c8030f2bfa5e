//! Receivers of the tokens of a URL.

use super::class::Class;
use super::param::QueryContext;
use super::segment_reading::{Readings, SegmentReading};
use super::surroundings::Surroundings;
use super::traits::Traits;
use crate::text_list::TextList;

/// Receives the tokens of a URL.
pub trait Sink: Readings {
    /// Receives a segment of the path, and returns its traits.
    fn segment(&mut self, name: &[u8], surroundings: Surroundings) -> Traits;

    /// Receives a segment that is not classified.
    fn mark(&mut self, mark: Mark);

    /// Receives a parameter.
    fn param(&mut self, name: &[u8], value: Option<&[u8]>, query: &QueryContext<'_>);
}

/// A segment that is not classified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// An inner path, which is one value however deep it is.
    InnerPath,
    /// The start of a fragment's route.
    Route,
}

impl Mark {
    /// Returns its text; empty for an inner path, which has many segments.
    pub fn name(self) -> &'static str {
        match self {
            Self::InnerPath => "",
            Self::Route => "#",
        }
    }

    /// Returns its token.
    pub fn token(self) -> &'static str {
        match self {
            Self::InnerPath => "{}",
            Self::Route => "#",
        }
    }

    pub fn traits(self) -> Traits {
        match self {
            Self::InnerPath => Traits(Traits::VALUE),
            Self::Route => Traits(Traits::FIXED),
        }
    }
}

/// A sink that records the names of segments, and passes everything on to another sink.
pub(super) struct NotedSink<'s, S> {
    pub sink: &'s mut S,
    pub names: TextList,
}

impl<S: Sink> Sink for NotedSink<'_, S> {
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

impl<S: Readings> Readings for NotedSink<'_, S> {
    fn count(&self) -> usize {
        self.sink.count()
    }

    fn seen(&self, at: usize) -> (Option<Class>, Traits) {
        self.sink.seen(at)
    }

    fn read(&mut self, at: usize, reading: SegmentReading<'_>, traits: Traits) {
        self.sink.read(at, reading, traits);
    }
}
