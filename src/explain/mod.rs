//! Why a line was dropped, and what it was taken for.

pub(crate) mod lines;

use crate::comparison::Comparison;
use crate::decision::Decision;
use crate::index::Id;
use crate::input;
use crate::parse::{Address, Scratch};
use crate::recent::Recent;
#[cfg(feature = "stream")]
use crate::record::{Batch, Record};
use crate::same::{Alike, PathTexts};
use crate::shape::Scanned;
use crate::sift::Sift;
use lines::Lines;
use std::borrow::Cow;

/// Why a line is similar to one that was kept.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation<'s> {
    /// The kept line that it is similar to: the earliest one, in the variant of the line that found any.
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
    /// Gives what is compared of a record: its URL where it holds one among other things, and all of it otherwise.
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

    /// Explains the decision on a similar line; `None` unless the filter was built with
    /// [`Detail::Explanations`](crate::Detail::Explanations) and the line is similar to a kept one.
    ///
    /// `decision` is one of [`decisions`](Sift::decisions), and `line` the line that it is about. Takes some microseconds.
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
    /// assert_eq!(found.comparison.first, "https://example.com/user/{email}/edit?tab");
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn explain(&self, line: &[u8], decision: &Decision) -> Option<Explanation<'_>> {
        let mut texts = PathTexts::default();
        let mut found = self.explain_template(line, decision, None, &mut texts)?;
        found.comparison.same = Alike::same(&found.comparison.alike, &texts);
        Some(found)
    }

    /// The same of all lines of the template of a line, of which something may be known: without
    /// [`same`](Comparison::same). `path` gets the texts of the line's path, which that is made of.
    pub(crate) fn explain_template(
        &self,
        line: &[u8],
        decision: &Decision,
        scanned: Option<Scanned<'_>>,
        path: &mut PathTexts,
    ) -> Option<Explanation<'_>> {
        let group = decision.group.filter(|_| !decision.leads)?;
        let register = self.observers.register.as_ref()?;
        let (representative, record) = register.lines.get(group)?;
        let recent = &mut *self.recent.borrow_mut();
        let comparison = if self.scanner.terms().is_some() {
            self.comparer.compare(line, representative)?
        } else if decision.template.is_some() && decision.template == register.lines.template(group) {
            let Recent { shape, texts, scratch, .. } = recent;
            self.scanner.parts_in(scratch, line, |address| {
                path.read(address);
                shape.read(address, &self.scanner.mode, scanned);
            })?;
            self.parts_of_representative(&register.lines, group, scratch, |address| texts.read(address));
            self.comparer.compare_equal(shape, &decision.variant, texts)
        } else {
            let Recent { one, sides, scratch, .. } = recent;
            let comparer = &self.comparer;
            self.scanner.parts_in(scratch, line, |address| {
                path.read(address);
                comparer.read_without_texts(one, address, scanned);
            })?;
            let other = sides.get(group, |other| {
                let read = |address: &Address<'_>| comparer.read(other, address);
                self.parts_of_representative(&register.lines, group, scratch, read)
            })?;
            let variants = register.lines.variants(group, other.segments.len());
            let found = comparer.compare_sides(one, &decision.variant, other, variants)?;
            sides.forget_long(group, representative);
            found
        };
        Some(Explanation { representative: Cow::Borrowed(representative), record, comparison })
    }

    /// Gives the parts of the line that started a group to `take`.
    fn parts_of_representative<R>(
        &self,
        lines: &Lines,
        group: Id,
        scratch: &mut Scratch,
        take: impl FnOnce(&Address<'_>) -> R,
    ) -> Option<R> {
        match lines.url(group) {
            Some(url) => input::parse(url, scratch).map(|(address, _)| take(&address)),
            None => self.scanner.parts_in(scratch, lines.get(group)?.0, take),
        }
    }

    /// What scanning has found out about a record of a batch.
    #[cfg(feature = "stream")]
    pub(crate) fn scanned<'a>(&'a self, batch: &'a Batch, record: usize) -> Option<Scanned<'a>> {
        match batch.records.get(record)? {
            Record::Url(url) => Some(Scanned {
                key: &self.scanner.key,
                value: self.scanner.variable,
                url,
                segments: batch.segments_of(url),
                pairs: batch.pairs_of(url),
            }),
            _ => None,
        }
    }

    /// What explanations can be remembered by: those of lines with an equal number differ only in
    /// [`Comparison::same`](crate::Comparison::same), whose texts [`PathTexts`] finds in another line. `None` where
    /// there is nothing to explain, and where the line has to be compared to know.
    pub fn likeness(&self, decision: &Decision) -> Option<u64> {
        let group = decision.group.filter(|_| !decision.leads)?;
        Some(self.scanner.key.join(decision.template?, group))
    }

    /// Writes the template of a line as it was read when it was decided on, such as
    /// `https://example.com/user/{int}/edit?id&page`; `None` if it is not a URL.
    ///
    /// Values stand as the names of their classes, words at learned positions as `{word}`.
    /// The filter needs [`Detail::Shapes`](crate::Detail::Shapes) for the latter. `decision` is one of [`decisions`](Sift::decisions), and `line` the
    /// line that it is about.
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
    pub(crate) fn shape_scanned(
        &self,
        line: &[u8],
        decision: &Decision,
        scanned: Option<Scanned<'_>>,
    ) -> Option<String> {
        if let Some(terms) = self.scanner.terms() {
            return terms.shape(line);
        }
        // A line that starts a group seldom has a template that was seen before.
        let key = decision.template.filter(|_| !decision.leads);
        let recent = &mut *self.recent.borrow_mut();
        if let Some(known) = key.and_then(|key| recent.template(key)) {
            return Some(known.to_owned());
        }
        let Recent { shape, scratch, .. } = recent;
        let mode = &self.scanner.mode;
        self.scanner.parts_in(scratch, line, |address| shape.read(address, mode, scanned))?;
        let template = shape.template(&decision.variant);
        if let Some(key) = key {
            recent.note_template(key, &template);
        }
        Some(template)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Detail;

    /// Buffers, templates and representatives are kept from line to line: nothing of one may stand in what is said of the next.
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
                let used = sift.recent.replace(Recent::default());
                assert_eq!(sift.explain(line, &decision).map(Explanation::into_owned), found);
                assert_eq!(sift.shape(line, &decision), shape);
                sift.recent.replace(used);
                explained += usize::from(found.is_some());
            }
            assert!(explained >= lines.len() - 1, "{explained}");
        }
    }
}
