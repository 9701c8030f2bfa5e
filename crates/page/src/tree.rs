//! The lines of each site as a tree: hosts, and below them the segments of templates.

use std::cmp::Reverse;
use std::ops::{AddAssign, SubAssign};

use urlsift_core::hash::Key;
use urlsift_core::similar::table::NumberMap;
use urlsift_stream::DecidedRecord;

use super::census::{GroupCount, PageCensus};
use super::excerpt::Excerpt;

/// The most nodes. Beyond that, the half with the fewest lines is forgotten: their lines count for
/// the node above.
const MOST: usize = 20_000;

/// Segments below a host. Longer paths count for the node of their first segments.
const DEPTH: usize = 6;

/// The longest name that is stored, in bytes.
const NAME: usize = 120;

const ROOT: usize = 0;

/// Counts by host and path. A line counts at the node of its group's template. This is the template
/// of the last line at which the group had doubled, read with everything learned until then.
pub(super) struct Tree {
    /// The root first; every node comes after its parent.
    nodes: Vec<HostTreeNode>,
    /// The nodes by their hashes.
    by_hash: NumberMap<usize>,
    /// Hashes the names of nodes.
    key: Key,
    /// Whether lines of small nodes count for the nodes above them.
    pub has_forgotten: bool,
}

/// A host or a segment.
struct HostTreeNode {
    above: usize,
    /// The hash of its name and of the names above it.
    hash: u64,
    name: Excerpt,
    /// The lines that end there.
    own: LineTotal,
}

/// Lines, and how many of them were kept.
#[derive(Clone, Copy, Default)]
struct LineTotal {
    lines: u64,
    kept: u64,
}

impl AddAssign for LineTotal {
    fn add_assign(&mut self, other: Self) {
        self.lines += other.lines;
        self.kept += other.kept;
    }
}

impl SubAssign for LineTotal {
    fn sub_assign(&mut self, other: Self) {
        self.lines -= other.lines;
        self.kept -= other.kept;
    }
}

/// A node with everything below it.
pub(super) struct SiteBranch<'t> {
    /// The names of nodes without siblings, from the top.
    pub names: Vec<&'t Excerpt>,
    pub lines: u64,
    pub kept: u64,
    pub branches: Vec<SiteBranch<'t>>,
    /// Hidden nodes directly below this one, with all of their lines.
    pub others: Others,
}

/// Nodes that are not shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Others {
    pub nodes: u64,
    pub lines: u64,
    pub kept: u64,
}

impl Default for Tree {
    fn default() -> Self {
        let root = HostTreeNode {
            above: ROOT,
            hash: 0,
            name: Excerpt::of(""),
            own: LineTotal::default(),
        };
        Self {
            nodes: vec![root],
            by_hash: NumberMap::default(),
            key: Key::new([0, 0]),
            has_forgotten: false,
        }
    }
}

impl Tree {
    /// Counts a line of a group, if it is a URL.
    pub(super) fn note(
        &mut self,
        decided: &DecidedRecord<'_>,
        group: usize,
        census: &mut PageCensus,
    ) {
        let is_url = decided.decision.is_some_and(|it| it.host.is_some());
        if !is_url {
            return;
        }
        let counts = census.groups[group];
        let node = &mut self.nodes[counts.node as usize];
        node.own.lines += 1;
        node.own.kept += u64::from(decided.kept);
        if counts.lines.is_power_of_two() {
            let template = decided.shape().unwrap_or_default();
            let node = self.place(&template, MOST, census);
            self.relocate(census.group_mut(group), node);
        }
    }

    /// Counts the lines of a group at another node.
    fn relocate(&mut self, group: &mut GroupCount, node: usize) {
        let lines = LineTotal {
            lines: group.lines,
            kept: u64::from(group.kept),
        };
        self.nodes[group.node as usize].own -= lines;
        self.nodes[node].own += lines;
        group.node = node as u32;
    }

    /// Returns the node of a template, which is added if it is new.
    fn place(&mut self, template: &str, most: usize, census: &mut PageCensus) -> usize {
        if self.nodes.len() + DEPTH + 1 > most {
            self.forget_small_ones(most / 2, census);
        }
        let (host, path) = split(template);
        let segments = path.split('/').filter(|segment| !segment.is_empty());
        let mut node = self.below(ROOT, host);
        for segment in segments.take(DEPTH) {
            node = self.below(node, segment);
        }
        node
    }

    fn below(&mut self, above: usize, name: &str) -> usize {
        let own = self.key.token(name.as_bytes());
        let hash = self.key.join(self.nodes[above].hash, own);
        *self.by_hash.entry(hash).or_insert_with(|| {
            self.nodes.push(HostTreeNode {
                above,
                hash,
                name: Excerpt::start(name, NAME),
                own: LineTotal::default(),
            });
            self.nodes.len() - 1
        })
    }

