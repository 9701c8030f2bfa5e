//! What a run remembers: in a state or in itself, and the output that it goes on with.

use std::ops::ControlFlow;
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};
use urlsift::memory::{Access, Output, Session, SessionBuilder, State, Timestamp, Unstored};
use urlsift::{Builder, ErrorKind, Preference};

use super::message::say;
use super::output::{self, Existing};
use super::signals::Signals;
use super::{advice, clock};
use crate::cli::{self, Filter, Format, Place};

/// How often a run looks whether another one is over.
const LOOK: Duration = Duration::from_millis(50);

/// How long an answer of a server is waited for once a signal came.
const LAST: Duration = Duration::from_millis(300);

/// What a run remembers in.
pub(super) struct RunState {
    state: State,
    /// Where that is, if it outlives the run.
    place: Option<Place>,
    dry: bool,
    /// Whether all lines are printed at the end.
    prints_last: bool,
    /// The output, and what becomes of what is in it.
    output: Option<(Output, Existing)>,
}

impl RunState {
    /// Opens what was typed, if anything was. [`ControlFlow::Break`]: a signal ended the wait for
    /// another run.
    pub(super) fn open(filter: &Filter, signals: &Signals) -> Result<ControlFlow<u8, Option<Self>>> {
        let Some(place) = &filter.memory.state else {
            // Time is looked at by a session only.
            let memory = Self {
                state: State::of(Unstored),
                place: None,
                dry: false,
                prints_last: filter.count,
                output: None,
            };
            return Ok(ControlFlow::Continue(filter.memory.window.is_some().then_some(memory)));
        };
        let dry = filter.memory.dry_run;
        let typed_output = filter.output.as_deref().filter(|path| *path != Path::new("-"));
        if let (Some(path), Some(output)) = (place.file(), typed_output) {
            output::check(output, path)?;
        }
        let state = match open(filter, place, signals)? {
            ControlFlow::Continue(state) => state,
            ControlFlow::Break(signal) => return Ok(ControlFlow::Break(signal)),
        };
        if let Some(warning) = state.warning().filter(|_| !filter.quiet) {
            say(warning);
        }
        if let Some(until) = future(&state).filter(|_| !filter.quiet) {
            say(format_args!(
                "the state {} was used by a clock that was ahead: all that came before {} has expired for it, so it remembers no line of now; \
                 urlsift state forget --future sets that right",
                state.name(),
                Timestamp(until)
            ));
        }
        let output = match typed_output {
            Some(path) => output::plan(filter, path, place, state.output(), state.start().is_none())?,
            None => None,
        };
        let place = Some(place.clone());
        Ok(ControlFlow::Continue(Some(Self { state, place, dry, prints_last: filter.count, output })))
    }

    /// What becomes of what the output contains.
    pub(super) fn existing(&self) -> Existing {
        self.output.as_ref().map_or(Existing::Emptied, |(_, existing)| existing.clone())
    }

    /// Builds the filter that goes on from it.
    pub(super) fn session(self, settings: SessionBuilder) -> Result<Session> {
        let has_header = self.existing().has_header();
        let session = self.state.session(settings).map_err(|error| match &self.place {
            Some(place) => advice::on_state(error, place, advice::Typed::Run),
            None => error.into(),
        })?;
        let session = session.dry(self.dry).stores_last(self.prints_last).continues(has_header);
        Ok(match self.output {
            // What is known of a file that nothing is written to stays known.
            Some((_, Existing::Guarded(_))) | None => session,
            Some((output, _)) => session.writes_to(output)?,
        })
    }
}

/// Until when all groups of a state have expired, if that is after now.
fn future(state: &State) -> Option<i64> {
    let start = state.start()?;
    let until = start.expired?.saturating_add(1).saturating_mul(start.slice);
    (until > clock::now().ok()?).then_some(until)
}

