//! Options of `--state` and `--window`.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};

pub(super) use urlsift::memory::StatePlace;

use super::numbers::{duration, positive};

/// Options of the memory.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is remembered")]
pub(crate) struct MemoryOptions {
    /// Remember in FILE, and print only what is new to it
    ///
    /// The file, an SQLite database, is created if it does not exist. Several runs on one file
    /// print together what one run over all their lists would print. A run loads only the hosts
    /// that appear in its list. Decisions are stored at most every 100 ms, when the input pauses,
    /// and at the end, always after their lines are written: the run after a killed run prints the
    /// lines of its last batch again, and loses none. If both write to the same --output FILE, that
    /// file is cut back to the last stored line and continued, so no line is in it twice.
    ///
    /// Only one run at a time can write to the file. Settings of similarity other than those the
    /// file was created with are refused: urlsift state rebuild changes them.
    ///
    /// --format and --count apply to this run only: with jsonl, similar lines do not show the kept
    /// line, which an earlier run may have printed; --count prints the new lines with the number of
    /// lines in their groups in this run. --two-pass, --report and --prefer need the whole
    /// list, so they cannot be used. --dropped and --explain require --dry-run: otherwise, kept
    /// lines would be remembered without being printed.
    ///
    /// For a Redis server, write redis://USER:PASSWORD@HOST:PORT/DB?prefix=NAME, or rediss:// for
    /// TLS; URLSIFT_REDIS_USER and URLSIFT_REDIS_PASSWORD keep user and password off the command
    /// line. Any number of runs can share a server: if several find the first line of a group at
    /// the same time, one of them prints it.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub state: Option<StatePlace>,

    /// If another run uses the state, wait for it to end instead of failing
    #[arg(long)]
    pub state_wait: bool,

    /// If a Redis server is away or does not answer, try again for TIME before giving up
    #[arg(long, value_name = "TIME", value_parser = duration)]
    #[arg(default_value = "10s")]
    pub state_timeout: Duration,

    /// Ask a Redis server about N lines at once, to measure what that saves
    #[arg(long, value_name = "N", hide = true)]
    #[arg(value_parser = positive::<NonZeroUsize>)]
    pub state_batch: Option<NonZeroUsize>,

    /// Decide as with --state, but store nothing
    ///
    /// The file is only read, even while another run writes to it.
    #[arg(long)]
    pub dry_run: bool,

    /// Forget a URL when nothing similar has appeared for TIME; the next similar one is printed
    ///
    /// For example 30d, 12h, 90m or 45s. Time is counted in whole slices: 30d/1h also sets their
    /// length, and never/1h sets only that. The length of a slice is fixed when a state is created.
    /// Memory, and with --state the file, hold the groups of this window only; learned path
    /// positions are never forgotten.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub window: Option<Duration>,

    /// Remember kept lines (the first of each group), all lines or only keys [default: kept]
    ///
    /// With all, urlsift state recent lists every line of the --window, not only the first line of
    /// each group. A line that repeats within a slice of time is stored once, with its count. These
    /// lines are stored apart, and runs never load them.
    ///
    /// With keys, the state has the keys by which similar lines are found, and no lines: on a Redis
    /// server 11 bytes a kept line instead of 26 with --no-learn. While it learns they take more,
    /// 59 instead of 36. Nothing can be listed, exported or rebuilt then, and --explain names no
    /// earlier line.
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "kept",
        hide_default_value = true
    )]
    #[arg(hide_short_help = true)]
    #[arg(
        requires_if("all", "window"),
        requires_if("all", "state"),
        requires_if("keys", "state")
    )]
    pub remember: Remember,

    /// Count and forget by slices of TIME [default: a 144th of --window, at least a second; 10m
    /// without a window]
    ///
    /// The length of its slices is fixed when a state is created. Requires --window or --state.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub slice: Option<Duration>,

    /// Print only groups of at least N lines
    ///
    /// They are printed at the end. With --window, a group is printed when N of its lines have come
    /// within that time, and again each time its count there has fallen below half of N and reaches
    /// N once more: the number of lines, the first line of the group and the last one, with tabs
    /// between them, or what --print count,line,last chooses.
    ///
    /// Also: --at-least
    #[arg(
        long,
        alias = "at-least",
        value_name = "N",
        help_heading = "Which lines are printed"
    )]
    #[arg(value_parser = positive::<u64>, hide_short_help = true)]
    pub min: Option<u64>,

    /// Take the time of each record from this JSON member or CSV column [default: when it is read]
    ///
    /// Times are RFC 3339, RFC 2822, seconds to nanoseconds since 1970, or written as in logs;
    /// access logs and CDX have a field for the time, whatever NAME is. A record without a time
    /// gets the time of the record before it. A late record counts in its own slice while the
    /// window includes it. Requires --window or --state.
    #[arg(hide_short_help = true)]
    #[arg(long, value_name = "NAME")]
    pub time_field: Option<String>,
}

impl MemoryOptions {
    /// Returns whether lines are remembered beyond the run, or forgotten within it.
    pub(crate) fn is_on(&self) -> bool {
        self.state.is_some() || self.window.is_some()
    }
}

/// The lines that are remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Remember {
    /// The first line of each group
    Kept,
    /// Also every other line that came within --window
    All,
    /// Only keys of the first lines
    Keys,
}
