//! One decider for all hosts, or several that decide at the same time, each on its own hosts.
//!
//! If URLs of different hosts cannot be similar, a host's lines have no effect on those of another:
//! not on what is kept, learned or found. So each host belongs to a *shard*, by its hash; a record
//! that is not a URL belongs to a shard by its own hash. The records of a batch are sorted by shard
//! on any thread ([`Divider::divide`]), and the [shards](ShardDecider) of a block are decided at
//! the same time, each in input order. The number of shards has no effect on any decision.
//!
//! One limit is shared by all hosts: the bound on what is learned. Before it is reached, the
//! shards' learners are united, and all further records are decided in input order.

use crate::decide::decider::Decider;
use crate::decide::event::{Event, EventDetails, EventLog};
use crate::decide::known::{KeptAndLearned, Scanning};
use crate::decide::policy::{Policy, Unwatched};
use crate::decide::verdict::Verdict;
use crate::learn::Learner;
use crate::record::{Batch, Record, ScannedLine, ScannedLines, Url};
use crate::similar::index::Shortfall;
use std::collections::TryReserveError;
use std::mem;
use std::ops::Range;
use urlsift_url::hash::Key;

/// Largest number of shards.
const MOST: usize = 64;

/// One decider for all hosts, or several, each with hosts of its own.
#[derive(Clone, Debug)]
pub struct Deciders {
    divider: Divider,
    /// One for each shard.
    deciders: Vec<Decider>,
    /// The united learner of all shards, once they know nearly as much as is allowed.
    learner: Option<Learner>,
}

/// Assigns each record to a shard.
#[derive(Clone, Copy, Debug)]
pub struct Divider {
    shards: usize,
}

/// The shard of each record of a batch, and the records sorted by shard. Allocations are reused.
#[derive(Debug, Default)]
pub struct Division {
    /// The shard of each record, in input order.
    shards: Vec<u8>,
    /// The end of each shard's records in the sorted batch.
    ends: Vec<u32>,
    /// The place in input order of each record of the sorted batch.
    places: Vec<u32>,
}

/// Decides on the records of one shard.
#[derive(Debug)]
pub struct ShardDecider<'s> {
    scanning: Scanning<'s>,
    shard: usize,
    decider: &'s mut Decider,
}

impl Deciders {
    /// Starts with one decider for all hosts.
    pub(crate) fn new(decider: Decider) -> Self {
        Self {
            divider: Divider { shards: 1 },
            deciders: vec![decider],
            learner: None,
        }
    }

    /// Divides hosts among this many shards, capped at a useful number; each starts as a copy of
    /// the present decider.
    pub(crate) fn divide(&mut self, shards: usize) {
        let shards = shards.clamp(1, MOST);
        self.deciders = vec![self.deciders.swap_remove(0); shards];
        self.divider = Divider { shards };
    }

    /// Returns the divider of batches for [`shards`](Self::shards), if there are several shards.
    pub fn divider(&self) -> Option<Divider> {
        (self.divider.shards > 1).then_some(self.divider)
    }

    /// Returns the deciders for the shards of a block, to run at the same time; `None` if records
    /// have to be decided [in input order](Self::decide_divided) from this block on.
    pub fn shards<'s>(&'s mut self, scanning: Scanning<'s>) -> Option<Vec<ShardDecider<'s>>> {
        self.divider()?;
        self.unite_learners();
        if self.learner.is_some() {
            return None;
        }
        let deciders = self.deciders.iter_mut().enumerate();
        let shards = deciders.map(|(shard, decider)| ShardDecider {
            scanning,
            shard,
            decider,
        });
        Some(shards.collect())
    }

