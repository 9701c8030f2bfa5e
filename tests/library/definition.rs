//! The definition of similarity once more, as naively as it reads, and random lists of literal URLs
//! that the filter is held against.
//!
//! `Builder::exhaustive` compares with every representative, but shares parser, features and
//! arithmetic with what it judges. Nothing here does: the `url` crate parses every line, features
//! are texts in ordered maps, weights are fractions, and a line is compared with every kept one.
//! The filter counts in integers and drops what is left over of an uneven split; lists have only
//! lines whose parts share their weight evenly, so both are exact and have to agree at every
//! threshold.

use proptest::prelude::*;
use proptest::sample::select;
use std::collections::{BTreeMap, BTreeSet};
use url::Url;
use urlsift::Filter;
use urlsift::explain::LineKeys;
use urlsift::explain::{Watched, compare};
use urlsift::settings::{Component, Detail, Weights};
use urlsift::{Batch, Builder, Sift, Verdict};

use crate::oracle::{lists, nested_url};

/// A weight, as a numerator and a denominator.
type Fraction = (u128, u128);

/// What a URL consists of, and the weight of each part.
type Features = BTreeMap<Feature, Fraction>;

/// A part of a URL. `None` says that the component is absent: two URLs without it agree there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Feature {
    Scheme(Option<String>),
    /// With a port that is not the default, and with user name and password. A scheme that is not of
    /// the web is another service.
    Host(Option<String>, Option<String>),
    /// A segment and its position.
    Segment(Option<(usize, String)>),
    /// The name of a parameter; its second value belongs to the name's second occurrence, whatever
    /// the values.
    Name(Option<(String, usize)>),
    Value(String, Option<String>),
    Fragment(Option<String>),
}

/// The settings: weights of scheme, host, path, parameters and fragment in thousandths, and the
/// threshold in millionths of a percent.
#[derive(Clone, Copy, Debug)]
struct Settings {
    weights: [u32; 5],
    threshold: u32,
}

impl Settings {
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
            .literal(true)
            .weights(weights)
            .threshold(f64::from(self.threshold) / 1e6)
    }

    /// The features of a line; `None` if it is not a URL.
    fn features(&self, line: &[u8]) -> Option<Features> {
        let parts = Parts::of(line)?;
        let [scheme, host, path, params, fragment] = self.weights.map(u128::from);
        let is_web = matches!(parts.scheme.as_deref(), None | Some("http" | "https"));
        let service = parts.scheme.clone().filter(|_| !is_web);
        let mut features = Features::new();
        let mut add = |feature, weight, parts: usize| {
            assert_eq!(
                features.insert(feature, (weight, 1000 * parts as u128)),
                None
            );
        };
        add(Feature::Scheme(parts.scheme), scheme, 1);
        add(Feature::Host(service, parts.host), host, 1);
        add(Feature::Fragment(parts.fragment), fragment, 1);
        if parts.segments.is_empty() {
            add(Feature::Segment(None), path, 1);
        }
        for (position, segment) in parts.segments.iter().enumerate() {
            add(
                Feature::Segment(Some((position, segment.clone()))),
                path,
                parts.segments.len(),
            );
        }
        if parts.params.is_empty() {
            add(Feature::Name(None), params, 1);
        }
        let mut occurrences = BTreeMap::new();
        for (name, value) in &parts.params {
            let occurrence = *occurrences.entry(name).and_modify(|n| *n += 1).or_insert(0);
            add(
                Feature::Name(Some((name.clone(), occurrence))),
                params,
                2 * parts.params.len(),
            );
            add(
                Feature::Value(name.clone(), value.clone()),
                params,
                2 * parts.params.len(),
            );
        }
        Some(features)
    }

    /// Whether `100 min(w(A n B) / w(A), w(A n B) / w(B))` reaches the threshold.
    fn are_similar(&self, a: &Features, b: &Features) -> bool {
        let reaches =
            |(over, under): Fraction| over * 100_000_000 >= u128::from(self.threshold) * under;
        reaches(share(a, b)) && reaches(share(b, a))
    }

    /// The verdict on each line, and the number of the group that it belongs to.
    fn verdicts(&self, lines: &[Vec<u8>]) -> Vec<(Verdict, Option<usize>)> {
        let mut kept: Vec<(usize, Features)> = Vec::new();
        let mut others: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        let decide = |line: &Vec<u8>| {
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let next = kept.len() + others.len();
            match self.features(line) {
                _ if line.is_empty() => (Verdict::Empty, None),
                None if others.contains_key(line) => (Verdict::Repeated, Some(others[line])),
                None => {
                    others.insert(line.to_vec(), next);
                    (Verdict::NotUrl, Some(next))
                }
                Some(features) => {
                    let similar = kept
                        .iter()
                        .find(|(_, other)| self.are_similar(&features, other));
                    let group = similar.map(|(group, _)| *group);
                    if group.is_none() {
                        kept.push((next, features));
                    }
                    (
                        if group.is_some() {
                            Verdict::Similar
                        } else {
                            Verdict::Kept
                        },
                        group.or(Some(next)),
                    )
                }
            }
        };
        lines.iter().map(decide).collect()
    }
}

