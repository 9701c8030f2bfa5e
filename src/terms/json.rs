//! Sequences as JSON: an array of steps, or an object with the member `steps` and fields beside it.
//!
//! A step is a text `path|method|interval`, an array of the three, or an object with the members `path`, `method` and `interval`.

use super::events::{Events, Step};
use serde_json::Value;
use std::borrow::Cow;

/// Reads a line; `None` if it is no such JSON.
pub(super) fn events(line: &[u8], by: Option<&str>) -> Option<Events<'static>> {
    let mut value: Value = serde_json::from_slice(line).ok()?;
    let kind = by.and_then(|by| value.get(by)).map(text);
    let steps = match &mut value {
        Value::Array(steps) => steps,
        object => object.get_mut("steps")?.as_array_mut()?,
    };
    Some(Events { steps: steps.iter().map(step).collect::<Option<_>>()?, kind })
}

fn step(value: &Value) -> Option<Step<'static>> {
    let part = |value: Option<&Value>| value.map_or(Cow::Borrowed(&b""[..]), text);
    match value {
        Value::String(word) => {
            let Step { path, method, interval } = Step::of(word.as_bytes())?;
            let [path, method, interval] = [path, method, interval].map(|part| Cow::Owned(part.into_owned()));
            Some(Step { path, method, interval })
        }
        Value::Array(parts) if (1..=3).contains(&parts.len()) => {
            Some(Step { path: part(parts.first()), method: part(parts.get(1)), interval: part(parts.get(2)) })
        }
        Value::Object(members) => Some(Step {
            path: text(members.get("path")?),
            method: part(members.get("method")),
            interval: part(members.get("interval")),
        }),
        _ => None,
    }
}

fn text(value: &Value) -> Cow<'static, [u8]> {
    Cow::Owned(match value {
        Value::String(text) => text.clone().into_bytes(),
        Value::Null => Vec::new(),
        other => other.to_string().into_bytes(),
    })
}

#[cfg(test)]
mod tests {
    use crate::terms::read_events;

    #[test]
    fn all_forms_of_a_step_are_the_same() {
        let plain = read_events(b"/a|GET|0 /b|POST|3", None).expect("it has steps");
        for line in [
            r#"["/a|GET|0", "/b|POST|3"]"#,
            r#"[["/a", "GET", 0], ["/b", "POST", "3"]]"#,
            r#" {"kind": 7, "steps": [{"path": "/a", "method": "GET", "interval": 0}, "/b|POST|3"]}"#,
        ] {
            let found = read_events(line.as_bytes(), Some("kind")).expect("it has steps");
            assert_eq!(found.steps, plain.steps, "{line}");
            assert_eq!(found.kind.is_some(), line.contains("kind"));
        }
    }
}
