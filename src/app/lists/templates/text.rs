//! The tree as text.

use std::cmp::Reverse;
use std::fmt::Display;
use std::io::{self, Write};

use bstr::ByteSlice;
use indicatif::HumanCount;
use urlsift::lists::escapes::shown_text;
use urlsift::lists::{Endpoint, EndpointParameter, Template, Templates};

use super::summary::LargestPaths;
use super::tree::{self, PathTree};
use crate::app::show::message::{counted, harmless};
use crate::cli::TemplatesOrder;

/// The longest URL that is shown next to its path, in characters.
const LONGEST: usize = 160;

/// The indent of the notes on an endpoint from its path.
const ASIDE: usize = 4;

/// The most parameters of an endpoint that are named, the most frequent first.
const PARAMETERS: usize = 12;

/// The longest value that is shown, in characters.
const VALUE: usize = 40;

/// Writes the tree of each host in their order.
pub(super) fn write(
    hosts: impl Iterator<Item = Templates>,
    order: TemplatesOrder,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut summary = LargestPaths::new();
    let hosts = hosts.inspect(|templates| summary.add(templates));
    let text = |tree: &PathTree<'_>| -> io::Result<Box<[u8]>> {
        let mut text = Vec::new();
        write_tree(tree, &mut text)?;
        Ok(text.into_boxed_slice())
    };
    let trees: Vec<_> = tree::of_hosts(hosts, order, text).collect();
    let has_summary = summary.write(output)?;
    for (number, text) in trees.into_iter().enumerate() {
        if has_summary || number > 0 {
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
    let url = endpoint.first().url.to_str_lossy();
    let url = harmless(&short(&url, LONGEST));
    writeln!(output, "    {url}")?;
    for note in notes(endpoint) {
        writeln!(output, "{:11}{indent}{:ASIDE$}{note}", "", "")?;
    }
    Ok(())
}

/// Returns the start of a text, with dots if it is cut.
fn short(text: &str, longest: usize) -> String {
    if text.len() <= longest {
        return text.to_owned();
    }
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
        let templates = HumanCount(templates as u64);
        notes.push(format!(
            "{templates} templates, by {}",
            differences(endpoint)
        ));
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

/// Names the parts in which the templates of an endpoint differ.
fn differences(endpoint: Endpoint<'_>) -> String {
    let first = endpoint.first();
    let differ = |part: fn(&Template) -> &dyn Display| {
        let first = part(first).to_string();
        let others = &endpoint.templates[1..];
        others.iter().any(|other| part(other).to_string() != first)
    };
    let has_other_names = endpoint.templates.iter().any(|other| {
        let names = other.parameters.iter().map(|parameter| &parameter.name);
        !names.eq(first.parameters.iter().map(|parameter| &parameter.name))
    });
    let mut parts = Vec::new();
    if has_other_names {
        parts.push("parameters");
    }
    if differ(|template| &template.method) {
        parts.push("method");
    }
    if differ(|template| &template.beside) {
        parts.push("status");
    }
    if differ(|template| &template.user) {
        parts.push("user");
    }
    parts.join(" and ")
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
