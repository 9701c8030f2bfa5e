//! Crawls of made-up sites: they end, lose no template, and repeat exactly.

use crate::{Answer, Crawl, Limits, Next, Refusal, Ticket};
use proptest::prelude::*;
use std::collections::{BTreeSet, VecDeque};
use urlsift_core::{Builder, ErrorKind, Sift, UrlRules, hash::Key};

const HOST: &str = "https://shop.example";

fn builder() -> Builder {
    Sift::builder().seed([1, 2])
}

fn crawl(limits: Limits) -> Crawl {
    Crawl::new(builder(), limits).expect("the settings are valid")
}

fn keep(keep: u32) -> Limits {
    Limits {
        keep,
        ..Limits::default()
    }
}

fn good(address: &str) -> Answer<'_> {
    Answer {
        address,
        status: 200,
        ..Answer::default()
    }
}

/// A page: its status and its links.
type Page = (u16, Vec<String>);

/// A crawl of a site: what is to be requested, and what was.
struct Run<'s> {
    crawl: Crawl,
    site: &'s dyn Fn(&str) -> Page,
    queue: VecDeque<(String, Ticket)>,
    requests: Vec<String>,
}

impl<'s> Run<'s> {
    fn new(crawl: Crawl, site: &'s dyn Fn(&str) -> Page, start: &str) -> Self {
        let mut run = Self {
            crawl,
            site,
            queue: VecDeque::new(),
            requests: Vec::new(),
        };
        run.ask(start);
        run
    }

    fn ask(&mut self, url: &str) {
        if let Ok(ticket) = self.crawl.take(url) {
            self.queue.push_back((url.to_owned(), ticket));
        }
    }

    /// Answers one of the open requests. False: there are none.
    fn step(&mut self, choice: usize) -> bool {
        let at = choice % self.queue.len().max(1);
        let Some((url, ticket)) = self.queue.remove(at) else {
            return false;
        };
        let (status, links) = (self.site)(&url);
        let next = self.crawl.done(
            ticket,
            &Answer {
                status,
                ..good(&url)
            },
        );
        self.queue
            .extend(next.map(|Next { url, ticket }| (url, ticket)));
        if (200..300).contains(&status) {
            for link in &links {
                self.ask(link);
            }
        }
        self.requests.push(url);
        true
    }

    fn finish(mut self) -> Self {
        while self.step(0) {
            assert!(self.requests.len() < 20_000, "the crawl does not end");
        }
        assert_eq!(
            (self.crawl.open().count(), self.crawl.waiting().count()),
            (0, 0)
        );
        self
    }
}

/// A number that looks drawn, from a text.
fn drawn(text: &str) -> u64 {
    Key::new([3, 4]).token(text.as_bytes())
}

fn word(number: u64) -> String {
    const SYLLABLES: [&str; 8] = ["zor", "kib", "fu", "lam", "pre", "dox", "wi", "tun"];
    (0..3)
        .map(|at| SYLLABLES[(number >> (3 * at)) as usize % 8])
        .collect()
}

/// A site whose pages lead to new ones without end.
#[derive(Clone, Copy, Debug)]
enum Trap {
    Calendar,
    DeepCalendar,
    Facets,
    Names,
    Sessions,
    Maze,
    /// Relative links that should have been absolute.
    Navigation,
    Words,
    Subdomains,
}

const TRAPS: &[Trap] = &[
    Trap::Calendar,
    Trap::DeepCalendar,
    Trap::Facets,
    Trap::Names,
    Trap::Sessions,
    Trap::Maze,
    Trap::Navigation,
    Trap::Words,
    Trap::Subdomains,
];

