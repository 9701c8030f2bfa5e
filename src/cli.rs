//! What can be typed. Nothing is computed here: `app` builds from it what runs.

#![allow(clippy::doc_markdown, reason = "help is plain text")]

pub(crate) mod config;
mod costs;
mod input;
mod memory;
mod selection;

use std::env;
use std::ffi::OsString;
use std::fmt::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{
    Args, ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum, ValueHint,
};
use clap_complete::Shell;
pub(crate) use input::Input;
use memory::duration;
pub(crate) use memory::{Memory, Remember};
pub(crate) use selection::Selection;
pub(crate) use urlsift::memory::Place;
use urlsift::{Class, Weights};

/// What people run, and why: shown by `--help` and the manual page.
pub(crate) const EXAMPLES: [(&str, &str); 9] = [
    ("waybackurls example.com | urlsift", "One URL of each kind, as soon as it arrives"),
    ("urlsift -t 80 monday.txt tuesday.txt -o week.txt", "Two lists as one stream, with more lines merged"),
    ("urlsift -d urls.txt | less", "The lines that would be dropped"),
    ("urlsift --explain urls.txt | less", "The same, each with the reason"),
    ("urlsift --count --print shape urls.txt | sort -rn", "The kinds of URL in a list, the largest first"),
    ("urlsift sweep urls.txt", "How many lines each threshold keeps"),
    ("urlsift --stats urls.txt > /dev/null", "Only the statistics"),
    (
        "urlsift compare 'https://a.example/x?id=1' 'https://a.example/x?id=2'",
        "How similar two URLs are, and where they differ",
    ),
    ("urlsift classes https://a.example/rest/api/2/users/17", "What each path segment is taken for, and why"),
];

/// What the exit statuses mean: shown by `--help` and the manual page.
pub(crate) const EXIT_STATUS: [(&str, &str); 3] = [
    (
        "0",
        "Done, however many lines were dropped; also if the input is empty or the reader of the output goes away",
    ),
    (
        "2",
        "An error: a file cannot be read (the others are processed), the output cannot be written, an option is \
           wrong, or a line is not a URL under --invalid fail",
    ),
    ("129, 130, 143", "Ended by SIGHUP, SIGINT or SIGTERM; the output up to that point is complete"),
];

/// Keep one URL of every group of similar ones, drop the rest, while they stream by
///
/// Reads URLs, one per line, and prints a URL only if no URL printed before is similar to it. Lines
/// are printed byte for byte, in input order, and as soon as they are decided on, so urlsift works
/// behind a slow crawler as well as on a file of a hundred million lines.
///
/// Two URLs are compared by their parts (host, path, parameters, scheme, fragment), each with a
/// weight. Their similarity is the share of the weight that both have in common, in percent.
///
/// Lines that are not URLs are printed once; a note on standard error counts them.
///
/// Time grows with the number of lines, memory with the number of URLs that are kept, not of those
/// that are dropped.
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
    /// Subcommand to run instead of filtering.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// What the filter does without a subcommand.
    #[command(flatten)]
    pub(crate) filter: Filter,
}

