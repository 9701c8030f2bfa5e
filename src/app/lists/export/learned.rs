//! `--to rules`: learned positions as a file for `--rules`, so that a run can be repeated.

use anyhow::Result;
use indicatif::HumanCount;
use urlsift::Sift;
use urlsift::explain::templates::{own_template, template_values};
use urlsift::lists::{LearnedRules, Templates};

use crate::app::lists::template_source::Read;
use crate::app::run::outcome::Outcome;
use crate::app::show::message::{excerpt, harmless, say};
use crate::cli::Export;

/// The most readings of the lines under the rules to find words that differ.
const ROUNDS: usize = 5;

/// The most lines that are named.
const NAMED: usize = 10;

/// The first lines of a file of rules.
const HEADING: &str = "\
# What urlsift has learned, for urlsift --no-learn --rules FILE. A line is a rule: host, template, same or
# different. The last rule that speaks of a position decides.
";

/// Returns the rules of some templates of a list as text, and names lines that the rules read
/// differently.
pub(super) fn write(typed: &Export, mut read: Read) -> Result<(String, Outcome)> {
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
        let (templates, examples) = (&read.templates, Vec::new());
        let mut seen = RuleCheck {
            sift,
            templates,
            learned,
            lines: 0,
            others: 0,
            examples,
        };
        match read
            .lines
            .each(&typed.source, |_, line, place| seen.note(line, place))?
        {
            Outcome::Done => {}
            other => read.outcome = other,
        }
        if round == ROUNDS || read.outcome != Outcome::Done || seen.learned.rules() == made {
            if !typed.source.quiet {
                seen.tell();
            }
            return Ok((format!("{HEADING}{rules}"), read.outcome));
        }
        learned = seen.learned;
    }
    unreachable!("there is a last round")
}

/// Reads every line under the rules.
struct RuleCheck<'t> {
    learned: LearnedRules,
    /// The filter that has the rules and does not learn.
    sift: Sift,
    /// The templates that have rules.
    templates: &'t Templates,
    lines: u64,
    others: u64,
    /// Lines that the rules read differently, each with its template.
    examples: Vec<(Vec<u8>, String)>,
}

impl RuleCheck<'_> {
    fn note(&mut self, line: &[u8], place: Option<usize>) {
        let template = place.and_then(|place| self.templates.iter().nth(place));
        let (Some(template), Some(parts), Some(values)) = (
            template,
            own_template(&self.sift, line),
            template_values(&self.sift, line),
        ) else {
            return;
        };
        self.lines += 1;
        if self.learned.correct(template, &parts, &values) {
            self.others += 1;
            if self.examples.len() < NAMED {
                self.examples.push((line.to_vec(), template.to_string()));
            }
        }
    }

    fn tell(&self) {
        let (others, lines) = (HumanCount(self.others), HumanCount(self.lines));
        if self.others > 0 {
            say(format_args!(
                "lines that these rules read differently from the list: {others} of {lines}"
            ));
        }
        for (line, template) in &self.examples {
            say(format_args!(
                "  {} is not read as {}",
                excerpt(line),
                harmless(template)
            ));
        }
    }
}
