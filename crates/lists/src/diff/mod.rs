//! Finds the differences between two lists: paths that are new, gone, or have other parameters,
//! methods, statuses or numbers of lines.
//!
//! One filter that has learned from both lists reads both. So a position is variable in both even
//! if only one of them shows that it is.

mod aspects;
#[cfg(test)]
mod tests;

use crate::filter;
use crate::templates::{Endpoint, TemplateReader, Templates};
use aspects::LinesByName;
use std::cmp::Ordering;
use urlsift_core::similar::table::NumberSet;
use urlsift_core::{Batch, Builder, Error, Scanner, Sift};

/// An aspect of a path that may differ between two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Aspect {
    /// The names of its parameters, and the values of those that select the action of the page.
    Parameters,
    /// The methods of its requests; GET, HEAD and none are equal.
    Methods,
    /// The classes of its statuses, like 2xx or 404.
    Statuses,
    /// The number of its lines, by a factor.
    Lines,
}

/// Compares two lists.
///
/// ```
/// use urlsift::Sift;
/// use urlsift::lists::{Change, Changed, Diff};
///
/// let old = ["//a.example/user/1", "//a.example/old", "//a.example/find?q=a"];
/// let new = ["//a.example/user/2", "//a.example/user/3?item=b", "//a.example/find?q=b"];
/// let [old, new] = Diff::templates(Sift::builder(), [&old, &new])?;
/// let changes = Diff::default().between(&old, &new);
/// let shown: Vec<_> = changes.iter().map(|change| match change {
///     Change::New(path) => format!("new {}", path.first().path_text()),
///     Change::Gone(path) => format!("gone {}", path.first().path_text()),
///     Change::Changed(Changed { new, parameters, .. }) => {
///         format!("{} has {:?}", new.first().path_text(), parameters.gained)
///     }
///     _ => unreachable!("there is no other change"),
/// }).collect();
/// assert_eq!(shown, ["gone /old", "/user/{int} has [\"item\"]"]);
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
        Self {
            ignored: Vec::new(),
            factor: 10.0,
            min: 1,
        }
    }
}

/// A path of a host that differs between the two lists.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Change<'t> {
    /// Only the new list has it.
    New(Endpoint<'t>),
    /// Only the old list has it.
    Gone(Endpoint<'t>),
    /// Both lists have it, and an aspect of it differs.
    Changed(Changed<'t>),
}

/// A path that both lists have, with its differences.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Changed<'t> {
    /// The path in the old list.
    pub old: Endpoint<'t>,
    /// The path in the new list.
    pub new: Endpoint<'t>,
    /// Parameters as templates show them: `id`, `action=delete`.
    pub parameters: Delta,
    /// Methods in capitals; GET also stands for HEAD and for none.
    pub methods: Delta,
    /// Classes of statuses: 2xx, 3xx, 401/403, 404 (also 410), 4xx, 5xx; redirects with
    /// their targets if both lists have some: `3xx -> /login`.
    pub statuses: Delta,
    /// Whether the numbers of lines differ by the factor.
    pub lines: bool,
}

impl Changed<'_> {
    /// Returns whether no aspect differs.
    pub fn is_empty(&self) -> bool {
        let deltas = [&self.parameters, &self.methods, &self.statuses];
        !self.lines && deltas.into_iter().all(Delta::is_empty)
    }
}

/// Names that only one of two lists has, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Delta {
    /// Names that only the new list has.
    pub gained: Vec<String>,
    /// Names that only the old list has.
    pub lost: Vec<String>,
}

impl Delta {
    /// Returns whether both lists have the same names.
    pub fn is_empty(&self) -> bool {
        self.gained.is_empty() && self.lost.is_empty()
    }
}

impl Diff {
    /// Reads two lists by one filter, so that they can be compared: it learns from both, and then
    /// each line counts in the learned variant.
    ///
    /// # Errors
    /// Those of [`Builder::build`] and of [`scanner`](Self::scanner).
    pub fn templates<L: AsRef<[u8]>>(
        settings: Builder,
        lists: [&[L]; 2],
    ) -> Result<[Templates; 2], Error> {
        let mut sift = settings.two_pass(true).build()?;
        let scanner = Self::scanner(&sift)?;
        if sift.needs_survey() {
            for list in lists {
                sift.filter(list.iter()).count();
            }
        }
        sift.restart();
        let mut batch = Batch::default();
        Ok(lists.map(|list| {
            let mut reader = TemplateReader::default();
            for line in list {
                batch.clear();
                scanner.scan(line.as_ref(), &mut batch);
                let lines = [line.as_ref()];
                let read = reader.read(&sift, &scanner, &batch, lines);
                debug_assert!(read.is_ok(), "the batch holds this line");
            }
            reader.finish(&sift)
        }))
    }

