//! The templates by which the lines of a list are grouped, each with counts and examples of its
//! lines.
//!
//! A filter that has read the list before decides on it once more, as with `--two-pass`, and a
//! [`TemplateReader`] counts the lines of each group. At the end, the first line of each group is
//! read with everything learned, which gives its template. Memory grows with the number of groups,
//! not of lines: of each, the first line is stored, and of a few others what differs from it, until
//! the templates of its host are asked for.
//!
//! ```text
//! lines ─ filter ─▶ groups with counts ─ all that was learned ─▶ templates ─▶ endpoints, hosts
//! ```

mod collection;
mod counts;
mod described;
mod endpoint;
mod facts;
mod group;
mod hosts;
mod known;
mod numbers;
mod reader;
mod role;
mod segment;
mod template;
#[cfg(test)]
mod tests;
mod texts;
mod times;

pub use collection::Templates;
pub use counts::LineCounts;
pub use described::DescribedPaths;
pub use endpoint::{Endpoint, EndpointParameter};
pub(crate) use known::target;
pub use reader::TemplateReader;
pub use role::{Evidence, ParameterRole};
pub use segment::{TemplateParameter, TemplateSegment};
pub use template::Template;
pub use times::LineTimes;
