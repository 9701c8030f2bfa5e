//! `--state`: what runs remember from one to the next, through the program.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::thread;

use crate::lists::mixed;
use crate::program::{argument, finish, kept, list, outcome, refusal, run, start};
use crate::waiting::{all_is_read, eventually};
use Moment::{AtOnce, Read as AllRead, Stored};

/// Cuts a list behind about so many of a hundred bytes.
fn cut(list: &[u8], percent: usize) -> (&[u8], &[u8]) {
    let at = list.len() * percent / 100;
    let end = list[at..]
        .iter()
        .position(|byte| *byte == b'\n')
        .map_or(list.len(), |end| at + end + 1);
    list.split_at(end)
}

const OPTIONS: [&[&str]; 6] = [
    &[],
    &["--literal"],
    &["-t", "80"],
    &["-k", "3"],
    &["--new-params"],
    &["--max-per-host", "2"],
];

#[test]
fn halves_give_what_the_whole_list_gives_and_nothing_comes_twice() {
    let list = mixed(6000);
    for options in OPTIONS {
        let scratch = tempfile::tempdir().unwrap();
        let state = scratch.path().join("state");
        let with = [&["-q", "--state", argument(&state)], options].concat();
        let mut parts = Vec::new();
        let (first, second) = cut(&list, 40);
        for part in [first, second] {
            parts.extend(kept(&with, part));
        }
        assert_eq!(
            parts,
            kept(&[&["-q"], options].concat(), &list),
            "{options:?}"
        );
        let again = kept(&with, &list);
        assert_eq!(String::from_utf8_lossy(&again), "", "{options:?}");
    }
}

#[test]
fn names_keep_their_first_numbers_across_runs() {
    let paths = [
        "step1",
        "api1/users",
        "step2",
        "api2/users",
        "step1",
        "step3",
        "api1/orders",
        "step4",
        "api2/orders",
        "step2",
    ];
    let list = paths
        .map(|path| format!("https://a.example/{path}\n"))
        .concat();
    let wanted = kept(&["-q"], list.as_bytes());
    assert_eq!(String::from_utf8_lossy(&wanted).lines().count(), 7);
    for percent in [10, 30, 50, 70, 90] {
        let scratch = tempfile::tempdir().unwrap();
        let state = scratch.path().join("state");
        let with = ["-q", "--state", argument(&state)];
        let (first, second) = cut(list.as_bytes(), percent);
        assert_eq!(
            [kept(&with, first), kept(&with, second)].concat(),
            wanted,
            "{percent}"
        );
        assert_eq!(kept(&with, list.as_bytes()), b"");
    }
    // One of two numbers is at a position that is learned later.
    let list = ["step1/step2", "wombat/x9", "quokka"]
        .map(|path| format!("https://a.example/search/{path}\n"))
        .concat();
    let scratch = tempfile::tempdir().unwrap();
    let state = scratch.path().join("state");
    let with = ["-q", "--state", argument(&state)];
    assert_eq!(kept(&with, list.as_bytes()), list.as_bytes());
    assert_eq!(kept(&with, list.as_bytes()), b"");
}

#[test]
fn a_dry_run_decides_and_leaves_no_trace() {
    let list = mixed(2000);
    let (first, second) = cut(&list, 50);
    let scratch = tempfile::tempdir().unwrap();
    let state = scratch.path().join("state");
    let dry = ["-q", "--state", argument(&state), "--dry-run"];
    assert_eq!(
        kept(&dry, first),
        kept(&["-q"], first),
        "there is no state yet"
    );
    assert!(!state.exists());
    let start = kept(&["-q", "--state", argument(&state)], first);
    let end = kept(&dry, second);
    assert_eq!(kept(&dry, second), end);
    assert_eq!(
        [start, kept(&["-q", "--state", argument(&state)], second)].concat(),
        kept(&["-q"], &list)
    );
    assert_eq!(kept(&dry, second), b"");
}

