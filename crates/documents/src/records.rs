//! The records of a JSON document: the objects of a list, alone or as a member such as `results` or
//! `log.entries`, or an object on several lines.

use urlsift_url::input::{Field, Fields};
use urlsift_url::json::{Cursor, Member};
use urlsift_url::list::list;

/// Names of members with a list of records. Others may be a detail of a document about something
/// else.
const LISTS: [&str; 16] = list(
    "results entries items data records requests responses urls pages links findings issues hits rows \
    matches endpoints",
);

/// Returns the records of a document, if the first of them is one. A record on one line is no
/// document.
pub(crate) fn records<'j>(document: &'j [u8], fields: &Fields) -> Option<Vec<&'j [u8]>> {
    let document = document
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(document)
        .trim_ascii();
    if document.starts_with(b"[") {
        return objects(document, fields);
    }
    let has_url = is_record(fields, document);
    if has_url && !document.contains(&b'\n') {
        return None;
    }
    match list_in(document, true, fields) {
        None if has_url => Some(vec![document]),
        list => list,
    }
}

/// Returns the list of records of an object, or of an object in it.
fn list_in<'j>(object: &'j [u8], deeper: bool, fields: &Fields) -> Option<Vec<&'j [u8]>> {
    let mut cursor = Cursor::new(object);
    if cursor.byte()? != b'{' {
        return None;
    }
    while let Member::Name(name) = cursor.member()? {
        let start = cursor.at;
        cursor.skip()?;
        let value = cursor.since(start);
        let found = match value.first() {
            Some(b'[') if LISTS.iter().any(|list| name == list.as_bytes()) => {
                objects(value, fields)
            }
            Some(b'{') if deeper => list_in(value, false, fields),
            _ => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

fn is_record(fields: &Fields, object: &[u8]) -> bool {
    fields.get(Field::Url, object, &mut Vec::new()).is_some()
}

/// Returns the objects of a list, if the first is a record.
fn objects<'j>(list: &'j [u8], fields: &Fields) -> Option<Vec<&'j [u8]>> {
    let mut cursor = Cursor::new(&list[1..]);
    let mut objects = Vec::new();
    loop {
        cursor.blanks();
        let start = cursor.at;
        match cursor.peek()? {
            b',' => cursor.at += 1,
            b']' => break,
            byte => {
                cursor.skip()?;
                if byte == b'{' {
                    objects.push(cursor.since(start));
                }
            }
        }
    }
    let first = objects.first()?;
    is_record(fields, first).then_some(objects)
}

/// Appends an object as one line: without line ends and the blanks behind them, which strings do
/// not have.
pub(crate) fn write_line(object: &[u8], line: &mut Vec<u8>) {
    for (number, piece) in object
        .split(|byte| matches!(byte, b'\n' | b'\r'))
        .enumerate()
    {
        line.extend_from_slice(if number == 0 {
            piece
        } else {
            piece.trim_ascii_start()
        });
    }
    line.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_url::input::Input;

    #[test]
    fn records_are_those_of_the_first_list_with_urls() {
        for (document, wanted) in [
            (r#"{"results":[{"url":"/a"},{"url":"/b"}]}"#, Some(2)),
            (
                r#"{"info":{"x":[1,"]"]},"results":[ {"url":"/a"} , 7,"{",{} ]}"#,
                Some(2),
            ),
            (
                r#"{"log":{"pages":[{"id":1}],"entries":[{"url":"/a"},{"url":"/b"}]}}"#,
                Some(2),
            ),
            // A line with one URL is a record.
            (r#"{"log":{"entries":[{"url":"/a"}]}}"#, None),
            (r#" [ {"url":"/a"},{"n":1},2]"#, Some(2)),
            ("{\"n\":1,\n\"url\":\"/a\"}", Some(1)),
            (r#"{"url":"/a","results":[{"url":"/b"}]}"#, None),
            (r#"{"servers":[{"url":"/a"}],"paths":{}}"#, None),
            (r#"{"a":{"b":{"results":[{"url":"/a"}]}}}"#, None),
            (
                r#"{"urls":["a","b"],"results":[],"x":[[{"url":"/a"}]]}"#,
                None,
            ),
            (r#"{"results":[{"url":"/a"}"#, None),
            ("[]", None),
        ] {
            let fields = Fields::new(Input::Lines);
            let found = records(document.as_bytes(), &fields).map(|records| records.len());
            assert_eq!(found, wanted, "{document}");
        }
        let mut line = Vec::new();
        write_line(b"{\r\n  \"a\": 1,\n\t\"b\": \"x  y\"\n}", &mut line);
        assert_eq!(line, b"{\"a\": 1,\"b\": \"x  y\"}\n");
    }
}
