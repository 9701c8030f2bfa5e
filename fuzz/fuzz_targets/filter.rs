//! Under any settings, the index gives the same verdicts as a comparison with every kept line.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use urlsift::Sift;
use urlsift::settings::{Metric, Weights};

/// More lines only make the exhaustive side slow.
const MOST_LINES: usize = 80;

#[derive(Arbitrary, Debug)]
struct Case {
    settings: Settings,
    lines: Vec<Line>,
}

#[derive(Arbitrary, Debug)]
struct Settings {
    threshold: Percent,
    weights: Option<[u16; 5]>,
    literal: bool,
    simhash: bool,
    learn: bool,
}

#[derive(Arbitrary, Debug)]
enum Percent {
    Whole(u8),
    Millionths(u32),
}

/// Lines over few words are similar to each other in many ways.
#[derive(Arbitrary, Debug)]
enum Line {
    Built(Url),
    /// An earlier line with one part changed.
    Edited {
        back: u8,
        part: u8,
        with: u8,
    },
    /// Many parameters and segments, a few of them omitted.
    Wide {
        segments: u8,
        pairs: u8,
        left_out: [u8; 3],
        value: u8,
    },
    Raw(Vec<u8>),
}

#[derive(Arbitrary, Clone, Debug)]
struct Url {
    host: u8,
    segments: Vec<u8>,
    pairs: Vec<(u8, u8)>,
    fragment: u8,
}

const HOSTS: [&str; 8] = [
    "http://a.test",
    "https://a.test",
    "http://b.test",
    "a.test",
    "//a.test",
    "ftp://a.test",
    "http://api.a.test",
    "",
];
const WORDS: [&str; 24] = [
    "a",
    "b",
    "c",
    "7",
    "42",
    "2024",
    "x-y-z",
    "users",
    "tag",
    "login",
    "v2",
    "api",
    "blob",
    "zqxwv",
    "plumtrees",
    "index.php",
    "app.js",
    "a.jpg",
    "4af0bdc4",
    "red-shoes-summer-sale",
    "en-us",
    "%20",
    "%e9",
    ";s=1",
];
const NAMES: [&str; 12] = [
    "id",
    "q",
    "page",
    "action",
    "utm_source",
    "f[0]",
    "a",
    "b",
    "c",
    "_",
    "12",
    "",
];
const VALUES: [&str; 10] = [
    "",
    "=",
    "=1",
    "=2",
    "=add",
    "=clear",
    "=http://b.test/",
    "=/x",
    "=%41",
    "=a=b",
];
const FRAGMENTS: [&str; 6] = ["", "#f", "#g", "#/r/s", "#!/r?x=1", "#"];

fn pick<'t>(table: &[&'t str], index: u8) -> &'t str {
    table[usize::from(index) % table.len()]
}

impl Url {
    fn written(&self) -> String {
        let mut line = pick(&HOSTS, self.host).to_owned();
        line.push('/');
        let segments: Vec<_> = self
            .segments
            .iter()
            .take(40)
            .map(|&word| pick(&WORDS, word))
            .collect();
        line += &segments.join("/");
        for (i, &(name, value)) in self.pairs.iter().take(40).enumerate() {
            line.push(if i == 0 { '?' } else { '&' });
            line += pick(&NAMES, name);
            line += pick(&VALUES, value);
        }
        line + pick(&FRAGMENTS, self.fragment)
    }

    fn edit(&mut self, part: u8, with: u8) {
        let at = usize::from(part / 5);
        match part % 5 {
            0 => self.host = with,
            1 => self.fragment = with,
            2 if self.segments.is_empty() => self.segments.push(with),
            2 => {
                let length = self.segments.len();
                self.segments[at % length] = with;
            }
            3 if self.pairs.is_empty() => self.pairs.push((with, with)),
            3 => {
                let length = self.pairs.len();
                self.pairs[at % length].1 = with;
            }
            _ => self.pairs.push((with, part)),
        }
    }
}

fn wide(segments: u8, pairs: u8, left_out: [u8; 3], value: u8) -> Vec<u8> {
    let kept = |i: &u8| !left_out.contains(i);
    let path: String = (0..segments)
        .filter(kept)
        .map(|i| format!("/s{}", (b'a' + i % 26) as char))
        .collect();
    let query: Vec<_> = (0..pairs)
        .filter(kept)
        .map(|i| format!("n{i}={}", if i == value { "x" } else { "y" }))
        .collect();
    format!("http://a.test{path}?{}", query.join("&")).into_bytes()
}

fuzz_target!(|case: Case| {
    let Case { settings, lines } = case;
    let threshold = match settings.threshold {
        Percent::Whole(percent) => f64::from(percent % 100 + 1),
        Percent::Millionths(millionths) => f64::from(millionths % 99_000_001 + 1_000_000) / 1e6,
    };
    let mut weights = Weights::default();
    for (name, weight) in ["host", "path", "params", "scheme", "fragment"]
        .into_iter()
        .zip(settings.weights.into_iter().flatten())
    {
        weights
            .set(name, f64::from(weight) / 1000.0)
            .expect("within 0 to 1000");
    }
    let builder = Sift::builder()
        .threshold(threshold)
        .weights(weights)
        .literal(settings.literal)
        .metric(if settings.simhash {
            Metric::SimHash
        } else {
            Metric::Overlap
        })
        .learn(settings.learn);
    let (Ok(mut fast), Ok(mut oracle)) = (builder.build(), builder.exhaustive(true).build()) else {
        return;
    };

    let mut built: Vec<Url> = Vec::new();
    for (number, line) in lines.into_iter().take(MOST_LINES).enumerate() {
        let line = match line {
            Line::Built(url) => {
                built.push(url.clone());
                url.written().into_bytes()
            }
            Line::Edited { back, part, with } => {
                let Some(last) = built.len().checked_sub(1) else {
                    continue;
                };
                let mut url = built[last - usize::from(back) % built.len()].clone();
                url.edit(part, with);
                built.push(url.clone());
                url.written().into_bytes()
            }
            Line::Wide {
                segments,
                pairs,
                left_out,
                value,
            } => wide(segments, pairs, left_out, value),
            Line::Raw(line) => line,
        };
        assert_eq!(
            fast.admit(&line),
            oracle.admit(&line),
            "record {number}: {}",
            line.escape_ascii()
        );
    }
});
