//! Sets of HTTP statuses.

use crate::error::{Error, ErrorKind};
use std::ops::RangeInclusive;

/// The selected statuses.
#[derive(Clone, Debug, Default)]
pub(super) struct Statuses(Vec<RangeInclusive<u16>>);

impl Statuses {
    /// Adds `200`, `3xx` or `400-404`.
    pub(super) fn add(&mut self, text: &str) -> Result<(), Error> {
        let refused = || {
            let text = format!(
                "\"{}\" is not a status: write 200, 3xx or 400-404",
                text.escape_debug()
            );
            Error::new(ErrorKind::Name, text)
        };
        let number = |text: &str| {
            text.parse()
                .ok()
                .filter(|status| (100..=599).contains(status))
        };
        let class = text.strip_suffix("xx").or(text.strip_suffix("XX"));
        let range = if let Some(class) = class {
            number(&format!("{class}00")).map(|first| first..=first + 99)
        } else if let Some((first, last)) = text.split_once('-') {
            number(first)
                .zip(number(last))
                .filter(|(first, last)| first <= last)
                .map(|(first, last)| first..=last)
        } else {
            number(text).map(|status| status..=status)
        };
        self.0.push(range.ok_or_else(refused)?);
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
