//! Turns "these two URLs are the same" or "these two differ" into rules.
//!
//! # Which rule
//! A rule says no more than it must, so that it can be read and reviewed:
//!
//! - the common parts of both go into its template: words as written, values by their class, or as
//!   `*` where the rule should hold for any value;
//! - *different*: where the two differ, a word is listed as written, `intro|setup`, and two values
//!   of one class by their class, `{numbers}`. If they differ in words and in values, the words
//!   tell them apart; if in several values, the last one does. If one path is longer, all of its
//!   words do. Parameters are used only if the paths are the same;
//! - *same*: where the two read differently, `*` joins all values and words. A word that `*` leaves
//!   alone, because it is likely to be an endpoint, is named in addition: `*|admin`. Parts that
//!   differ in their extension, and two such words, are joined by name alone. Parameters get a rule
//!   of their own.
//!
//! Every proposal is tried before it is returned: a filter with the rules sees the two URLs in both
//! orders. So a returned rule always does its job; otherwise the error says where the two differ
//! and what to do.

use crate::compare::comparer::compare;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use urlsift_core::decide::verdict::Verdict;
use urlsift_core::record::shape::parts::TemplateValues;
use urlsift_core::record::{Batch, Segment};
use urlsift_core::scan::view::ScannerView;
use urlsift_core::settings::builder::Builder;
use urlsift_url::error::{Error, ErrorKind};
use urlsift_url::host::{is_name_or_address, without_port};
use urlsift_url::input;
use urlsift_url::parse::Scratch;
use urlsift_url::place::Origin;
use urlsift_url::separators::ExtraFields;
use urlsift_url::token::{
    Class, Mode, QueryContext, Relation, Traits, UrlRule, UrlRules, escaped, takes,
};

/// Returns the rules to add to these settings so that two URLs are the same, or different. Empty if
/// they already are.
///
/// # Errors
/// One of them is not a URL, or no rule can do it, for example because they are on different hosts:
/// the message says what to do.
///
/// ```
/// use urlsift::explain::teach;
/// use urlsift::Sift;
/// use urlsift::settings::Relation;
///
/// let [a, b] = [&b"https://example.com/docs/intro"[..], b"https://example.com/docs/setup"];
/// let found = teach(&Sift::builder(), Relation::Different, a, b)?;
/// assert_eq!(found[0].to_string(), "example.com  /docs/intro|setup  different");
/// let found = teach(&Sift::builder(), Relation::Same, a, b)?;
/// assert_eq!(found[0].to_string(), "example.com  /docs/*|setup  same");
/// # Ok::<(), urlsift::Error>(())
/// ```
pub fn teach(
    settings: &Builder,
    relation: Relation,
    first: &[u8],
    second: &[u8],
) -> Result<Vec<UrlRule>, Error> {
    let mut plain = settings.view().clone();
    plain.url_rules = UrlRules::default();
    let scanner = plain.build()?.scanner().view().whole();
    let sides = [
        TaughtSide::of(scanner.view(), first)?,
        TaughtSide::of(scanner.view(), second)?,
    ];
    let lines = [first, second];
    if relation == Relation::Same && hold(settings, relation, lines)? {
        return Ok(Vec::new());
    }
    let mut refusal = None;
    for with_values in [false, true] {
        let rules = match propose(relation, &sides, with_values) {
            Ok(rules) => rules,
            Err(error) => {
                refusal.get_or_insert(error);
                continue;
            }
        };
        if rules.is_empty() {
            continue;
        }
        let all: UrlRules = rules.iter().cloned().collect();
        let taught = settings.clone().rules(&all);
        if hold(&taught, relation, lines)? {
            return Ok(rules);
        }
    }
    match refusal {
        Some(refusal) => Err(refusal),
        None => Err(unteachable(settings, relation, lines)),
    }
}

