//! Opens the state of a filter: a file, or a Redis server.

use crate::filter::ExplainedFilter;
use crate::settings::{failure, is_set};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::time::Duration;
use urlsift::memory::{Access, SessionBuilder, State, StatePlace, TimeSpan, Unstored};
use urlsift::{Builder, Error};

/// What a filter remembers beyond its lines, as it was given.
pub(crate) struct GivenMemory<'g, 'py> {
    pub state: Option<&'g Bound<'py, PyAny>>,
    pub window: Option<&'g Bound<'py, PyAny>>,
    pub slice: Option<&'g Bound<'py, PyAny>>,
    pub time_field: Option<&'g str>,
    pub remember: Option<String>,
}

impl GivenMemory<'_, '_> {
    /// Whether anything is remembered.
    pub(crate) fn remembers(&self) -> bool {
        self.state.is_some() || self.window.is_some() || self.remembers_all().unwrap_or(true)
    }

    fn remembers_all(&self) -> PyResult<bool> {
        match self.remember.as_deref() {
            None | Some("kept") => Ok(false),
            Some("all") => Ok(true),
            Some(other) => {
                let message = format!("remember: must be 'kept' or 'all', not '{other}'");
                Err(PyValueError::new_err(message))
            }
        }
    }
}

/// Returns the filter that continues from a state, or that only forgets after a window.
pub(crate) fn opened(
    settings: &Builder,
    given: &GivenMemory<'_, '_>,
    py: Python<'_>,
) -> PyResult<ExplainedFilter> {
    let GivenMemory { state, window, .. } = *given;
    let name = if state.is_some() { "state" } else { "window" };
    for (other, reason) in [
        ("two-pass", "what earlier lines have taught is kept instead"),
        ("notes", "commit stores what save would return"),
    ] {
        if is_set(settings, other) {
            let message = format!(
                "{} and {name} cannot be combined: {reason}",
                other.replace('-', "_")
            );
            return Err(PyValueError::new_err(message));
        }
    }
    let place = state.map(place).transpose()?;
    let window = window.map(|window| span("window", window)).transpose()?;
    let slice = given.slice.map(|slice| span("slice", slice)).transpose()?;
    let all = given.remembers_all()?;
    let mut settings = SessionBuilder::new(settings.clone()).window(window);
    settings = settings.slice(slice).recalls(all);
    settings = settings.remember_all(all && place.is_some());
    if let Some(field) = given.time_field {
        settings = settings.time_field(field);
    }
    // A server may be away for seconds.
    let open = || {
        let state = match place {
            Some(place) => place.open(Access::Create)?,
            None => State::from_store(Unstored),
        };
        state.session(settings)
    };
    let session = py
        .detach(open)
        .map_err(|error: Error| failure(&format!("{name}: "), &error))?;
    Ok(ExplainedFilter::remembering(session))
}

/// Reads the place of a state: text may be an address.
fn place(given: &Bound<'_, PyAny>) -> PyResult<StatePlace> {
    if let Ok(text) = given.extract::<String>() {
        return Ok(text.into());
    }
    let wrong = || format!("state: must be a path or the address of a server, not {given}");
    given
        .extract::<PathBuf>()
        .map(StatePlace::from)
        .map_err(|_| PyTypeError::new_err(wrong()))
}

/// Reads a time span: a `timedelta`, or text as the program takes it.
pub(crate) fn span(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if let Ok(span) = given.extract::<Duration>() {
        return Ok(span);
    }
    let wrong = || format!("{name}: must be a timedelta or a str, not {given}");
    let text = given
        .extract::<String>()
        .map_err(|_| PyTypeError::new_err(wrong()))?;
    text.parse::<TimeSpan>()
        .map(Duration::from)
        .map_err(|error| failure(&format!("{name}: "), &error))
}
