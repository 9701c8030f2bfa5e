//! Tokens: the classes of path segments and values with their rules, in order, and the walk over
//! the tokens of a URL.

mod builds;
pub mod catalogue;
mod census;
mod class;
mod code_tree_names;
mod code_trees;
mod endings;
mod inner_address;
mod language;
mod lexicon;
mod merged;
mod namespace;
mod param;
mod plain;
mod random;
mod route_parts;
pub mod rules;
mod segment;
mod segment_reading;
mod sink;
mod surroundings;
mod task;
#[cfg(test)]
mod tests;
mod traits;
mod trees;
mod url_rules;
mod view;
mod walk;
mod words;

pub use class::{Class, Classes};
pub use endings::{is_file, is_host};
pub use language::Speech;
pub use param::ParamRules;
pub use param::{
    NameKind, ParamName, ParamRole, Params, QueryContext, ReadName, SignificantParams, ValueKind,
    chooses_page, graphql_operation, is_choice, is_selector, is_verb_of_thing, names_call,
};
pub use segment::Classifier;
pub use segment_reading::{Readings, SegmentReading};
pub use sink::{Mark, Sink};
pub use surroundings::Surroundings;
pub use traits::{Traits, number};
pub use url_rules::{Relation, UrlRule, UrlRules};
pub use url_rules::{RuleLine, RuleLookup, Verb, has_verb, not_a_rule};
pub use url_rules::{escaped, takes};
pub use view::is_ordinary;
pub use walk::{
    Mode, is_api_host, is_bare, only_passes, split_matrix, split_pairs, walk_query, walk_texts,
};