impl Trap {
    fn links(self, url: &str) -> Vec<String> {
        let seed = drawn(url);
        let path = url
            .split('?')
            .next()
            .expect("it has one")
            .trim_end_matches('/');
        let sorted = |names: &[&str], value: u64| {
            let pairs: Vec<_> = names.iter().map(|name| format!("{name}={value}")).collect();
            format!("{HOST}/search?{}", pairs.join("&"))
        };
        match self {
            Self::Calendar => {
                let month: u64 = url
                    .rsplit('=')
                    .next()
                    .and_then(|text| text.parse().ok())
                    .unwrap_or(24_000);
                [month - 1, month + 1, month + 12]
                    .map(|it| format!("{HOST}/calendar?month={it}"))
                    .into()
            }
            Self::DeepCalendar => (1..4)
                .map(|day| format!("{path}/{}", (seed + day) % 28 + 1))
                .collect(),
            Self::Facets => {
                let names = ["brand", "colour", "size", "fit", "season"];
                (1..32_u64)
                    .map(|set| {
                        let chosen = (0..5_usize)
                            .filter(|at| set >> at & 1 == 1)
                            .map(|at| names[at]);
                        sorted(&chosen.collect::<Vec<_>>(), seed % 1000)
                    })
                    .collect()
            }
            Self::Names => {
                let joint = if url.contains('?') { '&' } else { '?' };
                (0..4)
                    .map(|at| format!("{url}{joint}{}{at}=1", word(seed >> at)))
                    .collect()
            }
            Self::Sessions => {
                let mut links = vec![format!("{HOST}/help?sid={seed:032x}")];
                links.push(format!("{HOST}/forum/index.jsp;jsessionid={seed:032X}"));
                links
            }
            Self::Maze => vec![format!("{path}/deeper/down/"), format!("{path}/up/deeper/")],
            Self::Navigation => ["about", "contact", "jobs", "press", "team"]
                .map(|name| format!("{path}/{name}/"))
                .into(),
            Self::Words => (0..4)
                .map(|at| format!("{path}/{}", word(seed >> (9 * at))))
                .collect(),
            Self::Subdomains => (0..4)
                .map(|at| format!("https://{}.shop.example/", word(seed >> (9 * at))))
                .collect(),
        }
    }

    fn requests(self, limits: Limits) -> usize {
        let site = move |url: &str| (200, self.links(url));
        let start = match self {
            Self::DeepCalendar => format!("{HOST}/events"),
            Self::Maze => format!("{HOST}/maze/"),
            _ => format!("{HOST}/"),
        };
        Run::new(crawl(limits), &site, &start)
            .finish()
            .requests
            .len()
    }
}

#[test]
fn a_rule_asks_for_every_product_and_traps_still_end() {
    let site = |url: &str| -> Page {
        let products = (0..200).map(|number| format!("{HOST}/product/{number}"));
        let days = (0..9).map(|day| format!("{HOST}/events/{}", 1 + (drawn(url) + day) % 100_000));
        (200, products.chain(days).collect())
    };
    let products = |rules: &str| {
        let rules = UrlRules::read(rules).expect("they are rules");
        let crawl = Crawl::new(builder().rules(&rules), keep(3)).expect("the settings are valid");
        let requests = Run::new(crawl, &site, HOST).finish().requests;
        let all = requests.len();
        (
            requests
                .iter()
                .filter(|url| url.contains("/product/"))
                .count(),
            all,
        )
    };
    assert_eq!(products("shop.example /product/* different"), (200, 204));
    assert_eq!(products(""), (3, 7));
}

#[test]
fn endless_sites_end() {
    for trap in TRAPS {
        let most = match trap {
            // Ever new names below each other: only the budget of the host ends them.
            Trap::Navigation | Trap::Words => 400,
            Trap::Subdomains => 100,
            _ => 60,
        };
        let requests = trap.requests(Limits {
            requests_per_host: 400,
            ..Limits::default()
        });
        assert!((1..=most).contains(&requests), "{trap:?}: {requests}");
    }
    let few = Limits {
        hosts_per_domain: 7,
        parameter_sets: 2,
        depth: 4,
        ..keep(1)
    };
    let requests =
        [Trap::Subdomains, Trap::Facets, Trap::DeepCalendar].map(|trap| trap.requests(few));
    assert_eq!(requests, [7, 3, 4]);
}

