//! Finds the URL of a record and its other fields: a status, a method, a size.
//!
//! [`Input`] names the format of records, and [`Fields`] reads them: [`Fields::get`] one field,
//! [`Fields::read`] several. A line that is a bare URL needs none of this, and spends no time on
//! it.

pub mod absolute;
mod base;
mod cdx;
mod column;
pub mod csv;
pub mod curl;
mod embedded;
mod field;
mod field_names;
mod field_role;
mod field_value;
mod field_words;
mod fields;
mod format;
mod found_roles;
mod found_url;
mod json_paths;
mod json_value;
mod label;
mod likely_format;
mod likely_table;
mod line;
mod line_form;
mod line_path;
mod line_readers;
mod log;
mod lone_host;
mod members;
mod met_names;
mod method;
mod name_surroundings;
mod object;
mod origin;
mod own_name;
mod read_line;
mod request;
mod row;
mod status;
mod table;
mod table_header;
mod url_members;
mod wanted;
mod word;
mod word_kind;

use crate::parse::{self, Address, Path, Scratch};
pub use column::Column;
pub(crate) use field::is_reading;
pub use field::{Field, FieldText};
pub use fields::Fields;
pub use format::Input;
pub use likely_format::LikelyFormat;
pub use line_form::FoundForm;
pub(crate) use line_form::trimmed;
pub use line_readers::LineReaders;
pub use origin::{FieldOrigin, FoundFields};
pub use read_line::{ReadLine, StoredLine};
pub(crate) use wanted::RARER;
pub use wanted::{FieldValues, WantedFields};

/// Parses the URL of a text that begins with it, or with columns before it. `None` if it has none.
pub fn parse<'a>(text: &'a [u8], scratch: &'a mut Scratch) -> Option<(Address<'a>, Path)> {
    parse::parse_piece(text, scratch, line::url)
}

/// Parses the URL of a text that is not [plain](parse::PlainLine) as a whole, and leaves the form
/// of the text if that was needed.
pub fn parse_and_form<'t: 'a, 'a>(
    text: &'t [u8],
    scratch: &'a mut Scratch,
    form: &mut FoundForm<'t>,
) -> Option<(Address<'a>, Path)> {
    parse::parse_unplain(text, scratch, |text| line::url_and_form(text, form))
}

/// Returns the URL of a text that begins with it, or with columns before it, without the text
/// around it.
pub fn written(text: &[u8]) -> &[u8] {
    let url = line::url(text);
    // The byte-order mark of a file is no part of its first URL.
    url.strip_prefix(b"\xef\xbb\xbf").unwrap_or(url)
}

#[cfg(test)]
mod tests;