    /// Returns the lines of each node and of all nodes below it.
    fn totals(&self) -> Vec<LineTotal> {
        let mut totals: Vec<LineTotal> = self.nodes.iter().map(|node| node.own).collect();
        for (number, node) in self.nodes.iter().enumerate().skip(1).rev() {
            let total = totals[number];
            totals[node.above] += total;
        }
        totals
    }

    /// Marks the nodes with the most lines; of equal ones, those that came first. A node has no
    /// fewer lines than the ones below it, and came before them, so the node above each is among
    /// them.
    fn largest(&self, totals: &[LineTotal], most: usize) -> Vec<bool> {
        let mut nodes: Vec<usize> = (0..self.nodes.len()).collect();
        nodes.sort_by_key(|&node| (Reverse(totals[node].lines), node));
        let mut is_among = vec![false; nodes.len()];
        for &node in nodes.iter().take(most) {
            is_among[node] = true;
        }
        is_among
    }

    /// Forgets all but the `left` largest nodes; the node above each takes its lines.
    fn forget_small_ones(&mut self, left: usize, census: &mut PageCensus) {
        let stays = self.largest(&self.totals(), left);
        self.has_forgotten = true;
        // The new place of each node, or of the one that takes its lines.
        let mut places = vec![ROOT; self.nodes.len()];
        let mut nodes: Vec<HostTreeNode> = Vec::with_capacity(left);
        for (number, mut node) in std::mem::take(&mut self.nodes).into_iter().enumerate() {
            let above = places[node.above];
            if stays[number] {
                places[number] = nodes.len();
                node.above = above;
                nodes.push(node);
            } else {
                places[number] = above;
                nodes[above].own += node.own;
            }
        }
        self.nodes = nodes;
        self.by_hash.clear();
        for (number, node) in self.nodes.iter().enumerate().skip(1) {
            self.by_hash.insert(node.hash, number);
        }
        for group in &mut census.groups {
            group.node = places[group.node as usize] as u32;
        }
    }

    /// Returns the number of nodes with lines; a lower bound if some were forgotten.
    pub(super) fn len(&self) -> usize {
        let totals = self.totals();
        let below_root = totals[1..].iter();
        below_root.filter(|total| total.lines > 0).count()
    }

    /// Returns the tree of the `most` largest nodes, from the root on.
    pub(super) fn shown(&self, most: usize) -> SiteBranch<'_> {
        let totals = self.totals();
        let is_shown = self.largest(&totals, most + 1);
        let mut below: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        let mut others = vec![Others::default(); self.nodes.len()];
        for (number, node) in self.nodes.iter().enumerate().skip(1) {
            let total = totals[number];
            if total.lines == 0 {
                // Its groups moved to other nodes.
            } else if is_shown[number] {
                below[node.above].push(number);
            } else if is_shown[node.above] {
                let others = &mut others[node.above];
                others.nodes += 1;
                others.lines += total.lines;
                others.kept += total.kept;
            }
        }
        for nodes in &mut below {
            nodes.sort_by_key(|&node| (Reverse(totals[node].lines), node));
        }
        self.branch(ROOT, &below, &others, &totals)
    }

    fn branch(
        &self,
        node: usize,
        below: &[Vec<usize>],
        others: &[Others],
        totals: &[LineTotal],
    ) -> SiteBranch<'_> {
        let LineTotal { lines, kept } = totals[node];
        let mut names = vec![&self.nodes[node].name];
        let mut last = node;
        // A chain of nodes in which only the last has its own lines is shown as one.
        while let [only] = below[last][..]
            && last != ROOT
            && totals[only].lines == lines
        {
            names.push(&self.nodes[only].name);
            last = only;
        }
        let mut branches = Vec::new();
        for &node in &below[last] {
            branches.push(self.branch(node, below, others, totals));
        }
        SiteBranch {
            names,
            lines,
            kept,
            branches,
            others: others[last],
        }
    }
}

