//! Writes the body of a request as part of a line.
//!
//! A body is compared by the names in it: form fields, members, an operation. A body without such
//! names (a file, a text, binary data) does not identify a request and is left out.

use std::fmt::Write;
use urlsift_url::form_parts::{FormPart, form_parts, form_parts_of};

/// Maximum length of a body in a line, in bytes.
const LIMIT: usize = 8 << 10;

/// Maximum length of the name of a form's first field.
const NAME: usize = 128;

/// Maximum length of the text of a part that is shown. Longer ones are what people write or upload.
const TEXT: usize = 128;

/// Returns a body in one line, if it has names that distinguish requests.
pub(super) fn line(body: &str) -> Option<String> {
    let body = body.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let has_names = match body.as_bytes().first()? {
        b'{' | b'[' => true,
        // SOAP and XML-RPC name their operation.
        b'<' => body.contains("Envelope") || body.contains("methodCall"),
        _ => {
            let parts = form_parts(body.as_bytes());
            if !parts.is_empty() || body.starts_with("--") {
                return form_of(parts);
            }
            is_form(body)
        }
    };
    has_names.then(|| one_line(body))
}

/// Returns whether a text is `name=value`, or several of these joined by `&`.
fn is_form(body: &str) -> bool {
    let first = body.split('&').next().unwrap_or_default();
    let Some((name, _)) = first.split_once('=') else {
        return false;
    };
    let is_name = |c: char| c.is_alphanumeric() || "_-.[]%:$@+~!*()".contains(c);
    // `====` and the end of base64 are not fields.
    (1..=NAME).contains(&name.len()) && name.chars().all(is_name) && !first.ends_with("==")
}

/// Returns a multipart body of a `Content-Type` as a form; `None` if it has no fields.
pub fn multipart_form(content_type: &str, body: &str) -> Option<String> {
    let content_type = content_type.trim();
    let (kind, _) = content_type.split_at_checked(10)?;
    if !kind.eq_ignore_ascii_case("multipart/") {
        return None;
    }
    form_of(form_parts_of(content_type.as_bytes(), body.as_bytes()))
}

/// Returns the parts of a multipart body as a form, with their texts unless those are long. An
/// upload by GraphQL is the JSON of its operations.
fn form_of(parts: Vec<FormPart<'_>>) -> Option<String> {
    let mut fields = FormFields::default();
    for part in parts {
        let name = String::from_utf8_lossy(&part.name);
        let text = String::from_utf8_lossy(part.text.unwrap_or_default());
        if name == "operations" && text.starts_with('{') {
            return Some(one_line(&text));
        }
        let is_short = text.len() <= TEXT && !text.contains(char::is_control);
        fields.add(&name, if is_short { &text } else { "" });
        if fields.text.len() > LIMIT {
            break;
        }
    }
    if fields.text.is_empty() {
        return None;
    }
    Some(one_line(&fields.text))
}

/// The fields of a form, as text.
#[derive(Clone, Debug, Default)]
pub struct FormFields {
    /// The fields so far.
    pub text: String,
}

impl FormFields {
    /// Adds a field. Characters that would end a name or value are encoded.
    pub fn add(&mut self, name: &str, value: &str) {
        if name.is_empty() {
            return;
        }
        if !self.text.is_empty() {
            self.text.push('&');
        }
        self.encode(name);
        self.text.push('=');
        self.encode(value);
    }

    fn encode(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                ' ' => self.text.push('+'),
                '&' | '=' | '+' | '%' | '#' | '\0'..='\x1f' | '\x7f' => {
                    let _ = write!(self.text, "%{:02X}", u32::from(c));
                }
                c => self.text.push(c),
            }
        }
    }
}

/// Removes line ends and tabs, and cuts the text at the limit. A line end and the indentation after
/// it become one blank.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(LIMIT));
    let mut is_gap = false;
    for c in text.chars().take(4 * LIMIT) {
        if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') || (is_gap && c == ' ') {
            is_gap = true;
            continue;
        }
        let gap = usize::from(is_gap && !line.ends_with(' '));
        if line.len() + gap + c.len_utf8() > LIMIT {
            break;
        }
        line.extend(std::iter::repeat_n(' ', gap));
        line.push(c);
        is_gap = false;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_with_names_are_lines() {
        for (body, wanted) in [
            ("a=1&b=2", Some("a=1&b=2")),
            (
                "{\n  \"a\": 1,\n\t\"b\":  2\n}\n",
                Some("{ \"a\": 1, \"b\":  2 }"),
            ),
            ("[{\"a\":1}]", Some("[{\"a\":1}]")),
            (
                "<soap:Envelope>\r\n<a/></soap:Envelope>",
                Some("<soap:Envelope> <a/></soap:Envelope>"),
            ),
            (
                "<methodCall><methodName>x.y</methodName></methodCall>",
                Some("<methodCall><methodName>x.y</methodName></methodCall>"),
            ),
            (
                "--b\r\nContent-Disposition: form-data; name=\"a b\"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name=file; filename=\"x.png\"\r\n\r\n\u{0}PNG\r\n--b--",
                Some("a+b=1&file="),
            ),
            ("user[name]=x", Some("user[name]=x")),
            ("", None),
            (" \n", None),
            ("just a text", None),
            ("a text with a = sign", None),
            ("<svg></svg>", None),
            ("--b\r\n\r\n", None),
            ("aGVsbG8gd29ybGQ==", None),
            ("=1", None),
        ] {
            assert_eq!(line(body).as_deref(), wanted, "{body}");
        }
    }

    #[test]
    fn a_long_body_is_cut_at_a_character() {
        let body = format!("a={}", "\u{4e0a}".repeat(LIMIT));
        let line = line(&body).expect("it is a form");
        assert!(
            line.len() <= LIMIT && line.len() > LIMIT - 4,
            "{}",
            line.len()
        );
        let gaps = format!("{{{}\"a\":1}}", "\n        ".repeat(100));
        assert_eq!(super::line(&gaps).as_deref(), Some("{ \"a\":1}"));
    }

    #[test]
    fn fields_are_encoded_where_they_would_end() {
        let mut form = FormFields::default();
        for (name, value) in [("a b", "1&2"), ("", "x"), ("c", "{{v}}"), ("d=", "\n")] {
            form.add(name, value);
        }
        assert_eq!(form.text, "a+b=1%262&c={{v}}&d%3D=%0A");
    }
}
