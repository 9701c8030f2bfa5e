//! The body of a request: its media type, as its bytes show it, and what stands in it.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::value::is_graphql;

/// A body as far as it can be described.
#[derive(Debug)]
pub(super) enum Body {
    Json(Value),
    /// The start of a text that is JSON: `{` or `[`.
    CutJson(char),
    /// Names with values; a file has no value.
    Form(Vec<BodyField>),
    Multipart(Vec<BodyField>),
    /// A text that is not described.
    Other(&'static str),
}

/// A field of a form.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BodyField {
    pub name: String,
    /// `None` for a file.
    pub value: Option<String>,
}

/// The longest name of a form's first field, in bytes.
const NAME: usize = 128;

impl Body {
    /// Reads a body; `None` if there is nothing in it.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim();
        let first = text.chars().next()?;
        if text == "-" {
            return None;
        }
        let is_form = is_form(text);
        Some(match first {
            '{' | '[' => of_json(text, first),
            '<' => Self::Other("application/xml"),
            '-' if text.contains("form-data;") => Self::Multipart(parts(text)),
            _ if is_form => Self::Form(pairs(text)),
            _ if is_graphql(text) => Self::Other("application/graphql"),
            _ => Self::Other("text/plain"),
        })
    }

    pub(super) fn media_type(&self) -> &'static str {
        match self {
            Self::Json(_) | Self::CutJson(_) => "application/json",
            Self::Form(_) => "application/x-www-form-urlencoded",
            Self::Multipart(_) => "multipart/form-data",
            Self::Other(media_type) => media_type,
        }
    }
}

fn of_json(text: &str, first: char) -> Body {
    if let Ok(value) = serde_json::from_str(text) {
        return Body::Json(value);
    }
    let mut lines = text.lines();
    let is_json = |line: &str| serde_json::from_str::<Value>(line).is_ok();
    if text.contains('\n') && lines.all(is_json) {
        return Body::Other("application/x-ndjson");
    }
    if is_graphql(text) && !text.contains('"') {
        return Body::Other("application/graphql");
    }
    Body::CutJson(first)
}

/// Returns whether a text is `name=value`, or several of these joined by `&`.
fn is_form(text: &str) -> bool {
    let first = text.split('&').next().unwrap_or_default();
    let name = first.split('=').next().unwrap_or_default();
    let is_name = |c: char| c.is_alphanumeric() || "_-.[]%:$@+~!*()".contains(c);
    let has_value = name.len() < first.len();
    has_value && (1..=NAME).contains(&name.len()) && name.chars().all(is_name)
}

/// Returns the pairs of a form or query, without escapes.
pub(super) fn pairs(text: &str) -> Vec<BodyField> {
    let mut fields = Vec::new();
    for pair in text.split('&') {
        if pair.is_empty() {
            continue;
        }
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        fields.push(BodyField {
            name: unescaped(name),
            value: Some(unescaped(value)),
        });
    }
    fields
}

fn unescaped(text: &str) -> String {
    let text: Cow<'_, str> = if text.contains('+') {
        text.replace('+', " ").into()
    } else {
        text.into()
    };
    percent_decode_str(&text).decode_utf8_lossy().into_owned()
}

/// Returns the parts of a multipart body.
fn parts(text: &str) -> Vec<BodyField> {
    let mut fields = Vec::new();
    for part in text.split("form-data;").skip(1) {
        let part = part.replace("\r\n", "\n");
        let (header, value) = part.split_once("\n\n").unwrap_or((&part, ""));
        let disposition = header.lines().next().unwrap_or_default();
        let Some(name) = attribute(disposition, "name") else {
            continue;
        };
        let value = value.split("\n--").next().unwrap_or_default();
        let is_file = attribute(disposition, "filename").is_some();
        fields.push(BodyField {
            name: name.to_owned(),
            value: (!is_file).then(|| value.to_owned()),
        });
    }
    fields
}

/// Returns an attribute of a header: `name="a"`.
fn attribute<'h>(header: &'h str, wanted: &str) -> Option<&'h str> {
    for attribute in header.split(';') {
        let (name, value) = attribute.split_once('=')?;
        if name.trim().eq_ignore_ascii_case(wanted) {
            return Some(value.trim().trim_matches('"'));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_show_their_media_type() {
        for (body, wanted) in [
            ("{\"a\":1}", "application/json"),
            ("[1,", "application/json"),
            ("{\"a\":1}\n{\"a\":2}", "application/x-ndjson"),
            ("{ me { id } }", "application/graphql"),
            ("query A { b }", "application/graphql"),
            ("<a/>", "application/xml"),
            ("a=1&b[]=2", "application/x-www-form-urlencoded"),
            ("payload={\"a\":1}", "application/x-www-form-urlencoded"),
            ("hello world = x", "text/plain"),
            (
                "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1",
                "multipart/form-data",
            ),
        ] {
            let read = Body::of(body.as_bytes()).expect("it is a body");
            assert_eq!(read.media_type(), wanted, "{body}");
        }
        assert!(Body::of(b" ").is_none() && Body::of(b"-").is_none());
    }

    #[test]
    fn parts_are_values_or_files() {
        let body = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x\r\n\
            Content-Disposition: form-data; name=\"f\"; filename=\"n.png\"\r\n\
            Content-Type: image/png\r\n\r\n..\r\n--x--\r\n";
        let field = |name: &str, value: Option<&str>| BodyField {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(parts(body), [field("a", Some("1")), field("f", None)]);
        assert_eq!(
            pairs("a+b=%31&c"),
            [field("a b", Some("1")), field("c", Some(""))]
        );
    }
}
