//! The filter, without a subcommand.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Result, bail};
use urlsift::explain::{Explainer, Watched};
use urlsift::memory::Session;
use urlsift::settings::{ByName, Detail};
use urlsift::stream::{Ending, RecordWriter, Run, RunFilter, Summary};
use urlsift::{Builder, ErrorKind};

use super::advice;
use super::destination::Destination;
use super::inputs;
use super::memory::{self, RunState};
use super::monitor::Monitor;
use super::outcome::RunOutcome;
use super::output::Existing;
use super::page::Page;
use super::progress::Progress;
use super::report;
use super::rereading::{self, RereadInputs};
use super::signals::Signals;
use crate::app::settings::{builder_of, delimiter, input, read_files, reading, sources, url_rules};
use crate::app::show::message::{explain, say};
use crate::app::show::statistics::{self, LearnedFigures};
use crate::cli::{self, FilterOptions, Format, HashKey};

/// Filters the sources.
pub(crate) fn run(options: &FilterOptions) -> Result<RunOutcome> {
    let signals = Signals::install()?;
    let ended = filter(options, &signals);
    match signals.received() {
        // Earlier decisions are printed; waiting for the server ends.
        Some(signal) if ended.as_ref().is_err_and(is_away) => Ok(RunOutcome::Interrupted(signal)),
        _ => ended,
    }
}

/// Returns whether an error says that a server does not answer.
fn is_away(error: &anyhow::Error) -> bool {
    let cause: Option<&urlsift::Error> = error.downcast_ref();
    cause.is_some_and(|cause| cause.kind() == ErrorKind::Away)
}

/// Checks the options, opens page and state, and filters in one of three modes.
fn filter(options: &FilterOptions, signals: &Signals) -> Result<RunOutcome> {
    if let Some(refusal) = cli::refusal(options) {
        bail!(refusal);
    }
    let settings = settings(options)?;
    let paths = inputs::paths(&options.files);
    let read_files = read_files(&paths, &options.settings);
    let page = match &options.report {
        Some(path) => Some(Page::open(path, options, &read_files)?),
        None => None,
    };
    let state = if options.memory.is_on() {
        match RunState::open(options, signals)? {
            ControlFlow::Continue(state) => Some(state),
            ControlFlow::Break(signal) => return Ok(RunOutcome::Interrupted(signal)),
        }
    } else {
        None
    };
    let job = Job {
        options,
        signals,
        settings,
        paths,
        read_files,
    };
    match state {
        Some(state) => filter_with_memory(&job, page, state),
        None if options.settings.has("two-pass") => filter_in_two_passes(&job, page),
        None => filter_once(&job, page),
    }
}

/// Returns the settings of the filter.
fn settings(options: &FilterOptions) -> Result<Builder> {
    let settings = builder_of(&options.settings, &options.lines, options.quiet)?;
    let settings = input(settings, &options.input)?;
    let shows_statistics = options.stats.is_some() && !options.quiet;
    let settings = settings
        .detail(report::detail(options))
        .count_learned(options.report.is_some() || shows_statistics);
    match &options.debug {
        Some(key) => debug(options, key, settings),
        None => Ok(settings),
    }
}

/// Reads the sources once.
fn filter_once(job: &Job<'_>, page: Option<Page>) -> Result<RunOutcome> {
    // Settings are checked before the output is emptied.
    let sift = job.settings.build()?;
    let mut outputs = job.open_outputs(page, Existing::Emptied)?;
    let run = reading(job.options, sources(job.paths.clone()))?;
    let mut filter = explained(sift);
    let summary = outputs.filter(run, &mut *filter);
    let outcome = job.end(outputs, summary, &Summary::default(), &*filter);
    // The process ends soon, which frees its memory at once instead of table by table.
    mem::forget(filter);
    outcome
}

