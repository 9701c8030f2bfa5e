//! Help in three levels. `-h` is one screen (`short_help.rs`); `--help` has a line for each option
//! that people need often, and the names of the others; `help WORD` has the whole text of a topic,
//! an option or a subcommand. The manual page and `help all` have everything.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;

use clap::builder::StyledStr;
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use strsim::osa_distance;

use super::{config, short_help, typo};

/// A group of options, and of subcommands for the same purpose.
struct Topic {
    name: &'static str,
    about: &'static str,
    /// Headings of the help whose options belong to it.
    headings: &'static [&'static str],
    /// Other options that belong to it.
    options: &'static [&'static str],
    /// Subcommands whose help follows.
    commands: &'static [&'static str],
}

const TOPICS: &[Topic] = &[
    Topic {
        name: "similarity",
        about: "what counts as similar",
        headings: &["What counts as similar"],
        options: &[],
        commands: &[],
    },
    Topic {
        name: "wanted",
        about: "which URLs are wanted",
        headings: &["Which URLs are wanted"],
        options: &[],
        commands: &[],
    },
    Topic {
        name: "input",
        about: "how the input is read",
        headings: &["How the input is read"],
        options: &["files"],
        commands: &[],
    },
    Topic {
        name: "output",
        about: "which lines are printed, and how",
        headings: &[
            "Which lines are printed",
            "How they are printed",
            "What is said about the run",
        ],
        options: &[],
        commands: &[],
    },
    Topic {
        name: "rules",
        about: "files that say what is the same, different, in or out",
        headings: &[],
        options: &["rules", "protect"],
        commands: &["teach"],
    },
    Topic {
        name: "state",
        about: "what is remembered from run to run",
        headings: &["What is remembered"],
        options: &[],
        commands: &["state"],
    },
    Topic {
        name: "texts",
        about: "messages, logs and sequences instead of URLs",
        headings: &["What the lines are"],
        options: &["signatures", "not-signatures"],
        commands: &["sessions"],
    },
    Topic {
        name: "config",
        about: "options from a file, threads, and how to repeat a run",
        headings: &["Options from a file", "Speed", "Repeating a run"],
        options: &[],
        commands: &[],
    },
];

/// A word that people look for, and the option, topic or subcommand that has it.
struct OtherWord {
    words: &'static str,
    page: &'static str,
}

const OTHER_WORDS: &[OtherWord] = &[
    OtherWord {
        words: "csv tsv table tables column columns json jsonl ndjson member members",
        page: "field",
    },
    OtherWord {
        words: "log logs nginx apache messages sequences",
        page: "as",
    },
    OtherWord {
        words: "burst bursts rate frequency",
        page: "min",
    },
    OtherWord {
        words: "redis memory remember incremental",
        page: "state",
    },
    OtherWord {
        words: "crawl crawls crawling crawler spider",
        page: "traps",
    },
    OtherWord {
        words: "burp hackerone robots site sites places",
        page: "rules",
    },
    OtherWord {
        words: "facet facets",
        page: "new-params",
    },
    OtherWord {
        words: "html javascript js pages",
        page: "extract",
    },
    OtherWord {
        words: "gzip compressed files stdin",
        page: "input",
    },
    OtherWord {
        words: "spreadsheet excel formats",
        page: "format",
    },
    OtherWord {
        words: "groups duplicates counts",
        page: "count",
    },
    OtherWord {
        words: "openapi routes endpoints",
        page: "templates",
    },
];

/// Returns the word that has the page of a word.
fn known_word(word: &str) -> &str {
    let is_row = |row: &&OtherWord| row.words.split(' ').any(|other| other == word);
    let row = OTHER_WORDS.iter().find(is_row);
    row.map_or(word, |row| row.page)
}

impl Topic {
    /// Returns whether an option of the filter belongs to it.
    fn has(&self, argument: &Arg) -> bool {
        let heading = argument.get_help_heading().unwrap_or_default();
        let name = argument
            .get_long()
            .unwrap_or_else(|| argument.get_id().as_str());
        self.headings.contains(&heading) || self.options.contains(&name)
    }

