//! What is left of a filter when its run has ended.

use urlsift::Sift;
use urlsift::explain::{Explainer, Watched};
use urlsift::memory::Session;

/// The filter of a run that has ended, for the page, notes and statistics.
#[derive(Clone, Copy)]
pub(crate) struct FinishedRun<'r> {
    pub(crate) sift: &'r Sift,
    pub(crate) explainer: &'r Explainer,
    /// The memory of the run, if it has one.
    pub(crate) session: Option<&'r Session>,
}

impl<'r> FinishedRun<'r> {
    /// A run without a memory.
    pub(crate) fn of(watched: &'r Watched<Sift>) -> Self {
        Self {
            sift: watched.inner(),
            explainer: watched.explainer(),
            session: None,
        }
    }
}