/// The share of its weight that `a` finds in `b`.
fn share(a: &Features, b: &Features) -> Fraction {
    let plus = |(a, b): Fraction, (c, d): Fraction| {
        let (over, under) = (a * d + c * b, b * d);
        let divisor = common_divisor(over, under);
        (over / divisor, under / divisor)
    };
    let whole = a.values().copied().fold((0, 1), plus);
    let shared = a
        .iter()
        .filter(|(feature, _)| b.contains_key(feature))
        .map(|(_, weight)| *weight);
    let shared = shared.fold((0, 1), plus);
    (shared.0 * whole.1, shared.1 * whole.0)
}

fn common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The canonical parts of a URL.
struct Parts {
    scheme: Option<String>,
    /// Behind the user name and password, where there are any.
    host: Option<String>,
    segments: Vec<String>,
    params: BTreeSet<(String, Option<String>)>,
    fragment: Option<String>,
}

impl Parts {
    /// `None` if the line is not a URL.
    fn of(line: &[u8]) -> Option<Self> {
        // A byte that is not UTF-8 means the same as its escape.
        let line: String = line
            .utf8_chunks()
            .map(|part| {
                let escapes = part.invalid().iter().map(|byte| format!("%{byte:02X}"));
                part.valid().to_owned() + &escapes.collect::<String>()
            })
            .collect();
        let line = line
            .strip_prefix('\u{feff}')
            .unwrap_or(&line)
            .trim_matches(|c| c <= ' ');
        let (prefix, has_scheme, has_host) = match line.split_once("://") {
            Some((scheme, _)) if is_scheme(scheme) => ("", true, true),
            _ if line.starts_with("//") => ("http:", false, true),
            _ if line.starts_with('/') => ("http://nowhere.invalid", false, false),
            _ if begins_with_host(line) => ("http://", false, true),
            _ if is_absolute_to_browsers(line) => ("", true, true),
            _ => return None,
        };
        let url = Url::parse(&format!("{prefix}{line}")).ok()?;
        let host = url.host_str().unwrap_or_default().to_ascii_lowercase();
        let host = host.strip_suffix('.').unwrap_or(&host);
        if host.is_empty() && url.scheme() != "file" {
            return None;
        }
        let password = url.password().map_or(String::new(), |password| {
            format!(":{}", unescaped(password))
        });
        let user = Some(unescaped(url.username()) + &password).filter(|user| !user.is_empty());
        let user = user.map_or(String::new(), |user| format!("{user}@"));
        let port = url.port().map_or(String::new(), |port| format!(":{port}"));
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        let (mut segments, mut params) = (Vec::new(), BTreeSet::new());
        let mut add_params = |text: &str, separator| {
            for param in text.split(separator).filter(|param| !param.is_empty()) {
                let (name, value) = param
                    .split_once('=')
                    .map_or((param, None), |(n, v)| (n, Some(v.to_owned())));
                params.insert((name.to_owned(), value));
            }
        };
        for segment in unescaped(url.path()).split('/') {
            // `/a;k=v` has a parameter, `/a;k` has a segment with a semicolon.
            let (name, matrix) = match segment.split_once(';') {
                Some((name, rest)) if rest.split(';').all(|p| p.is_empty() || p.contains('=')) => {
                    (name, rest)
                }
                _ => (segment, ""),
            };
            add_params(matrix, ';');
            segments.extend(some(name.to_owned()));
        }
        add_params(&unescaped(url.query().unwrap_or_default()), '&');
        Some(Self {
            scheme: has_scheme.then(|| url.scheme().to_owned()),
            host: some(format!("{user}{host}{port}")).filter(|_| has_host),
            segments,
            params,
            fragment: some(unescaped(url.fragment().unwrap_or_default())),
        })
    }
}

