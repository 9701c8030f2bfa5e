//! Differences as a page for browsers: by host, then new, gone and changed paths.

use std::collections::BTreeMap;

use super::differences::{Differences, ShownChange, kind, lines_of_both, paths, unlabelled};
use crate::cli::ChangeKind;
use urlsift_page::TableColumn::{Name, Number, Sorted};
use urlsift_page::{Excerpt, Html, document, navigation};

/// The most rows of a table.
const MOST: usize = 500;

/// The sections: their ids, names and kinds of changes.
const SECTIONS: [(&str, &str, ChangeKind); 3] = [
    ("new", "New", ChangeKind::New),
    ("gone", "Gone", ChangeKind::Gone),
    ("changed", "Changed", ChangeKind::Changed),
];

/// Returns the page.
pub(super) fn shown(differences: &Differences<'_>) -> String {
    document("urlsift diff", |html| {
        header(html, differences);
        html.main(|html| {
            hosts(html, differences);
            for (id, name, wanted) in SECTIONS {
                section(html, (id, name), differences, wanted);
            }
        });
    })
}

fn header(html: &mut Html, differences: &Differences<'_>) {
    html.header("urlsift diff");
    html.markup("<dl>");
    let mut term = |name: &'static str, count: u64| html.term(name, |html| html.count(count));
    term("Paths before", paths(differences.old));
    term("Paths now", paths(differences.new));
    for (_, name, wanted) in SECTIONS {
        term(
            name,
            differences
                .changes
                .iter()
                .filter(|change| kind(change) == wanted)
                .count() as u64,
        );
    }
    html.markup("</dl>\n");
    let links: Vec<_> = SECTIONS.iter().map(|(id, name, _)| (*id, *name)).collect();
    navigation(html, &[&[("hosts", "Hosts")], &links[..]].concat());
}

/// Writes the number of paths that differ, by host.
fn hosts(html: &mut Html, differences: &Differences<'_>) {
    let mut counts: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    for change in differences.shown() {
        let at = SECTIONS
            .iter()
            .position(|(_, _, wanted)| *wanted == change.kind)
            .unwrap_or_default();
        counts.entry(change.endpoint.first().service()).or_default()[at] += 1;
    }
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().sum::<u64>()));
    html.section("hosts", "Hosts");
    html.say("<p>{} host", &[rows.len() as u64]);
    html.markup(if rows.len() == 1 {
        " with differences.</p>\n"
    } else {
        "s with differences.</p>\n"
    });
    let columns = [
        Name("Host"),
        Sorted("Paths"),
        Number("New"),
        Number("Gone"),
        Number("Changed"),
    ];
    html.table(
        "hosts",
        &columns,
        rows.into_iter().take(MOST),
        |html, (host, counts)| {
            html.name(|html| html.host(&Excerpt::of(host)));
            for count in [counts.iter().sum(), counts[0], counts[1], counts[2]] {
                html.number(|html| html.count(count));
            }
        },
    );
}

/// Writes the table of one kind of change, paths with the most lines first.
fn section(
    html: &mut Html,
    (id, name): (&'static str, &'static str),
    differences: &Differences<'_>,
    wanted: ChangeKind,
) {
    let mut rows: Vec<_> = differences
        .shown()
        .filter(|change| change.kind == wanted)
        .collect();
    rows.sort_by_key(|change| std::cmp::Reverse(change.lines()));
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
    let columns = [Name("Path"), Sorted("Lines")];
    html.table(id, &columns, rows.into_iter().take(MOST), |html, change| {
        html.name(|html| about(html, &change, differences.examples));
        html.number(|html| match change.changed {
            Some(changed) => html.text(&lines_of_both(changed)),
            None => html.count(change.lines()),
        });
    });
}

/// Writes the cell of a change: its path, its differences and its examples.
fn about(html: &mut Html, change: &ShownChange<'_, '_>, most: usize) {
    html.code(&Excerpt::of(
        change.endpoint.first().service() + &change.path,
    ));
    html.names(&change.differences);
    let shown = match &*change.examples {
        [] => unlabelled(change.endpoint, most),
        examples => examples.to_vec(),
    };
    if !shown.is_empty() {
        html.markup("<details><summary>Lines</summary><ul>");
        for (side, line) in shown {
            html.markup("<li>");
            if !side.is_empty() {
                html.markups(&["<span>", side, "</span> "]);
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
