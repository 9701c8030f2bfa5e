//! A part of a URL, prepared for rules.

use bstr::ByteSlice;
use percent_encoding::percent_decode;
use std::borrow::Cow;

#[cfg(test)]
thread_local! {
    /// Number of bytes that views and rules have read on this thread.
    pub(super) static BYTES_READ: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts bytes that are read, so that a test can limit them; costs nothing outside tests.
fn count_read(bytes: usize) {
    #[cfg(test)]
    BYTES_READ.set(BYTES_READ.get() + bytes);
    #[cfg(not(test))]
    let _ = bytes;
}

/// A path or a name, with facts that many rules use.
pub(super) struct PartView<'u> {
    /// The kind of part: a bit as in the rules.
    pub part: u8,
    /// The part as written.
    pub raw: &'u [u8],
    /// The part without percent escapes, also nested ones.
    pub text: Cow<'u, [u8]>,
    /// The text in lower case.
    pub lower: Vec<u8>,
    /// The kinds of bytes in the text, and [`ESCAPE`].
    pub kinds: u32,
}

/// The path, with the route in a fragment.
pub(super) const PATH: u8 = 1;

/// The name of a parameter that has a value.
pub(super) const VALUED: u8 = 2;

/// The name of a parameter without a value.
pub(super) const BARE: u8 = 4;

/// The name of a parameter.
pub(super) const NAME: u8 = VALUED | BARE;

pub(super) const ANGLE: u32 = 1;
pub(super) const QUOTE: u32 = 1 << 1;
pub(super) const AND: u32 = 1 << 2;
pub(super) const PAREN: u32 = 1 << 3;
pub(super) const BRACE: u32 = 1 << 4;
pub(super) const BRACKET: u32 = 1 << 5;
pub(super) const BAR: u32 = 1 << 6;
pub(super) const PLUS: u32 = 1 << 7;
pub(super) const BLANK: u32 = 1 << 8;
pub(super) const CONTROL: u32 = 1 << 9;
pub(super) const BACKSLASH: u32 = 1 << 10;
pub(super) const EQUALS: u32 = 1 << 11;
pub(super) const DOT: u32 = 1 << 12;
pub(super) const COLON: u32 = 1 << 13;
pub(super) const AT: u32 = 1 << 14;
pub(super) const STAR: u32 = 1 << 15;
pub(super) const SEMICOLON: u32 = 1 << 16;
/// Any byte outside ASCII.
pub(super) const FOREIGN: u32 = 1 << 17;
/// The part has a percent escape as written.
pub(super) const ESCAPE: u32 = 1 << 18;

/// The kind of each byte.
static KINDS: [u32; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = kind(byte as u8);
        byte += 1;
    }
    kinds
};

const fn kind(byte: u8) -> u32 {
    match byte {
        b'<' | b'>' => ANGLE,
        b'"' | b'\'' | b'`' => QUOTE,
        b'&' => AND,
        b'(' | b')' => PAREN,
        b'{' | b'}' => BRACE,
        b'[' | b']' => BRACKET,
        b'|' => BAR,
        b'+' => PLUS,
        b' ' => BLANK,
        0..=31 | 127 => CONTROL,
        b'\\' => BACKSLASH,
        b'=' => EQUALS,
        b'.' => DOT,
        b':' => COLON,
        b'@' => AT,
        b'*' => STAR,
        b';' => SEMICOLON,
        128.. => FOREIGN,
        _ => 0,
    }
}

impl<'u> PartView<'u> {
    pub(super) fn of(part: u8, raw: &'u [u8]) -> Self {
        count_read(raw.len());
        let mut text = Cow::Borrowed(raw);
        let mut kinds = 0;
        if raw.contains(&b'%') {
            text = Cow::Owned(without_escapes(raw));
            kinds = ESCAPE;
        }
        if part == PATH {
            let end = object(&text);
            match &mut text {
                Cow::Borrowed(text) => *text = &text[..end],
                Cow::Owned(text) => text.truncate(end),
            }
        }
        for &byte in &*text {
            kinds |= KINDS[usize::from(byte)];
        }
        Self {
            part,
            raw,
            lower: text.to_ascii_lowercase(),
            text,
            kinds,
        }
    }

    /// Returns the segments of the text that are not empty.
    pub(super) fn segments(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        self.text
            .split(|&b| b == b'/')
            .filter(|segment| !segment.is_empty())
    }

    /// Returns the last segment that is not empty.
    pub(super) fn last(&self) -> Option<&[u8]> {
        self.segments().next_back()
    }

    /// Whether the text contains one of these, in any case. They are given in lower case.
    pub(super) fn has_any(&self, needles: &[&str]) -> bool {
        count_read(self.lower.len());
        let mut first = [false; 256];
        for needle in needles {
            first[usize::from(needle.as_bytes()[0])] = true;
        }
        for (at, &byte) in self.lower.iter().enumerate() {
            // One byte excludes most places, which is faster than a search for each.
            if !first[usize::from(byte)] {
                continue;
            }
            let rest = &self.lower[at..];
            if needles.iter().any(|needle| rest.starts_with_str(needle)) {
                return true;
            }
        }
        false
    }

    /// Returns the byte before each place of a text, in lower case, and what stands behind it.
    pub(super) fn places<'v>(
        &'v self,
        text: &'v str,
    ) -> impl Iterator<Item = (Option<u8>, &'v [u8])> {
        count_read(self.lower.len());
        let lower = &self.lower;
        lower.find_iter(text).map(|at| {
            let before = lower[..at].last().copied();
            (before, &lower[at + text.len()..])
        })
    }

    /// Returns the text after each of these bytes, with the text before it.
    pub(super) fn around(&self, bytes: &'static [u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
        let text = &*self.text;
        count_read(text.len());
        let places = (0..text.len()).filter(|&at| bytes.contains(&text[at]));
        places.map(|at| (&text[..at], &text[at + 1..]))
    }
}

/// Returns the start of an object that is part of a path, like `/{"id":7}` or `/"id":7`: it is a
/// value, whatever it holds.
fn object(path: &[u8]) -> usize {
    for at in path.find_iter("/") {
        let inner = after_run(&path[at + 1..], |b| matches!(b, b'{' | b'['));
        let Some(rest) = inner.strip_prefix(b"\"") else {
            continue;
        };
        let name = run(rest, is_word);
        if !name.is_empty() && rest[name.len()..].starts_with(b"\":") {
            return at;
        }
    }
    path.len()
}

/// Whether a text is an identifier of programs: a letter, `_` or `$`, then also digits.
pub(super) fn is_identifier(text: &[u8]) -> bool {
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || b"_$".contains(b);
    let is_number = text.first().is_none_or(u8::is_ascii_digit);
    !is_number && text.iter().all(is_part)
}

/// Returns the beginning of a text, as long as its bytes are like this. Rules read on from a mark
/// by this and by [`after_run`], which count what they read.
pub(super) fn run(text: &[u8], is_like: impl Fn(u8) -> bool) -> &[u8] {
    let end = text.iter().position(|&byte| !is_like(byte));
    let end = end.unwrap_or(text.len());
    count_read(end + 1);
    &text[..end]
}

/// Returns a text without its beginning, as long as its bytes are like this.
pub(super) fn after_run(text: &[u8], is_like: impl Fn(u8) -> bool) -> &[u8] {
    &text[run(text, is_like).len()..]
}

/// Whether a byte may be part of a word.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Decodes percent escapes, also nested ones: `%256c` is `%6c` is `l`.
pub fn without_escapes(text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    // Three levels are more than anyone writes.
    for _ in 0..3 {
        text = percent_decode(&text).collect();
    }
    text
}
