//! `urlsift state`, and windows of time, through the program.

use std::fs;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use crate::lists::{letters, mixed};
#[cfg(target_os = "linux")]
use crate::needs::not_tested;
use crate::program::{argument, kept, outcome, refusal, run};
use crate::waiting::eventually;

fn state(task: &str, arguments: &[&str]) -> (String, String) {
    let (status, output, message) = outcome(&run(&[&["state", task], arguments].concat(), b""));
    assert_eq!(status, Some(0), "{task} {arguments:?}: {message}");
    (output, message)
}

/// The lines, counts and slices that a state exports, sorted.
fn exported(path: &Path) -> Vec<String> {
    let mut lines: Vec<String> = state("export", &[argument(path)])
        .0
        .lines()
        .filter(|line| line.starts_with("{\"line\""))
        .map(str::to_owned)
        .collect();
    lines.sort();
    lines
}

/// JSON lines of URLs and times.
fn feed(events: &[(&str, &str)]) -> Vec<u8> {
    let line = |(url, time): &(&str, &str)| format!("{{\"url\":\"{url}\",\"seen\":{time}}}\n");
    events.iter().map(line).collect::<String>().into_bytes()
}

fn filled(folder: &Path, name: &str, options: &[&str], list: &[u8]) -> PathBuf {
    let path = folder.join(name);
    kept(
        &[&["-q", "--state", argument(&path)], options].concat(),
        list,
    );
    path
}

#[test]
fn windows_forget_by_the_times_of_records() {
    let events = [
        ("https://a.example/user/1", "1000000000"),
        ("https://a.example/user/2", "\"2001-09-09T01:46:50Z\""),
        ("https://a.example/login", "1000000015000"),
        ("https://a.example/user/3", "1000000019"),
        // Within 20 s of the last one, then not.
        ("https://a.example/user/4", "1000000038"),
        ("https://a.example/login", "1000000039"),
        ("https://a.example/user/5", "1000000060"),
        // Late: its own slice lives no longer, and its kind does.
        ("https://a.example/user/6", "1000000001"),
        ("https://a.example/login", "1000000002"),
    ];
    let options = [
        "-q",
        "--window",
        "20s",
        "--slice",
        "1s",
        "--time-field",
        "seen",
    ];
    let lines = |output: Vec<u8>| -> Vec<usize> {
        let output = String::from_utf8(output).unwrap();
        let number = |line: &str| {
            events
                .iter()
                .position(|event| line.as_bytes() == feed(&[*event]).trim_ascii_end())
                .unwrap()
        };
        output.lines().map(number).collect()
    };
    assert_eq!(lines(kept(&options, &feed(&events))), [0, 2, 5, 6, 8]);
    // The same through a state, an event at a time.
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("state");
    let mut all = Vec::new();
    for event in &events {
        all.extend(kept(
            &[&options[..], &["--state", argument(&path)]].concat(),
            &feed(&[*event]),
        ));
    }
    // What had expired for one run has for the next ones: late records are as late as in one run.
    assert_eq!(lines(all), [0, 2, 5, 6, 8]);
    // In CSV, by the column.
    let csv = "url,seen\nhttps://a.example/x,1000000000\nhttps://a.example/x,1000000010\nhttps://a.example/x,1000000040\n";
    let options = [&options[..], &["--column", "url"]].concat();
    let wanted = "url,seen\nhttps://a.example/x,1000000000\nhttps://a.example/x,1000000040\n";
    assert_eq!(kept(&options, csv.as_bytes()), wanted.as_bytes());
    for format in ["csv", "tsv", "jsonl"] {
        let rows = kept(
            &[&options[..], &["--format", format]].concat(),
            csv.as_bytes(),
        );
        let rows = String::from_utf8(rows).unwrap();
        let is_kept = |row: &&str| {
            row.contains("kept,") || row.contains("kept\t") || row.contains("\"verdict\":\"kept\"")
        };
        assert_eq!(rows.lines().filter(is_kept).count(), 2, "{rows}");
    }
}

