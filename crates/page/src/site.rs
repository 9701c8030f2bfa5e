//! The section that shows sites as a tree, to be opened host by host and path by path.

use super::html::Html;
use super::tree::{Others, SiteBranch, Tree};

/// The most hosts and paths that are shown.
const SHOWN: usize = 600;

/// Hosts that are open from the start, if there are no more.
const OPEN: usize = 3;

/// Appends the section.
pub(super) fn site(html: &mut Html, tree: &Tree) {
    html.section("site", "Site");
    let root = tree.shown(SHOWN);
    if root.branches.is_empty() {
        html.markup("<p>No URL was compared.</p>\n");
        return;
    }
    html.markup("<p>Lines by host and path; each counts where the template of its group is. Bars: share of the level above, kept lines marked.");
    let all = tree.len();
    if all > SHOWN {
        html.say(
            " The {} hosts and paths with the most lines, of ",
            &[SHOWN as u64],
        );
        html.say(
            if tree.has_forgotten {
                "more than {}."
            } else {
                "{}."
            },
            &[all as u64],
        );
    }
    if tree.has_forgotten {
        html.markup(" Lines of small paths that were forgotten count for the level above, those of small hosts for other hosts.");
    }
    html.markup("</p>\n<ul class=\"tree\">");
    let is_open = root.branches.len() <= OPEN;
    for (number, host) in root.branches.iter().enumerate() {
        branch(html, host, root.lines, is_open || number == 0);
    }
    let shown: u64 = root.branches.iter().map(|branch| branch.lines).sum();
    let kept: u64 = root.branches.iter().map(|branch| branch.kept).sum();
    // The root has its own lines only if hosts were forgotten.
    let left = Others {
        lines: root.lines - shown,
        kept: root.kept - kept,
        ..root.others
    };
    others(html, left, "other host", "other hosts");
    html.markup("</ul>\n");
}

fn branch(html: &mut Html, branch: &SiteBranch<'_>, whole: u64, is_open: bool) {
    let has_more = !branch.branches.is_empty() || branch.others.nodes > 0;
    html.markup(match (has_more, is_open) {
        (true, true) => "<li><details open><summary>",
        (true, false) => "<li><details><summary>",
        (false, _) => "<li><div>",
    });
    html.markup("<span class=\"path\">");
    for (number, name) in branch.names.iter().enumerate() {
        html.markup(if number > 0 { "/" } else { "" });
        html.host(name);
    }
    html.markup("</span>");
    numbers(html, branch.lines, branch.kept);
    html.two_bars(branch.lines, branch.kept, whole);
    if !has_more {
        html.markup("</div></li>\n");
        return;
    }
    html.markup("</summary><ul>\n");
    for below in &branch.branches {
        self::branch(html, below, branch.lines, false);
    }
    others(html, branch.others, "other path", "other paths");
    html.markup("</ul></details></li>\n");
}

fn numbers(html: &mut Html, lines: u64, kept: u64) {
    html.say(" <span class=\"lines\">{} ", &[lines]);
    html.markup(if lines == 1 { "line" } else { "lines" });
    html.say(", {} kept</span> ", &[kept]);
}

/// Appends a row for nodes that are not shown.
fn others(html: &mut Html, others: Others, one: &'static str, many: &'static str) {
    if others.lines == 0 {
        return;
    }
    html.markup("<li><div><span class=\"path\">\u{2026} ");
    match others.nodes {
        0 => html.markup(many),
        nodes => {
            html.say("{} ", &[nodes]);
            html.markup(if nodes == 1 { one } else { many });
        }
    }
    html.markup("</span>");
    numbers(html, others.lines, others.kept);
    html.markup("</div></li>\n");
}
