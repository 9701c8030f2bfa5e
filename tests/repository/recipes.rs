//! The recipes of docs/state.md, and the pipelines of the cookbook and its neighbours, as they
//! stand.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::lists::mixed;
use crate::needs::{available, was_missing};
use crate::program::{kept, outcome};

#[test]
#[cfg(unix)]
fn the_recipes_of_states_run() {
    let page = fs::read_to_string("docs/state.md").expect("it is there");
    let recipes: Vec<&str> = page
        .split("```sh\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(recipes.len() >= 7, "{}", recipes.len());
    let scratch = tempfile::tempdir().unwrap();
    let list = mixed(3000);
    let lines: Vec<&[u8]> = list.split_inclusive(|byte| *byte == b'\n').collect();
    let write =
        |name: &str, lines: &[&[u8]]| fs::write(scratch.path().join(name), lines.concat()).unwrap();
    write("monday.txt", &lines[..1500]);
    write("tuesday.txt", &lines[1000..]);
    write("wednesday.txt", &[b"https://new.example/\n"]);
    write("crawl.txt", &lines);
    let event = |at: usize| {
        format!(
            "{{\"url\":\"https://shop.example/cart/{at}\",\"seen\":{}}}\n",
            1_000_000_000 + 400 * at
        )
    };
    let feed: String = (0..5).map(event).collect::<String>() + &event(9);
    fs::write(scratch.path().join("feed.jsonl"), &feed).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_urlsift")).parent().unwrap();
    let path = env::join_paths(
        [program.to_owned()]
            .into_iter()
            .chain(env::split_paths(&env::var_os("PATH").unwrap())),
    )
    .unwrap();
    for recipe in recipes {
        let output = Command::new("sh")
            .args(["-ec", recipe])
            .env("PATH", &path)
            .current_dir(scratch.path())
            .output()
            .unwrap();
        assert_eq!(
            outcome(&output).0,
            Some(0),
            "{recipe}: {:?}",
            outcome(&output)
        );
    }
    let read = |name: &str| fs::read(scratch.path().join(name)).unwrap();
    assert_eq!(
        [read("new-on-monday.txt"), read("new-on-tuesday.txt")].concat(),
        kept(&["-q"], &list)
    );
    assert_eq!(read("kept.txt"), kept(&["-q"], &list));
    assert_eq!(read("would-be-new.txt"), b"https://new.example/\n");
    assert_eq!(
        read("news.jsonl"),
        [event(0), event(9)].concat().into_bytes()
    );
}

/// What the foreign tools of the cookbook print here: a script for each, in a folder that is
/// searched before the others.
#[cfg(unix)]
const TOOLS: [(&str, &str); 12] = [
    (
        "waybackurls",
        "cat > /dev/null; cat \"$FORMATS/waybackurls.txt\"",
    ),
    (
        "hakrawler",
        "cat > /dev/null; cat \"$FORMATS/hakrawler.txt\"",
    ),
    ("katana", "cat \"$FORMATS/katana.jsonl\""),
    ("gospider", "cat \"$FORMATS/gospider.txt\""),
    ("ffuf", "cat \"$FORMATS/ffuf.jsonl\""),
    ("curl", "cat \"$FORMATS/page.html\""),
    (
        "gau",
        "printf 'https://www.example.com/%s\\n' 'user/1?item=a' 'user/2?item=b' img/logo.png 'login?next=/user/1'",
    ),
    (
        "waymore",
        "printf 'https://www.example.com/%s\\n' 'search?q=a' 'search?q=b&page=2' 'search?page=3' about 'about%22%3E' '..%2f..%2fetc/passwd' > waymore.txt",
    ),
    (
        "httpx",
        "sed -e '/png$/s/$/ [404] [Not found]/' -e '/user.1?/s/$/ [200] [Ann]/' -e '/login?/s/$/ [302] [Sign in]/'",
    ),
    ("nuclei", "sed 's/^/[tech-detect:nginx] [http] [info] /'"),
    ("notify", "cat"),
    ("journalctl", "cat \"$FORMATS/../journal.jsonl\""),
];

/// The commands of a page, and what the page says that they print.
fn pipelines(page: &str) -> Vec<(String, String)> {
    let page = fs::read_to_string(page).unwrap_or_else(|error| panic!("{page}: {error}"));
    let pipeline = |rest: &str| {
        let (commands, rest) = rest.split_once("```\n").expect("each block ends");
        let printed = rest
            .strip_prefix("```text\n")
            .unwrap_or_else(|| panic!("no output below {commands}"));
        (
            commands.to_owned(),
            printed
                .split_once("```")
                .expect("each block ends")
                .0
                .to_owned(),
        )
    };
    page.split("```sh\n").skip(1).map(pipeline).collect()
}

/// A line of the URLs that ZAP saves as HTML.
fn zap_link(path: &str) -> String {
    let url = format!("https://www.example.com/{path}");
    format!("<a href=\"{url}\">{url}</a><br>\n")
}

/// A report of ZAP with two alerts.
const ZAP: &str = r#"{"@programName":"ZAP","site":[{"@name":"https://www.example.com","alerts":[
{"alert":"Cross Site Scripting","riskcode":"3","instances":[
{"uri":"https://www.example.com/user/1?q=a","method":"GET"},{"uri":"https://www.example.com/user/2?q=b","method":"GET"}]},
{"alert":"Cookie No HttpOnly Flag","riskcode":"1","instances":[
{"uri":"https://www.example.com/user/1?q=a","method":"GET"},{"uri":"https://www.example.com/login","method":"POST"}]}]}]}"#;

