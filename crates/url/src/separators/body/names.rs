//! The names of a body's fields, with their values.

use crate::bytes::{first, is_letters_and};
use crate::display_text::push_escape;
use crate::token::is_selector;

/// Maximum number of names; further ones are ignored.
pub(super) const MOST: usize = 256;

/// Bytes of a name that count; the rest is cut off.
pub(super) const LONGEST_NAME: usize = 256;

/// Bytes of a value that count; the rest is cut off.
const LONGEST_VALUE: usize = 4096;

/// The names of one body in their order, each once, except that GraphQL documents repeat, and
/// selectors with another word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyFields(Vec<(Vec<u8>, Vec<u8>)>);

impl BodyFields {
    /// Returns names with values, escaped as in a query.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.0.iter().map(|(name, value)| (&name[..], &value[..]))
    }

    /// Whether there is such a name. Members of objects have their own names, too: `name` is
    /// `user.name`.
    pub fn has(&self, is_wanted: &dyn Fn(&[u8]) -> bool) -> bool {
        for (name, _) in self.iter() {
            let own = match name.iter().rposition(|byte| *byte == b'.') {
                Some(dot) => &name[dot + 1..],
                None => name,
            };
            if is_wanted(name) || is_wanted(own) {
                return true;
            }
        }
        false
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether there is no room for another name.
    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }

    /// Adds a name with its value, both without escapes, unless it is already there.
    pub(super) fn add(&mut self, name: &[u8], value: &[u8]) {
        let name = escaped(name, LONGEST_NAME);
        let is_new = self.0.iter().all(|(other, _)| *other != name);
        // A list of calls has several words of a selector.
        let may_repeat = || {
            let is_word = !value.is_empty() && is_letters_and(value, b"_-.:$");
            is_word && is_selector(&name)
        };
        if is_new || may_repeat() {
            self.add_field(name, value);
        }
    }

    /// Adds a GraphQL document. A list of requests has several documents under one name.
    pub(super) fn add_document(&mut self, document: &[u8]) {
        self.add_field(b"query".to_vec(), document);
    }

    /// Adds a field that is not there yet.
    fn add_field(&mut self, name: Vec<u8>, value: &[u8]) {
        let field = (name, escaped(value, LONGEST_VALUE));
        if !self.is_full() && !self.0.contains(&field) {
            self.0.push(field);
        }
    }

    /// Adds an operation, as part of the name.
    pub(in crate::separators) fn add_operation(&mut self, name: &[u8], operation: &[u8]) {
        let operation = first(operation, LONGEST_NAME);
        let name = [name, b"=", operation].concat();
        self.add(&name, b"");
    }
}

/// Escapes the beginning of a text as in a query.
fn escaped(text: &[u8], longest: usize) -> Vec<u8> {
    let mut escaped = Vec::new();
    for &byte in first(text, longest) {
        let is_sign = b"%&#+\"<>".contains(&byte);
        if is_sign || !byte.is_ascii_graphic() {
            push_escape(byte, &mut escaped);
        } else {
            escaped.push(byte);
        }
    }
    escaped
}
