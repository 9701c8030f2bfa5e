//! Forms of output other than the records themselves: one module each.

mod counts;
mod explanations;
pub(super) mod groups;
mod json;
mod remembered;
mod shape;
mod shapes;
mod starts;

pub(super) use counts::Counts;
pub(super) use explanations::Explanations;
pub(super) use json::JsonLines;
pub(super) use shapes::Shapes;
