//! A row of the tables of rules.

use crate::token::class::Class;
use crate::token::surroundings::Surroundings;
use crate::token::view::SegmentView;

/// One way to recognise a class.
pub struct ClassRule {
    /// Its name in `urlsift classes` and in ablations.
    pub name: &'static str,
    pub class: Class,
    /// Sets of kinds of bytes: a matching segment has at least one kind of each set. `PLACED` in a
    /// set: the segments before it decide its meaning.
    pub(in crate::token) kinds: &'static [u8],
    pub(in crate::token) fits: fn(&SegmentView<'_>, Surroundings) -> bool,
    /// Paths whose last segment matches. Paths that begin with `/` or `//host/` are whole; others
    /// are the end of a deep path.
    pub takes: &'static [&'static str],
    /// Paths whose last segment is left to other rules.
    pub leaves: &'static [&'static str],
    pub why: &'static str,
}
