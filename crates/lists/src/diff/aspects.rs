//! Counts the lines of a path by parameter, method and class of status.

use crate::templates::{Endpoint, Templates};
use std::collections::BTreeMap;
use urlsift_explain::templates::status_class;

/// Counts of lines by name.
pub(super) type LinesByName = BTreeMap<String, u64>;

/// The method that also stands for HEAD and for none.
const GET: &str = "GET";

/// Says whether a list has methods and statuses.
pub(super) struct KnownAspects {
    pub(super) methods: bool,
    pub(super) statuses: bool,
}

impl KnownAspects {
    pub(super) fn of(list: &Templates) -> Self {
        Self {
            methods: list.iter().any(|template| !template.method.is_empty() || !template.methods.is_empty()),
            statuses: list.iter().any(|template| !template.statuses.is_empty()),
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

pub(super) fn statuses(path: &Endpoint<'_>) -> LinesByName {
    let mut names = LinesByName::new();
    for (status, lines) in path.statuses() {
        if let Some(class) = status_class(status) {
            *names.entry(class.to_owned()).or_default() += lines;
        }
    }
    names
}
