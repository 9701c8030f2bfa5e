//! The options of the filter: its settings, and options for input and output.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueHint};
use urlsift::settings::Preference;
use urlsift::stream::Invalid;

use super::forms::{Color, Format, Print, PrintOrder, StatsFormat, When, threads};
use super::memory::MemoryOptions;
use super::numbers::{base, duration, positive};
use super::settings::{Filtering, LineSettings, Typed, choice, key};

/// The filter's options.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a switch that can be typed"
)]
#[derive(Debug, Args)]
pub(crate) struct FilterOptions {
    /// Lists to read as one stream; standard input if none is given, or for -
    ///
    /// Files are read in the order given. A last line without a newline gets one. If the first FILE
    /// has the name of a subcommand, it means the subcommand: write ./compare for the file. A name
    /// that is nearly a subcommand and not a file is an error.
    ///
    /// Data compressed by gzip, zstd, bzip2 or xz is decompressed, also from standard input; its
    /// first bytes identify it. If it is damaged or cut off, the whole lines before that point are
    /// processed, and the status is 2. Text in UTF-16 that begins with a byte-order mark is decoded
    /// for the comparison, and printed unchanged.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub settings: Typed<Filtering>,
    #[command(flatten)]
    pub lines: Typed<LineSettings>,
    #[command(flatten)]
    pub input: InputOptions,

    /// Keep lines that are not URLs, drop them, or fail at the first
    ///
    /// A note on standard error counts them and names the first few.
    #[arg(long, value_name = "WHAT", default_value = "keep", value_parser = choice::<Invalid>())]
    #[arg(help_heading = "How the input is read")]
    pub invalid: Invalid,

