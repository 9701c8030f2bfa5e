//! Records the names of a URL's segments during the walk.

use super::param::QueryContext;
use super::surroundings::Surroundings;
use super::traits::Traits;
use super::url_rules::SegmentNames;
use super::walk::{Owners, Sink};

/// A sink that records the names of segments, and passes everything on to another sink.
pub struct Noted<'s, S> {
    pub sink: &'s mut S,
    pub names: SegmentNames,
}

impl<'s, S> Noted<'s, S> {
    pub fn new(sink: &'s mut S) -> Self {
        Self { sink, names: SegmentNames::default() }
    }
}

impl<S: Sink> Sink for Noted<'_, S> {
    fn segment(&mut self, name: &[u8], surroundings: Surroundings) -> Traits {
        self.names.push(name);
        self.sink.segment(name, surroundings)
    }

    fn inner_path(&mut self) {
        self.names.push(b"");
        self.sink.inner_path();
    }

    fn owners(&mut self, owners: Owners) {
        self.sink.owners(owners);
    }

    fn route(&mut self) {
        self.names.push(b"#");
        self.sink.route();
    }

    fn param(&mut self, name: &[u8], value: Option<&[u8]>, query: &QueryContext<'_>) {
        self.sink.param(name, value, query);
    }
}
