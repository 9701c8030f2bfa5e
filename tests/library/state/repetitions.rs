//! A line that came before is not printed when the same bytes come again, whatever was learned
//! meanwhile: in one run, on several shards, after a survey, and in pieces between which a filter
//! is saved and loaded.
//!
//! Windows of time are no part of this: groups that expire are printed again on purpose. Nor are
//! scopes and other conditions, which decide on each line by itself.

use std::collections::HashSet;
use std::num::{NonZeroU32, NonZeroUsize};

use proptest::prelude::*;
use proptest::sample::select;
use urlsift::memory::Recorder;
use urlsift::settings::{Metric, ParamMode, Records};
use urlsift::{Builder, Sift, Verdict};

/// Settings whose readings, samples and groups differ, by their names.
fn settings() -> Vec<(&'static str, Builder)> {
    let few = |lines| NonZeroU32::new(lines).expect("not zero");
    let samples = |lines| Sift::builder().samples(few(lines));
    let simhash = Sift::builder().metric(Metric::SimHash).threshold(90.0);
    vec![
        ("default", Sift::builder()),
        ("80", Sift::builder().threshold(80.0)),
        ("90", Sift::builder().threshold(90.0)),
        ("99", Sift::builder().threshold(99.0)),
        ("no learning", Sift::builder().learn(false)),
        ("literal", Sift::builder().literal(true)),
        ("literal 80", Sift::builder().literal(true).threshold(80.0)),
        ("simhash", simhash),
        ("names", Sift::builder().params(ParamMode::Names)),
        ("learned names", Sift::builder().params(ParamMode::Learned)),
        ("merged hosts", Sift::builder().merge_hosts(true)),
        ("suspects", Sift::builder().suspects(few(2))),
        ("20 of a host", Sift::builder().max_per_host(few(20))),
        ("keep 2", samples(2)),
        ("keep 3", samples(3)),
        ("keep 3 at 80", samples(3).threshold(80.0)),
        (
            "keep 2, literal 80",
            samples(2).literal(true).threshold(80.0),
        ),
        ("keep 2, suspects", samples(2).suspects(few(2))),
    ]
}

/// Settings for texts and for sequences of requests.
fn settings_of_records() -> Vec<(&'static str, Builder)> {
    let two = NonZeroU32::new(2).expect("not zero");
    let texts = || Sift::builder().records(Records::Texts.terms());
    let events = Records::Events {
        shingle: NonZeroUsize::MIN,
    };
    vec![
        ("texts", texts()),
        ("keep 2 texts", texts().samples(two)),
        ("texts at 60", texts().threshold(60.0)),
        ("keep 2 at 60", texts().threshold(60.0).samples(two)),
        ("no learning", texts().learn(false)),
        ("logs", Sift::builder().records(Records::Logs.terms())),
        ("events", Sift::builder().records(events.terms())),
    ]
}

const WORDS: [&str; 8] = [
    "vorb", "nimora", "zopari", "lapuvozo", "ditimacu", "tunibova", "sepet", "civo",
];

fn word() -> impl Strategy<Value = &'static str> {
    select(WORDS.to_vec())
}

/// Words alone and joined, with numbers, below names that a site's pages share.
fn segment() -> impl Strategy<Value = String> {
    let shared = select(vec![
        "blog", "search", "delete", "logout", "orders", "api", "edit", "fr", "v1", "2024", "17",
    ]);
    let before = select(vec![
        "page", "tag", "admin", "claves", "delete", "api", "nimora", "x",
    ]);
    prop_oneof![
        3 => word().prop_map(str::to_owned),
        2 => shared.prop_map(str::to_owned),
        2 => (before, word()).prop_map(|(before, word)| format!("{before}-{word}")),
        2 => (word(), 1..20_u8).prop_map(|(word, number)| format!("{word}{number}")),
    ]
}

fn query() -> impl Strategy<Value = String> {
    prop_oneof![
        5 => Just(String::new()),
        1 => (1..60_u8).prop_map(|number| format!("?ref={number}&sort=tag")),
        1 => word().prop_map(|word| format!("?q={word}")),
        1 => Just("?page=delete".to_owned()),
    ]
}

