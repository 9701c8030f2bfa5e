//! Runs the main loop: takes pending records, scans them while the previous block is decided, and
//! waits only when everything is done.

use std::io;
use std::mem;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::block::{InputBlock, PartSize, WINDOW, record_end};
use super::bytes::Extraction;
use super::consumer::Consumer;
use super::cutting::Cutting;
use super::filter_consumer::is_closed_pipe;
use super::options::Options;
use super::pending::{NextInput, OnDrop, PendingInput, SourceEventKind};
use super::rest::Rest;
use super::{Ending, Error, RunMonitor, Source, Summary, reader};
use urlsift_core::Scanner;
use urlsift_core::input::Field;
use urlsift_core::scan::view::read_by;
use urlsift_extract::RequestParts;

/// Maximum wait for input before the monitor is asked again whether to go on.
const WATCH: Duration = Duration::from_millis(50);

/// Passes records from the sources to a consumer, which is created with the sources' names. Without
/// a scanner, the consumer gets only their bytes.
pub(super) fn drive<C: Consumer>(
    sources: Vec<Source>,
    scanner: Option<Scanner>,
    consumer: impl FnOnce(Vec<String>) -> C,
    options: Options,
    monitor: Option<&mut dyn RunMonitor>,
) -> Result<Summary, Error> {
    let mut nobody = ();
    let monitor = monitor.unwrap_or(&mut nobody);
    let start = Instant::now();
    let names = sources
        .iter()
        .map(|source| source.name().to_owned())
        .collect();
    let first = match &scanner {
        Some(scanner) if !reads_head(scanner) => Cutting::Lines,
        Some(scanner) if scanner.view().fields.reads_lines() => Cutting::Head,
        Some(_) => Cutting::FirstLine,
        None => Cutting::Lines,
    };
    let pending = Arc::new(PendingInput::new(options.delimiter, first));
    // Ends the reader thread, however the run ends.
    let _close = OnDrop(|| pending.close());
    // Extracts only the parts, besides the URL, that the filter compares.
    let wanted = scanner
        .as_ref()
        .map_or_else(RequestParts::default, |scanner| RequestParts {
            method: scanner.view().keeps_apart_by(Field::Method),
            status: scanner.view().keeps_apart_by(Field::Status),
        });
    // Documents have lines of their own, read without an option.
    let fields = scanner.as_ref().map(Scanner::view).filter(|view| {
        let is_open = options.delimiter == b'\n' && options.extract.is_none();
        is_open && view.terms().is_none() && view.fields.reads_objects()
    });
    let fields = fields.map(|view| Arc::clone(view.fields));
    let extractor = options.extract.clone();
    let mut extraction = None;
    if extractor.is_some() || fields.is_some() {
        extraction = Some(Arc::new(Extraction {
            extractor,
            wanted,
            delimiter: options.delimiter,
            fields,
        }));
    }
    let reader = reader::start(sources, options.delimiter, extraction, Arc::clone(&pending));
    let reader = reader.map_err(Error::Thread)?;
    let mut pipeline = Pipeline {
        pending: &pending,
        scanner,
        consumer: consumer(names),
        options,
        start,
        scanned: InputBlock::default(),
        next: InputBlock::default(),
        rest: Rest::default(),
        below: Vec::new(),
        begun: None,
        undecided: false,
        pooled: false,
    };
    let ending = pipeline
        .run(monitor)
        .and_then(|ending| pipeline.consumer.end(ending).map(|()| ending));
    let ending = match ending {
        Err(error) if is_closed_pipe(&error) => Ending::Closed,
        ending => ending?,
    };
    if ending == Ending::Exhausted
        && let Err(cause) = reader.join()
    {
        panic::resume_unwind(cause);
    }
    Ok(Summary {
        ending,
        elapsed: start.elapsed(),
        ..pipeline.consumer.summary().clone()
    })
}

struct Pipeline<'p, C> {
    pending: &'p PendingInput,
    /// Scans the records, unless only their bytes are wanted.
    scanner: Option<Scanner>,
    consumer: C,
    options: Options,
    start: Instant,
    /// The scanned block; still to be decided if `undecided`.
    scanned: InputBlock,
    /// The block for the next records.
    next: InputBlock,
    /// Records of the last block that are read in another way.
    rest: Rest,
    /// The line below the last block, if that may end in the header of a table.
    below: Vec<u8>,
    /// The source whose first record has been read, if that record decides how to read the others.
    begun: Option<usize>,
    undecided: bool,
    /// Whether the loop runs on a pool whose threads share the work on a block.
    pooled: bool,
}

