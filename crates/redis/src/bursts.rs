//! Bursts of lines that several processes count together: the server adds up the lines of a group,
//! so one process of all completes a burst.

use crate::{LazyScript, Redis, script};
use std::sync::LazyLock;
use urlsift_core::{Error, ErrorKind};
use urlsift_memory::GroupTally;

static BURSTS: LazyScript =
    LazyLock::new(|| script(include_str!("bursts.lua"), "to count lines of a burst"));

/// The groups that one call counts, so that the server is not blocked for long.
const AT_ONCE: usize = 500;

impl Redis {
    /// Counts lines of groups, and appends for each group which of the lines completes a burst,
    /// from
    /// 1.
    pub(crate) fn count_lines(
        &mut self,
        counts: &[GroupTally],
        at_least: u64,
        completing: &mut Vec<Option<u64>>,
    ) -> Result<(), Error> {
        for some in counts.chunks(AT_ONCE) {
            self.counted += 1;
            let mut call = self.call(&BURSTS);
            call.number(self.process);
            call.number(self.counted);
            call.optional(self.life);
            call.number(at_least);
            for count in some {
                call.arg(count.key.to_le_bytes());
                call.arg(count.slice.to_string());
                call.arg(count.oldest.to_string());
                call.number(count.lines);
            }
            let answer: String = self.server.run(call)?;
            let before = completing.len();
            for place in answer.split_ascii_whitespace() {
                let place: u64 = place.parse().unwrap_or_default();
                completing.push((place > 0).then_some(place));
            }
            if completing.len() - before != some.len() {
                let why = "it did not count all groups";
                return Err(self.server.refusal(ErrorKind::Damaged, why));
            }
        }
        Ok(())
    }
}