/// Every line that comes is remembered, once a slice, apart from what a run loads.
#[test]
fn all_lines_are_remembered_listed_and_forgotten() {
    let scratch = tempfile::tempdir().unwrap();
    let all = ["--window", "2h", "--slice", "10m", "--remember", "all"];
    let list = b"https://a.example/user/1\nhttps://a.example/login\nhttps://a.example/user/2\nhttps://b.example/user/1\nhttps://a.example/user/1\nno url\nno url\n";
    let path = filled(scratch.path(), "state", &all, list);
    kept(
        &[&["-q", "--state", argument(&path)], &all[..]].concat(),
        b"https://a.example/user/3\r\nhttps://a.example/user/1\n",
    );
    let recent = |path: &Path, like: &str, more: &[&str]| -> Vec<String> {
        let arguments = [&[argument(path), "--like", like], more].concat();
        let text = state("recent", &arguments).0;
        let mut lines: Vec<String> = text
            .lines()
            .map(|line| line.split_once('\t').unwrap().1.to_owned())
            .collect();
        lines.sort();
        lines
    };
    let users = [
        "1\thttps://a.example/user/2",
        "1\thttps://a.example/user/3",
        "3\thttps://a.example/user/1",
    ];
    assert_eq!(
        recent(&path, "https://a.example/user/77", &["--within", "60m"]),
        users
    );
    assert_eq!(recent(&path, "no url", &[]), ["2\tno url"]);
    assert_eq!(
        recent(&path, "https://a.example/user/77", &["--limit", "1"]).len(),
        1
    );
    assert!(state("info", &[argument(&path)]).0.contains("all lines"));
    // Kinds and lines go along.
    let file = scratch.path().join("lines");
    fs::write(&file, exported(&path).join("\n")).unwrap();
    let copy = scratch.path().join("copy");
    state("import", &[argument(&copy), argument(&file)]);
    assert_eq!(recent(&copy, "https://a.example/user/77", &[]), users);
    assert_eq!(exported(&copy), exported(&path));
    state("rebuild", &[argument(&copy), "-t", "90"]);
    assert_eq!(
        recent(&copy, "https://a.example/user/77", &["-t", "90"]),
        users
    );
    let more = filled(
        scratch.path(),
        "more",
        &all,
        b"https://a.example/user/3\nhttps://a.example/user/4\n",
    );
    let here = merged_in_any_order(scratch.path(), &path, &more);
    let joined = [
        users[0],
        "1\thttps://a.example/user/4",
        "2\thttps://a.example/user/3",
        users[2],
    ];
    assert_eq!(recent(&here, "https://a.example/user/77", &[]), joined);
    // A host is forgotten with its lines, and lines that are old are forgotten with their slices.
    state("forget", &[argument(&path), "--host", "a.example"]);
    assert_eq!(recent(&path, "https://a.example/user/77", &[]), [""; 0]);
    assert_eq!(
        recent(&path, "https://b.example/user/2", &[]),
        ["1\thttps://b.example/user/1"]
    );
    eventually("it is older than a second", || {
        state("forget", &[argument(&path), "--older-than", "1s"]);
        !exported(&path)
            .iter()
            .any(|kind| kind.contains("b.example"))
    });
}

/// Lines that are all remembered go with their slices, and the file does not grow with a feed.
#[test]
fn all_lines_expire_with_the_window() {
    let options = [
        "-q",
        "--window",
        "60s",
        "--slice",
        "10s",
        "--time-field",
        "seen",
        "--remember",
        "all",
        "--state",
    ];
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("state");
    let mut sizes = Vec::new();
    for minute in 0..8_i64 {
        let line = |at: i64| {
            format!(
                "{{\"url\":\"https://a.example/user/{at}\",\"seen\":{}}}\n",
                1_000_000_000 + at / 20
            )
        };
        let list: String = (minute * 1200..(minute + 1) * 1200).map(line).collect();
        kept(
            &[&options[..], &[argument(&path)]].concat(),
            list.as_bytes(),
        );
        let info: serde_json::Value =
            serde_json::from_str(&state("info", &[argument(&path), "--format", "jsonl"]).0)
                .unwrap();
        sizes.push(info["all_lines_bytes"].as_u64().unwrap());
    }
    assert!(
        sizes[0] > 1200 * 50 && sizes[2..].iter().all(|size| *size < sizes[0] * 3 / 2),
        "{sizes:?}"
    );
    let text = state(
        "recent",
        &[
            argument(&path),
            "--like",
            "https://a.example/user/1",
            "--limit",
            "100000",
        ],
    )
    .0;
    let first = text.lines().last().unwrap();
    assert!(
        (1000..=1400).contains(&text.lines().count()),
        "{}: {first}",
        text.lines().count()
    );
}

