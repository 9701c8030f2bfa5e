//! Differences for people: by host, each with its kind, its aspects and its examples.

use std::fmt::Write as _;

use anyhow::Result;

use super::differences::{Differences, ShownChange};
use crate::app::show::message::{excerpt, harmless};
use crate::cli::ChangeKind;

/// Returns the text of all differences. Paths that were never found come last.
pub(super) fn shown(differences: &Differences<'_>) -> Result<String> {
    let mut text = String::new();
    let mut host = None;
    let mut missing = Vec::new();
    for change in differences.shown() {
        if change.kind == ChangeKind::Missing {
            missing.push(change);
            continue;
        }
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
        write(&mut text, &change, "")?;
    }
    if !missing.is_empty() {
        let gap = if text.is_empty() { "" } else { "\n" };
        writeln!(text, "{gap}answered by 404 alone")?;
    }
    for change in missing {
        let service = change.endpoint.first().service();
        write(&mut text, &change, &service)?;
    }
    Ok(text)
}

/// Writes a change; `host` stands before its path.
fn write(text: &mut String, change: &ShownChange<'_, '_>, host: &str) -> Result<()> {
    let name = change.side();
    let request = change.request(host);
    let request = harmless(&request);
    match change.counts() {
        Some(lines) => writeln!(text, "  {name:<8} {request}  ({lines})")?,
        None => writeln!(text, "  {name:<8} {request}")?,
    }
    for difference in &change.differences {
        writeln!(text, "           {}", harmless(difference))?;
    }
    for example in &change.examples {
        let side = example.side;
        let colon = if side.is_empty() { "" } else { ": " };
        let line = excerpt(&example.line.url());
        writeln!(text, "           {side}{colon}{line}")?;
    }
    Ok(())
}
