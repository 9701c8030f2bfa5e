//! How a filter reads records: what it is told by the first record of a source, and what the input
//! looks like.

use crate::scan::Scanner;
use crate::sift::Sift;
use std::sync::Arc;
use urlsift_url::error::Error;
use urlsift_url::input::{Fields, LikelyFormat};

impl Sift {
    /// Takes the first record of a source under [`Input::Column`](urlsift_url::input::Input::Column): it
    /// says which column holds the URL. Returns whether it is a header, which is not for
    /// [`admit`](Self::admit); the first record is one if there is no URL in the column. Under
    /// [`Input::Log`](urlsift_url::input::Input::Log), it forgets the columns of the source before; those of
    /// a line `#Fields:` are read by `admit` as well.
    ///
    /// # Errors
    /// The header does not name the column.
    ///
    /// ```
    /// use urlsift::{Column, Input, Sift, Verdict};
    ///
    /// let mut sift = Sift::builder().input(Input::Column(Column::Name("url".into()))).build()?;
    /// assert!(sift.begin(b"id,url,title")?);
    /// assert_eq!(sift.admit(br#"1,https://example.com/user/1,"Ann, the first""#), Verdict::Kept);
    /// assert_eq!(sift.admit(br#"2,https://example.com/user/2,Bob"#), Verdict::Similar);
    /// assert!(sift.begin(b"id,link").is_err());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn begin(&mut self, first: &[u8]) -> Result<bool, Error> {
        let (fields, is_header) = self.scanner.fields.begin(first)?;
        self.read_by(&Arc::new(fields));
        Ok(is_header)
    }

    /// The format that a record of this number is in, if another one was chosen.
    #[doc(hidden)]
    pub fn likely_format(&self, record: &[u8], number: u64, is_url: bool) -> Option<LikelyFormat> {
        self.scanner.fields.likely_format(record, number, is_url)
    }

    /// Reads the fields of records in this way.
    #[doc(hidden)]
    pub fn read_by(&mut self, fields: &Arc<Fields>) {
        self.scanner.fields = Arc::clone(fields);
        self.comparer.scanner.fields = Arc::clone(fields);
    }

    /// Takes batches of another scanner that makes tokens in the same way.
    #[doc(hidden)]
    pub fn share_scanner(&mut self, scanner: &Scanner) {
        self.scanner = scanner.clone();
    }
}
