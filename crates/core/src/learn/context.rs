//! The context of a path position: the segments before it, and their effect on words there; and
//! the kinds of words by their effect on the position.

use crate::record::{Segment, Url};
use urlsift_url::hash::Key;
use urlsift_url::token::{Class, Speech, Traits};

/// The segments before a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathContext {
    pub template: u64,
    /// The number of segments.
    pub depth: usize,
    pub ground: Ground,
    date: DateBefore,
    /// Whether the previous segment is variable.
    pub value: bool,
    /// Hash of the previous segment's text if that is an id, else 0.
    pub id: u64,
    /// The depth below the last name of an administration or of settings; 0 if there is none.
    administration: usize,
    /// Whether this is an API, by its host or one of the first three segments.
    pub api: bool,
    /// Whether the names of the host are not English.
    pub foreign: bool,
}

/// How much of a date stands before a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DateBefore {
    None,
    /// A number like a year that may as well be the id of a listed thing: `/orders/1999`.
    Doubtful,
    /// A year, or a doubtful one with a month.
    Begun,
}

/// The freedom of choice of words at a position, judged by the segments before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ground {
    /// Unknown.
    Plain,
    /// After an API's version or name: collections follow.
    Collections,
    /// After a plural or naming word: `users`, `product`; or after a name on free ground.
    Listed,
    /// After a date or a word like `tag`.
    Free,
}

/// Traits of a segment that affect the next segment.
const AFFECTS_NEXT: u32 = Traits::YEAR
    | Traits::SMALL
    | Traits::TAXONOMY
    | Traits::NAMING
    | Traits::PLURAL
    | Traits::API
    | Traits::ADMIN
    | Traits::FIXED;

impl PathContext {
    /// Returns the context of the first segment below a host, given its token if hosts are merged.
    pub(super) fn below(key: &Key, url: &Url, host: Option<u64>, foreign: bool) -> Self {
        Self {
            template: template_below(key, url, host),
            depth: 0,
            ground: Ground::Plain,
            date: DateBefore::None,
            value: false,
            id: 0,
            administration: 0,
            api: url.api,
            foreign,
        }
    }

    /// Returns the kind of a word at this position. After a plural or naming word, language codes
    /// and names in capitals that are no actions count as unfamiliar words. Names of the catalogue
    /// are familiar, whatever the language of the host, where pages may stand.
    pub(super) fn kind(&self, segment: &Segment) -> WordKind {
        if segment.speech.has(Speech::LISTED) && self.may_have_pages() {
            let traits = Traits(segment.traits.0 | segment.speech.meaning().0);
            return WordKind::of(&Segment { traits, ..*segment }, self.api);
        }
        if !segment.traits.has(Traits::LOCALE_CODE | Traits::CAPITAL) {
            WordKind::of(segment, self.api)
        } else if self.is_locale_code(segment) {
            WordKind::LocaleCode
        } else if self.ground >= Ground::Listed && !self.is_action_in_capitals(segment) {
            WordKind::Unfamiliar
        } else {
            WordKind::of(segment, self.api)
        }
    }

    /// Whether a word is an action that may be done with listed things: many servers take `DELETE`
    /// for `delete`.
    fn is_action_in_capitals(&self, segment: &Segment) -> bool {
        segment.traits.has(Traits::ACTION)
            && !segment.traits.has(Traits::LOCALE_CODE)
            && self.ground == Ground::Listed
    }

    /// Whether pages may stand here: below things that are listed, where users have other names,
    /// and on a site where no value is before it.
    fn may_have_pages(&self) -> bool {
        match self.ground {
            Ground::Free => false,
            Ground::Listed => true,
            Ground::Plain | Ground::Collections => !self.value && !self.api,
        }
    }

    /// Whether a kept word is similar to later values at its position: it is one of the listed
    /// things, or a title. Other words become similar only once their position is learned.
    pub(super) fn is_like_values(&self, kind: WordKind) -> bool {
        match kind {
            WordKind::UnfamiliarPhrase => true,
            WordKind::Unfamiliar | WordKind::UnfamiliarPlural | WordKind::LocaleCode => {
                self.ground >= Ground::Listed
            }
            _ => self.ground == Ground::Free,
        }
    }

    /// Whether a segment may be an edition of the site: a language code where nothing is listed.
    pub(super) fn is_locale_code(&self, segment: &Segment) -> bool {
        segment.traits.has(Traits::LOCALE_CODE) && self.ground < Ground::Listed
    }

    /// Whether a name has a position apart from titles: one of one or two words on a host whose
    /// names are not English, where nothing is listed.
    pub(super) fn has_own_position(&self, segment: &Segment) -> bool {
        self.foreign
            && !self.api
            && self.ground < Ground::Listed
            && (segment.speech.has(Speech::ONE) || (segment.speech.has(Speech::TWO) && !self.value))
    }

    /// Whether a segment is never variable: files, and versions that are not names of releases.
    pub(super) fn is_fixed(&self, segment: &Segment) -> bool {
        segment.traits.has(Traits::FIXED)
            && !(segment.traits.has(Traits::API) && self.ground == Ground::Free)
    }

