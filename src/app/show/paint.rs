//! Colours for counts and explanations. The lines themselves are never changed.

use std::env;
use std::io::{self, IsTerminal};

use crate::cli::Color;

const COUNT: &str = "\x1b[36m";
const ASIDE: &str = "\x1b[2m";
const PLAIN: &str = "\x1b[0m";

/// Whether to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint(bool);

impl Paint {
    /// Decides for standard output or a file.
    pub(crate) fn new(when: Color, is_file: bool) -> Self {
        let value = |name| env::var_os(name).unwrap_or_default();
        Self(match when {
            Color::Always => {
                understands_colours();
                true
            }
            Color::Never => false,
            Color::Auto => {
                !is_file
                    && io::stdout().is_terminal()
                    && value("NO_COLOR").is_empty()
                    && value("TERM") != "dumb"
                    && understands_colours()
            }
        })
    }

    /// Returns a count in the form printed before a line.
    pub(crate) fn count(self, count: u64) -> String {
        let (start, end) = if self.0 { (COUNT, PLAIN) } else { ("", "") };
        format!("{start}{count:>7}{end} ")
    }

    /// Paints an explanation: the text from the byte `from` on, whose lines end with `delimiter`.
    pub(crate) fn aside(self, text: &mut Vec<u8>, from: usize, delimiter: u8) {
        if !self.0 {
            return;
        }
        let said = text.split_off(from);
        for line in said.split_inclusive(|&byte| byte == delimiter) {
            text.extend_from_slice(ASIDE.as_bytes());
            text.extend_from_slice(line.strip_suffix(&[delimiter]).unwrap_or(line));
            text.extend_from_slice(PLAIN.as_bytes());
            text.push(delimiter);
        }
    }
}

/// Asks a Windows console to show colours, which it does only for programs that ask. Terminals of
/// other systems do.
fn understands_colours() -> bool {
    #[cfg(windows)]
    return anstyle_query::windows::enable_ansi_colors().unwrap_or(true);
    #[cfg(not(windows))]
    true
}
