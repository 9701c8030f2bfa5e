//! Answers about one line, for those who ask for no more of it.

mod host;
pub mod part;
pub mod preference;
pub mod request;
