//! The decider: one record in, one event out. Leader clustering over the index, in input order.
//!
//! A URL is looked up in its own variant, then in the variant that the learner chooses. If neither
//! finds anything, the URL is new, and is entered under each variant that a later line may have.
//! After a survey of the whole list there is only one variant: the learner's. A line that is not a
//! URL is similar only to the same bytes. Rules and limits belong to a [`Policy`], which the
//! decider asks; observers get the [events](EventLog).

use crate::decide::event::{EventKind, EventLog};
use crate::decide::known::{KeptAndLearned, Sampling, Scanning};
use crate::decide::original::{CopyBuffers, Original, Round};
use crate::decide::policy::Policy;
use crate::decide::unsettled::UnsettledLines;
use crate::decide::verdict::Verdict;
use crate::learn::{MAX_ALTERNATIVES, rounds};
use crate::record::variant::Variant;
use crate::record::{Batch, Record, ScannedLine, ScannedLines, Segment, Url, own_tokens};
use crate::similar::index::{Id, Match};
use std::ops::Range;

/// The group of a line that is similar to a kept one.
#[derive(Clone, Copy)]
struct FoundGroup {
    /// The number of the group, if the index names it.
    to: Option<Id>,
    /// Whether it was found only because path positions were learned.
    learned: bool,
}

/// Decides on records in order, from everything it knows.
#[derive(Clone, Debug)]
pub(crate) struct Decider {
    pub known: KeptAndLearned,
    /// The events of the last batch, if anyone watches.
    pub events: EventLog,
    // Buffers:
    /// Tokens of the present record's segments, and a buffer for another variant.
    pub(super) tokens: Vec<u64>,
    pub(super) variant: Vec<u64>,
    /// Indices of the segments at learned positions.
    learned: Vec<usize>,
    /// The present record's original, if it is a copy.
    pub(super) original: CopyBuffers,
    /// The variant of the present record's path, if it goes round.
    round: Option<Variant>,
    /// For each record of the present batch, whether a similar URL was kept before the batch, and
    /// which.
    is_known: Vec<bool>,
    owners: Vec<Option<Id>>,
}

impl Decider {
    pub(crate) fn new(known: KeptAndLearned) -> Self {
        Self {
            known,
            events: EventLog::default(),
            tokens: Vec::new(),
            variant: Vec::new(),
            learned: Vec::new(),
            original: CopyBuffers::default(),
            round: None,
            is_known: Vec::new(),
            owners: Vec::new(),
        }
    }

