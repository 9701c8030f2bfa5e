//! Points of each kind of word for its path position, and its patience at a learned position: two
//! tables, in which the first matching row decides.

use super::context::{Context, Ground};
use super::kind::WordKind::{
    self, Action, ActionPhrase, LocaleCode, Name, Phrase, Unfamiliar, UnfamiliarPhrase,
    UnfamiliarPlural,
};
use crate::record::Segment;
use std::sync::{Arc, LazyLock};
use urlsift_url::thresholds::{Thresholds, Tuning};
use urlsift_url::token::Traits;

/// The situations in which a row applies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Anywhere,
    /// In an API.
    Api,
    /// Anywhere else.
    Site,
    /// On a site, on the first level.
    SiteRoot,
    /// On a site, on other levels.
    SiteBelowRoot,
    /// On a site, from the third level on.
    SiteDeep,
    /// On a site, right after a value.
    SiteAfterValue,
}

/// A row of a table.
struct Row<T> {
    /// Its name in ablations.
    name: &'static str,
    kinds: &'static [WordKind],
    grounds: &'static [Ground],
    position: Where,
    /// Traits of which a word needs one; 0 for any word.
    traits: u32,
    says: T,
}

/// The points of a word.
#[derive(Clone, Copy)]
enum Points {
    For(fn(&Thresholds) -> i32),
    Against(fn(&Thresholds) -> i32),
    Nothing,
}

/// The balance of the position up to which a word at a learned position stays a word.
#[derive(Clone, Copy)]
enum Patience {
    /// Never: it is a value.
    None,
    /// As long as the balance is below a threshold.
    Below(fn(&Thresholds) -> i32),
    /// Always.
    Endless,
}

const ANY: &[Ground] = &[
    Ground::Plain,
    Ground::Collections,
    Ground::Listed,
    Ground::Free,
];
const OPEN: &[Ground] = &[Ground::Plain, Ground::Collections];
const LISTED: &[Ground] = &[Ground::Listed];
const COLLECTIONS: &[Ground] = &[Ground::Collections];
const FREE: &[Ground] = &[Ground::Free];

const ALL: &[WordKind] = &[
    Action,
    ActionPhrase,
    Name,
    Phrase,
    LocaleCode,
    Unfamiliar,
    UnfamiliarPhrase,
    UnfamiliarPlural,
];
const FAMILIAR: &[WordKind] = &[Action, ActionPhrase, Name, Phrase];
const STRANGE: &[WordKind] = &[LocaleCode, Unfamiliar, UnfamiliarPhrase, UnfamiliarPlural];

const fn row<T>(
    name: &'static str,
    kinds: &'static [WordKind],
    grounds: &'static [Ground],
    position: Where,
    traits: u32,
    says: T,
) -> Row<T> {
    Row {
        name,
        kinds,
        grounds,
        position,
        traits,
        says,
    }
}

#[rustfmt::skip]
static POINTS: [Row<Points>; 18] = [
    // A code that is also a word has fewer points.
    row("says-doubtful-code", &[LocaleCode], ANY, Where::Anywhere, Traits::DOUBTFUL, Points::For(|t| t.doubtful_code)),
    row("says-code", &[LocaleCode], ANY, Where::Anywhere, 0, Points::For(|t| t.code)),
    row("says-action", &[Action], ANY, Where::Anywhere, 0, Points::Against(|t| t.action)),
    // After a date or a word like `tag`, all other words are names chosen by users.
    row("says-free", ALL, FREE, Where::Anywhere, 0, Points::For(|t| t.word)),
    row("says-api-phrase", &[ActionPhrase, Phrase], OPEN, Where::Api, 0, Points::Against(|t| t.action)),
    row("says-name", &[Name], OPEN, Where::Anywhere, 0, Points::Against(|t| t.name)),
    // An action on all of the listed things: `/orders/cancel-now`.
    row("says-command", &[ActionPhrase, Phrase, UnfamiliarPhrase, UnfamiliarPlural], LISTED, Where::Anywhere, Traits::COMMAND, Points::Nothing),
    row("says-listed-phrase", &[Phrase], LISTED, Where::Anywhere, 0, Points::For(|t| t.word)),
    // A plural names a collection and is not a member of one; on a site it may be both.
    row("says-listed-plural", &[UnfamiliarPlural], LISTED, Where::Site, 0, Points::For(|t| t.word)),
    row("says-plural", &[UnfamiliarPlural], ANY, Where::Anywhere, 0, Points::Nothing),
    row("says-title-after-value", &[UnfamiliarPhrase], ANY, Where::SiteAfterValue, 0, Points::For(|t| t.title_after_value)),
    row("says-title-first", &[UnfamiliarPhrase], ANY, Where::SiteRoot, 0, Points::For(|t| t.title_first)),
    row("says-title", &[UnfamiliarPhrase], ANY, Where::Site, 0, Points::For(|t| t.title)),
    // Right after an API's version or name, nouns that read like a language are collections;
    // elsewhere in an API programmers chose them too.
    row("says-collection", &[Unfamiliar, UnfamiliarPhrase], COLLECTIONS, Where::Anywhere, Traits::READABLE, Points::Nothing),
    // The members of an API's collection are named by its users.
    row("says-api-member", &[Unfamiliar, UnfamiliarPhrase], LISTED, Where::Api, 0, Points::For(|t| t.word)),
    row("says-api-noun", &[Unfamiliar, UnfamiliarPhrase], ANY, Where::Api, Traits::READABLE, Points::For(|t| t.api_noun)),
    row("says-word", STRANGE, ANY, Where::Anywhere, 0, Points::For(|t| t.word)),
    row("says-rest", ALL, ANY, Where::Anywhere, 0, Points::Nothing),
];

