//! Verdicts as members of `urlsift.Verdict`, each looked up once.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use urlsift::{Reason, Verdict};

/// The verdicts that are members of `urlsift.Verdict`, by number.
const VERDICTS: [Verdict; 7] = [
    Verdict::Kept,
    Verdict::Sample,
    Verdict::Similar,
    Verdict::Unwanted(Reason::Scheme),
    Verdict::NotUrl,
    Verdict::Repeated,
    Verdict::Empty,
];

/// The number of the verdict on lines that are not URLs, at their first occurrence.
pub(crate) const NOT_URL: u8 = 4;

static MEMBERS: PyOnceLock<[Py<PyAny>; VERDICTS.len()]> = PyOnceLock::new();

/// Returns the member of `urlsift.Verdict` for a verdict.
pub(crate) fn member(verdict: Verdict, py: Python<'_>) -> PyResult<Py<PyAny>> {
    let members = MEMBERS.get_or_try_init(py, || {
        let class = py.import("urlsift._verdict")?.getattr("Verdict")?;
        let mut members = VERDICTS.map(|_| py.None());
        for (verdict, member) in VERDICTS.iter().zip(&mut members) {
            *member = class.call1((verdict.name(),))?.unbind();
        }
        Ok::<_, PyErr>(members)
    })?;
    Ok(members[usize::from(number(verdict))].clone_ref(py))
}

/// Returns the number of a verdict among the members.
pub(crate) fn number(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Kept => 0,
        Verdict::Sample => 1,
        Verdict::Similar => 2,
        Verdict::Unwanted(_) => 3,
        // Headers here are comments of logs: `Sift.begin` takes the header of a table.
        Verdict::NotUrl | Verdict::Header { repeated: false } => NOT_URL,
        Verdict::Repeated | Verdict::Header { repeated: true } => 5,
        Verdict::Empty => 6,
    }
}
