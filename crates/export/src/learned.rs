//! Writes learned path positions as rules for `--rules`.
//!
//! A position is learned by the segments before it, so one rule covers it, whatever follows:
//! `/team/*/** same`. `*` matches words without knowledge of the list, unlike learning, so the two
//! differ for some words. Lines are therefore read under the rules and compared with their
//! templates, and words that differ are named: `/team/*|export/** same` for words that were learned
//! too, and `/team/news/** different` for words that were not.

use std::collections::{BTreeMap, BTreeSet};

use urlsift_core::host::without_port;
use urlsift_core::{UrlRule, UrlRules};
use urlsift_explain::templates::{TemplateParts, TemplateValues};
use urlsift_lists::{Template, TemplateSegment, Templates};

/// The most names in one rule. More go to further rules.
const NAMES: usize = 500;

/// The most combinations of a rule: names and classes of one position, times those of the others.
const WAYS: usize = 1000;

/// The most segments of a path that has rules: each would have rules for all before it.
const DEPTH: usize = 256;

/// The most texts of a segment like `item{}` before learned positions, each with its own rule.
const TEXTS: usize = 200;

/// The learned positions of a list, from which rules are made.
///
/// ```
/// use urlsift::Sift;
/// use urlsift::export::LearnedRules;
/// use urlsift::lists::Templates;
///
/// let words = ["quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian", "admin"];
/// let list = words.map(|word| format!("https://a.example/zork/{word}"));
/// let templates = Templates::of(Sift::builder(), &list)?;
/// let rules = LearnedRules::of(&templates).rules();
/// assert_eq!(rules.to_string(), "a.example  /zork/*/**  same\n");
/// let mut sift = Sift::builder().learn(false).rules(&rules).build()?;
/// assert_eq!(sift.filter(&list).count(), templates.len());
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LearnedRules {
    /// The root of the tree of each host.
    hosts: BTreeMap<String, RulePlace>,
}

/// A node in the tree of a host.
#[derive(Clone, Debug, Default)]
struct RulePlace {
    /// The nodes below, by token; `#` leads to the route in the fragment.
    below: BTreeMap<String, RulePlace>,
    /// The classes of values here.
    classes: BTreeSet<&'static str>,
    /// Words below: words that are learned although `*` does not match them, and words that are not
    /// learned although it does.
    taken: BTreeSet<String>,
    left: BTreeSet<String>,
    /// Texts here, if only a part of them varies, which no rule can express.
    texts: BTreeSet<String>,
}

/// The start of a node's rules, with the host: of the rules with `same`, and of the rules with
/// `different`.
#[derive(Clone, Debug)]
struct RulePath {
    same: String,
    different: String,
    /// The number of its combinations.
    ways: usize,
}

impl LearnedRules {
    /// Collects the positions of all templates.
    pub fn of(templates: &Templates) -> Self {
        let mut rules = Self::default();
        for template in templates
            .iter()
            .filter(|template| nodes(template).count() <= DEPTH)
        {
            let mut place = rules.hosts.entry(host(template)).or_default();
            for (token, node) in nodes(template) {
                place = place.below.entry(token.to_owned()).or_default();
                place.classes.extend(
                    node.iter()
                        .flat_map(|node| &node.classes)
                        .map(|(class, _)| *class),
                );
            }
        }
        rules
    }

    /// Compares a template with the template of one of its lines under the [rules](Self::rules)
    /// without learning, and adds the words that differ. `written` holds the texts of the line.
    /// Returns whether anything differs.
    pub fn correct(
        &mut self,
        template: &Template,
        line: &TemplateParts,
        written: &TemplateValues,
    ) -> bool {
        let found = line.segments().collect::<Vec<_>>();
        let count = nodes(template).count();
        if count > DEPTH {
            return nodes(template).map(|(token, _)| token).ne(found);
        }
        let Some(mut place) = self.hosts.get_mut(&host(template)) else {
            return true;
        };
        if found.len() != count || written.segments.len() != count {
            return true;
        }
        let mut is_other = false;
        for ((token, node), (found, text)) in
            nodes(template).zip(found.iter().zip(&written.segments))
        {
            if token != *found && !text.is_empty() {
                is_other = true;
                match node {
                    Some(node) if node.is_literal() => drop(place.left.insert(name(text))),
                    Some(node) if node.is_learned() => drop(place.taken.insert(name(text))),
                    _ => {}
                }
            }
            let Some(next) = place.below.get_mut(token) else {
                return true;
            };
            place = next;
            if place.classes.is_empty() && token.contains("{}") && place.texts.len() < TEXTS {
                place.texts.insert(name(text));
            }
        }
        is_other
    }

