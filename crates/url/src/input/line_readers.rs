//! The readers of a list by number, which many stored lines can hold.

use super::fields::Fields;
use super::read_line::ReadLine;
use std::sync::Arc;

/// The number of the latest readers among which an equal one is found: few take turns.
const LATEST: usize = 64;

/// The readers of the lines of a list: a source, or a section of one, may bring another. A line
/// that is stored with the number of its reader is read again as it was read first.
#[derive(Clone, Debug, Default)]
pub struct LineReaders {
    readers: Vec<Arc<Fields>>,
    /// The last one that was numbered.
    last: Option<NumberedReader>,
}

#[derive(Clone, Debug)]
struct NumberedReader {
    fields: Arc<Fields>,
    number: u32,
}

impl LineReaders {
    /// Returns the number of a reader.
    pub fn number(&mut self, fields: &Arc<Fields>) -> u32 {
        if let Some(last) = &self.last
            && Arc::ptr_eq(&last.fields, fields)
        {
            return last.number;
        }
        let mut latest = self.readers.iter().enumerate().rev().take(LATEST);
        let known = latest.find(|(_, known)| known.reads_as(fields));
        let number = if let Some((number, _)) = known {
            number as u32
        } else {
            self.readers.push(Arc::clone(fields));
            self.readers.len() as u32 - 1
        };
        self.last = Some(NumberedReader {
            fields: Arc::clone(fields),
            number,
        });
        number
    }

    /// Returns a line with its reader, by the number of that.
    pub fn line<'l>(&'l self, bytes: &'l [u8], number: u32) -> ReadLine<'l> {
        let fields = self.readers.get(number as usize);
        ReadLine {
            bytes,
            fields: fields.unwrap_or_else(|| Fields::of_lines()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;

    #[test]
    fn readers_that_read_the_same_have_one_number() {
        let lines = Fields::new(Input::Lines);
        let begun = |header: &[u8]| {
            let (fields, _) = lines.begin(header).expect("it is read");
            Arc::new(fields)
        };
        let mut readers = LineReaders::default();
        let mut numbers = Vec::new();
        for header in [
            "https://a.test/",
            "id,url",
            "url,id",
            "#Fields: cs-method cs-uri-stem",
            "no url",
            "id,url",
            "#Fields: cs-uri-stem cs-method",
            "#Fields: cs-method cs-uri-stem",
        ] {
            let fields = begun(header.as_bytes());
            let number = readers.number(&fields);
            assert_eq!(readers.number(&fields), number);
            assert!(readers.line(b"", number).fields.reads_as(&fields));
            numbers.push(number);
        }
        assert_eq!(numbers, [0, 1, 2, 3, 0, 1, 4, 3]);
    }
}
