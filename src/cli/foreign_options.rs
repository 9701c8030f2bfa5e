//! Names urlsift's own option when an option of another program is typed.
//!
//! The table is a page of the documentation, whose second column is tested.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use urlsift::stream::shell_word;

use super::{foreign_words, typo};

const PAGE: &str = include_str!("../../docs/coming-from.md");

/// The most tips to show if programs use one word for different things.
const TIPS: usize = 10;

/// A row of a table of the page.
struct TipRow {
    /// The program, without its version.
    program: &'static str,
    /// Its option, each spelling by itself, with an example of a value.
    spellings: Vec<&'static str>,
    /// The option of urlsift. Empty if there is none, or if none is needed.
    own: &'static str,
    /// The difference between the two, as sentences.
    difference: &'static str,
}

impl TipRow {
    fn all() -> impl Iterator<Item = Self> {
        let mut program = "";
        PAGE.lines().filter_map(move |line| {
            if let Some(title) = line.strip_prefix("## ") {
                let before = |title, end: &&str| {
                    str::split_once(title, *end).map_or(title, |(name, _)| name)
                };
                program = [" 0.", " 1.", " 2."].iter().fold(title, before);
            }
            let mut cells = line.strip_prefix("| ")?.split('|').map(str::trim);
            let theirs = cells.next()?;
            let own = cells.next()?;
            let difference = cells.next()?;
            let spellings: Vec<_> = theirs.split('`').skip(1).step_by(2).collect();
            let own = own.trim_matches('`');
            (!spellings.is_empty()).then_some(Self {
                program,
                spellings,
                own,
                difference,
            })
        })
    }

    /// Returns the spelling that was typed.
    fn spelling(&self, word: &str, value: Option<&str>) -> Option<TypedSpelling> {
        let found = self.spellings.iter().filter_map(|spelling| {
            let (name, example) = spelling.split_once(' ').unwrap_or((spelling, ""));
            is_same(name, word).then_some(TypedSpelling {
                spelling,
                has_value: !example.is_empty() && value == Some(example),
            })
        });
        found.max_by_key(|found| found.has_value)
    }
}

/// A spelling of an option that was typed.
struct TypedSpelling {
    spelling: &'static str,
    /// Whether the value of its example was typed too.
    has_value: bool,
}

/// One tip, for all programs that mean the same.
struct Tip {
    spelling: &'static str,
    programs: Vec<&'static str>,
    /// What to type here, and the difference.
    advice: String,
}

/// Returns whether two words are the same option: some programs write long names with one dash,
/// others with two.
fn is_same(theirs: &str, typed: &str) -> bool {
    let name = theirs.trim_start_matches('-');
    let word = typed.trim_start_matches('-');
    theirs == typed || (name == word && name.len() > 1)
}

/// Adds tips to an error for words that are options of other programs.
pub(super) fn explained(mut error: Error, command: &Command, typed: &[OsString]) -> Error {
    if error.kind() == ErrorKind::InvalidSubcommand
        && let [_, state, word, ..] = typed
        && state == "state"
    {
        let tip = task_of_state(command, word);
        error.remove(ContextKind::SuggestedSubcommand);
        suggest(&mut error, vec![tip.into()]);
        return error;
    }
    let is_of_words = matches!(
        error.kind(),
        ErrorKind::UnknownArgument | ErrorKind::InvalidValue | ErrorKind::ValueValidation
    );
    if !is_of_words {
        return error;
    }
    let words = typed.iter().skip(1);
    let words: Vec<&str> = words.map_while(|word| word.to_str()).collect();
    if let [name, rest @ ..] = &*words
        && command.find_subcommand(name).is_some()
    {
        if let Some(tip) = behind(command, name, rest, &error) {
            suggest(&mut error, vec![tip.into()]);
        }
        return error;
    }
    // A subcommand behind options, one of which only it has.
    let is_late =
        |word: &&&str| command.find_subcommand(word).is_some() && !Path::new(word).exists();
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(name) = words.iter().find(is_late)
        && let Some(typed) = command_first(name, &words)
    {
        let tip = format!("'{name}' is a subcommand, and stands first: {typed}");
        suggest(&mut error, vec![tip.into()]);
        return error;
    }
    let mut found: Vec<StyledStr> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if *word == "--" {
            break;
        }
        let next = words.get(at + 1).copied();
        let tips = match word.split_once('=') {
            Some((word, value)) => tips(command, word, Some(value)),
            None => tips(command, word, next),
        };
        found.extend(tips.into_iter().map(StyledStr::from));
    }
    if found.is_empty() {
        found.extend(guess(command, &words, &error).map(StyledStr::from));
    }
    if !found.is_empty() {
        suggest(&mut error, found);
    }
    error
}

