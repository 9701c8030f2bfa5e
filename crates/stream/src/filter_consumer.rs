//! Decides on the records of scanned blocks in order, and writes the wanted ones.

use std::collections::TryReserveError;
use std::io::{self, BufWriter, Write};
use std::mem;
use std::num::NonZeroUsize;
use std::ops::Range;

use super::block::{BlockPart, InputBlock, PartSize};
use super::consumer::Consumer;
use super::deciding::{CommitPace, decide_divided, store_last, wait_stored};
use super::options::Options;
use super::utf16::Encoding;
use super::{
    DecidedRecord, Ending, Error, Invalid, Location, LongRecordPart, RecordObserver, RecordWriter,
    RunFilter, SecondUrls, Summary,
};
use urlsift_core::decide::deciders::Divider;
use urlsift_core::similar::index::Shortfall;
use urlsift_core::{LikelyFormat, Verdict};
use urlsift_explain::DecidedLine;
use urlsift_memory::Session;

/// Bytes that are written at once. Longer runs of wanted records are written without a copy.
const WRITE: usize = 64 << 10;

/// Records of a source that are checked for a likely format.
const SEEN: u64 = 20;

/// Lines that are read as one name before a note says so, and lines by which a table is known.
const FEW: u32 = 6;

/// Those who get the decided records of a run.
pub(super) struct RecordListeners<'s> {
    /// Writes instead of the consumer.
    pub writer: Option<&'s mut (dyn RecordWriter + 's)>,
    pub observer: Option<&'s mut (dyn RecordObserver + 's)>,
}

impl RecordListeners<'_> {
    fn is_empty(&self) -> bool {
        self.writer.is_none() && self.observer.is_none()
    }
}

/// A name that several lines in a row were read as.
#[derive(Default)]
struct NameStreak {
    name: Vec<u8>,
    /// Number of lines.
    count: u32,
}

impl NameStreak {
    fn extend(&mut self, name: &[u8]) {
        if self.name == name {
            self.count += 1;
        } else {
            self.name = name.to_vec();
            self.count = 1;
        }
    }
}

/// The first lines of a source of which no URL is read.
#[derive(Default)]
struct UnreadLines {
    source: usize,
    lines: Vec<Vec<u8>>,
}

impl UnreadLines {
    /// Adds a line. Returns whether there may be a new opinion about the lines.
    fn add(&mut self, source: usize, line: &[u8]) -> bool {
        if self.source != source {
            self.source = source;
            self.lines.clear();
        }
        let is_new = self.lines.len() < FEW as usize && !line.is_empty();
        if is_new {
            self.lines.push(line.to_vec());
        }
        is_new
    }
}

/// The sequential half of a run that decides and writes.
pub(super) struct FilterConsumer<'s, W: Write> {
    filter: &'s mut dyn RunFilter,
    commits: CommitPace,
    output: CountedOutput<W>,
    invalid: Invalid,
    dropped: bool,
    listeners: RecordListeners<'s>,
    /// Whether the next part continues a long record.
    split: bool,
    /// The sources' names, by number.
    names: Vec<String>,
    /// The number of the current source.
    source: usize,
    /// The encoding of its records.
    encoding: Encoding,
    /// The encoding of the first records that were written.
    first_encoding: Option<Encoding>,
    /// The start of an incomplete character, and a buffer for encoded text.
    partial: Vec<u8>,
    encoded: Vec<u8>,
    /// Number of lines of that source so far.
    record: u64,
    /// Maximum records in one request to a shared memory.
    batch: NonZeroUsize,
    /// Whether records are unchanged lines, whose format may be guessed.
    has_lines: bool,
    /// The last source whose format was named.
    named: Option<usize>,
    /// The name read from the last lines with more text.
    streak: NameStreak,
    unread: UnreadLines,
    verdicts: Vec<Verdict>,
    /// The verdicts of a divided block, by shard.
    decided: Vec<Vec<Verdict>>,
    summary: Summary,
}

