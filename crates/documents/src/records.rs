//! The records of a JSON document: the objects of lists, alone or as members such as `results` or
//! `log.entries`, or an object on several lines.

use memchr::memmem;
use urlsift_url::input::{Field, Fields};
use urlsift_url::json::{Cursor, Member};
use urlsift_url::list::list;

/// Names of members with a list of records. A list of another name may be a detail of a document
/// about something else, unless each of several values is a record. Beside a list of records, it is
/// read as well.
const LISTS: [&str; 16] = list(
    "results entries items data records requests responses urls pages links findings issues hits rows \
    matches endpoints",
);

/// The records of a document, and what else may be read in it.
#[derive(Debug)]
pub(crate) struct DocumentRecords<'j> {
    /// The document itself without what it holds, if it has a URL beside a list of records.
    pub own: Option<Vec<u8>>,
    pub values: Vec<&'j [u8]>,
    /// Whether other texts in it look like URLs.
    pub leaves_urls: bool,
}

/// The records of a document, in order.
struct FoundRecords<'f, 'j> {
    fields: &'f Fields,
    /// Whether lists of any name may have records.
    has_any_name: bool,
    /// Objects, and texts with URLs among them.
    values: Vec<&'j [u8]>,
    has_record: bool,
    own: Option<Vec<u8>>,
}

/// Returns the records of a document, if some of its objects are records. A record on one line is
/// no document.
pub(crate) fn records<'j>(document: &'j [u8], fields: &Fields) -> Option<DocumentRecords<'j>> {
    let document = document
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(document)
        .trim_ascii();
    let mut found = FoundRecords {
        fields,
        has_any_name: true,
        values: Vec::new(),
        has_record: false,
        own: None,
    };
    if document.starts_with(b"[") {
        found.add_list(document, true);
        return found.of(document);
    }
    let has_url = found.is_record(document);
    if has_url && !document.contains(&b'\n') && !found.has_list_beside_url(document) {
        return None;
    }
    found.add_members(document, true);
    if has_url && !found.has_record {
        found.values = vec![document];
        found.has_record = true;
    } else if has_url {
        found.own = found.own(document);
    }
    found.of(document)
}

/// Whether lists of this name are lists of records.
fn is_named_list(name: &[u8]) -> bool {
    LISTS.iter().any(|list| name == list.as_bytes())
}

/// Whether a member of this name is the request of a record, or its answer.
fn holds_request(name: &[u8]) -> bool {
    name == b"request" || name == b"response"
}

/// Whether the text around values has more strings that look like URLs than the document's own
/// record.
fn leaves_urls(document: &[u8], own: &[u8], values: &[&[u8]]) -> bool {
    let mut rest = document;
    let mut left = 0;
    for value in values {
        let start = value.as_ptr() as usize - rest.as_ptr() as usize;
        left += url_texts(&rest[..start]);
        rest = &rest[start + value.len()..];
    }
    left + url_texts(rest) > url_texts(own)
}

/// Returns the number of strings in a text that begin like a path, and of addresses.
fn url_texts(text: &[u8]) -> usize {
    memmem::find_iter(text, b"\"/").count() + memmem::find_iter(text, b"://").count()
}

/// Whether a string in quotes is an address or a path.
fn is_url_text(string: &[u8]) -> bool {
    string.starts_with(b"\"http") || string.starts_with(b"\"/")
}

