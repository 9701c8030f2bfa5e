//! Groups instead of a filter: which lines of a list belong together.
//!
//! Lines are *similar* as the filter says, and a group is everything that hangs together by similarity: from any of its lines, others
//! are reached in steps of similar pairs. Nothing depends on the order of the list, because each line reads as the whole
//! list leads to: positions are learned first, and then every line has one [variant](crate::variant).
//!
//! ```text
//! features ─▶ nodes, each list of features once ─▶ bands, for few nodes candidates ─▶ components ─▶ groups of lines
//! ```
//!
//! [`Clusters::leading`] gives the groups of the filter itself instead, in which all lines are similar to the first one.
//!
//! # Cost
//! One band for each line at the default settings; at lower thresholds as many as its features leave that other lines have too. Memory
//! holds the lines with 12 bytes each, the features of different lines with 8 bytes each, and the bands while they are joined.

mod forest;
mod gathered;
mod groups;
mod join;
mod lists;
mod nodes;
mod vocabulary;

pub use groups::{Group, Groups};

use crate::builder::Builder;
use crate::error::{Error, ErrorKind};
use crate::feature::Feature;
use crate::record::{Batch, Record};
use crate::register::Decision;
use crate::scan::Scanner;
use crate::sift::{Sift, Verdict};
use forest::Forest;
use gathered::Gathered;
use groups::Shapes;
use join::join;
use nodes::Nodes;
use std::ops::ControlFlow;

/// Takes the lines of a list, to give their groups at the end.
///
/// ```
/// use urlsift::{Clusters, Sift};
///
/// let lines = ["https://a.example/user/1", "https://a.example/login", "https://a.example/user/2?", "no url"];
/// let mut clusters = Clusters::new(Sift::builder().build()?);
/// lines.iter().for_each(|line| clusters.admit(line.as_bytes()));
/// let groups = clusters.groups();
///
/// let largest = groups.iter().next().expect("there are lines");
/// assert_eq!((largest.id(), largest.len()), (1, 2));
/// assert_eq!(largest.shape().as_deref(), Some("https://a.example/user/{int}"));
/// let members: Vec<_> = largest.members().map(|(position, _)| position).collect();
/// assert_eq!(members, [1, 3]);
/// assert_eq!(groups.len(), 3);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Debug)]
pub struct Clusters {
    sift: Sift,
    scanner: Scanner,
    gathered: Gathered,
    kind: Kind,
    batch: Batch,
}

/// What makes lines one group.
#[derive(Debug)]
enum Kind {
    /// Steps of similar pairs.
    Components(Components),
    /// The representative: the filter's decisions on the lines that start groups, and on the lines of a batch.
    Leaders(Vec<Decision>),
}

/// What is compared, and what is kept for its memory.
#[derive(Debug)]
struct Components {
    budget: u64,
    nodes: Nodes,
    tokens: Vec<u64>,
    features: Vec<Feature>,
}

impl Builder {
    /// Gives the groups of a list, which is read twice: what similarity leads to from line to line is one group.
    ///
    /// # Errors
    /// What [`build`](Self::build) refuses.
    ///
    /// ```
    /// let lines = ["https://a.example/zork/17/feeding", "https://a.example/zork/wombat/feeding"];
    /// let groups = urlsift::Sift::builder().groups(lines)?;
    /// assert_eq!(groups.len(), 1);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn groups<L: AsRef<[u8]>>(
        self,
        lines: impl IntoIterator<Item = L, IntoIter: Clone>,
    ) -> Result<Groups, Error> {
        let (lines, mut sift) = (lines.into_iter(), self.two_pass(true).build()?);
        if sift.learner.is_some() {
            sift.filter(lines.clone()).count();
        }
        let mut clusters = Clusters::new(sift);
        lines.for_each(|line| clusters.admit(line.as_ref()));
        Ok(clusters.groups())
    }
}

impl Clusters {
    /// Groups by similarity, from line to line, as a filter has learned to read. What it has kept does not matter.
    pub fn new(mut sift: Sift) -> Self {
        if let Some(learner) = &mut sift.learner {
            learner.survey();
        }
        let layout = &sift.comparer.layout;
        let budget = sift.comparer.threshold.budget(layout.weights.total());
        let nodes = Nodes::new(layout.has_one_band(budget).then_some(budget));
        let scanner = sift.scanner.whole();
        let components = Components { budget, nodes, tokens: Vec::new(), features: Vec::new() };
        Self::of(sift, scanner, Kind::Components(components))
    }

