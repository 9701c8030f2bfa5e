//! Differences for people: by host, each with its kind, its aspects and its examples.

use std::fmt::Write as _;

use anyhow::Result;

use super::differences::{Differences, lines_of_both};
use crate::app::show::message::{counted, excerpt, harmless};

/// Returns the text of all differences.
pub(super) fn shown(differences: &Differences<'_>) -> Result<String> {
    let mut text = String::new();
    let mut host = None;
    for change in differences.shown() {
        let service = change.endpoint.first().service();
        if host.as_ref() != Some(&service) {
            if host.is_some() {
                text.push('\n');
            }
            // Paths may come without a host.
            let shown = if service.is_empty() {
                "(no host)"
            } else {
                &service
            };
            writeln!(text, "{}", harmless(shown))?;
            host = Some(service);
        }
        let name = change.kind.name();
        let path = harmless(&change.path);
        let lines = match change.changed {
            Some(changed) => lines_of_both(changed),
            None => counted(change.endpoint.lines(), "line"),
        };
        writeln!(text, "  {name:<8} {path}  ({lines})")?;
        for difference in &change.differences {
            writeln!(text, "           {}", harmless(difference))?;
        }
        for example in change.examples {
            let side = example.side;
            let colon = if side.is_empty() { "" } else { ": " };
            let line = excerpt(&differences.url(example.line));
            writeln!(text, "           {side}{colon}{line}")?;
        }
    }
    Ok(text)
}
