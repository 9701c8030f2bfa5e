//! What a path has of each aspect, by name, with the number of its lines.

use crate::templates::{Endpoint, Templates};
use std::collections::BTreeMap;
use urlsift_core::templates::status_class;

/// How many lines have what, by its name.
pub(super) type LinesByName = BTreeMap<String, u64>;

/// The method that stands for HEAD and none too.
const GET: &str = "GET";

/// Which aspects a list says something about.
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