#[test]
fn a_file_holds_what_its_window_holds() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("state");
    let window = ["--window", "20s", "--slice", "1s", "--time-field", "seen"];
    let options = [
        &["-q", "--literal", "--state", argument(&path)],
        &window[..],
    ]
    .concat();
    let mut most = [0, 0];
    // A run every nineteen seconds. Each has kinds of its own, with long names, and a tenth that
    // come every time.
    for run in 0..40_u64 {
        let line = |number: u64| {
            let time = 1_000_000_000 + run * 19 + number / 200;
            let name = if number.is_multiple_of(10) {
                number
            } else {
                run * 2000 + number
            };
            // Digits that cannot be compressed to little.
            let digits = |part: u64| {
                format!(
                    "{:016x}",
                    (name + part * 1_000_003 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
                )
            };
            let long: String = (0..12).map(digits).collect();
            format!(
                "{{\"url\":\"https://h{}.example/{name}-{long}\",\"seen\":{time}}}\n",
                name % 7
            )
        };
        let list: String = (0..2000).map(line).collect();
        let news = kept(&options, list.as_bytes());
        assert_eq!(news.lines().count(), if run == 0 { 2000 } else { 1800 });
        let half = &mut most[usize::from(run >= 20)];
        *half = fs::metadata(&path).unwrap().len().max(*half);
    }
    assert!(
        most[1] <= most[0] * 9 / 8 && most[1] < 4_000_000,
        "{most:?}"
    );
    let kinds = exported(&path);
    assert_eq!(
        kinds.len(),
        2000 + 180,
        "those of the last run, and of the last second of the one before"
    );
    // What lives for ever is counted as far as the window reaches.
    assert_eq!(
        kinds
            .iter()
            .filter(|kind| kind.contains("\"count\":1,"))
            .count(),
        2180 - 20,
        "{}",
        kinds[0]
    );
}

