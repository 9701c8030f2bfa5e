//! The filter, without a subcommand.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::mem;
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, bail};
use urlsift::memory::{Session, Traffic};
use urlsift::settings::ByName;
use urlsift::stream::{Ending, Report, Summary};
use urlsift::{Builder, Detail, ErrorKind, Preference, Sift};

use super::destination::Destination;
use super::memory::RunState;
use super::message::{explain, say};
use super::monitor::Monitor;
use super::outcome::Outcome;
use super::output::Existing;
use super::page::Page;
use super::paint::Paint;
use super::passes::{self, Inputs};
use super::progress::Progress;
use super::report::{
    Bursts, Columns, Counts, Explanations, Form, JsonLines, Novel, Order, Parts, Preferred, Rows, Which,
};
use super::settings::{builder_of, delimiter, input, reading, sources};
use super::signals::Signals;
use super::statistics::More;
use super::{advice, inputs, memory, rules, scope, statistics};
use crate::cli::{self, Filter, Format, HashKey, Print};

/// Filters the sources.
pub(super) fn run(filter: &Filter) -> Result<Outcome> {
    let signals = Signals::install().context("cannot watch for signals")?;
    run_until(filter, &signals).or_else(|error| {
        let is_away =
            error.downcast_ref().is_some_and(|error: &urlsift::Error| error.kind() == ErrorKind::Away);
        match signals.received() {
            // Earlier decisions are printed; waiting for the server ends.
            Some(signal) if is_away => Ok(Outcome::Interrupted(signal)),
            _ => Err(error),
        }
    })
}

fn run_until(filter: &Filter, signals: &Signals) -> Result<Outcome> {
    let reads_twice = filter.settings.has("two-pass");
    if filter.prefer != Preference::First && !reads_twice && !filter.count {
        bail!(
            "--prefer requires --two-pass or --count: without them, lines are printed before their groups are known"
        );
    }
    if filter.order == cli::Order::Novel && !reads_twice {
        bail!(
            "--order novel requires --two-pass: without it, the templates of early lines are not the ones that the whole list shows, as path positions are learned on the way"
        );
    }
    if filter.sample.is_some() && filter.order != cli::Order::Novel {
        bail!(
            "--sample requires --order novel --two-pass: which lines are the most telling is only known when the whole list is"
        );
    }
    if filter.csv_safe && filter.format != Format::Csv {
        bail!("--csv-safe requires --format csv: only a spreadsheet computes cells");
    }
    memory::check(filter)?;
    let (mut detail, mut report) = report(filter, false);
    if filter.report.is_some() {
        detail = Detail::Explanations;
    }
    let settings = builder_of(&filter.settings, &filter.lines, filter.quiet)?.detail(detail);
    let mut settings = input(settings, &filter.input)?;
    let is_learning_told = filter.report.is_some() || (filter.stats.is_some() && !filter.quiet);
    settings = settings.count_learned(is_learning_told);
    if let Some(key) = &filter.debug {
        settings = debug(filter, key, settings)?;
    }
    let plain = settings.clone();
    let paths = inputs::paths(&filter.files);
    let mut page = Page::open(filter, &paths)?;
    let end = if filter.format == Format::Text { delimiter(filter.null) } else { b'\n' };
    let state = match RunState::open(filter, signals)? {
        ControlFlow::Continue(state) => state,
        ControlFlow::Break(signal) => return Ok(Outcome::Interrupted(signal)),
    };
    let existing = state.as_ref().map_or(Existing::Emptied, RunState::existing);
    if existing.has_header() {
        (_, report) = self::report(filter, true);
    }
    // Check settings before the output is emptied.
    let mut decider = match state {
        Some(state) => Decider::Session(Box::new(state.session(memory::add(settings, &filter.memory))?)),
        None => Decider::Sift(Box::new(settings.build()?)),
    };
    let destination = Destination::open(filter.output.as_deref(), &paths, end, existing)?;
    let progress = Progress::new(filter.progress, filter.quiet, &paths, &destination);
    let mut monitor = Monitor::new(signals, progress).quiet(filter.quiet);
    if !filter.quiet && inputs::is_typed(&paths) {
        say("reading URLs from the terminal, one per line; end with Ctrl-D, or see urlsift --help");
    }

    if destination.is_nowhere && filter.stats.is_none() && !filter.quiet {
        say("standard output is closed, or is /dev/null: the lines that are kept are not seen by anyone");
    }
    let Destination { name, output, .. } = destination;
    let (sources, first) = match &mut decider {
        Decider::Sift(sift) if reads_twice => {
            let mut inputs = Inputs::new(&paths)?;
            let first = passes::learn(reading(filter, inputs.sources()?)?, sift, &mut monitor)?;
            monitor.read_again();
            (inputs.sources()?, first)
        }
        _ => (sources(paths), Summary::default()),
    };
    if let (Some(signal), Ending::Stopped) = (signals.received(), first.ending) {
        monitor.finish();
        if let Some(page) = page {
            let why = format!("signal {signal} ended the first reading, before anything was decided");
            page.write(decider.sift(), &plain, Some(why));
        }
        return Ok(Outcome::Interrupted(signal));
    }
    let run = reading(filter, sources)?.observer(&mut monitor);
    // The page observes every form of output.
    let mut watched = page.as_mut().map(|page| page.watch(report.as_deref_mut().map(|report| report as _)));
    let report = match &mut watched {
        Some(watched) => Some(watched as &mut dyn Report),
        None => report.as_deref_mut().map(|report| report as _),
    };
    let summary = match (&mut decider, report) {
        (Decider::Session(session), report) => run.remember(session, report, output),
        (Decider::Sift(sift), Some(report)) => run.report(sift, report, output),
        (Decider::Sift(sift), None) => run.filter(sift, output),
    };
    monitor.finish();
    let summary = summary.map_err(|error| explain(error, &name));
    let is_page_written =
        page.is_none_or(|page| page.write(decider.sift(), &plain, why_early(&summary, &first, signals)));
    let mut summary = summary?;
    summary.elapsed += first.elapsed;
    summary.unreadable = summary.unreadable.max(first.unreadable);
    if !filter.quiet {
        conclude(filter, &summary, &decider);
    }
    if let Decider::Sift(sift) = decider {
        // The process ends: its memory goes back as a whole, not table by table.
        mem::forget(sift);
    }
    let outcome = Outcome::of(signals, &summary);
    Ok(if outcome == Outcome::Done && !is_page_written { Outcome::Incomplete } else { outcome })
}

