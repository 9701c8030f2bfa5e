//! What parameters change, according to the answers of a whole list: of each name on each host,
//! how often URLs that differ in this parameter alone had equal answers, and how often others.
//!
//! Two URLs are compared if they have host, path and all other parameters in common, and different
//! values under the name, or one of them lacks it. Each value is compared with the first one that
//! came, so a name is compared about as often as it has values.
//!
//! A name that never changed the answer in enough comparisons says nothing on this host: it is
//! *neutral*. Answers that pages of several paths gave are no evidence for that: an error page or
//! the shell of an application is the same whatever is asked. A name that always changed it is
//! *telling*, and counts even if it is known to say nothing elsewhere. Where more than half of a
//! host's names would be neutral, none of them is: then what does not matter there are not the
//! parameters.
//!
//! Each parameter of a line takes about 50 bytes, up to [`BOUND`] of them; lines after that are not
//! compared.

use crate::table::NumberMap;
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use urlsift_url::hash::Key;
use urlsift_url::parse::Address;

/// The most URLs and parameters of URLs that are held for later ones to be compared with.
const BOUND: usize = 1 << 22;

/// The most names of parameters, of all hosts.
const NAMES: usize = 1 << 18;

/// The most parameters of a URL that is compared. More take quadratic time.
const PAIRS: usize = 16;

/// The most answers of a name that are counted one by one.
const ANSWERS: usize = 16;

/// So many names a host has to have before a map of it is refused for making too many neutral.
const FEW: usize = 6;

/// What a parameter does to the answers of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It never changes them.
    Neutral,
    /// It always changes them.
    Telling,
}

/// A host, and the name of a parameter in lower case.
type HostAndName = (Box<[u8]>, Box<[u8]>);

/// What was learned of the parameters of all hosts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    /// By host and name.
    pub(crate) names: BTreeMap<HostAndName, Effect>,
    /// Hosts of which no name was taken for neutral because too many would have been.
    pub(crate) refused: Vec<Box<[u8]>>,
}

/// Compares URLs that differ in one parameter.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    key: Key,
    /// The first URL under the hash of what it has in common with others.
    met: NumberMap<Met>,
    /// By host and name.
    names: NumberMap<Name>,
    /// The path of the first URL with an answer, and whether another path has it.
    pages: NumberMap<(u64, bool)>,
}

/// A URL with one parameter left out, or whole.
#[derive(Clone, Copy, Debug)]
struct Met {
    /// The name that was left out; 0: none was.
    name: u64,
    value: u64,
    answer: u64,
}

/// What is known of a name on a host.
#[derive(Clone, Debug, Default)]
struct Name {
    host: Box<[u8]>,
    name: Box<[u8]>,
    changed: u32,
    /// Answers that did not change, and how often each.
    same: Vec<(u64, u32)>,
}

impl Parameters {
    pub(crate) fn new(key: Key) -> Self {
        Self { key, met: NumberMap::default(), names: NumberMap::default(), pages: NumberMap::default() }
    }

    /// Takes a URL with its answer. `apart` hashes what else keeps the request apart.
    pub(crate) fn take(&mut self, address: &Address<'_>, apart: u64, answer: u64) {
        let key = self.key.clone();
        let host = key.token(address.host);
        let path = key.token(address.path);
        let answer = key.join(key.join(apart, host), answer);
        let page = self.pages.entry(answer).or_insert((path, false));
        page.1 |= page.0 != path;
        let page = key.fold(apart, [host, path]);
        let mut pairs: Vec<(u64, u64, Vec<u8>)> = Vec::new();
        for (name, value) in address.pairs().filter(|(name, _)| !name.is_empty()) {
            let name = name.to_ascii_lowercase();
            let known_as = key.token(&name);
            if pairs.len() == PAIRS || pairs.iter().any(|(other, ..)| *other == known_as) {
                return;
            }
            // A name without a value is one with a value of its own.
            pairs.push((known_as, value.map_or(1, |value| key.token(value)), name));
        }
        // The order of parameters changes nothing.
        let whole =
            pairs.iter().fold(page, |sum, (name, value, _)| sum.wrapping_add(key.join(*name, *value)));
        // Against a URL that has one parameter more.
        self.compare(key.join(whole, 1), host, Met { name: 0, value: 0, answer }, None);
        self.hold(key.join(whole, 2), Met { name: 0, value: 0, answer });
        for (name, value, text) in &pairs {
            self.name(host, *name, address.host, text);
            let rest = whole.wrapping_sub(key.join(*name, *value));
            let with = Met { name: *name, value: *value, answer };
            // Against a URL without this parameter, and against one with another value.
            self.compare(key.join(rest, 2), host, with, Some(*name));
            self.compare(key.join(key.join(rest, 3), *name), host, with, Some(*name));
            self.hold(key.join(rest, 1), with);
            self.hold(key.join(key.join(rest, 3), *name), with);
        }
    }

