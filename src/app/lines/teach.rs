//! `urlsift teach`: makes a rule of two URLs and appends it to a file.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};

use anyhow::{Context, Result, bail};
use urlsift::explain::teach;
use urlsift::settings::{Relation, SiteRules};

use crate::app::clock;
use crate::app::run::{RunOutcome, print};
use crate::app::settings::builder;
use crate::app::settings::rule_files::{self, FileOption};
use crate::app::settings::url_rules::{day, note_contradictions};
use crate::app::show::message::{harmless, say, shown};
use crate::cli::{Taught, Teach};

/// The first lines of a new file.
const HEADING: &str = "\
# Which URLs are the same or different, in or out, for urlsift --rules. A line is a rule: a place, what is
# said of it, and the day on which it was taught. The last rule that speaks of a position decides; out wins.
";

/// Writes the rules that were typed.
pub(crate) fn run(typed: &Teach) -> Result<RunOutcome> {
    let file = typed.file.as_path();
    let known_rules = match fs::read_to_string(file) {
        Ok(_) => rule_files::read_file(None, file, FileOption::Rules, true)?,
        Err(error) if error.kind() == ErrorKind::NotFound => SiteRules::default(),
        Err(error) => {
            let context = format!("cannot read rules from {}", shown(file));
            return Err(error).context(context);
        }
    };
    match (typed.what, &typed.second) {
        (Taught::Same, Some(second)) => of_pair(typed, known_rules, Relation::Same, second),
        (Taught::Different, Some(second)) => {
            of_pair(typed, known_rules, Relation::Different, second)
        }
        (Taught::In, None) => of_place(typed, &known_rules, "in"),
        (Taught::Out, None) => of_place(typed, &known_rules, "out"),
        (_, Some(second)) => {
            let second = harmless(&second.to_string_lossy());
            bail!("in and out take one place: type the command once more for {second}")
        }
        (_, None) => bail!("same and different take two URLs"),
    }
}

/// Writes the rule that a place is in or out.
fn of_place(typed: &Teach, known_rules: &SiteRules, verb: &str) -> Result<RunOutcome> {
    let place = place(&typed.first.to_string_lossy(), verb)?;
    let today = day(clock::now()?);
    let line = format!("{place} {verb} {today}\n");
    let rule = SiteRules::read(&line)?;
    if verb == "in" && known_rules.scope.includes_all() {
        say("all places but those that are in are out from now on");
    }
    debug_assert!(!rule.scope.is_empty(), "{line}");
    if !typed.dry_run {
        let appended = append(typed, &line);
        appended.with_context(|| format!("cannot write the rule to {}", shown(&typed.file)))?;
    }
    print(harmless(line.trim_end()) + "\n")
}

/// Returns the place of a URL for a rule with a verb, which has no value of a parameter.
fn place(typed: &str, verb: &str) -> Result<String> {
    let mut place = typed.split('#').next().unwrap_or_default().trim();
    if let Some((path, query)) = place.split_once('?')
        && query.contains('=')
    {
        let path = harmless(path);
        bail!(
            "a place has no values of parameters: write {path}, or the names alone, as in {path}?NAME"
        );
    }
    // A path that is out is so whatever the scheme.
    if verb == "out"
        && let Some((_, after)) = place.split_once("://")
    {
        place = after;
    }
    Ok(place.to_owned())
}

/// Writes the rules that two URLs need.
fn of_pair(
    typed: &Teach,
    known_rules: SiteRules,
    relation: Relation,
    second: &OsString,
) -> Result<RunOutcome> {
    let name = shown(&typed.file);
    let known_rules = known_rules.url_rules;
    let settings = builder(&typed.settings, false)?;
    let settings = settings.rules(&known_rules);
    let first = typed.first.as_encoded_bytes();
    let second = second.as_encoded_bytes();
    let found = teach(&settings, relation, first, second)?;
    if found.is_empty() {
        say("the two count as the same already: no rule is needed");
        return Ok(RunOutcome::Done);
    }
    let today = day(clock::now()?);
    let mut all_rules = known_rules;
    let mut text = String::new();
    let mut shown_text = String::new();
    for rule in found {
        let rule = rule.dated(&today)?;
        let line = rule.to_string();
        text += &line;
        text.push('\n');
        shown_text += &harmless(&line);
        shown_text.push('\n');
        all_rules.add(rule);
    }
    if !typed.dry_run {
        let appended = append(typed, &text);
        appended.with_context(|| format!("cannot write the rule to {name}"))?;
    }
    note_contradictions(&all_rules, &name);
    print(shown_text)
}

/// Adds lines to the end of the file.
fn append(typed: &Teach, text: &str) -> Result<()> {
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(&typed.file)?;
    let before = fs::read(&typed.file)?;
    let start = match before.last() {
        None => HEADING,
        Some(b'\n') => "",
        // The last line has no end.
        Some(_) => "\n",
    };
    // In one write, so that two runs at once do not mix their lines.
    let bytes = format!("{start}{text}");
    file.write_all(bytes.as_bytes())?;
    file.sync_all()?;
    Ok(())
}
