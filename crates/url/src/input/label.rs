//! Labels beside a URL: `Status: 200`, `status-code=200`, `[Size: 12]`, `200 lines`.
//!
//! A label is a name, and its last word says what stands beside it.

use super::field::Field;
use crate::bytes::is_one_of;
use crate::name_words::NameWords;

/// Words of labels, and the fields that they name.
const FIELDS: &[(&str, Field)] = &[
    ("code", Field::Status),
    ("error", Field::Status),
    ("http", Field::Status),
    ("rc", Field::Status),
    ("response", Field::Status),
    ("status", Field::Status),
    ("estado", Field::Status),
    ("statut", Field::Status),
    ("статус", Field::Status),
    ("код", Field::Status),
    ("状态码", Field::Status),
    ("ステータス", Field::Status),
    ("length", Field::Size),
    ("size", Field::Size),
    ("words", Field::Words),
    ("lines", Field::Lines),
    ("location", Field::Location),
    ("redirect", Field::Location),
    ("redirects", Field::Location),
    ("method", Field::Method),
    ("verb", Field::Method),
    ("type", Field::ContentType),
];

/// Words of labels of other values.
const OTHERS: &[&str] = &[
    "attempt",
    "column",
    "comment",
    "count",
    "date",
    "depth",
    "duration",
    "elapsed",
    "host",
    "id",
    "index",
    "ip",
    "item",
    "job",
    "level",
    "line",
    "no",
    "note",
    "nr",
    "number",
    "page",
    "pid",
    "port",
    "row",
    "server",
    "step",
    "thread",
    "time",
    "title",
    "took",
    "top",
    "total",
    "word",
    "worker",
    "größe",
    "línea",
    "taille",
    "tamaño",
    "zeile",
    "размер",
    "строка",
    "大小",
    "行",
];

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
            for (known, field) in FIELDS {
                if *known == lower {
                    return Some(Self::Of(*field));
                }
            }
            let is_other = OTHERS.iter().any(|known| *known == lower);
            return is_other.then_some(Self::Other);
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
