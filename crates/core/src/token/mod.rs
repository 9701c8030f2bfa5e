//! What counts as the same token: classes of segments and values, one rule each, in order, and the
//! walk that finds them in a URL.

mod builds;
mod census;
mod class;
mod endings;
mod lexicon;
mod masks;
mod merged;
mod param;
mod plain;
mod random;
pub(crate) mod rules;
mod segment;
mod surroundings;
#[cfg(test)]
mod tests;
mod traits;
mod trees;
mod view;
mod walk;
mod words;

pub use class::{Class, Classes};
pub(crate) use endings::is_file;
pub use param::ParamRules;
pub(crate) use param::{Name, Params, Query, Role, Telling, Value};
pub(crate) use segment::Classifier;
pub(crate) use surroundings::Surroundings;
pub(crate) use traits::{Traits, number};
pub(crate) use view::is_ordinary;
pub(crate) use walk::{Mode, Owners, Sink, is_api_host, split_matrix, split_pairs, walk};
