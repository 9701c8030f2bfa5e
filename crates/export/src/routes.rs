//! Routes: the paths of templates as ordered rules.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::OnceLock;

use urlsift_core::host::split_port;
use urlsift_lists::{Endpoint, Template, TemplateSegment, Templates, escapes};

use crate::pattern::{Pattern, PatternRank};
use crate::route_node::{PatternStep, RouteNode};

/// A path of a host, with its templates.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Route<'t> {
    /// The host with its port; empty for paths without one.
    pub host: &'t str,
    /// Its endpoints: more than one if they differ in the route of the fragment, which servers do
    /// not see.
    pub endpoints: Vec<Endpoint<'t>>,
    /// The number of its lines.
    pub lines: u64,
    /// The segments of its path, with the classes of all templates.
    pub path: Cow<'t, [TemplateSegment]>,
    segments: Vec<Pattern>,
}

/// The routes of a list, in the order in which they are tried.
///
/// ```
/// use urlsift::Sift;
/// use urlsift::export::Routes;
/// use urlsift::lists::Templates;
///
/// let words = ["quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian", "admin"];
/// let list = words.map(|word| format!("https://a.example/zork/{word}"));
/// let templates = Templates::of(Sift::builder(), &list)?;
/// let routes = Routes::of(&templates);
/// let shown: Vec<_> = routes.iter().map(|route| route.path_regex()).collect();
/// assert_eq!(shown, ["/+zork/+admin/*", "/+zork/+[^/?#]+/*"]);
/// assert_eq!(routes.find("a.example", "/zork/admin"), Some(0));
/// assert_eq!(routes.find("a.example", "/zork/beryl"), Some(1));
/// assert_eq!(routes.find("a.example", "/zork"), None);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Routes<'t> {
    all: Vec<Route<'t>>,
    /// The route of each template, in their order; none for schemes other than http and https.
    of_template: Vec<Option<usize>>,
    /// Finds routes by their patterns. It is made on first use, as it takes more memory than the
    /// routes.
    tree: OnceLock<RouteTree<'t>>,
}

/// The patterns of all routes as a tree for each host.
#[derive(Clone, Debug, Default)]
struct RouteTree<'t> {
    /// The root of each host.
    hosts: HashMap<&'t str, usize>,
    nodes: Vec<RouteNode>,
    /// The node of each route. Routes with the same expression share one.
    of_route: Vec<usize>,
    /// The routes that may match several segments by one pattern.
    wide: Vec<usize>,
}

impl<'t> RouteTree<'t> {
    fn of(routes: &[Route<'t>]) -> Self {
        let mut tree = Self::default();
        for (number, route) in routes.iter().enumerate() {
            tree.enter(number, route);
        }
        tree
    }

    fn enter(&mut self, number: usize, route: &Route<'t>) {
        let Self {
            hosts,
            nodes,
            of_route,
            wide,
        } = self;
        if route.is_wide() {
            wide.push(number);
        }
        let new = nodes.len();
        let mut place = *hosts.entry(route.host).or_insert(new);
        if place == new {
            nodes.push(RouteNode::default());
        }
        for pattern in &route.segments {
            let new = nodes.len();
            place = nodes[place].enter(pattern, new);
            if place == new {
                nodes.push(RouteNode::default());
            }
        }
        nodes[place].route.get_or_insert(number);
        of_route.push(place);
    }
}

/// Returns the patterns of a path. One of them may have two values.
fn patterns(path: &[TemplateSegment]) -> Vec<Pattern> {
    let mut patterns = Vec::with_capacity(path.len());
    let mut has_two = false;
    for (at, node) in path.iter().enumerate() {
        let values = node.token.matches(TemplateSegment::MARK).count();
        let mut most = 1;
        if !has_two && values > 1 {
            has_two = true;
            most = 2;
        }
        let is_last = at + 1 == path.len();
        patterns.push(Pattern::of(node, is_last, most));
    }
    patterns
}

/// Returns the tokens of a path, which are compared.
fn tokens(template: &Template) -> impl Iterator<Item = &str> {
    template.path.iter().map(|node| node.token.as_str())
}

impl<'t> Routes<'t> {
    /// Makes the routes of all templates under http and https.
    pub fn of(templates: &'t Templates) -> Self {
        let mut all: Vec<Route<'t>> = Vec::new();
        for endpoint in templates.endpoints() {
            let first = endpoint.first();
            if !first.scheme.is_empty() {
                continue;
            }
            if let Some(last) = all.last_mut()
                && last.host == first.host
                && tokens(last.endpoints[0].first()).eq(tokens(first))
            {
                last.endpoints.push(endpoint);
                last.lines += endpoint.lines();
                for (node, other) in last.path.to_mut().iter_mut().zip(&*endpoint.path()) {
                    node.join(other);
                }
                continue;
            }
            all.push(Route {
                host: &first.host,
                endpoints: vec![endpoint],
                lines: endpoint.lines(),
                path: endpoint.path(),
                segments: Vec::new(),
            });
        }
        for route in &mut all {
            route.segments = patterns(&route.path);
        }
        all.sort_by_cached_key(|route| {
            let ranks: Vec<PatternRank> = route.segments.iter().map(Pattern::rank).collect();
            (route.host, ranks)
        });
        let mut of_record: HashMap<u64, usize> = HashMap::new();
        for (at, route) in all.iter().enumerate() {
            for template in route.templates() {
                of_record.insert(template.record, at);
            }
        }
        let mut of_template = Vec::new();
        for template in templates {
            let route = of_record.get(&template.record);
            of_template.push(route.copied());
        }
        Self {
            all,
            of_template,
            tree: OnceLock::new(),
        }
    }

