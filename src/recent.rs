//! What was shown a short while ago: a list often goes on with the templates and groups that it is at.

use crate::comparison::Side;
use crate::hash::Key;
use crate::index::Id;
use crate::parse::Scratch;
use crate::record::{Batch, Keys, Url};
use crate::same::PathTexts;
use crate::shape::Shape;
use crate::table::Uniform;
use crate::variant::Variant;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

/// How many templates are remembered at most, of at most [`LONGEST`] bytes each.
const MOST: usize = 16_384;

/// The same for representatives that were taken apart, which take more.
const MOST_SIDES: usize = 256;

/// Bytes of what is worth remembering: longer lines are few.
const LONGEST: usize = 2048;

/// What was found out, until there is too much of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recent {
    templates: HashMap<u64, Arc<str>, BuildHasherDefault<Uniform>>,
    pub(crate) sides: Sides,
    /// Kept for their memory.
    pub(crate) shape: Shape,
    pub(crate) one: Side,
    pub(crate) texts: PathTexts,
    pub(crate) scratch: Scratch,
}

/// Representatives that were taken apart, by the lowest bits of their groups' numbers. One takes the memory of another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sides(Vec<(Option<Id>, Side)>);

impl Sides {
    /// The representative of a group, which `read` takes apart if that was not done just now. `None` if `read` finds nothing.
    pub(crate) fn get(&mut self, group: Id, read: impl FnOnce(&mut Side) -> Option<()>) -> Option<&mut Side> {
        if self.0.is_empty() {
            self.0.resize_with(MOST_SIDES, Default::default);
        }
        let (known, side) = &mut self.0[group as usize % MOST_SIDES];
        if *known != Some(group) {
            *known = None;
            read(side)?;
            *known = Some(group);
        }
        Some(side)
    }

    /// Forgets the representative of a group if its line is long.
    pub(crate) fn forget_long(&mut self, group: Id, line: &[u8]) {
        if line.len() > LONGEST {
            self.0[group as usize % MOST_SIDES] = Default::default();
        }
    }
}

impl Recent {
    /// The template of a line, by its hash.
    pub(crate) fn template(&self, key: u64) -> Option<&str> {
        self.templates.get(&key).map(|template| &**template)
    }

    pub(crate) fn note_template(&mut self, key: u64, template: &str) {
        if template.len() <= LONGEST {
            make_room(&mut self.templates, MOST);
            self.templates.insert(key, template.into());
        }
    }
}

/// Forgets everything where there is as much as may be.
fn make_room<K, V, S>(known: &mut HashMap<K, V, S>, most: usize) {
    if known.len() >= most {
        known.clear();
    }
}

/// Hashes everything that the template of a line in a variant depends on. `None` where the batch does not hold it.
pub(crate) fn template_hash(key: &Key, batch: &Batch, url: &Url, variant: &Variant) -> Option<u64> {
    let (Keys::None | Keys::Template(_)) = url.keys else { return None };
    let (segments, pairs) = (batch.segments_of(url), batch.pairs_of(url));
    let join = |hash, part| key.join(hash, part);
    let head = join(join(join(url.service, url.scheme), url.fragment), segments.len() as u64);
    let mut hash = join(head, url.web.map_or(0, |web| web as u64 + 1));
    for segment in segments {
        let class = segment.class.map_or(0, |class| class as u64 + 1);
        hash = join(join(hash, segment.token), segment.variable.wrapping_add(class));
    }
    for pair in pairs {
        hash = join(join(hash, pair.name), pair.value);
    }
    Some(variant.words().fold(hash, join))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Detail, Sift};

    /// The hash and the text of a line's template, under a filter that has learned that all words after `tag` are variable.
    fn template(sift: &mut Sift, line: &str) -> (u64, String) {
        sift.admit(line.as_bytes());
        let decision = sift.decisions()[0].clone();
        let shape = sift.shape(line.as_bytes(), &decision).expect("it is a URL");
        (decision.template.expect("it is known"), shape)
    }

    #[test]
    fn templates_have_one_hash_if_and_only_if_they_read_the_same() {
        let lines = [
            "http://a.test/x/1",
            "http://a.test/x/22",
            "https://a.test/x/1",
            "//a.test/x/1",
            "/x/1",
            "ftp://a.test/x/1",
            "http://a.test/x/4af0bdc4",
            "http://a.test/x/0b5c6e1a-5d2f-4c1e-9d34-1f2e3d4c5b6a",
            "http://a.test/x/red-shoes-summer-sale",
            "http://a.test/x/1.png",
            "http://a.test/x/zot",
            "http://a.test/x/1?q=1",
            "http://a.test/x/1?q=2",
            "http://a.test/x/1?q=word",
            "http://a.test/x/1?q",
            "http://a.test/x/1?p=1",
            "http://a.test/x/1?to=https://b.test",
            "http://a.test/x/1?action=edit",
            "http://a.test/x/1?action=delete",
            "http://a.test/tag/zot",
            "http://a.test/tag/qux",
            "http://a.test/tag/frob",
            "http://a.test/tag/17",
            "http://a.test/x#/y/1",
            "http://a.test/x#top",
            "http://a.test/ann/zot/blob/main/src/a.rs",
            "http://a.test/ann/zot/blob/7",
        ];
        for (literal, seed) in [(false, [1, 2]), (true, [1, 2]), (false, [0, 0]), (true, [0, 0])] {
            let builder = Sift::builder().literal(literal).detail(Detail::Explanations).seed(seed);
            let mut sift = builder.build().expect("the settings are valid");
            let found: Vec<_> = lines.map(|line| template(&mut sift, line)).into();
            for (i, (hash, text)) in found.iter().enumerate() {
                for (other, other_text) in &found[..i] {
                    // A value's kind and a variant may differ where a template does not show it, not the other way round.
                    assert!(hash != other || text == other_text, "{text} and {other_text}");
                }
            }
            assert!(literal || found[0] == found[1]);
        }
    }

    #[test]
    fn a_representative_is_taken_apart_once_while_no_other_takes_its_place() {
        let (mut sides, mut times) = (Sides::default(), 0);
        let mut get = |group: Id, found: Option<()>| {
            let before = times;
            let side = sides.get(group, |_| {
                times += 1;
                found
            });
            (side.is_some(), times > before)
        };
        assert_eq!(get(1, Some(())), (true, true));
        assert_eq!(get(1, Some(())), (true, false));
        assert_eq!(get(1 + MOST_SIDES as Id, None), (false, true));
        assert_eq!(get(1 + MOST_SIDES as Id, Some(())), (true, true), "nothing was found");
        assert_eq!(get(1, Some(())), (true, true));
        sides.forget_long(1, &[b'x'; LONGEST]);
        assert!(sides.get(1, |_| None).is_some());
        sides.forget_long(1, &[b'x'; LONGEST + 1]);
        assert!(sides.get(1, |_| None).is_none());
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let mut recent = Recent::default();
        recent.note_template(1, &"x".repeat(LONGEST + 1));
        assert_eq!(recent.template(1), None);
        for key in 0..3 * MOST as u64 {
            recent.note_template(key, "x");
            assert_eq!(recent.template(key), Some("x"));
            assert!(recent.templates.len() <= MOST);
        }
    }
}
