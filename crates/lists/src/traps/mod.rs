//! Finds the traps of a list: places of a site that give a crawler ever more URLs.
//!
//! A trap is a place and a form: paths below one host that repeat a run, a page with many sets of
//! parameters, a calendar. Each has a rule, a regular expression that its URLs match, in the syntax
//! that Rust and Python share. Traps are found in the text of URLs as they are written, because
//! rules are matched against it.

mod facets;
mod forms;
mod loops;
mod rules;
mod trap;

use facets::{PageQueries, PathPairs, hashed};
use forms::{WrittenUrl, calendar, looks_drawn, names_session, repetition, session};
use loops::{HostLoops, again};
use rules::{DEEP, TrapPlace};
use std::collections::HashSet;
pub use trap::{Trap, TrapKind};
use urlsift_core::similar::table::NumberSet;
use urlsift_core::tally::Tally;

/// The fewest URLs of a trap.
const FEWEST: u64 = 10;

/// The most URLs that are remembered, to count each once.
const MOST_SEEN: usize = 1 << 22;

/// The fewest distinct dates of a calendar.
const DATES: usize = 100;

/// The fewest sets of parameter names of a page with facets.
const SETS: usize = 50;

/// The fewest distinct ids of sessions in a parameter.
const SESSIONS: usize = 50;

/// The most prefixes of paths whose segments are read as pairs, and the most segments of one.
const PREFIXES: usize = 1 << 16;
const LONGEST_PREFIX: usize = 2;

/// The fewest distinct depths of deep paths that are a trap.
const DEPTHS: usize = 4;

/// The smallest share of the list below a path prefix that is a trap.
const SHARE: f64 = 0.25;

/// Finds the traps of a list.
///
/// A URL counts once, however often it is noted; of more than four million, some may count again.
/// Memory grows with the number of URLs up to these, of pages with parameters, of their sets of
/// names, and of first segments by host.
///
/// ```
/// use urlsift::lists::{TrapKind, Traps};
///
/// let mut traps = Traps::default();
/// for turns in 1..100 {
///     traps.note(format!("https://example.com/shop{}", "/red/shoes".repeat(turns)).as_bytes());
/// }
/// let found = traps.found();
/// assert_eq!(found[0].kind, TrapKind::RepeatedPath);
/// assert_eq!(found[0].place, "example.com .../red/shoes");
/// assert_eq!(found[0].robots[1], "/*/red/shoes/red/shoes/red/shoes/");
/// ```
#[derive(Clone, Debug)]
pub struct Traps {
    /// The number of URLs.
    urls: u64,
    /// Hashes of these, as many as there is room for.
    seen: HashSet<u64>,
    /// The URLs of each place, with what is distinct in them: dates, hashes of sets of parameter
    /// names, or depths.
    places: Tally<(TrapKind, TrapPlace), NumberSet>,
    /// The queries of pages, the pairs below prefixes, and the loops of hosts.
    queries: Tally<TrapPlace, PageQueries>,
    pairs: Tally<TrapPlace, PathPairs>,
    loops: Tally<TrapPlace, HostLoops>,
}

impl Default for Traps {
    fn default() -> Self {
        Self {
            urls: 0,
            seen: HashSet::new(),
            places: Tally::default(),
            queries: Tally::default(),
            pairs: Tally::new(PREFIXES),
            loops: Tally::default(),
        }
    }
}