/// Returns the tip for a word that is no task of `urlsift state`.
fn task_of_state(command: &Command, word: &OsStr) -> String {
    if Path::new(word).exists() {
        let file = shell_word(&word.to_string_lossy());
        return format!("a task comes first: urlsift state info {file}");
    }
    let state = command.find_subcommand("state");
    let tasks = state.into_iter().flat_map(Command::get_subcommands);
    let tasks: Vec<&str> = tasks.map(Command::get_name).collect();
    format!("the tasks are {}", tasks.join(", "))
}

/// Returns the command with the name of its subcommand in the first place.
pub(super) fn command_first(name: &str, words: &[&str]) -> Option<String> {
    let at = words.iter().position(|word| *word == name)?;
    let mut typed = format!("urlsift {name}");
    for (number, word) in words.iter().enumerate() {
        if number != at {
            typed.push(' ');
            typed.push_str(&foreign_words::quoted(word));
        }
    }
    Some(typed)
}

/// Returns the tip for an option of the filter that no program of the page has.
fn guess(command: &Command, words: &[&str], error: &Error) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    if let Some(typed) = foreign_words::command_to_type(command, words) {
        return Some(format!("what you mean may be '{typed}'"));
    }
    let unknown = typo::invalid_argument(error)?;
    let name = unknown.trim_start_matches('-');
    if typo::misleads(error, name) {
        let lists = "'urlsift -h' lists what is used most, 'urlsift help all' everything";
        return Some(lists.to_owned());
    }
    None
}

/// Replaces what clap suggests: names that merely look alike would mislead.
fn suggest(error: &mut Error, tips: Vec<StyledStr>) {
    error.remove(ContextKind::SuggestedArg);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
}

/// Returns the tip for words behind a subcommand: a file that was left out, or an option that only
/// the filter has.
fn behind(command: &Command, name: &str, words: &[&str], error: &Error) -> Option<String> {
    if name == "teach"
        && let [relation @ ("same" | "different" | "in" | "out"), rest @ ..] = words
    {
        let mut command = format!("urlsift teach rules.txt {relation}");
        for word in rest {
            command.push(' ');
            command.push_str(&shell_word(word));
        }
        return Some(format!("the file of rules comes first: {command}"));
    }
    if let Some(typed) = foreign_words::command_to_type(command, &[&[name], words].concat()) {
        return Some(format!("what you mean may be '{typed}'"));
    }
    let unknown = typo::invalid_argument(error)?;
    let long = unknown.strip_prefix("--").unwrap_or_default();
    if name == "state"
        && let [task, ..] = words
        && !task.starts_with('-')
    {
        let help = format!("'urlsift state {task} -h' lists what it accepts");
        let is_json = *task == "export" && long.starts_with("json");
        let json = || "'urlsift state export' prints JSON lines without an option".to_owned();
        return Some(if is_json { json() } else { help });
    }
    if let Some(option) = typo::option(command, long) {
        if option.get_help_heading() == Some("Which URLs are wanted") {
            return Some(format!(
                "the filter selects: 'urlsift --literal -t 100 {unknown} ... FILE | urlsift {name}'"
            ));
        }
        return Some(format!(
            "'{unknown}' is an option of the filter: 'urlsift {unknown} ...', without '{name}'"
        ));
    }
    let mut others = command.get_subcommands();
    if let Some(other) = others.find(|other| typo::option(other, long).is_some()) {
        let other = other.get_name();
        return Some(format!("'{unknown}' is an option of 'urlsift {other}'"));
    }
    typo::misleads(error, long).then(|| format!("'urlsift {name} -h' lists what it accepts"))
}

