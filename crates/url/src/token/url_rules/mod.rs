//! Rules of users: which URLs of a host are the same, and which are different.
//!
//! A rule is one line: a [place](crate::place) without a scheme, whose path is a template, and the
//! relation of the URLs that match it. Blanks may separate hosts and template.
//!
//! ```text
//! shop.example.com/users/*           same       2026-11-23
//! shop.example.com/docs/intro|setup  different
//! *.example.com/report/{numbers}     different
//! example.com/search?ref             same
//! *?utm_*                            same
//! ```
//!
//! The template describes each position of the path:
//!
//! | in a template | `same` | `different` |
//! |---|---|---|
//! | `users` | matches this segment | this segment is compared as written |
//! | `ann\|admin` | these are merged | these are compared as written |
//! | `{int}` | matches a segment of this class | segments of this class are compared as written |
//! | `*` | values and words are merged | matches any segment |
//! | `**` at the end | matches more segments, or none | the same |
//! | `?ref&tab` at the end | these parameters are ignored | their values are compared as written |
//!
//! With `same`, `*` excludes words that are likely to be endpoints (`admin`, `export`, `.git`,
//! `index.php`), unless they are named next to it, as in `*|export`. A rule with `?` is about
//! parameters only, whose names may have globs; its path limits it to some pages. `usual` takes
//! back what earlier rules say.
//!
//! If several rules are about one position or parameter, the last one decides, as in a
//! `.gitignore`.
//!
//! # Where rules act
//! Rules change the tokens of a URL while it is scanned, before its keys are computed. So they
//! apply from the first line, in any order, on any thread, for each plan, metric and index, and
//! nothing after scanning needs to know them:
//!
//! - a segment under `same` reads `{}`, like a value; several names without a `*` read as one word
//!   that no URL has. In both cases nothing is left to learn at this position;
//! - a segment under `different` reads as written, also at a learned position
//!   ([`FIXED`](crate::token::Traits::FIXED)). It also keeps its URL apart, so that no threshold
//!   merges it with a URL that has another segment there;
//! - a parameter under `same` has no token; under `different` it counts with its value, and keeps
//!   its URL apart too.
//!
//! Rules are looked up [after the walk](super::Mode::walk), because a rule may depend on later
//! segments; the sink then receives what each segment [reads](super::SegmentReading). Without
//! rules, a line costs the check whether there are any.

mod line;
mod lookup;
mod names;
mod rule;
mod rules;
#[cfg(test)]
mod tests;

pub use line::{RuleLine, Verb, has_verb, not_a_rule};
pub use lookup::RuleLookup;
pub use names::escaped;
pub use rule::takes;
pub use rule::{Relation, UrlRule};
pub use rules::UrlRules;
