//! Reads the templates of a list or a state.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use urlsift::explain::Watched;
use urlsift::lists::{Template, TemplateReader, Templates};
use urlsift::memory::{Access, State, Timestamp};
use urlsift::settings::{Detail, Input};
use urlsift::stream::{self, DecidedRecord, Ending, InputPart, RecordObserver, Run, Summary};
use urlsift::{Builder, Filter as _, Sift, Verdict};

use crate::app::run::{
    Monitor, Progress, RereadInputs, RunOutcome, Signals, advice, advice_to_task, inputs,
    open_state, rereading,
};
use crate::app::settings::{builder, input, read_files, reading_of};
use crate::app::show::message::shown;
use crate::cli::{StatePlace, TemplateSource};

/// The first bytes of a file that is a state.
const STATE: &[u8] = b"SQLite format 3\0";

/// The most bytes that are read of a file to tell whether it is a page.
const PAGE_START: u64 = 512;

/// The lines of a list or a state, counted for their templates.
pub(crate) struct Counted {
    pub(crate) reader: TemplateReader,
    /// The filter that decided.
    pub(crate) sift: Sift,
    pub(crate) outcome: RunOutcome,
    /// How to decide once more; `None` for a state, or if the list is not read again.
    again: Option<SecondReading>,
    settings: Builder,
}

/// A list, and the filter as it was before it decided on that list.
struct SecondReading {
    inputs: RereadInputs,
    sift: Sift,
    signals: Signals,
}

/// The templates of a list or a state.
pub(crate) struct ReadTemplates {
    pub(crate) templates: Templates,
    pub(crate) lines: ReadLines,
    pub(crate) outcome: RunOutcome,
    /// The settings of the filter that decided.
    pub(crate) settings: Builder,
}

/// The lines of a list or a state, each with its template.
pub(crate) struct ReadLines {
    /// `None` for a state.
    again: Option<SecondReading>,
    /// The number of the template of each group of the filter.
    of_group: Vec<Option<u32>>,
    /// The kept lines of a state, in the order of templates.
    kept: Vec<Box<[u8]>>,
    /// The place among the templates of each that was read; `None` if it was left out.
    places: Vec<Option<usize>>,
}

/// Reads the templates of a list that may be read again, with examples only if they are wanted.
/// `Err`: a signal ended the reading.
pub(crate) fn read(
    typed: &TemplateSource,
    examples: bool,
) -> Result<Result<ReadTemplates, RunOutcome>> {
    let mut counted = match count(typed, settings(typed)?, true)? {
        Ok(counted) => counted,
        Err(outcome) => return Ok(Err(outcome)),
    };
    if !examples {
        counted.reader = counted.reader.without_examples();
    }
    let (templates, of_group) = counted.reader.finish_by_group(&counted.sift);
    let mut kept = Vec::new();
    if counted.again.is_none() {
        kept.extend(
            templates
                .iter()
                .map(|template| template.kept.as_ref().into()),
        );
    }
    let places = (0..templates.len()).map(Some).collect();
    let lines = ReadLines {
        again: counted.again,
        of_group,
        kept,
        places,
    };
    Ok(Ok(ReadTemplates {
        templates,
        lines,
        outcome: counted.outcome,
        settings: counted.settings,
    }))
}

/// Returns the settings that were typed.
pub(crate) fn settings(typed: &TemplateSource) -> Result<Builder> {
    read_files(&inputs::paths(&typed.files), &typed.settings)?;
    let settings = builder(&typed.settings, typed.quiet)?;
    Ok(input(settings, &typed.input)?.detail(Detail::Groups))
}

/// Counts lines. `Err`: a signal ended the reading. A list may be read `again` only if that is
/// said; then it has to be whole.
pub(crate) fn count(
    typed: &TemplateSource,
    settings: Builder,
    again: bool,
) -> Result<Result<Counted, RunOutcome>> {
    match typed.files.iter().find(|path| is_state(path)) {
        Some(path) if typed.files.len() == 1 => {
            let counted = of_state(settings, path)?;
            Ok(Ok(counted))
        }
        Some(path) => bail!(
            "{} is a state: give it alone, without lists or another state",
            shown(path)
        ),
        None => of_lists(typed, settings, again),
    }
}

