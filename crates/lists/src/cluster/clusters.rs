//! Collects the lines of a list and divides them at the end.

use super::components::Components;
use super::graph::{EdgeRule, SimilarityGraph};
use super::leaders::Leaders;
use super::lines::ClusterLines;
use super::nodes::NodeFeatures;
use crate::filter;
use std::ops::ControlFlow;
use urlsift_core::{Batch, Builder, Error, ErrorKind, Metric, Scanner, Sift, Threshold};

/// Collects the lines of a list, and returns the connected components of similar lines at the end.
///
/// ```
/// use urlsift::Sift;
/// use urlsift::lists::Clusters;
///
/// let lines = ["//a.example/user/1", "//a.example/login", "//a.example/user/2?", "no url"];
/// let mut clusters = Clusters::new(Sift::builder().build()?);
/// for line in lines {
///     clusters.admit(line.as_bytes());
/// }
/// let components = clusters.into_components();
///
/// let largest = components.iter().next().expect("there are lines");
/// assert_eq!((largest.id(), largest.len()), (1, 2));
/// assert_eq!(largest.shape().as_deref(), Some("a.example/user/{int}"));
/// let members: Vec<_> = largest.members().map(|(position, _)| position).collect();
/// assert_eq!(members, [1, 3]);
/// assert_eq!(components.len(), 3);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Debug)]
pub struct Clusters {
    pub(super) sift: Sift,
    scanner: Scanner,
    lines: ClusterLines,
    division: ListDivision,
    batch: Batch,
}

/// The way in which a list is divided.
#[derive(Debug)]
enum ListDivision {
    Graph(Box<SimilarityGraph>),
    Leaders(Box<Leaders>),
}

/// The largest distance of codes at which tables find candidates.
const MAX_DISTANCE: u32 = 13;

impl Components {
    /// Returns the connected components of the similar lines of a list, which is read twice if it
    /// [has to be](Clusters::needs_survey).
    ///
    /// # Errors
    /// Those of [`Builder::build`].
    ///
    /// ```
    /// let lines = ["https://a.example/zork/17/feeding", "https://a.example/zork/wombat/feeding"];
    /// let components = urlsift::lists::Components::of(urlsift::Sift::builder(), lines)?;
    /// assert_eq!(components.len(), 1);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn of<L: AsRef<[u8]>>(
        settings: Builder,
        lines: impl IntoIterator<Item = L, IntoIter: Clone>,
    ) -> Result<Components, Error> {
        let lines = lines.into_iter();
        let mut sift = settings.two_pass(true).build()?;
        if Clusters::needs_survey(&sift) {
            sift.filter(lines.clone()).count();
        }
        let mut clusters = Clusters::new(sift);
        for line in lines {
            clusters.admit(line.as_ref());
        }
        Ok(clusters.into_components())
    }
}

impl Clusters {
    /// Divides into components of lines that are similar in the variants that a filter has learned.
    /// The lines that the filter kept do not matter.
    pub fn new(sift: Sift) -> Self {
        let rule = EdgeRule::of(&sift);
        Self::by(sift, rule)
    }

    /// Whether the filter should [survey](Sift::survey) the list before: not where nothing is
    /// learned, and not for terms in no order, whose frequencies are counted on the way.
    pub fn needs_survey(sift: &Sift) -> bool {
        let features = EdgeRule::of(sift).features(&filter::measure(sift).layout);
        sift.needs_survey() && !matches!(features, NodeFeatures::Terms(_))
    }

