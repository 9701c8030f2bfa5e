//! Texts and sequences instead of URLs: the filter, `compare`, `--explain` and `cluster` on them,
//! and what `sessions` makes of a log.

use std::fmt::Write as _;
use std::fs;

use serde_json::{Value, json};

use crate::program::{kept, outcome, refusal, run};

const TEXTS: &str = "Win a FREE phone today! Call 12345 now\n\n???\nwin a free phone today, call 54321 now!!\n加微信领取免费手机名额\n\
    Lunch at noon tomorrow?\n加微信，领取免费手机名额！\n???\nＬｕｎｃｈ at noon tomorrow\n";

const EVENTS: &str = "post=/cart client=1 /item/17|GET|0 /item/17/buy|GET|4.5 /cart|POST|60\n\
    post=/cart client=2 /item/99|GET|0 /item/99/buy|GET|7 /cart|POST|50\n\
    post=/login client=2 /item/99|GET|0 /item/99/buy|GET|7 /cart|POST|50\n\
    no steps\n\
    {\"post\": \"/cart\", \"steps\": [[\"/item/5\", \"GET\", 0], \"/item/5/buy|GET|9\", {\"path\": \"/cart\", \"method\": \"POST\", \"interval\": 33}]}\n\
    post=/cart /cart|POST|60 /item/17/buy|GET|4.5 /item/17|GET|0\n";

fn text(arguments: &[&str], input: &str) -> String {
    String::from_utf8(kept(arguments, input.as_bytes())).expect("the output is text")
}

#[test]
fn texts_are_filtered_by_their_words() {
    let lines: Vec<&str> = TEXTS.lines().collect();
    let kept = text(&["--as", "text", "-q"], TEXTS);
    assert_eq!(
        kept.lines().collect::<Vec<_>>(),
        [lines[0], lines[2], lines[4], lines[5], lines[6]]
    );
    let kept = text(&["--as", "text", "-t", "80", "-q"], TEXTS);
    assert_eq!(
        kept.lines().collect::<Vec<_>>(),
        [lines[0], lines[2], lines[4], lines[5]]
    );
    let (_, _, message) = outcome(&run(&["--as", "text"], TEXTS.as_bytes()));
    assert_eq!(
        message,
        "urlsift: 2 lines have no words, each kept once: stdin:3\n"
    );
    // Where the list is read twice, what all lines have weighs less than what few have.
    let list = "the red box\nthe red pen\nthe red cup\nthe red box\n";
    let kept = |arguments: &[&str]| {
        text(&[&["--as", "text"], arguments].concat(), list)
            .lines()
            .count()
    };
    assert_eq!(kept(&["-t", "60"]), 1);
    assert_eq!(kept(&["-t", "60", "--two-pass"]), 3);
    // At the default threshold, the third word at the same place makes it variable.
    assert_eq!(kept(&["--two-pass"]), 1);
    assert_eq!(kept(&["--no-learn"]), 3);
    // There are no values where all is literal.
    assert_eq!(
        text(&["--as", "text", "-q", "--literal"], TEXTS)
            .lines()
            .count(),
        6
    );
}

const MARKED: &str = "加我微信领取免费名额,日结三百\n加★我★微★信★领★取免费名额,日结三百\n加 我 微 信领取免费名额,日结三百\n\
    claim your free prize today\nclaim your f.r.e.e p.r.i.z.e today\nclaim your f r e e p r i z e today\n\
    claim\u{200B} your fr\u{336}ee prize today\n";

