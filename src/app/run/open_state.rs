//! Opens states, and adds advice to errors about them.

use anyhow::{Result, anyhow};
use urlsift::ErrorKind;
use urlsift::memory::{Access, Capability, State};

use crate::app::show::message::shown;
use crate::cli::StatePlace;

/// Opens the state of a subcommand.
pub(crate) fn open_state(place: &StatePlace, access: Access) -> Result<State> {
    place.open(access).map_err(advice_to_task(place))
}

/// Adds advice to an error of a task of `urlsift state`, which has other options than a run.
pub(crate) fn advice_to_task(place: &StatePlace) -> impl Fn(urlsift::Error) -> anyhow::Error {
    |error| advise(error, place, false)
}

/// Adds advice to an error of a run.
pub(crate) fn advice_to_run(place: &StatePlace) -> impl Fn(urlsift::Error) -> anyhow::Error {
    |error| advise(error, place, true)
}

fn advise(error: urlsift::Error, place: &StatePlace, is_run: bool) -> anyhow::Error {
    if error.kind() == ErrorKind::OtherSettings
        && let Some(file) = place.file()
    {
        let file = shown(file);
        let other = if format!("{error:#}").contains("rules is") {
            "--rules FILE"
        } else {
            "OPTIONS"
        };
        return anyhow!(
            "{error:#}; use the same options, or change those of the state: urlsift state rebuild {file} {other}"
        );
    }
    let is_file = place.file().is_some();
    let advice = match error.kind() {
        ErrorKind::Busy if is_run => "--wait waits for it to end",
        ErrorKind::ReadOnly if is_run => "--dry-run only reads it",
        ErrorKind::OtherSettings => "use the same options, or another prefix=NAME",
        ErrorKind::OtherSlice(_) if is_file => "leave out --slice, or start a new file",
        ErrorKind::OtherSlice(_) => "leave out --slice, or use another prefix=NAME",
        ErrorKind::OtherWindow(_) => "use the same --window, or another prefix=NAME",
        ErrorKind::Unsupported(capability) => match capability {
            Capability::Comparison => {
                "use the default metric and a threshold of 95 or above, or remember in a file"
            }
            Capability::ParamNames => "leave out --params names, or remember in a file",
            Capability::Samples => "leave out --keep, or remember in a file",
            Capability::Bursts => "leave out --min, or remember in a file",
            Capability::AllLines => "leave out --remember all, or remember in a file",
            Capability::Replacement => return error.into(),
        },
        _ => return error.into(),
    };
    anyhow!("{error:#}; {advice}")
}
