//! Why a line was dropped, and what it was taken for.
//!
//! A similar line is compared with the line that started its group, which is
//! [kept](crate::compare::lines) for that, by the [comparer](crate::compare::comparer) that also
//! compares any two lines. Most lines differ from others of their group in texts that were taken for
//! the same, so what there is to say of their template is [remembered](crate::compare::cache).

use crate::compare::cache::{Cache, Explained, LONGEST};
use crate::compare::comparer::Comparer;
use crate::compare::comparison::{Comparison, SameText};
use crate::compare::lines::Lines;
use crate::compare::side::{self, Side};
use crate::decision::Decision;
use crate::register::Register;
use crate::swallowed::{LearnedPosition, Swallowed};
use std::borrow::Cow;
use std::cell::{LazyCell, RefCell, RefMut};
use std::sync::{Arc, LazyLock};
use urlsift_core::event::Wants;
use urlsift_core::filter::{Decided, Observer};
use urlsift_core::index::Id;
use urlsift_core::record::{Batch, Record};
use urlsift_core::scan::Scanner;
use urlsift_core::shape::Scanned;
use urlsift_core::sift::Sift;
use urlsift_url::answer;
use urlsift_url::apart::ExtraFields;
use urlsift_url::input::{Fields, Input};
use urlsift_url::parse::{Address, Scratch};
use urlsift_url::token::RuleLookup;

/// Why a line is similar to one that was kept.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation<'s> {
    /// The kept line that it is similar to: the earliest one, in the variant of the line that found
    /// any.
    pub representative: Cow<'s, [u8]>,
    /// The number of that line among all records that the filter took, from 1.
    pub record: u64,
    /// The similar line, first, beside its representative, second.
    pub comparison: Comparison,
}

impl Explanation<'_> {
    /// Takes the representative along, so that the filter can go on.
    pub fn into_owned(self) -> Explanation<'static> {
        Explanation { representative: Cow::Owned(self.representative.into_owned()), ..self }
    }
}

/// Reads the decisions of a filter: names groups, shows templates, says why a line is similar, and
/// counts the lines that learning dropped, as far as the filter's settings ask for it.
#[derive(Clone, Debug)]
pub struct Explainer {
    scanner: Scanner,
    comparer: Comparer,
    pub(crate) register: Option<Box<Register>>,
    swallowed: Option<Box<Swallowed>>,
    /// Explanations of a short while ago.
    explained: RefCell<Cache>,
}

impl Observer for Explainer {
    fn wants(&self) -> Wants {
        Wants { variants: self.register.is_some() || self.swallowed.is_some(), ..Wants::default() }
    }

    fn see(&mut self, batch: &Batch, lines: &[&[u8]], decided: &Decided<'_>) {
        // A source may say anew how its records are read.
        if !Arc::ptr_eq(&self.scanner.fields, &decided.scanner.fields) {
            self.scanner.fields = Arc::clone(&decided.scanner.fields);
            self.comparer.scanner.fields = Arc::clone(&decided.scanner.fields);
        }
        if let Some(register) = &mut self.register {
            register.see(batch, lines, decided);
        }
        if let Some(swallowed) = &mut self.swallowed {
            decided.seen(batch, lines).for_each(|seen| swallowed.see(&seen));
        }
    }
}

impl Explainer {
    /// Begins to read the decisions of a filter, whose groups so far are those of earlier runs.
    pub fn of(sift: &Sift) -> Self {
        let view = sift.view();
        let earlier = view.deciders.known().next();
        Self {
            scanner: sift.scanner().clone(),
            comparer: Comparer::of(sift),
            register: Register::new(view.settings.detail_wanted(), earlier),
            swallowed: view.settings.counts_learned().then(Box::default),
            explained: RefCell::default(),
        }
    }

    /// Whether there is nothing to read.
    pub fn is_idle(&self) -> bool {
        self.register.is_none() && self.swallowed.is_none()
    }

    /// Notes that groups below this number started in other runs: decisions do not name them, and
    /// number from it on.
    pub fn number_from(&mut self, group: Id) {
        if let Some(register) = &mut self.register {
            register.number_from(group);
        }
    }