/// Whether a line has a scheme of the web and another number of slashes behind it than two, or
/// backslashes, or none before a host.
fn is_absolute_to_browsers(line: &str) -> bool {
    let Some((scheme, rest)) = line.split_once(':') else {
        return false;
    };
    let special = ["http", "https", "ws", "wss", "ftp", "file"];
    let host = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    special.contains(&scheme.to_ascii_lowercase().as_str())
        && (rest.starts_with(['/', '\\'])
            || !scheme.eq_ignore_ascii_case("file") && begins_with_host(host))
}

/// Whether a scheme stands somewhere in a line behind a blank or a sign that no URL begins with.
fn holds_url(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line);
    let of_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    line.match_indices("://").any(|(at, _)| {
        let front = line[..at].trim_end_matches(of_scheme);
        !front.is_empty() && front.len() < at
    })
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}

/// Whether a line without a scheme begins with `localhost`, an address, `name:port` or a name with
/// a top-level domain.
fn begins_with_host(line: &str) -> bool {
    let authority = line.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.starts_with('[') {
        return authority.contains(']');
    }
    let (host, port) = authority
        .split_once(':')
        .map_or((authority, None), |(host, port)| (host, Some(port)));
    let of_host = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c) || !c.is_ascii();
    if host.is_empty() || !host.chars().all(of_host) {
        return false;
    }
    if let Some(port) = port {
        return !port.is_empty() && port.chars().all(|c| c.is_ascii_digit());
    }
    let lower = host.to_ascii_lowercase();
    let name = lower.strip_suffix('.').unwrap_or(&lower);
    lower == "localhost"
        || name.parse::<std::net::Ipv4Addr>().is_ok()
        || name.rsplit_once('.').is_some_and(|(front, last)| {
            let letters = last
                .chars()
                .all(|c| c.is_ascii_alphabetic() || !c.is_ascii());
            let is_punycode = last.len() > "xn--".len() && last.starts_with("xn--");
            !front.is_empty() && (last.len() >= 2 && letters || is_punycode)
        })
}

/// The one form of escapes: letters, digits and `-._~` stand for themselves, other escapes have
/// digits in upper case. Nothing is decoded that would complete an escape which is not one: `%%411`
/// means `%%411`.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let escape = rest
            .get(..3)
            .filter(|e| e.starts_with('%') && e[1..].bytes().all(|b| b.is_ascii_hexdigit()));
        let Some(escape) = escape else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        let decoded = char::from(u8::from_str_radix(&escape[1..], 16).expect("two digits"));
        let tail: Vec<char> = out.chars().rev().take(2).collect();
        let completes = decoded.is_ascii_hexdigit()
            && (tail.first() == Some(&'%')
                || tail.get(1) == Some(&'%') && tail[0].is_ascii_hexdigit());
        if (decoded.is_ascii_alphanumeric() || "-._~".contains(decoded)) && !completes {
            out.push(decoded);
        } else {
            out.push_str(&escape.to_ascii_uppercase());
        }
        rest = &rest[3..];
    }
    out
}

