//! Why a line was dropped, and what it was taken for.
//!
//! A similar line is compared with the line that started its group, which is [kept](lines) for
//! that, by the [comparer] that also compares any two lines. Most lines differ from others of their
//! group in texts that were taken for the same, so what there is to say of their template is
//! [remembered](cache).

pub(crate) mod cache;
mod classified;
pub(crate) mod comparer;
mod comparison;
mod differences;
pub(crate) mod lines;
mod measures;
mod overlap;
mod same;
mod side;
mod terms;

use crate::decision::Decision;
use crate::index::Id;
use crate::record::{Batch, Record};
use crate::scan::Scanner;
use crate::shape::Scanned;
use crate::sift::Sift;
use cache::{Cache, Explained, LONGEST};
pub use classified::Classified;
pub use comparer::Comparer;
pub use comparison::{Comparison, Difference, Same, SameText, Share};
use lines::Lines;
pub use measures::Measures;
use side::Side;
use std::borrow::Cow;
use std::cell::{LazyCell, RefCell, RefMut};
use std::sync::LazyLock;
use urlsift_url::apart::ExtraFields;
use urlsift_url::input::{self, Fields, Input};
use urlsift_url::parse::{Address, Scratch};
use urlsift_url::selection::{Junk, junk};
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

impl Sift {
    /// Gives what is compared of a record: its URL where it holds one among other things, and all
    /// of it otherwise.
    ///
    /// ```
    /// use urlsift::{Input, Sift};
    ///
    /// let sift = Sift::builder().input(Input::Member("url".into())).build()?;
    /// assert_eq!(sift.text(br#"{"url":"https:\/\/example.com\/"}"#), b"https://example.com/");
    /// assert_eq!(sift.text(b"no url"), b"no url");
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn text(&self, record: &[u8]) -> Vec<u8> {
        self.scanner.text(record, &mut Vec::new()).to_vec()
    }

    /// Says why the URL of a record is junk, if it is: what
    /// [`Selection::not_junk`](urlsift_url::selection::Selection::not_junk) excludes.
    ///
    /// ```
    /// let sift = urlsift::Sift::builder().build()?;
    /// let junk = sift.junk(b"https://example.com/login.php%22%3E").expect("HTML goes on behind it");
    /// assert_eq!((junk.rule, junk.why), ("attribute", "the quote that ends an attribute or a string ends the URL"));
    /// assert_eq!(sift.junk(b"https://example.com/login.php?user=%22%3E"), None);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn junk(&self, record: &[u8]) -> Option<Junk> {
        self.scanner.url_in(&mut Scratch::default(), record, |_, text| junk::find(input::written(text)))?
    }

    /// Explains the decision on a similar line; `None` unless the filter was built with
    /// [`Detail::Explanations`](crate::decision::Detail::Explanations) and the line is similar to a
    /// kept one.
    ///
    /// `decision` is one of [`decisions`](Sift::decisions), and `line` the line that it is about.
    /// Takes about a microsecond where a line of the same template and group was explained a short
    /// while ago, and some microseconds otherwise.
    ///
    /// ```
    /// use urlsift::{Detail, Sift};
    ///
    /// let mut sift = Sift::builder().detail(Detail::Explanations).build()?;
    /// sift.admit(b"https://example.com/user/1/edit?tab=a");
    /// let line = b"https://example.com/user/ann@example.com/edit?tab=2";
    /// sift.admit(line);
    ///
    /// let found = sift.explain(line, &sift.decisions()[0]).expect("it is similar");
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
    #[doc(hidden)]
    pub fn explain_scanned(
        &self,
        line: &[u8],
        decision: &Decision,
        scanned: Option<Scanned<'_>>,
        tell_same: Option<&mut dyn FnMut(SameText<'_>)>,
    ) -> Option<Explanation<'_>> {
        let group = decision.group.filter(|_| !decision.leads)?;
        let lines = &self.observers.register.as_ref()?.lines;
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
    #[doc(hidden)]
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
    /// filter needs [`Detail::Shapes`](crate::decision::Detail::Shapes) for the latter. `decision`
    /// is one of [`decisions`](Sift::decisions), and `line` the line that it is about.
    ///
    /// ```
    /// use urlsift::{Detail, Sift};
    ///
    /// let mut sift = Sift::builder().detail(Detail::Shapes).build()?;
    /// let line = b"https://example.com/user/1/edit?page=2&id=3";
    /// sift.admit(line);
    /// let shape = sift.shape(line, &sift.decisions()[0]);
    /// assert_eq!(shape.as_deref(), Some("https://example.com/user/{int}/edit?id&page"));
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn shape(&self, line: &[u8], decision: &Decision) -> Option<String> {
        self.shape_scanned(line, decision, None)
    }

    /// The same of a line that was scanned just now.
    #[doc(hidden)]
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
    use crate::decision::Detail;

    #[test]
    fn a_caller_may_ask_for_more_while_it_is_told_of_equal_texts() {
        let mut sift = Sift::builder().detail(Detail::Explanations).build().expect("the settings are valid");
        sift.admit(b"https://example.com/user/1/edit");
        let line = b"https://example.com/user/2/edit";
        sift.admit(line);
        let decision = &sift.decisions()[0];
        let (shape, explanation) = (sift.shape(line, decision), sift.explain(line, decision));
        let mut told = 0;
        let mut tell = |_: SameText<'_>| {
            told += 1;
            assert_eq!(sift.shape(line, decision), shape);
            assert_eq!(sift.explain(line, decision), explanation);
        };
        sift.explained.replace(Cache::default());
        for _ in 0..2 {
            sift.explain_scanned(line, decision, None, Some(&mut tell)).expect("it is similar");
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
            let mut sift = builder.build().expect("the settings are valid");
            let mut explained = 0;
            // Twice, so that what is remembered is used.
            for line in lines.iter().chain(&lines).map(|line| line.as_bytes()) {
                sift.admit(line);
                let decision = sift.decisions()[0].clone();
                let found = sift.explain(line, &decision).map(Explanation::into_owned);
                let shape = sift.shape(line, &decision);
                let used = sift.explained.replace(Cache::default());
                assert_eq!(sift.explain(line, &decision).map(Explanation::into_owned), found);
                assert_eq!(sift.shape(line, &decision), shape);
                sift.explained.replace(used);
                explained += usize::from(found.is_some());
            }
            assert!(explained >= lines.len() - 1, "{explained}");
        }
    }
}
