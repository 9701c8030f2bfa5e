//! Sets of HTTP statuses.

use crate::error::{Error, ErrorKind};
use std::ops::RangeInclusive;

/// The selected statuses.
#[derive(Clone, Debug, Default)]
pub(super) struct Statuses(Vec<RangeInclusive<u16>>);

/// Reads a status, a class of statuses or a range.
fn range(text: &str) -> Option<RangeInclusive<u16>> {
    if let Some(class) = text.strip_suffix("xx").or(text.strip_suffix("XX")) {
        let first = number(&format!("{class}00"))?;
        return Some(first..=first + 99);
    }
    let Some((first, last)) = text.split_once('-') else {
        let only = number(text)?;
        return Some(only..=only);
    };
    let first = number(first)?;
    let last = number(last)?;
    if first > last {
        return None;
    }
    Some(first..=last)
}

fn number(text: &str) -> Option<u16> {
    let status = text.parse().ok()?;
    match status {
        100..=599 => Some(status),
        _ => None,
    }
}

impl Statuses {
    /// Adds `200`, `3xx` or `400-404`.
    pub(super) fn add(&mut self, text: &str) -> Result<(), Error> {
        let Some(range) = range(text) else {
            let text = text.escape_debug();
            let message = format!("\"{text}\" is not a status: write 200, 3xx or 400-404");
            return Err(Error::new(ErrorKind::Name, message));
        };
        self.0.push(range);
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn contain(&self, status: u16) -> bool {
        self.0.iter().any(|range| range.contains(&status))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_single_ones_classes_and_ranges() {
        let mut statuses = Statuses::default();
        for text in ["200", "3xx", "401-403"] {
            statuses.add(text).expect("is a status");
        }
        let wanted: Vec<u16> = (100..600)
            .filter(|status| statuses.contain(*status))
            .collect();
        assert_eq!(
            (wanted.len(), wanted[0], wanted[1], wanted[103]),
            (104, 200, 300, 403)
        );
        for text in [
            "", "20", "2000", "xx", "9xx", "403-401", "ok", "-", "200,301",
        ] {
            assert!(statuses.add(text).is_err(), "{text}");
        }
    }
}
