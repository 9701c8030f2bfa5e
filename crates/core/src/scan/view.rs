//! Shows a scanner to the other crates of the project: its settings of tokens, and variations of
//! it.

use super::term_records::TermReader;
use super::{Memory, Scanner};
use crate::record::{Batch, Url};
use crate::scan::terms::{Order, OrderedTerms};
use crate::similar::plan::{Plan, TemplateHasher};
use std::borrow::Cow;
use std::sync::Arc;
use urlsift_url::error::{Error, ErrorKind};
use urlsift_url::hash::Key;
use urlsift_url::input::{Field, Fields, FoundForm, Input, ReadLine};
use urlsift_url::parse::{Address, Scratch, without_return};
use urlsift_url::separators::ExtraFields;
use urlsift_url::token::Mode;

/// A scanner as other crates of the project see it.
#[derive(Clone, Copy, Debug)]
pub struct ScannerView<'s> {
    scanner: &'s Scanner,
    /// Hashes tokens.
    pub key: &'s Key,
    /// Makes tokens.
    pub mode: &'s Mode,
    /// Reads the fields of records.
    pub fields: &'s Arc<Fields>,
}

impl Scanner {
    /// Returns the scanner as readers see it.
    pub fn view(&self) -> ScannerView<'_> {
        ScannerView {
            scanner: self,
            key: &self.key,
            mode: &self.mode,
            fields: &self.fields,
        }
    }

    /// Returns a line with the reader by which this scanner reads it.
    pub fn line<'l>(&'l self, bytes: &'l [u8]) -> ReadLine<'l> {
        let fields = &self.fields;
        ReadLine { bytes, fields }
    }

    /// Returns this scanner as it reads records by another reader of fields.
    pub fn reading_by(&self, fields: &Arc<Fields>) -> Cow<'_, Self> {
        if Arc::ptr_eq(&self.fields, fields) {
            return Cow::Borrowed(self);
        }
        let mut scanner = self.clone();
        read_by(&mut scanner, fields);
        Cow::Owned(scanner)
    }
}

impl<'s> ScannerView<'s> {
    /// Returns the token of a value without an extension.
    pub fn value(self) -> u64 {
        self.scanner.variable
    }

