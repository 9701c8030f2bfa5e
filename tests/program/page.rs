//! `--report`: a page that browsers read as it was meant, whatever is in the list, and that changes
//! nothing of the run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use html5gum::{DefaultEmitter, Token, Tokenizer};
use serde_json::Value;

use crate::program::{argument, kept, list, outcome, refusal, run};

/// A page as browsers read it.
#[derive(Default)]
pub(crate) struct Dom {
    /// Each element's name and attributes.
    elements: Vec<(String, BTreeMap<String, String>)>,
    /// By the section that they belong to: the rows of each table, the heading included, as the
    /// texts of their cells.
    tables: BTreeMap<String, Vec<Vec<String>>>,
    /// The rows of the tree: how deep each is, its name, and its numbers.
    pub(crate) places: Vec<(usize, String, String)>,
    /// What is text, all of it, without style and script.
    pub(crate) text: String,
    style: String,
    script: String,
}

impl Dom {
    pub(crate) fn of(page: &str) -> Self {
        let mut emitter = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        let (mut dom, mut open, mut table) = (Self::default(), Vec::new(), String::new());
        let mut span = String::new();
        for token in Tokenizer::new_with_emitter(page, emitter) {
            match token.unwrap() {
                Token::StartTag(tag) => {
                    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
                    let name = text(&tag.name);
                    let attributes: BTreeMap<_, _> = tag
                        .attributes
                        .iter()
                        .map(|(name, value)| (text(name), text(value)))
                        .collect();
                    match name.as_str() {
                        "table" => {
                            table.clone_from(&attributes["aria-labelledby"]);
                            dom.tables.insert(table.clone(), Vec::new());
                        }
                        "span" => {
                            span = attributes.get("class").cloned().unwrap_or_default();
                            if span == "path" {
                                let depth = open.iter().filter(|name| *name == "ul").count();
                                dom.places.push((depth, String::new(), String::new()));
                            }
                        }
                        "tr" => dom.tables.get_mut(&table).unwrap().push(Vec::new()),
                        "th" | "td" => {
                            dom.tables
                                .get_mut(&table)
                                .unwrap()
                                .last_mut()
                                .unwrap()
                                .push(String::new());
                        }
                        _ => {}
                    }
                    let is_void = ["meta", "input"].contains(&name.as_str()) || tag.self_closing;
                    if !is_void {
                        open.push(name.clone());
                    }
                    dom.elements.push((name, attributes));
                }
                Token::EndTag(tag) => {
                    assert_eq!(
                        open.pop().unwrap().as_bytes(),
                        &**tag.name,
                        "elements are nested"
                    );
                }
                Token::String(text) => {
                    let text = std::str::from_utf8(&text).unwrap();
                    match open.last().map(String::as_str) {
                        Some("style") => dom.style += text,
                        Some("script") => dom.script += text,
                        _ => dom.text += text,
                    }
                    match (span.as_str(), dom.places.last_mut()) {
                        _ if !open.iter().any(|name| name == "span") => {}
                        ("path", Some((_, name, _))) => *name += text,
                        ("lines", Some((.., numbers))) => *numbers += text,
                        _ => {}
                    }
                    if open.iter().any(|name| name == "th" || name == "td") {
                        *dom.tables
                            .get_mut(&table)
                            .unwrap()
                            .last_mut()
                            .unwrap()
                            .last_mut()
                            .unwrap() += text;
                    }
                }
                Token::Doctype(_) => {}
                other => panic!("{other:?}"),
            }
        }
        assert!(open.is_empty(), "{open:?}");
        dom
    }

    pub(crate) fn all<'d>(
        &'d self,
        name: &'d str,
    ) -> impl Iterator<Item = &'d BTreeMap<String, String>> {
        self.elements
            .iter()
            .filter(move |(element, _)| element == name)
            .map(|(_, attributes)| attributes)
    }

    /// The rows of a table without its heading; none if the table is missing.
    pub(crate) fn rows(&self, table: &str) -> &[Vec<String>] {
        self.tables.get(table).map_or(&[], |rows| &rows[1..])
    }

    /// The number in a column of the row of this name.
    fn number(&self, table: &str, name: &str, column: usize) -> u64 {
        let row = self.rows(table).iter().find(|row| row[0].starts_with(name));
        number(&row.unwrap_or_else(|| panic!("{table} has no row of {name}"))[column])
    }
}

