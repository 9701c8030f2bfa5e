//! The help of `-h`: the most used options on one screen, by task. `--help` has all.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use clap::builder::StyledStr;
use clap::{Command, Error};

/// The column at which the second half of a line begins.
const COLUMN: usize = 30;

/// Tasks, each with its options and what they do.
const TASKS: &str = "\
What counts as similar
  -t, --threshold PERCENT     1 to 100; lower than the usual 95 merges more
  --params names              Facets: a URL only if it adds a parameter name
  --two-pass                  Learn from the whole list first; merges more
  --ignore-param GLOB         Do not compare parameters like 'ref' or 'x_*'
  --protect NAME              Never merge path segments of this name
  --rules FILE                Rules of 'urlsift teach': same or different URLs
Which URLs are wanted
  --ext, --not-ext LIST       php,jsp ...; static: images, styles, fonts, media
  --host, --not-host LIST     Hosts: example.com; .example.com: all below too
  --scope FILE                Rules for hosts and paths, also those of Burp
  --match, --not-match REGEX  Regular expressions
  --has-params, --no-params   With or without parameters; --param LIST: which
  --status LIST               Statuses, where the line has one: 200,3xx
  --max-per-host N            At most N lines of each host
  --not-junk                  Without junk from archives and crawlers
How the input is read (lines, JSON lines, tool output and .gz need no option)
  --extract                   URLs in any text: pages, logs; with --base URL
  --log, --column NAME|N      Access logs; CSV and TSV; --field PATH for JSON
What is printed
  -d, --dropped               The dropped lines instead; --explain: and why
  -k, --keep N                Up to N lines of each group of similar ones
  --sample N                  The N most varied (needs --two-pass --order novel)
  --count, --print shape      Numbers of similar lines; templates of URLs
  --format jsonl|tsv|csv      Objects or rows for programs
  -o, --output FILE           Write to FILE; -q: no notes on standard error
  --stats, --report FILE      Statistics; an HTML report
From run to run
  --state FILE, --window TIME Only what is new; forget groups unseen for TIME
Instead of filtering (urlsift COMMAND -h)
  sweep, cluster, traps       Thresholds to choose; groups; traps of a crawl
  compare A B, classes URL    How similar, and why; classes of segments
  diff OLD NEW, state         What changed between crawls; what is remembered
  templates, export           Paths as a tree; as OpenAPI, nginx, ZAP, regex ...
  teach, fields               Teach same or different URLs; show the fields read
";

/// Returns the help to show: the screen in place of clap's short help of the program.
pub(super) fn instead_of(help: Error, command: &Command) -> Error {
    if help.to_string() != command.clone().render_help().to_string() {
        return help;
    }
    let shown = command
        .clone()
        .override_help(screen(command))
        .try_get_matches_from(["urlsift", "-h"]);
    shown.err().unwrap_or(help)
}

/// Returns the screen, in the styles of the command.
fn screen(command: &Command) -> StyledStr {
    let styles = command.get_styles();
    let header = *styles.get_header();
    let literal = *styles.get_literal();
    let mut screen = format!(
        "{}\n\n{header}Usage:{header:#} {literal}urlsift{literal:#} [OPTIONS] [FILE]...    \
         (standard input without FILE)\n",
        command
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default()
    );
    let others = others(command).join(", ");
    for line in TASKS.lines() {
        let Some(row) = line.strip_prefix("  ") else {
            let _ = writeln!(screen, "{header}{line}:{header:#}");
            continue;
        };
        let (typed, does) = row.split_at(COLUMN - 2);
        let _ = writeln!(screen, "  {literal}{typed}{literal:#}{does}");
    }
    let _ = write!(
        screen,
        "  {literal}{others}{literal:#}\n{header}All options and examples:{header:#} \
         {literal}urlsift --help{literal:#}"
    );
    StyledStr::from(screen)
}

/// Returns the subcommands that no task names.
fn others(command: &Command) -> Vec<&str> {
    let rows = TASKS.lines().filter_map(|line| line.strip_prefix("  "));
    let typed = rows.map(|row| &row[..COLUMN - 2]);
    let named: BTreeSet<&str> = typed.flat_map(|typed| typed.split([' ', ','])).collect();
    command
        .get_subcommands()
        .map(Command::get_name)
        .filter(|name| !named.contains(name))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_fits_a_terminal_and_names_what_exists() {
        let command = super::super::command();
        let screen = screen(&command).to_string();
        let lines: Vec<&str> = screen.lines().collect();
        assert!(lines.len() <= 40, "{} lines", lines.len());
        for line in &lines {
            assert!(line.chars().count() <= 80, "{line}");
        }
        let words = || screen.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
        let mut options = 0;
        for name in words()
            .filter_map(|word| word.strip_prefix("--"))
            .filter(|name| *name != "help")
        {
            assert!(
                super::super::typo::option(&command, name).is_some(),
                "--{name}"
            );
            options += 1;
        }
        assert!(options > 25, "{options}");
        for subcommand in command.get_subcommands() {
            assert!(
                words().any(|word| word == subcommand.get_name()),
                "{}",
                subcommand.get_name()
            );
        }
    }
}
