//! Hashes tokens into a batch, with the help of the facts that a thread has cached.

use super::memory::{Facts, NameFacts};
use super::segment_memo::KnownReading;
use crate::record::{Batch, OF_QUERY, Pair, Segment, SelectorChoice};
use urlsift_url::hash::Key;
use urlsift_url::token::{
    self, Class, Classifier, Mark, Mode, NameKind, ParamName, ParamRole, QueryContext, Readings,
    SegmentReading, Sink, Surroundings, Traits, ValueKind,
};

/// Appends segments and pairs to a batch.
pub(super) struct Hashes<'a> {
    pub key: &'a Key,
    pub mode: &'a Mode,
    /// The token of a value without an extension.
    pub variable: u64,
    /// The number of segments in the batch that belong to earlier URLs.
    pub start: usize,
    pub batch: &'a mut Batch,
    pub facts: &'a mut Facts,
}

/// What the walk has to know of a segment.
#[derive(Clone, Copy)]
pub(super) struct PassedSegment {
    pub traits: Traits,
    /// Whether the [walk](token::only_passes) only passes it on.
    pub is_only_passed: bool,
}

impl Hashes<'_> {
    /// Appends a segment. Returns its traits, and whether the walk only passes it on.
    #[inline(always)]
    pub(super) fn push(&mut self, name: &[u8], surroundings: Surroundings) -> PassedSegment {
        let name_hash = self.key.name(name);
        let Mode::Classes { classifier, .. } = self.mode else {
            let segment = Segment {
                token: name_hash,
                ..Segment::default()
            };
            return self.append(segment, false);
        };
        // Numbers seldom recur, and no class is cheaper to recognise.
        if matches!(name, [b'0'..=b'9', ..])
            && classifier.classes.has(Class::Integer)
            && !surroundings.numbers_may_stay()
            && name.iter().all(u8::is_ascii_digit)
        {
            let number = Segment {
                token: self.variable,
                variable: self.variable,
                stem: name_hash,
                traits: token::number(name),
                class: Some(Class::Integer),
                ..Segment::default()
            };
            return self.append(number, true);
        }
        // The low bits rotate the hash by up to 64 places.
        let bits = surroundings.asked_of(name).bits();
        let facts_key = name_hash.rotate_left(bits) ^ u64::from(bits >> 6);
        let (segment, is_only_passed) = if let Some(reading) = self.facts.segments.get(facts_key) {
            (reading.segment(name_hash), reading.is_only_passed)
        } else {
            let reading = self.classified(classifier, name, name_hash, surroundings);
            self.facts.segments.insert(self.key, facts_key, reading);
            (reading.segment(name_hash), reading.is_only_passed)
        };
        if segment.traits.has(Traits::MASKED) {
            self.number(name_hash);
        }
        self.append(segment, is_only_passed)
    }

    #[inline(always)]
    fn append(&mut self, segment: Segment, is_only_passed: bool) -> PassedSegment {
        let traits = segment.traits;
        self.batch.segments.push(segment);
        PassedSegment {
            traits,
            is_only_passed,
        }
    }

    /// Returns the reading of a segment that is not remembered, by its class.
    #[inline(never)]
    fn classified(
        &mut self,
        classifier: &Classifier,
        name: &[u8],
        name_hash: u64,
        surroundings: Surroundings,
    ) -> KnownReading {
        let key = self.key;
        let token = &mut self.facts.token;
        let found = classifier.classify(name, surroundings, token);
        let hash = if *token == name {
            name_hash
        } else {
            key.token(token)
        };
        let variable = if found.traits.has(Traits::VALUE) {
            hash
        } else if found.is_plain() {
            self.variable
        } else {
            found.write_variable(token);
            key.token(token)
        };
        let task = found
            .thing(name)
            .map(|thing| Segment::task(key.token(thing), name_hash));
        let segment = Segment {
            token: match task {
                Some(task) if found.is_task_title() => task,
                _ => hash,
            },
            variable,
            stem: match (task, found.stem(name)) {
                (Some(task), _) => task,
                (None, Some(stem)) => key.token(stem),
                (None, None) if found.is_id(name) => name_hash,
                (None, None) => 0,
            },
            traits: found.traits,
            class: Some(found.class),
            speech: found.speech,
        };
        let is_only_passed = token::only_passes(name, found.traits);
        KnownReading::of(segment, name_hash, is_only_passed)
    }

    /// Notes the text of the next segment, which has numbers.
    #[cold]
    fn number(&mut self, number: u64) {
        let index = self.batch.segments.len() - self.start;
        self.batch.numbers.push((index as u32, number));
    }
}