    fn hold(&mut self, at: u64, met: Met) {
        if self.met.len() < BOUND {
            self.met.entry(at).or_insert(met);
        }
    }

    /// Compares with the URL that is held under a key. `name` is that of the parameter in which
    /// they differ; the other one's if this one has none.
    fn compare(&mut self, at: u64, host: u64, own: Met, name: Option<u64>) {
        let Some(other) = self.met.get(&at) else { return };
        if other.name == own.name && other.value == own.value {
            return;
        }
        let (same, answer) = (other.answer == own.answer, own.answer);
        let name = self.key.join(host, name.unwrap_or(other.name));
        let Some(name) = self.names.get_mut(&name) else { return };
        if !same {
            name.changed += 1;
        } else if let Some((_, count)) = name.same.iter_mut().find(|(other, _)| *other == answer) {
            *count += 1;
        } else if name.same.len() < ANSWERS {
            name.same.push((answer, 1));
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

    /// What the whole list says, given how many comparisons are enough.
    pub(crate) fn effects(&self, least: NonZeroU32) -> Effects {
        let mut hosts: BTreeMap<&[u8], Vec<(&Name, Option<Effect>)>> = BTreeMap::new();
        for name in self.names.values() {
            let specific = |(answer, _): &&(u64, u32)| !self.pages.get(answer).is_some_and(|page| page.1);
            let same: u32 = name.same.iter().filter(specific).map(|(_, count)| count).sum();
            let effect = if name.changed == 0 && same >= least.get() {
                Some(Effect::Neutral)
            } else if name.same.is_empty() && name.changed >= least.get() {
                Some(Effect::Telling)
            } else {
                None
            };
            hosts.entry(&name.host).or_default().push((name, effect));
        }
        let mut effects = Effects::default();
        for (host, names) in hosts {
            let neutral = names.iter().filter(|(_, effect)| *effect == Some(Effect::Neutral)).count();
            let is_refused = names.len() >= FEW && 2 * neutral > names.len();
            if is_refused {
                effects.refused.push(host.into());
            }
            for (name, effect) in names {
                if let Some(effect) = effect.filter(|effect| !is_refused || *effect == Effect::Telling) {
                    effects.names.insert((host.into(), name.name.clone()), effect);
                }
            }
        }
        effects
    }

    /// Bytes that it holds, about.
    pub(crate) fn memory(&self) -> usize {
        self.met.capacity() * size_of::<(u64, Met)>()
            + self.names.capacity() * size_of::<(u64, Name)>()
            + self.pages.capacity() * size_of::<(u64, (u64, bool))>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_url::input;
    use urlsift_url::parse::Scratch;

    /// What lines say, each a URL and its answer.
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
        effects.names.get(&(b"a.test"[..].into(), name.as_bytes().into())).copied()
    }

    #[test]
    fn a_parameter_that_never_changes_the_answer_is_neutral() {
        // Other values, with and without, in any order.
        let values = (0..6).map(|number| (format!("//a.test/x?id=7&via={number}"), 9));
        assert_eq!(effect(&effects(values.clone()), "via"), Some(Effect::Neutral));
        assert_eq!(effect(&effects(values.clone()), "id"), None, "it was not compared");
        assert_eq!(effect(&effects(values.clone().take(5)), "via"), None, "four comparisons are too few");
        let pages = (0..5).flat_map(|page| {
            let urls = [format!("//a.test/p{page}?via=zork"), format!("//a.test/p{page}")];
            let [one, other] = urls;
            if page % 2 == 0 { [(one, page), (other, page)] } else { [(other, page), (one, page)] }
        });
        assert_eq!(effect(&effects(pages), "via"), Some(Effect::Neutral));
        let once = values.chain([("//a.test/y?via=1".to_owned(), 1), ("//a.test/y?via=2".to_owned(), 2)]);
        assert_eq!(effect(&effects(once), "via"), None, "on another page it changes the answer");
    }

    #[test]
    fn a_parameter_that_always_changes_the_answer_is_telling() {
        let values = (0..6).map(|number| (format!("//a.test/x?sid={number}&q"), number));
        assert_eq!(effect(&effects(values), "sid"), Some(Effect::Telling));
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
                let answer =
                    move |value| if name < neutral { name as u64 } else { 100 * name as u64 + value };
                (0..7).map(move |value| (format!("//a.test/p{name}?n{name}=v{value}"), answer(value)))
            })
        };
        let found = effects(names(3, 6));
        assert_eq!(
            (effect(&found, "n0"), effect(&found, "n5")),
            (Some(Effect::Neutral), Some(Effect::Telling))
        );
        assert!(found.refused.is_empty());
        let found = effects(names(4, 6));
        assert_eq!((effect(&found, "n0"), effect(&found, "n5")), (None, Some(Effect::Telling)));
        assert_eq!(found.refused, [b"a.test"[..].into()]);
        assert!(effects(names(3, 3)).refused.is_empty(), "too few names to tell");
    }
}