    fn tree(&self) -> &RouteTree<'t> {
        self.tree.get_or_init(|| RouteTree::of(&self.all))
    }

    /// Returns the routes, in the order in which they are tried.
    pub fn iter(&self) -> std::slice::Iter<'_, Route<'t>> {
        self.all.iter()
    }

    /// Returns the number of the first route that matches a path, as its regular expression does.
    pub fn find(&self, host: &str, path: &str) -> Option<usize> {
        let mut segments = Vec::new();
        for segment in path.split('/') {
            if !segment.is_empty() {
                segments.push(segment);
            }
        }
        let found = self.nodes_of(host, &segments);
        let nodes = &self.tree().nodes;
        let routes = found.iter().filter_map(|node| nodes[*node].route);
        routes.min()
    }

    /// Returns the nodes of all routes that match the segments of a path.
    fn nodes_of(&self, host: &str, segments: &[&str]) -> Vec<usize> {
        let mut found = Vec::new();
        let mut known = HashSet::new();
        let RouteTree { hosts, nodes, .. } = self.tree();
        let Some(&root) = hosts.get(host) else {
            return found;
        };
        let mut left = vec![(root, 0)];
        while let Some((place, at)) = left.pop() {
            let Some(segment) = segments.get(at) else {
                found.push(place);
                continue;
            };
            let place = &nodes[place];
            if let Some(next) = place.below_text(segment) {
                left.push((next, at + 1));
            }
            for PatternStep { pattern, node } in place.near(segment) {
                let is_rest = pattern.is_rest();
                let step = (*node, at + 1);
                if pattern.matches(segment) && (!is_rest || known.insert(step)) {
                    left.push(step);
                }
                if !is_rest {
                    continue;
                }
                // A node without further ones needs the whole path.
                let is_leaf = nodes[*node].is_leaf();
                let from = if is_leaf { segments.len() } else { 0 };
                for end in from.max(at + 2)..=segments.len() {
                    let step = (*node, end);
                    let last = segments[end - 1];
                    if pattern.spans(segment, last) && known.insert(step) {
                        left.push(step);
                    }
                }
            }
        }
        found
    }

    /// Returns for each route the literal paths that it matches, as routes. A route that varies is
    /// tried after all of them.
    pub(crate) fn literal_paths(&self) -> Vec<Vec<&Route<'t>>> {
        let tree = self.tree();
        let mut of_node: Vec<Vec<&Route<'t>>> = vec![Vec::new(); tree.nodes.len()];
        for route in &self.all {
            let texts: Option<Vec<&str>> = route.segments.iter().map(Pattern::text).collect();
            let Some(mut texts) = texts else { continue };
            let mut nodes = self.nodes_of(route.host, &texts);
            // In an expression, a slash at the end may be the value of several segments.
            let slashed = texts.pop().map(|text| format!("{text}/"));
            texts.extend(slashed.as_deref());
            nodes.extend(self.nodes_of(route.host, &texts));
            nodes.sort_unstable();
            nodes.dedup();
            for node in nodes {
                of_node[node].push(route);
            }
        }
        let paths = tree.of_route.iter().map(|node| of_node[*node].clone());
        paths.collect()
    }

    /// Returns the routes that are tried before the one with a number and may match paths of it as
    /// well, judged segment by segment. Routes with the same expression are not among them.
    pub fn earlier(&self, number: usize) -> impl Iterator<Item = &Route<'t>> {
        self.numbers_before(number)
            .into_iter()
            .map(|other| &self.all[other])
    }

    fn numbers_before(&self, number: usize) -> Vec<usize> {
        let route = &self.all[number];
        let first = self.all.partition_point(|other| other.host < route.host);
        if route.is_wide() {
            let is_other = |other: &usize| self.all[*other].segments != route.segments;
            return (first..number).take_while(is_other).collect();
        }
        let RouteTree {
            hosts, nodes, wide, ..
        } = self.tree();
        let mut places = vec![hosts[route.host]];
        for pattern in &route.segments {
            let mut next = Vec::new();
            for place in places {
                nodes[place].may_be_below(pattern, &mut next);
            }
            places = next;
        }
        let mut found = Vec::new();
        let mut same = None;
        for place in places {
            let Some(other) = nodes[place].route else {
                continue;
            };
            found.push(other);
            if same.is_none() && self.all[other].segments == route.segments {
                same = Some(other);
            }
        }
        let same = same.unwrap_or(number);
        found.extend(wide);
        found.retain(|other| (first..same).contains(other));
        found.sort_unstable();
        found
    }

    /// Returns the number of the route of a template, by the number of the template.
    pub fn of_template(&self, template: usize) -> Option<usize> {
        self.of_template.get(template).copied().flatten()
    }
}

