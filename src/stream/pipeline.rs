//! The main loop: takes what is pending, scans it while the block before is decided on, and waits only when all is done.

use std::io::{self, Write};
use std::mem;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::block::Block;
use super::consumer::Consumer;
use super::decider::{Decider, is_closed_pipe};
use super::pending::{Pending, Taken};
use super::survey::Survey;
use super::{Ending, Error, Observer, Options, Report, Source, Summary, reader};
use crate::{Scanner, Sift, Sweep};

/// How long the loop waits for input before it asks the observer again whether to go on.
const WATCH: Duration = Duration::from_millis(50);

/// Reads all sources as one stream of records, and writes one record of every group of similar ones to `output`.
///
/// A reader of `output` that goes away ends the run as if the input had ended ([`Ending::Closed`]). Sources that
/// cannot be read are reported to `observer` and counted; the others are processed all the same.
///
/// # Errors
///
/// When the output cannot be written, when a record is no URL and that was chosen to be an error, or when
/// the system gives no threads.
///
/// # Examples
///
/// ```
/// use urlsift::{Sift, stream};
///
/// let list = "https://shop.example/cart\nhttps://news.example/today\nhttps://shop.example/cart";
/// let sources = vec![stream::Source::reader("list", list.as_bytes())];
/// let mut sift = Sift::builder().build()?;
/// let mut kept = Vec::new();
/// let summary = stream::filter(sources, &mut sift, &mut kept, &stream::Options::default(), &mut ())?;
///
/// assert_eq!(kept, b"https://shop.example/cart\nhttps://news.example/today\n");
/// assert_eq!((summary.kept, summary.similar), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn filter<W: Write + Send>(
    sources: Vec<Source>,
    sift: &mut Sift,
    output: W,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Summary, Error> {
    run(sources, sift, None, output, options, observer)
}

/// Reads and decides as [`filter`] does, and lets a [`Report`] write what it decided.
///
/// # Errors
///
/// Those of [`filter`].
///
/// # Examples
///
/// ```
/// use std::io::{self, Write};
/// use urlsift::stream::{self, Decided, Options, Piece, Report, Source};
/// use urlsift::{Sift, Verdict};
///
/// /// Prefixes every record with its verdict.
/// struct Verdicts;
///
/// impl Report for Verdicts {
///     fn record(&mut self, decided: &Decided<'_>, output: &mut dyn Write) -> io::Result<bool> {
///         write!(output, "{:?} ", decided.verdict)?;
///         output.write_all(decided.line)?;
///         output.write_all(b"\n")?;
///         Ok(true)
///     }
///
///     fn piece(&mut self, _: &Piece<'_>, _: &mut dyn Write) -> io::Result<bool> {
///         Ok(false)
///     }
/// }
///
/// let list = "https://shop.example/cart\nhttps://shop.example/cart";
/// let sources = vec![Source::reader("list", list.as_bytes())];
/// let mut output = Vec::new();
/// let mut sift = Sift::builder().build()?;
/// stream::report(sources, &mut sift, &mut Verdicts, &mut output, &Options::default(), &mut ())?;
/// assert_eq!(output, b"Kept https://shop.example/cart\nSimilar https://shop.example/cart\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn report<W: Write + Send>(
    sources: Vec<Source>,
    sift: &mut Sift,
    report: &mut dyn Report,
    output: W,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Summary, Error> {
    run(sources, sift, Some(report), output, options, observer)
}

/// Reads all sources as one stream of records, and has them decided on under every threshold of a [`Sweep`].
///
/// Of the options, delimiter and threads count.
///
/// # Errors
///
/// When the system gives no threads.
pub fn sweep(
    sources: Vec<Source>,
    sweep: &mut Sweep,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Summary, Error> {
    let Some(scanner) = sweep.scanner() else { return Ok(Summary::default()) };
    drive(sources, scanner, |names| Survey::new(sweep, names), options, observer)
}

fn run<'r>(
    sources: Vec<Source>,
    sift: &'r mut Sift,
    report: Option<&'r mut (dyn Report + 'r)>,
    output: impl Write + Send,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Summary, Error> {
    let scanner = sift.scanner();
    let decider = |names| Decider::new(sift, output, report, names, options);
    drive(sources, scanner, decider, options, observer)
}

