//! Columns of lines in the layout of Arrow: the bytes of all lines in a row, and the start of each
//! line.
//!
//! A column is processed as a whole, so Python handles no single line.

use crate::line;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::ops::Range;

/// The longest line that is compared, as in the program. Longer ones are printed.
const LONGEST: usize = 1 << 20;

/// The offsets and the bytes of a column, for Python.
type Buffers = (Vec<u8>, Vec<u8>);

/// A part of a list as a column. `start` is the index of its first line, for errors.
#[pyfunction]
#[pyo3(name = "_column")]
pub(crate) fn column(lines: &Bound<'_, PyList>, start: usize) -> PyResult<Buffers> {
    let mut built = Built::default();
    for (index, line) in lines.iter().enumerate() {
        let bytes = match line::bytes(&line) {
            Ok(bytes) => bytes,
            Err(error) => return Err(line::at(start + index, &line, error)),
        };
        // One byte more than the limit marks a line as too long.
        let shown = bytes.len().min(LONGEST + 1);
        built.push(&bytes[..shown]);
    }
    let Some(buffers) = built.buffers() else {
        let message = "these lines take more than 2 GiB";
        return Err(PyValueError::new_err(message));
    };
    Ok(buffers)
}

/// Lines that were joined by line ends as a column. `None` if there are more because some contain
/// line ends, or if they take too many bytes.
#[pyfunction]
#[pyo3(name = "_column_of_text")]
pub(crate) fn column_of_text(text: &str, count: usize) -> Option<Buffers> {
    let mut built = Built::default();
    for line in text.split('\n') {
        built.push(line.as_bytes());
    }
    if built.ends.len() != count {
        return None;
    }
    built.buffers()
}

/// A column under construction.
#[derive(Default)]
struct Built {
    data: Vec<u8>,
    /// The end of each line.
    ends: Vec<usize>,
}

impl Built {
    fn push(&mut self, line: &[u8]) {
        self.data.extend_from_slice(line);
        self.ends.push(self.data.len());
    }

    /// None if the lines take more bytes than offsets can count.
    fn buffers(self) -> Option<Buffers> {
        let mut offsets = vec![0; 4];
        for end in self.ends {
            let offset = i32::try_from(end).ok()?;
            offsets.extend(offset.to_ne_bytes());
        }
        Some((offsets, self.data))
    }
}

/// Lines in a row.
pub(crate) struct ArrowColumn<'c> {
    data: &'c [u8],
    /// The start of each line in `data`, and the end of the last one.
    offsets: Vec<usize>,
}

impl<'c> ArrowColumn<'c> {
    /// `offsets` are 32-bit integers, one more than there are lines. They may begin above 0, as in
    /// a slice; `data` begins with the first line.
    pub(crate) fn new(offsets: &[u8], data: &'c [u8]) -> PyResult<Self> {
        let wrong = || PyValueError::new_err("these are not the offsets of lines in these bytes");
        let (chunks, rest) = offsets.as_chunks();
        if !rest.is_empty() {
            return Err(wrong());
        }
        let mut offsets = Vec::with_capacity(chunks.len());
        let mut first = 0;
        for chunk in chunks {
            let offset = i32::from_ne_bytes(*chunk);
            let offset = i64::from(offset);
            if offsets.is_empty() {
                first = offset;
            }
            let Ok(start) = usize::try_from(offset - first) else {
                return Err(wrong());
            };
            offsets.push(start);
        }
        if !offsets.is_sorted() {
            return Err(wrong());
        }
        if let Some(end) = offsets.last()
            && *end > data.len()
        {
            return Err(wrong());
        }
        Ok(Self { data, offsets })
    }

    /// The lines in order; a line that is too long to be compared counts as empty.
    pub(crate) fn lines(&self) -> impl ExactSizeIterator<Item = &'c [u8]> + Clone {
        self.ranges().map(|range| {
            if range.len() > LONGEST {
                &[]
            } else {
                &self.data[range]
            }
        })
    }

    /// The numbers of the lines that are too long to be compared.
    pub(crate) fn long(&self) -> Vec<usize> {
        let mut long = Vec::new();
        for (at, range) in self.ranges().enumerate() {
            if range.len() > LONGEST {
                long.push(at);
            }
        }
        long
    }

    fn ranges(&self) -> impl ExactSizeIterator<Item = Range<usize>> + Clone {
        self.offsets.windows(2).map(|ends| ends[0]..ends[1])
    }
}
