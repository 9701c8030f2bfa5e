//! A URL as it is read in one of its variants.

use std::ptr;
use urlsift_core::record::shape::Shape;
use urlsift_core::record::variant::Variant;

/// A URL as it is read in a variant.
#[derive(Clone, Copy)]
pub(crate) struct AsRead<'a> {
    pub shape: &'a Shape,
    pub variant: &'a Variant,
}

impl<'a> AsRead<'a> {
    /// Whether both are one URL in one variant, not merely equal.
    pub(crate) fn is_same(self, other: Self) -> bool {
        ptr::eq(self.shape, other.shape) && ptr::eq(self.variant, other.variant)
    }

    /// Whether the host is read as a value because it was learned.
    pub(crate) fn is_host_learned(self) -> bool {
        self.shape.is_host_learned(self.variant)
    }

    /// Returns the number of its segments.
    pub(crate) fn len(self) -> usize {
        self.shape.segments.len()
    }

    fn has(self, index: usize) -> bool {
        index < self.len()
    }

    /// Whether the segment of an index exists, and is read as a value because it was learned.
    pub(crate) fn is_learned(self, index: usize) -> bool {
        self.has(index) && self.variant.is_learned(index)
    }

    /// Returns the token of a segment, if the URL has it.
    pub(crate) fn token(self, index: usize) -> Option<&'a [u8]> {
        if !self.has(index) {
            return None;
        }
        Some(self.shape.token(index, self.variant))
    }

    /// Returns a segment as templates show it, if the URL has it.
    pub(crate) fn shown(self, index: usize) -> Option<String> {
        if !self.has(index) {
            return None;
        }
        Some(self.shape.shown(index, self.variant))
    }

    /// Returns the template.
    pub(crate) fn template(self) -> String {
        self.shape.template(self.variant)
    }
}
