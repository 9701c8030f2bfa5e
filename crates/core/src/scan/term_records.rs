//! Records that have terms: their tokens, hashed by the scanner, and their texts for users.

use super::Scanner;
use super::memory::{Facts, Memory};
use crate::record::shape::Shape;
use crate::record::variant::Variant;
use crate::record::{Batch, Keys, Pair, Record, Segment, Url, own_tokens};
use crate::scan::terms::{Order, OrderedTerms, Terms, Tokens};
use crate::similar::feature::Component;
use bstr::ByteSlice;
use std::borrow::Cow;
use std::fmt::Display;
use std::mem;
use urlsift_url::input;
use urlsift_url::parse::{Scratch, without_return};
use urlsift_url::selection::Reason;
use urlsift_url::separators::ExtraFields;
use urlsift_url::token::Traits;

/// Splits records into terms.
#[derive(Clone, Copy)]
pub struct TermReader<'s> {
    scanner: &'s Scanner,
    terms: &'s dyn Terms,
    order: Order,
}

impl Scanner {
    /// The reader of terms, if records are not URLs.
    pub(crate) fn terms(&self) -> Option<TermReader<'_>> {
        let OrderedTerms { terms, order } = self.terms.as_ref()?;
        Some(TermReader {
            scanner: self,
            terms: &**terms,
            order: *order,
        })
    }
}

