//! The tree as text.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};
use std::iter;

use bstr::ByteSlice;
use indicatif::HumanCount;
use urlsift::lists::escapes::shown_text;
use urlsift::lists::{Endpoint, EndpointParameter, Template, Templates};

use super::summary::LargestPaths;
use super::tree::{self, PathTree};
use crate::app::show::message::{counted, push_harmless};
use crate::cli::TemplatesOrder;

/// The longest URL that is shown next to its path, in characters.
const LONGEST: usize = 160;

/// The width of a count and the blanks behind it.
const COUNT: usize = 11;

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
    let text = |tree: &PathTree<'_>| {
        let mut text = String::new();
        write_tree(tree, &mut text);
        text.into_boxed_str()
    };
    let trees: Vec<_> = tree::of_hosts(hosts, order, text).collect();
    let has_summary = summary.write(output)?;
    for (number, text) in trees.into_iter().enumerate() {
        if has_summary || number > 0 {
            output.write_all(b"\n")?;
        }
        output.write_all(text.as_bytes())?;
    }
    Ok(())
}

fn write_tree(tree: &PathTree<'_>, text: &mut String) {
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
    push_harmless(name, text);
    put(text, format_args!(": {lines}, {paths}\n"));
    if let Some(endpoint) = host.endpoint {
        write_row(text, endpoint.lines(), 0, "/", Some(endpoint));
    }
    for (depth, place) in tree.places().skip(1) {
        write_row(text, place.lines, depth - 1, &place.label, place.endpoint);
    }
}

fn write_row(
    text: &mut String,
    lines: u64,
    depth: usize,
    label: &str,
    endpoint: Option<Endpoint<'_>>,
) {
    put(text, format_args!("{lines:>9}  "));
    push_blanks(2 * depth, text);
    push_harmless(label, text);
    if let Some(endpoint) = endpoint {
        let url = endpoint.first().url.to_str_lossy();
        push_blanks(4, text);
        push_harmless(&short(&url, LONGEST), text);
    }
    text.push('\n');
    if let Some(endpoint) = endpoint {
        let mut notes = Notes {
            indent: COUNT + 2 * depth + ASIDE,
            text,
        };
        write_notes(endpoint, &mut notes);
    }
}

/// Appends a formatted text.
fn put(text: &mut String, formatted: fmt::Arguments<'_>) {
    // A string takes everything.
    let _ = text.write_fmt(formatted);
}

fn push_blanks(count: usize, text: &mut String) {
    text.extend(iter::repeat_n(' ', count));
}

/// Returns the start of a text, with dots if it is cut.
fn short(text: &str, longest: usize) -> Cow<'_, str> {
    if text.len() <= longest {
        return text.into();
    }
    match text.char_indices().nth(longest) {
        Some((end, _)) => (text[..end].to_owned() + "...").into(),
        None => text.into(),
    }
}

fn push_shortened(values: &[String], text: &mut String) {
    for (at, value) in values.iter().enumerate() {
        if at > 0 {
            text.push_str(", ");
        }
        text.push_str(&short(&shown_text(value), VALUE));
    }
}

/// The notes on an endpoint, a line each below it.
struct Notes<'t> {
    /// The blanks before each.
    indent: usize,
    text: &'t mut String,
}

impl Notes<'_> {
    fn add(&mut self, note: &str) {
        push_blanks(self.indent, self.text);
        push_harmless(note, self.text);
        self.text.push('\n');
    }
}

fn write_notes(endpoint: Endpoint<'_>, notes: &mut Notes<'_>) {
    let lines = endpoint.lines();
    let templates = endpoint.templates.len();
    if templates > 1 {
        let templates = HumanCount(templates as u64);
        notes.add(&format!(
            "{templates} templates, by {}",
            differences(endpoint)
        ));
    }
    let path = endpoint.path();
    let route = endpoint.route();
    let route = route.iter().flat_map(|route| route.iter());
    let mut note = String::new();
    for segment in path.iter().chain(route) {
        if !segment.is_literal() {
            note.clear();
            note.push_str(&segment.text());
            note.push_str(": ");
            push_shortened(&segment.values, &mut note);
            notes.add(&note);
        }
    }
    let mut parameters = endpoint.parameters();
    parameters.sort_by_key(|parameter| Reverse(parameter.lines));
    for parameter in parameters.iter().take(PARAMETERS) {
        note.clear();
        write_note(parameter, lines, &mut note);
        notes.add(&shown_text(&note));
    }
    if parameters.len() > PARAMETERS {
        let more = parameters.len() - PARAMETERS;
        notes.add(&format!(
            "and {more} parameters more; --format jsonl has all"
        ));
    }
    let methods = counts(endpoint.methods());
    let statuses = counts(endpoint.statuses());
    let mut exchange = vec![methods, statuses];
    exchange.retain(|text| !text.is_empty());
    if !exchange.is_empty() {
        notes.add(&exchange.join("; "));
    }
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

fn write_note(parameter: &EndpointParameter, lines: u64, note: &mut String) {
    note.push('?');
    note.push_str(&parameter.name);
    if parameter.lines != lines {
        let count = HumanCount(parameter.lines);
        put(note, format_args!(" in {count} of {}", HumanCount(lines)));
    }
    if let Some(role) = parameter.role() {
        put(note, format_args!(" ({role})"));
    }
    if !parameter.selects && !parameter.values.is_empty() {
        note.push_str(": ");
        push_shortened(&parameter.values, note);
    }
}
