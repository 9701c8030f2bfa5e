//! The command line as it is typed. `app` builds from it what runs.

#![allow(clippy::doc_markdown, reason = "help is plain text")]

mod commands;
pub(crate) mod config;
mod costs;
mod diff;
mod filter;
mod foreign_options;
mod foreign_words;
mod forms;
mod help;
mod implied;
mod memory;
mod numbers;
mod old_words;
mod option_conflicts;
mod settings;
mod short_help;
mod state;
mod templates;
#[cfg(test)]
mod tests;
mod typo;

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{
    ArgAction, Args as _, ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand,
};
pub(crate) use commands::{
    ClassesOptions, Cluster, Compare, FieldsOptions, KeysOptions, Sessions, SweepOptions, Teach,
    TrapsOptions,
};
pub(crate) use diff::{ChangeKind, DiffFormat, DiffOptions, Ignored};
pub(crate) use filter::{FilterOptions, HashKey, InputOptions};
pub(crate) use forms::{
    ClassesFormat, ClusterFormat, Color, CompareFormat, Format, Print, PrintOrder, Shell,
    StatsFormat, Taught, TextOrJson, When,
};
pub(crate) use implied::add_implied;
pub(crate) use memory::Remember;
use old_words::{FILTER, KnownWords};
pub(crate) use option_conflicts::refusal;
pub(crate) use settings::{LineSettings, Subset, Typed};
pub(crate) use state::{Import, MergeOptions, Rebuild, Recent, StateOptions, StateTask};
pub(crate) use templates::{
    Export, ExportFormat, TemplateSource, TemplatesFormat, TemplatesOptions, TemplatesOrder,
};
pub(crate) use urlsift::memory::StatePlace;

/// Commands and their purposes: shown by `--help` and the manual page.
pub(crate) const EXAMPLES: [(&str, &str); 9] = [
    (
        "waybackurls example.com | urlsift",
        "One URL of every group of similar ones, as soon as it arrives",
    ),
    (
        "urlsift -t 80 monday.txt tuesday.txt -o week.txt",
        "Two lists as one stream, with more lines merged",
    ),
    (
        "urlsift -d urls.txt | less",
        "The lines that would be dropped",
    ),
    (
        "urlsift --explain urls.txt | less",
        "The same, each with the reason",
    ),
    (
        "urlsift --count --print shape urls.txt | sort -rn",
        "The templates of URLs in a list, the most frequent first",
    ),
    (
        "urlsift sweep urls.txt",
        "How many lines each threshold keeps",
    ),
    (
        "urlsift --stats urls.txt > /dev/null",
        "Only the statistics",
    ),
    (
        "urlsift compare 'https://a.example/x?id=1' 'https://a.example/x?id=2'",
        "How similar two URLs are, and where they differ",
    ),
    (
        "urlsift classes https://a.example/rest/api/2/users/17",
        "What each path segment is recognised as, and why",
    ),
];

/// Exit statuses and their meanings: shown by `--help` and the manual page.
pub(crate) const EXIT_STATUS: [(&str, &str); 4] = [
    (
        "0",
        "Done, however many lines were dropped; also if the input is empty or the reader of the output goes away",
    ),
    ("1", "urlsift diff: the two differ"),
    (
        "2",
        "An error: a file cannot be read (the others are processed), the output cannot be written, an option is \
           wrong, or a line is not a URL and --invalid fail is set",
    ),
    (
        "129, 130, 143",
        "Ended by SIGHUP, SIGINT or SIGTERM; the output up to that point is complete",
    ),
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
    bin_name = "urlsift",
    version,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_long_help = notes(),
    max_term_width = 100
)]
pub(crate) struct Cli {
    /// Subcommand to run instead of filtering.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Options of the filter, which runs without a subcommand.
    #[command(flatten)]
    pub filter: FilterOptions,
}

