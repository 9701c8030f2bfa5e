//! Turns bytes into records. This step needs no memory of other lines, so any number of threads can
//! do it.

#![allow(
    clippy::inline_always,
    reason = "hints are not heeded on the path of most lines, which two walks call: 1 % of a plain run each"
)]

mod hashes;
mod lane;
pub mod line;
mod literal;
mod memo;
mod memory;
mod met;
mod segment_memo;
pub mod term_records;
pub mod terms;
pub mod view;

use crate::record::{AnswerKeys, Batch, Keys, Record, Segment, SelectorChoice, Url, Web};
use crate::scan::terms::{Order, OrderedTerms, Terms};
use crate::similar::plan::Plan;
use hashes::Hashes;
pub use hashes::sort_and_deduplicate;
use lane::Lane;
use memory::{Facts, HostFacts, Memory};
use met::{MetField, MetFields};
use std::ops::Range;
use std::sync::Arc;
use urlsift_url::answer;
use urlsift_url::hash::Key;
use urlsift_url::input::{self, Fields, FoundForm, Input};
use urlsift_url::parse::{Address, PlainLine, Scratch, without_return};
use urlsift_url::selection::{Reason, Selection, Subject};
use urlsift_url::separators::{By, ExtraFields, Separators};
use urlsift_url::token::{Mode, QueryContext, RuleLookup, Sink, Traits, UrlRules, is_api_host};

/// Joined with the hash of a user name or scheme before that is joined with the host's; the hash of
/// a segment below a host is joined with its host in the same way. Without this, `https://c@test/`
/// would equal `https://c/test`.
const BEFORE_HOST: u64 = 0x05EE_D0B3_F04E_0057;

/// Turns lines into hashed tokens. Cheap to clone; every thread has its own.
#[derive(Clone, Debug)]
pub struct Scanner {
    pub(crate) key: Key,
    pub(crate) mode: Mode,
    plan: Plan,
    /// The token of a value without an extension.
    variable: u64,
    /// The tokens of `http` and `https`.
    web: [u64; 2],
    /// Reads the fields of records.
    pub(crate) fields: Arc<Fields>,
    /// Splits records into terms instead of URLs.
    terms: Option<OrderedTerms>,
    /// The fields that keep URLs apart, if any do.
    separators: Option<Arc<Separators>>,
    /// The conditions that URLs must meet, if any.
    selection: Option<Arc<Selection>>,
    /// Whether responses are read.
    pub(crate) answers: bool,
    /// Whether anything beyond the URL is read, for one of these two.
    looks_further: bool,
    /// What records had, for options that read it.
    met: MetFields,
    /// The short way for most paths.
    lane: Lane,
    /// Hash of everything that hashes depend on. Equal origins give equal records.
    origin: u64,
}

/// What a thread remembers of lines that a scanner met.
#[derive(Debug)]
pub struct ScanMemory(Box<Memory>);

impl ScanMemory {
    /// Returns it to the thread.
    pub fn put_back(self) {
        self.0.put_back();
    }
}

/// A record and the text in it that holds its URL.
#[derive(Clone, Copy)]
struct FoundText<'r> {
    record: &'r [u8],
    text: &'r [u8],
}

/// A record of text with its form, which is too large to be moved for a record that is only a URL.
struct FoundBeside<'r> {
    found: FoundText<'r>,
    form: FoundForm<'r>,
}

impl Scanner {
    /// Creates a scanner. `settings` is a text that must differ whenever the keys of a plan do.
    pub(crate) fn new(key: Key, mode: Mode, plan: Plan, settings: &str) -> Self {
        let variable = key.token(b"{}");
        let web = [b"http".as_slice(), b"https"].map(|scheme| key.token(scheme));
        let lane = Lane::of(&mode);
        let origin = key.token(format!("{mode:?} {settings}").as_bytes());
        Self {
            key,
            mode,
            plan,
            variable,
            web,
            fields: Arc::new(Fields::new(Input::Lines)),
            terms: None,
            separators: None,
            selection: None,
            answers: false,
            looks_further: false,
            met: MetFields::default(),
            lane,
            origin,
        }
    }