    /// Returns the reader of terms, if records are split into terms instead of URLs.
    pub fn terms(self) -> Option<TermReader<'s>> {
        self.scanner.terms()
    }

    /// Whether a field keeps URLs apart, or is needed to find one that does: the method is needed
    /// to find the body of a request.
    pub fn keeps_apart_by(self, field: Field) -> bool {
        self.scanner
            .separators
            .as_ref()
            .is_some_and(|separators| separators.needs(field))
    }

    /// Returns the hasher of templates, if URLs are similar if and only if these are equal.
    pub fn templates(self) -> Option<&'s TemplateHasher> {
        match &self.scanner.plan {
            Plan::Template(templates) => {
                Some(templates).filter(|templates| !templates.has_values())
            }
            _ => None,
        }
    }

    /// Refuses batches that would give wrong verdicts: those of another scanner, and those of
    /// another number of lines.
    pub fn check(self, batch: &Batch, lines: usize) -> Result<(), Error> {
        let origin = self.scanner.origin;
        let problem = if batch.is_mixed {
            "the batch holds records of several scanners: clear it before another filter's scanner fills it"
                .to_owned()
        } else if batch.origin.is_some_and(|other| other != origin) {
            "the batch was scanned for a filter with other settings: use this filter's scanner"
                .to_owned()
        } else if batch.len() != lines {
            format!(
                "there are {lines} lines for the {} records of the batch: give each record its line",
                batch.len()
            )
        } else {
            return Ok(());
        };
        Err(Error::new(ErrorKind::Batch, problem))
    }

    /// Returns the scanner without keys: it leaves all segments and parameters in the batch, for
    /// any plan.
    pub fn whole(self) -> Scanner {
        Scanner {
            plan: Plan::Features,
            origin: self.scanner.origin.wrapping_add(1),
            ..self.scanner.clone()
        }
    }

    /// Returns the scanner without keys, for terms of filters of all thresholds.
    pub fn whole_for_all_terms(self) -> Scanner {
        let mut scanner = self.whole();
        if let Some(OrderedTerms { terms, order }) = &mut scanner.terms {
            *order = if terms.is_ordered() {
                Order::MayDecide
            } else {
                Order::Nothing
            };
        }
        scanner
    }

    /// Returns the scanner for lines of a state, whose URLs are all wanted.
    pub fn recalling(self) -> Scanner {
        let scanner = self.scanner.clone();
        if !scanner.looks_further && scanner.fields.reads_lines_alone() {
            return scanner;
        }
        let origin = scanner.origin.wrapping_add(2);
        let scanner = scanner.with(Fields::new(Input::Lines));
        Scanner {
            selection: None,
            answers: false,
            looks_further: false,
            origin,
            ..scanner
        }
    }

    /// Returns the part of a line to store in a state, from which its URL can be parsed again.
    pub fn remembered<'a>(self, line: &'a [u8], buffer: &'a mut Vec<u8>) -> &'a [u8] {
        if let Some(terms) = self.terms() {
            return terms.text(line, buffer);
        }
        let Self {
            scanner, fields, ..
        } = self;
        if fields.reads_lines_alone() {
            return line;
        }
        let mut extra = ExtraFields::default();
        let separators = scanner.separators.as_ref().filter(|separators| {
            let read = |address: &Address<'_>| {
                separators.read(fields, line, FoundForm::default(), address, &mut extra);
            };
            scanner.parts(line, read).is_some() && !extra.is_empty()
        });
        let Some(separators) = separators else {
            return scanner.text_in(line, buffer);
        };
        let mut text = Vec::new();
        let url = scanner.text_in(line, &mut text);
        separators.write_record(fields, line, url, buffer);
        buffer
    }

    /// Returns the text of a record's URL, as it is compared; the record itself if it has no URL.
    pub fn text_in<'a>(self, record: &'a [u8], buffer: &'a mut Vec<u8>) -> &'a [u8] {
        self.scanner.text_in(record, buffer)
    }

    /// Passes the parts of a record's URL, and the fields that keep the record apart, to `take`;
    /// `None` if it has no URL.
    pub fn request_in<R>(
        self,
        scratch: &mut Scratch,
        extra: &mut ExtraFields,
        line: ReadLine<'_>,
        take: impl FnOnce(&Address<'_>, &ExtraFields) -> R,
    ) -> Option<R> {
        let ReadLine { bytes, fields } = line;
        let separators = self.scanner.separators.as_ref();
        fields.url_in(scratch, bytes, |address, _, is_piece| {
            extra.clear();
            if let Some(separators) = separators
                && is_piece
            {
                let record = without_return(bytes);
                separators.read(fields, record, FoundForm::default(), address, extra);
            }
            take(address, extra)
        })
    }

    /// Same as [`request_in`](Self::request_in), for one line.
    pub fn request<R>(
        self,
        line: ReadLine<'_>,
        take: impl FnOnce(&Address<'_>, &ExtraFields) -> R,
    ) -> Option<R> {
        self.request_in(
            &mut Scratch::default(),
            &mut ExtraFields::default(),
            line,
            take,
        )
    }

    /// Appends the parts of a URL that was parsed by the caller.
    pub fn hash(self, address: &Address<'_>, extra: &ExtraFields, batch: &mut Batch) -> Url {
        let mut memory = Memory::take(self.scanner.origin);
        let url = self
            .scanner
            .url(address, Some(extra), batch, &mut memory.facts);
        memory.put_back();
        url
    }
}

/// Sets how a scanner reads the fields of records.
pub fn read_by(scanner: &mut Scanner, fields: &Arc<Fields>) {
    scanner.fields = Arc::clone(fields);
}
