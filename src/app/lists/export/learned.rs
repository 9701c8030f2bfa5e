//! `--to rules`: learned positions as a file for `--rules`, so that a run can be repeated.

use anyhow::Result;
use indicatif::HumanCount;
use urlsift::export::{LearnedRules, RuleCheck};

use crate::app::lists::template_source::ReadTemplates;
use crate::app::run::RunOutcome;
use crate::app::show::message::{excerpt, harmless, say};
use crate::cli::Export;

/// The most readings of the lines under the rules to find words that differ.
const ROUNDS: usize = 5;

/// The first lines of a file of rules.
const HEADING: &str = "\
# What urlsift has learned, for urlsift --no-learn --rules FILE. A line is a rule: host, template, same or
# different. The last rule that speaks of a position decides.
";

/// Returns the rules of some templates of a list as text, and names lines that the rules read
/// differently.
pub(super) fn write(typed: &Export, mut read: ReadTemplates) -> Result<(String, RunOutcome)> {
    let taught = read
        .settings
        .build()?
        .scanner()
        .rules()
        .cloned()
        .unwrap_or_default();
    let mut learned = LearnedRules::of(&read.templates);
    for round in 1.. {
        let made = learned.rules();
        // Rules of users come last, and decide.
        let mut rules = made.clone();
        rules.extend(&taught);
        let sift = read
            .settings
            .clone()
            .two_pass(false)
            .learn(false)
            .rules(&rules)
            .build()?;
        let mut check = RuleCheck::new(learned, sift, &read.templates);
        match read.lines.each(&typed.source, |sift, line, template| {
            check.note(sift.scanner().line(line), template);
        })? {
            RunOutcome::Done => {}
            other => read.outcome = other,
        }
        if round == ROUNDS || read.outcome != RunOutcome::Done || check.learned.rules() == made {
            if !typed.source.quiet {
                tell(&check);
            }
            return Ok((format!("{HEADING}{rules}"), read.outcome));
        }
        learned = check.learned;
    }
    unreachable!("there is a last round")
}

/// Names the lines that the rules read differently from the list.
fn tell(check: &RuleCheck<'_>) {
    if check.exceptions > 0 {
        say(format_args!(
            "lines that these rules read differently from the list: {} of {}",
            HumanCount(check.exceptions),
            HumanCount(check.lines)
        ));
    }
    for example in &check.examples {
        say(format_args!(
            "  {} is not read as {}",
            excerpt(&example.line),
            harmless(&example.template)
        ));
    }
}
