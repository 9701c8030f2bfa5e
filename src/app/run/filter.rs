//! The filter, without a subcommand.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use urlsift::Filter as _;
use urlsift::explain::{Explainer, Watched};
use urlsift::memory::Session;
use urlsift::settings::ByName;
use urlsift::stream::{Ending, Report, RunFilter, Source, Summary};
use urlsift::{Builder, ErrorKind, Sift};

use super::advice;
use super::destination::Destination;
use super::inputs;
use super::memory;
use super::memory::RunState;
use super::monitor::Monitor;
use super::outcome::Outcome;
use super::output::Existing;
use super::page::Page;
use super::passes::{self, Inputs};
use super::progress::Progress;
use super::report;
use super::signals::Signals;
use crate::app::settings::url_rules;
use crate::app::settings::{builder_of, delimiter, input, option_files, reading, sources};
use crate::app::show::message::{explain, say};
use crate::app::show::statistics;
use crate::app::show::statistics::More;
use crate::cli::{self, Filter, Format, HashKey};

/// Filters the sources.
pub(crate) fn run(filter: &Filter) -> Result<Outcome> {
    let signals = Signals::install().context("cannot watch for signals")?;
    run_until(filter, &signals).or_else(|error| {
        let is_away = error
            .downcast_ref()
            .is_some_and(|error: &urlsift::Error| error.kind() == ErrorKind::Away);
        match signals.received() {
            // Earlier decisions are printed; waiting for the server ends.
            Some(signal) if is_away => Ok(Outcome::Interrupted(signal)),
            _ => Err(error),
        }
    })
}

fn run_until(filter: &Filter, signals: &Signals) -> Result<Outcome> {
    if let Some(refusal) = cli::refusal(filter) {
        bail!(refusal);
    }
    let settings = settings(filter)?;
    let paths = inputs::paths(&filter.files);
    let page = Page::open(
        filter,
        &[&paths[..], &option_files(&filter.settings)].concat(),
    )?;
    let state = match RunState::open(filter, signals)? {
        ControlFlow::Continue(state) => state,
        ControlFlow::Break(signal) => return Ok(Outcome::Interrupted(signal)),
    };
    let existing = state.as_ref().map_or(Existing::Emptied, RunState::existing);
    // Settings are checked before the output is emptied.
    let job = |settings| Job::open(filter, signals, settings, paths, page, existing);
    if let Some(state) = state {
        let session = state.session(memory::add(settings.clone(), &filter.memory))?;
        job(settings)?.remember(session)
    } else {
        let sift = settings.build()?;
        let job = job(settings)?;
        if filter.settings.has("two-pass") {
            job.read_twice(sift)
        } else {
            job.read_once(sift)
        }
    }
}

/// Returns the settings of the filter.
fn settings(filter: &Filter) -> Result<Builder> {
    let settings =
        builder_of(&filter.settings, &filter.lines, filter.quiet)?.detail(report::detail(filter));
    let counts_learned = filter.report.is_some() || (filter.stats.is_some() && !filter.quiet);
    let settings = input(settings, &filter.input)?.count_learned(counts_learned);
    match &filter.debug {
        Some(key) => debug(filter, key, settings),
        None => Ok(settings),
    }
}

/// A run whose output is open.
struct Job<'f> {
    filter: &'f Filter,
    signals: &'f Signals,
    settings: Builder,
    paths: Vec<PathBuf>,
    page: Option<Page>,
    report: Option<Box<dyn Report>>,
    monitor: Monitor<'f>,
    /// The name of the output in messages.
    name: String,
    output: Box<dyn Write + Send>,
}

