//! Options that others imply: what an option needs is added, and a note says what could have been
//! typed.

use urlsift::settings::{Preference, RecordKind};

use super::filter::FilterOptions;
use super::forms::{Format, Print, PrintOrder};

/// An option that needs another one.
struct Implication {
    option: &'static str,
    /// What it implies, as it is typed.
    implied: &'static str,
    /// Whether it was typed without what it implies.
    applies: fn(&FilterOptions) -> bool,
    add: fn(&mut FilterOptions),
}

/// Each row sees what the rows before it have added.
const IMPLICATIONS: &[Implication] = &[
    Implication {
        option: "--order novel",
        implied: "--two-pass",
        applies: |filter| filter.order == PrintOrder::Novel && learns_in_one_pass(filter),
        add: |filter| filter.settings.add("two-pass"),
    },
    Implication {
        option: "--csv-safe",
        implied: "--format csv",
        applies: |filter| filter.csv_safe && filter.format == Format::Text,
        add: |filter| filter.format = Format::Csv,
    },
    Implication {
        option: "--print key",
        implied: "--no-learn",
        applies: |filter| {
            filter.prints(Print::Key) && !never_learns(filter) && filter.memory.state.is_none()
        },
        add: |filter| filter.settings.add("no-learn"),
    },
    Implication {
        option: "--explain with --state",
        implied: "--dry-run",
        applies: |filter| filter.explain && remembers(filter),
        add: |filter| filter.memory.dry_run = true,
    },
    Implication {
        option: "--dropped with --state",
        implied: "--dry-run",
        applies: |filter| filter.dropped && remembers(filter),
        add: |filter| filter.memory.dry_run = true,
    },
];

/// An option that changes nothing beside the others.
struct Idle {
    option: &'static str,
    applies: fn(&FilterOptions) -> bool,
    reason: &'static str,
}

const IDLE: &[Idle] = &[
    Idle {
        option: "--suspects",
        applies: |filter| filter.settings.has("suspects") && never_learns(filter),
        reason: "it prints names at learned positions, and nothing is learned",
    },
    Idle {
        option: "--fold",
        applies: |filter| {
            let is_text = matches!(filter.lines.kind(), RecordKind::Text | RecordKind::Log);
            filter.lines.has("fold") && !is_text
        },
        reason: "only texts are folded: add --as text",
    },
    Idle {
        option: "--shingle",
        applies: |filter| filter.lines.has("shingle") && filter.lines.kind() != RecordKind::Events,
        reason: "only sequences have steps: add --as events",
    },
];

/// Returns whether no position is ever learned.
fn never_learns(filter: &FilterOptions) -> bool {
    filter.settings.has("no-learn") || filter.settings.has("literal")
}

/// Returns whether positions are learned on the way, and nothing stands against a second pass.
fn learns_in_one_pass(filter: &FilterOptions) -> bool {
    let is_known = filter.settings.has("two-pass") || never_learns(filter);
    !is_known && !filter.memory.is_on()
}

/// Returns whether a state would be changed, and could be read instead.
fn remembers(filter: &FilterOptions) -> bool {
    let memory = &filter.memory;
    memory.state.is_some() && !memory.dry_run && !memory.state_wait
}

/// Returns whether `--format jsonl` has an object for each line, with its verdict.
fn prints_verdicts(filter: &FilterOptions) -> bool {
    let is_other = filter.dropped
        || filter.explain
        || filter.count
        || filter.order != PrintOrder::Input
        || filter.prefer != Preference::First
        || filter.memory.min.is_some();
    !is_other
}

/// Adds what the typed options imply. Returns a note for each, and for each option without effect.
pub(crate) fn add_implied(options: &mut FilterOptions) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(lines) = options.sample.take() {
        options.top = Some(lines);
        options.order = PrintOrder::Novel;
    }
    if options.format == Format::Jsonl {
        options.format = Format::Json;
        options.all |= prints_verdicts(options);
    }
    for row in IMPLICATIONS {
        if (row.applies)(options) {
            (row.add)(options);
            notes.push(format!("{} implies {}", row.option, row.implied));
        }
    }
    for row in IDLE {
        if (row.applies)(options) {
            notes.push(format!("{} has no effect: {}", row.option, row.reason));
        }
    }
    notes
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches as _;

    use super::super::{Cli, command, refusal};
    use super::*;

    /// Returns the notes for a command line, which is then not refused.
    fn notes(words: &str) -> Vec<String> {
        let words = ["urlsift"].into_iter().chain(words.split(' '));
        let matches = command().try_get_matches_from(words);
        let matches = matches.unwrap_or_else(|error| panic!("{error}"));
        let mut cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| panic!("{error}"));
        let notes = add_implied(&mut cli.filter);
        assert_eq!(refusal(&cli.filter), None);
        notes
    }

    #[test]
    fn what_is_needed_is_added_and_said() {
        for (typed, said) in [
            ("--order novel", &["--order novel implies --two-pass"][..]),
            ("--order novel --two-pass", &[]),
            ("--order novel --no-learn", &[]),
            ("--order novel --literal", &[]),
            ("--sample 3", &["--order novel implies --two-pass"]),
            ("--top 3", &[]),
            ("--csv-safe", &["--csv-safe implies --format csv"]),
            ("--csv-safe --format csv", &[]),
            (
                "--explain --state s",
                &["--explain with --state implies --dry-run"],
            ),
            (
                "-d --state s",
                &["--dropped with --state implies --dry-run"],
            ),
            ("-d --state s --dry-run", &[]),
            ("--print key,line", &["--print key implies --no-learn"]),
            ("--print key,line --no-learn", &[]),
            ("--prefer https", &[]),
            ("--order count", &[]),
            ("-t 90", &[]),
            (
                "--suspects=3 --no-learn",
                &[
                    "--suspects has no effect: it prints names at learned positions, and nothing is learned",
                ],
            ),
            ("--suspects=3", &[]),
            (
                "--shingle 2",
                &["--shingle has no effect: only sequences have steps: add --as events"],
            ),
            ("--shingle 2 --as events", &[]),
            (
                "--fold all",
                &["--fold has no effect: only texts are folded: add --as text"],
            ),
            ("--fold all --as text", &[]),
        ] {
            assert_eq!(notes(typed), said, "{typed}");
        }
    }
}