/// Reads the sources to learn from them, then to filter them.
fn filter_in_two_passes(job: &Job<'_>, page: Option<Page>) -> Result<RunOutcome> {
    let mut sift = job.settings.build()?;
    let mut outputs = job.open_outputs(page, Existing::Emptied)?;
    let mut inputs = RereadInputs::new(&job.paths)?;
    let run = reading(job.options, inputs.sources()?)?;
    let first = rereading::learn(run, &mut sift, &mut outputs.monitor)?;
    outputs.monitor.read_again();
    let sources = inputs.sources()?;
    if first.ending == Ending::Stopped
        && let Some(signal) = job.signals.received()
    {
        outputs.monitor.finish();
        if let Some(page) = outputs.page {
            let why =
                format!("signal {signal} ended the first reading, before anything was decided");
            page.write(&sift, &job.settings, Some(why));
        }
        return Ok(RunOutcome::Interrupted(signal));
    }
    let run = reading(job.options, sources)?;
    let mut filter = explained(sift);
    let summary = outputs.filter(run, &mut *filter);
    let outcome = job.end(outputs, summary, &first, &*filter);
    // As above.
    mem::forget(filter);
    outcome
}

/// Reads the sources once, and continues from what earlier lines have left in the memory.
fn filter_with_memory(job: &Job<'_>, page: Option<Page>, state: RunState) -> Result<RunOutcome> {
    let existing = state.existing();
    let settings = memory::add(job.settings.clone(), &job.options.memory);
    let session = state.session(settings)?;
    let mut outputs = job.open_outputs(page, existing)?;
    let run = reading(job.options, sources(job.paths.clone()))?;
    let mut filter = explained(session);
    let summary = outputs.filter(run, &mut *filter);
    job.end(outputs, summary, &Summary::default(), &*filter)
}

/// Attaches a reader of decisions to a filter, if its settings ask for more than verdicts.
fn explained<F: RunFilter + 'static>(filter: F) -> Box<dyn RunFilter> {
    let settings = filter.sift().view().settings;
    if settings.detail == Detail::Verdicts && !settings.counts_learned() {
        Box::new(filter)
    } else {
        Box::new(Watched::new(filter))
    }
}

/// The settings and the inputs of a run.
struct Job<'f> {
    options: &'f FilterOptions,
    signals: &'f Signals,
    settings: Builder,
    /// The inputs.
    paths: Vec<PathBuf>,
    /// The inputs, and the files that options name: no output may replace them.
    read_files: Vec<PathBuf>,
}

/// What a run writes to, and what watches it.
struct Outputs<'f> {
    page: Option<Page>,
    /// Writes the output, unless the output is the kept records themselves.
    report: Option<Box<dyn RecordWriter>>,
    monitor: Monitor<'f>,
    destination: Destination,
}

impl<'f> Job<'f> {
    /// Opens the output.
    fn open_outputs(&self, page: Option<Page>, existing: Existing) -> Result<Outputs<'f>> {
        let options = self.options;
        let report = if report::is_records(options) {
            None
        } else {
            Some(report::of(options, existing.has_header(), &self.settings))
        };
        let record_end = if options.format == Format::Text {
            delimiter(options.null)
        } else {
            b'\n'
        };
        let output = options.output.as_deref();
        let destination = Destination::open(output, &self.read_files, record_end, existing)?;
        let progress = Progress::new(options.progress, options.quiet, &self.paths, &destination);
        let monitor = Monitor::new(self.signals, progress, options.quiet);
        if !options.quiet {
            self.note_terminals(&destination);
        }
        Ok(Outputs {
            page,
            report,
            monitor,
            destination,
        })
    }

    /// Notes that the input is typed, or that the output is discarded.
    fn note_terminals(&self, destination: &Destination) {
        if inputs::is_typed(&self.paths) {
            say(
                "reading URLs from the terminal, one per line; end with Ctrl-D, or see urlsift --help",
            );
        }
        if destination.is_nowhere && self.options.stats.is_none() {
            say("standard output is closed, or is /dev/null: the kept lines are discarded");
        }
    }

    /// Writes the page, notes and statistics. `first` is the summary of the first of two readings.
    fn end(
        &self,
        outputs: Outputs<'_>,
        summary: Result<Summary>,
        first: &Summary,
        filter: &dyn RunFilter,
    ) -> Result<RunOutcome> {
        outputs.monitor.finish();
        let is_page_written = match outputs.page {
            Some(page) => {
                let early = why_early(&summary, first, self.signals);
                page.write(filter, &self.settings, early)
            }
            None => true,
        };
        let mut summary = summary?;
        summary.elapsed += first.elapsed;
        summary.unreadable = summary.unreadable.max(first.unreadable);
        if !self.options.quiet {
            conclude(self.options, &summary, filter);
        }
        let outcome = RunOutcome::of(self.signals, &summary);
        if outcome == RunOutcome::Done && !is_page_written {
            return Ok(RunOutcome::Incomplete);
        }
        Ok(outcome)
    }
}