/// What was typed.
pub(crate) enum CommandLine {
    Filter {
        options: Box<FilterOptions>,
        /// Notes on older words that were typed.
        notes: Vec<String>,
    },
    Subcommand(Box<Command>),
}

/// Subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show how similar two URLs are, component by component
    Compare(Compare),
    /// Show how many lines each threshold keeps, with examples of what it merges
    ///
    /// Tries every threshold from 50 to 100 and prints a line with a bar for each; thresholds that
    /// keep the same lines share one. Below the table, each step down is shown with a few lines
    /// that it merges, and then the thresholds worth trying: the last ones before many lines are
    /// merged at once, down to the first that loses a quarter of them. Each is shown with what the
    /// next one costs: lines, the largest group, an example. Of texts, it is the last one before
    /// the largest group grows: copies are found there. The counts are those of separate runs of
    /// urlsift. The list is read once; of lines with the same template, one is held in memory.
    ///
    /// A higher threshold can keep fewer lines, because the lines that are kept decide which later
    /// ones are dropped.
    Sweep(SweepOptions),
    /// Print the connected components of similar lines
    ///
    /// Two lines are in one component, which the output calls a group, if a chain of similar lines
    /// leads from one to the other. The order of the list changes nothing, but the two ends of a
    /// long chain may differ a lot. The list is read twice: first to learn which path positions are
    /// variable, then to group. Lines that are not URLs are grouped with equal lines only. Empty
    /// lines belong to no group; neither do lines of more than 1 MiB, which a note on standard
    /// error counts.
    ///
    /// The largest group comes first; of groups of the same size, the one that starts first. The
    /// number of a group is that of its first line in the input.
    ///
    /// Memory holds 12 bytes for each line, and 50 to 200 bytes more for each line whose template
    /// is new.
    Cluster(Cluster),
    /// Print each line with the keys by which similar lines are found
    ///
    /// Two URLs are similar at the threshold if and only if they have a key in common, up to
    /// collisions of 64-bit hashes. So a join of two lists on their keys finds all similar lines,
    /// on any number of machines. Lines are not compared with each other here, and nothing is
    /// learned.
    ///
    /// Each line is printed with its keys and a tab in front. A key has 16 hexadecimal digits;
    /// commas separate keys. A line that is not a URL has one key, which only equal lines share.
    /// URLs with more than 4,096 keys and lines over 1 MiB show - instead. Empty lines are left
    /// out. Keys are the same in every run with the same options.
    Keys(KeysOptions),
    /// Show what path segments are recognised as, by which rule, and how learning treats them
    ///
    /// Prints for each segment of a TEXT its class (word if no rule applies); the token that is
    /// compared, where {} stands for a value; the rule that applies, the reason for it, and
    /// examples of segments that it accepts and rejects; and how learning treats the segment:
    /// whether it counts for or against its path position being variable, and whether it stays as
    /// it is at a learned position.
    Classes(ClassesOptions),
    /// Show what would be read from the first records of each source
    ///
    /// Prints for each record the detected format, and the URL, status, time, method, body, content
    /// type, title, size, words, lines, digest and redirect target that were found in it, each with
    /// where it was found: the path of a JSON member, the name of a column, a part of the line.
    /// Values are shown without escapes, and cut off after 200 bytes. Fields that were not found
    /// are named. To read the URL from another field, try --field or --log here first.
    Fields(FieldsOptions),
    /// Show and change what runs have remembered
    ///
    /// For example: urlsift state info seen.state. A STATE is a file or, as for --state, a Redis
    /// server: redis://USER:PASSWORD@HOST:PORT/DB?prefix=NAME. Subcommands that only read leave no
    /// trace in it.
    State(StateOptions),
    /// Print what clients did around each POST, from an access log
    ///
    /// Reads access logs in the common or combined format (Apache, nginx) and prints a line for
    /// each POST request: what its client requested before, then the POST, then what it requested
    /// after. A client is an address with a user agent; after a pause, it counts as a new one. To
    /// group such lines: urlsift cluster --as events --by post
    ///
    /// A line has the fields client and post (the template of the path), then steps: path, method
    /// and seconds since the step before, with | between them. A POST with too few requests around
    /// it is left out; a note on standard error counts these, and the lines that are not requests.
    /// Times should ascend, as they do in logs. Memory holds the last requests of clients that have
    /// not paused.
    Sessions(Sessions),
    /// List places of a site that may trap a crawler, with a rule against each
    ///
    /// A trap is a place of a site that gives a crawler ever more URLs: a path that repeats a run
    /// of segments (four times, if it is a single one, else three times), session ids in paths,
    /// calendars (100 dates or more), pages with many sets of parameters (50 or more), paths of ten
    /// or more segments, and a start of a path with a quarter of the list below it, unless a tenth
    /// of its distinct paths is there: then it is the content of the site. For each it prints its
    /// lines, their share of the list, two of them, how many pages its rule locks out (lines that
    /// the filter keeps), and the rule. A place with fewer than ten such lines is not a trap. The
    /// list is read twice. A trap is a suspicion: a start of a path may hold what you are looking
    /// for, so look at its lines before you use the rule.
    ///
    /// Facets are lines with two or more parameters: the page and its single parameters are left. A
    /// trap is left out if earlier traps have more than half of its lines.
    Traps(TrapsOptions),
    /// Show what is new, gone or changed between two lists or states; status 1 if anything is
    ///
    /// Compares the templates of their URLs, by host and path: which paths only NEW has, which only
    /// OLD has, and which have other parameters, methods, classes of statuses, or at least --factor
    /// times the lines. Status 0 means that nothing differs, 1 that something does; on an error it
    /// is 2 and nothing is printed.
    ///
    /// Each list is read twice: first to learn from both together, then to count each. So a path
    /// position that only one of them shows to be variable makes no difference, and neither does
    /// the order of lines. Memory grows with the number of groups of similar lines, not with that
    /// of lines.
    Diff(DiffOptions),
    /// Write a rule for --rules: two URLs are the same or different, a place is in or out
    ///
    /// For example: urlsift teach rules.txt different https://example.com/docs/intro
    /// https://example.com/docs/setup
    ///
    /// Appends a line to FILE, which is created if it does not exist: the host, a template of the
    /// path, same or different, and the day. The line is printed as well. With the rules of the
    /// file, urlsift --rules FILE keeps one of two URLs that are the same, and drops neither for
    /// the other if they are different: in any order, at any threshold. Later rules override
    /// earlier ones. A rule applies to all URLs that match its template: look at it with --dry-run
    /// first.
    ///
    /// A rule is as narrow as possible. Where two URLs differ, different names words as they are
    /// written, and values by their class: {int} keeps all numbers there apart. same joins all
    /// values and words there, except names that are likely to be endpoints, like admin or export,
    /// unless one of the two URLs has them. The file can be edited; --rules explains its lines.
    ///
    /// in and out take one place: urlsift teach rules.txt out example.com/logout. What is
    /// below it is in or out, too. Once a place is in, all others are out.
    Teach(Teach),
    /// Print the templates of a list or a state as a tree by host
    ///
    /// A template is what decides whether two lines are similar: a URL with its values replaced by
    /// their classes, and words at learned positions by {word}. The list is read twice, as with
    /// --two-pass. Each path is shown with its number of lines and the first of them; each variable
    /// segment with some of its values; each parameter with its number of lines, some of its
    /// values, and whether it selects what the page does; methods and statuses, if records have
    /// them. Lines that are not URLs have no template. Of a state, only kept lines and counts are
    /// known.
    ///
    /// For example: urlsift templates --min 5 urls.txt | less
    Templates(TemplatesOptions),
    /// Write the templates of a list or a state as rules of another program
    ///
    /// Each path has one rule: templates that differ in parameters, methods or statuses share it,
    /// and a note counts these. If rules overlap, the more specific one comes first, because the
    /// first match decides. The list is read a third time to check that each line matches the rule
    /// of its template; a note counts the lines that match another one, and names some.
    ///
    /// robots and scrapy are for crawlers: they have rules for routes with 100 lines or more, and
    /// for pages with 20 sets of parameters or more.
    ///
    /// openapi leaves out files of pages (styles, scripts, pictures) unless --ext names them. A
    /// parameter is required if requests with it were done and others without it were refused (400,
    /// 422). If no line names the method of a path, its operation is GET, and says so.
    ///
    /// For example: urlsift export --to openapi -o openapi.yaml access.log
    Export(Export),
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

