//! Whole lists at once: groups by similarity, and one list under many thresholds.

mod cluster;
mod sweep;

pub use cluster::{Clusters, Group, Groups, Stages};
pub use sweep::{Level, Sweep};