impl<C: Consumer> Pipeline<'_, C> {
    fn run(&mut self, monitor: &mut dyn RunMonitor) -> Result<Ending, Error> {
        // The first block that is large enough starts the threads. From then on the loop runs on
        // one of them: passing every block to another thread and waiting for it took 5 % of the
        // time.
        while self.options.threads == NonZeroUsize::MIN || !self.scanned.is_divisible() {
            if let ControlFlow::Break(ending) = self.step(monitor)? {
                return Ok(ending);
            }
        }
        self.pooled = true;
        start_pool(self.options.threads)?.install(|| {
            loop {
                if let ControlFlow::Break(ending) = self.step(monitor)? {
                    return Ok(ending);
                }
            }
        })
    }

    /// Takes pending records, or waits if everything is decided.
    fn step(&mut self, monitor: &mut dyn RunMonitor) -> Result<ControlFlow<Ending>, Error> {
        let taken = if self.rest.is_empty() {
            self.pending.take(&mut self.next)
        } else {
            NextInput::Records
        };
        if taken == NextInput::Records {
            self.advance()?;
        } else {
            self.decide()?;
        }
        if self.consumer.is_full() {
            return Ok(ControlFlow::Break(Ending::Full));
        }
        match taken {
            NextInput::Records => {}
            NextInput::Piece { last } => self.consumer.pass(&self.next, last)?,
            // Returns at once if something came while the last block was decided.
            NextInput::Nothing => {
                self.consumer.idle()?;
                self.pending.wait(WATCH);
            }
            NextInput::End => {
                // The last block may have shown a format; nothing is left to stop.
                let _ = self.watch(monitor);
                return Ok(ControlFlow::Break(Ending::Exhausted));
            }
        }
        if self.watch(monitor).is_break() {
            self.decide()?;
            return Ok(ControlFlow::Break(Ending::Stopped));
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Decides the scanned block, if it is undecided.
    fn decide(&mut self) -> Result<(), Error> {
        if !mem::take(&mut self.undecided) {
            return Ok(());
        }
        self.consumer.enter(&self.scanned)?;
        self.consumer.decide(&self.scanned)
    }

    /// Scans and decides the parts of the next block, a few at a time.
    fn decide_by_parts(&mut self, size: PartSize) -> Result<(), Error> {
        self.decide()?;
        let Some(scanner) = &self.scanner else {
            return Ok(());
        };
        let delimiter = self.options.delimiter;
        self.consumer.enter(&self.next)?;
        self.next.end = 0;
        while self.next.cut_next(delimiter, size, WINDOW) {
            let divider = self.consumer.divider();
            self.next.scan(scanner, delimiter, divider);
            self.consumer.decide(&self.next)?;
        }
        Ok(())
    }

    /// Decides the scanned block and scans the next one, in parallel if that pays off.
    fn advance(&mut self) -> Result<(), Error> {
        self.begin_source()?;
        let size = self.consumer.part_size();
        if self.options.threads == NonZeroUsize::MIN && self.scanner.is_some() {
            return self.decide_by_parts(size);
        }
        self.next.cut(self.options.delimiter, size);
        if let Some(scanner) = &self.scanner
            && self.pooled
            && self.next.is_divisible()
        {
            let undecided = mem::take(&mut self.undecided);
            let divider = self.consumer.divider();
            let Self {
                consumer,
                scanned,
                next,
                options,
                ..
            } = self;
            let (result, ()) = rayon::join(
                || {
                    if undecided {
                        consumer.enter(scanned)?;
                        consumer.decide(scanned)
                    } else {
                        Ok(())
                    }
                },
                || next.scan_in_parallel(scanner, options.delimiter, divider),
            );
            result?;
        } else {
            self.decide()?;
            match &self.scanner {
                Some(scanner) => {
                    self.next
                        .scan(scanner, self.options.delimiter, self.consumer.divider());
                }
                None => self.next.find_records(self.options.delimiter),
            }
        }
        mem::swap(&mut self.scanned, &mut self.next);
        self.undecided = true;
        Ok(())
    }

    /// Reads the first record of a source, or of the records below another header, if it decides
    /// how to read the others.
    fn begin_source(&mut self) -> Result<(), Error> {
        let Self {
            pending,
            scanner,
            next,
            rest,
            below,
            options,
            begun,
            ..
        } = self;
        next.has_header = false;
        if rest.is_empty() {
            mem::swap(below, &mut next.below);
        }
        let Some(scanner) = scanner.as_mut().filter(|scanner| reads_head(scanner)) else {
            return Ok(());
        };
        let had_header = scanner.view().fields.has_header();
        let mut was_shown = scanner.view().fields.shown().is_some();
        let mut bytes = &next.bytes[..];
        let mut ends = &next.ends[..];
        let mut source = next.source;
        if !rest.is_empty() {
            bytes = rest.left();
            ends = rest.ends();
            source = rest.source();
        }
        let first_end = record_end(bytes, ends, 0, options.delimiter);
        let is_last = first_end == bytes.len();
        let first = &bytes[..first_end.saturating_sub(1)];
        let below_first = if is_last { &below[..] } else { &[] };
        if *begun == Some(source) {
            if let Some(fields) = scanner.view().fields.follow(first) {
                // The rows below another header are cut like the others, wherever a block ends.
                if !was_shown {
                    pending.cut_as(source, Cutting::of(&fields, options.delimiter));
                }
                read_by(scanner, &Arc::new(fields));
            }
        } else {
            match scanner.view().fields.begin_above(first, below_first) {
                Ok((fields, is_header)) => {
                    pending.cut_as(source, Cutting::of(&fields, options.delimiter));
                    read_by(scanner, &Arc::new(fields));
                    next.has_header = is_header;
                    *begun = Some(source);
                    was_shown = false;
                }
                Err(cause) => {
                    self.decide()?;
                    return Err(Error::Header(self.consumer.name(source).to_owned(), cause));
                }
            }
        }
        if !below_first.is_empty()
            && let Some(fields) = scanner.view().fields.below_header(below_first)
        {
            next.has_header = true;
            pending.cut_as(source, Cutting::of(&fields, options.delimiter));
        }
        if let Some(format) = scanner.view().fields.shown().filter(|_| !was_shown) {
            let name = self.consumer.name(source).to_owned();
            self.consumer.summary().formats.push((name, format));
        }
        if rest.is_empty() && !had_header && !scanner.view().fields.has_header() {
            next.fields = None;
            return Ok(());
        }
        // Records below another header become a block of their own.
        let fields = scanner.view().fields;
        let end = fields.reach(bytes, |from| {
            record_end(bytes, ends, from, options.delimiter)
        });
        if rest.is_empty() && end < bytes.len() {
            rest.fill(next);
        }
        if !rest.is_empty() {
            rest.give(end, next);
        }
        next.fields = Some(Arc::clone(scanner.view().fields));
        Ok(())
    }

    /// Passes the events since the last call to the monitor.
    fn watch(&mut self, monitor: &mut dyn RunMonitor) -> ControlFlow<()> {
        self.report_events(monitor);
        self.consumer.summary().elapsed = self.start.elapsed();
        monitor.watch(self.consumer.summary())
    }

    fn report_events(&mut self, monitor: &mut dyn RunMonitor) {
        for event in self.pending.events() {
            let summary = self.consumer.summary();
            match &event.kind {
                SourceEventKind::Unreadable(_) => summary.unreadable += 1,
                SourceEventKind::Relative(links) => summary.relative += links,
                SourceEventKind::Unclear { texts, .. } => summary.unclear += texts,
                SourceEventKind::OpenCells { lines, .. } => summary.open_cells += lines,
                _ => {}
            }
            let name = self.consumer.name(event.source);
            match event.kind {
                SourceEventKind::Unreadable(cause) => monitor.unreadable(name, &cause),
                SourceEventKind::Relative(links) => monitor.relative(name, links),
                SourceEventKind::Unclear { texts, example } => {
                    monitor.unclear(name, texts, &example);
                }
                SourceEventKind::Document(document) => monitor.document(name, document),
                SourceEventKind::Unread { kind, cause } => {
                    monitor.unread_document(name, kind, &cause);
                }
                SourceEventKind::OpenCells { lines, first } => {
                    monitor.open_cells(name, lines, first);
                }
                SourceEventKind::Trailing(format) => monitor.trailing(name, format),
            }
        }
    }
}

/// Whether the first lines of a source may show how its records are read.
fn reads_head(scanner: &Scanner) -> bool {
    let view = scanner.view();
    view.fields.depends_on_head() || (view.fields.reads_lines() && view.terms().is_none())
}

fn start_pool(threads: NonZeroUsize) -> Result<ThreadPool, Error> {
    ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .thread_name(|number| format!("scan-{number}"))
        .build()
        .map_err(|cause| Error::Thread(io::Error::other(cause)))
}
