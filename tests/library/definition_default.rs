//! The default similarity once more, as naively as it reads, and random lists that the filter is
//! held against.
//!
//! Lines are put together from parts whose tokens are known, because a person wrote them beside the
//! part: nothing here classes a segment or reads a parameter. Features are texts in ordered maps,
//! weights are counted in the documented units, and a line is compared with every kept one. What
//! learning makes of a path is asked of the learner, which is a black box here: it says how a line
//! reads, and how a kept line is entered. Which line is similar to which reading is decided here.

use crate::internals::Stages;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::collections::{BTreeMap, BTreeSet};
use urlsift::Filter;
use urlsift::explain::Watched;
use urlsift::settings::{Component, Detail, Weights};
use urlsift::{Batch, Builder, Sift, Verdict};

/// Units in a thousandth of a weight of 1. What an uneven split leaves over, less than a unit a
/// part, counts for nobody.
const UNITS: u128 = 720_720;

/// A part of a URL. What is absent is a part too: two URLs without parameters agree there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Feature {
    /// With a port that is not the default one; a scheme that is not of the web is another service.
    Host(String),
    /// Http is https, and anchors name the same page: these two never differ.
    Scheme,
    Fragment,
    NoPath,
    /// All segments in order.
    Path(Vec<String>),
    /// A segment and its position.
    Segment(usize, String),
    NoParams,
    /// All names, each with the number of the parameter among those of its name.
    Names(BTreeSet<(String, usize)>),
    Name(String, usize),
    /// All values, each with its name, by what they were taken for.
    Values(BTreeSet<(String, String)>),
}

/// What a URL consists of, and the weight of each part in units.
type Features = BTreeMap<Feature, u128>;

/// A line and what was written beside its parts. Of a line that is not a URL, only the text.
#[derive(Clone)]
struct Line {
    text: String,
    url: Option<Tokens>,
}

impl std::fmt::Debug for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.text.fmt(f)
    }
}

#[derive(Clone, Debug)]
struct Tokens {
    service: String,
    path: Vec<String>,
    /// Names and what values were taken for.
    params: BTreeSet<(String, String)>,
}

/// The settings: weights of scheme, host, path, parameters and fragment in thousandths, and the
/// threshold in millionths of a percent.
#[derive(Clone, Copy, Debug)]
struct Settings {
    weights: [u32; 5],
    threshold: u32,
    learn: bool,
}

/// A threshold, or the one at which two lines of the list are similar, with so many millionths of a
/// percent more.
#[derive(Clone, Debug)]
enum Threshold {
    Percent(u32),
    OfPair(Index, Index, i32),
}

impl Settings {
    /// Chooses the threshold for a list.
    fn of(weights: [u32; 5], threshold: &Threshold, learn: bool, lines: &[Line]) -> Self {
        let mut settings = Self {
            weights,
            threshold: 0,
            learn,
        };
        settings.threshold = match threshold {
            Threshold::Percent(percent) => *percent,
            Threshold::OfPair(one, other, more) => {
                let features = |at: &Index| lines[at.index(lines.len())].url.as_ref();
                let (Some(a), Some(b)) = (features(one), features(other)) else {
                    return Self {
                        threshold: 95_000_000,
                        ..settings
                    };
                };
                let (a, b) = (settings.features(a, &a.path), settings.features(b, &b.path));
                let common = settings.total() - lacking(&a, &b).max(lacking(&b, &a));
                let percent = (100_000_000 * common / settings.total()) as u32;
                percent
                    .saturating_add_signed(*more)
                    .clamp(1_000_000, 100_000_000)
            }
        };
        settings
    }

    fn builder(&self) -> Builder {
        let mut weights = Weights::default();
        let names = [
            Component::Scheme,
            Component::Host,
            Component::Path,
            Component::Params,
            Component::Fragment,
        ];
        for (component, thousandths) in names.into_iter().zip(self.weights) {
            weights
                .set(component.name(), f64::from(thousandths) / 1e3)
                .expect("the weight is valid");
        }
        Sift::builder()
            .weights(weights)
            .threshold(f64::from(self.threshold) / 1e6)
            .learn(self.learn)
    }

