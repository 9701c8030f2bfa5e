//! Reads a line of steps and fields: `/cart|POST|2.5` steps between blanks, and `name=value` fields
//! among them.

use bstr::ByteSlice;
use std::borrow::Cow;

/// The steps of a line, and a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sequence<'l> {
    pub(super) steps: Vec<RequestStep<'l>>,
    /// The value of the requested field.
    pub(super) field: Option<Cow<'l, [u8]>>,
}

impl<'l> Sequence<'l> {
    /// Reads steps and fields between blanks, with the field of this name. Returns `None` if there
    /// is anything else.
    pub(super) fn of_words(line: &'l [u8], field: Option<&str>) -> Option<Self> {
        let mut steps = Vec::new();
        let mut found = None;
        for word in line.split(u8::is_ascii_whitespace) {
            if word.is_empty() {
                continue;
            }
            if let Some(row) = RequestStep::row(word) {
                steps.extend(row);
            } else if let Some(step) = RequestStep::of(word) {
                steps.push(step);
            } else {
                let (name, value) = word.split_once_str("=")?;
                if field.map(str::as_bytes) == Some(name) {
                    found = Some(Cow::Borrowed(value));
                }
            }
        }
        Some(Self {
            steps,
            field: found,
        })
    }
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RequestStep<'l> {
    pub(super) path: Cow<'l, [u8]>,
    pub(super) method: Cow<'l, [u8]>,
    pub(super) interval: Cow<'l, [u8]>,
}

impl<'l> RequestStep<'l> {
    /// Reads several steps without blanks between them, `/a|GET|0|/b|POST|12|`: each has a path, a
    /// method in capitals and an interval. The last bar may be missing.
    fn row(word: &'l [u8]) -> Option<Vec<Self>> {
        let word = word.strip_suffix(b"|").unwrap_or(word);
        let parts: Vec<&[u8]> = word.split(|&byte| byte == b'|').collect();
        if parts.len() < 6 || !parts.len().is_multiple_of(3) {
            return None;
        }
        let mut steps = Vec::with_capacity(parts.len() / 3);
        for step in parts.chunks_exact(3) {
            let is_method = !step[1].is_empty() && step[1].iter().all(u8::is_ascii_uppercase);
            let is_interval = step[2].first().is_some_and(u8::is_ascii_digit);
            if !is_method || !is_interval {
                return None;
            }
            steps.push(Self {
                path: Cow::Borrowed(step[0]),
                method: Cow::Borrowed(step[1]),
                interval: Cow::Borrowed(step[2]),
            });
        }
        Some(steps)
    }

    /// Reads `path|method|interval`, whose interval is optional. A path may contain further bars.
    pub(super) fn of(word: &'l [u8]) -> Option<Self> {
        let mut parts = word.rsplitn(3, |&byte| byte == b'|');
        let last = parts.next()?;
        let middle = parts.next()?;
        let first = parts.next();
        let (path, method, interval) = match first {
            Some(path) => (path, middle, last),
            None => (middle, last, &b""[..]),
        };
        Some(Self {
            path: Cow::Borrowed(path),
            method: Cow::Borrowed(method),
            interval: Cow::Borrowed(interval),
        })
    }
}