    /// Read and print lines that end with NUL instead of newline
    #[arg(hide_short_help = true)]
    #[arg(
        short = 'z',
        visible_short_alias = '0',
        long,
        help_heading = "How the input is read"
    )]
    pub null: bool,

    #[command(flatten)]
    pub memory: MemoryOptions,

    /// Print the dropped lines instead of the kept ones
    ///
    /// Every line that is not empty is either kept or dropped. Lines of more than 1 MiB are kept
    /// without being compared.
    #[arg(short, long, help_heading = "Which lines are printed")]
    pub dropped: bool,

    /// Print the kept and the dropped lines, in input order
    ///
    /// --print verdict,line says which is which.
    #[arg(short, long, help_heading = "Which lines are printed")]
    pub all: bool,

    /// Print this line of each group, at the end
    ///
    /// Among equally good lines, the first is printed. The lines are printed at the end, in the
    /// order in which the groups started, and are held in memory until then. All lines of a group
    /// are similar to its first line, but not always to the one that is printed.
    #[arg(
        long,
        value_name = "WHICH",
        default_value = "first",
        help_heading = "Which lines are printed"
    )]
    #[arg(value_parser = choice::<Preference>())]
    pub prefer: Preference,

    /// In which order to print the kept lines
    ///
    /// count prints the largest groups first, at the end; --count shows their numbers of lines.
    ///
    /// novel reads the list twice (--two-pass) and prints the most varied lines first: lines of
    /// other hosts, templates and sections of a site, and with words that no line before them has.
    /// Among equally new lines, the one whose template has fewer kept lines comes first, then the
    /// one whose group has fewer lines. Any number of lines from the start shows at least as many
    /// hosts as in input order. All kept
    /// lines are printed, byte for byte (UTF-16 as UTF-8), at the end, and are held in memory until
    /// then; lines of more than 1 MiB and the names of columns are printed at once, before all
    /// others. With --format jsonl, only kept lines are printed.
    #[arg(
        long,
        value_name = "ORDER",
        default_value = "input",
        help_heading = "Which lines are printed"
    )]
    pub order: PrintOrder,

    /// Print only the first N lines
    ///
    /// Then the run ends: what comes later in the input is neither read nor remembered. With
    /// --order, --count or --prefer, everything is read, and the first N are those of that order.
    /// The names of columns are printed in addition, and so are lines of more than 1 MiB if the
    /// others are printed at the end.
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        help_heading = "Which lines are printed"
    )]
    #[arg(value_parser = positive::<NonZeroUsize>)]
    pub top: Option<NonZeroUsize>,

    /// Print only the N most varied kept lines: --order novel -n N
    #[arg(long, value_name = "N", help_heading = "Which lines are printed")]
    #[arg(value_parser = positive::<NonZeroUsize>)]
    pub sample: Option<NonZeroUsize>,

    /// Print each kept line with the number of lines in its group, at the end
    ///
    /// In the format of uniq -c, in the order in which the groups started. Nothing is printed
    /// before the input ends; the kept lines are held in memory until then. A dropped line counts
    /// for the earliest kept line that it is similar to; for a line that is not a URL, repetitions
    /// are counted. Lines of more than 1 MiB are printed at once, before all others. --print
    /// chooses what is printed of each kept line. With --format tsv or csv, the columns are count
    /// and line; with jsonl, these are the members of an object, with bytes in place of a line of
    /// more than 1 MiB.
    #[arg(short, long, help_heading = "How they are printed")]
    pub count: bool,

    /// Print the dropped lines, each with the reason
    ///
    /// Each dropped line is printed unchanged. The lines after it begin with four spaces. They show
    /// the earliest kept line that it is similar to, where that line is, and how similar the two
    /// are; the template of the dropped line; which texts in the two paths count as equal, by which
    /// class or learned position; what differs in each component; and which path segments are at
    /// learned positions. So 'grep -v "^    "' prints the dropped lines alone.
    ///
    /// If a dropped line itself begins with a space or a backslash, a backslash is put in front,
    /// which sed 's/^\\//' removes. With --null, all of these lines end with NUL, for 'grep -zv'
    /// and 'sed -z'.
    ///
    /// The kept lines are held in memory, and each dropped line is parsed again together with the
    /// kept one.
    ///
    /// With --state, which then requires --dry-run, it says why a line is not new: when the state
    /// first and last met a similar one, how many, and the line that was kept; or where in this run
    /// a similar line came. Each such line is looked up in the state.
    #[arg(long, help_heading = "Which lines are printed")]
    pub explain: bool,

    /// The format of the output
    ///
    /// tsv and csv print a header, and a row for each line that is printed: source, record (the
    /// number of the line in the source), verdict, and what --print chooses. With --dropped or
    /// --explain, the columns percent, representative_source, representative_record and
    /// representative (the kept line) come before that. In tsv, a tab in a line is written as \t,
    /// line ends as \n and \r, a backslash as \\; in csv, fields are quoted if necessary. Before
    /// you open csv in a spreadsheet, see csv-safe below.
    ///
    /// jsonl prints one JSON object for every line, kept or dropped, as soon as the line is decided
    /// on; with --dropped or --explain, for every dropped line. Its members are source, record (the
    /// number of the line in the source), verdict (kept, sample, similar, unwanted, not_url,
    /// repeated, empty or long), kept, line and shape; for an unwanted line also reason, the name
    /// of the option that dropped it, and for --not-junk rule, the name of the rule. A line that is
    /// similar to a kept one also has percent; representative (the source, record, line and shape
    /// of the kept line); components and differences (those that differ); same (the texts in the
    /// two paths that count as equal: segment, line, representative, and by, which is a class, a
    /// learned position or a rule); learned (the path segments at learned positions); and with
    /// --rules, rules (the rules that made them similar). If a line is not UTF-8, U+FFFD replaces
    /// the wrong bytes, and line_hex gives all bytes in hexadecimal digits. For a line of more than
    /// 1 MiB, the number of its bytes replaces the line. What --print chooses is one more member.
    ///
    /// json has the same objects for the lines that are printed, csv-safe is csv with an
    /// apostrophe before cells that a spreadsheet would compute.
    ///
    /// Rows and objects end with a newline, also with --null. --json is --format json.
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        help_heading = "How they are printed"
    )]
    pub format: Format,

    /// Print CSV with an apostrophe before cells that a spreadsheet would compute
    ///
    /// Spreadsheets treat a cell as a formula if it begins with =, +, -, @, a tab or a line end,
    /// and a formula can send other cells to a server or, if its reader agrees to it, run a
    /// program. The lines of a list were written by others, and csv prints them as they are. With
    /// this option, such a cell begins with an apostrophe, which spreadsheets do not show. Programs
    /// that compare the cells with the lines of the list see it.
    #[arg(long, help_heading = "How they are printed")]
    pub csv_safe: bool,

    /// Report rules of --rules that were taught more than TIME ago
    ///
    /// For example 90d or 26w. They still apply: check that the site has not changed, then teach
    /// them again or remove them.
    #[arg(hide_short_help = true)]
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Output")]
    pub expire: Option<Duration>,

    /// Print these parts of each line, or what is known of it; with commas between several
    ///
    /// A line may be a record with a URL somewhere in it, as in JSON lines or logs. url prints only
    /// the URL, as it is written; canonical prints it as it is compared; host and path print these
    /// parts of the canonical URL. Of kept lines, each part is printed once, in a table for each
    /// line.
    ///
    /// shape prints the template of a line, like https://example.com/user/{int}/edit?id&page. A
    /// value is shown as the name of its class, a word at a learned position as {word}. Parameters
    /// are sorted by name and shown without their values. Lines that are not URLs are printed as
    /// they are.
    ///
    /// In text, a count stands in front as in uniq -c, a reason in indented lines below, and tabs
    /// between other columns. If there are several, or one that is no part of the line, they are
    /// all columns of a table and all members of objects.
    #[arg(
        long,
        value_name = "LIST",
        default_value = "line",
        value_delimiter = ',',
        action = clap::ArgAction::Set,
        help_heading = "How they are printed"
    )]
    pub print: Vec<Print>,

    /// When to colour counts, explanations and this help
    ///
    /// The lines themselves are never coloured.
    #[arg(hide_short_help = true)]
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "How they are printed"
    )]
    pub color: Color,

    /// Write to FILE instead of standard output
    ///
    /// The file is created, or emptied before anything is read. A file that is also an input is
    /// refused. If the disk fills up, the file still ends with a whole line.
    ///
    /// With --state, a file that an earlier run on that state has written is not emptied. If that
    /// run was interrupted, it is continued; if it completed and the same input files are read
    /// again, new lines are appended. Otherwise the first line to print ends the run with an error,
    /// before anything is remembered: see --overwrite.
    #[arg(
        short,
        long,
        value_name = "FILE",
        help_heading = "How they are printed"
    )]
    pub output: Option<PathBuf>,

    /// Empty the --output FILE even if it has lines that an earlier run with --state has printed
    ///
    /// No later run prints those lines again. An interrupted run is still continued, and the file
    /// of a run that completed on the same input files is still left as it is.
    #[arg(hide_short_help = true)]
    #[arg(long, help_heading = "How they are printed")]
    pub overwrite: bool,

    /// Print statistics on standard error at the end
    ///
    /// They include how many lines were dropped only because a path position was learned to be
    /// variable, and the five positions with the most such lines. Each is shown with the number of
    /// different names there and the five that look most like endpoints (words of lists, actions,
    /// other methods or statuses, then the rarest): if an endpoint was lost, it is probably one of
    /// these, and --suspects keeps a line of each. Each such line is parsed again, and at most half
    /// a million names are held in memory. json has the same as learned and learned_positions.
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    #[arg(help_heading = "What is said about the run")]
    pub stats: Option<StatsFormat>,

    /// Write an HTML page about the run to FILE
    ///
    /// When the run ends, also after a signal or an error, FILE gets one self-contained HTML page:
    /// kept and dropped lines as a tree of hosts and paths, the largest groups with their templates
    /// and some of their lines, which path positions were learned and which names were dropped
    /// there, lines by host, how similar the dropped lines are, how many lines of a sample of 2,500
    /// other thresholds would keep, and lines that are not URLs. Tables can be searched and sorted,
    /// and are complete without scripts. No URL of the list becomes a link.
    ///
    /// The page shows the 600 largest hosts and paths, the 200 largest hosts of more than one line
    /// and the 100 largest groups, and is at most 3 MB in size. The kept lines are held in memory,
    /// with at most 40 MB for the page, rarely more than 5. FILE must be neither an input nor the
    /// output; it keeps its old content until the page is complete. If the page cannot be written,
    /// the output is still complete, and the status is 2.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "What is said about the run")]
    pub report: Option<PathBuf>,

    /// When to show progress on standard error
    ///
    /// If the size of the input is known, the remaining time is shown too.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    #[arg(hide_short_help = true)]
    #[arg(help_heading = "What is said about the run")]
    pub progress: When,

    /// Print only errors on standard error
    ///
    /// No progress and no notes; statistics only with --stats.
    #[arg(short, long, help_heading = "What is said about the run")]
    pub quiet: bool,

    /// Do not read options from the file that URLSIFT_CONFIG_PATH names
    ///
    /// That file has one option per line, as it is typed: --keep=2, or -t 90. Lines that begin with
    /// # are comments. The options apply to the filter, not to subcommands. The command line wins:
    /// its value replaces that of the file, and options of the file that conflict with it are
    /// ignored. Options that can be repeated add up.
    #[arg(hide_short_help = true)]
    #[arg(long, help_heading = "Options from a file")]
    pub no_config: bool,

    /// Print the path of the file that URLSIFT_CONFIG_PATH names, and its options, then exit
    #[arg(hide_short_help = true)]
    #[arg(long, help_heading = "Options from a file")]
    pub show_config: bool,

    /// Print the version, the settings and the key of all hashes on standard error; a KEY given
    /// here repeats a run
    #[arg(long, value_name = "KEY", num_args = 0..=1, require_equals = true, default_missing_value = "", hide = true)]
    #[arg(value_parser = HashKey::parse)]
    pub debug: Option<HashKey>,

    /// Work on N threads [default: one for each processor]
    ///
    /// The output is the same for any number. One thread uses the least processor time; more
    /// threads finish sooner. A list of one host gains less: hosts are decided in parallel, but
    /// each by one thread.
    #[arg(hide_short_help = true)]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, help_heading = "Speed")]
    pub threads: Option<NonZeroUsize>,
}