/// Lists of any such pages.
fn mixed() -> impl Strategy<Value = Vec<String>> {
    let path = prop::collection::vec(segment(), 1..6);
    let page = (select(vec!["a", "b"]), path, query());
    let line = page
        .prop_map(|(host, path, query)| format!("https://{host}.test/{}{query}", path.join("/")));
    prop::collection::vec(line, 1..60)
}

/// Lists in which one position has many words, and what stands below some opens it again.
fn opened() -> impl Strategy<Value = Vec<String>> {
    let ends = select(vec![
        "",
        "/edit",
        "/fr",
        "/12",
        "/news",
        "/7f3a9c01",
        "/vorb4",
    ]);
    let places = select(vec!["2024", "17", "zork", "zork/7"]);
    let line = (places, segment(), ends)
        .prop_map(|(place, word, end)| format!("https://a.test/{place}/{word}{end}"));
    prop::collection::vec(line, 10..90)
}

/// Lists of pages with numbers, at the end of a name and of a parameter's value.
fn numbered() -> impl Strategy<Value = Vec<String>> {
    let page = (segment(), word(), 0..30_u8, any::<bool>());
    let line = page.prop_map(|(above, name, number, below)| {
        let end = if below { "/edit" } else { "" };
        format!("https://a.test/{above}/{name}{number}{end}?item{number}={name}")
    });
    prop::collection::vec(line, 5..80)
}

/// Lists of the queries of one program, whose words may choose pages.
fn chosen() -> impl Strategy<Value = Vec<String>> {
    let others = select(vec!["", "&h=7", "&h=7&f=8", "&hb=9"]);
    let line = (word(), others, 0..3_u8)
        .prop_map(|(word, others, id)| format!("https://a.test/p?a={word}{others}&id={id}"));
    prop::collection::vec(line, 20..90)
}

/// Lists in which a site's pages come again below other prefixes.
fn mirrored() -> impl Strategy<Value = Vec<String>> {
    let pages = prop::collection::vec(prop::collection::vec(segment(), 1..4), 5..30);
    let prefixes = prop::collection::vec(select(vec!["old", "m", "site-two", "stage"]), 1..3);
    (pages, prefixes, any::<bool>()).prop_map(|(pages, prefixes, by_page)| {
        let mut places = vec![String::new()];
        places.extend(prefixes.iter().map(|prefix| format!("/{prefix}")));
        let mut lines = Vec::new();
        for at in 0..pages.len() * places.len() {
            let (page, place) = if by_page {
                (at / places.len(), at % places.len())
            } else {
                (at % pages.len(), at / pages.len())
            };
            let (place, page) = (&places[place], pages[page].join("/"));
            lines.push(format!("https://a.test{place}/{page}"));
        }
        lines
    })
}

fn list() -> impl Strategy<Value = Vec<String>> {
    prop_oneof![mixed(), opened(), numbered(), chosen(), mirrored()]
}

/// Messages with values and words at the same places.
fn texts() -> impl Strategy<Value = Vec<String>> {
    let value = prop_oneof![
        word().prop_map(str::to_owned),
        (0..300_u16).prop_map(|number| number.to_string()),
        (0..9_u8).prop_map(|part| format!("10.0.0.{part}")),
        (word(), word()).prop_map(|(one, two)| format!("/{one}/{two}")),
    ];
    let line = (word(), value.clone(), word(), value)
        .prop_map(|(one, two, three, four)| format!("ga {one} {two} ba {three} ci {four}"));
    prop::collection::vec(line, 1..80)
}

/// Returns the first line that is printed although the same line came before.
fn printed_again(
    lines: &[String],
    mut admit: impl FnMut(&[u8]) -> Verdict,
) -> Option<(usize, &String)> {
    let mut came = HashSet::new();
    lines.iter().enumerate().find(|(_, line)| {
        let is_printed = admit(line.as_bytes()).is_printed();
        !came.insert(*line) && is_printed
    })
}

fn built(builder: &Builder) -> Sift {
    builder.build().expect("the settings are valid")
}