impl Sink for Hashes<'_> {
    #[inline(always)]
    fn segment(&mut self, name: &[u8], surroundings: Surroundings) -> Traits {
        self.push(name, surroundings).traits
    }

    fn mark(&mut self, mark: Mark) {
        let token = self.key.token(mark.token().as_bytes());
        let segment = Segment::constant(token, mark.traits());
        self.batch.segments.push(segment);
    }

    fn param(&mut self, name: &[u8], value: Option<&[u8]>, query: &QueryContext<'_>) {
        let Self { key, mode, .. } = *self;
        let raw = key.name(name);
        let Mode::Classes { params, .. } = mode else {
            // `a` and `a=` differ: an absent value has no bytes to hash.
            self.batch.pairs.push(Pair {
                name: raw,
                value: value.map_or(0, |v| key.token(v)),
            });
            return;
        };
        let Facts {
            names,
            values,
            separating_params,
            token,
            ..
        } = self.facts;
        // A name without a value is cached separately from the same name with a value.
        let known_as = if value.is_some() {
            raw
        } else {
            raw.rotate_left(1)
        };
        let facts = names.get(known_as, || {
            let read = params.name(name, value.is_some(), token);
            NameFacts {
                token: key.token(token),
                name: read.kind,
                may_choose: read.kind.may_choose(),
                is_form: read.is_form,
            }
        });
        // Numbers seldom recur, and are told by their first byte.
        let kind_of = |value: &[u8]| match value {
            [b'0'..=b'9', ..] => params.value(value),
            _ => values.get(key.name(value), || params.value(value)),
        };
        let name = ParamName {
            kind: facts.name,
            written: name,
        };
        let pair = match params.role(name, value, query, kind_of, token) {
            ParamRole::Nothing => return,
            ParamRole::Value => Pair {
                name: key.token(b""),
                value: ValueKind::Variable as u64,
            },
            ParamRole::Named(kind) => {
                if facts.may_choose || (facts.name == NameKind::Arranging && query.is_of_program())
                {
                    let is_page = facts.may_choose
                        && value
                            .is_some_and(|value| token::chooses_page(name.written, value, query));
                    let choice = choice(facts.token, value, kind, is_page, key);
                    self.batch.choices.push(choice);
                }
                Pair {
                    name: facts.token,
                    value: kind as u64,
                }
            }
            ParamRole::Url => Pair {
                name: key.join(facts.token, ValueKind::Url as u64),
                value: ValueKind::Url as u64,
            },
            ParamRole::Selection(kind) => {
                // A verb selects as the value of any name, whose other words may choose too.
                if facts.may_choose {
                    let choice = choice(facts.token, value, kind, false, key);
                    self.batch.choices.push(choice);
                }
                Pair {
                    name: key.join(facts.token, key.token(token)),
                    value: kind as u64,
                }
            }
            ParamRole::Separating(kind) => {
                let name = key.join(facts.token, key.token(token));
                separating_params.push(name);
                Pair {
                    name,
                    value: kind as u64,
                }
            }
        };
        if facts.is_form {
            self.batch.numbers.push((OF_QUERY, raw));
        }
        self.batch.pairs.push(pair);
    }
}

/// Returns the word of a parameter that may choose a page, or its whole value if that is a page; 0
/// stands for any other value.
fn choice(
    name: u64,
    value: Option<&[u8]>,
    kind: ValueKind,
    is_page: bool,
    key: &Key,
) -> SelectorChoice {
    let word = match value {
        Some(value) if is_page || (kind == ValueKind::Word && token::is_choice(value)) => {
            key.token(value)
        }
        _ => 0,
    };
    SelectorChoice {
        name,
        word,
        is_page,
    }
}

