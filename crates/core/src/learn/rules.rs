//! Points of each kind of word for its path position, and its patience at a learned position: two
//! tables, in which the first matching row decides.

use super::context::WordKind::{
    self, Action, ActionPhrase, LocaleCode, Name, Phrase, Unfamiliar, UnfamiliarPhrase,
    UnfamiliarPlural,
};
use super::context::{Ground, PathContext};
use crate::record::Segment;
use std::iter;
use std::sync::{Arc, LazyLock, OnceLock};
use urlsift_url::thresholds::{Thresholds, Tuning};
use urlsift_url::token::Traits;

use Patience::{Below, Endless};
use Points::{Against, For, Nothing};
use Where::{Anywhere, Api, Site, SiteAfterValue, SiteBelowRoot, SiteDeep, SiteRoot};

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

impl Where {
    fn includes(self, situation: Situation) -> bool {
        match self {
            Anywhere => true,
            Api => situation.api,
            _ if situation.api => false,
            Site => true,
            SiteRoot => situation.depth == 0,
            SiteBelowRoot => situation.depth > 0,
            SiteDeep => situation.depth >= 2,
            SiteAfterValue => situation.value,
        }
    }
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
        position: Anywhere,
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

/// As many points as for an unfamiliar word.
const WORD: Points = For(|t| t.word);

static POINTS: [RuleRow<Points>; 18] = [
    // A code that is also a word has fewer points.
    row(
        "says-doubtful-code",
        &[LocaleCode],
        ANY,
        For(|t| t.doubtful_code),
    )
    .having(Traits::DOUBTFUL),
    row("says-code", &[LocaleCode], ANY, For(|t| t.code)),
    row("says-action", &[Action], ANY, Against(|t| t.action)),
    // After a date or a word like `tag`, all other words are names chosen by users.
    row("says-free", ALL, FREE, WORD),
    row(
        "says-api-phrase",
        &[ActionPhrase, Phrase],
        OPEN,
        Against(|t| t.action),
    )
    .only(Api),
    row("says-name", &[Name], OPEN, Against(|t| t.name)),
    // An action on all of the listed things: `/orders/cancel-now`.
    row(
        "says-command",
        &[ActionPhrase, Phrase, UnfamiliarPhrase, UnfamiliarPlural],
        LISTED,
        Nothing,
    )
    .having(Traits::COMMAND),
    row("says-listed-phrase", &[Phrase], LISTED, WORD),
    // A plural names a collection and is not a member of one; on a site it may be both.
    row("says-listed-plural", &[UnfamiliarPlural], LISTED, WORD).only(Site),
    row("says-plural", &[UnfamiliarPlural], ANY, Nothing),
    row(
        "says-title-after-value",
        &[UnfamiliarPhrase],
        ANY,
        For(|t| t.title_after_value),
    )
    .only(SiteAfterValue),
    row(
        "says-title-first",
        &[UnfamiliarPhrase],
        ANY,
        For(|t| t.title_first),
    )
    .only(SiteRoot),
    row("says-title", &[UnfamiliarPhrase], ANY, For(|t| t.title)).only(Site),
    // Right after an API's version or name, nouns that read like a language are collections;
    // elsewhere in an API programmers chose them too.
    row(
        "says-collection",
        &[Unfamiliar, UnfamiliarPhrase],
        COLLECTIONS,
        Nothing,
    )
    .having(Traits::READABLE),
    // The members of an API's collection are named by its users.
    row(
        "says-api-member",
        &[Unfamiliar, UnfamiliarPhrase],
        LISTED,
        WORD,
    )
    .only(Api),
    row(
        "says-api-noun",
        &[Unfamiliar, UnfamiliarPhrase],
        ANY,
        For(|t| t.api_noun),
    )
    .only(Api)
    .having(Traits::READABLE),
    row("says-word", STRANGE, ANY, WORD),
    row("says-rest", ALL, ANY, Nothing),
];

/// As long as the balance is not that of a sure position.
const SURE: Patience = Below(|t| t.sure);

static PATIENCE: [RuleRow<Patience>; 12] = [
    row("plural-stays", &[UnfamiliarPlural], OPEN, Endless).only(Api),
    row(
        "api-command-stays",
        &[ActionPhrase, Phrase],
        LISTED,
        Endless,
    )
    .only(Api)
    .having(Traits::COMMAND),
    row(
        "command-stays",
        &[Phrase, UnfamiliarPhrase, UnfamiliarPlural],
        LISTED,
        SURE,
    )
    .having(Traits::COMMAND),
    row("strange-merges", STRANGE, ANY, Patience::None),
    row("free-action-stays", &[Action], FREE, SURE),
    row("free-merges", FAMILIAR, FREE, Patience::None),
    row("listed-name-stays", &[ActionPhrase, Name], LISTED, SURE),
    row("listed-phrase-merges", &[Phrase], LISTED, Patience::None),
    // Some titles begin with a verb: the more titles stand here, the more likely.
    row("deep-title-merges", &[ActionPhrase], OPEN, SURE).only(SiteDeep),
    row(
        "sure-title-merges",
        &[ActionPhrase],
        OPEN,
        Below(|t| t.sure_title),
    )
    .only(SiteBelowRoot),
    row("phrase-merges", &[Phrase], OPEN, Patience::None).only(Site),
    row("familiar-stays", FAMILIAR, ANY, Endless),
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
        let mut index = self.kind as usize * ANY.len() + self.ground as usize;
        for tested in Self::TRAITS {
            index = index * 2 + usize::from(self.traits & tested != 0);
        }
        index = index * 2 + usize::from(self.api);
        index = index * 2 + usize::from(self.value);
        index * (Self::DEEP + 1) + self.depth
    }
}

