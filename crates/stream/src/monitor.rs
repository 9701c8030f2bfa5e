//! Lets a caller watch and end a run.

use std::io;
use std::ops::ControlFlow;

use super::Summary;
use urlsift_extract::FoundDocument;

/// Watches a run, and may end it.
///
/// All methods are called by one thread at a time, not always the thread that started the run.
pub trait RunMonitor: Send {
    /// Called after every block, and about twenty times a second while the run waits for input.
    ///
    /// On [`ControlFlow::Break`] the run ends: records taken from the input are decided and
    /// written, and the summary says [`Ending::Stopped`](super::Ending::Stopped).
    fn watch(&mut self, so_far: &Summary) -> ControlFlow<()> {
        let _ = so_far;
        ControlFlow::Continue(())
    }

    /// Called for a source that cannot be opened or not be read to its end. The run continues with
    /// the next source.
    fn unreadable(&mut self, source: &str, cause: &io::Error) {
        let _ = (source, cause);
    }

    /// Called for a source with text after its compressed data of this format, once the text has
    /// been read like the rest. Zeros are padding. Other bytes make the source
    /// [unreadable](Self::unreadable) from there on.
    fn trailing(&mut self, source: &str, format: &str) {
        let _ = (source, format);
    }

    /// Called for a source that is, or contains, documents of a kind such as an API description,
    /// with the number of URLs that [`Run::extract`](super::Run::extract) has read from them: the
    /// URLs of endpoints or requests, not every URL in their text.
    fn document(&mut self, source: &str, document: FoundDocument) {
        let _ = (source, document);
    }

    /// Called for a source with a document of such a kind that is too long or broken. The URLs in
    /// its text are records, as in any text.
    fn unread_document(&mut self, source: &str, kind: &str, cause: &str) {
        let _ = (source, kind, cause);
    }

    /// Called for a table with quoted cells that do not end, or not within 1 MiB: the number of
    /// their lines, and that of the first one. These lines are records by themselves. May be called
    /// several times for a source.
    fn open_cells(&mut self, source: &str, lines: u64, first: u64) {
        let _ = (source, lines, first);
    }

    /// Called for a source with relative links whose base is unknown. They are not records.
    fn relative(&mut self, source: &str, links: u64) {
        let _ = (source, links);
    }

    /// Called for a source with quoted texts that have the form of a path, without evidence that
    /// they are paths: their number and the first one. They are not records.
    fn unclear(&mut self, source: &str, texts: u64, example: &str) {
        let _ = (source, texts, example);
    }
}

/// A monitor that does nothing.
impl RunMonitor for () {}
