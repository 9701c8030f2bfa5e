//! Decides 850 small lists of many kinds under 200 keys of hashes, and longer ones in one thread
//! and in two: the same list has to give the same lines.
//!
//! `cargo run --release --example seeds [-- LISTS KEYS]` says which lists do not, in two minutes.

use std::io::Write as _;
use std::num::{NonZeroU32, NonZeroUsize};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use urlsift::settings::{Metric, ParamMode, Records};
use urlsift::stream::{Run, Source};
use urlsift::{Builder, Sift};

/// A generator of numbers: splitmix64.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) % end as u64) as usize
    }

    fn of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    /// An invented name, one of a few thousand.
    fn name(&mut self) -> String {
        let mut name = String::new();
        for _ in 0..2 + self.below(2) {
            name += self.of(&["b", "d", "f", "k", "l", "m", "qu", "str", "v", "z"]);
            name += self.of(&["a", "e", "i", "o", "un"]);
        }
        name
    }

    /// A name that sites use.
    fn word(&mut self) -> &'static str {
        self.of(&WORDS)
    }

    /// Some names, of which lines have one again and again.
    fn names(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        for _ in 0..3 + self.below(12) {
            names.push(self.name());
        }
        names
    }
}

const WORDS: [&str; 24] = [
    "admin",
    "api",
    "users",
    "delete",
    "export",
    "search",
    "settings",
    "v1",
    "v2",
    "tag",
    "blog",
    "product",
    "login",
    "files",
    "usuarios",
    "borrar",
    "de",
    "en-gb",
    "orders",
    "edit",
    "static",
    "2024",
    "index.php",
    "profile",
];

/// A kind of list, whose lines are made of some names that come again and again.
struct Kind {
    name: &'static str,
    line: fn(&mut Draw, &[String]) -> String,
}

/// Returns one of the names.
fn one<'n>(draw: &mut Draw, names: &'n [String]) -> &'n str {
    &names[draw.below(names.len())]
}

/// Returns a path of names, words and numbers.
fn path(draw: &mut Draw, names: &[String]) -> String {
    let mut path = String::new();
    for _ in 0..=draw.below(5) {
        path.push('/');
        match draw.below(6) {
            0 | 1 => path += one(draw, names),
            2 | 3 => path += draw.word(),
            4 => path += &draw.below(500).to_string(),
            _ => path += &draw.name(),
        }
    }
    path
}

