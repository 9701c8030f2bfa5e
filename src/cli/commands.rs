//! The subcommands that read a list once, or no list at all.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::filter::InputOptions;
use super::forms::{
    ClassesFormat, ClusterFormat, CompareFormat, Taught, TextOrJson, When, threads,
};
use super::numbers::{around, number, positive, seconds};
use super::settings::{
    AnyThreshold, Clustering, ComparedSettings, Formats, LineSettings, Pairing, Selecting,
    Sweeping, Typed, key, percent,
};

/// Options of `urlsift compare`.
#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// One URL
    #[arg(value_name = "A", value_hint = ValueHint::Url)]
    pub first: OsString,
    /// The other URL
    #[arg(value_name = "B", value_hint = ValueHint::Url)]
    pub second: OsString,
    #[command(flatten)]
    pub settings: Typed<ComparedSettings>,
    #[command(flatten)]
    pub lines: Typed<LineSettings>,

    /// The format of the output
    ///
    /// text prints tables, for texts and sequences with the percentages of other measures. jsonl
    /// prints one JSON object: percent, similar, apart (the reason why they are never merged, or
    /// null), shapes, components (weight, and how much of each one's weight the other has),
    /// differences, same, rules, and measures in percent: overlap, simhash, weighted_jaccard (as
    /// the second stage of cluster compares) and jaccard (the share of parts that both have).
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        help_heading = "How it is printed"
    )]
    pub format: CompareFormat,
}

/// Options of `urlsift keys`.
#[derive(Debug, Args)]
pub(crate) struct KeysOptions {
    /// Lists to read as one stream; standard input if none is given, or for -
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub settings: Typed<ComparedSettings>,
    #[command(flatten)]
    pub lines: Typed<LineSettings>,

    /// Read and print lines that end with NUL instead of newline
    #[arg(
        short = 'z',
        visible_short_alias = '0',
        long,
        help_heading = "How the input is read"
    )]
    pub null: bool,

    /// Hash with KEY: up to 32 hexadecimal digits that nobody else can guess
    ///
    /// Without a secret key, someone could write URLs that share keys although they are not
    /// similar.
    ///
    /// Also: --key
    #[arg(long = "seed", alias = "key", value_name = "KEY", value_parser = key, help_heading = "How it is printed")]
    pub key: Option<String>,

    /// Print at most 40 numbers for each line, of which similar lines share one in most cases
    ///
    /// For thresholds at which lines have too many keys. Two lines that are just similar share a
    /// number with a probability of 95 %, and others may share one: compare those that do.
    #[arg(long, help_heading = "How it is printed")]
    pub bands: bool,
}

/// Options of `urlsift fields`.
#[derive(Debug, Args)]
pub(crate) struct FieldsOptions {
    /// Sources to look at; standard input if none is given, or for -
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub settings: Typed<Formats>,
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

    /// Show the first N records of each source
    ///
    /// Also: --records
    #[arg(
        short = 'n',
        long = "top",
        alias = "records",
        value_name = "N",
        default_value = "5",
        help_heading = "How it is printed"
    )]
    #[arg(value_parser = positive::<NonZeroUsize>)]
    pub records: NonZeroUsize,

    /// The format of the output
    ///
    /// jsonl prints one JSON object for each record. Its members are source, record (its number),
    /// format, fields (a list of objects with field, value and from: where it was found) and
    /// missing (a list of the fields that the record does not have).
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        help_heading = "How it is printed"
    )]
    pub format: TextOrJson,
}

/// Options of `urlsift cluster`.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "one field per switch")]
pub(crate) struct Cluster {
    /// Lists to read as one stream; standard input if none is given, or for -
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub settings: Typed<Clustering>,
    #[command(flatten)]
    pub lines: Typed<LineSettings>,
    #[command(flatten)]
    pub input: InputOptions,