/// What the program does instead of filtering.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show how similar two URLs are, component by component
    Compare(Compare),
    /// Show how many lines each threshold keeps, with examples of what it merges
    ///
    /// Tries every threshold from 50 to 100 and prints a line with a bar for each; thresholds that
    /// keep the same lines share one. Then follow, for each step down, a few lines that it merges
    /// with others, and the thresholds worth trying: those that merge most of what the next one
    /// keeps. The counts are those of separate runs of urlsift. The list is read once; of lines that
    /// read alike, one is held in memory.
    ///
    /// A higher threshold can keep fewer lines, because the lines that are kept decide which later
    /// ones are dropped.
    Sweep(Sweep),
    /// Print the groups of similar lines that a list consists of
    ///
    /// A group is what hangs together by similarity: from any of its lines, all others are reached
    /// in steps of lines that are similar at the threshold. So the order of the list changes
    /// nothing, and the first and last line of a long chain may differ much. The list is read
    /// twice: first to learn which path positions are variable, then to group. Lines that are not
    /// URLs are grouped by their bytes; empty lines belong to no group, nor do lines of more than
    /// 1 MiB, which a note on standard error counts.
    ///
    /// The largest group is printed first, of equal sizes the one that starts first. A group is
    /// called by the number of its first line, its representative, among all lines of the input.
    ///
    /// All lines are held in memory with 12 bytes each, and 50 to 200 bytes for each line that
    /// reads differently.
    Cluster(Cluster),
    /// Print each line with the keys by which similar lines are found
    ///
    /// Two URLs are similar at the threshold if and only if they have a key in common, up to
    /// collisions of 64-bit hashes. So joining two lists on their keys finds what is similar, on
    /// any number of machines. Nothing is compared with other lines here, and nothing is learned.
    ///
    /// Prints for each line its keys, a tab, and the line as it is. Keys have 16 hexadecimal digits
    /// and are joined by commas. A line that is not a URL has one key, which only the same line
    /// has. A - stands for the keys of a URL that has more than 4,096 of them and of a line of more
    /// than 1 MiB. Empty lines are left out. Keys are the same in every run with the same options.
    Keys(Keys),
    /// Show what path segments are taken for, by which rule, and what learning makes of them
    ///
    /// Prints for each segment of a TEXT its class (word if no rule takes it); the token that is
    /// compared, where {} stands for a value; the rule that takes it, why that is a rule, and
    /// examples of what it takes and leaves; and what learning makes of it: what a word says of its
    /// path position before anything is learned, and whether it stays itself in a learned one.
    Classes(ClassesOf),
    /// Look at what runs remember, and change it
    ///
    /// For example: urlsift state info seen.state. A STATE is a file or, as for --state, a Redis server:
    /// redis://USER:PASSWORD@HOST:PORT/DB?prefix=NAME. What only reads leaves no trace there.
    State(State),
    /// Print what clients did around each POST, from an access log
    ///
    /// Reads access logs in the common or combined format (Apache, nginx) and prints a line for
    /// each POST request: what its client requested before, then the POST, then what it requested
    /// after. A client is an address with a user agent. After a pause, a client begins anew. Such
    /// lines are grouped by: urlsift cluster --as events --by post
    ///
    /// A line has the fields client and post (the template of the path), then steps: path, method
    /// and seconds since the step before, with | between them. A POST with fewer requests around it
    /// is left out; a note on standard error counts these, and the lines that are not requests.
    /// Times should ascend, as they do in logs; memory holds the last requests of clients that have
    /// not paused.
    Sessions(Sessions),
    /// Print the completion script of a shell
    ///
    /// For example: urlsift completions fish > ~/.config/fish/completions/urlsift.fish
    Completions {
        /// The shell that reads the script
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
    #[command(flatten)]
    pub(crate) kind: Kind,
}

/// A list whose keys are wanted, and how it is compared.
#[derive(Debug, Args)]
pub(crate) struct Keys {
    /// Lists to read as one stream; standard input if there is none, or for -
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) threshold: Threshold,
    #[command(flatten)]
    pub(crate) similarity: Similarity,
    #[command(flatten)]
    pub(crate) kind: Kind,

    /// Read and print lines that end with NUL instead of newline
    #[arg(short = 'z', visible_short_alias = '0', long, help_heading = "Input")]
    pub(crate) null: bool,

    /// Hash with KEY, 32 hexadecimal digits, which others cannot guess
    ///
    /// Without a secret key, someone could write URLs that have keys in common although they are
    /// not similar.
    #[arg(long, value_name = "KEY", value_parser = key, value_hint = ValueHint::Other, help_heading = "Output")]
    pub(crate) key: Option<[u64; 2]>,
}

/// A list whose groups are wanted, and how it is compared.
#[derive(Debug, Args)]
pub(crate) struct Cluster {
    /// Lists to read as one stream; standard input if there is none, or for -
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) threshold: Threshold,
    #[command(flatten)]
    pub(crate) similarity: Similarity,
    #[command(flatten)]
    pub(crate) kind: Kind,

    /// Take lines for candidates whose SimHash codes differ in at most K bits
    ///
    /// From 0 to 13, instead of the threshold. Needs --metric simhash. All such pairs are found.
    /// What the stages did is printed on standard error: how many pairs are candidates, how many of
    /// them were compared because they were not in one group by then, how many are similar, and
    /// what groups the first stage alone would give.
    #[arg(long, value_name = "K", value_hint = ValueHint::Other, help_heading = "Similarity", conflicts_with = "leader")]
    pub(crate) distance: Option<u32>,

    /// Take candidates for similar only if their weighted Jaccard similarity is at least PERCENT
    ///
    /// That is the sum over all parts of the lesser of their weights in the two lines, divided by
    /// the sum of the larger.
    #[arg(long, value_name = "PERCENT", value_parser = percent, value_hint = ValueHint::Other, help_heading = "Similarity")]
    #[arg(requires = "distance")]
    pub(crate) verify: Option<f64>,

    /// Print the filter's own groups
    ///
    /// A line belongs to the first kept line that it is similar to, as in urlsift --count. The list
    /// is read once, and its order decides.
    #[arg(long, help_heading = "Similarity")]
    pub(crate) leader: bool,

    /// Read and print lines that end with NUL instead of newline
    #[arg(short = 'z', visible_short_alias = '0', long, help_heading = "Input")]
    pub(crate) null: bool,

    /// The format of the output
    ///
    /// text prints a heading for each group, and its lines with four spaces before them. jsonl
    /// prints one JSON object for each group. Its members are group, size, shape (null if the lines
    /// are not URLs), representative and members; if a line is not UTF-8, U+FFFD replaces the wrong
    /// bytes, and representative_hex and members_hex give all bytes in hexadecimal digits (null
    /// where the text tells all). tsv prints for each line its group, the number of the line, the
    /// size and the shape of the group (- if there is none), and the line, with tabs between them.
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: ClusterFormat,

    /// Print only groups of at least N lines
    #[arg(long, value_name = "N", default_value = "1", hide_default_value = true, value_hint = ValueHint::Other, help_heading = "Output")]
    pub(crate) min_size: u64,

    /// Print only the N largest groups
    #[arg(long, value_name = "N", value_hint = ValueHint::Other, help_heading = "Output")]
    pub(crate) top: Option<usize>,

    /// Print only the first N lines of each group
    ///
    /// With tsv, the first one is printed in any case.
    #[arg(long, value_name = "N", value_hint = ValueHint::Other, help_heading = "Output")]
    pub(crate) members: Option<usize>,

    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Show progress on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub(crate) progress: When,

    /// Print only errors on standard error
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Work on N threads [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, value_hint = ValueHint::Other, help_heading = "Performance")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Logs of which sequences are wanted.
#[derive(Debug, Args)]
pub(crate) struct Sessions {
    /// Logs to read as one stream; standard input if there is none, or for -
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Print N requests before each POST and N after it; at least 2
    #[arg(long, value_name = "N", default_value = "2", value_hint = ValueHint::Other)]
    #[arg(value_parser = clap::value_parser!(u8).range(2..))]
    pub(crate) around: u8,