/// Pages of several templates, some of which fail, behind one front page.
fn sites() -> impl Strategy<Value = Vec<Vec<u16>>> {
    let status =
        prop_oneof![2 => Just(200_u16), 1 => Just(404_u16), 1 => Just(500_u16), 1 => Just(0_u16)];
    prop::collection::vec(prop::collection::vec(status, 1..15), 1..NAMES.len())
}

const NAMES: [&str; 8] = [
    "user", "item", "invoice", "ticket", "author", "recipe", "order", "product",
];

fn status(site: &[Vec<u16>], url: &str) -> u16 {
    let (name, number) = url.rsplit_once('/').expect("it has a path");
    let template = NAMES.iter().position(|known| name.ends_with(known));
    let pages = template.and_then(|template| site.get(template));
    number
        .parse()
        .ok()
        .and_then(|number: usize| pages?.get(number.checked_sub(100)?))
        .map_or(200, |status| *status)
}

fn page(site: &[Vec<u16>], url: &str) -> Page {
    let mut links = Vec::new();
    if url.ends_with(".example/") {
        for (name, pages) in NAMES.iter().zip(site) {
            links.extend((0..pages.len()).map(|number| format!("{HOST}/{name}/{}", number + 100)));
        }
        links.sort_by_key(|link| drawn(link));
    }
    (status(site, url), links)
}

proptest! {
    #[test]
    fn each_template_with_a_good_page_gets_its_share(
        site in sites(),
        most in 1_u32..4,
        choices in prop::collection::vec(any::<usize>(), 0..50),
    ) {
        let answer = |url: &str| page(&site, url);
        let mut run = Run::new(crawl(keep(most)), &answer, &format!("{HOST}/"));
        for choice in choices {
            run.step(choice);
        }
        let run = run.finish();
        for (name, pages) in NAMES.iter().zip(&site) {
            let asked = run.requests.iter().filter(|url| url.contains(name));
            let found = asked.filter(|url| status(&site, url) == 200).count();
            let there = pages.iter().filter(|status| **status == 200).count();
            prop_assert_eq!(found, there.min(most as usize), "{}", name);
        }
        let different: BTreeSet<_> = run.requests.iter().collect();
        prop_assert_eq!(different.len(), run.requests.len(), "no URL is requested twice");
    }

    #[test]
    fn the_same_order_gives_the_same_crawl_also_from_saved_bytes(
        site in sites(),
        trap in prop::sample::select(TRAPS),
        choices in prop::collection::vec(any::<usize>(), 1..60),
        at in any::<prop::sample::Index>(),
    ) {
        let answer = |url: &str| {
            let (status, mut links) = page(&site, url);
            links.extend(trap.links(url));
            (status, links)
        };
        let begin = |seed| {
            let crawl = Crawl::new(builder().seed(seed), keep(2)).expect("the settings are valid");
            Run::new(crawl, &answer, &format!("{HOST}/"))
        };
        let [mut one, mut other, mut reloaded] = [[1, 2], [5, 6], [1, 2]].map(begin);
        let at = at.index(choices.len());
        for (step, choice) in choices.into_iter().enumerate() {
            for run in [&mut one, &mut other, &mut reloaded] {
                run.step(choice);
            }
            if step == at {
                let saved = reloaded.crawl.save().expect("it can be saved");
                reloaded.crawl = Crawl::load(builder(), keep(2), &saved).expect("it can be loaded");
                prop_assert_eq!(&reloaded.crawl.ledger, &one.crawl.ledger);
            }
        }
        prop_assert_eq!(&one.requests, &other.requests);
        prop_assert_eq!(&one.requests, &reloaded.requests);
        prop_assert_eq!(&reloaded.crawl.ledger, &one.crawl.ledger);
    }

    #[test]
    fn damaged_bytes_are_refused(
        flips in prop::collection::vec((any::<prop::sample::Index>(), 0_u32..8), 1..4),
        end in any::<prop::sample::Index>(),
    ) {
        let saved = saved();
        let mut damaged = saved.clone();
        for (at, bit) in &flips {
            damaged[at.index(saved.len())] ^= 1 << bit;
        }
        prop_assume!(damaged != saved);
        let cut = &saved[..end.index(saved.len())];
        for bytes in [&damaged[..], cut] {
            let refused = Crawl::load(builder(), Limits::default(), bytes).map(|_| ()).expect_err("damaged");
            prop_assert_eq!(refused.kind(), ErrorKind::Damaged);
        }
        // Bytes of someone who knows the checksum may be nonsense, but do no harm.
        let content = damaged.len() - 8;
        let sum = Key::new([1, 2]).token(&damaged[16..content]).to_le_bytes();
        damaged[content..].copy_from_slice(&sum);
        if let Ok(mut crawl) = Crawl::load(builder(), Limits::default(), &damaged) {
            let open: Vec<_> = crawl.open().map(|(ticket, _)| ticket).collect();
            for ticket in open {
                crawl.failed(ticket);
            }
            let _ = crawl.take(&format!("{HOST}/item/1"));
        }
    }
}

