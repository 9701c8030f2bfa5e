//! Finds the different texts of two paths that count as the same, with the reason.
//!
//! The reason depends on the template alone, so it is computed once for all lines of one template.
//! The texts differ by line: they are cut out of each line without classing its segments again.

use super::as_read::AsRead;
use super::comparison::SameText;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;
use urlsift_core::record::shape::template::{Taken, text};
use urlsift_core::record::variant::Prefix;
use urlsift_url::display_text::shown;
use urlsift_url::parse::Address;
use urlsift_url::token::{
    Mark, QueryContext, Readings, RuleLookup, Sink, Surroundings, Traits, walk_texts,
};

/// Number of segments shown before a learned position. Without this limit a line with many learned
/// positions would take quadratic time.
const BEFORE: usize = 8;

/// A path segment, or the host, in which all lines of one template count as the same as a
/// representative.
#[derive(Clone, Debug)]
pub(crate) struct Alike {
    /// Index of the segment, from 0; `None` for the host.
    index: Option<usize>,
    /// The representative's text.
    second: Arc<str>,
    /// The reason, as in [`SameText::by`].
    by: Arc<str>,
    /// Whether this is the last segment of the path.
    is_last: bool,
}

impl Alike {
    /// Compares two paths in two variants; `texts` are the second one's.
    pub(crate) fn of(
        first: AsRead<'_>,
        second: AsRead<'_>,
        texts: &Texts,
        taught: Option<&RuleLookup>,
    ) -> Vec<Self> {
        let one = first.shape;
        let other = second.shape;
        let mut found = Vec::new();
        for index in 0..first.len().min(second.len()) {
            if let Some(by) = reason(first, second, index, taught) {
                let text = texts.text(index, other.is_last(index));
                found.push(Self {
                    index: Some(index),
                    second: text.into(),
                    by,
                    is_last: one.is_last(index),
                });
            }
        }
        found
    }

    /// Compares two hosts in two variants; `None` unless they count as the same.
    pub(crate) fn of_hosts(first: AsRead<'_>, second: AsRead<'_>, texts: &Texts) -> Option<Self> {
        let host = first.shape.host(first.variant);
        if host != second.shape.host(second.variant) {
            return None;
        }
        let is_learned = first.is_host_learned() || second.is_host_learned();
        let mut by = "number, drawn name, tenant or spelling".to_owned();
        if is_learned {
            let site = text(first.shape.site().to_vec());
            by = format!("learned: hosts of {site} show the same pages");
        }
        let second = String::from_utf8_lossy(&texts.host).into();
        Some(Self {
            index: None,
            second,
            by: by.into(),
            is_last: false,
        })
    }

    /// Names the prefix of a mirror, below which a page is the copy of another. `second` is the
    /// second one's text at the prefix.
    pub(crate) fn of_copy(copy: AsRead<'_>, prefix: Prefix, second: &str) -> Self {
        let range = prefix.range();
        let text_of = |range: Range<usize>| {
            let mut path = String::from("/");
            for index in range {
                if path.len() > 1 {
                    path.push('/');
                }
                path.push_str(&copy.shown(index).unwrap_or_default());
            }
            path
        };
        let mirror = text_of(0..range.end);
        let original = text_of(0..range.start);
        Self {
            index: Some(range.start),
            second: second.into(),
            by: format!("{mirror} is a copy of {original}").into(),
            is_last: false,
        }
    }

    /// Names the segments that a path which goes round is read without.
    pub(crate) fn of_round(path: AsRead<'_>, range: Range<usize>, texts: &Texts) -> Self {
        let start = range.start;
        let mut names = Vec::new();
        for index in range {
            let name = path.shown(index).unwrap_or_default();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let second = texts.text(start, false);
        Self {
            index: Some(start),
            second: second.into(),
            by: format!("learned: paths go round through {}", names.join(", ")).into(),
            is_last: false,
        }
    }

    /// Passes to `each` the texts of a line that differ from the representative's.
    pub(crate) fn tell(alike: &[Self], texts: &Texts, each: &mut dyn FnMut(SameText<'_>)) {
        for alike in alike {
            let first = match alike.index {
                Some(index) => texts.text(index, alike.is_last),
                None => String::from_utf8_lossy(&texts.host),
            };
            if *first != *alike.second {
                each(SameText {
                    segment: alike.index.map_or(0, |index| index + 1),
                    first: &first,
                    second: &alike.second,
                    by: &alike.by,
                });
            }
        }
    }
}

/// Returns why a segment counts as the same in two paths. `None`: it does not, or is compared as it
/// is written.
fn reason(
    first: AsRead<'_>,
    second: AsRead<'_>,
    index: usize,
    taught: Option<&RuleLookup>,
) -> Option<Arc<str>> {
    if first.token(index) != second.token(index) {
        return None;
    }
    let one = first.shape.taken(index, first.variant);
    let other = second.shape.taken(index, second.variant);
    let either = |taken| one == taken || other == taken;
    if either(Taken::Written) {
        return None;
    }
    if either(Taken::RuleLookup) {
        let rule = first.shape.segments[index].rule;
        let rule = rule.or(second.shape.segments[index].rule);
        return Some(taught?.describe(rule?).into());
    }
    if either(Taken::Learned) {
        return Some(before(first, index).into());
    }
    if either(Taken::Path) {
        return Some("path inside the path".into());
    }
    let reason = match (one, other) {
        (Taken::Class(one), Taken::Class(other)) if one != other => {
            format!("{one} and {other}").into()
        }
        (Taken::Class(class), _) | (_, Taken::Class(class)) => class.name().into(),
        _ => "number or hash within a word".into(),
    };
    Some(reason)
}

/// Names the path prefix after which a position was learned, as templates show it.
fn before(side: AsRead<'_>, index: usize) -> String {
    let start = index.saturating_sub(BEFORE);
    let mut said = Vec::with_capacity(64);
    said.extend_from_slice(b"learned position after ");
    said.extend_from_slice(if start > 0 { b"..." } else { b"" });
    for index in start..index {
        said.push(b'/');
        side.shape.write_segment(index, side.variant, &mut said);
    }
    said.push(b'/');
    text(said)
}

/// The texts of a line's path segments, as classes see them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    /// All segments, separated by slashes.
    text: Vec<u8>,
    /// End of each segment.
    ends: Vec<usize>,
    /// Number of segments before the route of a fragment.
    path: usize,
    host: Vec<u8>,
}

impl Texts {
    /// Memory used, in bytes, approximately.
    pub(crate) fn memory(&self) -> usize {
        let texts = self.text.capacity() + self.host.capacity();
        texts + self.ends.capacity() * size_of::<usize>()
    }

