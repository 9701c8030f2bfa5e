//! The endpoints of a host as a tree of segments.

use std::cmp::Reverse;

use urlsift::lists::{Endpoint, TemplateSegment, Templates};

/// A place in the tree.
pub(super) struct PathBranch<'t> {
    /// The segments that lead here from the place above.
    pub(super) label: String,
    /// The last of them, with the classes that all paths through here have.
    step: Option<TemplateSegment>,
    /// The number of lines here and below.
    pub(super) lines: u64,
    pub(super) endpoint: Option<Endpoint<'t>>,
    /// The places below, with the most lines first.
    pub(super) below: Vec<Self>,
}

/// Returns the tree of each host, the host with the most lines first.
pub(super) fn of(templates: &Templates) -> Vec<PathBranch<'_>> {
    let mut hosts: Vec<PathBranch<'_>> = Vec::new();
    for endpoint in templates.endpoints() {
        let host = endpoint.first().service();
        if hosts.last().is_none_or(|last| last.label != host) {
            hosts.push(PathBranch::new(host));
        }
        let Some(last) = hosts.last_mut() else { unreachable!("it was put there") };
        let (path, route) = (endpoint.path(), endpoint.route());
        let path = path.iter().map(Some);
        let route = route.iter().flat_map(|route| [None].into_iter().chain(route.iter().map(Some)));
        let steps: Vec<Option<&TemplateSegment>> = path.chain(route).collect();
        last.insert(&steps, endpoint);
    }
    hosts.iter_mut().for_each(PathBranch::settle);
    sort(&mut hosts);
    hosts
}

impl<'t> PathBranch<'t> {
    fn new(label: String) -> Self {
        Self { label, step: None, lines: 0, endpoint: None, below: Vec::new() }
    }

    /// Adds an endpoint under its segments; `None` is the start of a route.
    fn insert(&mut self, steps: &[Option<&TemplateSegment>], endpoint: Endpoint<'t>) {
        let mut place = self;
        place.lines += endpoint.lines();
        for &step in steps {
            let token = step.map(|node| &node.token);
            let at = place.below.iter().position(|it| it.step.as_ref().map(|node| &node.token) == token);
            let at = at.unwrap_or_else(|| {
                place.below.push(Self { step: step.cloned(), ..Self::new(String::new()) });
                place.below.len() - 1
            });
            place = &mut place.below[at];
            if let (Some(known), Some(step)) = (&mut place.step, step) {
                let new = step.classes.iter().filter(|(class, _)| !known.has(class)).copied();
                let new: Vec<_> = new.collect();
                known.classes.extend(new);
            }
            place.lines += endpoint.lines();
        }
        place.endpoint = Some(endpoint);
    }

    /// Joins chains of places, and sorts.
    fn settle(&mut self) {
        for branch in &mut self.below {
            branch.label = branch.step.as_ref().map_or_else(|| "#".to_owned(), |node| format!("/{node}"));
            branch.settle();
            while let ([_], None) = (&*branch.below, branch.endpoint) {
                let Some(only) = branch.below.pop() else { break };
                branch.label += &only.label;
                (branch.endpoint, branch.below) = (only.endpoint, only.below);
            }
        }
        sort(&mut self.below);
    }
}

/// Sorts places, with the most lines first.
fn sort(branches: &mut [PathBranch<'_>]) {
    branches
        .sort_by(|one, other| (Reverse(one.lines), &one.label).cmp(&(Reverse(other.lines), &other.label)));
}
