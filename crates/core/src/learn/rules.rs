//! Points of each kind of word for its path position, and its patience at a learned position: two
//! tables, in which the first matching row decides.

use super::context::WordKind::{
    self, Action, ActionPhrase, LocaleCode, Name, Phrase, Unfamiliar, UnfamiliarPhrase,
    UnfamiliarPlural,
};
use super::context::{Ground, PathContext};
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
#[derive(Clone, Copy)]
struct RuleRow<T> {
    /// Its name in ablations.
    name: &'static str,
    kinds: &'static [WordKind],
    grounds: &'static [Ground],
    position: Where,
    /// Traits of which a word needs one; 0 for any word.
    traits: u32,
    outcome: T,
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

/// Returns a row that applies anywhere and to words with any traits.
const fn row<T>(
    name: &'static str,
    kinds: &'static [WordKind],
    grounds: &'static [Ground],
    outcome: T,
) -> RuleRow<T> {
    RuleRow {
        name,
        kinds,
        grounds,
        position: Where::Anywhere,
        traits: 0,
        outcome,
    }
}

impl<T: Copy> RuleRow<T> {
    /// Restricts the row to some positions.
    const fn only(mut self, position: Where) -> Self {
        self.position = position;
        self
    }

    /// Restricts the row to words with a trait.
    const fn having(mut self, traits: u32) -> Self {
        self.traits = traits;
        self
    }
}

#[rustfmt::skip]
static POINTS: [RuleRow<Points>; 18] = [
    // A code that is also a word has fewer points.
    row("says-doubtful-code", &[LocaleCode], ANY, Points::For(|t| t.doubtful_code)).having(Traits::DOUBTFUL),
    row("says-code", &[LocaleCode], ANY, Points::For(|t| t.code)),
    row("says-action", &[Action], ANY, Points::Against(|t| t.action)),
    // After a date or a word like `tag`, all other words are names chosen by users.
    row("says-free", ALL, FREE, Points::For(|t| t.word)),
    row("says-api-phrase", &[ActionPhrase, Phrase], OPEN, Points::Against(|t| t.action)).only(Where::Api),
    row("says-name", &[Name], OPEN, Points::Against(|t| t.name)),
    // An action on all of the listed things: `/orders/cancel-now`.
    row("says-command", &[ActionPhrase, Phrase, UnfamiliarPhrase, UnfamiliarPlural], LISTED, Points::Nothing).having(Traits::COMMAND),
    row("says-listed-phrase", &[Phrase], LISTED, Points::For(|t| t.word)),
    // A plural names a collection and is not a member of one; on a site it may be both.
    row("says-listed-plural", &[UnfamiliarPlural], LISTED, Points::For(|t| t.word)).only(Where::Site),
    row("says-plural", &[UnfamiliarPlural], ANY, Points::Nothing),
    row("says-title-after-value", &[UnfamiliarPhrase], ANY, Points::For(|t| t.title_after_value)).only(Where::SiteAfterValue),
    row("says-title-first", &[UnfamiliarPhrase], ANY, Points::For(|t| t.title_first)).only(Where::SiteRoot),
    row("says-title", &[UnfamiliarPhrase], ANY, Points::For(|t| t.title)).only(Where::Site),
    // Right after an API's version or name, nouns that read like a language are collections;
    // elsewhere in an API programmers chose them too.
    row("says-collection", &[Unfamiliar, UnfamiliarPhrase], COLLECTIONS, Points::Nothing).having(Traits::READABLE),
    // The members of an API's collection are named by its users.
    row("says-api-member", &[Unfamiliar, UnfamiliarPhrase], LISTED, Points::For(|t| t.word)).only(Where::Api),
    row("says-api-noun", &[Unfamiliar, UnfamiliarPhrase], ANY, Points::For(|t| t.api_noun)).only(Where::Api).having(Traits::READABLE),
    row("says-word", STRANGE, ANY, Points::For(|t| t.word)),
    row("says-rest", ALL, ANY, Points::Nothing),
];

#[rustfmt::skip]
static PATIENCE: [RuleRow<Patience>; 12] = [
    row("plural-stays", &[UnfamiliarPlural], OPEN, Patience::Endless).only(Where::Api),
    row("api-command-stays", &[ActionPhrase, Phrase], LISTED, Patience::Endless).only(Where::Api).having(Traits::COMMAND),
    row("command-stays", &[Phrase, UnfamiliarPhrase, UnfamiliarPlural], LISTED, Patience::Below(|t| t.sure)).having(Traits::COMMAND),
    row("strange-merges", STRANGE, ANY, Patience::None),
    row("free-action-stays", &[Action], FREE, Patience::Below(|t| t.sure)),
    row("free-merges", FAMILIAR, FREE, Patience::None),
    row("listed-name-stays", &[ActionPhrase, Name], LISTED, Patience::Below(|t| t.sure)),
    row("listed-phrase-merges", &[Phrase], LISTED, Patience::None),
    // Some titles begin with a verb: the more titles stand here, the more likely.
    row("deep-title-merges", &[ActionPhrase], OPEN, Patience::Below(|t| t.sure)).only(Where::SiteDeep),
    row("sure-title-merges", &[ActionPhrase], OPEN, Patience::Below(|t| t.sure_title)).only(Where::SiteBelowRoot),
    row("phrase-merges", &[Phrase], OPEN, Patience::None).only(Where::Site),
    row("familiar-stays", FAMILIAR, ANY, Patience::Endless),
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

    fn new(context: &PathContext, kind: WordKind, segment: &Segment) -> Self {
        Self {
            kind,
            ground: context.ground,
            traits: segment.traits.0,
            api: context.api,
            value: context.value,
            depth: context.depth.min(Self::DEEP),
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
    fn all() -> Vec<Self> {
        let mut all = Vec::with_capacity(Self::COUNT);
        for &kind in ALL {
            for &ground in ANY {
                for flags in 0..1_usize << (Self::TRAITS.len() + 2) {
                    for depth in 0..=Self::DEEP {
                        all.push(Self::from_flags(kind, ground, flags, depth));
                    }
                }
            }
        }
        all
    }

    /// Returns a situation, given the flags as [`index`](Self::index) numbers them.
    fn from_flags(kind: WordKind, ground: Ground, flags: usize, depth: usize) -> Self {
        let has = |bit: usize| flags >> bit & 1 == 1;
        let mut traits = 0;
        for (bit, tested) in (2..).zip(Self::TRAITS.iter().rev()) {
            if has(bit) {
                traits |= tested;
            }
        }
        Self {
            kind,
            ground,
            traits,
            api: has(1),
            value: has(0),
            depth,
        }
    }
}

impl<T: Copy> RuleRow<T> {
    fn fits(&self, situation: Situation) -> bool {
        let Situation {
            api, value, depth, ..
        } = situation;
        self.kinds.contains(&situation.kind)
            && self.grounds.contains(&situation.ground)
            && (self.traits == 0 || situation.traits & self.traits != 0)
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

    /// Returns the outcome of the first enabled row that fits.
    fn first(table: &[Self], tuning: &Tuning, situation: Situation) -> Option<T> {
        table
            .iter()
            .find(|row| row.fits(situation) && tuning.has(row.name))
            .map(|row| row.outcome)
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
    pub(super) fn from_tuning(tuning: &'static Tuning) -> Arc<Self> {
        static STANDARD: LazyLock<Arc<Rules>> =
            LazyLock::new(|| Arc::new(Rules::new(Tuning::STANDARD)));
        if std::ptr::eq(tuning, Tuning::STANDARD) {
            STANDARD.clone()
        } else {
            Arc::new(Self::new(tuning))
        }
    }

    fn new(tuning: &Tuning) -> Self {
        let thresholds = &tuning.thresholds;
        let mut rules = Self {
            points: Vec::with_capacity(Situation::COUNT),
            patience: Vec::with_capacity(Situation::COUNT),
        };
        for situation in Situation::all() {
            let points = match RuleRow::first(&POINTS, tuning, situation) {
                Some(Points::For(points)) => points(thresholds),
                Some(Points::Against(points)) => -points(thresholds),
                Some(Points::Nothing) | None => 0,
            };
            let patience = match RuleRow::first(&PATIENCE, tuning, situation) {
                Some(Patience::None) => i32::MIN,
                Some(Patience::Below(balance)) => balance(thresholds),
                Some(Patience::Endless) | None => ENDLESS,
            };
            rules.points.push(points);
            rules.patience.push(patience);
        }
        rules
    }

    /// Returns the points of a word for (above 0) or against a variable position.
    pub(super) fn points(&self, context: &PathContext, kind: WordKind, segment: &Segment) -> i32 {
        self.points[Situation::new(context, kind, segment).index()]
    }

    /// Returns the balance below which a word stays a word at a learned position; [`ENDLESS`] if it
    /// always does.
    pub(super) fn patience(&self, context: &PathContext, kind: WordKind, segment: &Segment) -> i32 {
        self.patience[Situation::new(context, kind, segment).index()]
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
        for (index, situation) in Situation::all().into_iter().enumerate() {
            assert_eq!(situation.index(), index);
        }
        assert_eq!(Situation::all().len(), Situation::COUNT);
        let last = POINTS.last().expect("has rows");
        assert!(
            last.kinds.len() == ALL.len()
                && last.grounds.len() == ANY.len()
                && last.position == Where::Anywhere
        );
    }
}
