//! The endpoints of a host as a tree of segments.

use std::cmp::Reverse;
use std::mem::take;

use urlsift::lists::escapes::shown_host;
use urlsift::lists::{Endpoint, TemplateSegment, Templates};

use crate::cli::TemplatesOrder;

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
    /// The number of the first of them.
    first: u64,
    pub(super) endpoint: Option<Endpoint<'t>>,
    /// The numbers of the places below, with the most lines first.
    below: Vec<usize>,
}

/// Returns what `make` makes of the tree of each host, the host with the most lines first. It takes
/// less memory than the templates would.
pub(super) fn of_hosts<T>(
    hosts: impl Iterator<Item = Templates>,
    order: TemplatesOrder,
    make: impl Fn(&PathTree<'_>) -> T,
) -> impl Iterator<Item = T> {
    let mut trees = Vec::new();
    for templates in hosts {
        let endpoints: Vec<Endpoint<'_>> = templates.endpoints().collect();
        let is_same = |one: &Endpoint<'_>, other: &Endpoint<'_>| {
            let one = one.first();
            let other = other.first();
            one.scheme == other.scheme && one.host == other.host
        };
        for of_host in endpoints.chunk_by(is_same) {
            let tree = PathTree::of_host(of_host, order);
            let host = tree.host();
            trees.push(MadeTree {
                first: host.first,
                lines: host.lines,
                label: host.label.clone(),
                content: make(&tree),
            });
        }
    }
    trees.sort_by(|one, other| {
        let by_order = match order {
            TemplatesOrder::Count => other.lines.cmp(&one.lines),
            TemplatesOrder::Input => one.first.cmp(&other.first),
        };
        by_order.then_with(|| one.label.cmp(&other.label))
    });
    trees.into_iter().map(|tree| tree.content)
}

/// What was made of the tree of a host.
struct MadeTree<T> {
    first: u64,
    lines: u64,
    label: String,
    content: T,
}

impl<'t> PathTree<'t> {
    fn of_host(endpoints: &[Endpoint<'t>], order: TemplatesOrder) -> Self {
        let mut label = endpoints[0].first().service();
        // The ASCII form tells it from hosts that look alike.
        if let Some(shown) = shown_host(&endpoints[0].first().host) {
            label = format!("{shown} ({label})");
        }
        let mut tree = Self {
            places: vec![PathBranch::new(label, None)],
        };
        for &endpoint in endpoints {
            let path = endpoint.path();
            let mut steps: Vec<_> = path.iter().map(Some).collect();
            let route = endpoint.route();
            if let Some(route) = &route {
                steps.push(None);
                steps.extend(route.iter().map(Some));
            }
            tree.insert(steps, endpoint);
        }
        tree.join_chains(order);
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
            for &below in place.below.iter().rev() {
                left.push((depth + 1, below));
            }
            Some((depth, place))
        })
    }

    /// Adds an endpoint under its segments; `None` is the start of a route. Endpoints come in the
    /// order of templates, so a place that is known is the last one below its parent.
    fn insert(&mut self, steps: Vec<Option<&TemplateSegment>>, endpoint: Endpoint<'t>) {
        let mut at = 0;
        let lines = endpoint.lines();
        let records = endpoint.templates.iter().map(|template| template.record);
        let first = records.min().unwrap_or(u64::MAX);
        self.places[at].add(lines, first);
        for step in steps {
            at = self.below(at, step);
            let place = &mut self.places[at];
            if let Some(known) = &mut place.step
                && let Some(step) = step
            {
                for class in &step.classes {
                    if !known.has(class.0) {
                        known.classes.push(*class);
                    }
                }
            }
            place.add(lines, first);
        }
        self.places[at].endpoint = Some(endpoint);
    }

    /// Returns the place behind a step, which it adds if it is new.
    fn below(&mut self, at: usize, step: Option<&TemplateSegment>) -> usize {
        if let Some(&last) = self.places[at].below.last() {
            let known = self.places[last].step.as_ref();
            let known_token = known.map(|node| &node.token);
            let token = step.map(|node| &node.token);
            if known_token == token {
                return last;
            }
        }
        let new = self.places.len();
        self.places
            .push(PathBranch::new(String::new(), step.map(without_values)));
        self.places[at].below.push(new);
        new
    }

    /// Joins chains of places, and sorts.
    fn join_chains(&mut self, order: TemplatesOrder) {
        for place in &mut self.places[1..] {
            place.label = match &place.step {
                Some(node) => ["/", &node.text()].concat(),
                None => "#".to_owned(),
            };
        }
        for start in 1..self.places.len() {
            while self.places[start].endpoint.is_none()
                && let &[only] = &*self.places[start].below
            {
                let only = &mut self.places[only];
                let label = take(&mut only.label);
                let below = take(&mut only.below);
                let endpoint = only.endpoint;
                let place = &mut self.places[start];
                place.label += &label;
                place.endpoint = endpoint;
                place.below = below;
            }
        }
        for at in 0..self.places.len() {
            let mut below = take(&mut self.places[at].below);
            below.sort_by(|&one, &other| {
                let one = self.places[one].rank(order);
                let other = self.places[other].rank(order);
                one.cmp(&other)
            });
            self.places[at].below = below;
        }
    }
}

/// Copies a segment without its values, which a tree does not show.
fn without_values(segment: &TemplateSegment) -> TemplateSegment {
    let mut copy = TemplateSegment::default();
    copy.token.clone_from(&segment.token);
    copy.classes.clone_from(&segment.classes);
    copy
}

impl PathBranch<'_> {
    fn new(label: String, step: Option<TemplateSegment>) -> Self {
        Self {
            label,
            step,
            lines: 0,
            first: u64::MAX,
            endpoint: None,
            below: Vec::new(),
        }
    }

    /// Adds lines, given the number of the first of them.
    fn add(&mut self, lines: u64, first: u64) {
        self.lines += lines;
        self.first = self.first.min(first);
    }

    /// Returns the key by which places are sorted.
    fn rank(&self, order: TemplatesOrder) -> (Reverse<u64>, &str) {
        let number = match order {
            TemplatesOrder::Count => self.lines,
            TemplatesOrder::Input => u64::MAX - self.first,
        };
        (Reverse(number), &self.label)
    }
}
