//! Detects a mistyped subcommand: a first word that is not a file, and nearly the name of a
//! subcommand or option.

use std::ffi::OsStr;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use strsim::osa_distance;

/// Subcommands of other programs, and what to type here instead.
const MEANT: &[(&str, &str)] = &[
    ("swagger oas api", "export --to openapi"),
    ("dedup dedupe unique uniq sift run", "urls.txt"),
    ("group groups similar", "cluster urls.txt"),
    ("routes route tree paths", "templates urls.txt"),
    ("cmp similarity", "compare A B"),
    ("thresholds tune", "sweep urls.txt"),
    ("hosts domains", "--count --print host urls.txt"),
    (
        "normalize normalise canonicalize",
        "--print canonical urls.txt",
    ),
    ("anew new unseen", "--state seen.state urls.txt"),
    ("why", "--explain urls.txt"),
    ("grep rg search find select", "--match REGEX urls.txt"),
    ("sort rank", "--order count urls.txt"),
    ("head", "-n 10 urls.txt"),
    ("jq json", "--format json urls.txt"),
    ("crawl fetch gather", "urls.txt"),
    ("forget recent import rebuild", "state --help"),
];

/// Returns the probable meaning of a word that is neither a subcommand nor a file. Otherwise it
/// would be reported as a missing file, and all other words would be read as lists.
pub(super) fn tip(command: &Command, word: &OsStr) -> Option<String> {
    let typed = word.to_str()?.to_lowercase();
    let is_url = typed.starts_with("http://") || typed.starts_with("https://");
    // A name and a password stand before an @.
    if is_url && !typed.contains('@') && Path::new(word).symlink_metadata().is_err() {
        let tip = "of one URL, 'urlsift classes URL' shows how it is read; of two, 'urlsift compare A B' how similar \
                   they are";
        return Some(tip.to_owned());
    }
    let mut bytes = typed.bytes();
    let is_word = bytes.all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    if command.find_subcommand(word).is_some()
        || !is_word
        || typed.starts_with('-')
        || Path::new(word).symlink_metadata().is_ok()
    {
        return None;
    }
    if let Some(export) = command.find_subcommand("export")
        && let Some(to) = option(export, "to")
    {
        for format in to.get_possible_values() {
            if format.get_name() == typed {
                return Some(format!(
                    "a format of export has this name: 'urlsift export --to {typed}'"
                ));
            }
        }
    }
    for (words, own) in MEANT {
        if words.split(' ').any(|word| word == typed) {
            return Some(format!("what you mean may be 'urlsift {own}'"));
        }
    }
    if typed == "version" || option(command, &typed).is_some() {
        return Some(format!("an option has this name: '--{typed}'"));
    }
    // Letters that were left out, put in, replaced or exchanged with their neighbours.
    let distance = |name: &&str| osa_distance(&typed, name);
    let is_near = |name: &&str| {
        let most = if name.len() > 4 { 2 } else { 1 };
        distance(name) <= most
    };
    let names = command.get_subcommands().map(Command::get_name);
    let near = names.filter(is_near).min_by_key(distance)?;
    Some(format!("a similar subcommand exists: '{near}'"))
}

/// Returns the option that has this long name or alias.
pub(super) fn option<'c>(command: &'c Command, name: &str) -> Option<&'c Arg> {
    for arg in command.get_arguments() {
        let aliases = arg.get_all_aliases().unwrap_or_default();
        if arg.get_long() == Some(name) || aliases.contains(&name) {
            return Some(arg);
        }
    }
    None
}

/// Returns the option that an error is about.
pub(super) fn invalid_argument(error: &Error) -> Option<String> {
    match error.get(ContextKind::InvalidArg)? {
        ContextValue::String(name) => Some(name.clone()),
        _ => None,
    }
}

/// Returns whether an unknown option is so far from the one that an error suggests that few people
/// mean it.
pub(super) fn misleads(error: &Error, typed: &str) -> bool {
    if error.kind() != ErrorKind::UnknownArgument {
        return false;
    }
    match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(name)) => {
            osa_distance(typed, name.trim_start_matches('-')) > typed.len().min(6) / 3
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::super::command;
    use super::*;

    /// Each word of the table gets its tip, and what the tip says can be typed.
    #[test]
    fn words_of_other_programs_have_tips_that_work() {
        let command = command();
        for (words, own) in MEANT {
            let typed = ["urlsift"].into_iter().chain(own.split(' '));
            if let Err(error) = command.clone().try_get_matches_from(typed) {
                assert_eq!(error.kind(), ErrorKind::DisplayHelp, "{own}: {error}");
            }
            for word in words.split(' ') {
                let found = tip(&command, OsStr::new(word)).unwrap_or_default();
                assert!(found.contains(own), "{word}: {found}");
            }
        }
    }

    #[test]
    fn files_options_and_subcommands_are_no_typos() {
        for (word, wanted) in [
            ("sweep", None),
            ("Cargo.toml", None),
            ("--sweep", None),
            ("list.txt", None),
            ("zzzzzzzz", None),
            (
                "https://t.example/x",
                Some(
                    "of one URL, 'urlsift classes URL' shows how it is read; of two, 'urlsift compare A B' how \
                     similar they are",
                ),
            ),
            ("version", Some("an option has this name: '--version'")),
            ("threshold", Some("an option has this name: '--threshold'")),
            ("sweeep", Some("a similar subcommand exists: 'sweep'")),
        ] {
            let found = tip(&command(), OsStr::new(word));
            assert_eq!(found.as_deref(), wanted, "{word}");
        }
    }

    #[test]
    fn slips_are_near() {
        for (one, other, wanted) in [
            ("", "", 0),
            ("keys", "", 4),
            ("sweeep", "sweep", 1),
            ("sewep", "sweep", 1),
            ("clsuters", "cluster", 2),
            ("stat", "state", 1),
            ("list", "state", 4),
        ] {
            assert_eq!(osa_distance(one, other), wanted, "{one} {other}");
            assert_eq!(osa_distance(other, one), wanted, "{other} {one}");
        }
    }
}