    fn total(&self) -> u128 {
        self.weights
            .iter()
            .map(|&weight| u128::from(weight) * UNITS)
            .sum()
    }

    /// The features of a URL whose path reads so.
    fn features(&self, url: &Tokens, path: &[String]) -> Features {
        let [scheme, host, of_path, of_params, fragment] =
            self.weights.map(|weight| u128::from(weight) * UNITS);
        let mut features = Features::from([
            (Feature::Scheme, scheme),
            (Feature::Fragment, fragment),
            (Feature::Host(url.service.clone()), host),
        ]);
        let mut add = |feature, weight| assert_eq!(features.insert(feature, weight), None);

        // 0.6 of 3 for all segments in order, and the rest for each of them.
        let skeleton = of_path / 5;
        if path.is_empty() {
            add(Feature::NoPath, of_path);
        } else {
            add(Feature::Path(path.to_vec()), skeleton);
        }
        for (position, segment) in path.iter().enumerate() {
            add(
                Feature::Segment(position, segment.clone()),
                (of_path - skeleton) / path.len() as u128,
            );
        }

        // 0.6 of 2 for all names, 0.14 for all values, and the rest for each of the names.
        let (skeleton, values) = (of_params * 3 / 10, of_params * 7 / 100);
        let mut counts = BTreeMap::new();
        let numbered = |(name, _): &(String, String)| {
            let number = counts
                .entry(name.clone())
                .and_modify(|count| *count += 1)
                .or_insert(0);
            (name.clone(), *number)
        };
        let names: BTreeSet<_> = url.params.iter().map(numbered).collect();
        if names.is_empty() {
            add(Feature::NoParams, of_params);
        } else {
            add(Feature::Values(url.params.clone()), values);
            add(Feature::Names(names.clone()), skeleton);
        }
        for (name, number) in &names {
            let rest = of_params - skeleton - values;
            add(
                Feature::Name(name.clone(), *number),
                rest / names.len() as u128,
            );
        }
        features
    }

    /// Whether each of two URLs lacks no more of the other's weight than the threshold leaves.
    fn are_similar(&self, a: &Features, b: &Features) -> bool {
        let budget = self.total() * (100_000_000 - u128::from(self.threshold)) / 100_000_000;
        lacking(a, b) <= budget && lacking(b, a) <= budget
    }
}

/// The weight of what `a` has and `b` has not.
fn lacking(a: &Features, b: &Features) -> u128 {
    a.iter()
        .filter(|(feature, _)| !b.contains_key(feature))
        .map(|(_, weight)| weight)
        .sum()
}

/// What says how paths read: nobody, or the learner.
struct Learner {
    stages: Stages,
    scanner: urlsift::Scanner,
    /// The token of each hash that segments have by themselves, and back.
    tokens: BTreeMap<u64, String>,
    hashes: BTreeMap<String, u64>,
}

impl Learner {
    fn of(sift: &Sift) -> Self {
        let (stages, scanner) = (Stages::of(sift), Stages::scanner(sift));
        Self {
            stages,
            scanner,
            tokens: BTreeMap::new(),
            hashes: BTreeMap::new(),
        }
    }

    /// Notes the hashes of a line's segments. They are equal if and only if what was written beside
    /// the segments is.
    fn note(&mut self, line: &Line, path: &[String]) -> (Batch, Vec<(u64, u64)>) {
        let mut batch = Batch::default();
        self.scanner.scan(line.text.as_bytes(), &mut batch);
        let found = Stages::tokens(&batch, 0);
        assert_eq!(found.len(), path.len(), "{line:?}");
        for ((hash, _), token) in found.iter().zip(path) {
            assert_eq!(
                self.tokens.entry(*hash).or_insert_with(|| token.clone()),
                token,
                "{line:?}"
            );
            assert_eq!(
                self.hashes.entry(token.clone()).or_insert(*hash),
                hash,
                "{token} of {line:?}"
            );
        }
        (batch, found)
    }
}

