//! What is stored of a host, divided: by slices of time, and into parts that a request takes.

use crate::error::Error;
use crate::memory::entry::{Entry, Met, damaged};
use std::collections::BTreeMap;

/// What a commit stores of a host in one slice.
#[derive(Default)]
pub(super) struct Share {
    /// What others have to know.
    pub(super) news: Vec<u8>,
    pub(super) keys: Vec<u64>,
    /// Counts, which need no order.
    pub(super) counts: Vec<Met>,
}

/// Divides a piece by slices, of which there is one where nothing expires.
pub(super) fn divide(piece: &[u8], by_slices: bool) -> Result<BTreeMap<Option<i64>, Share>, Error> {
    let entries: Vec<Entry<'_>> = Entry::all(piece).collect::<Option<_>>().ok_or_else(damaged)?;
    let slices = entries.iter().filter_map(|entry| match entry {
        Entry::Met(met) => Some(met.slice),
        _ => None,
    });
    let latest = slices.max().filter(|_| by_slices);
    let mut shares = BTreeMap::<Option<i64>, Share>::new();
    let mut keys = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let slice = match entry {
            Entry::Met(met) => by_slices.then_some(met.slice),
            Entry::Lesson(_) => None,
            // The slice in which a kind lives is said behind it.
            Entry::Kept(_) => match entries.get(at + 1) {
                Some(Entry::Met(met)) if by_slices => Some(met.slice),
                _ => latest,
            },
            Entry::Dropped { .. } | Entry::Sample { .. } => latest,
        };
        let share = shares.entry(slice).or_default();
        match entry {
            Entry::Met(met) if met.count > 0 => share.counts.push(*met),
            entry => entry.write(&mut share.news),
        }
        if let Entry::Kept(kept) = entry {
            kept.lookup.keys(&mut keys);
            share.keys.extend(&keys);
        }
    }
    Ok(shares)
}

/// Divides a piece into parts of about so many entries. A kind stays with what says of it behind it in which slice it lives.
pub(super) fn parts(piece: &[u8], entries: usize) -> Option<Vec<Vec<u8>>> {
    let (mut parts, mut count, mut is_kind) = (vec![Vec::new()], 0, false);
    for entry in Entry::all(piece) {
        let entry = entry?;
        if count >= entries && !is_kind {
            parts.push(Vec::new());
            count = 0;
        }
        count += 1;
        is_kind = matches!(entry, Entry::Kept(_));
        entry.write(parts.last_mut()?);
    }
    parts.retain(|part| !part.is_empty());
    Some(parts)
}
