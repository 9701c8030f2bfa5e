//! Facets by their values: few values in ever more combinations, on one page or in a path.

use super::forms::WrittenUrl;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use urlsift_core::similar::table::NumberSet;

/// The most values of a parameter, and the most names of a page or path, that are facets.
const VALUES: usize = 64;
const NAMES: usize = 16;

/// The most combinations that are counted, and the fewest of a trap.
const MOST: usize = 1 << 12;
const FEWEST: usize = 100;

/// The fewest sets of values in one parameter of a trap, and the values of one set that are a trap
/// as well.
const SETS: usize = 50;
const LONGEST: usize = 10;

/// The fewest parameters or names of a trap, and the fewest orders of names in paths.
const FACETS: usize = 3;
const ORDERS: usize = 6;

/// What separates the values of a set inside one value.
const SEPARATORS: [&str; 6] = [",", "|", ";", "%2c", "%7c", "%3b"];

/// Returns a hash for a set of hashes.
pub(super) fn hashed(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Adds to a set with so much room.
fn add(set: &mut NumberSet, value: u64, room: usize) {
    if set.len() < room {
        set.insert(value);
    }
}

/// The queries of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct PageQueries {
    /// By the name of a parameter without its index.
    params: BTreeMap<String, ParamValues>,
    combinations: NumberSet,
}

/// The values of a parameter.
#[derive(Clone, Debug, Default)]
struct ParamValues {
    values: NumberSet,
    /// Sets of several values in one query, and the most values of one.
    sets: NumberSet,
    longest: usize,
    /// The number of queries with a set.
    queries: u64,
}

impl PageQueries {
    /// Notes a query.
    pub(super) fn note(&mut self, url: &WrittenUrl<'_>) {
        let mut query = BTreeMap::<&str, Vec<String>>::new();
        for (name, value) in url.params() {
            let values = query.entry(without_index(name)).or_default();
            values.extend(split(value));
        }
        let mut combination = Vec::new();
        for (name, values) in query {
            if !self.params.contains_key(name) && self.params.len() >= NAMES {
                continue;
            }
            let param = self.params.entry(name.to_owned()).or_default();
            for value in &values {
                add(&mut param.values, hashed(value), VALUES);
            }
            if param.values.len() < VALUES {
                combination.push(hashed((name, &values)));
            }
            if values.len() > 1 {
                param.queries += 1;
                param.longest = param.longest.max(values.len());
                add(&mut param.sets, hashed(values), MOST);
            }
        }
        if combination.len() >= FACETS {
            add(&mut self.combinations, hashed(combination), MOST);
        }
    }

    /// Returns the parameters with ever more sets of few values, and the queries that have one.
    pub(super) fn params_with_sets(&self) -> impl Iterator<Item = (&str, u64)> {
        let with_sets = self.params.iter().filter(|(_, param)| {
            let sets = param.sets.len();
            let values = param.values.len();
            let are_many = values < VALUES && sets >= SETS && sets >= 2 * values;
            are_many || (param.longest >= LONGEST && sets >= LONGEST)
        });
        with_sets.map(|(name, param)| (name.as_str(), param.queries))
    }

    /// Returns the names of parameters whose few values come in ever more combinations.
    pub(super) fn facets(&self) -> Option<Vec<&str>> {
        let mut names = Vec::new();
        let mut values = 0;
        for (name, param) in &self.params {
            let count = param.values.len();
            if (2..VALUES).contains(&count) {
                names.push(name.as_str());
                values += count;
            }
        }
        let combinations = self.combinations.len();
        let are_many = combinations >= FEWEST && combinations >= 2 * values;
        (are_many && names.len() >= FACETS).then_some(names)
    }
}

/// Returns the name of a parameter without an index: `f[0]` is one more `f`.
fn without_index(name: &str) -> &str {
    let end = name.find(['[', '%']).unwrap_or(name.len());
    let rest = &name[end..];
    let is_index = rest.starts_with('[') || rest.starts_with("%5");
    if is_index && end > 0 {
        &name[..end]
    } else {
        name
    }
}

/// Returns the values of a set, or the one value.
fn split(value: &str) -> Vec<String> {
    let mut values = vec![value.to_ascii_lowercase()];
    for separator in SEPARATORS {
        let parts = values.iter().flat_map(|value| value.split(separator));
        values = parts.map(str::to_owned).collect();
    }
    values
}

/// The paths below a prefix, as pairs of a name and a value: `/color/red/size/9`.
#[derive(Clone, Debug, Default)]
pub(super) struct PathPairs {
    names: BTreeSet<String>,
    pairs: NumberSet,
    orders: NumberSet,
    combinations: NumberSet,
}

impl PathPairs {
    /// Notes the segments below the prefix.
    pub(super) fn note(&mut self, segments: &[&str]) {
        if self.names.len() > NAMES {
            return;
        }
        let mut order = Vec::new();
        for pair in segments.chunks_exact(2) {
            order.push(pair[0]);
            add(&mut self.pairs, hashed(pair), MOST);
            if !self.names.contains(pair[0]) {
                self.names.insert(pair[0].to_owned());
            }
        }
        add(&mut self.orders, hashed(order), MOST);
        add(&mut self.combinations, hashed(segments), MOST);
    }

    /// Returns the names, if few of them with few values come in any order, ever more of them.
    pub(super) fn facets(&self) -> Option<Vec<&str>> {
        let names = self.names.len();
        let combinations = self.combinations.len();
        let are_many = combinations >= FEWEST && combinations >= 2 * self.pairs.len();
        let is_trap = are_many && (FACETS..=NAMES).contains(&names) && self.orders.len() >= ORDERS;
        is_trap.then(|| self.names.iter().map(String::as_str).collect())
    }
}
