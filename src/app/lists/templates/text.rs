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
    let text = |tree: &PathTree<'_>| {
        let mut text = Vec::new();
        write_tree(tree, &mut text).map(|()| text.into_boxed_slice())
    };
    for (number, text) in tree::of_hosts(hosts, text).enumerate() {
        output.write_all(if number > 0 { b"\n" } else { b"" })?;
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
    let endpoints = tree
        .places()
        .filter(|(_, place)| place.endpoint.is_some())
        .count() as u64;
    let (lines, paths) = (counted(host.lines, "line"), counted(endpoints, "path"));
    writeln!(output, "{}: {lines}, {paths}", harmless(name))?;
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
    write!(
        output,
        "{lines:>9}  {:1$}{2}",
        "",
        2 * depth,
        harmless(label)
    )?;
    let Some(endpoint) = endpoint else {
        return writeln!(output);
    };
    writeln!(
        output,
        "    {}",
        harmless(&short(&endpoint.first().kept.to_str_lossy(), LONGEST))
    )?;
    for text in notes(endpoint) {
        writeln!(output, "{:9}  {:2$}{text}", "", "", 2 * depth + ASIDE)?;
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
    values
        .iter()
        .map(|value| short(&shown_text(value), VALUE))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the notes on an endpoint, a line each.
fn notes(endpoint: Endpoint<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    let lines = endpoint.lines();
    let mut parameters = endpoint.parameters();
    parameters.sort_by_key(|parameter| Reverse(parameter.lines));
    if endpoint.templates.len() > 1 {
        notes.push(format!(
            "{} templates",
            HumanCount(endpoint.templates.len() as u64)
        ));
    }
    let (path, route) = (endpoint.path(), endpoint.route());
    let varied = path
        .iter()
        .chain(route.iter().flat_map(|route| route.iter()))
        .filter(|node| !node.is_literal());
    notes.extend(varied.map(|node| harmless(&format!("{node}: {}", shortened(&node.values)))));
    for parameter in parameters.iter().take(PARAMETERS) {
        notes.push(harmless(&shown_text(&note(parameter, lines))));
    }
    if parameters.len() > PARAMETERS {
        notes.push(format!(
            "and {} parameters more; --format jsonl has all",
            parameters.len() - PARAMETERS
        ));
    }
    let exchange = [counts(endpoint.methods()), counts(endpoint.statuses())];
    let exchange = exchange
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("; ");
    notes.extend((!exchange.is_empty()).then(|| harmless(&exchange)));
    notes
}

/// Lists methods or statuses with their numbers of lines.
fn counts(counts: impl IntoIterator<Item = (impl Display, u64)>) -> String {
    let counts = counts
        .into_iter()
        .map(|(name, lines)| format!("{name} {}", HumanCount(lines)));
    counts.collect::<Vec<_>>().join(", ")
}

fn note(parameter: &EndpointParameter, lines: u64) -> String {
    let EndpointParameter {
        name,
        selects,
        values,
        ..
    } = parameter;
    let often = if parameter.lines == lines {
        String::new()
    } else {
        format!(
            " in {} of {}",
            HumanCount(parameter.lines),
            HumanCount(lines)
        )
    };
    let role = parameter
        .role()
        .map(|role| format!(" ({role})"))
        .unwrap_or_default();
    let rest = if *selects || values.is_empty() {
        String::new()
    } else {
        format!(": {}", shortened(values))
    };
    format!("?{name}{often}{role}{rest}")
}