impl<'s, W: Write + Send> FilterConsumer<'s, W> {
    pub(super) fn new(
        filter: &'s mut dyn RunFilter,
        output: W,
        listeners: RecordListeners<'s>,
        names: Vec<String>,
        options: &Options,
    ) -> Self {
        Self {
            filter,
            commits: CommitPace::new(),
            output: CountedOutput {
                buffer: BufWriter::with_capacity(WRITE, output),
                bytes: 0,
            },
            invalid: options.invalid,
            dropped: options.dropped,
            listeners,
            split: false,
            names,
            source: 0,
            encoding: Encoding::default(),
            first_encoding: None,
            partial: Vec::new(),
            encoded: Vec::new(),
            record: 0,
            batch: options.batch,
            has_lines: options.extract.is_none(),
            named: None,
            streak: NameStreak::default(),
            unread: UnreadLines::default(),
            verdicts: Vec::new(),
            decided: Vec::new(),
            summary: Summary::default(),
        }
    }

    /// Lets the writer end, and flushes the output.
    fn finish(&mut self) -> Result<(), Error> {
        if let Some(writer) = &mut self.listeners.writer {
            let ended = writer.end(self.filter.sift(), &mut self.output);
            ended.map_err(Error::Output)?;
        }
        self.output.flush().map_err(Error::Output)
    }

    /// Lets the writer end because of an error.
    fn fail(&mut self, error: Error) -> Result<(), Error> {
        self.finish()?;
        Err(error)
    }

    /// Lets the writer end because there is no more memory.
    fn fail_of_memory(&mut self, cause: TryReserveError) -> Result<(), Error> {
        self.fail(Error::Memory {
            kept: self.summary.kept,
            cause,
        })
    }

    /// Decides on the records of a block in order, and writes and flushes the wanted ones.
    // Not inlined, so that profiles tell what goes in order.
    #[inline(never)]
    fn decide_in_order(&mut self, block: &InputBlock) -> Result<(), Error> {
        for part in block.parts() {
            if self.is_full() {
                break;
            }
            let lines = part.lines(&block.bytes);
            self.verdicts.clear();
            if let Err(cause) = self.filter.reserve(part.batch()) {
                return self.fail_of_memory(cause);
            }
            match self.filter.decide(part.batch(), &lines) {
                Ok(decided) => self.verdicts.extend_from_slice(decided.verdicts),
                Err(cause) => return self.fail(Error::Store(cause)),
            }
            self.note_searches();
            self.write_part(part, block)?;
            if self.is_shared() {
                self.output.flush().map_err(Error::Output)?;
                self.commit()?;
            }
        }
        self.output.flush().map_err(Error::Output)?;
        self.commit()
    }

    /// Returns how many more records the writer writes, if there is a limit.
    fn room(&self) -> Option<u64> {
        self.listeners.writer.as_ref()?.room()
    }

    /// Returns whether other processes wait for decisions to be stored.
    fn is_shared(&self) -> bool {
        self.filter.session().is_some_and(Session::is_shared)
    }

    /// Stores the decisions, if a commit is due.
    fn commit(&mut self) -> Result<(), Error> {
        let committed = self.commits.commit(self.filter, self.output.bytes);
        committed.map_err(Error::Store)
    }

    /// Decides on the records of a divided block, hosts in parallel.
    fn decide_side_by_side(&mut self, block: &InputBlock) -> Result<(), Error> {
        let Some(sift) = self.filter.unobserved() else {
            return Ok(());
        };
        if let Err(cause) = decide_divided(sift, block, &mut self.decided) {
            return self.fail_of_memory(cause);
        }
        self.note_searches();
        Ok(())
    }

    /// Copies search statistics to the summary.
    fn note_searches(&mut self) {
        let deciders = self.filter.sift().view().deciders;
        Shortfall {
            limit_hits: self.summary.shortened,
            recall: self.summary.recall,
        } = deciders.shortfall();
        self.summary.combined = deciders.combined();
    }

