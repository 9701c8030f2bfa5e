//! What is remembered beyond the verdicts, by those who ask for it: names of groups, and the kept
//! lines themselves.
//!
//! Every kept line and every line that is not a URL starts a *group*; groups are numbered in the
//! order in which they start.

use crate::decision::{Decision, Detail};
use crate::event::{Event, Seen};
use crate::explain::cache::template_hash;
use crate::explain::lines::Lines;
use crate::index::Id;

/// Everything that is remembered.
#[derive(Clone, Debug)]
pub struct Register {
    detail: Detail,
    /// What became of the records of the last call.
    decisions: Vec<Decision>,
    /// How many groups started in other runs.
    earlier: Id,
    /// Records so far.
    records: u64,
    pub(crate) lines: Lines,
}

impl Register {
    /// `None` if nothing is to be remembered.
    pub fn new(detail: Detail) -> Option<Box<Self>> {
        (detail > Detail::Verdicts).then(|| {
            Box::new(Self { detail, decisions: Vec::new(), earlier: 0, records: 0, lines: Lines::default() })
        })
    }

    /// What became of the records of the last call.
    pub(crate) fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// Forgets what became of the records of the last call.
    pub(crate) fn clear(&mut self) {
        self.decisions.clear();
    }

    /// Notes that the groups below this number started in other runs: decisions do not name them,
    /// and number from it on.
    pub fn number_decisions_from(&mut self, group: Id) {
        self.earlier = group;
    }

    /// Notes what became of a record.
    pub(crate) fn see(&mut self, seen: &Seen<'_>) {
        self.records += 1;
        let variants = seen.told.variants();
        let (group, leads, variant) = match seen.told.event {
            // Its own variant is the last.
            Event::New(id) => (Some(id), true, variants.last()),
            Event::Similar { to, .. } => (to, false, variants.first()),
            Event::NewOther(id) => (Some(id), true, None),
            Event::SameOther(id) => (id, false, None),
            Event::Unwanted(_) | Event::Header { .. } | Event::Empty => (None, false, None),
        };
        let variant = variant.cloned().unwrap_or_default();
        let url = seen.url().filter(|_| seen.scanner.terms().is_none());
        let template = url
            .filter(|_| matches!(self.detail, Detail::Shapes | Detail::Explanations))
            .and_then(|url| template_hash(seen.key(), seen.batch, url, &variant));
        if leads && self.detail >= Detail::Explanations {
            // Where its fields are depends on its source.
            let mut buffer = Vec::new();
            let has_header = seen.url().is_some() && seen.scanner.fields.has_header();
            let remembered = has_header.then(|| seen.scanner.remembered(seen.line, &mut buffer));
            self.lines.push((seen.line, remembered), self.records, variants);
            self.lines.recognise(template);
        }
        let group = group.filter(|_| self.detail >= Detail::Groups);
        self.decisions.push(Decision {
            group: group.and_then(|group| group.checked_sub(self.earlier)),
            host: url.map(|url| url.service),
            leads,
            by_answer: false,
            variant,
            template,
        });
    }

    /// Notes which records of the last call were dropped because of their answers.
    pub(crate) fn mark_same_answers(&mut self, records: impl Iterator<Item = usize>) {
        for record in records {
            self.decisions[record].by_answer = true;
        }
    }

    /// Bytes that it holds, about.
    pub(crate) fn memory(&self) -> usize {
        self.lines.memory()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sift::Sift;

    #[test]
    fn nothing_is_remembered_for_those_who_do_not_ask() {
        assert!(Register::new(Detail::Verdicts).is_none());
        assert!(Register::new(Detail::Shapes).is_some());
    }

    #[test]
    fn groups_are_numbered_in_the_order_in_which_they_start() {
        let builder = Sift::builder().detail(Detail::Explanations);
        let mut sift = builder.build().expect("the settings are valid");
        let lines: [&[u8]; 6] =
            [b"http://a.test/", b"", b"junk", b"junk", b"http://b.test/", b"http://a.test/"];
        let groups: Vec<_> = lines
            .map(|line| {
                sift.admit(line);
                let decision = &sift.decisions()[0];
                (decision.group, decision.leads)
            })
            .into();
        let expected = [
            (Some(0), true),
            (None, false),
            (Some(1), true),
            (Some(1), false),
            (Some(2), true),
            (Some(0), false),
        ];
        assert_eq!(groups, expected);
        let register = sift.observers.register.as_ref().expect("it was asked for");
        let kept = [0, 1, 2, 3].map(|group| register.lines.get(group));
        assert_eq!(kept[..3], [Some((lines[0], 1)), Some((lines[2], 3)), Some((lines[4], 5))]);
        assert_eq!(kept[3], None);
    }
}
