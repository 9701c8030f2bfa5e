//! What records other than URLs consist of: the words of a text, the steps of a sequence.
//!
//! A URL is cut into parts; these records are cut into *terms*, and two records are similar as far as they have terms in common. From there on
//! all is as for URLs: terms are features with weights ([`Layout`](crate::feature::Layout)), and the same indexes find similar ones.

mod events;
pub(crate) mod frequencies;
#[cfg(feature = "records")]
mod json;
#[cfg(feature = "records")]
mod text;

pub(crate) use events::{Events, Step, bucket};
pub(crate) use frequencies::{Census, Frequencies};
#[cfg(feature = "records")]
pub(crate) use text::{each_word, read_text};

use crate::input;
use crate::parse::Scratch;
use crate::shape::Shape;
use crate::token::Mode;
use crate::variant::Variant;
use std::num::NonZeroUsize;

/// What the lines of a list are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Records {
    /// URLs.
    #[default]
    Urls,
    /// Texts, with the feature `records`: each is its words. In scripts without blanks, such as Chinese, each pair of neighbouring characters is one.
    #[cfg(feature = "records")]
    Texts,
    /// Sequences of requests: each is its runs of steps. A step is a path, read as the path of a URL, a method and the time since the
    /// step before.
    Events {
        /// How many steps a run has. Two sequences have a run in common if all of its steps are alike.
        shingle: NonZeroUsize,
        /// The field that tells kinds of sequences apart: those of different kinds are never similar.
        by: Option<String>,
    },
}

impl Records {
    /// Whether records have terms instead of the parts of URLs.
    pub(crate) fn have_terms(&self) -> bool {
        *self != Self::Urls
    }

    /// The record as people see what is compared: a text without signs, the steps of a sequence with templates of paths. `None` if the
    /// line is no such record.
    pub(crate) fn shape(&self, line: &[u8], mode: &Mode) -> Option<String> {
        match self {
            Self::Urls => Shape::of(line, mode).map(|shape| shape.template(&Variant::default())),
            #[cfg(feature = "records")]
            Self::Texts => Some(read_text(line)).filter(|text| !text.is_empty()),
            Self::Events { by, .. } => {
                let events = read_events(line, by.as_deref())?;
                let kind = events.kind.iter().map(|kind| String::from_utf8_lossy(kind).into_owned());
                let steps = events.steps.iter().map(|step| show(step, mode));
                Some(kind.chain(steps).collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// The terms of a record as text, in order, each as often as it occurs.
    pub(crate) fn terms(&self, line: &[u8], mode: &Mode) -> Vec<String> {
        let mut terms = Vec::new();
        match self {
            Self::Urls => {}
            #[cfg(feature = "records")]
            Self::Texts => each_word(line, |word| terms.push(word.to_owned())),
            Self::Events { shingle, by } => {
                let Some(events) = read_events(line, by.as_deref()) else { return terms };
                let steps: Vec<String> = events.steps.iter().map(|step| show(step, mode)).collect();
                terms.extend(runs(&steps, *shingle).map(|run| run.join(" ")));
            }
        }
        terms
    }
}

/// Reads a sequence. `None` if the line has no step.
pub(crate) fn read_events<'l>(line: &'l [u8], by: Option<&str>) -> Option<Events<'l>> {
    let found = match line.trim_ascii_start() {
        #[cfg(feature = "records")]
        [b'[' | b'{', ..] => json::events(line, by)?,
        _ => Events::of_words(line, by)?,
    };
    (!found.steps.is_empty()).then_some(found)
}

/// The runs of so many neighbouring steps; all of them, where they are fewer.
pub(crate) fn runs<T>(steps: &[T], shingle: NonZeroUsize) -> impl Iterator<Item = &[T]> {
    steps.windows(shingle.get().min(steps.len()).max(1))
}

fn show(step: &Step<'_>, mode: &Mode) -> String {
    let mut scratch = Scratch::default();
    let path = match input::parse(&step.path, &mut scratch) {
        Some((address, _)) => Shape::of_address(&address, mode, None).template(&Variant::default()),
        None => String::from_utf8_lossy(&step.path).into_owned(),
    };
    let method = String::from_utf8_lossy(&step.method);
    match bucket(&step.interval) {
        Some(bucket) => format!("{path}|{method}|{bucket}"),
        None => format!("{path}|{method}"),
    }
}
