//! The fields of a record, and where their texts are.

use super::method::{METHODS, in_capitals};
use super::word::offset_in;

use crate::bytes::{before, is_digits, is_letters, is_one_of, split_once};
use crate::named;
use std::borrow::Cow;

named! {
    /// A field that a record may have.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Field {
        Url = "url",
        /// The HTTP status: three digits.
        Status = "status",
        /// The time of the record, as written.
        Time = "time",
        /// The HTTP method: a common one in capitals, another as written.
        Method = "method",
        /// The body of the request. A JSON value stays JSON.
        Body = "body",
        /// The media type of the response, with its parameters: `text/html; charset=utf-8`.
        ContentType = "content-type",
        /// The title of the page.
        Title = "title",
        /// The length of the response in bytes, as digits.
        Size = "size",
        /// The number of words in the response, as digits.
        Words = "words",
        /// The number of lines in the response, as digits.
        Lines = "lines",
        /// A digest or hash of the response, by any function.
        Digest = "digest",
        /// The target of a redirect, absolute or relative to the URL.
        Location = "location",
    }
}

/// One item for each field, in the order of [`Field::ALL`].
pub(super) type PerField<T> = [T; Field::ALL.len()];

impl Field {
    /// Returns the field of this name, in any case and with `_` for `-`.
    ///
    /// ```
    /// use urlsift_url::input::Field;
    /// assert_eq!(Field::of("Content_Type"), Some(Field::ContentType));
    /// assert_eq!(Field::of("server"), None);
    /// ```
    pub fn of(name: &str) -> Option<Self> {
        let name = name.trim().replace('_', "-");
        let mut fields = Self::ALL.into_iter();
        fields.find(|field| field.name().eq_ignore_ascii_case(&name))
    }

    /// Cuts the text of this field out of a value. `None` if the value has none: `null`, `-` and an
    /// empty text are no value, a status has three digits, a size only digits.
    pub(super) fn value(self, text: &[u8]) -> Option<&[u8]> {
        if is_absent(text) {
            return None;
        }
        if self == Self::Body {
            return Some(text);
        }
        let text = text.trim_ascii();
        match self {
            Self::Status => status(text),
            Self::Size | Self::Words | Self::Lines => {
                if text.len() >= 20 || !is_digits(text) {
                    return None;
                }
                Some(text)
            }
            Self::Method => method(text),
            _ => Some(text),
        }
    }
}

/// Returns the status of a value: it may have the reason as well, `403 Forbidden`, be a decimal,
/// `403.0`, or stand behind the result of a cache or the version, `TCP_MISS/403`, `HTTP/1.1 403`.
fn status(text: &[u8]) -> Option<&[u8]> {
    let mut text = text;
    if let [b'A'..=b'Z', b'A'..=b'Z', ..] = text
        && let Some((_, behind)) = split_once(text, b'/')
    {
        text = behind.strip_prefix(b"1.1 ").unwrap_or(behind);
        text = text.strip_prefix(b"2 ").unwrap_or(text);
    }
    let (digits, behind) = text.split_at_checked(3)?;
    if !is_digits(digits) || digits.starts_with(b"0") {
        return None;
    }
    match behind {
        [] | [b' ', ..] | b".0" => Some(digits),
        _ => None,
    }
}

/// Returns the method that begins a value, which may be the request line, or the whole request.
pub(super) fn method(text: &[u8]) -> Option<&[u8]> {
    let method = before(text, |byte| byte == b' ');
    let is_request = match &text[method.len()..] {
        [] | [b' ', b'/', ..] | [b' ', b'\\', b'/', ..] => true,
        [_, rest @ ..] => is_address(rest) || is_template(rest),
    };
    if !is_request || !is_method(method) {
        return None;
    }
    Some(in_capitals(method))
}

/// Whether a text is the path of a route without its first slash: `product/{id}`.
fn is_template(text: &[u8]) -> bool {
    text.contains(&b'/') && !text.contains(&b' ')
}

/// Whether a value means that the field is missing.
pub(super) fn is_absent(text: &[u8]) -> bool {
    matches!(text.trim_ascii(), b"" | b"-" | b"null")
}

