//! Documents whose requests are in parts: API descriptions, collections, recorded requests.
//!
//! `--extract` finds URLs in any text, but a document of these kinds says more, or less, than the
//! text does: an endpoint is a path *and* a server, a recorded page has links that nobody requested,
//! a message is in base64. They are recognised by their own marks, whatever their names:
//!
//! | document | mark | its requests |
//! |---|---|---|
//! | `OpenAPI` 3, Swagger 2, as JSON or YAML | `openapi` or `swagger` with a version | each operation of a path on each of its servers, and the addresses of its security schemes |
//! | Postman collection 2.x | `info` with `_postman_id` or Postman's schema | each request with its body, with the collection's variables |
//! | HAR | `log` with `entries` | each request with its body and the status of its answer |
//! | Burp's items | `<items burpVersion=...>` | each item with its method, body and status, and the URLs in requests and responses, base64 undone |
//! | Burp's issues | `<issues burpVersion=...>` | the requests of each issue, as above; the text of the issue is left out |
//! | report of ZAP, as XML or JSON | `<OWASPZAPReport>`, `@programName` | each URI with its method, body and status, and the URLs in requests and responses |
//!
//! How a request is a line is said in `text/request.rs`.
//!
//! A document is held in memory up to [`LIMIT`] bytes. A longer one, and one that is broken, is a
//! text like any other, and the summary of the source says so.

mod exchange;
mod har;
mod node;
mod openapi;
mod postman;
mod sniff;
mod urls;
mod xml;
mod yaml;
mod zap;

use node::Node;

pub(crate) use sniff::{Form, Judgement, LIMIT, Sniffer};
pub(crate) use urls::Urls;

/// A kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    OpenApi,
    Postman,
    Har,
    Burp,
    Zap,
}

impl Kind {
    /// The name that notes use.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::OpenApi => "an API description",
            Self::Postman => "a Postman collection",
            Self::Har => "a HAR file",
            Self::Burp => "a Burp export",
            Self::Zap => "a ZAP report",
        }
    }

    /// The kind that a document would be if it could be read.
    pub(crate) fn probable(text: &[u8]) -> Option<Self> {
        const MARKS: [(Kind, &[&[u8]]); 9] = [
            (Kind::OpenApi, &[b"\"openapi\""]),
            (Kind::OpenApi, &[b"\"swagger\"", b"\"paths\""]),
            (Kind::Postman, &[b"_postman_id"]),
            (Kind::Postman, &[b"schema.getpostman.com", b"\"item\""]),
            (Kind::Har, &[b"\"log\"", b"\"entries\"", b"\"request\""]),
            (Kind::Zap, &[b"\"@programName\"", b"\"site\""]),
            (Kind::Burp, &[b"<items", b"burpVersion"]),
            (Kind::Burp, &[b"<issues", b"burpVersion"]),
            (Kind::Zap, &[b"<OWASPZAPReport"]),
        ];
        let has = |mark: &&[u8]| memchr::memmem::find(text, mark).is_some();
        MARKS.iter().find(|(_, marks)| marks.iter().all(has)).map(|(kind, _)| *kind)
    }
}

/// Appends the URLs of a whole document to `urls`. Returns its kind, or `None` if it is none of
/// these; then nothing is appended.
///
/// # Errors
///
/// Why a document of this kind cannot be read. What was read until then stays appended.
pub(crate) fn read(form: Form, text: &[u8], urls: &mut Urls<'_>) -> Result<Option<Kind>, (Kind, String)> {
    urls.begin(text.len());
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    match form {
        Form::Json => {
            let Some(kind) = Kind::probable(text) else { return Ok(None) };
            let root = node::of_json(&String::from_utf8_lossy(text)).map_err(|cause| (kind, cause))?;
            Ok(read_node(&root, urls))
        }
        Form::Yaml => {
            let root = yaml::read(&String::from_utf8_lossy(text)).map_err(|cause| (Kind::OpenApi, cause))?;
            Ok(read_node(&root, urls))
        }
        Form::Burp => {
            let read = xml::burp(&String::from_utf8_lossy(text), urls);
            read.map(|()| Some(Kind::Burp)).map_err(|cause| (Kind::Burp, cause))
        }
        Form::Issues => {
            let read = xml::issues(&String::from_utf8_lossy(text), urls);
            read.map(|()| Some(Kind::Burp)).map_err(|cause| (Kind::Burp, cause))
        }
        Form::Zap => {
            let read = xml::zap(&String::from_utf8_lossy(text), urls);
            read.map(|()| Some(Kind::Zap)).map_err(|cause| (Kind::Zap, cause))
        }
    }
}

/// Reads a tree as the kind of document that its first members name.
fn read_node(root: &Node, urls: &mut Urls<'_>) -> Option<Kind> {
    // Postman's own interface wraps a collection.
    let root = root.get("collection").unwrap_or(root);
    if openapi::is_one(root) {
        openapi::read(root, urls);
        Some(Kind::OpenApi)
    } else if postman::is_one(root) {
        postman::read(root, urls);
        Some(Kind::Postman)
    } else if har::is_one(root) {
        har::read(root, urls);
        Some(Kind::Har)
    } else if zap::is_one(root) {
        zap::read(root, urls);
        Some(Kind::Zap)
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
