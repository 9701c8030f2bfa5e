//! Settings for the records that a state holds.

use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::Result;
use urlsift::Builder;
use urlsift::settings::{ByName, Choices, Fold, Records, Terms};

use crate::app::settings::{builder, builder_of};
use crate::cli::{LineSettings, Subset, Typed};

/// Returns the typed settings, for the typed kind of records or else that of a state.
pub(super) fn typed<R: Subset<Of = Builder>>(
    settings: &Typed<R>,
    lines: &Typed<LineSettings>,
    stored: Option<&str>,
) -> Result<Builder> {
    if lines.is_empty() {
        return of_kind(builder(settings, false)?, stored);
    }
    builder_of(settings, lines, false)
}

/// Returns whether records are URLs, and not texts or sequences.
pub(super) fn are_urls(settings: &Builder) -> bool {
    let identity = settings.view().identity();
    !identity.lines().any(|line| line.starts_with("as "))
}

/// Returns settings for records of the kind that a state holds, by the text of its settings.
fn of_kind(settings: Builder, stored: Option<&str>) -> Result<Builder> {
    let mut lines = stored.unwrap_or_default().lines();
    let Some(kind) = lines.find_map(|line| line.strip_prefix("as ")) else {
        return Ok(settings);
    };
    let (kind, by) = kind.split_once(" by=").unwrap_or((kind, ""));
    let is_typed = names_fields(&settings);
    let settings = settings.records(terms_of(kind));
    if by.is_empty() || is_typed {
        return Ok(settings);
    }
    Ok(settings.set("by", by.trim_matches('"'))?)
}

/// Returns the reader of records of a kind, by its name in settings.
fn terms_of(kind: &str) -> Option<Arc<dyn Terms>> {
    let shingle = match kind.rsplit_once('=') {
        Some((_, runs)) => runs.parse().unwrap_or(NonZeroUsize::MIN),
        None => NonZeroUsize::MIN,
    };
    let mut kinds = vec![Records::Logs, Records::Events { shingle }];
    kinds.extend(Fold::VALUES.iter().map(|fold| Records::Folded(*fold)));
    for records in kinds {
        let terms = records.terms()?;
        if terms.identity() == kind {
            return Some(terms);
        }
    }
    None
}

/// Returns whether `--by` was typed.
fn names_fields(settings: &Builder) -> bool {
    let identity = settings.view().identity();
    identity.lines().any(|line| line.starts_with("by "))
}

#[cfg(test)]
mod tests {
    use urlsift::Sift;

    use super::*;

    #[test]
    fn settings_get_the_kind_of_the_state() {
        for records in [
            Records::Texts,
            Records::Folded(Fold::All),
            Records::Folded(Fold::Nothing),
            Records::Logs,
            Records::Events {
                shingle: NonZeroUsize::new(3).expect("it is not zero"),
            },
        ] {
            let stored = Sift::builder().records(records.terms()).view().identity();
            let found = of_kind(Sift::builder(), Some(&stored)).expect("it is a kind");
            assert_eq!(found.view().identity(), stored);
        }
    }

    #[test]
    fn states_of_urls_and_new_ones_change_nothing() {
        let plain = Sift::builder().view().identity();
        for stored in [None, Some(""), Some("threshold 80")] {
            let found = of_kind(Sift::builder(), stored).expect("it is right");
            assert_eq!(found.view().identity(), plain, "{stored:?}");
        }
    }

    #[test]
    fn typed_fields_replace_those_of_the_state() {
        let texts = Sift::builder().records(Records::Texts.terms());
        let stored = texts.clone().set("by", "level").expect("it is a field");
        let stored = stored.view().identity();
        let found = of_kind(Sift::builder(), Some(&stored)).expect("it is a kind");
        assert_eq!(found.view().identity(), stored);
        let typed = Sift::builder().set("by", "host").expect("it is a field");
        let found = of_kind(typed, Some(&stored)).expect("it is a kind");
        assert_ne!(found.view().identity(), stored);
    }
}