    /// Decides in input order on the records of a divided batch, and appends each verdict to those
    /// of its shard.
    ///
    /// # Errors
    /// Memory cannot be allocated.
    pub fn decide_divided<'b>(
        &mut self,
        scanning: Scanning<'_>,
        batch: &Batch,
        division: &Division,
        bytes: &dyn Fn(usize) -> &'b [u8],
        verdicts: &mut [Vec<Verdict>],
    ) -> Result<(), TryReserveError> {
        self.reserve(batch)?;
        for (place, (shard, index)) in division.in_order().enumerate() {
            let line = ScannedLine {
                batch,
                index,
                bytes: bytes(place),
            };
            self.decide_in_shard(scanning, line, &mut verdicts[shard]);
        }
        Ok(())
    }

    /// Decides on these records of a batch in order, and appends a verdict for each. If hosts are
    /// divided, there is no policy.
    pub(crate) fn decide<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        lines: ScannedLines<'_>,
        policy: &mut P,
        verdicts: &mut Vec<Verdict>,
    ) {
        match &mut self.deciders[..] {
            [decider] => decider.decide(scanning, lines, policy, verdicts),
            _ => {
                for (place, index) in lines.records.enumerate() {
                    let line = ScannedLine {
                        batch: lines.batch,
                        index,
                        bytes: (lines.bytes)(place),
                    };
                    self.decide_in_shard(scanning, line, verdicts);
                }
            }
        }
    }

    /// Decides on one line of a batch and returns its event; hosts are not divided.
    pub(crate) fn decide_record<'d>(
        &'d mut self,
        scanning: Scanning<'d>,
        line: ScannedLine<'d>,
        policy: &mut impl Policy,
    ) -> Event<'d> {
        let decider = &mut self.deciders[0];
        decider.decide_line(scanning, line, policy, &mut Vec::new());
        decider.events.event(scanning.scanner, line, 0)
    }

    /// Decides on one line of a batch, with the knowledge of its shard.
    fn decide_in_shard(
        &mut self,
        scanning: Scanning<'_>,
        line: ScannedLine<'_>,
        verdicts: &mut Vec<Verdict>,
    ) {
        let Self {
            divider,
            deciders,
            learner,
        } = self;
        let decider = &mut deciders[divider.of(line.record())];
        let are_united = learner.is_some();
        if are_united {
            mem::swap(&mut decider.known.learner, learner);
        }
        decider.decide_line(scanning, line, &mut Unwatched, verdicts);
        if are_united {
            mem::swap(&mut decider.known.learner, learner);
        }
    }

    /// Unites the learners if one learner would soon be full of what they have learned together.
    fn unite_learners(&mut self) {
        let learners = || {
            self.deciders
                .iter()
                .filter_map(|decider| decider.known.learner.as_ref())
        };
        if self.learner.is_some() || !Learner::are_nearly_full(learners()) {
            return;
        }
        let mut learners = self
            .deciders
            .iter_mut()
            .filter_map(|decider| decider.known.learner.take());
        self.learner = learners.next();
        if let Some(learner) = &mut self.learner {
            for other in learners {
                learner.absorb(&other);
            }
        }
    }

    /// Writes the tokens of a URL's segments as they read with everything learned so far, and
    /// learns nothing from it.
    pub fn read(&self, key: &Key, batch: &Batch, url: &Url, tokens: &mut Vec<u64>) {
        match &self.learner {
            Some(learner) => {
                learner.tokens_of(key, url, batch.path_and_query(url), tokens);
            }
            None => self.deciders[self.divider.of_hash(url.service)]
                .known
                .read(key, batch, url, tokens),
        }
    }

    /// Returns the knowledge of the only decider; hosts are not divided.
    pub fn known(&self) -> &KeptAndLearned {
        &self.deciders[0].known
    }

    /// Returns the knowledge of the only decider, mutable; hosts are not divided.
    pub fn known_mut(&mut self) -> &mut KeptAndLearned {
        &mut self.deciders[0].known
    }

    /// Returns the knowledge of each shard.
    pub(crate) fn all_known(&self) -> impl Iterator<Item = &KeptAndLearned> {
        self.deciders.iter().map(|decider| &decider.known)
    }

    /// Returns the knowledge of each shard, mutable.
    pub(crate) fn all_known_mut(&mut self) -> impl Iterator<Item = &mut KeptAndLearned> {
        self.deciders.iter_mut().map(|decider| &mut decider.known)
    }

    /// Returns the events of the last batch, if anyone watches.
    pub(crate) fn events(&self) -> &EventLog {
        &self.deciders[0].events
    }

    /// Requests more details with the events.
    pub fn want(&mut self, wants: EventDetails) {
        let events = &mut self.deciders[0].events;
        events.wants = events.wants.and(wants);
    }

    /// Makes room for everything that may be kept of a batch.
    pub(crate) fn reserve(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        for known in self.all_known_mut() {
            known.reserve(batch)?;
        }
        Ok(())
    }

    /// Returns what searches may have missed, so that lines were kept.
    pub fn shortfall(&self) -> Shortfall {
        self.all_known()
            .map(|known| known.index().shortfall())
            .sum()
    }

    /// Returns the number of lines dropped because a page had shown all of their parameter names in
    /// other combinations: see
    /// [`ParamMode::Learned`](crate::settings::builder::ParamMode::Learned).
    pub fn combined(&self) -> u64 {
        self.all_known().map(|known| known.index().combined()).sum()
    }

    /// Returns the memory used, in bytes, approximately.
    pub(crate) fn heap_bytes(&self) -> usize {
        let decided = |decider: &Decider| decider.known.heap_bytes() + decider.events.heap_bytes();
        self.deciders.iter().map(decided).sum::<usize>()
            + self.learner.as_ref().map_or(0, Learner::heap_bytes)
    }
}

