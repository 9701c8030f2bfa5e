//! From a record to the URL in it, and to the other fields that it has: a status, a method, a size.
//!
//! [`Input`] says how records are written, and [`Fields`] reads them, all fields by one way:
//! [`Fields::get`] one, [`Fields::read`] several. Only a line that is a URL as it stands needs none
//! of this, and takes no time for it.

mod cdx;
mod column;
mod embedded;
mod field;
mod fields;
mod format;
mod json;
mod known;
mod likely_format;
mod line;
mod log;
mod object;
mod origin;
mod request;
mod table;
mod wanted;
mod written;

use crate::parse::{self, Address, Path, Scratch};
pub use column::Column;
pub use field::{Field, Text};
pub use fields::Fields;
pub use format::Input;
pub(crate) use json::unescaped;
pub use likely_format::LikelyFormat;
pub use origin::{Origin, Told};
pub use wanted::{Values, Wanted};

/// Parses the URL of a text that begins with it, or with columns before it. `None` means that it
/// has none.
pub(crate) fn parse<'a>(text: &'a [u8], scratch: &'a mut Scratch) -> Option<(Address<'a>, Path)> {
    parse::parse_piece(text, scratch, line::url)
}

/// The URL of a text that begins with it, or with columns before it, without what precedes or
/// follows it.
pub(crate) fn written(text: &[u8]) -> &[u8] {
    line::url(text)
}

#[cfg(test)]
mod tests;
