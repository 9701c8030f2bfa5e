//! Words of the command line that have two spellings. One table says what is typed now and which
//! options that stands for; another one which older words it replaces, and a note says so.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::Arg;

use super::typo;

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
pub(super) const FILTER: &str = "";

const SPELLINGS: &[Spelling] = &[
    Spelling {
        commands: &[FILTER, "templates"],
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
    ("--column", "--field"),
    ("--key", "--seed"),
    ("--limit", "-n"),
    ("--only-host", "--host"),
    ("--like", "the URL after STATE"),
    ("--within", "--window"),
    ("--leader", "urlsift -a --order group"),
    (
        "--max-per-prefix",
        "the rule '*/* max N' in a file of --rules",
    ),
    (
        "--expire",
        "the rule '* expire TIME' in the file of --rules",
    ),
    ("--show-config", "at the end of urlsift help config"),
];

/// What was typed, in words that the parser knows.
#[derive(Debug, Default)]
pub(super) struct KnownWords {
    pub words: Vec<OsString>,
    /// What is typed now for older words.
    pub notes: Vec<String>,
}

impl KnownWords {
    /// Translates the words of a command line, the name of the program first. `command` is the name
    /// of the subcommand, or that of the filter.
    pub(super) fn of(typed: &[OsString], command: &str) -> Self {
        let mut known = Self::default();
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

/// An option that is only shown: it is translated before anything is parsed.
struct ShownOption {
    name: &'static str,
    value_name: &'static str,
    heading: &'static str,
    is_rare: bool,
    help: &'static str,
    long_help: &'static str,
}

const SHOWN: &[ShownOption] = &[
    ShownOption {
        name: "new-params",
        value_name: "learned",
        heading: "What counts as similar",
        is_rare: false,
        help: "Only URLs that add a parameter name to their page (facets)",
        long_help: "A line is kept only if it has a parameter that no kept line of the same host and path \
            has, or if its path is new. A parameter that chooses a page or an action counts together with \
            its value. With =learned, that applies to a page once 100 new combinations of known parameters \
            were kept. Requires a threshold above 94 and below 100, and the metric overlap; learned cannot \
            be combined with a state.",
    },
    ShownOption {
        name: "wait",
        value_name: "TIME",
        heading: "What is remembered",
        is_rare: true,
        help: "If another run uses the state, wait for it to end instead of failing",
        long_help: "TIME is how long a Redis server that is away is tried again: 10s without it.",
    },
];

/// Settings that are typed by another name than that of their row.
const TYPED: &[(&str, &str)] = &[("class", "classes")];

/// Returns the name by which a setting is typed.
pub(super) fn typed_name(setting: &str) -> &str {
    let row = TYPED.iter().find(|(name, _)| *name == setting);
    row.map_or(setting, |(_, typed)| typed)
}

/// Options that help does not show, each with the one that names them.
const HIDDEN: &[(&str, &str)] = &[
    ("params", "new-params"),
    ("no-class", "classes"),
    ("column", "field"),
    ("scope", "rules"),
    ("params-from", "rules"),
    ("max-per-prefix", "rules"),
    ("expire", "rules"),
    ("only-host", "host"),
    ("leader", "order"),
    ("show-config", "no-config"),
    ("has-params", "param"),
    ("no-params", "param"),
    ("no-default-ignores", "ignore-param"),
    ("shingle", "as"),
    ("csv-safe", "format"),
    ("slice", "window"),
    ("state-wait", "wait"),
    ("state-timeout", "wait"),
    ("verify", "distance"),
    ("sample", "top"),
];

/// What newer words do where they are values of an option.
const VALUES: &[(&str, &str)] = &[
    (
        "classes",
        "Commas separate several, and those that begin with - are left out: int,uuid or -slug.",
    ),
    ("param", "any: URLs with parameters; none: without any."),
    (
        "ignore-param",
        "none: tracking and session parameters are compared, too.",
    ),
    (
        "as",
        "access-log reads the requests in a log by its columns or members. messages is log. With \
         events/3, sequences are compared by runs of 3 steps; with 1, their order does not matter.",
    ),
    (
        "distance",
        "8/60 merges candidates only if their weighted Jaccard similarity is at least 60 percent.",
    ),
];

/// Shows the newer words in help, and the older ones as other names of theirs.
pub(super) fn shown(mut command: clap::Command) -> clap::Command {
    let is_filter = typo::option(&command, "state").is_some();
    let options: Vec<String> = command
        .get_arguments()
        .filter_map(|argument| argument.get_long().map(str::to_owned))
        .collect();
    for option in SHOWN {
        if is_filter {
            let argument = Arg::new(option.name)
                .long(option.name)
                .value_name(option.value_name)
                .help_heading(option.heading)
                .hide_short_help(option.is_rare)
                .help(option.help)
                .long_help(option.long_help)
                .num_args(0..=1)
                .require_equals(true);
            command = command.arg(argument);
        }
    }
    let command = command.mut_args(|argument| {
        let Some(long) = argument.get_long().map(str::to_owned) else {
            return argument;
        };
        if HIDDEN.iter().any(|(old, _)| *old == long) {
            return argument.hide(true);
        }
        let mut text = String::new();
        for (name, value) in VALUES {
            if *name == long {
                let _ = write!(text, "\n\n{value}");
            }
        }
        let others: Vec<String> = HIDDEN
            .iter()
            .filter(|(old, new)| *new == long && options.iter().any(|option| option == old))
            .map(|(old, _)| format!("--{old}"))
            .collect();
        if !others.is_empty() {
            let _ = write!(text, "\n\nAlso: {}", others.join(", "));
        }
        if text.is_empty() {
            return argument;
        }
        let help = argument.get_long_help().or(argument.get_help());
        let help = help.map(ToString::to_string).unwrap_or_default();
        argument.long_help(format!("{help}{text}"))
    });
    command.mut_subcommands(shown)
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
        let name = typed[1]
            .to_str()
            .filter(|name| ["cluster", "sweep"].contains(name));
        KnownWords::of(&typed, name.unwrap_or(FILTER))
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
