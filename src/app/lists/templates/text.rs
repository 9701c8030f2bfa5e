//! The tree as text.

use std::cmp::Reverse;
use std::fmt::Display;
use std::io::{self, Write};

use bstr::ByteSlice;
use indicatif::HumanCount;
use urlsift::lists::escapes::shown_text;
use urlsift::lists::{Endpoint, EndpointParameter, Templates};

use super::tree::{self, PathTree};
use crate::app::show::message::{counted, harmless};

/// The longest line that is shown next to its path, in characters.
const LONGEST: usize = 160;

/// The indent of the notes on an endpoint from its path.
const ASIDE: usize = 4;

/// The most parameters of an endpoint that are named, the most frequent first.
const PARAMETERS: usize = 12;

/// The longest value that is shown, in characters.
const VALUE: usize = 40;

/// Writes the tree of each host, the host with the most lines first.
pub(super) fn write(
    hosts: impl Iterator<Item = Templates>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let text = |tree: &PathTree<'_>| -> io::Result<Box<[u8]>> {
        let mut text = Vec::new();
        write_tree(tree, &mut text)?;
        Ok(text.into_boxed_slice())
    };
    for (number, text) in tree::of_hosts(hosts, text).enumerate() {
        if number > 0 {
            output.write_all(b"\n")?;
        }
        output.write_all(&text?)?;
    }
    Ok(())
}

fn write_tree(tree: &PathTree<'_>, output: &mut dyn Write) -> io::Result<()> {
    let host = tree.host();
    let name = if host.label.is_empty() {
        "(no host)"
    } else {
        &host.label
    };
    let mut endpoints = 0;
    for (_, place) in tree.places() {
        endpoints += u64::from(place.endpoint.is_some());
    }
    let paths = counted(endpoints, "path");
    let lines = counted(host.lines, "line");
    let name = harmless(name);
    writeln!(output, "{name}: {lines}, {paths}")?;
    if let Some(endpoint) = host.endpoint {
        write_row(output, endpoint.lines(), 0, "/", Some(endpoint))?;
    }
    for (depth, place) in tree.places().skip(1) {
        write_row(output, place.lines, depth - 1, &place.label, place.endpoint)?;
    }
    Ok(())
}

fn write_row(
    output: &mut dyn Write,
    lines: u64,
    depth: usize,
    label: &str,
    endpoint: Option<Endpoint<'_>>,
) -> io::Result<()> {
    let indent = " ".repeat(2 * depth);
    let label = harmless(label);
    write!(output, "{lines:>9}  {indent}{label}")?;
    let Some(endpoint) = endpoint else {
        return writeln!(output);
    };
    let line = endpoint.first().kept.to_str_lossy();
    let line = harmless(&short(&line, LONGEST));
    writeln!(output, "    {line}")?;
    for note in notes(endpoint) {
        writeln!(output, "{:11}{indent}{:ASIDE$}{note}", "", "")?;
    }
    Ok(())
}

/// Returns the start of a text, with dots if it is cut.
fn short(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => text[..end].to_owned() + "...",
        None => text.to_owned(),
    }
}

fn shortened(values: &[String]) -> String {
    let mut shown = Vec::new();
    for value in values {
        shown.push(short(&shown_text(value), VALUE));
    }
    shown.join(", ")
}

/// Returns the notes on an endpoint, a line each.
fn notes(endpoint: Endpoint<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    let lines = endpoint.lines();
    let templates = endpoint.templates.len();
    if templates > 1 {
        notes.push(format!("{} templates", HumanCount(templates as u64)));
    }
    let path = endpoint.path();
    let route = endpoint.route();
    let route = route.iter().flat_map(|route| route.iter());
    for segment in path.iter().chain(route) {
        if !segment.is_literal() {
            let values = shortened(&segment.values);
            notes.push(harmless(&format!("{segment}: {values}")));
        }
    }
    let mut parameters = endpoint.parameters();
    parameters.sort_by_key(|parameter| Reverse(parameter.lines));
    for parameter in parameters.iter().take(PARAMETERS) {
        let note = note(parameter, lines);
        notes.push(harmless(&shown_text(&note)));
    }
    if parameters.len() > PARAMETERS {
        let more = parameters.len() - PARAMETERS;
        notes.push(format!(
            "and {more} parameters more; --format jsonl has all"
        ));
    }
    let methods = counts(endpoint.methods());
    let statuses = counts(endpoint.statuses());
    let mut exchange = vec![methods, statuses];
    exchange.retain(|text| !text.is_empty());
    if !exchange.is_empty() {
        notes.push(harmless(&exchange.join("; ")));
    }
    notes
}

/// Lists methods or statuses with their numbers of lines.
fn counts(counts: impl IntoIterator<Item = (impl Display, u64)>) -> String {
    let mut shown = Vec::new();
    for (name, lines) in counts {
        let lines = HumanCount(lines);
        shown.push(format!("{name} {lines}"));
    }
    shown.join(", ")
}

fn note(parameter: &EndpointParameter, lines: u64) -> String {
    let name = &parameter.name;
    let mut often = String::new();
    if parameter.lines != lines {
        let count = HumanCount(parameter.lines);
        often = format!(" in {count} of {}", HumanCount(lines));
    }
    let mut shown_role = String::new();
    if let Some(role) = parameter.role() {
        shown_role = format!(" ({role})");
    }
    let mut values = String::new();
    if !parameter.selects && !parameter.values.is_empty() {
        values = format!(": {}", shortened(&parameter.values));
    }
    format!("?{name}{often}{shown_role}{values}")
}
