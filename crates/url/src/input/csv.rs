//! CSV and TSV. A quoted field may hold the separator, doubled quotes and line ends. Text between a
//! closing quote and the separator belongs to the field.

use super::field::is_address;
use crate::bytes::split;
use bstr::ByteSlice;
use std::borrow::Cow;

/// Returns the separator of a header: a tab if there is one outside quotes, otherwise the most
/// frequent of comma, semicolon and bar.
pub(crate) fn separator(header: &[u8]) -> u8 {
    let count = |separator: u8| {
        let mut count = 0;
        for unquoted in split(header, b'"').step_by(2) {
            count += marks(unquoted, separator).count();
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

/// Returns the offsets of the separators in a text.
fn marks(text: &[u8], separator: u8) -> impl Iterator<Item = usize> {
    let box_mark = if separator == b'|' {
        BOX_MARK
    } else {
        separator
    };
    let starts = memchr::memchr2_iter(separator, box_mark, text);
    starts.filter(move |start| mark_length(&text[*start..], separator) > 0)
}

/// The first byte of the marks that boxes are drawn with.
const BOX_MARK: u8 = 0xe2;

/// Returns the length of the separator that a text begins with, or 0. A bar may be one of a box.
fn mark_length(text: &[u8], separator: u8) -> usize {
    if text.first() == Some(&separator) {
        return 1;
    }
    let is_bar = ["│", "┃", "║"]
        .iter()
        .any(|bar| text.starts_with(bar.as_bytes()));
    if separator == b'|' && is_bar { 3 } else { 0 }
}

/// Whether a line is a rule between the rows of a printed table: `|---|:-:|`, `+====+`.
pub fn is_rule(line: &[u8]) -> bool {
    let mut strokes = 0;
    for character in line.chars() {
        match character {
            '-' | '=' | '─'..='╿' => strokes += 1,
            '+' | '|' | ':' | ' ' | '\t' | '\r' => {}
            _ => return false,
        }
    }
    strokes > 1
}

/// Returns the fields of a record of one line, unquoted and without blanks around them. A field
/// that contains a line end is cut there, with its line.
pub(crate) fn fields(record: &[u8], separator: u8) -> impl Iterator<Item = CsvField<'_>> {
    let mut rest = Some(record);
    std::iter::from_fn(move || {
        let cut = CutField::of(rest?, |text| marks(text, separator).next());
        rest = match mark_length(cut.rest, separator) {
            0 => None,
            length => Some(&cut.rest[length..]),
        };
        Some(match cut.field {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim_ascii()),
            text @ Cow::Owned(_) => text,
        })
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
        let end = closing_quote(text, 0).unwrap_or(text.len());
        let inner = &text[..end];
        let field = if inner.find("\"\"").is_some() {
            Cow::Owned(inner.replace("\"\"", "\""))
        } else {
            Cow::Borrowed(inner)
        };
        Self {
            field,
            rest: text.get(end + 1..).unwrap_or_default(),
        }
    }
}

/// The shape of a table's rows, which are cut out of lines as RFC 4180 has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowShape {
    pub separator: u8,
    /// The number of columns of the header.
    pub columns: usize,
    /// The column with the URL or its path, from 0.
    pub url: usize,
}

/// The end of the first row of some lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowEnd {
    /// It has this length, with its line end.
    Whole { length: usize },
    /// A quoted field goes on behind the last line. The first line has this length.
    Open { line: usize },
    /// A quote is not the end of a field, or there is a whole row within the quotes, or too few or
    /// too many fields come out while the first line by itself, of this length, has as many as the
    /// header.
    Torn { line: usize },
}

impl RowShape {
    /// Finds the first row of whole lines. A quoted field may hold line ends if its closing quote
    /// ends the field.
    ///
    /// ```
    /// use urlsift_url::input::csv::{RowEnd, RowShape};
    /// let shape = RowShape { separator: b',', columns: 2, url: 0 };
    /// let first = |lines: &str| shape.first(lines.as_bytes());
    /// assert_eq!(first("a,\"two\nlines\"\nb,c\n"), RowEnd::Whole { length: 14 });
    /// assert_eq!(first("a,\"two\n"), RowEnd::Open { line: 7 });
    /// assert_eq!(first("a,\"5 inch\nb,\"c\"\n"), RowEnd::Torn { line: 10 });
    /// assert_eq!(first("a,\"5 inch\nhttps://a.example/,b\n"), RowEnd::Torn { line: 10 });
    /// ```
    pub fn first(&self, lines: &[u8]) -> RowEnd {
        let line = match lines.find_byte(b'\n') {
            Some(end) => end + 1,
            None => lines.len(),
        };
        if memchr::memchr(b'"', &lines[..line]).is_none() {
            return RowEnd::Whole { length: line };
        }
        let mut at = 0;
        let mut fields = 0;
        loop {
            fields += 1;
            if lines.get(at) == Some(&b'"') {
                let close = closing_quote(lines, at + 1);
                let end = close.unwrap_or(lines.len());
                if end >= line && self.has_row(&lines[at..end]) {
                    return RowEnd::Torn { line };
                }
                if close.is_none() {
                    return RowEnd::Open { line };
                }
                at = end + 1;
                if end >= line && !self.ends_field(&lines[at..]) {
                    return RowEnd::Torn { line };
                }
            }
            let Some(length) = memchr::memchr2(self.separator, b'\n', &lines[at..]) else {
                at = lines.len();
                break;
            };
            at += length + 1;
            if lines[at - 1] == b'\n' {
                break;
            }
        }
        let is_line = at <= line;
        if !is_line && fields != self.columns {
            let alone = lines[..line].trim_end_with(|c| matches!(c, '\r' | '\n'));
            if self::fields(alone, self.separator).count() == self.columns {
                return RowEnd::Torn { line };
            }
        }
        RowEnd::Whole { length: at }
    }

