//! Reads the templates of a list or a state.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use urlsift::explain::Watched;
use urlsift::lists::{Template, TemplateReader, Templates};
use urlsift::memory::Access;
use urlsift::settings::Detail;
use urlsift::stream::{self, DecidedRecord, Ending, InputPart, RecordObserver, Run, Summary};
use urlsift::{Builder, Filter as _, Sift, Verdict};

use crate::app::run::inputs;
use crate::app::run::monitor::Monitor;
use crate::app::run::open_state::{advice_to_task, open_state};
use crate::app::run::outcome::Outcome;
use crate::app::run::progress::Progress;
use crate::app::run::rereading::{self, RereadInputs};
use crate::app::run::signals::Signals;
use crate::app::settings::{builder, input, reading_of};
use crate::app::show::message::shown;
use crate::cli::{StatePlace, TemplateSource};

/// The first bytes of a file that is a state.
const STATE: &[u8] = b"SQLite format 3\0";

/// The lines of a list or a state, counted for their templates.
pub(crate) struct Counted {
    pub(crate) reader: TemplateReader,
    /// The filter that decided.
    pub(crate) sift: Sift,
    pub(crate) outcome: Outcome,
    /// The filter before it decided; `None` for a state, or if the list is not read again.
    before: Option<(RereadInputs, Sift, Signals)>,
    settings: Builder,
}

/// The templates of a list or a state.
pub(crate) struct Read {
    pub(crate) templates: Templates,
    pub(crate) lines: ReadLines,
    pub(crate) outcome: Outcome,
    /// The settings of the filter that decided.
    pub(crate) settings: Builder,
}

/// The lines of a list or a state, each with its template.
pub(crate) struct ReadLines {
    /// The list that can be decided on once more, as it was decided on before; `None` for a state.
    again: Option<(RereadInputs, Sift, Signals)>,
    /// The number of the template of each group of the filter.
    of_group: Vec<Option<u32>>,
    /// The kept lines of a state, in the order of templates.
    kept: Vec<Box<[u8]>>,
    /// The place among the templates of each that was read; `None` if it was left out.
    places: Vec<Option<u32>>,
}

/// Reads the templates of a list that may be read again. `Err`: a signal ended the reading.
pub(crate) fn read(typed: &TemplateSource) -> Result<Result<Read, Outcome>> {
    Ok(count(typed, true)?.map(
        |Counted {
             reader,
             sift,
             outcome,
             before,
             settings,
         }| {
            let (templates, of_group) = reader.finish_by_group(&sift);
            let kept = templates
                .iter()
                .filter(|_| before.is_none())
                .map(|it| it.kept.clone())
                .collect();
            let places = (0..templates.len() as u32).map(Some).collect();
            Read {
                templates,
                lines: ReadLines {
                    again: before,
                    of_group,
                    kept,
                    places,
                },
                outcome,
                settings,
            }
        },
    ))
}

/// Counts lines. `Err`: a signal ended the reading. A list may be read `again` only if that is
/// said.
pub(crate) fn count(typed: &TemplateSource, again: bool) -> Result<Result<Counted, Outcome>> {
    let settings =
        input(builder(&typed.settings, typed.quiet)?, &typed.input)?.detail(Detail::Groups);
    match typed.files.iter().find(|path| is_state(path)) {
        Some(path) if typed.files.len() == 1 => of_state(&settings, path).map(Ok),
        Some(path) => bail!(
            "{} is a state: give it alone, without lists or another state",
            shown(path)
        ),
        None => of_lists(typed, settings, again),
    }
}

/// Says whether a path names a state. A file that cannot be read counts as a list, whose reader
/// names the error.
pub(crate) fn is_state(path: &Path) -> bool {
    let place = path.to_str().map(StatePlace::from);
    if place.is_some_and(|place| place.file().is_none()) {
        return true;
    }
    let mut start = [0; STATE.len()];
    !inputs::is_transient(path)
        && File::open(path)
            .and_then(|mut file| file.read_exact(&mut start))
            .is_ok()
        && start == STATE
}

fn of_state(settings: &Builder, path: &Path) -> Result<Counted> {
    let place = path
        .to_str()
        .map_or_else(|| StatePlace::File(path.to_owned()), StatePlace::from);
    let sift = settings.build()?;
    let mut reader = TemplateReader::new(&sift)?;
    let mut state = open_state(&place, Access::Read)?;
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
        outcome: Outcome::Done,
        before: None,
        settings: settings.clone(),
    })
}

