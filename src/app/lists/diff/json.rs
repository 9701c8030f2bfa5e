//! Differences for programs: a JSON object for each.

use urlsift::lists::{Delta, Endpoint};

use super::differences::{Differences, ShownChange};
use crate::app::show::json::{LossyText, Object};
use crate::cli::ChangeKind;

/// Returns an object for each difference.
pub(super) fn shown(differences: &Differences<'_>) -> Vec<u8> {
    differences
        .shown()
        .flat_map(|change| object(&change).line())
        .collect()
}

fn object(change: &ShownChange<'_, '_>) -> Object {
    let endpoint = change.endpoint;
    let mut old = None;
    let mut new = None;
    match change.changed {
        Some(changed) => {
            old = Some(&changed.old);
            new = Some(&changed.new);
        }
        None if change.kind == ChangeKind::Gone => old = Some(endpoint),
        None => new = Some(endpoint),
    }
    let side = |name, endpoint: &Endpoint<'_>| {
        let mut templates = Vec::new();
        for template in endpoint.templates {
            templates.push(template.to_string());
        }
        let mut parameters = Vec::new();
        for parameter in endpoint.parameters() {
            parameters.push(parameter.name);
        }
        let mut examples = Vec::new();
        for example in &change.examples {
            if example.side.is_empty() || example.side == name {
                examples.push(LossyText(example.line));
            }
        }
        Object::default()
            .with("lines", endpoint.lines())
            .with("templates", templates)
            .with("parameters", parameters)
            .with("examples", examples)
    };
    let names = |delta: &Delta| {
        Object::default()
            .with("new", &delta.gained)
            .with("gone", &delta.lost)
    };
    let changed = change.changed;
    Object::default()
        .with("change", change.kind.name())
        .with("host", endpoint.first().service())
        .with("path", endpoint.first().path_text())
        .with_object("old", old.map(|endpoint| side("old", endpoint)))
        .with_object("new", new.map(|endpoint| side("new", endpoint)))
        .with_object(
            "parameters",
            changed.map(|changed| names(&changed.parameters)),
        )
        .with_object("methods", changed.map(|changed| names(&changed.methods)))
        .with_object("statuses", changed.map(|changed| names(&changed.statuses)))
        .with("lines", changed.map(|changed| changed.lines))
}
