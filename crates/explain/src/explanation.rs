//! Explains why a line was dropped, and shows its template.
//!
//! A similar line is compared with the first line of its group, which is
//! [stored](crate::compare::lines) for that, by the same [comparer](crate::compare::comparer) that
//! compares any two lines. Most lines of a group differ only in texts that count as the same, so
//! explanations are [cached](crate::compare::cache) by template.

use crate::compare::cache::{Cache, Explained, LONGEST};
use crate::compare::comparison::{Comparison, SameText};
use crate::compare::lines::GroupStart;
use crate::compare::side::{self, Side};
use crate::decision::Decision;
use crate::explainer::Explainer;
use std::borrow::Cow;
use std::cell::{LazyCell, RefCell, RefMut};
use urlsift_core::record::Batch;
use urlsift_core::record::shape::Scanned;
use urlsift_core::similar::index::Id;
use urlsift_url::input::ReadLine;
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

/// A line, with the decision on it and the explainer that has read that decision.
#[derive(Clone, Copy, Debug)]
pub struct DecidedLine<'e> {
    explainer: &'e Explainer,
    line: &'e [u8],
    decision: &'e Decision,
    /// What the scanner found about the line, if its batch is at hand. It saves time.
    scanned: Option<Scanned<'e>>,
}

impl Explainer {
    /// Returns a line of the batch just decided; `None` at
    /// [`Detail::Verdicts`](urlsift_core::Detail::Verdicts).
    pub fn decided_line<'e>(
        &'e self,
        batch: &'e Batch,
        record: usize,
        line: &'e [u8],
    ) -> Option<DecidedLine<'e>> {
        let decision = self.decisions().get(record)?;
        let url = batch.view().url_at(record);
        Some(DecidedLine {
            explainer: self,
            line,
            decision,
            scanned: url.map(|url| side::scanned(self.scanner.view(), batch, url)),
        })
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
    pub fn explain<'e>(
        &'e self,
        line: &'e [u8],
        decision: &'e Decision,
    ) -> Option<Explanation<'e>> {
        let mut same = Vec::new();
        let mut collect = |text: SameText<'_>| same.push(text.into());
        let mut found = self
            .line_alone(line, decision)
            .explain(Some(&mut collect))?;
        found.comparison.same.append(&mut same);
        Some(found)
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
        self.line_alone(line, decision).shape()
    }

    /// Returns a line whose batch is gone.
    fn line_alone<'e>(&'e self, line: &'e [u8], decision: &'e Decision) -> DecidedLine<'e> {
        DecidedLine {
            explainer: self,
            line,
            decision,
            scanned: None,
        }
    }

    /// Returns the cache. A caller that receives equal texts may ask for another explanation or
    /// template meanwhile, and gets an empty cache.
    /// Returns the text that is compared of the first line of a decision's group.
    pub fn first_text(&self, decision: &Decision) -> Option<Vec<u8>> {
        let group = decision.group?;
        let first = self.register.as_ref()?.lines.get(group)?;
        let first = self.start_line(first);
        let scanner = self.scanner.reading_by(first.fields);
        Some(scanner.text(first.bytes))
    }

    /// Returns the first line of a group with its reader.
    fn start_line<'l>(&'l self, first: GroupStart<'l>) -> ReadLine<'l> {
        self.line_read(first.line, first.reader)
    }

    fn cache<'c>(&'c self, fresh: &'c FreshCache) -> RefMut<'c, Cache> {
        self.explained
            .try_borrow_mut()
            .unwrap_or_else(|_| fresh.borrow_mut())
    }
}

