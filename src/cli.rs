//! What can be typed. Nothing is computed here: `app` builds from it what runs.

#![allow(clippy::doc_markdown, reason = "help is plain text")]

use std::ffi::OsString;
use std::fmt::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use urlsift::{Class, Weights};

/// What people run, and why: shown by `--help` and the manual page.
pub(crate) const EXAMPLES: [(&str, &str); 8] = [
    ("waybackurls example.com | urlsift", "One URL of each kind, as soon as it arrives"),
    ("urlsift -t 80 monday.txt tuesday.txt -o week.txt", "Two lists as one stream, merged more boldly"),
    ("urlsift -d urls.txt | less", "Look at what would be dropped"),
    ("urlsift --explain urls.txt | less", "Look at why"),
    ("urlsift --count --print shape urls.txt | sort -rn", "The kinds of URL in a list, the largest first"),
    ("urlsift sweep urls.txt", "Which threshold suits a list"),
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
    ("129, 130, 143", "Ended by SIGHUP, SIGINT or SIGTERM; the output up to that point is complete"),
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
    /// Show how many lines each threshold would keep, and what it merges
    ///
    /// Reads the list once, and prints a line with a bar for every threshold from 50 to 100; then, for each step down, a few
    /// lines that it merges with others. The counts are those of that many runs of urlsift.
    ///
    /// A higher threshold can keep fewer lines: which lines are kept decides which later ones are similar to one.
    ///
    /// SWEEP_COST
    Sweep(Sweep),
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
    #[arg(value_name = "A", value_hint = ValueHint::Url)]
    pub(crate) first: OsString,
    /// The other URL
    #[arg(value_name = "B", value_hint = ValueHint::Url)]
    pub(crate) second: OsString,
    #[command(flatten)]
    pub(crate) threshold: Threshold,
    #[command(flatten)]
    pub(crate) similarity: Similarity,
}

/// A list to try thresholds on, and how.
#[derive(Debug, Args)]
pub(crate) struct Sweep {
    /// Lists to read as one stream; - or no FILE is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) similarity: Similarity,

    /// Records end with NUL instead of newline
    #[arg(short = 'z', visible_short_alias = '0', long, help_heading = "Input")]
    pub(crate) null: bool,

    /// Show up to N examples for each step
    #[arg(long, value_name = "N", default_value = "2", value_hint = ValueHint::Other, help_heading = "Output")]
    pub(crate) examples: usize,

    /// Print one JSON object instead of a table
    ///
    /// It has records, empty, long and thresholds: a list of objects with threshold, kept, percent (of the records that are not
    /// empty) and examples, each with the line that is merged at this threshold but not at the next, and its
    /// representative. Lines that are no UTF-8 have all their bytes as hexadecimal digits too, as line_hex.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    /// Work with N threads [default: all the machine has]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, value_hint = ValueHint::Other, help_heading = "Performance")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// The filter's options.
#[allow(clippy::struct_excessive_bools, reason = "each is a switch that can be typed")]
#[derive(Debug, Args)]
pub(crate) struct Filter {
    /// Lists to read as one stream; - or no FILE is standard input
    ///
    /// They are read in this order, and a last line without a newline gets one. Subcommand names win over file names:
    /// write ./compare for a file of that name.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) threshold: Threshold,
    #[command(flatten)]
    pub(crate) similarity: Similarity,

    /// Read everything twice: learn first, then filter
    ///
    /// The first reading learns which places vary, so the second one knows it from the first line on: lines that came before
    /// a place had shown that it varies are merged too. Nothing is printed before the second reading. Files are read twice,
    /// standard input and pipes are copied to a temporary file.
    ///
    /// Costs 2 times the time of a run without it, no more memory, and disk space for what is copied.
    #[arg(long, help_heading = "Similarity", conflicts_with_all = ["no_learn", "literal"])]
    pub(crate) two_pass: bool,

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

    /// Keep up to N lines of each group of similar ones
    ///
    /// The first one and the next N - 1 that are not the same line again. Further lines are samples only: what is
    /// similar to a sample, but not to the first line of a group, is kept as the first line of its own.
    ///
    /// Costs 1.1 times the time and 1.6 times the memory of a run without it, where a seventh of the lines is kept.
    #[arg(short, long, value_name = "N", default_value = "1", hide_default_value = true)]
    #[arg(value_parser = samples, value_hint = ValueHint::Other, help_heading = "Output")]
    pub(crate) keep: NonZeroU32,

