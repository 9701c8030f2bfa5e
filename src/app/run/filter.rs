//! The filter, without a subcommand.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Result, bail};
use urlsift::explain::{Explainer, Watched};
use urlsift::memory::Session;
use urlsift::settings::{ByName, Detail};
use urlsift::stream::{Ending, RecordWriter, Run, RunFilter, Source, Summary};
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
use crate::cli::{self, FilterOptions, Format, HashKey, Print, StatsFormat};

/// The hash key of runs that print keys: fixed, so that all processes and runs compute equal ones.
pub(crate) const KEYS_SEED: [u64; 2] = [0, 0];

/// Filters the sources.
pub(crate) fn run(options: &FilterOptions) -> Result<RunOutcome> {
    let signals = Signals::install()?;
    let ended = filter(options, &signals);
    if let Err(error) = &ended
        && is_away(error)
        && let Some(signal) = signals.received()
    {
        // Earlier decisions are printed; waiting for the server ends.
        return Ok(RunOutcome::Interrupted(signal));
    }
    ended
}

/// Returns whether an error says that a server does not answer.
fn is_away(error: &anyhow::Error) -> bool {
    match error.downcast_ref::<urlsift::Error>() {
        Some(cause) => cause.kind() == ErrorKind::Away,
        None => false,
    }
}

/// Checks the options, opens page and state, and filters in one of three modes.
fn filter(options: &FilterOptions, signals: &Signals) -> Result<RunOutcome> {
    if let Some(refusal) = cli::refusal(options) {
        bail!(refusal);
    }
    let settings = settings(options)?;
    let paths = inputs::paths(&options.files);
    let read_files = read_files(&paths, &options.settings)?;
    let page = match &options.report {
        Some(path) => Some(Page::open(path, options, &read_files)?),
        None => None,
    };
    let mut state = None;
    if options.memory.is_on() {
        match RunState::open(options, signals)? {
            ControlFlow::Continue(opened) => state = Some(opened),
            ControlFlow::Break(signal) => return Ok(RunOutcome::Interrupted(signal)),
        }
    }
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
    let has_own_seed = options.settings.has("seed") || options.memory.state.is_some();
    let settings = if options.prints(Print::Key) && !has_own_seed {
        settings.seed(KEYS_SEED)
    } else {
        settings
    };
    let counts_learned = options.report.is_some() || options.stats.is_some();
    let settings = settings
        .detail(report::detail(options))
        .count_learned(counts_learned);
    match &options.debug {
        Some(key) => debug(options, key, settings),
        None => Ok(settings),
    }
}

/// Reads the sources once.
fn filter_once(job: &Job<'_>, page: Option<Page>) -> Result<RunOutcome> {
    // Settings are checked before the output is emptied.
    let sift = job.settings.build()?;
    let outputs = job.open_outputs(page, Existing::Emptied)?;
    let sources = sources(job.paths.clone());
    let mut filter = explained(sift);
    let outcome = job.decide(outputs, sources, &Summary::default(), &mut *filter);
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
            let why = "ended the first reading, before anything was decided";
            let early = format!("signal {signal} {why}");
            page.write(&sift, &job.settings, Some(early));
        }
        return Ok(RunOutcome::Interrupted(signal));
    }
    let mut filter = explained(sift);
    let outcome = job.decide(outputs, sources, &first, &mut *filter);
    // As above.
    mem::forget(filter);
    outcome
}

