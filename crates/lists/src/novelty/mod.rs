//! Orders kept lines so that each one adds the most features that no line before it has.

mod features;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use features::{FeatureNumbers, LineFeatures};

/// Orders kept lines by novelty: interleaved over hosts and kinds, the rarest and least similar
/// lines first.
///
/// A line has a host, a *kind* (its template without the host), a *section* (its host with the
/// first path segment), and words (path segments and names of parameters). All URLs start with one
/// weight, other lines with less. The weight of a feature is halved each time a line with it is
/// taken. The next line is the heaviest; of equally heavy ones, the one whose kind has the fewest
/// kept lines, then the one whose group has the fewest lines, then the one that was noted first.
///
/// Any number of lines from the start of this order has at least as many hosts as the same number
/// of lines in the order in which they were noted.
///
/// ```
/// use urlsift::lists::Novelty;
///
/// let mut novelty = Novelty::default();
/// for (group, template) in [
///     "https://a.example/shop/red",
///     "https://a.example/shop/blue",
///     "https://a.example/admin/login",
///     "https://b.example/shop/red",
/// ]
/// .into_iter()
/// .enumerate()
/// {
///     novelty.note(group as u64, Some(template.as_bytes()[8].into()), template);
/// }
/// // The other host comes second, and the admin page before another page of the shop.
/// assert_eq!(novelty.order(4), [1, 3, 2, 0]);
/// assert_eq!(novelty.order(2), [1, 3]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Novelty {
    names: FeatureNumbers,
    lines: Vec<KeptLine>,
    /// The number of lines of the list in each group.
    groups: Vec<u64>,
}

/// A kept line.
#[derive(Clone, Debug)]
struct KeptLine {
    group: u64,
    features: LineFeatures,
}

/// The rank of a line: its weight, how few lines its kind and its group have, its position.
type LineRank = (u32, Reverse<u32>, Reverse<u64>, Reverse<usize>);

impl Novelty {
    /// Adds a kept line: the number of its [group](urlsift_explain::Decision::group), the hash of
    /// its [host](urlsift_explain::Decision::host), and its template. Its position is the number of
    /// lines added before.
    pub fn note(&mut self, group: u64, host: Option<u64>, template: &str) {
        let features = self.names.features(host, template);
        self.lines.push(KeptLine { group, features });
        self.count(group, 1);
    }

    /// Counts dropped lines of a group.
    pub fn count(&mut self, group: u64, lines: u64) {
        let place = group as usize;
        if place >= self.groups.len() {
            self.groups.resize(place + 1, 0);
        }
        self.groups[place] += lines;
    }

    /// Returns the positions of the first `most` lines of the order.
    pub fn order(&self, most: usize) -> Vec<usize> {
        Arrangement::of(self).take(most)
    }
}

/// The order in progress.
struct Arrangement<'n> {
    lines: &'n [KeptLine],
    ranks: BinaryHeap<LineRank>,
    /// Ranks of lines on hosts that were not taken yet.
    ranks_on_new_hosts: BinaryHeap<LineRank>,
    /// The number of taken lines with each feature.
    shown: Vec<u32>,
    is_taken: Vec<bool>,
    /// The number of computed weights.
    looks: u64,
}

impl<'n> Arrangement<'n> {
    fn of(novelty: &'n Novelty) -> Self {
        let Novelty {
            names,
            lines,
            groups,
        } = novelty;
        let mut of_kind: HashMap<u32, u32> = HashMap::new();
        for line in lines {
            *of_kind.entry(line.features.kind()).or_default() += 1;
        }
        let shown = vec![0; names.len()];
        let mut ranks = BinaryHeap::with_capacity(lines.len());
        let mut ranks_on_new_hosts = BinaryHeap::new();
        for (position, line) in lines.iter().enumerate() {
            let rank = (
                line.features.weight(&shown),
                Reverse(of_kind[&line.features.kind()]),
                Reverse(groups[line.group as usize]),
                Reverse(position),
            );
            ranks.push(rank);
            if line.features.host().is_some() {
                ranks_on_new_hosts.push(rank);
            }
        }
        Self {
            lines,
            ranks,
            ranks_on_new_hosts,
            shown,
            is_taken: vec![false; lines.len()],
            looks: lines.len() as u64,
        }
    }

    fn take(mut self, most: usize) -> Vec<usize> {
        let mut order = Vec::with_capacity(most.min(self.lines.len()));
        // Hosts among the same number of first lines, and in the order so far.
        let mut first_hosts = HashSet::new();
        let mut hosts = 0;
        for line in self.lines.iter().take(most) {
            first_hosts.extend(line.features.host());
            let is_host_due = hosts < first_hosts.len();
            let Some(position) = self.next(is_host_due) else {
                break;
            };
            let features = &self.lines[position].features;
            if let Some(host) = features.host()
                && self.shown[host as usize] == 0
            {
                hosts += 1;
            }
            for feature in features.each() {
                self.shown[feature as usize] += 1;
            }
            self.is_taken[position] = true;
            order.push(position);
        }
        order
    }

    /// Returns the line that ranks highest, on a new host if one is due.
    ///
    /// Weights only fall. So the highest rank is right if its weight has not changed; otherwise the
    /// line goes back with its new rank.
    fn next(&mut self, is_host_due: bool) -> Option<usize> {
        loop {
            let ranks = if is_host_due {
                &mut self.ranks_on_new_hosts
            } else {
                &mut self.ranks
            };
            let (weight, kind, group, Reverse(position)) = ranks.pop()?;
            let features = &self.lines[position].features;
            if self.is_taken[position] {
                continue;
            }
            if is_host_due
                && let Some(host) = features.host()
                && self.shown[host as usize] > 0
            {
                continue;
            }
            self.looks += 1;
            let now = features.weight(&self.shown);
            if now == weight {
                return Some(position);
            }
            ranks.push((now, kind, group, Reverse(position)));
        }
    }
}
