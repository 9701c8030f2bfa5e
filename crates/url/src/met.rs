//! Flags of rules and fields that the input has had.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether each of some numbered things was met. Threads share the flags.
#[derive(Debug)]
pub(crate) struct MetFlags(Box<[AtomicBool]>);

impl MetFlags {
    /// Creates flags for things of which none was met.
    pub(crate) fn new(count: usize) -> Self {
        Self((0..count).map(|_| AtomicBool::new(false)).collect())
    }

    fn is_met(&self, number: usize) -> bool {
        self.0[number].load(Ordering::Relaxed)
    }

    /// Notes that a thing was met.
    pub(crate) fn meet(&self, number: usize) {
        // Stores only once, so that threads only read the flag afterwards.
        if !self.is_met(number) {
            self.0[number].store(true, Ordering::Relaxed);
        }
    }

    /// Returns the numbers of the things that were not met.
    pub(crate) fn unmet(&self) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(|number| !self.is_met(*number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_is_met_once_and_for_all() {
        let flags = MetFlags::new(3);
        flags.meet(1);
        flags.meet(1);
        assert_eq!(flags.unmet().collect::<Vec<_>>(), [0, 2]);
    }
}