impl Readings for Hashes<'_> {
    fn count(&self) -> usize {
        self.batch.segments.len() - self.start
    }

    fn seen(&self, index: usize) -> (Option<Class>, Traits) {
        let Segment { class, traits, .. } = self.batch.segments[self.start + index];
        (class, traits)
    }

    fn read(&mut self, index: usize, reading: SegmentReading<'_>, traits: Traits) {
        let segment = &mut self.batch.segments[self.start + index];
        let (token, class) = match reading {
            SegmentReading::Name => (self.variable, Some(Class::Handle)),
            SegmentReading::Value(_) => (segment.variable, segment.class),
            SegmentReading::Set(_, text) => (self.key.token(text), segment.class),
            SegmentReading::Written(_, name) => {
                let token = self.key.token(name);
                self.facts.written.extend([index as u64, token]);
                (token, segment.class)
            }
        };
        *segment = Segment {
            class,
            ..Segment::constant(token, traits)
        };
    }
}

/// Sorts the pairs from `start` on and removes repeats. Returns their end.
#[inline]
pub fn sort_and_deduplicate(start: usize, pairs: &mut Vec<Pair>) -> u32 {
    if pairs.len() - start > 1 {
        deduplicate_several(start, pairs);
    }
    pairs.len() as u32
}

fn deduplicate_several(start: usize, pairs: &mut Vec<Pair>) {
    let added = &mut pairs[start..];
    added.sort_unstable();
    let mut end = 1;
    for i in 1..added.len() {
        if added[i] != added[end - 1] {
            added[end] = added[i];
            end += 1;
        }
    }
    pairs.truncate(start + end);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Record;
    use crate::{Builder, Sift};

    fn pairs(builder: Builder, line: &str) -> Vec<Pair> {
        let (scanner, mut batch) = (
            builder
                .seed([1, 2])
                .build()
                .unwrap()
                .scanner()
                .view()
                .whole(),
            Batch::default(),
        );
        scanner.scan(line.as_bytes(), &mut batch);
        let Record::Url(url) = &batch.records[0] else {
            panic!("{line} is a URL")
        };
        batch.pairs_of(url).to_vec()
    }

    #[test]
    fn pairs_are_sorted_and_stand_once_and_those_before_stay() {
        let pair = |name, value| Pair { name, value };
        let mut list = vec![
            pair(9, 9),
            pair(9, 9),
            pair(3, 1),
            pair(1, 2),
            pair(3, 1),
            pair(1, 1),
        ];
        assert_eq!(sort_and_deduplicate(2, &mut list), 5);
        assert_eq!(
            list,
            [pair(9, 9), pair(9, 9), pair(1, 1), pair(1, 2), pair(3, 1)]
        );
        assert_eq!(sort_and_deduplicate(5, &mut list), 5);
    }

    #[test]
    fn literal_pairs_tell_absent_values_from_empty_ones() {
        let literal = |line: &str| pairs(Sift::builder().literal(true), line);
        assert_ne!(literal("//a.test/?a"), literal("//a.test/?a="));
        assert_ne!(literal("//a.test/?a=1"), literal("//a.test/?a=2"));
        assert_eq!(
            literal("//a.test/?a=1&b=2&a=1"),
            literal("//a.test/?b=2&a=1")
        );
    }

    #[test]
    fn classes_keep_the_kind_of_a_value_and_leave_out_ignored_names() {
        let classes = |line: &str| pairs(Sift::builder().ignore_params(["q*"]), line);
        assert_eq!(classes("//a.test/?a=1"), classes("//a.test/?a=22"));
        assert_eq!(classes("//a.test/?a=1&quux=2&q"), classes("//a.test/?a=1"));
        assert_ne!(
            classes("//a.test/?action=edit"),
            classes("//a.test/?action=delete"),
            "a selector's value is its name"
        );
    }
}
