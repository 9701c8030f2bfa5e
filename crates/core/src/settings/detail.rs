//! Levels of detail that a filter records beyond its verdicts.

use crate::choices;

choices! {
    "detail";
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
        Verdicts = "verdicts", "Nothing";
        /// The variant in which each line was read, so that `Watched::shape` shows learned
        /// positions. Negligible cost.
        Shapes = "shapes", "How each line was read, so that its template shows what was learned";
        /// The group of each line: `Decision::group`. Every band stores its representative.
        Groups = "groups", "To which group each line belongs";
        /// The reason why a line is similar: `Watched::explain`. Every kept line stays in memory.
        Explanations = "explanations", "Why each line is similar to a kept one; every kept line is held in memory";
    }
}
