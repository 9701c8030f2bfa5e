//! The first key of a literal URL: its *core*, all but its scheme and fragment.
//!
//! URLs of one core are similar if their differences in scheme and fragment fit the budget, and
//! that is one lookup under the core. If hosts are too heavy to differ, for most URLs this is also
//! the only way to be similar to another one, because every part of their cores is too heavy as
//! well ([`SharedByAll`](super::estimate::SharedByAll)). They need no features and no bands: worth
//! 45 % of the time of a literal run.
//!
//! A part that may not differ at all belongs to the core, and a part that may always differ is left
//! out. A part that may differ only if the other part is equal takes one of three bits of the core.

use crate::record::{Core, Url};
use crate::similar::feature::Layout;
use urlsift_url::hash::Key;

/// Hashes cores, and adds the bits that decide whether URLs of one core are similar.
#[derive(Clone, Debug)]
pub(super) struct CoreHasher {
    key: Key,
    http: u64,
    https: u64,
    scheme: OutsidePart,
    fragment: OutsidePart,
}

/// The comparison of a part outside the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OutsidePart {
    /// It must be equal.
    Bound,
    /// It may differ, if the other one does not.
    Either,
    /// It may differ in any case.
    Free,
}

/// The lowest three bits of a core: whether there is a fragment, and the scheme, as far as either
/// is compared. Tables choose slots by the highest bits.
const FRAGMENT: u64 = 1;
const SCHEME: u64 = 3 << 1;

impl CoreHasher {
    pub(super) fn new(layout: &Layout, budget: u64) -> Self {
        let scheme = layout.weights.scheme;
        let fragment = layout.weights.fragment;
        let part = |weight: u64| match weight {
            _ if scheme + fragment <= budget => OutsidePart::Free,
            _ if weight > budget => OutsidePart::Bound,
            _ => OutsidePart::Either,
        };
        let key = layout.key.clone();
        Self {
            http: key.token(b"http"),
            https: key.token(b"https"),
            scheme: part(scheme),
            fragment: part(fragment),
            key,
        }
    }

    /// Returns the core of a URL, given the hash of all but scheme and fragment.
    pub(super) fn core(&self, url: &Url, mut rest: u64) -> Core {
        let mut marks = 0;
        match self.scheme {
            OutsidePart::Bound => rest = self.key.join(rest, url.scheme),
            OutsidePart::Either => marks |= self.code(url.scheme),
            OutsidePart::Free => {}
        }
        match self.fragment {
            OutsidePart::Bound => rest = self.key.join(rest, url.fragment),
            OutsidePart::Either if url.fragment != 0 => marks |= FRAGMENT,
            OutsidePart::Either | OutsidePart::Free => {}
        }
        // Tables use 0 for a free slot.
        Core((rest & !(SCHEME | FRAGMENT)).max(8) | marks)
    }

    /// Returns the code of a scheme. Schemes other than these belong to the host, so they are part
    /// of the core through it.
    fn code(&self, scheme: u64) -> u64 {
        let code = match scheme {
            0 => 0,
            _ if scheme == self.http => 1,
            _ if scheme == self.https => 2,
            _ => 3,
        };
        code << SCHEME.trailing_zeros()
    }
}

impl Core {
    /// Whether URLs of these cores are similar as far as the cores tell: the rest is equal, and the
    /// schemes are, or neither has a fragment. URLs with equal fragments are found by the fragment.
    pub(crate) fn is_similar(self, other: Self) -> bool {
        let differ = self.0 ^ other.0;
        differ & !(SCHEME | FRAGMENT) == 0
            && (differ & SCHEME == 0 || (self.0 | other.0) & FRAGMENT == 0)
    }

    /// Whether there is a fragment that is compared.
    pub(crate) fn has_fragment(self) -> bool {
        self.0 & FRAGMENT != 0
    }

    /// Returns the core without the bits of scheme and fragment.
    pub(crate) fn rest(self) -> u64 {
        self.0 & !(SCHEME | FRAGMENT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similar::similarity::{UNIT, Weights};

    #[test]
    fn cores_say_what_of_scheme_and_fragment_may_differ() {
        let key = Key::new([1, 2]);
        let layout = Layout::new(&key, Weights::default(), false);
        let url = |scheme: &str, fragment: &str| {
            let hash = |part: &str| {
                if part.is_empty() {
                    0
                } else {
                    key.token(part.as_bytes())
                }
            };
            Url {
                scheme: hash(scheme),
                fragment: hash(fragment),
                ..Url::default()
            }
        };
        // Each weighs half a unit: similar where neither may differ, either may, both may.
        let cases = [
            (("http", ""), ("http", ""), [true, true, true]),
            (("http", ""), ("https", ""), [false, true, true]),
            (("http", ""), ("", ""), [false, true, true]),
            (("", "f"), ("", ""), [false, true, true]),
            (("http", "f"), ("http", "g"), [false, true, true]),
            (("http", "f"), ("https", ""), [false, false, true]),
            (("http", "f"), ("https", "g"), [false, false, true]),
        ];
        for (budget, at) in [(UNIT / 2 - 1, 0), (UNIT / 2, 1), (UNIT, 2)] {
            let hasher = CoreHasher::new(&layout, budget);
            let core = |(scheme, fragment)| hasher.core(&url(scheme, fragment), 1 << 40);
            for (one, other, wanted) in cases {
                assert_eq!(
                    core(one).is_similar(core(other)),
                    wanted[at],
                    "{one:?} {other:?} {budget}"
                );
                assert_eq!(
                    core(other).is_similar(core(one)),
                    wanted[at],
                    "{other:?} {one:?} {budget}"
                );
                assert_eq!(
                    core(one).rest() == core(other).rest(),
                    core(one).0 >> 3 == core(other).0 >> 3
                );
            }
            assert!(
                !core(cases[0].0).is_similar(hasher.core(&url("http", ""), 1 << 41)),
                "another rest"
            );
        }
        let either = CoreHasher::new(&layout, UNIT / 2);
        assert!(
            either.core(&url("", "f"), 0).has_fragment()
                && !either.core(&url("", ""), 0).has_fragment()
        );
        assert_ne!(either.core(&url("", ""), 0).0, 0, "0 is a free slot");
    }
}
