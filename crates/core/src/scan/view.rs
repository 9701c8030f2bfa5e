//! Shows a scanner to the other crates of the project: its settings of tokens, and variations of
//! it.

use super::term_records::TermReader;
use super::{Memory, Scanner};
use crate::record::{Batch, Url};
use crate::scan::terms::{Order, OrderedTerms};
use crate::similar::plan::{Plan, TemplateHasher};
use std::sync::Arc;
use urlsift_url::error::{Error, ErrorKind};
use urlsift_url::hash::Key;
use urlsift_url::input::{self, Field, Fields, FoundForm, Input};
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

    /// Passes the parts of a record's URL to `take`; `None` if it has no URL.
    pub fn parts_in<R>(
        self,
        scratch: &mut Scratch,
        record: &[u8],
        take: impl FnOnce(&Address<'_>) -> R,
    ) -> Option<R> {
        self.scanner
            .url_in(scratch, record, |address, _| take(address))
    }

    /// Passes the parts of a record's URL, and the fields that keep the record apart, to `take`;
    /// `None` if it has no URL. `fields` reads the record.
    pub fn request_in<R>(
        self,
        fields: &Fields,
        scratch: &mut Scratch,
        extra: &mut ExtraFields,
        record: &[u8],
        take: impl FnOnce(&Address<'_>, &ExtraFields) -> R,
    ) -> Option<R> {
        let record = without_return(record);
        let mut buffer = Vec::new();
        let read = |address: &Address<'_>, is_piece: bool| {
            extra.clear();
            if let Some(separators) = &self.scanner.separators
                && (is_piece || !fields.is_plain(record))
            {
                separators.read(fields, record, FoundForm::default(), address, extra);
            }
            take(address, extra)
        };
        if let Some(text) = fields.url(record, &mut buffer)
            && let Some((address, path)) = input::parse(text, scratch)
        {
            return Some(read(&address, path.is_piece));
        }
        let text = fields
            .embedded(record, FoundForm::default(), &mut buffer)?
            .bytes(&buffer);
        let (address, _) = input::parse(text, scratch)?;
        Some(read(&address, true))
    }

    /// Same as [`request_in`](Self::request_in), for one record of the scanner's format.
    pub fn request<R>(
        self,
        record: &[u8],
        take: impl FnOnce(&Address<'_>, &ExtraFields) -> R,
    ) -> Option<R> {
        self.request_in(
            self.fields,
            &mut Scratch::default(),
            &mut ExtraFields::default(),
            record,
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