#[test]
fn marks_between_single_characters_do_not_count() {
    let lines: Vec<&str> = MARKED.lines().collect();
    let kept = |arguments: &[&str]| {
        let arguments = [&["--as", "text", "-q", "-t", "80"], arguments].concat();
        text(&arguments, MARKED).lines().count()
    };
    assert_eq!(kept(&[]), 3, "blanks between Latin letters count");
    assert_eq!(
        kept(&["--fold", "blanks"]),
        3,
        "the words have grown together"
    );
    assert_eq!(kept(&["--fold", "none"]), 5);
    let explained = text(&["--as", "text", "-q", "-t", "80", "--explain"], MARKED);
    assert!(explained.contains("\n    left out: ★ (4)\n"), "{explained}");
    assert!(explained.contains("\n    left out: . (7)\n"), "{explained}");
    let compared = text(&["compare", "--as", "text", lines[3], lines[6]], "");
    let wanted = "left out of B  U+200B (1), U+0336 (1)\n";
    assert!(
        compared.starts_with("100.00 % similar") && compared.contains(wanted),
        "{compared}"
    );
    let compared = text(
        &[
            "compare", "--as", "text", "--format", "jsonl", lines[0], lines[1],
        ],
        "",
    );
    assert!(
        compared.contains("\"left_out\":[null,\"★ (4)\"]"),
        "{compared}"
    );
    let compared = text(
        &["compare", "--as", "text", "--fold", "forms", "職位", "职位"],
        "",
    );
    assert!(compared.starts_with("100.00 %"), "{compared}");
}

#[test]
fn components_of_texts_have_signatures() {
    let list = "加我微信 abc123,日结300元\n加我微信 xyz987,日结500元\n加我微信 kkk555,日结800元\nother words\n";
    let cluster = ["cluster", "-q", "--as", "text", "-t", "60"];
    let shown = text(&[&cluster[..], &["--members", "0"]].concat(), list);
    assert_eq!(
        shown,
        "group 1, 3 lines: 加我微信 {...} ,日结 {...} 元\ngroup 4, 1 line: other words\n"
    );
    let shown = text(&[&cluster[..], &["--format", "jsonl"]].concat(), list);
    assert!(
        shown.contains("\"signature\":\"加我微信 {...} ,日结 {...} 元\""),
        "{shown}"
    );
    // As the first lines of another list, signatures find copies.
    let next = "加我微信 {...} ,日结 {...} 元\n加★我★微★信 new777,日★结★元\nother words\n";
    let found = text(&["-q", "-d", "--as", "text", "-t", "60"], next);
    assert_eq!(found, "加★我★微★信 new777,日★结★元\n");
    let urls = "https://a.example/1\nhttps://a.example/2\n";
    assert!(!text(&["cluster", "--format", "jsonl"], urls).contains("signature"));
}

