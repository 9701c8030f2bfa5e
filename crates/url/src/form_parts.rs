//! Parts of multipart forms (RFC 7578), as browsers and libraries write them.

use crate::bytes::{begins_with, first, has_byte, split_once};
use crate::display_text::Unescaped;
use bstr::ByteSlice;

/// A part of a multipart form.
#[derive(Debug, PartialEq, Eq)]
pub struct FormPart<'b> {
    pub name: Vec<u8>,
    /// Its text. The content of a file says nothing of the request: `None`.
    pub text: Option<&'b [u8]>,
}

/// Maximum lines of the headers of a part.
const MOST_LINES: usize = 64;

/// Returns the parts of a multipart form, whatever is before and after them. Its boundary is the
/// first line that begins with `--` before the headers of a part. Parts without a name are left
/// out.
pub fn form_parts(body: &[u8]) -> Vec<FormPart<'_>> {
    match boundary(body) {
        Some(boundary) => parts_between(boundary, body),
        None => Vec::new(),
    }
}

/// Returns the [parts](form_parts) of a multipart form whose `Content-Type` names the boundary.
pub fn form_parts_of<'b>(content_type: &[u8], body: &'b [u8]) -> Vec<FormPart<'b>> {
    for parameter in parameters(content_type) {
        if parameter.name == b"boundary" && !parameter.value.is_empty() {
            let boundary = [b"--", &parameter.value[..]].concat();
            let parts = parts_between(&boundary, body);
            if !parts.is_empty() {
                return parts;
            }
        }
    }
    form_parts(body)
}

/// Finds the boundary of a form.
fn boundary(body: &[u8]) -> Option<&[u8]> {
    let mut end = 0;
    for line in body.lines_with_terminator() {
        end += line.len();
        let line = line.trim_ascii_end();
        if line.len() > 2 && line.starts_with(b"--") {
            let head = PartHead::read(&body[end..]);
            if head.value_of(b"content-disposition").is_some() {
                return Some(line);
            }
        }
    }
    None
}

/// Returns the parts between lines that are the boundary.
fn parts_between<'b>(boundary: &[u8], body: &'b [u8]) -> Vec<FormPart<'b>> {
    let mut parts = Vec::new();
    let mut start = None;
    let mut end = 0;
    for line in body.lines_with_terminator() {
        let at = end;
        end += line.len();
        let Some(behind) = line.strip_prefix(boundary) else {
            continue;
        };
        let behind = behind.trim_ascii_end();
        let is_last = behind == b"--";
        if !behind.is_empty() && !is_last {
            continue;
        }
        if let Some(start) = start {
            parts.extend(FormPart::read(&body[start..at]));
        }
        if is_last {
            return parts;
        }
        start = Some(end);
    }
    // The end is cut off, perhaps within a boundary.
    if let Some(start) = start {
        let part = &body[start..];
        let last_line = part.rfind_byte(b'\n').map_or(0, |at| at + 1);
        let is_whole = !boundary.starts_with(&part[last_line..]);
        let part = if is_whole { part } else { &part[..last_line] };
        parts.extend(FormPart::read(part));
    }
    parts
}

/// The headers of a part, and what follows the empty line after them.
struct PartHead<'b> {
    /// Each in one line.
    headers: Vec<Vec<u8>>,
    text: &'b [u8],
}

impl<'b> PartHead<'b> {
    /// Reads whole lines: one that is cut off would name something else.
    fn read(part: &'b [u8]) -> Self {
        let mut headers: Vec<Vec<u8>> = Vec::new();
        let mut rest = part;
        for _ in 0..MOST_LINES {
            let Some((line, behind)) = split_once(rest, b'\n') else {
                break;
            };
            rest = behind;
            let line = line.trim_ascii_end();
            if line.is_empty() {
                return Self {
                    headers,
                    text: rest,
                };
            }
            let is_continued = matches!(line[0], b' ' | b'\t');
            if !is_continued && (line.starts_with(b"--") || !has_byte(line, b':')) {
                break;
            }
            match headers.last_mut() {
                Some(header) if is_continued => header.extend(line),
                _ => headers.push(line.to_vec()),
            }
        }
        Self { headers, text: b"" }
    }

    /// Returns the value of the header of this name in small letters.
    fn value_of(&self, name: &[u8]) -> Option<&[u8]> {
        let headers = self.headers.iter();
        let mut headers = headers.filter_map(|header| split_once(header, b':'));
        let (_, value) = headers.find(|(own, _)| own.trim_ascii().eq_ignore_ascii_case(name))?;
        Some(value.trim_ascii())
    }
}