/// Reads the sources once, and continues from what earlier lines have left in the memory.
fn filter_with_memory(job: &Job<'_>, page: Option<Page>, state: RunState) -> Result<RunOutcome> {
    let existing = state.existing();
    let settings = memory::add(job.settings.clone(), job.options);
    let session = state.session(settings)?;
    let outputs = job.open_outputs(page, existing)?;
    let sources = sources(job.paths.clone());
    let mut filter = explained(session);
    job.decide(outputs, sources, &Summary::default(), &mut *filter)
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
            let how_to_end = "end with Ctrl-D, or see urlsift --help";
            say(format_args!(
                "reading URLs from the terminal, one per line; {how_to_end}"
            ));
        }
        if destination.is_nowhere && self.options.stats.is_none() {
            say("standard output is closed, or is /dev/null: the kept lines are discarded");
        }
    }

    /// Decides on all records, and ends the run. `first` is the summary of the first of two
    /// readings.
    fn decide(
        &self,
        mut outputs: Outputs<'_>,
        sources: Vec<Source>,
        first: &Summary,
        filter: &mut dyn RunFilter,
    ) -> Result<RunOutcome> {
        let run = reading(self.options, sources)?;
        let summary = outputs.filter(run, filter);
        self.end(outputs, summary, first, filter)
    }

    /// Writes the page, notes and statistics.
    fn end(
        &self,
        outputs: Outputs<'_>,
        summary: Result<Summary>,
        first: &Summary,
        filter: &dyn RunFilter,
    ) -> Result<RunOutcome> {
        outputs.monitor.finish();
        let mut is_page_written = true;
        if let Some(page) = outputs.page {
            let early = why_early(&summary, first, self.signals);
            is_page_written = page.write(filter, &self.settings, early);
        }
        let mut summary = summary?;
        summary.elapsed += first.elapsed;
        summary.unreadable = summary.unreadable.max(first.unreadable);
        conclude(self.options, &summary, filter);
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
        Ending::Full => Some("the run ended after the lines that --top asks for".to_owned()),
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
        HashKey::Drawn => {
            let first = draw();
            let second = draw();
            Some(format!("{first:016x}{second:016x}"))
        }
    };
    let shown = key.as_deref().unwrap_or("default");
    let version = env!("CARGO_PKG_VERSION");
    say(format_args!(
        "debug: version {version}, key {shown}, settings {options:?}"
    ));
    let Some(key) = key else {
        return Ok(settings);
    };
    let settings = settings.set("seed", &key)?;
    Ok(settings)
}

/// Prints notes and statistics about a run that ended well.
fn conclude(options: &FilterOptions, summary: &Summary, filter: &dyn RunFilter) {
    let sift = filter.sift();
    let session = filter.session();
    let (wrong_times, first_wrong) = match session {
        Some(session) => session.wrong_times(),
        None => (0, None),
    };
    // Programs that read JSON statistics expect nothing else.
    if !options.quiet && !matches!(options.stats, Some(StatsFormat::Json)) {
        advice::print(summary, options);
        if let Some(session) = session
            && !session.has_read_times()
        {
            note_no_times(options, summary);
        }
        note_unused_times(options, summary);
        if let Some(first) = first_wrong {
            statistics::note_wrong_times(wrong_times, first);
        }
        let recall = summary.recall.map(|recall| 100.0 * recall);
        statistics::note_recall(recall, "");
        let unmet = sift.scanner().unmet_fields();
        statistics::note_unmet_fields(summary, &unmet);
        statistics::note_without_effect(options, summary, sift.scanner());
        let rules = statistics::shown_rule_files(options);
        if let Err(error) = url_rules::note(summary, sift, &rules, options.expire) {
            say(format_args!("{error:#}"));
        }
        statistics::note_none_selected(summary, options);
    }
    match options.stats {
        Some(format) => {
            let learned = filter.explainer().and_then(Explainer::learned_positions);
            let (lines, positions) = learned.unwrap_or_default();
            let view = sift.view();
            let figures = LearnedFigures {
                lines,
                positions,
                answers: view.same_answers(),
                parameters: view.learned_parameters(),
                wrong_times,
                traffic: session.and_then(Session::traffic),
            };
            statistics::print(summary, &figures, format);
        }
        None if options.quiet => {}
        None => statistics::note_not_urls(summary, options),
    }
}

/// Notes that lines of a log count when they are read, not at their own times.
fn note_unused_times(options: &FilterOptions, summary: &Summary) {
    let memory = &options.memory;
    let is_by_clock = memory.window.is_some() && memory.time_field.is_none();
    let has_times = !summary.formats.is_empty();
    if has_times && (is_by_clock || memory.min.is_some() && memory.time_field.is_none()) {
        say(
            "the times in the lines are ignored, and the clock counts: --time-field time takes them",
        );
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
