//! The tree as a graph for Graphviz.

use std::io::{self, Write};

use urlsift::lists::Templates;

use super::tree::{self, PathBranch};
use crate::app::message::harmless;

/// Writes one graph of all hosts.
pub(super) fn write(templates: &Templates, output: &mut dyn Write) -> io::Result<()> {
    writeln!(
        output,
        "digraph templates {{\n  rankdir=LR;\n  node [shape=plaintext, fontname=\"monospace\"];"
    )?;
    let mut number = 0_u64;
    for tree in tree::of(templates) {
        // The numbers of the places above.
        let mut above: Vec<u64> = Vec::new();
        for (depth, place) in tree.places() {
            above.truncate(depth);
            write_branch(place, number, above.last().copied(), output)?;
            above.push(number);
            number += 1;
        }
    }
    writeln!(output, "}}")
}

fn write_branch(
    branch: &PathBranch<'_>, number: u64, above: Option<u64>, output: &mut dyn Write,
) -> io::Result<()> {
    let label = if branch.label.is_empty() { "(no host)" } else { &branch.label };
    let shape = if branch.endpoint.is_some() { ", shape=box" } else { "" };
    writeln!(output, "  n{number} [label={}{shape}];", quoted(&format!("{label}\n{}", branch.lines)))?;
    if let Some(above) = above {
        writeln!(output, "  n{above} -> n{number};")?;
    }
    Ok(())
}

/// Quotes a text for Graphviz.
fn quoted(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(harmless).collect();
    let escaped = lines.iter().map(|line| line.replace('\\', "\\\\").replace('"', "\\\""));
    format!("\"{}\"", escaped.collect::<Vec<_>>().join("\\n"))
}