/// What the filter says of a list, decided on in batches of so many lines.
fn filtered(
    builder: &Builder,
    lines: &[Vec<u8>],
    batch_size: usize,
) -> Vec<(Verdict, Option<usize>)> {
    let mut sift = Watched::new(builder.build().expect("the settings are valid"));
    let (scanner, mut batch, mut found) =
        (sift.inner().scanner().clone(), Batch::default(), Vec::new());
    for part in lines.chunks(batch_size) {
        batch.clear();
        for line in part {
            scanner.scan(line, &mut batch);
        }
        let part: Vec<&[u8]> = part.iter().map(Vec::as_slice).collect();
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

fn assert_as_defined(settings: &Settings, mut lines: Vec<Vec<u8>>) {
    // Parts that do not share a thousandth of a weight evenly have no exact weight in the filter.
    let divides = |parts: usize| parts == 0 || 720_720 % parts == 0;
    let is_even = |p: Parts| divides(p.segments.len()) && divides(2 * p.params.len());
    // Where a URL is found in other text is input's business: tests/program/formats.rs.
    lines.retain(|line| Parts::of(line).map_or_else(|| !holds_url(line), is_even));
    let wanted = settings.verdicts(&lines);
    let builder = settings.builder();
    let engines = [
        (builder.clone(), 1),
        (builder.clone(), 7),
        (builder.clone().detail(Detail::Groups), 3),
        (builder.exhaustive(true).detail(Detail::Groups), 1),
    ];
    for (number, (builder, batch_size)) in engines.into_iter().enumerate() {
        let found = filtered(&builder, &lines, batch_size);
        for (i, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
            let before = || {
                lines[..=i]
                    .iter()
                    .map(|line| line.escape_ascii().to_string())
                    .collect::<Vec<_>>()
            };
            assert_eq!(
                found.0,
                wanted.0,
                "engine {number}, line {i} of {:#?}",
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

fn settings() -> impl Strategy<Value = Settings> {
    let weight = prop_oneof![3 => (0..5_u32).prop_map(|n| n * 1000), 1 => 0..=10_000_u32];
    let weights = prop_oneof![
        2 => Just([500, 4000, 3000, 2000, 500]),
        3 => prop::array::uniform5(weight).prop_filter("something counts", |w| w.iter().any(|&w| w > 0)),
    ];
    // At a bound, and a millionth of a percent beside it.
    let percent = |list: &[u32]| {
        let beside = prop_oneof![4 => Just(0), 1 => Just(1), 1 => Just(-1)];
        let least_most = 1_000_000..=100_000_000;
        (select(list.to_vec()), beside)
            .prop_map(|(tenths, beside): (u32, i32)| {
                (tenths * 100_000).saturating_add_signed(beside)
            })
            .prop_filter("within the range", move |threshold| {
                least_most.contains(threshold)
            })
    };
    let threshold = prop_oneof![
        4 => percent(&[950, 950, 925, 900, 850, 800, 975, 990, 1000]),
        2 => percent(&[10, 100, 250, 333, 500, 600, 667, 700, 750]),
        1 => 1_000_000..=100_000_000_u32,
    ];
    (weights, threshold).prop_map(|(weights, threshold)| Settings { weights, threshold })
}

/// Lines made of what parsers disagree on, with much in common.
fn hostile_line() -> impl Strategy<Value = Vec<u8>> {
    let of = |list: &[&'static str]| select(list.to_vec());
    let start = of(&[
        "http://",
        "http://",
        "https://",
        "HTTP://",
        "http:",
        "https:\\",
        "ftp:/",
        "http://ann:pw@",
        "https://%61nn:pw@",
        "//bob@",
        "//",
        "",
        "ftp://",
        "ws://",
        "app://",
    ]);
    let host = prop_oneof![
        4 => of(&["a.test", "a.test", "A.TEST", "a.test.", "%61.test", "b.test"]),
        2 => of(&["a.test:80", "a.test:443", "a.test:8080", "a.test:08080", "a.test:", "a.test:99999", "a.test.:21"]),
        1 => of(&["127.0.0.1", "0x7f.1", "[::1]", "[0:0::1]:80", "b\u{fc}cher.test", "xn--bcher-kva.test", "localhost"]),
        1 => of(&["", ".", "..", "a", "a_b.test", "a.b", "[::1", "\u{ff41}.test", "a.test\\x", "256.0.0.1", "router:1"]),
    ];
    let segment = prop_oneof![
        4 => of(&["a", "b", "c", "7", "%61", "A"]),
        2 => of(&["", ".", "..", "%2e", "%2E.", "a.", "%2f", "%2F", "%zz", "%%411", "%A1", "%4%31", "%", "%c3%a9", "\u{e9}", "a:b", "@"]),
        1 => of(&["a;k=v", "a;v=k;k=v", ";k=v", "a;", ";", "a;k", "a;k;k=v", "a;k=v;k=v", "a;a=1&b=2", "b;a=1", "a;;k=v;"]),
    ];
    let param = prop_oneof![
        4 => of(&["a=1", "a=2", "b=1", "a", "a=", "b"]),
        1 => of(&["", "=", "=1", "a==", "a=1=2", "%61=1", "a=%31", "A=1", "a[]=1", "a%5b%5d=1", "k=v", "?a=1", "a=/b/..", "%26", "\u{e9}=1"]),
    ];
    let fragment = of(&["", "", "", "#", "#f", "#%66", "#g", "#/a?b=1", "#f#g"]);
    let around = of(&["", "", "", "", "\r", " ", "\t\r", "\u{feff}", "\r\r"]);
    let invalid = prop::option::weighted(0.05, any::<prop::sample::Index>());
    let path = prop::collection::vec(segment.prop_map(|segment| format!("/{segment}")), 0..6);
    (
        start,
        host,
        path,
        prop::collection::vec(param, 0..6),
        fragment,
        around,
        invalid,
    )
        .prop_map(|(start, host, path, params, fragment, around, invalid)| {
            let query = if params.is_empty() {
                String::new()
            } else {
                format!("?{}", params.join("&"))
            };
            let url = format!("{start}{host}{}{query}{fragment}", path.concat());
            let line = if around == "\u{feff}" {
                format!("{around}{url}")
            } else {
                format!("{url}{around}")
            };
            let mut line = line.into_bytes();
            // Neither behind a blank or a line end nor before or in a scheme: where a URL begins and ends in a line
            // is no matter of similarity.
            if let Some(at) = invalid {
                let start = url.find("://").map_or(0, |colon| colon + "://".len());
                let end = line
                    .iter()
                    .position(|b| b" \t\r".contains(b))
                    .unwrap_or(line.len());
                line.insert(start + at.index(end + 1 - start), 0xe9);
            }
            line
        })
}

/// Hostile lines, lines that are not URLs, and empty ones.
fn hostile_list() -> impl Strategy<Value = Vec<Vec<u8>>> {
    let other = select(vec![
        "",
        "\r",
        "foo",
        "foo\r",
        "mailto:a@a.test",
        "a",
        "not/a/url",
        "http:",
        "javascript:a()",
        "?a=1",
        "#f",
    ]);
    let line = prop_oneof![
        8 => hostile_line(),
        1 => other.prop_map(|line| line.as_bytes().to_vec()),
        1 => "([ab]{0,3}://)?[ab./?=&#;%1]{0,12}".prop_map(String::into_bytes),
    ];
    prop::collection::vec(line, 1..50)
}

fn to_bytes(lines: Vec<String>) -> Vec<Vec<u8>> {
    lines.into_iter().map(String::into_bytes).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, max_shrink_iters: 5000, ..ProptestConfig::default() })]

    #[test]
    fn hostile_lists_are_decided_as_defined(settings in settings(), lines in hostile_list()) {
        assert_as_defined(&settings, lines);
    }

    #[test]
    fn lists_of_few_words_are_decided_as_defined(settings in settings(), lines in lists()) {
        assert_as_defined(&settings, to_bytes(lines));
    }

    #[test]
    fn urls_that_hold_others_are_decided_as_defined(
        settings in settings(), lines in prop::collection::vec(nested_url(), 1..60),
    ) {
        assert_as_defined(&settings, to_bytes(lines));
    }

    #[test]
    fn percentages_and_keys_are_as_defined(settings in settings(), one in hostile_line(), other in hostile_line()) {
        // A scheme with a dot could be a host, too; the definition reads neither.
        let has_dotted_scheme = |line: &[u8]| {
            let end = line.windows(3).position(|three| three == b"://");
            let scheme = end.map(|end| &line[..end]);
            scheme.is_some_and(|scheme| scheme.contains(&b'.'))
        };
        prop_assume!(!has_dotted_scheme(&one) && !has_dotted_scheme(&other));
        let found = compare(&settings.builder(), &one, &other).expect("the settings are valid");
        let (Some(a), Some(b)) = (settings.features(&one), settings.features(&other)) else {
            prop_assert_eq!(found, None);
            return Ok(());
        };
        let found = found.expect("both are URLs");
        let percent = |(over, under): Fraction| 100.0 * over as f64 / under as f64;
        prop_assert!((found.percent - percent(share(&a, &b)).min(percent(share(&b, &a)))).abs() < 1e-6);
        prop_assert_eq!(found.similar, settings.are_similar(&a, &b));
        let reversed = compare(&settings.builder(), &other, &one).expect("the settings are valid");
        prop_assert_eq!(
            reversed.map(|found| (found.percent, found.similar)),
            Some((found.percent, found.similar))
        );
        let sift = settings.builder().build().expect("the settings are valid");
        if let (LineKeys::Url(keys), LineKeys::Url(others)) = (LineKeys::of(&sift, &one), LineKeys::of(&sift, &other)) {
            prop_assert_eq!(keys.iter().any(|key| others.contains(key)), found.similar);
        }
    }
}
