//! Lists with the verdicts, templates and saved bytes that every package has to give: the library
//! here, and the packages for Go, Node, Python and Spark in their own tests.

use std::fmt::Write;
use std::{env, fs};

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use urlsift::crawl::{Answer, Crawl, Limits, Next, Ticket};
use urlsift::explain::templates::learned_shape;
use urlsift::memory::Recorder;
use urlsift::settings::{ByName, RecordSettings};
use urlsift::{Builder, Error, Filter as _, Sift, Verdict};

use crate::lists;

const FILE: &str = "testdata/vectors.json";
const SEED: &str = "000000000000000100000000000000ff";

/// URLs that hosts, ports, escapes, schemes and blanks make hard, with lines that are not URLs.
const HARD: &[&str] = &[
    "https://Shop.example:443/User/17/edit?id=4&utm_source=mail#top",
    "http://shop.example/User/18/edit?id=5",
    "HTTPS://SHOP.EXAMPLE/a/../User/19/edit?id=6",
    "https://shop.example:8443/User/17/edit?id=4",
    "shop.example/User/20/edit?id=7",
    "//shop.example/User/21/edit?id=8",
    "/User/22/edit?id=9",
    "https://b\u{fc}cher.example/stra\u{df}e/1",
    "https://xn--bcher-kva.example/stra%C3%9Fe/2",
    "https://b\u{fc}cher.example/stra\u{df}e/caf\u{e9}",
    "https://[2001:db8::1]/user/1",
    "https://[2001:DB8:0:0::1]:443/user/2",
    "http://127.1/login",
    "http://127.0.0.1/login",
    "https://example.com/%7Eann/%61dmin",
    "https://example.com/~ann/admin",
    "https://example.com/2026/11/27/a-title-of-many-words-in-a-row",
    "https://example.com/2025/01/02/another-title-of-words-here",
    "https://example.com/item/0f8fad5b-d9cb-469f-a165-70867728950e",
    "https://example.com/item/7c9e6679-7425-40de-944b-e07fc1f90ae7",
    "https://example.com/de-CH/shop;jsessionid=1A2B3C4D5E6F7A8B?PHPSESSID=0123456789abcdef0123456789abcdef",
    "https://example.com/fr-FR/shop",
    "https://example.com/list?sort=asc&page=1",
    "https://example.com/list?page=2&sort=desc",
    "https://example.com/list?page=3&page=4",
    "https://example.com/list?view=users",
    "https://example.com/list?view=groups",
    "https://example.com/photo.jpg",
    "https://example.com/download.pdf?id=1",
    "https://example.com/index.php?action=delete&id=1",
    "https://example.com/index.php?action=edit&id=2",
    "ftp://example.com/file/1",
    "mailto:ann@example.com",
    "javascript:void(0)",
    "see https://example.com/user/1 for more",
    "no url at all",
    "no url at all",
    "",
    "  ",
    "https://example.com/user/7\r",
    "https://example.com/user/8 200 1234",
    "\u{feff}https://example.com/user/9",
    "https://example.com/\u{1f600}/1",
];

/// Logs, compared as texts.
const TEXTS: &[&str] = &[
    "connection from 10.0.0.1 refused after 3 tries",
    "connection from 10.0.0.2 refused after 17 tries",
    "connection from 10.0.0.2 accepted",
    "disk /dev/sda1 is 91 % full",
    "disk /dev/sdb2 is 97 % full",
    "",
    "reboot",
    "user ann logged in at 12:31:07",
    "user bob logged in at 08:00:59",
];

/// Every list: a name and its lines.
fn all_lists() -> Vec<(&'static str, Vec<String>)> {
    let text = |line: Vec<u8>| String::from_utf8(line).expect("it is text");
    let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    let records = [1, 2, 3].map(|id| {
        json!({"url": format!("https://a.example/user/{id}"), "status": 200}).to_string()
    });
    vec![
        (
            "sites",
            lists::lines().into_iter().take(240).map(text).collect(),
        ),
        ("hard", owned(HARD)),
        ("texts", owned(TEXTS)),
        ("records", records.into()),
    ]
}

