//! What messages call lines that are not what lines are said to be.

use crate::cli::Records;

/// What such a line is.
pub(super) fn not_one(records: Records) -> &'static str {
    match records {
        Records::Urls => "not a URL",
        Records::Text => "no words",
        Records::Events => "not a sequence of steps",
    }
}

/// What is to be said of one such line.
pub(super) fn is_not(records: Records) -> &'static str {
    match records {
        Records::Urls => "is not a URL",
        Records::Text => "has no words",
        Records::Events => "is not a sequence of steps",
    }
}

/// What is to be said of several.
pub(super) fn are_not(records: Records) -> &'static str {
    match records {
        Records::Urls => "are not URLs",
        Records::Text => "have no words",
        Records::Events => "are not sequences of steps",
    }
}
