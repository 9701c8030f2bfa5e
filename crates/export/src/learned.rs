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
        for template in templates {
            if nodes(template).count() > DEPTH {
                continue;
            }
            let mut place = rules.hosts.entry(host(template)).or_default();
            for (token, node) in nodes(template) {
                place = place.below.entry(token.to_owned()).or_default();
                let Some(node) = node else { continue };
                for (class, _) in &node.classes {
                    place.classes.insert(*class);
                }
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
        let found: Vec<&str> = line.segments().collect();
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
        for (index, (token, node)) in nodes(template).enumerate() {
            let text = &written.segments[index];
            if token != found[index] && !text.is_empty() {
                is_other = true;
                if let Some(node) = node {
                    if node.is_literal() {
                        place.left.insert(name(text));
                    } else if node.is_learned() {
                        place.taken.insert(name(text));
                    }
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
        let mut all = Vec::new();
        for (host, place) in &self.hosts {
            let host = if host.is_empty() { "*" } else { host };
            let start = format!("{host} ");
            let path = RulePath {
                same: start.clone(),
                different: start,
                ways: 1,
            };
            let mut lines = RuleLines::default();
            place.write(&path, &mut lines);
            all.append(&mut lines.same);
            all.append(&mut lines.different);
        }
        let mut known = BTreeSet::new();
        let mut rules: Vec<UrlRule> = Vec::new();
        for line in all {
            if let Ok(rule) = line.parse()
                && known.insert(line)
            {
                rules.push(rule);
            }
        }
        rules.into_iter().collect()
    }
}

/// The rules of a host, as text.
#[derive(Default)]
struct RuleLines {
    same: Vec<String>,
    different: Vec<String>,
}

/// Joins names, at most as many as one rule has.
fn chunks(names: &BTreeSet<String>) -> Vec<String> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.chunks(NAMES).map(|names| names.join("|")).collect()
}

impl RulePlace {
    /// Writes the rules of this node and of those below.
    fn write(&self, path: &RulePath, lines: &mut RuleLines) {
        let RulePath {
            same,
            different,
            ways,
        } = path;
        if self.below.values().any(Self::is_learned) {
            lines.same.push(format!("{same}/*/** same"));
            for names in chunks(&self.taken) {
                lines.same.push(format!("{same}/*|{names}/** same"));
            }
        }
        // A rule for a sibling may also match here.
        for names in chunks(&self.left) {
            lines
                .different
                .push(format!("{different}/{names}/** different"));
        }
        for (token, place) in &self.below {
            let other = if is_word(token) && !place.is_learned() {
                name(token)
            } else {
                "*".to_owned()
            };
            for (element, ways) in self.elements(token, place, *ways) {
                let below = RulePath {
                    same: format!("{same}/{element}"),
                    different: format!("{different}/{other}"),
                    ways,
                };
                place.write(&below, lines);
            }
        }
    }

    /// Returns the elements that rules have for a node below, each with the number of combinations
    /// so far.
    fn elements(&self, token: &str, place: &Self, ways: usize) -> Vec<(String, usize)> {
        let any = || vec![("*".to_owned(), ways)];
        if place.is_learned() {
            let mut names = vec!["*".to_owned()];
            names.extend(self.taken.iter().cloned());
            let names = joined(&names, ways);
            return if names.is_empty() { any() } else { names };
        }
        if place.classes.contains("same") {
            return any();
        }
        if place.classes.contains("path") {
            return Vec::new();
        }
        if !place.classes.is_empty() {
            let mut classes = Vec::new();
            for class in &place.classes {
                classes.push(format!("{{{class}}}"));
            }
            return joined(&classes, ways);
        }
        if is_word(token) {
            return vec![(name(token), ways)];
        }
        if token.contains("{}") {
            let texts = place.texts.iter().cloned();
            return texts.map(|text| (text, ways)).collect();
        }
        let names = token.trim_matches(['{', '}']).split('|');
        let names: Vec<String> = names.map(str::to_owned).collect();
        joined(&names, ways)
    }

    fn is_learned(&self) -> bool {
        self.classes.contains("word")
    }
}

/// Returns names as one element with the number of combinations so far; none if there are too many.
fn joined(names: &[String], ways: usize) -> Vec<(String, usize)> {
    let ways = ways * names.len();
    if ways > WAYS {
        return Vec::new();
    }
    vec![(names.join("|"), ways)]
}

/// Returns the tokens of path and route of a template, each with its segment; the mark between has
/// none.
fn nodes(template: &Template) -> impl Iterator<Item = (&str, Option<&TemplateSegment>)> {
    fn own(node: &TemplateSegment) -> (&str, Option<&TemplateSegment>) {
        (&node.token, Some(node))
    }
    let mark = template.route.is_some().then_some(("#", None));
    let route = template.route.iter().flatten().map(own);
    let path = template.path.iter().map(own);
    path.chain(mark).chain(route)
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

#[cfg(test)]
mod tests {
    use super::*;
    use urlsift_core::Sift;
    use urlsift_explain::templates::{own_template, template_values};

    const WORDS: [&str; 7] = [
        "quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian",
    ];

    /// Returns the templates of pages that differ in a word at the mark `WORD`.
    fn templates(pages: &[&str]) -> Templates {
        let mut lines = Vec::new();
        for page in pages {
            lines.extend(WORDS.map(|word| page.replace("WORD", word)));
        }
        Templates::of(Sift::builder(), &lines).expect("templates decide")
    }

    #[test]
    fn rules_lead_to_the_learned_positions_of_each_host() {
        for (pages, wanted) in [
            (
                &["https://a.test:81/zork/WORD"][..],
                "a.test  /zork/*/**  same\n",
            ),
            (&["/zork/WORD"], "*  /zork/*/**  same\n"),
            (
                &["https://a.test/user/17/zork/WORD"],
                "a.test  /user/{int}/zork/*/**  same\n",
            ),
            (
                &["https://b.test/zork/WORD", "https://a.test/zork/WORD"],
                "a.test  /zork/*/**  same\nb.test  /zork/*/**  same\n",
            ),
            (&["https://a.test/zork"], ""),
        ] {
            let rules = LearnedRules::of(&templates(pages)).rules();
            assert_eq!(rules.to_string(), wanted, "{pages:?}");
        }
    }

    #[test]
    fn words_that_the_rules_read_differently_are_named() {
        let list = templates(&["https://a.test/zork/WORD"]);
        let template = list.iter().next().expect("there is one");
        let sift = Sift::builder().learn(false).build();
        let sift = sift.expect("the settings are valid");
        let mut rules = LearnedRules::of(&list);
        let mut correct = |line: &[u8]| {
            let line = sift.scanner().line(line);
            let parts = own_template(&sift, line).expect("it is a URL");
            let values = template_values(&sift, line).expect("it is a URL");
            rules.correct(template, &parts, &values)
        };
        // Without rules a word is no value.
        assert!(correct(b"https://a.test/zork/a%7Cb"));
        assert!(correct(b"https://a.test/zork/x/y"), "another length");
        assert!(
            correct(b"https://b.test/zork/admin"),
            "the host is another's"
        );
        assert!(!correct(b"https://a.test/zork/17"));
        let shown = rules.rules().to_string();
        assert!(shown.starts_with("a.test  /zork/*/**  same\n"), "{shown}");
        assert_eq!(shown.lines().count(), 2, "{shown}");
    }
}