    /// Merges the verdicts of a divided block, and writes and flushes the wanted records.
    // Not inlined, so that profiles tell what goes in order.
    #[inline(never)]
    fn write_merged(&mut self, block: &InputBlock) -> Result<(), Error> {
        let decided = mem::take(&mut self.decided);
        let mut of_shards: Vec<_> = decided
            .iter()
            .map(|verdicts| verdicts.iter().copied())
            .collect();
        for part in block.parts() {
            self.verdicts.clear();
            for shard in part.division().shards() {
                self.verdicts.extend(of_shards[shard].next());
            }
            self.write_part(part, block)?;
        }
        self.decided = decided;
        self.output.flush().map_err(Error::Output)
    }

    /// Checks the first records of a source for a format that another option would read.
    fn look(&mut self, part: &BlockPart, block: &InputBlock) {
        let left = SEEN.saturating_sub(self.record);
        if left == 0 || !self.has_lines {
            return;
        }
        let mut number = self.record;
        for (index, record) in part.records().enumerate().take(left as usize) {
            let line = &block.bytes[record.start..record.end - 1];
            number += 1;
            let place = number;
            number += block.lines_within(&record);
            let is_url = self.verdicts[index] != Verdict::NotUrl;
            let view = self.filter.sift().scanner().view();
            if self.named != Some(self.source)
                && view.terms().is_none()
                && let Some(format) = view.fields.log_format(line)
            {
                self.named = Some(self.source);
                let source = self.names[self.source].clone();
                self.summary.formats.push((source, format));
            }
            if is_url && let Some(name) = view.fields.name_alone(line) {
                self.streak.extend(name);
            }
            if self.summary.second_urls.is_none() && is_url && view.fields.has_second_url(line) {
                self.summary.second_urls = Some(SecondUrls {
                    first: Location {
                        source: self.names[self.source].clone(),
                        record: place,
                    },
                    column: view.fields.second_url_column(line),
                });
            }
            let earlier = &mut self.summary.likely_format;
            if !is_url && view.fields.reads_lines() && self.unread.add(self.source, line) {
                match LikelyFormat::of_rows(&self.unread.lines) {
                    Some(table) => *earlier = Some(table),
                    None if matches!(earlier, Some(LikelyFormat::Table(_))) => *earlier = None,
                    None => {}
                }
            }
            if !matches!(earlier, None | Some(LikelyFormat::Target(_))) {
                continue;
            }
            let mut found = view.fields.likely_format(line, place, is_url);
            if found.is_none() && self.streak.count == FEW {
                let name = String::from_utf8_lossy(&self.streak.name);
                found = Some(LikelyFormat::OneName(name.into_owned()));
            }
            if let Some(found) = found {
                *earlier = Some(found.below(earlier.take()));
                let source = &self.names[self.source];
                self.summary.likely_source.clone_from(source);
            }
        }
    }

    /// Counts the verdicts of a part, and lets the writer write its records, or writes the wanted
    /// ones, neighbours at once.
    fn write_part(&mut self, part: &BlockPart, block: &InputBlock) -> Result<(), Error> {
        let bytes = &block.bytes[..];
        self.look(part, block);
        let mut run = 0..0;
        let has_writer = self.listeners.writer.is_some();
        let has_listeners = !self.listeners.is_empty();
        let has_rows = !block.ends.is_empty();
        for (index, record) in part.records().enumerate() {
            if has_writer && self.is_full() {
                break;
            }
            let verdict = self.verdicts[index];
            let line = &bytes[record.start..record.end - 1];
            self.record += 1;
            self.summary.count(verdict);
            match verdict {
                Verdict::NotUrl => {
                    let location = || Location {
                        source: self.names[self.source].clone(),
                        record: self.record,
                    };
                    if self.invalid == Invalid::Fail {
                        let error = Error::NotUrl {
                            location: location(),
                            record: line.to_vec(),
                        };
                        self.write(bytes, run)?;
                        return self.fail(error);
                    }
                    self.summary.name_not_url(location);
                }
                Verdict::Unwanted(_) if self.summary.first_unwanted.is_none() => {
                    self.summary.first_unwanted = Some(line.to_vec());
                }
                _ => {}
            }
            let is_written = has_listeners && self.pass_record(part, index, line)?;
            if has_rows {
                self.record += block.lines_within(&record);
            }
            if has_writer {
                self.summary.written += u64::from(is_written);
            } else if self.is_wanted(verdict) {
                self.summary.written += 1;
                if run.end == record.start {
                    run.end = record.end;
                } else {
                    self.write(bytes, run)?;
                    run = record;
                }
            }
        }
        self.write(bytes, run)?;
        self.summary.fast += part.batch().view().fast();
        Ok(())
    }

