//! The values that fit a role. A name alone says little: `Status` may be `COMPLETE`, `method` the
//! way of a payment, `host` a machine.

use super::field::{Field, is_absent};
use super::field_names::NameCandidate;
use super::field_role::FieldRole;
use super::json_value::JsonValue;
use super::method;
use super::request::{self, HostForm, HostKind};
use super::status;
use crate::bytes::{has_byte, leading_digits};
use crate::parse;

/// Loss of a host without a dot or a port, which may be the name of a machine.
const MACHINE_LOSS: i16 = 300;

/// Gain of the name of a host over every address.
pub(super) const NAME_GAIN: i16 = 2000;

/// Ranks below which the value under the name of a host has to be the whole name, or with its
/// scheme.
const WHOLE_NAME: i16 = 280;
const WITH_SCHEME: i16 = 170;

/// A value that fits a role.
pub(super) struct FittingValue<'r> {
    /// The value; of a method or status, what was cut out of it.
    pub value: JsonValue<'r>,
    pub rank: i16,
}

/// Returns the highest rank that a value may have under a name.
pub(super) fn highest_rank(candidate: NameCandidate) -> i16 {
    match candidate.role {
        FieldRole::Host => candidate.rank.saturating_add(NAME_GAIN),
        _ => candidate.rank,
    }
}

/// Returns the rank of a host under a name of a rank.
fn host_rank(rank: i16, text: &[u8]) -> Option<i16> {
    let host = HostForm::of(text)?;
    if rank < WITH_SCHEME && !host.has_scheme {
        return None;
    }
    let rank = match host.kind {
        HostKind::Name => rank.saturating_add(NAME_GAIN),
        _ if rank < WHOLE_NAME => return None,
        HostKind::Address => rank,
        HostKind::Machine => rank - MACHINE_LOSS,
    };
    Some(rank).filter(|rank| *rank > 0)
}

/// Whether a value says nothing under any name.
pub(super) fn is_none(value: JsonValue<'_>) -> bool {
    is_absent(value.bytes()) || value.is_truth()
}

/// The rank of a host under the name of a URL: any URL with a slash counts before it.
const HOST_AS_URL: i16 = 1;

impl<'r> FittingValue<'r> {
    /// Returns what a value is under a name; `None` if it does not fit.
    pub(super) fn of(candidate: NameCandidate, value: JsonValue<'r>) -> Option<Self> {
        let NameCandidate { role, is_sure, .. } = candidate;
        match value {
            JsonValue::Nested(_) if role != FieldRole::Body => return None,
            JsonValue::First(_) if role.is_of_request() => return None,
            _ => {}
        }
        let text = value.bytes();
        let mut fitting = Self {
            value,
            rank: candidate.rank,
        };
        let fits = match role {
            FieldRole::Url => {
                if !has_byte(text, b'/') {
                    fitting.rank = fitting.rank.min(HOST_AS_URL);
                }
                value.is_quoted() && is_url(text, is_sure)
            }
            FieldRole::Status => {
                fitting.value = JsonValue::Plain(status_in(text, is_sure)?);
                true
            }
            FieldRole::Method => {
                fitting.value = JsonValue::Plain(method_in(text, is_sure)?);
                true
            }
            FieldRole::Scheme => request::is_scheme(text),
            FieldRole::Host => {
                fitting.rank = host_rank(candidate.rank, text)?;
                true
            }
            FieldRole::Port => request::is_unusual_port(text),
            FieldRole::Path => request::begins_with_slash(text),
            FieldRole::Target => request::begins_with_slash(text) && !text.contains(&b' '),
            FieldRole::RequestLine => request::target(text).is_some(),
            FieldRole::Query => value.is_quoted() && is_query(text, is_sure),
            FieldRole::Time => is_time(text),
            FieldRole::Location
            | FieldRole::Message
            | FieldRole::Override
            | FieldRole::Operation => value.is_quoted(),
            role => role
                .field()
                .is_some_and(|field| field.value(text).is_some()),
        };
        fits.then_some(fitting)
    }
}

/// Whether a text may be a URL. Under a name that may also be another thing, it has a scheme. Its
/// slashes may be escaped.
fn is_url(text: &[u8], is_sure: bool) -> bool {
    let text = text.trim_ascii_start();
    if !is_sure {
        return super::field::is_address(text);
    }
    if text.starts_with(b"/") {
        return text.starts_with(b"//");
    }
    text.starts_with(b"http") || text.starts_with(br"\/\/") || parse::authority(text).is_some()
}

