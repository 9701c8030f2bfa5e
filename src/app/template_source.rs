//! Reads the templates of a list or a state.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use urlsift::memory::Access;
use urlsift::stream::{Ending, Report, Run, Summary};
use urlsift::{Builder, Detail, Sift, TemplateReader, Templates};

use super::advice;
use super::inputs;
use super::message::shown;
use super::monitor::Monitor;
use super::outcome::Outcome;
use super::passes::{self, Inputs};
use super::progress::Progress;
use super::settings::{builder, delimiter, extracting, input, on_threads};
use super::signals::Signals;
use super::state::place;
use crate::cli::{Place, TemplateSource};

/// The first bytes of a state in a file.
const STATE: &[u8] = b"SQLite format 3\0";

/// Templates that were read, and their source.
pub(super) struct Read {
    pub(super) templates: Templates,
    pub(super) outcome: Outcome,
    /// The list, to be read once more; `None` for a state.
    pub(super) again: Option<Again>,
    /// The settings of the filter that decided.
    pub(super) settings: Builder,
}

/// A list that can be decided on once more, as it was decided on before.
pub(super) struct Again {
    inputs: Inputs,
    sift: Sift,
    signals: Signals,
    /// The number of the template of each group of the filter.
    pub(super) of_group: HashMap<u64, usize>,
}

/// Reads the templates. `Err`: a signal ended the reading.
pub(super) fn read(typed: &TemplateSource) -> Result<Result<Read, Outcome>> {
    let settings = input(builder(&typed.settings, typed.quiet)?, &typed.input)?.detail(Detail::Groups);
    match typed.files.iter().find(|path| is_state(path)) {
        Some(path) if typed.files.len() == 1 => of_state(&settings, path).map(Ok),
        Some(path) => bail!("{} is a state: give it alone, without lists or another state", shown(path)),
        None => of_lists(typed, settings),
    }
}

/// Says whether a path names a state.
pub(super) fn is_state(path: &Path) -> bool {
    let place = path.to_str().map(Place::from);
    if place.is_some_and(|place| place.file().is_none()) {
        return true;
    }
    let mut start = [0; STATE.len()];
    !inputs::is_transient(path)
        && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && start == STATE
}

fn of_state(settings: &Builder, path: &Path) -> Result<Read> {
    let place = path.to_str().map_or_else(|| Place::File(path.to_owned()), Place::from);
    let mut reader = TemplateReader::new(&settings.clone().build()?)?;
    let mut state = place::open(&place, Access::Read)?;
    // The filter of a state remembers, and does not name groups.
    let unnamed = settings.clone().detail(Detail::Verdicts);
    state
        .read_groups(unnamed, |sift, group| {
            reader.admit_kept(sift, &group.line, group.count());
            Ok(())
        })
        .map_err(|error| advice::on_state(error, &place, advice::Typed::Task))?;
    let (templates, settings) = (reader.finish_kept(), settings.clone());
    Ok(Read { templates, outcome: Outcome::Done, again: None, settings })
}

fn of_lists(typed: &TemplateSource, settings: Builder) -> Result<Result<Read, Outcome>> {
    let paths: Vec<PathBuf> = inputs::paths(&typed.files);
    let mut inputs = Inputs::new(&paths)?;
    let signals = Signals::install().context("cannot watch for signals")?;
    let progress = if typed.quiet { Progress::none() } else { Progress::of_reading(&paths) };
    let mut monitor = Monitor::new(&signals, progress).quiet(typed.quiet);
    let mut sift = settings.clone().two_pass(true).build()?;
    let mut reader = TemplateReader::new(&sift)?;
    let (mut first, mut second) = (Summary::default(), Summary::default());
    if sift.needs_survey() {
        first = passes::learn(run(typed, &mut inputs)?, &mut sift, &mut monitor)?;
        monitor.read_again();
    }
    let before = sift.clone();
    if first.ending == Ending::Exhausted {
        second = run(typed, &mut inputs)?.observer(&mut monitor).templates(&mut sift, &mut reader)?;
    }
    monitor.finish();
    second.unreadable = second.unreadable.max(first.unreadable);
    let outcome = Outcome::of(&signals, &second);
    if let Outcome::Interrupted(_) = outcome {
        return Ok(Err(outcome));
    }
    let (templates, of_group) = reader.finish_by_group(&sift);
    let again = Some(Again { inputs, sift: before, signals, of_group });
    Ok(Ok(Read { templates, outcome, again, settings }))
}

fn run<'o>(typed: &TemplateSource, inputs: &mut Inputs) -> Result<Run<'o>> {
    let run = Run::new(inputs.sources()?).delimiter(delimiter(typed.null));
    extracting(on_threads(run, typed.threads), &typed.input)
}

impl Again {
    /// Passes every decision to a report that writes nothing.
    pub(super) fn watch(&mut self, typed: &TemplateSource, report: &mut dyn Report) -> Result<Outcome> {
        let mut monitor = Monitor::new(&self.signals, Progress::none()).quiet(true);
        monitor.read_again();
        let run = run(typed, &mut self.inputs)?.observer(&mut monitor);
        let summary = run.report(&mut self.sift.clone(), report, std::io::sink())?;
        Ok(Outcome::of(&self.signals, &summary))
    }
}