/// Says why the run ended early, if it did.
fn why_early(summary: &Result<Summary>, first: &Summary, signals: &Signals) -> Option<String> {
    match summary {
        Err(error) => Some(format!("{error:#}")),
        Ok(Summary { ending: Ending::Stopped, .. }) => {
            Some(format!("signal {} ended the run", signals.received().unwrap_or_default()))
        }
        Ok(Summary { ending: Ending::Closed, .. }) => Some("the reader of the output went away".to_owned()),
        Ok(summary) => {
            let unreadable = summary.unreadable.max(first.unreadable);
            (unreadable > 0).then(|| format!("sources that could not be read: {unreadable}"))
        }
    }
}

/// What decides: a filter alone, or one with a memory.
enum Decider {
    Sift(Box<Sift>),
    Session(Box<Session>),
}

impl Decider {
    fn sift(&self) -> &Sift {
        match self {
            Self::Sift(sift) => sift,
            Self::Session(session) => session.sift(),
        }
    }

    /// Notes that no record has a time although the options need one.
    fn note_times(&self, filter: &Filter, summary: &Summary) {
        let Some(name) = &filter.memory.time_field else { return };
        let records = summary.records - summary.empty - summary.headers;
        if matches!(self, Self::Session(session) if !session.has_read_times()) && records > 0 {
            say(format_args!(
                "no record has a time in {name:?} (--time-field): each gets the time at which it is read"
            ));
        }
    }

    /// How many records had a time that is not believed, and the first of these times.
    fn wrong_times(&self) -> (u64, Option<i64>) {
        match self {
            Self::Sift(_) => (0, None),
            Self::Session(session) => session.wrong_times(),
        }
    }

    fn traffic(&self) -> Option<Traffic> {
        match self {
            Self::Sift(_) => None,
            Self::Session(session) => session.traffic(),
        }
    }
}

/// Prints what repeats the run (key and settings), and sets that key.
fn debug(filter: &Filter, key: &HashKey, settings: Builder) -> Result<Builder> {
    let key = match key {
        HashKey::Given(key) => Some(key.clone()),
        // Simhash has the same key in every run.
        HashKey::Drawn if filter.settings.text("metric") == "simhash" => None,
        HashKey::Drawn => Some(format!("{:016x}{:016x}", draw(), draw())),
    };
    let shown = key.as_deref().unwrap_or("default");
    say(format_args!("debug: version {}, key {shown}, settings {filter:?}", env!("CARGO_PKG_VERSION")));
    Ok(match key {
        Some(key) => settings.set("seed", &key)?,
        None => settings,
    })
}

