//! What can be typed. Nothing is computed here: `app` builds from it what runs.

use std::ffi::OsString;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use urlsift::Weights;

/// What people run, and why: shown by `--help` and the manual page.
pub(crate) const EXAMPLES: [(&str, &str); 5] = [
    ("waybackurls example.com | urlsift", "One URL of each kind, as soon as it arrives"),
    ("urlsift -t 80 monday.txt tuesday.txt -o week.txt", "Two lists as one stream, merged more boldly"),
    ("urlsift -d urls.txt | less", "Look at what would be dropped"),
    ("urlsift --stats urls.txt > /dev/null", "Only count"),
    (
        "urlsift compare 'https://a.example/x?id=1' 'https://a.example/x?id=2'",
        "Why two URLs are similar, or not",
    ),
];

/// What the exit statuses mean: shown by `--help` and the manual page.
pub(crate) const EXIT_STATUS: [(&str, &str); 3] = [
    ("0", "Done, whatever was dropped; also for an empty input or a closed output pipe"),
    (
        "2",
        "An error: a file that cannot be read (the others are processed), an output that cannot be written, a \
           wrong option, or a line that is no URL under --invalid fail",
    ),
    ("130, 143", "Ended by SIGINT or SIGTERM; what was decided until then is written"),
];

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
    disable_help_subcommand = true,
    after_help = "Examples and exit statuses: urlsift --help",
    after_long_help = notes(),
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
    /// Lists to read as one stream; - or no FILE is standard input
    ///
    /// They are read in this order, and a last line without a newline gets one. Subcommand names win over file names:
    /// write ./compare for a file of that name.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) similarity: Similarity,

    /// What to do with lines that are no URLs
    ///
    /// However they are treated, they are counted, and standard error names the first few.
    #[arg(long, value_name = "WHAT", default_value = "keep")]
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

    /// Print statistics on standard error at the end
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    #[arg(help_heading = "Output")]
    pub(crate) stats: Option<StatsFormat>,

    /// Show progress on standard error
    ///
    /// When the size of the input is known, it tells the time that is left.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    #[arg(help_heading = "Output")]
    pub(crate) progress: When,

    /// Print nothing but errors on standard error
    ///
    /// No statistics, no progress, no notes.
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Scan with N threads [default: all the machine has]
    ///
    /// The output does not depend on it. With 1, urlsift takes the least processor time; more take less time on the clock.
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, help_heading = "Performance")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// What counts as similar.
#[derive(Debug, Args)]
#[command(next_help_heading = "Similarity")]
pub(crate) struct Similarity {
    /// Drop URLs that are at least this similar to a kept one
    ///
    /// From 1 to 100; decimals are allowed. At 100 only URLs with the same meaning are dropped. Lower values merge more, and cost more
    /// time and memory for every line.
    #[arg(short, long, value_name = "PERCENT", default_value = "95", value_parser = percent)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) threshold: f64,

    /// Weigh the components, like host=4,path=3
    ///
    /// Names are host, path, params, scheme and fragment; those that are not named keep their default. A component of weight 0 is not compared.
    #[arg(long, value_name = "WEIGHTS", default_value = "host=4,path=3,params=2,scheme=0.5,fragment=0.5")]
    #[arg(value_parser = Weights::parse)]
    pub(crate) weights: Weights,

    /// How similarity is measured
    #[arg(long, default_value = "overlap")]
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
    /// Print them at first sight, drop exact repetitions
    Keep,
    /// Print none of them
    Drop,
    /// Stop at the first one, with status 2
    Fail,
}

/// How similarity is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Metric {
    /// The exact share of weight that two URLs have in common
    Overlap,
    /// The classical 64-bit fingerprint, for comparison with other tools: it merges URLs of one host far too easily
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
    /// When standard error is a terminal, and the output a file: it never mixes with lines
    Auto,
    /// Whenever standard error is a terminal
    Always,
    /// Not at all
    Never,
}

/// The examples and exit statuses, as help shows them.
fn notes() -> String {
    let mut notes = "Examples:\n".to_owned();
    for (command, purpose) in EXAMPLES {
        let _ = writeln!(notes, "  {command}\n          {purpose}");
    }
    notes.push_str("\nExit status:\n");
    for (status, meaning) in EXIT_STATUS {
        let _ = writeln!(notes, "  {status}\n          {meaning}");
    }
    notes
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
