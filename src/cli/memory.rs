//! The options of what is remembered from run to run.

use std::path::PathBuf;

use clap::{Args, ValueHint};

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
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["two_pass", "count", "explain", "format", "report"])]
    pub(crate) state: Option<PathBuf>,

    /// Wait for another run to end that has the state, instead of failing
    #[arg(long, requires = "state")]
    pub(crate) state_wait: bool,

    /// Decide as --state does, and store nothing
    ///
    /// The file is only read, also while another run writes to it.
    #[arg(long, requires = "state", conflicts_with = "state_wait")]
    pub(crate) dry_run: bool,
}