    /// Print how many lines each kept one stands for, at the end
    ///
    /// In the format of uniq -c, in the order in which the groups started; nothing is printed before the input ends. Each
    /// line counts for the first line of its group, the earliest that it is similar to. Lines that are no URLs count their
    /// repetitions. Lines of more than 1 MiB come first, as they are. With --print shape, templates are counted.
    ///
    /// Costs 1.2 times the time and 1.9 times the memory of a run without it: the kept lines are held until the end.
    #[arg(long, help_heading = "Output", conflicts_with_all = ["keep", "dropped", "explain", "format"])]
    pub(crate) count: bool,

    /// Print what is dropped, and why
    ///
    /// Each dropped line is printed as it is. Lines that begin with four spaces follow: how similar it is to which kept line
    /// (the earliest) and where that stands, the template of the line, what differs in each component, and which path segments
    /// were learned to be variable. So 'grep -v "^    "' leaves the dropped lines alone.
    ///
    /// A dropped line that begins with a space or a backslash itself gets a backslash before it, which sed 's/^\\//' takes
    /// away again. With --null all of these lines end with NUL, as 'grep -zv' and 'sed -z' expect.
    ///
    /// Costs 10 times the time and 2.3 times the memory of a run without it: the kept lines are held, and each dropped one is
    /// parsed again beside its representative.
    #[arg(long, help_heading = "Output", conflicts_with_all = ["format", "print"])]
    pub(crate) explain: bool,

    /// What is printed for each line
    ///
    /// jsonl prints one JSON object for every line, kept or dropped, as soon as it is decided on: source, record (the
    /// line's number in it), verdict (kept, sample, similar, not_url, repeated, empty or long), kept, line and shape; if it
    /// is similar to another, also percent, representative (its source, record, line and shape), components and
    /// differences (those that differ) and learned (path segments that were learned to be variable). A line that is no
    /// UTF-8 has U+FFFD in place of its wrong bytes, and all its bytes as hexadecimal digits in line_hex. A line of
    /// more than 1 MiB has the number of its bytes instead. Objects end with a newline, also under --null.
    ///
    /// Costs 11 times the time and 2.3 times the memory of a run without it.
    #[arg(long, value_name = "FORMAT", default_value = "lines", help_heading = "Output")]
    #[arg(conflicts_with_all = ["dropped", "print"])]
    pub(crate) format: Format,

    /// What is printed of each line
    ///
    /// shape prints its template, like https://example.com/user/{int}/edit?id&page: values stand as the names of their
    /// classes, words in places that were learned to be variable as {word}, parameters without their values in the order of
    /// their names. Lines that are no URLs are printed as they are.
    ///
    /// Costs 1.5 times the time of a run without it, and no more memory.
    #[arg(long, value_name = "WHAT", default_value = "line", help_heading = "Output")]
    pub(crate) print: Print,

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

    /// Print what makes a run repeatable on standard error: version, settings and the key of all hashes, which can be given
    #[arg(long, value_name = "KEY", num_args = 0..=1, require_equals = true, default_missing_value = "", hide = true)]
    #[arg(value_parser = HashKey::parse)]
    pub(crate) debug: Option<HashKey>,

    /// Scan with N threads [default: all the machine has]
    ///
    /// The output does not depend on it. With 1, urlsift takes the least processor time; more take less time on the clock.
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, value_hint = ValueHint::Other, help_heading = "Performance")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// From which similarity on a URL is dropped.
#[derive(Debug, Args)]
#[command(next_help_heading = "Similarity")]
pub(crate) struct Threshold {
    /// Drop URLs that are at least this similar to a kept one
    ///
    /// From 1 to 100; decimals are allowed. At 100 only URLs with the same meaning are dropped. Lower values merge more, and cost more
    /// time and memory for every line.
    #[arg(short = 't', long = "threshold", value_name = "PERCENT", default_value = "95", value_parser = percent, value_hint = ValueHint::Other)]
    #[arg(allow_negative_numbers = true)]
    #[arg(id = "threshold")]
    pub(crate) percent: f64,
}

/// What counts as similar.
#[allow(clippy::struct_excessive_bools, reason = "each is a switch that can be typed")]
#[derive(Debug, Args)]
#[command(next_help_heading = "Similarity")]
pub(crate) struct Similarity {
    /// Weigh the components, like host=4,path=3
    ///
    /// Names are host, path, params, scheme and fragment; those that are not named keep their default. A component of weight 0 is not compared.
    #[arg(long, value_name = "WEIGHTS", default_value = "host=4,path=3,params=2,scheme=0.5,fragment=0.5")]
    #[arg(value_parser = Weights::parse, value_hint = ValueHint::Other)]
    pub(crate) weights: Weights,