#[test]
fn redirects_to_ever_new_hosts_end() {
    let mut crawl = crawl(Limits {
        hosts_per_domain: 5,
        ..Limits::default()
    });
    let (mut requests, mut host) = (0_u64, String::from(HOST));
    while let Ok(ticket) = crawl.take(&format!("{host}/item/{requests}")) {
        host = format!("https://{}.shop.example", word(requests * 73));
        crawl.done(ticket, &good(&format!("{host}/")));
        requests += 1;
    }
    assert_eq!(requests, 5);
}

/// A small crawl with everything in it, saved.
fn saved() -> Vec<u8> {
    let mut crawl = crawl(keep(1));
    let first = crawl.take(&format!("{HOST}/item/1")).expect("it is new");
    crawl.done(
        first,
        &Answer {
            digest: Some(b"x"),
            ..good("")
        },
    );
    for path in ["user/1", "user/2", "list?sort=up", "list?sort=up&page=2"] {
        let _ = crawl.take(&format!("{HOST}/{path}"));
    }
    crawl.save().expect("it can be saved")
}

#[test]
fn foreign_bytes_and_other_settings_are_refused_by_name() {
    let load = |settings, bytes: &[u8]| Crawl::load(settings, Limits::default(), bytes).map(|_| ());
    assert!(load(builder(), &saved()).is_ok());
    let foreign = load(builder(), b"PK\x03\x04").expect_err("another program's");
    assert_eq!(foreign.to_string(), "not a saved crawl of this version");
    let mut newer = saved();
    newer[14] = b'2';
    assert_eq!(
        load(builder(), &newer).expect_err("newer").to_string(),
        foreign.to_string()
    );
    let other = load(builder().threshold(90.0), &saved()).expect_err("other settings");
    assert_eq!(other.kind(), ErrorKind::OtherSettings);
    assert!(Crawl::new(builder().threshold(0.0), Limits::default()).is_err());
}

fn item(number: u32) -> String {
    format!("{HOST}/item/{number}")
}

#[test]
fn redirects_count_for_where_they_lead() {
    let mut crawl = crawl(keep(1));
    // Sold out: to the front page, which has its page by that.
    let ticket = crawl.take(&item(1)).expect("it is new");
    assert_eq!(crawl.take(&item(2)), Err(Refusal::Waiting));
    let next = crawl
        .done(ticket, &good(&format!("{HOST}/")))
        .expect("another one has its turn");
    assert_eq!(next.url, item(2));
    assert_eq!(
        crawl.take(&format!("{HOST}/?utm_source=x")),
        Err(Refusal::Enough)
    );
    // The site has moved: the page is the same.
    assert_eq!(
        crawl.done(next.ticket, &good("https://www.shop.example/item/2/")),
        None
    );
    assert_eq!(crawl.take(&item(3)), Err(Refusal::Enough));
    assert_eq!(
        crawl.take("https://www.shop.example/item/2/#top"),
        Err(Refusal::Repeated)
    );
    assert_eq!(crawl.templates(), 2);
}

