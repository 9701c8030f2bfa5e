//! Runs the filter and the subcommands.

mod clock;
mod lines;
mod lists;
mod run;
mod settings;
mod show;
mod state;

use std::env;
use std::io::{self, Write};

use anyhow::Result;

use crate::cli::{self, Command, CommandLine};
use lines::{classes, compare, fields, keys, teach};
use lists::{cluster, diff, export, sessions, sweep, templates, traps};
pub(crate) use run::RunOutcome;
use run::{filter, print};
use show::help;
use show::message::is_unprintable;
pub(crate) use show::message::say;

/// Runs the filter or a subcommand.
pub(crate) fn run(typed: CommandLine) -> Result<RunOutcome> {
    match typed {
        CommandLine::Subcommand(command) => run_command(*command),
        CommandLine::Filter { options, .. } if options.show_config => {
            let text = cli::config::show().map_err(anyhow::Error::msg)?;
            print(text)
        }
        CommandLine::Filter {
            mut options,
            mut notes,
        } => {
            notes.extend(cli::add_implied(&mut options));
            if !options.quiet && cli::refusal(&options).is_none() {
                for note in notes {
                    say(format_args!("note: {note}"));
                }
            }
            filter::run(&options)
        }
    }
}

fn run_command(command: Command) -> Result<RunOutcome> {
    match command {
        Command::Compare(compare) => compare::run(&compare),
        Command::Cluster(cluster) => cluster::run(&cluster),
        Command::Sessions(sessions) => sessions::run(&sessions),
        Command::Fields(fields) => fields::run(&fields),
        Command::Keys(keys) => keys::run(&keys),
        Command::Classes(classes) => classes::run(&classes),
        Command::Sweep(sweep) => sweep::run(&sweep),
        Command::Traps(traps) => traps::run(&traps),
        Command::Diff(diff) => diff::run(&diff),
        Command::Teach(teach) => teach::run(&teach),
        Command::Export(export) => export::run(&export),
        Command::Templates(templates) => templates::run(&templates),
        Command::State(state) => state::run(&state.task),
        Command::Completions { shell } => print(help::completions(shell)),
        Command::Man => print(help::MANUAL),
    }
}

/// Prints clap's message: an error, or the requested help.
///
/// An argument may contain control characters, and clap repeats it unchanged: the message is then
/// printed without colours, and its control characters are escaped.
pub(crate) fn refuse(refusal: &clap::Error) -> RunOutcome {
    let is_error = refusal.use_stderr();
    if is_error && has_hostile_arguments() {
        let mut shown = String::new();
        for c in refusal.render().to_string().chars() {
            if is_hostile(c) {
                shown.extend(c.escape_debug());
            } else {
                shown.push(c);
            }
        }
        let _ = io::stderr().write_all(shown.as_bytes());
        return RunOutcome::Refused;
    }
    let printed = refusal.print();
    if is_error {
        return RunOutcome::Refused;
    }
    match printed.and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            say(format_args!("cannot write standard output: {error}"));
            RunOutcome::Refused
        }
        _ => RunOutcome::Done,
    }
}

/// Returns whether a terminal would interpret what was typed.
fn has_hostile_arguments() -> bool {
    for argument in env::args_os() {
        if argument.to_string_lossy().contains(is_hostile) {
            return true;
        }
    }
    false
}

/// Returns whether a terminal would interpret a character of clap's message.
fn is_hostile(c: char) -> bool {
    c != '\n' && is_unprintable(c)
}
