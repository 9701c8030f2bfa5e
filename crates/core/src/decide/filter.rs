//! The waist: everything that other crates may use of the filter.
//!
//! A [`Filter`] decides on batches, an [`Observer`] sees them afterwards, and a
//! [`Policy`](crate::decide::policy::Policy) is asked during the decision. They exchange plain data.

pub use crate::decide::decided::{Decided, Observer};
use crate::decide::sift::Sift;
use crate::decide::verdict::Verdict;
use crate::record::Batch;
use crate::scan::Scanner;
use std::collections::TryReserveError;
use std::sync::Arc;
use urlsift_url::error::Error;
use urlsift_url::input::Fields;

/// The filter at the bottom, which only [`Filter`] can change.
#[derive(Debug)]
pub struct Bottom<'s>(&'s mut Sift);

/// Decides which lines are similar to earlier ones: a [`Sift`], or a filter around it that also
/// watches, remembers or has a store.
pub trait Filter {
    /// The reason why a batch cannot be decided on.
    type Error: From<Error>;

    /// Returns the filter at the bottom, for readers.
    fn sift(&self) -> &Sift;

    /// Returns the scanner that goes with this filter.
    fn scanner(&self) -> &Scanner {
        self.sift().scanner()
    }

    /// Decides on the records of a batch in order; `lines` are the bytes of the same records.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`](crate::ErrorKind::Batch): the batch belongs to another filter, or the
    /// numbers of lines and records differ; nothing is decided then. Also the errors of a store.
    fn decide<'d>(&'d mut self, batch: &Batch, lines: &[&[u8]])
    -> Result<Decided<'d>, Self::Error>;

    /// Returns the decisions on the last batch.
    fn decided(&self) -> Decided<'_>;

    /// Makes room for everything that [`decide`](Self::decide) may keep of a batch, as far as it
    /// can be foreseen: the tables that grow with the kept URLs. A program that runs out of memory
    /// elsewhere is aborted by the standard library.
    ///
    /// # Errors
    /// Memory cannot be allocated. Earlier decisions stay valid.
    fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        self.bottom().0.reserve(batch)
    }

    /// Sets how the fields of further records are read.
    fn read_by(&mut self, fields: &Arc<Fields>) {
        self.bottom().0.read_by(fields);
    }

    /// Returns the filter at the bottom, for the functions of this trait.
    fn bottom(&mut self) -> Bottom<'_>;

    /// Decides on one line, without its line end.
    ///
    /// # Errors
    /// The errors of a store.
    fn admit(&mut self, line: &[u8]) -> Result<Verdict, Self::Error> {
        // A line may say how it and those after it are read, as the comments of a log do.
        if let Some(fields) = self.scanner().follow(line) {
            self.read_by(&fields);
        }
        let mut batch = std::mem::take(self.bottom().0.line_buffer());
        batch.clear();
        self.scanner().scan(line, &mut batch);
        let verdict = self
            .decide(&batch, &[line])
            .map(|decided| decided.verdicts[0]);
        *self.bottom().0.line_buffer() = batch;
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
pub fn admit(filter: &mut impl Filter<Error = Error>, line: &[u8]) -> Verdict {
    match filter.admit(line) {
        Ok(verdict) => verdict,
        Err(_) => unreachable!("the batch is of this filter's scanner, and has one line"),
    }
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
        lines
            .into_iter()
            .filter(|line| self.admit(line.as_ref()).is_printed())
    }
}

impl Filter for Sift {
    type Error = Error;

    fn sift(&self) -> &Sift {
        self
    }

    fn decide<'d>(&'d mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Decided<'d>, Error> {
        Self::decide(self, batch, lines)
    }

    fn decided(&self) -> Decided<'_> {
        Self::decided(self)
    }

    fn bottom(&mut self) -> Bottom<'_> {
        Bottom(self)
    }
}
