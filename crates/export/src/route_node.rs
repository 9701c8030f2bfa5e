//! A node in the tree of routes, which finds its patterns by the texts in them.
//!
//! A node may have thousands of patterns, such as `quartz_{}.php` and `basalt_{}.php`. They are
//! found by the text before their value, then by the one behind it, then by the one between two
//! values, so a segment meets few patterns that do not match it. Most nodes have one or two, which
//! need no index.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use crate::pattern::{Pattern, PatternTexts};

/// Up to this many texts or patterns are searched for one by one.
const FEW: usize = 4;

/// A node in the tree of patterns.
#[derive(Clone, Debug, Default)]
pub(crate) struct RouteNode {
    pub(crate) route: Option<usize>,
    /// The nodes below single texts.
    texts: BTreeMap<String, usize>,
    /// The nodes below other patterns, as long as they are few.
    few: Vec<PatternStep>,
    /// The nodes below all other patterns if they are more.
    many: Option<Box<PatternIndex>>,
}

/// Patterns by the text before the value, then by the one behind it backwards, then by the one
/// between two.
type PatternIndex = TextIndex<TextIndex<TextIndex<Vec<PatternStep>>>>;

/// A pattern, and the node below it.
#[derive(Clone, Debug)]
pub(crate) struct PatternStep {
    pub(crate) pattern: Pattern,
    pub(crate) node: usize,
}

/// Things by a text, with the lengths of these texts.
#[derive(Clone, Debug)]
struct TextIndex<T> {
    by_text: BTreeMap<String, T>,
    lengths: BTreeSet<usize>,
}

impl<T> Default for TextIndex<T> {
    fn default() -> Self {
        Self {
            by_text: BTreeMap::new(),
            lengths: BTreeSet::new(),
        }
    }
}

impl<T: Default> TextIndex<T> {
    fn entry(&mut self, text: &str) -> &mut T {
        self.lengths.insert(text.len());
        self.by_text.entry(text.to_owned()).or_default()
    }

    /// Returns what is under the starts of a text.
    fn at_start<'i>(&'i self, text: &str) -> impl Iterator<Item = &'i T> {
        let lengths = self.lengths.range(..=text.len());
        lengths.filter_map(move |length| self.by_text.get(text.get(..*length)?))
    }

    /// Returns what is under the texts within a text, in their order.
    fn within<'i>(&'i self, text: &str) -> Vec<&'i T> {
        if self.by_text.len() <= FEW {
            let texts = self.by_text.iter();
            let within = texts.filter(|(part, _)| text.contains(part.as_str()));
            return within.map(|(_, thing)| thing).collect();
        }
        let mut parts = BTreeSet::new();
        for length in self.lengths.range(..=text.len()) {
            // No text is at every place.
            let last = if *length == 0 { 0 } else { text.len() - length };
            for at in 0..=last {
                parts.extend(text.get(at..at + length));
            }
        }
        let found = parts.into_iter().map(|part| self.by_text.get(part));
        found.flatten().collect()
    }

    /// Returns what is under longer texts that start with this one.
    fn below<'i>(&'i self, start: &str) -> impl Iterator<Item = &'i T> {
        let behind = (Bound::Excluded(start), Bound::Unbounded);
        let longer = self.by_text.range::<str, _>(behind);
        longer
            .take_while(move |(text, _)| text.starts_with(start))
            .map(|(_, thing)| thing)
    }
}

impl PatternIndex {
    /// Returns the patterns that have the texts of this one.
    fn steps_like(&mut self, pattern: &Pattern) -> &mut Vec<PatternStep> {
        let texts = pattern.texts();
        self.entry(texts.before)
            .entry(&reversed(&texts.behind))
            .entry(&texts.between)
    }
}

impl RouteNode {
    /// Returns the node below for a pattern, which is `new` if there is none so far.
    pub(crate) fn enter(&mut self, pattern: &Pattern, new: usize) -> usize {
        if let Some(text) = pattern.text() {
            return *self.texts.entry(text.to_owned()).or_insert(new);
        }
        if self.few.len() == FEW {
            let index = self.many.get_or_insert_default();
            for step in self.few.drain(..) {
                index.steps_like(&step.pattern).push(step);
            }
        }
        let steps = match &mut self.many {
            Some(index) => index.steps_like(pattern),
            None => &mut self.few,
        };
        for step in &*steps {
            if step.pattern == *pattern {
                return step.node;
            }
        }
        let pattern = pattern.clone();
        steps.push(PatternStep { pattern, node: new });
        new
    }

    /// Returns whether no path goes on below it.
    pub(crate) fn is_leaf(&self) -> bool {
        self.texts.is_empty() && self.few.is_empty() && self.many.is_none()
    }

    /// Returns the node below a single text.
    pub(crate) fn below_text(&self, text: &str) -> Option<usize> {
        self.texts.get(text).copied()
    }

    /// Returns the patterns that may match a segment. One that spans several segments is among them
    /// whatever follows its first text.
    pub(crate) fn near(&self, segment: &str) -> Vec<&PatternStep> {
        let mut near: Vec<&PatternStep> = self.few.iter().collect();
        let Some(index) = &self.many else {
            return near;
        };
        let lower = segment.to_ascii_lowercase();
        let backwards = reversed(&lower);
        for ends in index.at_start(segment) {
            for between in ends.at_start(&backwards) {
                for steps in between.within(&lower) {
                    near.extend(steps);
                }
            }
        }
        near
    }

