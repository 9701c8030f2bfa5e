//! Levels of detail that a filter records beyond its verdicts.

/// The level of detail that a filter records beyond its verdicts. Each level includes the ones
/// before it.
///
/// Costs are for a million mixed lines at the default threshold, a tenth of them kept, compared
/// with the first level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Detail {
    /// Nothing.
    #[default]
    Verdicts,
    /// The variant in which each line was read, so that `Watched::shape` shows learned positions.
    /// Negligible cost.
    Shapes,
    /// The group of each line: `Decision::group`. Every band stores its representative.
    Groups,
    /// The reason why a line is similar: `Watched::explain`. Every kept line stays in memory.
    Explanations,
}