/// Every case: a list, and settings as Python takes them.
fn cases() -> Vec<(&'static str, Value)> {
    vec![
        ("sites", json!({})),
        ("sites", json!({"threshold": 80})),
        ("sites", json!({"threshold": 62.5, "no-learn": true})),
        ("sites", json!({"literal": true, "threshold": 85})),
        ("sites", json!({"merge-hosts": true})),
        ("sites", json!({"keep": 3})),
        ("sites", json!({"params": "names"})),
        ("sites", json!({"max-per-host": 5})),
        ("sites", json!({"two-pass": true})),
        ("sites", json!({"notes": true})),
        (
            "sites",
            json!({"notes": true, "literal": true, "threshold": 80}),
        ),
        (
            "sites",
            json!({"notes": true, "keep": 2, "metric": "simhash"}),
        ),
        ("hard", json!({})),
        ("hard", json!({"notes": true})),
        ("hard", json!({"literal": true})),
        (
            "hard",
            json!({"not-ext": ["static", "pdf"], "not-host": ["*.example.com", "127.0.0.0/8"]}),
        ),
        (
            "hard",
            json!({"ignore-param": ["view", "s*"], "protect": ["17"], "no-class": ["uuid"]}),
        ),
        ("hard", json!({"class": []})),
        (
            "hard",
            json!({"rules": ["example.com /item/* different\n# and a comment\nexample.com /*/shop same"]}),
        ),
        (
            "hard",
            json!({"weights": "host=1,path=1", "scheme": ["https"]}),
        ),
        ("texts", json!({"as": "text", "threshold": 70})),
        ("texts", json!({"as": "log", "notes": true})),
        ("records", json!({"field": "url"})),
    ]
}

/// Settings that are refused, and what is said.
fn refusals() -> Vec<Value> {
    vec![
        json!({"threshold": 0}),
        json!({"literal": true, "merge-hosts": true}),
        json!({"no-class": ["colour"]}),
        json!({"as": "text", "ignore-param": ["a"]}),
        json!({"keep": 0}),
        json!({"notes": true, "two-pass": true}),
    ]
}

/// Sets settings by the tables.
fn builder(settings: &Value) -> Result<Builder, Error> {
    let (mut builder, mut records) = (
        Sift::builder().set("seed", SEED)?,
        RecordSettings::default(),
    );
    for (name, value) in settings.as_object().expect("settings have names") {
        let text = |value: &Value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        };
        match value {
            _ if RecordSettings::of_name(name).is_ok() => {
                records = records.set(name, &text(value))?;
            }
            Value::Array(items) => {
                let items: Vec<String> = items.iter().map(text).collect();
                builder = builder.set_list(name, items.iter().map(String::as_str))?;
            }
            value => builder = builder.set(name, &text(value))?,
        }
    }
    let builder = builder.records(records.terms());
    builder.check()?;
    Ok(builder)
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |mut digits, byte| {
            let _ = write!(digits, "{byte:02x}");
            digits
        })
}

/// Adds to a case what the filter says.
fn told(list: &str, lines: &[String], settings: &Value) -> Value {
    let builder = builder(settings).unwrap_or_else(|error| panic!("{settings}: {error}"));
    let lines = || lines.iter().map(String::as_bytes);
    let mut recorder = (settings["notes"] == true)
        .then(|| Recorder::new(builder.clone()).expect("it can be built"));
    let mut plain = builder.build().expect("it can be built");
    let verdicts: Vec<Verdict> = match &mut recorder {
        Some(recorder) => lines().map(|line| recorder.admit(line)).collect(),
        None => lines().map(|line| plain.admit(line)).collect(),
    };
    let sift = recorder.as_ref().map_or(&plain, |recorder| recorder.sift());
    let printed = lines()
        .zip(&verdicts)
        .filter(|(_, verdict)| verdict.is_printed());
    let shapes: Vec<Option<String>> = printed.map(|(line, _)| learned_shape(sift, line)).collect();
    let names: Vec<&str> = verdicts.iter().map(|verdict| verdict.name()).collect();
    let mut case = json!({
        "list": list, "settings": settings, "verdicts": names.join(" "), "shapes": shapes, "kept": sift.len(),
    });
    if let Some(recorder) = &mut recorder {
        let mut saved = Vec::new();
        recorder.save(&mut saved).expect("memory takes it");
        case["saved"] = digest(&saved).into();
    }
    case
}

/// Every crawl: its limits and settings. All take links of the first list and of traps.
fn crawls() -> Vec<(Value, Value)> {
    vec![
        (json!({}), json!({})),
        (
            json!({"keep": 1, "failures": 2}),
            json!({"threshold": 90, "not-ext": ["static"]}),
        ),
        (
            json!({"keep": 2, "depth": 4, "parameter_sets": 2, "hosts_per_domain": 1, "requests_per_host": 6}),
            json!({"no-learn": true}),
        ),
    ]
}

fn limits(given: &Value) -> Limits {
    let mut limits = Limits::default();
    for (name, limit) in limits.by_name() {
        if let Some(number) = given[name].as_u64() {
            *limit = u32::try_from(number).expect("it is small");
        }
    }
    limits
}

