//! Finds the parameters that change answers, from the answers of a whole list: counts, for each
//! name on each host, how often URLs that differ only in this parameter had equal answers, and how
//! often different ones.
//!
//! Two URLs are compared if they have equal hosts, paths and other parameters, and different values
//! of the name, or if one of them lacks it. Each value is compared with the first that was met, so
//! a name is compared about as often as it has values.
//!
//! A name that never changed the answer in enough comparisons has no meaning on this host: it is
//! *neutral*. Answers that pages of several paths gave are no evidence for that: an error page or
//! the shell of an application is the same for any request. A name that always changed the answer
//! is *telling*, and counts even if it is ignored elsewhere. Two values show it, as a page that
//! repeats its address changes by the name alone, and only on paths that ever gave two URLs one
//! answer: pages with a token or a time differ whatever is asked for. If more than half of a host's
//! names would be neutral, none of them is: the equal answers then have another cause than the
//! parameters.
//!
//! Each parameter of a line takes about 50 bytes, up to [`BOUND`] of them; later lines are not
//! compared.

use crate::similar::table::{NumberMap, NumberSet};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use urlsift_url::hash::Key;
use urlsift_url::parse::Address;

/// Largest number of URLs, and of parameters of URLs, held for comparison with later ones.
const BOUND: usize = 1 << 22;

/// Largest number of names of parameters, over all hosts.
const NAMES: usize = 1 << 18;

/// Largest number of parameters in a URL that is compared: the time is quadratic in it.
const PAIRS: usize = 16;

/// Largest number of answers of a name, and of paths on which it changed them, that are counted
/// separately.
const COUNTED: usize = 16;

/// Number of names from which a host is checked for too many neutral ones.
const FEW: usize = 6;

/// The effect of a parameter on the answers of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It never changes them.
    Neutral,
    /// It always changes them.
    Telling,
}

/// A host, and the name of a parameter in lower case.
type HostAndName = (Box<[u8]>, Box<[u8]>);

/// The effects of the parameters of all hosts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    /// By host and name.
    pub(crate) names: BTreeMap<HostAndName, Effect>,
    /// Hosts on which no name counts as neutral, because more than half of them would.
    pub(crate) refused: Vec<Box<[u8]>>,
}

/// Compares URLs that differ in one parameter.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    key: Key,
    /// The first URL for each hash of the parts that it has in common with others.
    met: NumberMap<FirstRequest>,
    /// By host and name.
    names: NumberMap<Name>,
    /// The path of the first URL with an answer, and whether another path has it.
    pages: NumberMap<(u64, bool)>,
    /// Paths that gave two URLs one answer.
    stable: NumberSet,
}

/// A URL with one parameter left out, or whole.
#[derive(Clone, Copy, Debug)]
struct FirstRequest {
    /// The name that was left out; 0 for none.
    name: u64,
    value: u64,
    answer: u64,
    page: u64,
}

/// The counts of a name on a host.
#[derive(Clone, Debug, Default)]
struct Name {
    host: Box<[u8]>,
    name: Box<[u8]>,
    /// Whether an answer ever changed by it.
    changes: bool,
    /// Paths on which two of its values had different answers, with the number of times each.
    changed: Vec<(u64, u32)>,
    /// Answers that stayed equal, with the number of times each.
    same: Vec<(u64, u32)>,
}

/// Adds one to a count.
fn count(counts: &mut Vec<(u64, u32)>, of: u64) {
    if let Some((_, count)) = counts.iter_mut().find(|(other, _)| *other == of) {
        *count += 1;
    } else if counts.len() < COUNTED {
        counts.push((of, 1));
    }
}

impl Parameters {
    pub(crate) fn new(key: Key) -> Self {
        Self {
            key,
            met: NumberMap::default(),
            names: NumberMap::default(),
            pages: NumberMap::default(),
            stable: NumberSet::default(),
        }
    }

