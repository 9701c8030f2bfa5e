//! A request and its answer, as a proxy recorded them.

use crate::urls::Urls;
use memchr::{memchr, memmem};
use urlsift_extract::{RequestDetails, multipart_form};

/// The parts of a request and its answer, which may come in any order.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    pub url: String,
    pub method: String,
    pub status: Option<u16>,
    location: String,
    /// Messages that are searched for URLs.
    pub others: Vec<Vec<u8>>,
    /// The first line of the request, and its body.
    target: String,
    body: String,
}

impl Recording {
    pub(crate) fn new(url: &str, method: &str) -> Self {
        Self {
            url: url.trim().to_owned(),
            method: method.to_owned(),
            ..Self::default()
        }
    }

    /// Sets the message of the request: its first line, its headers, and the body after an empty
    /// line.
    pub(crate) fn request(&mut self, mut message: Vec<u8>) {
        let first = memchr(b'\n', &message).unwrap_or(message.len());
        let line = text(&message[..first]);
        let mut words = line.split_ascii_whitespace();
        let method = words.next().unwrap_or_default();
        let target = words.next().unwrap_or_default();
        let version = words.next().unwrap_or_default();
        if !version.starts_with("HTTP/") {
            self.others.push(message);
            return;
        }
        if self.method.trim().is_empty() {
            method.clone_into(&mut self.method);
        }
        target.clone_into(&mut self.target);
        if let Some(start) = body_start(&message) {
            let body = text(&message[start..]);
            let content_type = content_type(&message[..start]);
            self.body = multipart_form(&content_type, &body).unwrap_or(body);
        }
        let rest = message.len().min(first + 1);
        message.drain(..rest);
        self.others.push(self.without_host(message));
    }

    /// Removes the `Host` header that repeats the host of the URL: in a text, it would look like a
    /// URL that was never requested.
    fn without_host(&self, mut headers: Vec<u8>) -> Vec<u8> {
        let mut start = 0;
        for line in headers.split_inclusive(|&b| b == b'\n') {
            if line.trim_ascii().is_empty() {
                break;
            }
            let end = start + line.len();
            if let Some(host) = header_value(line, b"host:") {
                if self.host().eq_ignore_ascii_case(host) {
                    headers.drain(start..end);
                }
                break;
            }
            start = end;
        }
        headers
    }

    /// Returns the host of the URL, with its port if the URL has one.
    fn host(&self) -> &[u8] {
        let (_, rest) = self.url.split_once("://").unwrap_or_default();
        let host = rest.split(['/', '?', '#']).next();
        host.unwrap_or_default().as_bytes()
    }

    /// Completes the URL, which has no query yet, with the first line of the request on this host.
    pub(crate) fn complete(&mut self, urls: &Urls<'_>, host: &str) {
        if let Some(url) = urls.joined(&self.target, host) {
            self.url = url;
        }
    }

    /// Sets the body of the request, if it is recorded separately.
    pub(crate) fn body(&mut self, body: Vec<u8>) {
        self.body = text(&body);
        self.others.push(body);
    }

    /// Sets the head of the answer, which the rest may follow.
    pub(crate) fn response(&mut self, message: Vec<u8>) {
        self.location.clear();
        for line in message.split(|&b| b == b'\n') {
            let line = line.trim_ascii();
            if line.is_empty() {
                break;
            }
            if let Some(location) = header_value(line, b"location:") {
                self.location = text(location);
                break;
            }
        }
        if self.status.is_none() {
            self.status = answer_status(&message);
        }
        self.others.push(message);
    }

    /// Appends the request, and the URLs in its messages.
    pub(crate) fn write(self, urls: &mut Urls<'_>) {
        let request = RequestDetails {
            method: Some(&self.method),
            status: self.status,
            location: Some(&self.location),
            body: Some(&self.body),
        };
        if !self.url.is_empty() {
            urls.request(&self.url, &request);
        }
        // The address in the first line, if it differs.
        if !self.url.ends_with(&self.target)
            && let Some(target) = urls.joined(&self.target, &self.url)
        {
            urls.request(&target, &request);
        }
        // The URLs that it carries.
        if let Some(target) = self.target.strip_prefix('/') {
            urls.search(target.as_bytes(), &self.url);
        }
        for message in &self.others {
            urls.search(message, &self.url);
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the value of a line that is the header of this name, which ends with a colon.
fn header_value<'l>(line: &'l [u8], name: &[u8]) -> Option<&'l [u8]> {
    let (start, value) = line.split_at_checked(name.len())?;
    start.eq_ignore_ascii_case(name).then(|| value.trim_ascii())
}

/// Returns the type of the body, by the headers of a message; empty if they do not say.
fn content_type(head: &[u8]) -> String {
    let mut values = head
        .split(|&b| b == b'\n')
        .filter_map(|line| header_value(line, b"content-type:"));
    text(values.next().unwrap_or_default())
}

/// Returns the status in the first line of an answer.
fn answer_status(message: &[u8]) -> Option<u16> {
    let version = message.strip_prefix(b"HTTP/")?;
    let mut words = version.split(|&b| b == b' ');
    let status = words.nth(1)?.get(..3)?;
    let status = str::from_utf8(status).ok()?;
    status.parse().ok()
}

/// Returns the offset of the body of a message, after the first empty line.
fn body_start(message: &[u8]) -> Option<usize> {
    let mut starts = Vec::new();
    for gap in ["\r\n\r\n", "\n\n"] {
        if let Some(at) = memmem::find(message, gap.as_bytes()) {
            starts.push(at + gap.len());
        }
    }
    starts.into_iter().min()
}
