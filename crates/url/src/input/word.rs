//! Words, groups in brackets, and the colour codes among them.

use crate::bytes::before;
use bstr::ByteSlice;
use memchr::memmem::Finder;
use std::sync::LazyLock;

/// Finds the mark of an absolute URL.
pub(super) static ADDRESS: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("://"));

/// The first byte of a colour code: `\x1b[32m`.
pub(super) const ESCAPE: u8 = 0x1B;

/// Maximum nesting of brackets in a title. Beyond it no group is found, so each byte is read at
/// most this many times.
const DEEPEST: u32 = 8;

/// A word of a line.
#[derive(Clone, Copy)]
pub(super) struct LineWord<'l> {
    /// The offset of the word.
    pub start: usize,
    /// The offset of the blank after it.
    pub end: usize,
    /// The word up to the first colour code in it.
    pub text: &'l [u8],
}

impl<'l> LineWord<'l> {
    /// Returns the next word of a line from an offset on.
    pub(super) fn next(line: &'l [u8], at: usize) -> Option<Self> {
        let start = gap_end(line, at);
        let word = before(&line[start..], is_blank);
        if word.is_empty() {
            return None;
        }
        Some(Self {
            start,
            end: start + word.len(),
            text: before(word, |byte| byte == ESCAPE),
        })
    }

    /// Returns the offset of the first colour code in it, or of its end.
    pub(super) fn text_end(self) -> usize {
        self.start + self.text.len()
    }
}

/// Whether a byte separates words.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Returns the text between the bracket or quote at the start and its partner, if a gap, the end or
/// another group follows. A title may hold half of a pair, so an earlier closing bracket may also
/// be followed by them.
pub(super) fn group(rest: &[u8]) -> Option<&[u8]> {
    let open = *rest.first()?;
    let close = partner(open)?;
    let mut depth = 0;
    let mut at = 1;
    let mut closes = false;
    while at < rest.len() && depth <= DEEPEST {
        let byte = rest[at];
        if byte == ESCAPE {
            at = code_end(rest, at);
            continue;
        }
        if byte == close {
            closes |= match rest.get(at + 1) {
                Some(next) => b" \t[(\x1b".contains(next),
                None => true,
            };
            if depth == 0 {
                break;
            }
            depth -= 1;
        } else if byte == open {
            depth += 1;
        }
        at += 1;
    }
    if !closes {
        return None;
    }
    Some(&rest[1..at])
}

/// Returns the quote or bracket that closes one.
pub(super) fn partner(open: u8) -> Option<u8> {
    match open {
        b'"' | b'\'' | b'`' => Some(open),
        b'<' => Some(b'>'),
        b'(' => Some(b')'),
        b'[' => Some(b']'),
        b'{' => Some(b'}'),
        _ => None,
    }
}

/// Returns the offset of a part of a text; `None` if it is not a part of it.
pub(super) fn offset_in(whole: &[u8], part: &[u8]) -> Option<usize> {
    let start = (part.as_ptr() as usize).checked_sub(whole.as_ptr() as usize)?;
    if start + part.len() > whole.len() {
        return None;
    }
    Some(start)
}

/// Returns a text without a byte-order mark before it.
pub(super) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// Returns the offset after blanks, control characters and colour codes.
pub(super) fn gap_end(line: &[u8], mut at: usize) -> usize {
    while at < line.len() && line[at] <= b' ' {
        at = if line[at] == ESCAPE {
            code_end(line, at)
        } else {
            at + 1
        };
    }
    at
}

/// Returns the offset after a colour code: `\x1b[`, numbers, and a letter.
pub(super) fn code_end(line: &[u8], at: usize) -> usize {
    let [b'[', code @ ..] = &line[at + 1..] else {
        return at + 1;
    };
    let is_number = |byte: u8| byte.is_ascii_digit() || b";?".contains(&byte);
    let numbers = before(code, |byte| !is_number(byte));
    let end = at + 2 + numbers.len();
    match line.get(end) {
        Some(letter) if letter.is_ascii_alphabetic() => end + 1,
        _ => end,
    }
}

/// Returns a text without the blanks and colour codes around it.
pub(super) fn plain(text: &[u8]) -> &[u8] {
    trim_end(&text[gap_end(text, 0)..])
}

/// Returns a line without the blanks and colour codes at its end.
fn trim_end(mut line: &[u8]) -> &[u8] {
    loop {
        let plain = uncoloured(line.trim_ascii_end());
        if plain.len() == line.len() {
            return line;
        }
        line = plain;
    }
}

/// Bytes of a colour code, at most: `\x1b[38;2;255;255;255m`.
const LONGEST_CODE: usize = 32;

/// Returns a text without the colour codes at its end. Only the last bytes are read, since the text
/// may be long and this is asked of each word of a line.
pub(super) fn uncoloured(mut text: &[u8]) -> &[u8] {
    loop {
        let tail_start = text.len().saturating_sub(LONGEST_CODE);
        let Some(offset) = text[tail_start..].rfind_byte(ESCAPE) else {
            return text;
        };
        let start = tail_start + offset;
        if code_end(text, start) != text.len() {
            return text;
        }
        text = &text[..start];
    }
}

/// Returns the text from the last of its slashes at the start on, where two would name a host.
pub(super) fn one_slash(path: &[u8]) -> &[u8] {
    let name = path.trim_start_with(|c| c == '/');
    &path[path.len() - name.len() - 1..]
}