    /// Returns the rules. Positions after a path inside the path are left out, as no rule can name
    /// them.
    pub fn rules(&self) -> UrlRules {
        let mut rules = Vec::new();
        for (host, place) in &self.hosts {
            let start = format!("{} ", if host.is_empty() { "*" } else { host });
            let mut different = Vec::new();
            place.write(
                &RulePath {
                    same: start.clone(),
                    different: start,
                    ways: 1,
                },
                [&mut rules, &mut different],
            );
            rules.append(&mut different);
        }
        let mut known = BTreeSet::new();
        rules.retain(|line| known.insert(line.clone()));
        rules
            .iter()
            .filter_map(|line| line.parse::<UrlRule>().ok())
            .collect()
    }
}

impl RulePlace {
    /// Writes the rules of this node and of those below: those with `same`, and the others.
    fn write(&self, way: &RulePath, [sames, differents]: [&mut Vec<String>; 2]) {
        let chunks = |names: &BTreeSet<String>| -> Vec<String> {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            names.chunks(NAMES).map(|names| names.join("|")).collect()
        };
        let RulePath {
            same,
            different,
            ways,
        } = way;
        if self.below.values().any(Self::is_learned) {
            sames.push(format!("{same}/*/** same"));
            let taken = chunks(&self.taken).into_iter();
            sames.extend(taken.map(|names| format!("{same}/*|{names}/** same")));
        }
        // A rule for a sibling may also match here.
        let left = chunks(&self.left).into_iter();
        differents.extend(left.map(|names| format!("{different}/{names}/** different")));
        for (token, place) in &self.below {
            let other = if is_word(token) && !place.is_learned() {
                name(token)
            } else {
                "*".to_owned()
            };
            for (element, ways) in self.elements(token, place, *ways) {
                let [same, different] =
                    [(same, &element), (different, &other)].map(|(a, b)| format!("{a}/{b}"));
                place.write(
                    &RulePath {
                        same,
                        different,
                        ways,
                    },
                    [sames, differents],
                );
            }
        }
    }

    /// Returns the elements that rules have for a node below, each with the number of combinations
    /// so far.
    fn elements(&self, token: &str, place: &Self, ways: usize) -> Vec<(String, usize)> {
        let joined = |names: Vec<String>| {
            let ways = ways * names.len();
            if ways <= WAYS {
                vec![(names.join("|"), ways)]
            } else {
                Vec::new()
            }
        };
        let any = || vec![("*".to_owned(), ways)];
        match () {
            () if place.is_learned() => {
                let names = joined(
                    ["*".to_owned()]
                        .into_iter()
                        .chain(self.taken.iter().cloned())
                        .collect(),
                );
                if names.is_empty() { any() } else { names }
            }
            () if place.classes.contains("same") => any(),
            () if place.classes.contains("path") => Vec::new(),
            () if !place.classes.is_empty() => {
                joined(place.classes.iter().map(|it| format!("{{{it}}}")).collect())
            }
            () if is_word(token) => vec![(name(token), ways)],
            () if token.contains("{}") => place
                .texts
                .iter()
                .map(|text| (text.clone(), ways))
                .collect(),
            () => joined(
                token
                    .trim_matches(['{', '}'])
                    .split('|')
                    .map(str::to_owned)
                    .collect(),
            ),
        }
    }

    fn is_learned(&self) -> bool {
        self.classes.contains("word")
    }
}

/// Returns the tokens of path and route of a template, each with its segment; the mark between has
/// none.
fn nodes(template: &Template) -> impl Iterator<Item = (&str, Option<&TemplateSegment>)> {
    fn own(node: &TemplateSegment) -> (&str, Option<&TemplateSegment>) {
        (&node.token, Some(node))
    }
    let route = template
        .route
        .iter()
        .flat_map(|route| [("#", None)].into_iter().chain(route.iter().map(own)));
    template.path.iter().map(own).chain(route)
}

/// Returns whether a token is a text without a value.
fn is_word(token: &str) -> bool {
    !token.contains(['{', '}'])
}

/// Escapes a name for a rule.
fn name(token: &str) -> String {
    token.replace('|', "%7C").replace('*', "%2A")
}

/// Returns the host of a template in the form for rules: without its port.
fn host(template: &Template) -> String {
    template.host[..without_port(template.host.as_bytes()).len()].to_owned()
}
