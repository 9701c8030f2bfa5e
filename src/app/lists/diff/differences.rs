//! The differences between two lists, as all formats show them.

use indicatif::HumanCount;
use urlsift::explain::templates::status_class;
use urlsift::lists::{Change, Changed, Delta, Endpoint, Template, Templates};
use urlsift::settings::input::StoredLine;

use super::described;

use crate::app::show::message::counted;
use crate::cli::ChangeKind;

/// Two lists and their differences.
pub(super) struct Differences<'t> {
    pub(super) old: &'t Templates,
    pub(super) new: &'t Templates,
    /// In the order of hosts and paths.
    pub(super) changes: Vec<Change<'t>>,
    /// The most lines that are shown of each change.
    pub(super) examples: usize,
}

impl<'t> Differences<'t> {
    /// Returns all changes in order.
    pub(super) fn shown(&self) -> impl Iterator<Item = ShownChange<'_, 't>> {
        self.changes.iter().filter_map(|change| self.change(change))
    }

    fn change<'c>(&self, change: &'c Change<'t>) -> Option<ShownChange<'c, 't>> {
        match change {
            Change::New(endpoint) => Some(self.of_one(change, endpoint, self.new)),
            Change::Gone(endpoint) => Some(self.of_one(change, endpoint, self.old)),
            Change::Changed(changed) => {
                let mut examples = telling(changed, false, self.examples);
                examples.extend(telling(changed, true, self.examples));
                let mut path = changed.new.first().path_text();
                if self.new.described {
                    path = described::path(&changed.new);
                } else if self.old.described {
                    path = described::path(&changed.old);
                }
                Some(ShownChange {
                    kind: kind(change),
                    is_new: false,
                    is_counted: !self.old.described && !self.new.described,
                    methods: Vec::new(),
                    endpoint: &changed.new,
                    place: path.clone(),
                    path,
                    changed: Some(changed),
                    differences: differences(changed),
                    examples,
                })
            }
            _ => None,
        }
    }

    /// Returns a change of a path that only one list has.
    fn of_one<'c>(
        &self,
        change: &Change<'t>,
        endpoint: &'c Endpoint<'t>,
        list: &Templates,
    ) -> ShownChange<'c, 't> {
        let mut path = if list.described {
            described::path(endpoint)
        } else {
            endpoint.first().path_text()
        };
        let place = path.clone();
        // With all names of its parameters: `/find?page&q`.
        for (at, parameter) in endpoint.parameters().iter().enumerate() {
            path.push(if at == 0 { '?' } else { '&' });
            path += &parameter.name;
        }
        let mut methods = Vec::new();
        if list.has_methods() {
            methods.extend(endpoint.methods_or_get().into_keys());
        }
        ShownChange {
            kind: kind(change),
            is_new: matches!(change, Change::New(_)),
            is_counted: !list.described,
            methods,
            endpoint,
            place,
            path,
            changed: None,
            differences: Vec::new(),
            examples: unlabelled(endpoint, self.examples),
        }
    }
}

/// A change, as formats for people show it.
pub(super) struct ShownChange<'c, 't> {
    pub(super) kind: ChangeKind,
    /// Whether only the new list has it.
    pub(super) is_new: bool,
    /// Whether its numbers of lines say something.
    is_counted: bool,
    /// The methods of a path that only one list has, if that list has methods.
    pub(super) methods: Vec<&'t str>,
    /// The path, as the new list has it unless only the old list does.
    pub(super) endpoint: &'c Endpoint<'t>,
    /// The path, in the words of a description if a list is one.
    pub(super) place: String,
    /// The path, with its parameters if only one list has it.
    pub(super) path: String,
    /// The change of a path that both lists have.
    pub(super) changed: Option<&'c Changed<'t>>,
    /// A text for each aspect that differs.
    pub(super) differences: Vec<String>,
    /// Lines of the path.
    pub(super) examples: Vec<ExampleLine<'t>>,
}

/// A line of a path.
#[derive(Clone, Copy)]
pub(super) struct ExampleLine<'t> {
    /// `old` or `new` if both lists have the path; otherwise empty.
    pub(super) side: &'static str,
    pub(super) line: &'t StoredLine,
}

impl ShownChange<'_, '_> {
    /// Returns which lists have the path: `new`, `gone` or `changed`.
    pub(super) fn side(&self) -> &'static str {
        match self.kind {
            ChangeKind::Missing if self.is_new => ChangeKind::New.name(),
            ChangeKind::Missing => ChangeKind::Gone.name(),
            kind => kind.name(),
        }
    }

    /// Returns the methods and the path below a host: `PUT /user/{int}`.
    pub(super) fn request(&self, host: &str) -> String {
        let methods = self.methods.join(",");
        let blank = if methods.is_empty() { "" } else { " " };
        format!("{methods}{blank}{host}{}", self.path)
    }

    /// Returns the numbers of lines as text; `None` if they say nothing.
    pub(super) fn counts(&self) -> Option<String> {
        if !self.is_counted {
            return None;
        }
        Some(match self.changed {
            Some(changed) => lines_of_both(changed),
            None => counted(self.endpoint.lines(), "line"),
        })
    }

    /// Returns the number of lines, or the larger number if both lists have the path.
    pub(super) fn lines(&self) -> u64 {
        let lines = self.endpoint.lines();
        match self.changed {
            Some(changed) => lines.max(changed.old.lines()),
            None => lines,
        }
    }
}

