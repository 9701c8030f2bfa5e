//! Steps over the bytes of JSON: strings and braces are skipped, nothing is copied or built.
//!
//! Any bytes are accepted, and no step is recursive. `None` means that the bytes end, or are not
//! JSON.

use crate::bytes::find_near;
use bstr::ByteSlice;
use std::borrow::Cow;

/// A place in the bytes of JSON.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'j> {
    json: &'j [u8],
    pub at: usize,
}

/// The next item of an object.
pub enum Member<'j> {
    /// A member of this name, with its escapes. The value comes next.
    Name(&'j [u8]),
    End,
}

impl<'j> Cursor<'j> {
    pub fn new(json: &'j [u8]) -> Self {
        Self { json, at: 0 }
    }

    /// Returns the bytes from a place up to this one.
    pub fn since(&self, start: usize) -> &'j [u8] {
        &self.json[start..self.at]
    }

    /// Returns the bytes from this place on.
    pub fn rest(&self) -> &'j [u8] {
        self.json.get(self.at..).unwrap_or_default()
    }

    pub fn peek(&self) -> Option<u8> {
        self.json.get(self.at).copied()
    }

    /// Takes the next byte.
    pub fn byte(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    #[inline]
    pub fn blanks(&mut self) {
        while let Some(byte) = self.json.get(self.at)
            && *byte <= b' '
            && byte.is_ascii_whitespace()
        {
            self.at += 1;
        }
    }

    /// Reads the next name of an object, up to its value.
    pub fn member(&mut self) -> Option<Member<'j>> {
        if !self.begin_name()? {
            return Some(Member::End);
        }
        let name = self.string()?;
        self.colon()?;
        Some(Member::Name(name))
    }

    /// Steps behind the quote before the next name of an object. Returns whether there is one.
    #[inline]
    pub fn begin_name(&mut self) -> Option<bool> {
        loop {
            self.blanks();
            match self.byte()? {
                b'"' => return Some(true),
                b'}' => return Some(false),
                b',' => {}
                _ => return None,
            }
        }
    }

    /// Steps from a name to its value.
    #[inline]
    pub fn colon(&mut self) -> Option<()> {
        self.blanks();
        if self.byte()? != b':' {
            return None;
        }
        self.blanks();
        Some(())
    }

    /// Reads the rest of a string if it is this text. Returns whether it is.
    #[inline]
    pub fn is_string(&mut self, text: &[u8]) -> bool {
        let behind = self.rest().strip_prefix(text);
        let is_text = behind.is_some_and(|behind| behind.starts_with(b"\""));
        if is_text {
            self.at += text.len() + 1;
        }
        is_text
    }

    /// Skips a value.
    pub fn skip(&mut self) -> Option<()> {
        self.skip_within(0)
    }

    /// Skips the rest of a list or an object.
    pub fn skip_rest(&mut self) -> Option<()> {
        self.skip_within(1)
    }

    /// Skips to the end of a value, within this many brackets that are open.
    fn skip_within(&mut self, brackets: usize) -> Option<()> {
        let mut open = brackets;
        loop {
            match self.byte()? {
                b'"' => {
                    self.string()?;
                }
                b'{' | b'[' => open += 1,
                // The object around a bare value ends here.
                b',' | b'}' | b']' if open == 0 => {
                    self.at -= 1;
                    return Some(());
                }
                b'}' | b']' => open -= 1,
                _ => continue,
            }
            if open == 0 {
                return Some(());
            }
        }
    }

    /// Reads the rest of a string.
    pub fn string(&mut self) -> Option<&'j [u8]> {
        let start = self.at;
        loop {
            let quote = self.at + find_near(&self.json[self.at..], b'"')?;
            self.at = quote + 1;
            let text = &self.json[start..quote];
            if text.last() != Some(&b'\\') {
                return Some(text);
            }
            let escapes = text.iter().rev().take_while(|byte| **byte == b'\\');
            if escapes.count() % 2 == 0 {
                return Some(text);
            }
        }
    }
}

/// Returns the text of a string, unescaped.
pub fn unescaped(text: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = text.find_byte(b'\\') else {
        return Cow::Borrowed(text);
    };
    let mut plain = text[..first].to_vec();
    let mut rest = &text[first..];
    while let [byte, tail @ ..] = rest {
        rest = tail;
        if *byte != b'\\' {
            plain.push(*byte);
            continue;
        }
        let Some((&escape, tail)) = rest.split_first() else {
            plain.push(b'\\');
            break;
        };
        rest = tail;
        match escape {
            b'b' => plain.push(0x08),
            b'f' => plain.push(0x0C),
            b'n' => plain.push(b'\n'),
            b'r' => plain.push(b'\r'),
            b't' => plain.push(b'\t'),
            b'u' => match character(rest) {
                Some((character, length)) => {
                    plain.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                    rest = &rest[length..];
                }
                None => plain.extend_from_slice(b"\\u"),
            },
            other => plain.push(other),
        }
    }
    Cow::Owned(plain)
}

/// Reads the character of the digits after `\u`, and their number; two escapes make one character
/// beyond the first 65,536.
fn character(digits: &[u8]) -> Option<(char, usize)> {
    let unit = |digits: &[u8]| -> Option<u32> {
        let digits = digits
            .get(..4)
            .filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))?;
        u32::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
    };
    let first = unit(digits)?;
    if let Some(character) = char::from_u32(first) {
        return Some((character, 4));
    }
    let second = unit(digits.get(4..)?.strip_prefix(b"\\u")?)?;
    let is_pair = (0xD800..0xDC00).contains(&first) && (0xDC00..0xE000).contains(&second);
    let code = 0x10000 + ((first - 0xD800) << 10) + (second.checked_sub(0xDC00)?);
    char::from_u32(code)
        .filter(|_| is_pair)
        .map(|character| (character, 10))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_are_undone() {
        for (text, wanted) in [
            ("plain", "plain"),
            (
                r"https:\/\/a.example\/?x=1\u0026y=\u003c\u00e9",
                "https://a.example/?x=1&y=<é",
            ),
            (r#"\"\\\t\n"#, "\"\\\t\n"),
            (r"\ud83d\ude00!", "😀!"),
            (r"\ud83d!", r"\ud83d!"),
            (r"\uZZZZ\u12", r"\uZZZZ\u12"),
            (r"end\", r"end\"),
        ] {
            assert_eq!(unescaped(text.as_bytes()).as_bstr(), wanted, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn any_bytes_give_an_answer(json in r#"[{}\[\]",:\\a u-]{0,40}"#) {
            let mut cursor = Cursor::new(json.as_bytes());
            while cursor.at < json.len() && cursor.skip().is_some() {
                cursor.byte();
            }
            let _ = unescaped(json.as_bytes());
        }
    }
}
