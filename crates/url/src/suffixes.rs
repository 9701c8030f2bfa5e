//! The public suffix list: where the part of a host's name begins that somebody registered.
//!
//! The list is code, generic and marked to be inlined: whatever part of a crate asks it has a copy of
//! all of it. So it is asked here alone, for all crates; four copies were half of what the compiler
//! had to optimise in this one.

/// The public suffix of a name in lower case; one label if the list has no rule for it.
#[inline(never)]
pub fn suffix(name: &[u8]) -> Option<psl::Suffix<'_>> {
    psl::suffix(name)
}

/// The registrable domain of a name in lower case: the suffix and the label before it.
#[inline(never)]
pub fn domain(name: &[u8]) -> Option<psl::Domain<'_>> {
    psl::domain(name)
}
