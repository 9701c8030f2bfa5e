//! Tokens: the classes of path segments and values with their rules, in order, and the walk over
//! the tokens of a URL.

pub mod builds;
pub mod census;
pub mod class;
pub mod endings;
pub mod lexicon;
pub mod masks;
pub mod merged;
pub mod noted;
pub mod param;
pub mod plain;
pub mod random;
pub mod rules;
pub mod segment;
pub mod surroundings;
#[cfg(test)]
pub mod tests;
pub mod traits;
pub mod trees;
pub mod url_rules;
pub mod view;
pub mod walk;
pub mod words;

pub use class::{Class, Classes};
pub use endings::is_file;
pub use noted::Noted;
pub use param::ParamRules;
pub use param::{NameKind, ParamRole, Params, QueryContext, SignificantParams, ValueKind};
pub use segment::Classifier;
pub use surroundings::Surroundings;
pub use traits::{Traits, number};
pub use url_rules::{Relation, UrlRule, UrlRules};
pub use url_rules::{RuleEffect, RuleLookup, SegmentNames, escaped, takes};
pub use view::is_ordinary;
pub use walk::{Mode, Owners, Sink, is_api_host, split_matrix, split_pairs, walk};
