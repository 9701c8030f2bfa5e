//! Whole lists at once: groups by similarity, one list under many thresholds, the traps of a crawl,
//! the templates that a list teaches, what differs between two lists, and the order in which kept
//! lines show the most of a list.

mod cluster;
mod diff;
mod export;
mod filter;
mod novelty;
mod sweep;
mod templates;
mod traps;

pub use cluster::{Clusters, Group, Groups, Stages};
pub use diff::{Aspect, Change, Changed, Delta, Diff};
pub use export::{LearnedRules, Route, Routes};
pub use novelty::Novelty;
pub use sweep::{Level, Sweep};
pub use templates::{
    Counts, Endpoint, EndpointParameter, Node, Parameter, Template, TemplateReader, Templates,
};
pub use traps::{Trap, TrapKind, Traps};
