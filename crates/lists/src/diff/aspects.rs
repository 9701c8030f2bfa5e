//! Counts the lines of a path by parameter, method and class of status.

use crate::templates::{Endpoint, target};
use std::collections::BTreeMap;
use urlsift_explain::templates::status_class;

/// Counts of lines by name.
pub(super) type LinesByName = BTreeMap<String, u64>;

/// Counts the lines by parameter, and by its value where that selects the action of the page.
/// Where a description names the parameter without values, any value fits.
pub(super) fn parameters(path: &Endpoint<'_>, description: Option<&Endpoint<'_>>) -> LinesByName {
    let described = description.map(Endpoint::parameters).unwrap_or_default();
    let mut names = LinesByName::new();
    for parameter in path.parameters() {
        let name = parameter.name.split('=').next().unwrap_or_default();
        let takes_any = described.iter().any(|described| described.name == name);
        let counted = if takes_any { name } else { &parameter.name };
        *names.entry(counted.to_owned()).or_default() += parameter.lines;
    }
    names
}

pub(super) fn methods(path: &Endpoint<'_>) -> LinesByName {
    let mut names = LinesByName::new();
    for (name, lines) in path.methods_or_get() {
        names.insert(name.to_owned(), lines);
    }
    names
}

/// Counts the lines by class of status, of redirects with their targets if both lists have some.
pub(super) fn statuses(path: &Endpoint<'_>, has_targets: bool) -> LinesByName {
    let mut names = LinesByName::new();
    for template in path.templates {
        let target = target(&template.beside).filter(|_| has_targets);
        for (status, lines) in template.statuses.iter() {
            if let Some(class) = status_class(*status) {
                *names.entry(target.unwrap_or(class).to_owned()).or_default() += lines;
            }
        }
    }
    names
}