/// Hashes as tokens: one that no segment has by itself is told apart from all that some have.
fn texts(hashes: impl IntoIterator<Item = u64>) -> Vec<String> {
    hashes.into_iter().map(|hash| format!("{hash:x}")).collect()
}

/// A kept line: its number among groups, and the features of each reading under which it is
/// entered.
struct KeptLine {
    group: usize,
    readings: Vec<Features>,
}

/// The verdict on each line, and the number of the group that it belongs to.
fn verdicts(settings: &Settings, lines: &[Line], sift: &Sift) -> Vec<(Verdict, Option<usize>)> {
    let mut kept: Vec<KeptLine> = Vec::new();
    let mut others: BTreeMap<&str, usize> = BTreeMap::new();
    let mut learner = settings.learn.then(|| Learner::of(sift));
    let mut verdicts = Vec::new();
    for line in lines {
        let next = kept.len() + others.len();
        let Some(url) = &line.url else {
            verdicts.push(match others.get(line.text.as_str()) {
                Some(group) => (Verdict::Repeated, Some(*group)),
                None => (Verdict::NotUrl, Some(next)),
            });
            others.entry(&line.text).or_insert(next);
            continue;
        };
        let find = |features: &Features| {
            let is_similar = |reading: &Features| settings.are_similar(features, reading);
            kept.iter()
                .find(|kept| kept.readings.iter().any(is_similar))
                .map(|kept| kept.group)
        };
        let noted = learner
            .as_mut()
            .map(|learner| learner.note(line, &url.path));
        let own = match &noted {
            Some((_, tokens)) => settings.features(url, &texts(tokens.iter().map(|(own, _)| *own))),
            None => settings.features(url, &url.path),
        };
        let mut found = find(&own);
        let mut readings = vec![own];
        if let (Some(learner), Some((batch, tokens))) = (&mut learner, noted) {
            // A line that reads like a kept one teaches nothing.
            if found.is_none() {
                let reading = learner.stages.learn(&batch, 0).to_vec();
                let variable: Vec<usize> =
                    learner.stages.learned().iter().copied().take(3).collect();
                let features = |path: &[u64]| settings.features(url, &texts(path.iter().copied()));
                // As learned; then as lines were entered before the first three of these positions
                // were.
                found = (0..1 << variable.len()).find_map(|early: usize| {
                    let mut path = reading.clone();
                    for (_, &at) in variable
                        .iter()
                        .enumerate()
                        .filter(|(bit, _)| early >> bit & 1 == 1)
                    {
                        path[at] = tokens[at].1;
                    }
                    find(&features(&path))
                });
                readings.push(features(&reading));
                if found.is_none() {
                    let mut alternatives = Vec::new();
                    learner
                        .stages
                        .alternatives(&batch, 0, &reading, |path| alternatives.push(path.to_vec()));
                    readings.extend(alternatives.iter().map(|path| features(path)));
                }
            }
        }
        if found.is_none() {
            kept.push(KeptLine {
                group: next,
                readings,
            });
        }
        let verdict = if found.is_some() {
            Verdict::Similar
        } else {
            Verdict::Kept
        };
        verdicts.push((verdict, found.or(Some(next))));
    }
    verdicts
}