    /// Adds a URL with its answer. `apart` hashes everything else that keeps the request apart.
    pub(crate) fn take(&mut self, address: &Address<'_>, separating_key: u64, answer: u64) {
        let key = self.key.clone();
        let host = key.token(address.host);
        let path = key.token(address.path);
        let answer = key.join(key.join(separating_key, host), answer);
        let page = self.pages.entry(answer).or_insert((path, false));
        page.1 |= page.0 != path;
        let page = key.fold(separating_key, [host, path]);
        let mut pairs: Vec<(u64, u64, Vec<u8>)> = Vec::new();
        for (name, value) in address.pairs().filter(|(name, _)| !name.is_empty()) {
            let name = name.to_ascii_lowercase();
            let known_as = key.token(&name);
            if pairs.len() == PAIRS || pairs.iter().any(|(other, ..)| *other == known_as) {
                return;
            }
            // The absence of a value counts as a value of its own.
            pairs.push((known_as, value.map_or(1, |value| key.token(value)), name));
        }
        // The order of parameters does not matter.
        let whole = pairs.iter().fold(page, |sum, (name, value, _)| {
            sum.wrapping_add(key.join(*name, *value))
        });
        // Compares with a URL that has one parameter more.
        self.compare(
            key.join(whole, 1),
            host,
            FirstRequest {
                name: 0,
                value: 0,
                answer,
                page,
            },
            None,
        );
        self.hold(
            key.join(whole, 2),
            FirstRequest {
                name: 0,
                value: 0,
                answer,
                page,
            },
        );
        for (name, value, text) in &pairs {
            self.name(host, *name, address.host, text);
            let rest = whole.wrapping_sub(key.join(*name, *value));
            let with = FirstRequest {
                name: *name,
                value: *value,
                answer,
                page,
            };
            // Compares with a URL without this parameter, and with a URL that has another value.
            self.compare(key.join(rest, 2), host, with, Some(*name));
            self.compare(key.join(key.join(rest, 3), *name), host, with, Some(*name));
            self.hold(key.join(rest, 1), with);
            self.hold(key.join(key.join(rest, 3), *name), with);
        }
    }

    /// Holds a URL for comparison. A URL that was asked twice may show that its path is stable.
    fn hold(&mut self, at: u64, met: FirstRequest) {
        if let Some(other) = self.met.get(&at) {
            if (other.name, other.value, other.answer) == (met.name, met.value, met.answer) {
                self.stable.insert(met.page);
            }
        } else if self.met.len() < BOUND {
            self.met.insert(at, met);
        }
    }

    /// Compares with the URL held under a key. `name` is the parameter in which they differ; `None`
    /// takes the other URL's.
    fn compare(&mut self, at: u64, host: u64, own: FirstRequest, name: Option<u64>) {
        let Some(other) = self.met.get(&at) else {
            return;
        };
        if other.name == own.name && other.value == own.value {
            return;
        }
        let same = other.answer == own.answer;
        let name = self.key.join(host, name.unwrap_or(other.name));
        if same {
            self.stable.insert(own.page);
        }
        let Some(name) = self.names.get_mut(&name) else {
            return;
        };
        if same {
            count(&mut name.same, own.answer);
        } else {
            name.changes = true;
            if other.name == own.name {
                count(&mut name.changed, own.page);
            }
        }
    }

    fn name(&mut self, host: u64, name: u64, host_text: &[u8], text: &[u8]) {
        let at = self.key.join(host, name);
        if self.names.len() < NAMES {
            self.names.entry(at).or_insert_with(|| Name {
                host: host_text.into(),
                name: text.into(),
                ..Name::default()
            });
        }
    }

    /// The effects found in the whole list; `least` comparisons are enough.
    pub(crate) fn effects(&self, least: NonZeroU32) -> Effects {
        let mut hosts: BTreeMap<&[u8], Vec<(&Name, Option<Effect>)>> = BTreeMap::new();
        for name in self.names.values() {
            let specific =
                |(answer, _): &&(u64, u32)| !self.pages.get(answer).is_some_and(|page| page.1);
            let same: u32 = name
                .same
                .iter()
                .filter(specific)
                .map(|(_, count)| count)
                .sum();
            let shown = name
                .changed
                .iter()
                .filter(|(page, _)| self.stable.contains(page));
            let effect = if !name.changes && same >= least.get() {
                Some(Effect::Neutral)
            } else if name.same.is_empty()
                && shown.map(|(_, count)| count).sum::<u32>() >= least.get()
            {
                Some(Effect::Telling)
            } else {
                None
            };
            hosts.entry(&name.host).or_default().push((name, effect));
        }
        let mut effects = Effects::default();
        for (host, names) in hosts {
            let neutral = names
                .iter()
                .filter(|(_, effect)| *effect == Some(Effect::Neutral))
                .count();
            let is_refused = names.len() >= FEW && 2 * neutral > names.len();
            if is_refused {
                effects.refused.push(host.into());
            }
            for (name, effect) in names {
                if let Some(effect) =
                    effect.filter(|effect| *effect == Effect::Telling || !is_refused)
                {
                    effects
                        .names
                        .insert((host.into(), name.name.clone()), effect);
                }
            }
        }
        effects
    }

    /// Memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.met.capacity() * size_of::<(u64, FirstRequest)>()
            + self.names.capacity() * size_of::<(u64, Name)>()
            + self.pages.capacity() * size_of::<(u64, (u64, bool))>()
            + self.stable.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_url::input;
    use urlsift_url::parse::Scratch;