impl Divider {
    /// The number of shards.
    pub fn shards(self) -> usize {
        self.shards
    }

    fn of(self, record: &Record) -> usize {
        match record {
            Record::Url(url) => self.of_hash(url.service),
            // A comment is a header or not by its place; its shard has to find it either way.
            Record::NotUrl(hash) | Record::Header(hash) => self.of_hash(*hash),
            Record::Empty | Record::Unwanted(_) => 0,
        }
    }

    /// Uses the lower half, as tables are divided by the highest bits.
    fn of_hash(self, hash: u64) -> usize {
        (((hash & 0xFFFF_FFFF) * self.shards as u64) >> 32) as usize
    }

    /// Sorts the records of a batch by shard, and within a shard in input order.
    pub fn divide(self, batch: &mut Batch, division: &mut Division) {
        let Division {
            shards,
            ends,
            places,
        } = division;
        shards.clear();
        shards.extend(batch.records.iter().map(|record| self.of(record) as u8));
        // First the start of each shard; advanced past each of its records, it becomes the end.
        ends.clear();
        ends.resize(self.shards, 0);
        for shard in &*shards {
            ends[usize::from(*shard)] += 1;
        }
        let mut start = 0;
        for end in ends.iter_mut() {
            start += mem::replace(end, start);
        }
        let mut records = vec![Record::Empty; batch.len()];
        places.clear();
        places.resize(batch.len(), 0);
        for (place, (record, shard)) in batch.records.drain(..).zip(&*shards).enumerate() {
            let end = &mut ends[usize::from(*shard)];
            places[*end as usize] = place as u32;
            records[*end as usize] = record;
            *end += 1;
        }
        batch.records = records;
    }
}

impl Division {
    /// The shard of each record, in input order.
    pub fn shards(&self) -> impl ExactSizeIterator<Item = usize> {
        self.shards.iter().map(|shard| usize::from(*shard))
    }

    /// The range of a shard's records in the sorted batch.
    fn of(&self, shard: usize) -> Range<usize> {
        let start = if shard == 0 { 0 } else { self.ends[shard - 1] };
        start as usize..self.ends[shard] as usize
    }

    /// The shard of each record and its index in the sorted batch, in input order.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = (usize, usize)> {
        let mut next: Vec<usize> = (0..self.ends.len())
            .map(|shard| self.of(shard).start)
            .collect();
        self.shards().map(move |shard| {
            next[shard] += 1;
            (shard, next[shard] - 1)
        })
    }
}

