//! What messages say of lines that are not what lines are said to be.

use crate::cli::Records;

/// Such a line in the place of its template: `not a URL`.
pub(super) fn label(records: Records) -> &'static str {
    match records {
        Records::Urls => "not a URL",
        Records::Text => "no words",
        Records::Events => "not a sequence of steps",
    }
}

/// What is said of one such line: it `is not a URL`.
pub(super) fn one(records: Records) -> &'static str {
    match records {
        Records::Urls => "is not a URL",
        Records::Text => "has no words",
        Records::Events => "is not a sequence of steps",
    }
}

/// What is said of several: they `are not URLs`.
pub(super) fn several(records: Records) -> &'static str {
    match records {
        Records::Urls => "are not URLs",
        Records::Text => "have no words",
        Records::Events => "are not sequences of steps",
    }
}
