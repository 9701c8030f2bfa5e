//! The rows of the tables of settings, as Python objects.

use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use urlsift::Builder;
use urlsift::settings::{ByName, Choice, Kind, RecordSettings, Section, Setting, keyword};

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
    let mut settings = Vec::new();
    describe::<Builder>(&mut settings, py)?;
    describe::<RecordSettings>(&mut settings, py)?;
    Ok(settings)
}

/// Describes all rows of a table.
fn describe<S: ByName>(settings: &mut Vec<PySetting>, py: Python<'_>) -> PyResult<()> {
    for row in S::rows() {
        let mut choices: &[Choice] = &[];
        let kind = match row.kind() {
            Kind::Switch => "switch",
            Kind::Whole => "whole",
            Kind::Percent => "percent",
            Kind::Choice(names) => {
                choices = names;
                "choice"
            }
            Kind::List => "list",
            Kind::Names(names) => {
                choices = names;
                "names"
            }
            Kind::Weights => "weights",
            Kind::Key => "key",
            _ => "text",
        };
        let section = match row.section {
            Section::Similarity => "similarity",
            Section::Records => "records",
            Section::Selection => "selection",
            Section::Input => "input",
            Section::Output => "output",
            _ => "code",
        };
        let aliases = row.aliases.iter();
        settings.push(PySetting {
            name: row.name,
            keyword: row.keyword(),
            aliases: aliases
                .map(|alias| (alias.name, alias.is_opposite))
                .collect(),
            section,
            kind,
            choices: choices.iter().map(|choice| choice.name).collect(),
            default: default(row, py)?,
            short: row.short,
            value_name: row.value_name,
            help: row.text(row.help, keyword),
            details: row.text(row.details, keyword),
            not_with: row.not_with.to_vec(),
        });
    }
    Ok(())
}

/// The default of a keyword. `None` if it is not set by default, or if it has another form as text.
fn default<S: ByName>(row: &'static Setting<S>, py: Python<'_>) -> PyResult<Py<PyAny>> {
    let kind = row.kind();
    if kind == Kind::Switch {
        return false.into_py_any(py);
    }
    // An empty list of classes differs from no list.
    if matches!(kind, Kind::List | Kind::Names(_)) && row.name != "class" {
        return PyTuple::empty(py).into_py_any(py);
    }
    let texts = row.default();
    let Some(text) = texts.first() else {
        return Ok(py.None());
    };
    match kind {
        Kind::Whole => text.parse::<u64>().unwrap_or_default().into_py_any(py),
        Kind::Percent => text.parse::<f64>().unwrap_or_default().into_py_any(py),
        Kind::Choice(_) => text.into_py_any(py),
        _ => Ok(py.None()),
    }
}
