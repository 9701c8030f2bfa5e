//! Opens the state of a filter: a file, or a Redis server.

use crate::filter::ExplainedFilter;
use crate::settings::{failure, is_set};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::time::Duration;
use urlsift::memory::{Access, SessionBuilder, State, StatePlace, TimeSpan, Unstored};
use urlsift::{Builder, Error};

/// Returns the filter that continues from a state, or that only forgets after a window.
pub(crate) fn opened(
    settings: &Builder,
    state: Option<&Bound<'_, PyAny>>,
    window: Option<&Bound<'_, PyAny>>,
    py: Python<'_>,
) -> PyResult<ExplainedFilter> {
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
    let window = window.map(span).transpose()?;
    let settings = SessionBuilder::new(settings.clone()).window(window);
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
fn span(given: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if let Ok(span) = given.extract::<Duration>() {
        return Ok(span);
    }
    let wrong = || format!("window: must be a timedelta or a str, not {given}");
    let text = given
        .extract::<String>()
        .map_err(|_| PyTypeError::new_err(wrong()))?;
    text.parse::<TimeSpan>()
        .map(Duration::from)
        .map_err(|error| failure("window: ", &error))
}
