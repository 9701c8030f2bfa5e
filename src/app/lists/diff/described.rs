//! A description beside traffic: its paths in its own words, and what it does not have.

use std::collections::HashSet;

use urlsift::Sift;
use urlsift::explain::UrlPart;
use urlsift::lists::{Change, Endpoint, TemplateSegment};
use urlsift::settings::input::{Field, StoredLine};

/// The lists that tell of no body where the other one does.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WithoutBodies {
    pub(super) old: bool,
    pub(super) new: bool,
}

/// Leaves out the names that only bodies have, at paths where one list tells of no body: traffic is
/// often recorded without, and a description may leave them out.
pub(super) fn leave_out_bodies(all: &mut Vec<Change<'_>>, sift: &Sift) -> WithoutBodies {
    let mut without = WithoutBodies::default();
    for change in &mut *all {
        let Change::Changed(changed) = change else {
            continue;
        };
        let names = &mut changed.parameters;
        without.new |= leave_out(&mut names.lost, &changed.old, &changed.new, sift);
        without.old |= leave_out(&mut names.gained, &changed.new, &changed.old, sift);
    }
    all.retain(|change| match change {
        Change::Changed(changed) => !changed.is_empty(),
        _ => true,
    });
    without
}

/// Leaves out the names that only bodies of `has` have, if `lacks` has no bodies. Returns whether
/// there were any.
fn leave_out(
    names: &mut Vec<String>,
    has: &Endpoint<'_>,
    lacks: &Endpoint<'_>,
    sift: &Sift,
) -> bool {
    if names.is_empty() || lacks.templates.iter().any(|it| has_body(&it.kept)) {
        return false;
    }
    let of_bodies = names_of_bodies(has, sift);
    let count = names.len();
    names.retain(|name| !of_bodies.contains(name.as_str()));
    names.len() < count
}

/// Returns the parameters that only bodies have.
fn names_of_bodies<'t>(endpoint: &Endpoint<'t>, sift: &Sift) -> HashSet<&'t str> {
    let mut of_bodies = HashSet::new();
    let mut of_queries = HashSet::new();
    for template in endpoint.templates {
        let has_body = has_body(&template.kept);
        let mut url = Vec::new();
        let canonical = UrlPart::Canonical;
        let line = template.kept.read();
        let scanner = sift.scanner().reading_by(line.fields);
        scanner.append_part(line.bytes, canonical, &mut url);
        let url = String::from_utf8_lossy(&url);
        let (_, query) = url.split_once('?').unwrap_or_default();
        let names = query.split('&').map(|pair| pair.split('=').next());
        let names: HashSet<&str> = names.flatten().collect();
        for parameter in &template.parameters {
            if has_body && !names.contains(parameter.key()) {
                of_bodies.insert(parameter.name.as_str());
            } else {
                of_queries.insert(parameter.name.as_str());
            }
        }
    }
    of_bodies.retain(|name| !of_queries.contains(name));
    of_bodies
}

fn has_body(line: &StoredLine) -> bool {
    let found = line.read().fields.told(line).fields;
    found.iter().any(|told| told.field == Field::Body)
}

/// Returns the path of an endpoint of a description, with the names of its placeholders.
pub(super) fn path(endpoint: &Endpoint<'_>) -> String {
    let mut text = String::new();
    for node in &*endpoint.path() {
        text.push('/');
        text += &segment(node);
    }
    if text.is_empty() {
        text.push('/');
    }
    if let Some(route) = endpoint.route() {
        let shown: Vec<String> = route.iter().map(segment).collect();
        text.push('#');
        text += &shown.join("/");
    }
    text
}

fn segment(node: &TemplateSegment) -> String {
    let shown = match &*node.values {
        [value, ..] if is_placeholder(value) => value.clone(),
        _ => node.to_string(),
    };
    shown.replace("%7B", "{").replace("%7D", "}")
}

fn is_placeholder(value: &str) -> bool {
    value.contains("%7B") || value.contains('{') || value.starts_with(':')
}
