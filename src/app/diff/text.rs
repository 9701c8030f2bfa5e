//! Differences for people: by host, each with a mark, and what differs below it.

use std::fmt::Write as _;

use anyhow::Result;
use indicatif::HumanCount;
use urlsift::lists::{Change, Changed, Delta, Endpoint};

use super::found::{Differences, examples, path_of, telling};
use crate::app::message::{excerpt, harmless};

/// The text of all differences.
pub(super) fn shown(found: &Differences<'_>) -> Result<String> {
    let mut text = String::new();
    let mut host = None;
    for change in &found.changes {
        let endpoint = match change {
            Change::New(endpoint) | Change::Gone(endpoint) => endpoint,
            Change::Changed(changed) => &changed.new,
            _ => continue,
        };
        let service = endpoint.first().service();
        if host.as_ref() != Some(&service) {
            let before = if host.is_some() { "\n" } else { "" };
            // Paths may come without a host.
            let shown = if service.is_empty() { "(no host)" } else { &service };
            writeln!(text, "{before}{}", harmless(shown))?;
            host = Some(service);
        }
        match change {
            Change::New(endpoint) => only(&mut text, "new", endpoint, found)?,
            Change::Gone(endpoint) => only(&mut text, "gone", endpoint, found)?,
            Change::Changed(changed) => both(&mut text, changed, found)?,
            _ => {}
        }
    }
    Ok(text)
}

/// A path that one list has.
fn only(text: &mut String, what: &str, endpoint: &Endpoint<'_>, found: &Differences<'_>) -> Result<()> {
    writeln!(text, "  {what:<8} {}  ({})", harmless(&path_of(endpoint)), lines(endpoint.lines()))?;
    for line in examples(endpoint, found.examples, |_| false) {
        writeln!(text, "           {}", excerpt(&found.url(line)))?;
    }
    Ok(())
}

/// A path that both have.
fn both(text: &mut String, changed: &Changed<'_>, found: &Differences<'_>) -> Result<()> {
    let path = harmless(&changed.new.first().path_text());
    writeln!(text, "  changed  {path}  ({})", lines_of_both(changed))?;
    for what in differences(changed) {
        writeln!(text, "           {}", harmless(&what))?;
    }
    for (is_new, name) in [(false, "old"), (true, "new")] {
        for line in telling(changed, is_new, found.examples) {
            writeln!(text, "           {name}: {}", excerpt(&found.url(line)))?;
        }
    }
    Ok(())
}

/// What differs of a path, a text for each aspect.
pub(super) fn differences(changed: &Changed<'_>) -> Vec<String> {
    let signed = |delta: &Delta| {
        let gained = delta.gained.iter().map(|name| format!("+{name}"));
        let lost = delta.lost.iter().map(|name| format!("-{name}"));
        gained.chain(lost).collect::<Vec<_>>().join(" ")
    };
    let of =
        [("parameters", &changed.parameters), ("methods", &changed.methods), ("statuses", &changed.statuses)];
    let named = of.into_iter().filter(|(_, delta)| !delta.is_empty());
    let mut texts: Vec<String> = named.map(|(name, delta)| format!("{name}: {}", signed(delta))).collect();
    if changed.lines {
        let (old, new) = (changed.old.lines(), changed.new.lines());
        let (most, least) = (old.max(new), old.min(new));
        let which = if new > old { "more" } else { "fewer" };
        texts.push(format!("lines: {:.0} times {which}", most as f64 / least as f64));
    }
    texts
}

/// How many lines both lists have of a path.
pub(super) fn lines_of_both(changed: &Changed<'_>) -> String {
    let (old, new) = (changed.old.lines(), changed.new.lines());
    if old == new { lines(new) } else { format!("{}, then {}", lines(old), HumanCount(new)) }
}

fn lines(lines: u64) -> String {
    format!("{} line{}", HumanCount(lines), if lines == 1 { "" } else { "s" })
}
