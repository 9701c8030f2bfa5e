//! The names that a body has, with their values.

/// Names that a body has at most; those after them do not count.
pub(super) const MOST: usize = 64;

/// Bytes of a name that count.
pub(super) const LONGEST_NAME: usize = 256;

/// Bytes of a value that count.
const LONGEST_VALUE: usize = 4096;

/// The names of one body, in the order in which they stand there, each once, but for documents of
/// GraphQL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names(Vec<(Vec<u8>, Vec<u8>)>);

impl Names {
    /// The names with their values, all of them escaped as in a query.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.0.iter().map(|(name, value)| (&name[..], &value[..]))
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether there is room for no more.
    pub(super) fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }

    /// Adds a name that is not there, with its value; both without escapes.
    pub(super) fn add(&mut self, name: &[u8], value: &[u8]) {
        let name = escaped(name, LONGEST_NAME);
        if !self.is_full() && !self.0.iter().any(|(other, _)| *other == name) {
            self.0.push((name, escaped(value, LONGEST_VALUE)));
        }
    }

    /// Adds a document of GraphQL. A list of requests has several, under one name.
    pub(super) fn add_document(&mut self, document: &[u8]) {
        let document = (b"query".to_vec(), escaped(document, LONGEST_VALUE));
        if !self.is_full() && !self.0.contains(&document) {
            self.0.push(document);
        }
    }

    /// Adds what is the operation, and so part of the name.
    pub(super) fn add_operation(&mut self, name: &[u8], operation: &[u8]) {
        let operation = &operation[..operation.len().min(LONGEST_NAME)];
        self.add(&[name, b"=", operation].concat(), b"");
    }
}

/// The start of a text, as a query has it.
fn escaped(text: &[u8], longest: usize) -> Vec<u8> {
    let mut escaped = Vec::new();
    push_escaped(&text[..text.len().min(longest)], &mut escaped);
    escaped
}

/// Appends a text as a query has it.
fn push_escaped(text: &[u8], escaped: &mut Vec<u8>) {
    for &byte in text {
        match byte {
            b'%' | b'&' | b'#' | b'+' | b'"' | b'<' | b'>' | 0..=b' ' | 0x7F.. => {
                escaped.extend_from_slice(format!("%{byte:02X}").as_bytes());
            }
            _ => escaped.push(byte),
        }
    }
}
