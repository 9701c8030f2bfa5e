//! The differences between two lists, as all formats show them.

use indicatif::HumanCount;
use urlsift::Sift;
use urlsift::explain::UrlPart;
use urlsift::explain::templates::status_class;
use urlsift::lists::{Change, Changed, Delta, Endpoint, Template, Templates};

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
    /// Finds the URL of a line.
    pub(super) sift: Sift,
}

impl<'t> Differences<'t> {
    /// Returns the URL of a line without the rest of its record.
    pub(super) fn url(&self, line: &[u8]) -> Vec<u8> {
        let mut url = Vec::new();
        if self
            .sift
            .scanner()
            .append_part(line, UrlPart::Url, &mut url)
        {
            url
        } else {
            line.to_vec()
        }
    }

    /// Returns all changes in order.
    pub(super) fn shown(&self) -> impl Iterator<Item = ShownChange<'_, 't>> {
        self.changes
            .iter()
            .filter_map(|change| ShownChange::of(change, self.examples))
    }
}

/// A change, as formats for people show it.
pub(super) struct ShownChange<'c, 't> {
    pub(super) kind: ChangeKind,
    /// `new`, `gone` or `changed`.
    pub(super) name: &'static str,
    /// The path, as the new list has it unless only the old list does.
    pub(super) endpoint: &'c Endpoint<'t>,
    /// The path, with its parameters if only one list has it.
    pub(super) path: String,
    /// The change of a path that both lists have.
    pub(super) changed: Option<&'c Changed<'t>>,
    /// A text for each aspect that differs.
    pub(super) differences: Vec<String>,
    /// Lines of the path, each with `old` or `new` if both lists have it.
    pub(super) examples: Vec<(&'static str, &'t [u8])>,
}

impl<'c, 't> ShownChange<'c, 't> {
    fn of(change: &'c Change<'t>, most: usize) -> Option<Self> {
        let (name, endpoint, changed) = match change {
            Change::New(endpoint) => ("new", endpoint, None),
            Change::Gone(endpoint) => ("gone", endpoint, None),
            Change::Changed(changed) => ("changed", &changed.new, Some(changed)),
            _ => return None,
        };
        let path = changed.map_or_else(|| path_of(endpoint), |_| endpoint.first().path_text());
        let of_side = |changed, side, is_new| {
            telling(changed, is_new, most)
                .into_iter()
                .map(move |line| (side, line))
        };
        let examples = changed.map_or_else(
            || unlabelled(endpoint, most),
            |changed| {
                of_side(changed, "old", false)
                    .chain(of_side(changed, "new", true))
                    .collect()
            },
        );
        let differences = changed.map(differences).unwrap_or_default();
        Some(Self {
            kind: kind(change),
            name,
            endpoint,
            path,
            changed,
            differences,
            examples,
        })
    }

    /// Returns the number of lines, or the larger number if both lists have the path.
    pub(super) fn lines(&self) -> u64 {
        self.endpoint
            .lines()
            .max(self.changed.map_or(0, |changed| changed.old.lines()))
    }
}

/// Returns lines of a path without a label.
pub(super) fn unlabelled<'t>(
    endpoint: &Endpoint<'t>,
    most: usize,
) -> Vec<(&'static str, &'t [u8])> {
    examples(endpoint, most, |_| false)
        .into_iter()
        .map(|line| ("", line))
        .collect()
}

/// Returns the kind of a change.
pub(super) fn kind(change: &Change<'_>) -> ChangeKind {
    match change {
        Change::New(_) => ChangeKind::New,
        Change::Gone(_) => ChangeKind::Gone,
        _ => ChangeKind::Changed,
    }
}