/// The numbers of a row of the tree.
fn lines_and_kept(text: &str) -> (u64, u64) {
    let numbers: Vec<u64> = text
        .split(", ")
        .map(|text| number(text.split(' ').next().unwrap()))
        .collect();
    (numbers[0], numbers[1])
}

fn number(text: &str) -> u64 {
    text.replace(',', "")
        .parse()
        .unwrap_or_else(|_| panic!("{text:?} is no number"))
}

/// Runs the program on a list and returns the page with standard output and standard error.
fn report(arguments: &[&str], input: &[u8]) -> (String, Vec<u8>, String) {
    let scratch = tempfile::tempdir().unwrap();
    let page = scratch.path().join("page.html");
    let output = run(&[arguments, &["--report", argument(&page)]].concat(), input);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{arguments:?}: {:?}",
        outcome(&output)
    );
    let message = outcome(&output).2;
    (fs::read_to_string(page).unwrap(), output.stdout, message)
}

/// What people write to break pages, terminals and readers.
pub(crate) const HOSTILE: &str = "https://a.example/<script>alert(1)</script>\n\
    https://a.example/\"><img src=x onerror=alert(1)>?<b>=1\n\
    https://a.example/</code></script></style><!--\n\
    https://a.example/<![CDATA[&lt;script&gt;]]>&#60;script&#62;\n\
    javascript:alert(document.domain)\n\
    <a href=\"javascript:alert(1)\">here</a>\n\
    data:text/html,<script>alert(1)</script>\n\
    https://a.example/\u{202e}txt.exe/\u{2066}\u{200b}\u{feff}x\n\
    https://\u{202e}moc.evil.example/' onmouseover='alert(1)\n\
    https://a.example/\u{1b}[31m\u{1b}]0;title\u{7}/\u{85}\u{0}x\u{2028}y\n\
    https://a.example/tag/<i>quokka</i>\nhttps://a.example/tag/<svg/onload=alert(2)>\nhttps://a.example/tag/wombat\n\
    https://a.example/{int}/{word}/%3Cscript%3E\n";

/// A list in which something is dropped, learned, repeated, empty and not a URL.
fn mixed() -> Vec<u8> {
    let mut list = String::new();
    for line in 0..3000 {
        let animals = [
            "quokka", "wombat", "numbat", "dingo", "bilby", "quoll", "bettong",
        ];
        let animal = animals[line / 5 % animals.len()];
        let _ = match line % 5 {
            0 => writeln!(
                list,
                "https://shop{}.example/item/{line}?ref={}",
                line % 7,
                line % 3
            ),
            1 => writeln!(list, "https://zoo.example/zork/{animal}/{}", line % 2),
            2 => writeln!(list, "/paths/alone/{line}"),
            3 => writeln!(list, "ftp://files.example/{animal}/{line}.zip"),
            _ => writeln!(
                list,
                "{}",
                ["", "not a url at all", "neither is this"][line % 3]
            ),
        };
    }
    let mut list = list.into_bytes();
    list.extend(b"https://bytes.example/caf\xe9/\xff\xfe\n");
    list
}

/// All ways to write the output, with the options that change it.
const FORMS: [&[&str]; 10] = [
    &[],
    &["--dropped"],
    &["-k", "3"],
    &["--two-pass", "-j1"],
    &["--explain"],
    &["--count"],
    &["--count", "--print", "shape"],
    &["--format", "jsonl"],
    &["-t", "70", "--invalid", "drop"],
    &["--literal", "--print", "shape", "-d"],
];