/// Returns the host of a template, with its scheme unless that is http or https, and its path.
fn split(template: &str) -> (&str, &str) {
    let scheme_end = match template.find("://") {
        Some(mark) => mark + "://".len(),
        None => 0,
    };
    let (scheme, rest) = template.split_at(scheme_end);
    let host_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(host_end);
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let host = match scheme {
        "http://" | "https://" => host,
        _ => &template[..scheme_end + host_end],
    };
    (host, path)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    #[derive(Default)]
    struct Site {
        tree: Tree,
        census: PageCensus,
        groups: usize,
    }

    impl Site {
        /// Counts a new group with one kept line.
        fn count(&mut self, template: &str, lines: u64, most: usize) {
            let node = self.tree.place(template, most, &mut self.census);
            *self.census.group_mut(self.groups) = GroupCount {
                node: node as u32,
                kept: 1,
                lines,
            };
            self.groups += 1;
            self.tree.nodes[node].own += LineTotal { lines, kept: 1 };
        }
    }

    /// Writes a tree as indented text.
    fn text(branch: &SiteBranch<'_>, depth: usize, text: &mut String) {
        let names: Vec<_> = branch
            .names
            .iter()
            .map(|name| String::from_utf8_lossy(&name.bytes))
            .collect();
        let Others { nodes, lines, .. } = branch.others;
        write!(
            text,
            "{:depth$}{} {} {}",
            "",
            names.join("/"),
            branch.lines,
            branch.kept
        )
        .unwrap();
        if nodes > 0 {
            write!(text, " + {nodes} with {lines}").unwrap();
        }
        text.push('\n');
        branch
            .branches
            .iter()
            .for_each(|branch| self::text(branch, depth + 1, text));
    }

    fn shown(tree: &Tree, most: usize) -> String {
        let mut shown = String::new();
        text(&tree.shown(most), 0, &mut shown);
        shown
    }

    #[test]
    fn templates_are_divided_into_host_and_path() {
        for (template, host, path) in [
            ("https://a.example/x/{int}?a&b#top", "a.example", "/x/{int}"),
            ("http://a.example:81?a", "a.example:81", ""),
            ("ftp://a.example/x", "ftp://a.example", "/x"),
            ("/x/y?a", "", "/x/y"),
            ("a.example", "a.example", ""),
        ] {
            assert_eq!(split(template), (host, path), "{template}");
        }
    }

    #[test]
    fn lines_count_for_all_above_them() {
        let mut site = Site::default();
        for (template, lines) in [
            ("https://a.example/x/y/{int}", 5),
            ("https://a.example/", 1),
            ("https://b.example/p/q", 7),
            ("https://b.example/p/q?a", 2),
            ("https://a.example/x/y/{int}/edit", 2),
            ("https://a.example/z/1/2/3/4/5/6/7/8", 1),
        ] {
            site.count(template, lines, MOST);
        }
        let whole = " 18 6\n a.example 9 4\n  x/y/{int} 7 2\n   edit 2 1\n  z/1/2/3/4/5 1 1\n b.example/p/q 9 2\n";
        assert_eq!(shown(&site.tree, 100), whole);
        assert_eq!(
            shown(&site.tree, 2),
            " 18 6\n a.example 9 4 + 2 with 8\n b.example 9 2 + 1 with 9\n"
        );
    }

    #[test]
    fn a_group_takes_its_lines_along() {
        let mut site = Site::default();
        site.count("https://a.example/x/quokka", 8, MOST);
        site.count("https://a.example/x/wombat", 1, MOST);
        let node = site
            .tree
            .place("https://a.example/x/{word}", MOST, &mut site.census);
        site.tree.relocate(site.census.group_mut(0), node);
        assert_eq!(
            shown(&site.tree, 100),
            " 9 2\n a.example/x 9 2\n  {word} 8 1\n  wombat 1 1\n"
        );
    }

    /// Forgotten lines count for the node above, and later lines for their own node.
    #[test]
    fn a_full_tree_forgets_the_smallest_nodes() {
        let mut site = Site::default();
        for line in 0..1000 {
            site.count("https://large.example/shop", 3, 50);
            site.count(&format!("https://large.example/one/{line}"), 1, 50);
            site.count(&format!("https://small{line}.example/"), 1, 50);
        }
        let Site { tree, census, .. } = site;
        assert!(tree.nodes.len() <= 50 && tree.has_forgotten);
        let total = tree.totals()[ROOT];
        assert_eq!((total.lines, total.kept), (5000, 3000), "no line is lost");
        let shown = shown(&tree, 3);
        assert!(shown.starts_with(" 5000 3000"), "{shown}");
        assert!(
            shown.contains("\n large.example 4000 2000\n  shop 3000 1000\n  one 1000 1000"),
            "{shown}"
        );
        for group in 0..1000 {
            let name = |node: usize| &*tree.nodes[node].name.bytes;
            assert_eq!(name(census.groups[3 * group].node as usize), b"shop");
            let node = census.groups[3 * group + 1].node as usize;
            assert!(name(node) == b"one" || name(tree.nodes[node].above) == b"one");
        }
    }
}
