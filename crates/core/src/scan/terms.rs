//! The interface for records that are not URLs.
//!
//! A URL is split into parts; a text or a sequence is split into *terms*, and two records are
//! similar to the extent that they share terms. An implementation only lists the terms of a line:
//! weights and the search for similar records are the same for all kinds.

use crate::similar::feature::Component;
use std::borrow::Cow;
use std::fmt::{Debug, Display};
use std::sync::Arc;

/// Splits records that are not URLs into terms: see
/// [`Builder::records`](crate::settings::builder::Builder::records).
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
///     fn terms(
///         &self,
///         line: &[u8],
///         tokens: &mut dyn Tokens,
///         take: &mut dyn FnMut(u64, &dyn Display),
///     ) -> u64 {
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
    /// Returns a name that includes all settings on which the terms of a record depend. Records
    /// split under different identities are never compared, and a state written under one identity
    /// refuses the others.
    fn identity(&self) -> String;

    /// Returns the component of the terms, as comparisons name it.
    fn component(&self) -> Component;

    /// Passes each occurrence of a term in a line to `take`, in order: its token, and its text for
    /// users. A line without terms counts as another kind of line.
    ///
    /// Returns the token of the fields that keep records apart whatever terms they share, or 0 if
    /// there are none.
    fn terms(
        &self,
        line: &[u8],
        tokens: &mut dyn Tokens,
        take: &mut dyn FnMut(u64, &dyn Display),
    ) -> u64;

    /// Returns whether the order of terms counts. If so, records are similar at thresholds above 94
    /// if they have the same terms in the same order, and positions are learned: after the same
    /// terms, in records with the same number of terms, words that vary become
    /// [values](Tokens::value). At lower thresholds the order does not count, and there are [no
    /// values](Tokens::are_literal). By default it never counts.
    fn is_ordered(&self) -> bool {
        false
    }

    /// Returns whether lines have fields besides their terms, which may [keep them
    /// apart](crate::settings::builder::Builder::by). False by default.
    fn has_fields(&self) -> bool {
        false
    }

    /// Returns the value of a field besides the terms. `None` by default.
    fn field<'l>(&self, line: &'l [u8], name: &str) -> Option<Cow<'l, [u8]>> {
        let _ = (line, name);
        None
    }

    /// Returns the text of a line as it is compared, for users; `None` for another kind of line.
    fn shape(&self, line: &[u8], tokens: &dyn Tokens) -> Option<String>;

    /// Returns the characters of a line that are left out before it is compared, for users; `None`
    /// if there are none.
    fn left_out(&self, line: &[u8]) -> Option<String> {
        let _ = line;
        None
    }

    /// Returns the [shape](Self::shape) of a line in which some terms, by index from 0, are at
    /// learned positions.
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

/// A reader of terms, and the effect of their order.
#[derive(Clone, Debug)]
pub(crate) struct OrderedTerms {
    pub terms: Arc<dyn Terms>,
    pub order: Order,
}

/// Creates the tokens of terms, under the key and settings of a filter.
pub trait Tokens {
    /// Returns the token of a text: equal texts have equal tokens, and different ones have
    /// different tokens except for collisions of 64-bit hashes.
    fn text(&self, text: &[u8]) -> u64;

    /// Returns the token of any value: a term that varies, such as a number.
    fn value(&self) -> u64;

    /// Returns whether terms are compared as written, without values: if the filter is
    /// [literal](crate::settings::builder::Builder::literal), or if the order of terms does not
    /// count.
    fn are_literal(&self) -> bool;

    /// Returns the token of a pair of tokens, in this order.
    fn join(&self, first: u64, second: u64) -> u64;

    /// Returns the token of a URL or path, shared by all URLs of its template; for other bytes, the
    /// token of the [text](Self::text).
    fn url(&mut self, url: &[u8]) -> u64;

    /// Returns the template of such a URL for users, such as `/user/{int}`.
    fn template(&self, url: &[u8]) -> String;
}
