//! Decisions: what is known of a record beyond its verdict, for those who ask for it.

use urlsift_core::variant::Variant;

/// What is known of one line beyond its verdict.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Decision {
    /// The number of the line's group, from [`Detail::Groups`](urlsift_core::Detail::Groups) on; `None` for an empty line.
    ///
    /// A kept line and a line that is not a URL start a group each; groups are numbered from 0 in
    /// the order in which they start. A similar line belongs to the group of the earliest
    /// representative that it was found similar to, a repeated line to the first of its kind.
    /// In a `Session`, also `None` for a line of a group that started in
    /// an earlier run.
    pub group: Option<u64>,
    /// Stands for the URL's host and port, and its scheme where that is another service than the
    /// web: lines of one filter have the same number if and only if they have the same host, up
    /// to collisions of 64-bit hashes. `None` for a line that is not a URL.
    pub host: Option<u64>,
    /// Whether the line starts the group.
    pub(crate) leads: bool,
    /// Whether it was dropped because of its answer.
    pub(crate) by_answer: bool,
    #[doc(hidden)]
    pub variant: Variant,
    /// Hashes the line's template, where it is known without the line.
    pub(crate) template: Option<u64>,
}
