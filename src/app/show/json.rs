//! JSON in the form that this program prints: compact, members in the order of the fields, and
//! without characters that a terminal would interpret.

use std::io::{self, Write};

use bstr::ByteSlice;
use data_encoding::HEXLOWER;
use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;
use urlsift::memory::Timestamp;

use super::message::is_unprintable;

/// Appends a value, which writes to memory without fail.
pub(crate) fn append(value: &impl Serialize, bytes: &mut Vec<u8>) {
    let mut serializer = serde_json::Serializer::with_formatter(bytes, Harmless);
    let _ = value.serialize(&mut serializer);
}

/// Appends a value and a newline.
pub(crate) fn append_line(value: &impl Serialize, bytes: &mut Vec<u8>) {
    append(value, bytes);
    bytes.push(b'\n');
}

/// Appends bytes as quoted text; invalid UTF-8 becomes U+FFFD.
///
/// The same as [`LossyText`], in a tenth of the time if nothing needs escaping.
pub(crate) fn append_text(text: &[u8], bytes: &mut Vec<u8>) {
    if !is_plain(text) {
        append(&LossyText(text), bytes);
        return;
    }
    bytes.reserve(text.len() + 2);
    bytes.push(b'"');
    bytes.extend_from_slice(text);
    bytes.push(b'"');
}

/// Appends a number. Every record has one, so it bypasses `fmt`.
pub(crate) fn append_number(number: u64, bytes: &mut Vec<u8>) {
    let mut digits = itoa::Buffer::new();
    bytes.extend_from_slice(digits.format(number).as_bytes());
}

/// Says whether text needs no escapes.
fn is_plain(text: &[u8]) -> bool {
    // Many bytes are checked together, without an early exit; the last ones overlap those before.
    match text.len() {
        16.. => is_plain_by::<16>(text),
        8.. => is_plain_by::<8>(text),
        4.. => is_plain_by::<4>(text),
        _ => !text.iter().copied().any(is_escaped),
    }
}

/// Returns whether text of at least this many bytes needs no escapes.
fn is_plain_by<const CHUNK: usize>(text: &[u8]) -> bool {
    let mut escaped = [false; CHUNK];
    let mut note = |bytes: &[u8; CHUNK]| {
        for (escaped, &byte) in escaped.iter_mut().zip(bytes) {
            *escaped |= is_escaped(byte);
        }
    };
    let (chunks, _) = text.as_chunks();
    for bytes in chunks {
        note(bytes);
    }
    if let Some(bytes) = text.last_chunk() {
        note(bytes);
    }
    escaped == [false; CHUNK]
}

/// Says whether a byte is a control character, a quote, a backslash, or not ASCII.
#[allow(
    clippy::needless_bitwise_bool,
    reason = "without branches, a processor compares many bytes at once"
)]
fn is_escaped(byte: u8) -> bool {
    (byte.wrapping_sub(b' ') > b'~' - b' ') | (byte == b'"') | (byte == b'\\')
}

/// Appends a number with at most six decimals. Most are 100 percent and bypass `fmt`.
pub(crate) fn append_rounded(number: f64, bytes: &mut Vec<u8>) {
    let number = round(number);
    if number.to_bits() == 100.0_f64.to_bits() {
        bytes.extend_from_slice(b"100");
    } else {
        let _ = write!(bytes, "{number}");
    }
}

/// Returns a share in percent.
pub(crate) fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Rounds to six decimals; weights have fewer.
pub(crate) fn round(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// An object as text, member by member.
#[derive(Default)]
pub(crate) struct Object(Vec<u8>);

impl Object {
    /// Adds a member.
    pub(crate) fn with(mut self, name: &str, value: impl Serialize) -> Self {
        self.begin(name);
        append(&value, &mut self.0);
        self
    }

    /// Adds a member, if it has a value.
    pub(crate) fn with_some(self, name: &str, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds a member that should be text, and the same in hexadecimal digits if it is not UTF-8.
    pub(crate) fn with_bytes(self, name: &str, bytes: &[u8]) -> Self {
        self.with(name, LossyText(bytes))
            .with_some(&format!("{name}_hex"), Hex::of(bytes))
    }

    /// Adds a line: how often it came, and when first and last, in milliseconds since 1970.
    pub(crate) fn with_line(self, line: &[u8], first: i64, last: i64, count: u64) -> Self {
        self.with_bytes("line", line)
            .with("first", Timestamp(first).to_string())
            .with("last", Timestamp(last).to_string())
            .with("count", count)
    }

    /// Adds a member that is an object, or null.
    pub(crate) fn with_object(mut self, name: &str, object: impl Into<Option<Self>>) -> Self {
        self.begin(name);
        match object.into() {
            Some(object) => self.append(object),
            None => self.0.extend_from_slice(b"null"),
        }
        self
    }

    /// Adds a member that is a list: one object for each item.
    pub(crate) fn with_objects<T>(
        mut self,
        name: &str,
        items: impl IntoIterator<Item = T>,
        object: impl Fn(T) -> Self,
    ) -> Self {
        self.begin(name);
        self.0.push(b'[');
        for (number, item) in items.into_iter().enumerate() {
            if number > 0 {
                self.0.push(b',');
            }
            self.append(object(item));
        }
        self.0.push(b']');
        self
    }

    /// Returns the object as a line.
    pub(crate) fn line(self) -> Vec<u8> {
        let mut line = Self::default();
        line.append(self);
        line.0.push(b'\n');
        line.0
    }

    fn begin(&mut self, name: &str) {
        if !self.0.is_empty() {
            self.0.push(b',');
        }
        self.0.push(b'"');
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
    }

    fn append(&mut self, object: Self) {
        self.0.push(b'{');
        self.0.extend(object.0);
        self.0.push(b'}');
    }
}

/// Bytes as text; invalid UTF-8 becomes U+FFFD.
#[derive(Clone, Copy)]
pub(crate) struct LossyText<'b>(pub(crate) &'b [u8]);

impl Serialize for LossyText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.to_str_lossy())
    }
}

