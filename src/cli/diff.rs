//! The options of `urlsift diff`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::filter::InputOptions;
use super::forms::threads;
use super::numbers::{decimal, number};
use super::settings::{Templating, Typed};

/// Options of `urlsift diff`.
#[derive(Debug, Args)]
pub(crate) struct DiffOptions {
    /// The old list or state; - for standard input
    ///
    /// A list may be compressed, as for the filter. A state is a file that --state has written, or
    /// a Redis server (redis://...); its kept lines are read.
    #[arg(value_name = "OLD", value_hint = ValueHint::FilePath)]
    pub old: PathBuf,
    /// The new list or state
    #[arg(value_name = "NEW", value_hint = ValueHint::FilePath)]
    pub new: PathBuf,

    /// Show only these differences: new, gone, changed; with commas between
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        help_heading = "What is compared"
    )]
    pub only: Vec<ChangeKind>,

    /// Do not compare these: params, methods, statuses, lines; with commas between
    ///
    /// Aspects that only one of the two has are never compared, and a note says so: a list of URLs
    /// alone has no methods and statuses, a state no statuses.
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        help_heading = "What is compared"
    )]
    pub ignore: Vec<Ignored>,

    /// Show a path as changed if it has at least N times the lines, or an Nth of them
    #[arg(long, value_name = "N", default_value = "10")]
    #[arg(help_heading = "What is compared")]
    #[arg(value_parser = decimal)]
    pub factor: f64,

    /// Leave out paths with fewer than N lines, and parameters, methods and statuses of a path with
    /// fewer
    ///
    /// With 2, anything that a crawl met only once is left out. A note counts the omitted
    /// differences.
    #[arg(long, value_name = "N", default_value = "1", hide_default_value = true)]
    #[arg(help_heading = "What is compared")]
    #[arg(value_parser = number::<u64>)]
    pub min: u64,

    #[command(flatten)]
    pub settings: Typed<Templating>,
    #[command(flatten)]
    pub input: InputOptions,

    /// Read lines that end with NUL instead of newline
    #[arg(
        short = 'z',
        visible_short_alias = '0',
        long,
        help_heading = "How the input is read"
    )]
    pub null: bool,

    /// The format of the output
    ///
    /// jsonl prints one JSON object for each difference. Its members are change (new, gone, changed
    /// or missing), host, path, old and new (null if the list does not have the path, otherwise an
    /// object with lines, methods, templates, parameters and examples), and, for a changed path,
    /// parameters, methods and statuses (each an object with new and gone) and lines (whether they
    /// differ by
    /// --factor).
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        help_heading = "How it is printed"
    )]
    pub format: DiffFormat,

    /// Show up to N lines of each difference
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(help_heading = "How it is printed")]
    #[arg(value_parser = number::<usize>)]
    pub examples: usize,

    /// Also write the differences as an HTML page to FILE
    ///
    /// One self-contained page that loads nothing: hosts, and new, gone and changed paths, with
    /// examples. Tables can be searched and sorted, and show their 500 largest rows. No URL becomes
    /// a link. FILE keeps its old content until the page is complete.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "How it is printed")]
    pub report: Option<PathBuf>,

    /// Print only errors on standard error
    #[arg(short, long, help_heading = "How it is printed")]
    pub quiet: bool,

    /// Work on N threads [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, help_heading = "Speed")]
    pub threads: Option<NonZeroUsize>,
}

/// A kind of difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChangeKind {
    /// Paths that only NEW has
    New,
    /// Paths that only OLD has
    Gone,
    /// Paths of both with other parameters, methods, statuses or numbers of lines
    Changed,
    /// Paths that only one has, where every line was answered by 404 or 410
    Missing,
}

impl ChangeKind {
    /// Returns its name, as it is typed.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Gone => "gone",
            Self::Changed => "changed",
            Self::Missing => "missing",
        }
    }
}

/// Properties that are not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ignored {
    /// Names of parameters, and values that choose what a page does
    Params,
    /// Methods of requests
    Methods,
    /// Classes of statuses
    Statuses,
    /// Numbers of lines
    Lines,
}

/// Formats of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// Lines for people, by host
    Text,
    /// A JSON object for each difference
    #[value(alias = "json")]
    Jsonl,
    /// A table for a pull request
    Markdown,
}