#[test]
fn a_page_changes_nothing_of_the_output() {
    let mut input = mixed();
    // Longer than what is compared.
    input.extend(
        [
            b"https://a.example/".as_slice(),
            &[b'x'; 16].repeat(1 << 17),
            b"\nhttps://a.example/last",
        ]
        .concat(),
    );
    for form in FORMS {
        let plain = run(form, &input);
        let (_, stdout, message) = report(form, &input);
        assert!(plain.stdout == stdout, "{form:?}");
        assert_eq!(outcome(&plain).2, message, "{form:?}");
    }
    let nul: Vec<u8> = input
        .iter()
        .map(|&byte| if byte == b'\n' { 0 } else { byte })
        .collect();
    for form in [&["-z"][..], &["-zd"]] {
        assert!(report(form, &nul).1 == kept(form, &nul), "{form:?}");
    }
    let text = String::from_utf8_lossy(&mixed()).into_owned();
    let wide: Vec<u8> = "\u{feff}"
        .chars()
        .chain(text.chars())
        .collect::<String>()
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert!(report(&["-q"], &wide).1 == kept(&["-q"], &wide), "UTF-16");
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("few.txt");
    assert!(report(&["-o", argument(&file)], &input).1.is_empty());
    assert!(fs::read(file).unwrap() == kept(&[], &input));
}

#[test]
fn the_page_says_what_the_statistics_say() {
    for form in [
        &[][..],
        &["-k", "3"],
        &["--two-pass"],
        &["-t", "80"],
        &["--no-learn"],
        &["--metric", "simhash"],
    ] {
        let input = mixed();
        let (page, _, message) = report(&[form, &["--stats=json"]].concat(), &input);
        let (page, statistics): (_, Value) =
            (Dom::of(&page), serde_json::from_str(&message).unwrap());
        let of = |name: &str| statistics[name].as_u64().unwrap();
        for (row, name) in [
            ("Kept: similar to no", "kept"),
            ("Dropped", "similar"),
            ("Not a URL", "not_url"),
            ("Not a URL, repeated", "repeated"),
            ("Empty", "empty"),
        ] {
            assert_eq!(page.number("lines", row, 1), of(name), "{form:?} {row}");
        }
        let sum = |table: &str, column: usize| {
            page.rows(table)
                .iter()
                .map(|row| number(&row[column]))
                .sum::<u64>()
        };
        let urls = of("kept") + of("samples") + of("similar");
        // One host has one line only, and is in no row.
        let kept = of("kept") + of("samples");
        assert_eq!(
            (sum("hosts", 1) + 1, sum("hosts", 2) + 1),
            (urls, kept),
            "{form:?}"
        );
        assert_eq!(page.rows("hosts").len(), 10, "{form:?}");
        assert!(
            page.text
                .contains("10 hosts have more than one line. 1 has one line only."),
            "{}",
            page.text
        );
        for host in ["zoo.example", "ftp://files.example", "no host"] {
            assert!(page.number("hosts", host, 1) > 0);
        }
        // The tree has all of them.
        let in_tree = |depth: usize| {
            let rows = page
                .places
                .iter()
                .filter(move |(other, ..)| *other == depth);
            rows.map(|(.., numbers)| lines_and_kept(numbers))
                .fold((0, 0), |sum, row| (sum.0 + row.0, sum.1 + row.1))
        };
        assert_eq!(in_tree(1), (urls, kept), "{form:?}: {:?}", page.places);
        assert!(in_tree(2).0 <= urls && in_tree(2).1 <= kept);
        assert!(
            form != ["--no-learn"] || in_tree(2).0 > 0,
            "the zoo has animals"
        );
        assert_eq!(
            page.places.iter().filter(|(depth, ..)| *depth == 1).count(),
            11
        );
        // Names that are not UTF-8 are written by their bytes.
        assert!(
            page.places
                .iter()
                .any(|(depth, name, _)| (*depth, name.as_str())
                    == (1, "bytes.example/caf%E9/%FF%FE"))
        );
        assert_eq!(
            page.all("svg")
                .filter(|svg| svg.get("class").is_some_and(|class| class == "chart"))
                .count(),
            2
        );
        assert!(form == ["-t", "80"] || sum("groups", 1) == urls, "{form:?}");
        let learned: Vec<_> = statistics["learned_positions"]
            .as_array()
            .unwrap()
            .iter()
            .collect();
        assert!(
            learned.is_empty() == page.rows("learned").is_empty(),
            "{form:?}"
        );
        for position in learned {
            let name = position["position"].as_str().unwrap();
            assert_eq!(
                page.number("learned", name, 1),
                position["lines"].as_u64().unwrap()
            );
            assert_eq!(
                page.number("learned", name, 2),
                position["names"].as_u64().unwrap()
            );
            let row = page
                .rows("learned")
                .iter()
                .find(|row| row[0].starts_with(name))
                .unwrap();
            for rare in position["suspects"].as_array().unwrap() {
                assert!(row[0].contains(rare.as_str().unwrap()), "{row:?}");
            }
        }
        assert_eq!(page.rows("noturls").len(), 2);
        assert!(
            page.rows("noturls")[0][1].starts_with("stdin:"),
            "{:?}",
            page.rows("noturls")
        );
    }
}

