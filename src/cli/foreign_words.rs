//! The command to type where a subcommand got an option of another program or subcommand.

use std::path::Path;

use clap::{Command, error::ErrorKind};

use super::typo;

/// Options that mean the same elsewhere, and what to type here.
struct ForeignWord {
    words: &'static str,
    takes_value: bool,
    /// The first that a subcommand accepts is meant. `VALUE` is the value that was typed, and a
    /// pipe stands behind the command.
    own: &'static [&'static str],
}

const WORDS: &[ForeignWord] = &[
    ForeignWord {
        words: "json jsonl ndjson to-json",
        takes_value: false,
        own: &["--format jsonl", "--json", "--to openapi"],
    },
    ForeignWord {
        words: "csv to-csv",
        takes_value: false,
        own: &["--format csv", "--format tsv", "--format jsonl", "--json"],
    },
    ForeignWord {
        words: "tsv table tabs",
        takes_value: false,
        own: &["--format tsv", "--format jsonl", "--json"],
    },
    ForeignWord {
        words: "csv-safe",
        takes_value: false,
        own: &["--format csv-safe", "--format tsv", "--format jsonl"],
    },
    ForeignWord {
        words: "markdown md",
        takes_value: false,
        own: &["--format markdown", "--format jsonl"],
    },
    ForeignWord {
        words: "dot graphviz graph",
        takes_value: false,
        own: &["--format dot"],
    },
    ForeignWord {
        words: "openapi yaml swagger",
        takes_value: false,
        own: &["--to openapi"],
    },
    ForeignWord {
        words: "fail-on exit-on only show",
        takes_value: true,
        own: &["--only VALUE"],
    },
    ForeignWord {
        words: "n top limit head first max max-count lines count",
        takes_value: true,
        own: &["--top VALUE", "| head -n VALUE"],
    },
    ForeignWord {
        words: "sort sort-by order order-by by-count",
        takes_value: true,
        own: &["--order count", "| sort"],
    },
    ForeignWord {
        words: "min min-lines min-size at-least min-count threshold-count",
        takes_value: true,
        own: &["--min VALUE"],
    },
    ForeignWord {
        words: "examples samples sample members",
        takes_value: true,
        own: &["--examples VALUE"],
    },
    ForeignWord {
        words: "html report page",
        takes_value: true,
        own: &["--html VALUE", "--report VALUE"],
    },
    ForeignWord {
        words: "o out output output-file outfile",
        takes_value: true,
        own: &["-o VALUE", "> VALUE"],
    },
    ForeignWord {
        words: "q quiet silent s",
        takes_value: false,
        own: &["-q", "2> /dev/null"],
    },
    ForeignWord {
        words: "exit-code check error-exitcode",
        takes_value: false,
        own: &["; echo $?"],
    },
    ForeignWord {
        words: "host domain site only-host",
        takes_value: true,
        own: &["--host VALUE"],
    },
];

/// The most words of a command that are replaced.
const REPLACED: usize = 8;

/// Returns the command to type, given the words behind the name of the program; `None` if a word
/// means nothing here.
pub(super) fn command_to_type(command: &Command, typed: &[&str]) -> Option<String> {
    let depth = depth(command, typed);
    let mut words: Vec<String> = typed.iter().map(|&word| word.to_owned()).collect();
    let mut behind = String::new();
    let mut is_other = false;
    for _ in 0..REPLACED {
        let Some(unknown) = unknown(command, &words) else {
            break;
        };
        is_other = true;
        let found = ForeignTyped::of(&words[depth..], &unknown)?;
        let own = found.own(command, &words[..depth])?;
        let new = if own.starts_with("--") || own.starts_with("-o") || own == "-q" {
            own.split(' ').map(str::to_owned).collect()
        } else {
            behind.push(' ');
            behind += &own;
            Vec::new()
        };
        let start = depth + found.at;
        words.splice(start..start + found.length, new);
    }
    let shown: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    is_other.then(|| format!("urlsift {}{behind}", shown.join(" ")))
}

/// Returns how many words name the subcommand.
fn depth(command: &Command, words: &[&str]) -> usize {
    let mut depth = 0;
    let mut command = command;
    while let Some(word) = words.get(depth)
        && let Some(subcommand) = command.find_subcommand(word)
    {
        command = subcommand;
        depth += 1;
    }
    depth
}

/// Returns the first option that a command does not have.
fn unknown(command: &Command, words: &[String]) -> Option<String> {
    let error = parsed(command, words)?;
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    typo::invalid_argument(&error)
}

fn parsed(command: &Command, words: &[String]) -> Option<clap::Error> {
    let typed = ["urlsift"].into_iter();
    let typed = typed.chain(words.iter().map(String::as_str));
    command.clone().try_get_matches_from(typed).err()
}

/// A word of another program among those that were typed.
struct ForeignTyped {
    /// Its place, and the number of words that it and its value are.
    at: usize,
    length: usize,
    row: &'static ForeignWord,
    value: Option<String>,
}