    /// Groups as a filter does: by the representative that it names for each line. The filter has taken no line yet.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: the filter was built with less than [`Detail::Groups`].
    pub fn leading(sift: Sift) -> Result<Self, Error> {
        if !sift.names_groups() {
            return Err(Error::new(
                ErrorKind::Settings,
                "the filter names no groups: build it with Detail::Groups",
            ));
        }
        let scanner = sift.scanner();
        Ok(Self::of(sift, scanner, Kind::Leaders(Vec::new())))
    }

    fn of(sift: Sift, scanner: Scanner, kind: Kind) -> Self {
        Self { sift, scanner, gathered: Gathered::default(), kind, batch: Batch::default() }
    }

    /// Returns the scanner that goes with it.
    pub fn scanner(&self) -> Scanner {
        self.scanner.clone()
    }

    /// Takes one line, given without its line end.
    pub fn admit(&mut self, line: &[u8]) {
        let mut batch = std::mem::take(&mut self.batch);
        batch.clear();
        self.scanner.scan(line, &mut batch);
        let Ok(()) = self.take(&batch, [line]) else { unreachable!("the batch holds this line") };
        self.batch = batch;
    }

    /// Takes the records of a batch in order; `lines` are the same records' bytes.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`]: the batch is not one of this [`scanner`](Self::scanner)'s, or there are not as many lines as records.
    pub fn take<'a>(
        &mut self,
        batch: &Batch,
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator + Clone>,
    ) -> Result<(), Error> {
        let lines = lines.into_iter();
        match &mut self.kind {
            Kind::Leaders(starts) => {
                let mut verdicts = Vec::new();
                self.sift.decide(batch, lines.clone(), &mut verdicts)?;
                for ((line, decision), verdict) in lines.zip(self.sift.decisions()).zip(verdicts) {
                    match decision.group {
                        Some(group)
                            if !matches!(
                                verdict,
                                Verdict::Empty | Verdict::Header { .. } | Verdict::Unwanted(_)
                            ) =>
                        {
                            self.gathered.push(line, group as u32);
                            if group as usize == starts.len() {
                                starts.push(decision.clone());
                            }
                        }
                        _ => self.gathered.skip(),
                    }
                }
            }
            Kind::Components(components) => {
                self.scanner.check(batch, lines.len())?;
                for (record, line) in batch.records.iter().zip(lines) {
                    match components.node(&self.sift, batch, record) {
                        Some(node) => self.gathered.push(line, node),
                        None => self.gathered.skip(),
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes note of a line that is too long to be compared: it belongs to no group.
    pub fn skip(&mut self) {
        self.gathered.skip();
    }

    /// Returns how many bytes it holds, about.
    pub fn memory(&self) -> usize {
        let nodes = match &self.kind {
            Kind::Components(components) => components.nodes.memory(),
            Kind::Leaders(starts) => starts.capacity() * size_of::<Decision>(),
        };
        self.gathered.memory() + self.sift.memory() + nodes
    }

    /// Gives the groups of all lines.
    pub fn groups(self) -> Groups {
        let groups = self.watched_groups(&mut |_, _| ControlFlow::Continue(()));
        groups.unwrap_or_else(|| unreachable!("nobody ends it"))
    }

    /// Gives the groups of all lines. `watch` is told now and then how much of how much is done, and ends it by
    /// [`ControlFlow::Break`]: then there are none.
    pub fn watched_groups(self, watch: &mut dyn FnMut(u64, u64) -> ControlFlow<()>) -> Option<Groups> {
        let Self { sift, gathered, kind, .. } = self;
        match kind {
            Kind::Leaders(starts) => {
                let roots: Vec<u32> = (0..starts.len() as u32).collect();
                Some(Groups::new(gathered, &roots, Shapes::Decided(Box::new(sift), starts), 0))
            }
            Kind::Components(Components { budget, nodes, .. }) => {
                let mut forest = Forest::new(nodes.len());
                let limit_hits = join(&nodes.entries, budget, &mut forest, watch)?;
                let roots: Vec<u32> = (0..nodes.len() as u32).map(|node| forest.root(node)).collect();
                Some(Groups::new(gathered, &roots, Shapes::Read(Box::new(sift)), limit_hits))
            }
        }
    }
}

impl Components {
    /// The node of a record; `None` if it is empty or not wanted.
    fn node(&mut self, sift: &Sift, batch: &Batch, record: &Record) -> Option<u32> {
        match record {
            Record::Empty | Record::Header(_) | Record::Unwanted(_) => None,
            Record::NotUrl(hash) => Some(self.nodes.of_other(*hash)),
            Record::Url(url) => {
                sift.read(batch, url, &mut self.tokens);
                sift.comparer.layout.features(&batch.view(url, &self.tokens), &mut self.features);
                Some(self.nodes.of(&self.features))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::internals::components_of_all_pairs;
    use proptest::prelude::*;

    fn found(groups: &Groups) -> Vec<Vec<u64>> {
        let mut found: Vec<Vec<u64>> =
            groups.iter().map(|group| group.members().map(|(position, _)| position).collect()).collect();
        assert!(found.is_sorted_by_key(|group| (std::cmp::Reverse(group.len()), group[0])));
        found.sort();
        found
    }

    fn line() -> impl Strategy<Value = String> {
        prop_oneof![
            20 => r"(https?:|)//[ab]\.test(/[xyz7]){0,6}(\?([a-f](=[12])?&){0,8})?(#[fg])?",
            10 => r"https://c\.test/(tag|zot|zot/7)/[a-f]{2}(/edit)?",
            2 => r"no url [ab]",
            1 => "",
            // With more bands than are entered, and nearly equal.
            8 => (0..12_usize, 0..12_usize, any::<bool>()).prop_map(|(one, other, more)| {
                let value = |i: usize| if i == one || i == other { "x" } else { "y" };
                let pairs: Vec<_> = (0..24).map(|i| format!("p{i}={}", value(i))).collect();
                format!("//w.test/?{}{}", pairs.join("&"), if more { "&q=1" } else { "" })
            }),
        ]
    }

    proptest! {
            #![proptest_config(ProptestConfig::with_cases(400))]

            #[test]
            fn groups_are_the_components_of_all_pairs(
                lines in prop::collection::vec(line(), 1..60),
                threshold in prop::sample::select(vec![100.0, 97.0, 95.0, 92.0, 90.0, 85.0, 80.0, 70.0, 50.0]),
                literal in any::<bool>(),
            ) {
                let mut sift = Sift::builder().literal(literal).threshold(threshold).two_pass(true).build().unwrap();
                sift.filter(&lines).count();
                let mut clusters = Clusters::new(sift);
                let wanted = components_of_all_pairs(&clusters.sift, &lines);
                for line in &lines {
    clusters.admit(line.as_bytes());
    }
                let groups = clusters.groups();
                prop_assert_eq!(groups.search_limit_hits(), 0);
                prop_assert_eq!(found(&groups), wanted);
            }
        }

    #[test]
    fn leaders_are_those_of_the_filter() {
        let lines = ["//a.test/tag/zot", "//a.test/tag/qux", "", "no url", "//a.test/tag/baz", "no url"];
        let mut clusters =
            Clusters::leading(Sift::builder().detail(crate::Detail::Groups).build().unwrap()).unwrap();
        for line in &lines {
            clusters.admit(line.as_bytes());
        }
        let groups = clusters.groups();
        let shapes: Vec<_> = groups.iter().map(|group| (group.id(), group.len(), group.shape())).collect();
        let mut sift = Sift::builder().detail(crate::Detail::Groups).build().unwrap();
        let mut kept = 0;
        for line in lines {
            kept += usize::from(matches!(sift.admit(line.as_bytes()), Verdict::Kept | Verdict::NotUrl));
        }
        assert_eq!(groups.len(), kept);
        assert!(shapes.contains(&(4, 2, None)), "{shapes:?}");
        assert!(Clusters::leading(Sift::builder().build().unwrap()).is_err());
    }
}