impl TermReader<'_> {
    /// The component that all terms together form.
    pub fn component(self) -> Component {
        self.terms.component()
    }

    /// Whether terms are compared as written.
    fn are_literal(self) -> bool {
        self.scanner.mode.is_literal() || self.order == Order::Nothing
    }

    /// Returns the characters of a record that are left out before it is compared.
    pub fn left_out(self, line: &[u8]) -> Option<String> {
        let mut text = Vec::new();
        self.terms
            .left_out(self.text(without_return(line), &mut text))
    }

    /// The record as users see it, in a variant; `None` if it has no terms.
    pub fn shape(self, line: &[u8], variant: &Variant) -> Option<String> {
        let mut memory = Memory::take(self.scanner.origin);
        let is_learned = |term: usize| variant.is_learned(term + 1);
        let mut batch = Batch::default();
        let shown = self.shown(
            line,
            self.are_literal(),
            &is_learned,
            &mut memory,
            &mut batch,
        );
        memory.put_back();
        shown
    }

    /// The record as users see it, with values as written or by their classes.
    fn shown(
        self,
        line: &[u8],
        are_literal: bool,
        is_learned: &dyn Fn(usize) -> bool,
        memory: &mut Memory,
        batch: &mut Batch,
    ) -> Option<String> {
        let line = without_return(line);
        let mut text = Vec::new();
        let Memory { facts, scratch, .. } = memory;
        let tokens = Hashed {
            scanner: self.scanner,
            batch,
            facts,
            scratch,
            are_literal,
        };
        let text = self.text(line, &mut text);
        let shape = self.terms.template(text, &tokens, is_learned)?;
        let mut shown = String::new();
        for value in self.separating_fields(line).into_iter().flatten() {
            shown += &value.to_str_lossy();
            shown.push(' ');
        }
        Some(shown + &shape)
    }

    /// The record as signatures are compared with it: as written, without what is left out.
    fn written(self, line: &[u8], memory: &mut Memory, batch: &mut Batch) -> Option<String> {
        self.shown(line, true, &|_| false, memory, batch)
    }

    /// Returns the condition on texts that a record does not meet.
    fn refuses(self, line: &[u8], memory: &mut Memory, batch: &mut Batch) -> Option<Reason> {
        let selection = self.scanner.selection_of_texts()?;
        selection.refuses_text(&self.written(line, memory, batch)?)
    }

    /// Returns the signature that a record fits.
    pub(super) fn signature(self, line: &[u8]) -> Option<String> {
        let selection = self.scanner.selection_of_texts()?;
        let mut memory = Memory::take(self.scanner.origin);
        let written = self.written(line, &mut memory, &mut Batch::default());
        memory.put_back();
        let signature = selection.signature_of(&written?)?;
        Some(signature.to_owned())
    }

    /// The terms of a line in order, as tokens and as text; a repeated term is listed each time.
    pub fn texts(self, line: &[u8]) -> Vec<(u64, String)> {
        let line = without_return(line);
        let mut batch = Batch::default();
        let mut memory = Memory::take(self.scanner.origin);
        let mut found = Vec::new();
        let take = &mut |token, text: &dyn Display| found.push((token, text.to_string()));
        self.each(line, &mut memory, &mut batch, self.are_literal(), take);
        memory.put_back();
        found
    }

    /// Returns the part of a record to compare: the whole line, or a field.
    pub(super) fn text<'a>(self, line: &'a [u8], buffer: &'a mut Vec<u8>) -> &'a [u8] {
        let fields = &self.scanner.fields;
        if fields.reads_lines() {
            return line;
        }
        fields.url(line, buffer).unwrap_or_default()
    }

    /// Creates the record of a line. A repeated term becomes a pair for each occurrence, with the
    /// number of the occurrence.
    pub(super) fn record(self, line: &[u8], memory: &mut Memory, batch: &mut Batch) -> Record {
        if let Some(reason) = self.refuses(line, memory, batch) {
            return Record::Unwanted(reason);
        }
        let mut terms = mem::take(&mut memory.terms);
        let are_literal = self.are_literal();
        let service = self.each(line, memory, batch, are_literal, &mut |token, _| {
            terms.push(token);
        });
        let record = if !terms.is_empty() {
            Record::Url(self.with_terms(line, service, &mut terms, memory, batch))
        } else if line.is_empty() {
            Record::Empty
        } else {
            Record::NotUrl(self.scanner.key.token(line))
        };
        terms.clear();
        memory.terms = terms;
        record
    }

    /// Creates the record of a line with these terms: as segments if their order decides, otherwise
    /// as pairs.
    fn with_terms(
        self,
        line: &[u8],
        service: u64,
        terms: &mut Vec<u64>,
        memory: &mut Memory,
        batch: &mut Batch,
    ) -> Url {
        let first_segment = batch.segments.len() as u32;
        let first_pair = batch.pairs.len() as u32;
        let order = self.order;
        if order != Order::Nothing {
            append_positions(self.scanner, terms, &mut batch.segments);
        }
        if order == Order::MayDecide {
            terms.clear();
            self.each(line, memory, batch, true, &mut |token, _| terms.push(token));
        }
        if order != Order::Decides {
            append_occurrences(terms, &mut batch.pairs);
        }
        let mut url = Url {
            service,
            segments: first_segment..batch.segments.len() as u32,
            pairs: first_pair..batch.pairs.len() as u32,
            ..Url::default()
        };
        if let Some(hasher) = self.scanner.view().templates() {
            let template = hasher.own(&url, batch.segments_of(&url), &[]);
            url.keys = Keys::Template(template);
        }
        url
    }

    /// Passes the terms of a line to `take`, and returns the token that keeps records apart. Uses
    /// buffers of the batch.
    fn each(
        self,
        line: &[u8],
        memory: &mut Memory,
        batch: &mut Batch,
        are_literal: bool,
        take: &mut dyn FnMut(u64, &dyn Display),
    ) -> u64 {
        let Memory {
            facts,
            scratch,
            text,
            ..
        } = memory;
        let mut tokens = Hashed {
            scanner: self.scanner,
            batch,
            facts,
            scratch,
            are_literal,
        };
        let text = self.text(line, text);
        let terms_key = self.terms.terms(text, &mut tokens, take);
        match self.separating_key(line) {
            0 => terms_key,
            separating if terms_key == 0 => separating,
            separating => self.scanner.key.join(terms_key, separating),
        }
    }

    /// Returns the fields that keep a record apart; `None` for each that it lacks.
    fn separating_fields(self, line: &[u8]) -> Vec<Option<Vec<u8>>> {
        let Some(separators) = &self.scanner.separators else {
            return Vec::new();
        };
        let mut values = Vec::new();
        for name in separators.of_terms() {
            let value = self.separating_field(line, name);
            if value.is_some() {
                separators.meet_of_terms(name);
            }
            values.push(value);
        }
        values
    }

    /// Returns the field of this name, if a record has it.
    fn separating_field(self, line: &[u8], name: &str) -> Option<Vec<u8>> {
        let mut buffer = Vec::new();
        if self.terms.has_fields() {
            let line = self.text(line, &mut buffer);
            return self.terms.field(line, name).map(Cow::into_owned);
        }
        let fields = &self.scanner.fields;
        if fields.reads_lines() {
            return None;
        }
        let found = fields.named(name, line, &mut buffer)?;
        Some(found.bytes(&buffer).to_vec())
    }

    /// Hashes the fields that keep a record apart; 0 if it has none.
    fn separating_key(self, line: &[u8]) -> u64 {
        let key = &self.scanner.key;
        let token = |value: &Option<Vec<u8>>| match value {
            Some(value) => key.token(value),
            None => 0,
        };
        match &self.separating_fields(line)[..] {
            [] => 0,
            [value] => token(value),
            values if values.iter().all(Option::is_none) => 0,
            values => key.fold(0, values.iter().map(token)),
        }
    }
}

