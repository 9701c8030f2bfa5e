//! Values by place, found by the host of a URL.

use super::url_place::UrlPlace;
use crate::host::{Origin, suffixes};
use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Debug, Formatter};

/// Values by place. A lookup takes as long as the host has labels, and compares each place of
/// several hosts that have no name in common.
#[derive(Clone)]
pub struct PlaceIndex<T> {
    by_name: HashMap<Box<[u8]>, Vec<IndexedPlace<T>>>,
    /// Those of any host, of a pattern or of a network.
    others: Vec<IndexedPlace<T>>,
}

/// A place and its value.
#[derive(Clone, Debug)]
pub struct IndexedPlace<T> {
    pub place: UrlPlace,
    pub value: T,
}

/// Shown in the same order every time, since scanners hash it as a setting.
impl<T: Debug> Debug for PlaceIndex<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let by_name: BTreeMap<_, _> = self.by_name.iter().collect();
        let mut tuple = f.debug_tuple("PlaceIndex");
        tuple.field(&by_name).field(&self.others).finish()
    }
}

impl<T> Default for PlaceIndex<T> {
    fn default() -> Self {
        Self {
            by_name: HashMap::new(),
            others: Vec::new(),
        }
    }
}

impl<T> PlaceIndex<T> {
    /// Adds a value at a place.
    pub fn add(&mut self, place: UrlPlace, value: T) {
        let name = place.hosts.name();
        let place = IndexedPlace { place, value };
        let Some(name) = name else {
            self.others.push(place);
            return;
        };
        let name = name.into_bytes().into_boxed_slice();
        let places = self.by_name.entry(name).or_default();
        places.push(place);
    }

    /// Appends the values of another index.
    pub fn extend(&mut self, others: Self) {
        for (name, places) in others.by_name {
            self.by_name.entry(name).or_default().extend(places);
        }
        self.others.extend(others.others);
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty() && self.others.is_empty()
    }

    /// Returns the entries of all places that have a host, without its port, and some others.
    pub fn near<'i>(&'i self, host: &'i [u8]) -> impl Iterator<Item = &'i IndexedPlace<T>> {
        let named = suffixes(host).filter_map(|name| self.by_name.get(name));
        named.flatten().chain(&self.others)
    }

    /// Returns the values at the places of an origin.
    pub fn find<'i>(&'i self, origin: Origin<'i>) -> impl Iterator<Item = &'i T> {
        let near = self.near(origin.host());
        let fitting = near.filter(move |entry| entry.place.fits(origin));
        fitting.map(|entry| &entry.value)
    }
}
