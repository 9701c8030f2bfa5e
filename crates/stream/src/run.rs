//! A run: its sources, its settings, those who watch it, and its consumer of records.

use std::io::Write;
use std::num::NonZeroUsize;
use std::thread;

use super::filter_consumer::{FilterConsumer, RecordListeners};
use super::options::{BATCH, Invalid, Options};
use super::passing::{InputPart, PassingConsumer};
use super::{
    Error, RecordObserver, RecordWriter, RunFilter, RunMonitor, Source, Summary, pipeline,
};
use urlsift_core::decide::filter::Filter as _;
use urlsift_core::{Scanner, Sift};
use urlsift_extract::Extractor;

/// One reading of some sources, as one stream of records.
///
/// Sources that cannot be read are reported to the monitor and counted; the others are processed.
/// If the reader of the output closes it, the run ends as if the input had ended
/// ([`Ending::Closed`](super::Ending::Closed)).
///
/// # Examples
///
/// ```
/// use std::num::NonZeroUsize;
/// use urlsift::Sift;
/// use urlsift::stream::{Run, Source};
///
/// let list = "https://shop.example/cart\nhttps://news.example/today\nhttps://shop.example/cart";
/// let mut sift = Sift::builder().build()?;
/// let mut kept = Vec::new();
/// let summary = Run::new([Source::reader("list", list.as_bytes())])
///     .threads(NonZeroUsize::MIN)
///     .filter(&mut sift, &mut kept)?;
///
/// assert_eq!(kept, b"https://shop.example/cart\nhttps://news.example/today\n");
/// assert_eq!((summary.kept, summary.similar), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a run reads nothing before it is told what to do with the records"]
pub struct Run<'o> {
    sources: Vec<Source>,
    options: Options,
    monitor: Option<&'o mut dyn RunMonitor>,
    observer: Option<&'o mut dyn RecordObserver>,
}

impl<'o> Run<'o> {
    /// Prepares to read `sources` in this order.
    pub fn new(sources: impl IntoIterator<Item = Source>) -> Self {
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let options = Options {
            delimiter: b'\n',
            threads,
            invalid: Invalid::default(),
            dropped: false,
            extract: None,
            batch: BATCH,
        };
        Self {
            sources: sources.into_iter().collect(),
            options,
            monitor: None,
            observer: None,
        }
    }

    /// Sets the byte that ends a record: newline, or NUL. Default: newline.
    pub fn delimiter(mut self, delimiter: u8) -> Self {
        self.options.delimiter = delimiter;
        self
    }

