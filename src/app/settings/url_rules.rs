//! Reports rules on what is the same or different that are old or have no effect.

use std::time::Duration;

use anyhow::Result;
use urlsift::Sift;
use urlsift::memory::Timestamp;
use urlsift::settings::UrlRules;
use urlsift::stream::Summary;

use crate::app::clock;
use crate::app::show::message::{harmless, say};

/// The most rules that a message names; it counts the others.
const NAMED: usize = 5;

/// Reports rules without effect because a later one says the opposite.
pub(crate) fn note_contradictions(rules: &UrlRules, shown: &str) {
    let found = rules.contradictions();
    for &(before, after) in found.iter().take(NAMED) {
        let before = line(rules, before);
        let after = line(rules, after);
        say(format_args!(
            "{shown}: {before} has no effect, because {after} contradicts it: remove one of them"
        ));
    }
    if found.len() > NAMED {
        let more = found.len() - NAMED;
        say(format_args!(
            "{shown}: {more} more rules have no effect because later ones contradict them"
        ));
    }
}

/// Reports rules of some files that no URL of a run has matched, and rules taught before a time.
pub(crate) fn note(
    summary: &Summary,
    sift: &Sift,
    files: &str,
    expire: Option<Duration>,
) -> Result<()> {
    let scanner = sift.scanner();
    let Some(rules) = scanner.rules() else {
        return Ok(());
    };
    if summary.records > 0 {
        let unmet = scanner.unmet_rules();
        list(rules, &unmet, &format!("{files}: no URL matched"));
    }
    match expire {
        Some(time) => note_old(rules, files, time),
        None => Ok(()),
    }
}

/// Reports rules of some files that were taught before a time.
pub(crate) fn note_old(rules: &UrlRules, files: &str, time: Duration) -> Result<()> {
    let day = day(clock::ago(time)?);
    let mut old = Vec::new();
    for (number, rule) in rules.as_slice().iter().enumerate() {
        if let Some(since) = rule.since()
            && since < day.as_str()
        {
            old.push(number);
        }
    }
    list(rules, &old, &format!("{files}: taught before {day}"));
    Ok(())
}

/// Returns the day of a time, in UTC.
pub(crate) fn day(millis: i64) -> String {
    let mut text = Timestamp(millis).to_string();
    text.truncate("2026-11-23".len());
    text
}

/// Prints a message that names some rules.
fn list(rules: &UrlRules, numbers: &[usize], message: &str) {
    if numbers.is_empty() {
        return;
    }
    let mut named = Vec::new();
    for rule in numbers.iter().take(NAMED) {
        named.push(line(rules, *rule));
    }
    let named = named.join("; ");
    match numbers.len().saturating_sub(NAMED) {
        0 => say(format_args!("{message} {named}")),
        more => say(format_args!("{message} {named}; and {more} more rules")),
    }
}

/// Shows a rule with the number of its line.
fn line(rules: &UrlRules, rule: usize) -> String {
    let number = rules.line(rule);
    let text = &rules.as_slice()[rule];
    harmless(&format!("line {number} ({text})"))
}
