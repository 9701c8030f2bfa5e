//! Terms of texts and sequences that are divided among processes, for Python.

use crate::columns::ArrowColumn;
use crate::guard::guarded;
use crate::settings::{self, refusal, unbuilt};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Mutex;
use urlsift::lists::DividedTerms;

/// The terms of texts or sequences, a part of which is at hand: `urlsift_spark` groups them by it.
/// Numbers are arrays of 64 bits, or of 32 bits for counts and ends.
#[pyclass(frozen, name = "DividedTerms", module = "urlsift")]
pub(crate) struct PyDividedTerms(Mutex<DividedTerms>);

/// Two arrays of numbers.
type TwoColumns = (Vec<u8>, Vec<u8>);

impl PyDividedTerms {
    fn with<T: Send>(
        &self,
        work: impl FnOnce(&mut DividedTerms) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let run = || {
            let Ok(mut terms) = self.0.lock() else {
                let message = "these terms panicked in an earlier call: make new ones";
                return Err(PyRuntimeError::new_err(message));
            };
            work(&mut terms)
        };
        Python::attach(|py| py.detach(|| guarded(run)))?
    }
}

#[pymethods]
impl PyDividedTerms {
    #[new]
    #[pyo3(signature = (threshold = None, **settings), text_signature = None)]
    fn new(
        threshold: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
        py: Python<'_>,
    ) -> PyResult<Self> {
        let settings = settings::builder("DividedTerms", threshold, settings, py)?;
        let built = settings.build();
        let sift = built.map_err(|error| unbuilt(&settings, error))?;
        let terms = DividedTerms::new(sift).map_err(refusal)?;
        Ok(Self(Mutex::new(terms)))
    }

    /// Counts the terms of lines.
    fn count(&self, offsets: &[u8], data: &[u8]) -> PyResult<()> {
        self.with(|terms| {
            let column = ArrowColumn::new(offsets, data)?;
            for line in column.lines() {
                terms.count(line);
            }
            Ok(())
        })
    }

    /// Returns the counted terms, how many lines have each, and the number of lines.
    fn counts(&self) -> PyResult<(Vec<u8>, Vec<u8>, u64)> {
        self.with(|terms| {
            let mut tokens = Vec::new();
            let mut counts = Vec::new();
            for (token, count) in terms.counts() {
                tokens.extend(token.to_ne_bytes());
                counts.extend(count.to_ne_bytes());
            }
            Ok((tokens, counts, terms.counted()))
        })
    }

    /// Adds what was counted elsewhere.
    fn add_counts(&self, tokens: &[u8], counts: &[u8], counted: u64) -> PyResult<()> {
        self.with(|terms| {
            let tokens = numbers(tokens)?;
            let (counts, _) = counts.as_chunks::<4>();
            let counts = counts.iter().map(|count| u32::from_ne_bytes(*count));
            terms.add_counts(tokens.into_iter().zip(counts), counted);
            Ok(())
        })
    }

    /// Returns a byte for each line: whether it is compared at all.
    fn are_compared(&self, offsets: &[u8], data: &[u8]) -> PyResult<Vec<u8>> {
        self.with(|terms| {
            let column = ArrowColumn::new(offsets, data)?;
            let compared = column.lines().map(|line| terms.is_compared(line).into());
            Ok(compared.collect())
        })
    }

    /// Returns the signature of the lines of a component, if they have one.
    fn signature(&self, offsets: &[u8], data: &[u8]) -> PyResult<Option<String>> {
        self.with(|terms| {
            let column = ArrowColumn::new(offsets, data)?;
            Ok(terms.signature(column.lines()))
        })
    }

    /// Returns where the keys of each line end, and keys.
    fn keys(&self, offsets: &[u8], data: &[u8]) -> PyResult<TwoColumns> {
        self.with(|terms| {
            let column = ArrowColumn::new(offsets, data)?;
            let mut ends = Vec::new();
            let mut keys = Vec::new();
            let mut end = 0_u32;
            for line in column.lines() {
                for key in terms.keys(line) {
                    keys.extend(key.to_ne_bytes());
                    end += 1;
                }
                ends.extend(end.to_ne_bytes());
            }
            Ok((ends, keys))
        })
    }

    /// Adds lines by their names, where the keys of each end, and keys.
    fn add(
        &self,
        names: &[u8],
        ends: &[u8],
        keys: &[u8],
        offsets: &[u8],
        data: &[u8],
    ) -> PyResult<()> {
        self.with(|terms| {
            let column = ArrowColumn::new(offsets, data)?;
            let names = numbers(names)?;
            let keys = numbers(keys)?;
            let (ends, _) = ends.as_chunks::<4>();
            let mut start = 0;
            for ((name, end), line) in names.into_iter().zip(ends).zip(column.lines()) {
                let end = u32::from_ne_bytes(*end) as usize;
                let Some(own) = keys.get(start..end) else {
                    return Err(PyValueError::new_err("a line's keys end after all keys"));
                };
                terms.add(name.cast_signed(), own, line);
                start = end;
            }
            Ok(())
        })
    }

    /// Returns pairs of names that connect the similar lines of each key, the least name second.
    fn pairs(&self) -> PyResult<TwoColumns> {
        self.with(|terms| {
            let mut ones = Vec::new();
            let mut others = Vec::new();
            for pair in terms.pairs() {
                ones.extend(pair.one.to_ne_bytes());
                others.extend(pair.other.to_ne_bytes());
            }
            Ok((ones, others))
        })
    }
}

/// Reads an array of numbers of 64 bits.
fn numbers(bytes: &[u8]) -> PyResult<Vec<u64>> {
    let (numbers, rest) = bytes.as_chunks::<8>();
    if !rest.is_empty() {
        return Err(PyValueError::new_err("numbers have eight bytes each"));
    }
    Ok(numbers
        .iter()
        .map(|number| u64::from_ne_bytes(*number))
        .collect())
}