    /// Find candidates first: pairs of lines whose SimHash codes differ in at most K bits
    ///
    /// From 0 to 13; it replaces the threshold. Requires --metric simhash. All such pairs are
    /// found. Standard error says how many pairs were candidates, how many of them were compared
    /// because they were not in one group yet, how many were similar, and which groups the
    /// candidates alone would form.
    #[arg(
        long,
        value_name = "K",
        help_heading = "What counts as similar",
        conflicts_with = "leader"
    )]
    #[arg(value_parser = number::<u32>)]
    pub distance: Option<u32>,

    /// Merge candidates only if their weighted Jaccard similarity is at least PERCENT
    ///
    /// That is, over all parts: the sum of the smaller of the two weights, divided by the sum of
    /// the larger.
    #[arg(long, value_name = "PERCENT", value_parser = percent, help_heading = "What counts as similar")]
    #[arg(requires = "distance")]
    pub verify: Option<f64>,

    /// Print the groups that the filter makes
    ///
    /// A line belongs to the first kept line that it is similar to, as with urlsift --count. The
    /// list is read once, and its order matters. No chain of similar lines joins lines that differ
    /// much, which happens in long lists at low thresholds; but more similar lines stay apart.
    #[arg(long, help_heading = "What counts as similar")]
    pub leader: bool,

    /// Compare all candidates, however long it takes
    ///
    /// Otherwise, if a list of texts or sequences is so long that this would take more than some
    /// seconds, hashes choose the pairs to compare (MinHash, weighted by tf-idf). Groups are as
    /// precise as before, but some similar lines are not found; a note on standard error says how
    /// many to expect.
    #[arg(long, help_heading = "What counts as similar", conflicts_with_all = ["leader", "distance"])]
    pub exact: bool,

    /// Read and print lines that end with NUL instead of newline
    #[arg(
        short = 'z',
        visible_short_alias = '0',
        long,
        help_heading = "How the input is read"
    )]
    pub null: bool,

    /// The format of the output
    ///
    /// text prints a heading for each group, and its lines with four spaces in front. jsonl prints
    /// one JSON object for each group. Its members are group, size, shape (null if the lines are
    /// not URLs), representative (the first line) and members. If a line is not UTF-8, U+FFFD
    /// replaces the wrong bytes, and representative_hex and members_hex give all bytes in
    /// hexadecimal digits (null for lines that are UTF-8). tsv prints a header, and for each line
    /// its group, record (the number of the line), the size and the shape of the group (- if there
    /// is none), and the line, with tabs between them.
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        help_heading = "How it is printed"
    )]
    pub format: ClusterFormat,

    /// Print only groups of at least N lines
    ///
    /// Also: --min-size
    #[arg(
        long = "min",
        alias = "min-size",
        value_name = "N",
        default_value = "1",
        hide_default_value = true,
        help_heading = "How it is printed"
    )]
    #[arg(value_parser = number::<u64>)]
    pub min_size: u64,

    /// Print only the N largest groups
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        aliases = ["limit", "head"],
        help_heading = "How it is printed"
    )]
    #[arg(value_parser = number::<usize>)]
    pub top: Option<usize>,

    /// Print only the first N lines of each group
    ///
    /// With tsv, the first one is always printed.
    ///
    /// Also: --members
    #[arg(
        long = "examples",
        alias = "members",
        value_name = "N",
        help_heading = "How it is printed"
    )]
    #[arg(value_parser = number::<usize>)]
    pub members: Option<usize>,

    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "How it is printed")]
    pub output: Option<PathBuf>,

    /// Show progress on standard error
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "How it is printed"
    )]
    pub progress: When,

    /// Print only errors on standard error
    #[arg(short, long, help_heading = "How it is printed")]
    pub quiet: bool,

    /// Work on N threads [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, help_heading = "Speed")]
    pub threads: Option<NonZeroUsize>,
}

/// Options of `urlsift sessions`.
#[derive(Debug, Args)]
pub(crate) struct Sessions {
    /// Logs to read as one stream; standard input if none is given, or for -
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Print N requests before each POST and N after it; at least 2
    #[arg(long, value_name = "N", default_value = "2")]
    #[arg(value_parser = around)]
    pub around: u8,

    /// Treat a client as a new one after a pause of more than SECONDS
    #[arg(long, value_name = "SECONDS", default_value = "1800")]
    #[arg(value_parser = seconds)]
    pub gap: u32,

    /// Print only errors on standard error
    #[arg(short, long)]
    pub quiet: bool,
}

/// Options of `urlsift classes`.
#[derive(Debug, Args)]
pub(crate) struct ClassesOptions {
    /// URLs, paths or segments; - reads them from standard input, one per line
    ///
    /// A TEXT without a slash is a segment deep in a path. Other rules may apply to the first
    /// segments of a path: write /wiki for the first.
    #[arg(value_name = "TEXT", required = true)]
    pub texts: Vec<OsString>,

