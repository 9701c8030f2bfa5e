//! The reason why a line was dropped, for Python.

use crate::comparison::Comparison;
use crate::line;
use pyo3::prelude::*;

/// The reason why a line is similar to a kept one.
#[pyclass(frozen, module = "urlsift")]
pub(crate) struct Explanation {
    representative: Vec<u8>,
    is_text: bool,
    /// The number of the representative among all lines of the filter, from 1.
    #[pyo3(get)]
    record: u64,
    /// The similarity, from 0 to 100.
    #[pyo3(get)]
    percent: f64,
    /// The template of the line.
    #[pyo3(get)]
    shape: String,
    /// The template of the representative.
    #[pyo3(get)]
    representative_shape: String,
    /// The differences.
    #[pyo3(get)]
    differences: Vec<String>,
    /// Different texts that count as the same.
    #[pyo3(get)]
    same: Vec<String>,
}

impl Explanation {
    pub(crate) fn new(found: &urlsift::explain::Explanation<'_>, is_text: bool) -> Self {
        let Comparison { percent, first: shape, second: representative_shape, differences, same, .. } =
            Comparison::from(&found.comparison);
        let (representative, record) = (found.representative.to_vec(), found.record);
        Self { representative, is_text, record, percent, shape, representative_shape, differences, same }
    }
}

#[pymethods]
impl Explanation {
    /// The kept line, in the type of the line that is similar to it.
    #[getter]
    fn representative<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        line::like(&self.representative, self.is_text, py)
    }

    fn __str__(&self) -> String {
        let start = [format!("{} % like {}", self.percent, String::from_utf8_lossy(&self.representative))];
        [&start, &self.differences[..], &self.same[..]].concat().join("; ")
    }

    fn __repr__(&self) -> String {
        format!("<Explanation: {}>", self.__str__())
    }
}