    /// Decides on these lines of a batch in order, and appends a verdict for each.
    pub(crate) fn decide<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        lines: ScannedLines<'_>,
        policy: &mut P,
        verdicts: &mut Vec<Verdict>,
    ) {
        self.is_known.clear();
        if P::WATCHED {
            self.events.clear();
        }
        let batch = lines.batch;
        if lines.records.len() > 1 {
            self.look_ahead(scanning, batch, lines.records.clone(), policy);
        }
        for (position, index) in lines.records.enumerate() {
            let is_known = self.is_known.get(position).is_some_and(|&known| known);
            if !P::WATCHED && is_known && !may_be_sample(&batch.records[index]) {
                verdicts.push(Verdict::Similar);
                continue;
            }
            let mut line = ScannedLine {
                batch,
                index,
                bytes: b"",
            };
            let mut owner = None;
            line.bytes = (lines.bytes)(position);
            if P::WATCHED {
                policy.start(index, &mut self.known, scanning);
                if is_known {
                    owner = self.owners[position];
                }
            }
            let verdict = self.record(scanning, line, owner, policy);
            verdicts.push(verdict);
        }
    }

    /// Decides on one line of a batch, and appends its verdict.
    pub(crate) fn decide_line<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        line: ScannedLine<'_>,
        policy: &mut P,
        verdicts: &mut Vec<Verdict>,
    ) {
        let lines = ScannedLines {
            batch: line.batch,
            records: line.index..line.index + 1,
            bytes: &|_| line.bytes,
        };
        self.decide(scanning, lines, policy, verdicts);
    }

    /// Looks up these records of a batch together (all of the batch if someone watches), and
    /// prefetches what decisions on the others will look up.
    fn look_ahead<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        batch: &Batch,
        records: Range<usize>,
        policy: &P,
    ) {
        if self.known.is_surveyed() {
            // The keys of a batch are those of its URLs' own variants, which are not looked up
            // here.
            return;
        }
        if P::WATCHED {
            self.owners.clear();
            if !policy.expires() {
                self.known.index.know_owners(batch, &mut self.owners);
            }
            if self.owners.is_empty() {
                // The similar URL has to be known as well, so this call only prefetches.
                self.known
                    .index
                    .know(batch, records.clone(), &mut self.is_known);
                self.is_known.clear();
            }
            self.is_known
                .extend(self.owners.iter().map(Option::is_some));
        } else {
            self.known
                .index
                .know(batch, records.clone(), &mut self.is_known);
        }
        let Some(learner) = &self.known.learner else {
            return;
        };
        for (record, known) in batch.records[records].iter().zip(&self.is_known) {
            if let Record::Url(url) = record
                && !known
            {
                learner.prefetch(&scanning.scanner.key, url, batch.segments_of(url));
            }
        }
    }

    /// Decides on one line. `owner` is the earliest similar URL, if it was found before the batch.
    fn record<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        line: ScannedLine<'_>,
        owner: Option<Id>,
        policy: &mut P,
    ) -> Verdict {
        let kind = match line.record() {
            Record::Empty => EventKind::Empty,
            Record::Unwanted(reason) => EventKind::Unwanted(*reason),
            // A comment is a header only before the first URL of a source.
            Record::Header(hash) => EventKind::Header {
                repeated: !self.known.headers.insert(*hash)
                    || self.known.others.find(&[*hash]).is_some(),
            },
            Record::NotUrl(hash) if self.known.headers.contains(*hash) => {
                EventKind::SameOther(None)
            }
            Record::NotUrl(hash) => self.other(scanning, *hash, policy),
            Record::Url(url) if owner.is_some() => {
                self.similar_as_written(scanning, line, url, owner, policy)
            }
            Record::Url(url) => self.url(scanning, line, url, policy),
        };
        if P::WATCHED
            && self.events.wants.facts
            && let Some(learner) = &mut self.known.learner
        {
            self.events.facts.extend(learner.take_facts());
        }
        if !P::WATCHED {
            return kind.verdict();
        }
        let event = self.events.close(scanning.scanner, line, kind);
        let verdict = policy.judge(&event);
        if verdict == Verdict::Sample
            && let EventKind::Similar { to, .. } = kind
            && let Record::Url(url) = line.record()
        {
            let key = &scanning.scanner.key;
            self.known.unsettled.insert(key, url, line.bytes, to);
        }
        self.events.overrule(verdict);
        verdict
    }

    /// Decides on a line that is not a URL, by the hash of its bytes.
    fn other<P: Policy>(&mut self, scanning: Scanning<'_>, hash: u64, policy: &mut P) -> EventKind {
        if P::WATCHED && self.events.wants.lookups {
            self.events.lookups.push(hash);
        }
        let found = self.find_alive(scanning, policy, |decider| {
            decider.known.others.find(&[hash])
        });
        if let Some(found) = found {
            return EventKind::SameOther(found.id());
        }
        self.known.others.insert(&[hash], self.known.next);
        EventKind::NewOther(self.known.number())
    }

    /// Decides on a URL by its own variant, and then by the one that the learner chooses.
    fn url<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        line: ScannedLine<'_>,
        url: &Url,
        policy: &mut P,
    ) -> EventKind {
        if self.known.is_surveyed() {
            return self.url_after_survey(scanning, line, url, policy);
        }
        let batch = line.batch;
        let segments = batch.segments_of(url);
        self.tokens.clear();
        self.tokens.extend(own_tokens(segments));
        // Own variant first: an exact duplicate of a kept line is found whatever has been learned
        // since, and a line that reads like a kept one teaches nothing new.
        let found = self.find_alive(scanning, policy, |decider| {
            let view = batch.url_view(url, &decider.tokens);
            decider.known.index.find_scanned(&view)
        });
        if let Some(found) = found {
            return self.similar_as_written(scanning, line, url, found.id(), policy);
        }
        self.note_lookup::<P>(batch, url);
        if let Some(id) = policy.recalls(line, url) {
            return EventKind::Similar {
                to: Some(id),
                learned: false,
                unsettled: false,
                sampled: false,
            };
        }
        let mut found = None;
        let mut differs = false;
        let mut unsettled = self.known.unsettled.are_all;
        if let Some(learner) = &mut self.known.learner {
            differs = learner.learn(
                &scanning.scanner.key,
                url,
                batch.path_and_query(url),
                &mut self.tokens,
                &mut self.learned,
            );
            unsettled |= !learner.is_settled;
            found = self.find_alive(scanning, policy, |decider| {
                decider.find_learned::<P>(batch, url, differs)
            });
        }
        match found {
            Some(found) => {
                if P::WATCHED {
                    self.events.note_variant(segments, &self.variant);
                }
                let sample = self.sample(scanning, line, url, true, policy);
                let found = FoundGroup {
                    to: found.id(),
                    learned: true,
                };
                self.similar(scanning, line, found, sample.or_later(unsettled))
            }
            None => self.new_or_copy(scanning, line, url, differs, policy),
        }
    }

    /// Notes the keys under which a URL is looked up, if they are wanted.
    fn note_lookup<P: Policy>(&mut self, batch: &Batch, url: &Url) {
        if P::WATCHED && self.events.wants.lookups {
            let view = batch.url_view(url, &self.tokens);
            self.known.index.keys(&view, &mut self.events.lookups);
        }
    }

    /// Decides on a URL that is similar to a kept one as it is written.
    fn similar_as_written<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        line: ScannedLine<'_>,
        url: &Url,
        found: Option<Id>,
        policy: &P,
    ) -> EventKind {
        let sample = self.sample(scanning, line, url, false, policy);
        let sample = sample.or_later(self.known.unsettled.are_all);
        let found = FoundGroup {
            to: found,
            learned: false,
        };
        self.similar(scanning, line, found, sample)
    }

    /// Returns the event of a URL that is similar to a kept one, and remembers its bytes if it
    /// might be printed when it comes again.
    fn similar(
        &mut self,
        scanning: Scanning<'_>,
        line: ScannedLine<'_>,
        found: FoundGroup,
        sample: Sampling,
    ) -> EventKind {
        let FoundGroup { to, learned } = found;
        let unsettled = sample != Sampling::Never;
        if unsettled && let Record::Url(url) = line.record() {
            let key = &scanning.scanner.key;
            self.known.unsettled.insert(key, url, line.bytes, to);
        }
        EventKind::Similar {
            to,
            learned,
            unsettled,
            sampled: sample == Sampling::Now,
        }
    }

    /// Whether a similar URL is still printed as a sample: a new number of a name, or a new
    /// selector word. `is_read`: `tokens` holds the learned variant.
    fn sample<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        line: ScannedLine<'_>,
        url: &Url,
        is_read: bool,
        policy: &P,
    ) -> Sampling {
        if url.numbers.is_empty() && url.choices.is_empty() {
            return Sampling::Never;
        }
        let batch = line.batch;
        let key = &scanning.scanner.key;
        let is_repetition = |unsettled: &UnsettledLines| {
            let remembered = unsettled.find(key, url, line.bytes);
            remembered.is_some() || policy.came_before(line.bytes).is_some()
        };
        let mut sample = Sampling::Never;
        if !url.choices.is_empty() {
            sample = self.known.chosen(key, batch, url, Some(&is_repetition));
        }
        if url.numbers.is_empty() {
            return sample;
        }
        if !is_read {
            self.known.read(key, batch, url, &mut self.tokens);
        }
        let numbered = self
            .known
            .numbered(key, batch, url, &self.tokens, Some(&is_repetition));
        sample.max(numbered)
    }

    /// Decides on a URL after a survey: it has one variant, wherever in the list it stands.
    fn url_after_survey<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        line: ScannedLine<'_>,
        url: &Url,
        policy: &mut P,
    ) -> EventKind {
        let batch = line.batch;
        let key = &scanning.scanner.key;
        let segments = batch.segments_of(url);
        self.known.read(key, batch, url, &mut self.tokens);
        let own_tokens = own_tokens(segments);
        let differs = !own_tokens.clone().eq(self.tokens.iter().copied());
        self.note_lookup::<P>(batch, url);
        let found = self.find_alive(scanning, policy, |decider| {
            let view = batch.url_view(url, &decider.tokens);
            decider.known.index.find(&view)
        });
        let as_written = || {
            let pairs = batch
                .pairs_of(url)
                .iter()
                .flat_map(|pair| [pair.name, pair.value]);
            key.fold(key.fold(url.service, own_tokens), pairs)
        };
        let Some(found) = found else {
            if let Some(id) = policy.recalls(line, url) {
                return EventKind::Similar {
                    to: Some(id),
                    learned: false,
                    unsettled: false,
                    sampled: false,
                };
            }
            if P::WATCHED && differs {
                self.known.as_written.insert(as_written());
            }
            return self.new_or_copy(scanning, line, url, differs, policy);
        };
        if P::WATCHED {
            self.events.note_variant(segments, &self.tokens);
        }
        let learned = P::WATCHED && differs && !self.known.as_written.contains(as_written());
        let sample = self.sample(scanning, line, url, true, policy);
        let sample = sample.or_later(self.known.unsettled.are_all);
        let found = FoundGroup {
            to: found.id(),
            learned,
        };
        self.similar(scanning, line, found, sample)
    }

    /// Decides on a URL without a similar kept one: the same bytes may have come before, its path
    /// may go round, or it may be the copy of one below a mirror.
    fn new_or_copy<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        line: ScannedLine<'_>,
        url: &Url,
        differs: bool,
        policy: &mut P,
    ) -> EventKind {
        if let Some(found) = self.find_repetition(scanning, line, url, policy) {
            return EventKind::Similar {
                to: found.id(),
                learned: false,
                unsettled: false,
                sampled: false,
            };
        }
        self.original.mirror = None;
        let mut round = None;
        if line.batch.segments_of(url).len() >= rounds::SHORTEST {
            round = self.find_round(scanning, line.batch, url, policy);
        }
        match round {
            Some(Round::Kept(variant, found)) => {
                if P::WATCHED && self.events.wants.variants {
                    self.events.variants.push(variant);
                }
                let found = FoundGroup {
                    to: found.id(),
                    learned: true,
                };
                return self.similar(scanning, line, found, Sampling::Later);
            }
            Some(Round::New(variant)) => {
                self.round = Some(variant);
                return self.new_url(scanning, line, url, differs, policy);
            }
            None => self.round = None,
        }
        self.original.mirror = match self.find_original(scanning, line.batch, url, policy) {
            Original::Kept(prefix, found) => {
                if P::WATCHED {
                    let segments = line.batch.segments_of(url);
                    self.events.note_copy(segments, prefix, &self.variant);
                }
                let found = FoundGroup {
                    to: found.id(),
                    learned: true,
                };
                let sample = Sampling::Never.or_later(!self.original.is_settled);
                return self.similar(scanning, line, found, sample);
            }
            Original::New(prefix) => Some(prefix),
            Original::None => None,
        };
        self.new_url(scanning, line, url, differs, policy)
    }

    /// Finds the group of a line whose bytes came before, when it was read or found in another way.
    fn find_repetition<P: Policy>(
        &self,
        scanning: Scanning<'_>,
        line: ScannedLine<'_>,
        url: &Url,
        policy: &P,
    ) -> Option<Match> {
        let key = &scanning.scanner.key;
        let remembered = self.known.unsettled.find(key, url, line.bytes);
        let found = remembered.or_else(|| policy.came_before(line.bytes).map(Match::Named))?;
        match found {
            Match::Named(id) if P::WATCHED && !policy.lives(id) => None,
            found => Some(found),
        }
    }

    /// Enters a URL without a similar kept one, unless a policy refuses it; one below a mirror is
    /// also entered without its prefix.
    fn new_url<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        line: ScannedLine<'_>,
        url: &Url,
        differs: bool,
        policy: &mut P,
    ) -> EventKind {
        let batch = line.batch;
        if let Some(reason) = policy.refuses(scanning, url, line.bytes) {
            return EventKind::Unwanted(reason);
        }
        if let Some(prefix) = self.original.mirror {
            self.enter_original::<P>(scanning, batch, url, prefix);
        }
        if let Some(variant) = self.round.take() {
            self.enter_round::<P>(batch, url, &variant);
        }
        self.enter::<P>(scanning, batch, url, differs);
        if !url.choices.is_empty() {
            self.known.chosen(&scanning.scanner.key, batch, url, None);
        }
        if !url.numbers.is_empty() {
            self.known
                .numbered(&scanning.scanner.key, batch, url, &self.tokens, None);
        }
        self.known.kept += 1;
        EventKind::New(self.known.number())
    }

    /// Searches; if the match has expired, hides it or purges all expired entries, and searches
    /// again.
    pub(super) fn find_alive<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        policy: &mut P,
        mut find: impl FnMut(&mut Self) -> Option<Match>,
    ) -> Option<Match> {
        let mut hidden = None;
        loop {
            let found = find(self);
            let Some(Match::Named(id)) = found else {
                return found;
            };
            if !P::WATCHED || policy.lives(id) {
                return found;
            }
            // A match that is found although it was hidden is not in the index: it is no URL.
            if policy.is_purge_due() || hidden == Some(id) || !self.known.hide(id) {
                policy.purge(&mut self.known, scanning);
                return find(self);
            }
            hidden = Some(id);
        }
    }

    /// Finds a similar URL in the learned variants, and leaves in `variant` the one that matched:
    /// either with its tokens, or with some segments at learned positions under their
    /// [early](crate::record::Segment::early) tokens, under which kept lines were entered before
    /// the positions were learned.
    fn find_learned<P: Policy>(
        &mut self,
        batch: &Batch,
        url: &Url,
        differs: bool,
    ) -> Option<Match> {
        let segments = batch.segments_of(url);
        self.learned.truncate(MAX_ALTERNATIVES.ilog2() as usize);
        // If nothing differs, the empty set was already looked up.
        for choice in usize::from(!differs)..1 << self.learned.len() {
            self.variant.clone_from(&self.tokens);
            take_early(&mut self.variant, segments, &self.learned, choice);
            let found = self.find_variant::<P>(batch, url);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Finds a similar URL in the variant of the buffer.
    pub(super) fn find_variant<P: Policy>(&mut self, batch: &Batch, url: &Url) -> Option<Match> {
        let view = batch.url_view(url, &self.variant);
        if P::WATCHED && self.events.wants.lookups {
            self.known.index.keys(&view, &mut self.events.lookups);
        }
        self.known.index.find(&view)
    }

    /// Enters a URL under all variants that later lines may have: its own, the learned one, and
    /// those that may be learned later. After a survey there is only one.
    fn enter<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        batch: &Batch,
        url: &Url,
        differs: bool,
    ) {
        let Self {
            known:
                KeptAndLearned {
                    index,
                    learner,
                    next,
                    ..
                },
            events,
            tokens,
            variant,
            ..
        } = self;
        let segments = batch.segments_of(url);
        let mut enter = |tokens: &[u64], is_own: bool| {
            let view = batch.url_view(url, tokens);
            if P::WATCHED {
                events.note_variant(segments, tokens);
            }
            if P::WATCHED && events.wants.keys {
                let start = events.keys.len();
                index.keys(&view, &mut events.keys);
                index.insert_keys(&events.keys[start..], *next);
            } else if is_own {
                index.insert_scanned(&view, *next);
            } else {
                index.insert(&view, *next);
            }
        };
        let learner = learner.as_mut().filter(|learner| !learner.is_frozen());
        if differs && learner.is_some() {
            variant.clear();
            variant.extend(own_tokens(segments));
            enter(variant, true);
        }
        if let Some(learner) = learner {
            let alternative = |tokens: &[u64]| enter(tokens, false);
            learner.alternatives(&scanning.scanner.key, url, segments, tokens, alternative);
        }
        enter(tokens, !differs);
    }
}

/// Gives some of the segments at learned positions their [early](Segment::early) tokens: those
/// whose bits are set in `choice`.
pub(super) fn take_early(
    variant: &mut [u64],
    segments: &[Segment],
    learned: &[usize],
    choice: usize,
) {
    for (bit, &index) in learned.iter().enumerate() {
        if choice & (1 << bit) != 0 {
            variant[index] = segments[index].early();
        }
    }
}

/// Whether a similar record may still be printed as a further sample: it has names with numbers, or
/// words that may choose a page.
fn may_be_sample(record: &Record) -> bool {
    matches!(record, Record::Url(url) if !url.numbers.is_empty() || !url.choices.is_empty())
}