impl<'e> DecidedLine<'e> {
    /// Returns the decision.
    pub fn decision(self) -> &'e Decision {
        self.decision
    }

    fn read_line(self) -> ReadLine<'e> {
        self.explainer.line_read(self.line, self.decision.reader)
    }

    /// Returns the same as [`Explainer::same_answer`].
    pub fn same_answer(self) -> Option<String> {
        self.explainer.same_answer(self.line, self.decision)
    }

    /// Explains the decision, as [`Explainer::explain`] does, but passes the texts that count as
    /// the same to `tell_same`, if given, and leaves [`same`](Comparison::same) empty: copies of
    /// these texts would double the time.
    pub fn explain(
        self,
        tell_same: Option<&mut dyn FnMut(SameText<'_>)>,
    ) -> Option<Explanation<'e>> {
        let explainer = self.explainer;
        if self.decision.leads {
            return None;
        }
        let group = self.decision.group?;
        let first = explainer.register.as_ref()?.lines.get(group)?;
        let comparison = if explainer.scanner.view().terms().is_some() {
            let variants = |segments| first.variants(segments);
            let variant = &self.decision.variant;
            let start = explainer.start_line(first);
            explainer
                .comparer
                .compare_terms(self.read_line(), variant, start, &variants)?
        } else {
            self.compare(first, group, tell_same)?
        };
        Some(Explanation {
            representative: Cow::Borrowed(first.line),
            record: first.record,
            comparison,
        })
    }

    /// Compares the line with the first line of its group, using the cache of its template.
    fn compare(
        self,
        first: GroupStart<'_>,
        group: Id,
        tell_same: Option<&mut dyn FnMut(SameText<'_>)>,
    ) -> Option<Comparison> {
        let fresh = FreshCache::new(RefCell::default);
        let Cache {
            known,
            sides,
            one,
            texts,
            buffers,
        } = &mut *self.explainer.cache(&fresh);
        let comparer = &self.explainer.comparer;
        let scanner = self.explainer.scanner.view();
        let variant = &self.decision.variant;
        // If the header of a source says which field is the URL, equal records may hold different
        // URLs.
        let is_copy = self.line == first.line && first.reader == self.decision.reader;
        let tell_same = tell_same.filter(|_| !is_copy);
        let is_short = self.line.len().max(first.line.len()) <= LONGEST;
        // Parameters that a rule ignores are not in a template.
        let url_rules = scanner.mode.all_url_rules();
        let is_of_template = !url_rules.is_some_and(RuleLookup::has_params);
        let is_cacheable = is_short && is_of_template;
        let key = self.cache_key().filter(|_| is_cacheable);
        if let Some(key) = key
            && let Some(Explained::Likeness(likeness)) = known.get(key)
        {
            if let Some(tell) = tell_same
                && !likeness.alike.is_empty()
            {
                let line = self.read_line();
                buffers.read(scanner, line, |address, _| one.texts.read(address))?;
                likeness.tell_same(&one.texts, tell);
            }
            return Some(likeness.comparison.clone());
        }
        buffers.read(scanner, self.read_line(), |address, beside| {
            one.read(scanner, address, beside, self.scanned);
        })?;
        let start = self.explainer.start_line(first);
        let template = self.decision.template;
        let has_template = template.is_some() && template == first.template;
        let likeness = if has_template && is_of_template {
            buffers.read(scanner, start, |address, _| texts.read(address));
            comparer.likeness_of_equal(one, variant, texts)
        } else {
            let read = |other: &mut Side| {
                buffers.read(scanner, start, |address, beside| {
                    other.read(scanner, address, beside, None);
                })
            };
            let other = sides.get(group, read)?;
            let variants = first.variants(other.segments().len());
            comparer.likeness(one, variant, other, variants)?
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

    /// Returns the key under which the explanation is cached: the hash of template and group.
    /// `None` if the template is unknown.
    fn cache_key(self) -> Option<u64> {
        // The first line of a group seldom has a template that was seen before.
        if self.decision.leads {
            return None;
        }
        let template = self.decision.template?;
        let group = self.decision.group.unwrap_or(Id::MAX);
        let key = self.explainer.scanner.view().key;
        Some(key.join(template, group))
    }

    /// Writes the template of the line, as [`Explainer::shape`] does.
    pub fn shape(self) -> Option<String> {
        let scanner = self.explainer.scanner.view();
        if scanner.terms().is_some() {
            let scanner = self.explainer.scanner_of(self.decision);
            let terms = scanner.view().terms()?;
            return terms.shape(self.line, &self.decision.variant);
        }
        let fresh = FreshCache::new(RefCell::default);
        let Cache {
            known,
            one,
            buffers,
            ..
        } = &mut *self.explainer.cache(&fresh);
        let key = self.cache_key();
        if let Some(key) = key
            && let Some(explained) = known.get(key)
        {
            return Some(explained.template().to_owned());
        }
        buffers.read(scanner, self.read_line(), |address, beside| {
            one.shape.read(address, beside, scanner.mode, self.scanned);
        })?;
        let template = one.shape.template(&self.decision.variant);
        if let Some(key) = key
            && template.len() <= LONGEST
        {
            known.insert(key, Explained::Template(template.as_str().into()));
        }
        Some(template)
    }
}

/// A cache that is created on first use.
type FreshCache = LazyCell<RefCell<Cache>>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watched::Watched;
    use urlsift_core::{Detail, Sift};

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
                .line_alone(line, decision)
                .explain(Some(&mut tell))
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
