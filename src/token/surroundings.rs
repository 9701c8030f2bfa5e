//! Where a segment stands, as far as the rules ask.

use super::traits::Traits;

/// What stands before a segment. The default is a value, which stands in no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Surroundings {
    /// How many segments stand before it; more than [`DEEP`](Self::DEEP) are as good as that.
    depth: u8,
    /// It is in an API, where what looks like a title is the name of a route.
    pub(super) api: bool,
    /// A word like `api` stands before it, after which a number is a version.
    pub(super) versioned: bool,
    /// The word `apis` stands before it, after which a dotted name is that of a group.
    pub(super) grouped: bool,
}

impl Default for Surroundings {
    fn default() -> Self {
        Self { depth: Self::DEEP, ..Self::start(false) }
    }
}

impl Surroundings {
    const DEEP: u8 = 3;

    /// Those of the first segment; `api` says whether the host calls itself an API.
    pub(crate) fn start(api: bool) -> Self {
        Self { depth: 0, api, versioned: false, grouped: false }
    }

    /// Goes on to the segment after one with these traits.
    pub(crate) fn step(&mut self, traits: Traits) {
        self.api |= self.depth < Self::DEEP && traits.has(Traits::API);
        self.versioned = traits.has(Traits::VERSIONED);
        self.grouped = traits.has(Traits::GROUPED);
        self.depth = (self.depth + 1).min(Self::DEEP);
    }

    /// Whether the segment is the first.
    pub(super) fn is_first(self) -> bool {
        self.depth == 0
    }

    /// Whether the segment is one of the first two: it may be a locale.
    pub(super) fn is_early(self) -> bool {
        self.depth < 2
    }

    /// Whether a path inside the path begins here, right after a segment with these traits: an address, or what follows
    /// `blob` and the like in forges.
    pub(crate) fn begins_inner_path(self, after: Traits) -> bool {
        after.has(Traits::TAIL) && (after.has(Traits::VALUE) || (self.depth == Self::DEEP && !self.api))
    }

    /// Whether a number may be something else than a value here.
    pub(crate) fn numbers_may_stay(self) -> bool {
        self.versioned || self.is_first()
    }

    /// All of it as a number below 32.
    pub(crate) fn bits(self) -> u32 {
        let flags = [self.api, self.versioned, self.grouped];
        flags.into_iter().fold(u32::from(self.depth), |bits, flag| bits << 1 | u32::from(flag))
    }
}