/// Lines that were not selected are counted by the option that they fail, and by nothing else.
#[test]
fn what_was_not_selected_is_counted_by_its_reason() {
    let selection = [
        "--not-ext",
        "zip",
        "--host",
        "*.example",
        "--max-per-host",
        "2",
        "--stats=json",
    ];
    let (page, _, message) = report(&selection, &mixed());
    let (page, statistics): (_, Value) = (Dom::of(&page), serde_json::from_str(&message).unwrap());
    for reason in ["not-ext", "host", "max-per-host"] {
        let count = statistics["unwanted_by"][reason].as_u64().unwrap();
        assert_eq!(
            page.number("lines", &format!("Not selected: --{reason}"), 1),
            count
        );
    }
    assert_eq!(
        page.number("lines", "Kept: similar to no", 1),
        statistics["kept"].as_u64().unwrap()
    );
    // What was not compared is of no host; what was too much of a host is of that.
    assert!(
        page.rows("hosts")
            .iter()
            .all(|row| row[0].ends_with(".example") && number(&row[2]) <= 2)
    );
    assert!(page.rows("hosts").iter().any(|row| number(&row[2]) == 2));
}

/// A list of fewer lines than the sample has is looked at as a whole.
#[test]
fn similarities_and_thresholds_of_a_short_list_are_those_of_all_lines() {
    let input: Vec<u8> = mixed()
        .split_inclusive(|&byte| byte == b'\n')
        .take(2000)
        .flatten()
        .copied()
        .collect();
    let page = Dom::of(&report(&["-t", "85"], &input).0);
    let sweep: Value = serde_json::from_slice(&kept(&["sweep", "--json"], &input)).unwrap();
    let mut compared = 0;
    for row in page.rows("thresholds") {
        let threshold: u64 = row[0].split(' ').next().unwrap().parse().unwrap();
        let is_of = |level: &&Value| {
            (level["lowest"].as_u64().unwrap()..=level["highest"].as_u64().unwrap())
                .contains(&threshold)
        };
        let level = sweep["thresholds"]
            .as_array()
            .unwrap()
            .iter()
            .find(is_of)
            .unwrap();
        assert_eq!(
            number(&row[1]),
            level["kept"].as_u64().unwrap(),
            "{threshold}"
        );
        compared += 1;
    }
    assert_eq!(compared, 7);
    assert!(page.text.contains("85 % this run"));
    let mut expected = BTreeMap::new();
    for line in String::from_utf8(kept(&["-t", "85", "--format", "jsonl"], &input))
        .unwrap()
        .lines()
    {
        let line: Value = serde_json::from_str(line).unwrap();
        if let Some(percent) = line["percent"].as_f64() {
            *expected.entry(percent as i64).or_insert(0) += 1;
        }
    }
    assert!(!expected.is_empty());
    for start in 85..=100 {
        let name = if start == 100 {
            "100 %".to_owned()
        } else {
            format!("{start} to {} %", start + 1)
        };
        assert_eq!(
            page.number("similarity", &name, 1),
            expected.get(&start).copied().unwrap_or(0),
            "{name}"
        );
    }
}