/// Returns the command line as help, manual page and completions show it, with the costs that were
/// measured.
fn command() -> clap::Command {
    let command = option_conflicts::refuse_plain(costs::quote(Cli::command()));
    old_words::shown(last_value_wins(command))
}

/// Lets an option that is typed again replace its value.
fn last_value_wins(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| {
        let is_single = matches!(argument.get_action(), ArgAction::Set | ArgAction::SetTrue);
        if !is_single || argument.is_positional() {
            return argument;
        }
        let itself = argument.get_id().clone();
        argument.overrides_with(itself)
    });
    command.mut_subcommands(last_value_wins)
}

/// Reads what was typed.
pub(crate) fn parse() -> Result<CommandLine, clap::Error> {
    let typed: Vec<OsString> = env::args_os().collect();
    let first = typed.get(1).and_then(|word| word.to_str());
    let name = first.filter(|name| Command::has_subcommand(name));
    let KnownWords { words, notes } = KnownWords::of(&typed, name.unwrap_or(FILTER));
    // Help, errors and the file of options need the whole command line, which takes time to build.
    if let Some(command) = name.and_then(|name| parse_subcommand(name, &words)) {
        return Ok(CommandLine::Subcommand(Box::new(command)));
    }
    if let Some(options) = parse_filter(&words) {
        if let Some(late) = late_command(&options.files, &words) {
            return Err(late);
        }
        let options = Box::new(options);
        return Ok(CommandLine::Filter { options, notes });
    }
    let cli = parse_any(&words)?;
    if let Some(command) = cli.command {
        return Ok(CommandLine::Subcommand(Box::new(command)));
    }
    if let Some(late) = late_command(&cli.filter.files, &words) {
        return Err(late);
    }
    let options = Box::new(cli.filter);
    Ok(CommandLine::Filter { options, notes })
}

