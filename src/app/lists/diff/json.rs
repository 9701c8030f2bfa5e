//! Differences for programs: a JSON object for each.

use urlsift::lists::{Delta, Endpoint};

use super::differences::{Differences, ShownChange};
use crate::app::show::json::{LossyText, Object};

/// Returns an object for each difference.
pub(super) fn shown(differences: &Differences<'_>) -> Vec<u8> {
    differences
        .shown()
        .flat_map(|change| object(differences, &change).line())
        .collect()
}

fn object(differences: &Differences<'_>, change: &ShownChange<'_, '_>) -> Object {
    let endpoint = change.endpoint;
    let mut old = None;
    let mut new = None;
    match change.changed {
        Some(changed) => {
            old = Some(&changed.old);
            new = Some(&changed.new);
        }
        None if change.is_new => new = Some(endpoint),
        None => old = Some(endpoint),
    }
    let side = |name, endpoint: &Endpoint<'_>| {
        let mut templates = Vec::new();
        for template in endpoint.templates {
            templates.push(template.to_string());
        }
        let list = if name == "old" {
            differences.old
        } else {
            differences.new
        };
        let mut methods = Vec::new();
        if list.has_methods() {
            methods.extend(endpoint.methods_or_get().into_keys());
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
            .with("methods", methods)
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
        .with("path", &change.place)
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
