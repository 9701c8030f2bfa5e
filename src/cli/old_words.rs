//! Words of the command line that have two spellings. One table says what is typed now and which
//! options that stands for; another one which older words it replaces, and a note says so.

use std::ffi::OsString;

use clap::Subcommand as _;

use super::Command;

/// A word, and the options that it stands for.
struct Spelling {
    /// The commands that have it; all if there is none.
    commands: &'static [&'static str],
    option: &'static str,
    /// Whether it may stand without a value.
    is_bare: bool,
    /// Returns the options for a value, which is empty for a bare word. `None`: it stays.
    options: fn(&str) -> Option<Vec<String>>,
}

/// The filter as a command.
const FILTER: &str = "";

const SPELLINGS: &[Spelling] = &[
    Spelling {
        commands: &[FILTER],
        option: "--json",
        is_bare: true,
        options: |value| one(value.is_empty(), "--format=json"),
    },
    Spelling {
        commands: &[FILTER],
        option: "--format",
        is_bare: false,
        options: |value| match value {
            "csv-safe" => Some(words(&["--format=csv", "--csv-safe"])),
            _ => None,
        },
    },
    Spelling {
        commands: &[],
        option: "--new-params",
        is_bare: true,
        options: |value| match value {
            "" => one(true, "--params=names"),
            _ => Some(vec![format!("--params={value}")]),
        },
    },
    Spelling {
        commands: &[],
        option: "--param",
        is_bare: false,
        options: |value| match value {
            "any" => one(true, "--has-params"),
            "none" => one(true, "--no-params"),
            _ => None,
        },
    },
    Spelling {
        commands: &[],
        option: "--ignore-param",
        is_bare: false,
        options: |value| one(value == "none", "--no-default-ignores"),
    },
    Spelling {
        commands: &[],
        option: "--classes",
        is_bare: false,
        options: |value| Some(value.split(',').map(class).collect()),
    },
    Spelling {
        commands: &[],
        option: "--as",
        is_bare: false,
        options: |value| match value {
            "access-log" => one(true, "--log"),
            "messages" => one(true, "--as=log"),
            _ => {
                let steps = value.strip_prefix("events/")?;
                Some(vec!["--as=events".to_owned(), format!("--shingle={steps}")])
            }
        },
    },
    Spelling {
        commands: &[FILTER],
        option: "--window",
        is_bare: false,
        options: |value| {
            let (window, slice) = value.split_once('/')?;
            let mut options = vec![format!("--slice={slice}")];
            if window != "never" {
                options.push(format!("--window={window}"));
            }
            Some(options)
        },
    },
    Spelling {
        commands: &[FILTER],
        option: "--wait",
        is_bare: true,
        options: |value| {
            let mut options = words(&["--state-wait"]);
            if !value.is_empty() {
                options.push(format!("--state-timeout={value}"));
            }
            Some(options)
        },
    },
    Spelling {
        commands: &["cluster"],
        option: "--distance",
        is_bare: false,
        options: |value| {
            let (bits, percent) = value.split_once('/')?;
            Some(vec![
                format!("--distance={bits}"),
                format!("--verify={percent}"),
            ])
        },
    },
];

/// Older words, each with what replaces it.
const REPLACED: &[(&str, &str)] = &[
    ("--at-least", "--min"),
    ("--csv-safe", "--format csv-safe"),
    ("--params", "--new-params"),
    ("--no-default-ignores", "--ignore-param none"),
    ("--shingle", "--as events/N"),
    ("--slice", "--window TIME/SLICE"),
    ("--state-wait", "--wait"),
    ("--state-timeout", "--wait=TIME"),
    ("--verify", "--distance BITS/PERCENT"),
    ("--min-size", "--min"),
    ("--members", "--examples"),
    ("--records", "-n"),
    ("--key", "--seed"),
    ("--within", "--window"),
];

/// What was typed, in words that the parser knows.
#[derive(Debug, Default)]
pub(super) struct KnownWords {
    pub(super) words: Vec<OsString>,
    /// What is typed now for older words.
    pub(super) notes: Vec<String>,
}

