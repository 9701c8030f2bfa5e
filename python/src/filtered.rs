//! What `Sift.filter` gives: the lines that are kept, as they come.

use crate::sift::Sift;
use crate::verdict::is_printed;
use pyo3::prelude::*;
use pyo3::types::PyIterator;

/// Takes lines from an iterator, and gives those that the program would print.
#[pyclass(module = "urlsift")]
pub(crate) struct Filtered {
    sift: Py<Sift>,
    lines: Py<PyIterator>,
}

impl Filtered {
    pub(crate) fn new(sift: Py<Sift>, lines: Py<PyIterator>) -> Self {
        Self { sift, lines }
    }
}

#[pymethods]
impl Filtered {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let sift = self.sift.get();
        for line in self.lines.bind(py).clone() {
            let line = line?;
            if is_printed(sift.verdict(&line)?) {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }
}