impl Outputs<'_> {
    /// Decides on the records of a run, observed by the page if there is one.
    fn filter<'m>(&'m mut self, run: Run<'m>, filter: &mut dyn RunFilter) -> Result<Summary> {
        let mut run = run.monitor(&mut self.monitor);
        if let Some(page) = &mut self.page {
            run = run.observer(page.observer());
        }
        let output = &mut self.destination.output;
        let summary = match self.report.as_deref_mut() {
            Some(writer) => run.write_records(filter, writer, output),
            None => run.filter(filter, output),
        };
        summary.map_err(|error| explain(error, &self.destination.name))
    }
}

/// Says why the run ended early, if it did.
fn why_early(summary: &Result<Summary>, first: &Summary, signals: &Signals) -> Option<String> {
    let summary = match summary {
        Ok(summary) => summary,
        Err(error) => return Some(format!("{error:#}")),
    };
    let unreadable = summary.unreadable.max(first.unreadable);
    match summary.ending {
        Ending::Stopped => {
            let signal = signals.received().unwrap_or_default();
            Some(format!("signal {signal} ended the run"))
        }
        Ending::Closed => Some("the reader of the output went away".to_owned()),
        _ if unreadable > 0 => Some(format!("sources that could not be read: {unreadable}")),
        _ => None,
    }
}

/// Prints the key and the settings, by which the run can be repeated, and sets that key.
fn debug(options: &FilterOptions, key: &HashKey, settings: Builder) -> Result<Builder> {
    let draw = || RandomState::new().build_hasher().finish();
    let typed = &options.settings;
    let key = match key {
        HashKey::Given(key) => Some(key.clone()),
        HashKey::Drawn if typed.has("seed") => Some(typed.text("seed")),
        // Simhash has the same key in every run.
        HashKey::Drawn if typed.text("metric") == "simhash" => None,
        HashKey::Drawn => Some(format!("{:016x}{:016x}", draw(), draw())),
    };
    let shown = key.as_deref().unwrap_or("default");
    say(format_args!(
        "debug: version {}, key {shown}, settings {options:?}",
        env!("CARGO_PKG_VERSION")
    ));
    Ok(match key {
        Some(key) => settings.set("seed", &key)?,
        None => settings,
    })
}

/// Prints notes and statistics about a run that ended well.
fn conclude(options: &FilterOptions, summary: &Summary, filter: &dyn RunFilter) {
    let sift = filter.sift();
    let session = filter.session();
    let (wrong_times, first_wrong) = session.map_or((0, None), Session::wrong_times);
    // Programs that read JSON statistics expect nothing else.
    if !matches!(options.stats, Some(cli::StatsFormat::Json)) {
        advice::print(summary);
        if session.is_some_and(|session| !session.has_read_times()) {
            note_no_times(options, summary);
        }
        if let Some(first) = first_wrong {
            statistics::note_wrong_times(wrong_times, first);
        }
        statistics::note_recall(summary.recall.map(|recall| 100.0 * recall), "");
        statistics::note_unmet_fields(summary, &sift.scanner().unmet_fields());
        let rules = options.settings.text("rules");
        if let Err(error) = url_rules::note(summary, sift, &rules, options.expire) {
            say(format_args!("{error:#}"));
        }
        statistics::note_none_selected(summary, options);
    }
    match options.stats {
        Some(format) => {
            let learned = filter.explainer().and_then(Explainer::learned_positions);
            let (lines, positions) = learned.unwrap_or_default();
            let figures = LearnedFigures {
                lines,
                positions,
                answers: sift.view().same_answers(),
                parameters: sift.view().learned_parameters(),
                wrong_times,
                traffic: session.and_then(Session::traffic),
            };
            statistics::print(summary, &figures, format);
        }
        None => statistics::note_not_urls(summary, options),
    }
}

/// Notes that no record has a time although the options name its field.
fn note_no_times(options: &FilterOptions, summary: &Summary) {
    let Some(name) = &options.memory.time_field else {
        return;
    };
    if summary.records > summary.empty + summary.headers {
        say(format_args!(
            "no record has a time in {name:?} (--time-field): each gets the time at which it is read"
        ));
    }
}
