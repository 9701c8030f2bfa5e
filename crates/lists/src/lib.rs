//! Whole lists at once: groups by similarity, one list under many thresholds, the traps of a crawl,
//! and the templates that a list teaches.

mod cluster;
mod sweep;
mod templates;
mod traps;

pub use cluster::{Clusters, Group, Groups, Stages};
pub use sweep::{Level, Sweep};
pub use templates::{Endpoint, EndpointParameter, Node, Parameter, Template, TemplateReader, Templates};
pub use traps::{Trap, TrapKind, Traps};
