//! The endpoints of a host as a tree of segments.

use std::cmp::Reverse;
use std::mem::take;

use urlsift::lists::{Endpoint, Template, TemplateSegment, Templates};

/// The tree of a host.
///
/// Its places are in one list, the host first, as a path may have any number of segments, too many
/// for recursion.
pub(super) struct PathTree<'t> {
    places: Vec<PathBranch<'t>>,
}

/// A place in the tree.
pub(super) struct PathBranch<'t> {
    /// The segments that lead here from the place above.
    pub(super) label: String,
    /// The last of them, with the classes that all paths through here have.
    step: Option<TemplateSegment>,
    /// The number of lines here and below.
    pub(super) lines: u64,
    pub(super) endpoint: Option<Endpoint<'t>>,
    /// The numbers of the places below, with the most lines first.
    below: Vec<usize>,
}

/// Returns what `make` makes of the tree of each host, the host with the most lines first. It takes
/// less memory than the templates would.
pub(super) fn of_hosts<T>(
    hosts: impl Iterator<Item = Templates>,
    make: impl Fn(&PathTree<'_>) -> T,
) -> impl Iterator<Item = T> {
    let mut trees: Vec<(Reverse<u64>, String, T)> = Vec::new();
    for templates in hosts {
        let endpoints: Vec<Endpoint<'_>> = templates.endpoints().collect();
        let is_same = |one: &Template, other: &Template| {
            (&one.scheme, &one.host) == (&other.scheme, &other.host)
        };
        for of_host in endpoints.chunk_by(|one, other| is_same(one.first(), other.first())) {
            let tree = PathTree::of_host(of_host);
            trees.push((
                Reverse(tree.host().lines),
                tree.host().label.clone(),
                make(&tree),
            ));
        }
    }
    trees.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    trees.into_iter().map(|(.., tree)| tree)
}

impl<'t> PathTree<'t> {
    fn of_host(endpoints: &[Endpoint<'t>]) -> Self {
        let mut tree = Self {
            places: vec![PathBranch::new(endpoints[0].first().service(), None)],
        };
        for &endpoint in endpoints {
            let (path, route) = (endpoint.path(), endpoint.route());
            let path = path.iter().map(Some);
            let route = route
                .iter()
                .flat_map(|route| [None].into_iter().chain(route.iter().map(Some)));
            tree.insert(path.chain(route), endpoint);
        }
        tree.settle();
        tree
    }

    pub(super) fn host(&self) -> &PathBranch<'t> {
        &self.places[0]
    }

    /// Returns the host and all places below, each before those below it, with their depths.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, &PathBranch<'t>)> {
        let mut left = vec![(0, 0)];
        std::iter::from_fn(move || {
            let (depth, place) = left.pop()?;
            let place = &self.places[place];
            left.extend(place.below.iter().rev().map(|below| (depth + 1, *below)));
            Some((depth, place))
        })
    }

    /// Adds an endpoint under its segments; `None` is the start of a route. Endpoints come in the
    /// order of templates, so a place that is known is the last one below its parent.
    fn insert<'s>(
        &mut self,
        steps: impl Iterator<Item = Option<&'s TemplateSegment>>,
        endpoint: Endpoint<'t>,
    ) {
        let (mut at, lines) = (0, endpoint.lines());
        self.places[at].lines += lines;
        for step in steps {
            let token = step.map(|node| &node.token);
            let is_known =
                |last: &usize| self.places[*last].step.as_ref().map(|node| &node.token) == token;
            at = self.places[at]
                .below
                .last()
                .copied()
                .filter(is_known)
                .unwrap_or_else(|| {
                    let new = self.places.len();
                    self.places
                        .push(PathBranch::new(String::new(), step.cloned()));
                    self.places[at].below.push(new);
                    new
                });
            let place = &mut self.places[at];
            if let (Some(known), Some(step)) = (&mut place.step, step) {
                let new = step.classes.iter().filter(|(class, _)| !known.has(class));
                known.classes.extend(new.copied().collect::<Vec<_>>());
            }
            place.lines += lines;
        }
        self.places[at].endpoint = Some(endpoint);
    }

    /// Joins chains of places, and sorts.
    fn settle(&mut self) {
        for place in &mut self.places[1..] {
            place.label = place
                .step
                .as_ref()
                .map_or_else(|| "#".to_owned(), |node| format!("/{node}"));
        }
        for start in 1..self.places.len() {
            while let (&[only], None) = (&*self.places[start].below, self.places[start].endpoint) {
                let only = &mut self.places[only];
                let (label, below) = (take(&mut only.label), take(&mut only.below));
                let endpoint = only.endpoint;
                let place = &mut self.places[start];
                place.label += &label;
                (place.endpoint, place.below) = (endpoint, below);
            }
        }
        for at in 0..self.places.len() {
            let mut below = take(&mut self.places[at].below);
            below.sort_by(|&one, &other| self.places[one].rank().cmp(&self.places[other].rank()));
            self.places[at].below = below;
        }
    }
}

impl PathBranch<'_> {
    fn new(label: String, step: Option<TemplateSegment>) -> Self {
        Self {
            label,
            step,
            lines: 0,
            endpoint: None,
            below: Vec::new(),
        }
    }

    /// Returns the key by which places are sorted, with the most lines first.
    fn rank(&self) -> (Reverse<u64>, &str) {
        (Reverse(self.lines), &self.label)
    }
}
