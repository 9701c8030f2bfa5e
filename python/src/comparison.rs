//! Two lines side by side, for Python.

use crate::line;
use crate::settings::{self, unbuilt};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use urlsift::explain::Comparison;

/// How similar two lines are, and where they differ.
#[pyclass(frozen, get_all, name = "Comparison", module = "urlsift")]
pub(crate) struct PyComparison {
    /// Whether a filter would drop one after the other.
    pub similar: bool,
    /// The similarity, from 0 to 100.
    pub percent: f64,
    /// The template of the first line.
    pub first: String,
    /// The template of the second line.
    pub second: String,
    /// The differences.
    pub differences: Vec<String>,
    /// Different texts that count as the same.
    pub same: Vec<String>,
}

impl From<&Comparison> for PyComparison {
    fn from(found: &Comparison) -> Self {
        Self {
            similar: found.similar,
            percent: found.percent,
            first: found.first.to_string(),
            second: found.second.to_string(),
            differences: texts(&found.differences),
            same: texts(&found.same),
        }
    }
}

fn texts(parts: &[impl ToString]) -> Vec<String> {
    parts.iter().map(ToString::to_string).collect()
}

#[pymethods]
impl PyComparison {
    fn __repr__(&self) -> String {
        let verdict = if self.similar { "similar" } else { "different" };
        let mut parts = vec![format!("{verdict}, {} %", self.percent)];
        parts.extend_from_slice(&self.differences);
        parts.extend_from_slice(&self.same);
        let parts = parts.join("; ");
        format!("<Comparison: {parts}>")
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
) -> PyResult<Option<PyComparison>> {
    let settings = settings::builder("compare", None, settings, py)?;
    let first = line::bytes(first)?;
    let second = line::bytes(second)?;
    match urlsift::explain::compare(&settings, &first, &second) {
        Ok(Some(found)) => Ok(Some(PyComparison::from(&found))),
        Ok(None) => Ok(None),
        Err(error) => Err(unbuilt(&settings, error)),
    }
}