#[rustfmt::skip]
static PATIENCE: [Row<Patience>; 12] = [
    row("plural-stays", &[UnfamiliarPlural], OPEN, Where::Api, 0, Patience::Endless),
    row("api-command-stays", &[ActionPhrase, Phrase], LISTED, Where::Api, Traits::COMMAND, Patience::Endless),
    row("command-stays", &[Phrase, UnfamiliarPhrase, UnfamiliarPlural], LISTED, Where::Anywhere, Traits::COMMAND, Patience::Below(|t| t.sure)),
    row("strange-merges", STRANGE, ANY, Where::Anywhere, 0, Patience::None),
    row("free-action-stays", &[Action], FREE, Where::Anywhere, 0, Patience::Below(|t| t.sure)),
    row("free-merges", FAMILIAR, FREE, Where::Anywhere, 0, Patience::None),
    row("listed-name-stays", &[ActionPhrase, Name], LISTED, Where::Anywhere, 0, Patience::Below(|t| t.sure)),
    row("listed-phrase-merges", &[Phrase], LISTED, Where::Anywhere, 0, Patience::None),
    // Some titles begin with a verb: the more titles stand here, the more likely.
    row("deep-title-merges", &[ActionPhrase], OPEN, Where::SiteDeep, 0, Patience::Below(|t| t.sure)),
    row("sure-title-merges", &[ActionPhrase], OPEN, Where::SiteBelowRoot, 0, Patience::Below(|t| t.sure_title)),
    row("phrase-merges", &[Phrase], OPEN, Where::Site, 0, Patience::None),
    row("familiar-stays", FAMILIAR, ANY, Where::Anywhere, 0, Patience::Endless),
];

/// The properties of a word and its position that rows test.
#[derive(Clone, Copy)]
struct Situation {
    kind: WordKind,
    ground: Ground,
    /// The traits of the word that rows test.
    traits: u32,
    api: bool,
    /// Whether the segment before the position is a value.
    value: bool,
    /// Number of segments before it, at most [`Situation::DEEP`].
    depth: usize,
}

impl Situation {
    const DEEP: usize = 2;
    /// The traits that rows test.
    const TRAITS: [u32; 3] = [Traits::DOUBTFUL, Traits::READABLE, Traits::COMMAND];
    /// The number of situations.
    const COUNT: usize = ALL.len() * ANY.len() * 8 * 2 * 2 * (Self::DEEP + 1);

    fn of(context: &Context, kind: WordKind, segment: &Segment) -> Self {
        let &Context {
            ground,
            api,
            value,
            depth,
            ..
        } = context;
        Self {
            kind,
            ground,
            traits: segment.traits.0,
            api,
            value,
            depth: depth.min(Self::DEEP),
        }
    }

    /// Returns its number in the tables.
    fn index(self) -> usize {
        let has = |bits: u32| usize::from(self.traits & bits != 0);
        let mut index = self.kind as usize * ANY.len() + self.ground as usize;
        let [doubtful, readable, command] = Self::TRAITS.map(has);
        for flag in [
            doubtful,
            readable,
            command,
            usize::from(self.api),
            usize::from(self.value),
        ] {
            index = index * 2 + flag;
        }
        index * (Self::DEEP + 1) + self.depth
    }

    /// Returns all situations, in the order of the tables.
    fn all() -> impl Iterator<Item = Self> {
        ALL.iter().flat_map(|&kind| {
            ANY.iter().flat_map(move |&ground| {
                (0..Self::COUNT / ALL.len() / ANY.len()).map(move |rest| {
                    let (flags, depth) = (rest / (Self::DEEP + 1), rest % (Self::DEEP + 1));
                    let flag = |bit: usize| flags >> bit & 1 == 1;
                    let given =
                        |(bit, flags): (usize, &u32)| if flag(4 - bit) { *flags } else { 0 };
                    let traits = Self::TRAITS.iter().enumerate().map(given).sum();
                    Self {
                        kind,
                        ground,
                        traits,
                        api: flag(1),
                        value: flag(0),
                        depth,
                    }
                })
            })
        })
    }
}