impl KnownWords {
    /// Translates the words of a command line, the name of the program first.
    pub(super) fn of(typed: &[OsString]) -> Self {
        let mut known = Self::default();
        let first = typed.get(1).and_then(|word| word.to_str());
        let command = first.filter(|name| Command::has_subcommand(name));
        let command = command.unwrap_or(FILTER);
        let mut rest = typed.iter();
        while let Some(word) = rest.next() {
            let text = word.to_str().unwrap_or_default();
            if text == "--" {
                known.words.push(word.clone());
                break;
            }
            let (option, value) = match text.split_once('=') {
                Some((option, value)) => (option, Some(value)),
                None => (text, None),
            };
            known.note(option);
            let Some(spelling) = Spelling::of(option, command) else {
                known.words.push(word.clone());
                continue;
            };
            let mut ahead = rest.clone();
            let value = match value {
                Some(value) => value,
                None if spelling.is_bare => "",
                None => ahead
                    .next()
                    .and_then(|value| value.to_str())
                    .unwrap_or_default(),
            };
            match (spelling.options)(value) {
                Some(options) => {
                    known.words.extend(options.into_iter().map(OsString::from));
                    rest = ahead;
                }
                None => known.words.push(word.clone()),
            }
        }
        known.words.extend(rest.cloned());
        known
    }

    /// Notes what replaces a word, if it is an older one.
    fn note(&mut self, option: &str) {
        for (old, new) in REPLACED {
            let note = format!("{old} is {new}");
            if option == *old && !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }
}

impl Spelling {
    /// Returns the row of an option of a command.
    fn of(option: &str, command: &str) -> Option<&'static Self> {
        SPELLINGS.iter().find(|row| {
            let has_command = row.commands.is_empty() || row.commands.contains(&command);
            row.option == option && has_command
        })
    }
}

/// Returns other names of an option, as help shows them.
pub(super) fn other_names(option: &str) -> Vec<String> {
    let name = match option {
        "params" => "--new-params[=learned]",
        "class" => "--classes a,-b",
        "log" => "--as access-log",
        "no-default-ignores" => "--ignore-param none",
        "shingle" => "--as events/N",
        "has-params" => "--param any",
        "no-params" => "--param none",
        _ => return Vec::new(),
    };
    vec![name.to_owned()]
}

/// Returns the option for one item of `--classes`.
fn class(item: &str) -> String {
    match item.strip_prefix('-') {
        Some(name) => format!("--no-class={name}"),
        None => format!("--class={item}"),
    }
}

/// Returns an option, if it is meant.
fn one(is_meant: bool, option: &str) -> Option<Vec<String>> {
    is_meant.then(|| vec![option.to_owned()])
}

fn words(options: &[&str]) -> Vec<String> {
    options.iter().map(|&option| option.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::command;
    use super::*;

    fn known(typed: &str) -> KnownWords {
        let typed = ["urlsift"].into_iter().chain(typed.split(' '));
        let typed: Vec<OsString> = typed.map(OsString::from).collect();
        KnownWords::of(&typed)
    }

    #[test]
    fn each_spelling_is_read_like_the_options_that_it_stands_for() {
        for (typed, options) in [
            ("--json a.txt", "--format=json a.txt"),
            ("--format csv-safe", "--format=csv --csv-safe"),
            ("--format=tsv", "--format=tsv"),
            ("--new-params a.txt", "--params=names a.txt"),
            ("--new-params=learned", "--params=learned"),
            ("--param any", "--has-params"),
            ("--param none", "--no-params"),
            ("--param id", "--param id"),
            ("--ignore-param none", "--no-default-ignores"),
            ("--classes int,-slug", "--class=int --no-class=slug"),
            ("--as access-log a.log", "--log a.log"),
            ("--as messages", "--as=log"),
            ("--as log", "--as log"),
            ("--as events/3", "--as=events --shingle=3"),
            ("--window 30d/1h", "--slice=1h --window=30d"),
            ("--window never/1h --state s", "--slice=1h --state s"),
            ("--window 30d", "--window 30d"),
            ("--wait --state s", "--state-wait --state s"),
            (
                "--wait=9s --state s",
                "--state-wait --state-timeout=9s --state s",
            ),
            (
                "cluster --metric simhash --distance 8/60",
                "cluster --metric simhash --distance=8 --verify=60",
            ),
            ("sweep --json", "sweep --json"),
            ("-- --json", "-- --json"),
        ] {
            let found = known(typed);
            let words: Vec<_> = found
                .words
                .iter()
                .map(|word| word.to_string_lossy())
                .collect();
            assert_eq!(words[1..].join(" "), options, "{typed}");
            let parsed = command().try_get_matches_from(&found.words);
            assert!(parsed.is_ok(), "{typed}: {parsed:?}");
        }
    }

    #[test]
    fn older_words_have_a_note() {
        assert_eq!(known("--at-least 3").notes, ["--at-least is --min"]);
        assert_eq!(
            known("--slice=1h").notes,
            ["--slice is --window TIME/SLICE"]
        );
        assert!(known("--min 3 -- --at-least").notes.is_empty());
    }
}