    /// Returns one decision for each record of the last batch. Empty at [`Detail::Verdicts`](urlsift_core::Detail::Verdicts).
    pub fn decisions(&self) -> &[Decision] {
        self.register.as_ref().map_or(&[], |register| register.decisions())
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
    /// assert_eq!(positions[0].rarest, ["marble", "obsidian", "tuff"]);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn learned_positions(&self) -> Option<(u64, Vec<LearnedPosition>)> {
        self.swallowed.as_ref().map(|swallowed| (swallowed.lines(), swallowed.positions()))
    }

    /// Shows the answer because of which a line was dropped, like `status 404, digest 3I42H3S6`;
    /// `None` if it was not dropped because of its answer, or at [`Detail::Verdicts`](urlsift_core::Detail::Verdicts).
    pub fn same_answer(&self, line: &[u8], decision: &Decision) -> Option<String> {
        decision.by_answer.then(|| answer::shown(&self.scanner.fields, line))?
    }

    /// Returns about how many bytes it holds, within a few percent: kept lines, the names that
    /// learning merged, and recent explanations.
    pub fn memory_usage(&self) -> usize {
        self.register.as_ref().map_or(0, |register| register.memory())
            + self.swallowed.as_ref().map_or(0, |swallowed| swallowed.memory())
            + self.explained.try_borrow().map_or(0, |cache| cache.memory())
    }
}

