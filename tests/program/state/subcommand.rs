//! `urlsift state` on every store: the same table of cases for a file and for a Redis server.

use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;
use tempfile::TempDir;

use crate::lists::{letters, mixed};
use crate::program::{argument, finish, kept, outcome, run, urlsift};
use crate::server::Server;

/// The same memory in a file and on a server.
struct Twins {
    server: Server,
    scratch: TempDir,
}

impl Twins {
    fn start(arguments: &[&str]) -> Option<Self> {
        Some(Self {
            server: Server::start(arguments)?,
            scratch: tempfile::tempdir().unwrap(),
        })
    }

    fn places(&self, name: &str) -> [String; 2] {
        [
            argument(&self.scratch.path().join(name)).to_owned(),
            self.server.address(name),
        ]
    }

    /// What a run of each prints, which is the same.
    fn run(&self, name: &str, options: &[&str], list: &[u8]) -> String {
        let [file, server] = self.places(name).map(|place| {
            kept(
                &[&["-q", "--time-field", "seen", "--state", &place], options].concat(),
                list,
            )
        });
        assert!(file == server, "{name} {options:?}");
        String::from_utf8(file).unwrap()
    }

    /// What a task prints for each, which is the same.
    fn task(&self, name: &str, task: &str, options: &[&str]) -> (String, String) {
        let [file, server] = self.places(name).map(|place| {
            let (status, output, message) =
                outcome(&run(&[&["state", task, &place], options].concat(), b""));
            assert_eq!(status, Some(0), "{task} {options:?}: {message}");
            (sorted(&output), message)
        });
        assert_eq!(file, server, "{name} {task} {options:?}");
        file
    }
}