    /// Passes a record to the listeners. Returns whether the record counts as written.
    fn pass_record(&mut self, part: &BlockPart, index: usize, line: &[u8]) -> Result<bool, Error> {
        let verdict = self.verdicts[index];
        let explainer = self.filter.explainer();
        let decided_line =
            explainer.and_then(|explainer| explainer.decided_line(part.batch(), index, line));
        let session = self.filter.session();
        let burst = session.and_then(|session| session.burst(index));
        let decided = DecidedRecord {
            source: &self.names[self.source],
            record: self.record,
            line,
            verdict,
            kept: self.is_kept(verdict),
            decision: decided_line.map(DecidedLine::decision),
            burst,
            sift: self.filter.sift(),
            decided_line,
        };
        if let Some(observer) = &mut self.listeners.observer {
            observer.record(&decided);
        }
        let Some(writer) = &mut self.listeners.writer else {
            return Ok(false);
        };
        let written = writer.record(&decided, &mut self.output);
        written.map_err(Error::Output)
    }

    /// Passes a part of a long record to the listeners. Returns whether the record counts as
    /// written.
    fn pass_long_record(&mut self, part: &InputBlock, last: bool) -> Result<bool, Error> {
        let first = !mem::replace(&mut self.split, !last);
        let part = LongRecordPart {
            source: &self.names[self.source],
            record: self.record + 1,
            bytes: &part.bytes,
            first,
            last,
        };
        if let Some(observer) = &mut self.listeners.observer {
            observer.long_record(&part);
        }
        let Some(writer) = &mut self.listeners.writer else {
            return Ok(false);
        };
        let written = writer.long_record(&part, &mut self.output);
        written.map_err(Error::Output)
    }

    /// Returns whether a record is written. Records that are not empty are either kept or dropped,
    /// never both.
    fn is_wanted(&self, verdict: Verdict) -> bool {
        verdict != Verdict::Empty && self.is_kept(verdict) != self.dropped
    }

    fn is_kept(&self, verdict: Verdict) -> bool {
        verdict.is_printed() && (verdict != Verdict::NotUrl || self.invalid == Invalid::Keep)
    }

    fn write(&mut self, bytes: &[u8], run: Range<usize>) -> Result<(), Error> {
        if !run.is_empty() {
            self.choose_encoding();
        }
        if self.encoding != Encoding::Bytes {
            return self.write_encoded(&bytes[run]);
        }
        self.output.write_whole(&bytes[run])
    }

    /// Sets the encoding in which records of the source are written: that of the first which was
    /// written, because an output has one.
    fn choose_encoding(&mut self) {
        let first = *self.first_encoding.get_or_insert(self.encoding);
        if first != self.encoding {
            self.encoding = first;
            let name = &self.names[self.source];
            self.summary.recoded.get_or_insert_with(|| name.clone());
        }
    }