    /// Begin anew after a pause of more than SECONDS
    #[arg(long, value_name = "SECONDS", default_value = "1800", value_hint = ValueHint::Other)]
    pub(crate) gap: u32,

    /// Print only errors on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Texts whose segments are explained, and how.
#[derive(Debug, Args)]
pub(crate) struct ClassesOf {
    /// URLs, paths or segments; - reads them from standard input, one a line
    ///
    /// A TEXT without a slash is a segment that stands deep in a path. Other rules may hold for the
    /// first segments of one: write /wiki for the first.
    #[arg(value_name = "TEXT", required = true, value_hint = ValueHint::Other)]
    pub(crate) texts: Vec<OsString>,

    #[command(flatten)]
    pub(crate) similarity: Similarity,

    /// The format of the output
    ///
    /// jsonl prints one JSON object for each TEXT. Its members are text and segments: a list of
    /// objects with segment, class, token, rule and why (null where no rule takes it), takes and
    /// leaves (examples), and learning (null with --no-learn).
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: ClassesFormat,
}

/// A list to try thresholds on, and how.
#[derive(Debug, Args)]
pub(crate) struct Sweep {
    /// Lists to read as one stream; standard input if there is none, or for -
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) similarity: Similarity,

    /// Read lines that end with NUL instead of newline
    #[arg(short = 'z', visible_short_alias = '0', long, help_heading = "Input")]
    pub(crate) null: bool,

    /// Show up to N examples of each step
    #[arg(long, value_name = "N", default_value = "2", value_hint = ValueHint::Other, help_heading = "Output")]
    pub(crate) examples: usize,

    /// Print one JSON object instead of a table
    ///
    /// Its members are records, empty, long, thresholds and worth_trying (a list of thresholds).
    /// thresholds is a list of objects with lowest and highest (the thresholds that keep the same
    /// lines), kept, percent (of the lines that are not empty) and examples: each has a line that
    /// is merged at these thresholds but not at the next, and the representative that it is merged
    /// with. A line that is not UTF-8 is also given in hexadecimal digits, as line_hex.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,

    /// Print only errors on standard error
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Work on N threads [default: one for each processor]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, value_hint = ValueHint::Other, help_heading = "Performance")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// A state, and what is to be done with it.
#[derive(Debug, Args)]
pub(crate) struct State {
    #[command(subcommand)]
    pub(crate) task: StateTask,
}

