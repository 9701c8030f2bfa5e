//! Explains why a line was dropped, and shows its template.
//!
//! A similar line is compared with the first line of its group, which is
//! [stored](crate::compare::lines) for that, by the same [comparer](crate::compare::comparer) that
//! compares any two lines. Most lines of a group differ only in texts that count as the same, so
//! explanations are [cached](crate::compare::cache) by template.

use crate::compare::cache::{Cache, Explained, LONGEST};
use crate::compare::comparer::Comparer;
use crate::compare::comparison::{Comparison, SameText};
use crate::compare::lines::LeadingLines;
use crate::compare::side::{self, Side};
use crate::decision::Decision;
use crate::register::Register;
use crate::swallowed::{LearnedPosition, Swallowed};
use std::borrow::Cow;
use std::cell::{LazyCell, RefCell, RefMut};
use std::sync::{Arc, LazyLock};
use urlsift_core::decide::filter::{Decided, Observer};
use urlsift_core::decide::sift::Sift;
use urlsift_core::record::shape::Scanned;
use urlsift_core::record::{Batch, Record};
use urlsift_core::scan::Scanner;
use urlsift_core::scan::view::{ScannerView, read_by};
use urlsift_core::similar::index::Id;
use urlsift_url::answer;
use urlsift_url::input::{Fields, Input};
use urlsift_url::parse::{Address, Scratch};
use urlsift_url::separators::ExtraFields;
use urlsift_url::token::RuleLookup;

/// The reason why a line is similar to one that was kept.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation<'s> {
    /// The kept line that it is similar to: the earliest match of the first of the line's variants
    /// that has any.
    pub representative: Cow<'s, [u8]>,
    /// The number of that line among all records of the filter, from 1.
    pub record: u64,
    /// The comparison of the similar line, first, with its representative, second.
    pub comparison: Comparison,
}

impl Explanation<'_> {
    /// Copies the representative, so that the explanation no longer borrows from the filter.
    pub fn into_owned(self) -> Explanation<'static> {
        Explanation {
            representative: Cow::Owned(self.representative.into_owned()),
            ..self
        }
    }
}

/// Reads the decisions of a filter: names groups, shows templates, explains why a line is similar,
/// and counts the lines that learning dropped, as far as the filter's settings ask for it.
#[derive(Clone, Debug)]
pub struct Explainer {
    scanner: Scanner,
    comparer: Comparer,
    pub(crate) register: Option<Box<Register>>,
    swallowed: Option<Box<Swallowed>>,
    /// Cache of recent explanations.
    explained: RefCell<Cache>,
}

impl Observer for Explainer {
    fn see(&mut self, batch: &Batch, lines: &[&[u8]], decided: &Decided<'_>) {
        // A new source may bring another header.
        if !Arc::ptr_eq(self.scanner.view().fields, decided.scanner.view().fields) {
            read_by(&mut self.scanner, decided.scanner.view().fields);
            read_by(&mut self.comparer.scanner, decided.scanner.view().fields);
        }
        if let Some(register) = &mut self.register {
            register.see(batch, lines, decided);
        }
        if let Some(swallowed) = &mut self.swallowed {
            for event in decided.events(batch, lines) {
                swallowed.see(&event);
            }
        }
    }
}

impl Explainer {
    /// Starts to read the decisions of a filter; the groups it has so far count as those of earlier
    /// runs.
    pub fn of(sift: &Sift) -> Self {
        let view = sift.view();
        let earlier = view.deciders.known().next();
        Self {
            scanner: sift.scanner().clone(),
            comparer: Comparer::of(sift),
            register: Register::new(view.settings.detail, earlier),
            swallowed: view.settings.counts_learned().then(Box::default),
            explained: RefCell::default(),
        }
    }

    /// Whether no setting asks for any of this.
    pub fn is_idle(&self) -> bool {
        self.register.is_none() && self.swallowed.is_none()
    }

    /// Treats groups below this number as started in other runs: decisions do not name them, and
    /// numbers are counted from it.
    pub fn number_from(&mut self, group: Id) {
        if let Some(register) = &mut self.register {
            register.earlier = group;
        }
    }

    /// Returns one decision for each record of the last batch. Empty at
    /// [`Detail::Verdicts`](urlsift_core::Detail::Verdicts).
    pub fn decisions(&self) -> &[Decision] {
        self.register
            .as_ref()
            .map_or(&[], |register| &*register.decisions)
    }