    /// Returns the scanner for the batches of [`TemplateReader::read`], which reads both lists.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`](urlsift_core::ErrorKind::Settings): templates do not decide under
    /// the settings of the filter.
    pub fn scanner(sift: &Sift) -> Result<Scanner, Error> {
        filter::require_templates(sift)?;
        Ok(filter::whole_scanner(sift))
    }

    /// Ignores an aspect.
    #[must_use]
    pub fn ignore(mut self, aspect: Aspect) -> Self {
        self.ignored.push(aspect);
        self
    }

    /// Sets the factor by which numbers of lines must differ to count; 10 by default. 1 and less
    /// find every difference.
    #[must_use]
    pub fn factor(self, factor: f64) -> Self {
        Self { factor, ..self }
    }

    /// Ignores paths with fewer lines, and parameters, methods and statuses of a path with fewer. 1
    /// by default, which ignores none.
    #[must_use]
    pub fn min(self, lines: u64) -> Self {
        Self { min: lines, ..self }
    }

    /// Returns the aspects that are compared: all that are not ignored and that both lists have,
    /// and methods if the new list has them. A state has no statuses, and its numbers of lines are
    /// not comparable with those of a list; a list of plain URLs has neither methods nor statuses,
    /// and a description no numbers of lines.
    pub fn aspects(&self, old: &Templates, new: &Templates) -> Vec<Aspect> {
        let known = [old.known, new.known];
        let has_counts = !old.described && !new.described;
        let has_both = [
            (Aspect::Parameters, true),
            // Without a method, a line is a GET; another method is news.
            (Aspect::Methods, known[1].methods),
            (Aspect::Statuses, known.iter().all(|known| known.statuses)),
            (Aspect::Lines, old.only_kept == new.only_kept && has_counts),
        ];
        let mut aspects = Vec::new();
        for (aspect, is_compared) in has_both {
            if is_compared && !self.ignored.contains(&aspect) {
                aspects.push(aspect);
            }
        }
        aspects
    }

    /// Returns the differences, by host and path. Expects lists that one filter has read, as in
    /// [`templates`](Self::templates).
    pub fn between<'t>(&self, old: &'t Templates, new: &'t Templates) -> Vec<Change<'t>> {
        let lists = [old, new];
        let compare = |old: &Endpoint<'_>, new: &Endpoint<'_>| {
            let new = new.first();
            old.first().compare_paths(new)
        };
        let mut changes = Vec::new();
        for sides in pairs(old.endpoints(), new.endpoints(), compare) {
            match sides {
                (Some(old), Some(new)) => {
                    if let Some(changed) = self.changed(old, new, lists) {
                        changes.push(Change::Changed(changed));
                    }
                }
                (Some(old), None) if old.lines() >= self.min => {
                    changes.push(Change::Gone(old));
                }
                (None, Some(new)) if new.lines() >= self.min => {
                    changes.push(Change::New(new));
                }
                _ => {}
            }
        }
        changes
    }

    /// Returns the templates of two lists that were [read](TemplateReader::read) by one filter,
    /// without the paths that are [equal](Templates::same_paths) whatever the smallest number of
    /// lines. Only templates of one host are in memory beside them.
    pub fn differing(&self, sift: &Sift, readers: [TemplateReader; 2]) -> [Templates; 2] {
        let all = self.clone().min(1);
        let meet = readers
            .iter()
            .any(|reader| reader.hosts_meet || reader.templates.only_kept);
        let mut left = readers.each_ref().map(|reader| reader.templates.clone());
        left[1].hidden_names = readers[1].names_beside(&readers[0]);
        let [olds, news] = readers.map(|mut reader| {
            reader.hosts_meet = meet;
            reader.by_host(sift)
        });
        let compare = |old: &Templates, new: &Templates| {
            if !meet
                && let Some(old) = old.iter().next()
                && let Some(new) = new.iter().next()
            {
                return old.compare_hosts(new);
            }
            Ordering::Equal
        };
        for (mut old, mut new) in pairs(olds, news, compare) {
            if let Some(old) = &mut old
                && let Some(new) = &mut new
            {
                all.leave_out_same([old, new]);
            }
            left[0].append(old.unwrap_or_default());
            left[1].append(new.unwrap_or_default());
        }
        left
    }

