//! The arguments of `Sift(...)` as settings of the library, by the tables that describe them.

use pyo3::exceptions::{
    PyBlockingIOError, PyConnectionError, PyOSError, PyOverflowError, PyTypeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyString};
use std::error::Error as _;
use urlsift::settings::{ByName, Kind, RecordSettings, Setting};
use urlsift::{Builder, Error, ErrorKind, Sift};

/// Turns an error of the library into an exception.
pub(crate) fn refusal(error: Error) -> PyErr {
    failure("", &error)
}

/// Turns an error of the library into an exception: one of the system if a state cannot be read or
/// written, and a `ValueError` otherwise.
pub(crate) fn failure(context: &str, error: &Error) -> PyErr {
    let cause = error
        .source()
        .map(|cause| format!(": {cause}"))
        .unwrap_or_default();
    let message = format!("{context}{error}{cause}");
    match error.kind() {
        ErrorKind::Away => PyConnectionError::new_err(message),
        ErrorKind::Busy => PyBlockingIOError::new_err(message),
        ErrorKind::Storage | ErrorKind::ReadOnly => PyOSError::new_err(message),
        _ => PyValueError::new_err(message),
    }
}

/// Whether a setting differs from its default.
pub(crate) fn is_set(settings: &Builder, name: &str) -> bool {
    settings
        .get(name)
        .is_ok_and(|texts| texts != Sift::builder().get(name).unwrap_or_default())
}

/// Translates the arguments of a class: `threshold` may come first, without its name.
pub(crate) fn builder(
    class: &str,
    threshold: Option<&Bound<'_, PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
    py: Python<'_>,
) -> PyResult<Builder> {
    let given = settings.map_or_else(|| Ok(PyDict::new(py)), PyDictMethods::copy)?;
    if let Some(threshold) = threshold {
        given.set_item("threshold", threshold)?;
    }
    let settings = Builder::rows()
        .iter()
        .try_fold(Sift::builder(), |all, row| add(all, row, &given))?;
    let mut lines = RecordSettings::rows().iter();
    let lines = lines.try_fold(RecordSettings::default(), |all, row| add(all, row, &given))?;
    let words = || words(Builder::rows()).chain(words(RecordSettings::rows()));
    for (name, _) in &given {
        let name: String = name.extract()?;
        if !words().any(|(_, word)| word == name) {
            let known: Vec<String> = words().map(|(_, word)| word).collect();
            return Err(unexpected(class, &name, known, py)?);
        }
    }
    let contradiction = |error: Error| {
        // The library uses the names of the program; Python uses the given keywords.
        let message = error.to_string();
        let given = words().filter(|(_, word)| given.contains(word).unwrap_or_default());
        let given: Vec<(&str, String)> = given.collect();
        let renamed = |text: &str| {
            let found = given.iter().find(|(name, _)| *name == text);
            found.map_or_else(|| text.to_owned(), |(_, word)| word.clone())
        };
        let (names, rest) = message.split_once(':').unwrap_or((&message, ""));
        let names: Vec<String> = names.split(' ').map(renamed).collect();
        let colon = if rest.is_empty() { "" } else { ":" };
        PyValueError::new_err(names.join(" ") + colon + rest)
    };
    lines.check().map_err(contradiction)?;
    let settings = settings.records(lines.terms());
    settings.check().map_err(contradiction)?;
    Ok(settings)
}

/// Refuses a keyword as Python does, and suggests one that is written alike.
fn unexpected(class: &str, name: &str, known: Vec<String>, py: Python<'_>) -> PyResult<PyErr> {
    let alike = py
        .import("difflib")?
        .call_method1("get_close_matches", (name, known, 1, 0.7))?;
    let hint = alike
        .extract::<Vec<String>>()?
        .pop()
        .map(|word| format!(". Did you mean '{word}'?"));
    let hint = hint.unwrap_or_default();
    Ok(PyTypeError::new_err(format!(
        "{class}() got an unexpected keyword argument '{name}'{hint}"
    )))
}

/// Names the setting that prevents the filter from being built: without it, the filter could be
/// built.
pub(crate) fn unbuilt(settings: &Builder, error: Error) -> PyErr {
    let usual = Sift::builder();
    let can_be_without = |row: &&Setting<Builder>| {
        let usual = row.get(&usual);
        let settings = settings.clone();
        let others = match (&*usual, row.get(&settings) != usual) {
            ([text], true) => settings.set(row.name, text),
            ([], true) => settings.set_list(row.name, []),
            _ => return false,
        };
        others.is_ok_and(|others| others.build().is_ok())
    };
    // Special settings come last in the table.
    match Builder::rows().iter().rev().find(can_be_without) {
        Some(row) => PyValueError::new_err(format!("{}: {error}", row.keyword())),
        None => refusal(error),
    }
}

