//! `urlsift teach`: makes a rule of two URLs and appends it to a file.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};

use anyhow::{Context, Result};
use urlsift::explain::teach;
use urlsift::settings::UrlRules;

use crate::app::clock;
use crate::app::run::{RunOutcome, print};
use crate::app::settings::builder;
use crate::app::settings::rule_files::{self, FileOption};
use crate::app::settings::url_rules::{day, note_contradictions};
use crate::app::show::message::{harmless, say, shown};
use crate::cli::Teach;

/// The first lines of a new file.
const HEADING: &str = "\
# Which URLs are the same and which are different, for urlsift --rules. A line is a rule: host, template,
# same or different, and the day on which it was taught. The last rule that speaks of a position decides.
";

/// Writes the rules that two URLs need.
pub(crate) fn run(typed: &Teach) -> Result<RunOutcome> {
    let file = typed.file.as_path();
    let name = shown(file);
    let known_rules = match fs::read_to_string(file) {
        Ok(_) => rule_files::read_file(None, file, FileOption::Rules, true)?.url_rules,
        Err(error) if error.kind() == ErrorKind::NotFound => UrlRules::default(),
        Err(error) => {
            let context = format!("cannot read rules from {name}");
            return Err(error).context(context);
        }
    };
    let settings = builder(&typed.settings, false)?;
    let settings = settings.rules(&known_rules);
    let first = typed.first.as_encoded_bytes();
    let second = typed.second.as_encoded_bytes();
    let found = teach(&settings, typed.relation, first, second)?;
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
