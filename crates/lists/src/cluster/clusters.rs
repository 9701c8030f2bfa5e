//! What takes the lines of a list, and divides it at the end.

use super::components::{Components, Measure};
use super::groups::Groups;
use super::leaders::Leaders;
use super::lines::Lines;
use crate::filter;
use std::ops::ControlFlow;
use urlsift_core::builder::Builder;
use urlsift_core::error::{Error, ErrorKind};
use urlsift_core::record::Batch;
use urlsift_core::scan::Scanner;
use urlsift_core::sift::Sift;
use urlsift_core::similarity::{Metric, Threshold};

/// Takes the lines of a list, and returns the connected components of similar lines at the end.
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
    pub(super) sift: Sift,
    scanner: Scanner,
    lines: Lines,
    division: Division,
    batch: Batch,
}

/// How a list is divided.
#[derive(Debug)]
enum Division {
    Components(Box<Components>),
    Leaders(Leaders),
}

/// Up to which distance of codes candidates are found by tables.
const MAX_DISTANCE: u32 = 13;

impl Groups {
    /// Returns the connected components of the similar lines of a list, which is read twice.
    ///
    /// # Errors
    /// Those of [`Builder::build`].
    ///
    /// ```
    /// let lines = ["https://a.example/zork/17/feeding", "https://a.example/zork/wombat/feeding"];
    /// let groups = urlsift::Groups::of(urlsift::Sift::builder(), lines)?;
    /// assert_eq!(groups.len(), 1);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn of<L: AsRef<[u8]>>(
        settings: Builder,
        lines: impl IntoIterator<Item = L, IntoIter: Clone>,
    ) -> Result<Groups, Error> {
        let (lines, mut sift) = (lines.into_iter(), settings.two_pass(true).build()?);
        if sift.needs_survey() {
            sift.filter(lines.clone()).count();
        }
        let mut clusters = Clusters::new(sift);
        lines.for_each(|line| clusters.admit(line.as_ref()));
        Ok(clusters.groups())
    }
}

impl Clusters {
    /// Divides into components of lines that are similar as a filter has learned to read them. It
    /// does not matter what the filter has kept.
    pub fn new(sift: Sift) -> Self {
        let of_filter = filter::measure(&sift);
        let measure = match of_filter.metric {
            Metric::Overlap => Measure::Overlap(of_filter.budget()),
            Metric::SimHash => Measure::SimHash(of_filter.threshold.radius(), None),
        };
        Self::by(sift, measure)
    }

    /// Divides into components in two stages: lines whose 64-bit `SimHash` codes differ in at most
    /// `distance` bits are candidates; those of them are similar whose weighted Jaccard similarity
    /// reaches `percent`, or all if there is none. The threshold of the filter does not matter.
    ///
    /// The weighted Jaccard similarity of two lines is the sum over all features of the lesser of
    /// their two weights, divided by the sum of the larger. [`Groups::stages`] says what the stages
    /// did.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: the filter was not built with [`Metric::SimHash`], or the distance
    /// is more than 13. [`ErrorKind::Threshold`]: `percent` is not from 1 to 100.
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
        if filter::measure(&sift).metric != Metric::SimHash {
            return refuse("only codes have a distance: build the filter with Metric::SimHash".to_owned());
        }
        if distance > MAX_DISTANCE {
            return refuse(format!("the distance is {distance} bits: use at most {MAX_DISTANCE}"));
        }
        let verify = percent.map(Threshold::new).transpose()?;
        Ok(Self::by(sift, Measure::SimHash(distance, verify)))
    }

    fn by(mut sift: Sift, measure: Measure) -> Self {
        sift.restart();
        let scanner = filter::whole_scanner(&sift);
        let components = Components::new(&sift, measure);
        Self::of(sift, scanner, Division::Components(Box::new(components)))
    }

    /// Divides into the groups of a filter, by the representative that it names for each line. The
    /// filter has taken no line yet.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: the filter was built with less than
    /// [`Detail::Groups`](urlsift_core::Detail::Groups).
    pub fn leading(sift: Sift) -> Result<Self, Error> {
        filter::require_groups(&sift)?;
        let scanner = sift.scanner();
        Ok(Self::of(sift, scanner, Division::Leaders(Leaders::default())))
    }

    fn of(sift: Sift, scanner: Scanner, division: Division) -> Self {
        Self { sift, scanner, lines: Lines::default(), division, batch: Batch::default() }
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
    /// [`ErrorKind::Batch`]: the batch is not one of this [`scanner`](Self::scanner)'s, or there
    /// are not as many lines as records.
    pub fn take<'a>(
        &mut self,
        batch: &Batch,
        lines: impl IntoIterator<Item = &'a [u8], IntoIter: ExactSizeIterator + Clone>,
    ) -> Result<(), Error> {
        let new = lines.into_iter();
        let Self { sift, scanner, lines, division, .. } = self;
        match division {
            Division::Leaders(leaders) => leaders.take(sift, batch, new, lines)?,
            Division::Components(components) => {
                scanner.check(batch, new.len())?;
                for (record, line) in batch.records.iter().zip(new) {
                    match components.node(sift, batch, record) {
                        Some(node) => lines.push(line, node),
                        None => lines.skip(),
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes note of a line that is too long to be compared: it belongs to no group.
    pub fn skip(&mut self) {
        self.lines.skip();
    }

    /// Returns how many bytes it holds, about.
    pub fn memory(&self) -> usize {
        let division = match &self.division {
            Division::Components(components) => components.memory(),
            Division::Leaders(leaders) => leaders.memory(),
        };
        self.lines.memory() + self.sift.memory_usage() + division
    }

    /// Returns the groups of all lines.
    pub fn groups(self) -> Groups {
        let groups = self.watched_groups(&mut |_, _| ControlFlow::Continue(()));
        groups.unwrap_or_else(|| unreachable!("nobody ends it"))
    }

    /// Returns the groups of all lines. `watch` is told now and then how much of how much is done.
    /// If it returns [`ControlFlow::Break`], there are none.
    pub fn watched_groups(self, watch: &mut dyn FnMut(u64, u64) -> ControlFlow<()>) -> Option<Groups> {
        match self.division {
            Division::Leaders(leaders) => Some(leaders.groups(self.sift, self.lines)),
            Division::Components(components) => components.groups(self.sift, self.lines, watch),
        }
    }
}
