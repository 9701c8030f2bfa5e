//! Turns a panic into an exception that `except Exception` catches; the filter that panicked cannot
//! be used again.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs a function that may panic.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    // Half-finished changes are behind a lock that the panic has poisoned.
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("no reason given");
        PyRuntimeError::new_err(format!("urlsift panicked, which is a bug of it: {text}"))
    })
}

/// Panics, to test the result.
#[pyfunction]
#[pyo3(name = "_panic")]
pub(crate) fn panic(message: &str) -> PyResult<()> {
    guarded(|| panic!("{message}"))
}
