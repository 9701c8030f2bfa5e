//! What counts as the same token: classes of segments and values, one rule each, in order, and the walk that finds them in a URL.

mod census;
mod class;
mod lexicon;
mod param;
mod random;
mod segment;
mod walk;
mod words;

pub use class::{Class, Classes};
pub(crate) use param::{Name, Params, Query, Role, Value};
pub(crate) use segment::{Surroundings, Traits, classify, is_file, is_ordinary, number};
pub(crate) use walk::{Mode, Sink, is_api_host, split_matrix, split_pairs, walk};
