//! What answers told a filter: which lines were dropped because of them, and what they say of
//! parameters.

use crate::answers::{LearnedParameter, SameAnswer};
use crate::decision::Decision;
use crate::sift::Sift;
use urlsift_url::answer;

impl Sift {
    /// Compares parameters as answers say.
    pub(crate) fn heed_parameters(&mut self) {
        let Some(answers) = &self.limits.answers else { return };
        let (rules, significant) = answers.rules();
        if rules.is_empty() && significant.is_empty() {
            return;
        }
        self.settings.param_rules.extend(&rules);
        self.settings.significant = significant;
        let mode = self.settings.mode();
        self.comparer.scanner = self.comparer.scanner.with_mode(mode.clone());
        self.scanner = self.scanner.with_mode(mode);
    }

    /// Returns how many lines were dropped because of their answers, and these answers, those with
    /// the most lines first. `None` unless [`same_answer`](crate::Builder::same_answer) asks for it.
    pub fn same_answers(&self) -> Option<(u64, Vec<SameAnswer>)> {
        self.limits.answers.as_ref().map(|answers| answers.told())
    }

    /// Returns what the answers of the first of two readings say of the parameters of each host:
    /// which never changed an answer in as many comparisons as
    /// [`same_answer`](crate::Builder::same_answer) asks for, and which always did. Empty unless that is
    /// set together with [`two_pass`](crate::Builder::two_pass), and before a
    /// [`restart`](Self::restart).
    pub fn learned_parameters(&self) -> Vec<LearnedParameter> {
        self.limits.answers.as_ref().map(|answers| answers.learned_parameters()).unwrap_or_default()
    }

    /// Shows the answer because of which a line was dropped, like `status 404, digest 3I42H3S6`;
    /// `None` if it was not dropped because of its answer, or at
    /// [`Detail::Verdicts`](crate::decision::Detail::Verdicts).
    pub fn same_answer(&self, line: &[u8], decision: &Decision) -> Option<String> {
        decision.by_answer.then(|| answer::shown(&self.scanner.fields, line))?
    }
}
