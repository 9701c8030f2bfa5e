//! The public suffix list: tells the registered part of a host name.
//!
//! The list is code, generic and marked to be inlined: every caller would get a copy of all of it.
//! So all crates call these two functions; four copies were half of what the compiler had to
//! optimise in one crate.

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