impl<'b> FormPart<'b> {
    /// Reads its headers, and the text after an empty line.
    fn read(part: &'b [u8]) -> Option<Self> {
        let head = PartHead::read(part);
        let disposition = head.value_of(b"content-disposition")?;
        if !first(disposition, 9).eq_ignore_ascii_case(b"form-data") {
            return None;
        }
        // Parts within a part are files of one field.
        let content_type = head.value_of(b"content-type").unwrap_or_default();
        let mut is_file = first(content_type, 10).eq_ignore_ascii_case(b"multipart/");
        let mut name = None;
        for parameter in parameters(disposition) {
            match &parameter.name[..] {
                b"name" => name = Some(parameter.value),
                b"name*" => {
                    name.get_or_insert(extended(&parameter.value));
                }
                b"filename" | b"filename*" => is_file = true,
                _ => {}
            }
        }
        Some(Self {
            name: name.filter(|name| !name.is_empty())?,
            text: (!is_file).then(|| head.text.trim_ascii()),
        })
    }
}

/// A parameter of a header, its name in small letters.
struct HeaderParameter {
    name: Vec<u8>,
    value: Vec<u8>,
}

/// Returns the parameters of a header. A quoted value may have `;` and quotes after a backslash.
fn parameters(header: &[u8]) -> Vec<HeaderParameter> {
    let mut found = Vec::new();
    let mut rest = header
        .find_byte(b';')
        .map_or(&b""[..], |at| &header[at + 1..]);
    while let Some((name, behind)) = split_once(rest, b'=') {
        let behind = behind.trim_ascii_start();
        let mut value = Vec::new();
        if let Some(quoted) = behind.strip_prefix(b"\"") {
            rest = read_quoted(quoted, &mut value);
        } else {
            let end = behind.find_byte(b';').unwrap_or(behind.len());
            value.extend_from_slice(behind[..end].trim_ascii());
            rest = &behind[end..];
        }
        let name = name.trim_with(|c| c == ';' || c.is_whitespace());
        found.push(HeaderParameter {
            name: name.to_ascii_lowercase(),
            value,
        });
    }
    found
}

/// Reads a quoted text up to its end, and returns what follows. Only quotes are escaped by a
/// backslash: names of files on Windows have them as well.
fn read_quoted<'h>(mut rest: &'h [u8], text: &mut Vec<u8>) -> &'h [u8] {
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        match byte {
            b'"' => break,
            b'\\' if begins_with(rest, b"\"") => {
                text.push(b'"');
                rest = &rest[1..];
            }
            byte => text.push(byte),
        }
    }
    rest
}