/// Two days of messages: the campaigns of the first are the rules of the second.
#[test]
fn signatures_select_the_texts_of_another_day() {
    let scratch = tempfile::tempdir().unwrap();
    let mut first = String::new();
    for number in 100..120 {
        writeln!(
            first,
            "Dear customer, your parcel {number} waits, pay the fee at p{number}.example"
        )
        .expect("it is text");
        writeln!(first, "加我微信 abc{number},兼职日结{number}元").expect("it is text");
        writeln!(
            first,
            "an ordinary message {number}{number} of somebody{number}"
        )
        .expect("it is text");
    }
    let second = "Dear customer! Your parcel 977 waits: pay the fee at other.test\n\
        加★我★微★信 new777，兼职日结9元\n\
        see you at noon, dear customer\n\
        !!!\n\
        DEAR CUSTOMER, your small parcel 5 waits, pay the fee at x.test\n";
    let lines: Vec<&str> = second.lines().collect();
    let signatures = scratch.path().join("signatures");
    let cluster = [
        "cluster", "-q", "--as", "text", "-t", "60", "--min", "20", "--format", "jsonl",
    ];
    fs::write(&signatures, text(&cluster, &first)).unwrap();
    let file = signatures.to_str().unwrap();
    let filter = ["-q", "--as", "text"];
    let selected = |option: &str, file: &str, input: &str| {
        let found = text(&[&filter[..], &[option, file]].concat(), input);
        found.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    // Words hidden by signs are read, and lines without words are no texts.
    assert_eq!(
        selected("--signatures", file, second),
        [lines[0], lines[1], lines[3], lines[4]]
    );
    assert_eq!(
        selected("--not-signatures", file, second),
        [lines[2], lines[3]]
    );
    // The same as a list of lines.
    let plain = scratch.path().join("plain");
    fs::write(
        &plain,
        "\u{feff}加我微信 {...} ,兼职日结 {...} 元\r\n\ndear customer, your parcel {...} pay the fee at {...}\n",
    )
    .unwrap();
    let plain = plain.to_str().unwrap();
    assert_eq!(
        selected("--not-signatures", plain, second),
        [lines[2], lines[3]]
    );
    let explained = text(
        &["-q", "--as", "text", "--explain", "--not-signatures", plain],
        second,
    );
    let reason = "    not selected: --not-signatures (加我微信 {...} ,兼职日结 {...} 元)\n";
    assert!(explained.contains(reason), "{explained}");
    let json = text(
        &["-q", "--as", "text", "-a", "--json", "--signatures", plain],
        second,
    );
    let first = json.lines().next().unwrap();
    assert!(
        first.contains("\"signature\":\"dear customer, your parcel {...} pay"),
        "{json}"
    );
    assert!(
        !json.lines().nth(2).unwrap().contains("\"signature\":"),
        "{json}"
    );
    // Fields that keep texts apart, and messages in a member.
    let records = "{\"m\":\"call 5 now\",\"to\":\"a\"}\n{\"m\":\"call me\",\"to\":\"a\"}\n";
    fs::write(plain, "call {...} now\n").unwrap();
    let field = ["-q", "--as", "text", "--field", "m", "--signatures", plain];
    assert_eq!(text(&field, records).lines().count(), 1);
}

/// The components of a sweep are those of `cluster`.
#[test]
fn a_sweep_of_texts_shows_components() {
    let mut list = String::new();
    for number in 0..40 {
        let (campaign, word) = (number % 4, ["red", "green", "blue"][number % 3]);
        let _ = writeln!(
            list,
            "deal{campaign} of{campaign} the {word} day{campaign} now{campaign} x{number}"
        );
    }
    let sweep: Value =
        serde_json::from_str(&text(&["sweep", "--as", "text", "--json"], &list)).unwrap();
    assert_eq!(sweep["compared"], 40);
    let levels = sweep["components"].as_array().unwrap();
    for threshold in [50, 60, 80, 90] {
        let percent = threshold.to_string();
        let cluster = [
            "cluster", "-q", "--as", "text", "-t", &percent, "--min", "2", "--format", "jsonl",
        ];
        let found = text(&cluster, &list);
        let found: Vec<Value> = found
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let level = levels
            .iter()
            .find(|level| level["threshold"] == threshold)
            .unwrap();
        assert_eq!(level["components"], found.len(), "{threshold}");
        if let Some(largest) = found.first() {
            assert_eq!(level["largest"], largest["size"], "{threshold}");
        }
    }
    let shown = text(&["sweep", "--as", "text", "--examples", "1"], &list);
    assert!(
        shown.contains("components of 40 lines, as urlsift cluster finds them:"),
        "{shown}"
    );
    assert!(shown.contains("joined at "), "{shown}");
    assert!(!shown.contains("\nmerged at "), "{shown}");
    let urls = text(&["sweep", "--json"], "https://a.example/1\n");
    assert!(!urls.contains("\"components\""), "{urls}");
}

/// Options that choose URLs choose texts, or say that they do not.
#[test]
fn options_that_choose_urls_choose_texts_or_are_refused() {
    let texts = b"hello anna\nbuy now at http://x.example/a.php\nhi all\n";
    for (arguments, kept) in [
        (
            &["--match", "(?i)BUY"][..],
            "buy now at http://x.example/a.php\n",
        ),
        (
            &["--match", "buy", "--match", "^hi"],
            "buy now at http://x.example/a.php\nhi all\n",
        ),
        (&["--not-match", "buy"], "hello anna\nhi all\n"),
        (
            &["-t", "60", "--not-match", "anna|all"],
            "buy now at http://x.example/a.php\n",
        ),
    ] {
        let (status, stdout, _) = outcome(&run(&[&["--as", "text"], arguments].concat(), texts));
        assert_eq!((status, stdout.as_str()), (Some(0), kept), "{arguments:?}");
    }
    for arguments in [
        ["--host", "x.example"],
        ["--not-host", "x.example"],
        ["--ext", "php"],
        ["--not-ext", "php"],
        ["--param", "id"],
        ["--scheme", "http"],
        ["--max-per-host", "1"],
    ] {
        let message = refusal(&[&["--as", "text"], &arguments[..]].concat(), texts);
        assert!(
            message.contains("is about parts of URLs, which texts do not have"),
            "{arguments:?}: {message}"
        );
    }
}

#[test]
fn signatures_without_use_are_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("signatures");
    let file = path.to_str().unwrap();
    for (content, arguments, why) in [
        (
            "win {...}\n{...} !\n",
            &["--as", "text"][..],
            "signatures, line 2: \"{...} !\" has no words",
        ),
        (
            "\n{\"group\":1,\"shape\":\"x\"}\n",
            &["--as", "text"],
            "has no signature",
        ),
        (
            "win {...}\n",
            &[],
            "--signatures is about texts: say that the lines are texts",
        ),
        (
            "win {...}\n",
            &["--as", "events"],
            "--signatures is about texts: say that the lines are texts",
        ),
    ] {
        fs::write(&path, content).unwrap();
        let output = run(&[arguments, &["--signatures", file]].concat(), b"x\n");
        let (status, _, said) = outcome(&output);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.contains(why), "{said}");
    }
}

