//! Text in, URLs and requests out.
//!
//! A [`UrlReader`] reads any text and returns the URLs in it, one to a line. A web page,
//! a script, a log, a sitemap, `robots.txt` or notes are searched line by line by an [`Extractor`];
//! the table in `text/mod.rs` says what counts as a URL, and where.
//!
//! Documents that describe requests in parts are read by a [`DocumentReader`], if there is one. The
//! crate `urlsift-documents` has it.
//!
//! This crate knows no filter and no threads.

mod document;
mod reader;
mod text;

pub use document::{DocumentReader, DocumentsEnd, FoundDocument, FoundDocuments, UrlOutput};
pub use reader::UrlReader;
pub use text::{Extractor, FormFields, RequestDetails, RequestParts, multipart_form};
