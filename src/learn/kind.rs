//! Kinds of words, by what their appearance at a path position says.

use crate::record::Segment;
use crate::token::Traits;

/// What a word's appearance at a position says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordKind {
    /// A word that says what is done or chosen, or that names what follows: `search`, `latest`,
    /// `tag`.
    Action,
    /// Such a word with others joined: `reset-password`.
    ActionPhrase,
    /// An ordinary word of sites and APIs: `profile`.
    Name,
    /// Ordinary words joined: `billing-history`.
    Phrase,
    /// The code of a language or country, where nothing is listed: an edition of the site, perhaps.
    LocaleCode,
    /// Any other word.
    Unfamiliar,
    /// Others joined: `red-shoes`.
    UnfamiliarPhrase,
    /// Any other plural; on sites only where it is a single word.
    UnfamiliarPlural,
}

impl WordKind {
    /// The kind of a word where it may be anything.
    pub(super) fn of(segment: &Segment, api: bool) -> Self {
        let has = |bits| segment.traits.has(bits);
        let (known, joined) = (has(Traits::KNOWN), has(Traits::JOINED));
        match (known, known && has(Traits::ACTION | Traits::NAMING), joined) {
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
