//! Reads all documents at the start of a text, and counts them.

use std::sync::Arc;

use memchr::memmem;
use urlsift_extract::{DocumentReader, DocumentsEnd, FoundDocument, FoundDocuments, UrlOutput};
use urlsift_url::input::Fields;

use crate::document::{DocumentKind, read};
use crate::records::{records, write_line};
use crate::sniff::{Judgement, LIMIT, Notation, Sniffer};
use crate::urls::Urls;

/// The kind of a document that cannot be read, and the reason.
type UnreadDocument = (&'static str, String);

/// A reader of documents of every kind.
pub struct AnyDocument {
    /// Set while a document may begin here.
    sniffer: Option<Sniffer>,
    found: FoundDocuments,
    /// Finds the records of documents in JSON.
    fields: Option<Arc<Fields>>,
}

impl AnyDocument {
    /// Reads documents by their requests, and those in JSON by their records if `fields` finds
    /// any.
    pub fn new(fields: Option<Arc<Fields>>) -> Self {
        Self {
            sniffer: Some(Sniffer::new(fields.is_some())),
            found: FoundDocuments::default(),
            fields,
        }
    }

    /// Reads a whole document. Returns whether the text was a document.
    fn read_whole(
        &mut self,
        notation: Notation,
        text: &[u8],
        output: &mut UrlOutput<'_>,
    ) -> Result<bool, UnreadDocument> {
        // The records of a HAR file say more than its requests.
        if begins_with_log(text) && self.read_records(notation, text, output) {
            return Ok(true);
        }
        let mut urls = Urls::new(output);
        match read(notation, text, &mut urls) {
            Ok(Some(kind)) => {
                self.count(FoundDocument {
                    kind: kind.name(),
                    urls: urls.count(),
                    leaves_urls: true,
                });
                Ok(true)
            }
            Ok(None) => Ok(self.read_records(notation, text, output)),
            Err((kind, cause)) => Err((kind.name(), cause)),
        }
    }

    /// Reads the records of a document in JSON. Returns whether it has some.
    fn read_records(
        &mut self,
        notation: Notation,
        text: &[u8],
        output: &mut UrlOutput<'_>,
    ) -> bool {
        let Some(fields) = &self.fields else {
            return false;
        };
        if notation != Notation::Json {
            return false;
        }
        let Some(records) = records(text, fields) else {
            return false;
        };
        let own = records.own.as_deref();
        for record in own.iter().chain(&records.values) {
            write_line(record, output.found);
        }
        self.count(FoundDocument {
            kind: "a JSON document",
            urls: own.iter().len() as u64 + records.values.len() as u64,
            leaves_urls: records.leaves_urls,
        });
        true
    }

    fn count(&mut self, document: FoundDocument) {
        let mut read = self.found.read.iter_mut();
        match read.find(|known| known.kind == document.kind) {
            Some(known) => {
                known.urls += document.urls;
                known.leaves_urls |= document.leaves_urls;
            }
            None => self.found.read.push(document),
        }
    }
}

/// Whether the first member of an object is that of HAR files.
fn begins_with_log(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let Some(members) = text.trim_ascii_start().strip_prefix(b"{") else {
        return false;
    };
    members.trim_ascii_start().starts_with(b"\"log\"")
}

/// Whether each line that begins like a record is within a list or an object.
fn is_one(text: &[u8]) -> bool {
    for at in memmem::find_iter(text, b"\n{") {
        let before = text[..at].trim_ascii_end();
        if !before.ends_with(b"[") && !before.ends_with(b",") && !before.ends_with(b":") {
            return false;
        }
    }
    true
}

impl DocumentReader for AnyDocument {
    fn read(&mut self, text: &[u8], ended: bool, output: &mut UrlOutput<'_>) -> DocumentsEnd {
        let mut start = 0;
        while let Some(sniffer) = &mut self.sniffer {
            let text = &text[start..];
            let unread = match sniffer.judge(text, ended) {
                Judgement::Wait => return DocumentsEnd::Undecided(start),
                Judgement::Text => None,
                Judgement::Whole(notation, length) => {
                    match self.read_whole(notation, &text[..length], output) {
                        Ok(true) => {
                            start += length;
                            self.sniffer = Some(Sniffer::new(self.fields.is_some()));
                            continue;
                        }
                        Ok(false) => None,
                        Err(unread) => Some(unread),
                    }
                }
                Judgement::TooLong => {
                    let cause = format!("it is longer than {} MiB", LIMIT >> 20);
                    DocumentKind::probable(text).map(|kind| (kind.name(), cause))
                }
                Judgement::Torn => {
                    let cause = "a line is none of its rules".to_owned();
                    Some((DocumentKind::Robots.name(), cause))
                }
                Judgement::CutOff => {
                    let lines = memchr::memchr_iter(b'\n', text).count();
                    let cause = format!("it is cut off at line {}", lines + 1);
                    match DocumentKind::probable(text) {
                        Some(kind) => Some((kind.name(), cause)),
                        None if is_one(text) => Some(("a JSON document", cause)),
                        None => None,
                    }
                }
            };
            self.found.unread = self.found.unread.take().or(unread);
            self.sniffer = None;
        }
        DocumentsEnd::Text(start)
    }

    fn found(&self) -> &FoundDocuments {
        &self.found
    }
}
