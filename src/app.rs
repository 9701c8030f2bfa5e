//! Turns what was typed into a pipeline, and drives it.

mod completions;
mod destination;
mod inputs;
mod json;
mod keys;
mod manual;
mod monitor;
mod names;
mod passes;
mod progress;
mod report;
mod signals;
mod statistics;
mod stdout;
mod sweep;
mod whole;

use std::env;
use std::fmt::{Display, Write as _};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};

use urlsift::stream::{self, Ending, Report, Run, Source, Summary};
use urlsift::{Builder, Classes, Detail, Metric, ParamMode, Sift};

use crate::cli::{self, Cli, Command, Compare, Filter, Format, HashKey, Invalid, Print, Similarity};
use destination::Destination;
use monitor::Monitor;
use passes::Inputs;
use progress::Progress;
use report::{Counts, Explanations, JsonLines, Shapes};
use signals::Signals;
use stdout::print;

/// The status of every error, as clap uses it for wrong options.
pub(crate) const ERROR: u8 = 2;

/// How the program ended, if not by an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Everything was processed that anybody wanted.
    Done,
    /// A source could not be read; the others were processed.
    Incomplete,
    /// This signal ended it; what was decided is written.
    Interrupted(u8),
}

/// Runs what was typed.
pub(crate) fn run(cli: Cli) -> Result<Outcome> {
    match cli.command {
        None => filter(&cli.filter),
        Some(Command::Compare(compare)) => self::compare(&compare),
        Some(Command::Keys(keys)) => keys::run(&keys),
        Some(Command::Sweep(sweep)) => sweep::run(&sweep),
        Some(Command::Completions { shell }) => print(completions::script(shell, &cli::command()).as_bytes()),
        Some(Command::Man) => {
            let mut page = Vec::new();
            manual::render(&mut page).context("cannot render the manual")?;
            print(&page)
        }
    }
}

/// Prints a message for the user, in one piece. A standard error that takes none is no reason to
/// fail.
pub(crate) fn say(message: impl Display) {
    let _ = io::stderr().write_all(format!("urlsift: {message}\n").as_bytes());
}

/// Prints what clap has to say, which is an error or the help that was asked for.
///
/// An argument may hold bytes that a terminal obeys, and clap repeats it as it is: then the message
/// goes without colours and with nothing else of that kind.
pub(crate) fn refuse(refusal: &clap::Error) -> ExitCode {
    let is_hostile = |c: char| c != '\n' && is_unprintable(c);
    if refusal.use_stderr() && env::args_os().any(|argument| argument.to_string_lossy().contains(is_hostile))
    {
        let text = refusal.render().to_string();
        let shown: String = text
            .chars()
            .flat_map(|c| if is_hostile(c) { c.escape_debug().collect() } else { vec![c] })
            .collect();
        let _ = io::stderr().write_all(shown.as_bytes());
    } else if let Err(error) = refusal.print().and_then(|()| io::stdout().flush())
        && error.kind() != io::ErrorKind::BrokenPipe
        && !refusal.use_stderr()
    {
        say(format_args!("cannot write standard output: {error}"));
        return ExitCode::from(ERROR);
    }
    ExitCode::from(refusal.exit_code().unsigned_abs() as u8)
}

/// Whether a character is one that a terminal may obey rather than show.
pub(crate) fn is_unprintable(c: char) -> bool {
    c.is_control() || (!c.is_ascii() && c.escape_debug().len() > 1)
}