/// Returns the text of `UTF-8''caf%C3%A9`.
fn extended(value: &[u8]) -> Vec<u8> {
    let text = value.rsplit(|byte| *byte == b'\'').next();
    Unescaped::of_form(text.unwrap_or_default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Pieces of which bodies are made.
    const PIECES: [&str; 16] = [
        "--b",
        "--",
        "\r\n",
        "\n",
        " ",
        ":",
        "\"",
        "\\",
        ";",
        "=",
        "b",
        "Content-Disposition: form-data; name=a",
        "Content-Type: multipart/mixed; boundary=i",
        "filename*=x''%C3",
        "\0",
        "\u{e9}",
    ];

    proptest! {
        /// Parts are texts of the body, in its order, and the body is read to any end.
        #[test]
        fn any_body_has_parts_of_its_text(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..40), named in "[b-]{0,2}") {
            let body = pieces.concat();
            let content_type = format!("multipart/form-data; boundary={named}");
            for end in 0..=body.len() {
                let body = &body.as_bytes()[..end];
                for parts in [form_parts(body), form_parts_of(content_type.as_bytes(), body)] {
                    let mut from = 0;
                    for part in parts {
                        prop_assert!(!part.name.is_empty());
                        let text = part.text.unwrap_or_default();
                        let found = body[from..].find(text);
                        prop_assert!(found.is_some());
                        from += found.unwrap_or_default();
                    }
                }
            }
        }
    }

    /// The names of the parts, with the texts of those that are no files.
    fn shown(body: &str) -> String {
        let mut shown = Vec::new();
        for part in form_parts(body.as_bytes()) {
            let name = part.name.as_bstr();
            match part.text {
                Some(text) => shown.push(format!("{name}={}", text.as_bstr())),
                None => shown.push(format!("{name}: a file")),
            }
        }
        shown.join(", ")
    }

    #[test]
    fn parts_are_found_by_their_headers() {
        for (headers, wanted) in [
            ("Content-Disposition: form-data; name=\"a b\"", "a b=1"),
            ("content-disposition:form-data;name=a", "a=1"),
            ("CONTENT-DISPOSITION: FORM-DATA; NAME=\"A\"", "A=1"),
            (
                "Content-Type: text/plain\nContent-Disposition: form-data; name=a",
                "a=1",
            ),
            (
                "Content-Disposition: form-data; name=\"a\"; filename=\"x.png\"",
                "a: a file",
            ),
            (
                "Content-Disposition: form-data; filename=\"x; name=no.png\"; name=\"a\"",
                "a: a file",
            ),
            (
                "Content-Disposition: form-data; filename=\"C:\\x\\\"; name=\"a\"",
                "",
            ),
            (
                "Content-Disposition: form-data; name=\"say \\\"a\\\"\"",
                "say \"a\"=1",
            ),
            (
                "Content-Disposition: form-data; name*=utf-8''caf%C3%A9",
                "caf\u{e9}=1",
            ),
            (
                "Content-Disposition: form-data; name=\"a\"; filename*=UTF-8''x.png",
                "a: a file",
            ),
            ("Content-Disposition: form-data; name=\"a[]\"", "a[]=1"),
            ("Content-Disposition: attachment; name=\"a\"", ""),
            ("Content-Disposition: form-data", ""),
            ("X-Name: form-data; name=\"a\"", ""),
        ] {
            for end in ["\r\n", "\n"] {
                let body = format!("--b\n{headers}\n\n1\n--b--\n").replace('\n', end);
                assert_eq!(shown(&body), wanted, "{headers}");
            }
        }
    }

    #[test]
    fn only_boundaries_divide_parts() {
        let part = |name: &str, text: &str| {
            format!("--b\r\nContent-Disposition: form-data; name={name}\r\n\r\n{text}\r\n")
        };
        let nested = part("no", "x").replace("--b", "--i") + "--i--";
        let mixed = "x --b\r\n--bc\r\nform-data; name=\"no\"\r\n a--b";
        for (body, wanted) in [
            (
                part("a", "1") + &part("c", "2") + "--b--",
                "a=1, c=2".to_owned(),
            ),
            (
                format!("to be ignored\r\n{}--b--", part("a", "1")),
                "a=1".to_owned(),
            ),
            (part("a", mixed) + "--b--", format!("a={mixed}")),
            (
                part("a", "1") + &part("c", "cut off"),
                "a=1, c=cut off".to_owned(),
            ),
            (
                part("a", "1") + "--b--\r\n" + &part("c", "2"),
                "a=1".to_owned(),
            ),
            (
                format!("-- \r\n--no--\r\n--bc\r\n{}--b--", part("a", "1")),
                "a=1".to_owned(),
            ),
            (part("a", "1").replace("--b", "--b \t"), "a=1".to_owned()),
            (
                part("a", "1") + &part("c", "2").replace("--b", "--B") + "--b--",
                format!("a=1\r\n{}", part("c", "2").replace("--b", "--B").trim()),
            ),
            (
                part("a", "1") + "--b--c\r\n--b--",
                "a=1\r\n--b--c".to_owned(),
            ),
            (
                part("a; \r\n filename=x", "1") + &part("c", "2"),
                "a: a file, c=2".to_owned(),
            ),
            (part("a", "1") + "--b\r\nContent-Disp", "a=1".to_owned()),
            (
                part("a", "1") + "--b\r\nContent-Disposition: form-data; name=\"acti",
                "a=1".to_owned(),
            ),
            (
                part("a", "1") + "--b\r\nContent-Disposition: form-data; name=c\r\n",
                "a=1, c=".to_owned(),
            ),
            (part("a", "1") + "-", "a=1".to_owned()),
            (part("a", "1") + "--", "a=1".to_owned()),
            (
                part("a\r\nContent-Type: multipart/mixed; boundary=i", &nested) + &part("c", "2"),
                "a: a file, c=2".to_owned(),
            ),
            (part("a", "1") + &"--b\r\n".repeat(3), "a=1".to_owned()),
            ("--b".to_owned(), String::new()),
            ("--".to_owned(), String::new()),
            (String::new(), String::new()),
        ] {
            assert_eq!(shown(&body), wanted, "{body}");
        }
    }

    #[test]
    fn a_boundary_that_is_named_counts() {
        let part = |boundary: &str, name: &str| {
            format!("--{boundary}\r\nContent-Disposition: form-data; name={name}\r\n\r\n1\r\n")
        };
        let body = part("fake", "no") + &part("a b", "yes") + "--a b--";
        for (content_type, wanted) in [
            ("multipart/form-data; boundary=\"a b\"", "yes"),
            (
                "multipart/form-data;charset=utf-8;BOUNDARY=\"a b\"; x",
                "yes",
            ),
            ("Multipart/Form-Data; boundary=a b", "yes"),
            ("multipart/form-data; boundary=\"A B\"", "no"),
            ("multipart/form-data; boundary=", "no"),
            ("multipart/form-data", "no"),
            ("", "no"),
        ] {
            let parts = form_parts_of(content_type.as_bytes(), body.as_bytes());
            assert_eq!(parts[0].name.as_bstr(), wanted, "{content_type}");
        }
    }

    #[test]
    fn boundaries_without_end_take_no_time_that_grows_with_their_square() {
        for line in [
            "--b\n",
            "--a:b\n",
            "--b: \n b\n",
            "--b\r\n\r\n",
            "--b \t",
            "\n--",
        ] {
            let body = line.repeat(1 << 18);
            assert_eq!(shown(&body), "", "{line}");
        }
    }
}