/// What is to be done with a state.
#[derive(Debug, Subcommand)]
pub(crate) enum StateTask {
    /// Show what a state holds: settings, sizes, kinds and lines by host and by time
    Info {
        /// The state
        #[arg(value_name = "STATE", value_hint = ValueHint::FilePath)]
        state: Place,
        /// The format of the output
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: TextOrJson,
    },
    /// List the kinds that are similar to a URL and came lately, newest first
    ///
    /// Prints for each the time of its last line, how many lines came, and the line that was kept.
    /// Where all lines are remembered (--remember all), prints every line that came: when last, and
    /// how often.
    Recent(Recent),
    /// Print all kinds as JSON lines
    ///
    /// An object has line, line_hex if the line is not UTF-8, first and last (times in UTC), count,
    /// slice_seconds, how long a slice of time is, and slices: pairs of the time at which a slice begins
    /// and the number of lines in it. Where all lines are remembered, lines holds an object for each:
    /// slice, line, first, last and count.
    Export {
        /// The state
        #[arg(value_name = "STATE", value_hint = ValueHint::FilePath)]
        state: Place,
    },
    /// Enter kinds into a state, as export prints them
    ///
    /// They are decided on like lines of a run, with their times and counts; what is learned of path
    /// positions is learned from them again. The settings of similarity have to be those of the
    /// state, if there is one; a new one gets slices of time as long as those of the first kind.
    Import(Import),
    /// Forget hosts, or what did not come lately
    ///
    /// Kinds are forgotten whose line is of one of the hosts, and kinds of which nothing came for the
    /// time; given both, those of either sort. Their next line is printed again. What was learned of
    /// a host goes with its last kind. A file is rewritten at once, at the end, and needs as much
    /// space again meanwhile. On a Redis server hosts are rewritten one by one; runs that are at work
    /// there know what they know until they end.
    Forget {
        /// The state
        #[arg(value_name = "STATE", value_hint = ValueHint::FilePath)]
        state: Place,
        /// Forget this host, with its port if that is not the scheme's own; can be repeated
        #[arg(long, value_name = "HOST", value_hint = ValueHint::Hostname, required_unless_present = "older_than")]
        host: Vec<String>,
        /// Forget kinds of which nothing came for TIME, like 30d, and all lines that came before
        #[arg(long, value_name = "TIME", value_parser = duration, value_hint = ValueHint::Other)]
        older_than: Option<Duration>,
    },
    /// Enter everything anew, under other settings
    ///
    /// The lines that were kept are decided on in the order of their times; those that are similar
    /// under the new settings become one kind, with the sum of their counts. What was learned of path
    /// positions is learned from them again. The state, a file, is replaced at once, at the end. What a
    /// Redis server holds goes into another prefix by export and import.
    Rebuild(Rebuild),
    /// Join states into a new one
    ///
    /// The lines that were kept are decided on in the order of their times, so the order of the
    /// states does not matter. All have to be of the same settings. The new one is a file; those
    /// that are joined may be on Redis servers.
    Merge(Merge),
}

/// A URL to which similar lines are wanted.
#[derive(Debug, Args)]
pub(crate) struct Recent {
    /// The state
    #[arg(value_name = "STATE", value_hint = ValueHint::FilePath)]
    pub(crate) state: Place,
    /// The URL, or a line that is none: then only the very same one is like it
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) like: OsString,
    /// Only lines that came within this time before now, like 60m
    #[arg(long, value_name = "TIME", value_parser = duration, value_hint = ValueHint::Other)]
    pub(crate) within: Option<Duration>,
    /// At most so many
    #[arg(long, value_name = "N", default_value = "100", value_hint = ValueHint::Other)]
    pub(crate) limit: usize,
    /// The format of the output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TextOrJson,
    #[command(flatten)]
    pub(crate) settings: StateSettings,
}

/// Kinds to enter.
#[derive(Debug, Args)]
pub(crate) struct Import {
    /// The state, which is made if it is not there
    #[arg(value_name = "STATE", value_hint = ValueHint::FilePath)]
    pub(crate) state: Place,
    /// The JSON lines; standard input if there is none, or for -
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) settings: StateSettings,
}

/// A state and its new settings.
#[derive(Debug, Args)]
pub(crate) struct Rebuild {
    /// The state
    #[arg(value_name = "STATE", value_hint = ValueHint::FilePath)]
    pub(crate) state: Place,
    #[command(flatten)]
    pub(crate) settings: StateSettings,
}

/// States to join.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// The states
    #[arg(value_name = "STATE", required = true, num_args = 1.., value_hint = ValueHint::FilePath)]
    pub(crate) states: Vec<Place>,
    /// The new state, which must not be there yet
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Place,
    #[command(flatten)]
    pub(crate) settings: StateSettings,
}

/// The settings of similarity that a state is made with.
#[derive(Debug, Args)]
pub(crate) struct StateSettings {
    #[command(flatten)]
    pub(crate) threshold: Threshold,
    #[command(flatten)]
    pub(crate) similarity: Similarity,
    /// What of the parameters of URLs is compared
    #[arg(long, value_name = "WHAT", default_value = "sets", help_heading = "Similarity")]
    pub(crate) params: ParamMode,
}

/// A form of output for people or for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// Lines for people
    Text,
    /// JSON, an object a line
    Jsonl,
}

/// The filter's options.
#[allow(clippy::struct_excessive_bools, reason = "each is a switch that can be typed")]
#[derive(Debug, Args)]
pub(crate) struct Filter {
    /// Lists to read as one stream; standard input if there is none, or for -
    ///
    /// Files are read in the order given. A last line without a newline gets one. A first FILE that
    /// has the name of a subcommand is taken for the subcommand: write ./compare for a file of that
    /// name.
    ///
    /// What gzip, zstd, bzip2 or xz has compressed is decompressed, also from standard input: the
    /// first bytes tell. If the data is damaged or cut off, its whole lines up to there are
    /// processed, and the status is 2. Text in UTF-16 that begins with a byte-order mark is decoded to
    /// be compared, and printed as it came.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) threshold: Threshold,
    #[command(flatten)]
    pub(crate) similarity: Similarity,
    #[command(flatten)]
    pub(crate) kind: Kind,

