//! The two sides of a comparison: lists or states, read by one filter that has learned from both.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, bail};
use urlsift::lists::{DescribedPaths, Diff, TemplateReader, Templates};
use urlsift::memory::Access;
use urlsift::settings::input::Fields;
use urlsift::stream::{self, Ending, InputPart, Run, Source, Summary};
use urlsift::{Builder, Filter as _, Scanner, Sift};

use crate::app::lists::template_source::{is_state, place_of, refuse_page, refuse_texts};
use crate::app::run::{ListedRequests, Monitor, RereadInputs, Signals, open_state};
use crate::app::settings::reading_of;
use crate::cli::DiffOptions;

/// A list or a state that is compared.
pub(super) enum DiffSide {
    List(RereadInputs),
    /// The kept lines.
    State(Vec<StateLine>),
}

/// A kept line of a state.
pub(super) struct StateLine {
    line: Vec<u8>,
    /// The number of lines of its group.
    lines: u64,
}

impl DiffSide {
    /// Opens a list or a state.
    pub(super) fn of(path: &Path, is_extracted: bool) -> Result<Self> {
        if !is_state(path) {
            if !is_extracted {
                refuse_page(path)?;
            }
            let inputs = RereadInputs::new(&[path.to_owned()])?;
            return Ok(Self::List(inputs));
        }
        let mut state = open_state(&place_of(path), Access::Read)?;
        refuse_texts(&state)?;
        let mut kept = Vec::new();
        state.groups(|groups| {
            for group in groups {
                let lines = group.count();
                let line = group.line;
                kept.push(StateLine { line, lines });
            }
            Ok(())
        })?;
        Ok(Self::State(kept))
    }
}

/// Reads both sides.
pub(super) struct SidesReader<'r> {
    typed: &'r DiffOptions,
    settings: Builder,
    signals: &'r Signals,
    monitor: Monitor<'r>,
    /// Whether the side that was read last is a description with placeholders.
    has_routes: bool,
}

impl<'r> SidesReader<'r> {
    pub(super) fn new(
        typed: &'r DiffOptions,
        signals: &'r Signals,
        settings: Builder,
        quiet: bool,
    ) -> Self {
        let paths = [typed.old.clone(), typed.new.clone()];
        Self {
            typed,
            settings,
            signals,
            monitor: Monitor::of_reading(signals, &paths, quiet).strict(true),
            has_routes: false,
        }
    }

    /// Returns the templates of paths that differ; `None` if a side was not read to its end.
    pub(super) fn both(
        mut self,
        diff: &Diff,
        sides: &mut [DiffSide; 2],
    ) -> Result<Option<[Templates; 2]>> {
        let mut sift = self.settings.clone().two_pass(true).build()?;
        // Both sides have to be read alike, so the filter learns from both first.
        let scanner = Diff::scanner(&sift)?;
        let mut readers = [TemplateReader::default(), TemplateReader::default()];
        let mut paths = Arc::new(DescribedPaths::default());
        let mut known = [0; 2];
        let mut is_whole = true;
        if sift.needs_survey() {
            let mut sources = Vec::new();
            for side in &mut *sides {
                match side {
                    DiffSide::List(inputs) => sources.extend(inputs.sources()?),
                    DiffSide::State(kept) => {
                        sift.read_by(&of_stored(&scanner));
                        for kept in kept {
                            sift.admit(&kept.line);
                        }
                    }
                }
            }
            let run = self.run(sources)?;
            let summary = run.monitor(&mut self.monitor).survey(&mut sift)?;
            is_whole = was_read(&summary);
            self.monitor.read_again();
        }
        sift.restart();
        // The paths of a description say what varies in both sides, so a side that was read before
        // they were known is read again.
        for reading in 0..2 {
            for (at, side) in sides.iter_mut().enumerate() {
                if !is_whole || (reading > 0 && known[at] == paths.len()) {
                    continue;
                }
                known[at] = paths.len();
                readers[at] = TemplateReader::default().by_paths(Arc::clone(&paths));
                is_whole = self.read(side, &scanner, &mut sift, &mut readers[at])?;
                if self.has_routes && reading == 0 && is_whole {
                    let was_quiet = self.monitor.quiet(true);
                    let new = Arc::make_mut(&mut paths);
                    is_whole = self.add_paths(side, &scanner, &mut sift, new)?;
                    self.monitor.quiet(was_quiet);
                }
            }
            self.monitor.read_again();
        }
        let broken = self.monitor.take_broken();
        self.monitor.finish();
        if let Some(broken) = broken {
            bail!(broken);
        }
        // Nothing is printed yet, and what follows may take long.
        is_whole = self.signals.release().is_none() && is_whole;
        Ok(is_whole.then(|| diff.differing(&sift, readers)))
    }

    /// Reads one side. Returns whether it was read to its end.
    fn read(
        &mut self,
        side: &mut DiffSide,
        scanner: &Scanner,
        sift: &mut Sift,
        reader: &mut TemplateReader,
    ) -> Result<bool> {
        match side {
            DiffSide::State(kept) => {
                self.has_routes = false;
                sift.read_by(&of_stored(scanner));
                for kept in kept {
                    reader.admit_kept(sift, &kept.line, kept.lines);
                }
                Ok(true)
            }
            DiffSide::List(inputs) => {
                sift.read_by(scanner.view().fields);
                let run = self.run(inputs.sources()?)?;
                self.monitor.take_described();
                let summary = run.monitor(&mut self.monitor).read(scanner, |part| {
                    match part {
                        InputPart::Records(batch, lines) => {
                            let lines = lines.iter().copied();
                            reader
                                .read(sift, scanner, batch, lines)
                                .map_err(stream::Error::Store)?;
                        }
                        InputPart::Fields(fields) => sift.read_by(fields),
                        _ => {}
                    }
                    Ok(())
                })?;
                let described = self.monitor.take_described();
                self.has_routes = described >= Some(ListedRequests::Examples);
                if described.is_some() {
                    reader.describes();
                }
                if described == Some(ListedRequests::Routes) {
                    reader.describes_bodies();
                }
                Ok(was_read(&summary))
            }
        }
    }

    /// Adds the paths of a description. Returns whether it was read to its end.
    fn add_paths(
        &mut self,
        side: &mut DiffSide,
        scanner: &Scanner,
        sift: &mut Sift,
        paths: &mut DescribedPaths,
    ) -> Result<bool> {
        let DiffSide::List(inputs) = side else {
            return Ok(true);
        };
        sift.read_by(scanner.view().fields);
        let run = self.run(inputs.sources()?)?;
        let summary = run.monitor(&mut self.monitor).read(scanner, |part| {
            match part {
                InputPart::Records(_, lines) => {
                    for line in lines {
                        paths.add(sift, sift.scanner().line(line));
                    }
                }
                InputPart::Fields(fields) => sift.read_by(fields),
                _ => {}
            }
            Ok(())
        })?;
        Ok(was_read(&summary))
    }

    fn run<'o>(&self, sources: Vec<Source>) -> Result<Run<'o>> {
        let typed = self.typed;
        reading_of(sources, typed.null, typed.threads, &typed.input)
    }
}

/// Returns the reader of the lines of a state.
fn of_stored(scanner: &Scanner) -> Arc<Fields> {
    Arc::new(scanner.view().fields.of_stored())
}

/// Returns whether all inputs were read to their end.
fn was_read(summary: &Summary) -> bool {
    summary.ending == Ending::Exhausted && summary.unreadable == 0
}
