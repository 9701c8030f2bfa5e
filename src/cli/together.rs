//! Needs and conflicts of the filter's options in one table: plain pairs, which clap refuses, and
//! combinations that depend on values or take a reason. Conflicts of settings are in their own
//! table.

use clap::Command;
use urlsift::settings::Preference;

use super::filter::Filter;
use super::forms::{Format, PrintOrder};
use super::memory::Place;

/// Options with the options that they need or exclude, whatever their values.
const PLAIN: &[(&str, &[&str], &[&str])] = &[
    ("prefer", &[], &["keep", "dropped", "explain", "format"]),
    ("order", &[], &["dropped", "explain", "at_least"]),
    ("count", &[], &["keep", "dropped", "explain"]),
    (
        "at_least",
        &["window"],
        &["dropped", "print", "keep", "count", "format"],
    ),
    ("expire", &["rules"], &[]),
    ("overwrite", &["output"], &[]),
    ("state_wait", &["state"], &[]),
    ("state_timeout", &["state"], &[]),
    ("state_batch", &["state"], &[]),
    ("dry_run", &["state"], &["state_wait"]),
];

/// Makes clap refuse the plain pairs.
pub(super) fn refuse_plain(command: Command) -> Command {
    command.mut_args(|argument| {
        match PLAIN
            .iter()
            .find(|(option, ..)| argument.get_id() == option)
        {
            Some((_, needs, excludes)) => needs
                .iter()
                .fold(argument.conflicts_with_all(*excludes), clap::Arg::requires),
            None => argument,
        }
    })
}

/// An option that is refused under a condition.
struct Refusal {
    option: &'static str,
    applies: fn(&Filter) -> bool,
    reason: &'static str,
}

/// Options that were typed without others that they need; each reason begins with the missing
/// options.
const MISSING: &[Refusal] = &[
    Refusal {
        option: "--prefer",
        applies: |filter| {
            filter.prefer != Preference::First && !reads_twice(filter) && !filter.count
        },
        reason: "--two-pass or --count: without them, lines are printed before their groups are known",
    },
    Refusal {
        option: "--order novel",
        applies: |filter| filter.order == PrintOrder::Novel && !reads_twice(filter),
        reason: "--two-pass: without it, the templates of early lines are not the ones that the whole list \
            shows, as path positions are learned on the way",
    },
    Refusal {
        option: "--sample",
        applies: |filter| filter.sample.is_some() && filter.order != PrintOrder::Novel,
        reason: "--order novel --two-pass: the most varied lines are only known when the whole list is",
    },
    Refusal {
        option: "--csv-safe",
        applies: |filter| filter.csv_safe && filter.format != Format::Csv,
        reason: "--format csv: only a spreadsheet computes cells",
    },
    Refusal {
        option: "--slice",
        applies: |filter| filter.memory.slice.is_some() && !filter.memory.is_on(),
        reason: "--window or --state: without them nothing is forgotten or counted by time; add --window \
            1h, for example, or leave --slice out",
    },
    Refusal {
        option: "--time-field",
        applies: |filter| filter.memory.time_field.is_some() && !filter.memory.is_on(),
        reason: "--window or --state: without them nothing is forgotten or counted by time; add --window \
            1h, for example, or leave --time-field out",
    },
];

/// Options that need the whole list, although some of it came in another run or is forgotten.
const NOT_REMEMBERED: &[Refusal] = &[
    Refusal {
        option: "--two-pass",
        applies: reads_twice,
        reason: "it would have to learn from all earlier lists, too; a state keeps what it has learned, so \
            a second run knows it from the first line on",
    },
    Refusal {
        option: "--explain",
        applies: |filter| {
            filter.explain && (filter.memory.state.is_none() || !filter.memory.dry_run)
        },
        reason: "the kept lines would be remembered without being printed; with --state FILE --dry-run it says \
            when, and by which line, each dropped one was met, and remembers nothing",
    },
    Refusal {
        option: "--dropped with --format tsv or csv",
        applies: |filter| {
            (filter.dropped || filter.explain) && matches!(filter.format, Format::Tsv | Format::Csv)
        },
        reason: "the line that a dropped one is similar to, which stands in its row, may have come in \
            another run, or have expired; use --format jsonl",
    },
    Refusal {
        option: "--dropped",
        applies: |filter| filter.dropped && filter.memory.state.is_some() && !filter.memory.dry_run,
        reason: "the kept lines would be remembered without being printed, and so would never be; add \
            --dry-run, which shows what would be dropped and remembers nothing, or use --format jsonl, \
            which shows the verdict of each line",
    },
    Refusal {
        option: "--report",
        applies: |filter| filter.report.is_some(),
        reason: "the page compares all lines of a run with each other; use --stats, or urlsift state info \
            for what is remembered",
    },
    Refusal {
        option: "--prefer",
        applies: |filter| filter.prefer != Preference::First,
        reason: "the preferred line of a group may have come in another run; leave it out to print the \
            first line of each group",
    },
    Refusal {
        option: "--count",
        applies: |filter| filter.count && matches!(filter.memory.state, Some(Place::Server(_))),
        reason: "the counts are printed at the end, and other runs would wait for the lines until then; \
            remember in a file",
    },
];

/// Returns the reason why the typed options cannot be combined, if any.
pub(crate) fn refusal(filter: &Filter) -> Option<String> {
    let find =
        |refusals: &'static [Refusal]| refusals.iter().find(|refusal| (refusal.applies)(filter));
    if let Some(Refusal { option, reason, .. }) = find(MISSING) {
        return Some(format!("{option} requires {reason}"));
    }
    let memory = if filter.memory.state.is_some() {
        "--state"
    } else {
        "--window"
    };
    let found = find(NOT_REMEMBERED).filter(|_| filter.memory.is_on());
    found.map(|Refusal { option, reason, .. }| {
        format!("{option} cannot be used with {memory}: {reason}")
    })
}

fn reads_twice(filter: &Filter) -> bool {
    filter.settings.has("two-pass")
}