/// Returns lines as a list of texts.
pub(crate) fn texts<'l, L>(lines: impl IntoIterator<Item = &'l L>) -> Vec<LossyText<'l>>
where
    L: AsRef<[u8]> + ?Sized + 'l,
{
    let texts = lines.into_iter().map(|line| LossyText(line.as_ref()));
    texts.collect()
}

/// The hexadecimal digits of bytes that are not UTF-8.
#[derive(Clone, Copy)]
pub(crate) struct Hex<'b>(&'b [u8]);

impl<'b> Hex<'b> {
    /// Returns the digits if text alone would lose bytes.
    pub(crate) fn of(bytes: &'b [u8]) -> Option<Self> {
        // Most bytes are ASCII, which is quick to check.
        if bytes.is_ascii() || std::str::from_utf8(bytes).is_ok() {
            return None;
        }
        Some(Self(bytes))
    }
}

/// Returns bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}

impl Serialize for Hex<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex(self.0))
    }
}

/// Escapes characters that JSON allows but a terminal would interpret, and writes whole numbers
/// without a fraction.
struct Harmless;

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        text: &str,
    ) -> io::Result<()> {
        // Most texts are ASCII, which is quick to check.
        let is_plain = text.bytes().all(|byte| byte.is_ascii() && byte != 0x7f);
        if is_plain || !text.contains(is_unprintable) {
            return writer.write_all(text.as_bytes());
        }
        for c in text.chars() {
            if is_unprintable(c) {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
            } else {
                write!(writer, "{c}")?;
            }
        }
        Ok(())
    }

    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, number: f64) -> io::Result<()> {
        write!(writer, "{number}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_formats_write_them() {
        for number in [0, 7, 9, 10, 99, 100, 1_234_567_890, u64::MAX - 1, u64::MAX] {
            let mut bytes = b"x".to_vec();
            append_number(number, &mut bytes);
            assert_eq!(bytes.as_bstr(), format!("x{number}").as_bytes());
        }
    }

    #[test]
    fn rounded_numbers_read_as_formats_write_them() {
        for (number, wanted) in [
            (100.0, "100"),
            (0.0, "0"),
            (0.5, "0.5"),
            (99.999_999_9, "100"),
            (1.0 / 3.0, "0.333333"),
            (-2.0, "-2"),
            (1e18, "1000000000000000000"),
        ] {
            let mut bytes = Vec::new();
            append_rounded(number, &mut bytes);
            assert_eq!(bytes.as_bstr(), wanted);
        }
    }

    #[test]
    fn texts_are_escaped_wherever_it_has_to_be() {
        for length in 0..70 {
            let plain = vec![b'a'; length];
            assert!(is_plain(&plain));
            for at in 0..length {
                for byte in [b'"', b'\\', 0x1f, 0x7f, 0xc3] {
                    let mut text = plain.clone();
                    text[at] = byte;
                    assert!(!is_plain(&text), "{byte} at {at} of {length}");
                }
            }
        }
    }

    #[test]
    fn only_what_is_no_utf8_has_digits() {
        for (bytes, wanted) in [
            (&b"a\x7f\0"[..], None),
            ("\u{e9}".as_bytes(), None),
            (b"a\xff", Some("\"61ff\"")),
        ] {
            let mut found = Vec::new();
            let hex = Hex::of(bytes);
            assert_eq!(hex.is_some(), wanted.is_some(), "{bytes:?}");
            if let (Some(hex), Some(wanted)) = (hex, wanted) {
                append(&hex, &mut found);
                assert_eq!(found, wanted.as_bytes());
            }
        }
    }
}