    /// Returns this scanner for records in another format, with the origin of paths in logs.
    pub(crate) fn read(self, input: &Input, base: Option<&str>) -> Self {
        if *input == Input::Lines && base.is_none() {
            return self;
        }
        let fields = Fields::new(input.clone()).with_base(base);
        self.with(fields)
            .depending_on(&format!("{input:?}{base:?}"))
    }

    /// Returns this scanner with an origin for another setting, on which hashes depend.
    fn depending_on(self, setting: &str) -> Self {
        let setting = self.key.token(setting.as_bytes());
        Self {
            origin: self.key.join(self.origin, setting),
            ..self
        }
    }

    /// Returns this scanner with another reader of fields.
    fn with(self, fields: Fields) -> Self {
        let reading = |separators: &Separators| Arc::new(separators.clone().reading(&fields));
        Self {
            separators: self.separators.as_deref().map(reading),
            fields: Arc::new(fields),
            ..self
        }
    }

    /// Returns this scanner with another way to make tokens.
    pub(crate) fn with_mode(&self, mode: Mode) -> Self {
        let scanner = self.clone().depending_on(&format!("{mode:?}"));
        let lane = Lane::of(&mode);
        Self {
            mode,
            lane,
            ..scanner
        }
    }

    /// Returns this scanner for records whose time is in the field of this name, if there is one.
    pub(crate) fn time_under(self, name: Option<&str>) -> Self {
        let Some(name) = name else { return self };
        let fields = (*self.fields).clone().time_under(name);
        self.with(fields)
    }

    /// Returns this scanner for records that are split into terms, if `terms` is given.
    /// `order_decides`: the order of terms matters.
    pub(crate) fn reading(self, terms: Option<Arc<dyn Terms>>, order_decides: bool) -> Self {
        let Some(terms) = terms else { return self };
        let scanner = self.depending_on(&terms.identity());
        let order = if order_decides {
            Order::Decides
        } else {
            Order::Nothing
        };
        Self {
            terms: Some(OrderedTerms { terms, order }),
            ..scanner
        }
    }

    /// Returns this scanner for URLs that these fields separate.
    pub(crate) fn separate_by(self, by: &By) -> Self {
        let scanner = self.depending_on(&by.sorted().to_string());
        Self {
            separators: Separators::new(by, &scanner.fields).map(Arc::new),
            ..scanner
        }
    }

    /// Returns the [rules](crate::Builder::rules) of users, if there are any.
    pub fn rules(&self) -> Option<&UrlRules> {
        self.mode.all_url_rules().map(RuleLookup::rules)
    }

    /// Returns the numbers of the [rules](crate::Builder::rules) that have matched no URL scanned
    /// by this scanner or its clones.
    pub fn unmet_rules(&self) -> Vec<usize> {
        match self.mode.all_url_rules() {
            Some(rules) => rules.unmet().collect(),
            None => Vec::new(),
        }
    }

    /// Returns the fields named by [`Builder::by`](crate::Builder::by) that were in no record
    /// scanned by this scanner or its clones; method, status and body are left out.
    pub fn unmet_fields(&self) -> Vec<&str> {
        match &self.separators {
            Some(separators) => separators.unmet().collect(),
            None => Vec::new(),
        }
    }

    /// Whether a record scanned by this scanner or its clones had a status, as far as
    /// [selection](crate::Selection::statuses) or a [preference](crate::Preference) asked for it.
    pub fn has_met_status(&self) -> bool {
        self.met.status.is_met()
    }

    /// Whether a record scanned by this scanner or its clones had an answer that
    /// [could be compared](crate::Builder::same_answer).
    pub fn has_met_answer(&self) -> bool {
        self.met.answer.is_met()
    }

    /// Returns this scanner with conditions that URLs must meet, if there are any.
    pub(crate) fn select(self, selection: Option<Arc<Selection>>) -> Self {
        let Some(selection) = selection else {
            return self;
        };
        let scanner = self.depending_on(&format!("{selection:?}"));
        Self {
            selection: Some(selection),
            looks_further: true,
            ..scanner
        }
    }

