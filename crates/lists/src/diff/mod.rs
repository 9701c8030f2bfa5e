//! What differs between two lists: paths that are new, gone, or have other parameters, methods,
//! statuses or numbers of lines.
//!
//! Both lists are read by one filter that has learned from both of them: a position that only one of
//! them would have taught differs in neither then.

mod aspects;
#[cfg(test)]
mod tests;

use self::aspects::KnownAspects;
use crate::filter;
use crate::templates::{Endpoint, TemplateReader, Templates};
use std::cmp::Ordering;
use urlsift_core::builder::Builder;
use urlsift_core::error::Error;
use urlsift_core::record::Batch;
use urlsift_core::scan::Scanner;
use urlsift_core::sift::Sift;

/// What of a path may differ between two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aspect {
    /// The names of its parameters, and the values of those that choose what the page does.
    Parameters,
    /// The methods of its requests, where GET, HEAD and none are one.
    Methods,
    /// The classes of the statuses of its answers, like 2xx or 404.
    Statuses,
    /// How many lines it has, by a factor.
    Lines,
}

/// How two lists are compared.
///
/// ```
/// use urlsift::{Change, Diff, Sift};
///
/// let old = ["//a.example/user/1", "//a.example/old", "//a.example/find?q=a"];
/// let new = ["//a.example/user/2", "//a.example/user/3?tab=b", "//a.example/find?q=b"];
/// let [old, new] = Diff::templates(Sift::builder(), [&old, &new])?;
/// let changes = Diff::default().between(&old, &new);
/// let shown: Vec<_> = changes.iter().map(|change| match change {
///     Change::New(path) => format!("new {}", path.first().path_text()),
///     Change::Gone(path) => format!("gone {}", path.first().path_text()),
///     Change::Changed(both) => format!("{} has {:?}", both.new.first().path_text(), both.parameters.gained),
///     _ => unreachable!("there is no other change"),
/// }).collect();
/// assert_eq!(shown, ["gone /old", "/user/{int} has [\"tab\"]"]);
/// assert!(Diff::default().between(&old, &old).is_empty());
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Diff {
    ignored: Vec<Aspect>,
    factor: f64,
    min: u64,
}

impl Default for Diff {
    fn default() -> Self {
        Self { ignored: Vec::new(), factor: 10.0, min: 1 }
    }
}

/// A path of a host that the two lists do not have alike.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Change<'t> {
    /// Only the new list has it.
    New(Endpoint<'t>),
    /// Only the old list has it.
    Gone(Endpoint<'t>),
    /// Both have it, and something of it differs.
    Changed(Changed<'t>),
}

/// A path that both lists have, and what of it differs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Changed<'t> {
    /// The path in the old list.
    pub old: Endpoint<'t>,
    /// The path in the new list.
    pub new: Endpoint<'t>,
    /// Parameters as templates show them: `id`, `action=delete`.
    pub parameters: Delta,
    /// Methods in capitals; GET stands for HEAD and none too.
    pub methods: Delta,
    /// Classes of statuses: 2xx, 3xx, 403 (also 401), 404 (also 410), 4xx, 5xx.
    pub statuses: Delta,
    /// Whether the numbers of lines differ by the factor.
    pub lines: bool,
}

/// What only one of two lists has, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Delta {
    /// What only the new list has.
    pub gained: Vec<String>,
    /// What only the old list has.
    pub lost: Vec<String>,
}

impl Delta {
    /// Whether both lists have the same.
    pub fn is_empty(&self) -> bool {
        self.gained.is_empty() && self.lost.is_empty()
    }
}

impl Diff {
    /// Reads two lists by one filter, as they have to be read to be compared: it learns from both, and
    /// then each line counts for what it reads as by all of that.
    ///
    /// # Errors
    /// Those of [`Builder::build`] and of [`scanner`](Self::scanner).
    pub fn templates<L: AsRef<[u8]>>(settings: Builder, lists: [&[L]; 2]) -> Result<[Templates; 2], Error> {
        let mut sift = settings.two_pass(true).build()?;
        let scanner = Self::scanner(&sift)?;
        if sift.needs_survey() {
            for list in lists {
                sift.filter(list.iter()).for_each(drop);
            }
        }
        sift.restart();
        let mut batch = Batch::default();
        Ok(lists.map(|list| {
            let mut reader = TemplateReader::default();
            for line in list {
                batch.clear();
                scanner.scan(line.as_ref(), &mut batch);
                let read = reader.read(&sift, (&scanner, &batch), [line.as_ref()]);
                debug_assert!(read.is_ok(), "the batch holds this line");
            }
            reader.finish(&sift)
        }))
    }