const KINDS: [Kind; 17] = [
    Kind {
        name: "paths",
        line: |draw, names| format!("https://t.test{}", path(draw, names)),
    },
    Kind {
        name: "hosts",
        line: |draw, names| format!("//{}.t.test{}", one(draw, names), path(draw, names)),
    },
    Kind {
        name: "queries",
        line: |draw, names| {
            let (name, other) = (one(draw, names), draw.word());
            let (value, text) = (draw.below(99), draw.name());
            format!("https://t.test/{other}?{name}={value}&{other}={text}")
        },
    },
    Kind {
        name: "logs",
        line: |draw, names| {
            let method = draw.of(&["GET", "POST", "get", "G\\x45T", "-"]);
            let (address, status) = (draw.below(4), draw.of(&["200", "302", "404", "500"]));
            let path = path(draw, names);
            format!(
                "10.0.0.{address} - - [23/Nov/2026:10:00:00 +0000] \"{method} {path} HTTP/1.1\" {status} 5 \"-\" \"-\""
            )
        },
    },
    Kind {
        name: "requests",
        line: |draw, names| {
            let method = draw.of(&["GET", "POST", "DELETE"]);
            let (path, name, value) = (path(draw, names), one(draw, names), draw.word());
            format!(
                "{{\"method\":\"{method}\",\"url\":\"https://t.test{path}\",\"body\":\"{name}={value}\"}}"
            )
        },
    },
    Kind {
        name: "tables",
        line: |draw, names| {
            let (path, status) = (path(draw, names), draw.of(&["200", "404"]));
            format!("https://t.test{path},{status},{}", draw.below(9000))
        },
    },
    Kind {
        name: "hostile bytes",
        line: |draw, names| {
            let mut line = format!("https://t.test{}", path(draw, names));
            for _ in 0..draw.below(6) {
                let signs = [
                    "\0", "%", "%2", "\u{202e}", "\r", "\"", "\\", "//", ";", "%25%3",
                ];
                let at = ["https://t.test".len(), line.len()][draw.below(2)];
                line.insert_str(at, draw.of(&signs));
            }
            line
        },
    },
    Kind {
        name: "slugs",
        line: |draw, names| {
            let (first, last) = (one(draw, names), draw.below(30));
            format!(
                "https://t.test/{}/{first}-{}-{last}",
                draw.word(),
                draw.name()
            )
        },
    },
    Kind {
        name: "numbered names",
        line: |draw, names| {
            let (first, second) = (one(draw, names), one(draw, names));
            format!(
                "https://t.test/{first}{}/{second}{}",
                draw.below(9),
                draw.below(40)
            )
        },
    },
    Kind {
        name: "names below ids",
        line: |draw, names| {
            let (id, name) = (draw.below(12), one(draw, names));
            format!("https://t.test/{}/{id}/{name}/{}", draw.word(), draw.name())
        },
    },
    Kind {
        name: "rounds",
        line: |draw, names| {
            let mut line = String::from("https://t.test");
            for _ in 0..4 + draw.below(6) {
                line.push('/');
                line += &names[draw.below(3)];
            }
            line
        },
    },
    Kind {
        name: "frames",
        line: |draw, names| {
            let (name, id) = (one(draw, names), draw.below(300));
            format!("https://t.test/{}/{name}-x/prid/{id}", draw.name())
        },
    },
    Kind {
        name: "administrations",
        line: |draw, names| {
            let (section, page) = (draw.of(&["admin", "settings", "x/admin"]), one(draw, names));
            format!("https://t.test/{section}/{page}-{}", draw.word())
        },
    },
    Kind {
        name: "editions",
        line: |draw, names| {
            let edition = draw.of(&["de", "en", "fr", "pt-br", "zh_CN", "mirror"]);
            format!("https://t.test/{edition}{}", path(draw, names))
        },
    },
    Kind {
        name: "other languages",
        line: |draw, names| {
            let things = draw.of(&[
                "usuarios",
                "produits",
                "%D0%B7%D0%B0%D0%BA%D0%B0%D0%B7%D1%8B",
            ]);
            let action = draw.of(&["borrar", "ajouter", "loeschen", "quil", "nuevo"]);
            format!("https://t.test/{things}/{}/{action}", one(draw, names))
        },
    },
    Kind {
        name: "sequences",
        line: |draw, names| {
            let mut line = String::new();
            for second in 0..=draw.below(6) {
                let step = [one(draw, names), draw.of(&["GET", "POST"])].join("|");
                let number = second.to_string();
                line.push_str(&["/", &step, "|", &number, " "].concat());
            }
            line
        },
    },
    Kind {
        name: "texts",
        line: |draw, names| {
            let mut line = String::new();
            for _ in 0..4 + draw.below(16) {
                line += one(draw, names);
                line += draw.of(&[" ", " ", ", ", " 7 "]);
            }
            line
        },
    },
];

/// The settings of a list, by its number.
fn settings(number: usize, kind: &Kind) -> Builder {
    let two = NonZeroU32::new(2).expect("not zero");
    let settings = Sift::builder();
    match kind.name {
        "sequences" => {
            let shingle = NonZeroUsize::new(1 + number % 2).expect("not zero");
            return settings.records(Records::Events { shingle }.terms());
        }
        "texts" => {
            let thresholds = [60.0, 80.0, 95.0];
            let settings = settings.records(Records::Texts.terms());
            return settings.threshold(thresholds[number % thresholds.len()]);
        }
        _ => {}
    }
    match number % 14 {
        0..=2 => settings,
        3 | 4 => settings.two_pass(true),
        5 => settings.samples(two),
        6 => settings.suspects(two),
        7 => settings.literal(true),
        8 => settings.literal(true).threshold(70.0),
        9 => settings.threshold(80.0),
        10 => settings.learn(false),
        11 => settings.params(ParamMode::Names),
        12 => settings.merge_hosts(true),
        _ => settings.metric(Metric::SimHash).threshold(90.0),
    }
}

