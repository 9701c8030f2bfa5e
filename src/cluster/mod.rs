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
mod near;
mod nodes;
mod runs;
mod vocabulary;

pub use groups::{Group, Groups};
pub use near::Stages;

use crate::builder::Builder;
use crate::decision::Decision;
use crate::error::{Error, ErrorKind};
use crate::feature::Feature;
use crate::record::{Batch, Record};
use crate::scan::Scanner;
use crate::sift::Sift;
use crate::similarity::{Metric, Threshold};
use crate::verdict::Verdict;
use forest::Forest;
use gathered::Gathered;
use groups::Shapes;
use join::{MAX_BANDS, MAX_BANDS_OF_TERMS, join};
use near::{Near, near};
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
    Components(Box<Components>),
    /// The representative: the filter's decisions on the lines that start groups, and on the lines of a batch.
    Leaders(Vec<Decision>),
}

/// What is compared, and what is kept for its memory.
#[derive(Debug)]
struct Components {
    measure: Measure,
    nodes: Nodes,
    tokens: Vec<u64>,
    features: Vec<Feature>,
}

/// When two nodes are similar.
#[derive(Clone, Copy, Debug)]
enum Measure {
    /// Their features differ within this budget.
    Overlap(u64),
    /// Their codes differ in at most so many bits, and their weighted Jaccard similarity reaches the threshold, if there is one.
    SimHash(u32, Option<Threshold>),
}

/// Up to which distance of codes candidates are found by tables.
const MAX_DISTANCE: u32 = 13;

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
        if sift.needs_survey() {
            sift.filter(lines.clone()).count();
        }
        let mut clusters = Clusters::new(sift);
        lines.for_each(|line| clusters.admit(line.as_ref()));
        Ok(clusters.groups())
    }
}

impl Clusters {
    /// Groups by similarity, from line to line, as a filter has learned to read. What it has kept does not matter.
    pub fn new(sift: Sift) -> Self {
        let threshold = sift.comparer.threshold;
        let budget = threshold.budget(sift.comparer.layout.weights.total());
        let measure = match sift.comparer.metric {
            Metric::Overlap => Measure::Overlap(budget),
            Metric::SimHash => Measure::SimHash(threshold.radius(), None),
        };
        Self::by(sift, measure)
    }

