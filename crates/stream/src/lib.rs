//! Runs files and pipes through the filter: reads sources, cuts records, scans them on several
//! threads, decides in input order, and writes the kept ones.
//!
//! ```text
//! sources ─ reader thread ─▶ pending bytes ─▶ block
//! block ─ scanned in parallel ─▶ batches ─ decided in order ─▶ output
//! ```
//!
//! No thread waits while there is work:
//!
//! 1. A *reader thread* fills a bounded buffer, so that reading overlaps with work.
//! 2. The main loop takes all whole pending records at once, as a *block*. A full pipe gives large
//!    blocks, a slow producer gives blocks of one record, without any tuning.
//! 3. While block *n* is decided and its kept records are written, block *n* + 1 is scanned. Hosts
//!    are decided side by side if URLs of different hosts are never similar, else one thread
//!    decides while the others scan.
//! 4. The loop waits for input only after every record so far is decided and written. So a kept
//!    record is written at once, however slow its producer is.
//!
//! The output depends on the bytes alone, not on the number of threads or the size and timing of
//! reads: scanning reads one record only, and decisions that depend on each other are made in input
//! order by one thread at a time.
//!
//! # Records
//!
//! A record ends with the delimiter (newline, or NUL), and is written byte for byte. The last
//! record of each source gets a delimiter if it has none, so sources do not run together. A record
//! of more than [`RECORD_LIMIT`] bytes is copied to the output in parts, without being compared.
//!
//! In a table whose header is known, quoted cells may hold newlines. The first line of a source is
//! a block of its own, so that it is known how the next bytes are cut. A row whose quote does not
//! end within that limit is a line, and the lines after it are read as if it had no quote.
//!
//! # Compressed sources
//!
//! With the feature `compression`, the reader thread decompresses sources that begin like gzip,
//! zstd, bzip2 or xz. If the data is damaged or cut off, the source is unreadable from there on:
//! its whole records are processed, a record whose end is lost is not. Text after the data is read,
//! too; other bytes there, unless they are zeros, also make the source unreadable.
//!
//! # Text in UTF-16, and texts that contain URLs
//!
//! The reader thread decodes a source that begins with a UTF-16 byte-order mark. Its records are
//! encoded again when they are written as they came; reports have them in UTF-8. With
//! [`Run::extract`], the reader thread finds the URLs in a text, and each URL is a record. With the
//! feature `documents`, API descriptions (`OpenAPI`, Swagger), Postman collections, HAR and the
//! exports of Burp and ZAP are recognised by their content, held in memory up to 128 MiB, and give
//! their endpoints and requests.
//!
//! # Cost
//!
//! Three blocks of up to 1 MiB are in flight with their batches, whatever the input; on one thread
//! there are batches of 128 KiB only, which stay in its cache. The stream's own work (reading,
//! copying, finding delimiters, writing) takes 0.04 s CPU for a million lines of 72 bytes.

mod block;
mod bytes;
#[cfg(feature = "compression")]
mod compression;
mod consumer;
mod cutting;
mod deciding;
mod error;
mod filter_consumer;
mod monitor;
mod options;
mod other_file;
mod passing;
mod pending;
mod pipeline;
mod printable;
mod reader;
mod record_writer;
mod rest;
mod run;
mod run_filter;
mod source;
mod summary;
#[cfg(test)]
mod tests;
mod utf16;

pub use bytes::is_compressed;
pub use error::Error;
pub use monitor::RunMonitor;
pub use options::Invalid;
pub use passing::InputPart;
pub use pending::RECORD_LIMIT;
pub use printable::{harmless, is_unprintable, push_harmless, shell_word};
pub use record_writer::{DecidedRecord, LongRecordPart, RecordObserver, RecordWriter};
pub use run::Run;
pub use run_filter::RunFilter;
pub use source::Source;
pub use summary::{Ending, Location, SecondUrls, Summary};
pub use urlsift_extract::FoundDocument;
