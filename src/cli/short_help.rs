//! The help of `-h`: the most used options on one screen, by task. `--help` has all.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use clap::builder::StyledStr;
use clap::{Command, Error};

/// The column at which the second half of a line begins.
const COLUMN: usize = 30;

/// Tasks, each with its options and what they do.
const TASKS: &str = include_str!("short_help.txt");

/// Returns the help to show: the screen in place of clap's short help of the program.
pub(super) fn instead_of(help: Error, command: &Command) -> Error {
    let usual = command.clone().render_help();
    if help.to_string() != usual.to_string() {
        return help;
    }
    let command = command.clone().override_help(screen(command));
    match command.try_get_matches_from(["urlsift", "-h"]) {
        Err(shown) => shown,
        Ok(_) => help,
    }
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
    let mut named = BTreeSet::new();
    for line in TASKS.lines() {
        if let Some(row) = line.strip_prefix("  ") {
            let typed = &row[..COLUMN - 2];
            named.extend(typed.split([' ', ',']));
        }
    }
    let mut others = Vec::new();
    for subcommand in command.get_subcommands() {
        let name = subcommand.get_name();
        if !named.contains(name) {
            others.push(name);
        }
    }
    others
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
