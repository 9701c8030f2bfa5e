//! What can be typed. Nothing is computed here: `app` builds from it what runs.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use urlsift::Weights;

const AFTER_HELP: &str = "Examples and exit status: urlsift --help";

const AFTER_LONG_HELP: &str = "\
Examples:
  waybackurls example.com | urlsift
          One URL of each kind, as soon as it arrives
  urlsift -t 80 monday.txt tuesday.txt -o week.txt
          Two lists as one stream, merged more boldly
  urlsift -d urls.txt | less
          Look at what would be dropped
  urlsift --stats urls.txt > /dev/null
          Only count
  urlsift compare 'https://a.example/x?id=1' 'https://a.example/x?id=2'
          Why two URLs are similar, or not

Exit status:
  0    Done, whatever was dropped; also when the input was empty or the reader of the output went away
  2    An error: a source could not be read (the others were processed), the output could not be written,
       an option was wrong, or a line was no URL under --invalid fail
  130, 143
       Ended by SIGINT or SIGTERM; what was decided until then is written";

/// Keep one URL of every group of similar ones, drop the rest, while they stream by
///
/// Reads URLs, one per line, and prints a URL only while nothing printed so far is similar to it. Lines are
/// printed byte for byte, in input order and as soon as they are decided on, so urlsift works at the end of a slow
/// crawler as well as on a file of a hundred million lines.
///
/// Two URLs are compared by their parts (host, path, parameters, scheme, fragment), each with a weight. Their
/// similarity is the share of weight that they have in common, in percent.
///
/// Cost: linear in the input. Memory grows with the URLs that are kept, not with those that are dropped.
#[derive(Debug, Parser)]
#[command(
    name = "urlsift",
    version,
    args_conflicts_with_subcommands = true,
    after_help = AFTER_HELP,
    after_long_help = AFTER_LONG_HELP,
    max_term_width = 100
)]
pub(crate) struct Cli {
    /// Does something else than filtering.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// What the filter does without a subcommand.
    #[command(flatten)]
    pub(crate) filter: Filter,
}

/// What else the program does.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show how similar two URLs are, component by component
    Compare(Compare),
    /// Print the completions of a shell
    ///
    /// For example: urlsift completions fish > ~/.config/fish/completions/urlsift.fish
    Completions {
        /// The shell that completes
        shell: Shell,
    },
    /// Print the manual page
    ///
    /// For example: urlsift man | man -l -
    Man,
}

/// Two URLs to compare, and how.
#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// One URL
    #[arg(value_name = "A")]
    pub(crate) first: OsString,
    /// The other URL
    #[arg(value_name = "B")]
    pub(crate) second: OsString,
    #[command(flatten)]
    pub(crate) similarity: Similarity,
}

/// The filter's options.
#[derive(Debug, Args)]
pub(crate) struct Filter {
    /// Lists to read as one stream, in this order; - is standard input, which is also read without any
    ///
    /// Write ./compare for a file that has the name of a subcommand.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) similarity: Similarity,

    /// Do with lines that are no URLs: keep, drop, or fail at the first one
    ///
    /// Kept ones are printed at first sight and their exact repetitions dropped. However they are treated, they are
    /// counted, and standard error names the first few.
    #[arg(long, value_name = "WHAT", default_value = "keep", hide_possible_values = true)]
    #[arg(help_heading = "Input")]
    pub(crate) invalid: Invalid,

    /// End records with NUL instead of newline, on both sides
    #[arg(short = 'z', visible_short_alias = '0', long, help_heading = "Input")]
    pub(crate) null: bool,

    /// Print what is dropped instead of what is kept
    ///
    /// Every line that is not empty is in exactly one of the two outputs. Lines of more than 1 MiB, which are not
    /// compared, belong to what is kept.
    #[arg(short, long, help_heading = "Output")]
    pub(crate) dropped: bool,

    /// Write to FILE instead of standard output
    ///
    /// The file is created, or emptied before anything is read. A file that is also an input is refused.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Print statistics on standard error at the end, as text or as one JSON object
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    #[arg(help_heading = "Output")]
    pub(crate) stats: Option<StatsFormat>,

    /// Show progress on standard error: auto, always or never
    ///
    /// By default it shows when standard error is a terminal and the output goes to a file, so that it never mixes
    /// with lines on the same terminal. With a known input size it shows the time that is left.
    #[arg(long, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(help_heading = "Output")]
    pub(crate) progress: When,

    /// Print nothing but errors on standard error: no statistics, no progress, no notes
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Scan with N threads [default: as many as the machine runs in parallel]
    ///
    /// The output does not depend on it. Each costs about 1 MiB.
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, help_heading = "Cost")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// What counts as similar.
#[derive(Debug, Args)]
#[command(next_help_heading = "Similarity")]
pub(crate) struct Similarity {
    /// Drop a URL that is at least this similar to a kept one, in percent from 1 to 100
    ///
    /// Decimals are allowed. At 100 only URLs with the same meaning are dropped. Lower values merge more, and cost more
    /// time and memory for every line.
    #[arg(short, long, value_name = "PERCENT", default_value = "95", value_parser = percent)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) threshold: f64,

    /// Set what the components weigh, as name=number with commas between
    ///
    /// Names are host, path, params, scheme and fragment; those that are not named keep their default. A component of weight 0 is not compared.
    #[arg(long, value_name = "WEIGHTS", default_value = "host=4,path=3,params=2,scheme=0.5,fragment=0.5")]
    #[arg(value_parser = Weights::parse)]
    pub(crate) weights: Weights,

    /// Measure similarity by overlap or by simhash
    ///
    /// overlap is the exact share of common weight. simhash is the classical 64-bit fingerprint, an estimate
    /// that merges URLs of one host far too easily; it is there for comparison with other tools.
    #[arg(long, default_value = "overlap", hide_possible_values = true)]
    pub(crate) metric: Metric,

    /// Compare words, numbers and identifiers as they are written
    ///
    /// Without it, /user/1/edit and /user/2/edit are the same kind of URL.
    #[arg(long)]
    pub(crate) literal: bool,
}

/// What happens to lines that are no URLs.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Invalid {
    /// Print at first sight, drop repetitions
    Keep,
    /// Print none
    Drop,
    /// Stop at the first
    Fail,
}

/// How similarity is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Metric {
    /// The exact share of common weight
    Overlap,
    /// The 64-bit weighted `SimHash`
    Simhash,
}

/// How statistics are printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum StatsFormat {
    /// A table for people
    Text,
    /// One JSON object on one line
    Json,
}

/// When progress is shown.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum When {
    /// When it disturbs nothing
    Auto,
    /// Whenever standard error is a terminal
    Always,
    /// Not at all
    Never,
}

fn percent(typed: &str) -> Result<f64, String> {
    match typed.parse() {
        Ok(percent) if (1.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err("must be a number from 1 to 100".to_owned()),
    }
}

fn threads(typed: &str) -> Result<NonZeroUsize, String> {
    match typed.parse() {
        Ok(threads) if threads <= NonZeroUsize::new(1024).expect("not zero") => Ok(threads),
        _ => Err("must be a whole number from 1 to 1024".to_owned()),
    }
}