    /// The effects found in lines, each a URL and its answer.
    fn effects(lines: impl IntoIterator<Item = (String, u64)>) -> Effects {
        let mut parameters = Parameters::new(Key::new([1, 2]));
        for (url, answer) in lines {
            let mut scratch = Scratch::default();
            let (address, _) = input::parse(url.as_bytes(), &mut scratch).expect("it is a URL");
            parameters.take(&address, 0, answer);
        }
        parameters.effects(NonZeroU32::new(5).expect("above 0"))
    }

    fn effect(effects: &Effects, name: &str) -> Option<Effect> {
        effects
            .names
            .get(&(b"a.test"[..].into(), name.as_bytes().into()))
            .copied()
    }

    #[test]
    fn a_parameter_that_never_changes_the_answer_is_neutral() {
        // Other values, with and without the parameter, in any order.
        let values = (0..6).map(|number| (format!("//a.test/x?id=7&via={number}"), 9));
        assert_eq!(
            effect(&effects(values.clone()), "via"),
            Some(Effect::Neutral)
        );
        assert_eq!(
            effect(&effects(values.clone()), "id"),
            None,
            "it was not compared"
        );
        assert_eq!(
            effect(&effects(values.clone().take(5)), "via"),
            None,
            "four comparisons are too few"
        );
        let pages = (0..5).flat_map(|page| {
            let urls = [
                format!("//a.test/p{page}?via=zork"),
                format!("//a.test/p{page}"),
            ];
            let [one, other] = urls;
            if page % 2 == 0 {
                [(one, page), (other, page)]
            } else {
                [(other, page), (one, page)]
            }
        });
        assert_eq!(effect(&effects(pages), "via"), Some(Effect::Neutral));
        let once = values.chain([
            ("//a.test/y?via=1".to_owned(), 1),
            ("//a.test/y?via=2".to_owned(), 2),
        ]);
        assert_eq!(
            effect(&effects(once), "via"),
            None,
            "on another page it changes the answer"
        );
    }

    #[test]
    fn a_parameter_that_always_changes_the_answer_is_telling() {
        let values = || (0..6).map(|number| (format!("//a.test/x?sid={number}&q"), number));
        let equal = [
            ("//a.test/x?via=1".to_owned(), 9),
            ("//a.test/x?via=2".to_owned(), 9),
        ];
        assert_eq!(
            effect(&effects(values().chain(equal)), "sid"),
            Some(Effect::Telling)
        );
        let twice = [
            ("//a.test/x?q=1".to_owned(), 9),
            ("//a.test/x?q=1".to_owned(), 9),
        ];
        assert_eq!(
            effect(&effects(values().chain(twice)), "sid"),
            Some(Effect::Telling),
            "asked twice"
        );
    }

    #[test]
    fn where_all_answers_of_a_path_differ_no_parameter_is_telling() {
        let pages =
            || (0..130).map(|number| (format!("//a.test/p{}?sid={number}", number % 4), number));
        let elsewhere = |path: &str| {
            let path = path.to_owned();
            (0..30).map(move |number| (format!("//a.test/{path}?n={number}"), 999))
        };
        assert_eq!(effect(&effects(pages()), "sid"), None);
        assert_eq!(
            effect(&effects(pages().chain(elsewhere("style.css"))), "sid"),
            None
        );
        assert_eq!(
            effect(&effects(pages().chain(elsewhere("p1"))), "sid"),
            Some(Effect::Telling)
        );
    }

    #[test]
    fn an_answer_of_several_pages_says_nothing_of_parameters() {
        let shell = (0..6).map(|number| (format!("//a.test/x?id={number}"), 9));
        let other = [("//a.test/y".to_owned(), 9)];
        assert_eq!(effect(&effects(shell.chain(other)), "id"), None);
    }

    #[test]
    fn a_map_that_makes_most_names_neutral_is_refused() {
        let names = |neutral: usize, all: usize| {
            (0..all).flat_map(move |name| {
                let answer = move |value| {
                    if name < neutral {
                        name as u64
                    } else {
                        100 * name as u64 + value
                    }
                };
                // The first page is asked for twice, and is the same.
                let values = (0..7).chain([0]);
                values
                    .map(move |value| (format!("//a.test/p{name}?n{name}=v{value}"), answer(value)))
            })
        };
        let found = effects(names(3, 6));
        assert_eq!(
            (effect(&found, "n0"), effect(&found, "n5")),
            (Some(Effect::Neutral), Some(Effect::Telling))
        );
        assert!(found.refused.is_empty());
        let found = effects(names(4, 6));
        assert_eq!(
            (effect(&found, "n0"), effect(&found, "n5")),
            (None, Some(Effect::Telling))
        );
        assert_eq!(found.refused, [b"a.test"[..].into()]);
        assert!(
            effects(names(3, 3)).refused.is_empty(),
            "too few names to tell"
        );
    }
}
