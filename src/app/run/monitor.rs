//! Watches a run for the user: signals, progress, sources that cannot be read.

use std::fmt::{Arguments, Display};
use std::io;
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;

use indicatif::HumanCount;
use urlsift::stream::{FoundDocument, RunMonitor, Summary};

use super::progress::Progress;
use super::signals::Signals;
use crate::app::show::message::{counted, harmless, say};

/// The program's observer of a run.
pub(crate) struct Monitor<'s> {
    signals: &'s Signals,
    progress: Progress,
    /// Sources that could not be read, and whether a second reading runs, which does not name them
    /// again.
    unreadable: Vec<String>,
    again: bool,
    /// Whether notes (not errors) are suppressed.
    quiet: bool,
    /// Number of sources whose format was named.
    named: usize,
    /// What the documents among the sources list.
    described: Option<ListedRequests>,
    /// Whether a document that cannot be read is an error, and the first of them.
    is_strict: bool,
    broken: Option<String>,
}

/// What a document lists that nobody may have requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ListedRequests {
    Requests,
    /// Requests with placeholders for what varies, and some bodies.
    Examples,
    /// Requests with placeholders, and all fields of their bodies.
    Routes,
}

/// The names of such documents.
const DESCRIPTIONS: [(&str, ListedRequests); 4] = [
    ("an API description", ListedRequests::Routes),
    ("a Postman", ListedRequests::Examples),
    ("a sitemap", ListedRequests::Requests),
    ("robots.txt", ListedRequests::Requests),
];

impl<'s> Monitor<'s> {
    pub(crate) fn new(signals: &'s Signals, progress: Progress, quiet: bool) -> Self {
        Self {
            signals,
            progress,
            unreadable: Vec::new(),
            again: false,
            quiet,
            named: 0,
            described: None,
            is_strict: false,
            broken: None,
        }
    }

    /// Watches a run that only reads `paths`, and shows its progress unless it is `quiet`.
    pub(crate) fn of_reading(signals: &'s Signals, paths: &[PathBuf], quiet: bool) -> Self {
        let progress = if quiet {
            Progress::none()
        } else {
            Progress::of_reading(paths)
        };
        Self::new(signals, progress, quiet)
    }

    /// Expects all sources to be read once more.
    pub(crate) fn read_again(&mut self) {
        self.again = true;
    }

    /// Makes a document that cannot be read an error instead of a text.
    pub(crate) fn strict(self, is_strict: bool) -> Self {
        Self { is_strict, ..self }
    }

    /// Returns the error of the first document that could not be read.
    pub(crate) fn take_broken(&mut self) -> Option<String> {
        self.broken.take()
    }

    /// Says whether notes are suppressed, and returns whether they were before.
    pub(crate) fn quiet(&mut self, is_quiet: bool) -> bool {
        mem::replace(&mut self.quiet, is_quiet)
    }

    /// Returns what the documents among the sources since the last call list.
    pub(crate) fn take_described(&mut self) -> Option<ListedRequests> {
        mem::take(&mut self.described)
    }

    /// Shows how many of all distinct lines have been joined, and says whether to continue.
    pub(crate) fn joined(&self, done: u64, all: u64) -> ControlFlow<()> {
        self.progress.show_joined(done, all);
        self.going_on()
    }

    /// Shows how many thresholds have been tried.
    pub(crate) fn tried(&mut self, done: usize, all: usize) {
        self.progress.show_tried(done, all);
    }

    fn going_on(&self) -> ControlFlow<()> {
        if self.signals.received().is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Prints a note about a source, once in a run.
    fn note(&self, source: &str, what: impl Display) {
        if !self.quiet && !self.again {
            self.say(format_args!("{}: {what}", harmless(source)));
        }
    }

    /// Prints a message without disturbing the progress bar.
    fn say(&self, message: Arguments) {
        self.progress.aside(|| say(message));
    }

    /// Removes the progress bar; from here on standard error has messages only.
    pub(crate) fn finish(self) {
        self.progress.finish();
    }
}

impl RunMonitor for Monitor<'_> {
    fn watch(&mut self, so_far: &Summary) -> ControlFlow<()> {
        self.progress.show(so_far);
        for (source, format) in so_far.formats.iter().skip(self.named) {
            if !self.quiet && !self.again {
                self.say(format_args!("reading {} as {format}", harmless(source)));
            }
        }
        self.named = so_far.formats.len();
        self.going_on()
    }

    fn unreadable(&mut self, source: &str, cause: &io::Error) {
        if self.again && self.unreadable.iter().any(|named| named == source) {
            return;
        }
        self.unreadable.push(source.to_owned());
        self.say(format_args!("cannot read {}: {cause}", harmless(source)));
    }

    fn open_cells(&mut self, source: &str, lines: u64, first: u64) {
        let others = match lines - 1 {
            0 => String::new(),
            others => format!(" (and {})", counted(others, "more line")),
        };
        self.note(
            source,
            format_args!("line {first}{others} has a quote that does not end: read as one line"),
        );
    }

    fn relative(&mut self, source: &str, links: u64) {
        if links == 1 {
            return self.note(
                source,
                "1 relative link is skipped: --base URL completes it",
            );
        }
        let links = HumanCount(links);
        self.note(
            source,
            format_args!("{links} relative links are skipped: --base URL completes them"),
        );
    }

    fn unclear(&mut self, source: &str, texts: u64, example: &str) {
        let example = example.escape_debug();
        if texts == 1 {
            let one = "1 quoted text looks like a path and is left out";
            return self.note(source, format_args!("{one}, such as \"{example}\""));
        }
        let texts = HumanCount(texts);
        self.note(
            source,
            format_args!(
                "{texts} quoted texts look like paths and are left out, such as \"{example}\""
            ),
        );
    }

    fn document(&mut self, source: &str, document: FoundDocument) {
        let kind = document.kind;
        for (name, described) in DESCRIPTIONS {
            if kind.starts_with(name) {
                self.described = self.described.max(Some(described));
            }
        }
        let urls = counted(document.urls, "URL");
        let others = if document.leaves_urls {
            "; others in its text are left out"
        } else {
            ""
        };
        self.note(source, format_args!("read as {kind}: {urls}{others}"));
    }

    fn unread_document(&mut self, source: &str, kind: &str, cause: &str) {
        let cause = harmless(cause);
        if self.is_strict {
            let source = harmless(source);
            let broken = format!("{source} looks like {kind} and is broken: {cause}");
            self.broken.get_or_insert(broken);
            return;
        }
        self.note(
            source,
            format_args!("looks like {kind}, and is read as any text: {cause}"),
        );
    }

    fn trailing(&mut self, source: &str, format: &str) {
        self.note(
            source,
            format_args!("the text after its {format} data is read, too"),
        );
    }
}
