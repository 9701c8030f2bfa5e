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
use urlsift_url::reserved::Reserved;

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
    pub names: BTreeMap<HostAndName, Effect>,
    /// Hosts on which no name counts as neutral, because more than half of them would.
    pub refused: Vec<Box<[u8]>>,
}

/// Compares URLs that differ in one parameter.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    key: Key,
    /// The first URL for each hash of the parts that it has in common with others.
    met: NumberMap<FirstRequest>,
    /// By host and name.
    names: NumberMap<Name>,
    /// The paths of answers.
    paths: NumberMap<AnswerPath>,
    /// Paths that gave two URLs one answer.
    stable: NumberSet,
}

/// The paths of an answer.
#[derive(Clone, Copy, Debug)]
struct AnswerPath {
    /// That of the first URL with the answer.
    first: u64,
    has_others: bool,
}

/// A URL with one parameter left out, or with all of them.
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

/// A name, and its effect if enough comparisons have shown one.
struct NameEffect<'n> {
    name: &'n Name,
    effect: Option<Effect>,
}

/// Adds one to the count of a path or an answer.
fn count(counts: &mut Vec<(u64, u32)>, hash: u64) {
    for (counted, count) in counts.iter_mut() {
        if *counted == hash {
            *count += 1;
            return;
        }
    }
    if counts.len() < COUNTED {
        counts.push((hash, 1));
    }
}

/// A parameter of a URL.
struct UrlParameter {
    /// The hashes of its name and value.
    name: u64,
    value: u64,
    /// The name in lower case.
    text: Vec<u8>,
}

impl Parameters {
    pub(crate) fn new(key: Key) -> Self {
        Self {
            key,
            met: NumberMap::default(),
            names: NumberMap::default(),
            paths: NumberMap::default(),
            stable: NumberSet::default(),
        }
    }

    /// Adds a URL with its answer. `apart` hashes everything else that keeps the request apart.
    pub(crate) fn take(&mut self, address: &Address<'_>, separating_key: u64, answer: u64) {
        let key = self.key.clone();
        let host = key.token(address.host);
        let path = key.token(address.path);
        let host_key = key.join(separating_key, host);
        let answer = key.join(host_key, answer);
        let paths = self.paths.entry(answer).or_insert(AnswerPath {
            first: path,
            has_others: false,
        });
        paths.has_others |= paths.first != path;
        let page = key.fold(separating_key, [host, path]);
        let mut parameters: Vec<UrlParameter> = Vec::new();
        // The order of parameters does not matter.
        let mut sum = page;
        for (name, value) in address.pairs() {
            if name.is_empty() {
                continue;
            }
            let text = name.to_ascii_lowercase();
            let name = key.token(&text);
            let is_repeated = parameters.iter().any(|other| other.name == name);
            if is_repeated || parameters.len() == PAIRS {
                return;
            }
            let value = match value {
                Some(value) => key.token(value),
                // The absence of a value counts as a value of its own.
                None => 1,
            };
            sum = sum.wrapping_add(key.join(name, value));
            parameters.push(UrlParameter { name, value, text });
        }
        let request = FirstRequest {
            name: 0,
            value: 0,
            answer,
            page,
        };
        // Compares with a URL that has one parameter more.
        self.compare(key.join(sum, 1), host, request, None);
        self.hold(key.join(sum, 2), request);
        for &UrlParameter {
            name,
            value,
            ref text,
        } in &parameters
        {
            self.name(host, name, address.host, text);
            let request = FirstRequest {
                name,
                value,
                ..request
            };
            let rest = sum.wrapping_sub(key.join(name, value));
            let other_value = key.join(key.join(rest, 3), name);
            // Compares with a URL without this parameter, and with a URL that has another value.
            let without = key.join(rest, 2);
            self.compare(without, host, request, Some(name));
            self.compare(other_value, host, request, Some(name));
            self.hold(key.join(rest, 1), request);
            self.hold(other_value, request);
        }
    }

    /// Holds a URL for comparison. A URL that was asked twice may show that its path is stable.
    fn hold(&mut self, request_key: u64, request: FirstRequest) {
        if let Some(other) = self.met.get(&request_key) {
            let is_same = other.name == request.name && other.value == request.value;
            if is_same && other.answer == request.answer {
                self.stable.insert(request.page);
            }
        } else if self.met.len() < BOUND {
            self.met.insert(request_key, request);
        }
    }

    /// Compares with the URL held under a key. `name` is the parameter in which they differ; `None`
    /// takes the other URL's.
    fn compare(&mut self, request_key: u64, host: u64, request: FirstRequest, name: Option<u64>) {
        let Some(other) = self.met.get(&request_key) else {
            return;
        };
        if other.name == request.name && other.value == request.value {
            return;
        }
        let has_same_answer = other.answer == request.answer;
        if has_same_answer {
            self.stable.insert(request.page);
        }
        let name = name.unwrap_or(other.name);
        let name_key = self.key.join(host, name);
        let Some(name) = self.names.get_mut(&name_key) else {
            return;
        };
        if has_same_answer {
            count(&mut name.same, request.answer);
        } else {
            name.changes = true;
            if other.name == request.name {
                count(&mut name.changed, request.page);
            }
        }
    }

    fn name(&mut self, host: u64, name: u64, host_text: &[u8], text: &[u8]) {
        let name_key = self.key.join(host, name);
        if self.names.len() < NAMES {
            self.names.entry(name_key).or_insert_with(|| Name {
                host: host_text.into(),
                name: text.into(),
                ..Name::default()
            });
        }
    }

    /// The effects found in the whole list; `least` comparisons are enough.
    pub(crate) fn effects(&self, least: NonZeroU32) -> Effects {
        let mut hosts: BTreeMap<&[u8], Vec<NameEffect<'_>>> = BTreeMap::new();
        for name in self.names.values() {
            let names = hosts.entry(&name.host).or_default();
            names.push(NameEffect {
                name,
                effect: self.effect(name, least),
            });
        }
        let mut effects = Effects::default();
        for (host, names) in hosts {
            let mut neutral = 0;
            for named in &names {
                neutral += usize::from(named.effect == Some(Effect::Neutral));
            }
            let is_refused = names.len() >= FEW && 2 * neutral > names.len();
            if is_refused {
                effects.refused.push(host.into());
            }
            for NameEffect { name, effect } in names {
                if let Some(effect) = effect
                    && (effect == Effect::Telling || !is_refused)
                {
                    let host_and_name = (host.into(), name.name.clone());
                    effects.names.insert(host_and_name, effect);
                }
            }
        }
        effects
    }

    /// Returns the effect of a name on a host, if enough comparisons have shown one.
    fn effect(&self, name: &Name, least: NonZeroU32) -> Option<Effect> {
        let mut same = 0;
        for (answer, count) in &name.same {
            match self.paths.get(answer) {
                Some(paths) if paths.has_others => {}
                _ => same += count,
            }
        }
        if !name.changes && same >= least.get() {
            return Some(Effect::Neutral);
        }
        let mut changed = 0;
        for (page, count) in &name.changed {
            if self.stable.contains(page) {
                changed += count;
            }
        }
        if name.same.is_empty() && changed >= least.get() {
            Some(Effect::Telling)
        } else {
            None
        }
    }

    /// Memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.met.reserved_bytes()
            + self.names.reserved_bytes()
            + self.paths.reserved_bytes()
            + self.stable.reserved_bytes()
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