#[test]
fn fingerprints_are_shown_with_the_bits_that_differ() {
    let urls = ["https://a.example/x", "https://a.example/x"];
    let shown = text(
        &[&["compare", "--metric", "simhash"], &urls[..]].concat(),
        "",
    );
    assert!(shown.contains(", 0 of 64 bits differ\n"), "{shown}");
    let line = |side: &str| {
        let line = shown.lines().find(|line| line.starts_with(side));
        line.and_then(|line| line.get(side.len()..side.len() + 16))
    };
    assert_eq!(line("SimHash of A  "), line("SimHash of B  "));
    assert!(!text(&[&["compare"], &urls[..]].concat(), "").contains("SimHash"));
}

#[test]
fn texts_are_compared_and_explained() {
    assert_eq!(
        text(
            &[
                "compare",
                "--as",
                "text",
                "-t",
                "75",
                "Red box, red pen",
                "a RED pen"
            ],
            ""
        ),
        "50.00 % similar: at 75 % both are kept\n\n\
         component  weight  of A in B  of B in A\n\
         words       10.00       5.00       6.67\n\n\
         measure           percent\n\
         overlap             50.00\n\
         SimHash             76.56\n\
         weighted Jaccard    33.33\n\
         Jaccard             40.00\n\n\
         SimHash of A  38423097103482f1\n\
         SimHash of B  39c2f1979319a6f9, 15 of 64 bits differ\n\n\
         shape of A  Red box, red pen\nshape of B  a RED pen\n\n\
         differs     A | B\n\
         words       box | -\nwords       red | -\nwords       - | a\n"
    );
    // All measures are of words, also where the filter compares their order; without counts of a list,
    // the words of a text weigh the same: 3 of 4 in the shorter one, 3 of 5 in the longer one.
    let compared = text(
        &[
            "compare",
            "--as",
            "text",
            "--format",
            "jsonl",
            "one two three four",
            "five three two one six",
        ],
        "",
    );
    let compared: Value = serde_json::from_str(&compared).expect("it is one object");
    let percent = |name: &str| {
        (compared["measures"][name].as_f64().expect("a number") * 100.0).round() / 100.0
    };
    assert_eq!(
        (percent("jaccard"), percent("weighted_jaccard")),
        (50.0, 42.86)
    );
    assert_eq!(compared["measures"]["overlap"], compared["percent"]);
    let codes = [("--metric", "simhash"), ("--metric", "overlap")].map(|(option, metric)| {
        let with = [
            "compare", "--as", "text", "-t", "60", "--format", "jsonl", option, metric,
        ];
        let compared = text(
            &[&with[..], &["one two three four", "five three two one six"]].concat(),
            "",
        );
        serde_json::from_str::<Value>(&compared).expect("it is one object")
    });
    assert_eq!(codes[0]["percent"], compared["measures"]["simhash"]);
    assert_eq!(codes[0]["measures"], codes[1]["measures"]);
    assert_eq!(
        (&codes[1]["percent"], &codes[1]["similar"]),
        (&json!(60), &json!(true))
    );
    assert_eq!(
        codes[1]["components"],
        json!([{"component": "words", "weight": 10, "first": 7.5, "second": 6}])
    );
    assert_eq!(
        codes[1]["differences"][0],
        json!({"component": "words", "first": "four", "second": null})
    );
    let explained = text(&["--as", "text", "-t", "80", "-q", "--explain"], TEXTS);
    assert!(
        explained.starts_with(
            "win a free phone today, call 54321 now!!\n    87.50 % like stdin:1: Win a FREE"
        ),
        "{explained}"
    );
    assert!(explained.contains("\n    shape: win a free phone today, call 54321 now!!\n    words, 1.25 of 10.00: 54321 | -, - | 12345\n"), "{explained}");
    // Learned words are equal in explanations too.
    let explained = text(&["--as", "text", "-q", "--explain"], LOGINS);
    assert!(
        explained.starts_with(
            "Login of eve failed\n    100.00 % like stdin:2: Login of bob failed\n    shape: Login of {word} failed\n"
        ),
        "{explained}"
    );
}