/// When a run is killed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moment {
    /// Whatever it has done by then.
    AtOnce,
    /// Once it has read what there is.
    Read,
    /// Once something more is stored.
    Stored,
}

/// How many lines a state has counted.
fn stored(state: &Path) -> u64 {
    let output = run(
        &["state", "info", "--format", "jsonl", argument(state)],
        b"",
    );
    let info = serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap_or_default();
    info["lines"].as_u64().unwrap_or_default()
}

/// Starts a run over the first part of a list, and kills it at some moment after that, and then at
/// another one after a further part, while its input is open.
pub(crate) fn kill(
    arguments: &[&str],
    list: &[u8],
    percent: usize,
    moments: [Moment; 2],
) -> Vec<u8> {
    let at = arguments
        .iter()
        .position(|argument| *argument == "--state")
        .unwrap();
    let state = Path::new(arguments[at + 1]);
    let mut before = stored(state);
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().unwrap();
    let (first, second) = cut(list, percent);
    let mut stdout = child.stdout.take().unwrap();
    let output = thread::spawn(move || {
        let mut output = Vec::new();
        stdout.read_to_end(&mut output).unwrap();
        output
    });
    for (part, moment) in [first, cut(second, 30).0].into_iter().zip(moments) {
        stdin.write_all(part).unwrap();
        match moment {
            Moment::AtOnce => {}
            Moment::Read => all_is_read(&stdin),
            Moment::Stored => eventually("more is stored", || stored(state) > before),
        }
        before = stored(state);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    output.join().unwrap()
}

#[test]
fn a_killed_run_is_continued_in_its_output_exactly() {
    let list = mixed(6000);
    let whole = kept(&["-q"], &list);
    let cases = [
        (3, [AtOnce, AtOnce]),
        (10, [Stored, AtOnce]),
        (35, [Stored, Stored]),
        (60, [AtOnce, AllRead]),
        (80, [Stored, AllRead]),
    ];
    for (percent, moments) in cases {
        let scratch = tempfile::tempdir().unwrap();
        let (state, output) = (scratch.path().join("state"), scratch.path().join("output"));
        fs::write(&output, "of another run\n").unwrap();
        let arguments = ["-q", "--state", argument(&state), "-o", argument(&output)];
        kill(&arguments, &list, percent, moments);
        kill(&arguments, &list, percent + 5, moments);
        kept(&arguments, &list);
        assert!(fs::read(&output).unwrap() == whole, "{percent} {moments:?}");
        // That run came to its end, and there is nothing more to print.
        kept(&arguments, &list);
        assert!(fs::read(&output).unwrap() == whole, "{percent} {moments:?}");
    }
}

#[test]
fn a_killed_run_on_a_pipe_loses_nothing() {
    let list = mixed(6000);
    let whole = kept(&["-q"], &list);
    for (percent, moments) in [
        (5, [Stored, AtOnce]),
        (40, [Stored, AllRead]),
        (70, [AtOnce, AtOnce]),
    ] {
        let scratch = tempfile::tempdir().unwrap();
        let state = scratch.path().join("state");
        let arguments = ["-q", "--state", argument(&state)];
        let before = kill(&arguments, &list, percent, moments);
        let after = kept(&arguments, &list);
        assert!(whole.starts_with(&before), "what is printed is whole");
        assert!(
            whole.ends_with(&after),
            "what is printed again is the end of what was"
        );
        assert!(before.len() + after.len() >= whole.len(), "nothing is lost");
    }
}

#[test]
fn an_interrupted_run_is_continued_and_a_shorter_output_is_an_error() {
    let list = mixed(3000);
    let scratch = tempfile::tempdir().unwrap();
    let [state, output, other] = ["state", "output", "other"].map(|name| scratch.path().join(name));
    let arguments = ["-q", "--state", argument(&state), "-o", argument(&output)];
    kill(&arguments, &list, 50, [Stored, AllRead]);
    let written = fs::read(&output).unwrap();
    assert!(written.len() > 1000);
    fs::write(&output, &written[..500]).unwrap();
    let (status, _, message) = outcome(&run(&arguments, &list));
    assert_eq!(status, Some(2));
    assert!(
        message.starts_with(&format!(
            "urlsift: cannot continue {}: it has 500 bytes",
            output.display()
        )),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1);
    assert_eq!(
        fs::read(&output).unwrap(),
        &written[..500],
        "it is as it was"
    );
    // Another output is begun anew.
    fs::write(&other, "something").unwrap();
    let rest = ["-q", "--state", argument(&state), "-o", argument(&other)];
    assert_eq!(run(&rest, &list).status.code(), Some(0));
    assert!(kept(&["-q"], &list).ends_with(&fs::read(&other).unwrap()));
}

#[test]
fn one_run_at_a_time_has_the_state() {
    let scratch = tempfile::tempdir().unwrap();
    let state = scratch.path().join("state");
    let mut first = start(&["-q", "--state", argument(&state)]);
    let mut stdin = first.stdin.take().unwrap();
    stdin.write_all(b"https://a.example/\n").unwrap();
    let mut line = [0; 19];
    first
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut line)
        .unwrap();
    let message = refusal(&["--state", argument(&state)], b"https://b.example/\n");
    let wanted = format!(
        "urlsift: another run of urlsift is using the state {}; --wait waits for it to end\n",
        state.display()
    );
    assert_eq!(message, wanted);
    // Reading is no run.
    let dry = ["-q", "--state", argument(&state), "--dry-run"];
    eventually("what the first run has printed is stored", || {
        kept(&dry, b"https://a.example/\nhttps://b.example/\n") == b"https://b.example/\n"
    });
    let mut waiting = start(&["-q", "--state", argument(&state), "--state-wait"]);
    #[cfg(unix)]
    crate::waiting::signals_are_caught(&waiting);
    assert!(waiting.try_wait().unwrap().is_none(), "it waits");
    drop(stdin);
    first.wait().unwrap();
    let output = finish(waiting, b"https://a.example/\nhttps://b.example/\n");
    assert_eq!(
        outcome(&output),
        (Some(0), "https://b.example/\n".to_owned(), String::new())
    );
}

