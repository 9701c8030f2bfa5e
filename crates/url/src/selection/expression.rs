//! Regular expressions, if they are compiled in.

#[cfg(feature = "regex")]
use crate::error::{Error, ErrorKind};
#[cfg(feature = "regex")]
use crate::written::shown;

/// A regular expression. Without the feature there are none.
#[cfg(feature = "regex")]
#[derive(Clone, Debug)]
pub(super) struct Expression {
    regex: regex::bytes::Regex,
    /// Whether it names letters outside ASCII, which URLs may escape.
    has_letters: bool,
}

/// A regular expression. Without the feature there are none.
#[cfg(not(feature = "regex"))]
#[derive(Clone, Debug)]
pub(super) enum Expression {}

#[cfg(feature = "regex")]
impl Expression {
    pub(super) fn read(text: &str) -> Result<Self, Error> {
        let has_letters = !text.is_ascii();
        regex::bytes::Regex::new(text)
            .map(|regex| Self { regex, has_letters })
            .map_err(|error| {
                // The last line of the message is the reason; those before it show the position.
                let cause = error.to_string();
                let cause = cause
                    .lines()
                    .last()
                    .unwrap_or_default()
                    .trim_start_matches("error: ");
                let text = format!(
                    "\"{}\" is not a regular expression: {cause}",
                    text.escape_debug()
                );
                Error::new(ErrorKind::Name, text)
            })
    }

    /// Whether it matches anywhere in a text, as it is or with its letters as people write them.
    pub(super) fn is_match(&self, text: &[u8]) -> bool {
        self.regex.is_match(text) || (self.has_letters && self.regex.is_match(&shown(text)))
    }
}

#[cfg(not(feature = "regex"))]
impl Expression {
    /// Whether it matches anywhere in a text.
    pub(super) fn is_match(&self, _: &[u8]) -> bool {
        match *self {}
    }
}
