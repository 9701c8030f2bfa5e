//! The public suffix list: tells the registered part of a host name.
//!
//! The list is generic code marked to be inlined, so each caller would get its own copy. All crates
//! call these two functions instead; in one crate, four copies were half of the code to optimise.

/// Returns the public suffix of a name in lower case: one label if the list has no rule for it.
#[inline(never)]
pub fn suffix(name: &[u8]) -> Option<psl::Suffix<'_>> {
    psl::suffix(name)
}

/// Returns the registrable domain of a name in lower case: the suffix and the label before it.
#[inline(never)]
pub fn domain(name: &[u8]) -> Option<psl::Domain<'_>> {
    psl::domain(name)
}