/// Hosts have other hashes in another store, and come in their order. What only exact copies need is
/// of one store.
fn sorted(text: &str) -> String {
    let is_own = |line: &&str| {
        !["{\"exact\":", "{\"host\":", "{\"sha256\":"]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let mut lines: Vec<&str> = text.lines().filter(is_own).collect();
    lines.sort_unstable();
    lines.join("\n")
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs()
}

/// JSON lines of URLs that came every second until so many seconds ago.
fn feed(urls: &[u8], ago: u64) -> Vec<u8> {
    let urls: Vec<&str> = str::from_utf8(urls).unwrap().lines().collect();
    let start = now() - ago - urls.len() as u64;
    let line = |(url, at): (&&str, u64)| {
        format!(
            "{}\n",
            serde_json::json!({ "url": url, "seen": start + at })
        )
    };
    urls.iter()
        .zip(0..)
        .map(line)
        .collect::<String>()
        .into_bytes()
}

const FEW: &[u8] = b"https://a.example/user/1\nhttps://a.example/login\nhttps://a.example/user/2\nhttps://b.example:8080/user/1\nhttps://a.example/user/3\n";
/// What is learned reaches another store a batch later, so lines that it takes for values may be
/// printed there.
const OPTIONS: [&[&str]; 3] = [
    &["--no-learn"],
    &["--no-learn", "--window", "2d"],
    &["--no-learn", "--window", "2d", "--slice", "1h"],
];

#[test]
fn every_store_shows_lists_and_exports_the_same() {
    let Some(twins) = Twins::start(&[]) else {
        return;
    };
    let list = [
        feed(&mixed(3000), 2),
        feed(FEW, 1),
        b"no url\nno url\n".to_vec(),
    ]
    .concat();
    let half = list.len() / 2;
    let half = half + list[half..].iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for (number, options) in OPTIONS.iter().enumerate() {
        let name = format!("shown{number}");
        twins.run(&name, options, &list[..half]);
        twins.run(&name, options, &list[half..]);
        let (kinds, _) = twins.task(&name, "export", &[]);
        assert!(kinds.lines().count() > 300, "{}", kinds.lines().count());
        assert!(
            kinds.contains("\"count\":3,") && kinds.contains("no url"),
            "{kinds}"
        );
        for like in [
            "https://a.example/user/77",
            "https://b.example:8080/user/2",
            "https://a.example/none",
            "no url",
        ] {
            for more in [
                &[][..],
                &["--within", "60m"],
                &["--limit", "0"],
                &["--format", "jsonl"],
            ] {
                let options = [&["--no-learn", "--like", like], more].concat();
                let (found, _) = twins.task(&name, "recent", &options);
                let is_there = !like.ends_with("none") && !more.contains(&"0");
                assert_eq!(!found.is_empty(), is_there, "{options:?}: {found}");
            }
        }
        let [file, server] = twins.places(&name).map(|place| {
            let (_, output, _) =
                outcome(&run(&["state", "info", &place, "--format", "jsonl"], b""));
            let mut info: Value = serde_json::from_str(&output).unwrap();
            assert!(info["bytes"].as_u64() > Some(10_000), "{output}");
            let parts = ["segments", "keys"].map(|parts| info[parts].as_u64());
            assert!(parts[0].xor(parts[1]) > Some(0), "{output}");
            for of_store in ["bytes", "segments", "keys"] {
                info.as_object_mut().unwrap().remove(of_store);
            }
            info
        });
        assert_eq!(file, server);
        assert!(file["not_urls"].as_u64() > Some(0), "{file}");
        let counts = |list: &str, count: &str| -> u64 {
            file[list]
                .as_array()
                .unwrap()
                .iter()
                .map(|of| of.pointer(count).unwrap().as_u64().unwrap())
                .sum()
        };
        assert_eq!(
            counts("slices", "/1"),
            list.split(|byte| *byte == b'\n').count() as u64 - 1
        );
        assert!(counts("hosts", "/lines") > 2900, "{file}");
        let (_, text, _) = outcome(&run(&["state", "info", &twins.places(&name)[1]], b""));
        assert!(
            text.contains(" keys\n") && text.contains("slices of "),
            "{text}"
        );
    }
}

#[test]
fn every_store_forgets_hosts_and_what_is_old() {
    let Some(twins) = Twins::start(&[]) else {
        return;
    };
    for (number, options) in OPTIONS.iter().enumerate() {
        let name = format!("old{number}");
        let (old, new) = (feed(&mixed(1500), 7200), feed(FEW, 1));
        twins.run(&name, options, &old);
        twins.run(&name, options, &new);
        // Its kinds are news again, and no other ones.
        assert!(
            twins
                .task(&name, "forget", &["--host", "a.example"])
                .1
                .contains("2 groups forgotten")
        );
        assert!(!twins.task(&name, "export", &[]).0.contains("//a.example/"));
        assert_eq!(twins.run(&name, options, &new).lines().count(), 2);
        assert_eq!(twins.run(&name, options, &old), "");
        // Some kinds of a host are old, and some are not.
        let both = feed(&[&mixed(700)[..], FEW].concat(), 0);
        twins.run(&name, options, &both);
        let before = twins.task(&name, "export", &[]).0.lines().count();
        let (_, message) = twins.task(&name, "forget", &["--older-than", "1h"]);
        let forgotten: usize = message
            .split(' ')
            .find_map(|word| word.replace(',', "").parse().ok())
            .unwrap_or_else(|| panic!("{message}"));
        let after = twins.task(&name, "export", &[]).0.lines().count();
        assert!(forgotten > 50 && after > 50, "{forgotten} {after}");
        assert_eq!(before, after + forgotten);
        assert_eq!(
            twins.run(&name, options, &both),
            "",
            "what is left is known"
        );
        assert!(
            twins
                .run(&name, options, &feed(&mixed(1500), 0))
                .lines()
                .count()
                > forgotten / 2
        );
    }
}

#[test]
fn a_server_that_has_learned_shows_what_was_printed() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let address = server.address("learned");
    let printed = String::from_utf8(kept(&["-q", "--state", &address], &mixed(2000))).unwrap();
    let (_, kinds, _) = outcome(&run(&["state", "export", &address], b""));
    let mut lines: Vec<String> = kinds
        .lines()
        .filter(|line| line.starts_with("{\"line\""))
        .map(|kind| {
            serde_json::from_str::<Value>(kind).unwrap()["line"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    lines.sort();
    assert_eq!(lines.join("\n"), sorted(&printed));
    let like = lines[lines.len() / 2].as_str();
    let (_, recent, _) = outcome(&run(&["state", "recent", &address, "--like", like], b""));
    assert!(recent.contains(like), "{recent}");
}

#[test]
fn reading_leaves_no_trace_on_a_server() {
    let Some(twins) = Twins::start(&["--enable-debug-command", "yes"]) else {
        return;
    };
    let address = &twins.places("read")[1];
    kept(
        &["-q", "--window", "1d", "--state", address],
        &[FEW, &mixed(1000)].concat(),
    );
    let digest = || twins.server.tell("DEBUG DIGEST");
    let before = digest();
    assert!(before.len() > 20, "{before}");
    let joined = twins.scratch.path().join("joined");
    for arguments in [
        &["info", address][..],
        &["recent", address, "--like", "https://a.example/user/9"],
        &["export", address],
        &["merge", address, "-o", argument(&joined)],
    ] {
        let (status, _, message) = outcome(&run(&[&["state"], arguments].concat(), b""));
        assert_eq!(status, Some(0), "{message}");
    }
    assert_eq!(digest(), before);
}

/// What only files do says how a server gets there.
#[test]
fn kinds_go_from_store_to_store() {
    let Some(twins) = Twins::start(&[]) else {
        return;
    };
    let [file, server] = twins.places("moved");
    let list = [feed(&mixed(1500), 3), feed(FEW, 1)].concat();
    kept(
        &["-q", "--no-learn", "--time-field", "seen", "--state", &file],
        &list,
    );
    let export = |place: &str| sorted(&outcome(&run(&["state", "export", place], b"")).1);
    let kinds = twins.scratch.path().join("kinds");
    fs::write(&kinds, export(&file)).unwrap();
    let import = |place: &str, options: &[&str]| {
        outcome(&run(
            &[&["state", "import", place, argument(&kinds)], options].concat(),
            b"",
        ))
    };
    let (status, _, message) = import(&server, &["--no-learn"]);
    assert_eq!(status, Some(0), "{message}");
    assert_eq!(export(&server), export(&file));
    assert_eq!(
        kept(
            &[
                "-q",
                "--no-learn",
                "--time-field",
                "seen",
                "--state",
                &server
            ],
            &list
        ),
        b""
    );
    let (status, _, message) = import(&server, &[]);
    assert_eq!(status, Some(2));
    assert!(
        message.contains("no-learn is true there") && message.contains("prefix=NAME"),
        "{message}"
    );
    // Out of a server into a file.
    let joined = twins.scratch.path().join("joined");
    let merge = |output: &str| {
        outcome(&run(
            &["state", "merge", &server, &file, "-o", output, "--no-learn"],
            b"",
        ))
    };
    assert_eq!(merge(argument(&joined)).0, Some(0));
    assert_eq!(
        export(argument(&joined)).lines().count(),
        export(&file).lines().count()
    );
    for (refused, wanted) in [
        (
            merge(&server),
            "merge them into a file, and copy that with urlsift state export",
        ),
        (
            outcome(&run(&["state", "rebuild", &server, "-t", "96"], b"")),
            "urlsift state export, and enter it under the new settings into another prefix=NAME",
        ),
    ] {
        let (status, output, message) = refused;
        assert_eq!(
            (status, &*output, message.lines().count()),
            (Some(2), "", 1),
            "{message}"
        );
        assert!(message.contains(wanted), "{message}");
    }
}

#[test]
fn what_is_not_there_is_named_and_no_password_is() {
    let Some(mut twins) = Twins::start(&[]) else {
        return;
    };
    assert!(
        twins
            .server
            .tell("CONFIG SET requirepass s3cr3t")
            .starts_with("+OK")
    );
    let place = |prefix: &str| {
        twins
            .server
            .address(prefix)
            .replace("redis://", "redis://:s3cr3t@")
    };
    let there = place("there");
    kept(&["-q", "--state", &there], FEW);
    let tasks = |place: &str| -> Vec<Vec<String>> {
        let list = |arguments: &[&str]| {
            arguments
                .iter()
                .map(|argument| (*argument).to_owned())
                .collect()
        };
        vec![
            list(&["state", "info", place]),
            list(&["state", "export", place]),
            list(&["state", "recent", place, "--like", "https://a.example/"]),
            list(&["state", "forget", place, "--host", "c.example"]),
        ]
    };
    let ended = |arguments: &[String]| {
        let arguments: Vec<&str> = arguments.iter().map(|argument| &**argument).collect();
        let ended = outcome(&run(&arguments, b""));
        assert!(
            !ended.1.contains("s3cr3t") && !ended.2.contains("s3cr3t"),
            "{ended:?}"
        );
        assert!(
            ended.0 == Some(0) || ended.2.lines().count() == 1,
            "{ended:?}"
        );
        (ended.0, ended.2)
    };
    for arguments in tasks(&there) {
        assert_eq!(ended(&arguments).0, Some(0));
    }
    for arguments in tasks(&place("nowhere")) {
        let (status, message) = ended(&arguments);
        assert_eq!(status, Some(2));
        assert!(
            message.contains("there is no state in Redis at redis://127.0.0.1"),
            "{message}"
        );
        assert!(message.contains("prefix=nowhere"), "{message}");
    }
    for arguments in tasks(&there.replace("s3cr3t", "s3cr3t-and-wrong")) {
        assert_eq!(ended(&arguments).0, Some(2));
    }
    let (_, message) =
        ended(&["state", "merge", &there, "-t", "96", "-o", "joined"].map(str::to_owned));
    assert!(
        message.contains("cannot join redis://127.0.0.1"),
        "{message}"
    );
    let debug = urlsift(&["--debug", "-q", "--state", &there])
        .spawn()
        .unwrap();
    let (status, _, message) = outcome(&finish(debug, b""));
    assert!(
        status == Some(0) && message.contains("settings") && !message.contains("s3cr3t"),
        "{message}"
    );
    twins.server.kill();
    for arguments in tasks(&there) {
        let (status, message) = ended(&arguments);
        assert!(
            status == Some(2) && message.contains("cannot ask Redis at redis://127.0.0.1"),
            "{message}"
        );
    }
    assert!(!Path::new("joined").exists());
}

/// A host with more kinds than a request takes, of which some go while others are at work.
#[test]
fn a_large_host_is_forgotten_in_part_while_runs_go_on() {
    let Some(twins) = Twins::start(&[]) else {
        return;
    };
    let urls = |name: &str| -> Vec<u8> {
        (0..3000)
            .flat_map(|number| {
                let parameter = letters(number);
                format!("https://a.example/{name}?k{parameter}=1\n").into_bytes()
            })
            .collect()
    };
    let options = ["--no-learn"];
    twins.run("large", &options, &feed(&urls("old"), 7200));
    twins.run("large", &options, &feed(&urls("new"), 1));
    let address = &twins.places("large")[1];
    std::thread::scope(|scope| {
        let busy = scope.spawn(|| kept(&["-q", "--no-learn", "--state", address], &urls("third")));
        let (status, _, message) = outcome(&run(
            &["state", "forget", address, "--older-than", "1h"],
            b"",
        ));
        assert!(
            status == Some(0) && message.contains("3,000 groups forgotten")
                || message.contains("3000 groups"),
            "{message}"
        );
        assert_eq!(
            busy.join().unwrap().split(|byte| *byte == b'\n').count(),
            3001
        );
    });
    assert_eq!(
        kept(&["-q", "--no-learn", "--state", address], &urls("new")),
        b""
    );
    assert_eq!(
        kept(&["-q", "--no-learn", "--state", address], &urls("old")),
        urls("old")
    );
}