/// Returns an unpredictable number.
fn draw() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Chooses the report that writes the output (`None`: the records themselves) and how much detail
/// it needs. An output that is continued has its header already.
fn report(filter: &Filter, is_continued: bool) -> (Detail, Option<Box<dyn Report>>) {
    let &Filter { print, format, dropped, .. } = filter;
    let delimiter = delimiter(filter.null);
    if filter.memory.at_least.is_some() {
        return (Detail::Verdicts, Some(Box::new(Bursts::new(delimiter))));
    }
    let is_file = filter.output.as_ref().is_some_and(|path| path != Path::new("-"));
    let paint = Paint::new(filter.color, is_file);
    let dropped = dropped || filter.explain;
    let columns = Columns::of(format, filter.csv_safe);
    if filter.prefer != Preference::First {
        let counts = filter.count.then_some(paint);
        let preferred = Preferred::new(filter.prefer, print, delimiter, counts, order(filter));
        return (Detail::Groups, Some(Box::new(preferred)));
    }
    if filter.count {
        let form = Form::new(format, columns, delimiter, paint);
        return (Detail::Groups, Some(Box::new(Counts::new(form, print, order(filter), is_continued))));
    }
    if let Some(order) = order(filter) {
        let (detail, form, header): (_, Box<dyn Report>, _) = match (columns, format) {
            (Some(columns), _) => {
                let rows = Rows::new(columns, print, false, true);
                (Detail::Groups, Box::new(rows), Rows::header(columns, print, false))
            }
            (None, Format::Jsonl) => {
                (Detail::Explanations, Box::new(JsonLines::new(print, Which::Kept)), Vec::new())
            }
            _ => (Detail::Groups, Box::new(Parts::new(print, delimiter, false)), Vec::new()),
        };
        return (detail, Some(Box::new(Novel::new(form, header, order))));
    }
    match (columns, format) {
        (Some(columns), _) => {
            let detail = match print {
                _ if dropped => Detail::Explanations,
                Print::Shape => Detail::Shapes,
                _ => Detail::Verdicts,
            };
            (detail, Some(Box::new(Rows::new(columns, print, dropped, is_continued))))
        }
        (None, Format::Jsonl) => {
            let detail = if memory::remembers(filter) { Detail::Shapes } else { Detail::Explanations };
            let which = if dropped { Which::Dropped } else { Which::All };
            (detail, Some(Box::new(JsonLines::new(print, which))))
        }
        _ if filter.explain => {
            (Detail::Explanations, Some(Box::new(Explanations::new(print, delimiter, paint))))
        }
        _ => match print {
            Print::Line => (Detail::Verdicts, None),
            Print::Shape => (Detail::Shapes, Some(Box::new(Parts::new(print, delimiter, dropped)))),
            _ => (Detail::Verdicts, Some(Box::new(Parts::new(print, delimiter, dropped)))),
        },
    }
}

/// The order in which kept lines are printed, if it is not that of the input.
fn order(filter: &Filter) -> Option<Order> {
    (filter.order == cli::Order::Novel).then(|| Order::new(filter.sample))
}

/// Prints notes and statistics about a run that ended well.
fn conclude(filter: &Filter, summary: &Summary, decider: &Decider) {
    // Programs that read JSON statistics expect nothing else.
    if !matches!(filter.stats, Some(cli::StatsFormat::Json)) {
        advice::print(summary);
        decider.note_times(filter, summary);
        if let (count, Some(first)) = decider.wrong_times() {
            statistics::note_wrong_times(count, first);
        }
        statistics::note_unmet_fields(summary, &decider.sift().scanner.unmet_fields());
        if let Err(error) = rules::note(summary, decider.sift(), filter.settings.text("rules"), filter.expire)
        {
            say(format_args!("{error:#}"));
        }
        scope::note_none(summary, filter.settings.text("scope"));
    }
    match filter.stats {
        Some(format) => {
            let learned = decider.sift().learned_positions().unwrap_or_default();
            let answers = decider.sift().same_answers();
            let more = More {
                answers,
                parameters: decider.sift().learned_parameters(),
                wrong_times: decider.wrong_times().0,
                traffic: decider.traffic(),
            };
            statistics::print(summary, &learned, &more, format);
        }
        None => statistics::note_not_urls(summary, filter),
    }
}
