//! Differences as a page for browsers: by host, then new, gone and changed paths.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::differences::{Differences, ShownChange, count_of, lines_of_both, paths, unlabelled};
use crate::cli::ChangeKind;
use urlsift_page::TableColumn::{Name, Number, Sorted};
use urlsift_page::{Excerpt, Html, document, navigation};

/// The most rows of a table.
const MOST: usize = 500;

/// A section with the changes of one kind.
struct ChangeSection {
    id: &'static str,
    name: &'static str,
    kind: ChangeKind,
}

const SECTIONS: [ChangeSection; 4] = [
    ChangeSection {
        id: "new",
        name: "New",
        kind: ChangeKind::New,
    },
    ChangeSection {
        id: "gone",
        name: "Gone",
        kind: ChangeKind::Gone,
    },
    ChangeSection {
        id: "changed",
        name: "Changed",
        kind: ChangeKind::Changed,
    },
    ChangeSection {
        id: "missing",
        name: "Answered by 404 alone",
        kind: ChangeKind::Missing,
    },
];

/// Returns the page.
pub(super) fn shown(differences: &Differences<'_>) -> String {
    document("urlsift diff", |html| {
        header(html, differences);
        html.main(|html| {
            hosts(html, differences);
            for section in &SECTIONS {
                section.write(html, differences);
            }
        });
    })
}

fn header(html: &mut Html, differences: &Differences<'_>) {
    html.header("urlsift diff");
    html.markup("<dl>");
    let mut term = |name: &'static str, count: u64| {
        html.term(name, |html| html.count(count));
    };
    term("Paths before", paths(differences.old));
    term("Paths now", paths(differences.new));
    for section in &SECTIONS {
        let count = count_of(&differences.changes, section.kind);
        term(section.name, count);
    }
    html.markup("</dl>\n");
    let mut links = vec![("hosts", "Hosts")];
    for section in &SECTIONS {
        links.push((section.id, section.name));
    }
    navigation(html, &links);
}

/// Writes the number of paths that differ, by host.
fn hosts(html: &mut Html, differences: &Differences<'_>) {
    let mut counts: BTreeMap<String, [u64; 4]> = BTreeMap::new();
    for change in differences.shown() {
        let host = change.endpoint.first().service();
        let counts = counts.entry(host).or_default();
        counts[change.kind as usize] += 1;
    }
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by_key(|(_, counts)| {
        let all: u64 = counts.iter().sum();
        Reverse(all)
    });
    html.section("hosts", "Hosts");
    html.say("<p>{} host", &[rows.len() as u64]);
    if rows.len() != 1 {
        html.markup("s");
    }
    html.markup(" with differences.</p>\n");
    let columns = [
        Name("Host"),
        Sorted("Paths"),
        Number("New"),
        Number("Gone"),
        Number("Changed"),
        Number("404 alone"),
    ];
    rows.truncate(MOST);
    html.table("hosts", &columns, rows, |html, (host, counts)| {
        html.name(|html| html.host(&Excerpt::of(host)));
        html.number(|html| html.count(counts.iter().sum()));
        for count in counts {
            html.number(|html| html.count(count));
        }
    });
}

impl ChangeSection {
    /// Writes the table of the changes, paths with the most lines first.
    fn write(&self, html: &mut Html, differences: &Differences<'_>) {
        let mut rows = Vec::new();
        for change in differences.shown() {
            if change.kind == self.kind {
                rows.push(change);
            }
        }
        rows.sort_by_key(|change| Reverse(change.lines()));
        html.section(self.id, self.name);
        html.markup(match self.kind {
            ChangeKind::New => "<p>Paths that only the new list has. ",
            ChangeKind::Gone => "<p>Paths that only the old list had. ",
            ChangeKind::Changed => {
                "<p>Paths of both lists with other parameters, methods, statuses or numbers of lines. "
            }
            ChangeKind::Missing => {
                "<p>Paths that only one list has, and nothing but 404 or 410 answered. "
            }
        });
        say_how_many(html, rows.len());
        html.markup("</p>\n");
        rows.truncate(MOST);
        let columns = [Name("Path"), Sorted("Lines")];
        html.table(self.id, &columns, rows, |html, change| {
            html.name(|html| about(html, &change, differences.examples));
            html.number(|html| match change.changed {
                Some(changed) => html.text(&lines_of_both(changed)),
                None => html.count(change.lines()),
            });
        });
    }
}

/// Writes the cell of a change: its path, its differences and its examples.
fn about(html: &mut Html, change: &ShownChange<'_, '_>, most: usize) {
    let service = change.endpoint.first().service();
    html.code(&Excerpt::of(change.request(&service)));
    html.names(&change.differences);
    let shown = match &*change.examples {
        [] => unlabelled(change.endpoint, most),
        examples => examples.to_vec(),
    };
    if !shown.is_empty() {
        html.markup("<details><summary>Lines</summary><ul>");
        for example in shown {
            html.markup("<li>");
            if !example.side.is_empty() {
                html.markups(&["<span>", example.side, "</span> "]);
            }
            html.code(&Excerpt::of(example.line));
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
