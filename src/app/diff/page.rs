//! Differences as a page for browsers: hosts first, then what is new, gone and changed.

use std::collections::BTreeMap;

use urlsift::lists::{Change, Endpoint};

use super::found::{Differences, examples, kind, path_of, paths, telling};
use super::text::{differences, lines_of_both};
use crate::app::page::document::{document, navigation};
use crate::app::page::excerpt::Excerpt;
use crate::app::page::html::{Html, TableColumn};
use crate::cli::ChangeKind;

/// The most rows of a table.
const MOST: usize = 500;

/// The sections: their ids and names, and what they show.
const SECTIONS: [(&str, &str, ChangeKind); 3] = [
    ("new", "New", ChangeKind::New),
    ("gone", "Gone", ChangeKind::Gone),
    ("changed", "Changed", ChangeKind::Changed),
];

/// The page.
pub(super) fn shown(found: &Differences<'_>) -> String {
    document("urlsift diff", |html| {
        header(html, found);
        html.markup("<main>\n");
        hosts(html, found);
        for (id, name, wanted) in SECTIONS {
            section(html, (id, name), found, wanted);
        }
        html.markup("</main>\n");
    })
}

fn header(html: &mut Html, found: &Differences<'_>) {
    html.header("urlsift diff");
    html.markup("<dl>");
    let mut term = |name: &'static str, count: u64| {
        for markup in ["<div><dt>", name, "</dt><dd>"] {
            html.markup(markup);
        }
        html.count(count);
        html.markup("</dd></div>");
    };
    term("Paths before", paths(found.old));
    term("Paths now", paths(found.new));
    for (_, name, wanted) in SECTIONS {
        term(name, found.changes.iter().filter(|change| kind(change) == wanted).count() as u64);
    }
    html.markup("</dl>\n");
    let links: Vec<_> = SECTIONS.iter().map(|(id, name, _)| (*id, *name)).collect();
    navigation(html, &[&[("hosts", "Hosts")], &links[..]].concat());
}

/// How many paths of each host differ.
fn hosts(html: &mut Html, found: &Differences<'_>) {
    let mut counts: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    for change in &found.changes {
        let Some(endpoint) = endpoint(change) else { continue };
        let at = SECTIONS.iter().position(|(_, _, wanted)| *wanted == kind(change)).unwrap_or_default();
        counts.entry(endpoint.first().service()).or_default()[at] += 1;
    }
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().sum::<u64>()));
    html.section("hosts", "Hosts");
    html.markup("<p>Paths that differ, by host. ");
    say_how_many(html, rows.len());
    html.markup("</p>\n");
    let columns = [
        TableColumn::name("Host"),
        TableColumn::sorted("Paths"),
        TableColumn::number("New"),
        TableColumn::number("Gone"),
        TableColumn::number("Changed"),
    ];
    html.table("hosts", &columns, rows.into_iter().take(MOST), |html, (host, counts)| {
        html.name(|html| match host.len() {
            0 => html.markup("no host: paths alone"),
            _ => html.code(&Excerpt::of(host)),
        });
        for count in [counts.iter().sum(), counts[0], counts[1], counts[2]] {
            html.number(|html| html.count(count));
        }
    });
    html.markup("</section>\n");
}

/// The table of one sort of change, paths with the most lines first.
fn section(
    html: &mut Html,
    (id, name): (&'static str, &'static str),
    found: &Differences<'_>,
    wanted: ChangeKind,
) {
    let mut rows: Vec<_> = found.changes.iter().filter(|change| kind(change) == wanted).collect();
    rows.sort_by_key(|change| std::cmp::Reverse(lines(change)));
    html.section(id, name);
    html.markup(match wanted {
        ChangeKind::New => "<p>Paths that only the new list has. ",
        ChangeKind::Gone => "<p>Paths that only the old list had. ",
        ChangeKind::Changed => {
            "<p>Paths of both lists with other parameters, methods, statuses or numbers of lines. "
        }
    });
    say_how_many(html, rows.len());
    html.markup("</p>\n");
    let columns = [TableColumn::name("Path"), TableColumn::sorted("Lines")];
    html.table(id, &columns, rows.into_iter().take(MOST), |html, change| {
        html.name(|html| about(html, change, found.examples));
        html.number(|html| match change {
            Change::Changed(changed) => html.text(&lines_of_both(changed)),
            _ => html.count(lines(change)),
        });
    });
    html.markup("</section>\n");
}

/// What a row says of its path.
fn about(html: &mut Html, change: &Change<'_>, most: usize) {
    let Some(endpoint) = endpoint(change) else { return };
    let (path, mut shown) = match change {
        Change::Changed(changed) => {
            let old = telling(changed, false, most).into_iter().map(|line| ("old", line));
            let new = telling(changed, true, most).into_iter().map(|line| ("new", line));
            (endpoint.first().path_text(), old.chain(new).collect())
        }
        _ => (path_of(endpoint), Vec::new()),
    };
    if shown.is_empty() {
        shown.extend(examples(endpoint, most, |_| false).into_iter().map(|line| ("", line)));
    }
    html.code(&Excerpt::of(endpoint.first().service() + &path));
    html.names(if let Change::Changed(changed) = change { differences(changed) } else { Vec::new() });
    if !shown.is_empty() {
        html.markup("<details><summary>Lines</summary><ul>");
        for (side, line) in shown {
            html.markup("<li>");
            if !side.is_empty() {
                for markup in ["<span>", side, "</span> "] {
                    html.markup(markup);
                }
            }
            html.code(&Excerpt::of(line));
            html.markup("</li>");
        }
        html.markup("</ul></details>");
    }
}

/// Says how many rows there are, and whether all are shown.
fn say_how_many(html: &mut Html, all: usize) {
    if all > MOST {
        html.say("The {} with the most of ", &[MOST as u64]);
    }
    html.say("{}.", &[all as u64]);
}

/// The path that a change is about, as the new list has it where it does.
fn endpoint<'c, 't>(change: &'c Change<'t>) -> Option<&'c Endpoint<'t>> {
    match change {
        Change::New(endpoint) | Change::Gone(endpoint) => Some(endpoint),
        Change::Changed(changed) => Some(&changed.new),
        _ => None,
    }
}

fn lines(change: &Change<'_>) -> u64 {
    match change {
        Change::Changed(changed) => changed.new.lines().max(changed.old.lines()),
        _ => endpoint(change).map_or(0, Endpoint::lines),
    }
}
