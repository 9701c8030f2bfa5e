//! Reads the decisions of a filter, as far as its settings ask for it.

use crate::compare::cache::Cache;
use crate::compare::comparer::Comparer;
use crate::decision::Decision;
use crate::register::Register;
use crate::swallowed::{LearnedPosition, Swallowed};
use std::borrow::Cow;
use std::cell::RefCell;
use urlsift_core::decide::filter::{Decided, Observer};
use urlsift_core::decide::sift::Sift;
use urlsift_core::record::Batch;
use urlsift_core::scan::Scanner;
use urlsift_core::similar::index::Id;
use urlsift_url::answer;
use urlsift_url::input::ReadLine;

/// Reads the decisions of a filter: names groups, shows templates, explains why a line is similar,
/// and counts the lines that learning dropped, as far as the filter's settings ask for it.
#[derive(Clone, Debug)]
pub struct Explainer {
    pub(crate) scanner: Scanner,
    pub(crate) comparer: Comparer,
    pub(crate) register: Option<Box<Register>>,
    swallowed: Option<Box<Swallowed>>,
    /// Cache of recent explanations.
    pub(crate) explained: RefCell<Cache>,
}

impl Observer for Explainer {
    fn see(&mut self, batch: &Batch, lines: &[&[u8]], decided: &Decided<'_>) {
        if let Some(register) = &mut self.register {
            register.see(batch, lines, decided);
        }
        if let Some(swallowed) = &mut self.swallowed {
            for event in decided.events(batch, lines) {
                swallowed.see(&event);
            }
        }
    }
}

impl Explainer {
    /// Starts to read the decisions of a filter; the groups it has so far count as those of earlier
    /// runs.
    pub fn of(sift: &Sift) -> Self {
        let view = sift.view();
        let earlier = view.deciders.known().next();
        Self {
            scanner: sift.scanner().clone(),
            comparer: Comparer::of(sift),
            register: Register::new(view.settings.detail, earlier),
            swallowed: view.settings.counts_learned().then(Box::default),
            explained: RefCell::default(),
        }
    }

    /// Whether no setting asks for any of this.
    pub fn is_idle(&self) -> bool {
        self.register.is_none() && self.swallowed.is_none()
    }

    /// Treats groups below this number as started in other runs: decisions do not name them, and
    /// numbers are counted from it.
    pub fn number_from(&mut self, group: Id) {
        if let Some(register) = &mut self.register {
            register.earlier = group;
        }
    }

    /// Returns one decision for each record of the last batch. Empty at
    /// [`Detail::Verdicts`](urlsift_core::Detail::Verdicts).
    pub fn decisions(&self) -> &[Decision] {
        match &self.register {
            Some(register) => &register.decisions,
            None => &[],
        }
    }

    /// Returns how many lines were dropped because a path position was learned, and those
    /// positions, the largest first. `None` unless
    /// [`count_learned`](urlsift_core::Builder::count_learned) asks for it.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::explain::Watched;
    ///
    /// let words = ["quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian"];
    /// let lines = words.map(|word| format!("https://example.com/zork/{word}"));
    /// let mut sift = Watched::new(Sift::builder().count_learned(true).build()?);
    /// assert!(sift.filter(&lines).count() < lines.len());
    /// let (lines, positions) = sift.explainer().learned_positions().expect("was asked for");
    /// assert_eq!((lines, positions[0].pattern.as_str()), (3, "example.com/zork/{word}"));
    /// assert_eq!(positions[0].suspects, ["marble", "obsidian", "tuff"]);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn learned_positions(&self) -> Option<(u64, Vec<LearnedPosition>)> {
        let swallowed = self.swallowed.as_ref()?;
        Some((swallowed.lines, swallowed.positions()))
    }

    /// Shows the answer because of which a line was dropped, like `status 404, digest 3I42H3S6`;
    /// `None` if there was another reason, or at
    /// [`Detail::Verdicts`](urlsift_core::Detail::Verdicts).
    pub fn same_answer(&self, line: &[u8], decision: &Decision) -> Option<String> {
        if !decision.by_answer {
            return None;
        }
        let fields = self.line_read(line, decision.reader).fields;
        answer::shown(fields, line)
    }

    /// Returns the scanner that reads the line of a decision as it was read.
    pub fn scanner_of(&self, decision: &Decision) -> Cow<'_, Scanner> {
        let line = self.line_read(b"", decision.reader);
        self.scanner.reading_by(line.fields)
    }

    /// Returns a line with the reader of this number.
    pub(crate) fn line_read<'l>(&'l self, line: &'l [u8], reader: u32) -> ReadLine<'l> {
        match &self.register {
            Some(register) => register.readers.line(line, reader),
            None => self.scanner.line(line),
        }
    }

    /// Returns the memory used, in bytes, within a few percent: kept lines, the names that learning
    /// merged, and recent explanations.
    pub fn memory_usage(&self) -> usize {
        let mut memory = 0;
        if let Some(register) = &self.register {
            memory += register.lines.memory();
        }
        if let Some(swallowed) = &self.swallowed {
            memory += swallowed.memory();
        }
        if let Ok(cache) = self.explained.try_borrow() {
            memory += cache.memory();
        }
        memory
    }
}
