//! Kinds of words, by their effect on their path position.

use crate::record::Segment;
use urlsift_url::token::Traits;

/// A kind of word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordKind {
    /// An action or a choice, or a word that names the next segment: `search`, `latest`, `tag`.
    Action,
    /// Several words that include an action: `reset-password`.
    ActionPhrase,
    /// An ordinary word of sites and APIs: `profile`.
    Name,
    /// Ordinary words joined: `billing-history`.
    Phrase,
    /// The code of a language or country that is not after a plural or naming word: perhaps an
    /// edition of the site.
    LocaleCode,
    /// Any other word.
    Unfamiliar,
    /// Several other words: `red-shoes`.
    UnfamiliarPhrase,
    /// Any other plural; on sites only a single word.
    UnfamiliarPlural,
}

impl WordKind {
    /// Returns the kind of a word without its context.
    pub(super) fn of(segment: &Segment, api: bool) -> Self {
        let has = |bits| segment.traits.has(bits);
        let known = has(Traits::KNOWN);
        let action = known && has(Traits::ACTION | Traits::NAMING);
        let joined = has(Traits::JOINED);
        match (known, action, joined) {
            (_, true, false) => Self::Action,
            (_, true, true) => Self::ActionPhrase,
            (true, _, false) => Self::Name,
            (true, _, true) => Self::Phrase,
            _ if has(Traits::PLURAL) && (api || !joined) => Self::UnfamiliarPlural,
            (_, _, true) => Self::UnfamiliarPhrase,
            _ => Self::Unfamiliar,
        }
    }
}
