//! Whole lists at once: components of similar lines, one list under many thresholds, crawler traps,
//! the templates of a list, the differences between two lists, and kept lines in order of novelty.

mod cluster;
mod diff;
pub mod escapes;
mod filter;
mod novelty;
mod sweep;
mod templates;
mod traps;

pub use cluster::{Clusters, Components, DividedTerms, LineComponent, RecordPair, Stages};
pub use diff::{Aspect, Change, Changed, Delta, Diff};
pub use novelty::Novelty;
pub use sweep::{ComponentLevel, JoinedLines, Sweep, SweepLevel};
pub use templates::{
    DescribedPaths, Endpoint, EndpointParameter, Evidence, LineCounts, LineTimes, ParameterRole,
    Template, TemplateParameter, TemplateReader, TemplateSegment, Templates,
};
pub use traps::{Trap, TrapKind, Traps};