/// What the filter says of a list, decided on in batches of so many lines.
fn filtered(builder: &Builder, lines: &[Line], batch_size: usize) -> Vec<(Verdict, Option<usize>)> {
    let mut sift = Watched::new(builder.build().expect("the settings are valid"));
    let (scanner, mut batch, mut found) =
        (sift.inner().scanner().clone(), Batch::default(), Vec::new());
    for part in lines.chunks(batch_size) {
        batch.clear();
        for line in part {
            scanner.scan(line.text.as_bytes(), &mut batch);
        }
        let part: Vec<&[u8]> = part.iter().map(|line| line.text.as_bytes()).collect();
        let verdicts = sift
            .decide(&batch, &part)
            .expect("the batch is of this filter")
            .verdicts
            .to_vec();
        let mut groups = sift
            .decisions()
            .iter()
            .map(|decision| decision.group.map(|group| group as usize));
        found.extend(
            verdicts
                .into_iter()
                .map(|verdict| (verdict, groups.next().flatten())),
        );
    }
    found
}

fn assert_as_defined(settings: &Settings, lines: &[Line]) {
    let builder = settings.builder().seed([7, 11]);
    let wanted = verdicts(
        settings,
        lines,
        &builder.build().expect("the settings are valid"),
    );
    let engines = [
        (builder.clone(), 1),
        (builder.clone(), 7),
        (builder.clone().detail(Detail::Groups), 3),
        (builder.exhaustive(true).detail(Detail::Groups), 1),
    ];
    for (number, (builder, batch_size)) in engines.into_iter().enumerate() {
        let found = filtered(&builder, lines, batch_size);
        for (i, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
            let before = || {
                lines[..=i]
                    .iter()
                    .map(|line| &line.text)
                    .collect::<Vec<_>>()
            };
            // A further number of a name is printed, but similar all the same.
            let verdict = if found.0 == Verdict::Sample {
                Verdict::Similar
            } else {
                found.0
            };
            assert_eq!(
                verdict,
                wanted.0,
                "engine {number}, line {i} of {:#?} under {settings:?}",
                before()
            );
            assert!(
                found.1.is_none() || found.1 == wanted.1,
                "{found:?}, not {wanted:?}: {:#?}",
                before()
            );
        }
    }
}

