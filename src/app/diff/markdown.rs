//! Differences as a table of Markdown, for a pull request or an issue.

use std::fmt::Write as _;

use anyhow::Result;
use bstr::ByteSlice;
use indicatif::HumanCount;
use urlsift::lists::{Change, Endpoint};

use super::found::{Differences, counts, examples, path_of, paths, telling};
use super::text::{differences, lines_of_both};
use crate::app::message::harmless;

/// Characters that are shown of a line.
const LONGEST: usize = 200;

/// A heading, and a table if anything differs.
pub(super) fn shown(found: &Differences<'_>) -> Result<String> {
    let (old, new) = (HumanCount(paths(found.old)), HumanCount(paths(found.new)));
    let mut text = format!("**{}** (paths of hosts: {old} before, {new} now)\n", counts(&found.changes));
    if found.changes.is_empty() {
        return Ok(text);
    }
    text.push_str("\n| | path | lines | difference | examples |\n|---|---|---|---|---|\n");
    for change in &found.changes {
        let (name, path, lines, what, lines_shown) = match change {
            Change::New(endpoint) => only("new", endpoint, found.examples),
            Change::Gone(endpoint) => only("gone", endpoint, found.examples),
            Change::Changed(changed) => {
                let service = changed.new.first().service();
                let path = service + &changed.new.first().path_text();
                let what = differences(changed);
                let lines =
                    [false, true].into_iter().flat_map(|is_new| telling(changed, is_new, found.examples));
                ("changed", path, lines_of_both(changed), what, lines.collect())
            }
            _ => continue,
        };
        let what: Vec<String> = what.iter().map(|what| code(what)).collect();
        let examples: Vec<String> = lines_shown.into_iter().map(|line| example(&found.url(line))).collect();
        let (path, what, examples) = (code(&path), what.join("<br>"), examples.join("<br>"));
        writeln!(text, "| {name} | {path} | {lines} | {what} | {examples} |")?;
    }
    Ok(text)
}

type Cells<'t> = (&'static str, String, String, Vec<String>, Vec<&'t [u8]>);

fn only<'t>(name: &'static str, endpoint: &Endpoint<'t>, most: usize) -> Cells<'t> {
    let path = endpoint.first().service() + &path_of(endpoint);
    (name, path, HumanCount(endpoint.lines()).to_string(), Vec::new(), examples(endpoint, most, |_| false))
}

fn example(line: &[u8]) -> String {
    let text = line.to_str_lossy();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", code(&text[..end])),
        None => code(&text),
    }
}

/// A text as code in a cell of a table: nothing in it is a link or a mark.
fn code(text: &str) -> String {
    let text = harmless(text).replace('|', "\\|");
    let runs = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(runs + 1);
    // A backtick at an end would join the fence.
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_code() {
        for (text, wanted) in [
            ("/a?b", "`/a?b`"),
            ("/a|b", "`/a\\|b`"),
            ("/a`b", "``/a`b``"),
            ("``a", "``` ``a ```"),
            ("a\nb", "`a\\nb`"),
        ] {
            assert_eq!(code(text), wanted);
        }
    }
}