    /// What of the parameters of URLs is compared
    ///
    /// names keeps a line only if it has a parameter that no kept line of the same host and path has, or a path that no kept line
    /// has: lines that are new combinations of known parameters are dropped. A parameter that chooses a page or an action counts
    /// with its word. Needs a threshold above 94 and below 100,
    /// and neither --literal nor --metric simhash.
    #[arg(long, value_name = "WHAT", default_value = "sets", help_heading = "Similarity")]
    #[arg(conflicts_with = "literal")]
    pub(crate) params: ParamMode,

    /// Read everything twice: learn first, then filter
    ///
    /// The first reading learns which path positions are variable. The second one knows them from
    /// its first line on, so it also merges lines that came before a position was learned. Nothing
    /// is printed before the second reading. Files are read twice; standard input and pipes are
    /// copied to a temporary file, which takes disk space.
    #[arg(long, help_heading = "Similarity", conflicts_with_all = ["no_learn", "literal"])]
    pub(crate) two_pass: bool,

    #[command(flatten)]
    pub(crate) selection: Selection,
    #[command(flatten)]
    pub(crate) memory: Memory,

    #[command(flatten)]
    pub(crate) input: Input,

    /// What to do with lines that are not URLs
    ///
    /// A note on standard error counts them and names the first few.
    #[arg(long, value_name = "WHAT", default_value = "keep")]
    #[arg(help_heading = "Input")]
    pub(crate) invalid: Invalid,

    /// Read and print lines that end with NUL instead of newline
    #[arg(short = 'z', visible_short_alias = '0', long, help_heading = "Input")]
    pub(crate) null: bool,

    /// Print the dropped lines instead of the kept ones
    ///
    /// Every line that is not empty is either kept or dropped. Lines of more than 1 MiB are not
    /// compared, and are kept.
    #[arg(short, long, help_heading = "Output")]
    pub(crate) dropped: bool,

    /// Keep up to N lines of each group of similar ones
    ///
    /// The first line of the group, and the next N - 1 that do not repeat a kept one. Later lines
    /// are compared with the first lines of groups only: one that is similar to another line of a
    /// group, but not to its first, starts a group of its own.
    #[arg(short, long, value_name = "N", default_value = "1", hide_default_value = true)]
    #[arg(value_parser = samples, value_hint = ValueHint::Other, help_heading = "Output")]
    pub(crate) keep: NonZeroU32,

    /// Which line of each group to print, where --two-pass or --count waits for all of them
    ///
    /// Of lines that are as good as each other, the first. The lines are printed at the end, in the
    /// order in which the groups started, and are held in memory until then. All lines of a group are
    /// similar to its first one, not always to the one that is printed.
    #[arg(long, value_name = "WHICH", default_value = "first", help_heading = "Output")]
    #[arg(conflicts_with_all = ["keep", "dropped", "explain", "format"])]
    pub(crate) prefer: Prefer,

    /// Print each kept line with the number of lines in its group, at the end
    ///
    /// In the format of uniq -c, in the order in which the groups started. Nothing is printed
    /// before the input ends; the kept lines are held in memory until then. A dropped line counts
    /// for the earliest kept line that it is similar to. A line that is not a URL counts its
    /// repetitions. Lines of more than 1 MiB are printed at once, before all others. --print says
    /// what is printed of the kept lines, and --format how: tsv and csv print the columns count and
    /// line, jsonl objects with these members, and bytes instead of a line of more than 1 MiB.
    #[arg(long, help_heading = "Output", conflicts_with_all = ["keep", "dropped", "explain"])]
    pub(crate) count: bool,

    /// Print the dropped lines, each with the reason
    ///
    /// Each dropped line is printed as it is. The lines after it begin with four spaces. They say
    /// how similar it is to which kept line (the earliest), and where that line is; the template of
    /// the dropped line; which texts of the two paths were taken for the same, and by which class or
    /// learned position; what differs in each component; and which path segments are at learned
    /// positions. So 'grep -v "^    "' prints the dropped lines alone.
    ///
    /// A dropped line that itself begins with a space or a backslash gets a backslash in front,
    /// which sed 's/^\\//' removes. With --null, all of these lines end with NUL, for 'grep -zv'
    /// and 'sed -z'.
    ///
    /// The kept lines are held in memory, and each dropped line is parsed again together with its
    /// representative.
    #[arg(long, help_heading = "Output")]
    pub(crate) explain: bool,

