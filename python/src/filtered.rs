//! The iterator that `Sift.filter` returns.

use crate::line;
use pyo3::prelude::*;
use pyo3::types::PyIterator;

/// Decides on a line, and returns whether the program would print it.
type Decide = Box<dyn Fn(&Bound<'_, PyAny>) -> PyResult<bool> + Send + Sync>;

/// Takes lines from an iterator, and yields the ones that the program would print.
#[pyclass(module = "urlsift")]
pub(crate) struct Filtered {
    pub decide: Decide,
    pub lines: Py<PyIterator>,
    /// Number of lines taken.
    pub taken: usize,
}

#[pymethods]
impl Filtered {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        for line in self.lines.bind(py).clone() {
            let line = line?;
            let index = self.taken;
            self.taken += 1;
            let is_printed = (self.decide)(&line);
            if is_printed.map_err(|error| line::at(index, &line, error))? {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }
}
