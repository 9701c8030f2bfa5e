//! What counts as the same token: classes of segments and values, one rule each, in order, and the
//! walk that finds them in a URL.

mod builds;
mod census;
mod class;
mod endings;
mod hosts;
mod lexicon;
mod masks;
mod merged;
mod noted;
mod param;
mod plain;
mod random;
pub(crate) mod rules;
mod segment;
mod surroundings;
mod taught;
#[cfg(test)]
mod tests;
mod traits;
mod trees;
mod view;
mod walk;
mod words;

pub use class::{Class, Classes};
pub(crate) use endings::is_file;
pub(crate) use hosts::without_port;
pub(crate) use noted::Noted;
pub use param::ParamRules;
pub(crate) use param::{Name, Params, Query, Role, Telling, Value};
pub(crate) use segment::Classifier;
pub(crate) use surroundings::Surroundings;
pub(crate) use taught::{Names, Reading, Taught, escaped, takes};
pub use taught::{Relation, TaughtRule, TaughtRules};
pub(crate) use traits::{Traits, number};
pub(crate) use view::is_ordinary;
pub(crate) use walk::{Mode, Owners, Sink, is_api_host, split_matrix, split_pairs, walk};
