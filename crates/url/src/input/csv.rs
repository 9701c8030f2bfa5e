//! CSV and TSV. A quoted field may hold the separator, doubled quotes and, in a whole text, line
//! ends. Text between a closing quote and the separator belongs to the field.

use crate::bytes::split;
use bstr::ByteSlice;
use std::borrow::Cow;

/// Returns the separator of a header: a tab if there is one outside quotes, otherwise the most
/// frequent of comma, semicolon and bar.
pub(crate) fn separator(header: &[u8]) -> u8 {
    let count = |separator: u8| {
        let mut count = 0;
        for unquoted in split(header, b'"').step_by(2) {
            count += memchr::memchr_iter(separator, unquoted).count();
        }
        count
    };
    if count(b'\t') > 0 {
        return b'\t';
    }
    let mut best = b',';
    for other in [b';', b'|'] {
        if count(other) > count(best) {
            best = other;
        }
    }
    best
}

/// Returns the fields of a record of one line, unquoted. A field that contains a line end is cut
/// there, with its line.
pub(crate) fn fields(record: &[u8], separator: u8) -> impl Iterator<Item = CsvField<'_>> {
    let mut rest = Some(record);
    std::iter::from_fn(move || {
        let cut = CutField::of(rest?, |text| text.find_byte(separator));
        rest = cut.rest.get(1..);
        Some(cut.field)
    })
}

/// A field of a record, unquoted.
pub(crate) type CsvField<'t> = Cow<'t, [u8]>;

/// A row of a whole text.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CsvRow {
    /// The number of the line that it begins in, from 1.
    pub line: usize,
    pub fields: Vec<String>,
}

/// Returns the rows of a text separated by commas, without empty rows.
pub fn rows(text: &str) -> impl Iterator<Item = CsvRow> {
    let mut rest = text.as_bytes();
    let mut line = 1;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let mut row = CsvRow {
                line,
                fields: Vec::new(),
            };
            let before = rest;
            rest = read_row(rest, &mut row.fields);
            let length = before.len() - rest.len();
            line += memchr::memchr_iter(b'\n', &before[..length]).count();
            if row.fields != [""] {
                return Some(row);
            }
        }
        None
    })
}

/// Reads the fields of the first row of a text; returns the text after it.
fn read_row<'t>(text: &'t [u8], fields: &mut Vec<String>) -> &'t [u8] {
    let mut rest = text;
    loop {
        let cut = CutField::of(rest, end_in_row);
        fields.push(cut.field.to_str_lossy().into_owned());
        rest = match cut.rest {
            [b',', rest @ ..] => rest,
            [b'\r', b'\n', rest @ ..] | [b'\n', rest @ ..] | rest => return rest,
        };
    }
}

/// Returns the offset of the comma or line end that ends a field.
fn end_in_row(text: &[u8]) -> Option<usize> {
    let end = text.find_byteset(b",\n")?;
    let is_pair = text[..=end].ends_with(b"\r\n");
    Some(end - usize::from(is_pair))
}

/// The first field of a text.
struct CutField<'t> {
    /// The field, unquoted.
    field: CsvField<'t>,
    /// The text from the mark on that ends the field; empty at the end of the text.
    rest: &'t [u8],
}

impl<'t> CutField<'t> {
    /// Cuts off the first field; `find_end` finds the mark that ends it in text outside quotes.
    fn of(text: &'t [u8], find_end: impl Fn(&[u8]) -> Option<usize>) -> Self {
        let start = match text.strip_prefix(b"\"") {
            Some(inner) => Self::quoted(inner),
            None => Self {
                field: Cow::Borrowed(b""),
                rest: text,
            },
        };
        let end = find_end(start.rest).unwrap_or(start.rest.len());
        let (tail, rest) = start.rest.split_at(end);
        let field = match start.field {
            field if tail.is_empty() => field,
            Cow::Borrowed([]) => Cow::Borrowed(tail),
            field => Cow::Owned([&field, tail].concat()),
        };
        Self { field, rest }
    }

    /// Cuts off the text up to the closing quote.
    fn quoted(text: &'t [u8]) -> Self {
        let mut plain = Vec::new();
        let mut start = 0;
        loop {
            let end = match text[start..].find_byte(b'"') {
                Some(length) => start + length,
                None => text.len(),
            };
            if text.get(end + 1) == Some(&b'"') {
                plain.extend_from_slice(&text[start..=end]);
                start = end + 2;
                continue;
            }
            let field = if start == 0 {
                Cow::Borrowed(&text[..end])
            } else {
                plain.extend_from_slice(&text[start..end]);
                Cow::Owned(plain)
            };
            return Self {
                field,
                rest: text.get(end + 1..).unwrap_or_default(),
            };
        }
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

    #[test]
    fn rows_are_cut_at_line_ends_outside_quotes() {
        let found: Vec<CsvRow> =
            rows("a,b\r\n\n\"x\ny\",\"say \"\"no\"\", then\"\n,\nlast").collect();
        let row = |line, fields: &[&str]| CsvRow {
            line,
            fields: fields.iter().map(ToString::to_string).collect(),
        };
        let wanted = [
            row(1, &["a", "b"]),
            row(3, &["x\ny", "say \"no\", then"]),
            row(5, &["", ""]),
            row(6, &["last"]),
        ];
        assert_eq!(found, wanted);
        assert_eq!(rows("\n").count(), 0);
        assert_eq!(
            rows("\"open\na").collect::<Vec<_>>(),
            [row(1, &["open\na"])]
        );
        assert_eq!(
            rows("a\rb,\"c\r\"\r\nd,").collect::<Vec<_>>(),
            [row(1, &["a\rb", "c\r"]), row(2, &["d", ""])]
        );
    }
}
