//! The file that `URLSIFT_CONFIG_PATH` names: options of the filter, which the command line
//! overrides.
//!
//! Each line has one option as it is typed, with its value after `=` or a blank. Empty lines and
//! lines that begin with `#` are skipped. A value on the command line replaces that of the file; an
//! option of the file that conflicts with the command line is ignored.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Command, Error, FromArgMatches as _};
use urlsift::stream::harmless;

use super::filter::FilterOptions;
use super::old_words::{FILTER, KnownWords};
use super::option_conflicts::opposed;

const VARIABLE: &str = "URLSIFT_CONFIG_PATH";

/// The options of the file.
struct Config {
    path: PathBuf,
    /// The lines with options, by number.
    lines: Vec<(usize, String)>,
}

/// Returns the path of the file, if one is named.
pub(crate) fn path() -> Option<PathBuf> {
    let path = env::var_os(VARIABLE)?;
    if path.is_empty() {
        return None;
    }
    Some(path.into())
}

impl Config {
    fn read(path: &Path) -> Result<Self, String> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) => {
                let path = shown(path);
                return Err(format!(
                    "cannot read options from {path}, which {VARIABLE} names: {error}; --no-config leaves it out"
                ));
            }
        };
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                lines.push((number, line.to_owned()));
            }
        }
        Ok(Self {
            path: path.to_owned(),
            lines,
        })
    }

    /// Puts the options before those that were typed.
    fn merge(&self, command: &Command, typed: &[OsString]) -> Result<Vec<OsString>, String> {
        let (program, rest) = typed.split_at(typed.len().min(1));
        let mut merged = program.to_vec();
        for (number, line) in &self.lines {
            let failed =
                |cause: &str| format!("{}, line {number}: {cause}: {line}", shown(&self.path));
            let words = known_words(line);
            if !line.starts_with('-') || words[0] == "--" {
                return Err(failed("not an option"));
            }
            if let Err(error) = parse(command, &[program, &words].concat()) {
                match error.kind() {
                    // Another line or the command line may have the option that this one needs.
                    ErrorKind::MissingRequiredArgument => {}
                    ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                        return Err(failed("not an option that a file can give"));
                    }
                    _ => return Err(failed(&cause(&error))),
                }
            }
            let is_refused = match parse(command, &[program, &words, rest].concat()) {
                Ok(found) => {
                    FilterOptions::from_arg_matches(&found).is_ok_and(|all| opposed(&all).is_some())
                }
                Err(error) => error.kind() == ErrorKind::ArgumentConflict,
            };
            if !is_refused {
                merged.extend(words);
            }
        }
        merged.extend_from_slice(rest);
        Ok(merged)
    }
}

/// Splits a line into the option and its value where a blank separates them.
fn words(line: &str) -> Vec<OsString> {
    match line.split_once(char::is_whitespace) {
        Some((option, value)) if !option.contains('=') => {
            vec![option.into(), value.trim_start().into()]
        }
        _ => vec![line.into()],
    }
}

/// Returns the option of a line and its value, in words that the parser knows.
fn known_words(line: &str) -> Vec<OsString> {
    let mut typed = vec![OsString::new()];
    typed.extend(words(line));
    let mut known = KnownWords::of(&typed, FILTER).words;
    known.remove(0);
    known
}

fn parse(command: &Command, words: &[OsString]) -> Result<clap::ArgMatches, Error> {
    command
        .clone()
        .args_override_self(true)
        .try_get_matches_from(words)
}

/// Returns the first line of an error, without clap's prefix.
fn cause(error: &Error) -> String {
    let text = error.to_string();
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("error: ").unwrap_or(first).to_owned()
}

fn shown(path: &Path) -> String {
    harmless(&path.to_string_lossy())
}

/// Reads what was typed, with the options of the file before it.
pub(super) fn matches(command: &Command, typed: &[OsString]) -> Result<clap::ArgMatches, Error> {
    let alone = command.clone().try_get_matches_from(typed);
    let found = match &alone {
        Ok(found) if found.subcommand().is_some() || found.get_flag("no_config") => return alone,
        Err(error) if error.kind() != ErrorKind::MissingRequiredArgument => return alone,
        _ => path(),
    };
    let Some(path) = found else { return alone };
    let refuse = |message: String| command.clone().error(ErrorKind::ValueValidation, message);
    let config = Config::read(&path).map_err(refuse)?;
    let merged = config.merge(command, typed).map_err(refuse)?;
    parse(command, &merged).map_err(|error| {
        let cause = cause(&error);
        let path = shown(&path);
        refuse(format!("{cause}, with the options of {path}"))
    })
}

/// Returns the path of the file and its options, for `--show-config`.
pub(crate) fn show() -> Result<String, String> {
    let Some(path) = path() else {
        return Ok(format!(
            "# {VARIABLE} is not set, so no options are read from a file.\n"
        ));
    };
    let mut text = format!("# {}\n", shown(&path));
    for (_, line) in Config::read(&path)?.lines {
        text.extend([&line, "\n"]);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stands_behind_an_equals_sign_or_a_blank() {
        for (line, wanted) in [
            ("-q", &["-q"][..]),
            ("--keep=3", &["--keep=3"]),
            ("--keep   3", &["--keep", "3"]),
            ("--match=a b", &["--match=a b"]),
            ("-t 90", &["-t", "90"]),
        ] {
            assert_eq!(words(line), wanted, "{line}");
        }
    }
}
