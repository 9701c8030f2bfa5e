//! The reason why a line was dropped, for Python.

use crate::comparison::PyComparison;
use crate::line;
use pyo3::prelude::*;
use urlsift::explain::Explanation;

/// The reason why a line is similar to a kept one.
#[pyclass(frozen, get_all, name = "Explanation", module = "urlsift")]
pub(crate) struct PyExplanation {
    /// The kept line, in the type of the line that is similar to it.
    representative: Py<PyAny>,
    /// The number of the representative among all lines of the filter, from 1.
    record: u64,
    /// The similarity, from 0 to 100.
    percent: f64,
    /// The template of the line.
    shape: String,
    /// The template of the representative.
    representative_shape: String,
    /// The differences.
    differences: Vec<String>,
    /// Different texts that count as the same.
    same: Vec<String>,
}

impl PyExplanation {
    pub(crate) fn new(found: &Explanation<'_>, is_text: bool, py: Python<'_>) -> PyResult<Self> {
        let representative = line::like(&found.representative, is_text, py)?.unbind();
        let comparison = PyComparison::from(&found.comparison);
        Ok(Self {
            representative,
            record: found.record,
            percent: comparison.percent,
            shape: comparison.first,
            representative_shape: comparison.second,
            differences: comparison.differences,
            same: comparison.same,
        })
    }
}

#[pymethods]
impl PyExplanation {
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let line = line::bytes(self.representative.bind(py))?;
        let line = String::from_utf8_lossy(&line);
        let mut parts = vec![format!("{} % like {line}", self.percent)];
        parts.extend_from_slice(&self.differences);
        parts.extend_from_slice(&self.same);
        Ok(parts.join("; "))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Explanation: {}>", self.__str__(py)?))
    }
}