    /// Moves on to the next segment.
    #[inline]
    pub(super) fn step(&mut self, key: &Key, segment: &Segment, token: u64) {
        let is_sorted_by = self.ground == Ground::Free && self.date != DateBefore::Begun;
        self.template = key.join(self.template, token);
        self.depth += 1;
        self.id = segment.id();
        // Most segments do not affect the next: worth 1 % of a default run.
        if segment.traits.has(AFFECTS_NEXT) {
            self.apply_traits(segment, token);
        } else {
            self.date = DateBefore::None;
            self.ground = Ground::Plain;
            self.value = token == segment.variable;
        }
        if is_sorted_by {
            self.descend(segment);
        }
    }

    /// Moves on from a name that people chose to sort by: in `/category/garden/chairs` others of
    /// its kind are listed below it, but below `/category/17` the pages of a program. Sites in
    /// other languages also have sections there.
    fn descend(&mut self, segment: &Segment) {
        let is_number = matches!(
            segment.class,
            Some(Class::Integer | Class::Numbers | Class::Uuid | Class::Hex | Class::Random)
        );
        if self.value && !is_number && self.ground == Ground::Plain && !self.foreign {
            self.ground = Ground::Listed;
        }
    }

    /// Updates the context by the traits of a segment.
    #[inline(never)]
    fn apply_traits(&mut self, segment: &Segment, token: u64) {
        let has = |bits| segment.traits.has(bits);
        let literal = token == segment.token;
        let depth = self.depth - 1;
        // `/app/` is a part of the site, not one of many things; in an API it is a resource.
        let is_mount = has(Traits::MOUNT) && depth == 0 && !self.api;
        self.date = match self.date {
            _ if has(Traits::YEAR) && self.ground == Ground::Listed => DateBefore::Doubtful,
            _ if has(Traits::YEAR) => DateBefore::Begun,
            DateBefore::Doubtful | DateBefore::Begun if has(Traits::SMALL) => DateBefore::Begun,
            _ => DateBefore::None,
        };
        self.ground = if self.date == DateBefore::Begun || (literal && has(Traits::TAXONOMY)) {
            Ground::Free
        } else if literal && has(Traits::NAMING | Traits::PLURAL) && !is_mount {
            Ground::Listed
        } else if has(Traits::API) && depth < 3 {
            Ground::Collections
        } else {
            Ground::Plain
        };
        self.value = token == segment.variable && !has(Traits::FIXED);
        self.api |= depth < 3 && has(Traits::API);
        if literal && has(Traits::ADMIN) {
            self.administration = self.depth;
        }
    }

    /// Returns the level of the position below an administration or settings; 0 if it is elsewhere.
    pub(super) fn below_administration(&self) -> usize {
        if self.administration > 0 {
            self.depth - self.administration + 1
        } else {
            0
        }
    }

    /// Whether a segment may be a member of a collection, by what stands below it: any in an API,
    /// elsewhere one of several words.
    pub(super) fn may_have_member(&self, segment: &Segment) -> bool {
        self.ground == Ground::Listed && (self.api || segment.traits.has(Traits::JOINED))
    }

    /// Whether exactly one segment, which is an application, stands between the position and the
    /// name of an administration.
    pub(super) fn is_in_application(&self) -> bool {
        self.below_administration() == 2
    }
}

/// Hashes the template of a URL's host, given its token if hosts are merged.
pub(super) fn template_below(key: &Key, url: &Url, host: Option<u64>) -> u64 {
    match host {
        Some(host) => key.join(url.service, host),
        None => url.service,
    }
}

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

#[cfg(test)]
mod tests {
    use super::super::tests::printed_of;

    const NAMES: [&str; 12] = [
        "cancel", "refund", "items", "roles", "events", "reviews", "settings", "invoices",
        "tokens", "password", "sessions", "zorkage",
    ];

    /// Returns each name below an id.
    fn below_id(things: &str, id: u32) -> Vec<String> {
        NAMES.map(|name| format!("{things}/{id}/{name}")).to_vec()
    }

    #[test]
    fn ids_that_look_like_years_are_ids() {
        for things in [
            "users",
            "api/users",
            "v1/projects",
            "api/v2/buildings",
            "orders",
            "admin/customers",
            "product",
            "en/tickets",
            "shop/pedidos",
            "teams",
        ] {
            for id in [1900, 1950, 2010, 2025, 2099] {
                let printed = printed_of(&NAMES, &below_id(things, id));
                assert_eq!(
                    printed,
                    printed_of(&NAMES, &below_id(things, 1001)),
                    "{things}/{id}"
                );
                let [_, of_two] = printed;
                assert!(
                    of_two.iter().all(|&count| count == 1),
                    "{things}/{id}: {of_two:?}"
                );
            }
        }
    }

    #[test]
    fn names_below_years_and_months_are_chosen_freely() {
        for date in [
            "2024",
            "2024/05",
            "blog/2024/05",
            "posts/2024/05",
            "articles/2023/11/07",
        ] {
            let paths = ["heron", "otter", "curlew"].map(|name| format!("{date}/{name}"));
            for counts in printed_of(&["heron", "otter", "curlew"], &paths) {
                assert_eq!(counts.iter().sum::<usize>(), 1, "{date}: {counts:?}");
            }
        }
    }
}