impl<'f> Job<'f> {
    /// Opens the output. Prints a note if the input is a terminal, or if the output is discarded.
    fn open(
        filter: &'f Filter,
        signals: &'f Signals,
        settings: Builder,
        paths: Vec<PathBuf>,
        page: Option<Page>,
        existing: Existing,
    ) -> Result<Self> {
        let report = report::of(filter, existing.has_header(), &settings);
        let end = if filter.format == Format::Text {
            delimiter(filter.null)
        } else {
            b'\n'
        };
        let read = [&paths[..], &option_files(&filter.settings)].concat();
        let destination = Destination::open(filter.output.as_deref(), &read, end, existing)?;
        let progress = Progress::new(filter.progress, filter.quiet, &paths, &destination);
        let monitor = Monitor::new(signals, progress, filter.quiet);
        if !filter.quiet && inputs::is_typed(&paths) {
            say(
                "reading URLs from the terminal, one per line; end with Ctrl-D, or see urlsift --help",
            );
        }
        if destination.is_nowhere && filter.stats.is_none() && !filter.quiet {
            say("standard output is closed, or is /dev/null: the kept lines are discarded");
        }
        let Destination { name, output, .. } = destination;
        Ok(Self {
            filter,
            signals,
            settings,
            paths,
            page,
            report,
            monitor,
            name,
            output,
        })
    }

    fn read_once(mut self, sift: Sift) -> Result<Outcome> {
        let sources = sources(mem::take(&mut self.paths));
        self.filter(sift, sources, &Summary::default())
    }

    fn read_twice(mut self, mut sift: Sift) -> Result<Outcome> {
        let mut inputs = Inputs::new(&self.paths)?;
        let first = reading(self.filter, inputs.sources()?)?;
        let first = passes::learn(first, &mut sift, &mut self.monitor)?;
        self.monitor.read_again();
        let sources = inputs.sources()?;
        if let (Some(signal), Ending::Stopped) = (self.signals.received(), first.ending) {
            self.monitor.finish();
            if let Some(page) = self.page {
                let why =
                    format!("signal {signal} ended the first reading, before anything was decided");
                page.write((&sift, &Explainer::of(&sift)), &self.settings, Some(why));
            }
            return Ok(Outcome::Interrupted(signal));
        }
        self.filter(sift, sources, &first)
    }

    fn filter(mut self, sift: Sift, sources: Vec<Source>, first: &Summary) -> Result<Outcome> {
        let mut sift = Watched::new(sift);
        let summary = self.decide(sources, &mut sift)?;
        let outcome = self.end(summary, first, (sift.inner(), sift.explainer()), None);
        // The process ends soon, which frees its memory at once instead of table by table.
        mem::forget(sift);
        outcome
    }

    fn remember(mut self, session: Session) -> Result<Outcome> {
        let sources = sources(mem::take(&mut self.paths));
        let mut session = Watched::new(session);
        let summary = self.decide(sources, &mut session)?;
        let readers = (session.sift(), session.explainer());
        self.end(summary, &Summary::default(), readers, Some(session.inner()))
    }

    /// Decides on the records of the sources, watched by the page if there is one.
    fn decide<F>(&mut self, sources: Vec<Source>, filter: &mut F) -> Result<Result<Summary>>
    where
        for<'r> &'r mut F: Into<RunFilter<'r>>,
    {
        let run = reading(self.filter, sources)?.observer(&mut self.monitor);
        let report = self.report.as_deref_mut().map(|report| report as _);
        let summary = match (&mut self.page, report) {
            (Some(page), report) => run.report(filter, &mut page.watch(report), &mut self.output),
            (None, Some(report)) => run.report(filter, report, &mut self.output),
            (None, None) => run.filter(filter, &mut self.output),
        };
        Ok(summary.map_err(|error| explain(error, &self.name)))
    }

    /// Writes the page, notes and statistics. `first` is the summary of the first of two readings.
    fn end(
        self,
        summary: Result<Summary>,
        first: &Summary,
        (sift, explainer): (&Sift, &Explainer),
        session: Option<&Session>,
    ) -> Result<Outcome> {
        self.monitor.finish();
        let early = || why_early(&summary, first, self.signals);
        let is_page_written = self
            .page
            .is_none_or(|page| page.write((sift, explainer), &self.settings, early()));
        let mut summary = summary?;
        summary.elapsed += first.elapsed;
        summary.unreadable = summary.unreadable.max(first.unreadable);
        if !self.filter.quiet {
            conclude(self.filter, &summary, (sift, explainer), session);
        }
        let outcome = Outcome::of(self.signals, &summary);
        Ok(if outcome == Outcome::Done && !is_page_written {
            Outcome::Incomplete
        } else {
            outcome
        })
    }
}