    /// Returns the conditions on texts, if there are any.
    fn selection_of_texts(&self) -> Option<&Selection> {
        let selection = self.selection.as_deref()?;
        selection.is_of_texts().then_some(selection)
    }

    /// Returns the signature of [`Selection::signatures`] or [`Selection::not_signatures`] that a
    /// record fits.
    pub fn signature(&self, record: &[u8]) -> Option<String> {
        self.terms()?.signature(record)
    }

    /// Returns this scanner with responses read or not.
    pub(crate) fn read_answers(self, answers: bool) -> Self {
        if !answers {
            return self;
        }
        let scanner = self.depending_on("answers");
        Self {
            answers,
            looks_further: true,
            ..scanner
        }
    }

    /// Stores the origin of its records in a batch.
    #[inline]
    fn sign(&self, batch: &mut Batch) {
        let origin = *batch.origin.get_or_insert(self.origin);
        if origin != self.origin {
            batch.is_mixed = true;
        }
    }

    /// Appends the record of one line, without its line end.
    ///
    /// All records of a batch must come from one scanner:
    /// [`Sift::decide`](crate::decide::sift::Sift::decide) refuses other batches.
    pub fn scan(&self, line: &[u8], batch: &mut Batch) {
        let mut memory = self.memory();
        self.scan_with(&mut memory, line, batch);
        memory.put_back();
    }

    /// Takes what this thread remembers of earlier lines, for several calls of
    /// [`scan_with`](Self::scan_with).
    pub fn memory(&self) -> ScanMemory {
        ScanMemory(Memory::take(self.origin))
    }

    /// Same as [`scan`](Self::scan), with the memory of this scanner.
    pub fn scan_with(&self, memory: &mut ScanMemory, line: &[u8], batch: &mut Batch) {
        let memory = &mut *memory.0;
        debug_assert_eq!(memory.origin, self.origin, "it belongs to this scanner");
        self.sign(batch);
        let bytes = without_return(line);
        let record = if let Some(terms) = self.terms() {
            terms.record(bytes, memory, batch)
        } else if self.fields.is_plain(bytes) {
            let Memory { facts, scratch, .. } = memory;
            // Read where it is: an address is too large to be moved for nothing.
            if let Some(line) = PlainLine::of(bytes, scratch) {
                batch.fast += 1;
                let found = FoundText {
                    record: bytes,
                    text: bytes,
                };
                self.record(found, &line.address(scratch), None, batch, facts)
            } else {
                self.unplain(bytes, memory, batch)
            }
        } else {
            self.structured(bytes, memory, batch)
        };
        batch.records.push(record);
    }

    /// Creates the record of a line that is no URL in its usual form from end to end.
    #[inline(never)]
    fn unplain(&self, line: &[u8], memory: &mut Memory, batch: &mut Batch) -> Record {
        let Memory {
            facts,
            scratch,
            extra,
            ..
        } = memory;
        let mut form = FoundForm::default();
        let Some((address, path)) = input::parse_and_form(line, scratch, &mut form) else {
            return self.other(line, form, memory, batch);
        };
        let found = FoundText {
            record: line,
            text: line,
        };
        batch.count_path(path);
        if path.is_piece {
            let beside = FoundBeside { found, form };
            self.record_beside(&beside, &address, batch, facts, extra)
        } else {
            self.record(found, &address, None, batch, facts)
        }
    }

    /// Creates the record of a line whose URL is in a field.
    #[inline(never)]
    fn structured(&self, line: &[u8], memory: &mut Memory, batch: &mut Batch) -> Record {
        let Memory {
            facts,
            scratch,
            text,
            extra,
            ..
        } = memory;
        if let Some(separators) = &self.separators {
            let values = separators.read_all(&self.fields, line, extra);
            let record = Separators::url(&values, line).and_then(|text| {
                let (address, path) = input::parse(text, scratch)?;
                separators.read_rest(line, &values, &address, extra);
                let found = FoundText { record: line, text };
                batch.count_path(path);
                Some(self.record(found, &address, Some(extra), batch, facts))
            });
            extra.keep(values);
            if let Some(record) = record {
                return record;
            }
        } else if let Some(text) = self.fields.url(line, text)
            && let Some((address, path)) = input::parse(text, scratch)
        {
            let found = FoundText { record: line, text };
            batch.count_path(path);
            return self.record(found, &address, None, batch, facts);
        }
        self.other(line, FoundForm::default(), memory, batch)
    }

