//! Reads documents that describe requests in parts: API descriptions, collections, recorded
//! requests.
//!
//! `--extract` finds URLs in any text, but for these documents that is too little or too much: an
//! endpoint is a path *and* a server, a recorded page has links that were never requested, a
//! message is in base64. Documents are recognised by marks in their content, whatever their names:
//!
//! | document | mark |
//! |---|---|
//! | `OpenAPI` 3, Swagger 2, as JSON or YAML | `openapi` or `swagger` with a version |
//! | Postman collection 2.x | `info` with `_postman_id` or Postman's schema |
//! | HAR | `log` with `entries` |
//! | Burp's items | `<items burpVersion=...>` |
//! | Burp's issues | `<issues burpVersion=...>` |
//! | report of ZAP, as XML or JSON | `<OWASPZAPReport>`, `@programName` |
//! | sitemap, index of sitemaps | `<urlset>`, `<sitemapindex>` |
//! | feed | `<rss>`, `<feed>` of Atom, `<rdf:RDF>` of RSS |
//! | `robots.txt` | `User-agent:` and a rule, and no other lines |
//!
//! The last three are read only where other text passes as lines: `--extract` finds their URLs.
//!
//! Their requests:
//!
//! - `OpenAPI` and Swagger: each operation of a path on each of its servers with the parameters of
//!   its query and the fields of its body, callbacks with an address, and the addresses of its
//!   security schemes.
//! - Postman: each request with its body, with the collection's variables.
//! - HAR: each request with its body and the status of its answer.
//! - Burp's items: each item with its method, body and status, and the URLs in requests and
//!   responses, base64 undone. Of issues, the requests; the text of the issue is left out.
//! - Sitemaps and feeds: each element or attribute that is a URL.
//! - `robots.txt`: the path of each rule up to its first wildcard, and each sitemap.
//! - ZAP: each URI with its method, body and status, and the URLs in requests and responses.
//!
//! The table in `extract/src/text/request.rs` shows how a request becomes a line.
//!
//! A document is held in memory up to 128 MiB. A longer or broken one is read as plain
//! text, and the summary of the source says so.

mod document;
mod exchange;
mod feed;
mod har;
mod node;
mod openapi;
mod path_template;
mod postman;
mod reader;
mod records;
mod references;
mod request_body;
mod robots;
mod sniff;
mod urls;
mod xml;
mod yaml;
mod zap;

pub use reader::AnyDocument;
pub use sniff::may_begin_document;

#[cfg(test)]
mod tests;