/// Messages that differ in words and values.
const LOGINS: &str = "Login of ann failed\nLogin of bob failed\nLogin of eve failed\nConnection from 192.0.2.7:80 closed after 5 ms\n\
    Login of 17 failed\nConnection from h1.example.com:443 closed after 2 seconds\nLogin of kim worked\nLogin of Joe failed\n";

#[test]
fn texts_have_learned_positions_as_urls_have() {
    let lines: Vec<&str> = LOGINS.lines().collect();
    let kept = text(&["--as", "text", "-q"], LOGINS);
    assert_eq!(
        kept.lines().collect::<Vec<_>>(),
        [lines[0], lines[1], lines[3], lines[6]]
    );
    let shapes = text(
        &["--as", "text", "-q", "--two-pass", "--print", "shape"],
        LOGINS,
    );
    assert_eq!(
        shapes,
        "Login of {word} failed\nConnection from {ip} closed after {quantity}\nLogin of kim worked\n"
    );
    let groups = text(&["cluster", "--as", "text", "--members", "0"], LOGINS);
    assert_eq!(
        groups,
        "group 1, 5 lines: Login of {word} failed\n\
         group 4, 2 lines: Connection from {ip} closed after {quantity}\n\
         group 7, 1 line: Login of kim worked\n"
    );
    let unlearned = text(&["--as", "text", "-q", "--no-learn"], LOGINS);
    assert_eq!(unlearned.lines().count(), 7);
}