    /// Creates the record of a line that is not a bare URL.
    #[cold]
    fn other<'r>(
        &self,
        line: &'r [u8],
        form: FoundForm<'r>,
        memory: &mut Memory,
        batch: &mut Batch,
    ) -> Record {
        let Memory {
            facts,
            scratch,
            text,
            extra,
            ..
        } = memory;
        if line.is_empty() {
            return Record::Empty;
        }
        if self.fields.is_comment(line) {
            return self.header(line);
        }
        if let Some(embedded) = self.fields.embedded(line, form, text)
            && let text = embedded.bytes(text)
            && let Some((address, path)) = input::parse(text, scratch)
        {
            let found = FoundText { record: line, text };
            let beside = FoundBeside { found, form };
            batch.count_path(path);
            self.record_beside(&beside, &address, batch, facts, extra)
        } else {
            Record::NotUrl(self.key.token(line))
        }
    }

    /// Appends a record that names the columns of the lines after it: see
    /// [`Filter::begin`](crate::decide::filter::Filter::begin).
    pub fn scan_header(&self, line: &[u8], batch: &mut Batch) {
        self.sign(batch);
        let line = without_return(line);
        batch.records.push(self.header(line));
    }

    /// Creates the record of a line that only describes other lines.
    fn header(&self, line: &[u8]) -> Record {
        let token = self.key.token(line);
        Record::Header(match self.fields.turn(line) {
            Some(turn) => self.key.join(token, turn),
            None => token,
        })
    }

    /// Returns the reader for this and later lines, if this line changes how they are read.
    pub(crate) fn follow(&self, line: &[u8]) -> Option<Arc<Fields>> {
        if !self.fields.has_header() {
            return None;
        }
        self.fields.follow(line).map(Arc::new)
    }

    /// Passes the parts of a record's URL to `take`; `None` if it has no URL.
    pub(crate) fn parts<R>(
        &self,
        record: &[u8],
        take: impl FnOnce(&Address<'_>) -> R,
    ) -> Option<R> {
        let scratch = &mut Scratch::default();
        self.url_in(scratch, record, |address, _| take(address))
    }

    /// Passes the parts of a record's URL, and the text that holds it, to `take`; `None` if it has
    /// no URL.
    pub(crate) fn url_in<R>(
        &self,
        scratch: &mut Scratch,
        record: &[u8],
        take: impl FnOnce(&Address<'_>, &[u8]) -> R,
    ) -> Option<R> {
        self.fields
            .url_in(scratch, record, |address, text, _| take(address, text))
    }

    /// Returns the length in bytes of a record's URL, as written; `None` if it has none.
    pub(crate) fn url_length(&self, record: &[u8]) -> Option<u64> {
        self.url_in(&mut Scratch::default(), record, |_, text| {
            input::written(text).len() as u64
        })
    }

    /// The text of a record's URL, as it is compared; the record itself if it has no URL.
    pub(crate) fn text_in<'a>(&self, record: &'a [u8], buffer: &'a mut Vec<u8>) -> &'a [u8] {
        let record = without_return(record);
        let mut scratch = Scratch::default();
        if let Some(found) = self.fields.url_text(record, buffer)
            && input::parse(found.bytes(buffer), &mut scratch).is_some()
        {
            return found.bytes(buffer);
        }
        match self.fields.embedded(record, FoundForm::default(), buffer) {
            Some(found) => found.bytes(buffer),
            None => record,
        }
    }

    /// Creates the record of a line with other fields around its URL.
    #[inline(never)]
    fn record_beside(
        &self,
        beside: &FoundBeside<'_>,
        address: &Address<'_>,
        batch: &mut Batch,
        facts: &mut Facts,
        extra: &mut ExtraFields,
    ) -> Record {
        let FoundBeside { found, form } = *beside;
        let Some(separators) = &self.separators else {
            return self.record(found, address, None, batch, facts);
        };
        separators.read(&self.fields, found.record, form, address, extra);
        self.record(found, address, Some(extra), batch, facts)
    }

    /// Creates the record of a line from the text that holds its URL and the fields that keep it
    /// apart.
    #[inline(always)]
    fn record(
        &self,
        found: FoundText<'_>,
        address: &Address<'_>,
        extra: Option<&ExtraFields>,
        batch: &mut Batch,
        facts: &mut Facts,
    ) -> Record {
        if self.looks_further
            && let Some(reason) = self.look_further(found, address, extra, batch)
        {
            return Record::Unwanted(reason);
        }
        Record::Url(self.url(address, extra, batch, facts))
    }

    /// Returns the reason why a URL is not wanted; stores the response of a wanted URL.
    fn look_further(
        &self,
        found: FoundText<'_>,
        address: &Address<'_>,
        extra: Option<&ExtraFields>,
        batch: &mut Batch,
    ) -> Option<Reason> {
        if let Some(selection) = &self.selection {
            let mut subject = Written {
                fields: &self.fields,
                line: found.record,
                text: found.text,
                extra,
                met: &self.met.status,
            };
            let reason = selection.refuses(address, &mut subject);
            if reason.is_some() {
                return reason;
            }
        }
        // A line that is only a URL has no response.
        if self.answers && input::written(found.text) != found.record {
            let key = &self.key;
            let on_host = answer::hash(&self.fields, found.record, key);
            if on_host != 0 {
                self.met.answer.meet();
                let asked = [answer::site(address.host), address.path, address.query];
                let across = key.fold(on_host, asked.map(|part| key.token(part)));
                batch.note_answer(AnswerKeys { on_host, across });
            }
        }
        None
    }

    #[inline(always)]
    fn url(
        &self,
        address: &Address<'_>,
        extra: Option<&ExtraFields>,
        batch: &mut Batch,
        facts: &mut Facts,
    ) -> Url {
        let mut url;
        let mut host = None;
        if self.mode.merges_hosts() {
            let found = self.merged(address.host, facts);
            url = self.head(address.scheme, found.site, address.fragment);
            url.api = found.api;
            host = found.segment;
        } else {
            url = self.head(address.scheme, self.part(address.host), address.fragment);
            url.api = address.may_be_api() && !self.mode.is_literal() && is_api_host(address.host);
        }
        if !address.user.is_empty() {
            url.separating_key = self.key.join(self.key.token(address.user), BEFORE_HOST);
        }
        let segments = batch.segments.len() as u32;
        let pairs = batch.pairs.len() as u32;
        let numbers = batch.numbers.len() as u32;
        let choices = batch.choices.len();
        url.segments = segments..segments;
        url.pairs = pairs..pairs;
        if let Some(extra) = extra {
            let context = QueryContext::of_body(address.path);
            self.set_separators(extra, &context, &mut url, batch, facts);
        }
        if let Plan::Literal(hasher) = &self.plan {
            self.literal(hasher, address, &mut url, batch, facts);
            return url;
        }
        let mut sink = self.hashes(batch, facts);
        let has_rules = !self.lane.take(address, url.api, &mut sink)
            && self.mode.walk(address, url.api, &mut sink);
        if has_rules {
            self.join_separating_key(facts.separating_key(&self.key), &mut url);
        }
        if let Some(segment) = host {
            batch.segments.push(segment);
            url.hosted = true;
        }
        url.segments.end = batch.segments.len() as u32;
        url.numbers = numbers..batch.numbers.len() as u32;
        if batch.choices.len() > choices {
            url.choices = self.choose(address.query, choices, &mut batch.choices);
        }
        url.pairs.end = sort_and_deduplicate(url.pairs.start as usize, &mut batch.pairs);
        let segments = batch.segments_of(&url);
        match &self.plan {
            Plan::Template(template) => {
                url.keys = Keys::Template(template.own(&url, segments, batch.pairs_of(&url)));
            }
            Plan::Names(template) => url.keys = Keys::Template(template.own(&url, segments, &[])),
            Plan::Literal(_) | Plan::Features => {}
        }
        url
    }

    /// Ends the choices of a URL, from `start` on: with its query, or without any if none is a
    /// word.
    #[cold]
    #[inline(never)]
    fn choose(&self, query: &[u8], start: usize, choices: &mut Vec<SelectorChoice>) -> Range<u32> {
        let has_word = choices[start..].iter().any(|choice| choice.word != 0);
        if has_word && matches!(self.plan, Plan::Template(_)) {
            choices.push(SelectorChoice {
                word: self.key.token(query),
                ..SelectorChoice::default()
            });
        } else {
            choices.truncate(start);
        }
        start as u32..choices.len() as u32
    }

    /// Sets the fields that keep a URL apart, and appends the names of its body's fields.
    #[inline(never)]
    fn set_separators(
        &self,
        extra: &ExtraFields,
        context: &QueryContext<'_>,
        url: &mut Url,
        batch: &mut Batch,
        facts: &mut Facts,
    ) {
        self.join_separating_key(extra.hash(&self.key), url);
        let mut sink = self.hashes(batch, facts);
        for (name, value) in extra.body.iter() {
            sink.param(name, Some(value), context);
        }
    }

    /// Keeps a URL apart by a hash, unless that is 0.
    fn join_separating_key(&self, separating_key: u64, url: &mut Url) {
        if separating_key != 0 {
            url.separating_key = if url.separating_key == 0 {
                separating_key
            } else {
                self.key.join(separating_key, url.separating_key)
            };
            url.fielded = true;
        }
    }

    /// Returns the sink for the tokens of a URL.
    fn hashes<'a>(&'a self, batch: &'a mut Batch, facts: &'a mut Facts) -> Hashes<'a> {
        let start = batch.segments.len();
        Hashes {
            key: &self.key,
            mode: &self.mode,
            variable: self.variable,
            start,
            batch,
            facts,
        }
    }

    /// Returns the facts about a host that may be merged.
    #[cold]
    #[inline(never)]
    fn merged(&self, host: &[u8], facts: &mut Facts) -> HostFacts {
        facts.merged.get(self.part(host), || {
            let Some(merged) = self.mode.merged(host) else {
                return HostFacts::default();
            };
            // No word of a path has the token of a host.
            let token = |name: &[u8]| self.key.join(self.key.token(b"host"), self.key.token(name));
            let own = token(&merged.name);
            let mut segment = Segment::constant(own, Traits(Traits::FIXED));
            if let Some(name) = &merged.variable {
                let variable = token(name);
                segment.variable = variable;
                segment.traits = Traits(match merged.www {
                    Some(_) => Traits::WWW,
                    None if variable == own => Traits::VALUE,
                    None => 0,
                });
                // A host and its counterpart, with and without `www`, each find the state of the
                // other.
                if let Some(www) = merged.www {
                    segment.token = self.key.join(variable, u64::from(www));
                }
            }
            let is_below_site = merged.site > 0 || merged.www.is_some();
            HostFacts {
                site: self.part(merged.site()),
                segment: is_below_site.then_some(segment),
                api: is_api_host(&merged.name),
            }
        })
    }

    /// Returns the hash of a part that is compared as a whole; 0 if it is absent.
    #[inline]
    fn part(&self, part: &[u8]) -> u64 {
        if part.is_empty() {
            0
        } else {
            self.key.token(part)
        }
    }

    /// Hashes the parts of a URL that are compared as a whole.
    #[inline(always)]
    pub(crate) fn head(&self, scheme: &[u8], host: u64, fragment: &[u8]) -> Url {
        let hash = |part: &[u8]| self.part(part);
        let mut service = host;
        let mut web = None;
        // Whole words are compared; a pattern would be compared byte by byte.
        let scheme = if scheme == b"https" {
            web = Some(Web::Https);
            self.web[1]
        } else if scheme == b"http" {
            web = Some(Web::Http);
            self.web[0]
        } else if scheme.is_empty() {
            0
        } else {
            // Another scheme is another service.
            let other = hash(scheme);
            service = self.key.join(self.key.join(other, BEFORE_HOST), host);
            other
        };
        if self.mode.is_literal() {
            Url {
                service,
                scheme,
                fragment: hash(fragment),
                web,
                ..Url::default()
            }
        } else {
            Url {
                service,
                web,
                ..Url::default()
            }
        }
    }
}

