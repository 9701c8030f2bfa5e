//! Turns a panic into an exception that `except Exception` catches; the filter that panicked cannot
//! be used again.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs a function that may panic.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    // Half-finished changes are behind a lock that the panic has poisoned.
    let panic = match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => return Ok(done),
        Err(panic) => panic,
    };
    let reason = if let Some(text) = panic.downcast_ref::<String>() {
        text
    } else if let Some(text) = panic.downcast_ref::<&str>() {
        text
    } else {
        "no reason given"
    };
    let message = format!("urlsift panicked, which is a bug of it: {reason}");
    Err(PyRuntimeError::new_err(message))
}

/// Panics, to test the result.
#[pyfunction]
#[pyo3(name = "_panic")]
pub(crate) fn panic(message: &str) -> PyResult<()> {
    guarded(|| panic!("{message}"))
}
