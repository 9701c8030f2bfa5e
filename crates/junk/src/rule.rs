//! A row of the tables of rules.

use super::view::PartView;

/// One way to recognise junk.
pub(super) struct JunkRule {
    /// Its name in explanations.
    pub name: &'static str,
    /// The parts of a URL that it reads, as bits.
    pub parts: u8,
    /// Kinds of bytes; a matching part has at least one of them. 0 for any part.
    pub kinds: u32,
    pub fits: fn(&PartView<'_>) -> bool,
    /// The defect of such a URL, in one sentence without a full stop.
    pub why: &'static str,
}

impl JunkRule {
    /// Whether it matches a part of a URL.
    pub(super) fn takes_part(&self, view: &PartView<'_>) -> bool {
        self.parts & view.part != 0
            && (self.kinds == 0 || self.kinds & view.kinds != 0)
            && (self.fits)(view)
    }
}