/// Returns up to `most` lines of a path without a label, of its templates in turn.
pub(super) fn unlabelled<'t>(endpoint: &Endpoint<'t>, most: usize) -> Vec<ExampleLine<'t>> {
    let templates = endpoint.templates.iter();
    let first = templates.clone().map(|template| &template.kept);
    let others = templates.flat_map(|template| &template.examples);
    let mut lines = Vec::new();
    for line in first.chain(others).take(most) {
        lines.push(ExampleLine { side: "", line });
    }
    lines
}

/// Returns the kind of a change.
pub(super) fn kind(change: &Change<'_>) -> ChangeKind {
    match change {
        Change::New(endpoint) | Change::Gone(endpoint) if endpoint.is_missing() => {
            ChangeKind::Missing
        }
        Change::New(_) => ChangeKind::New,
        Change::Gone(_) => ChangeKind::Gone,
        _ => ChangeKind::Changed,
    }
}

/// Returns the number of changes of each kind: `2 new, 1 gone, 0 changed`.
pub(super) fn counts(changes: &[Change<'_>]) -> String {
    let new = HumanCount(count_of(changes, ChangeKind::New));
    let gone = HumanCount(count_of(changes, ChangeKind::Gone));
    let others = HumanCount(count_of(changes, ChangeKind::Changed));
    let text = format!("{new} new, {gone} gone, {others} changed");
    match HumanCount(count_of(changes, ChangeKind::Missing)) {
        HumanCount(0) => text,
        missing => format!("{text}, {missing} answered by 404 alone"),
    }
}

/// Returns the number of changes of a kind.
pub(super) fn count_of(changes: &[Change<'_>], wanted: ChangeKind) -> u64 {
    let found = changes.iter().filter(|change| kind(change) == wanted);
    found.count() as u64
}

/// Returns the number of paths of a list.
pub(super) fn paths(list: &Templates) -> u64 {
    list.endpoints().count() as u64 + list.same_paths
}

/// Returns up to `most` kept lines of one side of a path, each of a template with a parameter,
/// method or status that only this side has.
fn telling<'t>(changed: &Changed<'t>, is_new: bool, most: usize) -> Vec<ExampleLine<'t>> {
    let side = if is_new { "new" } else { "old" };
    let endpoint = if is_new { &changed.new } else { &changed.old };
    let mut lines = Vec::new();
    for template in endpoint.templates {
        if lines.len() == most {
            break;
        }
        if is_telling(template, changed, is_new) {
            let line = &template.kept;
            lines.push(ExampleLine { side, line });
        }
    }
    lines
}

/// Returns whether a template has a parameter, method or status that only its side has.
fn is_telling(template: &Template, changed: &Changed<'_>, is_new: bool) -> bool {
    let names = of_side(&changed.parameters, is_new);
    for parameter in &template.parameters {
        if names.binary_search(&parameter.name).is_ok() {
            return true;
        }
    }
    let methods = of_side(&changed.methods, is_new);
    if methods.contains(&template.method) {
        return true;
    }
    for (method, _) in template.methods.iter() {
        if methods.contains(method) {
            return true;
        }
    }
    for class in of_side(&changed.statuses, is_new) {
        if template.beside.starts_with(&format!(" [{class}]")) {
            return true;
        }
        for (status, _) in template.statuses.iter() {
            if status_class(*status) == Some(class) {
                return true;
            }
        }
    }
    false
}

/// Returns the names that only one of two lists has, in order.
fn of_side(delta: &Delta, is_new: bool) -> &[String] {
    if is_new { &delta.gained } else { &delta.lost }
}

/// Returns a text for each aspect of a path that differs.
fn differences(changed: &Changed<'_>) -> Vec<String> {
    let mut texts = Vec::new();
    for (aspect, delta) in [
        ("parameters", &changed.parameters),
        ("methods", &changed.methods),
        ("statuses", &changed.statuses),
    ] {
        if delta.is_empty() {
            continue;
        }
        let mut text = format!("{aspect}:");
        for name in &delta.gained {
            text.extend([" +", name]);
        }
        for name in &delta.lost {
            text.extend([" -", name]);
        }
        texts.push(text);
    }
    if changed.lines {
        let old = changed.old.lines();
        let new = changed.new.lines();
        let which = if new > old { "more" } else { "fewer" };
        let times = old.max(new) as f64 / old.min(new) as f64;
        texts.push(format!("lines: {times:.0} times {which}"));
    }
    texts
}

/// Returns the numbers of lines of a path in both lists, as text.
pub(super) fn lines_of_both(changed: &Changed<'_>) -> String {
    let old = changed.old.lines();
    let new = changed.new.lines();
    if old == new {
        return counted(new, "line");
    }
    format!("{}, then {}", counted(old, "line"), HumanCount(new))
}
