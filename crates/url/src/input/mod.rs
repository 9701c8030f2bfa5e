//! From a record to the URL in it, and to the other fields that it has: a status, a method, a size.
//!
//! [`Input`] says how records are written, and [`Fields`] reads them, all fields by one way:
//! [`Fields::get`] one, [`Fields::read`] several. Only a line that is a URL as it stands needs none
//! of this, and takes no time for it.

pub mod cdx;
pub mod column;
pub mod embedded;
pub mod field;
pub mod fields;
pub mod format;
pub mod json;
pub mod known;
pub mod likely_format;
pub mod line;
pub mod log;
pub mod object;
pub mod origin;
pub mod request;
pub mod table;
pub mod wanted;
pub mod written;

use crate::parse::{self, Address, Path, Scratch};
pub use column::Column;
pub use field::{Field, Text};
pub use fields::Fields;
pub use format::Input;
pub use json::unescaped;
pub use likely_format::LikelyFormat;
pub use origin::{Origin, Told};
pub use wanted::{Values, Wanted};

/// Parses the URL of a text that begins with it, or with columns before it. `None` means that it
/// has none.
pub fn parse<'a>(text: &'a [u8], scratch: &'a mut Scratch) -> Option<(Address<'a>, Path)> {
    parse::parse_piece(text, scratch, line::url)
}

/// The URL of a text that begins with it, or with columns before it, without what precedes or
/// follows it.
pub fn written(text: &[u8]) -> &[u8] {
    line::url(text)
}

#[cfg(test)]
pub mod tests;