    fn leave_out_same(&self, lists: [&mut Templates; 2]) {
        let mut records = <[NumberSet; 2]>::default();
        for change in self.between(lists[0], lists[1]) {
            let [old_records, new_records] = &mut records;
            match change {
                Change::New(new) => insert_records(new_records, &new),
                Change::Gone(old) => insert_records(old_records, &old),
                Change::Changed(Changed { old, new, .. }) => {
                    insert_records(old_records, &old);
                    insert_records(new_records, &new);
                }
            }
        }
        for (list, records) in lists.into_iter().zip(records) {
            let paths = list.endpoints().count();
            list.retain(|template| records.contains(&template.record));
            list.same_paths = (paths - list.endpoints().count()) as u64;
        }
    }

    /// Returns the differences of a path that both lists have.
    fn changed<'t>(
        &self,
        old: Endpoint<'t>,
        new: Endpoint<'t>,
        lists: [&Templates; 2],
    ) -> Option<Changed<'t>> {
        let aspects = self.aspects(lists[0], lists[1]);
        let delta = |aspect: Aspect, old: &LinesByName, new: &LinesByName| {
            if !aspects.contains(&aspect) {
                return Delta::default();
            }
            Delta {
                gained: self.only(new, old),
                lost: self.only(old, new),
            }
        };
        let described_old = lists[0].described.then_some(&old);
        let described_new = lists[1].described.then_some(&new);
        let old_parameters = aspects::parameters(&old, described_new);
        let new_parameters = aspects::parameters(&new, described_old);
        let parameters = delta(Aspect::Parameters, &old_parameters, &new_parameters);
        let old_methods = aspects::methods(&old);
        let mut methods = delta(Aspect::Methods, &old_methods, &aspects::methods(&new));
        // No method can be lost if the old list has none.
        if !lists[0].known.methods {
            methods.lost.clear();
        }
        let has_targets = lists.iter().all(|list| list.known.targets);
        let old_statuses = aspects::statuses(&old, has_targets);
        let new_statuses = aspects::statuses(&new, has_targets);
        let statuses = delta(Aspect::Statuses, &old_statuses, &new_statuses);
        let most = old.lines().max(new.lines());
        let least = old.lines().min(new.lines());
        let reaches_factor = most as f64 >= self.factor * least as f64;
        let differ = most > least && most >= self.min && reaches_factor;
        let changed = Changed {
            old,
            new,
            parameters,
            methods,
            statuses,
            lines: differ && aspects.contains(&Aspect::Lines),
        };
        (!changed.is_empty()).then_some(changed)
    }

    /// Returns the names that only one side has, in enough lines.
    fn only(&self, own: &LinesByName, others: &LinesByName) -> Vec<String> {
        let mut names = Vec::new();
        for (name, lines) in own {
            if *lines >= self.min && !others.contains_key(name) {
                names.push(name.clone());
            }
        }
        names
    }
}

fn insert_records(records: &mut NumberSet, path: &Endpoint<'_>) {
    for template in path.templates {
        records.insert(template.record);
    }
}

/// Returns the things of two sorted lists, equal ones together.
fn pairs<T>(
    olds: impl Iterator<Item = T>,
    news: impl Iterator<Item = T>,
    compare: impl Fn(&T, &T) -> Ordering,
) -> impl Iterator<Item = (Option<T>, Option<T>)> {
    let mut olds = olds.peekable();
    let mut news = news.peekable();
    std::iter::from_fn(move || {
        let order = match (olds.peek(), news.peek()) {
            (None, None) => return None,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(old), Some(new)) => compare(old, new),
        };
        match order {
            Ordering::Less => Some((olds.next(), None)),
            Ordering::Greater => Some((None, news.next())),
            Ordering::Equal => Some((olds.next(), news.next())),
        }
    })
}
