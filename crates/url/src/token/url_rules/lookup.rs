//! Rules of users, prepared for lookup by the host, the segments and the parameters of a URL.

use super::super::class::Class;
use super::super::segment::is_session;
use super::super::segment_reading::{Readings, SegmentReading};
use super::super::traits::Traits;
use super::names::escaped;
use super::rule::{Relation, RuleSegment, SegmentChoice, UrlRule, takes};
use super::rules::UrlRules;
use crate::bytes::{names, split_once};
use crate::display_text::folded_name;
use crate::glob::Glob;
use crate::met::MetFlags;
use crate::parse::repeats;
use crate::place::{Origin, PlaceIndex};
use crate::text_list::TextList;
use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};

/// Rules of users, prepared for lookup.
pub struct RuleLookup {
    rules: UrlRules,
    /// The root of the tree of each place.
    roots: PlaceIndex<usize>,
    nodes: Vec<RuleNode>,
    /// The rules for a parameter, by its folded name.
    params: HashMap<Vec<u8>, Vec<usize>>,
    /// The rules for parameters by globs of their names.
    globs: Vec<GlobRule>,
    /// For each rule, whether a URL has matched it.
    met: MetFlags,
}

/// A glob for names of parameters, and the number of its rule.
struct GlobRule {
    glob: Glob,
    rule: usize,
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

impl RuleNode {
    /// Returns the node after a class.
    fn of_class(&self, class: Class) -> Option<usize> {
        for (known, next) in &self.classes {
            if *known == class {
                return Some(*next);
            }
        }
        None
    }
}

/// Shown as a digest, which scanners hash as a setting.
impl Debug for RuleLookup {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules.digest())
    }
}

