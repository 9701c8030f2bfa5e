//! Records decisions for those who ask for more than verdicts: names of groups, and the kept lines.
//!
//! Every kept line and every line that is not a URL starts a *group*; groups are numbered in the
//! order in which they start.

use crate::compare::cache::template_hash;
use crate::compare::lines::{LeadingLine, LeadingLines};
use crate::decision::Decision;
use urlsift_core::Detail;
use urlsift_core::decide::event::{Event, EventKind};
use urlsift_core::decide::filter::Decided;
use urlsift_core::record::Batch;
use urlsift_core::similar::index::Id;
use urlsift_url::input::LineReaders;

/// The record of decisions.
#[derive(Clone, Debug)]
pub(crate) struct Register {
    detail: Detail,
    /// Decisions on the records of the last call.
    pub decisions: Vec<Decision>,
    /// Number of groups that started in other runs: decisions do not name them, and numbers are
    /// counted from it.
    pub earlier: Id,
    /// Number of records so far.
    records: u64,
    pub lines: LeadingLines,
    /// The readers of the lines so far.
    pub readers: LineReaders,
}

impl Register {
    /// `None` if the detail asks for nothing to be recorded.
    pub(crate) fn new(detail: Detail, earlier: Id) -> Option<Box<Self>> {
        if detail == Detail::Verdicts {
            return None;
        }
        Some(Box::new(Self {
            detail,
            decisions: Vec::new(),
            earlier,
            records: 0,
            lines: LeadingLines::default(),
            readers: LineReaders::default(),
        }))
    }

    /// Records the decisions on a batch.
    pub(crate) fn see(&mut self, batch: &Batch, lines: &[&[u8]], decided: &Decided<'_>) {
        self.decisions.clear();
        let reader = self.readers.number(decided.scanner.view().fields);
        for event in decided.events(batch, lines) {
            self.note(&event, reader);
        }
        for &record in decided.by_answer {
            self.decisions[record].by_answer = true;
        }
    }

    /// Records the decision on one record, read by the reader of this number.
    fn note(&mut self, event: &Event<'_>, reader: u32) {
        self.records += 1;
        let variants = event.variants();
        let group = event.kind.group();
        let leads = matches!(event.kind, EventKind::New(_) | EventKind::NewOther(_));
        // A line's own variant comes last.
        let variant = if leads {
            variants.last()
        } else {
            variants.first()
        };
        let variant = variant.cloned().unwrap_or_default();
        let scanner = event.scanner.view();
        let url = match scanner.terms() {
            Some(_) => None,
            None => event.url(),
        };
        let mut template = None;
        if let Some(url) = url
            && matches!(self.detail, Detail::Shapes | Detail::Explanations)
        {
            template = template_hash(event.key(), event.batch, url, &variant);
        }
        if leads && self.detail >= Detail::Explanations {
            self.lines.push(&LeadingLine {
                line: event.line,
                reader,
                record: self.records,
                variants,
                template,
            });
        }
        let mut number = None;
        if let Some(group) = group
            && self.detail >= Detail::Groups
        {
            number = group.checked_sub(self.earlier);
        }
        self.decisions.push(Decision {
            group: number,
            host: url.map(|url| url.service),
            reader,
            leads,
            by_answer: false,
            variant,
            template,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Watched;
    use urlsift_core::decide::sift::Sift;

    #[test]
    fn nothing_is_remembered_for_those_who_do_not_ask() {
        assert!(Register::new(Detail::Verdicts, 0).is_none());
        assert!(Register::new(Detail::Shapes, 0).is_some());
    }

    #[test]
    fn groups_are_numbered_in_the_order_in_which_they_start() {
        let builder = Sift::builder().detail(Detail::Explanations);
        let mut sift = Watched::new(builder.build().expect("the settings are valid"));
        let lines: [&[u8]; 6] = [
            b"http://a.test/",
            b"",
            b"junk",
            b"junk",
            b"http://b.test/",
            b"http://a.test/",
        ];
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
        let register = sift
            .explainer()
            .register
            .as_ref()
            .expect("it was asked for");
        let kept = [0, 1, 2, 3].map(|group| {
            let start = register.lines.get(group)?;
            Some((start.line, start.record))
        });
        assert_eq!(
            kept[..3],
            [
                Some((lines[0], 1)),
                Some((lines[2], 3)),
                Some((lines[4], 5))
            ]
        );
        assert_eq!(kept[3], None);
    }
}