impl FilterOptions {
    /// Returns the files of rules that were typed.
    pub(crate) fn rule_files(&self) -> Vec<&str> {
        let mut files = Vec::new();
        for (name, given) in self.settings.given() {
            if ["rules", "scope", "params-from"].contains(&name) {
                files.extend(given.iter().map(String::as_str));
            }
        }
        files
    }

    /// Returns whether each line of output is a URL and nothing else.
    pub(crate) fn prints_urls(&self) -> bool {
        let is_text = self.format == Format::Text;
        self.print == [Print::Url] && is_text && !self.count && !self.explain
    }

    /// Returns whether lines that are not URLs are never printed.
    pub(crate) fn leaves_out_not_urls(&self) -> bool {
        self.invalid == Invalid::Drop || self.prints_urls()
    }

    /// Returns whether `--print` names this.
    pub(crate) fn prints(&self, what: Print) -> bool {
        self.print.contains(&what)
    }
}

/// Options for reading records.
#[derive(Debug, Args)]
#[command(next_help_heading = "How the input is read")]
pub(crate) struct InputOptions {
    /// Read the URLs in any text: pages, scripts, logs, sitemaps, robots.txt
    ///
    /// Each URL in the text becomes a line and is printed as it is, without the text around it.
    /// Escapes are undone first: those of scripts and JSON everywhere, those of HTML where there
    /// are tags. URLs with any scheme are found, //host/path and /path in quotes and attributes,
    /// hosts with a path, IP addresses, and the paths of requests in logs. Links without a host are
    /// completed by --base, or by the base that a page itself names. Without either, links that
    /// begin with a slash stay as they are; the others are left out, and a note counts them.
    ///
    /// A text in quotes without a slash in front, such as "api/users" in a script, is a relative
    /// link if there is a reason: the extension of a page or static file, a query, a first word
    /// such as api or v1, or the call or name it is passed to (fetch, url). Others that look like
    /// paths are left out, and a note counts them and shows one.
    ///
    /// Some documents are recognised by their content: API descriptions (OpenAPI 3 and Swagger 2,
    /// JSON or YAML) give each operation on each of its servers, Postman collections and HAR files
    /// each request, exports of Burp and reports of ZAP each request and the URLs in messages,
    /// decoded from base64. A note says so, and that other URLs in them are left out. A document
    /// that is broken or longer than 128 MiB is read like any text, also with a note.
    ///
    /// A request with a method other than GET or HEAD is printed as METHOD URL; a body with names
    /// (a form, JSON, SOAP) follows after a tab. In a text, the method is known if the call with
    /// the URL names it: in curl commands, in messages and logs, in scripts (fetch, axios, jQuery).
    /// An answer that was an error or redirect is printed after its URL, as [404] or [302]
    /// [/login]. The filter reads such lines as the same requests again. --print url prints only
    /// URLs; without method or status in --by, that part is not printed.
    #[arg(long, group = "form")]
    pub extract: bool,

    /// The base URL of links and paths without a host
    ///
    /// Applies to links of --extract and to every path without a host, whatever stands before it: a
    /// status, a method, a bullet, the name of a member.
    #[arg(long, value_name = "URL", value_parser = base)]
    pub base: Option<url::Url>,
}

/// The key of a run's hashes.
#[derive(Clone, Debug)]
pub(crate) enum HashKey {
    /// A random key.
    Drawn,
    /// The key of another run.
    Given(String),
}

impl HashKey {
    /// Reads a key as `--debug` prints it.
    fn parse(typed: &str) -> Result<Self, String> {
        if typed.is_empty() {
            Ok(Self::Drawn)
        } else {
            key(typed).map(Self::Given)
        }
    }
}
