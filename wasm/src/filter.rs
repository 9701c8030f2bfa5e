//! A filter with as much around it as its settings ask for.

use std::fmt::Write;
use urlsift::explain::{Decision, Explainer, Watched};
use urlsift::memory::Recorder;
use urlsift::settings::ByName;
use urlsift::{Builder, Error, Filter as _, Sift, Verdict};

/// A plain filter; one that notes its decisions, so that groups and reasons can be asked for; or one
/// that records what it learns, so that it can be saved.
#[allow(clippy::large_enum_variant, reason = "an instance holds one of them")]
pub(crate) enum Filter {
    Plain(Sift),
    Watched(Watched<Sift>, Vec<Decision>),
    Noting(Recorder),
}

/// Whether a setting differs from its default.
fn is_set(settings: &Builder, name: &str) -> bool {
    settings
        .get(name)
        .is_ok_and(|texts| texts != Sift::builder().get(name).unwrap_or_default())
}

impl Filter {
    pub(crate) fn new(settings: &Builder) -> Result<Self, Error> {
        Ok(if is_set(settings, "notes") {
            Self::Noting(Recorder::new(settings.clone())?)
        } else if is_set(settings, "detail") {
            Self::Watched(Watched::new(settings.build()?), Vec::new())
        } else {
            Self::Plain(settings.build()?)
        })
    }

    pub(crate) fn sift(&self) -> &Sift {
        match self {
            Self::Plain(sift) => sift,
            Self::Watched(watched, _) => watched.sift(),
            Self::Noting(recorder) => recorder.sift(),
        }
    }

    pub(crate) fn admit(&mut self, line: &[u8]) -> Verdict {
        match self {
            Self::Plain(sift) => sift.admit(line),
            Self::Noting(recorder) => recorder.admit(line),
            Self::Watched(watched, decisions) => {
                let verdict = watched.admit(line);
                decisions.push(watched.decisions().first().cloned().unwrap_or_default());
                verdict
            }
        }
    }

    fn watched(&self) -> Option<(&Explainer, &[Decision])> {
        match self {
            Self::Watched(watched, decisions) => Some((watched.explainer(), decisions)),
            _ => None,
        }
    }

    /// Returns the group of the line of this number.
    pub(crate) fn group(&self, number: usize) -> Option<u64> {
        self.watched()?.1.get(number)?.group
    }

    /// Explains a line of this number in the words of `urlsift --explain`: a few lines, each a name
    /// and a text.
    pub(crate) fn explain(&self, line: &[u8], number: usize) -> Option<Vec<u8>> {
        let (explainer, decisions) = self.watched()?;
        let decision = decisions.get(number)?;
        let first = decisions
            .iter()
            .position(|other| other.group == decision.group)?;
        if first == number || decision.group.is_none() {
            return None;
        }
        let first = first + 1;
        let Some(found) = explainer.explain(line, decision) else {
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

    pub(crate) fn save(&mut self) -> Result<Vec<u8>, String> {
        let Self::Noting(recorder) = self else {
            return Err("the filter notes nothing to be saved: set notes".to_owned());
        };
        let mut saved = Vec::new();
        recorder
            .save(&mut saved)
            .map_err(|error| error.to_string())?;
        Ok(saved)
    }

    pub(crate) fn memory(&self) -> usize {
        match self {
            Self::Plain(sift) => sift.memory_usage(),
            Self::Watched(watched, decisions) => {
                watched.memory_usage() + decisions.capacity() * size_of::<Decision>()
            }
            Self::Noting(recorder) => recorder.memory_usage(),
        }
    }
}