/// A list, with what it is decided by.
struct List {
    name: String,
    settings: Builder,
    bytes: Vec<u8>,
}

impl List {
    fn new(number: usize) -> Self {
        let kind = &KINDS[number % KINDS.len()];
        let of_kind = number / KINDS.len();
        let mut draw = Draw(number as u64);
        let names = draw.names();
        let mut bytes = Vec::new();
        if kind.name == "tables" {
            bytes.extend_from_slice(b"url,status,length\n");
        }
        for _ in 0..20 + draw.below(131) {
            bytes.extend(
                (kind.line)(&mut draw, &names)
                    .bytes()
                    .filter(|byte| *byte != b'\n'),
            );
            bytes.push(b'\n');
        }
        Self {
            name: format!("list {number} of {}", kind.name),
            settings: settings(of_kind, kind),
            bytes,
        }
    }

    /// Returns a longer one, with the same lines on other hosts, that threads share.
    fn grown(&self) -> Vec<u8> {
        const ENOUGH: usize = 200_000;
        let text = String::from_utf8_lossy(&self.bytes);
        let mut grown = String::new();
        let mut copy = 0;
        while grown.len() < ENOUGH {
            grown += &text.replace("t.test", &format!("t{copy}.test"));
            copy += 1;
        }
        grown.into_bytes()
    }

    /// Returns the lines that are printed.
    fn printed(&self, bytes: &[u8], key: u64, threads: usize) -> Vec<u8> {
        let settings = self.settings.clone().seed([key, key.wrapping_mul(31)]);
        let mut sift = settings.build().expect("the settings are valid");
        let threads = NonZeroUsize::new(threads).expect("not zero");
        let run = || {
            Run::new([Source::reader("list", std::io::Cursor::new(bytes.to_vec()))])
                .threads(threads)
        };
        if sift.needs_survey() {
            run().survey(&mut sift).expect("it can be read");
            sift.restart();
        }
        let mut printed = Vec::new();
        run()
            .filter(&mut sift, &mut printed)
            .expect("memory takes it");
        printed
    }

    /// Returns what changes its lines, if anything does.
    fn difference(&self, keys: u64) -> Option<String> {
        let wanted = self.printed(&self.bytes, 0, 1);
        for key in 1..keys {
            if self.printed(&self.bytes, key, 1) != wanted {
                return Some(format!("{}: key {key}", self.name));
            }
        }
        let grown = self.grown();
        let wanted = self.printed(&grown, 0, 1);
        for (key, threads) in [(0, 2), (1, 1), (2, 2)] {
            if self.printed(&grown, key, threads) != wanted {
                return Some(format!(
                    "{}, grown: key {key}, threads {threads}",
                    self.name
                ));
            }
        }
        None
    }
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number = |usual: usize| match arguments.next() {
        Some(text) => text.parse().expect("a number"),
        None => usual,
    };
    let lists = number(850);
    let keys = number(200) as u64;
    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let lines = AtomicUsize::new(0);
    let differences = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= lists {
                        return;
                    }
                    let list = List::new(number);
                    let count = list.bytes.split(|byte| *byte == b'\n').count() - 1;
                    lines.fetch_add(count, Ordering::Relaxed);
                    if let Some(difference) = list.difference(keys) {
                        let mut all = differences.lock().expect("no thread has ended");
                        all.push(difference);
                    }
                }
            });
        }
    });
    let differences = differences.into_inner().expect("no thread has ended");
    for difference in &differences {
        println!("{difference}");
    }
    println!(
        "{lists} lists of {} lines under {keys} keys, and longer ones in one thread and two: {} differ, in {:.0} s",
        lines.into_inner(),
        differences.len(),
        start.elapsed().as_secs_f64()
    );
    let _ = std::io::stdout().flush();
    if differences.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
