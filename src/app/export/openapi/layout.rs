//! Writes a description as YAML or JSON, with its keys in the order in which people write them.

use serde_json::{Map, Value};

/// Keys that come before others, in their order.
const ORDER: &str = "openapi info title version servers url description name in required type format enum \
    parameters requestBody content get post put patch delete schema properties responses paths";

/// Words that YAML reads as something else than texts.
const RESERVED: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];

pub(super) fn text(document: &Value, is_yaml: bool) -> String {
    let mut text = String::new();
    if is_yaml {
        yaml(document, 0, &mut text)
    } else {
        json(document, 0, &mut text)
    }
    text.trim_start().to_owned() + "\n"
}

fn ordered(map: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let place = |key: &str| ORDER.split(' ').position(|name| name == key).unwrap_or(usize::MAX);
    let mut entries: Vec<_> = map.iter().collect();
    entries.sort_by_key(|(key, _)| place(key));
    entries
}

/// Writes a value behind its key, or behind the hyphen of a list.
fn yaml(value: &Value, indent: usize, text: &mut String) {
    let line = format!("\n{:indent$}", "");
    match value {
        Value::Object(map) if !map.is_empty() => {
            for (key, value) in ordered(map) {
                text.extend([&*line, &scalar(key), ":"]);
                yaml(value, indent + 2, text);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                let mut inner = String::new();
                yaml(item, indent + 2, &mut inner);
                text.extend([&*line, "- ", inner.trim_start()]);
            }
        }
        Value::String(string) => text.extend([" ", &scalar(string)]),
        other => text.extend([" ", &other.to_string()]),
    }
}

/// Quotes a text that YAML might read as something else; the quotes of JSON are YAML's too.
fn scalar(text: &str) -> String {
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')
        && !text.ends_with(' ')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || " _-./{}".contains(c))
        && !RESERVED.contains(&&*text.to_ascii_lowercase());
    if is_plain { text.to_owned() } else { Value::from(text).to_string() }
}

fn json(value: &Value, indent: usize, text: &mut String) {
    let (line, end) = (format!("\n{:1$}", "", indent + 2), format!("\n{:indent$}", ""));
    let mut comma = "";
    match value {
        Value::Object(map) if !map.is_empty() => {
            text.push('{');
            for (key, value) in ordered(map) {
                text.extend([comma, &line, &Value::from(key.as_str()).to_string(), ": "]);
                json(value, indent + 2, text);
                comma = ",";
            }
            text.extend([&*end, "}"]);
        }
        Value::Array(items) if !items.is_empty() => {
            text.push('[');
            for item in items {
                text.extend([comma, &line]);
                json(item, indent + 2, text);
                comma = ",";
            }
            text.extend([&*end, "]"]);
        }
        other => *text += &other.to_string(),
    }
}
