//! The options of what is remembered from run to run.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};

use urlsift::memory::Place;

/// What is remembered, and where.
#[derive(Debug, Args)]
#[command(next_help_heading = "Memory")]
pub(crate) struct Memory {
    /// Remember in FILE, and print only what is new to it
    ///
    /// The file, an SQLite database, is created if it is not there. Runs that follow each other on
    /// it print what one run over all their lists would, and lines that came in an earlier run never
    /// again. Hosts are loaded when they first appear, so a run costs what its hosts cost. What was
    /// decided is stored at most every 100 ms, when the input pauses, and at the end, always after
    /// the lines are written: a run that is killed prints the lines of its last batch again, and
    /// loses none. If it wrote to --output FILE, and the next run does too, that file is cut back to
    /// the last line that is stored, and continued: then no line is in it twice.
    ///
    /// One run at a time can write to the file. Other settings of similarity than those it was made
    /// with are refused: urlsift state rebuild changes them.
    ///
    /// --format and --count speak of this run: with jsonl, similar lines come without the
    /// representative, which an earlier run may have printed; --count prints the lines that are new, and
    /// how many like each came in this run. --two-pass, --explain, --report and --prefer need the whole list.
    /// --dropped takes --dry-run: the lines that it does not print would be remembered all the same.
    ///
    /// A Redis server is remembered in by redis://USER:PASSWORD@HOST:PORT/DB?prefix=NAME, and by
    /// rediss:// over TLS; URLSIFT_REDIS_USER and URLSIFT_REDIS_PASSWORD say what a command line
    /// should not. Any number of runs may share it: a kind that several meet at once is printed by
    /// one of them.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) state: Option<Place>,

    /// Wait for another run to end that has the state, instead of failing
    #[arg(long, requires = "state")]
    pub(crate) state_wait: bool,

    /// Try a Redis server that is away again for TIME, and end then
    #[arg(long, value_name = "TIME", value_parser = duration, value_hint = ValueHint::Other)]
    #[arg(default_value = "30s", requires = "state")]
    pub(crate) state_timeout: Duration,

    /// Ask a Redis server about N lines at once, to measure what that saves
    #[arg(long, value_name = "N", requires = "state", hide = true)]
    pub(crate) state_batch: Option<NonZeroUsize>,

    /// Decide as --state does, and store nothing
    ///
    /// The file is only read, also while another run writes to it.
    #[arg(long, requires = "state", conflicts_with = "state_wait")]
    pub(crate) dry_run: bool,

    /// Forget what nothing like it came for TIME, so that its like is printed again
    ///
    /// For example 30d, 12h, 90m or 45s. Time counts by whole slices. Memory, and with --state the
    /// file, are bounded by what the window holds, beside what was learned of path positions, which
    /// does not expire.
    #[arg(long, value_name = "TIME", value_parser = duration, value_hint = ValueHint::Other)]
    pub(crate) window: Option<Duration>,

    /// What is remembered: kept, the first line of each kind, or all lines of --window [default: kept]
    ///
    /// With all, urlsift state recent lists every line that came, and not only the first of each
    /// kind. A line that comes again within a slice of time is stored once, with its count. These
    /// lines stand apart in the file, and a run loads none of them.
    #[arg(long, value_name = "WHAT", default_value = "kept", hide_default_value = true)]
    #[arg(requires_if("all", "window"), requires_if("all", "state"))]
    pub(crate) remember: Remember,

    /// Count and forget by slices of TIME [default: a 144th of --window, at least a second; 10m
    /// without]
    ///
    /// A state has slices of one length, those that it was made with. Takes --window or --state.
    #[arg(long, value_name = "TIME", value_parser = duration, value_hint = ValueHint::Other)]
    pub(crate) slice: Option<Duration>,

    /// Print a kind once N lines of it came within --window, instead of the first line
    ///
    /// Prints how many came, the first line of the kind, and the last one, with tabs between. A kind
    /// is printed again each time its count within the window has fallen below half of N and reaches
    /// N once more.
    #[arg(long, value_name = "N", requires = "window", value_hint = ValueHint::Other)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["dropped", "print", "keep", "count", "format"])]
    pub(crate) at_least: Option<u64>,

    /// Take the time of each record from this JSON member or CSV column [default: when it is read]
    ///
    /// Written as RFC 3339, as seconds or milliseconds since 1970, or as in access logs; in those
    /// and in CDX the time has a place of its own, whatever the NAME. A record without a time has
    /// that of the record before it. A late record counts in its own slice, as long as that lives.
    /// Takes --window or --state, which alone look at times.
    #[arg(long, value_name = "NAME", value_hint = ValueHint::Other)]
    pub(crate) time_field: Option<String>,
}

/// Which lines are remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Remember {
    /// The first line of each kind
    Kept,
    /// Every line that came within --window, too
    All,
}

/// Reads a time like `30d`, `12h`, `90m` or `45s`.
pub(crate) fn duration(typed: &str) -> Result<Duration, String> {
    let wrong = || "must be a whole number and one of s, m, h, d or w, like 90m or 30d".to_owned();
    let (number, unit) = typed.split_at(typed.len() - typed.chars().last().map_or(0, char::len_utf8));
    let seconds: u64 = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        "d" => 86_400,
        "w" => 7 * 86_400,
        _ => return Err(wrong()),
    };
    let number: u64 = number.parse().map_err(|_| wrong())?;
    match number.checked_mul(seconds).filter(|seconds| (1..=u64::from(u32::MAX)).contains(seconds)) {
        Some(seconds) => Ok(Duration::from_secs(seconds)),
        None => Err("must be from 1s to 100 years".to_owned()),
    }
}