#[test]
fn groups_have_a_shape_and_lines_of_the_list() {
    let mut input = String::new();
    for line in 0..1000 {
        writeln!(input, "https://a.example/item/{line}").unwrap();
        writeln!(input, "https://b.example/unique{}/", "x".repeat(line + 1)).unwrap();
    }
    let page = Dom::of(&report(&["--no-learn"], input.as_bytes()).0);
    let first = &page.rows("groups")[0];
    assert!(
        first[0].starts_with("https://a.example/item/{int}Lines"),
        "{first:?}"
    );
    assert_eq!((&*first[1], page.rows("groups").len()), ("1,000", 100));
    let lines: Vec<&str> = first[0].split("https://a.example/item/").skip(2).collect();
    assert_eq!(
        lines,
        [
            "0dropped ",
            "63dropped ",
            "127dropped ",
            "255dropped ",
            "511"
        ]
    );
    assert!(
        page.text
            .contains("The 100 groups with the most lines, of 1,001. 1,000 have one line only."),
        "{}",
        page.text
    );
}

/// Elements and attributes that pages are made of, none of which fetches, runs or leads anywhere.
#[test]
fn nothing_of_the_list_becomes_markup() {
    let hostile = [HOSTILE.as_bytes(), b"https://a.example/caf\xe9\xff<\n"].concat();
    for form in [&[][..], &["--literal"], &["-t", "50", "-k", "9"]] {
        let (page, ..) = report(form, &[hostile.clone(), hostile.clone()].concat());
        let dom = Dom::of(&page);
        let names: BTreeSet<&str> = dom.elements.iter().map(|(name, _)| name.as_str()).collect();
        let known = "a b body code dd details div dl dt figcaption figure h1 h2 head header html i input label li main meta nav output p rect script \
            search section small span strong style summary svg table tbody td text th thead title tr ul";
        let known: BTreeSet<&str> = known.split_whitespace().collect();
        assert!(names.is_subset(&known), "{:?}", names.difference(&known));
        for (name, attributes) in &dom.elements {
            assert!(
                attributes
                    .keys()
                    .all(|name| !name.starts_with("on") && name != "src" && name != "style")
            );
            assert!(
                name != "a" || attributes["href"].starts_with('#'),
                "{attributes:?}"
            );
        }
        // One of each, and these are the program's own.
        assert_eq!(
            (dom.all("script").count(), dom.all("style").count()),
            (1, 1)
        );
        assert_eq!(
            dom.script,
            fs::read_to_string("crates/page/src/script.js").unwrap()
        );
        assert_eq!(
            dom.style,
            fs::read_to_string("crates/page/src/style.css").unwrap()
        );
        let policy = dom
            .all("meta")
            .find(|meta| meta.contains_key("http-equiv"))
            .unwrap();
        assert_eq!(policy["http-equiv"], "Content-Security-Policy");
        assert!(
            policy["content"].starts_with("default-src 'none'; style-src 'sha256-")
                && !policy["content"].contains("unsafe")
        );
        // Nothing is shown that hides or reorders what stands beside it.
        let is_harmless = |c: char| {
            c == '\n' || !(c.is_control() || "\u{202e}\u{2066}\u{200b}\u{feff}\u{2028}".contains(c))
        };
        assert!(page.chars().all(is_harmless));
        for shown in [
            "https://a.example/<script>alert(1)</script>",
            "<a href=\"javascript:alert(1)\">here</a>",
            "https://a.example/\\u{202e}txt.exe/\\u{2066}\\u{200b}\\u{feff}x",
            "\\xe9\\xff<",
            "javascript:alert(document.domain)",
        ] {
            // At 50 percent nearly all of them are one group, of which a few are shown.
            assert!(
                form.contains(&"50") || dom.text.contains(shown),
                "{form:?} {shown}: {}",
                dom.text
            );
        }
    }
}

