//! Checks that lines are read under the learned rules as the list was read.

use urlsift_core::Sift;
use urlsift_core::input::ReadLine;
use urlsift_explain::templates::{own_template, template_values};
use urlsift_lists::Templates;

use crate::LearnedRules;

/// The most exceptions that are stored.
const STORED: usize = 10;

/// Reads every line under the rules, and corrects them.
#[derive(Debug)]
pub struct RuleCheck<'t> {
    /// The rules, with the corrections so far.
    pub learned: LearnedRules,
    /// The filter that has the rules and does not learn.
    sift: Sift,
    /// The templates that have rules.
    templates: &'t Templates,
    /// The number of lines that were checked.
    pub lines: u64,
    /// The number of lines that the rules read differently.
    pub exceptions: u64,
    /// Some of the exceptions.
    pub examples: Vec<RuleException>,
}

/// A line that the rules read differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleException {
    /// The line.
    pub line: Vec<u8>,
    /// Its template in the list.
    pub template: String,
}

impl<'t> RuleCheck<'t> {
    /// Starts a check. `sift` has the rules and does not learn.
    pub fn new(learned: LearnedRules, sift: Sift, templates: &'t Templates) -> Self {
        Self {
            learned,
            sift,
            templates,
            lines: 0,
            exceptions: 0,
            examples: Vec::new(),
        }
    }

    /// Checks a line of the template of this number; `None` if that has no rules.
    pub fn note(&mut self, line: ReadLine<'_>, template: Option<usize>) {
        let Some(number) = template else { return };
        let Some(template) = self.templates.iter().nth(number) else {
            return;
        };
        let Some(parts) = own_template(&self.sift, line) else {
            return;
        };
        let Some(values) = template_values(&self.sift, line) else {
            return;
        };
        self.lines += 1;
        if !self.learned.correct(template, &parts, &values) {
            return;
        }
        self.exceptions += 1;
        if self.examples.len() < STORED {
            self.examples.push(RuleException {
                line: line.bytes.to_vec(),
                template: template.to_string(),
            });
        }
    }
}