    /// Returns what scans lines for [`TemplateReader::read`], by which both lists are read.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: templates do not decide under the settings of the filter.
    pub fn scanner(sift: &Sift) -> Result<Scanner, Error> {
        filter::require_templates(sift)?;
        Ok(filter::whole_scanner(sift))
    }

    /// Leaves one of these out.
    #[must_use]
    pub fn ignore(mut self, aspect: Aspect) -> Self {
        self.ignored.push(aspect);
        self
    }

    /// Numbers of lines differ if one is at least so many times the other; 10 by default. 1 and less
    /// would find every difference.
    #[must_use]
    pub fn factor(self, factor: f64) -> Self {
        Self { factor, ..self }
    }

    /// Leaves out what only fewer lines than this have: paths, and parameters, methods and statuses
    /// of a path. 1 by default, so nothing is left out.
    #[must_use]
    pub fn min(self, lines: u64) -> Self {
        Self { min: lines, ..self }
    }

    /// Returns what is compared of these lists: what neither is ignored nor unknown to one of them.
    /// A state knows no statuses, and no number of lines that is like one of a list; a list of URLs
    /// alone knows neither methods nor statuses.
    pub fn aspects(&self, old: &Templates, new: &Templates) -> Vec<Aspect> {
        let known = [KnownAspects::of(old), KnownAspects::of(new)];
        let is_compared = |aspect: &Aspect| {
            !self.ignored.contains(aspect)
                && match aspect {
                    Aspect::Parameters => true,
                    Aspect::Methods => known.iter().all(|known| known.methods),
                    Aspect::Statuses => known.iter().all(|known| known.statuses),
                    Aspect::Lines => old.only_kept == new.only_kept,
                }
        };
        let all = [Aspect::Parameters, Aspect::Methods, Aspect::Statuses, Aspect::Lines];
        all.into_iter().filter(is_compared).collect()
    }

    /// Returns what differs, by host and path. One filter must have read both lists, as
    /// [`templates`](Self::templates) has it.
    pub fn between<'t>(&self, old: &'t Templates, new: &'t Templates) -> Vec<Change<'t>> {
        let aspects = self.aspects(old, new);
        let (mut olds, mut news) = (old.endpoints().peekable(), new.endpoints().peekable());
        let mut changes = Vec::new();
        loop {
            let order = match (olds.peek(), news.peek()) {
                (None, None) => return changes,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(old), Some(new)) => old.first().compare_paths(new.first()),
            };
            let old = if order.is_le() { olds.next() } else { None };
            let new = if order.is_ge() { news.next() } else { None };
            changes.extend(match (old, new) {
                (Some(old), Some(new)) => self.changed(old, new, &aspects).map(Change::Changed),
                (Some(old), None) => (old.lines() >= self.min).then_some(Change::Gone(old)),
                (None, new) => new.filter(|new| new.lines() >= self.min).map(Change::New),
            });
        }
    }

    /// What differs of a path that both have.
    fn changed<'t>(&self, old: Endpoint<'t>, new: Endpoint<'t>, aspects: &[Aspect]) -> Option<Changed<'t>> {
        let delta = |aspect: Aspect, names: fn(&Endpoint<'t>) -> aspects::LinesByName| {
            if aspects.contains(&aspect) { self.delta(&names(&old), &names(&new)) } else { Delta::default() }
        };
        let parameters = delta(Aspect::Parameters, aspects::parameters);
        let methods = delta(Aspect::Methods, aspects::methods);
        let statuses = delta(Aspect::Statuses, aspects::statuses);
        let (most, least) = (old.lines().max(new.lines()), old.lines().min(new.lines()));
        let differ = most > least && most >= self.min && most as f64 >= self.factor * least as f64;
        let lines = aspects.contains(&Aspect::Lines) && differ;
        let is_same = parameters.is_empty() && methods.is_empty() && statuses.is_empty() && !lines;
        (!is_same).then_some(Changed { old, new, parameters, methods, statuses, lines })
    }

    /// What only one of two has at all, and in enough lines.
    fn delta(&self, old: &aspects::LinesByName, new: &aspects::LinesByName) -> Delta {
        let only = |these: &aspects::LinesByName, others: &aspects::LinesByName| {
            let only =
                these.iter().filter(|(name, lines)| **lines >= self.min && !others.contains_key(*name));
            only.map(|(name, _)| name.clone()).collect()
        };
        Delta { gained: only(new, old), lost: only(old, new) }
    }
}
