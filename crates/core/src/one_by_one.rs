//! A batch decided record by record, where what is known changes between two of them.

use crate::event::Seen;
use crate::known::{Known, Means};
use crate::limits::Beside;
use crate::policy::Policy;
use crate::record::Batch;
use crate::sift::Sift;
use crate::verdict::Verdict;
use urlsift_url::error::Error;

impl Sift {
    /// Decides as [`decide_under`](Self::decide_under) does, record by record: `before` may change
    /// what is known, and `after` sees what became of the record.
    ///
    /// # Errors
    /// Those of [`decide`](Self::decide).
    #[doc(hidden)]
    pub fn decide_each<P: Policy>(
        &mut self,
        batch: &Batch,
        lines: &[&[u8]],
        policy: &mut P,
        mut before: impl FnMut(&mut P, usize, &mut Known, Means<'_>),
        mut after: impl FnMut(&mut P, usize, &Seen<'_>),
        verdicts: &mut Vec<Verdict>,
    ) -> Result<(), Error> {
        self.scanner.check(batch, lines.len())?;
        self.observers.count(batch);
        for (at, (line, record)) in lines.iter().zip(&batch.records).enumerate() {
            let Self { scanner, comparer, decider, limits, .. } = self;
            let scanner = &*scanner;
            let means = Means { scanner, layout: &comparer.layout };
            before(policy, at, &mut decider.known, means);
            verdicts.push(decider.decide_one(means, (batch, at, line), &mut Beside { limits, policy }));
            if let Some(told) = decider.events.iter().next() {
                after(policy, at, &Seen { scanner, batch, record, line, told });
            }
            self.show((batch, at), &[*line]);
        }
        Ok(())
    }
}
