//! What was found between two lists, and what is shown of it in any format.

use indicatif::HumanCount;
use urlsift::Sift;
use urlsift::explain::UrlPart;
use urlsift::explain::templates::status_class;
use urlsift::lists::{Change, Changed, Endpoint, Template, Templates};

use crate::cli::ChangeKind;

/// What is to be shown of two lists.
pub(super) struct Differences<'t> {
    pub(super) old: &'t Templates,
    pub(super) new: &'t Templates,
    /// In the order of hosts and paths.
    pub(super) changes: Vec<Change<'t>>,
    /// Lines that are shown of each change.
    pub(super) examples: usize,
    /// What finds the URL of a line.
    pub(super) sift: Sift,
}

impl Differences<'_> {
    /// The URL of a line as it is written: the rest of a record would hide it.
    pub(super) fn url(&self, line: &[u8]) -> Vec<u8> {
        let mut url = Vec::new();
        if self.sift.scanner().append_part(line, UrlPart::Url, &mut url) { url } else { line.to_vec() }
    }
}

/// Which sort of change it is.
pub(super) fn kind(change: &Change<'_>) -> ChangeKind {
    match change {
        Change::New(_) => ChangeKind::New,
        Change::Gone(_) => ChangeKind::Gone,
        _ => ChangeKind::Changed,
    }
}

/// How many changes of each sort there are: `2 new, 1 gone, 0 changed`.
pub(super) fn counts(changes: &[Change<'_>]) -> String {
    let count = |wanted| HumanCount(changes.iter().filter(|change| kind(change) == wanted).count() as u64);
    let [new, gone, others] = [ChangeKind::New, ChangeKind::Gone, ChangeKind::Changed].map(count);
    format!("{new} new, {gone} gone, {others} changed")
}

/// How many paths a list has.
pub(super) fn paths(list: &Templates) -> u64 {
    list.endpoints().count() as u64
}

/// A path with all names of its parameters: `/find?page&q`.
pub(super) fn path_of(endpoint: &Endpoint<'_>) -> String {
    let mut text = endpoint.first().path_text();
    for (at, parameter) in endpoint.parameters().iter().enumerate() {
        text.push(if at == 0 { '?' } else { '&' });
        text += &parameter.name;
    }
    text
}

/// Up to so many lines of a path, of its templates in turn, the wanted ones first.
pub(super) fn examples<'t>(
    endpoint: &Endpoint<'t>,
    most: usize,
    is_wanted: impl Fn(&Template) -> bool,
) -> Vec<&'t [u8]> {
    let mut templates: Vec<_> = endpoint.templates.iter().collect();
    templates.sort_by_key(|template| !is_wanted(template));
    let first = templates.iter().map(|template| &template.kept[..]);
    let others = templates.iter().flat_map(|template| template.examples.iter().map(|line| &line[..]));
    first.chain(others).take(most).collect()
}

/// Lines that show what only one side has of a path that both have: those with such a parameter,
/// method or status.
pub(super) fn telling<'t>(changed: &Changed<'t>, is_new: bool, most: usize) -> Vec<&'t [u8]> {
    let [names, methods, statuses] = [&changed.parameters, &changed.methods, &changed.statuses]
        .map(|delta| if is_new { &delta.gained } else { &delta.lost });
    if names.is_empty() && methods.is_empty() && statuses.is_empty() {
        return Vec::new();
    }
    let is_telling = |template: &urlsift::lists::Template| {
        let has_method = |name: &String| {
            template.method == *name || template.methods.iter().any(|(method, _)| method == name)
        };
        let has_status =
            |class: &String| template.statuses.iter().any(|(status, _)| status_class(*status) == Some(class));
        template.parameters.iter().any(|parameter| names.contains(&parameter.name))
            || methods.iter().any(has_method)
            || statuses.iter().any(has_status)
    };
    let endpoint = if is_new { &changed.new } else { &changed.old };
    let count = endpoint.templates.iter().filter(|template| is_telling(template)).count();
    examples(endpoint, most.min(count), is_telling)
}