/// Filters the sources.
fn filter(filter: &Filter) -> Result<Outcome> {
    let (detail, mut report) = self::report(filter);
    let settings = builder(&filter.similarity)?.threshold(filter.threshold.percent);
    let mut settings = settings.samples(filter.keep).detail(detail).params(match filter.params {
        cli::ParamMode::Sets => ParamMode::Sets,
        cli::ParamMode::Names => ParamMode::Names,
    });
    if let Some(key) = filter.debug {
        settings = debug(filter, key, settings);
    }
    let mut sift = settings.build()?;
    let paths = inputs::paths(&filter.files);
    let end = if filter.format == Format::Jsonl { b'\n' } else { delimiter(filter.null) };
    let wanted = filter.stats.is_none();
    let destination = Destination::open(filter.output.as_deref(), &paths, end, wanted)?;
    let signals = Signals::install().context("cannot watch for signals")?;
    let progress = Progress::new(filter, &paths, &destination);
    let mut monitor = Monitor::new(&signals, progress);
    if !filter.quiet && inputs::is_typed(&paths) {
        say("reading URLs from the terminal, one per line; end with Ctrl-D, or see urlsift --help");
    }

    let Destination { name, output, .. } = destination;
    let (sources, first) = if filter.two_pass {
        let mut inputs = Inputs::new(&paths)?;
        let first = passes::learn(&mut inputs, &mut sift, filter, &mut monitor)?;
        (inputs.sources()?, first)
    } else {
        (sources(paths), Summary::default())
    };
    if let (Some(signal), Ending::Stopped) = (signals.received(), first.ending) {
        monitor.finish();
        return Ok(Outcome::Interrupted(signal));
    }
    let run = reading(filter, sources).observer(&mut monitor);
    let summary = match &mut report {
        Some(report) => run.report(&mut sift, report.as_mut(), output),
        None => run.filter(&mut sift, output),
    };
    monitor.finish();
    let mut summary = summary.map_err(|error| explain(error, &name))?;
    summary.elapsed += first.elapsed;
    summary.unreadable = summary.unreadable.max(first.unreadable);
    if !filter.quiet {
        conclude(filter, &summary);
    }
    Ok(outcome(&signals, &summary))
}

/// How a run over all sources ended.
fn outcome(signals: &Signals, summary: &Summary) -> Outcome {
    match signals.received() {
        Some(signal) if summary.ending != Ending::Exhausted => Outcome::Interrupted(signal),
        _ if summary.unreadable > 0 => Outcome::Incomplete,
        _ => Outcome::Done,
    }
}

/// The sources of a run that reads once.
fn sources(paths: Vec<PathBuf>) -> Vec<Source> {
    paths.into_iter().map(Source::argument).collect()
}

/// Says what makes the run repeatable, and sets the key that it says.
fn debug(filter: &Filter, key: HashKey, settings: Builder) -> Builder {
    let key = match key {
        HashKey::Given(key) => Some(key),
        // Simhash has the same key in every run.
        HashKey::Drawn if filter.similarity.metric == cli::Metric::Simhash => None,
        HashKey::Drawn => Some([draw(), draw()]),
    };
    let shown = key.map_or("default".to_owned(), |[first, second]| format!("{first:016x}{second:016x}"));
    say(format_args!("debug: version {}, key {shown}, settings {filter:?}", env!("CARGO_PKG_VERSION")));
    match key {
        Some(key) => settings.seed(key),
        None => settings,
    }
}

/// Returns a number that nobody can foresee.
fn draw() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Chooses what writes the output, if it is not the records themselves, and what it has to know.
fn report(filter: &Filter) -> (Detail, Option<Box<dyn Report>>) {
    let delimiter = delimiter(filter.null);
    let shapes = filter.print == Print::Shape;
    if filter.explain {
        (Detail::Explanations, Some(Box::new(Explanations::new(delimiter))))
    } else if filter.format == Format::Jsonl {
        (Detail::Explanations, Some(Box::new(JsonLines::default())))
    } else if filter.count {
        (Detail::Groups, Some(Box::new(Counts::new(delimiter, shapes))))
    } else if shapes {
        (Detail::Shapes, Some(Box::new(Shapes { delimiter, dropped: filter.dropped })))
    } else {
        (Detail::Verdicts, None)
    }
}

