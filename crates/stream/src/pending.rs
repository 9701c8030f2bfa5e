//! Holds the bytes that were read but not yet taken: the only state that the reader thread shares
//! with the main loop.

use std::io;
use std::mem;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use memchr::{memchr, memchr_iter, memrchr};

use super::block::InputBlock;
use super::cutting::Cutting;
use super::utf16::Encoding;
use urlsift_core::input::Fields;
use urlsift_core::input::csv::{RowEnd, RowShape};
use urlsift_extract::FoundDocument;

/// Maximum length of a record that is compared, in bytes without its delimiter. Longer records are
/// copied to the output.
///
/// Browsers and servers stop at 8 KiB to 2 MiB; a longer "URL" is a binary file or a missing
/// delimiter.
pub const RECORD_LIMIT: usize = 1 << 20;

/// Maximum number of pending bytes: the longest record and its delimiter.
///
/// So a full buffer without a delimiter contains the start of a record that is too long, and a
/// buffer with a delimiter contains no such record. Which records are too long depends only on the
/// bytes, not on how they arrive.
///
/// A smaller buffer makes smaller blocks, so threads wait for each other more often: 256 KiB took a
/// seventh more time.
const CAPACITY: usize = RECORD_LIMIT + 1;

/// Maximum records of a block: scanned records take more memory than their bytes.
const RECORDS: usize = 1 << 16;

/// A bounded buffer of bytes of one source at a time.
pub(super) struct PendingInput {
    delimiter: u8,
    /// The cutting of each source until its first lines are read.
    first: Cutting,
    state: Mutex<PendingState>,
    /// Signalled when there may be something to take.
    arrived: Condvar,
    /// Signalled when there is room again.
    taken: Condvar,
}

#[derive(Default)]
struct PendingState {
    bytes: Vec<u8>,
    /// The length of the bytes up to and including the last delimiter.
    complete: usize,
    /// The number of delimiters in the bytes.
    delimiters: usize,
    /// The length of the bytes that are known to have no whole record.
    open: usize,
    cutting: Cutting,
    /// The number of lines of the source that were taken.
    lines: u64,
    /// The number of the source of the bytes.
    source: usize,
    /// The encoding in which its records are printed.
    encoding: Encoding,
    /// Whether the bytes continue a long record whose start was taken.
    split: bool,
    end: PendingEnd,
    /// Whether the end of the source is lost.
    is_cut: bool,
    /// Whether no more bytes will be taken.
    closed: bool,
    events: Vec<SourceEvent>,
}

/// The last of what has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PendingEnd {
    #[default]
    Open,
    /// All bytes of the source are there.
    Source,
    /// No more bytes will come.
    Input,
}

/// An event to report about a source.
pub(super) struct SourceEvent {
    pub source: usize,
    pub kind: SourceEventKind,
}