/// Makes tokens in the same way as the scanner does for URLs.
struct Hashed<'s> {
    scanner: &'s Scanner,
    batch: &'s mut Batch,
    facts: &'s mut Facts,
    scratch: &'s mut Scratch,
    are_literal: bool,
}

impl Tokens for Hashed<'_> {
    fn text(&self, text: &[u8]) -> u64 {
        self.scanner.key.token(text)
    }

    fn value(&self) -> u64 {
        self.scanner.variable
    }

    fn are_literal(&self) -> bool {
        self.are_literal
    }

    fn join(&self, first: u64, second: u64) -> u64 {
        self.scanner.key.join(first, second)
    }

    /// Hashes the parts that a template shows: scheme, host, tokens of segments, names of
    /// parameters.
    fn url(&mut self, url: &[u8]) -> u64 {
        let Self {
            scanner,
            batch,
            facts,
            scratch,
            ..
        } = self;
        let key = &scanner.key;
        let Some((address, _)) = input::parse(url, scratch) else {
            return key.token(url);
        };
        // These segments and pairs belong to no record of the batch and are removed again.
        let segments = batch.segments.len();
        let pairs = batch.pairs.len();
        let url = scanner.url(&address, None, batch, facts);
        let path = key.fold(url.service, own_tokens(batch.segments_of(&url)));
        let names = batch.pairs_of(&url).iter().map(|pair| pair.name);
        let template = key.fold(path, names);
        batch.segments.truncate(segments);
        batch.pairs.truncate(pairs);
        template
    }

    fn template(&self, url: &[u8]) -> String {
        match input::parse(url, &mut Scratch::default()) {
            Some((address, _)) => {
                Shape::of_address(&address, &ExtraFields::default(), &self.scanner.mode)
                    .template(&Variant::default())
            }
            None => url.to_str_lossy().into_owned(),
        }
    }
}

/// Appends terms as the segments of a path, after a segment for their number.
fn append_positions(scanner: &Scanner, terms: &[u64], segments: &mut Vec<Segment>) {
    let variable = scanner.variable;
    let number = scanner.key.join(variable, terms.len() as u64);
    segments.push(Segment::constant(number, Traits(Traits::FIXED)));
    segments.extend(terms.iter().map(|&token| {
        let traits = Traits(if token == variable { Traits::VALUE } else { 0 });
        Segment {
            token,
            variable,
            traits,
            ..Segment::default()
        }
    }));
}

/// Appends one pair for each occurrence of each term. Terms come in the order in which they first
/// stand in the text, which does not depend on the key.
fn append_occurrences(terms: &[u64], pairs: &mut Vec<Pair>) {
    let mut places: Vec<(u64, usize)> = terms.iter().copied().zip(0..).collect();
    places.sort_unstable();
    let mut alike: Vec<&[(u64, usize)]> = places.chunk_by(|a, b| a.0 == b.0).collect();
    alike.sort_unstable_by_key(|places| places[0].1);
    for places in alike {
        for (value, &(name, _)) in (0..).zip(places) {
            pairs.push(Pair { name, value });
        }
    }
}