#[test]
fn what_is_no_state_or_of_other_settings_is_refused_and_stays() {
    let scratch = tempfile::tempdir().unwrap();
    let refused = |path: &Path, options: &[&str]| {
        let before = fs::read(path).unwrap();
        let (status, output, message) = outcome(&run(
            &[&["--state", argument(path)], options].concat(),
            b"https://a.example/\n",
        ));
        assert_eq!(
            (status, &*output, message.lines().count()),
            (Some(2), "", 1),
            "{message}"
        );
        assert_eq!(fs::read(path).unwrap(), before, "it is as it was");
        message
    };
    for (name, bytes) in [
        ("text", &b"no database, but a text of some length"[..]),
        ("random", &[0xA5; 9000]),
        ("short", b"abc"),
    ] {
        let path = scratch.path().join(name);
        fs::write(&path, bytes).unwrap();
        let message = refused(&path, &[]);
        assert!(
            message.contains("it is not a state file of urlsift"),
            "{message}"
        );
    }
    // An empty file is a new state.
    let state = scratch.path().join("state");
    fs::write(&state, "").unwrap();
    assert_eq!(
        kept(
            &["-q", "--state", argument(&state)],
            b"https://a.example/\n"
        ),
        b"https://a.example/\n"
    );
    for options in [
        &["-t", "90"][..],
        &["--literal"],
        &["--no-learn"],
        &["--protect", "zork"],
        &["--new-params"],
    ] {
        let message = refused(&state, options);
        assert!(
            message.contains("other settings") && message.contains("urlsift state rebuild"),
            "{message}"
        );
    }
    assert!(
        refused(&state, &["-t", "90"]).contains("threshold is the default there, and 90 here;")
    );
    // One of a newer version: its number stands at 60 in the header.
    let mut newer = fs::read(&state).unwrap();
    newer[60..64].copy_from_slice(&7_u32.to_be_bytes());
    fs::write(&state, newer).unwrap();
    assert!(refused(&state, &[]).contains("its format has version 7"));
    // A directory, and what cannot be made.
    for path in [
        scratch.path().to_owned(),
        scratch.path().join("no/such/folder"),
    ] {
        let (status, _, message) =
            outcome(&run(&["--state", argument(&path)], b"https://a.example/\n"));
        assert_eq!((status, message.lines().count()), (Some(2), 1), "{message}");
        assert!(message.contains(argument(&path)), "{message}");
    }
}