    /// Returns the whole text of its options, and of its subcommands.
    fn page(&self, command: &Command) -> String {
        let is_shown = |argument: &Arg| !argument.is_hide_set() && self.has(argument);
        let mut page = only(command, is_shown);
        if self.name == "config" {
            let text = match config::show() {
                Ok(text) | Err(text) => text,
            };
            let _ = write!(page, "\n\nIt is now:\n{}", text.trim_end());
        }
        for name in self.commands {
            if let Some(subcommand) = command.find_subcommand(name) {
                let help = subcommand.clone().render_long_help();
                let _ = write!(page, "\n\n{}", help.ansi().to_string().trim_end());
            }
        }
        page
    }
}

/// Returns the words after `help`, if help is asked for by this word.
pub(super) fn words(typed: &[OsString]) -> Option<Vec<String>> {
    let [_, first, words @ ..] = typed else {
        return None;
    };
    let is_asked = first == "help" && !std::path::Path::new(first).exists();
    let shown = |word: &OsString| word.to_string_lossy().into_owned();
    is_asked.then(|| words.iter().map(shown).collect())
}

/// Returns what `help` prints for some words, as clap's own request for help or as an error.
pub(super) fn answer(command: &Command, words: &[String]) -> Error {
    let Some(word) = words.first() else {
        let usual = typed_help(command, &[], "-h");
        return short_help::instead_of(usual, command);
    };
    if word == "all" {
        return typed_help(command, &words[1..], "--help");
    }
    let word = known_word(word);
    let topic = TOPICS.iter().find(|topic| topic.name == word);
    if let Some(topic) = topic
        && words.len() == 1
    {
        return shown(command, topic.page(command));
    }
    if command.find_subcommand(word).is_some() {
        let mut words = words.to_vec();
        word.clone_into(&mut words[0]);
        return typed_help(&in_levels(command.clone()), &words, "--help");
    }
    let name = word.trim_start_matches('-');
    let page = option_page(command, name);
    if page.is_empty() {
        return unknown(command, word);
    }
    shown(command, page)
}

/// Returns the error of `urlsift WORDS --help`, which has that help.
fn typed_help(command: &Command, words: &[String], flag: &str) -> Error {
    let words = words.iter().map(String::as_str);
    let typed = ["urlsift"].into_iter().chain(words).chain([flag]);
    let mut command = command.clone();
    match command.try_get_matches_from_mut(typed) {
        Err(help) => help,
        Ok(_) => command.error(ErrorKind::InvalidSubcommand, "there is no such subcommand"),
    }
}

/// Returns a request for help that prints a text.
fn shown(command: &Command, text: String) -> Error {
    let command = command.clone().override_help(StyledStr::from(text));
    typed_help(&command, &[], "--help")
}

/// Returns the whole text of some options of a command.
fn only(command: &Command, is_wanted: impl Fn(&Arg) -> bool) -> String {
    let mut command = command
        .clone()
        .disable_help_flag(true)
        .disable_version_flag(true)
        .mut_args(|argument| {
            let hides = !is_wanted(&argument);
            argument.hide(hides)
        })
        .mut_subcommands(|subcommand| subcommand.hide(true))
        .help_template("{all-args}");
    let help = command.render_long_help().ansi().to_string();
    help.trim().to_owned()
}

/// Returns the whole text of the options of this name: that of the filter, or those of subcommands.
/// Empty if there is none.
fn option_page(command: &Command, name: &str) -> String {
    let is_named = |argument: &Arg| {
        let aliases = argument.get_all_aliases().unwrap_or_default();
        let short = argument.get_short().map(String::from);
        argument.get_long() == Some(name)
            || aliases.contains(&name)
            || short.as_deref() == Some(name)
    };
    if command.get_arguments().any(is_named) {
        return only(command, is_named);
    }
    let mut commands_by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, subcommand) in subcommands(command, "urlsift") {
        if subcommand.get_arguments().any(is_named) {
            let text = only(subcommand, is_named);
            commands_by_text.entry(text).or_default().push(path);
        }
    }
    let mut page = String::new();
    for (text, commands) in commands_by_text {
        let _ = write!(page, "{}\n\n{text}\n\n", commands.join(", "));
    }
    page.trim_end().to_owned()
}

/// Returns all subcommands at any depth, each with the words that name it.
fn subcommands<'c>(command: &'c Command, path: &str) -> Vec<(String, &'c Command)> {
    let mut found = Vec::new();
    for subcommand in command.get_subcommands() {
        let path = format!("{path} {}", subcommand.get_name());
        found.extend(subcommands(subcommand, &path));
        found.push((path, subcommand));
    }
    found
}