/// Whether a method only reads.
pub(crate) fn is_reading(method: &[u8]) -> bool {
    method.eq_ignore_ascii_case(b"GET") || method.eq_ignore_ascii_case(b"HEAD")
}

/// Whether a word is the method of a request: a common one in any case, another in capitals.
pub(super) fn is_method(word: &[u8]) -> bool {
    if is_one_of(word, &METHODS) {
        return true;
    }
    let is_letter = |byte: &u8| byte.is_ascii_uppercase() || b"-_".contains(byte);
    matches!(word.len(), 3..=20) && word.iter().all(is_letter)
}

/// Whether a text begins with an absolute URL. Its slashes may be escaped.
pub(super) fn is_address(text: &[u8]) -> bool {
    match split_once(text, b':') {
        Some((scheme, rest)) => {
            let has_slash = rest.starts_with(b"//") || rest.starts_with(b"\\/");
            has_slash && scheme.len() > 1 && is_letters(scheme)
        }
        None => false,
    }
}

/// The place of a field's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldText<'r> {
    /// A part of the record.
    Written(&'r [u8]),
    /// The whole buffer of the caller, unescaped.
    Buffered,
}

impl<'r> FieldText<'r> {
    /// Returns the bytes, given the caller's buffer.
    pub fn bytes(self, buffer: &'r [u8]) -> &'r [u8] {
        match self {
            Self::Written(text) => text,
            Self::Buffered => buffer,
        }
    }

    /// Returns a text as `Text`; a text that does not borrow from the record goes into the buffer.
    pub(super) fn stored(text: Cow<'r, [u8]>, buffer: &mut Vec<u8>) -> Self {
        match text {
            Cow::Borrowed(text) => Self::Written(text),
            Cow::Owned(text) => {
                *buffer = text;
                Self::Buffered
            }
        }
    }

    /// Cuts the text of a field out of this one; `None` if it has none.
    pub(super) fn of(self, field: Field, buffer: &mut Vec<u8>) -> Option<Self> {
        match self {
            Self::Written(text) => field.value(text).map(Self::Written),
            Self::Buffered => {
                let value = field.value(buffer)?;
                let length = value.len();
                let Some(start) = offset_in(buffer, value) else {
                    *buffer = value.to_vec();
                    return Some(Self::Buffered);
                };
                buffer.truncate(start + length);
                buffer.drain(..start);
                Some(Self::Buffered)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_fields() {
        for (number, field) in Field::ALL.into_iter().enumerate() {
            assert_eq!(
                (field as usize, Field::of(field.name())),
                (number, Some(field))
            );
        }
        assert_eq!(Field::of(" Content_Type "), Some(Field::ContentType));
        assert_eq!(Field::of("status_code"), None);
    }

    #[test]
    fn values_are_cut_out_or_refused() {
        for (field, text, wanted) in [
            (Field::Method, "POST", Some("POST")),
            (Field::Method, "delete", Some("DELETE")),
            (Field::Method, "PROPFIND", Some("PROPFIND")),
            (Field::Method, "POST /a HTTP/1.1", Some("POST")),
            (
                Field::Method,
                "GET https://a.example/ HTTP/1.1",
                Some("GET"),
            ),
            (Field::Method, "GET the book", None),
            (Field::Method, "bruteforce", None),
            (Field::Method, "-", None),
            (Field::Status, "404", Some("404")),
            (Field::Status, " 404 ", Some("404")),
            (Field::Status, "0", None),
            (Field::Status, "ok", None),
            (Field::Status, "403 Forbidden", Some("403")),
            (Field::Status, "TCP_MISS/403", Some("403")),
            (Field::Status, "HTTP/1.1 403 Forbidden", Some("403")),
            (Field::Status, "HTTP/2 403", Some("403")),
            (Field::Status, "1/403", None),
            (Field::Size, "1234", Some("1234")),
            (Field::Size, "12KB", None),
            (Field::Title, "null", None),
            (Field::Title, " Sign in ", Some("Sign in")),
            (Field::Location, "-", None),
            (Field::Body, "a=1 ", Some("a=1 ")),
            (Field::Body, "", None),
        ] {
            assert_eq!(
                field.value(text.as_bytes()),
                wanted.map(str::as_bytes),
                "{field}: {text}"
            );
        }
    }
}
