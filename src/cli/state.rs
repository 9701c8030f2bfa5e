//! The options of `urlsift state`.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueHint};
use urlsift::memory::StatePlace;

use super::forms::TextOrJson;
use super::numbers::{duration, number};
use super::settings::{LineSettings, Recalling, Remembering, Typed};

/// Options of a task on a state.
#[derive(Debug, Args)]
pub(crate) struct StateOptions {
    #[command(subcommand)]
    pub task: StateTask,
}

/// A task.
#[derive(Debug, Subcommand)]
pub(crate) enum StateTask {
    /// Show what a state holds: settings, sizes, and groups and lines by host and by time
    Info {
        /// The state
        #[arg(value_name = "STATE", value_hint = ValueHint::FilePath)]
        state: StatePlace,
        /// The format of the output
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: TextOrJson,
    },
    /// List recent groups that are similar to a URL, newest first
    ///
    /// Prints for each group the time of its last line, its number of lines, and the kept line. If
    /// the state remembers all lines (--remember all), prints every similar line: when it last
    /// came, and how often. The newest slice of time is read first, and no other once there are
    /// -n lines.
    Recent(Recent),
    /// Print all groups as JSON lines
    ///
    /// An object has line, line_hex if the line is not UTF-8, first and last (times in UTC), count,
    /// slice_seconds (the length of a slice of time) and slices: pairs of the start of a slice and
    /// the number of lines in it. If the state remembers all lines, lines has an object for each:
    /// slice, line, first, last and count.
    ///
    /// The groups are followed by the whole content of the state, for exact copies: an object with
    /// exact (the version), settings and start; an object with host and entries for each host; and
    /// one with sha256, of all lines before it. They hold the key of the state's hashes.
    Export {
        /// The state
        #[arg(value_name = "STATE", value_hint = ValueHint::FilePath)]
        state: StatePlace,
    },
    /// Add groups to a state, as export prints them
    ///
    /// A new state becomes an exact copy if it gets all lines of an export, unchanged, under the
    /// settings of the exported state. Otherwise, groups are decided on like lines of a run, with
    /// their times and counts, and path positions are learned from them again. If the state exists,
    /// the settings of similarity must be its own; a new state gets slices of time as long as those
    /// of the first group.
    Import(Import),
    /// Forget hosts, or groups that have not come recently
    ///
    /// Forgets groups on one of the hosts, and groups that had no line for the given time; if both
    /// are given, groups of either kind. Their next line is printed again. What was learned about a
    /// host is forgotten with its last group. A file is rewritten in one step at the end, and needs
    /// its own size in free space until then. On a Redis server, hosts are rewritten one by one;
    /// other runs keep what they have loaded until they end.
    Forget {
        /// The state
        #[arg(value_name = "STATE", value_hint = ValueHint::FilePath)]
        state: StatePlace,
        /// Forget this host, with its port unless it is the scheme's own; can be repeated
        #[arg(long, value_name = "HOST", value_hint = ValueHint::Hostname, required_unless_present_any = ["older_than", "future"])]
        host: Vec<String>,
        /// Forget groups that had no line for TIME, like 30d, and all lines older than that
        #[arg(long, value_name = "TIME", value_parser = duration)]
        older_than: Option<Duration>,
        /// Treat lines with times in the future as seen now, and nothing as expired
        ///
        /// For a state that was used while the clock was ahead. No group is forgotten by this.
        #[arg(long, conflicts_with_all = ["host", "older_than"])]
        future: bool,
    },
    /// Rebuild a state under other settings
    ///
    /// The kept lines are decided on again in the order of their times; those that are similar
    /// under the new settings become one group, with the sum of their counts. Path positions are
    /// learned from them again. The state, a file, is replaced in one step at the end. For a Redis
    /// server, use export and import with another prefix.
    Rebuild(Rebuild),
    /// Merge states into a new one
    ///
    /// The kept lines are decided on again in the order of their times, so the order of the states
    /// does not matter. All must have the same settings. The new state is a file; the others may be
    /// on Redis servers.
    Merge(MergeOptions),
}

/// Options of `urlsift state recent`.
#[derive(Debug, Args)]
pub(crate) struct Recent {
    /// The state
    #[arg(value_name = "STATE", value_hint = ValueHint::FilePath)]
    pub state: StatePlace,
    /// The URL, or the text or sequence in a state of these; another line matches only itself
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    url: Option<OsString>,
    /// The same as an option
    #[arg(long, value_name = "LINE", value_hint = ValueHint::Url, conflicts_with = "url")]
    #[arg(hide = true)]
    like: Option<OsString>,
    /// List only lines that came within this time before now, like 60m
    ///
    /// Also: --within
    #[arg(long = "window", alias = "within", value_name = "TIME", value_parser = duration)]
    pub within: Option<Duration>,
    /// List at most N of them
    #[arg(
        short = 'n',
        long = "top",
        alias = "limit",
        value_name = "N",
        default_value = "100"
    )]
    #[arg(value_parser = number::<usize>)]
    pub limit: usize,
    /// The format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: TextOrJson,
    #[command(flatten)]
    pub settings: Typed<Recalling>,
    #[command(flatten)]
    pub lines: Typed<LineSettings>,
}

impl Recent {
    /// Returns the line whose groups are asked for, if it was typed.
    pub(crate) fn line(&self) -> Option<&OsStr> {
        self.url.as_deref().or(self.like.as_deref())
    }
}

/// Options of `urlsift state import`.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The state, which is created if it does not exist
    #[arg(value_name = "STATE", value_hint = ValueHint::FilePath)]
    pub state: StatePlace,
    /// The JSON lines; standard input if none is given, or for -
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub settings: StateSettings,
    #[command(flatten)]
    pub lines: Typed<LineSettings>,
}

/// Options of `urlsift state rebuild`.
#[derive(Debug, Args)]
pub(crate) struct Rebuild {
    /// The state
    #[arg(value_name = "STATE", value_hint = ValueHint::FilePath)]
    pub state: StatePlace,
    #[command(flatten)]
    pub settings: StateSettings,
    #[command(flatten)]
    pub lines: Typed<LineSettings>,
}

/// Options of `urlsift state merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeOptions {
    /// The states
    #[arg(value_name = "STATE", required = true, num_args = 1.., value_hint = ValueHint::FilePath)]
    pub states: Vec<StatePlace>,
    /// The new state, which must not exist yet
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: StatePlace,
    #[command(flatten)]
    pub settings: StateSettings,
    #[command(flatten)]
    pub lines: Typed<LineSettings>,
}

/// The settings of similarity that a state is created with.
pub(crate) type StateSettings = Typed<Remembering>;
