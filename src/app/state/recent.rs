//! `urlsift state recent`: what like a URL came lately.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use serde::Serialize;
use urlsift::Builder;
use urlsift::memory::{Kind, Sqlite, format_rfc3339, similar};

use crate::app::json::{Hex, Text, append_line};
use crate::app::outcome::Outcome;
use crate::app::stdout::print;
use crate::cli::{Recent, TextOrJson};

#[derive(Serialize)]
struct Event<'e> {
    line: Text<'e>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_hex: Option<Hex<'e>>,
    first: String,
    last: String,
    count: u64,
}

/// Lists what came.
pub(super) fn run(typed: &Recent, settings: Builder) -> Result<Outcome> {
    let state = Sqlite::read(&typed.state)?;
    let slice = state.slice().unwrap_or(1);
    let mut kinds = similar(settings, state, typed.like.as_encoded_bytes())?;
    let since = match typed.within {
        Some(within) => {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock is before 1970")?;
            i64::try_from(now.saturating_sub(within).as_millis()).unwrap_or(i64::MAX)
        }
        None => i64::MIN,
    };
    kinds.retain(|kind| kind.last >= since);
    kinds.sort_by(|one, other| (other.last, &one.line).cmp(&(one.last, &other.line)));
    let mut lines = Vec::new();
    for Kind { line, first, last, slices, .. } in kinds.iter().take(typed.limit) {
        // By whole slices, the one in which the time began included.
        let count = slices.range(since.div_euclid(slice)..).map(|(_, count)| count).sum();
        let (first, last) = (format_rfc3339(*first), format_rfc3339(*last));
        match typed.format {
            TextOrJson::Text => {
                write!(lines, "{last}\t{count}\t")?;
                lines.extend_from_slice(line);
                lines.push(b'\n');
            }
            TextOrJson::Jsonl => {
                append_line(
                    &Event { line: Text(line), line_hex: Hex::of(line), first, last, count },
                    &mut lines,
                )?;
            }
        }
    }
    print(&lines)
}
