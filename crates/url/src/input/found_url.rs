//! The URL of a record, from the values found for its roles: a whole one, or one joined from host
//! and path, or a path.

use super::field::FieldText;
use super::field_role::FieldRole;
use super::found_roles::{FoundRoles, FoundValue};
use super::request::{self, HostForm, HostKind};
use crate::bytes::{has_byte, split_last};
use bstr::ByteSlice;
use std::borrow::Cow;
use std::net::IpAddr;

/// Rank of the name `host` alone, which some servers give the address of the client.
pub(super) const HOST_ALONE: i16 = 600;

/// Rank below which the name of a URL is doubtful, and by how much that of a path has to be better
/// then.
const DOUBTFUL_URL: i16 = 460;
const BETTER_PATH: i16 = 150;

/// Rank up to which a URL or path belongs to a thing that the record describes.
const DESCRIBED: i16 = 20;

/// The parts that a URL is made of.
#[derive(Clone, Copy)]
pub(super) enum UrlForm<'r> {
    Whole(FoundValue<'r>),
    /// A path, with the host of the request if one is known.
    Path {
        path: FoundValue<'r>,
        host: Option<FoundValue<'r>>,
    },
}

impl<'r> FoundRoles<'r> {
    /// Returns the form of the URL; `None` if there is none.
    pub(super) fn url_form(&self) -> Option<UrlForm<'r>> {
        let may_be_of_request =
            |found: &FoundValue<'_>| found.rank > DESCRIBED || self.is_request();
        let mut path = self.path().filter(may_be_of_request);
        if let Some(url) = self.get(FieldRole::Url).filter(may_be_of_request) {
            let is_path = self.is_path(url.value.bytes());
            let is_worse = path
                .is_some_and(|path| url.rank < DOUBTFUL_URL && path.rank >= url.rank + BETTER_PATH);
            if !is_path && !is_worse {
                return Some(self.below_origin(url, path));
            }
            if is_path {
                path = Some(url);
            }
        }
        let path = path?;
        let host = self.host_beside(path);
        let is_of_request = path.is_sure || self.is_request();
        if !is_of_request && host.is_none() {
            return None;
        }
        Some(UrlForm::Path { path, host })
    }

    /// Returns the form of a URL. One without a path names the server of a request whose method
    /// and path stand beside it.
    fn below_origin(&self, url: FoundValue<'r>, path: Option<FoundValue<'r>>) -> UrlForm<'r> {
        let is_page = |path: &FoundValue<'_>| {
            let text = path.value.bytes();
            request::target(text).unwrap_or(text) != b"/"
        };
        let is_origin = || {
            let text = url.value.bytes();
            !text.ends_with(b"/") && request::host_of_origin(text).is_some()
        };
        match path.filter(is_page) {
            Some(path) if self.has(FieldRole::Method) && is_origin() => {
                let host = self.host_of_request();
                let host = host.filter(|host| host.rank > url.rank).or(Some(url));
                UrlForm::Path { path, host }
            }
            _ => UrlForm::Whole(url),
        }
    }

    /// Whether a request has its path under no name that says so.
    pub(super) fn lacks_path(&self) -> bool {
        let places = [FieldRole::Url, FieldRole::Path, FieldRole::RequestLine];
        let is_request =
            self.has(FieldRole::Method) || self.has(FieldRole::Status) && self.has(FieldRole::Host);
        is_request
            && !places.into_iter().any(|role| self.has(role))
            && !has_byte(self.bytes(FieldRole::Message), b'/')
    }

    /// Returns the path, or the request line with it, or the only text that may be one.
    fn path(&self) -> Option<FoundValue<'r>> {
        if self.lacks_path() {
            return self.get(FieldRole::Target).filter(|target| target.is_sure);
        }
        let line = self.get(FieldRole::RequestLine);
        let path = self.get(FieldRole::Path);
        match path.zip(line) {
            Some((path, line)) if path.rank < line.rank => Some(line),
            _ => path.or(line),
        }
    }

    /// Whether the record is about a request. A path alone may belong to a file.
    fn is_request(&self) -> bool {
        let roles = [FieldRole::Method, FieldRole::Status, FieldRole::RequestLine];
        roles.into_iter().any(|role| self.has(role))
    }

    /// Whether a text is a path, or a request for one. Servers log paths that begin with two
    /// slashes.
    pub(super) fn is_path(&self, text: &[u8]) -> bool {
        if text.starts_with(b"//") || text.starts_with(br"\/\/") {
            return self.is_request();
        }
        request::is_path(text)
    }

    /// Returns the host of the request.
    pub(super) fn host_of_request(&self) -> Option<FoundValue<'r>> {
        let host = self.get(FieldRole::Host)?;
        if host.rank <= HOST_ALONE && self.is_of_machine(host) {
            return None;
        }
        Some(host)
    }

    /// Returns the host of the request with this path. Records of files have the name of a machine
    /// and the path of the file. The host of a target has the path of one.
    fn host_beside(&self, path: FoundValue<'r>) -> Option<FoundValue<'r>> {
        let host = self.host_of_request()?;
        if host.is_target && !host.is_sure {
            return path.is_target.then_some(host);
        }
        if path.is_sure || self.is_request() {
            return Some(host);
        }
        let is_of_file = self.has(FieldRole::Message) && !host.is_sure;
        if is_of_file || HostForm::of(host.value.bytes())?.kind == HostKind::Machine {
            return None;
        }
        Some(host)
    }

    /// Whether a value under `host` is that of another machine: an address is the client beside a
    /// whole request line, or if no other member has the client of a visitor; a name without a dot
    /// is the machine that writes a message.
    fn is_of_machine(&self, host: FoundValue<'r>) -> bool {
        let host = host.value.bytes();
        if is_network_address(host) {
            let line = split_last(self.bytes(FieldRole::RequestLine), b' ');
            let has_version = line.is_some_and(|(_, version)| version.starts_with(b"HTTP/"));
            let has_client = self.has_met(FieldRole::Client);
            return has_version || self.has_met(FieldRole::Visitor) && !has_client;
        }
        let is_machine = |host: HostForm<'_>| host.kind == HostKind::Machine;
        let is_event = self.has(FieldRole::Message) || self.has_met(FieldRole::Envelope);
        is_event && HostForm::of(host).is_some_and(is_machine)
    }

    /// Writes the URL of a path, with the other parts that are found. Returns its text.
    pub(super) fn write_path(
        &self,
        path: Cow<'r, [u8]>,
        host: Option<FoundValue<'r>>,
        buffer: &mut Vec<u8>,
    ) -> FieldText<'r> {
        let query = self.get(FieldRole::Query);
        let query = query.map(|found| found.value.text());
        let query = query.filter(|_| !has_byte(&path, b'?'));
        let Some(host) = host else {
            return lone_path(path, query, buffer);
        };
        buffer.clear();
        let path = path.trim_ascii();
        let target = request::target(path).unwrap_or(path);
        if !target.starts_with(b"/") && request::is_absolute(target) {
            buffer.extend_from_slice(target);
        } else {
            self.write_origin(host, buffer);
            if !target.starts_with(b"/") {
                buffer.push(b'/');
            }
            buffer.extend_from_slice(target);
        }
        write_query(query.as_deref(), buffer);
        FieldText::Buffered
    }

    /// Writes the scheme, the host and the port of the request.
    fn write_origin(&self, host: FoundValue<'r>, url: &mut Vec<u8>) {
        let text = host.value.text();
        let host = text.trim_ascii();
        if request::is_absolute(host) {
            url.extend_from_slice(host.trim_end_with(|mark| mark == '/'));
            return;
        }
        if let Some(scheme) = self.get(FieldRole::Scheme) {
            url.extend(scheme.value.bytes().iter().map(u8::to_ascii_lowercase));
            url.push(b':');
        }
        url.extend_from_slice(b"//");
        url.extend_from_slice(host);
        if !has_byte(host, b':')
            && let Some(port) = self.get(FieldRole::Port)
        {
            url.push(b':');
            url.extend_from_slice(port.value.bytes());
        }
    }
}

