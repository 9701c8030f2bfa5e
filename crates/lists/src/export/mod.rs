//! Templates as rules of other programs: which path belongs to which route, in an order in which the
//! first rule that matches is the right one.
//!
//! Other programs see paths and little else, so templates that differ in parameters, methods or
//! statuses share the rule of their path. Where rules overlap (`/user/{word}` beside `/user/export`), the more
//! specific one comes first. Whether that decides as the filter did is [checked](Routes::check) for
//! every line of a list; exceptions are counted.

mod learned;
mod pattern;
mod routes;
#[cfg(test)]
mod tests;

pub use learned::LearnedRules;
pub use routes::{Route, Routes};
