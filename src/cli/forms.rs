//! Values of options: formats, orders, parts, colours, threads.

use std::num::NonZeroUsize;

use clap::ValueEnum;

/// A form of output for people or for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// Lines for people
    Text,
    /// JSON, one object per line
    #[value(alias = "json")]
    Jsonl,
}

/// Shells that have completion scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Elvish,
    Fish,
    Powershell,
    Zsh,
}

/// Formats of statistics.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum StatsFormat {
    /// A table for people
    Text,
    /// One JSON object on one line
    Json,
}

/// Formats of the classes of segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClassesFormat {
    /// Indented lines for people
    Text,
    /// A JSON object for every TEXT
    #[value(alias = "json")]
    Jsonl,
}

/// Formats of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareFormat {
    /// Tables for people
    Text,
    /// One JSON object
    #[value(alias = "json")]
    Jsonl,
}

/// Formats of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClusterFormat {
    /// A heading for every group, and its lines indented
    Text,
    /// A JSON object for every group
    #[value(alias = "json")]
    Jsonl,
    /// A row of tab-separated columns for every line
    Tsv,
}

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The lines unchanged, or as --print, --count and --explain show them
    #[value(alias = "lines")]
    Text,
    /// A JSON object for every line that is printed
    Json,
    /// The same, and without other options for every line, as with --all
    Jsonl,
    /// Fields with tabs between them
    Tsv,
    /// Fields with commas between them
    Csv,
}

/// Orders of the kept lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PrintOrder {
    /// In input order
    Input,
    /// The largest groups first
    Count,
    /// The lines of each group together
    Group,
    /// The most varied lines first
    Novel,
}

/// What can be printed of a line: parts of it, and what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Print {
    /// The line
    Line,
    /// Its URL as it is written
    Url,
    /// Its URL as it is compared
    Canonical,
    /// Its template
    Shape,
    /// The host, with its port
    Host,
    /// The path, without parameters
    Path,
    /// The number of lines in its group
    Count,
    /// How similar it is to the kept line of its group
    Percent,
    /// Whether it was kept, or what else became of it
    Verdict,
    /// Why it was dropped
    Reason,
    /// The kept line that it is similar to
    Like,
    /// With --min and --window, the last line of the group
    Last,
    /// The file that it comes from
    Source,
    /// Its number in that file
    Record,
    /// The keys by which similar lines are found: a join on them finds all pairs of two lists
    Key,
    /// The fields that were read from it, and where each of them stands
    Fields,
}

impl Print {
    /// Returns whether it is a part of the line.
    pub(crate) fn is_part(self) -> bool {
        matches!(
            self,
            Self::Line | Self::Url | Self::Canonical | Self::Shape | Self::Host | Self::Path
        )
    }
}

/// Occasions to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// If standard output is a terminal, and neither NO_COLOR is set nor TERM is dumb
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Occasions to show progress.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum When {
    /// If standard error is a terminal and the output is a file, so that it never mixes with lines
    Auto,
    /// If standard error is a terminal
    Always,
    /// Never
    Never,
}

/// What a rule says that is taught.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Taught {
    /// One of the two URLs is enough
    Same,
    /// Both are worth a look
    Different,
    /// The place is in scope, with all below it
    In,
    /// The place is out of scope, with all below it
    Out,
}

/// Reads a number of threads.
pub(super) fn threads(typed: &str) -> Result<NonZeroUsize, String> {
    match typed.parse() {
        Ok(threads) if threads <= NonZeroUsize::new(1024).expect("not zero") => Ok(threads),
        _ => Err("must be a whole number from 1 to 1024".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_have_bounds() {
        assert_eq!(threads("1"), Ok(NonZeroUsize::MIN));
        assert!(threads("1024").is_ok());
        for wrong in ["0", "1025", "-1", "two", ""] {
            assert!(threads(wrong).is_err(), "{wrong}");
        }
    }
}
