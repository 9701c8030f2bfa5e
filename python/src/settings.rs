//! The arguments of `Sift(...)` as settings of the library, by the tables that describe them.

use pyo3::exceptions::{
    PyBlockingIOError, PyConnectionError, PyOSError, PyOverflowError, PyTypeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyString};
use std::error::Error as _;
use std::path::Path;
use urlsift::settings::{ByName, Kind, RecordSettings, Setting};
use urlsift::{Builder, Error, ErrorKind};

/// Turns an error of the library into an exception.
pub(crate) fn refusal(error: Error) -> PyErr {
    failure("", &error)
}

/// Turns an error of the library into an exception: one of the system if a state cannot be read or
/// written, and a `ValueError` otherwise.
pub(crate) fn failure(context: &str, error: &Error) -> PyErr {
    let message = match error.source() {
        Some(cause) => format!("{context}{error}: {cause}"),
        None => format!("{context}{error}"),
    };
    match error.kind() {
        ErrorKind::Away => PyConnectionError::new_err(message),
        ErrorKind::Busy => PyBlockingIOError::new_err(message),
        ErrorKind::Storage | ErrorKind::ReadOnly => PyOSError::new_err(message),
        _ => PyValueError::new_err(message),
    }
}

/// Whether a setting differs from its default.
pub(crate) fn is_set(settings: &Builder, name: &str) -> bool {
    match Builder::of_name(name) {
        Ok(row) => row.get(settings) != row.default(),
        Err(_) => false,
    }
}

/// Translates the arguments of a class: `threshold` may come first, without its name.
pub(crate) fn builder(
    class: &str,
    threshold: Option<&Bound<'_, PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
    py: Python<'_>,
) -> PyResult<Builder> {
    let given = match settings {
        Some(settings) => settings.copy()?,
        None => PyDict::new(py),
    };
    if let Some(threshold) = threshold {
        given.set_item("threshold", threshold)?;
    }
    let mut keywords = Vec::new();
    let settings = read::<Builder>(&given, &mut keywords)?;
    let lines = read::<RecordSettings>(&given, &mut keywords)?;
    for name in given.keys() {
        let name: String = name.extract()?;
        if !keywords.iter().any(|keyword| keyword.name == name) {
            return Err(unexpected(class, &name, keywords, py)?);
        }
    }
    let contradiction = |error| contradiction(&error, &keywords, &given);
    lines.check().map_err(contradiction)?;
    let settings = settings.records(lines.terms());
    settings.check().map_err(contradiction)?;
    Ok(settings)
}

/// A keyword of a setting.
struct Keyword {
    name: String,
    setting: &'static str,
    /// Whether its value means the opposite of the setting's.
    is_opposite: bool,
}

/// All keywords of a setting, its own first.
fn keywords_of<S: ByName>(row: &'static Setting<S>) -> Vec<Keyword> {
    let mut keywords = vec![Keyword {
        name: row.keyword(),
        setting: row.name,
        is_opposite: false,
    }];
    for alias in row.aliases {
        keywords.push(Keyword {
            name: alias.name.to_owned(),
            setting: row.name,
            is_opposite: alias.is_opposite,
        });
    }
    keywords
}

/// Reads all settings of a table, and appends their keywords to `known`.
fn read<S: ByName>(given: &Bound<'_, PyDict>, known: &mut Vec<Keyword>) -> PyResult<S> {
    let mut settings = S::default();
    for row in S::rows() {
        let keywords = keywords_of(row);
        settings = add(settings, row, &keywords, given)?;
        known.extend(keywords);
    }
    Ok(settings)
}

/// Names the given keywords where the library names settings as the program does.
fn contradiction(error: &Error, keywords: &[Keyword], given: &Bound<'_, PyDict>) -> PyErr {
    let message = error.to_string();
    let end = message.find(':').unwrap_or(message.len());
    let (names, rest) = message.split_at(end);
    let mut words = Vec::new();
    for name in names.split(' ') {
        let mut word = name;
        for keyword in keywords {
            if keyword.setting != name {
                continue;
            }
            if given.contains(&keyword.name).unwrap_or_default() {
                word = &keyword.name;
                break;
            }
        }
        words.push(word);
    }
    PyValueError::new_err(words.join(" ") + rest)
}

/// Refuses a keyword as Python does, and suggests one that is written alike.
fn unexpected(class: &str, name: &str, known: Vec<Keyword>, py: Python<'_>) -> PyResult<PyErr> {
    let mut names = Vec::new();
    for keyword in known {
        names.push(keyword.name);
    }
    let difflib = py.import("difflib")?;
    let alike = difflib.call_method1("get_close_matches", (name, names, 1, 0.7))?;
    let alike: Vec<String> = alike.extract()?;
    let hint = match alike.first() {
        Some(word) => format!(". Did you mean '{word}'?"),
        None => String::new(),
    };
    let message = format!("{class}() got an unexpected keyword argument '{name}'{hint}");
    Ok(PyTypeError::new_err(message))
}

/// Names the setting that prevents the filter from being built: without it, the filter could be
/// built.
pub(crate) fn unbuilt(settings: &Builder, error: Error) -> PyErr {
    // Special settings come last in the table.
    for row in Builder::rows().iter().rev() {
        if can_be_without(settings, row) {
            let name = row.keyword();
            return PyValueError::new_err(format!("{name}: {error}"));
        }
    }
    refusal(error)
}

