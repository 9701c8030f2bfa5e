//! The tree as a graph for Graphviz.

use std::io::{self, Write};

use urlsift::lists::Templates;

use super::tree::{self, PathBranch, PathTree};
use crate::app::show::message::harmless;

/// Writes one graph of all hosts.
pub(super) fn write(
    hosts: impl Iterator<Item = Templates>,
    output: &mut dyn Write,
) -> io::Result<()> {
    writeln!(
        output,
        "digraph templates {{\n  rankdir=LR;\n  node [shape=plaintext, fontname=\"monospace\"];"
    )?;
    let mut first = 0;
    for rows in tree::of_hosts(hosts, rows) {
        for (number, (above, node)) in (first..).zip(&rows) {
            writeln!(output, "  n{number} {node};")?;
            if let Some(above) = above {
                writeln!(output, "  n{} -> n{number};", first + above)?;
            }
        }
        first += rows.len();
    }
    writeln!(output, "}}")
}

/// Returns a row for each place of a host: the number of the place above, and how it is shown.
fn rows(tree: &PathTree<'_>) -> Vec<(Option<usize>, String)> {
    let mut above: Vec<usize> = Vec::new();
    let row = |(number, (depth, place)): (usize, (usize, &PathBranch<'_>))| {
        above.truncate(depth);
        let label = if place.label.is_empty() {
            "(no host)"
        } else {
            &place.label
        };
        let label = quoted(&format!("{label}\n{}", place.lines));
        let shape = if place.endpoint.is_some() {
            ", shape=box"
        } else {
            ""
        };
        let row = (above.last().copied(), format!("[label={label}{shape}]"));
        above.push(number);
        row
    };
    tree.places().enumerate().map(row).collect()
}

/// Quotes a text for Graphviz.
fn quoted(text: &str) -> String {
    let escaped = text
        .split('\n')
        .map(|line| harmless(line).replace('\\', "\\\\").replace('"', "\\\""));
    format!("\"{}\"", escaped.collect::<Vec<_>>().join("\\n"))
}
