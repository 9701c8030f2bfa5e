//! Finds the host of a request in the text around it. The address of a client is no host, and
//! neither is the server that a proxy asks.

use super::pieces::{Piece, Pieces};
use super::sites::{is_name, is_numeric, is_site, may_be_module, may_be_person};
use crate::bytes::{has_byte, is_alphanumeric_and, is_letters, split_last, split_once};
use crate::input::field_role::FieldRole;
use crate::input::met_names;
use crate::input::request;
use crate::input::word::is_blank;
use bstr::ByteSlice;

/// A host in the text around a request, with the scheme if it is written as a URL.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundHost<'l> {
    pub scheme: &'l [u8],
    pub host: &'l [u8],
}

impl<'l> FoundHost<'l> {
    fn named(host: &'l [u8]) -> Self {
        Self { scheme: b"", host }
    }
}

/// Returns the host of a request from the text before it, in which a time may be in brackets.
pub(super) fn before_request(text: &[u8], time: Option<usize>) -> Option<FoundHost<'_>> {
    if has_byte(text, b'=')
        && let Some(host) = labelled(text)
    {
        return Some(FoundHost::named(host));
    }
    let text = text.strip_suffix(b"\"").unwrap_or(text);
    let Some(open) = time else {
        return beside(text).or_else(|| beside_address(text));
    };
    let (columns, time) = text.split_at(open);
    let (_, behind) = split_once(time, b']')?;
    if behind.len() > 1
        && let Some(host) = beside(behind).or_else(|| beside_address(behind))
    {
        return Some(host);
    }
    beside_client(columns).map(FoundHost::named)
}

/// Returns the offset of the bracket before a time.
pub(super) fn time_start(text: &[u8]) -> Option<usize> {
    let last_colon = memchr::memrchr(b':', text)?;
    for open in memchr::memchr_iter(b'[', &text[..last_colon]) {
        let begins_word = open == 0 || text[open - 1] <= b' ';
        let is_digit = text.get(open + 1).is_some_and(u8::is_ascii_digit);
        if begins_word && is_digit {
            return Some(open);
        }
    }
    None
}

/// Returns the last word before a request if it is a site, or the origin of a URL.
fn beside(text: &[u8]) -> Option<FoundHost<'_>> {
    let text = text.trim_end_with(|c| matches!(c, ' ' | '\t' | '|' | '-' | '}' | ':'));
    let last = match text.rfind_byteset(b" \t|{") {
        Some(blank) => &text[blank + 1..],
        None => text,
    };
    let quoted = last
        .strip_prefix(b"\"")
        .and_then(|last| last.strip_suffix(b"\""));
    let name = quoted.unwrap_or(last);
    if is_site(name) {
        let before = &text[..text.len() - last.len()];
        let is_logger = is_behind_level(before) && may_be_module(name);
        return Some(FoundHost::named(name)).filter(|_| !is_logger);
    }
    let (_, host) = split_last(last, b'/')?;
    let before = last[..last.len() - host.len()].strip_suffix(b"://")?;
    let scheme = &before[before.trim_end_with(|c| c.is_ascii_alphabetic()).len()..];
    if !request::is_scheme(scheme) || !request::is_host(host) {
        return None;
    }
    Some(FoundHost { scheme, host })
}

/// Whether a text ends with a word of letters, such as a level: `INFO`, `[info]`, `warn:`.
fn is_behind_level(text: &[u8]) -> bool {
    let text = text.trim_end_with(|c| c.is_ascii_punctuation() || c == ' ');
    let word = text.rsplit(|byte| *byte <= b' ' || *byte == b'[').next();
    word.is_some_and(|word| !word.is_empty() && is_letters(word))
}

/// Returns the site beside the address of the client, in the last columns before a request:
/// `a.example 192.0.2.7 ann GET /a`.
fn beside_address(columns: &[u8]) -> Option<FoundHost<'_>> {
    let words = columns.trim_ascii_end().rsplit(|byte| is_blank(*byte));
    let mut behind = &b""[..];
    for word in words.take(4) {
        let word = word.trim_with(|c| "[](){}<>\"',;|".contains(c));
        let is_pair = is_numeric(behind) || is_numeric(word);
        if is_pair && is_site(word) {
            return Some(FoundHost::named(word));
        }
        if is_pair && is_site(behind) {
            return Some(FoundHost::named(behind));
        }
        behind = word;
    }
    None
}

/// Returns the virtual host, which stands beside the address of the client, or before the client,
/// the identity and the user.
pub(super) fn beside_client(columns: &[u8]) -> Option<&[u8]> {
    let mut words = columns.trim_ascii_end().rsplit(|byte| *byte == b' ');
    let user = words.next()?;
    let identity = words.next()?;
    // Behind `-`, it may be the name of a user as well: `li.na`.
    let is_place = is_numeric(identity) || identity == b"-" && !may_be_person(user);
    if is_place && is_site(user) {
        return Some(user);
    }
    let Some(client) = words.next() else {
        // Alone before the time, without a user.
        return Some(identity).filter(|_| user == b"-" && is_site(identity));
    };
    if identity != b"-" {
        // In the place of the identity.
        let is_host = is_name(identity) || is_numeric(identity);
        return Some(identity).filter(|_| is_host && is_numeric(client));
    }
    let host = words.next()?;
    let is_alone = words.next().is_none() && is_alphanumeric_and(host, b"-_");
    let is_host = is_name(host) || is_numeric(host) || is_alone && is_numeric(client);
    if is_host && request::is_host(host) {
        return Some(host);
    }
    None
}

/// Returns the host behind a label: a name, or else an address.
fn labelled(text: &[u8]) -> Option<&[u8]> {
    let mut hosts = LabelledHost::default();
    for piece in Pieces::of(text) {
        hosts.add(&piece);
    }
    hosts.best()
}

/// The host that labels name: a name, or else an address.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LabelledHost<'l> {
    name: Option<&'l [u8]>,
    address: Option<&'l [u8]>,
}

impl<'l> LabelledHost<'l> {
    /// Takes the value of a piece if its label names a host.
    pub(super) fn add(&mut self, piece: &Piece<'l>) {
        if piece.label.is_empty() || !request::is_host(piece.value) {
            return;
        }
        if met_names::rank(piece.label, FieldRole::Host).is_none() {
            return;
        }
        let place = if is_numeric(piece.value) {
            &mut self.address
        } else {
            &mut self.name
        };
        place.get_or_insert(piece.value);
    }

    pub(super) fn best(self) -> Option<&'l [u8]> {
        self.name.or(self.address)
    }
}
