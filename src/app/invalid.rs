//! Words for lines that are not of the kind that `--as` names.

use urlsift::settings::RecordKind;

/// Returns the text shown in place of the template of such a line: `not a URL`.
pub(super) fn label(records: RecordKind) -> &'static str {
    match records {
        RecordKind::Text | RecordKind::Log => "no words",
        RecordKind::Events => "not a sequence of steps",
        _ => "not a URL",
    }
}

/// Returns the predicate of one such line: it `is not a URL`.
pub(super) fn one(records: RecordKind) -> &'static str {
    match records {
        RecordKind::Text | RecordKind::Log => "has no words",
        RecordKind::Events => "is not a sequence of steps",
        _ => "is not a URL",
    }
}

/// Returns the predicate of several: they `are not URLs`.
pub(super) fn several(records: RecordKind) -> &'static str {
    match records {
        RecordKind::Text | RecordKind::Log => "have no words",
        RecordKind::Events => "are not sequences of steps",
        _ => "are not URLs",
    }
}
