//! Differences for programs: a JSON object for each.

use anyhow::Result;
use serde::Serialize;
use urlsift::lists::{Change, Changed, Delta, Endpoint, Template};

use super::found::{Differences, examples, telling};
use crate::app::json::{Text, append_line};

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

/// What one list has of the path.
#[derive(Serialize)]
struct SideOf<'f> {
    lines: u64,
    templates: Vec<String>,
    parameters: Vec<String>,
    examples: Vec<Text<'f>>,
}

/// What only one list has.
#[derive(Serialize)]
struct OnlyInOne<'f> {
    new: &'f [String],
    gone: &'f [String],
}

/// An object for each difference.
pub(super) fn shown(found: &Differences<'_>) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    for change in &found.changes {
        match change {
            Change::New(new) => {
                append_line(&object("new", None, Some((new, examples_of(new, found))), None), &mut text)?;
            }
            Change::Gone(old) => {
                append_line(&object("gone", Some((old, examples_of(old, found))), None, None), &mut text)?;
            }
            Change::Changed(changed) => {
                let [old, new] = [false, true].map(|is_new| telling(changed, is_new, found.examples));
                let (old, new) = ((&changed.old, old), (&changed.new, new));
                append_line(&object("changed", Some(old), Some(new), Some(changed)), &mut text)?;
            }
            _ => {}
        }
    }
    Ok(text)
}

/// A path, and lines of it.
type ShownPath<'e, 't> = (&'e Endpoint<'t>, Vec<&'t [u8]>);

fn examples_of<'t>(endpoint: &Endpoint<'t>, found: &Differences<'_>) -> Vec<&'t [u8]> {
    examples(endpoint, found.examples, |_| false)
}

fn object<'f>(
    change: &'static str,
    old: Option<ShownPath<'f, 'f>>,
    new: Option<ShownPath<'f, 'f>>,
    changed: Option<&'f Changed<'f>>,
) -> ChangeObject<'f> {
    let first = new.as_ref().or(old.as_ref()).map(|(endpoint, _)| endpoint.first());
    let names = |delta: &'f Delta| OnlyInOne { new: &delta.gained, gone: &delta.lost };
    ChangeObject {
        change,
        host: first.map(Template::service).unwrap_or_default(),
        path: first.map(Template::path_text).unwrap_or_default(),
        old: old.map(side),
        new: new.map(side),
        parameters: changed.map(|changed| names(&changed.parameters)),
        methods: changed.map(|changed| names(&changed.methods)),
        statuses: changed.map(|changed| names(&changed.statuses)),
        lines: changed.map(|changed| changed.lines),
    }
}

fn side<'f>((endpoint, examples): ShownPath<'f, 'f>) -> SideOf<'f> {
    SideOf {
        lines: endpoint.lines(),
        templates: endpoint.templates.iter().map(ToString::to_string).collect(),
        parameters: endpoint.parameters().into_iter().map(|parameter| parameter.name).collect(),
        examples: examples.into_iter().map(Text).collect(),
    }
}