/// A sitemap with a page that no list of the cookbook has.
const SITEMAP: &str = r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://shop.example/gift-cards</loc></url></urlset>"#;

/// A description with an operation that no request of the log calls.
const DESCRIPTION: &str =
    "openapi: 3.0.0\npaths:\n  /user/{id}: {get: {}}\n  /legacy/export: {get: {}}\n";

/// Messages as ZAP saves them: each behind a line with its number, the whole URL in its first line.
fn zap_messages() -> String {
    let message = |number: u32, request: &str, answer: &str| {
        let headers = "host: www.example.com\r\nuser-agent: example\r\n\r\n";
        format!(
            "==== {number} ==========\n{request} HTTP/1.1\r\n{headers}\nHTTP/1.1 200 OK\r\n\r\n{answer}\n"
        )
    };
    let page = "<a href=\"/help\">Help</a>";
    message(1, "GET https://www.example.com/user/1", page)
        + &message(2, "GET https://www.example.com/user/2", page)
        + &message(5, "POST https://www.example.com/login", "")
}

/// Exit status, standard output and standard error of commands; none if they need a program that is
/// not installed.
#[cfg(unix)]
type Tried = Option<(Option<i32>, String, String)>;

/// A folder with the tools and the lists of the cookbook, and what runs commands in it.
#[cfg(unix)]
fn kitchen() -> (tempfile::TempDir, impl Fn(&str) -> Tried) {
    use std::os::unix::fs::PermissionsExt;

    let scratch = tempfile::tempdir().unwrap();
    let formats = env::current_dir().unwrap().join("testdata/formats");
    let tools = scratch.path().join("tools");
    fs::create_dir(&tools).unwrap();
    for (name, script) in TOOLS {
        fs::write(tools.join(name), format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(tools.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    for (from, to) in [
        ("burp_simple.json", "burp.json"),
        ("access.log", "access.log"),
        ("table.csv", "table.csv"),
        ("../first.txt", "urls.txt"),
        ("../messages.txt", "messages.txt"),
        ("burp_messages.xml", "items.xml"),
        ("burp_issues.xml", "issues.xml"),
        ("requests.har", "session.har"),
    ] {
        fs::copy(formats.join(from), scratch.path().join(to)).unwrap();
    }
    let site_map = "https://www.example.com/user/1\nhttps://www.example.com/user/2\nhttps://admin.example.com/login\n\
                    https://shop.example/app/cart\nhttps://tracker.test/pixel\n";
    fs::write(scratch.path().join("burp.txt"), site_map).unwrap();
    let write = |name: &str, text: &str| fs::write(scratch.path().join(name), text).unwrap();
    write(
        "zap.html",
        &["login", "user/1", "user/2"].map(zap_link).concat(),
    );
    write("history.txt", &zap_messages());
    let finding = |id, path| {
        format!("{{\"template-id\":\"{id}\",\"matched-at\":\"https://www.example.com/{path}\"}}\n")
    };
    let found = [
        ("reflected", "user/1?q=a"),
        ("reflected", "user/2?q=b"),
        ("cors", "user/1?q=a"),
    ];
    let found = found.into_iter().chain([("reflected", "login?next=a")]);
    write(
        "findings.jsonl",
        &found
            .map(|(id, path)| finding(id, path))
            .collect::<String>(),
    );
    write("zap.json", ZAP);
    write("sitemap.xml", SITEMAP);
    let message = |minute: u32| {
        let time = format!("2026-05-01T10:{:02}:00Z", minute / 4);
        format!("{{\"Created\":\"{time}\",\"Text\":\"win a prize, call {minute}\"}}\n")
    };
    write("feed.jsonl", &(0..30).map(message).collect::<String>());
    write("openapi.yaml", DESCRIPTION);
    let timed = |number: u32| {
        let answer = "HTTP/1.1\" 200 512";
        let client = "203.0.113.7 - - [01/May/2026:10:00:00 +0000]";
        format!(
            "{client} \"GET /user/{number} {answer} 0.{number:02}\n\
             {client} \"GET /search?q={number} {answer} 0.{}\n",
            number % 5 + 2
        )
    };
    write("timed.log", &(1..=20).map(timed).collect::<String>());
    let request = |(second, request): (usize, &str)| {
        let client = format!("203.0.113.{}", second % 2);
        let time = format!("[01/May/2026:10:00:{second:02} +0000]");
        format!("{client} - - {time} \"{request} HTTP/1.1\" 200 512\n")
    };
    let visit = ["GET /", "GET /tea/1", "POST /cart", "GET /cart", "GET /pay"];
    let visits = visit.iter().flat_map(|step| [*step; 2]).enumerate();
    write("visits.log", &visits.map(request).collect::<String>());
    write(
        "scan.sh",
        "gau example.com | sort -u | uro > validated.txt\nnuclei -silent < validated.txt\n",
    );
    let months = (0..120).map(|month| {
        format!(
            "https://www.example.com/events/{}/{:02}\n",
            2015 + month / 12,
            month % 12 + 1
        )
    });
    let circles =
        (1..=40).map(|turns| format!("https://www.example.com{}\n", "/de/news".repeat(turns)));
    fs::write(
        scratch.path().join("crawled.txt"),
        months.chain(circles).collect::<String>(),
    )
    .unwrap();
    fs::write(
        scratch.path().join("queue.txt"),
        "https://www.example.com/\n",
    )
    .unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_urlsift"))
        .parent()
        .unwrap()
        .to_owned();
    let path = env::join_paths(
        [tools, program]
            .into_iter()
            .chain(env::split_paths(&env::var_os("PATH").unwrap())),
    )
    .unwrap();
    let folder = scratch.path().to_owned();
    let run = move |commands: &str| {
        let mut bash = Command::new("bash");
        bash.args(["-euo", "pipefail", "-c", commands])
            .current_dir(&folder);
        bash.env("PATH", &path).env("FORMATS", &formats);
        let tried = outcome(&bash.stdin(std::process::Stdio::null()).output().unwrap());
        (!was_missing(&tried.2)).then_some(tried)
    };
    (scratch, run)
}

/// Asserts that commands, if all of their programs are installed, succeed and print `printed` alone.
#[cfg(unix)]
#[track_caller]
fn assert_prints(tried: Tried, printed: &str, commands: &str) {
    if let Some(tried) = tried {
        let expected = (Some(0), printed.to_owned(), String::new());
        assert_eq!(tried, expected, "{commands}");
    }
}

#[test]
#[cfg(unix)]
fn the_pipelines_of_the_cookbook_print_what_it_says() {
    if !available("bash") {
        return;
    }
    let page = pipelines("docs/cookbook.md");
    assert!(page.len() > 15, "{}", page.len());
    let (_scratch, run) = kitchen();
    assert_eq!(
        page.iter()
            .filter(|(commands, _)| commands.contains("--state"))
            .count(),
        3
    );
    for (commands, printed) in &page {
        assert_prints(run(commands), printed, commands);
        // The next night has nothing new, nor has the next round of the crawl.
        if commands.contains("--state") {
            assert_prints(run(commands), "", commands);
        }
    }
}

#[test]
#[cfg(unix)]
fn the_pipelines_for_scripts_print_what_they_say() {
    if !available("bash") {
        return;
    }
    let page = pipelines("docs/scripts.md");
    assert_eq!(page.len(), 2);
    let (_scratch, run) = kitchen();
    for (commands, printed) in &page {
        assert_prints(run(commands), printed, commands);
    }
    // The next night has nothing new.
    assert_prints(run(&page[1].0), "", &page[1].0);
}

/// What stands for the calls of other programs in scripts leaves out what these leave out.
#[test]
#[cfg(unix)]
fn the_replacements_in_scripts_keep_what_they_say() {
    const LIST: [&str; 6] = [
        "[INF] Found 5 URLs\n",
        "https://www.example.com/user/1\n",
        "https://www.example.com/user/2\n",
        "https://www.example.com/logo.png\n",
        "https://www.example.com/guide.pdf\n",
        "www.example.com/login\n",
    ];
    if !available("bash") {
        return;
    }
    let page = fs::read_to_string("docs/scripts.md").unwrap();
    let table = |title: &str| -> Vec<Vec<String>> {
        let table = page
            .split(title)
            .nth(1)
            .and_then(|rest| rest.split("\n## ").next())
            .unwrap();
        let rows = table.lines().filter(|line| line.starts_with("| ")).skip(1);
        rows.map(|row| {
            row.split('|')
                .map(|cell| cell.trim().trim_matches('`').to_owned())
                .collect()
        })
        .collect()
    };
    let replacements = table("## What to replace\n");
    // Of each row: the file or standard output where the lines are, and which are kept.
    let wanted: [(&str, &[usize]); 6] = [
        ("-", &[1, 5]),
        ("b", &[1, 5]),
        ("a", &[1, 5]),
        ("-", &[0, 1, 4, 5]),
        ("-", &[0, 1, 3, 4, 5]),
        ("all.txt", &[0, 1, 3, 4, 5]),
    ];
    assert_eq!(replacements.len(), wanted.len());
    for (row, (place, lines)) in replacements.iter().zip(wanted) {
        let (scratch, run) = kitchen();
        fs::write(scratch.path().join("a"), LIST.concat()).unwrap();
        let command = if row[2].split(' ').any(|word| word == "a") {
            row[2].clone()
        } else {
            format!("{} < a", row[2].trim_end_matches(" <"))
        };
        let Some((status, printed, notes)) = run(&command) else {
            continue;
        };
        let found = if place == "-" {
            printed
        } else {
            assert_eq!(printed, "", "{command}");
            fs::read_to_string(scratch.path().join(place)).unwrap()
        };
        let kept: String = lines.iter().map(|&line| LIST[line]).collect();
        assert_eq!(
            (status, found, notes),
            (Some(0), kept, String::new()),
            "{command}"
        );
    }
    let places = table("## Where\n");
    assert!(places.len() >= 7, "{places:?}");
    for place in places {
        let call = place[3].trim_end_matches(" <");
        assert!(
            replacements.iter().any(|row| row[1].starts_with(call)),
            "{place:?}: no replacement"
        );
    }
}

#[test]
#[cfg(unix)]
fn the_answers_print_what_they_say() {
    if !available("bash") {
        return;
    }
    let page = pipelines("docs/faq.md");
    assert!(page.len() > 5, "{}", page.len());
    let (_scratch, run) = kitchen();
    for (commands, printed) in page {
        assert_prints(run(&commands), &printed, &commands);
    }
}

/// Each command of the table of tasks runs, and prints something.
#[test]
#[cfg(unix)]
fn the_commands_for_tasks_run() {
    if !available("bash") {
        return;
    }
    let page = fs::read_to_string("docs/cookbook.md").unwrap();
    let table = page
        .split("## By task\n")
        .nth(1)
        .and_then(|rest| rest.split("\n# ").next())
        .unwrap();
    let (_scratch, run) = kitchen();
    let mut tried = 0;
    for row in table
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix("` |"))
    {
        let (task, command) = row
            .split_once(" | `")
            .unwrap_or_else(|| panic!("{row}: no command"));
        let command = &command.replace("\\|", "|");
        tried += 1;
        let Some((status, printed, _)) = run(command) else {
            continue;
        };
        assert_eq!(status, Some(0), "{task}: {command}");
        let is_file = command.contains(" -o ");
        assert!(is_file || !printed.is_empty(), "{task}: {command}");
    }
    assert!(tried >= 30, "{tried}");
}

/// Each call of urlsift on the pages about templates, rules and differences runs.
#[test]
#[cfg(unix)]
fn the_commands_of_the_manual_run() {
    if !available("bash") {
        return;
    }
    for (page, least) in [
        ("docs/templates.md", 7),
        ("docs/rules.md", 3),
        ("docs/diff.md", 3),
    ] {
        let (scratch, run) = kitchen();
        for (from, to) in [
            ("urls.txt", "tomorrow.txt"),
            ("urls.txt", "monday.txt"),
            ("burp.txt", "tuesday.txt"),
        ] {
            fs::copy(scratch.path().join(from), scratch.path().join(to)).unwrap();
        }
        assert_prints(
            run("urlsift -q --state seen.state burp.txt > /dev/null"),
            "",
            page,
        );
        let text = fs::read_to_string(page).unwrap();
        let blocks = text.split("```sh\n").skip(1);
        let blocks = blocks.filter_map(|rest| rest.split("```").next());
        let calls: Vec<&str> = blocks
            .flat_map(str::lines)
            .filter(|line| line.starts_with("urlsift "))
            .collect();
        assert!(calls.len() >= least, "{page}: {calls:?}");
        for call in calls {
            let Some((status, _, notes)) = run(call) else {
                continue;
            };
            // A difference is no error.
            let wanted = i32::from(call.starts_with("urlsift diff "));
            assert_eq!(status, Some(wanted), "{page}: {call}: {notes}");
        }
    }
}

/// Rows of the tables: what another tool is called with, and what urlsift is.
fn rows(page: &str) -> Vec<[String; 2]> {
    // `\|` is no border of a cell.
    let cell = |text: &str| text.trim().replace('\u{1}', "|");
    let row = |line: &str| {
        let line = line.replace("\\|", "\u{1}");
        let cells: Vec<&str> = line.split('|').collect();
        assert_eq!(cells.len(), 5, "{line}");
        [cell(cells[1]), cell(cells[2])]
    };
    page.lines()
        .filter(|line| line.starts_with("| ") && !line.contains("| difference |"))
        .map(row)
        .collect()
}

#[test]
#[cfg(unix)]
fn the_options_that_stand_for_those_of_other_tools_run() {
    if !available("bash") {
        return;
    }
    let page = fs::read_to_string("docs/coming-from.md").unwrap();
    let rows = rows(&page);
    assert!(rows.len() > 40, "{}", rows.len());
    let mut tried = 0;
    for [other, own] in rows.iter().filter(|[_, own]| !own.is_empty()) {
        let (_scratch, run) = kitchen();
        let own = own.strip_prefix('`').and_then(|own| own.strip_suffix('`'));
        let own = own.unwrap_or_else(|| panic!("{other}: {own:?} are not options"));
        tried += 1;
        let Some((status, _, notes)) = run(&format!("urlsift -q {own} < urls.txt")) else {
            continue;
        };
        assert_eq!(
            (status, notes.as_str()),
            (Some(0), if own.contains("--stats") { &notes } else { "" }),
            "{own}"
        );
    }
    assert!(tried > 30, "{tried}");
}

/// Long and short options in a text, between backticks, alone or behind the name of the program.
fn named(text: &str) -> BTreeSet<String> {
    let spans = text.split('`').skip(1).step_by(2);
    let calls = spans.flat_map(|span| span.split("\\|")).map(str::trim);
    let own = calls.filter(|call| call.starts_with('-') || call.starts_with("urlsift "));
    let words = own
        .flat_map(str::split_whitespace)
        .map(|word| word.trim_end_matches(','));
    // `-random` behind `--classes` is a value.
    let options =
        words.filter(|word| word.starts_with("--") || word.starts_with('-') && word.len() == 2);
    options
        .map(|option| option.split('=').next().unwrap_or(option).to_owned())
        .collect()
}

#[test]
fn every_option_of_the_guides_exists() {
    let help = |arguments: &[&str]| String::from_utf8(kept(arguments, b"")).unwrap();
    let commands = [
        &["help", "all"][..],
        &["help", "all", "cluster"],
        &["help", "all", "compare"],
        &["help", "all", "diff"],
        &["help", "all", "export"],
    ];
    let mut help = commands.map(help).concat();
    help.retain(|c| c != ',');
    let known: BTreeSet<&str> = help
        .split(|c: char| c.is_whitespace() || "=[]".contains(c))
        .collect();
    for (name, least) in [
        ("docs/cookbook.md", 4),
        ("docs/faq.md", 15),
        ("docs/coming-from.md", 20),
        ("docs/scripts.md", 5),
    ] {
        let page = fs::read_to_string(name).unwrap();
        // What runs is held to its output above; the first cells are those of other tools.
        let lines = page.lines().scan(false, |code, line| {
            let fence = line.starts_with("```");
            *code ^= fence;
            let own = if line.starts_with("| ") {
                line.splitn(3, '|').nth(2)
            } else {
                Some(line)
            };
            Some(if *code || fence {
                ""
            } else {
                own.unwrap_or_default()
            })
        });
        let named = named(&lines.collect::<Vec<_>>().join("\n"));
        assert!(named.len() >= least, "{name}: {named:?}");
        let unknown: Vec<_> = named
            .iter()
            .filter(|option| !known.contains(option.as_str()))
            .collect();
        assert!(unknown.is_empty(), "{name}: {unknown:?}");
    }
}
