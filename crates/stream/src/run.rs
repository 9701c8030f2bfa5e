//! A run: its sources, its settings, its observer, and its consumer of records.

use std::io::Write;
use std::num::NonZeroUsize;
use std::thread;

use super::deciding::RunFilter;
use super::filter_consumer::FilterConsumer;
use super::options::{BATCH, Invalid, Options};
use super::survey::{Lines, Reading, Survey, Templating};
use super::{Error, Observer, Report, Source, Summary, pipeline};
use urlsift_core::filter::Filter;
use urlsift_core::{Scanner, Sift};
use urlsift_explain::Watched;
use urlsift_extract::Extractor;
use urlsift_lists::{Clusters, Sweep, TemplateReader};

/// One reading of some sources, as one stream of records.
///
/// Sources that cannot be read are reported to the observer and counted; the others are processed.
/// If the reader of the output leaves, the run ends as if the input had ended
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
    observer: Option<&'o mut dyn Observer>,
}

impl<'o> Run<'o> {
    /// Prepares to read `sources` in this order.
    pub fn new(sources: impl IntoIterator<Item = Source>) -> Self {
        let options = Options {
            delimiter: b'\n',
            threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            invalid: Invalid::default(),
            dropped: false,
            extract: None,
            batch: BATCH,
        };
        Self { sources: sources.into_iter().collect(), options, observer: None }
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
    /// share](urlsift_memory::Store::is_shared). A request does not wait for more records. Default:
    /// 1,000.
    pub fn batch(mut self, records: NonZeroUsize) -> Self {
        self.options.batch = records;
        self
    }

    /// Sets what to do with records that are not URLs. Default: [`Invalid::Keep`].
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
    /// let wanted = "https://example.com/a\nhttps://example.com/x/b.html\nhttps://example.test/c\n";
    /// assert_eq!(String::from_utf8_lossy(&output), wanted);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extract(mut self, base: Option<&str>) -> Result<Self, urlsift_core::Error> {
        self.options.extract = Some(base.map(Extractor::with_base).transpose()?.unwrap_or_default());
        Ok(self)
    }

    /// Sets the observer, which may end the run. Default: none.
    pub fn observer(mut self, observer: &'o mut dyn Observer) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Writes one record of every group of similar ones to `output`. The filter is a [`Sift`], a
    /// [`Session`](urlsift_memory::Session), or either of them
    /// [`Watched`].
    ///
    /// The decisions of a session are stored at most every 100 ms, when the input pauses, and at the
    /// end, each time after the lines were flushed to the output. If the run is killed, the next one
    /// prints the lines after the last commit again, and none is lost.
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
    /// let (mut session, mut kept) = (Session::open(Sift::builder(), Unstored)?, Vec::new());
    /// Run::new([Source::reader("list", list.as_bytes())]).filter(&mut session, &mut kept)?;
    /// assert_eq!(kept, b"https://shop.example/cart\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn filter<'f, W: Write + Send>(
        self,
        filter: impl Into<RunFilter<'f>>,
        output: W,
    ) -> Result<Summary, Error> {
        self.decide(filter.into(), None, output)
    }

