//! What counts as the same token: classes of segments and values, one rule each, in order.

mod census;
mod class;
mod lexicon;
mod param;
mod random;
mod segment;
mod words;

pub use class::{Class, Classes};
pub(crate) use param::{Name, Params, Value, is_selection};
pub(crate) use segment::{Surroundings, Traits, classify, number};
