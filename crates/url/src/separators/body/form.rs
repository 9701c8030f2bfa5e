//! Forms: `a=1&b=2`, the same one on a line (`text/plain`), and multipart bodies
//! (`multipart/form-data`). A field that holds JSON is read like a body of JSON below its name.

use super::json;
use super::names::BodyFields;
use super::operation_name::names_operation;
use crate::bytes::has_byte;
use crate::display_text::Unescaped;
use crate::form_parts::form_parts;
use crate::token::split_pairs;
use bstr::ByteSlice;

/// Reads `a=1&b=2`. A name that no form would have shows that the body is not a form.
pub(super) fn read(body: &[u8], names: &mut BodyFields) {
    let separator = if is_by_lines(body) { b'\n' } else { b'&' };
    let mut pairs = split_pairs(body, separator).peekable();
    let Some((_, Some(_))) = pairs.peek() else {
        return;
    };
    for (name, _) in split_pairs(body, separator) {
        if !is_name(name) {
            return;
        }
    }
    for (name, value) in pairs {
        let name = unescaped(name);
        let value = unescaped(value.unwrap_or_default());
        match &name[..] {
            // A stored document of GraphQL.
            b"doc_id" | b"documentId" => names.add_operation(b"document", &value),
            _ => add(&name, value.trim_ascii_end(), names),
        }
        if names.is_full() {
            return;
        }
    }
}

/// Whether a form has a field on each line.
fn is_by_lines(body: &[u8]) -> bool {
    if has_byte(body, b'&') || !has_byte(body, b'\n') {
        return false;
    }
    let mut fields = split_pairs(body, b'\n');
    fields.all(|(name, value)| value.is_some() && is_name(name))
}

/// Adds a field, or the members below its name if its value is JSON.
fn add(name: &[u8], value: &[u8], names: &mut BodyFields) {
    if json::is_nested(value) {
        json::read_below(name, value, names);
    } else if names_operation(name, value) {
        names.add_operation(name, value);
    } else {
        names.add(name, value);
    }
}

/// Whether a text, which may have escapes, can be the name of a field.
fn is_name(text: &[u8]) -> bool {
    if text.len() > 128 || text.starts_with(b" ") {
        return false;
    }
    let is_of_name = |byte: &u8| {
        byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"_-.[]%+$@:!*'()~/ ".contains(byte)
    };
    text.iter().all(is_of_name) && text.to_str().is_ok()
}

/// Returns a text without the escapes of forms.
fn unescaped(text: &[u8]) -> Vec<u8> {
    Unescaped::of_form(text).collect()
}

/// Reads the names of a multipart body, `Content-Disposition: form-data; name="a"`. Returns whether
/// it is one.
pub(super) fn read_parts(body: &[u8], names: &mut BodyFields) -> bool {
    let parts = form_parts(body);
    let is_one = !parts.is_empty() || body.starts_with(b"--");
    for part in parts {
        let text = part.text.unwrap_or_default();
        if part.name == b"operations" && text.starts_with(b"{") {
            // An upload by GraphQL.
            json::read(text, names);
            return true;
        }
        add(&part.name, text, names);
        if names.is_full() {
            return true;
        }
    }
    is_one
}

#[cfg(test)]
mod tests {
    use super::super::shown;

    #[test]
    fn fields_of_forms_are_names() {
        for (body, wanted) in [
            ("a=1&b=2", "a: 1, b: 2"),
            ("b=&a=x+y&b=3", "b, a: x%20y"),
            ("user%5Bname%5D=ann", "user[name]: ann"),
            ("a=1&flag", "a: 1, flag"),
            ("a=b=c", "a: b=c"),
            ("a=%zz%4", "a: %25zz%254"),
            ("a=1\r\nb=2\r\n", "a: 1, b: 2"),
            (
                "callCount=1\nc0-scriptName=Tea\nc0-methodName=list\n",
                "callCount: 1, c0-scriptName: Tea, c0-methodName: list",
            ),
            ("a=1\na text of words", "a: 1%0Aa%20text%20of%20words"),
            (
                "payload=%7B%22type%22%3A%22listTea%22,%22n%22%3A1%7D&c=2",
                "payload.type=listTea, payload.n: 1, c: 2",
            ),
            ("a={search_term}&b=[x]", "a: {search_term}, b: [x]"),
            ("a={}&b=[1,2]", "a, b: 1"),
            ("a", ""),
            ("{a=1", ""),
            ("a text of words = 7, or more & less", ""),
            ("a=1&<b>=2", ""),
        ] {
            assert_eq!(shown(body.as_bytes()), wanted, "{body}");
        }
    }

    #[test]
    fn parts_of_forms_are_names() {
        let part = |head: &str, value: &str| {
            format!("--xyz\r\nContent-Disposition: form-data; {head}\r\n\r\n{value}\r\n")
        };
        let body = part("name=\"Title\"", "red")
            + &part("name=file; filename=\"a.png\"", "\u{1}\u{2}")
            + "--xyz--";
        assert_eq!(shown(body.as_bytes()), "Title: red, file");
        assert_eq!(
            shown(b"--xyz\nContent-Disposition: form-data; name=\"a\"\n\n1\n--xyz--\n"),
            "a: 1"
        );
        let led = b"A form in parts.\n--xyz\nContent-Disposition: form-data; name=a\n\n1\n";
        assert_eq!(shown(led), "a: 1");
        assert_eq!(shown(b"--xyz"), "");
    }
}
