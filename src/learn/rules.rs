//! How much each kind of word says of its path position, and how long it stays itself where the position is learned: two tables,
//! of which the first row that fits decides.

use super::context::{Context, Ground};
use super::kind::WordKind::{
    self, Action, ActionPhrase, LocaleCode, Name, Phrase, Unfamiliar, UnfamiliarPhrase, UnfamiliarPlural,
};
use crate::record::Segment;
use crate::thresholds::{Thresholds, Tuning};
use crate::token::Traits;

/// Where a row holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Anywhere,
    /// In an API.
    Api,
    /// Anywhere else.
    Site,
    /// There, on the first level.
    SiteRoot,
    /// There, from the third level on.
    SiteDeep,
    /// There, right after a value.
    SiteAfterValue,
}

/// A row of a table.
struct Row<T> {
    /// What ablations call it.
    name: &'static str,
    kinds: &'static [WordKind],
    grounds: &'static [Ground],
    place: Where,
    /// Traits of which a word has one; 0 asks for none.
    traits: u32,
    says: T,
}

/// What a word says.
#[derive(Clone, Copy)]
enum Points {
    For(fn(&Thresholds) -> i32),
    Against(fn(&Thresholds) -> i32),
    Nothing,
}

/// How long a word stays itself in a learned position.
#[derive(Clone, Copy)]
pub(super) enum Patience {
    /// Not at all.
    None,
    /// As long as the balance is below a threshold.
    Below(fn(&Thresholds) -> i32),
    /// Whatever is learned.
    Endless,
}

const ANY: &[Ground] = &[Ground::Plain, Ground::Collections, Ground::Listed, Ground::Free];
const OPEN: &[Ground] = &[Ground::Plain, Ground::Collections];
const LISTED: &[Ground] = &[Ground::Listed];
const FREE: &[Ground] = &[Ground::Free];
const COLLECTIONS: &[Ground] = &[Ground::Collections];

const ALL: &[WordKind] =
    &[Action, ActionPhrase, Name, Phrase, LocaleCode, Unfamiliar, UnfamiliarPhrase, UnfamiliarPlural];
const FAMILIAR: &[WordKind] = &[Action, ActionPhrase, Name, Phrase];
const STRANGE: &[WordKind] = &[LocaleCode, Unfamiliar, UnfamiliarPhrase, UnfamiliarPlural];

const fn row<T>(
    name: &'static str,
    kinds: &'static [WordKind],
    grounds: &'static [Ground],
    place: Where,
    traits: u32,
    says: T,
) -> Row<T> {
    Row { name, kinds, grounds, place, traits, says }
}

#[rustfmt::skip]
static POINTS: [Row<Points>; 19] = [
    // A code that is a word as well says less.
    row("doubtful-code", &[LocaleCode], ANY, Where::Anywhere, Traits::DOUBTFUL, Points::For(|t| t.doubtful_code)),
    row("code", &[LocaleCode], ANY, Where::Anywhere, 0, Points::For(|t| t.code)),
    row("action", &[Action], ANY, Where::Anywhere, 0, Points::Against(|t| t.action)),
    // After a date or a word like `tag`, everything else is a name that people chose.
    row("free", ALL, FREE, Where::Anywhere, 0, Points::For(|t| t.word)),
    row("listed-action-phrase", &[ActionPhrase], LISTED, Where::Anywhere, 0, Points::Against(|t| t.action)),
    row("api-phrase", &[ActionPhrase, Phrase], OPEN, Where::Api, 0, Points::Against(|t| t.action)),
    row("listed-name", &[Name], LISTED, Where::Anywhere, 0, Points::Nothing),
    row("name", &[Name], OPEN, Where::Anywhere, 0, Points::Against(|t| t.name)),
    row("listed-phrase", &[Phrase], LISTED, Where::Anywhere, 0, Points::For(|t| t.word)),
    row("phrase", &[ActionPhrase, Phrase], OPEN, Where::Site, 0, Points::Nothing),
    // A plural names a collection, and is no member of one; on a site it may be both.
    row("listed-plural", &[UnfamiliarPlural], LISTED, Where::Site, 0, Points::For(|t| t.word)),
    row("plural", &[UnfamiliarPlural], ANY, Where::Anywhere, 0, Points::Nothing),
    row("title-after-value", &[UnfamiliarPhrase], ANY, Where::SiteAfterValue, 0, Points::For(|t| t.title_after_value)),
    row("title-first", &[UnfamiliarPhrase], ANY, Where::SiteRoot, 0, Points::For(|t| t.title_first)),
    row("title", &[UnfamiliarPhrase], ANY, Where::Site, 0, Points::For(|t| t.title)),
    // Right after an API's version or name, nouns that read like a language are collections.
    row("collection", &[Unfamiliar, UnfamiliarPhrase], COLLECTIONS, Where::Anywhere, Traits::READABLE, Points::Nothing),
    row("api-noun", &[Unfamiliar, UnfamiliarPhrase], ANY, Where::Api, Traits::READABLE, Points::For(|t| t.api_noun)),
    row("word", STRANGE, ANY, Where::Anywhere, 0, Points::For(|t| t.word)),
    row("rest", ALL, ANY, Where::Anywhere, 0, Points::Nothing),
];

