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
            let before = if host.is_some() { "\n" } else { "" };
            // Paths may come without a host.
            let shown = if service.is_empty() {
                "(no host)"
            } else {
                &service
            };
            writeln!(text, "{before}{}", harmless(shown))?;
            host = Some(service);
        }
        let lines = change
            .changed
            .map_or_else(|| counted(change.endpoint.lines(), "line"), lines_of_both);
        writeln!(
            text,
            "  {:<8} {}  ({lines})",
            change.name,
            harmless(&change.path)
        )?;
        for difference in &change.differences {
            writeln!(text, "           {}", harmless(difference))?;
        }
        for (side, line) in change.examples {
            let colon = if side.is_empty() { "" } else { ": " };
            writeln!(
                text,
                "           {side}{colon}{}",
                excerpt(&differences.url(line))
            )?;
        }
    }
    Ok(text)
}
