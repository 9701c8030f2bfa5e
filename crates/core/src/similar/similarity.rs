//! The arithmetic of similarity: the weights of components, the difference of two URLs in units,
//! and the difference that a threshold allows. The index compares URLs by it; the percentage that
//! is printed is computed where lines are compared to explain them.
//!
//! All arithmetic is in integers. A weight of 1 is [`UNIT`] units, which divides evenly by up to
//! 16; the remainder of a finer split (less than a unit for each part, 10^-9 of a weight) is
//! dropped. So "similar enough" is a comparison of integers without rounding, and every part of a
//! component weighs the same, in any order.

use crate::choices;
use std::fmt;
use urlsift_url::error::{Error, ErrorKind};

/// Units in a weight of 1: the least common multiple of 1 to 16, times 1000 for weights with
/// decimals.
pub const UNIT: u64 = 720_720_000;

/// The largest weight of one component; keeps every product below within 64 bits.
const MAX_WEIGHT: f64 = 1000.0;

/// Unit of thresholds: millionths of a percent.
const THRESHOLD_SCALE: u64 = 1_000_000;

/// The weights of a URL's components, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    pub host: u64,
    pub path: u64,
    pub params: u64,
    pub scheme: u64,
    pub fragment: u64,
}

impl Default for Weights {
    /// Host 4, path 3, parameters 2, scheme and fragment 0.5.
    fn default() -> Self {
        Self {
            host: 4 * UNIT,
            path: 3 * UNIT,
            params: 2 * UNIT,
            scheme: UNIT / 2,
            fragment: UNIT / 2,
        }
    }
}

impl fmt::Display for Weights {
    /// Writes all weights as decimals, in the form that [`parse`](Self::parse) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |weight: u64| weight as f64 / UNIT as f64;
        write!(f, "host={},", shown(self.host))?;
        write!(f, "path={},", shown(self.path))?;
        write!(f, "params={},", shown(self.params))?;
        write!(f, "scheme={},", shown(self.scheme))?;
        write!(f, "fragment={}", shown(self.fragment))
    }
}

impl Weights {
    /// Sets one component's weight by name: `host`, `path`, `params`, `scheme` or `fragment`.
    ///
    /// # Errors
    ///
    /// If the name is unknown, or the weight is not a number from 0 to 1000.
    ///
    /// ```
    /// let mut weights = urlsift::settings::Weights::default();
    /// weights.set("params", 3.5)?;
    /// assert!(weights.set("colour", 1.0).is_err());
    /// assert!(weights.set("host", -1.0).is_err());
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn set(&mut self, component: &str, weight: f64) -> Result<(), Error> {
        let slot = match component {
            "host" => &mut self.host,
            "path" => &mut self.path,
            "params" => &mut self.params,
            "scheme" => &mut self.scheme,
            "fragment" => &mut self.fragment,
            _ => {
                let message = format!(
                    "no component is called \"{}\": use host, path, params, scheme or fragment",
                    component.escape_debug()
                );
                return Err(Error::new(ErrorKind::Name, message));
            }
        };
        if !(0.0..=MAX_WEIGHT).contains(&weight) {
            let message = format!(
                "the weight of {component} is {weight}: use a number from 0 to {MAX_WEIGHT}"
            );
            return Err(Error::new(ErrorKind::Weights, message));
        }
        #[allow(clippy::cast_sign_loss, reason = "checked to be 0 or more above")]
        {
            *slot = (weight * UNIT as f64).round() as u64;
        }
        Ok(())
    }

    /// Reads `name=weight,...`; components that are not named keep their weight.
    ///
    /// # Errors
    ///
    /// If an item is not `name=weight`, or [`set`](Self::set) refuses it.
    ///
    /// ```
    /// let weights = urlsift::settings::Weights::parse("path=6,fragment=0")?;
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut weights = Self::default();
        for item in text.split(',') {
            let Some((name, weight)) = named_weight(item) else {
                let message = format!(
                    "\"{}\" is not a weight: write component=number, as in path=3",
                    item.escape_debug()
                );
                return Err(Error::new(ErrorKind::Weights, message));
            };
            weights.set(name, weight)?;
        }
        weights.checked()
    }

    /// Returns these weights; refuses a sum of 0.
    pub fn checked(self) -> Result<Self, Error> {
        if self.total() == 0 {
            let why = "all weights are 0: at least one component must count";
            return Err(Error::new(ErrorKind::Weights, why));
        }
        Ok(self)
    }

    /// Returns the sum: the weight of any URL's features.
    pub(crate) fn total(&self) -> u64 {
        self.host + self.path + self.params + self.scheme + self.fragment
    }
}

