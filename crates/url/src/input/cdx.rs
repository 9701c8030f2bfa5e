//! Lines of an index of archived pages (CDX): a key, the time of capture, and then the URL itself,
//! its type and its status: `com,example)/a 20200102030405 https://example.com/a text/html 200
//! 3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ 1043`.
//!
//! CDXJ has a JSON object after the time instead.

use super::field::Field;
use crate::bytes::{is_alphanumeric_and, is_digits, split, split_once};
use bstr::ByteSlice;

/// A line of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Capture<'r> {
    /// The time of capture, in fourteen digits.
    pub time: &'r [u8],
    /// The URL and the columns after it, or a JSON object.
    pub rest: &'r [u8],
}

impl<'r> Capture<'r> {
    /// Reads a line; `None` if it is not from an index.
    pub(super) fn of(line: &'r [u8]) -> Option<Self> {
        let (key, rest) = split_once(line, b' ')?;
        // A key is the reversed host, a bracket, and the path.
        let (host, _) = split_once(key, b')')?;
        if host.is_empty() || !is_alphanumeric_and(host, b"-_,:.[") {
            return None;
        }
        let (time, rest) = split_once(rest, b' ')?;
        let is_time = matches!(time.len(), 4..=17) && is_digits(time);
        if !is_time || rest.is_empty() {
            return None;
        }
        Some(Self { time, rest })
    }

    /// Returns the column of a field; `-` means that there is none.
    pub(super) fn column(&self, field: Field) -> Option<&'r [u8]> {
        if field == Field::Time {
            return Some(self.time);
        }
        let number = self.number(field)?;
        let column = self.rest.split_str(" ").nth(number - 3)?;
        if field != Field::Url {
            return field.value(column);
        }
        if column == b"-" {
            return None;
        }
        Some(column)
    }

    /// Returns the number of the column with a field, from 1.
    pub(super) fn number(&self, field: Field) -> Option<usize> {
        let columns = 2 + self.rest.split_str(" ").count();
        column_number(field, columns)
    }
}

/// Returns the number of the column with a field, from 1, in a line of this many columns: URL,
/// type, status and digest follow the time; the others depend on the number of columns.
fn column_number(field: Field, columns: usize) -> Option<usize> {
    let number = match field {
        Field::Time => 2,
        Field::Url => 3,
        Field::ContentType => 4,
        Field::Status => 5,
        Field::Digest => 6,
        // The size is the last of seven columns, or the third from the end of eleven.
        Field::Size if columns == 7 => 7,
        Field::Size if columns == 11 => 9,
        // In lines of more than seven columns, the redirect follows the digest.
        Field::Location if columns > 7 => 7,
        _ => return None,
    };
    Some(number)
}

/// Returns the field of a row of an index in JSON: `["com,example)/a", "20200102030405",
/// "https://example.com/a", "text/html", "200", "3I42", "1043"],`. `None` if the line is not a row
/// of this form, or lacks the field.
pub(super) fn row(line: &[u8], field: Field) -> Option<&[u8]> {
    let number = column_number(field, 7)?;
    let row = line
        .strip_prefix(b"[")
        .filter(|row| row.starts_with(b"\""))?;
    let mut strings = split(row, b'"').skip(1).step_by(2);
    let mut others = strings.clone();
    let key = strings.next()?;
    let time = strings.next()?;
    if !key.contains(&b')') {
        return None;
    }
    if time.len() < 4 || !is_digits(time) {
        return None;
    }
    field.value(others.nth(number - 1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_the_same_fields() {
        let line = br#"["com,example)/a", "20200102030405", "https://example.com/a", "text/html", "-", "3I42", "1043"],"#;
        let fields = [Field::Time, Field::ContentType, Field::Digest, Field::Size];
        let wanted = ["20200102030405", "text/html", "3I42", "1043"];
        assert_eq!(
            fields.map(|field| row(line, field)),
            wanted.map(|text| Some(text.as_bytes()))
        );
        assert_eq!(row(line, Field::Status), None);
        assert_eq!(
            row(
                br#"["urlkey","timestamp","original","mimetype"]"#,
                Field::ContentType
            ),
            None
        );
    }

    #[test]
    fn lines_of_an_index_are_told_from_others() {
        let line =
            b"com,example)/a?b=c 20200102030405 https://example.com/a?b=c text/html 200 3I42 1043";
        let capture = Capture::of(line).expect("it is one");
        assert_eq!(capture.time.as_bstr(), "20200102030405");
        let fields = [
            Field::Url,
            Field::ContentType,
            Field::Status,
            Field::Digest,
            Field::Size,
        ];
        let wanted = [
            "https://example.com/a?b=c",
            "text/html",
            "200",
            "3I42",
            "1043",
        ];
        assert_eq!(
            fields.map(|field| capture.column(field)),
            wanted.map(|text| Some(text.as_bytes()))
        );
        assert_eq!(capture.column(Field::Location), None);
        let long = b"com,example)/a 20200102030405 http://example.com/a text/html 301 3I42 http://example.com/b - 512 99 a.gz";
        let capture = Capture::of(long).expect("it is one");
        let fields = [Field::Digest, Field::Location, Field::Size];
        let wanted = ["3I42", "http://example.com/b", "512"];
        assert_eq!(
            fields.map(|field| capture.column(field)),
            wanted.map(|text| Some(text.as_bytes()))
        );
        let line = b"org,example,www)/ 2020 {\"url\": \"https://www.example.org/\"}";
        assert_eq!(Capture::of(line).map(|capture| capture.rest[0]), Some(b'{'));
        let revisit =
            Capture::of(b"com,example)/ 20200102030405 http://example.com/ warc/revisit - 3I42 9")
                .unwrap();
        assert_eq!(revisit.column(Field::Status), None);
        for line in [
            "https://example.com/a)/ 2020 x",
            "see a) 2020",
            "a) 20x0 http://b/",
            ")/ 2020 http://a/",
            " CDX N b a",
        ] {
            assert_eq!(Capture::of(line.as_bytes()), None, "{line}");
        }
    }
}
