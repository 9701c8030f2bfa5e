//! The division of a list: the lines of each group, and the template of the first one.

use super::lines::Lines;
use super::near::Stages;
use std::cmp::Reverse;
use urlsift_core::decision::Decision;
use urlsift_core::sift::Sift;

/// The components of a list, or the groups of its filter: the largest first, of equal sizes the one
/// that starts first.
#[derive(Debug)]
pub struct Groups {
    lines: Lines,
    shapes: Shapes,
    /// The lines that belong to a group, those of one group side by side, in their order.
    order: Vec<u32>,
    /// Where each group begins and ends in `order`.
    groups: Vec<(u32, u32)>,
    limit_hits: u64,
    stages: Option<Stages>,
}

/// How the template of a group's first line is found.
#[derive(Debug)]
pub(super) enum Shapes {
    /// The filter, and its decisions on the lines that start groups.
    Decided(Box<Sift>, Vec<Decision>),
    /// The filter with what it has learned.
    Read(Box<Sift>),
}

/// One group.
#[derive(Clone, Copy, Debug)]
pub struct Group<'g> {
    groups: &'g Groups,
    members: &'g [u32],
}

impl Groups {
    /// `roots` gives for each node the smallest one of its group.
    pub(super) fn new(
        lines: Lines,
        roots: &[u32],
        shapes: Shapes,
        limit_hits: u64,
        stages: Option<Stages>,
    ) -> Self {
        // How many lines each root has, and then where the next one of them goes.
        let mut places = vec![0_u32; roots.len()];
        for node in lines.nodes().flatten() {
            places[roots[node as usize] as usize] += 1;
        }
        let mut end = 0;
        let mut groups = Vec::new();
        for place in places.iter_mut().filter(|place| **place > 0) {
            let start = end;
            end += *place;
            *place = start;
            groups.push((start, end));
        }
        let mut order = vec![0; end as usize];
        for (line, node) in (0..).zip(lines.nodes()) {
            let Some(node) = node else { continue };
            let place = &mut places[roots[node as usize] as usize];
            order[*place as usize] = line;
            *place += 1;
        }
        // Nodes are numbered in the order of their first lines, and so are roots.
        groups.sort_by_key(|(start, end)| Reverse(end - start));
        Self { lines, shapes, order, groups, limit_hits, stages }
    }

    /// Returns how many groups there are.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Whether no line belongs to a group.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Returns the groups, the largest first; of equal sizes the one that starts first.
    pub fn iter(&self) -> impl Iterator<Item = Group<'_>> {
        let of = |&(start, end): &(u32, u32)| Group {
            groups: self,
            members: &self.order[start as usize..end as usize],
        };
        self.groups.iter().map(of)
    }

    /// Returns how many lines were not compared with all others that share a rare part, so that
    /// their components may be incomplete: lines with more than 4,096 bands (texts and sequences:
    /// 16) to which none of 131,072 others is similar (32,768 for lines of more than 32 parts, fewer
    /// from 64 parts on; down to a 64th of that where most lines of a list are such). 0 means that all
    /// components are exact.
    pub fn search_limit_hits(&self) -> u64 {
        self.limit_hits
    }

    /// Returns what the stages of [`Clusters::near`](crate::Clusters::near) did, or of
    /// [`Metric::SimHash`](urlsift_core::Metric::SimHash).
    pub fn stages(&self) -> Option<Stages> {
        self.stages
    }
}

impl<'g> Group<'g> {
    /// Returns the number of the group: the position of its first line in the list, counted from 1.
    pub fn id(&self) -> u64 {
        u64::from(self.members[0]) + 1
    }

    /// Returns how many lines it has.
    #[allow(clippy::len_without_is_empty, reason = "no group is empty")]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Returns the first line.
    pub fn representative(&self) -> &'g [u8] {
        self.groups.lines.line(self.members[0])
    }

    /// Returns its lines in their order, each with its position in the list, counted from 1.
    pub fn members(&self) -> impl ExactSizeIterator<Item = (u64, &'g [u8])> + use<'g> {
        let lines = &self.groups.lines;
        self.members.iter().map(|&at| (u64::from(at) + 1, lines.line(at)))
    }

    /// Returns the template of the first line, such as `https://example.com/user/{int}`; `None` if
    /// it is not a URL.
    pub fn shape(&self) -> Option<String> {
        let line = self.representative();
        match &self.groups.shapes {
            Shapes::Decided(sift, starts) => {
                let group = self.groups.lines.node(self.members[0])?;
                sift.shape(line, &starts[group as usize])
            }
            Shapes::Read(sift) => sift.learned_shape(line),
        }
    }
}
