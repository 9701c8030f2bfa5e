//! Labels beside a URL: `Status: 200`, `status-code=200`, `[Size: 12]`, `200 lines`.
//!
//! A label is a name, and its last word says what stands beside it.

use super::field::Field;
use super::field_words::listed;
use crate::bytes::is_one_of;
use crate::name_words::NameWords;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The meanings of words of labels. `data/label_words.txt` has them below the names of fields.
static MEANINGS: LazyLock<HashMap<&str, FieldLabel>> = LazyLock::new(|| {
    let mut meanings = HashMap::new();
    for listed in listed(include_str!("data/label_words.txt")) {
        let meaning = Field::of(listed.heading).map_or(FieldLabel::Other, FieldLabel::Of);
        for word in listed.line.split(' ') {
            meanings.insert(word, meaning);
        }
    }
    meanings
});

/// Units, behind a number.
const UNITS: &[&str] = &[
    "b", "bytes", "c", "ch", "chars", "gb", "kb", "l", "lines", "mb", "min", "ms", "s", "sec", "w",
    "words",
];

/// The meaning of the value beside a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldLabel {
    /// A field of the record.
    Of(Field),
    /// A number, a name or a time that is no field.
    Other,
}

impl FieldLabel {
    /// Returns the meaning of a label; `None` if it is not known.
    pub(super) fn of(name: &[u8]) -> Option<Self> {
        for word in NameWords::of(name) {
            if word.is("to") {
                continue;
            }
            let lower = str::from_utf8(word.text).ok()?.to_lowercase();
            return MEANINGS.get(&*lower).copied();
        }
        None
    }
}

/// Whether a word is a unit, in any case.
pub(super) fn is_unit(word: &[u8]) -> bool {
    is_one_of(word, UNITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_of_a_label_counts() {
        for (name, wanted) in [
            ("status", Some(FieldLabel::Of(Field::Status))),
            ("Status Code", Some(FieldLabel::Of(Field::Status))),
            (
                "http.response.status_code",
                Some(FieldLabel::Of(Field::Status)),
            ),
            ("HTTP/1.1", Some(FieldLabel::Of(Field::Status))),
            ("content-length", Some(FieldLabel::Of(Field::Size))),
            ("Content-Type", Some(FieldLabel::Of(Field::ContentType))),
            ("redirects to", Some(FieldLabel::Of(Field::Location))),
            ("responseTime", Some(FieldLabel::Other)),
            ("Größe", Some(FieldLabel::Other)),
            ("code of conduct", None),
            ("found", None),
            ("", None),
        ] {
            assert_eq!(FieldLabel::of(name.as_bytes()), wanted, "{name}");
        }
    }
}
