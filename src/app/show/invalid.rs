//! Words for lines that are not of the kind that `--as` names.

use urlsift::settings::RecordKind;

/// Words for such lines.
pub(crate) struct InvalidWords {
    /// The text shown in place of the template of one: `not a URL`.
    pub(crate) label: &'static str,
    /// The predicate of one: it `is not a URL`.
    pub(crate) one: &'static str,
    /// The predicate of several: they `are not URLs`.
    pub(crate) several: &'static str,
}

impl InvalidWords {
    /// Returns the words for records of a kind.
    pub(crate) fn of(records: RecordKind) -> Self {
        let (label, one, several) = match records {
            RecordKind::Text | RecordKind::Log => ("no words", "has no words", "have no words"),
            RecordKind::Events => (
                "not a sequence of steps",
                "is not a sequence of steps",
                "are not sequences of steps",
            ),
            _ => ("not a URL", "is not a URL", "are not URLs"),
        };
        Self {
            label,
            one,
            several,
        }
    }
}