impl ForeignTyped {
    fn of(words: &[String], unknown: &str) -> Option<Self> {
        let start = |word: &String| {
            let rest = word.strip_prefix(unknown);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('=') || unknown.len() == 2)
        };
        let at = words.iter().position(start)?;
        let name = unknown.trim_start_matches('-');
        let is_named = |row: &&ForeignWord| row.words.split(' ').any(|word| word == name);
        let row = WORDS.iter().find(is_named)?;
        let attached = words[at][unknown.len()..].trim_start_matches('=');
        let mut found = Self {
            at,
            length: 1,
            row,
            value: None,
        };
        if !attached.is_empty() {
            found.value = Some(attached.to_owned());
        } else if row.takes_value
            && let Some(next) = words.get(at + 1)
            && !next.starts_with('-')
            && !Path::new(next).exists()
        {
            found.value = Some(next.clone());
            found.length = 2;
        }
        Some(found)
    }

    /// Returns the first of the row's options that the subcommand accepts.
    fn own(&self, command: &Command, subcommand: &[String]) -> Option<String> {
        self.row.own.iter().find_map(|own| {
            let own = match &self.value {
                Some(value) => own.replace("VALUE", value),
                None => own.replace("VALUE", "10"),
            };
            if !own.starts_with('-') {
                return Some(own);
            }
            let mut words = subcommand.to_vec();
            words.extend(own.split(' ').map(str::to_owned));
            let is_accepted = match parsed(command, &words) {
                Some(error) => error.kind() == ErrorKind::MissingRequiredArgument,
                None => true,
            };
            is_accepted.then_some(own)
        })
    }
}

/// Quotes a word for a shell, if it needs that.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_programs_become_a_command() {
        for (typed, wanted) in [
            (
                "templates --top 10 --json a.log",
                Some("templates --top 10 --format jsonl a.log"),
            ),
            (
                "templates --json a.log",
                Some("templates --format jsonl a.log"),
            ),
            (
                "templates --sort lines --csv a.log",
                Some("templates --order count --format csv a.log"),
            ),
            ("templates --fail-on new a.log", Some("")),
            (
                "cluster --json -n5 a.log",
                Some("cluster --format jsonl -n5 a.log"),
            ),
            (
                "cluster --csv --limit 5 a.log",
                Some("cluster --format tsv --limit 5 a.log"),
            ),
            ("diff --fail-on new a b", Some("diff --only new a b")),
            ("diff a b --top=5", Some("diff a b | head -n 5")),
            (
                "diff a b -n 5 --md",
                Some("diff a b --format markdown | head -n 5"),
            ),
            ("export --json a.log", Some("export --to openapi a.log")),
            ("sweep --csv a.txt", Some("sweep --json a.txt")),
            ("sweep --head 5 a.txt", Some("sweep a.txt | head -n 5")),
            ("traps --sort=n a.txt", Some("traps a.txt | sort")),
            ("compare a b --json", Some("compare a b --format jsonl")),
            ("classes --json /a", Some("classes --format jsonl /a")),
            ("fields --head 3", Some("fields --top 3")),
            ("keys --limit 3 a.txt", Some("keys a.txt | head -n 3")),
            ("keys -q a.txt", Some("keys a.txt 2> /dev/null")),
            ("templates --zork a.log", Some("")),
        ] {
            let typed: Vec<&str> = typed.split(' ').collect();
            let found = command_to_type(&super::super::command(), &typed);
            let wanted = wanted.map(|wanted| format!("urlsift {wanted}"));
            if wanted.as_deref() == Some("urlsift ") {
                assert_eq!(found, None, "{typed:?}");
            } else {
                assert_eq!(found, wanted, "{typed:?}");
            }
        }
    }

    /// Each word gets a command in each subcommand, or is an option of it.
    #[test]
    fn what_people_type_most_has_an_answer_in_every_subcommand() {
        let command = super::super::command();
        for subcommand in command.get_subcommands() {
            let name = subcommand.get_name();
            if ["completions", "man"].contains(&name) {
                continue;
            }
            let mut tasks = vec![(vec![name], subcommand)];
            if subcommand.has_subcommands() {
                let tasks_of = subcommand.get_subcommands();
                tasks = tasks_of
                    .map(|task| (vec![name, task.get_name()], task))
                    .collect();
            }
            for (names, subcommand) in tasks {
                has_answers(&command, &names, subcommand);
            }
        }
    }

    fn has_answers(command: &Command, names: &[&str], subcommand: &Command) {
        for word in [
            "--top=9",
            "-n=9",
            "--limit=9",
            "--head=9",
            "--sort",
            "--json",
            "--csv",
        ] {
            let typed = [names, &[word]].concat();
            let words: Vec<String> = typed.iter().map(|&word| word.to_owned()).collect();
            let found = command_to_type(command, &typed);
            let is_known = unknown(command, &words).is_none();
            let has_form = !["--json", "--csv"].contains(&word)
                || typo::option(subcommand, "format").is_some();
            assert!(is_known || found.is_some() || !has_form, "{typed:?}");
        }
    }
}