    /// Whether a line may be a row, or the first line of one.
    pub(crate) fn may_begin(&self, line: &[u8]) -> bool {
        let columns = fields(line, self.separator).count();
        columns == self.columns || matches!(self.first(line), RowEnd::Open { .. })
    }

    /// Whether one of the lines behind the first one of a quoted text is a row by itself: it has
    /// all columns, and a URL or path where rows have it.
    fn has_row(&self, quoted: &[u8]) -> bool {
        let mut lines = quoted.lines();
        lines.next();
        let mut rows = lines.filter(|line| self.columns > 1 && line.contains(&b'/'));
        rows.any(|line| {
            let cells: Vec<_> = fields(line, self.separator).collect();
            let url = cells.get(self.url).map(|cell| &cell[..]);
            let url = url.unwrap_or_default();
            cells.len() == self.columns && (url.starts_with(b"/") || is_address(url))
        })
    }

    /// Whether a text behind a closing quote begins with the end of a field.
    fn ends_field(&self, text: &[u8]) -> bool {
        match text {
            [] | [b'\n', ..] | [b'\r', b'\n', ..] => true,
            [first, ..] => *first == self.separator,
        }
    }
}

/// Returns the offset of the quote that ends a field; two in a row are a part of it.
fn closing_quote(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += text[at..].find_byte(b'"')?;
        if text.get(at + 1) != Some(&b'"') {
            return Some(at);
        }
        at += 2;
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
            (" a |  b|c ", &["a", "b", "c"]),
            ("│ a │ “b” ║c┃", &["", "a", "“b”", "c", ""]),
            ("a,│", &["a", "│"]),
            ("alone", &["alone"]),
            ("", &[""]),
        ] {
            assert_eq!(all(record), wanted, "{record}");
        }
    }

    #[test]
    fn rules_are_drawn_with_strokes() {
        for (line, is_one) in [
            ("----+-----", true),
            ("|---|:-:|--:|", true),
            ("| --- | --- |", true),
            ("+====+====+", true),
            ("|---+---|", true),
            ("┌──┬──┐", true),
            ("╞══╪══╡", true),
            ("|", false),
            ("-", false),
            ("", false),
            ("-- x", false),
            ("| a | b |", false),
        ] {
            assert_eq!(is_rule(line.as_bytes()), is_one, "{line}");
        }
    }

    #[test]
    fn rows_end_where_no_quoted_field_is_open() {
        let shape = RowShape {
            separator: b',',
            columns: 3,
            url: 0,
        };
        for (lines, wanted) in [
            ("a,b,c\nd\n", RowEnd::Whole { length: 6 }),
            ("a,\"b\",c\nd\n", RowEnd::Whole { length: 8 }),
            ("a,\"b\n\",c\nd\n", RowEnd::Whole { length: 9 }),
            (
                "a,\"b\r\n\r\n\",\"\n\"\r\nd\n",
                RowEnd::Whole { length: 15 },
            ),
            ("a,\"b \"\"c\"\"\n\"\"\",d\n", RowEnd::Whole { length: 17 }),
            // Any number of fields is taken if the line by itself does not fit either.
            ("a,\"b\nc\"\n", RowEnd::Whole { length: 8 }),
            ("a\"b,c\"d,\"e\"f\n", RowEnd::Whole { length: 13 }),
            ("a,\"b\nc,d\n", RowEnd::Open { line: 5 }),
            ("a,\"b\"\"\nc,d\n", RowEnd::Open { line: 7 }),
            // The next quoted field would close this one.
            ("a,\"b,7\nd,\"e\",8\n", RowEnd::Torn { line: 7 }),
            ("a,b,\"c\nd,e,\"f\"\n", RowEnd::Torn { line: 7 }),
            ("a,b,\"\nd,e\",f\n", RowEnd::Torn { line: 6 }),
            ("a,b,\"\nd,e,\"\n", RowEnd::Whole { length: 12 }),
            // A row within the quotes is not swallowed.
            (
                "a,b,\"c\nhttps://d.example/,e,7\"\n",
                RowEnd::Torn { line: 7 },
            ),
            ("a,b,\"c\n/d,e,f\r\ng", RowEnd::Torn { line: 7 }),
            ("a,b,\"c\nsee /d,e,f\"\n", RowEnd::Whole { length: 19 }),
            ("a,b,\"c\n/d,e\"\n", RowEnd::Whole { length: 13 }),
            ("a,b,\"c\n/d\"\n/e,f,g\n", RowEnd::Whole { length: 11 }),
        ] {
            assert_eq!(shape.first(lines.as_bytes()), wanted, "{lines:?}");
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