#[test]
fn copies_weigh_half() {
    let canonical = format!("{HOST}/items");
    for copy in [
        Answer {
            digest: Some(b"gone"),
            ..good("")
        },
        Answer {
            canonical: Some(&canonical),
            ..good("")
        },
    ] {
        let mut crawl = crawl(keep(1));
        let start = crawl.take(&format!("{HOST}/gone")).expect("it is new");
        crawl.done(
            start,
            &Answer {
                digest: Some(b"gone"),
                ..good("")
            },
        );
        let asked = (1..9).map_while(|number| {
            crawl
                .take(&item(number))
                .ok()
                .map(|ticket| crawl.done(ticket, &copy))
        });
        assert_eq!(asked.count(), 2);
        // An address of its own is no copy.
        let ticket = crawl.take(&format!("{HOST}/user/1")).expect("it is new");
        crawl.done(
            ticket,
            &Answer {
                canonical: Some("http://shop.example/user/1?utm_source=x"),
                ..good("")
            },
        );
        assert_eq!(crawl.take(&format!("{HOST}/user/2")), Err(Refusal::Enough));
    }
}

#[test]
fn tickets_are_settled_once() {
    let mut crawl = crawl(keep(1));
    let ticket = crawl.take(&item(1)).expect("it is new");
    assert_eq!(crawl.take(&item(1)), Err(Refusal::Repeated));
    assert_eq!(crawl.take(&item(2)), Err(Refusal::Waiting));
    assert_eq!(crawl.waiting().collect::<Vec<_>>(), [item(2)]);
    let next = crawl.released(ticket).expect("it was not sent");
    for settle in [Crawl::failed, Crawl::released] {
        assert_eq!(settle(&mut crawl, ticket), None);
    }
    assert_eq!(crawl.open().collect::<Vec<_>>(), [(next.ticket, &*item(2))]);
    assert_eq!(crawl.done(next.ticket, &good("")), None);
    assert_eq!(crawl.done(next.ticket, &good("")), None);
    assert_eq!(
        (
            crawl.open().count(),
            crawl.templates(),
            next.ticket.number()
        ),
        (0, 1, 1)
    );
}

#[test]
fn pages_without_a_ticket_count_and_their_hosts_take_no_place() {
    let mut crawl = crawl(Limits {
        hosts_per_domain: 1,
        ..keep(1)
    });
    for host in ["a", "b", "c"] {
        crawl.fetched(&format!("https://{host}.shop.example/item/1"));
        assert_eq!(
            crawl.take(&format!("https://{host}.shop.example/item/2")),
            Err(Refusal::Enough)
        );
        assert!(
            crawl
                .take(&format!("https://{host}.shop.example/user/1"))
                .is_ok()
        );
    }
    assert!(crawl.take("https://d.shop.example/").is_ok());
    assert_eq!(crawl.take("https://e.shop.example/"), Err(Refusal::Hosts));
    assert!(crawl.take("https://shop.test/").is_ok());
    assert!(
        [
            "https://10.0.0.1:81/",
            "https://10.0.0.2/",
            "https://[::1]/"
        ]
        .map(|url| crawl.take(url).is_ok())
        .contains(&true)
    );
}

