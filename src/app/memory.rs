//! What a run remembers: in a state or in itself, and the output that it goes on with.

use std::ops::ControlFlow;
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use urlsift::memory::{Access, Output, Session, SessionBuilder, State, Timestamp, Unstored};
use urlsift::{Builder, ErrorKind};

use super::message::say;
use super::output::{self, Existing};
use super::signals::Signals;
use super::{advice, clock};
use crate::cli::{self, Filter, Place};

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