    /// Writes records in their original encoding. If they are the first output, the byte-order mark
    /// comes first.
    fn write_encoded(&mut self, text: &[u8]) -> Result<(), Error> {
        if text.is_empty() {
            return Ok(());
        }
        self.encoded.clear();
        if self.output.bytes == 0 {
            self.encoded.extend(self.encoding.mark());
        }
        let mut unwritten = mem::take(&mut self.partial);
        unwritten.extend_from_slice(text);
        let rest = self.encoding.encode(&unwritten, &mut self.encoded).len();
        unwritten.drain(..unwritten.len() - rest);
        self.partial = unwritten;
        self.output.write_whole(&self.encoded)
    }
}

impl<W: Write + Send> Consumer for FilterConsumer<'_, W> {
    fn enter(&mut self, block: &InputBlock) -> Result<(), Error> {
        if block.source != self.source {
            self.source = block.source;
            self.record = 0;
        }
        self.encoding = block.encoding;
        self.summary.bytes_in += block.bytes.len() as u64;
        if let Some(fields) = &block.fields {
            self.filter.read_by(fields);
        }
        Ok(())
    }

    /// Decides on the records of scanned parts, and writes and flushes the wanted ones.
    ///
    /// The flush costs one system call for the parts, not for a line, and no decided record waits.
    fn decide(&mut self, block: &InputBlock) -> Result<(), Error> {
        if block.divider().is_none() {
            return self.decide_in_order(block);
        }
        self.decide_side_by_side(block)?;
        self.write_merged(block)
    }

    fn idle(&mut self) -> Result<(), Error> {
        self.commit()?;
        wait_stored(self.filter).map_err(Error::Store)
    }

    fn divider(&self) -> Option<Divider> {
        // Listeners get records in input order.
        if self.listeners.is_empty() {
            self.filter.sift().view().deciders.divider()
        } else {
            None
        }
    }

    fn pass(&mut self, part: &InputBlock, last: bool) -> Result<(), Error> {
        self.enter(part)?;
        let has_writer = self.listeners.writer.is_some();
        let is_written = self.pass_long_record(part, last)?;
        if last {
            self.record += 1;
            self.summary.records += 1;
            self.summary.long += 1;
            let is_written = if has_writer {
                is_written
            } else {
                !self.dropped
            };
            self.summary.written += u64::from(is_written);
        }
        if !has_writer && !self.dropped {
            self.write(&part.bytes, 0..part.bytes.len())?;
        }
        self.output.flush().map_err(Error::Output)
    }

    fn end(&mut self, ending: Ending) -> Result<(), Error> {
        self.finish()?;
        let exhausted = ending == Ending::Exhausted;
        store_last(self.filter, self.output.bytes, exhausted).map_err(Error::Store)
    }

    fn is_full(&self) -> bool {
        self.room() == Some(0)
    }

    fn part_size(&self) -> PartSize {
        if self.room().is_some() && self.filter.session().is_some() {
            PartSize::Records(NonZeroUsize::MIN)
        } else if self.is_shared() {
            PartSize::Records(self.batch)
        } else {
            PartSize::Bytes
        }
    }

    fn name(&self, source: usize) -> &str {
        &self.names[source]
    }

    fn summary(&mut self) -> &mut Summary {
        self.summary.bytes_out = self.output.bytes;
        &mut self.summary
    }
}

/// An output that counts its bytes.
struct CountedOutput<W: Write> {
    buffer: BufWriter<W>,
    bytes: u64,
}

impl<W: Write> CountedOutput<W> {
    fn write_whole(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.bytes += bytes.len() as u64;
        self.buffer.write_all(bytes).map_err(Error::Output)
    }
}

impl<W: Write> Write for CountedOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.buffer.write(bytes)?;
        self.bytes += length as u64;
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.buffer.flush()
    }
}

/// Returns whether an error only means that the reader of the output has closed it.
pub(super) fn is_closed_pipe(error: &Error) -> bool {
    matches!(error, Error::Output(cause) if cause.kind() == io::ErrorKind::BrokenPipe)
}