    /// Decides like [`filter`](Self::filter), and lets a [`Report`] write the decisions. Groups,
    /// templates and explanations are those of a [`Watched`] filter; others tell verdicts only.
    ///
    /// # Errors
    ///
    /// The same as [`filter`](Self::filter).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::io::{self, Write};
    /// use urlsift::stream::{DecidedRecord, Report, Run, Source};
    /// use urlsift::{Sift, Verdict};
    ///
    /// /// Prefixes every record with its verdict.
    /// struct Verdicts;
    ///
    /// impl Report for Verdicts {
    ///     fn record(&mut self, decided: &DecidedRecord<'_>, output: &mut dyn Write) -> io::Result<bool> {
    ///         write!(output, "{:?} ", decided.verdict)?;
    ///         output.write_all(decided.line)?;
    ///         output.write_all(b"\n")?;
    ///         Ok(true)
    ///     }
    /// }
    ///
    /// let list = "https://shop.example/cart\nhttps://shop.example/cart";
    /// let mut output = Vec::new();
    /// let mut sift = Sift::builder().build()?;
    /// let run = Run::new([Source::reader("list", list.as_bytes())]);
    /// run.report(&mut sift, &mut Verdicts, &mut output)?;
    /// assert_eq!(output, b"Kept https://shop.example/cart\nSimilar https://shop.example/cart\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn report<'f, W: Write + Send>(
        self,
        filter: impl Into<RunFilter<'f>>,
        report: &'f mut (dyn Report + 'f),
        output: W,
    ) -> Result<Summary, Error> {
        self.decide(filter.into(), Some(report), output)
    }

    /// Passes the records to a [`Sweep`], and writes nothing.
    ///
    /// # Errors
    ///
    /// When threads cannot be spawned.
    pub fn sweep(self, sweep: &mut Sweep) -> Result<Summary, Error> {
        let scanner = sweep.scanner();
        let Self { sources, options, observer } = self;
        pipeline::drive(sources, Some(scanner), |names| Survey::new(sweep, names), options, observer)
    }

    /// Lets a filter learn from the records before they are filtered ([`Sift::survey`]), and writes
    /// nothing.
    ///
    /// # Errors
    ///
    /// When memory runs out, or when threads cannot be spawned.
    pub fn survey(self, sift: &mut Sift) -> Result<Summary, Error> {
        let scanner = sift.scanner().clone();
        let Self { sources, options, observer } = self;
        pipeline::drive(sources, Some(scanner), |names| Survey::new(sift, names), options, observer)
    }

    /// Passes the bytes of each record to `take`, in order, without its delimiter. Records of more
    /// than [`RECORD_LIMIT`](super::RECORD_LIMIT) bytes are only counted.
    ///
    /// # Errors
    ///
    /// When threads cannot be spawned.
    pub fn lines(self, take: impl FnMut(&[u8]) + Send) -> Result<Summary, Error> {
        let mut lines = Lines(take);
        let Self { sources, options, observer } = self;
        pipeline::drive(sources, None, |names| Survey::new(&mut lines, names), options, observer)
    }

    /// Passes the records to [`Clusters`], and writes nothing.
    ///
    /// # Errors
    ///
    /// When threads cannot be spawned.
    pub fn cluster(self, clusters: &mut Clusters) -> Result<Summary, Error> {
        let scanner = clusters.scanner();
        let Self { sources, options, observer } = self;
        pipeline::drive(sources, Some(scanner), |names| Survey::new(clusters, names), options, observer)
    }

    /// Has a filter decide on the records, which has learned from them before
    /// ([`survey`](Self::survey), [`Sift::restart`]), counts them for their templates, and writes
    /// nothing.
    ///
    /// # Errors
    ///
    /// When memory runs out, or when threads cannot be spawned.
    ///
    /// # Examples
    ///
    /// ```
    /// use urlsift::stream::{Run, Source};
    /// use urlsift::explain::Watched;
    /// use urlsift::lists::TemplateReader;
    /// use urlsift::Sift;
    /// use urlsift::settings::Detail;
    ///
    /// let list = "https://shop.example/cart\nhttps://shop.example/user/1\nhttps://shop.example/user/2";
    /// let source = || [Source::reader("list", list.as_bytes())];
    /// let mut sift = Sift::builder().two_pass(true).detail(Detail::Groups).build()?;
    /// Run::new(source()).survey(&mut sift)?;
    /// sift.restart();
    /// let mut sift = Watched::new(sift);
    /// let mut reader = TemplateReader::new(sift.inner())?;
    /// Run::new(source()).templates(&mut sift, &mut reader)?;
    /// let lines: Vec<_> = reader.finish(sift.inner()).iter().map(|template| template.lines).collect();
    /// assert_eq!(lines, [1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn templates(self, sift: &mut Watched<Sift>, reader: &mut TemplateReader) -> Result<Summary, Error> {
        let (scanner, mut taker) = (sift.scanner().clone(), Templating { sift, reader });
        let Self { sources, options, observer } = self;
        pipeline::drive(sources, Some(scanner), |names| Survey::new(&mut taker, names), options, observer)
    }

    /// Counts the records for their templates as they read by all that a filter has learned before
    /// ([`survey`](Self::survey)), for a comparison of lists, and writes nothing.
    ///
    /// # Errors
    ///
    /// When threads cannot be spawned.
    ///
    /// # Examples
    ///
    /// ```
    /// use urlsift::stream::{Run, Source};
    /// use urlsift::Sift;
    /// use urlsift::lists::{Diff, TemplateReader};
    ///
    /// let lists = ["https://shop.example/cart\nhttps://shop.example/user/1", "https://shop.example/user/2"];
    /// let mut sift = Sift::builder().two_pass(true).build()?;
    /// Run::new(lists.map(|list| Source::reader("list", list.as_bytes()))).survey(&mut sift)?;
    /// sift.restart();
    /// let scanner = Diff::scanner(&sift)?;
    /// let mut readers = [(); 2].map(|()| TemplateReader::default());
    /// for (list, reader) in lists.iter().zip(&mut readers) {
    ///     let run = Run::new([Source::reader("list", list.as_bytes())]);
    ///     run.read_templates(&scanner, &mut sift, reader)?;
    /// }
    /// let [old, new] = readers.map(|reader| reader.finish(&sift));
    /// assert_eq!(Diff::default().between(&old, &new).len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_templates(
        self,
        scanner: &Scanner,
        sift: &mut Sift,
        reader: &mut TemplateReader,
    ) -> Result<Summary, Error> {
        let mut taker = Reading { sift, scanner, reader };
        let Self { sources, options, observer } = self;
        let scanner = Some(scanner.clone());
        pipeline::drive(sources, scanner, |names| Survey::new(&mut taker, names), options, observer)
    }

    fn decide<'r>(
        self,
        mut filter: RunFilter<'r>,
        report: Option<&'r mut (dyn Report + 'r)>,
        output: impl Write + Send,
    ) -> Result<Summary, Error> {
        if report.is_none() {
            filter.divide(self.options.threads);
        }
        let scanner = filter.sift().scanner().clone();
        let Self { sources, options, observer } = self;
        let chosen = options.clone();
        let filter_consumer = |names| FilterConsumer::new(filter, output, report, names, &chosen);
        pipeline::drive(sources, Some(scanner), filter_consumer, options, observer)
    }
}