    #[command(flatten)]
    pub settings: Typed<AnyThreshold>,

    /// The format of the output
    ///
    /// jsonl prints one JSON object for each TEXT. Its members are text and segments: a list of
    /// objects with segment, class, token, rule and why (null if no rule applies), takes and leaves
    /// (examples of segments that the rule accepts and rejects), and learning (null with
    /// --no-learn).
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        help_heading = "How it is printed"
    )]
    pub format: ClassesFormat,
}

/// Options of `urlsift teach`.
#[derive(Debug, Args)]
pub(crate) struct Teach {
    /// The file of rules, which is created if it does not exist
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Whether two URLs are the same or different, or a place is in or out
    #[arg(value_name = "WHAT")]
    pub what: Taught,

    /// One URL; with in and out the place, like .example.com or example.com/logout
    #[arg(value_name = "A", value_hint = ValueHint::Url)]
    pub first: OsString,
    /// The other URL
    #[arg(value_name = "B", value_hint = ValueHint::Url)]
    #[arg(required_if_eq_any([("what", "same"), ("what", "different")]))]
    pub second: Option<OsString>,

    #[command(flatten)]
    pub settings: Typed<Pairing>,

    /// Print the rule and leave FILE as it is
    #[arg(long, help_heading = "Output")]
    pub dry_run: bool,
}

/// Options of `urlsift traps`.
#[derive(Debug, Args)]
pub(crate) struct TrapsOptions {
    /// Lists to read as one stream; standard input if none is given, or for -
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub settings: Typed<Selecting>,

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
    /// text prints below each trap its rule as an option of urlsift, which Scrapy accepts as deny,
    /// and as lines of robots.txt if possible. jsonl prints one JSON object for each trap, with
    /// the members kind, place, lines, share (percent of the lines that are not empty), pages (how
    /// many lines of it the filter keeps), share_of_pages (percent of all that it keeps), examples,
    /// not_match (a regular expression) and robots (lines of robots.txt, none if it cannot express
    /// it).
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        help_heading = "How it is printed"
    )]
    pub format: TextOrJson,

    /// Print only errors on standard error
    #[arg(short, long, help_heading = "How it is printed")]
    pub quiet: bool,
}

/// Options of `urlsift sweep`.
#[derive(Debug, Args)]
pub(crate) struct SweepOptions {
    /// Lists to read as one stream; standard input if none is given, or for -
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub settings: Typed<Sweeping>,
    #[command(flatten)]
    pub lines: Typed<LineSettings>,

    /// Read lines that end with NUL instead of newline
    #[arg(
        short = 'z',
        visible_short_alias = '0',
        long,
        help_heading = "How the input is read"
    )]
    pub null: bool,

    /// Show up to N examples of each step [default: 2, of texts and sequences 10]
    ///
    /// Of texts and sequences, they are lines that one component has at a threshold, and two
    /// components at the next one. Components are those of a sample if there are more than 20,000
    /// lines.
    #[arg(long, value_name = "N", help_heading = "How it is printed")]
    #[arg(value_parser = number::<usize>)]
    pub examples: Option<usize>,

    /// Print one JSON object instead of a table
    ///
    /// Its members are records, empty, long, thresholds and worth_trying (a list of thresholds).
    /// thresholds is a list of objects with lowest and highest (the thresholds that keep the same
    /// lines), kept, percent (of the lines that are not empty), largest_group (its number of lines)
    /// and examples: each has a line that
    /// is merged at these thresholds but not at the next one, and the kept line that it is merged
    /// with, as representative. A line that is not UTF-8 is also given in hexadecimal digits, as
    /// line_hex. For texts and sequences there are compared (the number of lines of the sample) and
    /// components: objects with threshold, components (of two lines or more), lines (in them),
    /// largest, and examples of a line and the first line of its component.
    #[arg(long, help_heading = "How it is printed")]
    pub json: bool,

    /// Print only errors on standard error
    #[arg(short, long, help_heading = "How it is printed")]
    pub quiet: bool,

    /// Work on N threads [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, help_heading = "Speed")]
    pub threads: Option<NonZeroUsize>,
}
