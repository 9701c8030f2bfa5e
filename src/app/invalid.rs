//! What messages say of lines that are not what lines are said to be.

use urlsift::RecordKind;

/// Such a line in the place of its template: `not a URL`.
pub(super) fn label(records: RecordKind) -> &'static str {
    match records {
        RecordKind::Text | RecordKind::Log => "no words",
        RecordKind::Events => "not a sequence of steps",
        _ => "not a URL",
    }
}

/// What is said of one such line: it `is not a URL`.
pub(super) fn one(records: RecordKind) -> &'static str {
    match records {
        RecordKind::Text | RecordKind::Log => "has no words",
        RecordKind::Events => "is not a sequence of steps",
        _ => "is not a URL",
    }
}

/// What is said of several: they `are not URLs`.
pub(super) fn several(records: RecordKind) -> &'static str {
    match records {
        RecordKind::Text | RecordKind::Log => "have no words",
        RecordKind::Events => "are not sequences of steps",
        _ => "are not URLs",
    }
}