/// Adds options to a command.
type AddOptions = fn(clap::Command) -> clap::Command;

/// The subcommands with options of their own.
const WITH_OPTIONS: [(&str, AddOptions); 12] = [
    ("classes", ClassesOptions::augment_args),
    ("cluster", Cluster::augment_args),
    ("compare", Compare::augment_args),
    ("diff", DiffOptions::augment_args),
    ("export", Export::augment_args),
    ("fields", FieldsOptions::augment_args),
    ("keys", KeysOptions::augment_args),
    ("sessions", Sessions::augment_args),
    ("sweep", SweepOptions::augment_args),
    ("teach", Teach::augment_args),
    ("templates", TemplatesOptions::augment_args),
    ("traps", TrapsOptions::augment_args),
];

/// Reads options of a subcommand. `None` if they are wrong or ask for help.
fn parse_subcommand(name: &str, typed: &[OsString]) -> Option<Command> {
    let (name, add_options) = WITH_OPTIONS.into_iter().find(|(known, _)| *known == name)?;
    let subcommand = clap::Command::new(name).disable_help_flag(true);
    let program = clap::Command::new("urlsift")
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .subcommand(add_options(subcommand));
    let matches = last_value_wins(program).try_get_matches_from(typed).ok()?;
    Command::from_arg_matches(&matches).ok()
}