/// Returns the number of changes of each kind: `2 new, 1 gone, 0 changed`.
pub(super) fn counts(changes: &[Change<'_>]) -> String {
    let count = |wanted| {
        HumanCount(
            changes
                .iter()
                .filter(|change| kind(change) == wanted)
                .count() as u64,
        )
    };
    let [new, gone, others] = [ChangeKind::New, ChangeKind::Gone, ChangeKind::Changed].map(count);
    format!("{new} new, {gone} gone, {others} changed")
}

/// Returns the number of paths of a list.
pub(super) fn paths(list: &Templates) -> u64 {
    list.endpoints().count() as u64 + list.same_paths
}

/// Returns a path with all names of its parameters: `/find?page&q`.
fn path_of(endpoint: &Endpoint<'_>) -> String {
    let mut text = endpoint.first().path_text();
    for (at, parameter) in endpoint.parameters().iter().enumerate() {
        text.push(if at == 0 { '?' } else { '&' });
        text += &parameter.name;
    }
    text
}

/// Returns up to `most` lines of a path, of its templates in turn, the wanted ones first.
pub(super) fn examples<'t>(
    endpoint: &Endpoint<'t>,
    most: usize,
    is_wanted: impl Fn(&Template) -> bool,
) -> Vec<&'t [u8]> {
    let mut templates: Vec<_> = endpoint.templates.iter().collect();
    templates.sort_by_key(|template| !is_wanted(template));
    let first = templates.iter().map(|template| &template.kept[..]);
    let others = templates
        .iter()
        .flat_map(|template| template.examples.iter().map(|line| &line[..]));
    first.chain(others).take(most).collect()
}

/// Returns lines of a path of both lists with a parameter, method or status that only one side has.
pub(super) fn telling<'t>(changed: &Changed<'t>, is_new: bool, most: usize) -> Vec<&'t [u8]> {
    let [names, methods, statuses] = [&changed.parameters, &changed.methods, &changed.statuses]
        .map(|delta| if is_new { &delta.gained } else { &delta.lost });
    if names.is_empty() && methods.is_empty() && statuses.is_empty() {
        return Vec::new();
    }
    let is_telling = |template: &Template| {
        let has_method = |name: &String| {
            template.method == *name || template.methods.iter().any(|(method, _)| method == name)
        };
        let has_status = |class: &String| {
            template
                .statuses
                .iter()
                .any(|(status, _)| status_class(*status) == Some(class))
                || template.beside.starts_with(&format!(" [{class}]"))
        };
        template
            .parameters
            .iter()
            .any(|parameter| names.contains(&parameter.name))
            || methods.iter().any(has_method)
            || statuses.iter().any(has_status)
    };
    let endpoint = if is_new { &changed.new } else { &changed.old };
    let count = endpoint
        .templates
        .iter()
        .filter(|template| is_telling(template))
        .count();
    examples(endpoint, most.min(count), is_telling)
}

/// Returns a text for each aspect of a path that differs.
fn differences(changed: &Changed<'_>) -> Vec<String> {
    let signed = |delta: &Delta| {
        let gained = delta.gained.iter().map(|name| format!("+{name}"));
        let lost = delta.lost.iter().map(|name| format!("-{name}"));
        gained.chain(lost).collect::<Vec<_>>().join(" ")
    };
    let of = [
        ("parameters", &changed.parameters),
        ("methods", &changed.methods),
        ("statuses", &changed.statuses),
    ];
    let named = of.into_iter().filter(|(_, delta)| !delta.is_empty());
    let mut texts: Vec<String> = named
        .map(|(name, delta)| format!("{name}: {}", signed(delta)))
        .collect();
    if changed.lines {
        let (old, new) = (changed.old.lines(), changed.new.lines());
        let (most, least) = (old.max(new), old.min(new));
        let which = if new > old { "more" } else { "fewer" };
        texts.push(format!(
            "lines: {:.0} times {which}",
            most as f64 / least as f64
        ));
    }
    texts
}

/// Returns the numbers of lines of a path in both lists, as text.
pub(super) fn lines_of_both(changed: &Changed<'_>) -> String {
    let (old, new) = (changed.old.lines(), changed.new.lines());
    if old == new {
        counted(new, "line")
    } else {
        format!("{}, then {}", counted(old, "line"), HumanCount(new))
    }
}
