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
    let field = match field {
        Some(name) => value.get(name).map(text),
        None => None,
    };
    let steps = match &mut value {
        Value::Array(steps) => steps,
        object => object.get_mut("steps")?.as_array_mut()?,
    };
    let steps: Option<_> = steps.iter().map(step).collect();
    Some(Sequence {
        steps: steps?,
        field,
    })
}

fn step(value: &Value) -> Option<RequestStep<'static>> {
    // Members that are not there are null.
    match value {
        Value::String(word) => {
            let step = RequestStep::of(word.as_bytes())?;
            Some(RequestStep {
                path: owned(step.path),
                method: owned(step.method),
                interval: owned(step.interval),
            })
        }
        Value::Array(parts) if (1..=3).contains(&parts.len()) => Some(RequestStep {
            path: text(&value[0]),
            method: text(&value[1]),
            interval: text(&value[2]),
        }),
        Value::Object(members) => Some(RequestStep {
            path: text(members.get("path")?),
            method: text(&value["method"]),
            interval: text(&value["interval"]),
        }),
        _ => None,
    }
}

fn owned(part: Cow<'_, [u8]>) -> Cow<'static, [u8]> {
    Cow::Owned(part.into_owned())
}

fn text(value: &Value) -> Cow<'static, [u8]> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    Cow::Owned(text.into_bytes())
}
