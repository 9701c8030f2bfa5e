//! The kinds of documents, and how each is read.

use crate::node::{self, SkippedMembers, Subtree};
use crate::sniff::Notation;
use crate::urls::Urls;
use crate::{feed, har, openapi, postman, robots, xml, yaml, zap};
use memchr::memmem;

/// A kind of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DocumentKind {
    OpenApi,
    /// One with operations that have no address.
    OpenApiWithHooks,
    Postman,
    Har,
    Burp,
    Zap,
    Sitemap,
    Feed,
    Robots,
}

impl DocumentKind {
    /// Returns the name for notes.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::OpenApi => "an API description",
            Self::OpenApiWithHooks => {
                "an API description, without webhooks and callbacks that have no address"
            }
            Self::Postman => "a Postman collection",
            Self::Har => "a HAR file",
            Self::Burp => "a Burp export",
            Self::Zap => "a ZAP report",
            Self::Sitemap => "a sitemap",
            Self::Feed => "a feed",
            Self::Robots => "robots.txt",
        }
    }

    /// Returns the probable kind of a document, even if it cannot be read.
    pub(crate) fn probable(text: &[u8]) -> Option<Self> {
        const MARKS: [(DocumentKind, &[&str]); 13] = [
            (DocumentKind::OpenApi, &["\"openapi\""]),
            (DocumentKind::OpenApi, &["\"swagger\"", "\"paths\""]),
            (DocumentKind::Postman, &["_postman_id"]),
            (
                DocumentKind::Postman,
                &["schema.getpostman.com", "\"item\""],
            ),
            (
                DocumentKind::Har,
                &["\"log\"", "\"entries\"", "\"request\""],
            ),
            (DocumentKind::Zap, &["\"@programName\"", "\"site\""]),
            (DocumentKind::Burp, &["<items", "burpVersion"]),
            (DocumentKind::Burp, &["<issues", "burpVersion"]),
            (DocumentKind::Zap, &["<OWASPZAPReport"]),
            (DocumentKind::Sitemap, &["<urlset", "<loc>"]),
            (DocumentKind::Sitemap, &["<sitemapindex", "<loc>"]),
            (DocumentKind::Feed, &["<rss", "<channel"]),
            (DocumentKind::Feed, &["<feed", "<entry"]),
        ];
        let has = |mark: &&str| memmem::find(text, mark.as_bytes()).is_some();
        for (kind, marks) in MARKS {
            if marks.iter().all(has) {
                return Some(kind);
            }
        }
        None
    }
}

/// Appends the URLs of a whole document to `urls`. Returns its kind, or `None` if the kind is
/// unknown, in which case nothing is appended.
///
/// # Errors
///
/// A document of a known kind that cannot be read, with the reason. URLs read before the error stay
/// appended.
pub(crate) fn read(
    notation: Notation,
    text: &[u8],
    urls: &mut Urls<'_>,
) -> Result<Option<DocumentKind>, (DocumentKind, String)> {
    urls.begin(text.len());
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let kind = match notation {
        Notation::Json => match DocumentKind::probable(text) {
            Some(kind) => kind,
            None => return Ok(None),
        },
        Notation::Yaml => DocumentKind::OpenApi,
        Notation::Burp | Notation::Issues => DocumentKind::Burp,
        Notation::Zap => DocumentKind::Zap,
        Notation::Sitemap => DocumentKind::Sitemap,
        Notation::Feed => DocumentKind::Feed,
        Notation::Robots => DocumentKind::Robots,
    };
    let text = String::from_utf8_lossy(text);
    let skipped = match kind {
        DocumentKind::OpenApi => SkippedMembers::OfDescription,
        _ => SkippedMembers::OfRecording,
    };
    let read = match notation {
        Notation::Json => node::of_json(&text, skipped).map(|root| read_node(&root, urls)),
        Notation::Yaml => yaml::read(&text).map(|root| read_node(&root, urls)),
        Notation::Burp | Notation::Zap => xml::items(&text, urls).map(|()| Some(kind)),
        Notation::Issues => xml::issues(&text, urls).map(|()| Some(kind)),
        Notation::Sitemap | Notation::Feed => feed::read(&text, urls).map(|()| Some(kind)),
        Notation::Robots => {
            robots::read(&text, urls);
            Ok(Some(kind))
        }
    };
    read.map_err(|cause| (kind, cause))
}

/// Reads a tree as the kind of document that its members show.
fn read_node(root: &Subtree, urls: &mut Urls<'_>) -> Option<DocumentKind> {
    // Postman's own interface wraps the collection.
    let root = root.get("collection").unwrap_or(root);
    if openapi::is_one(root) {
        let has_nameless = openapi::read(root, urls);
        Some(if has_nameless {
            DocumentKind::OpenApiWithHooks
        } else {
            DocumentKind::OpenApi
        })
    } else if postman::is_one(root) {
        postman::read(root, urls);
        Some(DocumentKind::Postman)
    } else if har::is_one(root) {
        har::read(root, urls);
        Some(DocumentKind::Har)
    } else if zap::is_one(root) {
        zap::read(root, urls);
        Some(DocumentKind::Zap)
    } else {
        None
    }
}
