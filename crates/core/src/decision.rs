//! Decisions: what is known of a record beyond its verdict, for those who ask for it.

use crate::variant::Variant;

/// How much a filter remembers beyond its verdicts. Each level includes those before it.
///
/// Costs are those of a million mixed lines at the default threshold, of which a tenth is kept,
/// against the first level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Detail {
    /// Nothing.
    #[default]
    Verdicts,
    /// How each line was read, so that [`Sift::shape`](crate::sift::Sift::shape) shows what was
    /// learned. Negligible cost.
    Shapes,
    /// To which group each line belongs: [`Decision::group`]. Every band remembers its
    /// representative.
    Groups,
    /// Why a line is similar: [`Sift::explain`](crate::sift::Sift::explain). Every kept line is
    /// held in memory.
    Explanations,
}

/// What is known of one line beyond its verdict.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Decision {
    /// The number of the line's group, from [`Detail::Groups`] on; `None` for an empty line.
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
