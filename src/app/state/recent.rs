//! `urlsift state recent`: lists recent lines that are similar to a line.

use std::io::Write;

use anyhow::{Result, bail};
use urlsift::Builder;
use urlsift::memory::{Access, RecentLine, Timestamp};
use urlsift::settings::ByName;

use super::record_kind;
use crate::app::clock;
use crate::app::run::{RunOutcome, advice_to_task, open_state, print};
use crate::app::show::json::Object;
use crate::app::show::message::{excerpt, say};
use crate::cli::{Recent, TextOrJson};

/// Lists similar lines.
pub(super) fn run(typed: &Recent) -> Result<RunOutcome> {
    let Some(line) = typed.line() else {
        bail!("name the URL behind the state: urlsift state recent STATE URL");
    };
    let mut state = open_state(&typed.state, Access::Read)?;
    state.needs_lines().map_err(advice_to_task(&typed.state))?;
    let settings = record_kind::typed(&typed.settings, &typed.lines, state.settings())?;
    let wanted = wanted_line(&settings, line.as_encoded_bytes());
    let sift = settings.clone().build()?;
    if record_kind::are_urls(&settings) && sift.scanner().host(&wanted).is_none() {
        say(format_args!(
            "{} is not a URL: it matches only identical lines",
            excerpt(&wanted)
        ));
    }
    let since = match typed.within {
        Some(time) => clock::ago(time)?,
        None => i64::MIN,
    };
    let lines = state
        .recent(settings, &wanted, since, typed.limit)
        .map_err(advice_to_task(&typed.state))?;
    let mut output = Vec::new();
    for line in lines {
        let RecentLine {
            line,
            count,
            first,
            last,
            ..
        } = line;
        match typed.format {
            TextOrJson::Text => {
                write!(output, "{}\t{count}\t", Timestamp(last))?;
                output.extend_from_slice(&line);
                output.push(b'\n');
            }
            TextOrJson::Jsonl => {
                let object = Object::default().with_line(&line, first, last, count);
                output.extend(object.line());
            }
        }
    }
    print(output)
}

/// Returns the line to compare with: a text stands for an object with this text in the field that
/// is compared.
fn wanted_line(settings: &Builder, wanted: &[u8]) -> Vec<u8> {
    let field = match Builder::of_name("field") {
        Ok(row) => row.get(settings).concat(),
        Err(_) => String::new(),
    };
    let is_object = wanted.trim_ascii_start().starts_with(b"{");
    let Ok(text) = std::str::from_utf8(wanted) else {
        return wanted.to_vec();
    };
    if field.is_empty() || is_object {
        return wanted.to_vec();
    }
    let mut object = serde_json::Value::from(text);
    for name in field.rsplit('.') {
        object = serde_json::json!({ name: object });
    }
    object.to_string().into_bytes()
}

#[cfg(test)]
mod tests {
    use urlsift::Sift;

    use super::*;

    #[test]
    fn a_text_stands_for_the_object_that_has_it() {
        let plain = Sift::builder();
        let field = plain.clone().set("field", "a.b").expect("it is a name");
        for (settings, typed, wanted) in [
            (&plain, "x", "x"),
            (&field, "say \"x\"", r#"{"a":{"b":"say \"x\""}}"#),
            (&field, r#"{"a":1}"#, r#"{"a":1}"#),
        ] {
            assert_eq!(
                wanted_line(settings, typed.as_bytes()),
                wanted.as_bytes(),
                "{typed}"
            );
        }
    }
}
