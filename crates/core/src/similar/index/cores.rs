//! The cores of literal representatives.
//!
//! Representatives of one core differ in both scheme and fragment, and there are few schemes, so a
//! table holds few slots of one core.

use crate::record::{Core, Url};
use crate::similar::table::Table;
use crate::similar::table::packed::Packed;
use std::collections::TryReserveError;

/// The cores of all representatives.
#[derive(Clone, Debug, Default)]
pub(super) struct Cores {
    cores: Packed<{ Core::MARKS }>,
    /// Cores of the few URLs with a fragment, each with its fragment.
    fragments: Table<(u64, u64)>,
}

impl Cores {
    /// Prefetches the core's slot.
    pub(super) fn prefetch(&self, core: Core) {
        self.cores.prefetch(core.0);
    }

    /// Whether a representative differs only in scheme or fragment, within the budget.
    pub(super) fn knows(&self, core: Core, url: &Url) -> bool {
        let rest = core.rest();
        for marks in self.cores.all(rest) {
            if core.is_similar(Core(rest | marks)) {
                return true;
            }
        }
        if !core.has_fragment() {
            return false;
        }
        let entry = (rest, url.fragment);
        self.fragments.find(rest, |other| *other == entry).is_some()
    }

    /// Enters a representative.
    pub(super) fn insert(&mut self, core: Core, url: &Url) {
        let rest = core.rest();
        self.cores.insert_data(rest, core.0 ^ rest);
        if core.has_fragment() {
            let entry = (rest, url.fragment);
            self.fragments.insert(entry, |other| *other == entry);
        }
    }

    /// Reserves room for more representatives, of which `fragments` have a fragment.
    pub(super) fn reserve(
        &mut self,
        entries: usize,
        fragments: usize,
    ) -> Result<(), TryReserveError> {
        self.cores.try_reserve(entries)?;
        self.fragments.try_reserve(fragments)
    }

    /// Returns the bytes that it holds.
    pub(super) fn heap_bytes(&self) -> usize {
        self.cores.heap_bytes() + self.fragments.heap_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::sift::Sift;
    use crate::record::Keys;
    use crate::similar::index::tests::{each_view, scanned};

    /// Whether a line is found after another one by their cores alone.
    fn knows(threshold: f64, kept: &str, line: &str) -> bool {
        let (_, batch) = scanned(
            &Sift::builder().literal(true).threshold(threshold),
            &[kept, line],
        );
        let (mut cores, mut known) = (Cores::default(), false);
        each_view(&batch, |_, view| {
            let (Keys::Core(core) | Keys::Bands(core, _) | Keys::CoreAndFeatures(core)) =
                view.url.keys
            else {
                panic!("literal URLs have cores: {view:?}");
            };
            known = cores.knows(core, view.url);
            cores.insert(core, view.url);
        });
        known
    }

    #[test]
    fn schemes_and_fragments_differ_as_far_as_their_weights_fit_the_budget() {
        // Scheme and fragment weigh half a unit of ten each: at 96 neither may differ, at 95 one of
        // them may, at 90 both.
        let cases = [
            ("http://a.test/x", "http://a.test/x", [true, true, true]),
            ("http://a.test/x", "https://a.test/x", [false, true, true]),
            ("http://a.test/x", "//a.test/x", [false, true, true]),
            ("http://a.test/x#f", "http://a.test/x", [false, true, true]),
            (
                "http://a.test/x#f",
                "http://a.test/x#g",
                [false, true, true],
            ),
            ("http://a.test/x#f", "http://a.test/x#f", [true, true, true]),
            (
                "http://a.test/x#f",
                "https://a.test/x#f",
                [false, true, true],
            ),
            (
                "http://a.test/x#f",
                "https://a.test/x",
                [false, false, true],
            ),
            (
                "http://a.test/x#f",
                "https://a.test/x#g",
                [false, false, true],
            ),
            // Another service or another path has another core.
            ("http://a.test/x", "ftp://a.test/x", [false, false, false]),
            ("http://a.test/x", "http://a.test/y", [false, false, false]),
            (
                "http://a.test/x?q",
                "http://a.test/x?q=",
                [false, false, false],
            ),
        ];
        for (kept, line, wanted) in cases {
            let found = [96.0, 95.0, 90.0].map(|threshold| knows(threshold, kept, line));
            assert_eq!(found, wanted, "{kept} and {line}");
            assert_eq!(
                [96.0, 95.0, 90.0].map(|threshold| knows(threshold, line, kept)),
                wanted,
                "{line} and {kept}"
            );
        }
    }
}
