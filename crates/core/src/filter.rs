//! The waist: everything that other crates may use of the filter.
//!
//! A [`Filter`] decides on batches, an [`Observer`] sees them afterwards, and a
//! [`Policy`](crate::policy::Policy) is asked during the decision. They exchange plain data.

pub use crate::decided::{Decided, Observer};
use crate::record::Batch;
use crate::scan::Scanner;
use crate::sift::Sift;
use crate::verdict::Verdict;
use std::collections::TryReserveError;
use std::sync::Arc;
use urlsift_url::error::Error;
use urlsift_url::input::Fields;

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
    fn decide<'d>(&'d mut self, batch: &Batch, lines: &[&[u8]]) -> Result<Decided<'d>, Self::Error>;

    /// Returns the decisions on the last batch.
    fn decided(&self) -> Decided<'_>;

    /// Makes room for everything that [`decide`](Self::decide) may keep of a batch, as far as it
    /// can be foreseen: the tables that grow with the kept URLs. A program that runs out of memory
    /// elsewhere is aborted by the standard library.
    ///
    /// # Errors
    /// Memory cannot be allocated. Earlier decisions stay valid.
    fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError>;

    /// Sets how the fields of further records are read.
    fn read_by(&mut self, fields: &Arc<Fields>);

    /// Decides on one line, without its line end.
    ///
    /// # Errors
    /// The errors of a store.
    fn admit(&mut self, line: &[u8]) -> Result<Verdict, Self::Error> {
        let mut batch = Batch::default();
        self.scanner().scan(line, &mut batch);
        let verdict = self.decide(&batch, &[line])?.verdicts[0];
        if let Some(fields) = self.scanner().follow(verdict, line) {
            self.read_by(&fields);
        }
        Ok(verdict)
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
