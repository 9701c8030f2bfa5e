//! Measured costs of options: one table, which the help quotes at each option.
//!
//! `benches/costs.sh` measures it and writes it.

use clap::builder::StyledStr;
use clap::{Arg, Command};

const TABLE: &str = include_str!("../../docs/costs.tsv");

/// An option or subcommand, and its cost as a multiple of that of a plain run.
struct OptionCost {
    option: &'static str,
    time: &'static str,
    memory: &'static str,
}

impl OptionCost {
    /// Reads the table, without its heading.
    fn all() -> impl Iterator<Item = Self> {
        TABLE.lines().skip(1).filter_map(|line| {
            let mut columns = line.split('\t');
            Some(Self {
                option: columns.next()?,
                time: columns.next()?,
                memory: columns.next()?,
            })
        })
    }

    /// Appends the cost to a help text.
    fn append(&self, help: Option<&StyledStr>) -> String {
        let Self {
            option,
            time,
            memory,
        } = self;
        let help = help.map(ToString::to_string).unwrap_or_default();
        let rest = match *memory {
            "1" => "of a plain run, and no more memory".to_owned(),
            _ => format!("and {memory} times the memory of a plain run"),
        };
        format!("{help}\n\n{option} takes {time} times the time {rest}.")
    }
}

/// Adds the cost to the long help of each option and subcommand that has a row of its own.
pub(super) fn quote(mut command: Command) -> Command {
    for cost in OptionCost::all() {
        let (name, value) = cost.option.split_once(' ').unwrap_or((cost.option, ""));
        let Some(long) = name.strip_prefix("--") else {
            command = command.mut_subcommand(name, |subcommand| {
                let about = cost.append(subcommand.get_long_about().or(subcommand.get_about()));
                subcommand.long_about(about)
            });
            continue;
        };
        // The cost of two options together is quoted at neither.
        let id = command
            .get_arguments()
            .find(|arg| arg.get_long() == Some(long))
            .map(Arg::get_id)
            .cloned();
        if let Some(id) = id
            && !value.starts_with('-')
        {
            command = command.mut_arg(id, |arg| {
                let help = cost.append(arg.get_long_help().or(arg.get_help()));
                arg.long_help(help)
            });
        }
    }
    command
}

#[cfg(test)]
mod tests {
    use super::super::command;
    use super::*;

    #[test]
    fn each_cost_is_quoted_where_its_option_is_explained() {
        let command = command();
        for cost in OptionCost::all() {
            let (name, value) = cost.option.split_once(' ').unwrap_or((cost.option, ""));
            if value.starts_with('-') {
                continue;
            }
            let help = match name.strip_prefix("--") {
                Some(long) => command
                    .get_arguments()
                    .find(|argument| argument.get_long() == Some(long))
                    .and_then(Arg::get_long_help),
                None => command
                    .find_subcommand(name)
                    .and_then(Command::get_long_about),
            };
            let help = help.map(ToString::to_string).unwrap_or_default();
            let quoted = format!("{} takes {} times the time", cost.option, cost.time);
            assert!(help.contains(&quoted), "{}: {help}", cost.option);
        }
    }
}
