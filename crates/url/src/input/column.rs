//! Columns of CSV and TSV: finds the column with the URL, and reads it.
//!
//! A record is one line. A quoted field may hold the separator and doubled quotes; a field that
//! contains a line end is cut there, with its line.

use crate::error::{Error, ErrorKind};
use bstr::ByteSlice;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A column of CSV or TSV.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// The number of the column, from 1.
    Number(usize),
    /// The name of the column in the first record, in any case.
    Name(String),
    /// The columns with the parts of a URL: its host, then its path.
    Parts(Vec<Column>),
}

/// Reads a number or a name, or several separated by commas.
impl FromStr for Column {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if text.contains(',') {
            return text
                .split(',')
                .map(str::parse)
                .collect::<Result<_, _>>()
                .map(Self::Parts);
        }
        match text.parse() {
            Ok(0) => Err(Error::new(ErrorKind::Name, "columns are counted from 1")),
            Ok(number) => Ok(Self::Number(number)),
            Err(_) => Ok(Self::Name(text.to_owned())),
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Name(name) => name.fmt(f),
            Self::Parts(parts) => parts
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(",")
                .fmt(f),
        }
    }
}

/// Returns the separator of a header: a tab if there is one outside quotes, otherwise the most
/// frequent of comma, semicolon and bar.
pub(super) fn separator(first: &[u8]) -> u8 {
    let unquoted = first.split(|byte| *byte == b'"').step_by(2).flatten();
    let count = |separator: u8| unquoted.clone().filter(|byte| **byte == separator).count();
    let [tabs, commas, semicolons, bars] = [b'\t', b',', b';', b'|'].map(count);
    match commas.max(semicolons).max(bars) {
        _ if tabs > 0 => b'\t',
        most if most == commas => b',',
        most if most == semicolons => b';',
        _ => b'|',
    }
}

/// Returns the fields of a record, unquoted.
pub(super) fn fields(record: &[u8], separator: u8) -> impl Iterator<Item = Cow<'_, [u8]>> {
    let mut rest = Some(record);
    std::iter::from_fn(move || {
        let text = rest?;
        let (field, behind) = match text.strip_prefix(b"\"") {
            Some(text) => quoted(text),
            None => (Cow::Borrowed(b"".as_slice()), text),
        };
        let end = behind.find_byte(separator);
        rest = end.map(|end| &behind[end + 1..]);
        let tail = &behind[..end.unwrap_or(behind.len())];
        // Text between a closing quote and the separator belongs to the field.
        Some(match (field, tail) {
            (field, []) => field,
            (Cow::Borrowed([]), tail) => Cow::Borrowed(tail),
            (field, tail) => Cow::Owned([&field, tail].concat()),
        })
    })
}

/// Returns a field up to its closing quote, and the rest of the record.
fn quoted(text: &[u8]) -> (Cow<'_, [u8]>, &[u8]) {
    let mut plain: Option<Vec<u8>> = None;
    let mut start = 0;
    loop {
        let end = text[start..]
            .find_byte(b'"')
            .map_or(text.len(), |at| start + at);
        let is_double = text.get(end + 1) == Some(&b'"');
        if !is_double {
            let field = match plain {
                Some(mut plain) => {
                    plain.extend_from_slice(&text[start..end]);
                    Cow::Owned(plain)
                }
                None => Cow::Borrowed(&text[..end]),
            };
            return (field, text.get(end + 1..).unwrap_or_default());
        }
        plain
            .get_or_insert_default()
            .extend_from_slice(&text[start..=end]);
        start = end + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(record: &str) -> Vec<String> {
        let fields = fields(record.as_bytes(), separator(record.as_bytes()));
        fields
            .map(|field| field.to_str_lossy().into_owned())
            .collect()
    }

    #[test]
    fn fields_are_cut_at_separators_outside_quotes() {
        for (record, wanted) in [
            ("a,b,c", &["a", "b", "c"][..]),
            ("a\tb,c\td", &["a", "b,c", "d"]),
            ("a;b,c;d", &["a", "b,c", "d"]),
            ("a|b", &["a", "b"]),
            ("\"a,b\",\"c \"\"d\"\"\",", &["a,b", "c \"d\"", ""]),
            ("\"a;b;c\",d", &["a;b;c", "d"]),
            ("\"a\"b,c", &["ab", "c"]),
            ("\"open,b", &["open,b"]),
            ("\"\",b", &["", "b"]),
            ("alone", &["alone"]),
            ("", &[""]),
        ] {
            assert_eq!(all(record), wanted, "{record}");
        }
    }
}