/// Returns the status in a text that is no whole response.
fn status_in(text: &[u8], is_sure: bool) -> Option<&[u8]> {
    if has_byte(text, b'\\') {
        return None;
    }
    let digits = Field::Status.value(text)?;
    (is_sure || status::is_status(digits)).then_some(digits)
}

/// Returns the method with which a text begins, in capitals.
fn method_in(text: &[u8], is_sure: bool) -> Option<&[u8]> {
    if method::is_method(text) {
        return Some(text);
    }
    let method = Field::Method.value(text)?;
    let is_one = is_sure || method::is_method(method) && text.starts_with(method);
    is_one.then_some(method)
}

/// Whether a text may be the query of a URL, and not an object with its parameters, or words that
/// were searched for.
fn is_query(text: &[u8], is_sure: bool) -> bool {
    if matches!(text, [b'{' | b'[', ..]) || text.contains(&b' ') {
        return false;
    }
    is_sure || text.starts_with(b"?") || text.contains(&b'=')
}

/// Whether a text is a time, and not a duration: a number of seconds since 1970 or a finer one, or
/// digits with separators.
fn is_time(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let digits = leading_digits(text);
    if digits >= 9 {
        return true;
    }
    let is_separator = |byte: &u8| b"-/:".contains(byte);
    let separators = text.iter().filter(|byte| is_separator(byte));
    separators.count() >= 2 && text.iter().any(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(role: FieldRole, is_sure: bool, text: &str) -> bool {
        let candidate = NameCandidate {
            role,
            rank: 500,
            is_sure,
            is_target: false,
        };
        let value = JsonValue::Text(text.as_bytes());
        !is_none(value) && FittingValue::of(candidate, value).is_some()
    }

    #[test]
    fn the_value_decides_what_a_name_says() {
        for (role, text, sure, doubtful) in [
            (FieldRole::Status, "404", true, true),
            (FieldRole::Status, "404 Not Found", true, true),
            (FieldRole::Status, "TCP_MISS/404", true, true),
            (FieldRole::Status, "HTTP/1.1 404 Not Found", true, true),
            (FieldRole::Status, "999", true, false),
            (FieldRole::Status, "COMPLETE", false, false),
            (FieldRole::Status, "true", false, false),
            (FieldRole::Status, "2xx", false, false),
            (FieldRole::Status, r"HTTP/1.1 200 OK\r\n", false, false),
            (FieldRole::Method, "DELETE", true, true),
            (FieldRole::Method, "BREW", true, false),
            (FieldRole::Method, "delete", true, false),
            (FieldRole::Method, "GET product/{id}", true, true),
            (FieldRole::Method, "card", false, false),
            (FieldRole::Method, "Network.responseReceived", false, false),
            (FieldRole::Url, "https://a.example/", true, true),
            (FieldRole::Url, "a.example/x", true, false),
            (FieldRole::Url, "/x", false, false),
            (FieldRole::Url, "tea", false, false),
            (FieldRole::Path, "/x", true, true),
            (FieldRole::Path, r"\/x", true, true),
            (FieldRole::Path, "x", false, false),
            (FieldRole::RequestLine, "GET /x HTTP/1.1", true, true),
            (FieldRole::RequestLine, "/x", false, false),
            (FieldRole::Host, "a.example", true, true),
            (FieldRole::Host, "https://a.example", true, true),
            (FieldRole::Host, "_", false, false),
            (FieldRole::Host, "true", false, false),
            (FieldRole::Host, "two words", false, false),
            (FieldRole::Port, "8080", true, true),
            (FieldRole::Port, "443", false, false),
            (FieldRole::Query, "a=1", true, true),
            (FieldRole::Query, "flat", true, false),
            (FieldRole::Query, "select a=1", false, false),
            (FieldRole::Scheme, "https", true, true),
            (FieldRole::Scheme, "HTTP/1.1", false, false),
            (FieldRole::Time, "2026-05-01T10:00:00Z", true, true),
            (FieldRole::Time, "[10/Oct/2026:13:55:36 +0000]", true, true),
            (FieldRole::Time, "1795918377.8", true, true),
            (FieldRole::Time, "2.017781706s", false, false),
            (FieldRole::Time, "0.001", false, false),
        ] {
            let found = [fit(role, true, text), fit(role, false, text)];
            assert_eq!(found, [sure, doubtful], "{role:?}: {text}");
        }
    }
}