#[test]
fn options_that_need_the_whole_list_are_refused_with_the_way_out() {
    for (options, way) in [
        (&["--two-pass"][..], "a second run knows it"),
        (&["--report", "page.html"], "--stats"),
        (&["--count", "--prefer", "shortest"], "leave it out"),
    ] {
        for memory in [["--state", "x"], ["--window", "1h"]] {
            let (status, _, message) = outcome(&run(&[&memory, options].concat(), b""));
            assert_eq!((status, message.lines().count()), (Some(2), 1), "{message}");
            let refusal = format!("cannot be used with {}: ", memory[0]);
            assert!(
                message.contains(&refusal) && message.contains(way),
                "{message}"
            );
        }
    }
    let (_, _, message) = outcome(&run(&["--count", "--state", "redis://127.0.0.1:1/"], b""));
    assert!(message.contains("remember in a file"), "{message}");
    assert!(!Path::new("x").exists() && !Path::new("page.html").exists());
    for options in [
        &["--dry-run"][..],
        &["--remember", "all"],
        &["--remember", "all", "--state", "x"],
    ] {
        assert_eq!(run(options, &list(1)).status.code(), Some(2), "{options:?}");
    }
}

#[test]
fn a_run_on_a_state_counts_its_own_lines() {
    let scratch = tempfile::tempdir().unwrap();
    let state = scratch.path().join("state");
    let first = b"https://a.example/user/1\nno url\nhttps://a.example/login\n";
    let second = b"https://a.example/user/2\nhttps://b.example/user/1\nno url\nno more\nhttps://b.example/user/2\nhttps://b.example/login\nno more\n";
    for options in [&[][..], &["-t", "90"], &["--literal", "-t", "80"]] {
        let _ = fs::remove_file(&state);
        let with = [&["-q", "--state", argument(&state)], options].concat();
        kept(&with, first);
        let counts = kept(&[&with[..], &["--count"]].concat(), second);
        let counts = String::from_utf8(counts).unwrap();
        let wanted =
            "      2 https://b.example/user/1\n      2 no more\n      1 https://b.example/login\n";
        assert_eq!(counts, wanted, "{options:?}");
        assert_eq!(kept(&with, second), b"", "what was counted is remembered");
    }
    // What is not printed yet is not stored.
    let _ = fs::remove_file(&state);
    let with = ["-q", "--state", argument(&state), "--count"];
    assert_eq!(kill(&with, &mixed(2000), 50, [AllRead, AllRead]), b"");
    assert_eq!(
        kept(&with, &mixed(2000)),
        kept(&["-q", "--count"], &mixed(2000))
    );
}

