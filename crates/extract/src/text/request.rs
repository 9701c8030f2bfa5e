//! Writes a request as a line: its URL and the parts that distinguish it from other requests to
//! that URL.
//!
//! | request | its line |
//! |---|---|
//! | `GET`, `HEAD`, or a method that is unknown | `URL` |
//! | any other method | `METHOD URL` |
//! | with a body that names what it carries | `METHOD URL`, a tab, and the body in one line |
//! | answered by an error | `URL [404]`, and so for other methods |
//! | answered by a redirect | `URL [302] [/login]` |
//!
//! The filter reads such a line like any other: as method, URL, status and body.

use super::body;
use urlsift_url::list::list;

/// HTTP methods of the standards, and `WebDAV` methods that read or write.
const METHODS: [&str; 18] = list(
    "CONNECT COPY DELETE GET HEAD LOCK MKCOL MOVE OPTIONS PATCH POST PROPFIND PROPPATCH PUT \
    QUERY REPORT TRACE UNLOCK",
);

/// Parts of a request that are printed in addition to its URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestParts {
    /// The method, and the body of a request that has a method.
    pub method: bool,
    /// The status of the answer, and the target of a redirect.
    pub status: bool,
}

impl Default for RequestParts {
    fn default() -> Self {
        Self {
            method: true,
            status: true,
        }
    }
}

/// The parts of a request besides its URL, as far as they are known.
#[derive(Clone, Copy, Debug, Default)]
pub struct RequestDetails<'r> {
    /// The name of the method.
    pub method: Option<&'r str>,
    /// The status of the answer.
    pub status: Option<u16>,
    /// The target of a redirect.
    pub location: Option<&'r str>,
    /// The body, as it was sent.
    pub body: Option<&'r str>,
}

impl RequestDetails<'_> {
    /// Returns the name of the method in capitals, unless the method only reads.
    fn telling(&self) -> Option<&'static str> {
        known(self.method?.trim().as_bytes()).filter(|method| !matches!(*method, "GET" | "HEAD"))
    }

    /// Appends the part of the line before the URL.
    pub(super) fn begin(&self, wanted: RequestParts, found: &mut Vec<u8>) {
        if let Some(method) = self.telling().filter(|_| wanted.method) {
            found.extend_from_slice(method.as_bytes());
            found.push(b' ');
        }
    }

    /// Appends the part of the line after the URL.
    pub(super) fn end(&self, wanted: RequestParts, found: &mut Vec<u8>) {
        if let Some(status) = self
            .status
            .filter(|&status| wanted.status && is_other(status))
        {
            found.extend_from_slice(format!(" [{status}]").as_bytes());
            let is_plain = |target: &&str| {
                (target.starts_with('/')
                    || target.starts_with("http://")
                    || target.starts_with("https://"))
                    && !target
                        .contains(|c: char| c.is_whitespace() || c.is_control() || "[]".contains(c))
            };
            if let Some(target) = self
                .location
                .filter(|_| status < 400)
                .map(str::trim)
                .filter(is_plain)
            {
                found.extend_from_slice(format!(" [{target}]").as_bytes());
            }
        }
        if wanted.method
            && self.telling().is_some()
            && let Some(line) = self.body.and_then(body::line)
        {
            found.push(b'\t');
            found.extend_from_slice(line.as_bytes());
        }
    }
}

/// Returns whether the answer was something other than the page itself. `304` means that the page
/// is unchanged.
fn is_other(status: u16) -> bool {
    (300..600).contains(&status) && status != 304
}

/// Returns the method that a word names, in capitals.
pub(super) fn known(word: &[u8]) -> Option<&'static str> {
    METHODS
        .iter()
        .copied()
        .find(|method| method.as_bytes().eq_ignore_ascii_case(word))
}

/// Methods that precede a path in logs and messages. Others are also words of scripts: `COPY /a`.
const LOGGED: [&str; 8] = list("CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT");

/// Returns whether a path may follow a word as the target of a request.
pub(super) fn is_method(word: &[u8]) -> bool {
    LOGGED.iter().any(|method| method.as_bytes() == word)
}
