//! Opens one source after the other on the reader thread, and appends its bytes to the pending
//! ones.

use std::io::{self, Read};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use super::Source;
use super::bytes::{Bytes, Extraction};
use super::pending::{Closed, OnDrop, PendingInput, SourceEventKind};

/// Bytes per read. A pipe on Linux holds and returns at most this many.
const READ: usize = 64 << 10;

/// Starts a thread that reads `sources` until they end, or until the pending buffer is closed.
///
/// The thread owns everything it uses, because a blocked read cannot be interrupted: if the run
/// ends earlier, the thread stays and ends with its next read.
pub(super) fn start(
    sources: Vec<Source>,
    delimiter: u8,
    extraction: Option<Arc<Extraction>>,
    pending: Arc<PendingInput>,
) -> io::Result<JoinHandle<Result<(), Closed>>> {
    thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || {
            // Ends also if a source panics, so that the run does not wait forever.
            let _end = OnDrop(|| pending.end());
            let mut buffer = vec![0; READ];
            for (number, source) in sources.into_iter().enumerate() {
                pending.begin(number)?;
                match source.open(extraction.clone()) {
                    Ok(mut bytes) => copy(&mut bytes, delimiter, &mut buffer, &pending, number)?,
                    Err(cause) => pending.report(number, SourceEventKind::Unreadable(cause)),
                }
                pending.finish();
            }
            Ok(())
        })
}

/// Copies one source, and completes its last record.
fn copy(
    source: &mut Bytes,
    delimiter: u8,
    buffer: &mut [u8],
    pending: &PendingInput,
    number: usize,
) -> Result<(), Closed> {
    let report = |kind| pending.report(number, kind);
    let mut last = delimiter;
    loop {
        match source.read(buffer) {
            Ok(0) => break,
            Ok(length) => {
                last = buffer[length - 1];
                pending.encode(source.encoding());
                pending.append(&buffer[..length])?;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                report(SourceEventKind::Unreadable(error));
                if source.is_made() {
                    return pending.cut();
                }
                break;
            }
        }
    }
    if let Some(format) = source.trailing() {
        report(SourceEventKind::Trailing(format));
    }
    if let Some(urls) = source.urls() {
        if let Some(documents) = urls.found_documents() {
            for document in &documents.read {
                report(SourceEventKind::Document(*document));
            }
            if let Some((kind, cause)) = documents.unread.clone() {
                report(SourceEventKind::Unread { kind, cause });
            }
        }
        if urls.relative() > 0 {
            report(SourceEventKind::Relative(urls.relative()));
        }
        if let Some((texts, example)) = urls.unclear() {
            report(SourceEventKind::Unclear {
                texts,
                example: example.to_owned(),
            });
        }
    }
    if last == delimiter {
        Ok(())
    } else {
        pending.append(&[delimiter])
    }
}