/// Rows and objects of halves are those of the whole, but for the numbers of lines and the
/// representatives.
#[test]
fn other_formats_tell_of_each_run() {
    let list = mixed(1500);
    let (first, second) = cut(&list, 45);
    let scratch = tempfile::tempdir().unwrap();
    for format in ["tsv", "csv", "jsonl"] {
        let state = scratch.path().join(format);
        let with = ["-q", "--state", argument(&state), "--format", format];
        let [first, second, whole] = [
            kept(&with, first),
            kept(&with, second),
            kept(&["-q", "--format", format], &list),
        ]
        .map(|rows| String::from_utf8(rows).unwrap());
        let header = usize::from(format != "jsonl");
        let verdict = |row: &str| -> (String, String) {
            if format == "jsonl" {
                let object: serde_json::Value = serde_json::from_str(row).unwrap();
                assert_eq!(object.get("representative"), None);
                return (object["verdict"].to_string(), object["line"].to_string());
            }
            let fields: Vec<&str> = row.splitn(4, [',', '\t']).collect();
            (fields[2].to_owned(), fields[3].to_owned())
        };
        let halves: Vec<_> = first
            .lines()
            .skip(header)
            .chain(second.lines().skip(header))
            .map(verdict)
            .collect();
        let without = |row: &str| match serde_json::from_str::<serde_json::Value>(row) {
            Ok(mut object) if format == "jsonl" => {
                object.as_object_mut().unwrap().remove("representative");
                verdict(&object.to_string())
            }
            _ => verdict(row),
        };
        let whole_rows: Vec<_> = whole.lines().skip(header).map(without).collect();
        assert!(halves.len() > 100);
        assert!(halves == whole_rows, "{format}");
        if header > 0 {
            assert_eq!(first.lines().next(), second.lines().next());
            assert_eq!(
                kept(&with, list.as_slice()),
                format!("{}\n", whole.lines().next().unwrap()).as_bytes()
            );
        }
    }
}

#[test]
fn headers_are_printed_once_in_an_output_that_is_continued_and_anew_in_others() {
    let header = "id,url,title\n";
    let mut list = header.as_bytes().to_vec();
    for (number, line) in mixed(3000)
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .enumerate()
    {
        list.extend(
            format!(
                "{number},\"{}\",x\n",
                String::from_utf8_lossy(line).replace('"', "")
            )
            .bytes(),
        );
    }
    for form in [
        &["--column", "url"][..],
        &["--column", "url", "--format", "csv"],
        &["--column", "url", "--format", "tsv"],
    ] {
        let whole = kept(&[&["-q"], form].concat(), &list);
        for (percent, moments) in [
            (0, [AllRead, AtOnce]),
            (2, [Stored, AtOnce]),
            (50, [Stored, AllRead]),
        ] {
            let scratch = tempfile::tempdir().unwrap();
            let [state, output, other] =
                ["state", "output", "other"].map(|name| scratch.path().join(name));
            let with = [&["-q", "--state", argument(&state)], form].concat();
            let arguments = [&with[..], &["-o", argument(&output)]].concat();
            kill(&arguments, &list, percent, moments);
            kept(&arguments, &list);
            assert!(
                fs::read(&output).unwrap() == whole,
                "{form:?} {percent} {moments:?}"
            );
            // A new run prints it, and nothing else.
            let header = whole.split_inclusive(|&byte| byte == b'\n').next().unwrap();
            let again = [kept(&with, &list), kept(&with, &list)];
            let fields = form.len() == 2;
            for again in again {
                // With a format, it is one of the kept lines in rows.
                assert!(
                    if fields {
                        again == header
                    } else {
                        again.starts_with(header)
                    },
                    "{form:?}"
                );
                assert!(again.len() < 100);
            }
            // A run that was killed, and goes on elsewhere, prints it there.
            let state = scratch.path().join("killed");
            let with = [&["-q", "--state", argument(&state)], form].concat();
            kill(
                &[&with[..], &["-o", argument(&output)]].concat(),
                &list,
                50,
                [Stored, AllRead],
            );
            kept(&[&with[..], &["-o", argument(&other)]].concat(), &list);
            assert!(fs::read(&other).unwrap().starts_with(header), "{form:?}");
        }
    }
}