impl<T: Copy> RuleRow<T> {
    fn fits(&self, situation: Situation) -> bool {
        self.kinds.contains(&situation.kind)
            && self.grounds.contains(&situation.ground)
            && (self.traits == 0 || situation.traits & self.traits != 0)
            && self.position.includes(situation)
    }

    /// Returns the outcome of the first enabled row that fits.
    fn first(table: &[Self], tuning: &Tuning, situation: Situation) -> Option<T> {
        for row in table {
            if row.fits(situation) && tuning.has(row.name) {
                return Some(row.outcome);
            }
        }
        None
    }
}

/// The outcomes of both tables in a situation.
#[derive(Clone, Copy, Debug)]
struct SituationOutcomes {
    points: i32,
    patience: i32,
}

impl SituationOutcomes {
    fn new(tuning: &Tuning, situation: Situation) -> Self {
        let thresholds = &tuning.thresholds;
        let points = match RuleRow::first(&POINTS, tuning, situation) {
            Some(For(points)) => points(thresholds),
            Some(Against(points)) => -points(thresholds),
            Some(Nothing) | None => 0,
        };
        let patience = match RuleRow::first(&PATIENCE, tuning, situation) {
            Some(Patience::None) => i32::MIN,
            Some(Below(balance)) => balance(thresholds),
            Some(Endless) | None => ENDLESS,
        };
        Self { points, patience }
    }
}

/// The outcomes of the tables in each situation.
#[derive(Debug)]
pub(super) struct Rules {
    tuning: &'static Tuning,
    /// By the number of the situation. Computed when it first occurs: most never do, and a start
    /// with all of them took a third longer.
    outcomes: Box<[OnceLock<SituationOutcomes>]>,
}

impl Rules {
    /// Returns the rules of a tuning; those of the standard one are shared.
    pub(super) fn from_tuning(tuning: &'static Tuning) -> Arc<Self> {
        static STANDARD: LazyLock<Arc<Rules>> =
            LazyLock::new(|| Arc::new(Rules::new(Tuning::STANDARD)));
        if std::ptr::eq(tuning, Tuning::STANDARD) {
            STANDARD.clone()
        } else {
            Arc::new(Self::new(tuning))
        }
    }

    fn new(tuning: &'static Tuning) -> Self {
        let unknown = iter::repeat_with(OnceLock::new);
        Self {
            tuning,
            outcomes: unknown.take(Situation::COUNT).collect(),
        }
    }

    /// Returns the points of a word for (above 0) or against a variable position.
    pub(super) fn points(&self, context: &PathContext, kind: WordKind, segment: &Segment) -> i32 {
        self.outcomes(Situation::new(context, kind, segment)).points
    }

