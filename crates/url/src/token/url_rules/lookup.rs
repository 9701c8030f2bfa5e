//! Rules of users, prepared for lookup by the host, the segments and the parameters of a URL.

use super::super::class::Class;
use super::super::reading::{Reading, Readings};
use super::super::segment::is_session;
use super::super::traits::Traits;
use super::names::{SegmentNames, escaped};
use super::rule::{Relation, SegmentChoice, TemplateSegment, UrlRule, takes};
use super::rules::UrlRules;
use crate::host::{HostSet, suffixes, without_port};
use crate::parse::repeats;
use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};
use std::sync::atomic::{AtomicBool, Ordering};

/// Rules of users, prepared for lookup.
pub struct RuleLookup {
    rules: UrlRules,
    /// The trees of a host: one of the rules for itself, one of those for hosts below it. Rules for
    /// any host are under the empty name.
    hosts: HashMap<Box<[u8]>, [Option<usize>; 2]>,
    nodes: Vec<RuleNode>,
    /// The rules for a parameter, by its name in lower case.
    params: HashMap<Vec<u8>, Vec<usize>>,
    /// For each rule, whether a URL has matched it.
    met: Box<[AtomicBool]>,
}

/// The choices at a position, given those at the positions before it.
#[derive(Debug, Default)]
struct RuleNode {
    names: HashMap<Box<[u8]>, usize>,
    classes: Vec<(Class, usize)>,
    /// The node after `*` in a rule `same`, and after `*` in a rule `different`.
    joined: Option<usize>,
    any: Option<usize>,
    /// The rules whose template ends here, and those that continue with `**`.
    ends: Vec<usize>,
    deeper: Vec<usize>,
}

/// Shown as a digest, which scanners hash as a setting.
impl Debug for RuleLookup {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules.digest())
    }
}

impl RuleLookup {
    pub fn new(rules: &UrlRules) -> Self {
        let met = rules
            .as_slice()
            .iter()
            .map(|_| AtomicBool::new(false))
            .collect();
        let (hosts, params) = Default::default();
        let mut lookup = Self {
            rules: rules.clone(),
            hosts,
            nodes: Vec::new(),
            params,
            met,
        };
        for (number, rule) in rules.as_slice().iter().enumerate() {
            let which = usize::from(matches!(rule.hosts, HostSet::Below(_)));
            let root = lookup.root(rule.hosts.name().as_bytes(), which);
            if rule.is_of_params() {
                for name in &rule.names {
                    lookup
                        .params
                        .entry(name.to_ascii_lowercase().into_bytes())
                        .or_default()
                        .push(number);
                }
            } else {
                lookup.enter(root, rule, &rule.path, number);
            }
        }
        lookup
    }

    /// Returns the rules.
    pub fn rules(&self) -> &UrlRules {
        &self.rules
    }

    /// Returns a rule with the number of its line.
    pub fn describe(&self, rule: usize) -> String {
        format!(
            "line {}: {}",
            self.rules.line(rule),
            self.rules.as_slice()[rule].without_day()
        )
    }

    /// Returns the relation that a rule states.
    pub fn relation(&self, rule: usize) -> Relation {
        self.rules.as_slice()[rule].relation
    }

    /// Whether there are rules for parameters.
    pub fn has_params(&self) -> bool {
        !self.params.is_empty()
    }

    /// Returns the numbers of the rules that no URL has matched yet.
    pub fn unmet(&self) -> impl Iterator<Item = usize> {
        self.met
            .iter()
            .enumerate()
            .filter(|(_, met)| !met.load(Ordering::Relaxed))
            .map(|(number, _)| number)
    }

    fn meet(&self, rule: usize) {
        // Threads share the flag: store only once, so that it is only read afterwards.
        if !self.met[rule].load(Ordering::Relaxed) {
            self.met[rule].store(true, Ordering::Relaxed);
        }
    }

    fn node(&mut self) -> usize {
        self.nodes.push(RuleNode::default());
        self.nodes.len() - 1
    }

    fn root(&mut self, host: &[u8], which: usize) -> usize {
        self.hosts
            .get(host)
            .and_then(|roots| roots[which])
            .unwrap_or_else(|| {
                let root = self.node();
                self.hosts.entry(host.into()).or_default()[which] = Some(root);
                root
            })
    }

    /// Adds a rule under each combination of choices at its positions.
    fn enter(&mut self, at: usize, rule: &UrlRule, rest: &[TemplateSegment], number: usize) {
        let Some((TemplateSegment(choices), rest)) = rest.split_first() else {
            let node = &mut self.nodes[at];
            let list = if rule.deeper {
                &mut node.deeper
            } else {
                &mut node.ends
            };
            if list.last() != Some(&number) {
                list.push(number);
            }
            return;
        };
        for choice in choices {
            let next = self.next(at, choice, rule.relation);
            self.enter(next, rule, rest, number);
        }
    }

    /// Returns the node after a choice, added if it is missing.
    fn next(&mut self, at: usize, choice: &SegmentChoice, relation: Relation) -> usize {
        let node = &self.nodes[at];
        let known = match (choice, relation) {
            (SegmentChoice::Any, Relation::Same) => node.joined,
            (SegmentChoice::Any, Relation::Different) => node.any,
            (SegmentChoice::Class(class), _) => node
                .classes
                .iter()
                .find(|(known, _)| known == class)
                .map(|(_, next)| *next),
            (SegmentChoice::Name(name), _) => node.names.get(name.as_bytes()).copied(),
        };
        if let Some(known) = known {
            return known;
        }
        let next = self.node();
        let node = &mut self.nodes[at];
        match (choice, relation) {
            (SegmentChoice::Any, Relation::Same) => node.joined = Some(next),
            (SegmentChoice::Any, Relation::Different) => node.any = Some(next),
            (SegmentChoice::Class(class), _) => node.classes.push((*class, next)),
            (SegmentChoice::Name(name), _) => drop(node.names.insert(name.as_bytes().into(), next)),
        }
        next
    }