/// A record, for conditions that need more than the parts of its URL.
struct Written<'r> {
    fields: &'r Fields,
    line: &'r [u8],
    /// The text that holds the URL.
    text: &'r [u8],
    extra: Option<&'r ExtraFields>,
    /// Whether a record had a status.
    met: &'r MetField,
}

impl Subject for Written<'_> {
    fn url(&mut self) -> Vec<u8> {
        input::written(self.text).to_vec()
    }

    fn status(&mut self) -> Option<u16> {
        let status = self.fields.status(self.line);
        if status.is_some() {
            self.met.meet();
        }
        status
    }

    fn body_has(&mut self, is_wanted: &dyn Fn(&[u8]) -> bool) -> bool {
        self.extra.is_some_and(|extra| extra.body.has(is_wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decide::sift::Sift;
    use urlsift_url::error::ErrorKind;

    fn record(scanner: &Scanner, line: &[u8]) -> Record {
        let mut batch = Batch::default();
        scanner.scan(line, &mut batch);
        batch.records.pop().expect("a line is a record")
    }

    #[test]
    fn every_line_is_one_record() {
        let scanner = Sift::builder()
            .build()
            .expect("the settings are valid")
            .scanner()
            .clone();
        assert_eq!(record(&scanner, b""), Record::Empty);
        assert_eq!(record(&scanner, b"\r"), Record::Empty);
        assert!(matches!(record(&scanner, b"no url"), Record::NotUrl(_)));
        assert_eq!(record(&scanner, b"no url\r"), record(&scanner, b"no url"));
        assert_eq!(
            record(&scanner, b"//a.test/x\r"),
            record(&scanner, b"//a.test/x")
        );
    }

    /// Facts that one scanner has found about a token must not be used by another scanner.
    #[test]
    fn scanners_that_take_turns_do_not_mix_their_memories() {
        let build = |literal| {
            Sift::builder()
                .literal(literal)
                .threshold(80.0)
                .seed([1, 2])
                .build()
                .unwrap()
        };
        let (default, literal) = (
            build(false).scanner().view().whole(),
            build(true).scanner().view().whole(),
        );
        let lines: Vec<String> = (0..50)
            .map(|i| format!("http://a.test/{}/w{i}?p{i}=x", i % 3))
            .collect();
        let alone = |scanner: &Scanner| -> Vec<Batch> {
            let scan = |line: &String| {
                let mut batch = Batch::default();
                scanner.scan(line.as_bytes(), &mut batch);
                batch
            };
            lines.iter().map(scan).collect()
        };
        let (first, second) = (alone(&default), alone(&literal));
        for (i, line) in lines.iter().enumerate() {
            for (scanner, wanted) in [(&default, &first[i]), (&literal, &second[i])] {
                let mut batch = Batch::default();
                scanner.scan(line.as_bytes(), &mut batch);
                assert_eq!(
                    (&batch.records, &batch.segments, &batch.pairs),
                    (&wanted.records, &wanted.segments, &wanted.pairs)
                );
            }
        }
    }

    #[test]
    fn a_batch_of_several_scanners_is_refused_until_it_is_cleared() {
        let build = |threshold| {
            Sift::builder()
                .threshold(threshold)
                .build()
                .expect("the settings are valid")
        };
        let (mut sift, other, mut batch) = (build(95.0), build(80.0), Batch::default());
        let lines: [&[u8]; 2] = [b"//a.test/", b"//a.test/"];
        sift.scanner().scan(lines[0], &mut batch);
        other.scanner().scan(lines[1], &mut batch);
        let refusal = sift
            .decide(&batch, &lines)
            .expect_err("it is not its batch");
        assert_eq!(refusal.kind(), ErrorKind::Batch);
        assert!(refusal.to_string().contains("several scanners") && sift.len() == 0);
        batch.clear();
        sift.scanner().scan(lines[0], &mut batch);
        sift.decide(&batch, &lines[..1]).expect("it is its batch");
    }
}