/// Plays a crawl: each step is a call with its arguments, and last what it returns.
fn played(limits_given: &Value, settings: &Value, links: &[String]) -> Value {
    let mut crawl = Crawl::new(
        builder(settings).expect("they are right"),
        limits(limits_given),
    )
    .expect("it can be built");
    let next = |next: Option<Next>| {
        next.map_or_else(String::new, |next| {
            format!("{} {}", next.ticket.number(), next.url)
        })
    };
    let (mut steps, mut open) = (vec![json!(["fetched", links[0], ""])], 0);
    crawl.fetched(&links[0]);
    for (at, link) in links.iter().enumerate() {
        let taken = crawl.take(link);
        steps.push(json!([
            "take",
            link,
            taken.map_or_else(|why| why.name().to_owned(), |it| it.number().to_string())
        ]));
        if at % 3 != 0 {
            continue;
        }
        let (number, ticket) = (open.to_string(), Ticket::from(open));
        steps.push(match open % 5 {
            0 => json!(["failed", number, next(crawl.failed(ticket))]),
            1 => json!(["released", number, next(crawl.released(ticket))]),
            2 => {
                let address = format!("https://elsewhere.example/{open}/login");
                let answer = Answer {
                    address: &address,
                    status: 200,
                    ..Answer::default()
                };
                json!([
                    "done",
                    number,
                    "200",
                    address,
                    "",
                    next(crawl.done(ticket, &answer))
                ])
            }
            kind => {
                let (status, digest) = (
                    [404, 200][usize::from(kind == 4)],
                    format!("digest {}", open % 4),
                );
                let answer = Answer {
                    status,
                    digest: Some(digest.as_bytes()),
                    ..Answer::default()
                };
                json!([
                    "done",
                    number,
                    status.to_string(),
                    "",
                    digest,
                    next(crawl.done(ticket, &answer))
                ])
            }
        });
        open += 1;
    }
    let saved = digest(&crawl.save().expect("it can be saved"));
    json!({"limits": limits_given, "settings": settings, "steps": steps, "templates": crawl.templates(), "saved": saved})
}

/// The whole file: a line for each line of a list and each case.
fn file() -> String {
    let (lists, mut rows) = (all_lists(), Vec::new());
    let of = |name: &str| {
        &lists
            .iter()
            .find(|(other, _)| *other == name)
            .expect("there is such a list")
            .1
    };
    let rows_of = |values: Vec<Value>| {
        values
            .iter()
            .map(|value| format!("    {value}"))
            .collect::<Vec<_>>()
            .join(",\n")
    };
    for (name, lines) in &lists {
        let lines = rows_of(lines.iter().map(|line| json!(line)).collect());
        rows.push(format!("  \"{name}\": [\n{lines}\n  ]"));
    }
    let cases = cases()
        .iter()
        .map(|(list, settings)| told(list, of(list), settings))
        .collect();
    let refused = |settings: Value| {
        let built = builder(&settings).and_then(|builder| {
            if settings["notes"] == true {
                Recorder::new(builder).map(|_| ())
            } else {
                builder.build().map(|_| ())
            }
        });
        let said = built.expect_err("it is refused").to_string();
        Value::Object(Map::from_iter([
            ("settings".into(), settings),
            ("said".into(), said.into()),
        ]))
    };
    let refusals = refusals().into_iter().map(refused).collect();
    let traps = (0..40).flat_map(|at| {
        let (deep, names) = ("deeper/".repeat(at % 9), ["a", "b", "c", "d", "e"][at % 5]);
        [
            format!(
                "https://shop.example/calendar?month=2026-{:02}",
                at % 12 + 1
            ),
            format!("https://shop{at}.example.com/{deep}"),
            format!(
                "https://shop.example/list?{names}=1&{}=2",
                ["x", "y"][at % 2]
            ),
            format!("https://shop.example/item/{at}/photo.jpg"),
        ]
    });
    let links: Vec<String> = of("sites").iter().take(90).cloned().chain(traps).collect();
    let crawls = crawls()
        .iter()
        .map(|(limits, settings)| played(limits, settings, &links))
        .collect();
    format!(
        "{{\n\"seed\": \"{SEED}\",\n\"lists\": {{\n{}\n}},\n\"cases\": [\n{}\n],\n\"refusals\": [\n{}\n],\n\"crawls\": [\n{}\n]\n}}\n",
        rows.join(",\n"),
        rows_of(cases),
        rows_of(refusals),
        rows_of(crawls)
    )
}

#[test]
fn vectors_are_up_to_date() {
    let now = file();
    if env::var_os("UPDATE").is_some() {
        fs::write(FILE, &now).expect("it can be written");
    }
    let read: Value = serde_json::from_str(&now).expect("it is JSON");
    assert!(
        read["cases"]
            .as_array()
            .is_some_and(|cases| cases.len() > 20)
    );
    let hint = "`UPDATE=1 cargo test --test repository vectors` writes it anew";
    assert!(
        fs::read_to_string(FILE).unwrap_or_default() == now,
        "{FILE} is not what the library says; {hint}"
    );
}