/// Texts and sequences are remembered as URLs are.
#[test]
fn texts_and_events_are_remembered() {
    let words = [
        "payment", "refund", "login", "cart", "failed", "timeout", "again", "user", "order",
        "retry",
    ];
    let mut random = 7_u64;
    let mut draw = || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        words[(random >> 33) as usize % words.len()]
    };
    let mut texts = String::new();
    let mut events = String::new();
    for line in 0..1200 {
        let row: Vec<&str> = (0..3 + line % 6).map(|_| draw()).collect();
        texts += &(row.join(" ") + "\n");
        let steps: Vec<String> = row.iter().map(|word| format!("/{word}|GET")).collect();
        events += &(steps.join(" ") + "\n");
    }
    for (kind, list) in [("text", &texts), ("events", &events)] {
        for options in [&[][..], &["-t", "60"], &["-k", "3"]] {
            let scratch = tempfile::tempdir().unwrap();
            let state = scratch.path().join("state");
            let plain = [&["-q", "--as", kind], options].concat();
            let with = [&plain[..], &["--state", argument(&state)]].concat();
            let whole = kept(&plain, list.as_bytes());
            let (first, second) = cut(list.as_bytes(), 40);
            let halves = [kept(&with, first), kept(&with, second)].concat();
            assert!(halves == whole && whole.len() > 1000, "{kind} {options:?}");
            assert_eq!(kept(&with, list.as_bytes()), b"", "{kind} {options:?}");
            let (status, _, message) = outcome(&run(
                &["--state", argument(&state)],
                b"https://a.example/\n",
            ));
            assert_eq!(status, Some(2), "{message}");
        }
    }
}

#[test]
fn rebuilt_copied_and_merged_states_keep_their_kind_of_record() {
    let (texts, events) = (
        "payment 7 failed\npayment 8 failed\n",
        "form=/a /user/1|GET /b|POST\n",
    );
    for (kind, list) in [
        (&["--as", "text"][..], texts),
        (&["--as", "log"], texts),
        (
            &["--as", "events", "--shingle", "3", "--by", "form"],
            events,
        ),
    ] {
        let scratch = tempfile::tempdir().unwrap();
        let [state, copy, merged] =
            ["state", "copy", "merged"].map(|name| scratch.path().join(name));
        let [one, two, three] = [&state, &copy, &merged].map(|path| argument(path));
        assert_ne!(
            kept(&[&["-q", "--state", one], kind].concat(), list.as_bytes()),
            b""
        );
        let groups = kept(&["state", "export", one], b"");
        for task in [
            &["import", two][..],
            &["merge", one, two, "-o", three],
            &["rebuild", two],
            &["rebuild", three],
        ] {
            let (status, _, message) = outcome(&run(&[&["state"], task].concat(), &groups));
            assert_eq!(status, Some(0), "{task:?}: {message}");
        }
        for state in [one, two, three] {
            assert_eq!(
                kept(&[&["-q", "--state", state], kind].concat(), list.as_bytes()),
                b"",
                "{state}"
            );
        }
    }
}

#[test]
fn limits_of_lines_without_a_host_hold_across_runs() {
    for limit in ["--max-per-host", "--max-per-prefix"] {
        let scratch = tempfile::tempdir().unwrap();
        let state = scratch.path().join("state");
        let with = ["-q", limit, "2", "--state", argument(&state)];
        let list = b"/x/login\n/x/admin\n/x/export\n/x/search\n";
        assert_eq!(kept(&with, list), b"/x/login\n/x/admin\n");
        assert_eq!(kept(&with, list), b"", "{limit}");
    }
}

