//! How much is remembered beyond verdicts.

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
    /// How each line was read, so that `Watched::shape` shows what was
    /// learned. Negligible cost.
    Shapes,
    /// To which group each line belongs: `Decision::group`. Every band remembers its
    /// representative.
    Groups,
    /// Why a line is similar: `Watched::explain`. Every kept line is
    /// held in memory.
    Explanations,
}
