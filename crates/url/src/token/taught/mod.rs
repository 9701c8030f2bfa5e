//! Rules that a person teaches: which URLs of a host are the same, and which are different.
//!
//! A rule is one line: a host, a template, and what holds for the URLs that match it.
//!
//! ```text
//! shop.example.com  /users/*            same       2026-11-23
//! shop.example.com  /docs/intro|setup   different
//! *.example.com     /report/{numbers}   different
//! example.com       /search?ref         same
//! ```
//!
//! The template says what stands at each position of the path:
//!
//! | in a template | `same` | `different` |
//! |---|---|---|
//! | `users` | this segment stands there | this segment is compared as it is written |
//! | `ann\|admin` | these are one | these are compared as they are written |
//! | `{int}` | a segment of this class stands there | segments of this class are compared as they are written |
//! | `*` | values and words are one | anything stands there |
//! | `**` at the end | more segments, or none | the same |
//! | `?ref&tab` at the end | parameters that are not compared | parameters whose values are compared as they are written |
//!
//! With `same`, `*` leaves words alone that are likely to be endpoints (`admin`, `export`, `.git`,
//! `index.php`), unless they are named beside it, as in `*|export`. A rule with `?` is about
//! parameters only; its path says on which pages.
//!
//! Where several rules speak of one position or parameter, the last one decides, as in a
//! `.gitignore`: what is taught last is what holds.
//!
//! # Where rules act
//! Rules change the tokens of a URL while it is scanned, before its keys are computed. So they hold
//! from the first line, in any order, on any thread, for each plan, metric and index, and nothing
//! after scanning knows of them:
//!
//! - a segment that is the same reads `{}`, as a value does; several names without a `*` read as one
//!   word that no URL has. Either way there is nothing left to learn there;
//! - a segment that is different reads as it is written, and so it does at a learned position
//!   ([`FIXED`](crate::token::Traits::FIXED)). Beside that it keeps its URL apart, so that
//!   no threshold merges it with a URL that has something else there;
//! - a parameter that is the same has no token; one that is different counts with its value, and
//!   keeps its URL apart too.
//!
//! The walk does not know of rules either: it is walked with a [sink](super::Noted) that notes the names of
//! segments, and rules are looked up when all are known, because a rule may depend on what follows.
//! Without rules, a line costs the question whether there are any.

mod lookup;
mod names;
mod rule;
mod rules;

pub use lookup::{Reading, Taught};
pub use names::{Names, escaped};
pub use rule::takes;
pub use rule::{Relation, TaughtRule};
pub use rules::TaughtRules;
