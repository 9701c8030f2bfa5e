//! Verdicts as members of `urlsift.Verdict`, each looked up once.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use urlsift::Verdict;

/// Every verdict with its name in Python.
const NAMES: [(Verdict, &str); 6] = [
    (Verdict::Kept, "KEPT"),
    (Verdict::Sample, "SAMPLE"),
    (Verdict::Similar, "SIMILAR"),
    (Verdict::NotUrl, "NOT_URL"),
    (Verdict::Repeated, "REPEATED"),
    (Verdict::Empty, "EMPTY"),
];

static MEMBERS: PyOnceLock<[Py<PyAny>; NAMES.len()]> = PyOnceLock::new();

/// The member of `urlsift.Verdict` for a verdict.
pub(crate) fn member(verdict: Verdict, py: Python<'_>) -> PyResult<Py<PyAny>> {
    let members = MEMBERS.get_or_try_init(py, || {
        let class = py.import("urlsift._verdict")?.getattr("Verdict")?;
        let mut members = NAMES.map(|_| py.None());
        for ((_, name), member) in NAMES.iter().zip(&mut members) {
            *member = class.getattr(*name)?.unbind();
        }
        Ok::<_, PyErr>(members)
    })?;
    let Some(index) = NAMES.iter().position(|(known, _)| *known == verdict) else {
        unreachable!("every verdict has a name")
    };
    Ok(members[index].clone_ref(py))
}

/// Whether the program prints a line with this verdict.
pub(crate) fn is_printed(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Kept | Verdict::Sample | Verdict::NotUrl)
}