#[test]
fn people_who_see_or_hear_the_page_know_what_belongs_together() {
    let dom = Dom::of(&report(&[], &mixed()).0);
    assert_eq!(dom.tables.len(), 7, "{:?}", dom.tables.keys());
    let ids: Vec<&String> = dom
        .elements
        .iter()
        .filter_map(|(_, attributes)| attributes.get("id"))
        .collect();
    let unique: BTreeSet<_> = ids.iter().collect();
    assert_eq!(ids.len(), unique.len(), "{ids:?}");
    for (name, attributes) in &dom.elements {
        let is_there = |id: &str| ids.iter().any(|other| *other == id);
        match name.as_str() {
            "html" => assert_eq!(attributes["lang"], "en"),
            "th" => assert!(["col", "row"].contains(&attributes["scope"].as_str())),
            "a" => assert!(is_there(&attributes["href"][1..]), "{attributes:?}"),
            "input" => assert!(
                dom.all("label")
                    .any(|label| label["for"] == attributes["id"])
            ),
            "svg" => assert_eq!(attributes["aria-hidden"], "true"),
            _ => {}
        }
        assert!(
            attributes
                .get("aria-labelledby")
                .is_none_or(|id| is_there(id)),
            "{attributes:?}"
        );
    }
    for rows in dom.tables.values() {
        assert!(
            rows.len() > 1 && rows.iter().all(|row| row.len() == rows[0].len()),
            "{rows:?}"
        );
    }
    // Only a script can search, so only a script shows that.
    assert!(
        dom.all("search")
            .all(|search| search.contains_key("hidden"))
    );
}

/// Every part of the page is as full and as long as it can be.
#[test]
fn the_page_is_bounded() {
    let hostile = "\u{202e}<\u{10ffff}".repeat(600);
    let mut input = String::new();
    for line in 0..2500 {
        let _ = writeln!(input, "https://h{line}.example/tag/zo{line}{hostile}");
        let _ = writeln!(
            input,
            "https://h{}.example/tag/qu{line}{hostile}/{line}",
            line % 300
        );
        let _ = writeln!(
            input,
            "https://h{}.example/x/{line}?{hostile}{}",
            line % 300,
            line % 300
        );
        let _ = writeln!(input, "not a url {line} {hostile}");
    }
    let (page, ..) = report(&[], input.as_bytes());
    assert!(page.len() < 3_000_000, "{}", page.len());
    let dom = Dom::of(&page);
    for (table, rows) in [("hosts", 200), ("groups", 100), ("noturls", 50)] {
        assert_eq!(dom.rows(table).len(), rows);
    }
    for said in [
        "The 600 hosts and paths with the most lines, of ",
        "The 200 hosts with the most lines, of 300 that have more than one. 2,200 have one line only.",
        "The 50 lines that came first, of 2,500.",
        "Of a sample of ",
    ] {
        assert!(dom.text.contains(said), "{said}");
    }
}

/// Neither threads nor the key of the hashes, which is drawn anew for each run, change the page.
#[test]
fn a_page_depends_on_the_list_alone() {
    let mut input = list(30_000);
    input.extend(mixed());
    input.extend(mixed());
    let page = |threads: &str| {
        let (page, ..) = report(&["-j", threads], &input);
        let from = page.find("<h2 id=\"site\">").unwrap();
        page[from..].to_owned()
    };
    let first = page("1");
    assert!(first.len() > 30_000 && first == page("1") && first == page("2"));
}

#[test]
fn what_cannot_be_written_is_said_before_anything_is_read() {
    let scratch = tempfile::tempdir().unwrap();
    let path = |name: &str| scratch.path().join(name);
    let (input, output) = (path("in.txt"), path("out.txt"));
    fs::write(&input, "https://a.example/\n").unwrap();
    fs::write(&output, "precious\n").unwrap();
    let list = path("list.txt");
    fs::write(&list, "precious\n").unwrap();
    let (input_name, output_name) = (argument(&input), argument(&output));
    for (report, said) in [
        (
            argument(&path("missing/page.html")).to_owned(),
            "cannot write the report",
        ),
        (input_name.to_owned(), "is also the input"),
        (output_name.to_owned(), "is also the output"),
        (argument(&list).to_owned(), "which is no page"),
    ] {
        let message = refusal(&[input_name, "-o", output_name, "--report", &report], b"");
        assert!(
            message.starts_with("urlsift: ") && message.contains(said),
            "{message}"
        );
        assert_eq!(message.lines().count(), 1, "{message}");
        assert_eq!(fs::read_to_string(&output).unwrap(), "precious\n");
        assert_eq!(fs::read_to_string(&list).unwrap(), "precious\n");
        assert_eq!(fs::read_to_string(&input).unwrap(), "https://a.example/\n");
    }
}

