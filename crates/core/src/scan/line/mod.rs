//! Answers questions about a single line, independent of other lines.

mod host;
pub mod part;
pub mod preference;
pub mod request;