    /// Reads the segments of a parsed line.
    pub(crate) fn read(&mut self, address: &Address<'_>) {
        self.text.clear();
        self.ends.clear();
        self.path = 0;
        address.host.clone_into(&mut self.host);
        let mut address = *address;
        address.query = b"";
        walk_texts(&address, self);
        if self.path == 0 {
            self.path = self.ends.len();
        }
    }

    /// Returns a segment. The last one that was classed includes the rest of the path: a path or
    /// address inside it.
    fn text(&self, index: usize, is_last: bool) -> Cow<'_, str> {
        let text = self.bytes(index, is_last).unwrap_or_default();
        match shown(text) {
            // Canonical text is ASCII, which this check finds out in fewer steps.
            Cow::Borrowed(text) => match str::from_utf8(text) {
                Ok(text) => text.into(),
                Err(_) => String::from_utf8_lossy(text),
            },
            Cow::Owned(text) => String::from_utf8_lossy(&text).into_owned().into(),
        }
    }

    /// Returns a segment as it is stored. `None`: there is no such segment.
    fn bytes(&self, index: usize, is_last: bool) -> Option<&[u8]> {
        let mut start = 0;
        if let Some(before) = index.checked_sub(1) {
            start = self.ends.get(before)? + 1;
        }
        let mut count = index + 1;
        if is_last {
            count = count.max(self.path);
        }
        let count = count.min(self.ends.len());
        let end = self.ends[..count].last()?;
        self.text.get(start..*end)
    }
}

impl Sink for Texts {
    /// Without traits no inner path begins, so the walk visits every segment.
    fn segment(&mut self, name: &[u8], _: Surroundings) -> Traits {
        if !self.ends.is_empty() {
            self.text.push(b'/');
        }
        self.text.extend_from_slice(name);
        self.ends.push(self.text.len());
        Traits::default()
    }

    fn mark(&mut self, mark: Mark) {
        if mark == Mark::Route {
            self.path = self.ends.len();
        }
        self.segment(mark.name().as_bytes(), Surroundings::default());
    }

    fn param(&mut self, _: &[u8], _: Option<&[u8]>, _: &QueryContext<'_>) {}
}

impl Readings for Texts {}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_core::decide::sift::Sift;
    use urlsift_url::input;
    use urlsift_url::parse::Scratch;

    #[test]
    fn both_texts_are_shown_with_what_makes_them_the_same() {
        for (first, second, same) in [
            (
                "//a.test/user/17/edit",
                "//a.test/user/42/edit",
                &["segment 2: 17 and 42 (int)"][..],
            ),
            (
                "//a.test/user/17",
                "//a.test/user/4af0bdc4",
                &["segment 2: 17 and 4af0bdc4 (int and hex)"],
            ),
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
            (
                "//a.test/x#/users/7?p=1",
                "//a.test/x#/users/8",
                &["segment 4: 7 and 8 (int)"],
            ),
            (
                "//a.test/1/2",
                "//a.test/3/2",
                &["segment 1: 1 and 3 (int)"],
            ),
            (
                "//a.test/7#/1",
                "//a.test/8#/1",
                &["segment 1: 7 and 8 (int)"],
            ),
            ("//a.test/user/17", "//a.test/user/17", &[]),
            ("//a.test/user/17", "//a.test/user/edit", &[]),
        ] {
            for (literal, wanted) in [(false, same), (true, &[][..])] {
                let settings = Sift::builder().literal(literal);
                let found = crate::compare(&settings, first.as_bytes(), second.as_bytes());
                let found = found
                    .expect("the settings are valid")
                    .expect("both are URLs");
                let shown: Vec<String> = found.same.iter().map(ToString::to_string).collect();
                assert_eq!(shown, wanted, "{first} {second}");
            }
        }
    }

    #[test]
    fn segments_are_cut_where_they_stand() {
        let mut texts = Texts::default();
        let mut scratch = Scratch::default();
        let line = b"//a.test/x//http:/y?a=/b;c#/r/s?d";
        texts.read(&input::parse(line, &mut scratch).expect("it is a URL").0);
        let text = |index, is_last| texts.text(index, is_last).into_owned();
        assert_eq!(
            [0, 1, 2, 3, 4, 5].map(|index| text(index, false)),
            ["x", "http:", "y", "#", "r", "s"]
        );
        assert_eq!(
            [0, 1, 2, 4].map(|index| text(index, true)),
            ["x/http:/y", "http:/y", "y", "r"]
        );
        assert_eq!([text(6, false), text(6, true), text(9, true)], [""; 3]);
        texts.read(
            &input::parse(b"//a.test", &mut scratch)
                .expect("it is a URL")
                .0,
        );
        assert_eq!(texts.text(0, true), "");
    }
}
