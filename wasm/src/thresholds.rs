//! Counts the lines of a list that each threshold keeps.

use std::num::NonZeroUsize;
use urlsift::Builder;
use urlsift::lists::Sweep;

/// A sweep over whole percents.
pub(crate) struct Thresholds(Sweep);

impl Thresholds {
    pub(crate) fn new(settings: &Builder, lowest: u32) -> Result<Self, String> {
        let sweep = Sweep::new(settings, (lowest..=100).map(f64::from), 0);
        sweep.map(Self).map_err(|error| error.to_string())
    }

    pub(crate) fn admit(&mut self, line: &[u8]) {
        self.0.admit(line);
    }

    pub(crate) fn kept(mut self) -> Vec<u8> {
        self.0.run(NonZeroUsize::MIN, |_, _| {}, || true);
        self.0
            .levels()
            .iter()
            .flat_map(|level| (level.kept() as u32).to_le_bytes())
            .collect()
    }
}
