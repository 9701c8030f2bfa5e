//! What the filter asks of those who read records that are not URLs.
//!
//! A URL is cut into parts; a text or a sequence is cut into *terms*, and two of them are similar
//! as far as they have terms in common. Whoever knows a kind of record says which terms a line has,
//! and nothing else: their weights, and finding similar records by them, are the same for all
//! kinds.

use crate::feature::Component;
use std::borrow::Cow;
use std::fmt::{Debug, Display};

/// Cuts records that are not URLs into terms: see
/// [`Builder::records`](crate::builder::Builder::records).
///
/// ```
/// use std::fmt::Display;
/// use std::sync::Arc;
/// use urlsift::{Component, Sift, Terms, Tokens, Verdict};
///
/// /// A line is a list of tags: `red,round,sweet`.
/// #[derive(Debug)]
/// struct Tags;
///
/// impl Terms for Tags {
///     fn identity(&self) -> String {
///         "tags".to_owned()
///     }
///
///     fn component(&self) -> Component {
///         Component::Words
///     }
///
///     fn terms(&self, line: &[u8], tokens: &mut dyn Tokens, take: &mut dyn FnMut(u64, &dyn Display)) -> u64 {
///         for tag in line.split(|&byte| byte == b',') {
///             take(tokens.text(tag), &String::from_utf8_lossy(tag));
///         }
///         0
///     }
///
///     fn shape(&self, line: &[u8], _: &dyn Tokens) -> Option<String> {
///         Some(String::from_utf8_lossy(line).into_owned())
///     }
/// }
///
/// let tags: Arc<dyn Terms> = Arc::new(Tags);
/// let mut sift = Sift::builder().records(tags).threshold(60.0).build()?;
/// assert_eq!(sift.admit(b"red,round,sweet"), Verdict::Kept);
/// assert_eq!(sift.admit(b"sweet,red,small"), Verdict::Similar); // two of three
/// assert_eq!(sift.admit(b"sweet,green,small"), Verdict::Kept);
/// # Ok::<(), urlsift::Error>(())
/// ```
pub trait Terms: Debug + Send + Sync {
    /// Returns a name with all settings that decide which terms a record has. Records that were cut
    /// under different identities are never compared, and a state that was begun under one refuses
    /// the others.
    fn identity(&self) -> String;

    /// Returns the component that the terms make up: what comparisons call them.
    fn component(&self) -> Component;

    /// Hands the terms of a line to `take`, in order, each as often as it occurs: its token, and
    /// how people read it. A line without terms is no such record.
    ///
    /// Returns the token of what keeps records apart whatever terms they share, or 0 if nothing
    /// does.
    fn terms(&self, line: &[u8], tokens: &mut dyn Tokens, take: &mut dyn FnMut(u64, &dyn Display)) -> u64;

    /// Returns whether the order of terms counts. Then records are similar at thresholds above 94 if
    /// they have the same terms in the same order, and positions are learned: after the same terms,
    /// in records of as many terms, words that only vary become [values](Tokens::value). At lower
    /// thresholds the order does not count, and there are [no values](Tokens::are_literal). By
    /// default it never counts.
    fn is_ordered(&self) -> bool {
        false
    }

    /// Returns whether lines have fields beside their terms, which may [keep them
    /// apart](crate::builder::Builder::by). By default they have none.
    fn has_fields(&self) -> bool {
        false
    }

    /// Returns the value of a field that a line has beside its terms. By default there is none.
    fn field<'l>(&self, line: &'l [u8], name: &str) -> Option<Cow<'l, [u8]>> {
        let _ = (line, name);
        None
    }

    /// Returns a line as people see what is compared of it, or `None` if it is no such record.
    fn shape(&self, line: &[u8], tokens: &dyn Tokens) -> Option<String>;

    /// Returns the [shape](Self::shape) of a line in which some terms, by their numbers from 0, stand
    /// at learned positions.
    fn template(
        &self,
        line: &[u8],
        tokens: &dyn Tokens,
        is_learned: &dyn Fn(usize) -> bool,
    ) -> Option<String> {
        let _ = is_learned;
        self.shape(line, tokens)
    }
}

/// What the order of terms says, where it counts at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Nothing: terms are compared as they are written.
    Nothing,
    /// Which records are similar.
    Decides,
    /// The one or the other: filters of several thresholds share the records.
    MayDecide,
}

/// Makes the tokens of terms, under the key and the settings of a filter.
pub trait Tokens {
    /// Returns the token of a text: equal texts have equal tokens, and others have others but for
    /// collisions of 64-bit hashes.
    fn text(&self, text: &[u8]) -> u64;

    /// Returns the token of any value: a term that only varies, such as a number.
    fn value(&self) -> u64;

    /// Returns whether terms are compared as they are written, and none is a value: where the filter
    /// is [literal](crate::builder::Builder::literal), or the order of terms does not count.
    fn are_literal(&self) -> bool;

    /// Returns the token of a pair of tokens, in this order.
    fn join(&self, first: u64, second: u64) -> u64;

    /// Returns the token of a URL or path, which all URLs of its template have; of other bytes,
    /// that of the [text](Self::text).
    fn url(&mut self, url: &[u8]) -> u64;

    /// Returns the template that such a token stands for, as people read it, such as `/user/{int}`.
    fn template(&self, url: &[u8]) -> String;
}