impl<T: Copy> Row<T> {
    fn fits(&self, situation: Situation) -> bool {
        let Situation {
            kind,
            ground,
            traits,
            api,
            value,
            depth,
        } = situation;
        self.kinds.contains(&kind)
            && self.grounds.contains(&ground)
            && (self.traits == 0 || traits & self.traits != 0)
            && match self.position {
                Where::Anywhere => true,
                Where::Api => api,
                Where::Site => !api,
                Where::SiteRoot => !api && depth == 0,
                Where::SiteBelowRoot => !api && depth > 0,
                Where::SiteDeep => !api && depth >= 2,
                Where::SiteAfterValue => !api && value,
            }
    }

    /// Returns the value of the first enabled row that matches.
    fn first(table: &[Self], tuning: &Tuning, situation: Situation) -> Option<T> {
        table
            .iter()
            .find(|row| row.fits(situation) && tuning.has(row.name))
            .map(|row| row.says)
    }
}

/// The values of the tables in each situation.
#[derive(Debug)]
pub(super) struct Rules {
    points: Vec<i32>,
    patience: Vec<i32>,
}

impl Rules {
    /// Returns the rules of a tuning; computed once for the standard one.
    pub(super) fn of(tuning: &'static Tuning) -> Arc<Self> {
        static STANDARD: LazyLock<Arc<Rules>> =
            LazyLock::new(|| Arc::new(Rules::new(Tuning::STANDARD)));
        if std::ptr::eq(tuning, Tuning::STANDARD) {
            STANDARD.clone()
        } else {
            Arc::new(Self::new(tuning))
        }
    }

    fn new(tuning: &Tuning) -> Self {
        let points = |situation| match Row::first(&POINTS, tuning, situation) {
            Some(Points::For(points)) => points(&tuning.thresholds),
            Some(Points::Against(points)) => -points(&tuning.thresholds),
            Some(Points::Nothing) | None => 0,
        };
        let patience = |situation| match Row::first(&PATIENCE, tuning, situation) {
            Some(Patience::None) => i32::MIN,
            Some(Patience::Below(balance)) => balance(&tuning.thresholds),
            Some(Patience::Endless) | None => ENDLESS,
        };
        Self {
            points: Situation::all().map(points).collect(),
            patience: Situation::all().map(patience).collect(),
        }
    }

    /// Returns the points of a word for (above 0) or against a variable position.
    pub(super) fn points(&self, context: &Context, kind: WordKind, segment: &Segment) -> i32 {
        self.points[Situation::of(context, kind, segment).index()]
    }

    /// Returns the balance below which a word stays a word at a learned position; [`ENDLESS`] if it
    /// always does.
    pub(super) fn patience(&self, context: &Context, kind: WordKind, segment: &Segment) -> i32 {
        self.patience[Situation::of(context, kind, segment).index()]
    }
}

/// More than any balance.
pub(super) const ENDLESS: i32 = i32::MAX;

/// Rules of learning outside the tables, for ablations.
pub(super) const HIDDEN_STAY: &str = "hidden-stay";
pub(super) const PROTECTED_STAY: &str = "protected-stay";
pub(super) const DIGITS_BESIDE_VALUES: &str = "digits-beside-values";
pub(super) const CONTINUATION: &str = "continuation";
pub(super) const TWO_ALIKE: &str = "two-alike";
pub(super) const DIRECTORY: &str = "directory";
pub(super) const ONE_IS_ENOUGH: &str = "one-is-enough";
pub(super) const SIBLINGS_ALIKE: &str = "siblings-alike";
/// Rules of the second pass.
pub(super) const BELOW_MANY: &str = "below-many";
pub(super) const BELOW_TWO: &str = "below-two";
pub(super) const BELOW_A_VALUE: &str = "below-a-value";

/// Returns the names of all rules of learning.
pub fn names() -> impl Iterator<Item = &'static str> {
    let others = [
        HIDDEN_STAY,
        PROTECTED_STAY,
        DIGITS_BESIDE_VALUES,
        CONTINUATION,
        TWO_ALIKE,
        DIRECTORY,
        ONE_IS_ENOUGH,
        SIBLINGS_ALIKE,
        BELOW_MANY,
        BELOW_TWO,
        BELOW_A_VALUE,
    ];
    let rows = POINTS
        .iter()
        .map(|row| row.name)
        .chain(PATIENCE.iter().map(|row| row.name));
    rows.filter(|name| *name != "says-rest" && *name != "familiar-stays")
        .chain(others)
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
        for (index, situation) in Situation::all().enumerate() {
            assert_eq!(situation.index(), index);
        }
        assert_eq!(Situation::all().count(), Situation::COUNT);
        let last = POINTS.last().expect("has rows");
        assert!(
            last.kinds.len() == ALL.len()
                && last.grounds.len() == ANY.len()
                && last.position == Where::Anywhere
        );
    }
}