/// An event of a source.
pub(super) enum SourceEventKind {
    /// It could not be read, or not to its end.
    Unreadable(io::Error),
    /// Text follows its compressed data, which is of this format.
    Trailing(&'static str),
    /// The number of its relative links whose base is unknown.
    Relative(u64),
    /// The number of unclear texts, which have the form of a path but are left out, and the first
    /// one.
    Unclear { texts: u64, example: String },
    /// Documents of a kind were read.
    Document(FoundDocument),
    /// Lines with a quoted cell that does not end, which are records by themselves: their number,
    /// and the number of the first one.
    OpenCells { lines: u64, first: u64 },
    /// A document of this kind was read as text.
    Unread { kind: &'static str, cause: String },
}

/// The result of [`PendingInput::take`].
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NextInput {
    /// Whole records.
    Records,
    /// A part of a record that is too long, and whether it is the last one.
    Piece { last: bool },
    /// Nothing yet.
    Nothing,
    /// The end of the last source.
    End,
}

/// Returned when the main loop takes no more bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Closed;

impl PendingInput {
    /// Cuts each source in this way at first.
    pub(super) fn new(delimiter: u8, first: Cutting) -> Self {
        let state = PendingState {
            cutting: first,
            ..PendingState::default()
        };
        Self {
            delimiter,
            first,
            state: Mutex::new(state),
            arrived: Condvar::new(),
            taken: Condvar::new(),
        }
    }

    // The reader's side.

    /// Waits until all bytes of the previous source are taken, and continues with `source`.
    ///
    /// So a block never spans sources, and its records are easy to number.
    pub(super) fn begin(&self, source: usize) -> Result<(), Closed> {
        let mut state = self.wait_for_room(|state| state.bytes.is_empty())?;
        state.source = source;
        state.encoding = Encoding::default();
        state.cutting = self.first;
        state.lines = 0;
        state.end = PendingEnd::Open;
        state.is_cut = false;
        Ok(())
    }

    /// Notes that all bytes of the source are there.
    pub(super) fn finish(&self) {
        self.lock().end = PendingEnd::Source;
        self.arrived.notify_one();
    }

    /// Sets the encoding in which the records of the source are printed. Its first bytes determine
    /// it.
    pub(super) fn encode(&self, encoding: Encoding) {
        if encoding != Encoding::Bytes {
            self.lock().encoding = encoding;
        }
    }

    /// Appends `bytes`, in parts if there is not enough room at once.
    pub(super) fn append(&self, mut bytes: &[u8]) -> Result<(), Closed> {
        while !bytes.is_empty() {
            let mut state = self.wait_for_room(|state| state.room() > 0)?;
            let (now, later) = bytes.split_at(state.room().min(bytes.len()));
            if let Some(last) = memrchr(self.delimiter, now) {
                state.complete = state.bytes.len() + last + 1;
            }
            // Counted here, while the bytes are in this core's cache.
            state.delimiters += memchr_iter(self.delimiter, now).count();
            state.bytes.extend_from_slice(now);
            drop(state);
            self.arrived.notify_one();
            bytes = later;
        }
        Ok(())
    }

    /// Reports an event of a source.
    pub(super) fn report(&self, source: usize, kind: SourceEventKind) {
        self.lock().events.push(SourceEvent { source, kind });
        self.arrived.notify_one();
    }

    /// Removes the bytes after the last delimiter: the start of a record whose end is lost. If that
    /// record is already too long it is ended instead, because its first part may have been
    /// written.
    pub(super) fn cut(&self) -> Result<(), Closed> {
        let mut state = self.lock();
        if !state.split && (state.complete > 0 || state.room() > 0) {
            let complete = state.complete;
            state.bytes.truncate(complete);
            state.is_cut = true;
            return Ok(());
        }
        let delimiter = self.delimiter;
        drop(state);
        self.append(&[delimiter])
    }

    /// Ends the input.
    pub(super) fn end(&self) {
        self.lock().end = PendingEnd::Input;
        self.arrived.notify_one();
    }

    fn wait_for_room(
        &self,
        room: impl Fn(&PendingState) -> bool,
    ) -> Result<MutexGuard<'_, PendingState>, Closed> {
        let state = self
            .taken
            .wait_while(self.lock(), |state| !state.closed && !room(state))
            .expect("no thread panics while it holds the lock");
        if state.closed { Err(Closed) } else { Ok(state) }
    }

    // The main loop's side.

    /// Moves everything that can be taken into `block`, and discards the old content of `block`.
    pub(super) fn take(&self, block: &mut InputBlock) -> NextInput {
        block.bytes.clear();
        block.ends.clear();
        block.below.clear();
        let mut state = self.lock();
        block.source = state.source;
        block.encoding = state.encoding;
        let taken = state.take(block, self.delimiter);
        drop(state);
        self.taken.notify_one();
        taken
    }

    /// Sets how a source is cut from here on, unless it has ended already.
    pub(super) fn cut_as(&self, source: usize, cutting: Cutting) {
        let mut state = self.lock();
        if state.source == source {
            state.cutting = cutting;
        }
    }

    /// Returns the events since the last call.
    pub(super) fn events(&self) -> Vec<SourceEvent> {
        mem::take(&mut self.lock().events)
    }

    /// Waits until there is something to take or report, or until `timeout`.
    pub(super) fn wait(&self, timeout: Duration) {
        drop(
            self.arrived
                .wait_timeout_while(self.lock(), timeout, |state| !state.has_news()),
        );
    }

    /// Closes the buffer: no more bytes will be taken.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.taken.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, PendingState> {
        self.state
            .lock()
            .expect("no thread panics while it holds the lock")
    }
}

