//! The waist: all that other crates may touch of the filter.
//!
//! A [`Filter`] decides on batches, an [`Observer`] sees them after they were decided, a
//! [`Policy`](crate::policy::Policy) is asked while they are. What passes between them is plain data.

pub use crate::decided::{Decided, Observer};
use crate::record::Batch;
use crate::scan::Scanner;
use crate::sift::Sift;
use crate::verdict::Verdict;
use std::collections::TryReserveError;
use std::sync::Arc;
use urlsift_url::error::Error;
use urlsift_url::input::Fields;

/// Decides which lines are similar to earlier ones: a [`Sift`], or one that is watched, remembers, or
/// has a store.
pub trait Filter {
    /// The reason why a batch cannot be decided on.
    type Error: From<Error>;

    /// Returns the filter at the bottom, for readers.
    fn sift(&self) -> &Sift;

    /// Returns the scanner that goes with this filter.
    fn scanner(&self) -> &Scanner {
        self.sift().scanner()
    }

    /// Decides on the records of a batch in order; `lines` are the same records' bytes.
    ///
    /// # Errors
    /// [`ErrorKind::Batch`](crate::ErrorKind::Batch): the batch is another filter's, or there are not
    /// as many lines as records. Nothing is decided then. And those of a store.
    fn decide<'d>(&'d mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Decided<'d>, Self::Error>;

    /// Returns the decisions on the last batch again.
    fn decided(&self) -> Decided<'_>;

    /// Makes room for all that [`decide`](Self::decide) may keep of a batch, as far as that can be
    /// foreseen: the tables that grow with the kept URLs. A program that runs out of memory
    /// elsewhere is ended by the standard library.
    ///
    /// # Errors
    /// The system gives no more memory. What was decided before stays valid.
    fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError>;

    /// Reads the fields of records in this way from now on.
    fn read_by(&mut self, fields: &Arc<Fields>);

    /// Decides on one line, given without its line end.
    ///
    /// # Errors
    /// Those of a store.
    fn admit(&mut self, line: &[u8]) -> Result<Verdict, Self::Error> {
        let mut batch = Batch::default();
        self.scanner().scan(line, &mut batch);
        let verdict = self.decide(&batch, &[line])?.verdicts[0];
        if let Some(fields) = self.scanner().follow(verdict, line) {
            self.read_by(&fields);
        }
        Ok(verdict)
    }

    /// Takes the first record of a source under
    /// [`Input::Column`](urlsift_url::input::Input::Column): it says which column holds the URL. Returns
    /// whether it is a header, which is not for [`admit`](Self::admit); the first record is one if
    /// there is no URL in the column. Under [`Input::Log`](urlsift_url::input::Input::Log), it forgets
    /// the columns of the source before; those of a line `#Fields:` are read by `admit` as well.
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

    fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        Self::reserve(self, batch)
    }

    fn read_by(&mut self, fields: &Arc<Fields>) {
        Self::read_by(self, fields);
    }
}
