//! The tree as a graph for Graphviz.

use std::io::{self, Write};

use bstr::ByteSlice;
use urlsift::lists::Templates;

use super::tree::{self, PathTree};
use crate::app::message::harmless;

/// Writes one graph of all hosts.
pub(super) fn write(hosts: impl Iterator<Item = Templates>, output: &mut dyn Write) -> io::Result<()> {
    writeln!(
        output,
        "digraph templates {{\n  rankdir=LR;\n  node [shape=plaintext, fontname=\"monospace\"];"
    )?;
    let mut first = 0;
    for rows in tree::texts(hosts, write_rows)? {
        for (number, row) in (first..).zip(rows.lines()) {
            let (above, node) = row.split_once_str(" ").unwrap_or_default();
            writeln!(output, "  n{number} {};", node.as_bstr())?;
            if let Some(above) = above.to_str().ok().and_then(|above| above.parse::<usize>().ok()) {
                writeln!(output, "  n{} -> n{number};", first + above)?;
            }
        }
        first += rows.lines().count();
    }
    writeln!(output, "}}")
}

/// Writes a row for each place of a host: the number of the place above, and how it is shown.
fn write_rows(tree: &PathTree<'_>, rows: &mut Vec<u8>) -> io::Result<()> {
    let mut above: Vec<usize> = Vec::new();
    for (number, (depth, place)) in tree.places().enumerate() {
        above.truncate(depth);
        let label = if place.label.is_empty() { "(no host)" } else { &place.label };
        let label = quoted(&format!("{label}\n{}", place.lines));
        let shape = if place.endpoint.is_some() { ", shape=box" } else { "" };
        let above_it = above.last().map(ToString::to_string).unwrap_or_default();
        writeln!(rows, "{above_it} [label={label}{shape}]")?;
        above.push(number);
    }
    Ok(())
}

/// Quotes a text for Graphviz.
fn quoted(text: &str) -> String {
    let escaped = text.split('\n').map(|line| harmless(line).replace('\\', "\\\\").replace('"', "\\\""));
    format!("\"{}\"", escaped.collect::<Vec<_>>().join("\\n"))
}
