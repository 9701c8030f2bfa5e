//! The arguments of `Sift(...)` as settings of the library, by the tables that describe them.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString, PyTuple};
use urlsift::settings::{ByName, Kind, Section, Setting as Row, keyword};
use urlsift::{Builder, Error, RecordSettings, Sift};

/// What the library refuses is a wrong value.
pub(crate) fn refusal(error: Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Translates the keyword arguments of `Sift`.
pub(crate) fn builder(given: &Bound<'_, PyDict>) -> PyResult<Builder> {
    let (mut settings, mut lines) = (Sift::builder(), RecordSettings::default());
    for row in Builder::rows() {
        settings = add(settings, row, given)?;
    }
    for row in RecordSettings::rows() {
        lines = add(lines, row, given)?;
    }
    let words = || words(Builder::rows()).chain(words(RecordSettings::rows()));
    for (name, _) in given {
        let name: String = name.extract()?;
        if !words().any(|word| word == name) {
            return Err(PyTypeError::new_err(format!("Sift() got an unexpected keyword argument '{name}'")));
        }
    }
    lines.check().map_err(refusal)?;
    let settings = settings.records(lines);
    settings.check().map_err(refusal)?;
    Ok(settings)
}

/// All names of all settings.
fn words<S: ByName>(rows: &'static [Row<S>]) -> impl Iterator<Item = String> {
    rows.iter().flat_map(|row| {
        let aliases = row.aliases.iter().map(|alias| alias.name.to_owned());
        std::iter::once(row.keyword()).chain(aliases)
    })
}

/// Sets a setting to what its keyword says, or another name of it.
fn add<S: ByName>(settings: S, row: &'static Row<S>, given: &Bound<'_, PyDict>) -> PyResult<S> {
    let own = given.get_item(row.keyword())?.map(|value| (row.keyword(), value, false));
    let mut found = own.filter(|(_, value, _)| !value.is_none());
    for alias in row.aliases {
        let Some(value) = given.get_item(alias.name)?.filter(|value| !value.is_none()) else { continue };
        let before = found.replace((alias.name.to_owned(), value, alias.is_opposite));
        if let Some((name, ..)) = before {
            let message = format!("{} says the same as {name}: give one of them", alias.name);
            return Err(PyTypeError::new_err(message));
        }
    }
    let Some((name, value, is_opposite)) = found else { return Ok(settings) };
    let texts = texts(row.kind(), &value, is_opposite).map_err(|error| {
        let py = value.py();
        let message = format!("{name}: {}", error.value(py));
        if error.is_instance_of::<PyTypeError>(py) {
            PyTypeError::new_err(message)
        } else if error.is_instance_of::<PyValueError>(py) {
            PyValueError::new_err(message)
        } else {
            error
        }
    })?;
    let set = match row.kind() {
        Kind::List | Kind::Names(_) => settings.set_list(row.name, texts.iter().map(String::as_str)),
        _ => texts.iter().try_fold(settings, |settings, text| settings.set(row.name, text)),
    };
    set.map_err(|error| PyValueError::new_err(error.to_string().replacen(row.name, &name, 1)))
}

/// A value as the texts that the setting takes.
fn texts(kind: Kind, value: &Bound<'_, PyAny>, is_opposite: bool) -> PyResult<Vec<String>> {
    let one = |text: String| Ok(vec![text]);
    match kind {
        Kind::Switch => one((value.extract::<bool>()? != is_opposite).to_string()),
        Kind::Whole => one(value.extract::<i64>()?.to_string()),
        Kind::Percent => one(value.extract::<f64>()?.to_string()),
        Kind::List | Kind::Names(_) => {
            if value.is_instance_of::<PyString>() {
                let shown = value.repr()?;
                return Err(PyTypeError::new_err(format!("give a list: [{shown}] instead of {shown}")));
            }
            value.try_iter()?.map(|item| item?.extract()).collect()
        }
        Kind::Weights if !value.is_instance_of::<PyString>() => {
            let weights: Vec<(String, f64)> = value
                .cast::<PyDict>()?
                .iter()
                .map(|(name, weight)| Ok((name.extract()?, weight.extract()?)))
                .collect::<PyResult<_>>()?;
            let weights: Vec<String> =
                weights.iter().map(|(name, weight)| format!("{name}={weight}")).collect();
            Ok(Some(weights.join(",")).filter(|text| !text.is_empty()).into_iter().collect())
        }
        Kind::Key if !value.is_instance_of::<PyString>() => {
            let (first, second): (u64, u64) = value.extract()?;
            one(format!("{first:016x}{second:016x}"))
        }
        // A column may be given by its number.
        _ if value.extract::<u64>().is_ok() && !value.is_instance_of::<PyBool>() => one(value.to_string()),
        _ => one(value.extract()?),
    }
}

/// What is known of a setting.
#[pyclass(frozen, get_all, module = "urlsift")]
pub(crate) struct Setting {
    /// Its name, as the program has it.
    name: &'static str,
    /// Its keyword in `Sift`.
    keyword: String,
    /// Other keywords, each with whether it says the opposite.
    aliases: Vec<(&'static str, bool)>,
    /// What it is about: similarity, records, selection, input, output or code.
    section: &'static str,
    /// What it takes: switch, whole, percent, choice, text, list, names, weights or key.
    kind: &'static str,
    /// The values of a choice, or the names that a list may have.
    choices: Vec<&'static str>,
    /// The default of the keyword.
    default: Py<PyAny>,
    /// The letter that stands for it on a command line.
    short: Option<char>,
    /// What its value is called in help.
    value_name: &'static str,
    /// What it does, in one sentence.
    help: String,
    /// What else is to be known.
    details: String,
    /// The settings that it contradicts, by name.
    not_with: Vec<&'static str>,
}

#[pymethods]
impl Setting {
    fn __repr__(&self) -> String {
        format!("<Setting {}: {}>", self.keyword, self.help)
    }
}

/// Describes all settings of `Sift`.
#[pyfunction]
pub(crate) fn settings(py: Python<'_>) -> PyResult<Vec<Setting>> {
    let filter = Builder::rows().iter().map(|row| described(row, py));
    filter.chain(RecordSettings::rows().iter().map(|row| described(row, py))).collect()
}

fn described<S: ByName>(row: &'static Row<S>, py: Python<'_>) -> PyResult<Setting> {
    let (kind, choices) = match row.kind() {
        Kind::Switch => ("switch", &[][..]),
        Kind::Whole => ("whole", &[][..]),
        Kind::Percent => ("percent", &[][..]),
        Kind::Choice(choices) => ("choice", choices),
        Kind::List => ("list", &[][..]),
        Kind::Names(choices) => ("names", choices),
        Kind::Weights => ("weights", &[][..]),
        Kind::Key => ("key", &[][..]),
        _ => ("text", &[][..]),
    };
    let text = |text| row.text(text, keyword);
    Ok(Setting {
        name: row.name,
        keyword: row.keyword(),
        aliases: row.aliases.iter().map(|alias| (alias.name, alias.is_opposite)).collect(),
        section: match row.section {
            Section::Similarity => "similarity",
            Section::Records => "records",
            Section::Selection => "selection",
            Section::Input => "input",
            Section::Output => "output",
            _ => "code",
        },
        kind,
        choices: choices.iter().map(|choice| choice.name).collect(),
        default: default(row, py)?,
        short: row.short,
        value_name: row.value_name,
        help: text(row.help),
        details: text(row.details),
        not_with: row.not_with.to_vec(),
    })
}

/// The default of a keyword. What is not set by default, and what has another form as text, is
/// `None`.
fn default<S: ByName>(row: &'static Row<S>, py: Python<'_>) -> PyResult<Py<PyAny>> {
    let texts = row.default();
    Ok(match (row.kind(), texts.first()) {
        (Kind::Switch, _) => PyBool::new(py, false).to_owned().into_any().unbind(),
        (Kind::Whole, Some(number)) => {
            number.parse::<u64>().unwrap_or_default().into_pyobject(py)?.into_any().unbind()
        }
        (Kind::Percent, Some(percent)) => {
            percent.parse::<f64>().unwrap_or_default().into_pyobject(py)?.into_any().unbind()
        }
        (Kind::Choice(_), Some(name)) => PyString::new(py, name).into_any().unbind(),
        // An empty list of classes is another thing than none.
        (Kind::List, _) => PyTuple::empty(py).into_any().unbind(),
        (Kind::Names(_), _) if row.name != "class" => PyTuple::empty(py).into_any().unbind(),
        _ => py.None(),
    })
}
