//! Which texts of two paths were taken for the same, and by what.
//!
//! Templates say how that was decided, so it is worked out once for all lines of one template. The texts are each line's own:
//! they are cut out of it without asking for their classes again.

use crate::input;
use crate::parse::{Address, Scratch};
use crate::shape::{Shape, Taken};
use crate::token::{Query, Sink, Surroundings, Traits, walk};
use crate::variant::Variant;
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

/// A segment that reads the same in all lines of one template and in a representative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alike {
    index: usize,
    /// It is the last one of the path.
    is_last: bool,
    /// What the representative has there.
    second: String,
    by: String,
}

impl Alike {
    /// Those of two paths in two variants.
    pub(crate) fn of(
        (one, variant): (&Shape, &Variant),
        (other, other_variant): (&Shape, &Variant),
        texts: &SegmentTexts,
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
            let second = texts.name(index, other.is_last(index));
            Some(Self { index, is_last: one.is_last(index), second, by })
        };
        (0..one.segments.len().min(other.segments.len())).filter_map(alike).collect()
    }

    /// The texts that a line has there, where they are not the representative's.
    pub(crate) fn same(alike: &[Self], texts: &SegmentTexts) -> Vec<Same> {
        let same = |Self { index, is_last, second, by }: &Self| {
            let first = texts.name(*index, *is_last);
            let segment = index + 1;
            (first != *second).then(|| Same { segment, first, second: second.clone(), by: by.clone() })
        };
        alike.iter().filter_map(same).collect()
    }

    /// Bytes of its text.
    pub(crate) fn bytes(&self) -> usize {
        self.second.len() + self.by.len()
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

/// The texts of a line's segments.
#[derive(Clone, Debug, Default)]
pub(crate) struct SegmentTexts {
    text: Vec<u8>,
    /// Where each segment ends.
    ends: Vec<usize>,
    /// How many of them stand before the route of a fragment.
    path: usize,
}

impl SegmentTexts {
    /// Cuts a line into segments as classes see them.
    pub(crate) fn of(line: &[u8]) -> Self {
        let mut scratch = Scratch::default();
        input::parse(line, &mut scratch).map(|(address, _)| Self::of_address(&address)).unwrap_or_default()
    }

    /// Cuts a parsed line into segments.
    pub(crate) fn of_address(address: &Address<'_>) -> Self {
        let mut texts = Self::default();
        walk(address, false, false, &mut texts);
        if texts.path == 0 {
            texts.path = texts.ends.len();
        }
        texts
    }

    /// A segment; if it is the last one that was classed, with all that follows in the path: a path or address inside it.
    fn name(&self, index: usize, is_last: bool) -> String {
        let end = if is_last { self.path.max(index + 1) } else { index + 1 };
        let mut name = String::new();
        for at in index..end.min(self.ends.len()) {
            name.push_str(if at > index { "/" } else { "" });
            let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
            name.push_str(&String::from_utf8_lossy(&self.text[start..self.ends[at]]));
        }
        name
    }
}

impl Sink for SegmentTexts {
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

    fn param(&mut self, _: &[u8], _: Option<&[u8]>, _: Query<'_>) {}
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
