//! How a caller watches a run.

use std::io;
use std::ops::ControlFlow;

use super::Summary;

/// Watches a run, and may end it.
///
/// All methods are called from one thread at a time, which need not be the one that started the
/// run.
pub trait Observer: Send {
    /// Called after every block, and about twenty times a second while the run waits for input.
    ///
    /// On [`ControlFlow::Break`] the run ends: what was taken from the input so far is decided and
    /// written, and the summary says [`Ending::Stopped`](super::Ending::Stopped).
    fn watch(&mut self, so_far: &Summary) -> ControlFlow<()> {
        let _ = so_far;
        ControlFlow::Continue(())
    }

    /// Called for a source that cannot be opened, or not be read to its end. The run goes on with
    /// the next one.
    fn unreadable(&mut self, source: &str, cause: &io::Error) {
        let _ = (source, cause);
    }

    /// Called for a source whose compressed data, of this format, is complete, but followed by
    /// bytes that are not compressed. These are ignored, except zeros, which are not even
    /// mentioned.
    fn trailing(&mut self, source: &str, format: &str) {
        let _ = (source, format);
    }

    /// Called for a source that has so many links which are relative to a base that nobody knows.
    /// These are no records.
    fn relative(&mut self, source: &str, links: u64) {
        let _ = (source, links);
    }
}

/// Watches nothing.
impl Observer for () {}
