//! Why a line was dropped, and what it was taken for.

use crate::comparison::Comparison;
use crate::recent::comparison_key;
use crate::register::Decision;
use crate::shape::Shape;
use crate::sift::Sift;
use std::borrow::Cow;
use std::sync::Arc;

/// Why a line is similar to one that was kept.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation<'s> {
    /// The kept line that it is similar to: the earliest one, in the variant of the line that found any.
    pub representative: Cow<'s, [u8]>,
    /// The number of that line among all records that the filter took, from 1.
    pub record: u64,
    /// The similar line, first, beside its representative, second.
    pub comparison: Arc<Comparison>,
}

impl Explanation<'_> {
    /// Takes the representative along, so that the filter can go on.
    pub fn into_owned(self) -> Explanation<'static> {
        Explanation { representative: Cow::Owned(self.representative.into_owned()), ..self }
    }
}

impl Sift {
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
        let group = decision.group.filter(|_| !decision.leads)?;
        let register = self.register.as_ref()?;
        let (representative, record) = register.lines.get(group)?;
        let mut recent = self.recent.borrow_mut();
        let [mut buffer, mut other_buffer] = [Vec::new(), Vec::new()];
        let line = self.scanner.text(line, &mut buffer);
        let key = decision.template.map(|template| comparison_key(&self.scanner.key, template, group));
        let comparison = if let Some(known) = key.and_then(|key| recent.comparison(key)) {
            known.of_line(line)
        } else {
            let mut one = self.comparer.side(line)?;
            let mut other = recent.take_side(group).or_else(|| {
                let url = register.lines.url(group);
                self.comparer
                    .side(url.unwrap_or_else(|| self.scanner.text(representative, &mut other_buffer)))
            })?;
            let variants = register.lines.variants(group, other.segments.len());
            let found = self.comparer.compare_sides(&mut one, &decision.variant, &mut other, variants)?;
            let comparison = Arc::new(found);
            recent.put_side(group, representative, other);
            if let Some(key) = key {
                recent.note_comparison(key, &comparison);
            }
            comparison
        };
        Some(Explanation { representative: Cow::Borrowed(representative), record, comparison })
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
        // A line that starts a group seldom has a template that was seen before.
        let key = decision.template.filter(|_| !decision.leads);
        let mut recent = self.recent.borrow_mut();
        if let Some(known) = key.and_then(|key| recent.template(key)) {
            return Some(known.to_owned());
        }
        let template = Shape::of(self.scanner.text(line, &mut Vec::new()), &self.scanner.mode)?
            .template(&decision.variant);
        if let Some(key) = key {
            recent.note_template(key, &template);
        }
        Some(template)
    }
}