#[test]
fn what_is_remembered_and_what_a_killed_run_wrote_is_not_written_over() {
    let list = mixed(3000);
    let scratch = tempfile::tempdir().unwrap();
    let [state, output, new] = ["state", "output", "new"].map(|name| scratch.path().join(name));
    // The state itself as output, whether it is there or not.
    let arguments = ["-q", "--state", argument(&state), "-o", argument(&output)];
    kill(&arguments, &list, 50, [Stored, AllRead]);
    let (before, written) = (fs::read(&state).unwrap(), fs::read(&output).unwrap());
    assert!(written.len() > 1000);
    for path in [&state, &new] {
        let (status, _, message) = outcome(&run(
            &["-q", "--state", argument(path), "-o", argument(path)],
            b"/a\n",
        ));
        assert_eq!(status, Some(2));
        assert!(
            message.contains("both the state and the output"),
            "{message}"
        );
    }
    assert!(fs::read(&state).unwrap() == before && !new.exists());
    // A run that stores nothing.
    let (status, _, message) = outcome(&run(&[&arguments[..], &["--dry-run"]].concat(), &list));
    assert_eq!(status, Some(2));
    assert!(
        message.contains("can be continued: --dry-run would empty it"),
        "{message}"
    );
    assert!(fs::read(&output).unwrap() == written);
    // What was begun as lines is not continued as rows.
    let rows = [&arguments[..], &["--format", "tsv"]].concat();
    let (status, _, message) = outcome(&run(&rows, &list));
    assert_eq!(status, Some(2));
    assert!(
        message.contains("an interrupted run") && message.contains("--overwrite"),
        "{message}"
    );
    assert!(fs::read(&output).unwrap() == written);
    kept(&[&rows[..], &["--overwrite"]].concat(), &list);
    let rows = String::from_utf8(fs::read(&output).unwrap()).unwrap();
    assert!(rows.lines().count() > 1 && rows.lines().all(|row| row.contains('\t')));
}

#[cfg(unix)]
#[test]
fn a_state_has_one_lock_by_whatever_name() {
    let scratch = tempfile::tempdir().unwrap();
    let [state, link] = ["state", "link"].map(|name| scratch.path().join(name));
    kept(&["-q", "--state", argument(&state)], b"/a\n");
    std::os::unix::fs::symlink(&state, &link).unwrap();
    let mut holder = start(&["-q", "--state", argument(&state)]);
    let mut stdin = holder.stdin.take().unwrap();
    stdin.write_all(b"/held\n").unwrap();
    // Once it prints a line, it has opened the state.
    holder
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut [0; 6])
        .unwrap();
    let (status, _, message) = outcome(&run(&["-q", "--state", argument(&link)], b"/b\n"));
    assert_eq!(status, Some(2));
    assert!(
        message.contains("another run of urlsift is using the state"),
        "{message}"
    );
    drop(stdin);
    assert!(holder.wait().unwrap().success());
    assert_eq!(
        kept(&["-q", "--state", argument(&link)], b"/a\n/b\n"),
        b"/b\n"
    );
}

#[test]
fn lines_that_are_no_urls_are_noted_also_where_none_is_new() {
    let scratch = tempfile::tempdir().unwrap();
    let state = scratch.path().join("state");
    for wanted in ["each kept once: stdin:1, stdin:2", "none of them new"] {
        let (_, _, message) = outcome(&run(&["--state", argument(&state)], b"no url\nnor this\n"));
        assert!(
            message.contains("2 lines are not URLs") && message.contains(wanted),
            "{message}"
        );
    }
}

/// Why is this not new? When, and by which line, it was met.
#[test]
fn a_line_that_is_not_new_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("seen.state");
    let state = argument(&state);
    let (first, second) = (
        "{\"url\":\"https://a.example/user/1\",\"at\":\"2026-11-01T08:00:00Z\"}\n",
        "{\"url\":\"https://a.example/user/2\",\"at\":\"2026-11-03T09:30:00Z\"}\n",
    );
    let options = ["-q", "--state", state, "--time-field", "at"];
    kept(&options, [first, second].concat().as_bytes());
    let today = "https://a.example/user/3\nhttps://a.example/new/4\nhttps://a.example/new/5\n";
    let explain = ["--state", state, "--dry-run", "--explain"];
    let (status, printed, said) = outcome(&run(&explain, today.as_bytes()));
    let wanted = "https://a.example/user/3\n    met before, 2 lines, first 2026-11-01T08:00:00Z, last 2026-11-03T09:30:00Z: ";
    let wanted = format!("{wanted}{first}https://a.example/new/5\n    met in this run: stdin:2\n");
    assert_eq!((status, &printed), (Some(0), &wanted), "{said}");
    let (status, again, said) = outcome(&run(&["--state", state, "--explain"], today.as_bytes()));
    assert_eq!((status, again), (Some(0), wanted), "{said}");
    assert!(said.contains("implies --dry-run"), "{said}");
}
