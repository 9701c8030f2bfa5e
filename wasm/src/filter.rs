//! A filter with as much around it as its settings ask for.

use std::fmt::Write;
use urlsift::explain::{Decision, Explainer};
use urlsift::memory::Recorder;
use urlsift::settings::ByName;
use urlsift::{Batch, Builder, Decided, Error, Filter, Observed, Observer, Sift};

/// A filter, and the answers to questions about its decisions.
pub(crate) trait InstanceFilter: Filter {
    /// Returns the decisions so far, if they are noted.
    fn noted(&self) -> Option<&NotedDecisions> {
        None
    }

    /// Counts a line that is not compared.
    fn pass_over(&mut self) {}

    /// Returns everything the filter has learned and kept, as bytes.
    fn save(&mut self) -> Result<Vec<u8>, String> {
        Err("the filter notes nothing to be saved: set notes".to_owned())
    }

    fn memory_usage(&self) -> usize {
        self.sift().memory_usage()
    }
}

impl InstanceFilter for Sift {}

impl InstanceFilter for Recorder {
    fn save(&mut self) -> Result<Vec<u8>, String> {
        let mut saved = Vec::new();
        Self::save(self, &mut saved).map_err(|error| error.to_string())?;
        Ok(saved)
    }

    fn memory_usage(&self) -> usize {
        Self::memory_usage(self)
    }
}

impl InstanceFilter for Observed<Sift, NotedDecisions> {
    fn noted(&self) -> Option<&NotedDecisions> {
        Some(self.observer())
    }

    fn pass_over(&mut self) {
        let (_, noted) = self.parts_mut();
        noted.decisions.push(Decision::default());
    }

    fn memory_usage(&self) -> usize {
        let noted = self.observer();
        let decisions = noted.decisions.capacity() * size_of::<Decision>();
        self.sift().memory_usage() + noted.explainer.memory_usage() + decisions
    }
}

/// Builds the filter of these settings: a plain one; one whose decisions are noted, so that groups
/// and reasons can be asked for; or one that records what it learns, so that it can be saved.
pub(crate) fn build(settings: &Builder) -> Result<Box<dyn InstanceFilter>, Error> {
    if is_set(settings, "notes") {
        return Ok(Box::new(Recorder::new(settings.clone())?));
    }
    let sift = settings.build()?;
    if !is_set(settings, "detail") {
        return Ok(Box::new(sift));
    }
    let noted = NotedDecisions {
        explainer: Explainer::of(&sift),
        decisions: Vec::new(),
    };
    Ok(Box::new(Observed::new(sift, noted)))
}

/// Whether a setting differs from its default.
fn is_set(settings: &Builder, name: &str) -> bool {
    settings
        .get(name)
        .is_ok_and(|texts| texts != Sift::builder().get(name).unwrap_or_default())
}

/// The decisions on all lines.
pub(crate) struct NotedDecisions {
    explainer: Explainer,
    decisions: Vec<Decision>,
}

impl Observer for NotedDecisions {
    fn see(&mut self, batch: &Batch, lines: &[&[u8]], decided: &Decided<'_>) {
        self.explainer.see(batch, lines, decided);
        let decision = self.explainer.decisions().first();
        self.decisions.push(decision.cloned().unwrap_or_default());
    }
}

impl NotedDecisions {
    /// Returns the group of the line of this number.
    pub(crate) fn group(&self, number: usize) -> Option<u64> {
        self.decisions.get(number)?.group
    }

    /// Explains a line of this number in the words of `urlsift --explain`: a few lines, each a name
    /// and a text.
    pub(crate) fn explain(&self, line: &[u8], number: usize) -> Option<Vec<u8>> {
        let decision = self.decisions.get(number)?;
        let first = self
            .decisions
            .iter()
            .position(|other| other.group == decision.group)?;
        if first == number || decision.group.is_none() {
            return None;
        }
        let first = first + 1;
        let Some(found) = self.explainer.explain(line, decision) else {
            return Some(format!("not a URL, and the same as {first}\n").into_bytes());
        };
        let comparison = &found.comparison;
        let mut text = format!("{:.2} % like {first}: ", comparison.percent).into_bytes();
        text.extend_from_slice(&found.representative);
        let mut more = format!("\nshape: {}\n", comparison.first);
        for same in &comparison.same {
            // Writing to memory cannot fail.
            let _ = writeln!(more, "same: {same}");
        }
        for (name, reason) in comparison.reasons() {
            let _ = writeln!(more, "{name}: {reason}");
        }
        text.extend_from_slice(more.as_bytes());
        Some(text)
    }
}