    /// Groups in two stages: lines whose 64-bit `SimHash` codes differ in at most `distance` bits are candidates, and those of them are
    /// similar whose weighted Jaccard similarity reaches `percent`, if that is given. The threshold of the filter does not matter.
    ///
    /// The weighted Jaccard similarity of two lines is the sum over all features of the lesser of their two weights, divided by
    /// the sum of the larger. [`Groups::stages`] says what the stages did.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: the filter was not built with [`Metric::SimHash`], or the distance is more than 13.
    /// [`ErrorKind::Threshold`]: `percent` is not from 1 to 100.
    ///
    /// ```
    /// use urlsift::{Clusters, Metric, Sift};
    ///
    /// // Codes depend on the key of all hashes, which is drawn unless it is given.
    /// let sift = Sift::builder().metric(Metric::SimHash).seed([1, 2]).build()?;
    /// let mut clusters = Clusters::near(sift, 13, Some(90.0))?;
    /// for line in ["https://a.example/x?q=1", "https://a.example/y?q=1", "https://a.example/x?q=2"] {
    ///     clusters.admit(line.as_bytes());
    /// }
    /// let groups = clusters.groups();
    /// assert_eq!(groups.len(), 2);
    /// assert_eq!(groups.stages().expect("there are stages").first_groups, 1);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn near(sift: Sift, distance: u32, percent: Option<f64>) -> Result<Self, Error> {
        let refuse = |message: String| Err(Error::new(ErrorKind::Settings, message));
        if sift.comparer.metric != Metric::SimHash {
            return refuse("only codes have a distance: build the filter with Metric::SimHash".to_owned());
        }
        if distance > MAX_DISTANCE {
            return refuse(format!("the distance is {distance} bits: use at most {MAX_DISTANCE}"));
        }
        let verify = percent.map(Threshold::new).transpose()?;
        Ok(Self::by(sift, Measure::SimHash(distance, verify)))
    }

    fn by(mut sift: Sift, measure: Measure) -> Self {
        sift.end_survey();
        let single = match measure {
            Measure::Overlap(budget) if sift.comparer.layout.has_one_band(budget) => Some(budget),
            _ => None,
        };
        let scanner = sift.scanner.whole();
        let nodes = Nodes::new(single);
        let components = Components { measure, nodes, tokens: Vec::new(), features: Vec::new() };
        Self::of(sift, scanner, Kind::Components(Box::new(components)))
    }

    /// Groups as a filter does: by the representative that it names for each line. The filter has taken no line yet.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: the filter was built with less than [`Detail::Groups`](crate::Detail::Groups).
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
                Some(Groups::new(gathered, &roots, Shapes::Decided(Box::new(sift), starts), 0, None))
            }
            Kind::Components(components) => {
                let Components { measure, nodes, .. } = *components;
                let (mut forest, entries) = (Forest::new(nodes.len()), &nodes.entries);
                let (limit_hits, stages) = match measure {
                    Measure::Overlap(budget) => {
                        let has_terms = sift.comparer.layout.has_terms();
                        let max_bands = if has_terms { MAX_BANDS_OF_TERMS } else { MAX_BANDS };
                        (join(entries, budget, max_bands, &mut forest, watch)?, None)
                    }
                    Measure::SimHash(radius, verify) => {
                        let Near { mut stages, first, limit_hits } =
                            near(entries, radius, verify, &mut forest, watch)?;
                        stages.count(&first.roots(), gathered.nodes().flatten());
                        (limit_hits, Some(stages))
                    }
                };
                let shapes = Shapes::Read(Box::new(sift));
                Some(Groups::new(gathered, &forest.roots(), shapes, limit_hits, stages))
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

#[cfg(all(test, feature = "records"))]
mod tests {
    use super::*;
    use crate::index::simhash;
    use crate::internals::components_of_all_pairs;
    use crate::records::Records;
    use proptest::prelude::*;
    use std::num::NonZeroUsize;

    fn found(groups: &Groups) -> Vec<Vec<u64>> {
        let mut found: Vec<Vec<u64>> =
            groups.iter().map(|group| group.members().map(|(position, _)| position).collect()).collect();
        assert!(found.is_sorted_by_key(|group| (std::cmp::Reverse(group.len()), group[0])));
        found.sort();
        found
    }

    fn text() -> impl Strategy<Value = String> {
        prop_oneof![
            10 => r"([a-f]{1,2} ?){1,9}[!?.]{0,2}",
            10 => "[加微信领取优惠]{1,9}",
            1 => "!!",
        ]
    }

    fn events() -> impl Strategy<Value = String> {
        r"(kind=[ab] )?(/[ab](/[0-9]{1,2})?\|(GET|POST)\|[0-9]{1,2} ){1,6}"
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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn groups_of_other_records_are_the_components_of_all_pairs(
            texts in prop::collection::vec(text(), 1..60),
            sequences in prop::collection::vec(events(), 1..60),
            threshold in prop::sample::select(vec![100.0, 95.0, 90.0, 80.0, 70.0, 50.0, 30.0]),
            shingle in 1..3_usize,
            by in any::<bool>(),
        ) {
            let shingle = NonZeroUsize::new(shingle).expect("not zero");
            let events = Records::Events { shingle, by: by.then(|| "kind".to_owned()) };
            for (lines, records) in [(&texts, Records::Texts), (&sequences, events)] {
                let mut sift =
                    Sift::builder().records(records).threshold(threshold).two_pass(true).build().unwrap();
                sift.filter(lines).count();
                let mut clusters = Clusters::new(sift);
                let wanted = components_of_all_pairs(&clusters.sift, lines);
                for line in lines {
                    clusters.admit(line.as_bytes());
                }
                prop_assert_eq!(found(&clusters.groups()), wanted);
            }
        }

        /// Codes of few features are near each other often.
        #[test]
        fn near_groups_are_the_components_of_verified_pairs(
            lines in prop::collection::vec(r"[a-h]( [a-h]){0,5}", 1..50),
            distance in 0..14_u32,
            percent in prop::option::of(1..101_u8),
        ) {
            let sift = Sift::builder().records(Records::Texts).metric(Metric::SimHash).build().unwrap();
            let mut clusters = Clusters::near(sift, distance, percent.map(f64::from)).expect("it can be");
            for line in &lines {
                clusters.admit(line.as_bytes());
            }
            let features = |line: &String| {
                let (sift, mut batch, mut features) = (&clusters.sift, Batch::default(), Vec::new());
                sift.comparer.scanner.scan(line.as_bytes(), &mut batch);
                let Record::Url(url) = &batch.records[0] else { panic!("it has words") };
                sift.comparer.layout.features(&batch.view(url, &[]), &mut features);
                features
            };
            let features: Vec<Vec<Feature>> = lines.iter().map(features).collect();
            let are_near = |one: &[Feature], other: &[Feature]| {
                (simhash::code(one) ^ simhash::code(other)).count_ones() <= distance
            };
            let are_similar = |one: &[Feature], other: &[Feature]| {
                let weight = |list: &[Feature], hash| list.iter().find(|f| f.hash == hash).map_or(0, |f| f.weight);
                let shared: u64 = one.iter().map(|f| f.weight.min(weight(other, f.hash))).sum();
                let all: u64 = [one, other].iter().flat_map(|list| list.iter()).map(|f| f.weight).sum();
                are_near(one, other) && percent.is_none_or(|percent| 100 * shared >= u64::from(percent) * (all - shared))
            };
            let components = |similar: &dyn Fn(&[Feature], &[Feature]) -> bool| {
                let mut forest = Forest::new(lines.len());
                for i in 0..lines.len() {
                    for j in (0..i).filter(|&j| similar(&features[i], &features[j])) {
                        forest.unite(i as u32, j as u32);
                    }
                }
                forest.roots()
            };
            let (wanted, first) = (components(&are_similar), components(&are_near));
            let groups = clusters.groups();
            for group in groups.iter() {
                for (position, _) in group.members() {
                    prop_assert_eq!(u64::from(wanted[position as usize - 1]) + 1, group.id());
                }
            }
            let stages = groups.stages().expect("there are stages");
            let mut roots = first;
            roots.sort_unstable();
            let largest = roots.chunk_by(|a, b| a == b).map(|alike| alike.len() as u64).max();
            roots.dedup();
            prop_assert_eq!((stages.first_groups, Some(stages.first_largest)), (roots.len() as u64, largest));
            prop_assert!(stages.candidates >= stages.compared && stages.compared >= stages.verified);
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