/// Says why the run ended early, if it did.
fn why_early(summary: &Result<Summary>, first: &Summary, signals: &Signals) -> Option<String> {
    match summary {
        Err(error) => Some(format!("{error:#}")),
        Ok(Summary {
            ending: Ending::Stopped,
            ..
        }) => Some(format!(
            "signal {} ended the run",
            signals.received().unwrap_or_default()
        )),
        Ok(Summary {
            ending: Ending::Closed,
            ..
        }) => Some("the reader of the output went away".to_owned()),
        Ok(summary) => {
            let unreadable = summary.unreadable.max(first.unreadable);
            (unreadable > 0).then(|| format!("sources that could not be read: {unreadable}"))
        }
    }
}

/// Prints the key and the settings, by which the run can be repeated, and sets that key.
fn debug(filter: &Filter, key: &HashKey, settings: Builder) -> Result<Builder> {
    let draw = || RandomState::new().build_hasher().finish();
    let key = match key {
        HashKey::Given(key) => Some(key.clone()),
        HashKey::Drawn if filter.settings.has("seed") => {
            Some(filter.settings.text("seed").to_owned())
        }
        // Simhash has the same key in every run.
        HashKey::Drawn if filter.settings.text("metric") == "simhash" => None,
        HashKey::Drawn => Some(format!("{:016x}{:016x}", draw(), draw())),
    };
    let shown = key.as_deref().unwrap_or("default");
    say(format_args!(
        "debug: version {}, key {shown}, settings {filter:?}",
        env!("CARGO_PKG_VERSION")
    ));
    Ok(match key {
        Some(key) => settings.set("seed", &key)?,
        None => settings,
    })
}

/// Prints notes and statistics about a run that ended well.
fn conclude(
    filter: &Filter,
    summary: &Summary,
    (sift, explainer): (&Sift, &Explainer),
    session: Option<&Session>,
) {
    let wrong_times = session.map_or((0, None), Session::wrong_times);
    // Programs that read JSON statistics expect nothing else.
    if !matches!(filter.stats, Some(cli::StatsFormat::Json)) {
        advice::print(summary);
        if session.is_some_and(|session| !session.has_read_times()) {
            note_no_times(filter, summary);
        }
        if let (count, Some(first)) = wrong_times {
            statistics::note_wrong_times(count, first);
        }
        statistics::note_recall(summary.recall.map(|recall| 100.0 * recall), "");
        statistics::note_unmet_fields(summary, &sift.scanner().unmet_fields());
        if let Err(error) =
            url_rules::note(summary, sift, filter.settings.text("rules"), filter.expire)
        {
            say(format_args!("{error:#}"));
        }
        statistics::note_none_selected(summary, filter);
    }
    match filter.stats {
        Some(format) => {
            let more = More {
                answers: sift.view().same_answers(),
                parameters: sift.view().learned_parameters(),
                wrong_times: wrong_times.0,
                traffic: session.and_then(Session::traffic),
            };
            statistics::print(
                summary,
                &explainer.learned_positions().unwrap_or_default(),
                &more,
                format,
            );
        }
        None => statistics::note_not_urls(summary, filter),
    }
}

/// Notes that no record has a time although the options name its field.
fn note_no_times(filter: &Filter, summary: &Summary) {
    let Some(name) = &filter.memory.time_field else {
        return;
    };
    if summary.records > summary.empty + summary.headers {
        say(format_args!(
            "no record has a time in {name:?} (--time-field): each gets the time at which it is read"
        ));
    }
}