impl<'r, 't> IntoIterator for &'r Routes<'t> {
    type Item = &'r Route<'t>;
    type IntoIter = std::slice::Iter<'r, Route<'t>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'t> Route<'t> {
    /// Returns its templates.
    pub(crate) fn templates(&self) -> impl Iterator<Item = &'t Template> {
        self.endpoints
            .iter()
            .flat_map(|endpoint| endpoint.templates)
    }

    /// Returns the path as templates show it: `/user/{int}`.
    pub fn path_text(&self) -> String {
        if self.path.is_empty() {
            return "/".to_owned();
        }
        let mut text = String::new();
        for node in self.path.iter() {
            let _ = write!(text, "/{node}");
        }
        text
    }

    /// Returns whether it may match a path below these segments.
    pub fn may_be_below(&self, segments: &[&str]) -> bool {
        if self.segments.len() <= segments.len() && !self.is_wide() {
            return false;
        }
        let mut both = self.segments.iter().zip(segments);
        both.all(|(pattern, text)| pattern.is_rest() || pattern.matches(text))
    }

    fn is_wide(&self) -> bool {
        self.segments.iter().any(Pattern::is_rest)
    }

    /// Returns a regular expression for the whole path, without anchors, in the syntax that RE2,
    /// PCRE, Python and Java share. Slashes may be repeated, as for the filter.
    pub fn path_regex(&self) -> String {
        slashed(&self.segments) + "/*"
    }

    /// Returns [`path_regex`](Self::path_regex) in three parts: before the first segment that
    /// varies, from there to the last one that does, and the rest. `None` if no segment varies.
    ///
    /// ```
    /// use urlsift::Sift;
    /// use urlsift::export::Routes;
    /// use urlsift::lists::Templates;
    ///
    /// let templates = Templates::of(Sift::builder(), ["//a.example/user/17/post/4/edit"])?;
    /// let parts = Routes::of(&templates).iter().next().and_then(|route| route.path_regex_parts());
    /// let [before, values, behind] = parts.expect("it varies");
    /// assert_eq!((&*before, &*values, &*behind), ("/+user/+", "[0-9]+/+post/+[0-9]+", "/+edit"));
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn path_regex_parts(&self) -> Option<[String; 3]> {
        let varies = |node: &TemplateSegment| !node.is_literal();
        let first = self.path.iter().position(varies)?;
        let last = self.path.iter().rposition(varies)?;
        let before = slashed(&self.segments[..first]) + "/+";
        let values = self.segments[first..=last].iter().map(Pattern::regex);
        let values: Vec<String> = values.collect();
        let behind = slashed(&self.segments[last + 1..]);
        Some([before, values.join("/+"), behind])
    }

    /// Returns a regular expression for whole URLs, with anchors, and with any parameters and
    /// fragment.
    pub fn url_regex(&self) -> String {
        let start = self.start_regex();
        let path = self.path_regex();
        format!("^{start}{path}(?:\\?[^#]*)?(?:#.*)?$")
    }

    /// Returns a regular expression for scheme, user and host of a URL, without an anchor. Empty
    /// for paths without a host.
    pub fn start_regex(&self) -> String {
        if self.host.is_empty() {
            return String::new();
        }
        let host = escapes::regex(self.host);
        let (_, port) = split_port(self.host.as_bytes());
        let port = match port {
            Some(_) => "",
            None => "(?::(?:80|443)?)?",
        };
        format!("(?:(?:https?:)?//)?(?:[^/?#@]*@)?{host}{port}")
    }
}

/// Returns regular expressions of segments, each behind slashes.
fn slashed(segments: &[Pattern]) -> String {
    let mut regex = String::new();
    for segment in segments {
        regex += "/+";
        regex += &segment.regex();
    }
    regex
}