    /// The format of the output
    ///
    /// tsv and csv print a row for each line that is printed, behind a row of names: source, record
    /// (the number of the line in the source), verdict, and what --print chooses. With --dropped or
    /// --explain, percent, representative_source, representative_record and representative stand
    /// before that. In tsv, a tab in a line is written as \t, line ends as \n and \r, a backslash as
    /// \\; in csv, quotes stand around fields that need them.
    ///
    /// jsonl prints one JSON object for every line, kept or dropped, as soon as the line is decided
    /// on; with --dropped or --explain, for every dropped one. Its members are source, record (the number of the line in the source), verdict (kept,
    /// sample, similar, unwanted, not_url, repeated, empty or long), kept, line and shape, and for an
    /// unwanted line reason, the name of the option that it does not meet. For a line that is
    /// similar to a kept one, percent, representative (the source, record, line and shape of the
    /// kept line), components and differences (those that differ), same (the texts of the paths that
    /// were taken for the same: segment, line, representative, and by, which is a class or a learned
    /// position) and learned (the path segments at learned positions) follow. In a line that is not
    /// UTF-8, U+FFFD replaces the wrong bytes, and line_hex gives all bytes in hexadecimal digits.
    /// Instead of a line of more than 1 MiB, the number of its bytes is given. What --print chooses is
    /// one more member.
    ///
    /// Rows and objects end with a newline, also with --null.
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    pub(crate) format: Format,

    /// What to print of each line
    ///
    /// A line may be a record with a URL somewhere in it, as in JSON lines or logs. url prints the URL
    /// alone, as it is written; canonical prints it as it is compared; host and path print these
    /// parts of that.
    ///
    /// shape prints the template of a line, like https://example.com/user/{int}/edit?id&page. A
    /// value is shown as the name of its class, a word at a learned position as {word}. Parameters
    /// are sorted by name and shown without their values. Lines that are not URLs are printed as
    /// they are.
    #[arg(long, value_name = "WHAT", default_value = "line", help_heading = "Output")]
    pub(crate) print: Print,

    /// Colour what is printed beside lines: counts and explanations, and this help
    ///
    /// The lines themselves are never changed.
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub(crate) color: Color,

    /// Write to FILE instead of standard output
    ///
    /// The file is created, or emptied before anything is read. A file that is also an input is
    /// refused. If the disk is full, the file ends with a whole line.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Print statistics on standard error at the end
    ///
    /// Also how many lines were dropped because a path position was learned: they count as similar
    /// only because a word was taken for a value. The five largest such positions follow, with
    /// how many different names they have swallowed and the five rarest of them: an endpoint that
    /// was lost is likely among these. Each such line is parsed again, and the names are held in
    /// memory, at most half a million. json has the same as learned and learned_positions.
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    #[arg(help_heading = "Output")]
    pub(crate) stats: Option<StatsFormat>,

    /// Write a page about the run to FILE, for a browser
    ///
    /// When the run ends, also by a signal or an error, FILE gets one HTML page that needs nothing else: kept and dropped lines by
    /// host, the largest kinds with their templates and some of their lines, how similar the dropped lines are, what other
    /// thresholds would keep of a sample of 2,500 lines, what was learned where and which names that swallowed, and lines
    /// that are not URLs. Tables can be searched and sorted, and are complete without scripts. Nothing of the list becomes a link.
    ///
    /// Of the hosts the 200 largest are shown, of the kinds 100: the page has at most 3 MB. The kept lines are held in memory,
    /// with up to 40 MB for what the page shows, seldom more than 5. FILE is neither an input nor the output, and what is in it stays until the page
    /// is complete. If it cannot be written then, the lines are there all the same, and the status is 2.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) report: Option<PathBuf>,

    /// Show progress on standard error
    ///
    /// If the size of the input is known, the time that is left is shown.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    #[arg(help_heading = "Output")]
    pub(crate) progress: When,

    /// Print only errors on standard error
    ///
    /// Neither statistics, nor progress, nor notes.
    #[arg(short, long, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// Do not read options from the file that URLSIFT_CONFIG_PATH names
    ///
    /// That file has one option a line, as it is typed: --keep=2, or -t 90. Lines that begin with #
    /// are comments. The options hold for the filter, not for subcommands. The command line wins:
    /// where an option takes one value, its own counts, and what does not go with it is left out.
    /// Options that can be repeated add up.
    #[arg(long, help_heading = "Configuration")]
    pub(crate) no_config: bool,

    /// Print the file that URLSIFT_CONFIG_PATH names, and its options, and do nothing else
    #[arg(long, help_heading = "Configuration")]
    pub(crate) show_config: bool,

    /// Print on standard error what makes a run repeatable: version, settings, and the key of all
    /// hashes, which can be given
    #[arg(long, value_name = "KEY", num_args = 0..=1, require_equals = true, default_missing_value = "", hide = true)]
    #[arg(value_parser = HashKey::parse)]
    pub(crate) debug: Option<HashKey>,

    /// Work on N threads [default: one for each processor]
    ///
    /// The output is the same for any number. One thread takes the least processor time, more take
    /// less time on the clock.
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, value_hint = ValueHint::Other, help_heading = "Performance")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// The similarity from which a URL is dropped.
#[derive(Debug, Args)]
#[command(next_help_heading = "Similarity")]
pub(crate) struct Threshold {
    /// Drop URLs that are at least this similar to a kept one
    ///
    /// From 1 to 100, with decimals if needed; 95% is the same as 95. At 100, only URLs with the
    /// same meaning are dropped. A lower threshold merges more, and takes more time and memory for
    /// every line.
    #[arg(short = 't', long = "threshold", value_name = "PERCENT", default_value = "95", value_parser = percent, value_hint = ValueHint::Other)]
    #[arg(allow_negative_numbers = true)]
    #[arg(id = "threshold")]
    pub(crate) percent: f64,
}

