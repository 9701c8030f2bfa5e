//! The ways in which the bytes of a source are cut into records.

use urlsift_core::input::Fields;
use urlsift_core::input::csv::RowShape;

/// The way in which the next bytes of a source are cut into records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Cutting {
    /// Only its first lines are taken, which show how the others are cut.
    Head,
    /// Only its first line is taken, which may name columns.
    FirstLine,
    /// A record is a line.
    #[default]
    Lines,
    /// A record is a row of a table, whose quoted cells may hold line ends.
    Rows(RowShape),
}

impl Cutting {
    /// Returns the cutting of records that are read by these fields.
    pub(super) fn of(fields: &Fields, delimiter: u8) -> Self {
        if fields.awaits_header() {
            return Self::Head;
        }
        match fields.row_shape() {
            Some(shape) if delimiter == b'\n' => Self::Rows(shape),
            _ => Self::Lines,
        }
    }
}
