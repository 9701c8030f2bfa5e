//! Parts of multipart forms (RFC 7578), as browsers and libraries write them.

use crate::bytes::{begins_with, first, split_once};
use crate::display_text::Unescaped;
use bstr::ByteSlice;

/// A part of a multipart form.
#[derive(Debug, PartialEq, Eq)]
pub struct FormPart<'b> {
    pub name: Vec<u8>,
    /// Its text. The content of a file says nothing of the request: `None`.
    pub text: Option<&'b [u8]>,
}

/// Returns the parts of a multipart form. Its first line that begins with `--` is the boundary,
/// which counts at the start of lines only. Parts without a name are left out.
pub fn form_parts(body: &[u8]) -> Vec<FormPart<'_>> {
    let mut parts = Vec::new();
    let mut lines = body.lines();
    let Some(boundary) = lines.find(|line| line.len() > 2 && line.starts_with(b"--")) else {
        return parts;
    };
    let boundary = boundary.trim_ascii_end();
    let mut start = None;
    for at in body.find_iter(boundary) {
        let behind = &body[at + boundary.len()..];
        let begins_line = at == 0 || body[at - 1] == b'\n';
        let is_last = behind.starts_with(b"--");
        let ends_line = is_last || behind.trim_ascii_start().len() < behind.len();
        if !begins_line || !ends_line && !behind.is_empty() {
            continue;
        }
        if let Some(start) = start {
            parts.extend(FormPart::read(&body[start..at]));
        }
        start = (!is_last).then_some(at + boundary.len());
        if is_last {
            break;
        }
    }
    // The end is cut off.
    if let Some(start) = start {
        parts.extend(FormPart::read(&body[start..]));
    }
    parts
}

impl<'b> FormPart<'b> {
    /// Reads its headers, and the text after an empty line.
    fn read(part: &'b [u8]) -> Option<Self> {
        let ends = [part.find("\r\n\r\n"), part.find("\n\n")];
        let head_end = ends.into_iter().flatten().min().unwrap_or(part.len());
        let (head, text) = part.split_at(head_end);
        let mut headers = head.lines().filter_map(|line| split_once(line, b':'));
        let is_disposition = |name: &[u8]| {
            name.trim_ascii()
                .eq_ignore_ascii_case(b"content-disposition")
        };
        let (_, disposition) = headers.find(|(name, _)| is_disposition(name))?;
        let disposition = disposition.trim_ascii();
        if !first(disposition, 9).eq_ignore_ascii_case(b"form-data") {
            return None;
        }
        let mut name = None;
        let mut is_file = false;
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
            text: (!is_file).then(|| text.trim_ascii()),
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
            ("--b".to_owned(), String::new()),
            ("--".to_owned(), String::new()),
            (String::new(), String::new()),
        ] {
            assert_eq!(shown(&body), wanted, "{body}");
        }
    }
}
