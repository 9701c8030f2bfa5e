//! Differences as a table of Markdown, for a pull request or an issue.

use std::fmt::Write as _;

use anyhow::Result;
use bstr::ByteSlice;
use indicatif::HumanCount;

use super::differences::{Differences, ShownChange, counts, lines_of_both, paths};
use crate::app::show::message::harmless;
use crate::cli::ChangeKind;

const HEAD: &str = "\n| | path | lines | difference | examples |\n|---|---|---|---|---|\n";

/// The most characters that are shown of a line.
const LONGEST: usize = 200;

/// Returns a heading, and a table if anything differs.
pub(super) fn shown(differences: &Differences<'_>) -> Result<String> {
    let old = HumanCount(paths(differences.old));
    let new = HumanCount(paths(differences.new));
    let counts = counts(&differences.changes);
    let mut text = format!("**{counts}** (paths of hosts: {old} before, {new} now)\n");
    if differences.changes.is_empty() {
        return Ok(text);
    }
    let mut rows = String::new();
    let mut missing = String::new();
    for change in differences.shown() {
        let rows = match change.kind {
            ChangeKind::Missing => &mut missing,
            _ => &mut rows,
        };
        write_row(rows, &change)?;
    }
    if !rows.is_empty() {
        text.push_str(HEAD);
        text += &rows;
    }
    if !missing.is_empty() {
        text.push_str("\nAnswered by 404 alone:\n");
        text.push_str(HEAD);
        text += &missing;
    }
    Ok(text)
}

/// Writes the row of a change.
fn write_row(rows: &mut String, change: &ShownChange<'_, '_>) -> Result<()> {
    let name = change.side();
    let service = change.endpoint.first().service();
    let request = code(&change.request(&service));
    let lines = match change.changed {
        _ if change.counts().is_none() => String::new(),
        Some(changed) => lines_of_both(changed),
        None => HumanCount(change.endpoint.lines()).to_string(),
    };
    let mut texts = Vec::new();
    for difference in &change.differences {
        texts.push(code(difference));
    }
    let texts = texts.join("<br>");
    let mut examples = Vec::new();
    for shown in &change.examples {
        let url = shown.line.url();
        examples.push(example(&url));
    }
    let examples = examples.join("<br>");
    writeln!(
        rows,
        "| {name} | {request} | {lines} | {texts} | {examples} |"
    )?;
    Ok(())
}

fn example(line: &[u8]) -> String {
    let text = line.to_str_lossy();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => code(&text[..end]) + "...",
        None => code(&text),
    }
}

/// Quotes a text as code in a cell of a table, so that nothing in it is markup.
fn code(text: &str) -> String {
    let text = harmless(text).replace('|', "\\|");
    let runs = text.split(|c| c != '`').map(str::len);
    let longest = runs.max().unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    // A backtick at an end would join the fence.
    let space = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
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
