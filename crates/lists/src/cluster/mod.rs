//! Divides a list into connected components of similar lines, where a filter makes groups.
//!
//! Lines are *similar* by the measure of the filter, and a *component* holds all lines that a chain
//! of similar pairs connects. The order of the list does not matter: positions are learned first,
//! and then each line is read in the one [variant](urlsift_core::record::variant) that the whole
//! list leads to.
//!
//! ```text
//! features ─▶ distinct nodes ─▶ bands, for few nodes candidates ─▶ components of lines
//! terms ─▶ the same, for many nodes bands of MinHash, then candidates ─▶ components of lines
//! ```
//!
//! [`Clusters::leading`] returns the groups of the filter instead, in which all lines are similar
//! to the first one. The types call both components.
//!
//! # Cost
//! At the default settings, one band for each line. At lower thresholds, as many bands as the
//! features that a line shares with others allow. Memory holds the lines plus 12 bytes each, 8
//! bytes for each feature of distinct lines (4 for terms), and the bands while they are joined.

mod band_join;
mod band_plan;
mod clusters;
mod components;
mod divided;
mod feature_counts;
mod forest;
mod graph;
mod join;
mod joined;
mod leaders;
mod lines;
mod min_hash;
mod near;
mod nodes;
mod prefix_filter;
mod runs;
mod signature;
mod term_lists;
mod term_sketch;
#[cfg(test)]
mod tests;

pub use clusters::Clusters;
pub use components::{Components, LineComponent};
pub use divided::{DividedTerms, RecordPair};
pub use joined::Stages;