    /// Returns the balance below which a word stays a word at a learned position; [`ENDLESS`] if it
    /// always does.
    pub(super) fn patience(&self, context: &PathContext, kind: WordKind, segment: &Segment) -> i32 {
        let situation = Situation::new(context, kind, segment);
        self.outcomes(situation).patience
    }

    fn outcomes(&self, situation: Situation) -> &SituationOutcomes {
        let slot = &self.outcomes[situation.index()];
        slot.get_or_init(|| SituationOutcomes::new(self.tuning, situation))
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
pub(super) const FEWER_ALIKE: &str = "fewer-alike";
pub(super) const BELOW_IDS: &str = "below-ids";
pub(super) const TITLES: &str = "titles-below-ids";
pub(super) const BESIDE_IDS: &str = "beside-ids";
pub(super) const ADMIN_MODELS: &str = "admin-models";
pub(super) const ADMINISTRATION: &str = "administration";
pub(super) const ROUTE_PARTS: &str = "route-parts";
pub(super) const NUMBERED_PAGES: &str = "numbered-pages";
pub(super) const OWN_PARAMETERS: &str = "own-parameters";
pub(super) const TASKS: &str = "tasks";
pub(super) const KINDS_OF_THINGS: &str = "kinds";
pub(super) const HANDLED: &str = "handled";
pub(super) const MEMBERS: &str = "members";
pub(super) const VIEWS: &str = "views";
pub(super) const RELEASES_BESIDE: &str = "releases-beside";
pub(super) const MIRRORS: &str = "mirrors";
pub(super) const ROUNDS: &str = "rounds";
/// Rules of the second pass.
pub(super) const BELOW_MANY: &str = "below-many";
pub(super) const BELOW_TWO: &str = "below-two";
pub(super) const BELOW_A_VALUE: &str = "below-a-value";
pub(super) const CONTINUE_ALIKE: &str = "continue-alike";
pub(super) const ENDS_SHARE_NOTHING: &str = "ends-share-nothing";

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
        FEWER_ALIKE,
        BELOW_IDS,
        TITLES,
        BESIDE_IDS,
        ADMIN_MODELS,
        ADMINISTRATION,
        ROUTE_PARTS,
        NUMBERED_PAGES,
        OWN_PARAMETERS,
        TASKS,
        KINDS_OF_THINGS,
        HANDLED,
        MEMBERS,
        VIEWS,
        RELEASES_BESIDE,
        MIRRORS,
        ROUNDS,
        BELOW_MANY,
        BELOW_TWO,
        BELOW_A_VALUE,
        CONTINUE_ALIKE,
        ENDS_SHARE_NOTHING,
    ];
    let points = POINTS.iter().map(|row| row.name);
    let patience = PATIENCE.iter().map(|row| row.name);
    let rows = points.chain(patience);
    rows.filter(|name| *name != "says-rest" && *name != "familiar-stays")
        .chain(others)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Returns all situations that rows can distinguish.
    fn situations() -> Vec<Situation> {
        let mut situations = Vec::new();
        for &kind in ALL {
            for &ground in ANY {
                for flags in 0..1_u32 << 5 {
                    let has = |flag: u32| flags & (1 << flag) != 0;
                    let tested = Situation::TRAITS.iter().zip(0..);
                    let traits = tested.filter(|(_, flag)| has(*flag));
                    for depth in 0..=Situation::DEEP {
                        situations.push(Situation {
                            kind,
                            ground,
                            traits: traits.clone().map(|(tested, _)| tested).sum(),
                            api: has(3),
                            value: has(4),
                            depth,
                        });
                    }
                }
            }
        }
        situations
    }

    #[test]
    fn each_situation_has_a_number_of_its_own() {
        let numbers: HashSet<usize> = situations().into_iter().map(Situation::index).collect();
        assert_eq!(numbers.len(), Situation::COUNT);
        assert_eq!(numbers.into_iter().max(), Some(Situation::COUNT - 1));
    }

    #[test]
    fn rows_have_names_of_their_own_and_the_last_takes_the_rest() {
        let mut all: Vec<&str> = names().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        let last = POINTS.last().expect("has rows");
        assert!(
            last.kinds.len() == ALL.len()
                && last.grounds.len() == ANY.len()
                && last.position == Anywhere
        );
    }
}
