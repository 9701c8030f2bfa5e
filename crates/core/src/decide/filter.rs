//! The waist: everything that other crates may use of the filter.
//!
//! A [`Filter`] decides on batches, an [`Observer`] sees them afterwards, and a
//! [`Policy`](crate::decide::policy::Policy) is asked during the decision.
//! They exchange plain data.

pub use crate::decide::decided::{Decided, Observer};
use crate::decide::sift::Sift;
use crate::decide::verdict::Verdict;
use crate::record::Batch;
use crate::scan::Scanner;
use std::collections::TryReserveError;
use std::sync::Arc;
use urlsift_url::error::Error;
use urlsift_url::input::Fields;

/// Decides which lines are similar to earlier ones: a [`Sift`], or a filter around it that also
/// watches, remembers or has a store.
pub trait Filter {
    /// Returns the filter at the bottom, for readers.
    fn sift(&self) -> &Sift;

    /// Returns the filter at the bottom, to prepare it for a batch. Whatever it decides by itself
    /// is not seen by observers and not stored: see [`decide`](Self::decide).
    fn sift_mut(&mut self) -> &mut Sift;

    /// Decides on the records of a batch in order; `lines` are the bytes of the same records.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`](crate::ErrorKind::Batch): the batch belongs to another filter, or the
    /// numbers of lines and records differ; nothing is decided then. Also the errors of a store.
    fn decide<'d>(&'d mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Decided<'d>, Error>;

    /// Returns the decisions on the last batch.
    fn decided(&self) -> Decided<'_>;

    /// Returns the scanner that goes with this filter.
    fn scanner(&self) -> &Scanner {
        self.sift().scanner()
    }

    /// Makes room for everything that [`decide`](Self::decide) may keep of a batch, as far as it
    /// can be foreseen: the tables that grow with the kept URLs. A program that runs out of memory
    /// elsewhere is aborted by the standard library.
    ///
    /// # Errors
    /// Memory cannot be allocated. Earlier decisions stay valid.
    fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        self.sift_mut().make_room(batch)
    }

    /// Sets how the fields of further records are read.
    fn read_by(&mut self, fields: &Arc<Fields>) {
        self.sift_mut().set_fields(fields);
    }

    /// Decides on one line, without its line end.
    ///
    /// # Errors
    /// The errors of a store.
    fn admit(&mut self, line: &[u8]) -> Result<Verdict, Error> {
        // A line may say how it and those after it are read, as the comments of a log do.
        if let Some(fields) = self.scanner().follow(line) {
            self.read_by(&fields);
        }
        let mut batch = std::mem::take(self.sift_mut().line_buffer());
        batch.clear();
        self.scanner().scan(line, &mut batch);
        let decided = self.decide(&batch, &[line]);
        let verdict = decided.map(|decided| decided.verdicts[0]);
        *self.sift_mut().line_buffer() = batch;
        verdict
    }

    /// Reads the first record of a source under
    /// [`Input::Column`](urlsift_url::input::Input::Column) to find the column that holds the URL.
    /// Returns whether the record is a header, which must not be passed to [`admit`](Self::admit);
    /// it is a header if that column holds no URL. Under
    /// [`Input::Log`](urlsift_url::input::Input::Log), forgets the columns of the source before;
    /// the columns in a `#Fields:` line are read by `admit` as well.
    ///
    /// # Errors
    /// The header does not name the column.
    ///
    /// ```
    /// use urlsift::{Filter, Sift, Verdict};
    /// use urlsift::settings::{Column, Input};
    ///
    /// let mut sift = Sift::builder().input(Input::Column(Column::Name("url".into()))).build()?;
    /// assert!(sift.begin(b"id,url,title")?);
    /// assert_eq!(sift.admit(br#"1,https://example.com/user/1,"Ann, the first""#), Verdict::Kept);
    /// assert_eq!(sift.admit(br#"2,https://example.com/user/2,Bob"#), Verdict::Similar);
    /// assert!(sift.begin(b"id,link").is_err());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    fn begin(&mut self, first: &[u8]) -> Result<bool, Error> {
        let (fields, is_header) = self.scanner().fields.begin(first)?;
        self.read_by(&Arc::new(fields));
        Ok(is_header)
    }
}

