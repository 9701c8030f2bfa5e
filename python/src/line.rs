//! A line as Python gives it, `bytes` or `str`, and as the filter takes it.

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::borrow::Cow;

/// How Python writes bytes that are not UTF-8 in a `str`: as lone surrogates.
const ERRORS: &str = "surrogateescape";

/// The bytes of a line, without its line end.
pub(crate) fn bytes<'l>(line: &'l Bound<'_, PyAny>) -> PyResult<Cow<'l, [u8]>> {
    if let Ok(bytes) = line.cast::<PyBytes>() {
        return Ok(Cow::Borrowed(without_end(bytes.as_bytes())));
    }
    let Ok(text) = line.cast::<PyString>() else {
        let message = format!("a line is bytes or str, not {}", line.get_type().name()?);
        return Err(PyTypeError::new_err(message));
    };
    if let Ok(text) = text.to_str() {
        return Ok(Cow::Borrowed(without_end(text.as_bytes())));
    }
    let py = line.py();
    let encoded = text.call_method1(intern!(py, "encode"), (intern!(py, "utf-8"), intern!(py, ERRORS)))?;
    Ok(Cow::Owned(without_end(encoded.cast::<PyBytes>()?.as_bytes()).to_vec()))
}

/// Bytes in the type of the line that they answer.
pub(crate) fn like<'py>(bytes: &[u8], is_text: bool, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, bytes);
    if is_text { text(bytes) } else { Ok(bytes.into_any()) }
}

fn text(bytes: Bound<'_, PyBytes>) -> PyResult<Bound<'_, PyAny>> {
    let py = bytes.py();
    bytes.call_method1(intern!(py, "decode"), (intern!(py, "utf-8"), intern!(py, ERRORS)))
}

/// Files give their lines with the line end, which is no part of them.
fn without_end(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}
