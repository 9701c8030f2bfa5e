//! The memory of a run: its state, and the output that it continues.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use urlsift::memory::{Access, Output, Session, SessionBuilder, State, Timestamp, Unstored};
use urlsift::{Builder, ErrorKind};

use super::destination::named_file;
use super::open_state::advice_to_run;
use super::output::{self, Existing};
use super::signals::Signals;
use crate::app::clock;
use crate::app::show::message::say;
use crate::cli::{self, FilterOptions, StatePlace};

/// The interval at which a run checks whether another one has ended.
const LOOK: Duration = Duration::from_millis(50);

/// The time to wait for an answer of a server once a signal came.
const LAST: Duration = Duration::from_millis(300);

/// The state of a run.
pub(crate) struct RunState {
    state: State,
    /// The place of the state, if it outlives the run.
    place: Option<StatePlace>,
    dry: bool,
    /// Whether all lines are printed at the end.
    prints_last: bool,
    /// The output, and what to do with its contents.
    output: Option<(Output, Existing)>,
}

impl RunState {
    /// Opens the state of the options, or an empty one, as only sessions look at times.
    /// [`ControlFlow::Break`]: a signal ended the wait for another run.
    pub(crate) fn open(filter: &FilterOptions, signals: &Signals) -> Result<ControlFlow<u8, Self>> {
        let Some(place) = &filter.memory.state else {
            return Ok(ControlFlow::Continue(Self {
                state: State::from_store(Unstored),
                place: None,
                dry: false,
                prints_last: filter.count,
                output: None,
            }));
        };
        let typed_output = named_file(filter.output.as_deref());
        if let Some(path) = place.file()
            && let Some(output) = typed_output
        {
            output::check(output, path)?;
        }
        let state = match open(filter, place, signals)? {
            ControlFlow::Continue(state) => state,
            ControlFlow::Break(signal) => return Ok(ControlFlow::Break(signal)),
        };
        if !filter.quiet {
            note_warnings(&state);
        }
        let output = match typed_output {
            Some(path) => output::plan(filter, path, &state)?,
            None => None,
        };
        Ok(ControlFlow::Continue(Self {
            state,
            place: Some(place.clone()),
            dry: filter.memory.dry_run,
            prints_last: filter.count,
            output,
        }))
    }

    /// Returns how to treat the contents of the output.
    pub(crate) fn existing(&self) -> Existing {
        match &self.output {
            Some((_, existing)) => existing.clone(),
            None => Existing::Emptied,
        }
    }

    /// Builds the filter that continues from the state.
    pub(crate) fn session(self, settings: SessionBuilder) -> Result<Session> {
        let has_header = self.existing().has_header();
        let session = self
            .state
            .session(settings)
            .map_err(|error| match &self.place {
                Some(place) => advice_to_run(place)(error),
                None => error.into(),
            })?;
        let session = session
            .dry(self.dry)
            .stores_last(self.prints_last)
            .continues(has_header);
        Ok(match self.output {
            // Nothing is written to the file, so the state keeps its record of it.
            Some((_, Existing::Guarded(_))) | None => session,
            Some((output, _)) => session.writes_to(output)?,
        })
    }
}

/// Says what is wrong with a state.
fn note_warnings(state: &State) {
    if let Some(warning) = state.warning() {
        say(warning);
    }
    if let Some(until) = future(state) {
        say(format_args!(
            "the last run on the state {} had a clock set in the future, so everything before {} has expired; \
             urlsift state forget --future corrects that",
            state.name(),
            Timestamp(until)
        ));
    }
}

/// Returns the time up to which all groups of a state have expired, if it is in the future.
fn future(state: &State) -> Option<i64> {
    let start = state.start()?;
    let until = start.expired?.saturating_add(1).saturating_mul(start.slice);
    (until > clock::now().ok()?).then_some(until)
}

/// Opens a state, and waits for another run if the options say so.
fn open(
    filter: &FilterOptions,
    place: &StatePlace,
    signals: &Signals,
) -> Result<ControlFlow<u8, State>> {
    let access = if filter.memory.dry_run {
        Access::Dry
    } else {
        Access::Create
    };
    loop {
        let patience = filter.memory.state_timeout;
        let is_undisturbed = signals.watch();
        let waits = move |away| away < patience && (is_undisturbed() || away < LAST);
        match place.open_with(access, waits) {
            Err(error) if filter.memory.state_wait && error.kind() == ErrorKind::Busy => {
                thread::sleep(LOOK);
            }
            Err(error) => return Err(advice_to_run(place)(error)),
            Ok(state) => return Ok(ControlFlow::Continue(state)),
        }
        if let Some(signal) = signals.received() {
            return Ok(ControlFlow::Break(signal));
        }
    }
}

/// Adds the options of time and memory to settings.
pub(crate) fn add(settings: Builder, options: &FilterOptions) -> SessionBuilder {
    let typed = &options.memory;
    let mut settings = SessionBuilder::new(settings)
        .window(typed.window)
        .slice(typed.slice)
        .remember_all(typed.remember == cli::Remember::All)
        .remember_keys(typed.remember == cli::Remember::Keys)
        .remember_not_urls(!options.leaves_out_not_urls());
    if let Some(count) = typed.min {
        settings = settings.at_least(count);
    }
    if let Some(name) = &typed.time_field {
        settings = settings.time_field(name);
    }
    settings
}