    /// Returns how many lines were dropped because a path position was learned, and those
    /// positions, the largest first. `None` unless
    /// [`count_learned`](urlsift_core::Builder::count_learned) asks for it.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::explain::Watched;
    ///
    /// let words = ["quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian"];
    /// let lines = words.map(|word| format!("https://example.com/zork/{word}"));
    /// let mut sift = Watched::new(Sift::builder().count_learned(true).build()?);
    /// assert!(sift.filter(&lines).count() < lines.len());
    /// let (lines, positions) = sift.explainer().learned_positions().expect("was asked for");
    /// assert_eq!((lines, positions[0].pattern.as_str()), (3, "example.com/zork/{word}"));
    /// assert_eq!(positions[0].suspects, ["marble", "obsidian", "tuff"]);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn learned_positions(&self) -> Option<(u64, Vec<LearnedPosition>)> {
        self.swallowed
            .as_ref()
            .map(|swallowed| (swallowed.lines, swallowed.positions()))
    }

    /// Shows the answer because of which a line was dropped, like `status 404, digest 3I42H3S6`;
    /// `None` if there was another reason, or at
    /// [`Detail::Verdicts`](urlsift_core::Detail::Verdicts).
    pub fn same_answer(&self, line: &[u8], decision: &Decision) -> Option<String> {
        decision
            .by_answer
            .then(|| answer::shown(self.scanner.view().fields, line))?
    }

    /// Returns the memory used, in bytes, within a few percent: kept lines, the names that learning
    /// merged, and recent explanations.
    pub fn memory_usage(&self) -> usize {
        self.register
            .as_ref()
            .map_or(0, |register| register.lines.memory())
            + self
                .swallowed
                .as_ref()
                .map_or(0, |swallowed| swallowed.memory())
            + self
                .explained
                .try_borrow()
                .map_or(0, |cache| cache.memory())
    }

    /// Explains the decision on a similar line; `None` unless the filter was built with
    /// [`Detail::Explanations`](urlsift_core::Detail::Explanations) and the line is similar to a
    /// kept one.
    ///
    /// `decision` is one of [`decisions`](Self::decisions), and `line` the line that it belongs to.
    /// Takes about a microsecond if a line of the same template and group was explained recently,
    /// and a few microseconds otherwise.
    ///
    /// ```
    /// use urlsift::explain::Watched;
    /// use urlsift::Sift;
    /// use urlsift::settings::Detail;
    ///
    /// let mut sift = Watched::new(Sift::builder().detail(Detail::Explanations).build()?);
    /// sift.admit(b"https://example.com/user/1/edit?item=a");
    /// let line = b"https://example.com/user/ann@example.com/edit?item=2";
    /// sift.admit(line);
    ///
    /// let found = sift.explainer().explain(line, &sift.decisions()[0]).expect("it is similar");
    /// assert_eq!(*found.representative, *b"https://example.com/user/1/edit?item=a");
    /// assert_eq!(found.comparison.differences[0].to_string(), "item={value} | item={word}");
    /// assert_eq!(&*found.comparison.first, "https://example.com/user/{email}/edit?item");
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn explain(&self, line: &[u8], decision: &Decision) -> Option<Explanation<'_>> {
        let mut same = Vec::new();
        let mut found = self.explain_scanned(
            line,
            decision,
            None,
            Some(&mut |text| same.push(text.into())),
        )?;
        found.comparison.same.append(&mut same);
        Some(found)
    }

    /// Same as [`explain`](Self::explain) for a line of the batch just scanned.
    /// [`same`](Comparison::same) is left empty; its texts go to `tell_same` instead, if given.
    pub fn explain_scanned(
        &self,
        line: &[u8],
        decision: &Decision,
        scanned: Option<Scanned<'_>>,
        tell_same: Option<&mut dyn FnMut(SameText<'_>)>,
    ) -> Option<Explanation<'_>> {
        let group = decision.group.filter(|_| !decision.leads)?;
        let lines = &self.register.as_ref()?.lines;
        let (representative, record) = lines.get(group)?;
        let comparison = if self.scanner.view().terms().is_some() {
            let variants = |segments| lines.variants(group, segments);
            self.comparer
                .compare_terms(line, &decision.variant, representative, &variants)?
        } else {
            self.compare(line, decision, scanned, lines, group, tell_same)?
        };
        Some(Explanation {
            representative: Cow::Borrowed(representative),
            record,
            comparison,
        })
    }

    /// Compares a line with the first line of its group, using the cache of its template. `at_hand`
    /// is what the scanner found about the line.
    fn compare(
        &self,
        line: &[u8],
        decision: &Decision,
        at_hand: Option<Scanned<'_>>,
        lines: &LeadingLines,
        group: Id,
        tell_same: Option<&mut dyn FnMut(SameText<'_>)>,
    ) -> Option<Comparison> {
        let fresh = FreshCache::new(RefCell::default);
        let Cache {
            known,
            sides,
            one,
            texts,
            scratch,
            beside,
        } = &mut *self.cache(&fresh);
        let comparer = &self.comparer;
        let scanner = self.scanner.view();
        let (representative, _) = lines.get(group)?;
        // If the header of a source says which field is the URL, equal records may hold different
        // URLs.
        let is_copy = line == representative && lines.remembered(group).is_none();
        let tell_same = tell_same.filter(|_| !is_copy);
        let is_short = line.len().max(representative.len()) <= LONGEST;
        // Parameters that a rule ignores are not in a template.
        let is_of_template = !scanner
            .mode
            .all_url_rules()
            .is_some_and(RuleLookup::has_params);
        let key = self
            .remembered_by(decision)
            .filter(|_| is_short && is_of_template);
        if let Some(Explained::Likeness(likeness)) = key.and_then(|key| known.get(key)) {
            if let Some(tell) = tell_same.filter(|_| !likeness.alike.is_empty()) {
                scanner.parts_in(scratch, line, |address| one.texts.read(address))?;
                likeness.tell_same(&one.texts, tell);
            }
            return Some(likeness.comparison.clone());
        }
        scanner.request_in(scanner.fields, scratch, beside, line, |address, beside| {
            one.read(scanner, address, beside, at_hand);
        })?;
        let has_template =
            decision.template.is_some() && decision.template == lines.template(group);
        let likeness = if has_template && is_of_template {
            read_parts(scanner, lines, group, scratch, beside, |address, _| {
                texts.read(address);
            });
            comparer.likeness_of_equal(one, &decision.variant, texts)
        } else {
            let read = |other: &mut Side| {
                read_parts(scanner, lines, group, scratch, beside, |address, beside| {
                    other.read(scanner, address, beside, None);
                })
            };
            let other = sides.get(group, read)?;
            let variants = lines.variants(group, other.segments().len());
            comparer.likeness(one, &decision.variant, other, variants)?
        };
        if !is_short {
            sides.forget(group);
        }
        let comparison = likeness.comparison.clone();
        if let Some(tell) = tell_same {
            likeness.tell_same(&one.texts, tell);
        }
        if let Some(key) = key {
            known.insert(key, Explained::Likeness(Box::new(likeness)));
        }
        Some(comparison)
    }

    /// Returns the cache. A caller that receives equal texts may ask for another explanation or
    /// template meanwhile, and gets an empty cache.
    fn cache<'c>(&'c self, fresh: &'c FreshCache) -> RefMut<'c, Cache> {
        self.explained
            .try_borrow_mut()
            .unwrap_or_else(|_| fresh.borrow_mut())
    }

    /// Returns the key under which the explanation of a line is cached: the hash of its template
    /// and its group. `None` if its template is unknown.
    fn remembered_by(&self, decision: &Decision) -> Option<u64> {
        // The first line of a group seldom has a template that was seen before.
        let template = decision.template.filter(|_| !decision.leads)?;
        Some(
            self.scanner
                .view()
                .key
                .join(template, decision.group.unwrap_or(Id::MAX)),
        )
    }

    /// Returns what the scanner found about a record of a batch.
    pub fn scanned<'a>(&'a self, batch: &'a Batch, record: usize) -> Option<Scanned<'a>> {
        match batch.view().records().get(record)? {
            Record::Url(url) => Some(side::scanned(self.scanner.view(), batch, url)),
            _ => None,
        }
    }

    /// Writes the template of a line as it was read when it was decided on, such as
    /// `https://example.com/user/{int}/edit?id&page`; `None` if it is not a URL.
    ///
    /// Values are shown as the names of their classes, words at learned positions as `{word}`; the
    /// latter needs a filter with [`Detail::Shapes`](urlsift_core::Detail::Shapes). `decision` is
    /// one of [`decisions`](Self::decisions), and `line` the line that it belongs to.
    ///
    /// ```
    /// use urlsift::explain::Watched;
    /// use urlsift::Sift;
    /// use urlsift::settings::Detail;
    ///
    /// let mut sift = Watched::new(Sift::builder().detail(Detail::Shapes).build()?);
    /// let line = b"https://example.com/user/1/edit?page=2&id=3";
    /// sift.admit(line);
    /// let shape = sift.explainer().shape(line, &sift.decisions()[0]);
    /// assert_eq!(shape.as_deref(), Some("https://example.com/user/{int}/edit?id&page"));
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn shape(&self, line: &[u8], decision: &Decision) -> Option<String> {
        self.shape_scanned(line, decision, None)
    }

    /// Same as [`shape`](Self::shape) for a line of the batch just scanned.
    pub fn shape_scanned(
        &self,
        line: &[u8],
        decision: &Decision,
        scanned: Option<Scanned<'_>>,
    ) -> Option<String> {
        if let Some(terms) = self.scanner.view().terms() {
            return terms.shape(line, &decision.variant);
        }
        let fresh = FreshCache::new(RefCell::default);
        let Cache {
            known,
            one,
            scratch,
            beside,
            ..
        } = &mut *self.cache(&fresh);
        let key = self.remembered_by(decision);
        if let Some(explained) = key.and_then(|key| known.get(key)) {
            return Some(explained.template().to_owned());
        }
        let view = self.scanner.view();
        view.request_in(view.fields, scratch, beside, line, |address, beside| {
            one.shape.read(address, beside, view.mode, scanned);
        })?;
        let template = one.shape.template(&decision.variant);
        if let Some(key) = key.filter(|_| template.len() <= LONGEST) {
            known.insert(key, Explained::Template(template.as_str().into()));
        }
        Some(template)
    }
}

