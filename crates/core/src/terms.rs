//! The interface for records that are not URLs.
//!
//! A URL is cut into parts; a text or a sequence is cut into *terms*, and two records are similar
//! as far as they have terms in common. An implementation only tells which terms a line has:
//! weighting them, and finding similar records by them, is the same for all kinds.

use crate::feature::Component;
use std::borrow::Cow;
use std::fmt::{Debug, Display};

/// Cuts records that are not URLs into terms: see
/// [`Builder::records`](crate::builder::Builder::records).
///
/// ```
/// use std::fmt::Display;
/// use std::sync::Arc;
/// use urlsift::{Sift, Verdict};
/// use urlsift::settings::{Component, Terms, Tokens};
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

    /// Returns the component of the terms, as comparisons name it.
    fn component(&self) -> Component;

    /// Passes the terms of a line to `take`, in order, each as often as it occurs: its token, and
    /// its text for users. A line without terms is not such a record.
    ///
    /// Returns the token of the fields that keep records apart whatever terms they share, or 0 if
    /// there are none.
    fn terms(&self, line: &[u8], tokens: &mut dyn Tokens, take: &mut dyn FnMut(u64, &dyn Display)) -> u64;

    /// Returns whether the order of terms counts. Then records are similar at thresholds above 94
    /// if they have the same terms in the same order, and positions are learned: after the same
    /// terms, in records of as many terms, words that only vary become [values](Tokens::value). At
    /// lower thresholds the order does not count, and there are [no values](Tokens::are_literal).
    /// By default it never counts.
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

    /// Returns the text of a line as it is compared, for users, or `None` if it is not such a
    /// record.
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

/// The effect of the order of terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// None: terms are compared as written.
    Nothing,
    /// It decides which records are similar.
    Decides,
    /// Either: filters of several thresholds share the records.
    MayDecide,
}

/// Makes the tokens of terms, under the key and the settings of a filter.
pub trait Tokens {
    /// Returns the token of a text: equal texts have equal tokens, and different ones have
    /// different tokens except for collisions of 64-bit hashes.
    fn text(&self, text: &[u8]) -> u64;

    /// Returns the token of any value: a term that only varies, such as a number.
    fn value(&self) -> u64;

    /// Returns whether terms are compared as written, and none is a value: if the filter is
    /// [literal](crate::builder::Builder::literal), or the order of terms does not count.
    fn are_literal(&self) -> bool;

    /// Returns the token of a pair of tokens, in this order.
    fn join(&self, first: u64, second: u64) -> u64;

    /// Returns the token of a URL or path, shared by all URLs of its template; for other bytes, the
    /// token of the [text](Self::text).
    fn url(&mut self, url: &[u8]) -> u64;

    /// Returns the template of such a token for users, such as `/user/{int}`.
    fn template(&self, url: &[u8]) -> String;
}
