//! Readings of segments that depend on later segments: names before `-` or `+`, and the rules of
//! users.

use super::class::Class;
use super::traits::Traits;

/// A reading of a segment that depends on later segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentReading<'t> {
    /// As a name of a user, a project or a package: a value of the class [`Handle`](Class::Handle).
    Name,
    /// As any value at its position, by this rule.
    Value(usize),
    /// As one of several names, by this rule; the text stands for all of them.
    Set(usize, &'t [u8]),
    /// As written, by this rule.
    Written(usize, &'t [u8]),
}

/// Receives other readings of segments. A sink that keeps no segments ignores them.
pub trait Readings {
    /// Returns the number of segments so far, with marks.
    fn count(&self) -> usize {
        0
    }

    /// Returns the class and traits of a segment so far.
    fn seen(&self, _at: usize) -> (Option<Class>, Traits) {
        Default::default()
    }

    /// Receives another reading of a segment so far, with the traits that it has then.
    fn read(&mut self, _at: usize, _reading: SegmentReading<'_>, _traits: Traits) {}
}
