//! Decisions: per-record details beyond the verdict, recorded on request.

use urlsift_core::record::variant::Variant;

/// Details of the decision on one line, beyond its verdict.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Decision {
    /// The number of the line's group, from [`Detail::Groups`](urlsift_core::Detail::Groups) on;
    /// `None` for an empty line.
    ///
    /// A kept line and a line that is not a URL start a group each; groups are numbered from 0 in
    /// the order in which they start. A similar line belongs to the group of the earliest
    /// representative that it was found similar to, and a repeated line to the group of its first
    /// occurrence. In a `Session`, also `None` for a line of a group that started in an earlier
    /// run.
    pub group: Option<u64>,
    /// Identifies the URL's host and port, and its scheme if that is not of the web: lines of one
    /// filter have the same number if and only if they have the same host, up to collisions of
    /// 64-bit hashes. `None` for a line that is not a URL.
    pub host: Option<u64>,
    /// The number of the reader of the line.
    pub(crate) reader: u32,
    /// Whether the line starts the group.
    pub(crate) leads: bool,
    /// Whether the line was dropped because of its answer.
    pub(crate) by_answer: bool,
    pub(crate) variant: Variant,
    /// Hash of the line's template, if it is known without reading the line again.
    pub(crate) template: Option<u64>,
}
