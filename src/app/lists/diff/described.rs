//! A description beside traffic: its paths in its own words, and what it does not have.

use std::collections::HashSet;

use urlsift::Sift;
use urlsift::explain::UrlPart;
use urlsift::lists::{Change, Endpoint, TemplateSegment};
use urlsift::settings::input::{Field, StoredLine};

/// Leaves out the names that only bodies of traffic have, where a description has no bodies.
/// `is_old` says which list is the description. Returns whether there were any.
pub(super) fn leave_out_bodies(all: &mut Vec<Change<'_>>, sift: &Sift, is_old: bool) -> bool {
    let mut is_any = false;
    for change in &mut *all {
        let Change::Changed(changed) = change else {
            continue;
        };
        let mut names = &mut changed.parameters.lost;
        let mut traffic = &changed.old;
        let mut description = &changed.new;
        if is_old {
            names = &mut changed.parameters.gained;
            std::mem::swap(&mut traffic, &mut description);
        }
        let own = description.templates.iter();
        if names.is_empty() || own.map(|it| &it.kept).any(has_body) {
            continue;
        }
        let of_bodies = names_of_bodies(traffic, sift);
        let count = names.len();
        names.retain(|name| !of_bodies.contains(name.as_str()));
        is_any |= names.len() < count;
    }
    all.retain(|change| match change {
        Change::Changed(changed) => !changed.is_empty(),
        _ => true,
    });
    is_any
}

/// Returns the parameters that only bodies have.
fn names_of_bodies<'t>(traffic: &Endpoint<'t>, sift: &Sift) -> HashSet<&'t str> {
    let mut of_bodies = HashSet::new();
    let mut of_queries = HashSet::new();
    for template in traffic.templates {
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
    value.starts_with("%7B") || value.starts_with(['{', ':'])
}