/// Returns the place that a path names if it is that of a state.
pub(crate) fn place_of(path: &Path) -> StatePlace {
    StatePlace::from(path.as_os_str().to_owned())
}

/// Says whether a path names a state. A file that cannot be read counts as a list, whose reader
/// names the error.
pub(crate) fn is_state(path: &Path) -> bool {
    if place_of(path).file().is_none() {
        return true;
    }
    if inputs::is_transient(path) {
        return false;
    }
    let mut start = [0; STATE.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == STATE
}

/// Refuses a state of texts or sequences.
pub(crate) fn refuse_texts(state: &State) -> Result<()> {
    if state.holds_urls() {
        return Ok(());
    }
    let name = state.name();
    bail!("{name} holds texts or sequences, and only URLs have templates: see urlsift state export")
}

/// Refuses a web page, as a server sends in place of a list that it does not have.
pub(crate) fn refuse_page(path: &Path) -> Result<()> {
    if inputs::is_transient(path) {
        return Ok(());
    }
    let mut start = Vec::new();
    if let Ok(file) = File::open(path) {
        let _ = file.take(PAGE_START).read_to_end(&mut start);
    }
    let start = start.to_ascii_lowercase();
    let text = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
    let text = text.trim_ascii_start();
    if text.starts_with(b"<!doctype html") || text.starts_with(b"<html") {
        bail!(
            "{}:1 is an HTML page, not a list: --extract reads the URLs in it",
            shown(path)
        );
    }
    Ok(())
}

fn of_state(settings: Builder, path: &Path) -> Result<Counted> {
    let place = place_of(path);
    // Its lines are lines of text, whatever they were read from.
    let settings = settings.input(Input::Lines);
    let sift = settings.build()?;
    let mut reader = TemplateReader::new(&sift)?;
    let mut state = open_state(&place, Access::Read)?;
    refuse_texts(&state)?;
    // The filter of a state remembers, and does not name groups.
    let unnamed = settings.clone().detail(Detail::Verdicts);
    state
        .read_groups(unnamed, |sift, group| {
            reader.admit_kept(sift, &group.line, group.count());
            Ok(())
        })
        .map_err(advice_to_task(&place))?;
    Ok(Counted {
        reader,
        sift,
        outcome: RunOutcome::Done,
        again: None,
        settings,
    })
}

fn of_lists(
    typed: &TemplateSource,
    settings: Builder,
    again: bool,
) -> Result<Result<Counted, RunOutcome>> {
    let paths: Vec<PathBuf> = inputs::paths(&typed.files);
    let mut inputs = RereadInputs::new(&paths)?;
    let signals = Signals::install()?;
    if again && !typed.input.extract {
        for path in &paths {
            refuse_page(path)?;
        }
    }
    let mut monitor = Monitor::of_reading(&signals, &paths, typed.quiet).strict(again);
    let mut sift = settings.clone().two_pass(true).build()?;
    let mut reader = TemplateReader::new(&sift)?.timed(time);
    let mut first = Summary::default();
    if sift.needs_survey() {
        let run = run(typed, &mut inputs)?;
        first = rereading::learn(run, &mut sift, &mut monitor)?;
        monitor.read_again();
    }
    let before = again.then(|| sift.clone());
    let mut second = Summary::default();
    if first.ending == Ending::Exhausted {
        let mut watched = Watched::new(sift);
        let scanner = watched.scanner().clone();
        second = run(typed, &mut inputs)?
            .monitor(&mut monitor)
            .read(&scanner, |part| {
                match part {
                    InputPart::Records(batch, lines) => {
                        let kept = watched.inner().len();
                        watched
                            .reserve(batch)
                            .map_err(|cause| stream::Error::Memory { kept, cause })?;
                        let lines = lines.iter().copied();
                        reader
                            .take(&mut watched, batch, lines)
                            .map_err(stream::Error::Store)?;
                    }
                    InputPart::Fields(fields) => watched.read_by(fields),
                    _ => {}
                }
                Ok(())
            })?;
        sift = watched.into_inner();
        // Nothing but what was learned is needed from now on.
        sift.restart();
    }
    let broken = monitor.take_broken();
    monitor.finish();
    if let Some(broken) = broken {
        bail!(broken);
    }
    second.unreadable = second.unreadable.max(first.unreadable);
    // Nothing is printed yet, and what follows may take long.
    if let Some(signal) = signals.release() {
        return Ok(Err(RunOutcome::Interrupted(signal)));
    }
    advice::note_long(&second);
    let outcome = RunOutcome::of(&signals, &second);
    let again = before.map(|sift| SecondReading {
        inputs,
        sift,
        signals,
    });
    Ok(Ok(Counted {
        reader,
        sift,
        outcome,
        again,
        settings,
    }))
}

/// Reads a time, in milliseconds since 1970.
fn time(text: &str) -> Option<i64> {
    let time: Timestamp = text.parse().ok()?;
    Some(time.0)
}

fn run<'o>(typed: &TemplateSource, inputs: &mut RereadInputs) -> Result<Run<'o>> {
    reading_of(inputs.sources()?, typed.null, typed.threads, &typed.input)
}

/// Templates that are left out.
#[derive(Default)]
pub(crate) struct LeftOut {
    pub(crate) templates: u64,
    /// The number of their lines.
    pub(crate) lines: u64,
}

impl ReadTemplates {
    /// Leaves templates out.
    pub(crate) fn leave_out(&mut self, is_out: impl Fn(&Template) -> bool) -> LeftOut {
        let mut left_out = LeftOut::default();
        let mut next = 0;
        let mut new = Vec::with_capacity(self.templates.len());
        self.templates.retain(|template| {
            if is_out(template) {
                left_out.templates += 1;
                left_out.lines += template.lines;
                new.push(None);
                return false;
            }
            new.push(Some(next));
            next += 1;
            true
        });
        for place in &mut self.lines.places {
            *place = place.and_then(|place| new[place]);
        }
        left_out
    }
}

impl ReadLines {
    /// Reads a list once more and calls `each` with the filter, every line that has a template, and
    /// the place of that unless it was left out. Of a state, only kept lines are known.
    pub(crate) fn each(
        &mut self,
        typed: &TemplateSource,
        mut each: impl FnMut(&Sift, &[u8], Option<usize>) + Send,
    ) -> Result<RunOutcome> {
        let Some(again) = &mut self.again else {
            let sift = Sift::builder().build()?;
            for (line, place) in self.kept.iter().zip(&self.places) {
                each(&sift, line, *place);
            }
            return Ok(RunOutcome::Done);
        };
        let mut monitor = Monitor::new(&again.signals, Progress::none(), true);
        monitor.read_again();
        let mut observer = EachLine {
            of_group: &self.of_group,
            places: &self.places,
            each,
        };
        let mut sift = Watched::new(again.sift.clone());
        let summary = run(typed, &mut again.inputs)?
            .monitor(&mut monitor)
            .observer(&mut observer)
            .filter(&mut sift, io::sink())?;
        Ok(RunOutcome::of(&again.signals, &summary))
    }
}

/// Calls a function with every line that has a template.
struct EachLine<'g, F> {
    of_group: &'g [Option<u32>],
    places: &'g [Option<usize>],
    each: F,
}

impl<F: FnMut(&Sift, &[u8], Option<usize>) + Send> RecordObserver for EachLine<'_, F> {
    fn record(&mut self, decided: &DecidedRecord<'_>) {
        let is_url = matches!(
            decided.verdict,
            Verdict::Kept | Verdict::Similar | Verdict::Sample
        );
        let group = decided.decision.and_then(|decision| decision.group);
        let Some(group) = group.filter(|_| is_url) else {
            return;
        };
        if let Some(&Some(template)) = self.of_group.get(group as usize) {
            let place = self.places[template as usize];
            (self.each)(decided.sift, decided.line, place);
        }
    }
}
