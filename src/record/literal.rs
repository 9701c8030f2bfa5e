//! Records of literal URLs: their core, and their bands or parts where the core is not enough.

use super::memory::Memory;
use super::{Batch, Record, Scanner, Segment, split_matrix, split_pairs};
use crate::index::literal::{LiteralHasher, Way};
use crate::parse::Address;

impl Scanner {
    /// Fills a record, and leaves in the batch only what deciding on it will need.
    pub(super) fn literal(
        &self,
        hasher: &LiteralHasher,
        address: &Address<'_>,
        record: &mut Record,
        batch: &mut Batch,
        memory: &mut Memory,
    ) {
        let (path, segments) = match address.plain_path() {
            Some((path, segments)) => (self.key.token(path), segments),
            None => self.rough_path(address, batch, memory),
        };
        debug_assert_eq!(segments, names(address).count());
        if !address.query.is_empty() {
            self.pairs(address.pairs(), batch, memory);
        }
        record.pairs.end = Self::settle(record.pairs.start as usize, &mut batch.pairs);
        record.template = hasher.core(&self.key, record, path, batch.pairs_of(record));
        record.way = hasher.way(segments, record.pairs.len());
        let tokens = names(address).map(|name| self.key.token(name));
        match record.way {
            Way::Features => {
                batch.segments.extend(tokens.map(|token| Segment { token, ..Segment::default() }));
                record.segments.end = batch.segments.len() as u32;
                return;
            }
            Way::Bands => {
                batch.work.tokens.clear();
                batch.work.tokens.extend(tokens);
                let pairs = &batch.pairs[record.pairs.start as usize..];
                hasher.bands(&self.key, record, pairs, &mut batch.work, &mut batch.bands);
                record.bands.end = batch.bands.len() as u32;
            }
            Way::Core => {}
        }
        batch.pairs.truncate(record.pairs.start as usize);
        record.pairs.end = record.pairs.start;
    }

    /// Hashes a path as if it were written plainly, counts its segments, and appends the parameters in it.
    fn rough_path(&self, address: &Address<'_>, batch: &mut Batch, memory: &mut Memory) -> (u64, usize) {
        let (mut path, mut segments) = (std::mem::take(&mut batch.token), 0);
        path.clear();
        for name in names(address) {
            if segments > 0 {
                path.push(b'/');
            }
            path.extend_from_slice(name);
            segments += 1;
        }
        let hash = self.key.token(&path);
        batch.token = path;
        if address.semicolon {
            for segment in address.segments() {
                self.pairs(split_pairs(split_matrix(segment).1, b';'), batch, memory);
            }
        }
        (hash, segments)
    }
}

/// The segments of a path, without parameters in it. Empty ones do not exist.
fn names<'a>(address: &Address<'a>) -> impl Iterator<Item = &'a [u8]> {
    let semicolon = address.semicolon;
    let name = move |segment| if semicolon { split_matrix(segment).0 } else { segment };
    address.segments().map(name).filter(|name| !name.is_empty())
}
