//! Whole lists at once: groups by similarity, one list under many thresholds, the traps of a crawl,
//! the templates that a list teaches, and the order in which kept lines show the most of a list.

mod cluster;
mod novelty;
mod sweep;
mod templates;
mod traps;

pub use cluster::{Clusters, Group, Groups, Stages};
pub use novelty::Novelty;
pub use sweep::{Level, Sweep};
pub use templates::{Endpoint, EndpointParameter, Node, Parameter, Template, TemplateReader, Templates};
pub use traps::{Trap, TrapKind, Traps};
