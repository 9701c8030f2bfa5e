//! What has expired is left out wherever entries are read or put together.
//!
//! Whether a group has expired depends on what is stored alone, and not on when entries were put
//! together last: a store that still has the bytes of an expired group gives the same as one that
//! has them no longer.

use super::compact::compact;
use super::entry::{Entry, Kept, Met};
use std::borrow::Cow;
use std::collections::HashMap;
use urlsift_core::index::Id;

/// Up to which slice of time nothing is remembered any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expiry {
    until: i64,
    /// The length of a slice in milliseconds.
    slice: i64,
}

/// What entries say of a group.
#[derive(Clone, Copy, Debug)]
struct Last {
    /// The last slice in which it was met.
    slice: i64,
    /// Whether it starts among them. Then nothing is said of it in earlier ones, as far as they are
    /// here with all later ones.
    is_whole: bool,
}

impl Expiry {
    /// Nothing is left of a slice of time, nor of those before it; slices have so many
    /// milliseconds.
    pub(crate) fn new(until: i64, slice: i64) -> Self {
        Self { until, slice: slice.max(1) }
    }

    /// The last slice of time of which nothing is remembered.
    #[cfg(feature = "state")]
    pub(crate) fn until(&self) -> i64 {
        self.until
    }

    /// Leaves out the groups that have expired, if they start among these entries, and what was
    /// counted in slices of time that have. The entries are all that is stored of a host from some
    /// commit on. `None`: they are damaged.
    pub(crate) fn left<'e>(&self, entries: &'e [u8]) -> Option<Cow<'e, [u8]>> {
        let (mut groups, mut is_changed) = (HashMap::<Id, Last>::new(), false);
        for entry in Entry::all(entries) {
            let (id, slice, starts) = match entry? {
                Entry::Kept(Kept { id, time, .. }) => (id, time.div_euclid(self.slice), true),
                Entry::Met(Met { id, slice, .. }) => (id, slice, false),
                _ => continue,
            };
            is_changed |= !starts && slice <= self.until;
            let last = groups.entry(id).or_insert(Last { slice, is_whole: starts });
            last.slice = last.slice.max(slice);
            last.is_whole |= starts;
        }
        let has_expired =
            |id: Id| groups.get(&id).is_some_and(|last| last.is_whole && last.slice <= self.until);
        if !is_changed && !groups.keys().any(|id| has_expired(*id)) {
            return Some(Cow::Borrowed(entries));
        }
        let is_left = |entry: &Entry<'_>| {
            !entry.id().is_some_and(has_expired)
                && !matches!(entry, Entry::Met(Met { slice, .. }) if *slice <= self.until)
        };
        compact(entries, is_left).map(Cow::Owned)
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::Lookup;
    use super::*;
    use urlsift_core::learn::Lesson;

    #[test]
    fn kinds_expire_with_all_that_is_said_of_them_and_others_lose_old_counts() {
        let kept = |id, time| Entry::Kept(Kept { id, time, lookup: Lookup::Keys(&[]), line: b"x" });
        let met = |id, slice| Entry::Met(Met { id, slice, count: 2, last: slice * 10 });
        let dropped = |id| Entry::Dropped { id, run: 1, line: id };
        let word = Entry::Lesson(Lesson::Word(6));
        let written = |entries: &[Entry<'_>]| {
            let mut bytes = Vec::new();
            for entry in entries {
                entry.write(&mut bytes);
            }
            bytes
        };
        let bytes = written(&[
            kept(1, 15),
            met(1, 1),
            word,
            dropped(1), // expired
            kept(2, 19),
            met(2, 1),
            met(2, 3),
            dropped(2), // lives on
            met(3, 2),
            dropped(3), // starts elsewhere
            kept(4, 31),
        ]);
        let expiry = Expiry { until: 2, slice: 10 };
        let left = expiry.left(&bytes).expect("it is whole");
        assert_eq!(*left, written(&[word, kept(2, 19), dropped(2), dropped(3), kept(4, 31), met(2, 3)]));
        assert!(matches!(expiry.left(&left), Some(Cow::Borrowed(again)) if *again == *left));
        assert!(matches!(Expiry { until: 0, slice: 10 }.left(&bytes), Some(Cow::Borrowed(_))));
        assert!(expiry.left(&bytes[..5]).is_none());
    }
}