impl ShardDecider<'_> {
    /// Decides on the records of its shard in a divided batch, and appends a verdict for each.
    /// `bytes` returns those of a line by its place in input order.
    ///
    /// # Errors
    /// Memory cannot be allocated.
    pub fn decide<'b>(
        &mut self,
        batch: &'b Batch,
        division: &Division,
        bytes: &dyn Fn(usize) -> &'b [u8],
        verdicts: &mut Vec<Verdict>,
    ) -> Result<(), TryReserveError> {
        let records = division.of(self.shard);
        if records.is_empty() {
            return Ok(());
        }
        self.decider.known.reserve(batch)?;
        let places = &division.places[records.clone()];
        let lines = ScannedLines {
            batch,
            records,
            bytes: &|place| bytes(places[place] as usize),
        };
        self.decider
            .decide(self.scanning, lines, &mut Unwatched, verdicts);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Division;
    use crate::decide::sift::{Knowledge, Sift};
    use crate::decide::verdict::Verdict;
    use crate::learn::Learner;
    use crate::record::Batch;
    use crate::settings::builder::ParamMode;
    use urlsift_url::thresholds::Tuning;

    /// Lines of many hosts and one large host, with some lines that are empty or not URLs, and
    /// words that are learned.
    fn lines(count: u64) -> Vec<String> {
        let line = |number: u64| {
            let mut state = number;
            let mut below = |limit: u64| {
                state = (state ^ number)
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15)
                    .rotate_left(23);
                (state >> 33) % limit
            };
            let host = if below(4) == 0 { 0 } else { below(40) };
            let word = ["zork", "quux", "user", "tag", "export"][below(5) as usize];
            match below(12) {
                0 => format!("no url {}", below(60)),
                1 => String::new(),
                2 => format!(
                    "http://h{host}.test:8080/{word}{}/x?b={}&a=1",
                    below(9),
                    below(50)
                ),
                3 => format!(
                    "ftp://h{host}.test/{word}/{}.pdf#part{}",
                    below(90),
                    below(3)
                ),
                _ => format!(
                    "https://h{host}.test/{word}/{word}y{}?n{}={}",
                    below(30),
                    below(3),
                    below(9)
                ),
            }
        };
        (0..count).map(line).collect()
    }

    /// Lines of a dozen words on two hosts, for which searches hit their limit.
    fn grid(count: u64) -> Vec<String> {
        let line = |number: u64| {
            let mut state = number << 32;
            let mut below = |limit: u64| {
                state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                (mixed >> 33 ^ mixed >> 60) % limit
            };
            let host = ["a", "a", "a", "a", "b"][below(5) as usize];
            let path: Vec<String> = (0..below(9)).map(|_| format!("/w{}", below(12))).collect();
            let pairs: Vec<String> = (0..below(7))
                .map(|_| format!("n{}=w{}", below(12), below(12)))
                .collect();
            format!("http://{host}.test{}?{}", path.concat(), pairs.join("&"))
        };
        (0..count).map(line).collect()
    }

    /// Decides lines in blocks of several parts with several lines each. Returns the number of
    /// blocks that were decided by shards at the same time.
    fn decide_divided(
        sift: &mut Sift,
        lines: &[String],
        (parts, size): (usize, usize),
        verdicts: &mut Vec<Verdict>,
    ) -> usize {
        let (scanner, divider) = (
            sift.scanner().clone(),
            sift.view().deciders.divider().expect("it was divided"),
        );
        let mut side_by_side = 0;
        for block in lines.chunks(parts * size) {
            let mut sorted: Vec<(Batch, Division)> = Vec::new();
            for lines in block.chunks(size) {
                let mut batch = Batch::default();
                for line in lines {
                    scanner.scan(line.as_bytes(), &mut batch);
                }
                let mut division = Division::default();
                divider.divide(&mut batch, &mut division);
                sorted.push((batch, division));
            }
            let mut of_shards = vec![Vec::new(); divider.shards()];
            let Knowledge {
                deciders, scanning, ..
            } = sift.knowledge();
            if let Some(shards) = deciders.shards(scanning) {
                side_by_side += 1;
                // The order does not matter.
                for (mut piece, verdicts) in shards.into_iter().zip(&mut of_shards).rev() {
                    for ((batch, division), lines) in sorted.iter().zip(block.chunks(size)) {
                        let bytes = |place: usize| lines[place].as_bytes();
                        piece
                            .decide(batch, division, &bytes, verdicts)
                            .expect("there is memory");
                    }
                }
            } else {
                for ((batch, division), lines) in sorted.iter().zip(block.chunks(size)) {
                    let bytes = |place: usize| lines[place].as_bytes();
                    deciders
                        .decide_divided(scanning, batch, division, &bytes, &mut of_shards)
                        .expect("there is memory");
                }
            }
            let mut of_shards: Vec<_> = of_shards.into_iter().map(Vec::into_iter).collect();
            let all = sorted.iter().flat_map(|(_, division)| division.shards());
            verdicts.extend(
                all.map(|shard| of_shards[shard].next().expect("each record has a verdict")),
            );
        }
        side_by_side
    }

    #[test]
    fn the_number_of_shards_shows_nowhere() {
        let lines = lines(4000);
        let (lines, others) = lines.split_at(3500);
        let many: Vec<String> = (0..70).map(|i| format!("p{i}=v{i}")).collect();
        let long = format!("https://h0.test/x?{}", many.join("&"));
        let with_long: Vec<String> =
            [&lines[..1500], &[long.clone(), long], &lines[1500..]].concat();
        let (grid, literal) = (grid(10_000), || Sift::builder().literal(true));
        for (builder, lines) in [
            (Sift::builder(), lines),
            (Sift::builder(), &with_long[..]),
            (literal(), lines),
            (literal(), &with_long[..]),
            (literal().threshold(80.0), &grid[..]),
            (Sift::builder().threshold(80.0), lines),
            (Sift::builder().threshold(65.0), &with_long[..]),
            (Sift::builder().merge_hosts(true), lines),
            (Sift::builder().params(ParamMode::Names), lines),
            (Sift::builder().params(ParamMode::Learned), lines),
            (Sift::builder().learn(false), lines),
        ] {
            // The learner stores few bits of each hash: with another key, collisions may differ.
            let builder = builder.seed([1, 2]);
            let mut one = builder.build().expect("the settings are valid");
            let expected: Vec<Verdict> = lines
                .iter()
                .map(|line| one.admit(line.as_bytes()))
                .collect();
            for (shards, block) in [
                (2, (1, 1)),
                (3, (4, 50)),
                (7, (9, 13)),
                (16, (1, 4000)),
                (64, (3, 300)),
            ] {
                let mut several = builder.build().expect("the settings are valid");
                several.divide(shards);
                let mut verdicts = Vec::new();
                assert!(decide_divided(&mut several, lines, block, &mut verdicts) > 0);
                assert!(verdicts == expected, "{shards} shards, {builder:?}");
                let counts = |sift: &Sift| {
                    let deciders = sift.view().deciders;
                    (sift.len(), deciders.combined(), deciders.shortfall())
                };
                assert_eq!(counts(&several), counts(&one));
                // One line at a time, and as one undivided batch.
                let mut one = one.clone();
                for line in &others[..250] {
                    assert_eq!(
                        several.admit(line.as_bytes()),
                        one.admit(line.as_bytes()),
                        "{line}"
                    );
                }
                let mut batch = Batch::default();
                for line in others {
                    several.scanner().scan(line.as_bytes(), &mut batch);
                }
                let bytes: Vec<&[u8]> = others.iter().map(String::as_bytes).collect();
                let found = several
                    .decide(&batch, &bytes)
                    .expect("the batch is this filter's")
                    .verdicts;
                let expected = one
                    .decide(&batch, &bytes)
                    .expect("both have the same key and settings");
                assert!(found == expected.verdicts);
                assert_eq!(several.len(), one.len());
            }
        }
        let mut limited = literal()
            .threshold(80.0)
            .build()
            .expect("the settings are valid");
        assert!(limited.filter(&grid).count() > 0);
        assert!(
            limited.view().deciders.shortfall().limit_hits > 0,
            "so the limit was tested"
        );
    }

    #[test]
    fn the_bound_of_what_is_learned_counts_for_all_hosts() {
        let lines: Vec<String> = (0..44_000_u64)
            .map(|i| {
                let word = i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                // Many hosts with few lines, then hosts with many.
                let host = if i < 36_000 { i % 20_000 } else { i / 60 };
                format!(
                    "http://h{host}.test/zork{:x}/quux{:x}",
                    word >> 50,
                    word >> 40
                )
            })
            .collect();
        let bounded = || {
            let mut sift = Sift::builder()
                .seed([1, 2])
                .build()
                .expect("the settings are valid");
            sift.knowledge().deciders.known_mut().learner =
                Some(Learner::with_bound(1 << 15, Tuning::STANDARD));
            sift
        };
        let (mut one, mut several) = (bounded(), bounded());
        let expected: Vec<Verdict> = lines
            .iter()
            .map(|line| one.admit(line.as_bytes()))
            .collect();
        several.divide(4);
        let mut verdicts = Vec::new();
        let side_by_side = decide_divided(&mut several, &lines, (2, 100), &mut verdicts);
        assert!(
            (1..150).contains(&side_by_side),
            "{side_by_side} blocks of 220"
        );
        assert!(verdicts == expected);
        let unbounded = Sift::builder()
            .seed([1, 2])
            .build()
            .expect("the settings are valid")
            .filter(&lines)
            .count();
        assert_ne!(unbounded as u64, one.len(), "the bound was reached");
    }

    #[test]
    fn what_hosts_share_is_not_divided() {
        let builder = Sift::builder;
        for builder in [
            builder().threshold(50.0),
            builder().samples(std::num::NonZeroU32::new(2).expect("above 0")),
            builder().count_learned(true),
            builder().detail(crate::Detail::Groups),
            builder().two_pass(true),
            builder().metric(crate::Metric::SimHash),
        ] {
            let mut sift = builder.build().expect("the settings are valid");
            sift.divide(8);
            assert!(sift.view().deciders.divider().is_none(), "{builder:?}");
        }
        let mut used = builder().build().expect("the settings are valid");
        used.admit(b"http://a.test/");
        used.divide(8);
        assert!(used.view().deciders.divider().is_none());
    }
}
