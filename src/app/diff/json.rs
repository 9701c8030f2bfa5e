//! Differences for programs: a JSON object for each.

use anyhow::Result;
use serde::Serialize;
use urlsift::lists::{Delta, Endpoint};

use super::differences::{Differences, ShownChange};
use crate::app::json::{LossyText, append_line};
use crate::cli::ChangeKind;

/// A difference.
#[derive(Serialize)]
struct ChangeObject<'f> {
    change: &'static str,
    host: String,
    path: String,
    old: Option<SideOf<'f>>,
    new: Option<SideOf<'f>>,
    parameters: Option<OnlyInOne<'f>>,
    methods: Option<OnlyInOne<'f>>,
    statuses: Option<OnlyInOne<'f>>,
    lines: Option<bool>,
}

/// The path in one list.
#[derive(Serialize)]
struct SideOf<'f> {
    lines: u64,
    templates: Vec<String>,
    parameters: Vec<String>,
    examples: Vec<LossyText<'f>>,
}

/// Names that only one list has.
#[derive(Serialize)]
struct OnlyInOne<'f> {
    new: &'f [String],
    gone: &'f [String],
}

/// Returns an object for each difference.
pub(super) fn shown(differences: &Differences<'_>) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    for change in differences.shown() {
        append_line(&object(&change), &mut text)?;
    }
    Ok(text)
}

fn object<'c>(change: &'c ShownChange<'_, '_>) -> ChangeObject<'c> {
    let endpoint = change.endpoint;
    let (old, new) = match (change.kind, change.changed) {
        (_, Some(changed)) => (Some(&changed.old), Some(&changed.new)),
        (ChangeKind::Gone, None) => (Some(endpoint), None),
        (_, None) => (None, Some(endpoint)),
    };
    let side = |name, endpoint: &Endpoint<'_>| {
        let examples = change.examples.iter().filter(|(side, _)| side.is_empty() || *side == name);
        SideOf {
            lines: endpoint.lines(),
            templates: endpoint.templates.iter().map(ToString::to_string).collect(),
            parameters: endpoint.parameters().into_iter().map(|parameter| parameter.name).collect(),
            examples: examples.map(|&(_, line)| LossyText(line)).collect(),
        }
    };
    let names = |delta: &'c Delta| OnlyInOne { new: &delta.gained, gone: &delta.lost };
    ChangeObject {
        change: change.name,
        host: endpoint.first().service(),
        path: endpoint.first().path_text(),
        old: old.map(|endpoint| side("old", endpoint)),
        new: new.map(|endpoint| side("new", endpoint)),
        parameters: change.changed.map(|changed| names(&changed.parameters)),
        methods: change.changed.map(|changed| names(&changed.methods)),
        statuses: change.changed.map(|changed| names(&changed.statuses)),
        lines: change.changed.map(|changed| changed.lines),
    }
}