/// Decides on one line by a filter without a store, which cannot fail.
pub fn admit(filter: &mut impl Filter, line: &[u8]) -> Verdict {
    match filter.admit(line) {
        Ok(verdict) => verdict,
        Err(_) => unreachable!("the batch is of this filter's scanner, and has one line"),
    }
}

/// Returns the lines that a filter without a store keeps.
pub fn kept_lines<L: AsRef<[u8]>>(
    filter: &mut impl Filter,
    lines: impl IntoIterator<Item = L>,
) -> impl Iterator<Item = L> {
    lines
        .into_iter()
        .filter(|line| admit(filter, line.as_ref()).is_printed())
}

/// Lines one at a time.
impl Sift {
    /// Decides on one line, without its line end.
    pub fn admit(&mut self, line: &[u8]) -> Verdict {
        admit(self, line)
    }

    /// Returns the lines that are kept: the first of each group, further samples, and the first of
    /// equal lines that are not URLs.
    ///
    /// ```
    /// let user = "https://example.com/user";
    /// let list = [format!("{user}/1"), format!("{user}/2"), format!("{user}/1/edit")];
    /// let mut sift = urlsift::Sift::builder().build()?;
    /// let kept: Vec<_> = sift.filter(&list).collect();
    /// assert_eq!(kept, [&list[0], &list[2]]);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn filter<L: AsRef<[u8]>>(
        &mut self,
        lines: impl IntoIterator<Item = L>,
    ) -> impl Iterator<Item = L> {
        kept_lines(self, lines)
    }
}

impl Filter for Sift {
    fn sift(&self) -> &Sift {
        self
    }

    fn sift_mut(&mut self) -> &mut Sift {
        self
    }

    fn decide<'d>(&'d mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Decided<'d>, Error> {
        Self::decide(self, batch, lines)
    }

    fn decided(&self) -> Decided<'_> {
        self.last_decided()
    }
}

impl<F: Filter + ?Sized> Filter for &mut F {
    fn sift(&self) -> &Sift {
        (**self).sift()
    }

    fn sift_mut(&mut self) -> &mut Sift {
        (**self).sift_mut()
    }

    fn decide<'d>(&'d mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Decided<'d>, Error> {
        (**self).decide(batch, lines)
    }

    fn decided(&self) -> Decided<'_> {
        (**self).decided()
    }
}

/// A filter whose decisions an observer sees.
///
/// ```
/// use urlsift::{Batch, Decided, Filter, Observed, Observer, Sift, Verdict};
///
/// /// Collects the lines that are dropped.
/// #[derive(Default)]
/// struct DroppedLines(Vec<Vec<u8>>);
///
/// impl Observer for DroppedLines {
///     fn see(&mut self, _batch: &Batch, lines: &[&[u8]], decided: &Decided<'_>) {
///         for (line, verdict) in lines.iter().zip(decided.verdicts) {
///             if !verdict.is_printed() {
///                 self.0.push(line.to_vec());
///             }
///         }
///     }
/// }
///
/// let mut filter = Observed::new(Sift::builder().build()?, DroppedLines::default());
/// assert_eq!(filter.admit(b"https://example.com/user/1")?, Verdict::Kept);
/// assert_eq!(filter.admit(b"https://example.com/user/2")?, Verdict::Similar);
/// assert_eq!(filter.observer().0, [b"https://example.com/user/2"]);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Observed<F, O> {
    filter: F,
    observer: O,
}

impl<F: Filter, O: Observer> Observed<F, O> {
    /// Lets an observer see all further decisions of a filter.
    pub fn new(filter: F, observer: O) -> Self {
        Self { filter, observer }
    }

    /// Returns the filter.
    pub fn inner(&self) -> &F {
        &self.filter
    }

    /// Returns the observer.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// Returns the filter and the observer, both mutable.
    pub fn parts_mut(&mut self) -> (&mut F, &mut O) {
        (&mut self.filter, &mut self.observer)
    }
}

impl<F: Filter, O: Observer> Filter for Observed<F, O> {
    fn sift(&self) -> &Sift {
        self.filter.sift()
    }

    fn sift_mut(&mut self) -> &mut Sift {
        self.filter.sift_mut()
    }

    fn decide<'d>(&'d mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Decided<'d>, Error> {
        let decided = self.filter.decide(batch, lines)?;
        self.observer.see(batch, lines, &decided);
        Ok(decided)
    }

    fn decided(&self) -> Decided<'_> {
        self.filter.decided()
    }
}