/// Decides in pieces, between which the filter is saved and loaded.
fn in_pieces(
    builder: &Builder,
    mut filter: Recorder,
    piece: usize,
) -> impl FnMut(&[u8]) -> Verdict {
    let mut decided = 0;
    move |line| {
        if decided == piece {
            let mut saved = Vec::new();
            filter.save(&mut saved).expect("it can be saved");
            filter = Recorder::load(builder.clone(), &saved[..]).expect("it can be loaded");
            decided = 0;
        }
        decided += 1;
        filter.admit(line)
    }
}

/// Says in which way a line of a list is printed again, if it is.
fn fault(builder: &Builder, list: &[String]) -> Option<String> {
    let twice = [list, list].concat();
    let mut sift = built(builder);
    if let Some(line) = printed_again(&twice, |line| sift.admit(line)) {
        return Some(format!("one run: {line:?}"));
    }
    let mut sift = built(builder);
    sift.divide(3);
    if let Some(line) = printed_again(&twice, |line| sift.admit(line)) {
        return Some(format!("shards: {line:?}"));
    }
    let mut sift = built(&builder.clone().two_pass(true));
    for line in &twice {
        sift.admit(line.as_bytes());
    }
    sift.restart();
    if let Some(line) = printed_again(&twice, |line| sift.admit(line)) {
        return Some(format!("two passes: {line:?}"));
    }
    for pieces in [1, 2, 5] {
        // What suspects have shown is not saved.
        let Ok(filter) = Recorder::new(builder.clone()) else {
            break;
        };
        let admit = in_pieces(builder, filter, twice.len().div_ceil(pieces));
        if let Some(line) = printed_again(&twice, admit) {
            return Some(format!("{pieces} pieces: {line:?}"));
        }
    }
    None
}

/// Lists of which the last line came before, and was printed again.
#[test]
fn lines_at_positions_that_were_opened_again_are_not_printed() {
    let opened = [
        "zot/cb", "zot/aa", "aa", "cb", "cc", "tag/aa", "zot/bc", "zot/ab", "bb", "zot/ce",
        "ba/edit", "zot/ce",
    ];
    let sampled = [
        "claves-civo/orders",
        "search-lapuvozo/civo",
        "17/tunibova",
        "tunibova/claves-tunibova",
        "tunibova/claves-tunibova",
    ];
    for (paths, keep) in [(&opened[..], 1), (&sampled[..], 2)] {
        let list: Vec<String> = paths
            .iter()
            .map(|path| format!("https://learn.test/{path}"))
            .collect();
        let keep = NonZeroU32::new(keep).expect("not zero");
        assert_eq!(fault(&Sift::builder().samples(keep), &list), None);
    }
}

/// Another line at a position that was opened again is printed, although a line that reads like it
/// was dropped before.
#[test]
fn only_exact_repetitions_are_dropped() {
    let mut sift = built(&Sift::builder());
    let paths = [
        "zot/cb", "zot/aa", "aa", "cb", "cc", "tag/aa", "zot/bc", "zot/ab", "bb", "zot/ce",
        "ba/edit",
    ];
    for path in paths {
        sift.admit(format!("https://learn.test/{path}").as_bytes());
    }
    assert_eq!(sift.admit(b"https://learn.test/zot/ce"), Verdict::Similar);
    assert_eq!(sift.admit(b"https://learn.test/zot/ce?"), Verdict::Kept);
    assert_eq!(sift.admit(b"https://learn.test/zot/ce"), Verdict::Similar);
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 400,
        max_shrink_iters: 3000,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_line_that_came_before_is_not_printed(setting in 0..settings().len(), list in list()) {
        let (name, builder) = &settings()[setting];
        prop_assert_eq!(fault(builder, &list), None, "{}", name);
    }

    #[test]
    fn a_text_that_came_before_is_not_printed(
        setting in 0..settings_of_records().len(),
        list in texts(),
    ) {
        let (name, builder) = &settings_of_records()[setting];
        prop_assert_eq!(fault(builder, &list), None, "{}", name);
    }
}