#[test]
fn info_counts_hosts_and_slices() {
    let scratch = tempfile::tempdir().unwrap();
    let list = b"https://a.example/user/1\nhttps://a.example/user/2\nhttps://b.example:8080/\nnot a url\nhttps://a.example/login\n";
    let path = filled(scratch.path(), "state", &[], list);
    let (text, _) = state("info", &[argument(&path)]);
    for wanted in [
        "slices of          10 min",
        "hosts              2",
        "groups             3",
        "lines              4",
        "not URLs           1",
        "b.example:8080",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    let (json, _) = state("info", &[argument(&path), "--format", "jsonl"]);
    let info: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(info["hosts"][0]["host"], "a.example");
    assert_eq!(info["hosts"][0]["lines"], 3);
    assert_eq!(
        info["slices"]
            .as_array()
            .unwrap()
            .iter()
            .map(|slice| slice[1].as_u64().unwrap())
            .sum::<u64>(),
        5
    );
}

#[test]
fn recent_lists_what_is_similar_newest_first() {
    let scratch = tempfile::tempdir().unwrap();
    let list = b"https://a.example/user/1\nhttps://a.example/login\nhttps://a.example/user/2\nhttps://b.example/user/1\n";
    let path = filled(scratch.path(), "state", &[], list);
    let (text, _) = state(
        "recent",
        &[
            argument(&path),
            "--like",
            "https://a.example/user/77",
            "--within",
            "60m",
        ],
    );
    let fields: Vec<&str> = text.trim_end().split('\t').collect();
    assert_eq!(fields[1..], ["2", "https://a.example/user/1"], "{text}");
    let json = ["--format", "jsonl"];
    let like = [argument(&path), "--like", "https://a.example/login?x"];
    assert_eq!(
        state("recent", &[&like[..], &json].concat()).0,
        "",
        "nothing is similar"
    );
    let like = [
        argument(&path),
        "--like",
        "https://b.example/user/2",
        "--limit",
        "0",
    ];
    assert_eq!(state("recent", &like).0, "");
    let literal = filled(
        scratch.path(),
        "literal",
        &["--literal", "-t", "80"],
        b"https://a.example/a/b/c\nhttps://a.example/x/y/z\n",
    );
    let like = [
        argument(&literal),
        "--like",
        "https://a.example/a/b/d",
        "--literal",
        "-t",
        "80",
    ];
    assert!(
        state("recent", &like)
            .0
            .ends_with("\t1\thttps://a.example/a/b/c\n")
    );
}

#[test]
fn what_is_exported_can_be_imported() {
    let scratch = tempfile::tempdir().unwrap();
    let path = filled(scratch.path(), "state", &[], &mixed(2000));
    let lines = exported(&path);
    assert!(lines.len() > 100);
    let file = scratch.path().join("lines");
    fs::write(&file, lines.join("\n")).unwrap();
    let copy = scratch.path().join("copy");
    state("import", &[argument(&copy), argument(&file)]);
    // What was learned is learned from fewer lines, which may merge a few of these more.
    let again = exported(&copy);
    assert!(
        again.len() <= lines.len() && again.len() * 100 >= lines.len() * 97,
        "{} {}",
        again.len(),
        lines.len()
    );
    let counts = |lines: &[String]| -> u64 {
        lines
            .iter()
            .map(|line| {
                serde_json::from_str::<serde_json::Value>(line).unwrap()["count"]
                    .as_u64()
                    .unwrap()
            })
            .sum()
    };
    assert_eq!(counts(&again), counts(&lines));
    let wrong = scratch.path().join("wrong");
    fs::write(&wrong, "{\"line\":\"x\"}\n").unwrap();
    let (status, _, message) = outcome(&run(
        &["state", "import", argument(&copy), argument(&wrong)],
        b"",
    ));
    assert_eq!(status, Some(2));
    assert!(
        message.contains("wrong:1: not an object as urlsift state export prints it"),
        "{message}"
    );
}

#[test]
fn slices_keep_their_length_on_the_way() {
    let scratch = tempfile::tempdir().unwrap();
    let events = [
        ("https://a.example/1", "1000000000"),
        ("https://a.example/2", "1000000025"),
    ];
    let options = ["--slice", "20s", "--time-field", "seen"];
    let path = filled(scratch.path(), "state", &options, &feed(&events));
    let lines = exported(&path);
    assert!(lines[0].contains("\"slice_seconds\":20,"), "{lines:?}");
    let file = scratch.path().join("lines");
    fs::write(&file, lines.join("\n")).unwrap();
    let copy = scratch.path().join("copy");
    state("import", &[argument(&copy), argument(&file)]);
    assert_eq!(exported(&copy), lines);
    // One that is there keeps its own.
    let other = filled(scratch.path(), "other", &[], b"");
    state("import", &[argument(&other), argument(&file)]);
    assert!(
        exported(&other)[0].contains("[[\"2001-09-09T01:40:00Z\",2]]"),
        "{:?}",
        exported(&other)
    );
}

#[test]
fn options_of_time_say_when_they_do_nothing() {
    for (options, wanted) in [
        (
            &["--slice", "1m"][..],
            "--slice requires --window or --state",
        ),
        (
            &["--time-field", "seen"],
            "--time-field requires --window or --state",
        ),
    ] {
        let (status, output, message) = outcome(&run(options, b"https://a.example/\n"));
        assert_eq!(
            (status, &*output, message.lines().count()),
            (Some(2), "", 1),
            "{message}"
        );
        assert!(message.contains(wanted), "{message}");
    }
    let scratch = tempfile::tempdir().unwrap();
    let state_options = [
        "--state",
        argument(&scratch.path().join("state")),
        "--time-field",
        "seen",
    ]
    .map(str::to_owned);
    for options in [
        &["--window", "1h", "--time-field", "seen"].map(str::to_owned)[..],
        &state_options,
    ] {
        let options: Vec<&str> = options.iter().map(|option| &**option).collect();
        let note = |list: &[u8], options: &[&str]| outcome(&run(options, list)).2;
        let (without, with) = (
            feed(&[("https://a.example/1", "null")]),
            feed(&[("https://a.example/2", "1000000000")]),
        );
        assert_eq!(
            note(&without, &options),
            "urlsift: no record has a time in \"seen\" (--time-field): each gets the time at which it is read\n"
        );
        assert_eq!(note(&with, &options), "");
        assert_eq!(note(b"", &options), "");
        assert_eq!(note(&without, &[&options[..], &["-q"]].concat()), "");
    }
}

/// Lines that are remembered and not printed would be printed by no run.
#[test]
fn dropped_lines_of_a_state_are_shown_by_dry_runs_only() {
    let scratch = tempfile::tempdir().unwrap();
    let list = b"https://a.example/user/1\nhttps://a.example/user/2\nhttps://a.example/login\n";
    let path = filled(scratch.path(), "state", &[], b"https://a.example/login\n");
    let options = ["--dropped", "--state", argument(&path)];
    for more in [&[][..], &["--format", "jsonl"], &["--print", "shape"]] {
        let typed = [&options[..], more].concat();
        let (status, output, message) = outcome(&run(&typed, list));
        assert_eq!(status, Some(0), "{message}");
        assert_eq!(
            message,
            "urlsift: note: --dropped with --state implies --dry-run\n"
        );
        let dry = [&typed[..], &["-q", "--dry-run"]].concat();
        assert_eq!(output.into_bytes(), kept(&dry, list));
    }
    let dropped = kept(&[&options[..], &["-q", "--dry-run"]].concat(), list);
    assert_eq!(
        dropped,
        b"https://a.example/user/2\nhttps://a.example/login\n"
    );
    assert_eq!(
        kept(&["-q", "--state", argument(&path)], list),
        b"https://a.example/user/1\n"
    );
    assert_eq!(
        kept(&["-q", "--dropped", "--window", "1h"], list),
        b"https://a.example/user/2\n"
    );
}

#[test]
fn nothing_is_left_beside_a_state_that_was_read_or_a_file_that_is_none() {
    let scratch = tempfile::tempdir().unwrap();
    let list = b"https://a.example/user/1\n";
    let path = filled(scratch.path(), "state", &[], list);
    let names = || -> Vec<String> {
        let entries = fs::read_dir(scratch.path()).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let before = names();
    assert_eq!(before, ["state", "state.lock"]);
    state("info", &[argument(&path)]);
    state("export", &[argument(&path)]);
    state(
        "recent",
        &[argument(&path), "--like", "https://a.example/user/7"],
    );
    kept(&["-q", "--state", argument(&path), "--dry-run"], list);
    assert_eq!(names(), before);
    for bytes in [&b"https://a.example/\n"[..], &[7; 5000]] {
        let other = scratch.path().join("list");
        fs::write(&other, bytes).unwrap();
        let (status, _, message) = outcome(&run(&["--state", argument(&other)], list));
        assert!(
            status == Some(2) && message.contains("not a state file"),
            "{message}"
        );
        assert_eq!(names(), ["list", "state", "state.lock"]);
        assert_eq!(fs::read(&other).unwrap(), bytes);
    }
}

#[test]
fn what_is_no_url_is_named_when_its_like_is_asked_for() {
    let scratch = tempfile::tempdir().unwrap();
    let path = filled(
        scratch.path(),
        "state",
        &[],
        b"not a url\nhttps://a.example/\n",
    );
    let (found, note) = state("recent", &[argument(&path), "--like", "not a url"]);
    assert!(found.ends_with("\t1\tnot a url\n"), "{found}");
    assert_eq!(
        note,
        "urlsift: \"not a url\" is not a URL: it matches only identical lines\n"
    );
    assert_eq!(
        state("recent", &[argument(&path), "--like", "https://a.example/"]).1,
        ""
    );
}

#[test]
fn hosts_and_old_kinds_are_forgotten() {
    let scratch = tempfile::tempdir().unwrap();
    let list =
        b"https://a.example/user/1\nhttps://a.example/login\nhttps://b.example/user/1\nnot a url\n";
    let path = filled(scratch.path(), "state", &[], list);
    assert!(
        state("forget", &[argument(&path), "--host", "A.example"])
            .1
            .contains("2 groups forgotten")
    );
    let again = ["-q", "--state", argument(&path)];
    assert_eq!(
        kept(&again, list),
        b"https://a.example/user/1\nhttps://a.example/login\n"
    );
    assert!(
        state("forget", &[argument(&path), "--older-than", "1h"])
            .1
            .contains("0 groups forgotten")
    );
    assert_eq!(exported(&path).len(), 4);
    eventually("all is older than a second", || {
        state("forget", &[argument(&path), "--older-than", "1s"]);
        exported(&path).is_empty()
    });
    assert_eq!(kept(&again, list), list);
}

#[test]
fn a_state_is_rebuilt_under_other_settings() {
    let scratch = tempfile::tempdir().unwrap();
    let path = filled(
        scratch.path(),
        "state",
        &[],
        b"https://a.example/a/b/x?q=1\nhttps://a.example/a/c/x?q=1\nhttps://b.example/\n",
    );
    let (status, _, message) = outcome(&run(&["--state", argument(&path), "-t", "70"], b""));
    assert_eq!(status, Some(2));
    assert!(message.contains("urlsift state rebuild"), "{message}");
    state("rebuild", &[argument(&path), "-t", "70"]);
    assert_eq!(
        kept(
            &["-q", "--state", argument(&path), "-t", "70"],
            b"https://b.example/\nhttps://c.example/\n"
        ),
        b"https://c.example/\n"
    );
    assert_eq!(
        outcome(&run(&["--state", argument(&path)], b"")).0,
        Some(2),
        "the old settings are refused now"
    );
}

/// More kinds than are held at once.
#[test]
fn a_large_state_is_rebuilt_host_by_host() {
    let scratch = tempfile::tempdir().unwrap();
    let line = |number: usize| {
        let name = letters(number / 50);
        format!("https://h{}.example/?k{name}=1\n", number % 50).into_bytes()
    };
    let list: Vec<u8> = (0..25_000_usize).chain(7000..9000).flat_map(line).collect();
    let path = filled(scratch.path(), "state", &["--no-learn"], &list);
    let before = exported(&path);
    assert_eq!(before.len(), 25_000);
    state("rebuild", &[argument(&path), "--no-learn", "-t", "96"]);
    assert!(
        exported(&path) == before,
        "kinds, counts and times are the same"
    );
    assert_eq!(
        kept(
            &["-q", "--no-learn", "-t", "96", "--state", argument(&path)],
            &list
        ),
        b""
    );
}

/// Merges two states in both orders, which give the same, and returns one of the results.
fn merged_in_any_order(folder: &Path, one: &Path, other: &Path) -> PathBuf {
    let [here, there] = ["here", "there"].map(|name| folder.join(name));
    for (first, second, merged) in [(one, other, &here), (other, one, &there)] {
        let states = [argument(first), argument(second), "-o", argument(merged)];
        state("merge", &states);
    }
    assert_eq!(exported(&here), exported(&there));
    here
}

#[test]
fn states_are_joined_in_any_order() {
    let scratch = tempfile::tempdir().unwrap();
    let list = mixed(3000);
    let (first, second) = list.split_at(list.len() / 2);
    let one = filled(scratch.path(), "one", &[], first);
    let other = filled(scratch.path(), "other", &[], second);
    let here = merged_in_any_order(scratch.path(), &one, &other);
    assert!(exported(&here).len() >= exported(&one).len());
    // Nearly all that either has seen is known.
    let news = kept(&["-q", "--state", argument(&here)], &list);
    assert!(
        news.len() * 20 < list.len(),
        "{} of {}",
        news.len(),
        list.len()
    );
    for arguments in [
        &[argument(&one), "-o", argument(&here)][..],
        &[argument(&one), "-o", "elsewhere", "-t", "80"],
        &[argument(&scratch.path().join("none")), "-o", "elsewhere"],
    ] {
        let (status, _, message) = outcome(&run(&[&["state", "merge"], arguments].concat(), b""));
        assert_eq!((status, message.lines().count()), (Some(2), 1), "{message}");
    }
}

#[test]
fn bursts_are_printed_when_they_are_reached() {
    let events: Vec<(String, String)> = (0..40)
        .map(|at| {
            (
                format!(
                    "https://a.example/{}/{at}",
                    ["user", "cart"][usize::from(at % 8 == 0)]
                ),
                (1_000_000_000 + at).to_string(),
            )
        })
        .collect();
    let events: Vec<(&str, &str)> = events.iter().map(|(url, time)| (&**url, &**time)).collect();
    let options = [
        "-q",
        "--window",
        "10s",
        "--slice",
        "1s",
        "--time-field",
        "seen",
        "--min",
        "5",
    ];
    let output = String::from_utf8(kept(&options, &feed(&events))).unwrap();
    let fields: Vec<&str> = output.trim_end().split('\t').collect();
    assert_eq!((fields.len(), fields[0]), (3, "5"), "{output}");
    assert!(
        fields[1].contains("/user/1\"") && fields[2].contains("/user/5\""),
        "{output}"
    );
}

/// A state of texts is asked by a text, an object, or the same options as its runs.
#[test]
fn a_state_of_texts_is_asked_by_its_field() {
    let scratch = tempfile::tempdir().unwrap();
    let line = |number: usize| {
        let kind = ["ANSWER CREATE", "LOGIN"][number % 2];
        format!("{{\"kind\":\"{kind}\",\"number\":{number}}}\n")
    };
    let list: String = (0..30).map(line).collect();
    for (name, remember) in [
        ("all", &["--window", "2h", "--remember", "all"][..]),
        ("kept", &[]),
    ] {
        let options = [&["--as", "text", "--field", "kind"], remember].concat();
        let path = filled(scratch.path(), name, &options, list.as_bytes());
        let recent = |more: &[&str]| state("recent", &[&[argument(&path)], more].concat());
        let wanted = recent(&["--as", "text", "--field", "kind", "--like", "LOGIN"]);
        let lines = if remember.is_empty() { 1 } else { 15 };
        assert_eq!(wanted.0.lines().count(), lines, "{name}: {}", wanted.0);
        assert!(wanted.1.is_empty(), "{}", wanted.1);
        let object = r#"{"kind":"LOGIN","number":99}"#;
        assert_eq!(recent(&["--field", "kind", "--like", object]), wanted);
        assert_eq!(recent(&["--field", "kind", "--like", "LOGIN"]), wanted);
        let limited = recent(&["--field", "kind", "--like", "LOGIN", "--limit", "4"]).0;
        assert_eq!(limited.lines().count(), lines.min(4));
        assert!(wanted.0.starts_with(&limited), "{limited}");
        assert_eq!(recent(&["--field", "kind", "--like", "NEVER"]).0, "");
        let (_, message) = state("rebuild", &[argument(&path), "--as", "text", "-t", "80"]);
        assert!(message.contains("2 groups"), "{message}");
    }
}

/// As root, permissions prove nothing: an immutable file does, and a small file system.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_and_a_read_only_state_are_one_clear_line() {
    use std::process::Command;
    let done = |program: &str, arguments: &[&str]| {
        Command::new(program)
            .args(arguments)
            .output()
            .is_ok_and(|output| output.status.success())
    };
    let scratch = tempfile::tempdir().unwrap();
    let list = b"https://a.example/\n";
    let path = filled(scratch.path(), "state", &[], list);
    if done("chattr", &["+i", argument(&path)]) {
        let before = fs::read(&path).unwrap();
        let (status, output, message) =
            outcome(&run(&["--state", argument(&path)], b"https://b.example/\n"));
        done("chattr", &["-i", argument(&path)]);
        assert_eq!(
            (status, &*output, message.lines().count()),
            (Some(2), "", 1),
            "{message}"
        );
        assert!(
            message.contains("cannot open the state") || message.contains("cannot write the state"),
            "{message}"
        );
        assert_eq!(fs::read(&path).unwrap(), before);
    } else {
        not_tested("chattr +i that makes a state read-only");
    }
    let shut = scratch.path().join("shut");
    fs::create_dir(&shut).unwrap();
    let path = filled(&shut, "state", &[], list);
    if done("chattr", &["+i", argument(&shut)]) {
        let info = outcome(&run(&["state", "info", argument(&path)], b""));
        let again = outcome(&run(&["-q", "--state", argument(&path), "--dry-run"], list));
        done("chattr", &["-i", argument(&shut)]);
        assert!(info.0 == Some(0) && info.1.contains("groups"), "{info:?}");
        assert_eq!(again, (Some(0), String::new(), String::new()), "it is read");
    } else {
        not_tested("chattr +i that makes a folder read-only");
    }
    let small = scratch.path().join("small");
    fs::create_dir(&small).unwrap();
    if done(
        "mount",
        &["-t", "tmpfs", "-o", "size=1m", "tmpfs", argument(&small)],
    ) {
        let path = filled(&small, "state", &[], list);
        let (status, _, message) =
            outcome(&run(&["-q", "--state", argument(&path)], &mixed(60_000)));
        let again = run(&["-q", "--state", argument(&path), "--dry-run"], list);
        done("umount", &[argument(&small)]);
        assert_eq!((status, message.lines().count()), (Some(2), 1), "{message}");
        assert!(message.contains("the disk is full"), "{message}");
        assert_eq!(
            outcome(&again),
            (Some(0), String::new(), String::new()),
            "it is as it was"
        );
    } else {
        not_tested("right to mount a tmpfs");
    }
}

#[test]
fn a_state_of_texts_or_sequences_counts_its_groups_and_has_no_templates() {
    let folder = tempfile::tempdir().unwrap();
    let kinds: [(&[&str], &[u8]); 4] = [
        (
            &["--as", "text"],
            b"LOGIN\nVOTE\nLOGIN\nhttps://a.example/x\n",
        ),
        (
            &["--as", "text", "-t", "60"],
            "加我微信\n今天开会\n加我微信\n你好\n".as_bytes(),
        ),
        (
            &["--as", "messages"],
            b"a: started\nb stopped\na: started\nc failed now\n",
        ),
        (
            &["--as", "events"],
            b"/a|GET|0|/b|GET|1|\n/a|GET|1\n/a|GET|0|/b|GET|1|\n/c|GET|1\n",
        ),
    ];
    for (number, (options, list)) in kinds.iter().enumerate() {
        let path = filled(folder.path(), &format!("{number}.state"), options, list);
        let path = argument(&path);
        let (info, _) = state("info", &[path]);
        for row in [
            "groups             3\n",
            "lines              4\n",
            "not URLs           0\n",
        ] {
            assert!(info.contains(row), "{options:?} {row}: {info}");
        }
        let (info, _) = state("info", &[path, "--format", "jsonl"]);
        assert!(
            info.contains("\"kinds\":3,\"lines\":4,\"not_urls\":0"),
            "{info}"
        );
        let commands: [&[&str]; 3] = [
            &["templates", path],
            &["export", "--to", "nginx", path],
            &["diff", path, path],
        ];
        for command in commands {
            let message = refusal(command, b"");
            assert!(
                message.contains("holds texts or sequences"),
                "{command:?}: {message}"
            );
        }
    }
}