impl RuleLookup {
    pub fn new(rules: &UrlRules) -> Self {
        let mut lookup = Self {
            rules: rules.clone(),
            roots: PlaceIndex::default(),
            nodes: Vec::new(),
            params: HashMap::new(),
            globs: Vec::new(),
            met: MetFlags::new(rules.len()),
        };
        let mut roots = HashMap::new();
        for (number, rule) in rules.as_slice().iter().enumerate() {
            let root = *roots.entry(&rule.place).or_insert_with(|| {
                let root = lookup.add_node();
                lookup.roots.add(rule.place.clone(), root);
                root
            });
            if !rule.is_of_params() {
                lookup.enter(root, number, &rule.path);
            }
            for name in &rule.names {
                if name.contains('*') {
                    lookup.globs.push(GlobRule {
                        glob: Glob::of_params(name),
                        rule: number,
                    });
                    continue;
                }
                let name = folded_name(name.as_bytes());
                lookup.params.entry(name).or_default().push(number);
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
        let line = self.rules.line(rule);
        format!("line {line}: {}", self.rule(rule).without_day())
    }

    /// Returns the relation that a rule states, if it states one.
    pub fn relation(&self, rule: usize) -> Option<Relation> {
        self.rule(rule).relation
    }

    /// Whether there are rules for parameters.
    pub fn has_params(&self) -> bool {
        !self.params.is_empty() || !self.globs.is_empty()
    }

    /// Returns the numbers of the rules that no URL has matched yet.
    pub fn unmet(&self) -> impl Iterator<Item = usize> {
        self.met.unmet()
    }

    fn rule(&self, number: usize) -> &UrlRule {
        &self.rules.as_slice()[number]
    }

    fn add_node(&mut self) -> usize {
        self.nodes.push(RuleNode::default());
        self.nodes.len() - 1
    }

    /// Adds the rest of a rule's path below a node, for each combination of choices.
    fn enter(&mut self, node: usize, number: usize, rest: &[RuleSegment]) {
        let rule = self.rule(number);
        let relation = rule.relation;
        let is_deeper = rule.deeper;
        let Some((element, rest)) = rest.split_first() else {
            let node = &mut self.nodes[node];
            let list = if is_deeper {
                &mut node.deeper
            } else {
                &mut node.ends
            };
            if list.last() != Some(&number) {
                list.push(number);
            }
            return;
        };
        for choice in &element.0 {
            let next = self.next(node, choice, relation);
            self.enter(next, number, rest);
        }
    }

    /// Returns the node after a choice, added if it is missing.
    fn next(&mut self, before: usize, choice: &SegmentChoice, relation: Option<Relation>) -> usize {
        let new = self.nodes.len();
        let node = &mut self.nodes[before];
        let next = match choice {
            SegmentChoice::Any if relation == Some(Relation::Same) => {
                *node.joined.get_or_insert(new)
            }
            SegmentChoice::Any => *node.any.get_or_insert(new),
            SegmentChoice::Name(name) => {
                let name = name.as_bytes().into();
                *node.names.entry(name).or_insert(new)
            }
            SegmentChoice::Class(class) => {
                if let Some(next) = node.of_class(*class) {
                    next
                } else {
                    node.classes.push((*class, new));
                    new
                }
            }
        };
        if next == new {
            self.add_node();
        }
        next
    }

    /// Whether any rules apply to an origin.
    #[cold]
    #[inline(never)]
    pub fn know(&self, origin: Origin<'_>) -> bool {
        self.roots.find(origin).next().is_some()
    }

    /// Applies the rules to the segments of a URL, which a sink has received.
    pub(crate) fn apply(&self, origin: Origin<'_>, names: &TextList, sink: &mut impl Readings) {
        let mut found = Vec::new();
        for root in self.roots.find(origin) {
            self.collect(*root, 0, names, sink, &mut found);
        }
        found.sort_unstable();
        let mut deciding = vec![None; names.len()];
        for number in found {
            self.met.meet(number);
            let rule = self.rule(number);
            let positions = deciding[..rule.reach(names.len())].iter_mut();
            for (position, decides) in positions.enumerate() {
                // The last rule decides.
                if rule.decides(position) {
                    *decides = Some(number);
                }
            }
        }
        for (position, number) in deciding.into_iter().enumerate() {
            let Some(number) = number else { continue };
            let rule = self.rule(number);
            let Some(relation) = rule.relation else {
                continue;
            };
            let element = &rule.path[position];
            if relation == Relation::Different {
                let (_, traits) = sink.seen(position);
                let reading = SegmentReading::Written(number, names.get(position));
                sink.read(position, reading, traits.written());
            } else if element.is_set() {
                // Below the names of a set everything reads alike, whatever each of them means.
                let set = format!("{{{element}}}");
                let reading = SegmentReading::Set(number, set.as_bytes());
                sink.read(position, reading, Traits(Traits::FIXED));
            } else {
                let reading = SegmentReading::Value(number);
                sink.read(position, reading, Traits(Traits::VALUE));
            }
        }
    }

    /// Collects the rules after a node that match the segments from a position on.
    fn collect(
        &self,
        node: usize,
        position: usize,
        names: &TextList,
        seen: &impl Readings,
        found: &mut Vec<usize>,
    ) {
        let node = &self.nodes[node];
        found.extend(&node.deeper);
        if position == names.len() {
            found.extend(&node.ends);
            return;
        }
        let (class, traits) = seen.seen(position);
        let name = escaped(names.get(position));
        let of_name = node.names.get(&*name).copied();
        let of_class = class.and_then(|class| node.of_class(class));
        let joined = node.joined.filter(|_| takes(traits));
        for next in [of_name, node.any, joined, of_class].into_iter().flatten() {
            self.collect(next, position + 1, names, seen, found);
        }
    }

    /// Whether some rule has a parameter of this name.
    pub fn have(&self, name: &[u8]) -> bool {
        if !self.has_params() {
            return false;
        }
        let name = folded_name(name);
        self.params.contains_key(&name) || self.by_glob(&name).next().is_some()
    }

    /// Returns the rules whose globs match a folded name.
    fn by_glob<'l>(&'l self, name: &'l [u8]) -> impl Iterator<Item = usize> + 'l {
        let matching = self.globs.iter().filter(|row| row.glob.matches(name));
        matching.map(|row| row.rule)
    }

    /// Returns the rule for a parameter of a page, and its relation.
    pub fn param(&self, origin: Origin<'_>, path: &[u8], name: &[u8]) -> Option<(usize, Relation)> {
        // Careless escaping leaves this before a name.
        let name = name.strip_prefix(b"amp;").unwrap_or(name);
        let name = folded_name(name);
        let by_name = self.params.get(&name).into_iter().flatten().copied();
        let mut last = None;
        for number in by_name.chain(self.by_glob(&name)) {
            let rule = self.rule(number);
            if rule.place.fits(origin) && fits(rule, path) {
                self.met.meet(number);
                last = last.max(Some(number));
            }
        }
        let number = last?;
        Some((number, self.rule(number).relation?))
    }
}

/// Returns a segment without its `;name=value` parts.
fn without_matrix(segment: &[u8]) -> &[u8] {
    match split_once(segment, b';') {
        Some((name, matrix)) if matrix.contains(&b'=') => name,
        _ => segment,
    }
}

/// Whether a rule for parameters applies to a path.
fn fits(rule: &UrlRule, path: &[u8]) -> bool {
    // The segments as in the walk, from which templates of rules are made.
    let segments = match repeats::shortened(names(path)) {
        Some(segments) => segments,
        None => names(path).collect(),
    };
    let is_named = |segment: &&[u8]| !segment.is_empty() && !is_session(segment);
    let mut segments = segments.into_iter().map(without_matrix).filter(is_named);
    for element in &rule.path {
        match segments.next() {
            Some(segment) if element.takes_name(&escaped(segment)) => {}
            _ => return false,
        }
    }
    rule.deeper || segments.next().is_none()
}
