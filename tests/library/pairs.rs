//! One table of pairs of URLs, and every metric and index that has to agree with it.

use urlsift::settings::Metric;
use urlsift::{Builder, Sift, Verdict};

/// What the second URL of a pair is to the first.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Relation {
    /// The same URL, written in another way: everything drops it, at any threshold.
    Same,
    /// Another URL of the same kind: the default drops it, literal comparison keeps it at 100 %.
    Kind,
    /// Another kind of URL: the overlap keeps it at 95 %, literally or not.
    Other,
}
use Relation::{Kind, Other, Same};

const PAIRS: &[(&str, &str, Relation)] = &[
    // Blanks in names.
    ("http://a.test/?x+y=1", "http://a.test/?x%20y=2", Kind),
    ("http://a.test/?x%20y=1", "http://a.test/?x y=2", Kind),
    (
        "http://a.test/?f[x%20y]=1",
        "http://a.test/?f%5Bx+y%5D=2",
        Kind,
    ),
    ("http://a.test/?x%2By=1", "http://a.test/?x+y=1", Other),
    ("http://a.test/?x%20y=1", "http://a.test/?xy=1", Other),
    // Spelling.
    ("http://a.test/", "http://a.test/", Same),
    ("http://a.test/", "http://a.test", Same),
    ("http://a.test/", "HTTP://A.TEST/", Same),
    ("http://a.test/x", "http://a.test:80/x", Same),
    ("https://a.test/x", "https://a.test:443/x", Same),
    ("https://a.test/x", "https://a.test./x", Same),
    (
        "https://ann:secret@a.test/x",
        "https://%61nn:s%65cret@A.test:443/x",
        Same,
    ),
    ("https://a.test/x", "https://@a.test/x", Same),
    ("https://a.test/x", " https://a.test/x\t\r", Same),
    ("https://a.test/x", "\u{feff}https://a.test/x", Same),
    ("https://a.test/x/y", "https://a.test/x/./z/../y", Same),
    ("https://a.test/x/y", "https://a.test/x/y/", Same),
    ("https://a.test/x/y", "https://a.test//x///y", Same),
    ("https://a.test/caf%c3%a9", "https://a.test/caf%C3%A9", Same),
    ("https://a.test/caf%c3%a9", "https://a.test/caf\u{e9}", Same),
    ("https://a.test/~ann", "https://a.test/%7Eann", Same),
    ("https://a.test/x?a=1&b=2", "https://a.test/x?b=2&a=1", Same),
    (
        "https://a.test/x?a=1&b=2",
        "https://a.test/x?&a=1&&b=2&",
        Same,
    ),
    ("https://a.test/x?a=1&a=2", "https://a.test/x?a=2&a=1", Same),
    ("https://a.test/x", "https://a.test/x?", Same),
    ("https://a.test/x", "https://a.test/x#", Same),
    (
        "https://b\u{fc}cher.test/",
        "https://xn--bcher-kva.test/",
        Same,
    ),
    (
        "https://b%C3%BCcher.test/",
        "https://xn--bcher-kva.test/",
        Same,
    ),
    ("http://127.0.0.1/x", "http://0x7f.1/x", Same),
    ("http://[2001:db8::1]/x", "http://[2001:DB8:0::0:1]/x", Same),
    ("a.test/x", "//a.test/x", Same),
    ("/x/y?a=1", "/x/./y?a=1", Same),
    // Values in places of values.
    (
        "https://a.test/user/1/edit",
        "https://a.test/user/2/edit",
        Kind,
    ),
    (
        "https://a.test/user/1/edit",
        "https://a.test/user/20000/edit",
        Kind,
    ),
    (
        "https://a.test/order/4af0bdc4",
        "https://a.test/order/b337ece3",
        Kind,
    ),
    (
        "https://a.test/o/0b5c6e1a-5d2f-4c1e-9d34-1f2e3d4c5b6a",
        "https://a.test/o/9f8e7d6c-1a2b-3c4d-8e9f-a0b1c2d3e4f5",
        Kind,
    ),
    (
        "https://a.test/archive/2024-05-06",
        "https://a.test/archive/2023-11-30",
        Kind,
    ),
    (
        "https://a.test/archive/2024年5月6日",
        "https://a.test/archive/٢٠٢٣-١١-٣٠",
        Kind,
    ),
    ("https://a.test/order/١٧", "https://a.test/order/17", Kind),
    (
        "https://a.test/x?страница=2",
        "https://a.test/x?страница=३",
        Kind,
    ),
    (
        "https://a.test/p/red-shoes-summer-sale",
        "https://a.test/p/blue-hats-winter-deals",
        Kind,
    ),
    (
        "https://a.test/img/one.jpg",
        "https://a.test/img/two.jpg",
        Kind,
    ),
    ("https://a.test/x?id=1", "https://a.test/x?id=2", Kind),
    ("https://a.test/x?q=shoes", "https://a.test/x?q=hats", Kind),
    (
        "https://a.test/x?q=shoes",
        "https://a.test/x?q=hats&utm_source=mail",
        Kind,
    ),
    (
        "https://a.test/x?f[0]=1&f[1]=2",
        "https://a.test/x?f[1]=4&f[0]=3",
        Kind,
    ),
    ("http://a.test/x?id=1", "https://a.test/x?id=1", Kind),
    ("https://a.test/x#top", "https://a.test/x#bottom", Kind),
    ("/user/1/edit", "/user/2/edit", Kind),
    // Anything that another part of a site answers.
    ("https://a.test/", "https://b.test/", Other),
    ("https://a.test/", "https://www.a.test/", Other),
    ("https://a.test/x", "https://a.test:8443/x", Other),
    ("https://a.test/x", "ftp://a.test/x", Other),
    ("https://a.test/x", "https://ann:secret@a.test/x", Other),
    (
        "https://ann:secret@a.test/x",
        "https://bob:secret@a.test/x",
        Other,
    ),
    (
        "https://ann:secret@a.test/x",
        "https://ann:other@a.test/x",
        Other,
    ),
    ("https://a.test/x", "a.test.b.test/x", Other),
    ("https://apple.test/", "https://\u{430}pple.test/", Other),
    ("http://127.0.0.1/", "http://127.0.0.2/", Other),
    ("http://[::1]/", "http://[::2]/", Other),
    ("https://a.test/cart", "https://a.test/login", Other),
    ("https://a.test/cart", "https://a.test/Cart", Other),
    ("https://a.test/cart", "https://a.test/cart/add", Other),
    ("https://a.test/cart/add", "https://a.test/add/cart", Other),
    (
        "https://a.test/api/v1/users",
        "https://a.test/api/v2/users",
        Other,
    ),
    (
        "https://a.test/a/b/c/d/login",
        "https://a.test/a/b/c/d/admin",
        Other,
    ),
    (
        "https://a.test/index.php",
        "https://a.test/index.asp",
        Other,
    ),
    ("https://a.test/a%2Fb", "https://a.test/a/b", Other),
    ("https://a.test/%2541", "https://a.test/A", Other),
    (
        "https://a.test/x%%411.php",
        "https://a.test/x%A1.php",
        Other,
    ),
    ("https://a.test/x?a=1", "https://a.test/x", Other),
    ("https://a.test/x?a=1", "https://a.test/x?b=1", Other),
    ("https://a.test/x?a=1", "https://a.test/x?a=1&b=1", Other),
    (
        "https://a.test/x?action=add",
        "https://a.test/x?action=delete",
        Other,
    ),
    ("/x/y", "https://a.test/x/y", Other),
];

