//! Counts the lines of a path by parameter, method and class of status.

use crate::templates::{Endpoint, Template, Templates};
use std::collections::BTreeMap;
use urlsift_explain::templates::status_class;

/// Counts of lines by name.
pub(super) type LinesByName = BTreeMap<String, u64>;

/// The method that also stands for HEAD and for none.
const GET: &str = "GET";

/// Says whether a list has methods, statuses and targets of redirects.
pub(super) struct KnownAspects {
    pub(super) methods: bool,
    pub(super) statuses: bool,
    pub(super) targets: bool,
}

/// Returns the class of a redirect with its target, as a template shows it: `3xx -> /login`.
fn target(template: &Template) -> Option<&str> {
    let first = template.beside.strip_prefix(" [")?.split(']').next()?;
    first.contains(" -> ").then_some(first)
}

impl KnownAspects {
    pub(super) fn of(list: &Templates) -> Self {
        Self {
            methods: list.iter().any(|template| !template.method.is_empty() || !template.methods.is_empty()),
            statuses: list.iter().any(|template| !template.statuses.is_empty()),
            targets: list.iter().any(|template| target(template).is_some()),
        }
    }
}

pub(super) fn parameters(path: &Endpoint<'_>) -> LinesByName {
    path.parameters().into_iter().map(|parameter| (parameter.name, parameter.lines)).collect()
}

pub(super) fn methods(path: &Endpoint<'_>) -> LinesByName {
    let mut names = LinesByName::new();
    for template in path.templates {
        let mut left = template.lines;
        for (method, lines) in template.methods.iter() {
            let name = if method == "HEAD" { GET } else { method };
            *names.entry(name.to_owned()).or_default() += lines;
            left = left.saturating_sub(lines);
        }
        if left > 0 {
            let name = if template.method.is_empty() { GET } else { &template.method };
            *names.entry(name.to_owned()).or_default() += left;
        }
    }
    names
}

/// Counts the lines by class of status, of redirects with their targets if both lists have some.
pub(super) fn statuses(path: &Endpoint<'_>, has_targets: bool) -> LinesByName {
    let mut names = LinesByName::new();
    for template in path.templates {
        let target = target(template).filter(|_| has_targets);
        for (status, lines) in template.statuses.iter() {
            if let Some(class) = status_class(*status) {
                *names.entry(target.unwrap_or(class).to_owned()).or_default() += lines;
            }
        }
    }
    names
}