/// Returns the error for a word that names nothing, with what may be meant.
fn unknown(command: &Command, word: &str) -> Error {
    let mut names: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    let topics = names.join(", ");
    names.extend(command.get_subcommands().map(Command::get_name));
    names.extend(command.get_arguments().filter_map(Arg::get_long));
    let near = names
        .into_iter()
        .min_by_key(|name| osa_distance(word, name));
    let mut meant = near.unwrap_or_default().to_owned();
    let mut what = "the nearest is";
    if osa_distance(word, &meant) > word.len() / 3
        && let Some(option) = speaking_of(command, word)
    {
        meant = option;
        what = "the word stands in";
    }
    let message = format!(
        "no topic, option or subcommand has the name '{word}'\n\n  tip: {what} 'urlsift help {meant}'\n  \
         tip: the topics are {topics} and all"
    );
    command.clone().error(ErrorKind::InvalidSubcommand, message)
}

/// Returns the option whose name or text has a word, the one with the shortest text.
fn speaking_of(command: &Command, word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let mut found: Vec<(usize, &str)> = Vec::new();
    for argument in command.get_arguments() {
        let Some(name) = argument.get_long().filter(|_| !argument.is_hide_set()) else {
            continue;
        };
        let whole = argument.get_long_help().or(argument.get_help());
        let whole = whole.map(ToString::to_string).unwrap_or_default();
        if name.split('-').any(|part| part == word) {
            found.push((0, name));
        } else if whole.to_lowercase().contains(&word) {
            found.push((whole.len(), name));
        }
    }
    found.into_iter().min().map(|(_, name)| name.to_owned())
}

/// Returns the command with the second level of help: subcommands show their own options, and one
/// line names those of the filter.
pub(super) fn in_levels(command: Command) -> Command {
    let filter = command.clone();
    command.mut_subcommands(|subcommand| without_shared(subcommand, &filter))
}

/// Hides the options that a subcommand shares with the filter, and names them at the end.
fn without_shared(command: Command, filter: &Command) -> Command {
    let is_shared = |argument: &Arg| {
        let long = argument.get_long().unwrap_or_default();
        let other = typo::option(filter, long);
        other.is_some_and(|other| text(other) == text(argument))
    };
    let shared: Vec<&Arg> = command
        .get_arguments()
        .filter(|argument| !argument.is_hide_set() && is_shared(argument))
        .collect();
    let names = names(&shared);
    let command = command
        .mut_args(|argument| {
            let hides = argument.is_hide_set() || is_shared(&argument);
            argument.hide(hides)
        })
        .mut_subcommands(|subcommand| without_shared(subcommand, filter));
    if names.is_empty() {
        return command;
    }
    command.after_help(format!(
        "Options as for the filter (urlsift help OPTION):\n{names}"
    ))
}