#[rustfmt::skip]
static PATIENCE: [Row<Patience>; 12] = [
    row("plural-stays", &[UnfamiliarPlural], OPEN, Where::Api, 0, Patience::Endless),
    row("strange-merges", STRANGE, ANY, Where::Anywhere, 0, Patience::None),
    row("free-action-stays", &[Action], FREE, Where::Anywhere, 0, Patience::Below(|t| t.sure)),
    row("free-merges", FAMILIAR, FREE, Where::Anywhere, 0, Patience::None),
    row("action-stays", &[Action], ANY, Where::Anywhere, 0, Patience::Endless),
    row("listed-name-stays", &[ActionPhrase, Name], LISTED, Where::Anywhere, 0, Patience::Below(|t| t.sure)),
    row("listed-phrase-merges", &[Phrase], LISTED, Where::Anywhere, 0, Patience::None),
    // Where titles stand, some begin with a verb: the more of them, the likelier.
    row("deep-title", &[ActionPhrase], OPEN, Where::SiteDeep, 0, Patience::Below(|t| t.sure)),
    row("first-title", &[ActionPhrase], OPEN, Where::SiteRoot, 0, Patience::Below(|t| t.sure_title_first)),
    row("sure-title", &[ActionPhrase], OPEN, Where::Site, 0, Patience::Below(|t| t.sure_title)),
    row("phrase-merges", &[Phrase], OPEN, Where::Site, 0, Patience::None),
    row("familiar-stays", FAMILIAR, ANY, Where::Anywhere, 0, Patience::Endless),
];

impl<T> Row<T> {
    fn fits(&self, context: &Context, kind: WordKind, segment: &Segment) -> bool {
        self.kinds.contains(&kind)
            && self.grounds.contains(&context.ground)
            && (self.traits == 0 || segment.traits.has(self.traits))
            && match self.place {
                Where::Anywhere => true,
                Where::Api => context.api,
                Where::Site => !context.api,
                Where::SiteRoot => !context.api && context.depth == 0,
                Where::SiteDeep => !context.api && context.depth >= 2,
                Where::SiteAfterValue => !context.api && context.value,
            }
    }
}

/// What the first row says that fits and is in force.
fn first<T: Copy>(
    table: &[Row<T>],
    tuning: &Tuning,
    context: &Context,
    kind: WordKind,
    segment: &Segment,
) -> Option<T> {
    let mut rows = table.iter().filter(|row| row.fits(context, kind, segment));
    rows.find(|row| tuning.has(row.name)).map(|row| row.says)
}

/// What a word says for (above 0) or against its position being variable.
pub(super) fn points(tuning: &Tuning, context: &Context, kind: WordKind, segment: &Segment) -> i32 {
    match first(&POINTS, tuning, context, kind, segment) {
        Some(Points::For(points)) => points(&tuning.thresholds),
        Some(Points::Against(points)) => -points(&tuning.thresholds),
        Some(Points::Nothing) | None => 0,
    }
}

/// How long a word stays itself in a learned position.
pub(super) fn patience(tuning: &Tuning, context: &Context, kind: WordKind, segment: &Segment) -> Patience {
    first(&PATIENCE, tuning, context, kind, segment).unwrap_or(Patience::Endless)
}

/// Rules of learning that are no rows, for ablations.
pub(super) const HIDDEN_STAY: &str = "hidden-stay";
pub(super) const PROTECTED_STAY: &str = "protected-stay";
pub(super) const DIGITS_BESIDE_VALUES: &str = "digits-beside-values";
pub(super) const CONTINUATION: &str = "continuation";
pub(super) const ONE_IS_ENOUGH: &str = "one-is-enough";

/// The names of all rules of learning.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let others = [HIDDEN_STAY, PROTECTED_STAY, DIGITS_BESIDE_VALUES, CONTINUATION, ONE_IS_ENOUGH];
    let rows = POINTS.iter().map(|row| row.name).chain(PATIENCE.iter().map(|row| row.name));
    rows.filter(|name| *name != "rest" && *name != "familiar-stays").chain(others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_names_of_their_own_and_the_last_takes_the_rest() {
        let mut all: Vec<&str> = names().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        let last = POINTS.last().expect("has rows");
        assert!(
            last.kinds.len() == ALL.len() && last.grounds.len() == ANY.len() && last.place == Where::Anywhere
        );
    }
}
