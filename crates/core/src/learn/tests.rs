//! Tests of what is learned, through the filter and the learner.

use super::position::Branches;
use super::*;
use crate::record::{Batch, Record};
use crate::{Scanner, Sift, Verdict};

fn kept<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut sift = Sift::builder().build().expect("the defaults are valid");
    lines
        .into_iter()
        .filter(|line| sift.admit(line.as_bytes()) == Verdict::Kept)
        .collect()
}

/// Returns the token of the last segment of each line, as a hash.
fn last_tokens(learner: &mut Learner, scanner: &Scanner, lines: &[String]) -> Vec<u64> {
    let mut batch = Batch::default();
    for line in lines {
        scanner.scan(line.as_bytes(), &mut batch);
    }
    let mut tokens = Vec::new();
    let read = |record: &Record| {
        let Record::Url(url) = record else {
            panic!("every line is a URL")
        };
        let parts = batch.path_and_query(url);
        learner.learn(&scanner.key, url, parts, &mut tokens, &mut Vec::new());
        *tokens.last().expect("has segments")
    };
    batch.records.iter().map(read).collect()
}

#[test]
fn endpoints_stay_apart_and_variants_merge() {
    let cases = include_str!("../../testdata/endpoints.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'));
    let mut wrong = Vec::new();
    for case in cases {
        let columns: Vec<&str> = case.split('\t').collect();
        let [wanted, why, urls] = columns[..] else {
            panic!("three columns: {case}")
        };
        let left = kept(urls.split(' '));
        if left.len().to_string() != wanted {
            wrong.push(format!("{why}: wanted {wanted}, got {left:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A made-up site: words, ids, titles and tags at several depths. Names of Australian animals would
/// not read like English.
fn site() -> Vec<String> {
    let animals = [
        "badger", "otter", "heron", "weasel", "ferret", "stoat", "thrush", "plover", "curlew",
        "grouse",
    ];
    let mut lines = Vec::new();
    for (i, animal) in animals.iter().enumerate() {
        let next = animals[(i * 7 + 3) % animals.len()];
        lines.push(format!("https://zoo.example.com/{animal}"));
        lines.push(format!("https://zoo.example.com/tag/{animal}/page/{i}"));
        lines.push(format!(
            "https://zoo.example.com/visit/{animal}/{next}?day={i}"
        ));
        lines.push(format!(
            "https://zoo.example.com/shop/{animal}-{next}/reviews"
        ));
        lines.push(format!(
            "https://zoo.example.com/members/{next}/shifts/{animal}?sort=asc"
        ));
        lines.push(format!("https://zoo.example.com/members/{i}/edit"));
    }
    for word in ["login", "search", "export", "members", "settings", "about"] {
        lines.push(format!("https://zoo.example.com/{word}"));
        lines.push(format!("https://zoo.example.com/members/{word}"));
    }
    lines
}

#[test]
fn the_output_depends_on_the_input_alone_and_is_stable() {
    let lines = site();
    let first = kept(lines.iter().map(String::as_str));
    assert_eq!(first, kept(lines.iter().map(String::as_str)));
    assert!(first.len() < lines.len() / 2, "{first:#?}");
    assert_eq!(
        first,
        kept(first.iter().copied()),
        "a second pass drops nothing"
    );
    for word in ["login", "search", "export", "settings", "about"] {
        assert!(
            first.contains(&format!("https://zoo.example.com/{word}").as_str()),
            "{word}"
        );
    }
}

#[test]
fn at_the_bound_positions_read_as_their_words() {
    let scanner = Sift::builder()
        .build()
        .expect("the defaults are valid")
        .scanner()
        .clone();
    let names: Vec<String> = (0..20)
        .map(|i| format!("https://example.com/users/{}", "wombat".repeat(i + 1)))
        .collect();
    let mut roomy = Learner::new(Tuning::STANDARD);
    let read = last_tokens(&mut roomy, &scanner, &names);
    assert!(
        read[1..].iter().all(|&token| token == read[1]),
        "all variable"
    );

    let mut full = Learner::with_bound(0, Tuning::STANDARD);
    let hosts: Vec<String> = (0..20_000)
        .map(|i| format!("https://host{i}.example.com/wombat"))
        .collect();
    last_tokens(&mut full, &scanner, &hosts);
    let mut read = last_tokens(&mut full, &scanner, &names);
    read.sort_unstable();
    read.dedup();
    assert_eq!(read.len(), names.len(), "all words");
}

#[test]
fn protected_names_are_compared_as_people_write_them() {
    let lines = [
        "%D0%BC%D0%BE%D1%80%D0%B5",
        "%D0%92%D0%B5%D1%81%D0%BD%D0%B0",
        "%D0%BB%D0%B5%D1%81",
    ]
    .map(|name| format!("https://example.com/tag/{name}"));
    assert_eq!(kept_by(&Sift::builder(), &lines), lines[..1]);
    for name in ["весна", "ВЕСНА", "%D0%B2%D0%B5%D1%81%D0%BD%D0%B0"] {
        assert_eq!(
            kept_by(&Sift::builder().protect([name]), &lines),
            lines[..2],
            "{name}"
        );
    }
}

#[test]
fn a_long_title_says_that_names_vary() {
    let at = |path: &str| format!("https://example.com/{path}");
    let lines = [
        "zork/how-to-plant-a-tree",
        "zork/how-to-paint-a-wall",
        "zork/heron",
        "zork/settings",
    ]
    .map(at);
    assert_eq!(kept_by(&Sift::builder(), &lines), [&*lines[0], &lines[3]]);
    let first = [
        "how-to-plant-a-tree",
        "how-to-paint-a-wall",
        "heron",
        "otter",
    ]
    .map(at);
    assert_eq!(
        kept_by(&Sift::builder(), &first),
        [&*first[0], &first[2], &first[3]]
    );
    for year in ["2024", "%D9%A2%D9%A0%D9%A2%D9%A4", "2024%E5%B9%B4"] {
        let dated = ["05/heron", "05/otter"].map(|path| at(&format!("{year}/{path}")));
        assert_eq!(kept_by(&Sift::builder(), &dated), dated[..1], "{year}");
    }
}

/// Returns the settings of a filter whose learner lacks some rules.
fn without(off: &[&'static str]) -> crate::Builder {
    let tuning: &'static Tuning = Box::leak(Box::new(Tuning {
        off: off.to_vec(),
        ..Tuning::default()
    }));
    crate::Builder {
        settings: crate::settings::builder::Settings {
            tuning,
            ..Default::default()
        },
    }
}

fn kept_by(builder: &crate::Builder, lines: &[String]) -> Vec<String> {
    let mut sift = builder.build().expect("the settings are valid");
    sift.filter(lines).cloned().collect()
}

const PLACES: [&str; 6] = ["wombat", "quokka", "numbat", "bilby", "potoroo", "dingo"];
const THINGS: &[&str] = &[
    "feather", "pebble", "acorn", "nettle", "bramble", "clover", "thistle", "heather", "mallow",
    "sorrel", "bracken", "lichen",
];

#[test]
fn words_with_things_of_their_own_below_them_are_directories() {
    let line = |path: String| format!("https://zoo.example.com/{path}");
    let lines: Vec<String> = (0..12)
        .map(|i| line(format!("{}/{}", PLACES[i / 2], THINGS[i])))
        .collect();
    assert_eq!(
        kept_by(&Sift::builder(), &lines),
        lines,
        "each directory has pages of its own"
    );
    assert!(kept_by(&without(&[rules::DIRECTORY]), &lines).len() < lines.len());

    // The same paths are below each value.
    let mut alike: Vec<String> = Vec::new();
    for place in PLACES.iter().chain(&["emu", "brolga", "taipan"]) {
        alike.extend(["feather", "pebble", "acorn"].map(|thing| line(format!("{place}/{thing}"))));
    }
    let before = kept_by(&without(&[rules::DIRECTORY]), &alike).len();
    // The first word comes before any other word with the same continuations.
    assert!(before <= 12 && kept_by(&Sift::builder(), &alike).len() <= before + 3);
}

#[test]
fn a_position_that_only_directories_taught_is_open_again() {
    let line = |path: String| format!("https://zoo.example.com/{path}");
    let mut lines: Vec<String> = PLACES
        .iter()
        .map(|place| line((*place).to_owned()))
        .collect();
    lines.extend((0..12).map(|i| line(format!("{}/{}", PLACES[i / 2], THINGS[i]))));
    let late = ["emu", "brolga"].map(|word| line(word.to_owned()));
    lines.extend(late.clone());
    let now = kept_by(&Sift::builder(), &lines);
    assert!(late.iter().all(|line| now.contains(line)), "{now:#?}");
    let before = kept_by(&without(&[rules::DIRECTORY]), &lines);
    assert!(
        late.iter().all(|line| !before.contains(line)),
        "{before:#?}"
    );
    // Lists of people are not learned in this way, whatever follows their names.
    for parent in ["users", "tag"] {
        let below: Vec<String> = lines
            .iter()
            .map(|line| line.replace(".com/", &format!(".com/{parent}/")))
            .collect();
        assert_eq!(
            kept_by(&Sift::builder(), &below),
            kept_by(&without(&[rules::DIRECTORY]), &below)
        );
    }
}

/// Returns lists of lines in which positions are learned and opened again, of a few words.
fn lists_of_directories() -> impl Iterator<Item = Vec<String>> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut draw = move |most: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % most
    };
    let words = [
        "wombat", "quokka", "numbat", "bilby", "potoroo", "dingo", "emu", "brolga", "taipan",
        "galah", "search", "17", "profile", "x9",
    ];
    (0..100).map(move |_| {
        let mut line = || {
            let path: Vec<&str> = (0..=draw(3)).map(|_| words[draw(words.len())]).collect();
            let query = if draw(4) == 0 { "?day=1" } else { "" };
            format!(
                "https://zoo{}.example.com/{}{query}",
                draw(2),
                path.join("/")
            )
        };
        (0..150).map(|_| line()).collect()
    })
}

#[test]
fn opening_a_position_prints_nothing_twice() {
    let mut opened = 0;
    let (builder, without_rule) = (Sift::builder, || without(&[rules::DIRECTORY]));
    for lines in lists_of_directories() {
        let printed = kept_by(&builder(), &lines);
        assert_eq!(
            kept_by(&builder().learn(false), &printed),
            printed,
            "each stands for itself"
        );
        opened += usize::from(printed != kept_by(&without_rule(), &lines));

        let second = |settings: crate::Builder| {
            let mut sift = settings
                .two_pass(true)
                .build()
                .expect("the settings are valid");
            assert!(sift.filter(&lines).count() > 0);
            sift.restart();
            sift.filter(&lines).cloned().collect::<Vec<String>>()
        };
        let printed = second(builder());
        assert_eq!(
            kept_by(&builder().learn(false), &printed),
            printed,
            "in two passes"
        );

        // Line by line, and in batches.
        let mut sift = builder().build().expect("the defaults are valid");
        let one_by_one: Vec<&String> = lines
            .iter()
            .filter(|line| sift.admit(line.as_bytes()) == Verdict::Kept)
            .collect();
        assert_eq!(
            one_by_one,
            kept_by(&builder(), &lines).iter().collect::<Vec<_>>()
        );
    }
    assert!(opened > 30, "{opened} lists show it");
}

/// With 14 bits of a word's first continuation, 1 in 16,384 other continuations looked like it.
#[test]
fn two_thousand_keys_give_the_same_lines() {
    let word = |i: usize, end: &str| match i {
        12.. => format!("wombat{}{end}", THINGS[i - 12]),
        _ => format!("{}wombat{end}", THINGS[i]),
    };
    let line = |place: &str, i: usize, rest: &str| {
        format!("https://{place}.example.com/{}/{rest}", word(i, ""))
    };
    let mut lines: Vec<String> = Vec::new();
    let endings = ["s", "ish", "like", "ful", "less", "ing", "ed"];
    for (place, ends) in PLACES.iter().zip(endings.windows(2)) {
        let first = |i: usize| line(place, i, &word(i, ends[0]));
        lines.extend((0..5).map(first));
        for i in 0..19 {
            // Five words make the position variable. At its second continuation, a word takes its
            // points back, so the search below it differs from those below other words.
            lines.extend([
                line(place, i, &word(i, ends[1])),
                line(place, i, "search"),
                first(i + 5),
            ]);
        }
    }
    let kept = |key| kept_by(&Sift::builder().seed([key, 7 * key]), &lines);
    let wanted = kept(0);
    assert_eq!(
        wanted
            .iter()
            .filter(|line| line.ends_with("/search"))
            .count(),
        6 * 19,
        "{wanted:#?}"
    );
    for key in 1..2000 {
        assert_eq!(kept(key), wanted, "key {key}");
    }
}

/// Returns pages of programs: words below ids, with parameters of their own, below applications of
/// an administration, and with numbers.
fn pages_of_programs() -> Vec<String> {
    let words = [
        "wombat",
        "quokka",
        "numbat",
        "bilby",
        "potoroo",
        "dingo",
        "brolga",
        "taipan",
        "galah",
        "jabiru",
        "echidna",
        "kookaburra",
    ];
    let page = |turn: usize| {
        let word = words[turn % words.len()];
        let id = 40 + turn / words.len();
        match turn % 5 {
            0 => format!("zork/{id}/{word}"),
            1 => format!("quil/{word}?{word}id=7"),
            2 => format!("admin/shop/{word}/add"),
            3 => format!("admin/shop/{word}/{id}/change"),
            _ => format!("{word}/page-{}", turn % 7),
        }
    };
    (0..400)
        .map(|turn| format!("https://zoo.example.com/{}", page(turn * 7 % 400)))
        .collect()
}

#[test]
fn facts_make_another_learner_equal_and_joining_needs_no_order() {
    let scanner = Sift::builder()
        .build()
        .expect("the defaults are valid")
        .scanner()
        .clone();
    let (mut branches, mut differ) = (0, 0);
    for lines in lists_of_directories().chain([pages_of_programs()]) {
        let (first, second) = lines.split_at(lines.len() / 2);
        let taught = |lines: &[String]| {
            let mut learner = Learner::new(Tuning::STANDARD).record_facts();
            last_tokens(&mut learner, &scanner, lines);
            let facts: Vec<Fact> = learner.take_facts().collect();
            (learner, facts)
        };
        let (mut learner, facts) = taught(first);
        branches += facts
            .iter()
            .filter(|fact| matches!(fact, Fact::Position(_, bits) if Branches::from_bits(*bits).is_some()))
            .count();
        let mut pupil = Learner::new(Tuning::STANDARD);
        for fact in &facts {
            pupil.apply(*fact);
        }
        let read = last_tokens(&mut learner, &scanner, second);
        assert_eq!(read, last_tokens(&mut pupil, &scanner, second));

        let (_, others) = taught(second);
        let joined = |orders: [&[Fact]; 2]| {
            let mut learner = Learner::new(Tuning::STANDARD);
            // The last state of a position counts, as in stores.
            for facts in orders {
                let mut last = std::collections::BTreeMap::new();
                for fact in facts {
                    match fact {
                        Fact::Position(at, bits) => drop(last.insert(*at, *bits)),
                        Fact::Word(_) => learner.join(*fact),
                    }
                }
                for (at, bits) in last {
                    learner.join(Fact::Position(at, bits));
                }
            }
            last_tokens(&mut learner, &scanner, &lines)
        };
        let (one, other) = (joined([&facts, &others]), joined([&others, &facts]));
        assert_eq!(one, other);
        differ += usize::from(one != read);
    }
    assert!(
        branches > 300 && differ > 0,
        "{branches} slots are about what stands below words"
    );
}

#[test]
fn names_of_two_parts_with_a_verb_of_programs_stay_where_nothing_is_listed() {
    let routes = [
        "shop-cart",
        "page-signup",
        "zork-checkout",
        "delete-quil",
        "nim_export",
        "vorp-upload.html",
        "reset-tea",
        "member-register",
        "invite-brel",
        "list-unsubscribe",
        "order-payment",
    ];
    let titles: Vec<String> = (0..40)
        .map(|n| {
            format!(
                "{}-{}",
                [
                    "wombat", "quokka", "numbat", "bilby", "potoroo", "dingo", "brolga", "galah"
                ][n % 8],
                ["red", "tall", "wild", "calm", "old"][n / 8]
            )
        })
        .collect();
    let names: Vec<&str> = titles.iter().map(String::as_str).chain(routes).collect();
    for above in ["", "zork/", "en/quil/"] {
        let paths: Vec<String> = names.iter().map(|name| format!("{above}{name}")).collect();
        for counts in printed_of(&routes, &paths) {
            assert_eq!(counts, [1; 11], "{above}");
        }
    }
    let listed: Vec<String> = names.iter().map(|name| format!("tag/{name}")).collect();
    let [once, _] = printed_of(&routes, &listed);
    assert!(once.iter().sum::<usize>() < 3, "{once:?}");
}

#[test]
fn names_below_a_name_that_people_sort_by_are_more_of_them() {
    let names = [
        "candles", "kettles", "rugs", "lanterns", "baskets", "mirrors", "quilts", "benches",
    ];
    for above in [
        "category/garden",
        "categories/kitchen",
        "product-category/bedroom",
        "collections/spring",
        "brand/acme",
        "genre/folk",
        "topics/history",
        "tags/wood",
        "shop/category/hallway",
        "en/category/attic",
    ] {
        let paths: Vec<String> = names.iter().map(|name| format!("{above}/{name}")).collect();
        for counts in printed_of(&names, &paths) {
            let count: usize = counts.iter().sum();
            assert!(count <= 2, "{above}: {count}, 8 without the rule");
        }
    }
    for above in ["category/17", "tags/4/zork", "garden/17"] {
        let pages = ["calendar", "managers", "quilts", "subcat-info"];
        let paths: Vec<String> = pages.iter().map(|page| format!("{above}/{page}")).collect();
        for counts in printed_of(&pages, &paths) {
            assert_eq!(counts, [1; 4], "{above}");
        }
    }
}

#[test]
fn what_selects_among_listed_things_stays_beside_their_names() {
    let pages = [
        "waitlisted",
        "unreconciled",
        "backordered",
        "quarantined",
        "orphaned",
        "masquerade",
        "deduplicate",
        "rebook",
        "requeue",
        "restock",
    ];
    let names = [
        "marlow", "tenby", "quarrel", "osprey", "linden", "hartwell", "juniper", "sable", "corbin",
        "wexford", "brindle", "thatcher",
    ];
    for above in [
        "tickets",
        "invoices",
        "orders",
        "products",
        "customers",
        "leads",
        "members",
        "shipments",
        "patients",
        "bookings",
    ] {
        let mut paths: Vec<String> = names.map(|name| format!("{above}/{name}")).to_vec();
        paths.extend(pages.map(|page| format!("{above}/{page}")));
        for counts in printed_of(&pages, &paths) {
            assert_eq!(counts, [1; 10], "{above}");
        }
    }
}

/// Returns how many of these paths are printed for each of the words, in one pass and in two.
pub(super) fn printed_of(words: &[&str], paths: &[String]) -> [Vec<usize>; 2] {
    let lines: Vec<String> = paths
        .iter()
        .map(|path| format!("https://zoo.example.com/{path}"))
        .collect();
    [false, true].map(|two_pass| {
        let mut sift = Sift::builder()
            .two_pass(two_pass)
            .build()
            .expect("is valid");
        if two_pass {
            assert!(sift.filter(&lines).count() > 0);
            sift.restart();
        }
        let kept: Vec<&String> = lines
            .iter()
            .filter(|line| sift.admit(line.as_bytes()).is_printed())
            .collect();
        let has = |line: &str, word: &str| line.split(['/', '?']).any(|part| part == word);
        let count = |word: &&str| kept.iter().filter(|line| has(line, word)).count();
        words.iter().map(count).collect()
    })
}

/// Returns the lines that are printed, with all rules and without one of them, in one pass or two.
pub(super) fn with_and_without(
    rule: &'static str,
    lines: &[String],
    two_pass: bool,
) -> [Vec<String>; 2] {
    [Sift::builder(), without(&[rule])].map(|builder| {
        let mut sift = builder.two_pass(two_pass).build().expect("is valid");
        if two_pass {
            assert!(sift.filter(lines).count() > 0);
            sift.restart();
        }
        sift.filter(lines).cloned().collect()
    })
}

/// Returns each word below each of the things, in turns as a crawler meets them.
pub(super) fn below(things: &[String], words: &[&str]) -> Vec<String> {
    let turns = 0..things.len() * words.len();
    let path = |turn: usize| {
        let thing = &things[turn % things.len()];
        let word = words[(turn + turn / things.len()) % words.len()];
        format!("{thing}/{word}")
    };
    turns.map(path).collect()
}
