/*!
The stream: sources of bytes in, records cut, decided in order, records out.

```text
sources ─ reader thread ─▶ pending bytes ─▶ block ─ scanned in parallel ─▶ batches ─ decided in order ─▶ output
```

Nothing waits while there is something to do:

1. A *reader thread* fills a bounded buffer, so that reading overlaps with work.
2. The main loop takes every whole record that is pending, at once, as a *block*. A full pipe gives large blocks,
   a producer that trickles gives blocks of one record; nothing has to be tuned.
3. While one thread decides on block *n* and writes what it keeps, the others scan block *n* + 1.
4. The loop waits for input only when every record that came is decided and written. A kept record therefore appears
   at once however slow its producer is.

The output depends on the bytes alone, never on the number of threads, the sizes of reads or their timing:
scanning a record looks at that record only, and decisions are taken in input order by one thread at a time.

# Records

A record ends with the delimiter (newline, or NUL), and is written back byte for byte. The last record of each source
gets a delimiter when it has none, so sources do not run together. A record of more than [`RECORD_LIMIT`] bytes is
copied to the output in pieces, without being compared.

# Compressed sources

With the feature `compression`, sources that begin like data of gzip, zstd, bzip2 or xz are decompressed by the
reader thread. Data that is damaged or cut off makes a source unreadable from there on: its whole records are
processed, the start of a record whose end is lost is not.

# Text in UTF-16, and texts that hold URLs

A source that begins with a byte-order mark of UTF-16 is decoded by the reader thread, and its records are encoded again when they are
written as they came; reports have them in UTF-8. [`Run::extract`] has the reader thread find the URLs in a text, each of which is a record then.

# Cost

Three blocks of up to 1 MiB are in flight, plus what their batches hold, whatever the
input. The stream's own work (reading, copying, finding delimiters, writing) takes 0.04 s of processor time for a million
lines of 72 bytes.
*/

mod block;
mod bytes;
#[cfg(feature = "compression")]
mod compression;
mod consumer;
mod decider;
mod deciding;
mod error;
mod extracted;
mod observer;
mod options;
mod pending;
mod pipeline;
mod reader;
mod report;
mod run;
mod source;
mod summary;
mod survey;
#[cfg(test)]
mod tests;
mod utf16;

pub use bytes::is_compressed;
pub use error::Error;
pub use observer::Observer;
pub use options::Invalid;
pub use pending::RECORD_LIMIT;
pub use report::{Decided, Piece, Report};
pub use run::Run;
pub use source::Source;
pub use summary::{Ending, Location, Summary};