/// Everything that can decide, and whether it measures by the overlap.
fn engines() -> Vec<(String, Builder, bool)> {
    let mut engines = Vec::new();
    for literal in [false, true] {
        for learn in [false, true] {
            for exhaustive in [false, true] {
                for metric in [Metric::Overlap, Metric::SimHash] {
                    let builder = Sift::builder()
                        .metric(metric)
                        .literal(literal)
                        .learn(learn)
                        .exhaustive(exhaustive);
                    let name = format!(
                        "{metric:?}, literal {literal}, learn {learn}, exhaustive {exhaustive}"
                    );
                    engines.push((name, builder, metric == Metric::Overlap));
                }
            }
        }
    }
    engines
}

/// So many lines that an index uses all of its tables; the last one has more bands than are listed.
fn crowd() -> impl Iterator<Item = String> {
    let parameters: Vec<_> = (0..90).map(|n| format!("p{n}=v")).collect();
    let wide = format!("https://wide.test/a/b?{}", parameters.join("&"));
    (0..1200)
        .map(|n| format!("https://h{n}.crowd.test/"))
        .chain([wide])
}

/// Decides on one pair, and says what must have come out of it.
fn check(
    sift: &mut Sift,
    pair: (&str, &str, Relation),
    expected: Option<Verdict>,
    overlap: bool,
    place: &str,
) {
    let (first, second, _) = pair;
    let before = sift.admit(first.as_bytes());
    // By their codes, other hosts may be similar already.
    assert!(
        !overlap || before == Verdict::Kept,
        "{first} {place}: {before:?}"
    );
    let verdict = sift.admit(second.as_bytes());
    assert!(
        expected.is_none_or(|expected| expected == verdict),
        "{first} {second} {place}: {verdict:?}"
    );
    for again in [second, first] {
        assert_eq!(
            sift.admit(again.as_bytes()),
            Verdict::Similar,
            "{again} again {place}"
        );
    }
}

#[test]
fn every_metric_and_index_says_what_the_table_says() {
    for (name, builder, overlap) in engines() {
        let literal = name.contains("literal true");
        for threshold in [80.0, 95.0, 100.0] {
            let build = || builder.clone().threshold(threshold).build().unwrap();
            let place = format!("at {threshold}: {name}");
            let mut crowded = build();
            for line in crowd() {
                crowded.admit(line.as_bytes());
            }
            for (number, pair) in PAIRS.iter().enumerate() {
                let expected = match pair.2 {
                    Same => Some(Verdict::Similar),
                    Kind if overlap && !literal => Some(Verdict::Similar),
                    Kind if overlap && threshold >= 100.0 => Some(Verdict::Kept),
                    Other if overlap && threshold >= 95.0 => Some(Verdict::Kept),
                    _ => None,
                };
                check(&mut build(), *pair, expected, overlap, &place);
                // Among others, each pair has a host of its own.
                let own = |url: &str| url.replace("a.test", &format!("a{number}.test"));
                let (first, second) = (own(pair.0), own(pair.1));
                if first != pair.0 && second != pair.1 {
                    check(
                        &mut crowded,
                        (&first, &second, pair.2),
                        expected,
                        overlap,
                        &format!("in a crowd {place}"),
                    );
                }
            }
        }
    }
}
