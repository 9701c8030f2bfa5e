//! Needs and conflicts of the filter's options in tables: plain pairs, which clap refuses in its
//! own words; options that lack another one; and options that a memory excludes. Conflicts of
//! settings are in the table of settings, those of subcommands at their options.

use clap::Command;
use urlsift::settings::Preference;

use super::filter::FilterOptions;
use super::forms::{Format, PrintOrder};
use super::memory::StatePlace;

/// An option with the options that it needs or excludes, whatever their values.
struct PlainConflict {
    option: &'static str,
    needs: &'static [&'static str],
    excludes: &'static [&'static str],
}

/// An option that needs others.
const fn needs(option: &'static str, needs: &'static [&'static str]) -> PlainConflict {
    PlainConflict {
        option,
        needs,
        excludes: &[],
    }
}

/// An option that excludes others.
const fn excludes(option: &'static str, excludes: &'static [&'static str]) -> PlainConflict {
    PlainConflict {
        option,
        needs: &[],
        excludes,
    }
}

const PLAIN: &[PlainConflict] = &[
    excludes("prefer", &["keep", "dropped", "explain", "all"]),
    needs("expire", &["rules"]),
    needs("overwrite", &["output"]),
    needs("state_wait", &["state"]),
    needs("state_timeout", &["state"]),
    needs("state_batch", &["state"]),
    PlainConflict {
        option: "dry_run",
        needs: &["state"],
        excludes: &["state_wait"],
    },
];

/// Makes clap refuse the plain pairs.
pub(super) fn refuse_plain(command: Command) -> Command {
    command.mut_args(|mut argument| {
        for row in PLAIN {
            if argument.get_id() == row.option {
                argument = argument.conflicts_with_all(row.excludes);
                for needed in row.needs {
                    argument = argument.requires(needed);
                }
            }
        }
        argument
    })
}

/// An option that is refused under a condition.
struct OptionRefusal {
    option: &'static str,
    applies: fn(&FilterOptions) -> bool,
    reason: &'static str,
}

/// Options that were typed without others that they need; each reason begins with the missing
/// options.
const MISSING: &[OptionRefusal] = &[
    OptionRefusal {
        option: "--csv-safe",
        applies: |filter| filter.csv_safe && filter.format != Format::Csv,
        reason: "--format csv: only a spreadsheet computes cells",
    },
    OptionRefusal {
        option: "--slice",
        applies: |filter| filter.memory.slice.is_some() && !filter.memory.is_on(),
        reason: "--window or --state: without them nothing is forgotten or counted by time; add --window \
            1h, for example, or leave --slice out",
    },
    OptionRefusal {
        option: "--time-field",
        applies: |filter| filter.memory.time_field.is_some() && !filter.memory.is_on(),
        reason: "--window or --state: without them nothing is forgotten or counted by time; add --window \
            1h, for example, or leave --time-field out",
    },
];

/// Options that contradict each other.
const OPPOSED: &[OptionRefusal] = &[
    OptionRefusal {
        option: "--order novel with --dropped, --explain or --all",
        applies: |filter| filter.order == PrintOrder::Novel && prints_dropped(filter),
        reason: "it orders kept lines by what each of them adds to those before it",
    },
    OptionRefusal {
        option: "--min and --window with --dropped, --explain or --all",
        applies: |filter| prints_bursts(filter) && prints_dropped(filter),
        reason: "each group is printed when it has enough lines, whether they are kept or dropped",
    },
    OptionRefusal {
        option: "--min and --window with --order",
        applies: |filter| prints_bursts(filter) && filter.order != PrintOrder::Input,
        reason: "each group is printed as soon as it has enough lines",
    },
];

fn prints_dropped(filter: &FilterOptions) -> bool {
    filter.dropped || filter.explain || filter.all
}

/// Returns whether groups are printed when many of their lines have come within the window.
fn prints_bursts(filter: &FilterOptions) -> bool {
    filter.memory.min.is_some() && filter.memory.window.is_some()
}

/// Returns the reason why some options contradict each other, if they do.
pub(super) fn opposed(options: &FilterOptions) -> Option<String> {
    let row = OPPOSED.iter().find(|row| (row.applies)(options))?;
    Some(format!("{} cannot be used: {}", row.option, row.reason))
}

/// Options that need the whole list, although some of it came in another run or is forgotten.
const NOT_REMEMBERED: &[OptionRefusal] = &[
    OptionRefusal {
        option: "--two-pass",
        applies: reads_twice,
        reason: "it would have to learn from all earlier lists, too; a state keeps what it has learned, so \
            a second run knows it from the first line on",
    },
    OptionRefusal {
        option: "--explain",
        applies: |filter| {
            filter.explain && (filter.memory.state.is_none() || !filter.memory.dry_run)
        },
        reason: "the kept lines would be remembered without being printed; with --state FILE --dry-run it says \
            when, and by which line, each dropped one was met, and remembers nothing",
    },
    OptionRefusal {
        option: "--dropped",
        applies: |filter| filter.dropped && filter.memory.state.is_some() && !filter.memory.dry_run,
        reason: "the kept lines would be remembered without being printed, and so would never be; add \
            --dry-run, which shows what would be dropped and remembers nothing, or use --format jsonl, \
            which shows the verdict of each line",
    },
    OptionRefusal {
        option: "--top with --order or --count",
        applies: |filter| {
            let is_ordered = filter.count || filter.order != PrintOrder::Input;
            let remembers = filter.memory.state.is_some() && !filter.memory.dry_run;
            filter.top.is_some() && is_ordered && remembers
        },
        reason: "all kept lines would be remembered, and only the first ones printed; leave one of them out, or \
            add --dry-run, which remembers nothing",
    },
    OptionRefusal {
        option: "--min",
        applies: |filter| {
            let remembers = filter.memory.state.is_some() && !filter.memory.dry_run;
            filter.memory.min.is_some() && remembers && !prints_bursts(filter)
        },
        reason: "smaller groups would be remembered without being printed; add --window TIME, which prints a \
            group once it has enough lines, or --dry-run",
    },
    OptionRefusal {
        option: "--report",
        applies: |filter| filter.report.is_some(),
        reason: "the page compares all lines of a run with each other; use --stats, or urlsift state info \
            for what is remembered",
    },
    OptionRefusal {
        option: "--prefer",
        applies: |filter| filter.prefer != Preference::First,
        reason: "the preferred line of a group may have come in another run; leave it out to print the \
            first line of each group",
    },
    OptionRefusal {
        option: "--count",
        applies: |filter| {
            let counts = filter.count || filter.order == PrintOrder::Count;
            counts && matches!(filter.memory.state, Some(StatePlace::Server(_)))
        },
        reason: "the counts are printed at the end, and other runs would wait for the lines until then; \
            remember in a file",
    },
];

/// Returns the reason why the typed options cannot be combined, if any.
pub(crate) fn refusal(options: &FilterOptions) -> Option<String> {
    let applies = |refusal: &&OptionRefusal| (refusal.applies)(options);
    if let Some(OptionRefusal { option, reason, .. }) = MISSING.iter().find(applies) {
        return Some(format!("{option} requires {reason}"));
    }
    if let Some(refusal) = opposed(options) {
        return Some(refusal);
    }
    if !options.memory.is_on() {
        return None;
    }
    let memory = if options.memory.state.is_some() {
        "--state"
    } else {
        "--window"
    };
    let OptionRefusal { option, reason, .. } = NOT_REMEMBERED.iter().find(applies)?;
    Some(format!("{option} cannot be used with {memory}: {reason}"))
}

fn reads_twice(filter: &FilterOptions) -> bool {
    filter.settings.has("two-pass")
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches as _;
    use clap::error::ErrorKind;

    use super::super::{Cli, command};
    use super::*;

    /// Returns words that type an option, with a value if it takes one.
    fn typed(option: &str) -> Vec<String> {
        let command = command();
        let argument = command
            .get_arguments()
            .find(|argument| argument.get_id() == option)
            .unwrap_or_else(|| panic!("no option {option}"));
        let name = format!("--{}", argument.get_long().expect("options have names"));
        if !argument.get_action().takes_values() {
            return vec![name];
        }
        let value = match option {
            "prefer" => "longest",
            "order" => "novel",
            "format" => "jsonl",
            "print" => "host",
            "window" => "1h",
            "state_timeout" => "1s",
            "expire" => "30d",
            "keep" | "state_batch" => "3",
            "rules" | "output" | "state" => "file",
            _ => panic!("a value for {option}"),
        };
        vec![name, value.to_owned()]
    }

    /// Returns the kind of error for a command line that has these words.
    fn refused(words: &[Vec<String>]) -> Option<ErrorKind> {
        let words = words.concat();
        let typed = ["urlsift"]
            .into_iter()
            .chain(words.iter().map(String::as_str));
        let error = command().try_get_matches_from(typed).err()?;
        Some(error.kind())
    }

    #[test]
    fn plain_conflicts_are_refused() {
        for row in PLAIN {
            let needed: Vec<_> = row.needs.iter().map(|option| typed(option)).collect();
            let option = typed(row.option);
            let complete = [&needed[..], std::slice::from_ref(&option)].concat();
            assert_eq!(refused(&complete), None, "{complete:?}");
            for needed in row.needs {
                let found = refused(std::slice::from_ref(&option));
                let wanted = Some(ErrorKind::MissingRequiredArgument);
                assert_eq!(found, wanted, "{} without {needed}", row.option);
            }
            for excluded in row.excludes {
                let words = [&complete[..], &[typed(excluded)]].concat();
                let found = refused(&words);
                assert_eq!(found, Some(ErrorKind::ArgumentConflict), "{words:?}");
            }
        }
    }

    /// Returns the refusal of a command line.
    fn refusal_of(words: &str) -> Option<String> {
        let words = ["urlsift"].into_iter().chain(words.split(' '));
        let matches = command().try_get_matches_from(words);
        let matches = matches.unwrap_or_else(|error| panic!("{error}"));
        let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| panic!("{error}"));
        refusal(&cli.filter)
    }

    /// Asserts that each row refuses its first command line, and none its second one.
    fn assert_refused(refusals: &[OptionRefusal], verb: &str, examples: &[(&str, &str)]) {
        assert_eq!(refusals.len(), examples.len(), "each row has an example");
        for (row, (wrong, right)) in refusals.iter().zip(examples) {
            let found = refusal_of(wrong).unwrap_or_default();
            let start = format!("{} {verb}", row.option);
            assert!(found.starts_with(&start), "{wrong}: {found}");
            assert!(found.ends_with(row.reason), "{wrong}: {found}");
            assert_eq!(refusal_of(right), None, "{right}");
        }
    }

    #[test]
    fn options_without_those_that_they_need_are_refused() {
        let examples = [
            ("--csv-safe --format tsv", "--csv-safe --format csv"),
            ("--slice 1h", "--slice 1h --window 2h"),
            ("--time-field seen", "--time-field seen --window 1h"),
        ];
        assert_refused(MISSING, "requires", &examples);
    }

    #[test]
    fn options_that_contradict_each_other_are_refused() {
        let examples = [
            ("--order novel -d", "--order novel"),
            ("--min 3 --window 1h -a", "--min 3 -a"),
            ("--min 3 --window 1h --order count", "--min 3 --order count"),
        ];
        assert_refused(OPPOSED, "cannot be used", &examples);
    }

    #[test]
    fn options_that_need_the_whole_list_are_refused_with_a_memory() {
        let examples = [
            ("--two-pass --window 1h", "--two-pass"),
            ("--explain --state s", "--explain --state s --dry-run"),
            ("--dropped --state s", "--dropped --state s --dry-run"),
            ("-n 3 --count --state s", "-n 3 --state s"),
            ("--min 3 --state s", "--min 3 --window 1h --state s"),
            ("--report page.html --window 1h", "--report page.html"),
            (
                "--prefer longest --count --window 1h",
                "--prefer longest --count",
            ),
            ("--count --state redis://host", "--count --state s"),
        ];
        assert_refused(NOT_REMEMBERED, "cannot be used with", &examples);
    }

    #[test]
    fn a_refusal_names_the_memory() {
        let found = refusal_of("--two-pass --window 1h").unwrap_or_default();
        assert!(found.contains("--window"), "{found}");
        let found = refusal_of("--two-pass --state s").unwrap_or_default();
        assert!(found.contains("--state"), "{found}");
    }
}
