//! The rows of the tables of settings, as Python objects.

use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use urlsift::Builder;
use urlsift::settings::{ByName, Kind, RecordSettings, Section, Setting, keyword};

/// A row.
#[pyclass(frozen, get_all, name = "Setting", module = "urlsift")]
pub(crate) struct PySetting {
    /// Its name in the program.
    name: &'static str,
    /// Its keyword in `Sift`.
    keyword: String,
    /// Other keywords, each with whether it means the opposite.
    aliases: Vec<(&'static str, bool)>,
    /// Its section: similarity, records, selection, input, output or code.
    section: &'static str,
    /// The kind of its value: switch, whole, percent, choice, text, list, names, weights or key.
    kind: &'static str,
    /// The values of a choice, or the names that a list may have.
    choices: Vec<&'static str>,
    /// The default of the keyword.
    default: Py<PyAny>,
    /// Its short option on the command line.
    short: Option<char>,
    /// The name of its value in help.
    value_name: &'static str,
    /// One sentence about it.
    help: String,
    /// Further paragraphs about it.
    details: String,
    /// The settings that it contradicts, by name.
    not_with: Vec<&'static str>,
}

#[pymethods]
impl PySetting {
    fn __repr__(&self) -> String {
        format!("<Setting {}: {}>", self.keyword, self.help)
    }
}

/// Describes all settings of `Sift`.
#[pyfunction]
pub(crate) fn settings(py: Python<'_>) -> PyResult<Vec<PySetting>> {
    let filter = Builder::rows().iter().map(|row| described(row, py));
    filter
        .chain(RecordSettings::rows().iter().map(|row| described(row, py)))
        .collect()
}

fn described<S: ByName>(row: &'static Setting<S>, py: Python<'_>) -> PyResult<PySetting> {
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
    Ok(PySetting {
        name: row.name,
        keyword: row.keyword(),
        aliases: row
            .aliases
            .iter()
            .map(|alias| (alias.name, alias.is_opposite))
            .collect(),
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

/// The default of a keyword. `None` if it is not set by default, or if it has another form as text.
fn default<S: ByName>(row: &'static Setting<S>, py: Python<'_>) -> PyResult<Py<PyAny>> {
    let texts = row.default();
    match (row.kind(), texts.first()) {
        (Kind::Switch, _) => false.into_py_any(py),
        (Kind::Whole, Some(number)) => number.parse::<u64>().unwrap_or_default().into_py_any(py),
        (Kind::Percent, Some(percent)) => {
            percent.parse::<f64>().unwrap_or_default().into_py_any(py)
        }
        (Kind::Choice(_), Some(name)) => name.into_py_any(py),
        // An empty list of classes differs from no list.
        (Kind::List | Kind::Names(_), _) if row.name != "class" => {
            PyTuple::empty(py).into_py_any(py)
        }
        _ => Ok(py.None()),
    }
}