#[test]
fn headers_of_log_lines_are_left_out() {
    let log = "2026-11-23 10:00:07,747 - WARN  [worker 3] - Pool of 5 is full\n\
               Nov 23 10:00:08 host1 app[77]: pool of 6 is full\n\
               2026-11-23T10:00:09Z ERROR app::pool: Pool of 7 is empty\nPool of 8 is full\n";
    let groups = text(&["cluster", "--as", "log", "--members", "0"], log);
    assert_eq!(
        groups,
        "group 1, 3 lines: Pool of {int} is full\ngroup 3, 1 line: Pool of {int} is empty\n"
    );
    assert_eq!(
        text(&["cluster", "--as", "text", "--members", "0"], log)
            .lines()
            .count(),
        4
    );
    let kept: Vec<&str> = log.lines().step_by(2).collect();
    assert_eq!(
        text(&["--as", "log", "-q"], log)
            .lines()
            .collect::<Vec<_>>(),
        [kept[0], kept[1]]
    );
}

/// What is remembered of texts is what one run knows, and threads change nothing.
#[test]
fn texts_are_remembered_with_what_was_learned() {
    let lines: Vec<String> = (0..3000_u32)
        .map(|i| {
            let word = |salt: u32| {
                format!(
                    "w{}x",
                    (b'a' + (i.wrapping_mul(2_654_435_761) >> (salt + 9) & 15) as u8) as char
                )
            };
            match i % 4 {
                0 => format!("Session {i} of {} opened", word(3).replace('x', "")),
                1 => format!(
                    "{} stage {} done in {i} ms",
                    ["Copy", "Move", "Link"][(i / 4 % 3) as usize],
                    word(1)
                ),
                2 => format!("user={} uid={i} from 192.0.2.{}", word(7), i % 250),
                _ => format!("{} said {} to {}", word(2), word(5), word(11)),
            }
        })
        .collect();
    let all = lines.join("\n") + "\n";
    let once = text(&["--as", "text", "-q"], &all);
    assert_eq!(text(&["--as", "text", "-q", "--threads", "4"], &all), once);
    let folder = tempfile::tempdir().expect("there is a folder");
    let state = folder.path().join("state");
    let state = state.to_str().expect("its name is text");
    let mut parts = String::new();
    for part in lines.chunks(700) {
        parts += &text(
            &["--as", "text", "-q", "--state", state],
            &(part.join("\n") + "\n"),
        );
    }
    assert_eq!(parts, once);
}

#[test]
fn texts_are_grouped() {
    let groups = text(&["cluster", "--as", "text", "-t", "60"], TEXTS);
    assert_eq!(
        groups
            .lines()
            .filter(|line| line.starts_with("group"))
            .collect::<Vec<_>>(),
        [
            "group 1, 2 lines: Win a FREE phone today {...} Call {...} now {...}",
            "group 3, 2 lines: no words",
            "group 5, 2 lines: 加微信 {...} 领取免费手机名额 {...}",
            "group 6, 2 lines: Lunch at noon tomorrow {...}",
        ]
    );
    let (status, output, message) = outcome(&run(
        &[
            "cluster",
            "--as",
            "text",
            "--metric",
            "simhash",
            "--distance",
            "13",
            "--verify",
            "60",
            "--members",
            "0",
        ],
        TEXTS.as_bytes(),
    ));
    assert_eq!(status, Some(0));
    assert!(output.contains("group 6, 2 lines"), "{output}");
    assert!(
        message.contains("candidate pairs, ")
            && message.contains("the candidates alone would give "),
        "{message}"
    );
}