impl Explainer {
    /// Explains the decision on a similar line; `None` unless the filter was built with
    /// [`Detail::Explanations`](urlsift_core::Detail::Explanations) and the line is similar to a
    /// kept one.
    ///
    /// `decision` is one of [`decisions`](Self::decisions), and `line` the line that it is about.
    /// Takes about a microsecond where a line of the same template and group was explained a short
    /// while ago, and some microseconds otherwise.
    ///
    /// ```
    /// use urlsift::explain::Watched;
    /// use urlsift::Sift;
    /// use urlsift::settings::Detail;
    ///
    /// let mut sift = Watched::new(Sift::builder().detail(Detail::Explanations).build()?);
    /// sift.admit(b"https://example.com/user/1/edit?tab=a");
    /// let line = b"https://example.com/user/ann@example.com/edit?tab=2";
    /// sift.admit(line);
    ///
    /// let found = sift.explainer().explain(line, &sift.decisions()[0]).expect("it is similar");
    /// assert_eq!(*found.representative, *b"https://example.com/user/1/edit?tab=a");
    /// assert_eq!(found.comparison.differences[0].to_string(), "tab={value} | tab={word}");
    /// assert_eq!(&*found.comparison.first, "https://example.com/user/{email}/edit?tab");
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn explain(&self, line: &[u8], decision: &Decision) -> Option<Explanation<'_>> {
        let mut same = Vec::new();
        let mut found =
            self.explain_scanned(line, decision, None, Some(&mut |text| same.push(text.into())))?;
        found.comparison.same.append(&mut same);
        Some(found)
    }

    /// The same of a line that was scanned just now; without [`same`](Comparison::same), which
    /// `tell_same` is told if it is wanted.
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
        let comparison = if self.scanner.terms().is_some() {
            let variants = |segments| lines.variants(group, segments);
            self.comparer.compare_terms((line, &decision.variant), (representative, &variants))?
        } else {
            self.compare(line, decision, scanned, (lines, group), tell_same)?
        };
        Some(Explanation { representative: Cow::Borrowed(representative), record, comparison })
    }

    /// Compares a line with the one that started its group, by what is remembered of lines of its
    /// template. `at_hand` is what scanning has found out about the line.
    fn compare(
        &self,
        line: &[u8],
        decision: &Decision,
        at_hand: Option<Scanned<'_>>,
        (lines, group): (&Lines, Id),
        tell_same: Option<&mut dyn FnMut(SameText<'_>)>,
    ) -> Option<Comparison> {
        let fresh = FreshCache::new(RefCell::default);
        let Cache { known, sides, one, texts, scratch, beside } = &mut *self.cache(&fresh);
        let (comparer, scanner) = (&self.comparer, &self.scanner);
        let (representative, _) = lines.get(group)?;
        // Where the header of a source says which field is the URL, equal records may have other
        // ones.
        let is_copy = line == representative && lines.remembered(group).is_none();
        let tell_same = tell_same.filter(|_| !is_copy);
        let is_short = line.len().max(representative.len()) <= LONGEST;
        // Parameters that a rule leaves out are not in a template.
        let is_of_template = !scanner.mode.all_url_rules().is_some_and(RuleLookup::has_params);
        let key = self.remembered_by(decision).filter(|_| is_short && is_of_template);
        if let Some(Explained::Likeness(likeness)) = key.and_then(|key| known.get(key)) {
            if let Some(tell) = tell_same.filter(|_| likeness.needs_texts()) {
                scanner.parts_in(scratch, line, |address| one.texts.read(address))?;
                likeness.tell_same(&one.texts, tell);
            }
            return Some(likeness.comparison());
        }
        scanner.request_in(&scanner.fields, (scratch, beside), line, |address, beside| {
            one.read(scanner, (address, beside), at_hand);
        })?;
        let has_template = decision.template.is_some() && decision.template == lines.template(group);
        let likeness = if has_template && is_of_template {
            read_parts(scanner, lines, group, (scratch, beside), |address, _| texts.read(address));
            comparer.likeness_of_equal(one, &decision.variant, texts)
        } else {
            let read = |other: &mut Side| {
                read_parts(scanner, lines, group, (scratch, beside), |address, beside| {
                    other.read(scanner, (address, beside), None);
                })
            };
            let other = sides.get(group, read)?;
            let variants = lines.variants(group, other.segments().len());
            comparer.likeness(one, &decision.variant, other, variants)?
        };
        if !is_short {
            sides.forget(group);
        }
        let comparison = likeness.comparison();
        if let Some(tell) = tell_same {
            likeness.tell_same(&one.texts, tell);
        }
        if let Some(key) = key {
            known.insert(key, Explained::Likeness(Box::new(likeness)));
        }
        Some(comparison)
    }

    /// Returns the cache. A caller that is told of equal texts may ask for another explanation or
    /// template meanwhile, and gets an empty cache.
    fn cache<'c>(&'c self, fresh: &'c FreshCache) -> RefMut<'c, Cache> {
        self.explained.try_borrow_mut().unwrap_or_else(|_| fresh.borrow_mut())
    }

    /// What is known of a line is remembered by this hash of its template and its group. `None`:
    /// nothing is.
    fn remembered_by(&self, decision: &Decision) -> Option<u64> {
        // A line that starts a group seldom has a template that was seen before.
        let template = decision.template.filter(|_| !decision.leads)?;
        Some(self.scanner.key.join(template, decision.group.unwrap_or(Id::MAX)))
    }

    /// What scanning has found out about a record of a batch.
    pub fn scanned<'a>(&'a self, batch: &'a Batch, record: usize) -> Option<Scanned<'a>> {
        match batch.records.get(record)? {
            Record::Url(url) => Some(side::scanned(&self.scanner, batch, url)),
            _ => None,
        }
    }

    /// Writes the template of a line as it was read when it was decided on, such as
    /// `https://example.com/user/{int}/edit?id&page`; `None` if it is not a URL.
    ///
    /// Values stand as the names of their classes, words at learned positions as `{word}`. The
    /// filter needs [`Detail::Shapes`](urlsift_core::Detail::Shapes) for the latter. `decision`
    /// is one of [`decisions`](Self::decisions), and `line` the line that it is about.
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

    /// The same of a line that was scanned just now.
    pub fn shape_scanned(
        &self,
        line: &[u8],
        decision: &Decision,
        scanned: Option<Scanned<'_>>,
    ) -> Option<String> {
        if let Some(terms) = self.scanner.terms() {
            return terms.shape(line, &decision.variant);
        }
        let fresh = FreshCache::new(RefCell::default);
        let Cache { known, one, scratch, beside, .. } = &mut *self.cache(&fresh);
        let key = self.remembered_by(decision);
        if let Some(explained) = key.and_then(|key| known.get(key)) {
            return Some(explained.template().to_owned());
        }
        let (fields, mode) = (&self.scanner.fields, &self.scanner.mode);
        self.scanner.request_in(fields, (scratch, beside), line, |address, beside| {
            one.shape.read(address, beside, mode, scanned);
        })?;
        let template = one.shape.template(&decision.variant);
        if let Some(key) = key.filter(|_| template.len() <= LONGEST) {
            known.insert(key, Explained::Template(template.as_str().into()));
        }
        Some(template)
    }
}