    /// Sets the number of threads that scan records; 1 works without a pool. Default: as many as
    /// run in parallel here.
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.options.threads = threads;
        self
    }

    /// Sets the most records in one request to a memory that [several processes
    /// share](urlsift_memory::Store::is_shared). A request does not wait for more records.
    /// Default: 1,000.
    pub fn batch(mut self, records: NonZeroUsize) -> Self {
        self.options.batch = records;
        self
    }

    /// Sets the treatment of records that are not URLs. Default: [`Invalid::Keep`].
    pub fn invalid(mut self, invalid: Invalid) -> Self {
        self.options.invalid = invalid;
        self
    }

    /// Sets whether [`filter`](Self::filter) writes the dropped records instead of the kept ones.
    /// Default: no.
    pub fn dropped(mut self, dropped: bool) -> Self {
        self.options.dropped = dropped;
        self
    }

    /// Sets the monitor, which may end the run. Default: none.
    pub fn monitor(mut self, monitor: &'o mut dyn RunMonitor) -> Self {
        self.monitor = Some(monitor);
        self
    }

    /// Sets the observer of decided records. Default: none. A filter that is
    /// [`Observed`](urlsift_core::Observed) has an observer of its own, which sees batches.
    pub fn observer(mut self, observer: &'o mut dyn RecordObserver) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Reads the URLs in the text of the sources instead of their lines: each URL is a record.
    /// `base`, an absolute URL, completes links without a host. Default: no.
    ///
    /// # Errors
    ///
    /// A base that is not an absolute URL.
    ///
    /// # Examples
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::stream::{Run, Source};
    ///
    /// let page = "<a href=/a>one</a> <a href='b.html'>two</a> see https://example.test/c.";
    /// let mut output = Vec::new();
    /// Run::new([Source::reader("page", page.as_bytes())])
    ///     .extract(Some("https://example.com/x/"))?
    ///     .filter(&mut Sift::builder().build()?, &mut output)?;
    /// let output = String::from_utf8_lossy(&output);
    /// let urls: Vec<&str> = output.lines().collect();
    /// assert_eq!(urls[..2], ["https://example.com/a", "https://example.com/x/b.html"]);
    /// assert_eq!(urls[2..], ["https://example.test/c"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extract(mut self, base: Option<&str>) -> Result<Self, urlsift_core::Error> {
        self.options.extract = Some(
            base.map(Extractor::with_base)
                .transpose()?
                .unwrap_or_default(),
        );
        Ok(self)
    }

    /// Writes one record of every group of similar ones to `output`. The filter is a [`Sift`], a
    /// [`Session`](urlsift_memory::Session), or either of them
    /// [`Watched`](urlsift_explain::Watched) or [`Observed`](urlsift_core::Observed).
    ///
    /// The decisions of a session are stored at most every 100 ms, when the input pauses, and at
    /// the end, each time after the lines were flushed to the output. If the run is killed, the
    /// next one prints the lines after the last commit again, and none is lost.
    ///
    /// # Errors
    ///
    /// When the output cannot be written, when a record is not a URL under [`Invalid::Fail`], when
    /// memory runs out, when threads cannot be spawned, and when the store of a session cannot be
    /// read or written.
    ///
    /// # Examples
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::memory::{Session, Unstored};
    /// use urlsift::stream::{Run, Source};
    ///
    /// let list = "https://shop.example/cart\nhttps://shop.example/cart";
    /// let mut session = Session::open(Sift::builder(), Unstored)?;
    /// let mut kept = Vec::new();
    /// Run::new([Source::reader("list", list.as_bytes())]).filter(&mut session, &mut kept)?;
    /// assert_eq!(kept, b"https://shop.example/cart\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn filter(
        self,
        filter: &mut dyn RunFilter,
        output: impl Write + Send,
    ) -> Result<Summary, Error> {
        self.decide(filter, None, output)
    }

    /// Decides like [`filter`](Self::filter), and lets a [`RecordWriter`] write the decisions. A
    /// [`Watched`](urlsift_explain::Watched) filter gives groups, templates and explanations; other
    /// filters give verdicts only.
    ///
    /// # Errors
    ///
    /// The same as [`filter`](Self::filter).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::io::{self, Write};
    /// use urlsift::stream::{DecidedRecord, RecordWriter, Run, Source};
    /// use urlsift::{Sift, Verdict};
    ///
    /// /// Prefixes every record with its verdict.
    /// struct Verdicts;
    ///
    /// impl RecordWriter for Verdicts {
    ///     fn record(
    ///         &mut self,
    ///         decided: &DecidedRecord<'_>,
    ///         out: &mut dyn Write,
    ///     ) -> io::Result<bool> {
    ///         write!(out, "{:?} ", decided.verdict)?;
    ///         out.write_all(decided.line)?;
    ///         out.write_all(b"\n")?;
    ///         Ok(true)
    ///     }
    /// }
    ///
    /// let list = "https://shop.example/cart\nhttps://shop.example/cart";
    /// let mut output = Vec::new();
    /// let mut sift = Sift::builder().build()?;
    /// let run = Run::new([Source::reader("list", list.as_bytes())]);
    /// run.write_records(&mut sift, &mut Verdicts, &mut output)?;
    /// assert_eq!(output, b"Kept https://shop.example/cart\nSimilar https://shop.example/cart\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_records(
        self,
        filter: &mut dyn RunFilter,
        writer: &mut dyn RecordWriter,
        output: impl Write + Send,
    ) -> Result<Summary, Error> {
        self.decide(filter, Some(writer), output)
    }

    /// Scans the records, passes them to `take` in input order, and writes nothing: for programs
    /// that decide in another way, or on whole lists.
    ///
    /// # Errors
    ///
    /// When threads cannot be spawned, and the errors of `take`, which end the run.
    ///
    /// # Examples
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::lists::Clusters;
    /// use urlsift::stream::{Error, InputPart, Run, Source};
    ///
    /// let list = "\
    /// https://shop.example/user/1
    /// https://shop.example/user/2
    /// https://shop.example/cart";
    /// let mut clusters = Clusters::new(Sift::builder().build()?);
    /// let scanner = clusters.scanner();
    /// Run::new([Source::reader("list", list.as_bytes())]).read(&scanner, |part| {
    ///     match part {
    ///         InputPart::Records(batch, lines) => {
    ///             clusters.take(batch, lines.iter().copied()).map_err(Error::Store)?;
    ///         }
    ///         InputPart::LongRecord => clusters.skip(),
    ///         _ => {}
    ///     }
    ///     Ok(())
    /// })?;
    /// assert_eq!(clusters.into_components().iter().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(
        self,
        scanner: &Scanner,
        take: impl FnMut(InputPart<'_>) -> Result<(), Error> + Send,
    ) -> Result<Summary, Error> {
        self.pass(Some(scanner.clone()), take)
    }

    /// Passes the bytes of each record to `take`, in order, without its delimiter. Records of more
    /// than [`RECORD_LIMIT`](super::RECORD_LIMIT) bytes are only counted.
    ///
    /// # Errors
    ///
    /// When threads cannot be spawned.
    pub fn lines(self, mut take: impl FnMut(&[u8]) + Send) -> Result<Summary, Error> {
        self.pass(None, |part| {
            if let InputPart::Records(_, lines) = part {
                for line in lines {
                    take(line);
                }
            }
            Ok(())
        })
    }

    /// Lets a filter learn from the records before they are filtered ([`Sift::survey`]), and writes
    /// nothing.
    ///
    /// # Errors
    ///
    /// When memory runs out, or when threads cannot be spawned.
    pub fn survey(self, sift: &mut Sift) -> Result<Summary, Error> {
        self.pass(Some(sift.scanner().clone()), |part| {
            if let InputPart::Records(batch, lines) = part {
                sift.reserve(batch).map_err(|cause| Error::Memory {
                    kept: sift.len(),
                    cause,
                })?;
                let taken = sift.survey(batch, lines);
                debug_assert!(
                    taken.is_ok(),
                    "the batch is this filter's, and the lines are its records"
                );
            }
            Ok(())
        })
    }

    fn pass(
        self,
        scanner: Option<Scanner>,
        take: impl FnMut(InputPart<'_>) -> Result<(), Error> + Send,
    ) -> Result<Summary, Error> {
        pipeline::drive(
            self.sources,
            scanner,
            |names| PassingConsumer::new(take, names),
            self.options,
            self.monitor,
        )
    }

    fn decide(
        self,
        filter: &mut dyn RunFilter,
        writer: Option<&mut dyn RecordWriter>,
        output: impl Write + Send,
    ) -> Result<Summary, Error> {
        let is_observed = writer.is_some() || self.observer.is_some();
        // A thread that finishes early scans records, so more shards would only take more memory.
        if !is_observed
            && self.options.threads > NonZeroUsize::MIN
            && let Some(sift) = filter.unobserved()
        {
            sift.divide(self.options.threads.get());
        }
        let scanner = filter.scanner().clone();
        let options = self.options.clone();
        let new_consumer = |names| {
            let listeners = RecordListeners {
                writer: writer.map(|writer| writer as _),
                observer: self.observer.map(|observer| observer as _),
            };
            FilterConsumer::new(filter, output, listeners, names, &options)
        };
        pipeline::drive(
            self.sources,
            Some(scanner),
            new_consumer,
            self.options,
            self.monitor,
        )
    }
}
