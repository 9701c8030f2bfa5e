//! Reads sequences in JSON: an array of steps, or an object with the member `steps` and other
//! fields.
//!
//! A step is a text `path|method|interval`, an array of the three, or an object with the members
//! `path`, `method` and `interval`.

use super::sequence::{RequestStep, Sequence};
use serde_json::Value;
use std::borrow::Cow;

/// Reads a line. Returns `None` if it is not such JSON.
pub(super) fn sequence(line: &[u8], field: Option<&str>) -> Option<Sequence<'static>> {
    let mut value: Value = serde_json::from_slice(line).ok()?;
    let field = field.and_then(|field| value.get(field)).map(text);
    let steps = match &mut value {
        Value::Array(steps) => steps,
        object => object.get_mut("steps")?.as_array_mut()?,
    };
    Some(Sequence {
        steps: steps.iter().map(step).collect::<Option<_>>()?,
        field,
    })
}

fn step(value: &Value) -> Option<RequestStep<'static>> {
    let part = |value: Option<&Value>| value.map_or(Cow::Borrowed(&b""[..]), text);
    match value {
        Value::String(word) => {
            let RequestStep {
                path,
                method,
                interval,
            } = RequestStep::of(word.as_bytes())?;
            let [path, method, interval] =
                [path, method, interval].map(|part| Cow::Owned(part.into_owned()));
            Some(RequestStep {
                path,
                method,
                interval,
            })
        }
        Value::Array(parts) if (1..=3).contains(&parts.len()) => Some(RequestStep {
            path: part(parts.first()),
            method: part(parts.get(1)),
            interval: part(parts.get(2)),
        }),
        Value::Object(members) => Some(RequestStep {
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