    /// How similarity is measured
    #[arg(long, default_value = "overlap")]
    pub(crate) metric: Metric,

    /// Compare words, numbers and identifiers as they are written
    ///
    /// Without it, /user/1/edit and /user/2/edit are the same kind of URL.
    #[arg(long, conflicts_with_all = ["class", "no_class", "ignore_param", "no_default_ignores"])]
    pub(crate) literal: bool,

    /// Learn no places
    ///
    /// Otherwise a place of a site that keeps showing new unfamiliar words becomes variable, like the last one of
    /// /tag/red and /tag/blue. Without learning, a second run over the output drops nothing.
    #[arg(long)]
    pub(crate) no_learn: bool,

    /// Know only this class of values; can be repeated
    ///
    /// A value of a class is the same as any other value. What is of no known class is a word, compared as it is; so are version and
    /// file, which are never learned to be variable.
    /// urlsift --print shape shows what is taken for what.
    #[arg(long, value_name = "NAME", value_parser = classes())]
    pub(crate) class: Vec<String>,

    /// Do not know this class of values; can be repeated
    ///
    /// Taken from those of --class, or from all.
    #[arg(long, value_name = "NAME", value_parser = classes())]
    pub(crate) no_class: Vec<String>,

    /// Ignore parameters of this name; can be repeated
    ///
    /// A * in it stands for any characters, as in 'utm_*'; case does not matter. Ignored parameters are not compared.
    #[arg(long, value_name = "GLOB", value_hint = ValueHint::Other)]
    pub(crate) ignore_param: Vec<String>,

    /// Compare tracking and session parameters too
    ///
    /// Otherwise utm_*, fbclid, gclid, phpsessid and some thirty more are ignored.
    #[arg(long)]
    pub(crate) no_default_ignores: bool,
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

/// In which form verdicts are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The kept lines, as they came
    Lines,
    /// Every line, kept and dropped, as a JSON object
    Jsonl,
}

/// What is printed of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Print {
    /// The line
    Line,
    /// Its template
    Shape,
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

/// The key of a run's hashes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum HashKey {
    /// One that nobody can foresee.
    Drawn,
    /// That of another run.
    Given([u64; 2]),
}

impl HashKey {
    /// Reads a key as `--debug` prints it.
    fn parse(typed: &str) -> Result<Self, String> {
        let half = |digits: Option<&str>| digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        match (typed.len(), half(typed.get(..16)), half(typed.get(16..))) {
            (0, ..) => Ok(Self::Drawn),
            (32, Some(first), Some(second)) => Ok(Self::Given([first, second])),
            _ => Err("must be 32 hexadecimal digits".to_owned()),
        }
    }
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
    match typed.strip_suffix('%').unwrap_or(typed).trim_end().parse() {
        Ok(percent) if (1.0..=100.0).contains(&percent) => Ok(percent),
        Ok(share) if (0.01..1.0).contains(&share) => {
            let percent = (share * 1e8).round() / 1e6;
            Err(format!("percentages run from 1 to 100; for a share of {share} write -t {percent}"))
        }
        _ => Err("must be a number from 1 to 100".to_owned()),
    }
}

fn samples(typed: &str) -> Result<NonZeroU32, String> {
    typed.parse().map_err(|_| format!("must be a whole number from 1 to {}", u32::MAX))
}

/// The names of classes that can be switched.
fn classes() -> PossibleValuesParser {
    Class::ALL.into_iter().filter(|&class| class != Class::Word).map(Class::name).into()
}

fn threads(typed: &str) -> Result<NonZeroUsize, String> {
    match typed.parse() {
        Ok(threads) if threads <= NonZeroUsize::new(1024).expect("not zero") => Ok(threads),
        _ => Err("must be a whole number from 1 to 1024".to_owned()),
    }
}
