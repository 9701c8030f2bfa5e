//! Rows of CSV whose fields may contain line ends.

/// A row, and the number of the line that it begins in, from 1.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct CsvRow {
    pub(super) line: usize,
    pub(super) fields: Vec<String>,
}

/// Returns the rows of a text, without empty ones. A field in quotes may contain commas, line ends,
/// and doubled quotes.
pub(super) fn rows(text: &str) -> impl Iterator<Item = CsvRow> {
    let mut chars = text.chars().peekable();
    let mut line = 1;
    std::iter::from_fn(move || {
        loop {
            let mut row = CsvRow {
                line,
                fields: Vec::new(),
            };
            let mut field = String::new();
            let mut is_quoted = false;
            loop {
                let next = chars.next();
                line += usize::from(next == Some('\n'));
                match next {
                    Some('"') if is_quoted && chars.next_if_eq(&'"').is_some() => field.push('"'),
                    Some('"') if is_quoted || field.is_empty() => is_quoted = !is_quoted,
                    Some(',') if !is_quoted => row.fields.push(std::mem::take(&mut field)),
                    Some('\r') if !is_quoted && chars.peek() == Some(&'\n') => {}
                    Some('\n') if !is_quoted => break,
                    Some(other) => field.push(other),
                    None if row.fields.is_empty() && field.is_empty() => return None,
                    None => break,
                }
            }
            row.fields.push(field);
            if row.fields != [""] {
                return Some(row);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