/// A cache that is made when it is used.
type FreshCache = LazyCell<RefCell<Cache>>;

/// Gives the parts of the line that started a group to `take`.
fn read_parts(
    scanner: &Scanner,
    lines: &Lines,
    group: Id,
    buffers: (&mut Scratch, &mut ExtraFields),
    take: impl FnOnce(&Address<'_>, &ExtraFields),
) -> Option<()> {
    match lines.remembered(group) {
        Some(line) => scanner.request_in(&REMEMBERED, buffers, line, take),
        None => scanner.request_in(&scanner.fields, buffers, lines.get(group)?.0, take),
    }
}

/// Reads lines as they are [remembered](Scanner::remembered).
static REMEMBERED: LazyLock<Fields> = LazyLock::new(|| Fields::new(Input::Lines));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watched::Watched;
    use urlsift_core::Detail;

    #[test]
    fn a_caller_may_ask_for_more_while_it_is_told_of_equal_texts() {
        let mut sift = Watched::new(
            Sift::builder().detail(Detail::Explanations).build().expect("the settings are valid"),
        );
        sift.admit(b"https://example.com/user/1/edit");
        let line = b"https://example.com/user/2/edit";
        sift.admit(line);
        let decision = &sift.decisions()[0];
        let (shape, explanation) =
            (sift.explainer().shape(line, decision), sift.explainer().explain(line, decision));
        let mut told = 0;
        let mut tell = |_: SameText<'_>| {
            told += 1;
            assert_eq!(sift.explainer().shape(line, decision), shape);
            assert_eq!(sift.explainer().explain(line, decision), explanation);
        };
        sift.explainer().explained.replace(Cache::default());
        for _ in 0..2 {
            sift.explainer().explain_scanned(line, decision, None, Some(&mut tell)).expect("it is similar");
        }
        assert_eq!(told, 2);
    }

    /// Buffers, templates and representatives are kept from line to line: nothing of one may stand
    /// in what is said of the next.
    #[test]
    fn explanations_do_not_depend_on_what_was_explained_before() {
        let lines = [
            "https://example.com/user/1/edit?tab=a#/x/y",
            "HTTPS://Example.COM:443/user/%32/../3/edit?tab=2&q",
            "https://example.com/user/4/edit?tab=word",
            "https://example.com/user/5/edit/?tab={}&tab=%7B",
            "/user/6/edit?tab=7 200 - a title",
            "/user/8/edit?tab=word",
            "/user/4af0bdc4/edit?tab=9",
            "no url",
            "https://example.com/a/b/c/d/e/f/g/2024-05-06/x.png?w=1&h=2",
            "https://example.com/a/b/c/d/e/f/g/2023-01-02/long-title-of-a-page.png?h=2&w=1",
        ];
        for literal in [false, true] {
            let builder =
                Sift::builder().literal(literal).threshold(80.0).detail(Detail::Explanations).seed([1, 2]);
            let mut sift = Watched::new(builder.build().expect("the settings are valid"));
            let mut explained = 0;
            // Twice, so that what is remembered is used.
            for line in lines.iter().chain(&lines).map(|line| line.as_bytes()) {
                sift.admit(line);
                let decision = sift.decisions()[0].clone();
                let found = sift.explainer().explain(line, &decision).map(Explanation::into_owned);
                let shape = sift.explainer().shape(line, &decision);
                let used = sift.explainer().explained.replace(Cache::default());
                assert_eq!(sift.explainer().explain(line, &decision).map(Explanation::into_owned), found);
                assert_eq!(sift.explainer().shape(line, &decision), shape);
                sift.explainer().explained.replace(used);
                explained += usize::from(found.is_some());
            }
            assert!(explained >= lines.len() - 1, "{explained}");
        }
    }
}