/// Opens a state, and waits for another run if that is wanted.
fn open(filter: &Filter, place: &Place, signals: &Signals) -> Result<ControlFlow<u8, State>> {
    let access = if filter.memory.dry_run { Access::Dry } else { Access::Create };
    loop {
        let (patience, is_undisturbed) = (filter.memory.state_timeout, signals.watch());
        let waits = move |away| away < patience && (is_undisturbed() || away < LAST);
        match State::open_with(place.clone(), access, waits) {
            Err(error) if filter.memory.state_wait && error.kind() == ErrorKind::Busy => thread::sleep(LOOK),
            Err(error) => return Err(advice::on_state(error, place, advice::Typed::Run)),
            Ok(state) => return Ok(ControlFlow::Continue(state)),
        }
        if let Some(signal) = signals.received() {
            return Ok(ControlFlow::Break(signal));
        }
    }
}

/// Whether what is remembered outlives the run, or expires in it.
pub(super) fn remembers(filter: &Filter) -> bool {
    filter.memory.state.is_some() || filter.memory.window.is_some()
}

/// Refuses options of time where nothing is counted by it, and options that need the whole list
/// where some of it came in another run, or is forgotten.
pub(super) fn check(filter: &Filter) -> Result<()> {
    let of_time = match &filter.memory {
        cli::Memory { slice: Some(_), .. } => Some("--slice"),
        cli::Memory { time_field: Some(_), .. } => Some("--time-field"),
        _ => None,
    };
    if let Some(option) = of_time.filter(|_| !remembers(filter)) {
        bail!(
            "{option} needs --window or --state: without them nothing is forgotten or counted by time; add --window 1h, for example, or leave {option} out"
        );
    }
    let option = if filter.memory.state.is_some() { "--state" } else { "--window" };
    let has_columns = matches!(filter.format, Format::Tsv | Format::Csv);
    let (refused, reason) = match filter {
        _ if !remembers(filter) => return Ok(()),
        _ if filter.settings.has("two-pass") => (
            "--two-pass",
            "what is learned of a list would have to be learned of all earlier ones, too; a state keeps what it has learned, so a second run \
             knows it from the first line on",
        ),
        _ if filter.settings.has("same-answer") => (
            "--same-answer",
            "how often a host gave an answer is counted in one run only; leave it out, or filter the output of this run once more with it",
        ),
        _ if filter.explain => (
            "--explain",
            "the line that a dropped one is like may have come in another run, or have expired; --format jsonl says what became of each line, \
             and urlsift state recent --like LINE lists what it is like",
        ),
        _ if filter.dropped && has_columns => (
            "--dropped with --format tsv or csv",
            "the line that a dropped one is like, which stands in its row, may have come in another run, or have expired; use --format jsonl",
        ),
        _ if filter.dropped && filter.memory.state.is_some() && !filter.memory.dry_run => (
            "--dropped",
            "the lines that are kept would be remembered without being printed, and so would never be; add --dry-run, which shows what would be \
             dropped and remembers nothing, or use --format jsonl, which says what became of each line",
        ),
        _ if filter.report.is_some() => (
            "--report",
            "the page compares all lines of a run with each other; use --stats, or urlsift state info for what is remembered",
        ),
        _ if filter.prefer != Preference::First => (
            "--prefer",
            "the line of a group that is liked best may have come in another run; leave it out, and the first one of each group is printed",
        ),
        _ if filter.count && matches!(filter.memory.state, Some(Place::Server(_))) => (
            "--count",
            "the counts are printed at the end, and other runs would wait for the lines until then; remember in a file",
        ),
        _ => return Ok(()),
    };
    bail!("{refused} cannot be used with {option}: {reason}")
}

/// Adds to settings what was typed of time.
pub(super) fn add(settings: Builder, typed: &cli::Memory) -> SessionBuilder {
    let settings = SessionBuilder::new(settings);
    let settings = match typed.window {
        Some(window) => settings.window(window),
        None => settings,
    };
    let settings = match typed.slice {
        Some(slice) => settings.slice(slice),
        None => settings,
    };
    let settings = settings.remember_all(typed.remember == cli::Remember::All);
    let settings = match typed.at_least {
        Some(lines) => settings.at_least(lines),
        None => settings,
    };
    match &typed.time_field {
        Some(name) => settings.time_field(name),
        None => settings,
    }
}
