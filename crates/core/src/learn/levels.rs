//! Learns from the [gathered](super::gathered) URLs of a whole list, level by level from the root.
//!
//! First hosts get their [language], by all of their names. Then, on each level,
//! all words are counted, with the continuations that others share. So a word has its points
//! whichever line came first, and a word with [continuations of its own](super::directories) has
//! none. When all words of a level have been counted they are read, as the second pass will read
//! them, and so the next level is counted below the very templates under which it will be looked
//! up.

use super::context::{Ground, PathContext};
use super::gathered::GatheredPage;
use super::language::Language;
use super::seat::{PositionKey, Seat, WordKey};
use super::{Learner, continuations, language, rounds};
use crate::record::{Batch, PathAndQuery, Record, Segment};
use crate::similar::table::NumberSet;
use std::collections::TryReserveError;
use urlsift_url::hash::Key;
use urlsift_url::token::{Speech, Traits};

/// Tells the hash of the words that a continuation follows from others.
const FOLLOWED: u64 = 0xF011;

/// A URL on its way down its path.
#[derive(Clone, Copy)]
struct LevelWalk<'a> {
    path: PathAndQuery<'a>,
    context: PathContext,
    /// Whether the next segment is evidence that its position is variable.
    gives_points: bool,
}

impl<'a> LevelWalk<'a> {
    /// Returns the seat of the next segment.
    fn seat(&self, key: &'a Key) -> Seat<'_> {
        Seat::of(key, &self.context, self.path, self.context.depth)
    }
}

impl Learner {
    /// Whether it gathers the URLs of a first pass, and learns nothing before its end.
    pub(crate) fn is_gathering(&self) -> bool {
        self.gathered.is_some()
    }

    /// Reserves room for gathering the URLs of a batch.
    pub(crate) fn reserve_gathered(&mut self, batch: &Batch) -> Result<(), TryReserveError> {
        match &mut self.gathered {
            Some(gathered) => gathered.try_reserve(batch),
            None => Ok(()),
        }
    }

    /// Gathers the URLs of a batch.
    pub(crate) fn gather(&mut self, key: &Key, batch: &Batch, lines: &[&[u8]]) {
        let Some(gathered) = &mut self.gathered else {
            return;
        };
        // The key of a filter may be drawn, and the order must not depend on it.
        let order_key = Key::new([0, 0]);
        for (record, line) in batch.records.iter().zip(lines) {
            if let Record::Url(url) = record {
                gathered.add(key, batch, url, order_key.line(line));
            }
        }
        if gathered.is_full() {
            self.learn_gathered(key);
            self.gathered = Some(Box::default());
        }
    }

    /// Learns from the gathered URLs, and forgets them.
    pub(super) fn learn_gathered(&mut self, key: &Key) {
        let Some(mut gathered) = self.gathered.take() else {
            return;
        };
        gathered.close();
        let order = gathered.order();
        for indexes in order.chunk_by(|&a, &b| gathered.service(a) == gathered.service(b)) {
            let mut segments = gathered.segments(indexes);
            let language = self.count_language(key, &gathered.pages(indexes, &segments));
            segments = language::interpreted(&segments, language.is_foreign()).into_owned();
            self.learn_service(key, &gathered.pages(indexes, &segments));
        }
    }