/// What an option says of itself.
fn text(argument: &Arg) -> String {
    argument
        .get_help()
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// Returns the names of options, in lines of a terminal's width.
fn names(options: &[&Arg]) -> String {
    let mut lines = String::new();
    let mut width = 0;
    for option in options {
        let long = option.get_long().unwrap_or_default();
        let name = match option.get_short() {
            Some(short) => format!("-{short}/--{long}"),
            None => format!("--{long}"),
        };
        let starts_line = width == 0 || width + 2 + name.len() > 78;
        if starts_line && width > 0 {
            lines.push_str(",\n");
        } else if width > 0 {
            lines.push_str(", ");
        }
        let before = if starts_line { "  " } else { "" };
        let _ = write!(lines, "{before}{name}");
        width = if starts_line { 0 } else { width } + name.len() + 2;
    }
    lines
}

/// Returns the second level of help of the filter instead of clap's long help, if that is what
/// would be printed.
pub(super) fn instead_of(help: Error, command: &Command) -> Error {
    let usual = command.clone().render_long_help();
    if help.to_string() != usual.to_string() {
        return help;
    }
    shown(command, page(command))
}

/// Whether `--help` only names an option of the filter, and `help` explains it.
fn is_rare(argument: &Arg) -> bool {
    argument.is_hide_short_help_set() && !argument.is_hide_set()
}

/// Returns the second level of help of the filter.
fn page(command: &Command) -> String {
    let mut often = command.clone().next_line_help(true).mut_args(|argument| {
        if argument.get_action().takes_values() {
            return argument.hide_possible_values(true);
        }
        argument
    });
    let mut page = often.render_help().ansi().to_string();
    page.truncate(page.trim_end().len());
    page.push_str("\n\nMore options, and the whole text of each (urlsift help TOPIC or OPTION):\n");
    for topic in TOPICS {
        let rare: Vec<&Arg> = command
            .get_arguments()
            .filter(|argument| topic.has(argument) && is_rare(argument))
            .collect();
        let _ = writeln!(page, "  {}: {}", topic.name, topic.about);
        for line in names(&rare).lines() {
            let _ = writeln!(page, "    {line}");
        }
    }
    if let Some(notes) = command.get_after_long_help() {
        let _ = write!(page, "\n{}", notes.ansi());
    }
    page
}

#[cfg(test)]
mod tests {
    use super::super::command;
    use super::*;

    #[test]
    fn topics_name_what_exists() {
        let command = command();
        for topic in TOPICS {
            assert!(
                command.get_arguments().any(|argument| topic.has(argument)),
                "{}",
                topic.name
            );
            for name in topic.commands {
                assert!(command.find_subcommand(name).is_some(), "{name}");
            }
        }
        for row in OTHER_WORDS {
            let found = answer(&command, &[row.page.to_owned()]);
            assert_eq!(found.kind(), ErrorKind::DisplayHelp, "{}", row.page);
        }
    }

    #[test]
    fn each_option_belongs_to_a_topic() {
        let command = command();
        for argument in command.get_arguments() {
            if argument.is_hide_set() {
                continue;
            }
            assert!(
                TOPICS.iter().any(|topic| topic.has(argument)),
                "{}: {:?}",
                argument.get_id(),
                argument.get_help_heading()
            );
        }
    }

    #[test]
    fn the_second_level_is_short_and_names_every_option() {
        let command = command();
        let page = page(&command);
        assert!(page.lines().count() <= 320, "{}", page.lines().count());
        for argument in command.get_arguments() {
            if let Some(long) = argument.get_long()
                && !argument.is_hide_set()
            {
                assert!(page.contains(&format!("--{long}")), "--{long}");
            }
        }
    }

    #[test]
    fn topics_options_and_subcommands_have_pages() {
        let command = command();
        for (word, part) in [
            ("similarity", "From 1 to 100, with decimals if needed"),
            ("input", "bzip2 or xz is decompressed"),
            ("rules", "Write a rule for --rules"),
            ("state", "Subcommands that only read leave no"),
            ("threshold", "From 1 to 100, with decimals if needed"),
            ("--threshold", "From 1 to 100, with decimals if needed"),
            ("-t", "From 1 to 100, with decimals if needed"),
            ("to", "urlsift export"),
            ("gap", "after a pause"),
            ("sweep", "Tries every threshold"),
            ("all", "How to measure similarity"),
            ("csv", "--field <"),
            ("logs", "access-log reads"),
            ("bursts", "--min <"),
            ("redis", "Subcommands that only read leave no"),
            ("crawl", "may trap a crawler"),
            ("burp", "the scope of a Burp project"),
            ("--scope", "and has to say what is in or out"),
            ("config", "URLSIFT_CONFIG_PATH is"),
        ] {
            let found = answer(&command, &[word.to_owned()]);
            assert_eq!(found.kind(), ErrorKind::DisplayHelp, "{word}: {found}");
            assert!(found.to_string().contains(part), "{word}: {found}");
        }
        let found = answer(&command, &["inptu".to_owned()]).to_string();
        assert!(found.contains("'urlsift help input'"), "{found}");
        for (word, page) in [("junk", "not-junk"), ("ffuf", "status")] {
            let found = answer(&command, &[word.to_owned()]).to_string();
            assert!(found.contains(&format!("'urlsift help {page}'")), "{found}");
        }
    }

    #[test]
    fn subcommands_name_the_options_of_the_filter_in_a_line() {
        let command = in_levels(command());
        let sweep = command.find_subcommand("sweep").expect("it exists").clone();
        let help = sweep.clone().render_long_help().to_string();
        assert!(help.contains("--examples <N>"), "{help}");
        assert!(!help.contains("--literal\n"), "{help}");
        assert!(help.contains("--literal, "), "{help}");
    }
}
