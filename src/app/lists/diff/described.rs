//! Paths of a description, in its own words.

use urlsift::lists::{Endpoint, TemplateSegment};

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
