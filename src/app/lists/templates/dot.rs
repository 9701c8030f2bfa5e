//! The tree as a graph for Graphviz.

use std::io::{self, Write};

use urlsift::lists::Templates;

use super::tree::{self, PathTree};
use crate::app::show::message::harmless;
use crate::cli::TemplatesOrder;

/// Writes one graph of all hosts.
pub(super) fn write(
    hosts: impl Iterator<Item = Templates>,
    order: TemplatesOrder,
    output: &mut dyn Write,
) -> io::Result<()> {
    writeln!(
        output,
        "digraph templates {{\n  rankdir=LR;\n  node [shape=plaintext, fontname=\"monospace\"];"
    )?;
    let mut first = 0;
    for nodes in tree::of_hosts(hosts, order, nodes) {
        for (number, node) in (first..).zip(&nodes) {
            writeln!(output, "  n{number} {};", node.attributes)?;
            if let Some(above) = node.above {
                writeln!(output, "  n{} -> n{number};", first + above)?;
            }
        }
        first += nodes.len();
    }
    writeln!(output, "}}")
}

/// A place of a host as a node of the graph.
struct GraphNode {
    /// The number of the place above, among those of the host.
    above: Option<usize>,
    attributes: String,
}

fn nodes(tree: &PathTree<'_>) -> Vec<GraphNode> {
    let mut nodes = Vec::new();
    let mut above: Vec<usize> = Vec::new();
    for (number, (depth, place)) in tree.places().enumerate() {
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
        nodes.push(GraphNode {
            above: above.last().copied(),
            attributes: format!("[label={label}{shape}]"),
        });
        above.push(number);
    }
    nodes
}

/// Quotes a text for Graphviz.
fn quoted(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(harmless).collect();
    let text = lines.join("\n");
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", escaped.replace('\n', "\\n"))
}