/// Drives records from the sources to a consumer, which is made with the sources' names.
fn drive<C: Consumer>(
    sources: Vec<Source>,
    scanner: Scanner,
    consumer: impl FnOnce(Vec<String>) -> C,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Summary, Error> {
    let start = Instant::now();
    let names = sources.iter().map(|source| source.name().to_owned()).collect();
    let pending = Arc::new(Pending::new(options.delimiter));
    let _close = CloseOnDrop(&pending);
    let reader = reader::start(sources, options.delimiter, Arc::clone(&pending)).map_err(Error::Thread)?;
    let mut pipeline = Pipeline {
        pending: &pending,
        scanner,
        consumer: consumer(names),
        options,
        start,
        scanned: Block::default(),
        next: Block::default(),
        undecided: false,
    };
    let ending = pipeline.run(observer).and_then(|ending| pipeline.consumer.end().map(|()| ending));
    let ending = match ending {
        Err(error) if is_closed_pipe(&error) => Ending::Closed,
        ending => ending?,
    };
    if ending == Ending::Exhausted
        && let Err(cause) = reader.join()
    {
        panic::resume_unwind(cause);
    }
    Ok(Summary { ending, elapsed: start.elapsed(), ..pipeline.consumer.summary().clone() })
}

struct Pipeline<'p, C> {
    pending: &'p Pending,
    scanner: Scanner,
    consumer: C,
    options: &'p Options,
    start: Instant,
    /// Waits for its decision, if `undecided`.
    scanned: Block,
    /// Is free for what comes.
    next: Block,
    undecided: bool,
}

/// Whether a block is large enough to be worth several threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sharing {
    Worthwhile,
    Vain,
}

impl<C: Consumer> Pipeline<'_, C> {
    fn run(&mut self, observer: &mut dyn Observer) -> Result<Ending, Error> {
        // Threads are started with the first block that is worth it. From then on the loop is on one of them: handing every block
        // over to another thread, and waiting for it, took a twentieth of the time.
        loop {
            match self.step(Sharing::Vain, observer)? {
                ControlFlow::Break(ending) => return Ok(ending),
                ControlFlow::Continue(Sharing::Worthwhile) if self.options.threads > NonZeroUsize::MIN => {
                    break;
                }
                ControlFlow::Continue(_) => {}
            }
        }
        start_pool(self.options.threads)?.install(|| {
            loop {
                if let ControlFlow::Break(ending) = self.step(Sharing::Worthwhile, observer)? {
                    return Ok(ending);
                }
            }
        })
    }

    /// Takes what is pending, or waits if all is decided. Gives how the run ended, or whether the block was worth several threads.
    fn step(
        &mut self,
        sharing: Sharing,
        observer: &mut dyn Observer,
    ) -> Result<ControlFlow<Ending, Sharing>, Error> {
        let taken = self.pending.take(&mut self.next);
        let mut worth = Sharing::Vain;
        if taken == Taken::Records {
            worth = self.advance(sharing)?;
            mem::swap(&mut self.scanned, &mut self.next);
            self.undecided = true;
        } else {
            self.decide()?;
        }
        match taken {
            Taken::Records => {}
            Taken::Piece { last } => self.consumer.pass(&self.next, last)?,
            // Returns at once if something came while the last block was decided on.
            Taken::Nothing => self.pending.wait(WATCH),
            Taken::End => {
                self.report_failures(observer);
                return Ok(ControlFlow::Break(Ending::Exhausted));
            }
        }
        if self.watch(observer).is_break() {
            self.decide()?;
            return Ok(ControlFlow::Break(Ending::Stopped));
        }
        Ok(ControlFlow::Continue(worth))
    }

    /// Decides on the block that was scanned before, if that is still to be done.
    fn decide(&mut self) -> Result<(), Error> {
        if mem::take(&mut self.undecided) { self.consumer.decide(&self.scanned) } else { Ok(()) }
    }

    /// Decides on the block that was scanned before, and scans the next one; both at once if that is worth it.
    fn advance(&mut self, sharing: Sharing) -> Result<Sharing, Error> {
        self.next.cut(self.options.delimiter);
        if !self.next.is_divisible() || sharing == Sharing::Vain {
            self.decide()?;
            self.next.scan(&self.scanner, self.options.delimiter);
            let worth = if self.next.is_divisible() { Sharing::Worthwhile } else { Sharing::Vain };
            return Ok(worth);
        }
        let undecided = mem::take(&mut self.undecided);
        let Self { consumer, scanned, next, scanner, options, .. } = self;
        let (result, ()) = rayon::join(
            || if undecided { consumer.decide(scanned) } else { Ok(()) },
            || next.scan_in_parallel(scanner, options.delimiter),
        );
        result.map(|()| Sharing::Worthwhile)
    }

    /// Shows the observer what happened since the last call.
    fn watch(&mut self, observer: &mut dyn Observer) -> ControlFlow<()> {
        self.report_failures(observer);
        self.consumer.summary().elapsed = self.start.elapsed();
        observer.watch(self.consumer.summary())
    }

    fn report_failures(&mut self, observer: &mut dyn Observer) {
        for failure in self.pending.failures() {
            self.consumer.summary().unreadable += 1;
            observer.unreadable(self.consumer.name(failure.source), &failure.cause);
        }
    }
}

fn start_pool(threads: NonZeroUsize) -> Result<ThreadPool, Error> {
    ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .thread_name(|number| format!("scan-{number}"))
        .build()
        .map_err(|cause| Error::Thread(io::Error::other(cause)))
}

/// Lets the reader thread end, however the run ends.
struct CloseOnDrop<'p>(&'p Pending);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}