    /// Divides into components in two stages. Lines whose 64-bit `SimHash` codes differ in at most
    /// `distance` bits are candidates; candidates are similar if their weighted Jaccard similarity
    /// reaches `percent`, or always if that is `None`. The threshold of the filter does not matter.
    ///
    /// The weighted Jaccard similarity of two lines is the sum over all features of the lesser of
    /// their two weights, divided by the sum of the larger. [`Components::stages`] returns the
    /// figures of both stages.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: the filter was not built with [`Metric::SimHash`], or the distance
    /// is more than 13. [`ErrorKind::Threshold`]: `percent` is not from 1 to 100.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::lists::Clusters;
    /// use urlsift::settings::Metric;
    ///
    /// // Codes depend on the key of all hashes, which is drawn unless it is given.
    /// let sift = Sift::builder().metric(Metric::SimHash).seed([1, 2]).build()?;
    /// let mut clusters = Clusters::near(sift, 13, Some(90.0))?;
    /// for page in ["x?q=1", "y?q=1", "x?q=2"] {
    ///     clusters.admit(format!("https://a.example/{page}").as_bytes());
    /// }
    /// let components = clusters.into_components();
    /// assert_eq!(components.len(), 2);
    /// assert_eq!(components.stages().expect("there are stages").first_components, 1);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn near(sift: Sift, distance: u32, percent: Option<f64>) -> Result<Self, Error> {
        let refuse = |message: String| {
            let error = Error::new(ErrorKind::Settings, message);
            Err(error)
        };
        if filter::measure(&sift).metric != Metric::SimHash {
            return refuse(
                "only codes have a distance: build the filter with Metric::SimHash".to_owned(),
            );
        }
        if distance > MAX_DISTANCE {
            return refuse(format!(
                "the distance is {distance} bits: use at most {MAX_DISTANCE}"
            ));
        }
        let verify = percent.map(Threshold::new).transpose()?;
        Ok(Self::by(sift, EdgeRule::SimHash(distance, verify)))
    }

    fn by(mut sift: Sift, rule: EdgeRule) -> Self {
        sift.restart();
        let scanner = filter::whole_scanner(&sift);
        let graph = SimilarityGraph::new(&sift, rule);
        Self::of(sift, scanner, ListDivision::Graph(Box::new(graph)))
    }

    /// Divides into the groups of a filter, by the representative that it names for each line.
    /// Expects a filter that has taken no line.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: the filter was built with less than
    /// [`Detail::Groups`](urlsift_core::Detail::Groups).
    pub fn leading(sift: Sift) -> Result<Self, Error> {
        filter::require_groups(&sift)?;
        let scanner = sift.scanner().clone();
        let leaders = Box::new(Leaders::of(&sift));
        Ok(Self::of(sift, scanner, ListDivision::Leaders(leaders)))
    }

    fn of(sift: Sift, scanner: Scanner, division: ListDivision) -> Self {
        Self {
            sift,
            scanner,
            lines: ClusterLines::default(),
            division,
            batch: Batch::default(),
        }
    }

    /// Compares all candidates, however long that takes: [`Components::recall`] is `None`, and
    /// [`Components::search_limit_hits`] is 0. Nothing changes for codes.
    pub fn exact(self) -> Self {
        self.costing(u64::MAX)
    }

    /// Sets the most that an exact comparison of terms may cost.
    pub(super) fn costing(mut self, max_cost: u64) -> Self {
        if let ListDivision::Graph(graph) = &mut self.division {
            graph.max_cost = max_cost;
        }
        self
    }

    /// Returns the filter, to be told how later lines are read; groups are known at the end.
    pub fn filter_mut(&mut self) -> &mut Sift {
        &mut self.sift
    }

    /// Returns the scanner for its batches.
    pub fn scanner(&self) -> Scanner {
        self.scanner.clone()
    }

    /// Adds one line, without its line end.
    pub fn admit(&mut self, line: &[u8]) {
        let mut batch = std::mem::take(&mut self.batch);
        batch.clear();
        self.scanner.scan(line, &mut batch);
        let Ok(()) = self.take(&batch, [line]) else {
            unreachable!("the batch holds this line")
        };
        self.batch = batch;
    }

    /// Adds the records of a batch in order; `lines` are the bytes of the same records.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`]: the batch was filled by another [`scanner`](Self::scanner), or the
    /// numbers of lines and records differ.
    pub fn take<'a>(
        &mut self,
        batch: &Batch,
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator + Clone>,
    ) -> Result<(), Error> {
        let new = lines.into_iter();
        let Self {
            sift,
            scanner,
            lines,
            division,
            ..
        } = self;
        match division {
            ListDivision::Leaders(leaders) => leaders.take(sift, batch, new, lines)?,
            ListDivision::Graph(graph) => {
                scanner.view().check(batch, new.len())?;
                lines.read_by(sift.scanner().view().fields);
                for (record, line) in batch.view().records().iter().zip(new) {
                    match graph.node(sift, batch, record) {
                        Some(node) => lines.push(line, node),
                        None => lines.skip(),
                    }
                }
            }
        }
        Ok(())
    }

    /// Counts a line that is too long to be compared: it belongs to no component.
    pub fn skip(&mut self) {
        self.lines.skip();
    }

    /// Returns the approximate memory in bytes.
    pub fn memory_usage(&self) -> usize {
        let division = match &self.division {
            ListDivision::Graph(graph) => graph.memory(),
            ListDivision::Leaders(leaders) => leaders.memory(),
        };
        self.lines.memory() + self.sift.memory_usage() + division
    }

    /// Returns the components of all lines.
    pub fn into_components(self) -> Components {
        let components = self.watched_components(&mut |_, _| ControlFlow::Continue(()));
        components.unwrap_or_else(|| unreachable!("nobody ends it"))
    }

    /// Returns the components of all lines. Calls `watch` now and then with the nodes done and the
    /// nodes in all, and returns `None` once that returns [`ControlFlow::Break`].
    pub fn watched_components(
        self,
        watch: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
    ) -> Option<Components> {
        match self.division {
            ListDivision::Leaders(leaders) => Some(leaders.components(self.lines)),
            ListDivision::Graph(graph) => graph.components(self.sift, self.lines, watch),
        }
    }
}