    /// Returns the roots of the trees that apply to a host.
    fn roots(&self, host: &[u8]) -> impl Iterator<Item = usize> {
        let host = without_port(host);
        let below = suffixes(host).filter(|suffix| suffix.len() < host.len() && !suffix.is_empty());
        let find = |host: &[u8], which: usize| self.hosts.get(host).and_then(|roots| roots[which]);
        let of_below: Vec<usize> = below.filter_map(|suffix| find(suffix, 1)).collect();
        let own = if host.is_empty() { None } else { find(host, 0) };
        own.into_iter().chain(of_below).chain(find(b"", 0))
    }

    /// Whether any rules apply to a host.
    #[cold]
    #[inline(never)]
    pub fn know(&self, host: &[u8]) -> bool {
        self.hosts.contains_key(&b""[..]) || self.roots(host).next().is_some()
    }

    /// Applies the rules to the segments of a URL, which a sink has received.
    pub(in super::super) fn apply(
        &self,
        host: &[u8],
        names: &SegmentNames,
        sink: &mut impl Readings,
    ) {
        let mut found = Vec::new();
        self.roots(host)
            .for_each(|root| self.collect(root, 0, names, &|at| sink.seen(at), &mut found));
        found.sort_unstable();
        let mut deciding = vec![None; names.len()];
        for number in found {
            self.meet(number);
            let rule = &self.rules.as_slice()[number];
            // The last rule decides.
            (0..rule.path.len())
                .filter(|at| rule.rules(*at))
                .for_each(|at| deciding[at] = Some(number));
        }
        for (at, number) in deciding.into_iter().enumerate() {
            let Some(number) = number else { continue };
            let rule = &self.rules.as_slice()[number];
            let set = format!("{{{}}}", rule.path[at]);
            let (reading, traits) = match rule.relation {
                Relation::Different => (
                    Reading::Written(number, names.get(at)),
                    sink.seen(at).1.written(),
                ),
                // Below the names of a set everything reads alike, whatever each of them means.
                Relation::Same if rule.path[at].is_set() => {
                    (Reading::Set(number, set.as_bytes()), Traits(Traits::FIXED))
                }
                Relation::Same => (Reading::Value(number), Traits(Traits::VALUE)),
            };
            sink.read(at, reading, traits);
        }
    }

    /// Collects the rules after a node that match the segments from `at` on.
    fn collect(
        &self,
        node: usize,
        at: usize,
        names: &SegmentNames,
        seen: &impl Fn(usize) -> (Option<Class>, Traits),
        found: &mut Vec<usize>,
    ) {
        let node = &self.nodes[node];
        let mut add = |rules: &[usize]| found.extend(rules);
        add(&node.deeper);
        if at == names.len() {
            return add(&node.ends);
        }
        let (class, traits) = seen(at);
        let of_class = |(known, next): &(Class, usize)| (Some(*known) == class).then_some(*next);
        let next = [
            node.names.get(&*escaped(names.get(at))).copied(),
            node.any,
            node.joined.filter(|_| takes(traits)),
            node.classes.iter().find_map(of_class),
        ];
        next.into_iter()
            .flatten()
            .for_each(|next| self.collect(next, at + 1, names, seen, found));
    }

    /// Whether some rule has a parameter of this name.
    pub fn have(&self, name: &[u8]) -> bool {
        !self.params.is_empty() && self.params.contains_key(&name.to_ascii_lowercase())
    }

    /// Returns the rule for a parameter of a page, and its relation.
    pub fn param(&self, host: &[u8], path: &[u8], name: &[u8]) -> Option<(usize, Relation)> {
        let host = without_port(host);
        // Careless escaping leaves this before a name.
        let rules = self.params.get(
            &name
                .strip_prefix(b"amp;")
                .unwrap_or(name)
                .to_ascii_lowercase(),
        )?;
        let mut last = None;
        for &number in rules {
            let rule = &self.rules.as_slice()[number];
            if rule.hosts.contains(host) && fits(rule, path) {
                self.meet(number);
                last = Some((number, rule.relation));
            }
        }
        last
    }
}

/// Returns a segment without its `;name=value` parts.
fn without_matrix(segment: &[u8]) -> &[u8] {
    match memchr::memchr(b';', segment) {
        Some(end) if segment[end..].contains(&b'=') => &segment[..end],
        _ => segment,
    }
}

/// Whether a rule for parameters applies to a path.
fn fits(rule: &UrlRule, path: &[u8]) -> bool {
    // The segments as in the walk, from which templates of rules are made.
    let written = || {
        path.split(|&byte| byte == b'/')
            .filter(|segment| !segment.is_empty())
    };
    let segments = repeats::shortened(written()).unwrap_or_else(|| written().collect());
    let mut segments = segments
        .into_iter()
        .map(without_matrix)
        .filter(|segment| !segment.is_empty() && !is_session(segment));
    let fits = |element: &TemplateSegment, segment: &[u8]| {
        let segment = escaped(segment);
        element.0.iter().any(|choice| match choice {
            SegmentChoice::Any => true,
            SegmentChoice::Name(name) => name.as_bytes() == &*segment,
            SegmentChoice::Class(_) => false,
        })
    };
    rule.path.iter().all(|element| {
        segments
            .next()
            .is_some_and(|segment| fits(element, segment))
    }) && (rule.deeper || segments.next().is_none())
}
