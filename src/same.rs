//! Which texts of two paths were taken for the same, and by what.
//!
//! Templates say how that was decided, so it is worked out once for all lines of one template. The texts are each line's own:
//! they are cut out of it without asking for their classes again.

use crate::parse::Address;
use crate::shape::{Shape, Taken};
use crate::token::{Query, Sink, Surroundings, Traits, walk};
use crate::variant::Variant;
use std::borrow::Cow;
use std::fmt;

/// Segments that are shown of what stands before a learned position. Else a line of many learned positions takes quadratic time.
const BEFORE: usize = 8;

/// Two texts that were taken for the same.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Same {
    /// The path segment, counted from 1.
    pub segment: usize,
    /// What the first URL has there.
    pub first: String,
    /// What the second URL has there, which is another text.
    pub second: String,
    /// What makes them the same: the name of a class, `int and hex` for two classes, or `learned position after /tag/`.
    pub by: String,
}

/// Shows `segment 2: 17 and 42 (int)`.
impl fmt::Display for Same {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { segment, first, second, by } = self;
        write!(f, "segment {segment}: {first} and {second} ({by})")
    }
}

/// A path segment in which all lines of one template read as a representative does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Alike {
    /// The path segment, counted from 1.
    pub segment: usize,
    /// What the representative has there.
    pub second: String,
    /// What makes them the same, as in [`Same::by`].
    pub by: String,
    /// Whether it is the last one of the path.
    pub is_last: bool,
}

impl Alike {
    /// Those of two paths in two variants.
    pub(crate) fn of(
        (one, variant): (&Shape, &Variant),
        (other, other_variant): (&Shape, &Variant),
        texts: &PathTexts,
    ) -> Vec<Self> {
        let alike = |index: usize| {
            if one.token(index, variant) != other.token(index, other_variant) {
                return None;
            }
            let by = match (one.taken(index, variant), other.taken(index, other_variant)) {
                (Taken::Written, _) | (_, Taken::Written) => return None,
                (Taken::Learned, _) | (_, Taken::Learned) => {
                    format!("learned position after {}", before(one, variant, index))
                }
                (Taken::Path, _) | (_, Taken::Path) => "path inside the path".to_owned(),
                (Taken::Class(class), Taken::Class(other)) if class != other => {
                    format!("{} and {}", class.name(), other.name())
                }
                (Taken::Class(class), _) | (_, Taken::Class(class)) => class.name().to_owned(),
                (Taken::Marked, Taken::Marked) => "number or hash within a word".to_owned(),
            };
            let second = texts.name(index + 1, other.is_last(index)).into_owned();
            Some(Self { segment: index + 1, second, by, is_last: one.is_last(index) })
        };
        (0..one.segments.len().min(other.segments.len())).filter_map(alike).collect()
    }

    /// The texts that a line has there, where they are not the representative's.
    pub(crate) fn same(alike: &[Self], texts: &PathTexts) -> Vec<Same> {
        let same = |alike: &Self| {
            let Self { segment, second, by, is_last } = alike;
            let first = texts.name(*segment, *is_last);
            (*first != **second).then(|| Same {
                segment: *segment,
                first: first.into_owned(),
                second: second.clone(),
                by: by.clone(),
            })
        };
        alike.iter().filter_map(same).collect()
    }
}

/// What stands before a segment, as templates show it.
fn before(shape: &Shape, variant: &Variant, index: usize) -> String {
    let start = index.saturating_sub(BEFORE);
    let mut path = if start > 0 { "...".to_owned() } else { String::new() };
    for index in start..index {
        path.push('/');
        path.push_str(&shape.shown(index, variant));
    }
    path + "/"
}

/// The texts of a line's path segments, as classes see them.
#[derive(Clone, Debug, Default)]
pub struct PathTexts {
    text: Vec<u8>,
    /// Where each segment ends.
    ends: Vec<usize>,
    /// How many of them stand before the route of a fragment.
    path: usize,
}

impl PathTexts {
    /// Takes those of a parsed line.
    pub(crate) fn read(&mut self, address: &Address<'_>) {
        self.text.clear();
        self.ends.clear();
        self.path = 0;
        walk(address, false, false, self);
        if self.path == 0 {
            self.path = self.ends.len();
        }
    }

    /// A segment, counted from 1; if it is the last one that was classed, with all that follows in the path: a path or address
    /// inside it.
    pub fn name(&self, segment: usize, is_last: bool) -> Cow<'_, str> {
        let index = segment.saturating_sub(1);
        let end = if is_last { self.path.max(index + 1) } else { index + 1 };
        let mut names = (index..end.min(self.ends.len())).map(|at| {
            let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
            String::from_utf8_lossy(&self.text[start..self.ends[at]])
        });
        let first = names.next().unwrap_or_default();
        names.fold(first, |name, next| Cow::Owned(format!("{name}/{next}")))
    }
}

impl Sink for PathTexts {
    /// Without traits no path inside the path begins, so all segments of one are taken.
    fn segment(&mut self, name: &[u8], _: Surroundings) -> Traits {
        self.text.extend_from_slice(name);
        self.ends.push(self.text.len());
        Traits::default()
    }

    fn inner_path(&mut self) {}

    fn route(&mut self) {
        self.path = self.ends.len();
        self.segment(b"#", Surroundings::default());
    }

    fn param(&mut self, _: &[u8], _: Option<&[u8]>, _: &Query<'_>) {}
}

#[cfg(test)]
mod tests {
    use crate::Sift;

    #[test]
    fn both_texts_are_shown_with_what_makes_them_the_same() {
        for (first, second, same) in [
            ("//a.test/user/17/edit", "//a.test/user/42/edit", &["segment 2: 17 and 42 (int)"][..]),
            ("//a.test/user/17", "//a.test/user/4af0bdc4", &["segment 2: 17 and 4af0bdc4 (int and hex)"]),
            (
                "//a.test/item42/x",
                "//a.test/item43/x",
                &["segment 1: item42 and item43 (number or hash within a word)"],
            ),
            (
                "//a.test/ann/zot/blob/main/src/a.rs",
                "//a.test/ann/zot/blob/main/src/b.rs",
                &["segment 4: main/src/a.rs and main/src/b.rs (path inside the path)"],
            ),
            ("//a.test/x#/users/7?p=1", "//a.test/x#/users/8", &["segment 4: 7 and 8 (int)"]),
            ("//a.test/1/2", "//a.test/3/2", &["segment 1: 1 and 3 (int)"]),
            ("//a.test/7#/1", "//a.test/8#/1", &["segment 1: 7 and 8 (int)"]),
            ("//a.test/user/17", "//a.test/user/17", &[]),
            ("//a.test/user/17", "//a.test/user/edit", &[]),
        ] {
            for (literal, wanted) in [(false, same), (true, &[][..])] {
                let settings = Sift::builder().literal(literal);
                let found = settings.compare(first.as_bytes(), second.as_bytes());
                let found = found.expect("the settings are valid").expect("both are URLs");
                let shown: Vec<String> = found.same.iter().map(ToString::to_string).collect();
                assert_eq!(shown, wanted, "{first} {second}");
            }
        }
    }
}
