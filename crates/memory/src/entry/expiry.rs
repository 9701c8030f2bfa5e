//! Expiry: drops expired groups wherever entries are read or merged.
//!
//! Only the stored entries decide whether a group has expired, not when they were last merged. So a
//! store that still has the bytes of an expired group answers like one that has deleted them.

use crate::entry::compact::compact;
use crate::entry::{Entry, damaged, retain};
use std::borrow::Cow;
use std::collections::HashMap;
use urlsift_core::Error;
use urlsift_core::similar::index::Id;

/// The last slice of time that has expired.
#[derive(Clone, Copy)]
pub(crate) struct Expiry {
    pub until: i64,
    /// The length of a slice in milliseconds.
    slice: i64,
}

/// What some entries say of a group.
#[derive(Default)]
struct GroupLife {
    /// The last slice in which one of its lines came.
    last: Option<i64>,
    /// Whether it starts among these entries: then no earlier entry is about it.
    is_whole: bool,
}

impl GroupLife {
    fn extend(&mut self, slice: i64) {
        self.last = self.last.max(Some(slice));
    }
}

impl Expiry {
    /// Expires a slice of time and all before it; `slice` is the length of one in milliseconds.
    pub(crate) fn new(until: i64, slice: i64) -> Self {
        Self {
            until,
            slice: slice.max(1),
        }
    }

    /// Leaves out expired groups that start among these entries, and counts of expired slices. The
    /// entries must be all that is stored of a host since some commit. `None`: they are damaged.
    pub(crate) fn left<'e>(&self, entries: &'e [u8]) -> Option<Cow<'e, [u8]>> {
        let mut groups = HashMap::<Id, GroupLife>::new();
        let mut is_changed = false;
        for entry in Entry::parse_all(entries) {
            match entry? {
                Entry::Kept(kept) => {
                    let life = groups.entry(kept.id).or_default();
                    life.extend(kept.time.div_euclid(self.slice));
                    life.is_whole = true;
                }
                Entry::Met(met) => {
                    groups.entry(met.id).or_default().extend(met.slice);
                    is_changed |= met.slice <= self.until;
                }
                _ => {}
            }
        }
        groups.retain(|_, life| life.is_whole && life.last <= Some(self.until));
        if !is_changed && groups.is_empty() {
            return Some(Cow::Borrowed(entries));
        }
        let left = retain(entries, |entry| match entry {
            Entry::Met(met) if met.slice <= self.until => false,
            _ => match entry.id() {
                Some(id) => !groups.contains_key(&id),
                None => true,
            },
        })?;
        compact(&left).map(Cow::Owned)
    }
}

/// Returns the entries of a host without expired groups, which a store may still hold.
pub(crate) fn living(expiry: Option<Expiry>, entries: &[u8]) -> Result<Cow<'_, [u8]>, Error> {
    match expiry {
        Some(expiry) => expiry.left(entries).ok_or_else(damaged),
        None => Ok(Cow::Borrowed(entries)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Kept, Lookup, SliceCount};
    use urlsift_core::learn::Fact;

    #[test]
    fn kinds_expire_with_all_that_is_said_of_them_and_others_lose_old_counts() {
        let kept = |id, time| {
            Entry::Kept(Kept {
                id,
                time,
                lookup: Lookup::Keys(&[]),
                line: b"x",
            })
        };
        let met = |id, slice| {
            Entry::Met(SliceCount {
                id,
                slice,
                count: 2,
                last: slice * 10,
            })
        };
        let dropped = |id| Entry::Dropped {
            id,
            run: 1,
            line: id,
        };
        let word = Entry::Learned(Fact::Word(6));
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
        let expiry = Expiry {
            until: 2,
            slice: 10,
        };
        let left = expiry.left(&bytes).expect("it is whole");
        assert_eq!(
            *left,
            written(&[
                kept(2, 19),
                met(2, 3),
                kept(4, 31),
                word,
                dropped(2),
                dropped(3)
            ])
        );
        assert!(matches!(expiry.left(&left), Some(Cow::Borrowed(again)) if *again == *left));
        assert!(matches!(
            Expiry {
                until: 0,
                slice: 10
            }
            .left(&bytes),
            Some(Cow::Borrowed(_))
        ));
        assert!(expiry.left(&bytes[..5]).is_none());
    }
}
