//! Writes a description as YAML or JSON, with its keys in the order in which people write them.

use serde_json::Value;

/// Keys that come before others, in their order.
const ORDER: &str = "openapi info title version servers url description name in required type format enum \
    parameters requestBody content get post put patch delete schema properties responses paths";

/// Words that YAML reads as something else than texts.
const RESERVED: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];

pub(super) fn text(document: &Value, is_yaml: bool) -> String {
    let mut text = String::new();
    write(document, 0, is_yaml, &mut text);
    text.trim_start().to_owned() + "\n"
}

/// Writes a value: of YAML with the blank or line end before it, behind its key or hyphen.
fn write(value: &Value, indent: usize, is_yaml: bool, text: &mut String) {
    let place = |key: &str| {
        ORDER
            .split(' ')
            .position(|name| name == key)
            .unwrap_or(usize::MAX)
    };
    let (items, braces): (Vec<(String, &Value)>, _) = match value {
        Value::Object(map) if !map.is_empty() => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by_key(|(key, _)| place(key));
            let colon = if is_yaml { ":" } else { ": " };
            let named = entries
                .into_iter()
                .map(|(key, value)| (scalar(key, is_yaml) + colon, value));
            (named.collect(), ["{", "}"])
        }
        Value::Array(items) if !items.is_empty() => {
            let mark = if is_yaml { "- " } else { "" };
            (
                items.iter().map(|item| (mark.to_owned(), item)).collect(),
                ["[", "]"],
            )
        }
        Value::String(string) => {
            return text.extend([if is_yaml { " " } else { "" }, &scalar(string, is_yaml)]);
        }
        other => return text.extend([if is_yaml { " " } else { "" }, &other.to_string()]),
    };
    let ([open, close], comma) = if is_yaml {
        ([""; 2], "")
    } else {
        (braces, ",")
    };
    let depth = if is_yaml { indent } else { indent + 2 };
    text.push_str(open);
    for (number, (start, item)) in items.iter().enumerate() {
        let mut inner = String::new();
        write(item, indent + 2, is_yaml, &mut inner);
        let inner = if start == "- " {
            inner.trim_start()
        } else {
            &inner
        };
        text.extend([
            if number > 0 { comma } else { "" },
            &format!("\n{:depth$}", ""),
            start,
            inner,
        ]);
    }
    if !is_yaml {
        text.extend([&*format!("\n{:indent$}", ""), close]);
    }
}

/// Quotes a text, for YAML only if that might read it as something else; JSON's quotes are YAML's
/// too.
fn scalar(text: &str, is_yaml: bool) -> String {
    let is_plain = is_yaml
        && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')
        && !text.ends_with(' ')
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || " _-./{}".contains(c))
        && !RESERVED.contains(&&*text.to_ascii_lowercase());
    if is_plain {
        text.to_owned()
    } else {
        Value::from(text).to_string()
    }
}
