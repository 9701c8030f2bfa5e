//! Whole lists at once: groups by similarity, one list under many thresholds, and the traps of a
//! crawl.

mod cluster;
mod sweep;
mod traps;

pub use cluster::{Clusters, Group, Groups, Stages};
pub use sweep::{Level, Sweep};
pub use traps::{Trap, TrapKind, Traps};
