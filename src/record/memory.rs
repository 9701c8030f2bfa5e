//! What a scanner found out about tokens that it may meet again. Each thread has its own.

use super::Segment;
use crate::memo::{Facts, Memo};
use crate::token::{Name, Surroundings, Traits, Value};
use std::cell::Cell;

thread_local! {
    /// One memory a thread rather than one a batch: the more lines it sees, the more of their tokens it knows.
    static MEMORY: Cell<Option<Box<Memory>>> = const { Cell::new(None) };
}

/// Facts about hosts, segments and parameters, by their hashes. Small enough to stay in a core's own cache: what is
/// forgotten costs less than waiting for memory.
#[derive(Debug)]
pub(super) struct Memory {
    /// The scanner that this holds for.
    scanner: u64,
    /// Whether hosts call themselves an API.
    hosts: Facts<1>,
    pub(super) segments: Segments,
    /// Names with a value, and bare ones.
    pub(super) names: Memo<NameFacts>,
    values: Facts<{ Value::BITS }>,
}

/// The hash of a name's token, and what the name is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NameFacts {
    pub(super) token: u64,
    pub(super) name: Name,
}

impl Memory {
    fn new(scanner: u64) -> Self {
        Self {
            scanner,
            hosts: Facts::new(1 << 12),
            segments: Segments::default(),
            names: Memo::new(1 << 11),
            values: Facts::new(1 << 12),
        }
    }

    /// The memory of this thread, empty if it is another scanner's.
    pub(super) fn take(scanner: u64) -> Box<Self> {
        match MEMORY.take() {
            Some(memory) if memory.scanner == scanner => memory,
            _ => Box::new(Self::new(scanner)),
        }
    }

    /// Leaves it for the next line.
    pub(super) fn put_back(self: Box<Self>) {
        MEMORY.set(Some(self));
    }

    /// Whether the host with this hash calls itself an API.
    pub(super) fn is_api(&mut self, hash: u64, find_out: impl FnOnce() -> bool) -> bool {
        self.hosts.get_or(hash, || u64::from(find_out())) != 0
    }

    /// What the value with this hash is.
    pub(super) fn value(&mut self, hash: u64, find_out: impl FnOnce() -> Value) -> Value {
        Value::from_bits(self.values.get_or(hash, || find_out() as u64))
    }
}

/// What segments are. Nearly all read as they are or as a variable with one of a few extensions, which a few bits tell.
#[derive(Debug)]
pub(super) struct Segments {
    facts: Facts<{ Traits::BITS + VARIABLE_BITS }>,
    /// The tokens of variables, by the numbers in the facts.
    variables: Vec<u64>,
    /// Those that are neither, as words with masked digits.
    others: Memo<Segment>,
}

const VARIABLE_BITS: u32 = 6;

impl Default for Segments {
    fn default() -> Self {
        // What an empty slot says is a number too.
        Self { facts: Facts::new(1 << 15), variables: vec![0], others: Memo::new(1 << 11) }
    }
}

impl Segments {
    /// What the segment with this hash is at a place.
    pub(super) fn get(
        &mut self,
        hash: u64,
        place: Surroundings,
        find_out: impl FnOnce() -> Segment,
    ) -> Segment {
        let key = hash.rotate_left(u32::from(place.early) + 2 * u32::from(place.api));
        if let Some(facts) = self.facts.get(key) {
            let variable = self.variables[(facts >> Traits::BITS) as usize];
            let traits = Traits(facts as u16 & ((1 << Traits::BITS) - 1));
            let token = if traits.has(Traits::VALUE) { variable } else { hash };
            return Segment { token, variable, traits };
        }
        let mut found = None;
        let segment = self.others.get(key, || *found.insert(find_out()));
        if found.is_some()
            && let Some(facts) = self.facts_of(&segment, hash)
        {
            self.facts.put(key, facts);
        }
        segment
    }

    /// The facts from which a segment can be told again, if there are any.
    fn facts_of(&mut self, segment: &Segment, hash: u64) -> Option<u64> {
        let told = if segment.traits.has(Traits::VALUE) { segment.variable } else { hash };
        if segment.token != told {
            return None;
        }
        let number = match self.variables.iter().position(|&variable| variable == segment.variable) {
            Some(number) => number,
            None if self.variables.len() < 1 << VARIABLE_BITS => {
                self.variables.push(segment.variable);
                self.variables.len() - 1
            }
            None => return None,
        };
        Some((number as u64) << Traits::BITS | u64::from(segment.traits.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_told_from_their_facts() {
        let mut segments = Segments::default();
        // More variables than have numbers.
        for round in 0..2 {
            for i in 0..200_u64 {
                let hash = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let (variable, word) = (i % 90, i % 3 == 0);
                let token = if word { [hash, 7][(i % 2) as usize] } else { variable };
                let traits = Traits(if word { Traits::KNOWN } else { Traits::VALUE });
                let segment = Segment { token, variable, traits };
                let seen = segments.get(hash, Surroundings::default(), || segment);
                assert_eq!(seen, segment, "{i} in round {round}");
            }
        }
        assert_eq!(segments.variables.len(), 1 << VARIABLE_BITS);
    }
}