/// Reads `name=weight`.
fn named_weight(item: &str) -> Option<(&str, f64)> {
    let (name, weight) = item.split_once('=')?;
    let weight = weight.trim().parse().ok()?;
    Some((name.trim(), weight))
}

choices! {
    "metric";
    /// The measure of similarity.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Metric {
        /// The share of weighted features that both URLs have: exact, explainable, the default.
        #[default]
        Overlap = "overlap", "The exact share of the weight that two URLs have in common";
        /// 64-bit weighted `SimHash`, `100 (1 - hamming / 64)`: the classical recipe, for
        /// comparison with other tools.
        SimHash = "simhash", "The share of equal bits in 64-bit SimHash fingerprints; useful as a baseline, not in production";
    }
}

/// The similarity at which a URL is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Threshold(u64);

impl Threshold {
    /// Checks and converts a percentage; it is exact to a millionth of a percent.
    ///
    /// # Errors
    ///
    /// If the number is outside 1 to 100.
    pub fn new(percent: f64) -> Result<Self, Error> {
        if !(1.0..=100.0).contains(&percent) {
            let message = format!("the threshold is {percent} percent: use a number from 1 to 100");
            return Err(Error::new(ErrorKind::Threshold, message));
        }
        #[allow(clippy::cast_sign_loss, reason = "checked to be 1 or more above")]
        Ok(Self((percent * THRESHOLD_SCALE as f64).round() as u64))
    }

    /// Returns the number of units, of `total`, in which two similar URLs may differ: the largest
    /// `b` with `100 (total - b) / total >= threshold`.
    pub fn budget(self, total: u64) -> u64 {
        let whole = 100 * THRESHOLD_SCALE;
        let may_differ = u128::from(total) * u128::from(whole - self.0);
        (may_differ / u128::from(whole)) as u64
    }

    /// Whether a part is at least this percentage of a whole.
    pub fn is_reached(self, part: u64, whole: u64) -> bool {
        let wanted = u128::from(self.0) * u128::from(whole);
        100 * u128::from(THRESHOLD_SCALE) * u128::from(part) >= wanted
    }

    /// Returns the largest Hamming distance of two similar 64-bit codes: `100 (64 - d) / 64 >=
    /// threshold`.
    pub fn radius(self) -> u32 {
        self.budget(64) as u32
    }
}

/// Whether two URLs differ in at most `budget` units on either side. Both lists are sorted by hash.
pub fn is_similar(a: &[(u64, u64)], b: &[(u64, u64)], budget: u64) -> bool {
    difference(a, b, budget).is_some()
}

/// Returns the larger of the two weights that `a` and `b` do not share, if it is at most `limit`.
/// Both lists are (hash, weight), sorted by hash, each hash once.
pub fn difference(a: &[(u64, u64)], b: &[(u64, u64)], limit: u64) -> Option<u64> {
    let mut only_a = 0;
    let mut only_b = 0;
    let mut a = a;
    let mut b = b;
    while only_a <= limit && only_b <= limit {
        match (a, b) {
            ([], []) => return Some(only_a.max(only_b)),
            ([x, rest @ ..], [y, ..]) if x.0 < y.0 => {
                only_a += x.1;
                a = rest;
            }
            ([x, rest @ ..], []) => {
                only_a += x.1;
                a = rest;
            }
            ([x, ..], [y, rest @ ..]) if y.0 < x.0 => {
                only_b += y.1;
                b = rest;
            }
            ([], [y, rest @ ..]) => {
                only_b += y.1;
                b = rest;
            }
            ([_, rest_a @ ..], [_, rest_b @ ..]) => {
                a = rest_a;
                b = rest_b;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_exact_where_floats_are_not() {
        let total = Weights::default().total();
        assert_eq!(total, 10 * UNIT);
        for (percent, tenths) in [(80.0, 20), (90.0, 10), (95.0, 5), (99.0, 1), (100.0, 0)] {
            assert_eq!(
                Threshold::new(percent).unwrap().budget(total),
                tenths * UNIT / 10,
                "{percent}"
            );
        }
        let radius = |percent| Threshold::new(percent).unwrap().radius();
        assert_eq!(
            [100.0, 95.0, 90.0, 80.0, 1.0].map(radius),
            [0, 3, 6, 12, 63]
        );
    }

    #[test]
    fn bad_settings_are_refused_with_the_reason() {
        for text in [
            "host",
            "host=x",
            "host=-1",
            "host=NaN",
            "host=inf",
            "tail=1",
            "",
            "host=0,path=0,params=0,scheme=0,fragment=0",
        ] {
            assert!(Weights::parse(text).is_err(), "{text}");
        }
        for percent in [0.0, 0.99, 100.01, f64::NAN, f64::INFINITY, -5.0] {
            assert!(Threshold::new(percent).is_err(), "{percent}");
        }
    }
}
