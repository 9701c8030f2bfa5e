//! A list, and the decision of a filter on each line.

use crate::reasons;
use urlsift::explain::{Decision, Watched};
use urlsift::settings::ByName;
use urlsift::settings::{Detail, RecordSettings};
use urlsift::{Builder, Sift, Verdict};

/// Stands for no group.
const NO_GROUP: u32 = u32::MAX;

/// A list and the decisions so far.
#[derive(Default)]
pub(crate) struct List {
    pub(crate) bytes: Vec<u8>,
    /// The end of each line, without its line end.
    pub(crate) ends: Vec<u32>,
    /// The group of each line that is decided.
    pub(crate) groups: Vec<u32>,
    /// Its verdict: see [`code`].
    pub(crate) verdicts: Vec<u8>,
    sift: Option<Watched<Sift>>,
    /// The decision on each line, for explanations.
    decisions: Vec<Decision>,
    /// The first line of each group.
    first_lines: Vec<u32>,
}

/// Reads settings by the names of the program's options, one on a line: `threshold=80`.
pub(crate) fn builder(text: &[u8]) -> Result<Builder, String> {
    let text = String::from_utf8_lossy(text);
    let (mut settings, mut records) = (Sift::builder(), RecordSettings::default());
    for line in text.lines() {
        let (name, value) = line.split_once('=').unwrap_or((line, "true"));
        match name {
            "as" => records = records.set(name, value).map_err(|error| error.to_string())?,
            _ => settings = settings.set(name, value).map_err(|error| error.to_string())?,
        }
    }
    let settings = settings.records(records.terms());
    settings.check().map_err(|error| error.to_string())?;
    Ok(settings)
}

/// Returns the code of a verdict for the page.
fn code(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Empty => 0,
        Verdict::Kept | Verdict::Sample => 1,
        Verdict::NotUrl | Verdict::Header { repeated: false } => 2,
        Verdict::Similar => 3,
        Verdict::Repeated => 4,
        Verdict::Unwanted(_) | Verdict::Header { repeated: true } => 5,
    }
}

impl List {
    pub(crate) fn of_length(length: usize) -> Self {
        Self { bytes: vec![0; length], ..Self::default() }
    }

    pub(crate) fn find_lines(&mut self) -> usize {
        let ends = (0..).zip(&self.bytes).filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
        self.ends = ends.collect();
        if self.bytes.last().is_some_and(|last| *last != b'\n') {
            self.ends.push(self.bytes.len() as u32);
        }
        self.ends.len()
    }

    pub(crate) fn line(&self, number: usize) -> &[u8] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize + 1 };
        &self.bytes[start..self.ends[number] as usize]
    }

    pub(crate) fn begin(&mut self, settings: Builder) -> Result<(), String> {
        let sift = settings.detail(Detail::Explanations).build().map_err(|error| error.to_string())?;
        self.sift = Some(Watched::new(sift));
        self.groups.clear();
        self.verdicts.clear();
        self.decisions.clear();
        self.first_lines.clear();
        Ok(())
    }

    pub(crate) fn decide(&mut self, lines: usize) -> usize {
        let decided = self.verdicts.len();
        let Some(mut sift) = self.sift.take() else { return decided };
        for number in decided..self.ends.len().min(decided + lines) {
            let verdict = sift.admit(self.line(number));
            let decision = sift.decisions().first().cloned().unwrap_or_default();
            let group = decision.group.map_or(NO_GROUP, |group| group as u32);
            // Groups are numbered as they start.
            if group == self.first_lines.len() as u32 {
                self.first_lines.push(number as u32);
            }
            self.groups.push(group);
            self.verdicts.push(code(verdict));
            self.decisions.push(decision);
        }
        self.sift = Some(sift);
        self.verdicts.len()
    }

    pub(crate) fn explain(&self, number: usize, text: &mut Vec<u8>) {
        let (Some(sift), Some(decision)) = (&self.sift, self.decisions.get(number)) else { return };
        let first = self.first_lines.get(self.groups[number] as usize).map_or(0, |line| line + 1);
        match sift.explainer().explain(self.line(number), decision) {
            Some(found) => reasons::similar(&found, first, text),
            None => reasons::repeated(first, text),
        }
    }
}
