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
    let (old, new) = match (change.kind, change.changed) {
        (_, Some(changed)) => (Some(&changed.old), Some(&changed.new)),
        (ChangeKind::Gone, None) => (Some(endpoint), None),
        (_, None) => (None, Some(endpoint)),
    };
    let side = |name, endpoint: &Endpoint<'_>| {
        let templates: Vec<String> = endpoint.templates.iter().map(ToString::to_string).collect();
        let parameters: Vec<String> = endpoint
            .parameters()
            .into_iter()
            .map(|it| it.name)
            .collect();
        let examples = change
            .examples
            .iter()
            .filter(|(side, _)| side.is_empty() || *side == name);
        let object = Object::default()
            .with("lines", endpoint.lines())
            .with("templates", templates);
        let object = object.with("parameters", parameters);
        object.with(
            "examples",
            examples
                .map(|&(_, line)| LossyText(line))
                .collect::<Vec<_>>(),
        )
    };
    let names = |delta: &Delta| {
        Object::default()
            .with("new", &delta.gained)
            .with("gone", &delta.lost)
    };
    let changed = change.changed;
    Object::default()
        .with("change", change.name)
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