impl<'j> FoundRecords<'_, 'j> {
    /// Returns the records of the document, if it has some.
    fn of(self, document: &[u8]) -> Option<DocumentRecords<'j>> {
        if !self.has_record {
            return None;
        }
        let own = self.own.as_deref().unwrap_or_default();
        Some(DocumentRecords {
            leaves_urls: leaves_urls(document, own, &self.values),
            own: self.own,
            values: self.values,
        })
    }

    fn is_record(&self, object: &[u8]) -> bool {
        self.fields
            .get(Field::Url, object, &mut Vec::new())
            .is_some()
    }

    /// Whether an object has a list of records of its own, and no URL of its own.
    fn has_list_beside_url(&self, object: &[u8]) -> bool {
        let mut cursor = Cursor::new(object);
        cursor.byte();
        let mut has_list = false;
        while let Some(Member::Name(name)) = cursor.member() {
            let start = cursor.at;
            if cursor.skip().is_none() {
                return false;
            }
            let value = cursor.since(start);
            let is_list = value.starts_with(b"[") && is_named_list(name);
            has_list |= is_list && self.has_records(value);
        }
        has_list && self.own(object).is_none()
    }

    /// Returns an object without its lists and details, if its URL is not in them: one in its
    /// details, such as its settings, is about what made a list.
    fn own(&self, object: &[u8]) -> Option<Vec<u8>> {
        let mut cursor = Cursor::new(object);
        cursor.byte()?;
        let mut own = b"{".to_vec();
        while let Member::Name(name) = cursor.member()? {
            let start = cursor.at;
            cursor.skip()?;
            let value = cursor.since(start);
            let is_detail = match value.first() {
                Some(b'[') => true,
                Some(b'{') => !holds_request(name),
                _ => false,
            };
            if is_detail {
                continue;
            }
            own.extend_from_slice(if own.len() > 1 { b",\"" } else { b"\"" });
            own.extend_from_slice(name);
            own.extend_from_slice(b"\":");
            own.extend_from_slice(value);
        }
        own.push(b'}');
        self.is_record(&own).then_some(own)
    }

    /// Whether one of the objects in a list is a record.
    fn has_records(&self, list: &[u8]) -> bool {
        let mut found = FoundRecords {
            fields: self.fields,
            has_any_name: false,
            values: Vec::new(),
            has_record: false,
            own: None,
        };
        found.add_list(list, true);
        found.has_record
    }

    /// Adds the lists of records of an object, and those of the objects in it. Returns `None` at a
    /// fault.
    fn add_members(&mut self, object: &'j [u8], deeper: bool) -> Option<()> {
        let mut cursor = Cursor::new(object);
        if cursor.byte()? != b'{' {
            return None;
        }
        while let Member::Name(name) = cursor.member()? {
            let start = cursor.at;
            cursor.skip()?;
            let value = cursor.since(start);
            match value.first() {
                Some(b'[') => {
                    self.add_list(value, is_named_list(name));
                }
                Some(b'{') if deeper => {
                    self.add_members(value, false);
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Adds the values of a list, if it is one of records or of URLs. Returns `None` at a fault.
    fn add_list(&mut self, list: &'j [u8], is_named: bool) -> Option<()> {
        let mut cursor = Cursor::new(&list[1..]);
        let start_of_list = self.values.len();
        let mut records = 0;
        let mut others = 0;
        let mut has_object = false;
        loop {
            cursor.blanks();
            let start = cursor.at;
            if cursor.peek()? == b']' {
                break;
            }
            cursor.skip()?;
            let value = cursor.since(start);
            if value.is_empty() {
                cursor.byte();
            } else if value[0] == b'[' {
                self.add_list(value, false);
            } else if value[0] == b'{' {
                has_object = true;
                if self.is_record(value) {
                    records += 1;
                } else {
                    others += 1;
                }
                self.values.push(value);
            } else if is_url_text(value) {
                others += 1;
                self.values.push(value);
            } else {
                others += 1;
            }
        }
        let is_list = if is_named {
            records > 0 || !has_object
        } else {
            self.has_any_name && (records > 0 || !has_object)
        };
        if !is_list {
            self.values.truncate(start_of_list);
        } else if is_named || records > 1 && others == 0 {
            self.has_record |= records > 0;
        }
        Some(())
    }
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
    fn records_are_those_of_lists_with_urls() {
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
            (r#"{"request":{"url":"/a"},"links":[{"url":"/b"}]}"#, None),
            // A URL in the settings is about what made the list.
            (
                r#"{"results":[{"url":"/a"},{"url":"/b"}],"config":{"url":"/FUZZ"}}"#,
                Some(2),
            ),
            (
                r#"{"scan":{"target":{"url":"/"}},"findings":[{"url":"/a"},{"url":"/b"}]}"#,
                Some(2),
            ),
            (r#"{"meta":{"url":"/a"},"items":["x"]}"#, None),
            (r#"{"servers":[{"url":"/a"}],"paths":{}}"#, None),
            (r#"{"a":{"b":{"results":[{"url":"/a"}]}}}"#, None),
            (
                r#"{"urls":["a","b"],"results":[],"x":[[{"url":"/a"}]]}"#,
                None,
            ),
            // Lists under several names, of any name if all is records, and URLs alone among them.
            (
                "{\"pages\":[{\"url\":\"/a\"}],\n\"links\":[{\"url\":\"/b\"}]}",
                Some(2),
            ),
            (r#"{"assets":[{"url":"/a"},{"url":"/b"}]}"#, Some(2)),
            (r#"{"assets":[{"url":"/a"},{"n":1}]}"#, None),
            (
                r#"{"items":[{"n":1},{"url":"/a"},"https://b.example/","x"]}"#,
                Some(3),
            ),
            (
                "{\"urls\":[\"https://a.example/\"],\n\"hits\":[{\"url\":\"/a\"}]}",
                Some(2),
            ),
            (r#"["https://a.example/"]"#, None),
            (r#"{"results":[{"url":"/a"}"#, None),
            ("[]", None),
        ] {
            let fields = Fields::new(Input::Lines);
            let found = records(document.as_bytes(), &fields);
            let found = found.map(|records| records.values.len());
            assert_eq!(found, wanted, "{document}");
        }
        for (document, values, leaves_urls) in [
            (r#"[{"url":"/a"},"/admin"]"#, 2, false),
            (r#"["/admin",{"url":"/a"},"text",7]"#, 2, false),
            (r#"[{"url":"/a"},[{"url":"/b"},["/c","x"]]]"#, 3, false),
            (r#"[{"url":"/a"},{"links":["/z"]}]"#, 2, false),
            (
                r#"{"results":[{"url":"/a"}],"more":["/b","https://b.example/","x"]}"#,
                3,
                false,
            ),
            (
                r#"{"more":["/b","//b.example/"],"hits":[{"url":"/a"}]}"#,
                3,
                false,
            ),
            (
                r#"{"results":[{"url":"/a"}],"others":[{"url":"/b"},{"n":1}]}"#,
                3,
                false,
            ),
            (
                r#"{"results":[{"url":"/a"}],"next":"https://b.example/?p=2"}"#,
                1,
                true,
            ),
            (
                r#"{"results":[{"url":"/a"}],"x":{"y":{"z":["/b"]}}}"#,
                1,
                true,
            ),
            (
                r#"{"results":[{"url":"/a"}],"tags":["x"],"n":[1]}"#,
                1,
                false,
            ),
            (r#"{"url":"/own","links":[{"url":"/a"}]}"#, 1, false),
            (
                r#"{"url":"/own","next":"/b","links":[{"url":"/a"}]}"#,
                1,
                false,
            ),
            (
                r#"{"url":"/own","x":{"y":"/b"},"links":[{"url":"/a"}]}"#,
                1,
                true,
            ),
        ] {
            let fields = Fields::new(Input::Lines);
            // On one line, an object with one URL is a record.
            let document = document.replacen(',', ",\n", 1);
            let found = records(document.as_bytes(), &fields).expect(&document);
            assert_eq!(found.values.len(), values, "{document}");
            assert_eq!(found.leaves_urls, leaves_urls, "{document}");
        }
        for (document, wanted) in [
            (
                "{\"url\":\"/own\",\n\"links\":[{\"url\":\"/a\"}]}",
                Some(r#"{"url":"/own"}"#),
            ),
            (
                "{\"links\":[{\"url\":\"/a\"}],\n\"uri\":\"\\/own\",\"status\":200,\"n\":[1]}",
                Some(r#"{"uri":"\/own","status":200}"#),
            ),
            (
                "{\"request\":{\"url\":\"/own\"},\n\"response\":{\"links\":[{\"url\":\"/a\"}]}}",
                Some(r#"{"request":{"url":"/own"},"response":{"links":[{"url":"/a"}]}}"#),
            ),
            (
                "{\"host\":\"a.example\",\"path\":\"/own\",\n\"pages\":[{\"url\":\"/a\"}]}",
                Some(r#"{"host":"a.example","path":"/own"}"#),
            ),
            (
                "{\"config\":{\"url\":\"/x\"},\n\"results\":[{\"url\":\"/a\"}]}",
                None,
            ),
            ("{\"urls\":[\"/x\"],\n\"results\":[{\"url\":\"/a\"}]}", None),
            ("{\"n\":1,\n\"url\":\"/own\"}", None),
            ("[{\"url\":\"/a\",\n\"links\":[{\"url\":\"/b\"}]}]", None),
        ] {
            let fields = Fields::new(Input::Lines);
            let found = records(document.as_bytes(), &fields).expect(document);
            let own = found
                .own
                .map(|own| String::from_utf8(own).expect("it is text"));
            assert_eq!(own.as_deref(), wanted, "{document}");
        }
        let mut line = Vec::new();
        write_line(b"{\r\n  \"a\": 1,\n\t\"b\": \"x  y\"\n}", &mut line);
        assert_eq!(line, b"{\"a\": 1,\"b\": \"x  y\"}\n");
    }
}