/// Calls a function when it is dropped.
pub(super) struct OnDrop<F: Fn()>(pub(super) F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

impl PendingState {
    fn room(&self) -> usize {
        CAPACITY - self.bytes.len()
    }

    fn has_news(&self) -> bool {
        self.complete > self.open
            || (self.complete > 0 && self.end != PendingEnd::Open)
            || self.bytes.len() == CAPACITY
            || (self.split && !self.bytes.is_empty())
            || self.end == PendingEnd::Input
            || !self.events.is_empty()
    }

    /// Moves everything that can be taken into a block, which is empty.
    fn take(&mut self, block: &mut InputBlock, delimiter: u8) -> NextInput {
        if self.split || (self.complete == 0 && self.bytes.len() == CAPACITY) {
            return self.take_piece(&mut block.bytes, delimiter);
        }
        if self.complete == 0 {
            return if self.end == PendingEnd::Input {
                NextInput::End
            } else {
                NextInput::Nothing
            };
        }
        let taken = match self.cutting {
            Cutting::Head => self.head(delimiter, &mut block.below),
            Cutting::FirstLine => self.first_line(delimiter),
            Cutting::Lines => self.whole_lines(delimiter),
            Cutting::Rows(shape) => self.whole_rows(shape, &mut block.ends),
        };
        if taken.length == 0 {
            self.open = self.complete;
            return NextInput::Nothing;
        }
        self.move_out(taken.length, taken.lines, &mut block.bytes);
        NextInput::Records
    }

    /// Returns the first line, which there is.
    fn first_line(&self, delimiter: u8) -> TakenLines {
        let length = memchr(delimiter, &self.bytes).map_or(self.complete, |end| end + 1);
        TakenLines { length, lines: 1 }
    }

    /// Returns the first lines, up to one that is no comment. One that may be the header of a table
    /// waits for the row below it.
    fn head(&self, delimiter: u8, below: &mut Vec<u8>) -> TakenLines {
        let mut taken = TakenLines::default();
        let lines = self.bytes[..self.complete].split_inclusive(|byte| *byte == delimiter);
        let mut is_below = false;
        for line in lines {
            let text = &line[..line.len() - 1];
            if !is_below {
                // Lists need not be cut behind their first line.
                if taken.lines == 0 && Fields::begins_no_table(text) {
                    return self.whole_lines(delimiter);
                }
                taken.length += line.len();
                taken.lines += 1;
                if line[0] == b'#' {
                    continue;
                }
                if !Fields::may_name_columns(text) {
                    return taken;
                }
                is_below = true;
            } else if !Fields::is_between(text) {
                below.extend_from_slice(text);
                return taken;
            }
        }
        let may_come = self.end == PendingEnd::Open && self.bytes.len() < CAPACITY;
        if is_below && may_come {
            return TakenLines::default();
        }
        taken
    }

    /// Returns the whole lines.
    fn whole_lines(&self, delimiter: u8) -> TakenLines {
        if self.delimiters > RECORDS
            && let Some(last) = memchr_iter(delimiter, &self.bytes).nth(RECORDS - 1)
        {
            return TakenLines {
                length: last + 1,
                lines: RECORDS,
            };
        }
        TakenLines {
            length: self.complete,
            lines: self.delimiters,
        }
    }

    /// Returns the whole rows of a table, and their ends. A row that is not closed
    /// at the end of its source, or is too long, is a line; if the end of the source is lost, the
    /// row is lost with it.
    fn whole_rows(&mut self, shape: RowShape, ends: &mut Vec<u32>) -> TakenLines {
        let mut taken = TakenLines::default();
        while taken.length < self.complete && ends.len() < RECORDS {
            let start = taken.length;
            let rest = &self.bytes[start..self.complete];
            let mut end = shape.first(rest);
            if let RowEnd::Open { line } = end {
                let is_full = self.bytes.len() == CAPACITY;
                if start > 0 || (self.end == PendingEnd::Open && !is_full) {
                    break;
                }
                if self.is_cut && !is_full {
                    self.bytes.clear();
                    self.complete = 0;
                    self.delimiters = 0;
                    break;
                }
                end = RowEnd::Torn { line };
            }
            let length = match end {
                RowEnd::Whole { length } => length,
                RowEnd::Torn { line } | RowEnd::Open { line } => line,
            };
            taken.lines += memchr_iter(b'\n', &rest[..length - 1]).count();
            if matches!(end, RowEnd::Torn { .. }) {
                self.report_open_cell(self.lines + taken.lines as u64 + 1);
            }
            taken.length += length;
            taken.lines += 1;
            ends.push(taken.length as u32);
        }
        taken
    }

    /// Reports a line with a quoted cell that does not end, together with others.
    fn report_open_cell(&mut self, line: u64) {
        if let Some(SourceEvent {
            source,
            kind: SourceEventKind::OpenCells { lines, .. },
        }) = self.events.last_mut()
            && *source == self.source
        {
            *lines += 1;
            return;
        }
        let kind = SourceEventKind::OpenCells {
            lines: 1,
            first: line,
        };
        self.events.push(SourceEvent {
            source: self.source,
            kind,
        });
    }

    /// Moves a part of a record that is too long.
    fn take_piece(&mut self, into: &mut Vec<u8>, delimiter: u8) -> NextInput {
        if self.bytes.is_empty() {
            return if self.end == PendingEnd::Input {
                NextInput::End
            } else {
                NextInput::Nothing
            };
        }
        let end = memchr(delimiter, &self.bytes);
        self.move_out(
            end.map_or(self.bytes.len(), |end| end + 1),
            usize::from(end.is_some()),
            into,
        );
        self.split = end.is_none();
        NextInput::Piece { last: !self.split }
    }

    /// Moves the first `length` bytes, which have `delimiters` delimiters: swaps the buffers and
    /// copies the rest back.
    fn move_out(&mut self, length: usize, delimiters: usize, into: &mut Vec<u8>) {
        mem::swap(&mut self.bytes, into);
        self.bytes.extend_from_slice(&into[length..]);
        into.truncate(length);
        self.complete = self.complete.saturating_sub(length);
        self.delimiters -= delimiters;
        self.lines += delimiters as u64;
        self.open = 0;
    }
}

/// The lines at the start of the bytes that are taken at once.
#[derive(Default)]
struct TakenLines {
    /// In bytes, with their delimiters.
    length: usize,
    lines: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(pending: &PendingInput) -> (NextInput, Vec<u8>) {
        let mut block = InputBlock::default();
        let taken = pending.take(&mut block);
        (taken, block.bytes)
    }

    #[test]
    fn a_header_waits_for_the_row_below() {
        let pending = PendingInput::new(b'\n', Cutting::Head);
        let mut block = InputBlock::default();
        pending.append(b"# c\nname,page\n----\n").unwrap();
        assert_eq!(pending.take(&mut block), NextInput::Nothing);
        pending.append(b"x,/a\n").unwrap();
        assert_eq!(pending.take(&mut block), NextInput::Records);
        assert_eq!(block.bytes, b"# c\nname,page\n");
        assert_eq!(block.below, b"x,/a");
        pending.finish();
        assert_eq!(pending.take(&mut block), NextInput::Records);
        assert_eq!((&*block.bytes, &*block.below), (&b"----\n"[..], &b""[..]));
    }

    #[test]
    fn a_list_is_not_cut_behind_its_first_line() {
        let pending = PendingInput::new(b'\n', Cutting::Head);
        let list = b"https://a.example/1\nhttps://a.example/2\n";
        pending.append(list).unwrap();
        assert_eq!(taken(&pending), (NextInput::Records, list.to_vec()));
    }

    #[test]
    fn a_header_that_an_option_asks_for_does_not_wait() {
        let pending = PendingInput::new(b'\n', Cutting::FirstLine);
        pending.append(b"name,page\nx").unwrap();
        assert_eq!(
            taken(&pending),
            (NextInput::Records, b"name,page\n".to_vec())
        );
    }

    #[test]
    fn a_row_whose_end_is_lost_is_taken_back() {
        let shape = RowShape {
            separator: b',',
            columns: 2,
            url: 0,
        };
        let pending = PendingInput::new(b'\n', Cutting::Rows(shape));
        pending.append(b"a,b\nc,\"two\nthr").unwrap();
        pending.cut().unwrap();
        pending.finish();
        assert_eq!(taken(&pending), (NextInput::Records, b"a,b\n".to_vec()));
        assert_eq!(taken(&pending), (NextInput::Nothing, vec![]));
        pending.begin(1).unwrap();
    }

    #[test]
    fn only_whole_records_are_taken() {
        let pending = PendingInput::new(b'\n', Cutting::Lines);
        pending.append(b"one\ntwo\nth").unwrap();
        assert_eq!(
            taken(&pending),
            (NextInput::Records, b"one\ntwo\n".to_vec())
        );
        assert_eq!(taken(&pending), (NextInput::Nothing, vec![]));
        pending.append(b"ree\n").unwrap();
        pending.end();
        assert_eq!(taken(&pending), (NextInput::Records, b"three\n".to_vec()));
        assert_eq!(taken(&pending), (NextInput::End, vec![]));
    }

    #[test]
    fn the_longest_record_is_whole_and_one_byte_more_is_not() {
        let longest = vec![b'a'; RECORD_LIMIT];
        let pending = PendingInput::new(b'\n', Cutting::Lines);
        pending.append(&longest).unwrap();
        assert_eq!(taken(&pending), (NextInput::Nothing, vec![]));
        pending.append(b"\n").unwrap();
        let (kind, bytes) = taken(&pending);
        assert_eq!((kind, bytes.len()), (NextInput::Records, RECORD_LIMIT + 1));

        pending.append(&longest).unwrap();
        pending.append(b"a").unwrap();
        let (kind, bytes) = taken(&pending);
        assert_eq!(
            (kind, bytes.len()),
            (NextInput::Piece { last: false }, RECORD_LIMIT + 1)
        );
        assert_eq!(taken(&pending), (NextInput::Nothing, vec![]));
        pending.append(b"b").unwrap();
        assert_eq!(
            taken(&pending),
            (NextInput::Piece { last: false }, b"b".to_vec())
        );
        pending.append(b"c\nnext\n").unwrap();
        assert_eq!(
            taken(&pending),
            (NextInput::Piece { last: true }, b"c\n".to_vec())
        );
        assert_eq!(taken(&pending), (NextInput::Records, b"next\n".to_vec()));
    }

    #[test]
    fn records_are_taken_in_order_however_many_there_are() {
        let pending = PendingInput::new(b'\n', Cutting::Lines);
        pending.append(&b"\n".repeat(RECORDS + 1)).unwrap();
        pending.append(b"end\n").unwrap();
        assert_eq!(taken(&pending), (NextInput::Records, b"\n".repeat(RECORDS)));
        assert_eq!(taken(&pending), (NextInput::Records, b"\nend\n".to_vec()));
        assert_eq!(taken(&pending), (NextInput::Nothing, vec![]));
    }

    #[test]
    fn the_start_of_a_lost_record_is_taken_back_unless_it_is_too_long() {
        let pending = PendingInput::new(b'\n', Cutting::Lines);
        pending.append(b"one\ntw").unwrap();
        pending.cut().unwrap();
        assert_eq!(taken(&pending), (NextInput::Records, b"one\n".to_vec()));
        pending.append(b"two").unwrap();
        pending.cut().unwrap();
        assert_eq!(taken(&pending), (NextInput::Nothing, vec![]));

        pending.append(&vec![b'a'; CAPACITY]).unwrap();
        assert_eq!(taken(&pending).0, NextInput::Piece { last: false });
        pending.append(b"a").unwrap();
        pending.cut().unwrap();
        assert_eq!(
            taken(&pending),
            (NextInput::Piece { last: true }, b"a\n".to_vec())
        );
    }

    #[test]
    fn a_closed_buffer_takes_nothing() {
        let pending = PendingInput::new(b'\n', Cutting::Lines);
        pending.close();
        assert_eq!(pending.append(b"one\n"), Err(Closed));
        assert_eq!(pending.begin(1), Err(Closed));
    }
}