#[test]
fn each_limit_has_its_reason() {
    let refused = |limits: Limits, urls: &[&str]| {
        let mut crawl = Crawl::new(builder(), limits).expect("the settings are valid");
        let mut last = None;
        for url in urls {
            last = match crawl.take(&format!("{HOST}{url}")) {
                Ok(ticket) => crawl.failed(ticket).map(|_| Refusal::Waiting),
                Err(refusal) => Some(refusal),
            };
        }
        last
    };
    let all = Limits::default();
    assert_eq!(
        refused(Limits { failures: 2, ..all }, &["/u/1", "/u/2", "/u/3"]),
        Some(Refusal::Failures)
    );
    assert_eq!(
        refused(Limits { depth: 2, ..all }, &["/a/b/c"]),
        Some(Refusal::Depth)
    );
    assert_eq!(
        refused(Limits { repeats: 1, ..all }, &["/a/b/c/a/b"]),
        Some(Refusal::Repeats)
    );
    assert_eq!(refused(all, &["/cal/1/2/3/4/5"]), None);
    assert_eq!(
        refused(all, &["/cal/1/2/3/4/2024-05-06/2024-05-07/2024-05-08"]),
        None
    );
    assert_eq!(refused(all, &["/cal/1/2/3/4/5/6"]), Some(Refusal::Repeats));
    assert_eq!(
        refused(
            Limits {
                requests_per_host: 1,
                ..all
            },
            &["/a", "/b"]
        ),
        Some(Refusal::Requests)
    );
    assert_eq!(
        refused(
            Limits {
                templates_per_host: 1,
                ..all
            },
            &["/a", "/b"]
        ),
        Some(Refusal::Templates)
    );
    assert_eq!(
        refused(
            Limits {
                all_hosts: 0,
                ..all
            },
            &["/a"]
        ),
        Some(Refusal::Hosts)
    );
    let mut crawl = crawl(all);
    let refusals = ["no url", "/path", "", "mailto:ann"].map(|url| crawl.take(url));
    assert_eq!(refusals, [Err(Refusal::NotUrl); 4]);
}

#[test]
fn parameters_that_fail_make_room_for_others() {
    let mut crawl = crawl(Limits {
        parameter_sets: 2,
        ..keep(1)
    });
    let list = |name: &str| format!("{HOST}/list?{name}=1");
    let tickets = ["colour", "size"].map(|name| crawl.take(&list(name)).expect("there is room"));
    assert_eq!(crawl.take(&list("brand")), Err(Refusal::ParameterSets));
    crawl.failed(tickets[0]);
    assert!(crawl.take(&list("brand")).is_ok());
    assert!(
        crawl
            .take(&format!("{HOST}/list?action=edit&brand=1"))
            .is_ok(),
        "it selects another page"
    );
}

#[test]
fn another_crawl_knows_the_templates() {
    let mut crawl = crawl(keep(1));
    let ticket = crawl.take(&item(1)).expect("it is new");
    crawl.done(ticket, &good(""));
    let ticket = crawl.take(&format!("{HOST}/user/1")).expect("it is new");
    crawl.restart();
    assert_eq!(crawl.failed(ticket), None);
    assert_eq!(crawl.take(&item(2)), Err(Refusal::Enough));
    assert!(crawl.take(&format!("{HOST}/user/1")).is_ok());
}

#[test]
fn memory_is_bounded_by_templates_and_requests() {
    let limits = Limits {
        templates_per_host: 1_000,
        ..keep(1)
    };
    let mut crawl = Crawl::new(builder().learn(false), limits).expect("the settings are valid");
    let fill = |crawl: &mut Crawl, hosts: std::ops::Range<u64>| {
        for (host, page) in hosts.flat_map(|host| (0..2_000).map(move |page| (host, page))) {
            let url = format!("https://h{host}.example/{}/{}", word(page), word(page >> 9));
            if let Ok(ticket) = crawl.take(&url) {
                crawl.done(ticket, &good(""));
            }
        }
        crawl.memory_usage()
    };
    let before = fill(&mut crawl, 0..2);
    let grown = fill(&mut crawl, 2..12) - before;
    assert_eq!(crawl.ledger.seen.len(), 12 * 1_000);
    assert!(grown / 10_000 < 250, "{} bytes a template", grown / 10_000);
    // What is refused by its host takes none.
    let used = crawl.memory_usage();
    fill(&mut crawl, 0..2);
    assert!(crawl.memory_usage() < used + used / 50);
}
