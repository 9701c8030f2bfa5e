//! The tree as a graph for Graphviz.

use std::io::{self, Write};

use urlsift::lists::Templates;

use super::tree::{self, PathBranch};
use crate::app::message::harmless;

/// Writes one graph of all hosts.
pub(super) fn write(templates: &Templates, output: &mut Vec<u8>) -> io::Result<()> {
    writeln!(
        output,
        "digraph templates {{\n  rankdir=LR;\n  node [shape=plaintext, fontname=\"monospace\"];"
    )?;
    let mut number = 0;
    for host in tree::of(templates) {
        write_branch(&host, None, &mut number, output)?;
    }
    writeln!(output, "}}")
}

fn write_branch(
    branch: &PathBranch<'_>,
    above: Option<u64>,
    number: &mut u64,
    output: &mut Vec<u8>,
) -> io::Result<()> {
    let own = *number;
    *number += 1;
    let label = if branch.label.is_empty() { "(no host)" } else { &branch.label };
    let shape = if branch.endpoint.is_some() { ", shape=box" } else { "" };
    writeln!(output, "  n{own} [label={}{shape}];", quoted(&format!("{label}\n{}", branch.lines)))?;
    if let Some(above) = above {
        writeln!(output, "  n{above} -> n{own};")?;
    }
    branch.below.iter().try_for_each(|below| write_branch(below, Some(own), number, output))
}

/// Quotes a text for Graphviz.
fn quoted(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(harmless).collect();
    let escaped = lines.iter().map(|line| line.replace('\\', "\\\\").replace('"', "\\\""));
    format!("\"{}\"", escaped.collect::<Vec<_>>().join("\\n"))
}