/// Translates the options of similarity.
fn builder(similarity: &Similarity) -> Result<Builder> {
    let metric = match similarity.metric {
        cli::Metric::Overlap => Metric::Overlap,
        cli::Metric::Simhash => Metric::SimHash,
    };
    let mut classes = if similarity.class.is_empty() { Classes::default() } else { Classes::none() };
    for name in &similarity.class {
        classes.set(name, true)?;
    }
    for name in &similarity.no_class {
        classes.set(name, false)?;
    }
    Ok(Sift::builder()
        .weights(similarity.weights)
        .metric(metric)
        .literal(similarity.literal)
        .learn(!similarity.no_learn)
        .classes(classes)
        .default_ignores(!similarity.no_default_ignores)
        .ignore_params(&similarity.ignore_param)
        .select_params(&similarity.select_param)
        .protect(names::protected(&similarity.protect)?))
}

/// The byte that ends a record.
fn delimiter(null: bool) -> u8 {
    if null { 0 } else { b'\n' }
}

/// Translates the options of one reading of the sources.
fn reading<'o>(filter: &Filter, sources: Vec<Source>) -> Run<'o> {
    let run = Run::new(sources).delimiter(delimiter(filter.null)).dropped(filter.dropped);
    let run = run.invalid(match filter.invalid {
        Invalid::Keep => stream::Invalid::Keep,
        Invalid::Drop => stream::Invalid::Drop,
        Invalid::Fail => stream::Invalid::Fail,
    });
    match filter.threads {
        Some(threads) => run.threads(threads),
        None => run,
    }
}

/// Prints what is to be known about a run that ended well.
fn conclude(filter: &Filter, summary: &Summary) {
    match filter.stats {
        Some(format) => statistics::print(summary, format),
        None => statistics::note_not_urls(summary, filter),
    }
}

/// Adds what the stream does not know: the name of the output, and how to show a record.
fn explain(error: stream::Error, output: &str) -> anyhow::Error {
    match error {
        stream::Error::Output(cause) => anyhow!(cause).context(format!("cannot write {output}")),
        stream::Error::NotUrl { location, record } => anyhow!("{location}: not a URL: {}", excerpt(&record)),
        error => error.into(),
    }
}

/// Shows the start of a record between quotes, with nothing in it that a terminal would obey.
fn excerpt(record: &[u8]) -> String {
    const SHOWN: usize = 200;
    let text = String::from_utf8_lossy(&record[..record.len().min(SHOWN)]);
    let more = if record.len() > SHOWN { "..." } else { "" };
    format!("\"{}\"{more}", text.escape_debug())
}

/// Shows the similarity of two URLs, component by component.
fn compare(compare: &Compare) -> Result<Outcome> {
    let [first, second] = [&compare.first, &compare.second].map(|url| url.as_encoded_bytes());
    let settings = builder(&compare.similarity)?.threshold(compare.threshold.percent);
    let Some(found) = settings.compare(first, second)? else {
        return Err(anyhow!(
            "cannot compare {} and {}: at least one of them is not a URL",
            excerpt(first),
            excerpt(second)
        ));
    };
    let mut text = format!(
        "{:.2} % similar: at {} % {}\n",
        found.percent,
        compare.threshold.percent,
        if found.similar { "one is dropped" } else { "both are kept" }
    );
    if !found.components.is_empty() {
        text += "\ncomponent  weight  of A in B  of B in A\n";
    }
    for share in &found.components {
        let name = share.component.name();
        writeln!(text, "{name:<9}  {:>6.2}  {:>9.2}  {:>9.2}", share.weight, share.first, share.second)?;
    }
    writeln!(text, "\nshape of A  {}\nshape of B  {}", found.first, found.second)?;
    if !found.differences.is_empty() {
        text += "\ndiffers     A | B\n";
    }
    for difference in &found.differences {
        writeln!(text, "{:<10}  {difference}", difference.component.name())?;
    }
    print(text.as_bytes())
}
