//! Converts a line of Python, `bytes` or `str`, for the filter.

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyString};
use std::borrow::Cow;

/// Python's way to write bytes that are not UTF-8 in a `str`: as lone surrogates.
const ERRORS: &str = "surrogateescape";

/// The bytes of a line, without its line end.
pub(crate) fn bytes<'l>(line: &'l Bound<'_, PyAny>) -> PyResult<Cow<'l, [u8]>> {
    if let Ok(bytes) = line.cast::<PyBytes>() {
        let bytes = without_end(bytes.as_bytes());
        return Ok(Cow::Borrowed(bytes));
    }
    let Ok(text) = line.cast::<PyString>() else {
        let message = format!("a line is bytes or str, not {}", kind(line)?);
        return Err(PyTypeError::new_err(message));
    };
    if let Ok(text) = text.to_str() {
        let bytes = without_end(text.as_bytes());
        return Ok(Cow::Borrowed(bytes));
    }
    let encoded = recoded(text, intern!(line.py(), "encode"))?;
    let bytes = encoded.cast::<PyBytes>()?;
    let bytes = without_end(bytes.as_bytes());
    Ok(Cow::Owned(bytes.to_vec()))
}

/// The lines of an iterable. Refuses iterables that are probably a mistake: the letters of a text,
/// and the names of a table's columns.
#[pyfunction]
#[pyo3(name = "_lines")]
pub(crate) fn many<'py>(lines: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyIterator>> {
    let help = if is_line(lines) {
        "; for one line use admit"
    } else if lines.hasattr(intern!(lines.py(), "columns"))? {
        "; urlsift.filter takes tables of pandas, polars and pyarrow"
    } else {
        ""
    };
    if help.is_empty()
        && let Ok(lines) = lines.try_iter()
    {
        return Ok(lines);
    }
    let kind = with_article(&kind(lines)?);
    let message = format!("lines must be an iterable of lines, not {kind}{help}");
    Err(PyTypeError::new_err(message))
}

/// Names the wrong line of an iterable.
pub(crate) fn at(index: usize, line: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    if is_line(line) || !error.is_instance_of::<PyTypeError>(line.py()) {
        return error;
    }
    let kind = match kind(line) {
        Ok(kind) => with_article(&kind),
        Err(_) => "wrong".to_owned(),
    };
    let number = index + 1;
    let message = format!("line {number} (index {index}) is {kind}: a line is bytes or str");
    PyTypeError::new_err(message)
}

fn is_line(thing: &Bound<'_, PyAny>) -> bool {
    thing.is_instance_of::<PyString>() || thing.is_instance_of::<PyBytes>()
}

/// Returns Python's name for a thing of this kind.
fn kind(thing: &Bound<'_, PyAny>) -> PyResult<String> {
    if thing.is_none() {
        return Ok("None".to_owned());
    }
    let name = thing.get_type().name()?;
    Ok(name.to_string())
}

fn with_article(kind: &str) -> String {
    if kind == "None" {
        return kind.to_owned();
    }
    let first = kind.bytes().next().unwrap_or_default();
    match first.to_ascii_lowercase() {
        b'a' | b'e' | b'i' | b'o' => format!("an {kind}"),
        _ => format!("a {kind}"),
    }
}

/// Returns bytes in the type of the line that they belong to.
pub(crate) fn like<'py>(
    bytes: &[u8],
    is_text: bool,
    py: Python<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, bytes);
    if !is_text {
        return Ok(bytes.into_any());
    }
    recoded(&bytes, intern!(py, "decode"))
}

/// Encodes a `str` or decodes `bytes`.
fn recoded<'py>(
    line: &Bound<'py, PyAny>,
    method: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = line.py();
    line.call_method1(method, (intern!(py, "utf-8"), intern!(py, ERRORS)))
}

/// Files yield lines with the line end, which is not part of the line.
fn without_end(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}
