//! The reason why a line was dropped, for Python.

use crate::comparison::Comparison;
use crate::line;
use pyo3::prelude::*;

/// The reason why a line is similar to a kept one.
#[pyclass(frozen, get_all, module = "urlsift")]
pub(crate) struct Explanation {
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

impl Explanation {
    pub(crate) fn new(
        found: &urlsift::explain::Explanation<'_>,
        is_text: bool,
        py: Python<'_>,
    ) -> PyResult<Self> {
        let Comparison {
            percent,
            first: shape,
            second: representative_shape,
            differences,
            same,
            ..
        } = Comparison::from(&found.comparison);
        let representative = line::like(&found.representative, is_text, py)?.unbind();
        let record = found.record;
        Ok(Self {
            representative,
            record,
            percent,
            shape,
            representative_shape,
            differences,
            same,
        })
    }
}

#[pymethods]
impl Explanation {
    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let line = line::bytes(self.representative.bind(py))?;
        let start = [format!(
            "{} % like {}",
            self.percent,
            String::from_utf8_lossy(&line)
        )];
        Ok([&start, &self.differences[..], &self.same[..]]
            .concat()
            .join("; "))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Explanation: {}>", self.__str__(py)?))
    }
}