/// What the lines are.
#[derive(Debug, Args)]
#[command(next_help_heading = "Records")]
pub(crate) struct Kind {
    /// What the lines are
    ///
    /// text compares texts by their words; capitals, signs and the widths of letters do not count.
    /// In Chinese, Japanese and Thai, each pair of neighbouring characters counts as a word. Where
    /// the list is read twice (cluster, --two-pass), a word weighs more the fewer lines have it.
    ///
    /// events compares sequences of requests by their runs of steps. A line has steps between
    /// blanks, each written path|method|interval. Paths are read as those of URLs, so /user/1 and
    /// /user/2 are the same step; intervals are seconds since the step before, and count by their
    /// magnitude: up to 1, 4, 16, 64 ... Fields like client=7 between the steps are not compared.
    /// Lines that begin with [ or { are JSON: a list of steps, or an object with steps and fields.
    /// urlsift sessions makes such lines from an access log.
    #[arg(long = "as", value_name = "WHAT", default_value = "urls", id = "as")]
    pub(crate) records: Records,

    /// Compare sequences by runs of N steps
    ///
    /// With 1, the order of steps does not matter; a larger N makes it matter more.
    #[arg(long, value_name = "N", default_value = "2", value_hint = ValueHint::Other)]
    pub(crate) shingle: NonZeroUsize,

    /// Compare only sequences that have the same value in FIELD
    ///
    /// For example, --by post compares only sequences around the same form where their lines have
    /// fields like post=/cart. Lines without the field are compared with each other.
    #[arg(long, value_name = "FIELD", value_hint = ValueHint::Other)]
    pub(crate) by: Option<String>,
}

/// What counts as similar.
#[allow(clippy::struct_excessive_bools, reason = "each is a switch that can be typed")]
#[derive(Debug, Args)]
#[command(next_help_heading = "Similarity")]
pub(crate) struct Similarity {
    /// Set the weights of components, like host=4,path=3
    ///
    /// The components are host, path, params, scheme and fragment; those that are not named keep
    /// their default. A component of weight 0 is not compared.
    #[arg(long, value_name = "WEIGHTS", default_value = "host=4,path=3,params=2,scheme=0.5,fragment=0.5")]
    #[arg(value_parser = Weights::parse, value_hint = ValueHint::Other)]
    pub(crate) weights: Weights,

    /// How to measure similarity
    #[arg(long, default_value = "overlap")]
    pub(crate) metric: Metric,

    /// Compare words, numbers and identifiers as they are written
    ///
    /// No value classes, no learned positions, no ignored parameters: /user/1/edit and /user/2/edit
    /// are different, and so are http and https.
    #[arg(long)]
    #[arg(conflicts_with_all = ["merge_hosts", "class", "no_class", "ignore_param", "select_param", "protect", "no_default_ignores"])]
    pub(crate) literal: bool,

    /// Take hosts for one that differ in numbers or in the name of a tenant only
    ///
    /// Like cdn1.example and cdn22.example, or the buckets of s3.amazonaws.com: names before a suffix
    /// under which, as the public suffix list knows, the customers of one service have theirs.
    /// Addresses stay apart.
    #[arg(long)]
    pub(crate) merge_hosts: bool,

    /// Do not learn variable path positions
    ///
    /// By default, a path position where a site keeps showing words that are not in the word lists
    /// becomes variable, like the last one of /tag/beryl and /tag/garnet. With --no-learn, a second
    /// run over the output drops nothing.
    #[arg(long)]
    pub(crate) no_learn: bool,

    /// Recognise only this value class; can be repeated
    ///
    /// Values of classes count as equal. Anything else is a word and compared as it is. So are
    /// values of the classes version and file, which no learned position makes variable. 'urlsift
    /// --print shape' shows the class of each value.
    #[arg(long, value_name = "NAME", value_parser = classes())]
    pub(crate) class: Vec<String>,

    /// Do not recognise this value class; can be repeated
    ///
    /// All other classes are recognised, or those of --class.
    #[arg(long, value_name = "NAME", value_parser = classes())]
    pub(crate) no_class: Vec<String>,

    /// Never merge path segments of this name; can be repeated
    ///
    /// It stays apart from all other segments, whatever it looks like and whatever is learned; case
    /// does not matter. @FILE reads names from a file, one a line; lines that begin with # are
    /// comments. Names that are dangerous to lose, like admin or .git, are protected anyway.
    #[arg(long, value_name = "NAME|@FILE", value_hint = ValueHint::Other)]
    pub(crate) protect: Vec<String>,