/// Writes a query behind a path, unless there is none.
fn write_query(query: Option<&[u8]>, url: &mut Vec<u8>) {
    let query = query.unwrap_or_default().trim_ascii();
    let query = query.strip_prefix(b"?").unwrap_or(query);
    if !query.is_empty() {
        url.push(b'?');
        url.extend_from_slice(query);
    }
}

/// Whether a text is the address of a machine, without a port.
fn is_network_address(text: &[u8]) -> bool {
    match text.to_str() {
        Ok(text) => text.parse::<IpAddr>().is_ok(),
        Err(_) => false,
    }
}

/// Returns a path without all but one of its first slashes: two would name a host.
fn one_slash(path: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let slashes = path.iter().take_while(|byte| **byte == b'/').count();
    let doubled = slashes.saturating_sub(1);
    match path {
        Cow::Borrowed(text) => Cow::Borrowed(&text[doubled..]),
        Cow::Owned(mut text) => {
            text.drain(..doubled);
            Cow::Owned(text)
        }
    }
}

/// Returns a path without a host, with its query.
fn lone_path<'r>(
    path: Cow<'r, [u8]>,
    query: Option<Cow<'r, [u8]>>,
    buffer: &mut Vec<u8>,
) -> FieldText<'r> {
    let path = match path {
        Cow::Borrowed(text) => Cow::Borrowed(request::target(text).unwrap_or(text)),
        Cow::Owned(text) => Cow::Owned(request::target(&text).unwrap_or(&text).to_vec()),
    };
    let path = one_slash(path);
    let Some(query) = query else {
        return FieldText::stored(path, buffer);
    };
    buffer.clear();
    buffer.extend_from_slice(&path);
    write_query(Some(&query), buffer);
    FieldText::Buffered
}