/// Returns the tips for one word.
fn tips(command: &Command, word: &str, value: Option<&str>) -> Vec<String> {
    let Some(name) = word.strip_prefix('-') else {
        return Vec::new();
    };
    if name.is_empty() {
        return Vec::new();
    }
    for arg in command.get_arguments() {
        if let Some(short) = arg.get_short()
            && name == short.to_string()
        {
            return Vec::new();
        }
    }
    if let Some(long) = name.strip_prefix('-')
        && typo::option(command, long).is_some()
    {
        return Vec::new();
    }
    if typo::option(command, name).is_some() {
        return vec![format!(
            "two dashes begin an option of several letters: '--{name}'"
        )];
    }
    let mut found = Vec::new();
    for row in TipRow::all() {
        if let Some(spelling) = row.spelling(word, value) {
            found.push((row, spelling));
        }
    }
    if found.iter().any(|(_, typed)| typed.has_value) {
        found.retain(|(_, typed)| typed.has_value);
    }
    let mut tips: Vec<Tip> = Vec::new();
    for (row, typed) in found {
        let advice = match (row.own, row.difference) {
            ("", difference) => difference.to_owned(),
            (own, "") => format!("urlsift {own}"),
            (own, difference) => format!("urlsift {own}\n       {difference}"),
        };
        let advice = advice.replace('`', "'");
        match tips.iter_mut().find(|tip| tip.advice == advice) {
            Some(tip) => tip.programs.push(row.program),
            None => tips.push(Tip {
                spelling: typed.spelling,
                programs: vec![row.program],
                advice,
            }),
        }
    }
    let mut shown = Vec::new();
    for tip in tips.iter().take(TIPS) {
        let programs = tip.programs.join(", ");
        shown.push(format!("'{}' of {programs}: {}", tip.spelling, tip.advice));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tips for a word, given the word after it.
    fn said(word: &str, value: &str) -> Vec<String> {
        tips(
            &super::super::command(),
            word,
            Some(value).filter(|value| !value.is_empty()),
        )
    }

    #[test]
    fn every_option_of_the_page_that_is_not_ours_has_a_tip() {
        let mut words = 0;
        for row in TipRow::all() {
            for spelling in row
                .spellings
                .iter()
                .filter(|spelling| spelling.starts_with('-'))
            {
                let (word, value) = spelling.split_once(' ').unwrap_or((spelling, ""));
                let is_ours = super::super::command().get_arguments().any(|arg| {
                    let short = arg.get_short().map(|short| format!("-{short}"));
                    let long = arg.get_long().map(|long| format!("--{long}"));
                    [short, long].iter().flatten().any(|own| own == word)
                });
                let tips = said(word, value);
                assert_eq!(tips.is_empty(), is_ours, "{spelling}: {tips:?}");
                let is_said = |tip: &String| {
                    tip.contains(row.program) && tip.contains(&row.own.replace('`', "'"))
                };
                assert!(is_ours || tips.iter().any(is_said), "{spelling}: {tips:?}");
                words += 1;
            }
        }
        assert!(words > 120, "{words}");
    }

    #[test]
    fn one_tip_speaks_of_all_programs_that_mean_the_same() {
        let tips = said("-i", "list.txt");
        assert_eq!(
            tips,
            [
                "'-i FILE' of uro, urless, urlsieve: urlsift urls.txt\n       Several files can be named."
            ]
        );
        assert_eq!(
            said("-f", "hasparams"),
            ["'-f hasparams' of uro: urlsift --param any"]
        );
        assert_eq!(
            said("-threshold", "80"),
            ["two dashes begin an option of several letters: '--threshold'"]
        );
        assert_eq!(said("-o", "few.txt"), Vec::<String>::new());
        assert_eq!(said("--zork", ""), Vec::<String>::new());
    }
}
