//! Forms of output other than the records themselves: one module each.

mod bursts;
mod columns;
mod counts;
mod explanations;
mod first_lines;
pub(super) mod groups;
mod json;
mod novel;
mod parts;
mod preferred;
pub(super) mod printed;
mod rows;

pub(super) use bursts::Bursts;
pub(super) use columns::Columns;
pub(super) use counts::{Counts, Form};
pub(super) use explanations::Explanations;
pub(super) use json::{JsonLines, Which};
pub(super) use novel::{Novel, Order};
pub(super) use parts::Parts;
pub(super) use preferred::Preferred;
pub(super) use rows::Rows;
