//! Hosts in members of JSON objects that have no URL with a scheme or a path: targets of scanners
//! and names that a resolver found.

use super::field_role::FieldRole;
use super::field_value::NAME_GAIN;
use super::found_roles::{FoundRoles, FoundValue};
use super::found_url::{HOST_ALONE, UrlForm};
use crate::bytes::is_digits;
use crate::host::{split_port, without_port};
use crate::token;
use bstr::ByteSlice;
use std::net::IpAddr;

impl<'r> FoundRoles<'r> {
    /// Returns the form of the URL of an object, which may be a host alone.
    pub(super) fn object_form(&self) -> Option<UrlForm<'r>> {
        self.url_form().or_else(|| self.lone_host())
    }

    /// Returns the host under the name of a URL, or under `host`. In an event with a message, it is
    /// that of a machine that takes part.
    #[cold]
    fn lone_host(&self) -> Option<UrlForm<'r>> {
        let is_event = self.has_met(FieldRole::Message) || self.has_met(FieldRole::Envelope);
        if is_event || self.has(FieldRole::Path) {
            return None;
        }
        let found = match self.get(FieldRole::Url) {
            Some(url) if url.is_sure => url,
            _ => self.target_host()?,
        };
        is_host(found.value.bytes()).then_some(UrlForm::Whole(found))
    }

    /// Returns the host under `host` or a better name. With a time alone beside it, it is that of a
    /// machine that was measured.
    fn target_host(&self) -> Option<FoundValue<'r>> {
        let is_measured = self.has_met(FieldRole::Time)
            && !self.has_met(FieldRole::Port)
            && !self.has_met(FieldRole::Status);
        let host = self.get(FieldRole::Host).filter(|_| !is_measured)?;
        // The rank of a name has a gain. An address without a port is that of a client.
        let text = host.value.bytes();
        let has_name = token::is_host(without_port(text));
        let gain = if has_name { NAME_GAIN } else { 0 };
        (host.rank >= HOST_ALONE + gain && address_of(text).is_none()).then_some(host)
    }
}

/// Whether a text is a host that no other word is: a name under a top-level domain, an address,
/// this machine, or a name with a port of several digits.
fn is_host(text: &[u8]) -> bool {
    let (name, port) = split_port(text.trim_ascii());
    let is_known = token::is_host(name)
        || name.eq_ignore_ascii_case(b"localhost")
        || address_of(name).is_some();
    match port {
        None => is_known,
        Some(port) if !matches!(port.len(), 1..=5) => false,
        Some(port) => is_known || port.len() > 1 && is_machine(name),
    }
}

/// Whether a text is the name of a machine, which is no number.
fn is_machine(name: &[u8]) -> bool {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    !name.is_empty() && !is_digits(name) && name.iter().all(is_of_name) && !token::is_file(name)
}

/// Returns an address without a port; one of version 6 stands in brackets.
fn address_of(text: &[u8]) -> Option<IpAddr> {
    let text = text.to_str().ok()?;
    match text.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']')?.parse().ok(),
        None => text.parse().ok().filter(IpAddr::is_ipv4),
    }
}
