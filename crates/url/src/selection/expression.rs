//! Regular expressions, if they are compiled in.

#[cfg(feature = "regex")]
use crate::display_text::shown;
#[cfg(feature = "regex")]
use crate::error::{Error, ErrorKind};

#[cfg(feature = "regex")]
type Pattern = regex::bytes::Regex;
#[cfg(not(feature = "regex"))]
type Pattern = std::convert::Infallible;

/// A regular expression. Without the feature there are none.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pattern: Pattern,
    /// Whether it names letters outside ASCII, which URLs may escape.
    #[cfg(feature = "regex")]
    has_letters: bool,
}

impl Expression {
    #[cfg(feature = "regex")]
    pub(super) fn read(text: &str) -> Result<Self, Error> {
        let has_letters = !text.is_ascii();
        let error = match Pattern::new(text) {
            Ok(pattern) => {
                return Ok(Self {
                    pattern,
                    has_letters,
                });
            }
            Err(error) => error.to_string(),
        };
        // The last line of the message is the reason; those before it show the position.
        let reason = error.lines().last().unwrap_or_default();
        let cause = reason.trim_start_matches("error: ");
        let text = text.escape_debug();
        let message = format!("\"{text}\" is not a regular expression: {cause}");
        Err(Error::new(ErrorKind::Name, message))
    }

    /// Whether it matches anywhere in a text, as it is or with its letters as people write them.
    #[cfg(feature = "regex")]
    pub(super) fn is_match(&self, text: &[u8]) -> bool {
        self.pattern.is_match(text) || (self.has_letters && self.pattern.is_match(&shown(text)))
    }

    #[cfg(not(feature = "regex"))]
    pub(super) fn is_match(&self, _: &[u8]) -> bool {
        match self.pattern {}
    }
}
