//! Compares two lines: what they have in common, and where they differ.

mod as_read;
pub(crate) mod cache;
pub(crate) mod classified;
pub(crate) mod comparer;
pub(crate) mod comparison;
mod differences;
pub(crate) mod lines;
pub(crate) mod measures;
mod overlap;
mod same;
pub(crate) mod side;
mod terms;