#[test]
fn sequences_are_compared_by_runs_of_steps() {
    let groups = |arguments: &[&str]| {
        let rows = text(
            &[&["cluster", "--as", "events", "--format", "tsv"], arguments].concat(),
            EVENTS,
        );
        let mut ids: Vec<(u64, u64)> = rows
            .lines()
            .skip(1)
            .map(|row| {
                let mut columns = row
                    .split('\t')
                    .map(|column| column.parse().unwrap_or_default());
                let group = columns.next().expect("a group");
                (columns.next().expect("a line"), group)
            })
            .collect();
        ids.sort_unstable();
        ids.into_iter().map(|(_, group)| group).collect::<Vec<_>>()
    };
    // The last one has the steps of the others in another order.
    assert_eq!(groups(&[]), [1, 1, 1, 4, 1, 6]);
    assert_eq!(groups(&["--by", "post"]), [1, 1, 3, 4, 1, 6]);
    assert_eq!(groups(&["--shingle", "1"]), [1, 1, 1, 4, 1, 1]);
    let shown = text(
        &[
            "cluster",
            "--as",
            "events",
            "--by",
            "post",
            "--top",
            "1",
            "--members",
            "0",
        ],
        EVENTS,
    );
    assert_eq!(
        shown,
        "group 1, 3 lines: /cart /item/{int}|GET|0 /item/{int}/buy|GET|4 /cart|POST|16\n"
    );
    let explained = text(
        &["-q", "--as", "events", "--explain", "-t", "50"],
        "/a|GET /b|GET /c|GET\n/a|GET /b|GET /d|GET\n",
    );
    assert!(
        explained.contains("    50.00 % like stdin:1: ")
            && explained.contains("steps, 5.00 of 10.00: /b|GET /d|GET | -, - | /b|GET /c|GET\n"),
        "{explained}"
    );
}

#[test]
fn what_does_not_fit_is_refused() {
    for arguments in [
        &["--as", "text", "--by", "post"][..],
        &["--by", "post,,form"],
        &["--as", "text", "--protect", "x"],
        &["cluster", "--as", "text", "--weights", "host=1"],
        &["cluster", "--distance", "3"],
        &["cluster", "--metric", "simhash", "--distance", "14"],
        &["cluster", "--verify", "80"],
        &["--as", "events", "--shingle", "0"],
        &["compare", "--as", "events", "/a|GET", "no steps"],
    ] {
        let message = refusal(arguments, b"https://a.test/\n");
        assert!(!message.is_empty());
    }
}

#[test]
fn sessions_are_the_steps_around_each_post() {
    let mut log = String::new();
    let mut request = |client: u32, second: u32, request: &str| {
        let (minute, second) = (second / 60, second % 60);
        let _ = writeln!(
            log,
            "192.0.2.{client} - - [22/Nov/2026:10:{minute:02}:{second:02} +0000] \"{request} HTTP/1.1\" 200 7 \"-\" \"Agent/1.0\""
        );
    };
    for (second, target) in [
        (0, "GET /"),
        (1, "GET /item/7"),
        (5, "GET /item/7/buy"),
        (6, "POST /cart/7"),
        (8, "GET /cart"),
        (9, "POST /pay"),
        (9, "GET /done"),
    ] {
        request(1, second, target);
    }
    // Another client between, with too little before its POST; and one that pauses before it goes
    // on.
    request(2, 3, "POST /login");
    for (second, target) in [
        (0, "GET /a"),
        (1, "GET /b"),
        (2, "POST /c"),
        (3, "GET /d"),
        (3000, "GET /e"),
    ] {
        request(3, second, target);
    }
    log.push_str("not a request\n");
    let output = run(&["sessions", "--gap", "600"], log.as_bytes());
    let (status, sessions, message) = outcome(&output);
    assert_eq!(status, Some(0));
    assert_eq!(
        sessions,
        "client=192.0.2.1 post=/cart/{int} /item/7|GET|0 /item/7/buy|GET|4 /cart/7|POST|1 /cart|GET|2 /pay|POST|1\n"
    );
    assert_eq!(
        message,
        "urlsift: 3 POSTs with fewer requests around them, left out\nurlsift: 1 line is not of an access log in the common or combined format\n"
    );
    let grouped = text(&["cluster", "--as", "events", "--by", "post"], &sessions);
    assert!(
        grouped.starts_with("group 1, 1 line: /cart/{int} /item/{int}|GET|0"),
        "{grouped}"
    );
}