/// A cache that is created on first use.
type FreshCache = LazyCell<RefCell<Cache>>;

/// Passes the parts of a group's first line to `take`.
fn read_parts(
    scanner: ScannerView<'_>,
    lines: &LeadingLines,
    group: Id,
    scratch: &mut Scratch,
    beside: &mut ExtraFields,
    take: impl FnOnce(&Address<'_>, &ExtraFields),
) -> Option<()> {
    if let Some(line) = lines.remembered(group) {
        return scanner.request_in(&REMEMBERED, scratch, beside, line, take);
    }
    let line = lines.get(group)?.0;
    scanner.request_in(scanner.fields, scratch, beside, line, take)
}

/// Field settings for lines as [sessions remember them](ScannerView::remembered).
static REMEMBERED: LazyLock<Fields> = LazyLock::new(|| Fields::new(Input::Lines));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watched::Watched;
    use urlsift_core::Detail;

    #[test]
    fn a_caller_may_ask_for_more_while_it_is_told_of_equal_texts() {
        let mut sift = Watched::new(
            Sift::builder()
                .detail(Detail::Explanations)
                .build()
                .expect("the settings are valid"),
        );
        sift.admit(b"https://example.com/user/1/edit");
        let line = b"https://example.com/user/2/edit";
        sift.admit(line);
        let decision = &sift.decisions()[0];
        let shape = sift.explainer().shape(line, decision);
        let explanation = sift.explainer().explain(line, decision);
        let mut told = 0;
        let mut tell = |_: SameText<'_>| {
            told += 1;
            assert_eq!(sift.explainer().shape(line, decision), shape);
            assert_eq!(sift.explainer().explain(line, decision), explanation);
        };
        sift.explainer().explained.replace(Cache::default());
        for _ in 0..2 {
            sift.explainer()
                .explain_scanned(line, decision, None, Some(&mut tell))
                .expect("it is similar");
        }
        assert_eq!(told, 2);
    }

    /// Buffers, templates and representatives are reused from line to line: none of them may leak
    /// into the next explanation.
    #[test]
    fn explanations_do_not_depend_on_what_was_explained_before() {
        let lines = [
            "https://example.com/user/1/edit?item=a#/x/y",
            "HTTPS://Example.COM:443/user/%32/../3/edit?item=2&q",
            "https://example.com/user/4/edit?item=word",
            "https://example.com/user/5/edit/?item={}&item=%7B",
            "/user/6/edit?item=7 200 - a title",
            "/user/8/edit?item=word",
            "/user/4af0bdc4/edit?item=9",
            "no url",
            "https://example.com/a/b/c/d/e/f/g/2024-05-06/x.png?w=1&h=2",
            "https://example.com/a/b/c/d/e/f/g/2023-01-02/long-title-of-a-page.png?h=2&w=1",
        ];
        for literal in [false, true] {
            let builder = Sift::builder()
                .literal(literal)
                .threshold(80.0)
                .detail(Detail::Explanations)
                .seed([1, 2]);
            let mut sift = Watched::new(builder.build().expect("the settings are valid"));
            let mut explained = 0;
            // Twice, so that the cache is used.
            for line in lines.iter().chain(&lines).map(|line| line.as_bytes()) {
                sift.admit(line);
                let decision = sift.decisions()[0].clone();
                let found = sift
                    .explainer()
                    .explain(line, &decision)
                    .map(Explanation::into_owned);
                let shape = sift.explainer().shape(line, &decision);
                let used = sift.explainer().explained.replace(Cache::default());
                assert_eq!(
                    sift.explainer()
                        .explain(line, &decision)
                        .map(Explanation::into_owned),
                    found
                );
                assert_eq!(sift.explainer().shape(line, &decision), shape);
                sift.explainer().explained.replace(used);
                explained += usize::from(found.is_some());
            }
            assert!(explained >= lines.len() - 1, "{explained}");
        }
    }
}
