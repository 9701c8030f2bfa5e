//! Rows of fields: separated by tabs, or by commas as RFC 4180 says.

use urlsift::stream::LongRecordPart;

use crate::cli::Format;

/// The separator and the escapes of fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PrintedColumns {
    /// A tab between fields; in a field, tab, line ends and backslash are `\t`, `\n`, `\r` and
    /// `\\`.
    Tabs,
    /// A comma between fields; a field with a comma, a quote or a line end is quoted, with its
    /// quotes doubled.
    Commas {
        /// Whether a field that a spreadsheet would compute gets an apostrophe in front.
        is_safe: bool,
    },
}

/// Returns whether a spreadsheet treats a cell as a formula, which may read other cells, files and
/// the network. Some skip a blank or line end before it.
fn is_computed(field: &[u8]) -> bool {
    matches!(
        field,
        [b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r' | b'\n', ..]
    )
}

impl PrintedColumns {
    /// Returns the columns of a format, if it has any.
    pub(crate) fn of(format: Format, is_safe: bool) -> Option<Self> {
        match format {
            Format::Tsv => Some(Self::Tabs),
            Format::Csv => Some(Self::Commas { is_safe }),
            Format::Text | Format::Json | Format::Jsonl => None,
        }
    }

    /// Appends the fields of a row.
    pub(crate) fn append_row(self, fields: &[&[u8]], row: &mut Vec<u8>) {
        for (number, field) in fields.iter().enumerate() {
            if number > 0 {
                self.separate(row);
            }
            self.append(field, row);
        }
        row.push(b'\n');
    }

    /// Appends the separator of two fields.
    pub(crate) fn separate(self, row: &mut Vec<u8>) {
        row.push(if self == Self::Tabs { b'\t' } else { b',' });
    }

    /// Appends a field.
    pub(crate) fn append(self, field: &[u8], row: &mut Vec<u8>) {
        let is_quoted = self != Self::Tabs && field.iter().any(|byte| b",\"\r\n".contains(byte));
        if is_quoted {
            row.push(b'"');
        }
        self.append_mark(field, row);
        self.append_piece(field, row);
        if is_quoted {
            row.push(b'"');
        }
    }

    /// Appends the last field of a row, piece by piece, and the end of the row.
    pub(crate) fn append_last_field(self, part: &LongRecordPart<'_>, row: &mut Vec<u8>) {
        // A field whose rest is unknown is quoted.
        let quote = if self == Self::Tabs { &b""[..] } else { b"\"" };
        if part.first {
            row.extend_from_slice(quote);
            self.append_mark(part.bytes, row);
        }
        // The last byte of the record is its delimiter.
        let length = part.bytes.len() - usize::from(part.last);
        self.append_piece(&part.bytes[..length], row);
        if part.last {
            row.extend_from_slice(quote);
            row.push(b'\n');
        }
    }

    /// Appends the apostrophe before a field that a spreadsheet would compute, given its first
    /// bytes.
    fn append_mark(self, field: &[u8], row: &mut Vec<u8>) {
        if self == (Self::Commas { is_safe: true }) && is_computed(field) {
            row.push(b'\'');
        }
    }

    /// Appends a piece of a field, which is quoted if the format has quotes.
    fn append_piece(self, field: &[u8], row: &mut Vec<u8>) {
        let is_escaped = |byte: &u8| match self {
            Self::Tabs => matches!(byte, b'\t' | b'\n' | b'\r' | b'\\'),
            Self::Commas { .. } => *byte == b'"',
        };
        let mut rest = field;
        while let Some(at) = rest.iter().position(is_escaped) {
            row.extend_from_slice(&rest[..at]);
            row.extend_from_slice(match rest[at] {
                b'\t' => b"\\t",
                b'\n' => b"\\n",
                b'\r' => b"\\r",
                b'\\' => b"\\\\",
                _ => b"\"\"",
            });
            rest = &rest[at + 1..];
        }
        row.extend_from_slice(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_come_back_as_they_were() {
        let fields: [&[u8]; 4] = [b"a", b"b,\"c\"", b"d\te\\\n", b""];
        let row = |columns: PrintedColumns| {
            let mut row = Vec::new();
            columns.append_row(&fields, &mut row);
            String::from_utf8(row).expect("it is text")
        };
        assert_eq!(row(PrintedColumns::Tabs), "a\tb,\"c\"\td\\te\\\\\\n\t\n");
        assert_eq!(
            row(PrintedColumns::Commas { is_safe: true }),
            "a,\"b,\"\"c\"\"\",\"d\te\\\n\",\n"
        );
    }
}
