//! Items by rank, of which only the first few may be wanted.

use std::cmp::Reverse;
use std::num::NonZeroUsize;

use urlsift::lists::Template;

use crate::cli::TemplatesOrder;

/// A place in the output; the lowest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// The number of lines, if that decides.
    lines: Reverse<u64>,
    /// The number of the first line.
    record: u64,
}

impl Rank {
    /// Returns the rank of templates that are one item.
    pub(super) fn of(order: TemplatesOrder, templates: &[Template]) -> Self {
        let lines = match order {
            TemplatesOrder::Count => templates.iter().map(|template| template.lines).sum(),
            TemplatesOrder::Input => 0,
        };
        let records = templates.iter().map(|template| template.record);
        Self {
            lines: Reverse(lines),
            record: records.min().unwrap_or_default(),
        }
    }
}

/// An item with its rank.
struct RankedItem<T> {
    rank: Rank,
    lines: u64,
    item: T,
}

/// The first items by rank. Others are forgotten as soon as there are twice as many.
pub(super) struct Ranked<T> {
    most: usize,
    items: Vec<RankedItem<T>>,
    /// The rank of the last wanted item, once there were more.
    last: Option<Rank>,
    /// The number of items that are left out, and that of their lines.
    pub(super) left_out: u64,
    pub(super) left_out_lines: u64,
}

impl<T> Ranked<T> {
    /// Creates an empty list that keeps at most this many items.
    pub(super) fn new(most: Option<NonZeroUsize>) -> Self {
        Self {
            most: most.map_or(usize::MAX, NonZeroUsize::get),
            items: Vec::new(),
            last: None,
            left_out: 0,
            left_out_lines: 0,
        }
    }

    /// Adds an item of this many lines, which is made only if it may be wanted.
    pub(super) fn add(&mut self, rank: Rank, lines: u64, item: impl FnOnce() -> T) {
        if self.last.is_some_and(|last| rank > last) {
            self.left_out += 1;
            self.left_out_lines += lines;
            return;
        }
        let item = item();
        self.items.push(RankedItem { rank, lines, item });
        if self.items.len() >= self.most.saturating_mul(2) {
            self.cut();
        }
    }

    /// Returns the items, the first one first.
    pub(super) fn take(&mut self) -> impl Iterator<Item = T> {
        self.cut();
        std::mem::take(&mut self.items)
            .into_iter()
            .map(|ranked| ranked.item)
    }

    fn cut(&mut self) {
        self.items.sort_by_key(|ranked| ranked.rank);
        let wanted = self.most.min(self.items.len());
        for other in self.items.drain(wanted..) {
            self.left_out += 1;
            self.left_out_lines += other.lines;
        }
        if wanted == self.most {
            self.last = self.items.last().map(|ranked| ranked.rank);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_that_cannot_be_among_the_first_are_not_made() {
        let mut ranked = Ranked::new(NonZeroUsize::new(3));
        let mut made = 0;
        for record in 0..100 {
            let rank = Rank {
                lines: Reverse(100 - record),
                record,
            };
            ranked.add(rank, 1, || {
                made += 1;
                record
            });
        }
        let late = Rank {
            lines: Reverse(99),
            record: 100,
        };
        ranked.add(late, 1, || 100);
        assert_eq!(ranked.take().collect::<Vec<u64>>(), [0, 1, 100]);
        assert_eq!((made, ranked.left_out, ranked.left_out_lines), (6, 98, 98));
    }
}