/// All keywords of all settings, with the names of the settings.
fn words<S: ByName>(rows: &'static [Setting<S>]) -> impl Iterator<Item = (&'static str, String)> {
    rows.iter().flat_map(|row| {
        let aliases = row
            .aliases
            .iter()
            .map(|alias| (row.name, alias.name.to_owned()));
        std::iter::once((row.name, row.keyword())).chain(aliases)
    })
}

/// Sets a setting from its keyword, or from another name of it.
fn add<S: ByName>(settings: S, row: &'static Setting<S>, given: &Bound<'_, PyDict>) -> PyResult<S> {
    let own = given
        .get_item(row.keyword())?
        .map(|value| (row.keyword(), value, false));
    let mut found = own.filter(|(_, value, _)| !value.is_none());
    for alias in row.aliases {
        let Some(value) = given.get_item(alias.name)?.filter(|value| !value.is_none()) else {
            continue;
        };
        let before = found.replace((alias.name.to_owned(), value, alias.is_opposite));
        if let Some((name, ..)) = before {
            let message = format!("{} says the same as {name}: give one of them", alias.name);
            return Err(PyTypeError::new_err(message));
        }
    }
    let Some((name, value, is_opposite)) = found else {
        return Ok(settings);
    };
    let texts = texts(row, &value, is_opposite)
        .map_err(|error| explained(&name, row.kind(), &value, error))?;
    let set = match row.kind() {
        Kind::List | Kind::Names(_) => {
            settings.set_list(row.name, texts.iter().map(String::as_str))
        }
        _ => texts
            .iter()
            .try_fold(settings, |settings, text| settings.set(row.name, text)),
    };
    set.map_err(|error| PyValueError::new_err(error.to_string().replacen(row.name, &name, 1)))
}

/// Names the setting that refuses a value, and the type it takes if the value has another type.
fn explained(name: &str, kind: Kind, value: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = value.py();
    if error.is_instance_of::<PyOverflowError>(py) {
        return PyValueError::new_err(format!("{name}: the number is too large or negative"));
    }
    if error.is_instance_of::<PyValueError>(py) {
        return PyValueError::new_err(format!("{name}: {}", error.value(py)));
    }
    if !error.is_instance_of::<PyTypeError>(py) {
        return error;
    }
    let wanted = match kind {
        Kind::Switch => "True or False",
        Kind::Whole => "an int",
        Kind::Percent => "a number",
        Kind::List | Kind::Names(_) => "a list of str",
        Kind::Weights => "a dict of numbers by component, or a str",
        Kind::Key => "a tuple of two int, or a str",
        _ => "a str",
    };
    let shown = value
        .repr()
        .map_or_else(|_| String::from("this value"), |shown| shown.to_string());
    let instead = match kind {
        Kind::List | Kind::Names(_) if value.is_instance_of::<PyString>() => format!(": [{shown}]"),
        _ => String::new(),
    };
    PyTypeError::new_err(format!("{name}: must be {wanted}, not {shown}{instead}"))
}

/// Converts a value to the texts that the setting takes.
fn texts<S: ByName>(
    row: &Setting<S>,
    value: &Bound<'_, PyAny>,
    is_opposite: bool,
) -> PyResult<Vec<String>> {
    let one = |text: String| Ok(vec![text]);
    let wrong = || Err(PyTypeError::new_err(""));
    let is_text = value.is_instance_of::<PyString>();
    match row.kind() {
        Kind::Switch => one((value.extract::<bool>()? != is_opposite).to_string()),
        // True is a number elsewhere.
        _ if value.is_instance_of::<PyBool>() => wrong(),
        Kind::Whole => one(value.extract::<i64>()?.to_string()),
        Kind::Percent if !is_text => one(value.extract::<f64>()?.to_string()),
        Kind::List | Kind::Names(_) if is_text || value.is_instance_of::<PyBytes>() => wrong(),
        Kind::List | Kind::Names(_) => value
            .try_iter()?
            .map(|item| number_or_text(row, &item?))
            .collect(),
        Kind::Weights if !is_text => {
            let weight = |(name, weight): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
                Ok(format!(
                    "{}={}",
                    name.extract::<String>()?,
                    weight.extract::<f64>()?
                ))
            };
            let weights = value
                .cast::<PyDict>()?
                .iter()
                .map(weight)
                .collect::<PyResult<Vec<_>>>()?;
            Ok(Some(weights.join(","))
                .filter(|text| !text.is_empty())
                .into_iter()
                .collect())
        }
        Kind::Key if !is_text => {
            let (first, second): (u64, u64) = value.extract()?;
            one(format!("{first:016x}{second:016x}"))
        }
        _ => one(number_or_text(row, value)?),
    }
}

/// A text, or a number where numbers are usual: a column, a limit or a status.
fn number_or_text<S: ByName>(row: &Setting<S>, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let is_bool = value.is_instance_of::<PyBool>();
    match value.extract::<u64>() {
        Ok(number) if !is_bool && ["column", "max-per-prefix", "status"].contains(&row.name) => {
            Ok(number.to_string())
        }
        _ => value.extract(),
    }
}