impl Traps {
    /// Counts a URL as written, which may begin with its host, as `//host/path`, or its path.
    pub fn note(&mut self, url: &[u8]) {
        if self.is_seen(url) {
            return;
        }
        self.urls += 1;
        let Ok(url) = std::str::from_utf8(url) else {
            return;
        };
        let Some(written) = WrittenUrl::of(url) else {
            return;
        };
        let segments: Vec<&str> = written.segments().collect();
        let host = written.host.to_ascii_lowercase();
        let place = |what: &str| TrapPlace {
            host: host.clone(),
            what: what.to_owned(),
            form: "",
        };
        let run = repetition(&segments);
        if let Some(run) = &run {
            self.count(TrapKind::RepeatedPath, place(run), None);
        }
        if let Some(form) = session(written.path) {
            self.count(TrapKind::SessionId, TrapPlace { form, ..place("") }, None);
        }
        if let Some(found) = calendar(&written, &segments) {
            let place = TrapPlace {
                form: found.form,
                ..place(&found.before)
            };
            self.count(TrapKind::Calendar, place, Some(found.date.into()));
        }
        if let Some(names) = written.names() {
            // A single name makes a set, but no URL of the trap.
            let urls = u64::from(names.len() > 1);
            let page = (TrapKind::Facets, place(written.path));
            let page = self.places.count(page, urls, || Some(NumberSet::default()));
            if let Some(page) = page {
                page.first.insert(hashed(&names));
            }
            let page = self
                .queries
                .count(place(written.path), 1, || Some(PageQueries::default()));
            if let Some(page) = page {
                page.first.note(&written);
            }
        }
        for (name, value) in written.params() {
            if names_session(name) && looks_drawn(value) {
                let place = TrapPlace {
                    form: "?",
                    ..place(name)
                };
                self.count(TrapKind::SessionId, place, Some(hashed(value)));
            }
        }
        self.note_pairs(&host, &segments);
        let names = again(&segments);
        let host_loops = || Some(HostLoops::default());
        let of_host = self.loops.count(place(""), 1, host_loops);
        if let Some(of_host) = of_host
            && run.is_none()
            && !names.is_empty()
        {
            of_host.first.note(&names);
        }
        let Some(first) = segments.first() else {
            return;
        };
        if run.is_none() && segments.len() >= DEEP {
            let depth = (segments.len() - DEEP).min(63) as u64;
            self.count(TrapKind::DeepPath, place(first), Some(depth));
        }
        self.count(TrapKind::Prefix, place(first), None);
    }

    /// Whether a URL was noted before; remembers it if there is room.
    fn is_seen(&mut self, url: &[u8]) -> bool {
        let hash = hashed(url);
        if self.seen.len() == MOST_SEEN {
            return self.seen.contains(&hash);
        }
        !self.seen.insert(hash)
    }

    /// Counts the pairs of a path below its first segments.
    fn note_pairs(&mut self, host: &str, segments: &[&str]) {
        for length in 0..=LONGEST_PREFIX {
            let Some((prefix, rest)) = segments.split_at_checked(length) else {
                return;
            };
            if rest.len() < 4 || rest.len() % 2 == 1 {
                continue;
            }
            let mut what = String::new();
            for segment in prefix {
                what.push('/');
                what += segment;
            }
            let place = TrapPlace {
                host: host.to_owned(),
                what,
                form: "/",
            };
            let prefix = self.pairs.count(place, 1, || Some(PathPairs::default()));
            if let Some(prefix) = prefix {
                prefix.first.note(rest);
            }
        }
    }

    /// Returns the traps that are found by their values and names.
    fn found_by_names(&self) -> Vec<Trap> {
        let mut traps = Vec::new();
        let mut add = |kind, place: &TrapPlace, form, names: &[&str], urls| {
            let mut what = Vec::new();
            if kind == TrapKind::Facets {
                what.push(place.what.as_str());
            }
            what.extend(names);
            let place = TrapPlace {
                host: place.host.clone(),
                what: what.join("\n"),
                form,
            };
            traps.push(place.trap(kind, urls));
        };
        for (place, page) in self.queries.iter() {
            for (name, urls) in page.first.params_with_sets() {
                add(TrapKind::Facets, place, "?[]", &[name], urls);
            }
            if let Some(names) = page.first.facets() {
                add(TrapKind::Facets, place, "?", &names, page.lines);
            }
        }
        for (place, prefix) in self.pairs.iter() {
            if let Some(names) = prefix.first.facets() {
                add(TrapKind::Facets, place, "/", &names, prefix.lines);
            }
        }
        for (place, host) in self.loops.iter() {
            if let Some(names) = host.first.trap(host.lines) {
                add(TrapKind::LoopingPath, place, "", &names, host.first.paths);
            }
        }
        traps
    }