/// Returns the error for a subcommand that was typed behind options, where it reads as a file.
fn late_command(files: &[PathBuf], typed: &[OsString]) -> Option<clap::Error> {
    let file = files.first()?;
    let name = file.to_str()?;
    let is_plain = typed.iter().any(|word| word == "--");
    if is_plain || !Command::has_subcommand(name) || file.symlink_metadata().is_ok() {
        return None;
    }
    let words: Vec<&str> = typed
        .iter()
        .skip(1)
        .map_while(|word| word.to_str())
        .collect();
    let tip = foreign_options::command_first(name, &words)?;
    let message = format!("'{name}' is a subcommand, and stands first\n\n  tip: {tip}");
    Some(command().error(ErrorKind::InvalidSubcommand, message))
}

/// Reads options of the filter. `None` if they are wrong or ask for help, if there are others in a
/// file, and if there may be a subcommand.
fn parse_filter(typed: &[OsString]) -> Option<FilterOptions> {
    // The file can be read only once, and its mistakes are shown.
    if config::path().is_some() {
        return None;
    }
    if let Some(word) = typed.get(1)
        && may_be_subcommand(word)
    {
        return None;
    }
    let command = clap::Command::new("urlsift").disable_help_flag(true);
    let command = option_conflicts::refuse_plain(FilterOptions::augment_args(command));
    let command = last_value_wins(command);
    let matches = command.try_get_matches_from(typed).ok()?;
    FilterOptions::from_arg_matches(&matches).ok()
}

/// Returns whether a first word may be meant as a subcommand: it is neither an option nor a file,
/// or has the name of a subcommand.
fn may_be_subcommand(word: &OsStr) -> bool {
    let name = word.to_string_lossy();
    let is_file = Path::new(word).symlink_metadata().is_ok();
    name == "help" || Command::has_subcommand(&name) || !(is_file || name.starts_with('-'))
}

/// Reads options of the filter, or a subcommand.
fn parse_any(typed: &[OsString]) -> Result<Cli, clap::Error> {
    let command = command().color(help_color(typed));
    if let Some(words) = help::words(typed) {
        return Err(help::answer(&command, &words));
    }
    let mut command = help::in_levels(command);
    if let Some(word) = typed.get(1)
        && let Some(tip) = typo::tip(&command, word)
    {
        let word = word.to_string_lossy();
        let message = format!(
            "'{word}' is neither a subcommand nor a file\n\n  tip: {tip}\n  tip: if there will be a file of this name, write ./{word}"
        );
        return Err(command.error(ErrorKind::InvalidSubcommand, message));
    }
    let matches = config::matches(&command, typed);
    let typed = matches.map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp => {
            let help = short_help::instead_of(error, &command);
            help::instead_of(help, &command)
        }
        _ => foreign_options::explained(error, &command, typed),
    })?;
    Cli::from_arg_matches(&typed).map_err(|error| error.format(&mut command))
}

/// Whether help and errors are coloured: they are printed before the whole command line is
/// understood.
fn help_color(typed: &[OsString]) -> ColorChoice {
    let is_option = |word: &&OsString| *word != "--";
    let words: Vec<_> = typed
        .iter()
        .take_while(is_option)
        .filter_map(|word| word.to_str())
        .collect();
    let separate = words
        .windows(2)
        .filter(|two| two[0] == "--color")
        .map(|two| two[1]);
    let joined = words
        .iter()
        .filter_map(|word| word.strip_prefix("--color="));
    match separate.chain(joined).last() {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

/// The examples and exit statuses, as help shows them.
fn notes() -> String {
    let mut notes = String::new();
    for (heading, rows) in [("Examples", &EXAMPLES[..]), ("\nExit status", &EXIT_STATUS)] {
        let _ = writeln!(notes, "{heading}:");
        for (term, meaning) in rows {
            let _ = writeln!(notes, "  {term}\n          {meaning}");
        }
    }
    notes
}