fn of_lists(
    typed: &TemplateSource,
    settings: Builder,
    again: bool,
) -> Result<Result<Counted, Outcome>> {
    let paths: Vec<PathBuf> = inputs::paths(&typed.files);
    let mut inputs = RereadInputs::new(&paths)?;
    let signals = Signals::install().context("cannot watch for signals")?;
    let mut monitor = Monitor::of_reading(&signals, &paths, typed.quiet);
    let mut sift = settings.clone().two_pass(true).build()?;
    let mut reader = TemplateReader::new(&sift)?;
    let (mut first, mut second) = (Summary::default(), Summary::default());
    if sift.needs_survey() {
        first = rereading::learn(run(typed, &mut inputs)?, &mut sift, &mut monitor)?;
        monitor.read_again();
    }
    let before = again.then(|| sift.clone());
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
    monitor.finish();
    second.unreadable = second.unreadable.max(first.unreadable);
    // Nothing is printed yet, and what follows may take long.
    if let Some(signal) = signals.release() {
        return Ok(Err(Outcome::Interrupted(signal)));
    }
    let outcome = Outcome::of(&signals, &second);
    let before = before.map(|sift| (inputs, sift, signals));
    Ok(Ok(Counted {
        reader,
        sift,
        outcome,
        before,
        settings,
    }))
}

fn run<'o>(typed: &TemplateSource, inputs: &mut RereadInputs) -> Result<Run<'o>> {
    reading_of(inputs.sources()?, typed.null, typed.threads, &typed.input)
}

impl Read {
    /// Leaves templates out. Returns the number of these and of their lines.
    pub(crate) fn leave_out(&mut self, is_out: impl Fn(&Template) -> bool) -> (u64, u64) {
        let (mut next, mut lines) = (0, 0);
        let mut new = Vec::with_capacity(self.templates.len());
        self.templates.retain(|template| {
            let is_out = is_out(template);
            new.push((!is_out).then_some(next));
            next += u32::from(!is_out);
            lines += if is_out { template.lines } else { 0 };
            !is_out
        });
        self.lines
            .places
            .iter_mut()
            .for_each(|place| *place = place.and_then(|place| new[place as usize]));
        (new.len() as u64 - u64::from(next), lines)
    }
}

impl ReadLines {
    /// Reads a list once more and calls `each` with the filter, every line that has a template, and
    /// the place of that unless it was left out. Of a state, only kept lines are known.
    pub(crate) fn each(
        &mut self,
        typed: &TemplateSource,
        mut each: impl FnMut(&Sift, &[u8], Option<usize>) + Send,
    ) -> Result<Outcome> {
        let Self {
            again,
            of_group,
            kept,
            places,
        } = self;
        let mut each = |sift: &Sift, line: &[u8], template: u32| {
            each(
                sift,
                line,
                places[template as usize].map(|place| place as usize),
            );
        };
        let Some((inputs, sift, signals)) = again else {
            let sift = Sift::builder().build()?;
            kept.iter()
                .zip(0..)
                .for_each(|(line, number)| each(&sift, line, number));
            return Ok(Outcome::Done);
        };
        let mut monitor = Monitor::new(signals, Progress::none(), true);
        monitor.read_again();
        let summary = run(typed, inputs)?
            .monitor(&mut monitor)
            .observer(&mut EachLine { of_group, each })
            .filter(&mut Watched::new(sift.clone()), io::sink())?;
        Ok(Outcome::of(signals, &summary))
    }
}

/// Calls a function with every line that has a template.
struct EachLine<'g, F> {
    of_group: &'g [Option<u32>],
    each: F,
}

impl<F: FnMut(&Sift, &[u8], u32) + Send> RecordObserver for EachLine<'_, F> {
    fn record(&mut self, decided: &DecidedRecord<'_>) {
        let is_url = matches!(
            decided.verdict,
            Verdict::Kept | Verdict::Similar | Verdict::Sample
        );
        let group = decided
            .decision
            .filter(|_| is_url)
            .and_then(|decision| decision.group);
        if let Some(&Some(template)) = group.and_then(|group| self.of_group.get(group as usize)) {
            (self.each)(decided.sift, decided.line, template);
        }
    }
}