    /// Counts a URL of a place, and what is distinct in it.
    fn count(&mut self, kind: TrapKind, place: TrapPlace, distinct: Option<u64>) {
        let new = || Some(NumberSet::default());
        if let Some(counted) = self.places.count((kind, place), 1, new) {
            counted.first.extend(distinct);
        }
    }

    /// Returns the traps, the most certain kinds first, and the largest first within each kind.
    pub fn found(&self) -> Vec<Trap> {
        let mut traps = self.found_by_names();
        for ((kind, place), counted) in self.places.iter() {
            let urls = counted.lines;
            let distinct = counted.first.len();
            let is_trap = match kind {
                TrapKind::SessionId if place.form == "?" => distinct >= SESSIONS,
                TrapKind::LoopingPath | TrapKind::RepeatedPath | TrapKind::SessionId => true,
                TrapKind::Calendar => distinct >= DATES,
                TrapKind::Facets => distinct >= SETS,
                TrapKind::DeepPath => distinct >= DEPTHS,
                TrapKind::Prefix => urls as f64 >= SHARE * self.urls as f64,
            };
            if is_trap && urls >= FEWEST {
                traps.push(place.trap(*kind, urls));
            }
        }
        traps.sort_by(|one, other| {
            let by_size = other.urls.cmp(&one.urls);
            one.kind
                .cmp(&other.kind)
                .then(by_size)
                .then_with(|| one.place.cmp(&other.place))
                .then_with(|| one.rule.cmp(&other.rule))
        });
        traps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(urls: impl IntoIterator<Item = String>) -> Vec<(TrapKind, String, Vec<String>)> {
        let mut traps = Traps::default();
        urls.into_iter().for_each(|url| traps.note(url.as_bytes()));
        traps
            .found()
            .into_iter()
            .map(|trap| (trap.kind, trap.place, trap.robots))
            .collect()
    }

    #[test]
    fn each_kind_is_found_in_its_place() {
        let others = || (0..600).map(|page| format!("https://example.com/{page}/about"));
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        for (kind, place, robots, urls) in [
            (
                TrapKind::RepeatedPath,
                "example.com .../a/b",
                texts(&["/a/b/a/b/a/b/", "/*/a/b/a/b/a/b/"]),
                (1..40)
                    .map(|turns| format!("http://EXAMPLE.com/x{}/y?z", "/a/b".repeat(turns)))
                    .collect::<Vec<_>>(),
            ),
            (
                TrapKind::SessionId,
                "example.com ;jsessionid=",
                texts(&["/*;jsessionid="]),
                (0..40)
                    .map(|id| format!("https://example.com/shop/{id};jsessionid={id}7F"))
                    .collect(),
            ),
            (
                TrapKind::Calendar,
                "example.com/calendar/YYYY/MM",
                Vec::new(),
                (0..120)
                    .map(|month| {
                        format!(
                            "https://example.com/calendar/{}/{:02}/",
                            2000 + month / 12,
                            month % 12 + 1
                        )
                    })
                    .collect(),
            ),
            (
                TrapKind::Calendar,
                "example.com/events?month=YYYY-MM",
                Vec::new(),
                (0..120)
                    .map(|month| {
                        format!(
                            "https://example.com/events?month={}-{:02}",
                            2000 + month / 12,
                            month % 12 + 1
                        )
                    })
                    .collect(),
            ),
            (
                TrapKind::Facets,
                "example.com/search",
                texts(&["/search?*&"]),
                (1..64)
                    .map(|set| {
                        let names = (0..6)
                            .filter(|bit| set >> bit & 1 == 1)
                            .map(|bit| format!("facet{bit}=7"));
                        format!(
                            "https://example.com/search?{}",
                            names.collect::<Vec<_>>().join("&")
                        )
                    })
                    .collect(),
            ),
            (
                TrapKind::DeepPath,
                "example.com/tree",
                texts(&["/tree/*/*/*/*/*/*/*/*/*/"]),
                (9..60)
                    .map(|depth| {
                        format!(
                            "https://example.com/tree{}",
                            (0..depth)
                                .map(|at| format!("/{at}x"))
                                .collect::<Vec<_>>()
                                .concat()
                        )
                    })
                    .collect(),
            ),
        ] {
            let found = found(urls.into_iter().chain(others()));
            assert_eq!(found, [(kind, place.to_owned(), robots)]);
        }
    }

    /// Each of these ends in one trap, whose rule matches most of its URLs.
    type Path<'n> = Box<dyn Fn(usize) -> String + 'n>;

    #[test]
    fn few_values_and_names_in_ever_more_combinations_are_one_trap() {
        let number = |at: usize, of: usize| at * 7919 % of;
        let url = |text: String| format!("https://shop.example{text}");
        let relative = [
            "css/app.css",
            "js/x.js",
            "private/main",
            "lib/angular/a.min.js",
            "tea",
        ];
        let colours = ["red", "blue", "teal", "plum", "gold"];
        let sizes = ["s", "m", "l", "xl", "xxl", "kids"];
        let rows: [(TrapKind, &str, Path<'_>); 10] = [
            (
                TrapKind::SessionId,
                "?sid=",
                Box::new(|at| format!("/p/x?sid={:08x}1", at * 79_999)),
            ),
            (
                TrapKind::SessionId,
                "?PHPSESSID=",
                Box::new(|at| format!("/p/{}?a=1&PHPSESSID=k{:012}", at % 9, at * 79_999)),
            ),
            (
                TrapKind::Facets,
                "/c/lamps?color, size, sort",
                Box::new(|at| {
                    let (colour, size, sort) = (at % 7, at % 11, at % 3);
                    format!("/c/lamps?color={colour}&size={size}&sort={sort}&page={at}")
                }),
            ),
            (
                TrapKind::Facets,
                "/list?tags",
                Box::new(|at| {
                    let tag = |turn| colours[number(at / turn, 5)];
                    format!(
                        "/list?tags={}%2C{}%2C{}%2C{}",
                        tag(1),
                        tag(5),
                        tag(25),
                        tag(125)
                    )
                }),
            ),
            (
                TrapKind::Facets,
                "/search?f",
                Box::new(|at| {
                    let (colour, size) = (colours[at % 5], sizes[at / 5 % 6]);
                    format!(
                        "/search?f[0]=c:{colour}&f[1]=s:{size}&f[2]=n:{}",
                        at / 30 % 9
                    )
                }),
            ),
            (
                TrapKind::Facets,
                "/list?filter",
                Box::new(|at| {
                    let (colour, size) = (colours[at % 5], sizes[at / 5 % 6]);
                    format!("/list?filter=c:{colour}|s:{size}|n:{}&page=2", at / 30 % 9)
                }),
            ),
            (
                TrapKind::Facets,
                "/back?ref",
                Box::new(|at| format!("/back?x=1{}", "&ref=list".repeat(at % 60 + 1))),
            ),
            (
                TrapKind::Facets,
                "/shop/.../brand, color, size/...",
                Box::new(|at| {
                    let pairs = [
                        format!("/color/{}", colours[at % 5]),
                        format!("/size/{}", sizes[at / 5 % 6]),
                        format!("/brand/{}", ["lid", "jug", "pot"][at / 30 % 3]),
                    ];
                    let start = at % 3;
                    let both = format!("{}{}", pairs[start], pairs[(start + 1 + at / 3 % 2) % 3]);
                    match at % 4 {
                        0 => format!("/shop{both}{}", pairs[(start + 2 - at / 3 % 2) % 3]),
                        _ => format!("/shop{both}"),
                    }
                }),
            ),
            (
                TrapKind::LoopingPath,
                ".../a.min.js",
                Box::new(|at| {
                    let mut path = String::new();
                    let mut rest = at + 40;
                    while rest > 0 {
                        path.push('/');
                        path += relative[rest % 5];
                        rest /= 5;
                    }
                    path
                }),
            ),
            (
                TrapKind::LoopingPath,
                ".../",
                Box::new(|at| {
                    let names = ["about", "tea", "contact-us", "cup"];
                    let turns = 5 + at % 9;
                    let mut path = String::new();
                    for turn in 0..turns {
                        path.push('/');
                        path += names[number(at + turn * turn, 97) % 4];
                    }
                    path
                }),
            ),
        ];
        for (kind, place, path) in rows {
            let urls: Vec<String> = (0..1500).map(|at| url(path(at))).collect();
            let mut traps = Traps::default();
            for at in 0..600 {
                traps.note(format!("https://shop.example/item/{at}").as_bytes());
            }
            for url in &urls {
                traps.note(url.as_bytes());
            }
            let found = traps.found();
            let named = found.iter().find(|trap| trap.kind == kind);
            let trap = named.unwrap_or_else(|| panic!("{place}: {found:#?}"));
            assert!(trap.place.contains(place), "{place}: {trap:#?}");
        }
    }

    /// Trees of packages, tags and mirrors, pages with ids, and interfaces.
    #[test]
    fn names_that_come_again_in_real_trees_are_no_trap() {
        let rows: [fn(usize) -> String; 10] = [
            |at| format!("/tag/tea/post-{at}/tag"),
            |at| {
                format!(
                    "/maven2/org/foo{}/foo{}/1.{at}/foo{}-1.{at}.jar",
                    at % 9,
                    at % 9,
                    at % 9
                )
            },
            |at| format!("/mirror/ubuntu/pool/main/u/ubuntu/{at}.deb"),
            |at| format!("/users/{at}/posts/{}/comments/{}", at * 3, at * 7),
            |at| format!("/api/v1/teams/{at}/members/{}", at * 3),
            |at| format!("/watch?v=k{at:09}&list=p{}&index={at}", at * 31),
            |at| format!("/item?id={at}&lang=en&view=full"),
            |at| format!("/search?q=tea+cup+{at}&page={}", at % 9),
            |at| format!("/map/{}/{}/{at}.png", at % 20, at % 300),
            |at| format!("/story?sid={at}"),
        ];
        for path in rows {
            let urls = (0..1500).map(|at| format!("https://site.example{}", path(at)));
            let traps: Vec<_> = found(urls)
                .into_iter()
                .filter(|(kind, ..)| *kind != TrapKind::Prefix)
                .collect();
            assert_eq!(traps, [], "{}", path(7));
        }
    }

    /// A list that repeats its lines has the traps of the list without repetitions.
    #[test]
    fn repeated_urls_count_once() {
        let repeated: [fn(usize) -> String; 10] = [
            |_| "/help".to_owned(),
            |_| "/help/a".to_owned(),
            |at| format!("/help/{}", at % 8),
            |at| format!("/help?page={}", at % 9),
            |at| format!("/a/b/a/b/a/b/{}", at % 9),
            |at| format!("/x;jsessionid=1F{}", at % 9),
            |at| format!("/events/2015/{:02}", at % 9 + 1),
            |at| format!("/tree{}", "/a1/b2/c3/d4/e5/f6/g7/h8/i9".repeat(at % 2 + 1)),
            |at| format!("/list?a={}&b=2", at % 9),
            |at| format!("/p?sid=0c9f{}e77", at % 9),
        ];
        for path in repeated {
            let urls = (0..900).map(|at| format!("https://shop.example{}", path(at)));
            let products = (0..900).map(|at| format!("https://shop.example/{at}/tea"));
            assert_eq!(found(urls.chain(products)), [], "{}", path(7));
        }
    }

    #[test]
    fn a_list_without_traps_has_none() {
        let urls = (0..500).map(|id| {
            format!(
                "https://site{}.example/blog/2024/{:02}/post-{id}?page=2",
                id % 7,
                id % 12 + 1
            )
        });
        let found = found(urls.chain((0..500).map(|id| format!("https://example.com/{id}"))));
        assert_eq!(found, []);
    }
}