/// Whether a setting is set, and the filter can be built if it has its default instead.
fn can_be_without(settings: &Builder, row: &Setting<Builder>) -> bool {
    let usual = row.default();
    if row.get(settings) == usual {
        return false;
    }
    let others = match &*usual {
        [] => settings.clone().set_list(row.name, []),
        [text] => settings.clone().set(row.name, text),
        _ => return false,
    };
    others.is_ok_and(|others| others.build().is_ok())
}

/// Sets a setting from the one of its keywords that is given.
fn add<S: ByName>(
    settings: S,
    row: &'static Setting<S>,
    keywords: &[Keyword],
    given: &Bound<'_, PyDict>,
) -> PyResult<S> {
    let mut found: Option<(&Keyword, Bound<'_, PyAny>)> = None;
    for keyword in keywords {
        let name = &keyword.name;
        let Some(value) = given.get_item(name)? else {
            continue;
        };
        if value.is_none() {
            continue;
        }
        if let Some((other, _)) = found {
            let message = format!("{name} says the same as {}: give one of them", other.name);
            return Err(PyTypeError::new_err(message));
        }
        found = Some((keyword, value));
    }
    let Some((keyword, value)) = found else {
        return Ok(settings);
    };
    let name = &*keyword.name;
    let kind = row.kind();
    let texts = texts(row, &value, keyword.is_opposite)
        .map_err(|error| explained(name, kind, &value, error))?;
    let mut texts = texts.iter().map(String::as_str);
    let set = if takes_list(kind) {
        settings.set_list(row.name, texts)
    } else if let Some(text) = texts.next() {
        settings.set(row.name, text)
    } else {
        Ok(settings)
    };
    set.map_err(|error| {
        let message = error.to_string();
        PyValueError::new_err(message.replacen(row.name, name, 1))
    })
}

/// Names the setting that refuses a value, and the type it takes if the value has another type.
fn explained(name: &str, kind: Kind, value: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = value.py();
    if error.is_instance_of::<PyOverflowError>(py) {
        let message = format!("{name}: the number is too large or negative");
        return PyValueError::new_err(message);
    }
    if error.is_instance_of::<PyValueError>(py) {
        let cause = error.value(py);
        return PyValueError::new_err(format!("{name}: {cause}"));
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
    let shown = match value.repr() {
        Ok(shown) => shown.to_string(),
        Err(_) => String::from("this value"),
    };
    let mut instead = String::new();
    if takes_list(kind)
        && let Ok(text) = value.extract::<String>()
    {
        instead = if Path::new(&text).is_file() {
            format!(": open({shown}).read().splitlines()")
        } else {
            format!(": [{shown}]")
        };
    }
    PyTypeError::new_err(format!("{name}: must be {wanted}, not {shown}{instead}"))
}

fn takes_list(kind: Kind) -> bool {
    matches!(kind, Kind::List | Kind::Names(_))
}

/// Converts a value to the texts that the setting takes: one, or any number for a list.
fn texts<S: ByName>(
    row: &Setting<S>,
    value: &Bound<'_, PyAny>,
    is_opposite: bool,
) -> PyResult<Vec<String>> {
    let kind = row.kind();
    if kind == Kind::Switch {
        let given: bool = value.extract()?;
        let is_on = given != is_opposite;
        return Ok(vec![is_on.to_string()]);
    }
    // True is a number elsewhere.
    if value.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(""));
    }
    let is_text = value.is_instance_of::<PyString>();
    if takes_list(kind) {
        if is_text || value.is_instance_of::<PyBytes>() {
            return Err(PyTypeError::new_err(""));
        }
        let mut texts = Vec::new();
        for item in value.try_iter()? {
            texts.push(number_or_text(row, &item?)?);
        }
        return Ok(texts);
    }
    let text = match kind {
        Kind::Whole => {
            let number: i64 = value.extract()?;
            number.to_string()
        }
        Kind::Percent if !is_text => {
            let percent: f64 = value.extract()?;
            percent.to_string()
        }
        Kind::Weights if !is_text => {
            let mut weights = Vec::new();
            for (name, weight) in value.cast::<PyDict>()? {
                let name: String = name.extract()?;
                let weight: f64 = weight.extract()?;
                weights.push(format!("{name}={weight}"));
            }
            if weights.is_empty() {
                return Ok(Vec::new());
            }
            weights.join(",")
        }
        Kind::Key if !is_text => {
            let (first, second): (u64, u64) = value.extract()?;
            format!("{first:016x}{second:016x}")
        }
        _ => number_or_text(row, value)?,
    };
    Ok(vec![text])
}

/// A text, or a number where numbers are usual: a column, a limit or a status.
fn number_or_text<S: ByName>(row: &Setting<S>, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let takes_numbers = ["column", "max-per-prefix", "status"].contains(&row.name);
    let is_bool = value.is_instance_of::<PyBool>();
    if takes_numbers
        && !is_bool
        && let Ok(number) = value.extract::<u64>()
    {
        return Ok(number.to_string());
    }
    value.extract()
}
