//! Recent lines for Python.

use crate::line;
use crate::state::span;
use pyo3::prelude::*;
use urlsift::memory::{RecentLine, RecentQuery};

/// A line, how often it came, and when first and last, in seconds since 1970.
#[pyclass(frozen, get_all, name = "RecentLine", module = "urlsift")]
pub(crate) struct PyRecentLine {
    /// The line, of the type of the line that was asked about.
    line: Py<PyAny>,
    /// The number of times it came.
    count: u64,
    /// The first of these times.
    first: f64,
    /// The last of these times.
    last: f64,
}

impl PyRecentLine {
    #[allow(
        clippy::cast_precision_loss,
        reason = "milliseconds of the next 280,000 years are exact"
    )]
    pub(crate) fn new(found: &RecentLine, is_text: bool, py: Python<'_>) -> PyResult<Self> {
        let seconds = |millis: i64| millis as f64 / 1000.0;
        Ok(Self {
            line: line::like(&found.line, is_text, py)?.unbind(),
            count: found.count,
            first: seconds(found.first),
            last: seconds(found.last),
        })
    }
}

#[pymethods]
impl PyRecentLine {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let line = self.line.bind(py).repr()?;
        Ok(format!("<RecentLine {line}, {}>", self.count))
    }
}

/// Returns the question for some keywords.
pub(crate) fn query(
    by: Option<String>,
    within: Option<&Bound<'_, PyAny>>,
) -> PyResult<RecentQuery> {
    let mut query = RecentQuery::new();
    if let Some(field) = by {
        query = query.by(field);
    }
    let within = within.map(|within| span("within", within)).transpose()?;
    Ok(query.within(within))
}
