//! Templates as rules for other programs, which map paths to routes; the first match decides.
//!
//! Other programs see paths and little else, so templates that differ in parameters, methods or
//! statuses share the rule of their path. If rules overlap (`/user/{word}` and `/user/export`), the
//! more specific one comes first. Every line of a list is checked against its template by
//! [`Routes::find`], and exceptions are counted.

mod learned;
mod pattern;
mod routes;
#[cfg(test)]
mod tests;

pub use learned::LearnedRules;
pub use routes::{Route, Routes};
