//! Words, groups in brackets, and the colour codes among them.

use bstr::ByteSlice;

/// The first byte of a colour code: `\x1b[32m`.
pub(super) const ESCAPE: u8 = 0x1B;

/// Maximum nesting of brackets in a title. Beyond it no group is found, so each byte is read at
/// most this many times.
const DEEPEST: u32 = 8;

/// Returns the text between a bracket and its partner, if a gap, the end or another group follows.
/// A title may hold half of a pair, so an earlier closing bracket may also be followed by them.
pub(super) fn group(rest: &[u8], open: u8, close: u8) -> Option<&[u8]> {
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
            closes |= matches!(
                rest.get(at + 1),
                None | Some(b' ' | b'\t' | b'[' | b'(' | &ESCAPE)
            );
            if depth == 0 {
                break;
            }
            depth -= 1;
        }
        depth += u32::from(byte == open);
        at += 1;
    }
    closes.then(|| &rest[1..at])
}

/// Returns the quote or bracket that closes one.
pub(super) fn partner(open: u8) -> Option<u8> {
    match open {
        b'"' | b'\'' | b'`' => Some(open),
        b'<' => Some(b'>'),
        b'(' => Some(b')'),
        b'[' => Some(b']'),
        _ => None,
    }
}

/// Returns the offset of a part of a text; `None` if it is not a part of it.
pub(super) fn offset_in(whole: &[u8], part: &[u8]) -> Option<usize> {
    let start = (part.as_ptr() as usize).checked_sub(whole.as_ptr() as usize)?;
    let is_inside = start + part.len() <= whole.len();
    is_inside.then_some(start)
}

/// Returns a text without a byte-order mark before it.
pub(super) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// Returns the next word from an offset on.
pub(super) fn word(line: &[u8], at: usize) -> Option<(usize, usize)> {
    let start = gap_end(line, at);
    let length = line[start..]
        .find_byteset(b" \t")
        .unwrap_or(line.len() - start);
    (length > 0).then_some((start, start + length))
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
    let numbers = code
        .iter()
        .take_while(|b| b.is_ascii_digit() || matches!(b, b';' | b'?'))
        .count();
    at + 2 + numbers + usize::from(code.get(numbers).is_some_and(u8::is_ascii_alphabetic))
}

/// Returns a line without the blanks and colour codes at its end.
pub(super) fn trim_end(mut line: &[u8]) -> &[u8] {
    while let Some(&last) = line.last() {
        let end = line.len() - 1;
        let start = if last.is_ascii_whitespace() {
            Some(end)
        } else {
            line.rfind_byte(ESCAPE)
                .filter(|start| code_end(line, *start) == line.len())
        };
        let Some(start) = start else { break };
        line = &line[..start];
    }
    line
}

/// Returns a word without the colour codes in it.
pub(super) fn uncoloured(word: &[u8]) -> &[u8] {
    &word[..word.find_byte(ESCAPE).unwrap_or(word.len())]
}