type Row = (&'static str, &'static str);
type Fragment = (&'static str, &'static [&'static str]);
type Param = (&'static str, &'static str, &'static str);

/// How a line begins, and which service that is.
const SERVICES: &[Row] = &[
    ("http://a.test", "a.test"),
    ("https://a.test", "a.test"),
    ("https://A.Test:443", "a.test"),
    ("//a.test", "a.test"),
    ("a.test", "a.test"),
    ("http://ann:pw@a.test:80", "ann:pw@a.test"),
    ("https://bob@a.test", "bob@a.test"),
    ("http://a.test:8080", "a.test:8080"),
    ("https://a.test:8080", "a.test:8080"),
    ("ftp://a.test", "ftp a.test"),
    ("http://b.test", "b.test"),
    ("http://7.b.test", "7.b.test"),
    ("", ""),
];

/// A value or a word, by where it stands.
const TITLE: &str = "{title}";
const LOCALE: &str = "{locale}";

/// Words that everybody knows, and values of every class; what each counts as.
const SEGMENTS: &[Row] = &[
    ("login", "login"),
    ("l%6fgin", "login"),
    ("Login", "Login"),
    ("edit", "edit"),
    ("gallery", "gallery"),
    ("admin", "admin"),
    ("search", "search"),
    ("page.html", "page.html"),
    ("7", "{}"),
    ("42", "{}"),
    ("1234567", "{}"),
    ("42.html", "{}.html"),
    ("7.html", "{}.html"),
    ("3f2504e0-4f89-11d3-9a0c-0305e82c3301", "{}"),
    ("d41d8cd98f00b204e9800998ecf8427e", "{}"),
    ("how-to-bake-bread-at-home", TITLE),
    ("de-DE", LOCALE),
    ("2024-01-02", "{}"),
    ("1.2.3", "{}"),
    ("ann@example.org", "{}"),
    ("xkqzvbnmwrt", "{}"),
    ("photo.jpg", "{}.jpg"),
    ("logo.png", "{}.png"),
    ("v2", "v2"),
    ("v3", "v3"),
    ("app.js", "app.js"),
    ("item42", "item{}"),
    ("item7", "item{}"),
    ("a:b", "a:b"),
    ("report_2024.pdf", "report_{}.pdf"),
    (".git", ".git"),
    ("_quux", "_quux"),
    ("x", "x"),
    ("y", "y"),
];

/// Words that nobody knows, which positions are learned from, and those that choose the names below
/// them.
const STRANGE: &[Row] = &[
    ("quartz", "quartz"),
    ("basalt", "basalt"),
    ("gneiss", "gneiss"),
    ("schist", "schist"),
    ("marble", "marble"),
    ("tuff", "tuff"),
    ("obsidian", "obsidian"),
    ("zork", "zork"),
    ("frob", "frob"),
    ("wozz", "wozz"),
    ("kesh", "kesh"),
    ("dran", "dran"),
    ("users", "users"),
    ("tag", "tag"),
    ("accounts", "accounts"),
    ("en", "en"),
    ("fr", "fr"),
    ("de", "de"),
    ("edit", "edit"),
    ("7", "{}"),
];

/// Parameters: what counts as the name, and as the value. Nothing counts of the last ones.
const PARAMS: &[Param] = &[
    ("id=7", "id", "value"),
    ("id=8", "id", "value"),
    ("id=3f2504e0-4f89-11d3-9a0c-0305e82c3301", "id", "value"),
    ("id=", "id", "empty"),
    ("id", "id", "empty"),
    ("id=tea", "id", "word"),
    ("q=tea", "q", "word"),
    ("q=milk", "q", "word"),
    ("q=7", "q", "value"),
    ("Q=7", "Q", "value"),
    ("page=2", "page", "value"),
    ("action=delete", "action=delete", "word"),
    ("action=view", "action=view", "word"),
    (NUMBERED_ACTION, "action", "value"),
    ("to=https://b.test/", "to=url", "url"),
    ("to=http%3A%2F%2Fb.test", "to=url", "url"),
    ("to=tea", "to", "word"),
    ("dir=/a/b", "dir", "path"),
    ("f[3]=1", "f[]", "value"),
    ("f[]=2", "f[]", "value"),
    ("f%5B12%5D=3", "f[]", "value"),
    ("12345", "", "value"),
    ("67890", "", "value"),
    ("utm_source=mail", "", ""),
    ("UTM_campaign=7", "", ""),
    ("fbclid=abc", "", ""),
    ("sid=d41d8cd98f00b204e9800998ecf8427e", "", ""),
];

/// Those that do not count where the path is that of a picture or a script.
const EDITIONS: [&str; 5] = ["id", "page=2", NUMBERED_ACTION, "12345", "67890"];

/// A number that chooses a page where the path is a program: of these, the root alone.
const NUMBERED_ACTION: &str = "action=7";

/// Fragments; one that is a route goes on with the path.
const FRAGMENTS: &[Fragment] = &[
    ("", &[]),
    ("", &[]),
    ("", &[]),
    ("#top", &[]),
    ("#7", &[]),
    ("#/login/7", &["#", "login", "{}"]),
    ("#/login/edit", &["#", "login", "edit"]),
];

/// The tokens of segments where they stand: below the version of an API, titles are words, and
/// locales are among the first two segments.
fn as_they_stand(path: &[Row]) -> Vec<String> {
    let mut is_api = false;
    let token = |(at, &(text, token)): (usize, &Row)| {
        let is_word = (token == TITLE && is_api) || (token == LOCALE && at >= 2);
        is_api |= at < 3 && matches!(token, "v2" | "v3");
        match token {
            _ if is_word => text.to_owned(),
            TITLE | LOCALE => "{}".to_owned(),
            token => token.to_owned(),
        }
    };
    path.iter().enumerate().map(token).collect()
}

/// What is read of a path that goes round in circles: a segment at most three times in sequence, a
/// run of up to eight segments at most twice. Runs of numbers stay.
fn unrepeated(path: &[Row]) -> Vec<Row> {
    let same = |(a, _): &Row, (b, _): &Row| a.replace("%6f", "o") == b.replace("%6f", "o");
    let mut path = path.to_vec();
    loop {
        let before = path.len();
        let mut at = 0;
        while at < path.len() {
            let mut step = 1;
            for run in 1..=8 {
                let most = if run == 1 { 3 } else { 2 };
                let repeats = |path: &[Row]| {
                    path.len() >= at + (most + 1) * run
                        && (at..at + most * run).all(|i| same(&path[i], &path[i + run]))
                        && path[at..at + run]
                            .iter()
                            .any(|(text, _)| !text.bytes().all(|b| b.is_ascii_digit()))
                };
                if repeats(&path) {
                    step = most * run;
                    while repeats(&path) {
                        path.drain(at..at + run);
                    }
                    break;
                }
            }
            at += step;
        }
        if path.len() == before {
            return path;
        }
    }
}

/// Puts a line together.
fn line(
    (start, service): Row,
    path: &[Row],
    slashes: &str,
    params: &[Param],
    (fragment, route): Fragment,
) -> Line {
    let written: Vec<_> = path.iter().map(|(text, _)| *text).collect();
    let query: Vec<_> = params.iter().map(|(text, ..)| *text).collect();
    let mark = if query.is_empty() { "" } else { "?" };
    let slashes = if path.is_empty() { "" } else { slashes };
    let text = format!(
        "{start}/{}{slashes}{mark}{}{fragment}",
        written.join("/"),
        query.join("&")
    );
    let mut path = as_they_stand(&unrepeated(path));
    // Names alone, and numbers that elsewhere choose a page, say which edition of a file is meant;
    // it is the same file in all of them.
    let is_file = slashes.is_empty()
        && path
            .last()
            .is_some_and(|token| ["{}.jpg", "{}.png", "app.js"].contains(&&**token));
    let is_edition = |text: &str| is_file && EDITIONS.contains(&text);
    let counted = params
        .iter()
        .filter(|(text, _, value)| !value.is_empty() && !is_edition(text));
    let params = counted
        .map(|&(text, name, value)| {
            let chooses = text == NUMBERED_ACTION && path.is_empty();
            let name = if chooses { text } else { name };
            (name.to_owned(), value.to_owned())
        })
        .collect();
    path.extend(route.iter().map(|token| (*token).to_owned()));
    Line {
        text,
        url: Some(Tokens {
            service: service.to_owned(),
            path,
            params,
        }),
    }
}

/// A line of these segments.
fn url(segments: &'static [Row], most: usize) -> impl Strategy<Value = Line> {
    let params = prop_oneof![
        2 => Just(Vec::new()),
        3 => prop::collection::vec(select(PARAMS), 0..5),
        1 => prop::collection::vec(select(PARAMS), 0..20),
    ];
    let path = prop::collection::vec(select(segments), 0..=most);
    let service = prop_oneof![3 => select(&SERVICES[..6]), 1 => select(SERVICES)];
    (
        service,
        path,
        select(vec!["", "", "/"]),
        params,
        select(FRAGMENTS),
    )
        .prop_map(|(service, path, slashes, params, fragment)| {
            line(service, &path, slashes, &params, fragment)
        })
}

fn lines(segments: &'static [Row]) -> impl Strategy<Value = Vec<Line>> {
    let other =
        select(vec!["mailto:ann@a.test", "no URL", "javascript:void(0)"]).prop_map(|text| Line {
            text: text.to_owned(),
            url: None,
        });
    let line = prop_oneof![
        6 => url(segments, 3),
        6 => url(segments, 9),
        1 => url(segments, 30),
        1 => other,
    ];
    prop_oneof![3 => prop::collection::vec(line, 1..50), 3 => near(segments)]
}

/// A line of these segments, and copies of it in which one part is another one: a segment, a
/// parameter (most often by another value), the service, or the fragment.
fn near(segments: &'static [Row]) -> impl Strategy<Value = Vec<Line>> {
    let path = prop::collection::vec(select(segments), 1..7);
    let params = prop::collection::vec(select(PARAMS), 0..4);
    let edit = (
        any::<Index>(),
        select(segments),
        select(PARAMS),
        select(SERVICES),
        0..10,
    );
    (
        select(&SERVICES[..2]),
        path,
        params,
        prop::collection::vec(edit, 1..25),
    )
        .prop_map(|(service, path, params, edits)| {
            let edit = |(at, segment, param, other, part): &(Index, Row, Param, Row, i32)| {
                let (mut service, mut path, mut params) = (service, path.clone(), params.clone());
                let mut fragment = FRAGMENTS[0];
                match part {
                    0 => service = *other,
                    1 => fragment = *at.get(FRAGMENTS),
                    2..6 if !params.is_empty() => {
                        let at = at.index(params.len());
                        let of_its_name =
                            PARAMS.iter().filter(|(_, name, _)| *name == params[at].1);
                        let number = PARAMS
                            .iter()
                            .position(|row| row == param)
                            .expect("it is one");
                        params[at] = *of_its_name.cycle().nth(number).expect("it is endless");
                    }
                    6 => params.push(*param),
                    _ => {
                        let at = at.index(path.len());
                        path[at] = *segment;
                    }
                }
                line(service, &path, "", &params, fragment)
            };
            let first = line(service, &path, "", &params, FRAGMENTS[0]);
            std::iter::once(first)
                .chain(edits.iter().map(edit))
                .collect()
        })
}

fn weights() -> impl Strategy<Value = [u32; 5]> {
    let weight = prop_oneof![
        3 => (0..5_u32).prop_map(|n| n * 1000),
        1 => 0..=10_000_u32,
    ];
    prop_oneof![
        3 => Just([500, 4000, 3000, 2000, 500]),
        2 => prop::array::uniform5(weight).prop_filter("something counts", |w| w.iter().any(|&w| w > 0)),
        // So light that a millionth of a percent is less than a unit.
        2 => prop::array::uniform5(0..4_u32).prop_filter("something counts", |w| w.iter().any(|&w| w > 0)),
    ]
}

fn threshold() -> impl Strategy<Value = Threshold> {
    let percent = select(vec![
        950_u32, 950, 950, 990, 995, 975, 1000, 925, 900, 850, 800, 700, 600, 500, 250, 10,
    ]);
    prop_oneof![
        3 => percent.prop_map(|tenths| Threshold::Percent(tenths * 100_000)),
        1 => (1_000_000..=100_000_000_u32).prop_map(Threshold::Percent),
        3 => (any::<Index>(), any::<Index>(), -1..=1_i32).prop_map(|(a, b, more)| Threshold::OfPair(a, b, more)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, max_shrink_iters: 5000, ..ProptestConfig::default() })]

    #[test]
    fn lists_are_decided_as_defined(weights in weights(), threshold in threshold(), lines in lines(SEGMENTS)) {
        assert_as_defined(&Settings::of(weights, &threshold, false, &lines), &lines);
    }

    #[test]
    fn learned_positions_are_decided_as_defined(
        weights in weights(), threshold in threshold(), lines in lines(STRANGE),
    ) {
        assert_as_defined(&Settings::of(weights, &threshold, true, &lines), &lines);
    }

    #[test]
    fn values_and_words_are_learned_from_as_defined(
        weights in weights(), threshold in threshold(), lines in lines(SEGMENTS),
    ) {
        assert_as_defined(&Settings::of(weights, &threshold, true, &lines), &lines);
    }
}