    /// Learns from all URLs of a service.
    fn learn_service(&mut self, key: &Key, pages: &[GatheredPage<'_>]) {
        for page in pages {
            let (host, path) = page.split();
            if let Some(host) = host {
                self.learn_host(key, page.url, host, path);
            }
            if page.parts.segments.len() >= rounds::SHORTEST {
                self.count_round(key, page.url, page.parts.segments);
            }
        }
        self.surveyed = true;
        let mut walks: Vec<LevelWalk<'_>> = pages.iter().map(|page| self.walk(key, page)).collect();
        loop {
            walks.retain(|walk| walk.context.depth < walk.path.segments.len());
            if walks.is_empty() {
                break;
            }
            self.learn_level(key, &mut walks);
        }
        drop(walks);
        if let Some(continuations) = &mut self.continuations {
            continuations.forget_words();
        }
        self.count_copies(key, pages);
        self.count_all_numbers(key, pages);
    }

    /// Counts the numbers in the names of all URLs as they read.
    fn count_all_numbers(&mut self, key: &Key, pages: &[GatheredPage<'_>]) {
        let mut tokens = Vec::new();
        for page in pages.iter().filter(|page| !page.numbers.is_empty()) {
            self.surveyed = true;
            self.tokens_of(key, page.url, page.parts, &mut tokens);
            self.surveyed = false;
            self.count_numbers(key, page.url, page.parts, page.numbers, &tokens);
        }
        self.surveyed = false;
    }

    /// Returns the language of a service by all of its names.
    fn count_language(&mut self, key: &Key, pages: &[GatheredPage<'_>]) -> Language {
        let language_key = language::key_of_host(key, pages[0].url);
        let mut language = self.language(language_key);
        let mut seen = NumberSet::<u64>::default();
        for page in pages {
            let (host, path) = page.split();
            let host_token = host.map(|host| host.token);
            let mut context = PathContext::below(key, page.url, host_token, false);
            for segment in path.segments {
                let is_title = segment.speech.has(Speech::TITLE);
                let is_word = !segment.traits.has(Traits::VALUE);
                let is_chosen = context.ground >= Ground::Listed || context.value;
                let tells = is_title || !is_chosen || segment.speech.parts() > 1;
                let word = key.join(context.template, segment.token);
                if is_word && tells && !self.is_fixed(&context, segment) && seen.insert(word)
                    || is_title && !is_word
                {
                    language.count(segment.speech);
                }
                let token = if is_title {
                    segment.variable
                } else {
                    segment.token
                };
                context.step(key, segment, token);
            }
        }
        self.store(language_key, language.bits());
        language
    }

    /// Returns a URL at the beginning of its path.
    fn walk<'a>(&self, key: &Key, page: &GatheredPage<'a>) -> LevelWalk<'a> {
        let (host, path) = page.split();
        let host = host.map(|host| self.decide_host(key, page.url, host).token);
        let is_foreign = self
            .language(language::key_of_host(key, page.url))
            .is_foreign();
        LevelWalk {
            path,
            context: PathContext::below(key, page.url, host, is_foreign),
            gives_points: false,
        }
    }

    /// Learns from the next segments of all URLs, and moves on to those after them.
    fn learn_level(&mut self, key: &Key, walks: &mut [LevelWalk<'_>]) {
        for walk in &mut *walks {
            let seat = walk.seat(key);
            self.count_followed(&seat);
            walk.gives_points = self.gives_points(&seat);
        }
        for walk in &*walks {
            self.count_section(&walk.seat(key));
        }
        // A position is learned if it ever had enough points, so these come first.
        for gives_points in [true, false] {
            for walk in walks
                .iter()
                .filter(|walk| walk.gives_points == gives_points)
            {
                self.count_gathered(&walk.seat(key));
            }
        }
        for walk in &*walks {
            self.count_continuations(&walk.seat(key));
        }
        for walk in walks {
            let seat = walk.seat(key);
            let position = self.position(seat.position_key()).unwrap_or_default();
            let token = self.decide(position, &seat).token;
            let segment = &walk.path.segments[walk.context.depth];
            walk.context.step(key, segment, token);
        }
    }

    /// Counts a word that may be a value for what follows it.
    fn count_followed(&mut self, seat: &Seat<'_>) {
        let Some(next) = seat.next() else { return };
        let Seat {
            key,
            context,
            segment,
            below,
        } = *seat;
        let is_value = segment.traits.has(Traits::VALUE);
        let is_out =
            self.is_fixed(context, segment) || !is_value && self.never_varies(context, segment);
        if is_out
            || next
                .traits
                .has(Traits::VALUE | Traits::FIXED | Traits::HIDDEN)
        {
            return;
        }
        let followed_key = followed_key(seat, next);
        self.count_once(followed_key, followed_key.word(key, segment.token));
        if let Some(second) = below.segments.get(1) {
            let both_key = followed_key.join(key, second.token);
            self.count_once(both_key, both_key.word(key, segment.token));
        }
    }

    /// Adds one to a count for a word that is new there.
    pub(super) fn count_once(&mut self, count_key: PositionKey, word: WordKey) {
        if self.insert_new(word) {
            self.add(count_key, 1);
        }
    }

    /// Adds one to a count for a word that is new there, unless it has reached `enough`. Returns
    /// whether the word was counted.
    pub(super) fn count_up_to(
        &mut self,
        enough: i32,
        count_key: PositionKey,
        word: WordKey,
    ) -> bool {
        let is_counted = self.count_at(count_key) < enough && self.insert_new(word);
        if is_counted {
            self.add(count_key, 1);
        }
        is_counted
    }

    /// Whether a segment is evidence that its position is variable.
    fn gives_points(&self, seat: &Seat<'_>) -> bool {
        let Seat {
            context, segment, ..
        } = *seat;
        segment.traits.has(Traits::VALUE)
            || self.rules.points(context, context.kind(segment), segment) > 0
    }

    /// Counts a segment at its position, and by what stands around it.
    fn count_gathered(&mut self, seat: &Seat<'_>) {
        if seat.context.id != 0 {
            self.count_id(seat);
        }
        if seat.context.is_in_application() {
            self.count_model(seat);
        }
        let mut room = usize::MAX;
        let position = self.count(seat, &mut room);
        if seat.segment.traits.has(Traits::VALUE) || seat.context.may_have_member(seat.segment) {
            self.count_beside_ids(position, seat);
        }
        if position.values {
            self.count_release(seat);
        }
        self.count_view(seat);
        self.count_handled(seat);
    }

    /// Counts what stands below a segment of a position whose words have all been counted.
    fn count_continuations(&mut self, seat: &Seat<'_>) {
        let segment = seat.segment;
        let position = self.position(seat.position_key()).unwrap_or_default();
        self.count_beside_ids(position, seat);
        if position.variable {
            self.count_frame(seat);
            self.count_administered(seat);
            self.count_task(seat);
        }
        self.count_kind(seat);
        self.count_handled(seat);
        if position.values {
            self.count_release(seat);
        }
        if seat.below.segments.is_empty() && !seat.below.pairs.is_empty() {
            self.count_parameters(seat);
        }
        if self.is_fixed(seat.context, segment) {
            return;
        }
        let is_strange =
            !continuations::is_sure(seat) || self.decide(position, seat).token == segment.variable;
        if let Some(continuations) = &mut self.continuations {
            continuations.count(seat, is_strange);
            continuations.count_page(seat);
        }
    }

    /// Whether another word of a position has the same next segment, and the same one after it if
    /// that is given, according to the whole list.
    pub(super) fn others_are_followed(
        &self,
        seat: &Seat<'_>,
        next: &Segment,
        second: Option<&Segment>,
    ) -> bool {
        let mut count_key = followed_key(seat, next);
        if let Some(second) = second {
            count_key = count_key.join(seat.key, second.token);
        }
        let own = self.contains(count_key.word(seat.key, seat.segment.token));
        self.count_at(count_key) > i32::from(own)
    }
}

/// Returns the key of the count of words that a continuation follows.
fn followed_key(seat: &Seat<'_>, next: &Segment) -> PositionKey {
    seat.count_key(FOLLOWED).join(seat.key, next.token)
}

#[cfg(test)]
mod tests {
    use crate::Sift;

    const WORDS: [&str; 20] = [
        "wombat",
        "quokka",
        "numbat",
        "bilby",
        "potoroo",
        "dingo",
        "emu",
        "brolga",
        "taipan",
        "galah",
        "search",
        "17",
        "profile",
        "x9",
        "tag",
        "users",
        "api",
        "red-shoes",
        "step1",
        "a-long-title-of-a-page",
    ];

    #[test]
    fn the_second_of_two_passes_keeps_as_much_in_any_order_and_under_any_key() {
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        let mut draw = move |most: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 20) as usize % most
        };
        for _ in 0..40 {
            let mut line = |_| {
                let path: Vec<&str> = (0..=draw(4)).map(|_| WORDS[draw(WORDS.len())]).collect();
                format!("https://zoo{}.example/{}", draw(2), path.join("/"))
            };
            let mut lines: Vec<String> = (0..200).map(&mut line).collect();
            let mut counts = Vec::new();
            for seed in 1..5 {
                lines.rotate_left(37);
                lines.reverse();
                let built = Sift::builder().two_pass(true).seed([seed, 2]).build();
                let mut sift = built.expect("the settings are valid");
                assert!(sift.filter(&lines).count() > 0);
                sift.restart();
                counts.push(sift.filter(&lines).count());
            }
            assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
        }
    }
}