/// Whether a filter decides that two URLs are the same, or different, in both orders.
fn hold(settings: &Builder, relation: Relation, lines: [&[u8]; 2]) -> Result<bool, Error> {
    let wanted = match relation {
        Relation::Same => 1,
        Relation::Different => 2,
    };
    let [first, second] = lines;
    for order in [[first, second], [second, first]] {
        let mut sift = settings.build()?;
        let mut kept = 0;
        for line in order {
            if sift.admit(line) == Verdict::Kept {
                kept += 1;
            }
        }
        if kept != wanted {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The error that no rule can do it.
fn unteachable(settings: &Builder, relation: Relation, lines: [&[u8]; 2]) -> Error {
    let [first, second] = lines;
    let mut differences = Vec::new();
    if let Ok(Some(found)) = compare(settings, first, second) {
        for difference in &*found.differences {
            differences.push(difference.to_string());
        }
    }
    let differences = differences.join("; ");
    refusal(match relation {
        Relation::Same => format!(
            "no rule makes the two the same: rules join segments and parameters, and they differ in \
             {differences}"
        ),
        Relation::Different if differences.is_empty() => {
            "no rule keeps the two apart: their paths and parameters are the same, and schemes, \
             fragments, the order of parameters and escapes are not compared; literal compares \
             schemes and fragments"
                .to_owned()
        }
        Relation::Different => format!(
            "no rule keeps the two apart: rules tell segments and parameters apart, and they differ \
             in {differences}"
        ),
    })
}

/// One of the two URLs.
struct TaughtSide {
    /// The host without its port.
    host: String,
    /// Hash of the host with its port and everything else that makes it another service or user.
    asked: u64,
    /// The segments as written; empty for a path inside the path.
    names: Vec<String>,
    segments: Vec<Segment>,
    /// Number of segments before the route of a fragment.
    page: usize,
    /// The parameters of the query, by name.
    params: BTreeMap<String, TaughtParam>,
}

/// The parameters of one name.
#[derive(Default, PartialEq)]
struct TaughtParam {
    tokens: BTreeSet<Vec<u8>>,
    values: BTreeSet<Vec<u8>>,
}

impl TaughtSide {
    fn of(scanner: ScannerView<'_>, line: &[u8]) -> Result<Self, Error> {
        let Mode::Classes { params: known, .. } = scanner.mode else {
            return Err(refusal(
                "rules are about values and words, and literal compares all URLs as they are written: \
                 leave literal out",
            ));
        };
        let mut scratch = Scratch::default();
        let Some((address, _)) = input::parse(line, &mut scratch) else {
            let line = String::from_utf8_lossy(line);
            let line = line.escape_debug();
            return Err(refusal(format!(
                "\"{line}\" is not a URL: rules are about URLs"
            )));
        };
        let mut batch = Batch::default();
        let beside = ExtraFields::default();
        let url = scanner.hash(&address, &beside, &mut batch);
        let names = TemplateValues::of(&address, &beside, scanner.mode).segments;
        let mut params = BTreeMap::<String, TaughtParam>::new();
        let query = QueryContext::new(address.path, address.query);
        let query = query.on(Origin::of(&address));
        for (name, value) in address.pairs() {
            let param = params.entry(text(name)).or_default();
            let mut token = Vec::new();
            if let Some(class) = known.classify(name, value, &query, &mut token) {
                token.extend_from_slice(class.token().as_bytes());
                param.tokens.insert(token);
            }
            param.values.insert(match value {
                Some(value) => [b"=", value].concat(),
                None => b"-".to_vec(),
            });
        }
        let host = text(without_port(address.host));
        if !is_name_or_address(&host) {
            let line = String::from_utf8_lossy(line);
            let line = line.escape_debug();
            let host = host.escape_debug();
            return Err(refusal(format!(
                "\"{line}\" is on \"{host}\", which is neither a name nor an address of a host: a rule \
                 for it may hold for other hosts"
            )));
        }
        let page = names.iter().position(|name| name == "#");
        let key = scanner.key;
        let endpoint = url.endpoint_key(key);
        let segments = batch.view().segments_of(&url);
        Ok(Self {
            host,
            asked: key.join(endpoint, key.token(address.host)),
            segments: segments[..names.len()].to_vec(),
            page: page.unwrap_or(names.len()),
            names,
            params,
        })
    }

    fn has(&self, at: usize, traits: u32) -> bool {
        self.segments[at].traits.has(traits)
    }

    /// The text of a segment in a template; `None` for a path inside the path.
    fn name(&self, at: usize) -> Option<String> {
        let name = &self.names[at];
        if name.is_empty() {
            return None;
        }
        Some(text(&escaped(name.as_bytes())))
    }

    /// The class of a value, if it has one.
    fn value(&self, at: usize) -> Option<Class> {
        if !self.has(at, Traits::VALUE) {
            return None;
        }
        self.segments[at].class
    }

    /// The text in a rule's template for a segment that both URLs have.
    fn context(&self, at: usize, relation: Relation) -> String {
        if !self.has(at, Traits::VALUE) {
            return self.name(at).unwrap_or_default();
        }
        match self.value(at) {
            Some(class) if relation == Relation::Same => format!("{{{class}}}"),
            _ => "*".to_owned(),
        }
    }
}

/// Proposes rules. `with_values`: also join values, although values count as the same without a
/// rule, because an earlier rule keeps them apart.
fn propose(
    relation: Relation,
    sides: &[TaughtSide; 2],
    with_values: bool,
) -> Result<Vec<UrlRule>, Error> {
    let [one, other] = sides;
    if one.asked != other.asked {
        return Err(refusal(match relation {
            Relation::Same => {
                "the two are asked of different hosts, ports, services or users, and a rule holds for URLs \
                 of one: merge-hosts merges hosts that differ only in numbers or tenant name"
            }
            Relation::Different => {
                "the two are asked of different hosts, ports, services or users: they are kept apart \
                 without a rule, unless merge-hosts is set"
            }
        }));
    }
    let mut templates = Vec::new();
    match relation {
        Relation::Same => {
            let [length, other_length] = [one.names.len(), other.names.len()];
            if length != other_length {
                return Err(refusal(format!(
                    "their paths have {length} and {other_length} segments, and a rule joins paths of one length"
                )));
            }
            templates.extend(same_path(one, other, with_values));
            templates.extend(params(sides, |param| &param.tokens, with_values));
        }
        Relation::Different => {
            let mut template = different_path(one, other);
            if template.is_none() {
                template = params(sides, |param| &param.values, true);
            }
            templates.extend(template);
        }
    }
    let host = match &*one.host {
        "" => "*",
        host => host,
    };
    let mut rules = Vec::with_capacity(templates.len());
    for template in templates {
        let rule = UrlRule::of(host, &template, relation)?;
        rules.push(rule);
    }
    Ok(rules)
}

/// The template of a rule that joins two paths; `None` if they already read the same.
fn same_path(one: &TaughtSide, other: &TaughtSide, with_values: bool) -> Option<String> {
    let mut joins = false;
    let mut template = String::new();
    for at in 0..one.names.len() {
        template.push('/');
        let a = &one.segments[at];
        let b = &other.segments[at];
        let is_equal = one.names[at] == other.names[at];
        let are_values = one.has(at, Traits::VALUE) && other.has(at, Traits::VALUE);
        // The segments before it may decide the class of a segment.
        let are_read_alike = a.token == b.token && one.value(at) == other.value(at);
        if are_read_alike && (is_equal || (are_values && !with_values)) {
            template += &one.context(at, Relation::Same);
            continue;
        }
        joins = true;
        let first = one.name(at);
        let second = other.name(at);
        let mut kept = Vec::new();
        if !takes(a.traits) {
            kept.extend(first.as_ref());
        }
        if !takes(b.traits) {
            kept.extend(second.as_ref());
        }
        kept.dedup();
        let may_vary = a.variable == b.variable || is_equal;
        match kept[..] {
            [] if may_vary => template.push('*'),
            [name] if may_vary => template.extend(["*|", name]),
            _ => template += &both_names(first, second),
        }
    }
    joins.then_some(template)
}

/// The names that there are, as one element.
fn both_names(first: Option<String>, second: Option<String>) -> String {
    match (first, second) {
        (Some(first), Some(second)) => format!("{first}|{second}"),
        (first, second) => first.or(second).unwrap_or_default(),
    }
}

/// The template of a rule that separates two paths; `None` if they are written the same.
fn different_path(one: &TaughtSide, other: &TaughtSide) -> Option<String> {
    match one.names.len().cmp(&other.names.len()) {
        Ordering::Less => return Some(longer_path(other)),
        Ordering::Greater => return Some(longer_path(one)),
        Ordering::Equal => {}
    }
    let differ = |at: usize| one.names[at] != other.names[at];
    let class = |at: usize| {
        let class = one.value(at)?;
        (other.value(at) == Some(class)).then_some(class)
    };
    // The positions that tell the two apart: of words, or else the last one.
    let mut told = Vec::new();
    let mut last = None;
    for at in 0..one.names.len() {
        if differ(at) {
            last = Some(at);
            if class(at).is_none() {
                told.push(at);
            }
        }
    }
    if told.is_empty() {
        told.push(last?);
    }
    let mut template = String::new();
    for at in 0..one.names.len() {
        template.push('/');
        if !differ(at) {
            template += &one.context(at, Relation::Different);
        } else if !told.contains(&at) {
            template.push('*');
        } else if let Some(class) = class(at) {
            template.extend(["{", class.name(), "}"]);
        } else {
            template += &both_names(one.name(at), other.name(at));
        }
    }
    Some(template)
}

/// The template of a rule that separates a path from a shorter one.
fn longer_path(longer: &TaughtSide) -> String {
    let mut path = Vec::with_capacity(longer.names.len());
    for at in 0..longer.names.len() {
        path.push(longer.context(at, Relation::Different));
    }
    let has_name = path.iter().any(|element| element != "*");
    let last = path.len() - 1;
    if !has_name && let Some(class) = longer.value(last) {
        path[last] = format!("{{{class}}}");
    }
    format!("/{}", path.join("/"))
}

/// The template of a rule about the parameters in which two URLs differ; `of` picks what counts of
/// each. `None` if they differ in none.
fn params(
    sides: &[TaughtSide; 2],
    of: impl Fn(&TaughtParam) -> &BTreeSet<Vec<u8>>,
    with_equal: bool,
) -> Option<String> {
    let [one, other] = sides;
    let nothing = TaughtParam::default();
    let mut names = BTreeSet::new();
    for name in one.params.keys().chain(other.params.keys()) {
        let a = one.params.get(name).unwrap_or(&nothing);
        let b = other.params.get(name).unwrap_or(&nothing);
        if of(a) != of(b) || (with_equal && a != b) {
            names.insert(name.as_str());
        }
    }
    if names.is_empty() {
        return None;
    }
    let mut template = String::new();
    for at in 0..one.page {
        template.push('/');
        let is_in_both = at < other.page && one.names[at] == other.names[at];
        if is_in_both {
            template += &one.context(at, Relation::Different);
        } else {
            template.push('*');
        }
    }
    if template.is_empty() {
        template.push('/');
    }
    for (index, name) in names.into_iter().enumerate() {
        template.push(if index == 0 { '?' } else { '&' });
        template += name;
    }
    Some(template)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn refusal(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Settings, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use urlsift_core::{Metric, ParamMode, Sift};

    const HOST: &str = "https://zoo.example.com";

    fn taught(relation: Relation, pair: [&str; 2]) -> Result<Vec<String>, String> {
        let found = teach(
            &Sift::builder(),
            relation,
            pair[0].as_bytes(),
            pair[1].as_bytes(),
        );
        let lines = |rules: Vec<UrlRule>| rules.iter().map(ToString::to_string).collect();
        found.map(lines).map_err(|error| error.to_string())
    }

    #[test]
    fn a_rule_says_no_more_than_it_must() {
        use Relation::{Different, Same};
        for (relation, first, second, wanted) in [
            (
                Different,
                "/docs/intro",
                "/docs/setup",
                &["/docs/intro|setup  different"][..],
            ),
            (
                Different,
                "/report/2024-05",
                "/report/2024-06",
                &["/report/{numbers}  different"],
            ),
            (
                Different,
                "/user/17/edit",
                "/user/4af0bdc4/edit",
                &["/user/17|4af0bdc4/edit  different"],
            ),
            (
                Different,
                "/user/17/cat",
                "/user/18/dog",
                &["/user/*/cat|dog  different"],
            ),
            (
                Different,
                "/user/1/post/2",
                "/user/3/post/4",
                &["/user/*/post/{int}  different"],
            ),
            (
                Different,
                "/docs",
                "/docs/17/edit",
                &["/docs/*/edit  different"],
            ),
            (
                Different,
                "/user/7?item=a",
                "/user/7?item=b",
                &["/user/*?item  different"],
            ),
            (
                Different,
                "/x?utm_source=a",
                "/x?utm_source=b",
                &["/x?utm_source  different"],
            ),
            (Different, "/?17", "/?18", &["/?17&18  different"]),
            (Different, "/a|b", "/a*b", &["/a%7Cb|a%2Ab  different"]),
            (
                Different,
                "/app#/zork/1",
                "/app#/zork/2",
                &["/app/#/zork/{int}  different"],
            ),
            (Same, "/docs/intro", "/docs/zork", &["/docs/*  same"]),
            (Same, "/docs/intro", "/docs/setup", &["/docs/*|setup  same"]),
            (Same, "/team/zork", "/team/admin", &["/team/*|admin  same"]),
            (
                Same,
                "/team/.git",
                "/team/admin",
                &["/team/.git|admin  same"],
            ),
            (
                Same,
                "/v1/users/7",
                "/v2/users/7",
                &["/v1|v2/users/{int}  same"],
            ),
            (
                Same,
                "/a/red.html",
                "/a/blue.php",
                &["/a/red.html|blue.php  same"],
            ),
            (Same, "/x?ref=1", "/x", &["/x?ref  same"]),
            (
                Same,
                "/zork/7?ref=1",
                "/plugh/8",
                &["/*/{int}  same", "/*/*?ref  same"],
            ),
            (Same, "/user/17", "/user/18", &[]),
        ] {
            let found = taught(
                relation,
                [&format!("{HOST}{first}"), &format!("{HOST}{second}")],
            );
            let wanted: Vec<String> = wanted
                .iter()
                .map(|rule| format!("zoo.example.com  {rule}"))
                .collect();
            assert_eq!(found, Ok(wanted), "{relation} {first} {second}");
        }
    }

    #[test]
    fn what_no_rule_can_say_is_refused_with_what_to_do() {
        use Relation::{Different, Same};
        for (relation, pair, said) in [
            (
                Same,
                ["https://a.test/x", "https://b.test/x"],
                "merge-hosts merges hosts",
            ),
            (
                Different,
                ["https://a.test/x", "https://b.test/x"],
                "kept apart without a rule",
            ),
            (
                Same,
                ["https://a.test/x", "https://a.test:8443/x"],
                "different hosts, ports",
            ),
            (
                Same,
                ["https://a.test/x", "https://a.test/x/y"],
                "1 and 2 segments",
            ),
            (
                Different,
                ["https://a.test/x", "http://a.test/x#y"],
                "literal compares schemes",
            ),
            (
                Different,
                ["https://a.test/x;v=1", "https://a.test/x;v=2"],
                "no rule keeps the two apart",
            ),
            (
                Same,
                ["https://a.test/x;v=1", "https://a.test/x"],
                "they differ in v",
            ),
            (
                Same,
                ["no url", "https://a.test/x"],
                "\"no url\" is not a URL",
            ),
        ] {
            let refused = taught(relation, pair).expect_err("no rule can say it");
            assert!(refused.contains(said), "{pair:?}: {refused}");
        }
        let literal = teach(
            &Sift::builder().literal(true),
            Same,
            b"//a.test/x",
            b"//a.test/y",
        );
        assert!(
            literal
                .expect_err("nothing is a value")
                .to_string()
                .contains("leave literal out")
        );
    }

    /// Segments of every class, from which pairs are built.
    const SEGMENTS: [&str; 18] = [
        "17",
        "18",
        "zork",
        "plugh",
        "admin",
        "export",
        ".git",
        "users",
        "index.php",
        "v1",
        "v2",
        "tag",
        "red-shoes-in-summer",
        "4af0bdc4",
        "2024-05-06",
        "wp-admin",
        "blue.html",
        "-",
    ];
    const QUERIES: [&str; 7] = [
        "",
        "?ref=1",
        "?ref=2&item=a",
        "?utm_source=x",
        "?9",
        "?item=b",
        "?a[]=1&sort",
    ];

    fn urls() -> impl Strategy<Value = [String; 2]> {
        let path = |count| prop::collection::vec(prop::sample::select(&SEGMENTS[..]), count);
        let query = || prop::sample::select(&QUERIES[..]);
        (1..5_usize)
            .prop_flat_map(move |count| (path(count), path(count), 0..4_usize, query(), query()))
            .prop_map(|(one, other, differing, first, second)| {
                // Most pairs differ in few positions.
                let other: Vec<&str> = one
                    .iter()
                    .zip(&other)
                    .enumerate()
                    .map(|(at, (one, other))| if at < differing { *other } else { *one })
                    .collect();
                [(one, first), (other, second)]
                    .map(|(path, query)| format!("{HOST}/{}{query}", path.join("/")))
            })
            // A name that stands four times in a row is read as if it stood three times.
            .prop_filter("its path is shorter", |pair| {
                let path = |url: &str| url[HOST.len()..].split('?').next().map(str::to_owned);
                let repeats =
                    |path: String| SEGMENTS.iter().any(|it| path == format!("/{it}").repeat(4));
                pair.iter()
                    .filter_map(|url| path(url))
                    .all(|path| !repeats(path))
            })
    }

    /// Other lines, which make the positions of the pair variable.
    fn noise() -> Vec<String> {
        let words = [
            "wombat", "quokka", "numbat", "bilby", "potoroo", "dingo", "brolga", "echidna",
        ];
        let line = |word: &str| {
            ["", "users/", "tag/", "zork/"].map(|before| format!("{HOST}/{before}{word}"))
        };
        words.iter().flat_map(|word| line(word)).collect()
    }

    fn modes() -> Vec<Builder> {
        let with = Sift::builder;
        vec![
            with(),
            with().two_pass(true),
            with().params(ParamMode::Names),
            with().merge_hosts(true),
            with().threshold(80.0),
            with().threshold(50.0),
            with().metric(Metric::SimHash).threshold(80.0),
            with().threshold(80.0).exhaustive(true),
        ]
    }

    /// Number of lines that are kept among others.
    fn kept<const N: usize>(builder: &Builder, noise: &[String], pair: [&str; N]) -> usize {
        let mut sift = builder.build().expect("the settings are valid");
        let lines: Vec<&str> = noise.iter().map(String::as_str).chain(pair).collect();
        if builder.view().two_pass {
            assert!(sift.filter(&lines).count() > 0);
            sift.restart();
        }
        let verdicts: Vec<Verdict> = lines
            .iter()
            .map(|line| sift.admit(line.as_bytes()))
            .collect();
        verdicts[noise.len()..]
            .iter()
            .filter(|verdict| **verdict == Verdict::Kept)
            .count()
    }

    #[test]
    fn rules_about_parameters_hold_on_paths_that_repeat_themselves() {
        let pair = ["tag/tag/tag/tag?9", "tag/tag/tag/tag"].map(|path| format!("{HOST}/{path}"));
        let pair = pair.each_ref().map(String::as_str);
        let rules = teach(
            &Sift::builder(),
            Relation::Different,
            pair[0].as_bytes(),
            pair[1].as_bytes(),
        );
        let rules: UrlRules = rules.expect("they differ").into_iter().collect();
        assert_eq!(
            kept(&Sift::builder().rules(&rules), &[], pair),
            2,
            "{rules}"
        );
    }

    #[test]
    fn paths_that_repeat_a_name_are_told_apart_among_others() {
        let pair = [
            "wp-admin/wp-admin/wp-admin/wp-admin",
            "zork/wp-admin/wp-admin/wp-admin",
        ];
        let pair = pair.map(|path| format!("{HOST}/{path}"));
        let [first, second] = pair.each_ref().map(String::as_str);
        let rules = teach(
            &Sift::builder(),
            Relation::Different,
            first.as_bytes(),
            second.as_bytes(),
        );
        let rules: UrlRules = rules.expect("they differ").into_iter().collect();
        for mode in [
            Sift::builder(),
            Sift::builder().threshold(80.0),
            Sift::builder().two_pass(true),
        ] {
            assert_eq!(
                kept(&mode.rules(&rules), &noise(), [first, second]),
                2,
                "{rules}"
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn what_is_taught_holds_in_every_mode_and_order(pair in urls(), relation in any::<bool>()) {
            let relation = if relation { Relation::Same } else { Relation::Different };
            let [first, second] = pair.each_ref().map(String::as_str);
            let builder = Sift::builder();
            let rules = match teach(&builder, relation, first.as_bytes(), second.as_bytes()) {
                Ok(rules) => rules,
                Err(error) => {
                    // Only equal URLs cannot be told apart, and only equal URLs are the same
                    // without a rule.
                    prop_assert!(relation == Relation::Different, "{error}: {pair:?}");
                    prop_assert_eq!(first, second, "{}", error);
                    return Ok(());
                }
            };
            // A pair that is the same by what is learned needs no rule, and is the same only there.
            let unlearned = (!rules.is_empty()).then(|| Sift::builder().learn(false));
            let all: UrlRules = rules.into_iter().collect();
            // A written file reads back as the same rules.
            let again = UrlRules::read(&all.to_string()).expect("it was written");
            prop_assert_eq!(again.as_slice(), all.as_slice());
            for (at, mode) in modes().into_iter().chain(unlearned).enumerate() {
                let mode = mode.rules(&all);
                for pair in [[first, second], [second, first]] {
                    // An earlier line may be similar to one of the pair.
                    let alone = kept(&mode, &[], pair);
                    match relation {
                        Relation::Same => {
                            prop_assert_eq!(alone, 1, "{:?} {}", pair, all);
                            prop_assert!(kept(&mode, &noise(), pair) <= 1, "{:?} {}", pair, all);
                        }
                        Relation::Different => {
                            prop_assert_eq!(alone, 2, "{:?} {}", pair, all);
                            // A page without a parameter, or a value, may be similar to other
                            // lines.
                            // At 50 percent, and by fingerprints, each alone may be, too.
                            let alone = |url| kept(&mode, &noise(), [url]);
                            let wanted = if [5, 6].contains(&at) { pair.map(alone).iter().sum() } else { 2 };
                            if !all.to_string().contains(['?', '*']) {
                                prop_assert_eq!(kept(&mode, &noise(), pair), wanted, "{:?} {}", pair, all);
                            }
                        }
                    }
                }
            }
        }

        /// The last rule wins over all earlier ones, whether it says the same or the opposite.
        #[test]
        fn the_last_lesson_holds(pair in urls(), lessons in prop::collection::vec(any::<bool>(), 1..4)) {
            let [first, second] = pair.each_ref().map(String::as_bytes);
            prop_assume!(first != second);
            let mut builder = Sift::builder();
            for same in lessons {
                let relation = if same { Relation::Same } else { Relation::Different };
                let rules = teach(&builder, relation, first, second);
                let more: UrlRules = rules.expect("it can be taught").into_iter().collect();
                builder = builder.rules(&more);
                prop_assert!(hold(&builder, relation, [first, second]).unwrap());
            }
        }
    }

    #[test]
    fn a_rule_changes_nothing_elsewhere() {
        let rules = UrlRules::read(
            "zoo.example.com /users/* same
*.example.org /x/a|b different",
        )
        .unwrap();
        let lines = noise()
            .iter()
            .map(|line| line.replace("zoo.", "api."))
            .collect::<Vec<_>>();
        let [mut with, mut without] = [Sift::builder().rules(&rules), Sift::builder()]
            .map(|settings| settings.build().unwrap());
        for line in lines
            .iter()
            .map(String::as_bytes)
            .chain([&b"https://example.org/x/a"[..], b"//a.test/users/b"])
        {
            assert_eq!(with.admit(line), without.admit(line));
        }
        assert_eq!(with.scanner().unmet_rules(), [0, 1]);
        assert_eq!(with.admit(b"https://a.example.org/x/a"), Verdict::Kept);
        assert_eq!(with.scanner().unmet_rules(), [0]);
    }
}
