//! The templates of a hostile list add up to it. The rules made of them are read by their readers,
//! match the lines that they are said to match, and say nothing of another host.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use regex::RegexBuilder;
use urlsift::explain::UrlPart;
use urlsift::export::{LearnedRules, Routes};
use urlsift::lists::Templates;
use urlsift::settings::UrlRules;
use urlsift::{Builder, Sift};

/// The most lines of a case; more only make it slow.
const MOST_LINES: usize = 40;

/// Memory for a regular expression, in bytes.
const MOST_MEMORY: usize = 1 << 24;

const HOSTS: [&str; 8] = [
    "a.example",
    "*",
    "*.example",
    "(a+)+$",
    "[::1]:8080",
    "",
    "[^x]",
    "b.example:81",
];

const NAMES: [&str; 16] = [
    "*",
    "$",
    ".*",
    "(a+)+$",
    "${HOME}",
    "x|y",
    "[a",
    "17",
    "quartz",
    "basalt",
    "admin",
    "1_2_3.php",
    "%2F",
    "\u{e9}",
    "{int}",
    "https://b.example",
];

#[derive(Arbitrary, Debug)]
enum Line {
    Built {
        host: u8,
        names: Vec<u8>,
        end: Vec<u8>,
    },
    /// A name of many numbers.
    Numbers(u8, u8),
    /// A long path, or many parameters.
    Long {
        count: u16,
        is_path: bool,
    },
    Raw(Vec<u8>),
}

fn bytes(line: &Line) -> Vec<u8> {
    match line {
        Line::Built { host, names, end } => {
            let path: String = names
                .iter()
                .take(12)
                .flat_map(|name| ["/", NAMES[usize::from(*name) % 16]])
                .collect();
            let host = HOSTS[usize::from(*host) % 8];
            let start = if host.is_empty() { "" } else { "https://" };
            [format!("{start}{host}{path}").as_bytes(), end].concat()
        }
        Line::Numbers(count, end) => {
            let numbers: Vec<String> = (0..*count).map(|number| number.to_string()).collect();
            format!(
                "https://a.example/{}.{}",
                numbers.join("_"),
                NAMES[usize::from(*end) % 16]
            )
            .into_bytes()
        }
        Line::Long { count, is_path } => {
            let between = if *is_path { "/a" } else { "&a" };
            let parts: String = (0..count % 500)
                .map(|number| format!("{between}{number}"))
                .collect();
            format!(
                "https://a.example/x{}{parts}",
                if *is_path { "" } else { "?a" }
            )
            .into_bytes()
        }
        Line::Raw(raw) => raw.iter().copied().filter(|byte| *byte != b'\n').collect(),
    }
}

fuzz_target!(|lines: Vec<Line>| {
    let lines: Vec<Vec<u8>> = lines.iter().take(MOST_LINES).map(bytes).collect();
    let templates = Templates::of(Builder::default(), &lines).expect("the settings are valid");
    let counted: u64 = templates.iter().map(|template| template.lines).sum();
    assert_eq!(counted, templates.lines);
    assert_eq!(
        templates.lines + templates.not_urls + templates.others,
        lines.len() as u64
    );
    for endpoint in templates.endpoints() {
        assert!(
            endpoint
                .templates
                .iter()
                .all(|template| !template.to_string().is_empty())
        );
        assert!(
            endpoint
                .parameters()
                .iter()
                .all(|parameter| parameter.lines <= endpoint.lines())
        );
    }

    let sift = Sift::builder().build().expect("the settings are valid");
    let part = |line: &[u8], part| {
        let mut text = Vec::new();
        sift.scanner().append_part(line, part, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    };
    let routes = Routes::of(&templates);
    let places: Vec<(String, String)> = lines
        .iter()
        .map(|line| (part(line, UrlPart::Host), part(line, UrlPart::Path)))
        .collect();
    for (number, route) in routes.iter().enumerate() {
        let built = RegexBuilder::new(&route.url_regex())
            .size_limit(MOST_MEMORY)
            .build();
        let regex = match built {
            Err(regex::Error::CompiledTooBig(_)) => continue,
            built => built.expect("a reader takes it"),
        };
        for (host, path) in &places {
            if routes.find(host, path) == Some(number) && !path.is_empty() {
                assert!(
                    regex.is_match(&format!("{host}{path}")),
                    "{host}{path}: {regex}"
                );
            }
            let is_foreign =
                !route.host.is_empty() && regex.is_match(&format!("https://c.example{path}"));
            assert!(!is_foreign, "{path}: {regex}");
        }
    }
    let rules = LearnedRules::of(&templates).rules().to_string();
    UrlRules::read(&rules).unwrap_or_else(|error| panic!("{error}: {rules}"));
});
