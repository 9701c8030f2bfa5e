//! Writes a description as YAML or JSON, with its keys in the order in which people write them.

use std::fmt::Write;

use serde_json::Value;

/// Keys that come before others, in their order.
const ORDER: &str = "openapi info title version servers url description name in required type format enum \
    parameters requestBody content get post put patch delete schema properties responses paths";

/// Words that YAML reads as something else than texts.
const RESERVED: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];

pub(super) fn text(document: &Value, is_yaml: bool) -> String {
    let mut text = String::new();
    append(document, 0, is_yaml, &mut text);
    let mut text = text.trim_start().to_owned();
    text.push('\n');
    text
}

/// Writes a value: of YAML with the blank or line end before it, behind its key or hyphen.
fn append(value: &Value, indent: usize, is_yaml: bool, text: &mut String) {
    let mut items: Vec<(String, &Value)> = Vec::new();
    let [open, close] = match value {
        Value::Object(map) if !map.is_empty() => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by_key(|(key, _)| place(key));
            let colon = if is_yaml { ":" } else { ": " };
            for (key, value) in entries {
                items.push((scalar(key, is_yaml) + colon, value));
            }
            ["{", "}"]
        }
        Value::Array(values) if !values.is_empty() => {
            let mark = if is_yaml { "- " } else { "" };
            for value in values {
                items.push((mark.to_owned(), value));
            }
            ["[", "]"]
        }
        _ => {
            if is_yaml {
                text.push(' ');
            }
            match value {
                Value::String(string) => text.push_str(&scalar(string, is_yaml)),
                other => text.push_str(&other.to_string()),
            }
            return;
        }
    };
    if !is_yaml {
        text.push_str(open);
    }
    let depth = if is_yaml { indent } else { indent + 2 };
    for (number, (start, item)) in items.iter().enumerate() {
        if number > 0 && !is_yaml {
            text.push(',');
        }
        let mut inner = String::new();
        append(item, indent + 2, is_yaml, &mut inner);
        let _ = write!(text, "\n{:depth$}{start}", "");
        *text += match start.as_str() {
            "- " => inner.trim_start(),
            _ => &inner,
        };
    }
    if !is_yaml {
        let _ = write!(text, "\n{:indent$}{close}", "");
    }
}

/// Returns the place of a key among others.
fn place(key: &str) -> usize {
    let place = ORDER.split(' ').position(|name| name == key);
    place.unwrap_or(usize::MAX)
}

/// Quotes a text, for YAML only if that might read it as something else; JSON's quotes are YAML's
/// too.
fn scalar(text: &str, is_yaml: bool) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " _-./{}".contains(c);
    let is_start = |c: char| c.is_ascii_alphabetic() || c == '/';
    let is_text = text.starts_with(is_start) && !text.ends_with(' ');
    let lower = text.to_ascii_lowercase();
    let is_reserved = RESERVED.contains(&&*lower);
    if is_yaml && is_text && !is_reserved && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        Value::from(text).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_have_their_order_in_both_syntaxes() {
        let document = json!({
            "paths": {"/b": {}, "/a": [1, {"type": "x", "name": "z"}, []]},
            "info": {"version": "0", "title": "a.test"},
            "openapi": "3.1.0",
        });
        let yaml = r#"openapi: "3.1.0"
info:
  title: a.test
  version: "0"
paths:
  /a:
    - 1
    - name: z
      type: x
    - []
  /b: {}
"#;
        let json = r#"{
  "openapi": "3.1.0",
  "info": {
    "title": "a.test",
    "version": "0"
  },
  "paths": {
    "/a": [
      1,
      {
        "name": "z",
        "type": "x"
      },
      []
    ],
    "/b": {}
  }
}
"#;
        assert_eq!(text(&document, true), yaml);
        assert_eq!(text(&document, false), json);
        assert_eq!(serde_json::from_str::<Value>(json).ok(), Some(document));
    }

    #[test]
    fn yaml_quotes_what_it_would_read_otherwise() {
        for (text, wanted) in [
            ("GET /user/{id}", "GET /user/{id}"),
            ("/a", "/a"),
            ("yes", "\"yes\""),
            ("Null", "\"Null\""),
            ("17", "\"17\""),
            ("a: b", "\"a: b\""),
            ("a ", "\"a \""),
            ("", "\"\""),
            ("é", "\"é\""),
        ] {
            assert_eq!(scalar(text, true), wanted);
        }
        assert_eq!(scalar("a", false), "\"a\"");
    }
}
