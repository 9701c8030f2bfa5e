//! Text and documents in, URLs and requests out.
//!
//! A [`UrlReader`] wraps any reader of text and returns the URLs in it, one to a line. A web page,
//! a script, a log, a sitemap, `robots.txt` or notes are searched line by line by an [`Extractor`];
//! the table in `text/mod.rs` says what counts as a URL, and where.
//!
//! With the feature `documents`, API descriptions (`OpenAPI`, Swagger), Postman collections, HAR
//! and the exports of Burp and ZAP are recognised by their content, held in memory up to 128 MiB,
//! and give their endpoints and requests; `documents/mod.rs` has the table of them.
//!
//! This crate knows no filter and no threads.

#[cfg(feature = "documents")]
mod documents;
mod reader;
mod text;

pub use reader::{Documents, UrlReader};
pub use text::{Extractor, RequestParts};
