//! Explains the decisions of a filter without changing them.
//!
//! An [`Explainer`] sees the decisions on each batch. It names groups, shows the template of a
//! line, says why a line is similar, and counts the lines that learning dropped; [`Watched`] is a
//! filter with an explainer. A [`Comparer`] compares any two lines, [`classify`] names the classes
//! of a URL's segments, [`teach()`] finds a rule that makes two URLs the same or different,
//! [`LineKeys`] are the keys under which another store can look a line up, and [`templates`] are
//! for programs that count a whole list by template.

mod compare;
mod decision;
mod explainer;
mod explanation;
mod line_bands;
mod line_keys;
mod register;
mod swallowed;
mod teach;
pub mod templates;
mod watched;

pub use compare::classified::{Classified, classify};
pub use compare::comparer::{Comparer, compare};
pub use compare::comparison::{Comparison, Difference, Same, SameText, Share};
pub use compare::measures::Measures;
pub use decision::Decision;
pub use explainer::Explainer;
pub use explanation::{DecidedLine, Explanation};
pub use line_bands::LineBands;
pub use line_keys::LineKeys;
pub use swallowed::LearnedPosition;
pub use teach::teach;
pub use watched::Watched;