/// A disk that is full when the run ends costs the page and nothing else.
#[test]
#[cfg(target_os = "linux")]
fn a_page_that_cannot_be_written_loses_no_line() {
    let (status, stdout, message) = outcome(&run(
        &["--report", "/dev/full", "--stats=json"],
        b"https://a.example/1\nhttps://a.example/2\n",
    ));
    assert_eq!(
        (status, stdout.as_str()),
        (Some(2), "https://a.example/1\n")
    );
    let (said, statistics) = message.split_once('\n').unwrap();
    assert_eq!(
        said,
        "urlsift: cannot write the report /dev/full: No space left on device (os error 28); the output is not affected"
    );
    assert!(statistics.starts_with('{'), "{message}");
}

#[test]
fn a_page_replaces_the_one_before_and_tells_of_an_early_end() {
    let scratch = tempfile::tempdir().unwrap();
    let page = scratch.path().join("page.html");
    fs::write(&page, "<!doctype html>".repeat(1 << 18)).unwrap();
    let arguments = ["--invalid", "fail", "--report", argument(&page)];
    let (status, stdout, _) = outcome(&run(
        &arguments,
        b"https://a.example/\nno <b>url</b>\nhttps://b.example/\n",
    ));
    assert_eq!((status, stdout.as_str()), (Some(2), "https://a.example/\n"));
    let read = |page: &Path| Dom::of(&fs::read_to_string(page).unwrap());
    let dom = read(&page);
    assert!(
        dom.text
            .contains("Not everything was read: stdin:2: not a URL: \"no <b>url</b>\""),
        "{}",
        dom.text
    );
    assert_eq!(
        dom.places,
        [(1, "a.example".to_owned(), "1 line, 1 kept".to_owned())]
    );

    let missing = argument(&scratch.path().join("missing.txt")).to_owned();
    assert_eq!(
        run(
            &["-q", &missing, "-", "--report", argument(&page)],
            b"https://a.example/\n"
        )
        .status
        .code(),
        Some(2)
    );
    assert!(
        read(&page)
            .text
            .contains("sources that could not be read: 1")
    );

    // Nothing at all is a page too.
    assert_eq!(
        run(&["--report", argument(&page)], b"").status.code(),
        Some(0)
    );
    let dom = read(&page);
    assert!(
        dom.tables.values().all(|rows| rows.len() > 1) && !dom.text.contains("Not everything"),
        "{}",
        dom.text
    );
}

#[test]
#[cfg(unix)]
fn a_signal_leaves_a_page() {
    use crate::waiting::{all_is_read, send};
    use std::io::{BufRead, BufReader, Write};

    let scratch = tempfile::tempdir().unwrap();
    let page = scratch.path().join("page.html");
    for (form, said) in [
        (&[][..], "signal 2 ended the run"),
        (&["--two-pass"], "signal 2 ended the first reading"),
    ] {
        let mut child = crate::program::start(&[form, &["--report", argument(&page)]].concat());
        // Held open: only the signal can end the run.
        let mut stdin = child.stdin.take().unwrap();
        stdin
            .write_all(b"https://a.example/1\nhttps://a.example/2\n")
            .unwrap();
        if form.is_empty() {
            let mut line = String::new();
            BufReader::new(child.stdout.as_mut().unwrap())
                .read_line(&mut line)
                .unwrap();
        } else {
            all_is_read(&stdin);
        }
        send("INT", &child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let dom = Dom::of(&fs::read_to_string(&page).unwrap());
        assert!(dom.text.contains(said), "{}", dom.text);
        assert_eq!(dom.places.is_empty(), !form.is_empty());
    }
}