    /// Do not compare parameters of this name; can be repeated
    ///
    /// A * stands for any characters, as in 'utm_*'. Upper and lower case are the same.
    #[arg(long, value_name = "GLOB", value_hint = ValueHint::Other)]
    pub(crate) ignore_param: Vec<String>,

    /// Keep lines apart by the values of parameters of this name; can be repeated
    ///
    /// Written like the names of --ignore-param. Without it, only the values of parameters that are
    /// known to choose a page or an action count, as in action=delete, view=users or
    /// operationName=GetUser.
    #[arg(long, value_name = "GLOB", value_hint = ValueHint::Other)]
    pub(crate) select_param: Vec<String>,

    /// Compare tracking and session parameters too
    ///
    /// By default, utm_*, fbclid, gclid, phpsessid and some two hundred more are not compared, names
    /// like sid are not where their value looks drawn, nor is what says which edition of a static
    /// file is meant, as in app.js?v=3.
    #[arg(long)]
    pub(crate) no_default_ignores: bool,
}

/// What happens to lines that are not URLs.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Invalid {
    /// Print each once, and drop its exact repetitions
    Keep,
    /// Drop all of them
    Drop,
    /// Stop at the first one, with status 2
    Fail,
}

/// What of parameters is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ParamMode {
    /// Their names as a set
    Sets,
    /// Each name by itself
    Names,
}

/// How similarity is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Metric {
    /// The exact share of the weight that two URLs have in common
    Overlap,
    /// The share of equal bits in 64-bit SimHash fingerprints; useful as a baseline, not in
    /// production
    Simhash,
}

/// What lines are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Records {
    /// URLs
    Urls,
    /// Texts
    Text,
    /// Sequences of requests
    Events,
}

/// How statistics are printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum StatsFormat {
    /// A table for people
    Text,
    /// One JSON object on one line
    Json,
}

/// How the classes of segments are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClassesFormat {
    /// Indented lines for people
    Text,
    /// A JSON object for every TEXT
    Jsonl,
}

/// How groups are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClusterFormat {
    /// A heading for every group, and its lines indented
    Text,
    /// A JSON object for every group
    Jsonl,
    /// A row of tab-separated columns for every line
    Tsv,
}

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The lines as they came, or what --print, --count and --explain make of them
    #[value(alias = "lines")]
    Text,
    /// A JSON object for every line, kept or dropped
    Jsonl,
    /// Fields with tabs between them
    Tsv,
    /// Fields with commas between them
    Csv,
}

/// What is printed of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Print {
    /// The line
    Line,
    /// Its URL as it is written
    Url,
    /// Its URL as it is compared
    Canonical,
    /// Its template
    Shape,
    /// The host, with its port
    Host,
    /// The path, without parameters
    Path,
}

/// Which line of a group is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Prefer {
    /// The first one
    First,
    /// The one with the shortest URL
    Shortest,
    /// The one with the longest URL
    Longest,
    /// The one with the most parameters
    Params,
    /// One with the scheme https
    Https,
    /// One with a status from 200 to 299, or else from 300 to 399, or else with none
    Status,
}

/// When colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// If standard output is a terminal, and neither NO_COLOR is set nor TERM is dumb
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// When progress is shown.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum When {
    /// If standard error is a terminal and the output is a file, so that it never mixes with lines
    Auto,
    /// If standard error is a terminal
    Always,
    /// Never
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
        if typed.is_empty() { Ok(Self::Drawn) } else { key(typed).map(Self::Given) }
    }
}

fn key(typed: &str) -> Result<[u64; 2], String> {
    let half = |digits: Option<&str>| {
        let digits = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        digits.and_then(|digits| u64::from_str_radix(digits, 16).ok())
    };
    match (typed.len(), half(typed.get(..16)), half(typed.get(16..))) {
        (32, Some(first), Some(second)) => Ok([first, second]),
        _ => Err("must be 32 hexadecimal digits".to_owned()),
    }
}

/// Returns the command line as help, manual page and completions show it, with the costs that were
/// measured.
pub(crate) fn command() -> clap::Command {
    costs::quote(Cli::command())
}

/// Reads what was typed.
pub(crate) fn parse() -> Result<Cli, clap::Error> {
    let typed: Vec<OsString> = env::args_os().collect();
    let mut command = command().color(help_color(&typed));
    let typed = config::matches(&command, &typed)?;
    Cli::from_arg_matches(&typed).map_err(|error| error.format(&mut command))
}

/// Whether help and errors are coloured: they are printed before all that was typed is understood.
fn help_color(typed: &[OsString]) -> ColorChoice {
    let is_option = |word: &&OsString| *word != "--";
    let words: Vec<_> = typed.iter().take_while(is_option).filter_map(|word| word.to_str()).collect();
    let separate = words.windows(2).filter(|two| two[0] == "--color").map(|two| two[1]);
    let joined = words.iter().filter_map(|word| word.strip_prefix("--color="));
    match separate.chain(joined).last() {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
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
