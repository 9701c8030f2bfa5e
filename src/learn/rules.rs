//! How much each kind of word says of its path position, and how long it stays itself where the position is learned.

use super::context::{Context, Ground};
use super::kind::WordKind;
use crate::record::Segment;
use crate::token::Traits;

/// Points at which a position is variable, and at which a variable position is beyond doubt: five words of which nothing
/// else is known. Between 3 and 8 words give the same score.
pub(super) const EVIDENCE: i32 = 50;

/// Points of one unfamiliar word.
pub(super) const WORD: i32 = 10;

/// Points of the code of a language: four of them show that a site has editions.
const LOCALE_CODE: i32 = EVIDENCE / 4 + 1;

/// What a word takes to read as a value in a learned position: nothing, certainty, or more than there is.
const NONE: i32 = i32::MIN;
const UNTIL_SURE: i32 = EVIDENCE;
pub(super) const ENDLESS: i32 = i32::MAX;

/// What a word says for (above 0) or against its position being variable.
#[allow(clippy::match_same_arms, reason = "read as a table, in order")]
pub(super) fn points(context: &Context, kind: WordKind, segment: &Segment) -> i32 {
    let readable = segment.traits.has(Traits::READABLE);
    match (kind, context.ground) {
        (WordKind::LocaleCode, _) => LOCALE_CODE,
        (WordKind::Action, _) => -WORD,
        (_, Ground::Free) => WORD,
        (WordKind::ActionPhrase, Ground::Listed) => -WORD,
        (WordKind::ActionPhrase, _) => {
            if context.api {
                -WORD
            } else {
                0
            }
        }
        (WordKind::Name, Ground::Listed) => 0,
        (WordKind::Name, _) => -WORD,
        (WordKind::Phrase, Ground::Listed) => WORD,
        (WordKind::Phrase, _) => {
            if context.api {
                -WORD
            } else {
                0
            }
        }
        (WordKind::UnfamiliarPlural, Ground::Listed) if !context.api => WORD,
        (WordKind::UnfamiliarPlural, _) => 0,
        (WordKind::UnfamiliarPhrase, _) if !context.api => {
            // A title after an id is enough, elsewhere two are; on a site's first level three: its sections have such
            // names too.
            if context.value {
                EVIDENCE
            } else if context.depth == 0 {
                2 * WORD
            } else {
                3 * WORD
            }
        }
        (_, Ground::Collections) if readable => 0,
        _ if context.api && readable => WORD * 6 / 10,
        _ => WORD,
    }
}

/// The balance below which a word stays itself in a learned position.
#[allow(clippy::match_same_arms, reason = "read as a table, in order")]
pub(super) fn patience(context: &Context, kind: WordKind) -> i32 {
    match (kind, context.ground) {
        (WordKind::UnfamiliarPlural, Ground::Plain | Ground::Collections) if context.api => ENDLESS,
        (
            WordKind::LocaleCode
            | WordKind::Unfamiliar
            | WordKind::UnfamiliarPhrase
            | WordKind::UnfamiliarPlural,
            _,
        ) => NONE,
        (WordKind::Action, Ground::Free) => UNTIL_SURE,
        (_, Ground::Free) => NONE,
        (WordKind::Action, _) => ENDLESS,
        (WordKind::ActionPhrase | WordKind::Name, Ground::Listed) => UNTIL_SURE,
        (WordKind::Phrase, Ground::Listed) => NONE,
        (WordKind::ActionPhrase, _) if !context.api && context.depth >= 2 => UNTIL_SURE,
        (WordKind::Phrase, _) if !context.api => NONE,
        _ => ENDLESS,
    }
}
