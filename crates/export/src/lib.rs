//! Templates as rules for other programs, which map paths to routes; the first match decides.
//!
//! Other programs see paths and little else, so templates that differ in parameters, methods or
//! statuses share the rule of their path. If rules overlap (`/user/{word}` and `/user/export`), the
//! more specific one comes first. Every line of a list is checked against its template by
//! [`Routes::find`], and exceptions are counted.
//!
//! Each format has a module that writes [`Routes`] as text.

mod crowded;
mod learned;
pub mod nginx;
pub mod openapi;
pub mod otel;
mod pattern;
pub mod robots;
mod route_check;
mod route_node;
mod routes;
mod rule_check;
pub mod scrapy;
#[cfg(test)]
mod tests;
pub mod zap;

pub use learned::LearnedRules;
pub use route_check::{RouteCheck, RouteException};
pub use routes::{Route, Routes};
pub use rule_check::{RuleCheck, RuleException};
