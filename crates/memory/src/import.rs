//! Groups that are remembered elsewhere, entered into a session.

use super::entry::{Entry, Met};
use super::group::Group;
use super::session::Session;
use urlsift_core::error::Error;
use urlsift_core::verdict::Verdict;

impl Session {
    /// Enters groups in this order, and gives how many are new.
    pub(super) fn enter_all(&mut self, groups: &[Group]) -> Result<u64, Error> {
        let mut new = 0;
        for group in groups {
            new += u64::from(matches!(self.enter(group)?, Verdict::Kept | Verdict::NotUrl));
        }
        Ok(new)
    }

    /// Enters a group: its line is decided on as any other, and its counts and times are added to
    /// those of the group that it is found to be of.
    fn enter(&mut self, group: &Group) -> Result<Verdict, Error> {
        self.set_times([group.first]);
        let verdict = self.admit(&group.line)?;
        let Some((host, id)) = self.last_met() else { return Ok(verdict) };
        let (first, slice) = (group.first, self.slice());
        for (&number, &count) in &group.slices {
            // The line itself has been counted.
            let count = if number == first.div_euclid(slice) { count.saturating_sub(1) } else { count };
            let end = (number + 1).saturating_mul(slice) - 1;
            if count > 0 {
                self.note(host, &Entry::Met(Met { id, slice: number, count, last: group.last.min(end) }));
            }
        }
        for arrival in &group.arrivals {
            self.enter_arrival(host, id, arrival);
        }
        Ok(verdict)
    }
}
