//! A word of a command that a note shows is one word of a shell, of the same text, and shows a
//! terminal nothing that it would interpret.

#![no_main]

use libfuzzer_sys::fuzz_target;
use urlsift::stream::{harmless, is_unprintable, shell_word};

/// Signs that end a word or mean something else outside quotes.
const SIGNS: &str = "|&;<>()$`\\\"' \t\r\n*?[]#~=!{}^";

/// Reads a text as a shell does (POSIX, 2.2): `None` if it is not one word of plain text.
fn read(word: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = word.chars();
    while let Some(sign) = rest.next() {
        match sign {
            '\'' => loop {
                match rest.next()? {
                    '\'' => break,
                    quoted => text.push(quoted),
                }
            },
            '\\' => text.push(rest.next()?),
            sign if SIGNS.contains(sign) || !sign.is_ascii() => return None,
            plain => text.push(plain),
        }
    }
    (!word.is_empty()).then_some(text)
}

fuzz_target!(|text: &str| {
    let word = shell_word(text);
    assert!(!word.contains(is_unprintable), "{word:?}");
    assert!(!word.starts_with('-'), "{word:?} is an option");
    assert_eq!(read(&word), Some(harmless(text)), "{word:?}");
});