    /// Appends the nodes below that may match what a pattern matches, without those that may match
    /// several segments.
    pub(crate) fn may_be_below(&self, pattern: &Pattern, nodes: &mut Vec<usize>) {
        if let Some(text) = pattern.text() {
            nodes.extend(self.below_text(text));
            for step in self.near(text) {
                if !step.pattern.is_rest() && step.pattern.matches(text) {
                    nodes.push(step.node);
                }
            }
            return;
        }
        let PatternTexts { before, behind, .. } = pattern.texts();
        let from = (Bound::Included(before), Bound::Unbounded);
        for (text, node) in self.texts.range::<str, _>(from) {
            if !text.starts_with(before) {
                break;
            }
            if pattern.matches(text) {
                nodes.push(*node);
            }
        }
        let backwards = reversed(&behind);
        for step in &self.few {
            let other = step.pattern.texts();
            let is_near = begins_alike(before, other.before)
                && begins_alike(&backwards, &reversed(&other.behind));
            if is_near && !step.pattern.is_rest() {
                nodes.push(step.node);
            }
        }
        let Some(index) = &self.many else {
            return;
        };
        for ends in index.at_start(before).chain(index.below(before)) {
            let matching = ends.at_start(&backwards);
            for between in matching.chain(ends.below(&backwards)) {
                for step in between.by_text.values().flatten() {
                    if !step.pattern.is_rest() {
                        nodes.push(step.node);
                    }
                }
            }
        }
    }
}

/// Returns whether one of two texts is the start of the other.
fn begins_alike(one: &str, other: &str) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

fn reversed(text: &str) -> String {
    text.chars().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_lists::TemplateSegment;

    /// The words of a list, each once.
    fn word(number: usize) -> String {
        const SYLLABLES: [&str; 12] = [
            "ba", "ke", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "te",
        ];
        let mut word = String::new();
        for power in 0..4 {
            word += SYLLABLES[number / 12_usize.pow(power) % 12];
        }
        word
    }

    fn pattern(token: &str) -> Pattern {
        let mut segment = TemplateSegment::default();
        segment.token = token.to_owned();
        segment.classes = vec![("int", 1)];
        Pattern::of(&segment, true, 2)
    }

    /// Few patterns are found one by one, and many in an index: both find the same.
    #[test]
    fn few_patterns_are_found_like_many() {
        let tokens = [
            "{}",
            "item{}",
            "item-{}",
            "{}.php",
            "a{}-x-{}.php",
            "ite{}.PHP",
        ];
        let segments = [
            "17",
            "item17",
            "item-17",
            "17.php",
            "a1-x-2.PHP",
            "ite1.php",
            "it",
        ];
        for left_out in 0..tokens.len() {
            let own = [&tokens[..left_out], &tokens[left_out + 1..]].concat();
            for own in own.windows(3) {
                let mut few = RouteNode::default();
                let mut many = RouteNode::default();
                for (at, token) in own.iter().enumerate() {
                    assert_eq!(few.enter(&pattern(token), at), at);
                    assert_eq!(many.enter(&pattern(token), at), at);
                }
                for at in own.len()..9 {
                    many.enter(&pattern(&format!("zork{at}{{}}zork")), at);
                }
                assert!(few.many.is_none() && many.many.is_some());
                for segment in segments {
                    let found = |node: &RouteNode| {
                        let near = node.near(segment).into_iter();
                        let near = near.filter(|step| step.pattern.matches(segment));
                        let mut nodes: Vec<usize> = near.map(|step| step.node).collect();
                        nodes.sort_unstable();
                        nodes
                    };
                    assert_eq!(found(&few), found(&many), "{own:?} {segment}");
                }
                for token in tokens {
                    let below = |node: &RouteNode| {
                        let mut nodes = Vec::new();
                        node.may_be_below(&pattern(token), &mut nodes);
                        nodes.retain(|node| *node < own.len());
                        nodes.sort_unstable();
                        nodes
                    };
                    assert_eq!(below(&few), below(&many), "{own:?} {token}");
                }
            }
        }
    }

    /// Whatever the patterns have in common, a segment is compared with few of them.
    #[test]
    fn a_segment_meets_few_patterns() {
        const COUNT: usize = 3000;
        let kinds: [fn(usize) -> String; 9] = [
            |at| format!("{}_{{}}.php", word(at)),
            |at| format!("{}_{}_{{}}.php", word(at), word(7 * at)),
            |at| format!("{{}}_{}.php", word(at)),
            |at| format!("{{}}_{}_{{}}", word(at)),
            |at| format!("{}-{{}}-{}", word(at), word(7 * at)),
            |at| format!("item{{}}.{}", word(at)),
            |at| format!("item{{}}-{}-{{}}.htm", word(at)),
            |at| format!("{}{{}}", "ab".repeat(1 + at % 150)),
            |at| format!("{}-{{}}-{}-{{}}-x", word(at), word(3 * at)),
        ];
        for kind in kinds {
            let mut node = RouteNode::default();
            let mut segments = Vec::new();
            let mut patterns = Vec::new();
            for at in 0..COUNT {
                let token = kind(at);
                segments.push(token.replace("{}", &at.to_string()).to_uppercase());
                let pattern = pattern(&token);
                node.enter(&pattern, at);
                patterns.push(pattern);
            }
            let mut tried = 0;
            let mut earlier = Vec::new();
            for (segment, pattern) in segments.iter().zip(&patterns) {
                tried += node.near(&segment.to_lowercase()).len();
                node.may_be_below(pattern, &mut earlier);
            }
            let shape = kind(1);
            // Starts of each other are many, but no more than the letters of a segment.
            let most = if shape.starts_with("abab") { 150 } else { 4 };
            assert!(tried <= most * COUNT, "{shape}: {tried} patterns are tried");
            // Between two values may be anything, so there any two of them match some segment.
            let met = earlier.len();
            let has_two = shape.matches("{}").count() > 1;
            assert!(has_two || met <= most * COUNT, "{shape}: {met} may match");
        }
    }
}
