//! The connected components of the similar lines of a list, instead of a filter.
//!
//! Lines are *similar* as the filter says, and a *component* is all lines that are connected by
//! steps of similar pairs. Nothing depends on the order of the list: positions are learned first,
//! and then each line has the one [variant](urlsift_core::variant) that the whole list leads to.
//!
//! ```text
//! features ─▶ nodes, each list of features once ─▶ bands, for few nodes candidates ─▶ components of lines
//! ```
//!
//! [`Clusters::leading`] returns the groups of the filter instead, in which all lines are similar
//! to the first one. Where a list may be divided in either way, code says *group* for both.
//!
//! # Cost
//! One band for each line at the default settings; at lower thresholds as many as its features
//! leave that other lines have too. Memory holds the lines with 12 bytes each, the features of
//! different lines with 8 bytes each, and the bands while they are joined.

mod clusters;
mod components;
mod feature_counts;
mod forest;
mod groups;
mod join;
mod leaders;
mod lines;
mod near;
mod nodes;
mod prefix_filter;
mod runs;
mod screens;
#[cfg(test)]
mod tests;

pub use clusters::Clusters;
pub use groups::{Group, Groups};
pub use near::Stages;
