//! Whether records had what some options read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Fields of records that were met by a scanner or its clones.
#[derive(Clone, Debug, Default)]
pub(crate) struct MetFields {
    pub status: MetField,
    pub answer: MetField,
}

/// Whether a field was met. Threads share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct MetField(Arc<AtomicBool>);

impl MetField {
    /// Notes that the field was met.
    pub(crate) fn meet(&self) {
        // Stores only once, so that threads only read it afterwards.
        if !self.is_met() {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn is_met(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
