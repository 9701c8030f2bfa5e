//! Two lines side by side, for Python.

use crate::line;
use crate::settings::{self, unbuilt};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// How similar two lines are, and where they differ.
#[pyclass(frozen, get_all, module = "urlsift")]
pub(crate) struct Comparison {
    /// Whether a filter would drop one after the other.
    pub(crate) similar: bool,
    /// The similarity, from 0 to 100.
    pub(crate) percent: f64,
    /// The template of the first line.
    pub(crate) first: String,
    /// The template of the second line.
    pub(crate) second: String,
    /// The differences.
    pub(crate) differences: Vec<String>,
    /// Different texts that count as the same.
    pub(crate) same: Vec<String>,
}

impl From<&urlsift::explain::Comparison> for Comparison {
    fn from(found: &urlsift::explain::Comparison) -> Self {
        Self {
            similar: found.similar,
            percent: found.percent,
            first: found.first.to_string(),
            second: found.second.to_string(),
            differences: found.differences.iter().map(ToString::to_string).collect(),
            same: found.same.iter().map(ToString::to_string).collect(),
        }
    }
}

#[pymethods]
impl Comparison {
    fn __repr__(&self) -> String {
        let found = if self.similar { "similar" } else { "different" };
        let found = [format!("{found}, {} %", self.percent)];
        format!(
            "<Comparison: {}>",
            [&found, &self.differences[..], &self.same[..]]
                .concat()
                .join("; ")
        )
    }
}

/// Compares two lines. `None` if one of them is not a URL.
#[pyfunction]
#[pyo3(signature = (first, second, **settings))]
pub(crate) fn compare(
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    settings: Option<&Bound<'_, PyDict>>,
    py: Python<'_>,
) -> PyResult<Option<Comparison>> {
    let settings = settings::builder("compare", None, settings, py)?;
    let found = urlsift::explain::compare(&settings, &line::bytes(first)?, &line::bytes(second)?);
    Ok(found
        .map_err(|error| unbuilt(&settings, error))?
        .map(|found| Comparison::from(&found)))
}
