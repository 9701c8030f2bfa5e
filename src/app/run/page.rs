//! `--report`: a run as one page that needs no other file.
//!
//! [`Figures`] observes the decisions while any [form of output](super::report) is written. The
//! filter holds the kept lines, as for `--explain`. The page is written when the run ends, for
//! whatever reason.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use urlsift::Builder;
use urlsift::explain::Explainer;
use urlsift::stream::{RecordObserver, RunFilter};
use urlsift_page::{EndedRun, Figures, render};

use super::page_file::PageFile;
use crate::app::show::message::say;
use crate::cli::FilterOptions;

/// The page of a run in progress.
pub(crate) struct Page {
    file: PageFile,
    figures: Figures,
    threshold: f64,
    start: Instant,
}

impl Page {
    /// Opens the file of the page.
    pub(crate) fn open(path: &Path, options: &FilterOptions, inputs: &[PathBuf]) -> Result<Self> {
        Ok(Self {
            file: PageFile::open(path, inputs, options.output.as_deref())?,
            figures: Figures::default(),
            threshold: options.settings.text("threshold").parse()?,
            start: Instant::now(),
        })
    }

    /// Returns the observer of the run's records.
    pub(crate) fn observer(&mut self) -> &mut dyn RecordObserver {
        &mut self.figures
    }

    /// Writes the page. `early` says why the run ended early, if it did. Returns whether that
    /// succeeded; if not, a message says so.
    pub(crate) fn write(
        self,
        filter: &dyn RunFilter,
        settings: &Builder,
        early: Option<String>,
    ) -> bool {
        let sift = filter.sift();
        let undecided;
        let explainer = if let Some(explainer) = filter.explainer() {
            explainer
        } else {
            undecided = Explainer::of(sift);
            &undecided
        };
        let run = EndedRun {
            sift,
            explainer,
            settings,
            threshold: self.threshold,
            elapsed: self.start.elapsed(),
            early,
        };
        let page = render(&self.figures, &run);
        let name = self.file.name.clone();
        let written = self.file.write(&page);
        if let Err(error) = &written {
            say(format_args!(
                "cannot write the report {name}: {error}; the output is not affected"
            ));
        }
        written.is_ok()
    }
}
