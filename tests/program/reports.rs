//! Other outputs than the kept lines: explanations, counts, JSON lines, shapes and samples.

use std::fs;
#[cfg(unix)]
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::{argument, kept, list, outcome, refusal, run};
#[cfg(unix)]
use crate::program::{finish, start, urlsift};

const LIST: &[u8] = b"https://a.test/user/1/edit?item=1\n\nno url\nhttps://a.test/user/2/edit?item=x\nhttps://a.test/cart\nno url\nhttp://a.test/user/1/edit?item=1\n";

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("the output is text")
}

fn objects(bytes: &[u8]) -> Vec<Value> {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    lines
        .map(|line| serde_json::from_slice(line).expect("every line is an object"))
        .collect()
}

#[test]
fn dropped_lines_are_explained() {
    assert_eq!(
        text(kept(&["-q", "--explain"], LIST)),
        "https://a.test/user/2/edit?item=x\n    \
             98.60 % like stdin:1: https://a.test/user/1/edit?item=1\n    \
             shape: https://a.test/user/{int}/edit?item\n    \
             same: segment 2: 2 and 1 (int)\n    \
             params, 0.14 of 2.00: item={word} | item={value}\n\
         no url\n    \
             not a URL, and the same as stdin:3\n\
         http://a.test/user/1/edit?item=1\n    \
             100.00 % like stdin:1: https://a.test/user/1/edit?item=1\n    \
             shape: http://a.test/user/{int}/edit?item\n"
    );
}

/// The way that the help names, over lines that look like explanations and like what protects from
/// them.
#[test]
#[cfg(unix)]
fn explained_lines_are_the_dropped_ones() {
    let forged = b"    100.00 % like stdin:1: https://a.test/\n    not a URL\n \n\\    not a URL\n\\\\\n    not a URL\n \n\\    not a URL\n\\\\\n \tx\n \tx\n    100.00 % like stdin:1: https://a.test/\n";
    let help = text(kept(&["help", "all"], b""));
    assert!(
        help.contains("'grep -v \"^    \"'") && help.contains("sed 's/^\\\\//'"),
        "{help}"
    );
    for arguments in [
        &["-q", "-t", "80"][..],
        &["-q", "--literal"],
        &["-q", "--invalid", "drop"],
        &["-qz"],
    ] {
        let null = arguments.contains(&"-qz");
        let mut input: Vec<u8> = [LIST, forged].concat();
        if null {
            // Records may hold newlines then, and lines behind them.
            let list = input
                .iter()
                .map(|&byte| if byte == b'\n' { 0 } else { byte });
            input = list
                .chain(*b"a\n    not a URL\0a\n    not a URL\0")
                .collect();
        }
        let dropped = kept(&[arguments, &["--dropped"]].concat(), &input);
        assert!(dropped.windows(8).any(|bytes| bytes == b"    100."));
        let z = if null { "z" } else { "" };
        let script = format!(
            "\"$0\" --explain \"$@\" | grep -a{z}v \"^    \" | sed {} 's/^\\\\//'",
            if null { "-z" } else { "" }
        );
        let mut command = Command::new("sh");
        command
            .args(["-c", &script, env!("CARGO_BIN_EXE_urlsift")])
            .args(arguments);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let lines = finish(command.spawn().unwrap(), &input);
        assert!(lines.stderr.is_empty(), "{lines:?}");
        assert_eq!(text(lines.stdout), text(dropped), "{arguments:?}");
    }
}

/// The hidden option makes runs repeatable: its line has all that they depend on, and the key can
/// be given back.
#[test]
fn a_run_says_what_it_depends_on() {
    let (status, output, message) = outcome(&run(&["-q", "--debug", "-t90"], LIST));
    assert_eq!((status, message.lines().count()), (Some(0), 1), "{message}");
    let version = format!(
        "urlsift: debug: version {}, key ",
        env!("CARGO_PKG_VERSION")
    );
    let (key, settings) = message
        .strip_prefix(&version)
        .unwrap()
        .split_once(", settings ")
        .unwrap();
    assert!(
        key.len() == 32 && settings.contains("\"threshold\": [\"90\"]"),
        "{message}"
    );
    let again = outcome(&run(&["-q", "-t90", &format!("--debug={key}")], LIST));
    assert_eq!((again.0, again.1), (Some(0), output));
    assert!(again.2.contains(key), "{}", again.2);
    assert!(
        !outcome(&run(&["-q", "--debug"], LIST)).2.contains(key),
        "keys are drawn"
    );
    assert_eq!(outcome(&run(&["--debug=x"], LIST)).0, Some(2));
    for arguments in [
        &["--help"][..],
        &["man"],
        &["completions", "bash"],
        &["completions", "zsh"],
    ] {
        assert!(
            !text(kept(arguments, b"")).contains("debug"),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_seed_repeats_a_run() {
    let (status, output, message) = outcome(&run(&["--seed", "7", "--debug"], LIST));
    assert!(
        message.contains(", key 00000000000000000000000000000007, "),
        "{message}"
    );
    for seed in ["0", "ff", "0123456789abcdef0123456789ABCDEF"] {
        let other = outcome(&run(&["-q", "--seed", seed], LIST));
        assert_eq!((other.0, other.1), (status, output.clone()), "{seed}");
    }
    for wrong in ["", "x", "+1", "000000000000000000000000000000000"] {
        assert_eq!(
            outcome(&run(&["--seed", wrong], LIST)).0,
            Some(2),
            "{wrong}"
        );
    }
    for arguments in [
        &["cluster", "--seed", "7"][..],
        &["sweep", "--seed", "7"],
        &["templates", "--seed=7"],
    ] {
        assert!(!kept(arguments, LIST).is_empty(), "{arguments:?}");
    }
}

#[test]
fn what_was_learned_is_explained() {
    let list =
        b"https://a.test/tag/crimson\nhttps://a.test/tag/maroon\nhttps://a.test/tag/magenta\n";
    let explained = text(kept(&["--explain"], list));
    assert!(
        explained.contains("\n    shape: https://a.test/tag/{word}\n    same: segment 2: "),
        "{explained}"
    );
    // Lines of one template are compared once, but each has texts of its own.
    for name in ["maroon", "magenta"] {
        let same = format!(
            "same: segment 2: {name} and crimson (learned position after /tag/)\n    learned: 2\n"
        );
        assert!(explained.contains(&same), "{explained}");
    }
    assert_eq!(text(kept(&["--explain", "--no-learn"], list)), "");
    let objects = objects(&kept(&["--format", "jsonl"], list));
    assert_eq!(objects[2]["learned"], json!([2]));
    let by = "learned position after /tag/";
    let same = json!([{"segment": 2, "line": "magenta", "representative": "crimson", "by": by}]);
    assert_eq!(objects[2]["same"], same);
}

/// What a run says of two lines is what comparing the two says.
#[test]
fn explanations_agree_with_compare() {
    let (first, second) = (
        "https://a.test/x/list?item=1&a=2#f",
        "https://a.test/y/list?item=x#g",
    );
    let input = format!("{first}\n{second}\n");
    for arguments in [
        &["-t", "50"][..],
        &["-t", "50", "--literal"],
        &["-t", "50", "--weights", "path=5,host=1"],
    ] {
        let object = &objects(&kept(
            &[arguments, &["--format", "jsonl"]].concat(),
            input.as_bytes(),
        ))[1];
        let compared = text(kept(
            &[&["compare"], arguments, &[second, first]].concat(),
            b"",
        ));
        let percent = format!("{:.2} % similar", object["percent"].as_f64().unwrap());
        assert!(compared.starts_with(&percent), "{object} {compared}");
        for shape in [&object["shape"], &object["representative"]["shape"]] {
            assert!(
                compared.contains(shape.as_str().unwrap()),
                "{object} {compared}"
            );
        }
        let differences = object["differences"].as_array().unwrap();
        for difference in differences {
            let [line, representative] =
                ["line", "representative"].map(|side| difference[side].as_str().unwrap_or("-"));
            assert!(
                compared.contains(&format!("{line} | {representative}\n")),
                "{object} {compared}"
            );
        }
        assert_eq!(compared.matches(" | ").count(), differences.len() + 1);
    }
}

#[test]
fn json_lines_tell_every_verdict() {
    let input = [LIST, b"https://b.test/\xff\n"].concat();
    let objects = objects(&kept(&["-q", "--format", "jsonl"], &input));
    let verdicts: Vec<_> = objects
        .iter()
        .map(|object| object["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(
        verdicts,
        [
            "kept", "empty", "not_url", "similar", "kept", "repeated", "similar", "kept"
        ]
    );
    assert_eq!(
        objects[3],
        json!({
            "source": "stdin", "record": 4, "verdict": "similar", "kept": false,
            "line": "https://a.test/user/2/edit?item=x", "shape": "https://a.test/user/{int}/edit?item", "percent": 98.6,
            "representative": {
                "source": "stdin", "record": 1, "line": "https://a.test/user/1/edit?item=1",
                "shape": "https://a.test/user/{int}/edit?item",
            },
            "components": [{"component": "params", "weight": 2, "differing": 0.14}],
            "differences": [{"component": "params", "line": "item={word}", "representative": "item={value}"}],
            "same": [{"segment": 2, "line": "2", "representative": "1", "by": "int"}],
            "learned": [],
        })
    );
    assert_eq!(
        objects[5]["representative"],
        json!({"source": "stdin", "record": 3})
    );
    assert_eq!(objects[7]["line"], "https://b.test/\u{fffd}");
    assert_eq!(objects[7]["line_hex"], "68747470733a2f2f622e746573742fff");
}

#[test]
fn json_lines_name_sources_and_long_lines() {
    let scratch = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| scratch.path().join(name));
    fs::write(&one, "https://a.test/\nhttps://b.test/\n").unwrap();
    let mut long = b"https://a.test/".to_vec();
    long.resize(2 << 20, b'a');
    fs::write(
        &two,
        [&b"https://b.test/\n"[..], &long, b"\nhttps://a.test/"].concat(),
    )
    .unwrap();
    let objects = objects(&kept(
        &["--format", "jsonl", argument(&one), argument(&two)],
        b"",
    ));
    let at = |object: &Value| {
        (
            object["source"].as_str().unwrap().to_owned(),
            object["record"].as_u64().unwrap(),
        )
    };
    assert_eq!(
        at(&objects[2]["representative"]),
        (argument(&one).to_owned(), 2)
    );
    assert_eq!(
        (&objects[3]["verdict"], &objects[3]["bytes"]),
        (&json!("long"), &json!(2 << 20))
    );
    assert_eq!(at(&objects[4]), (argument(&two).to_owned(), 3));
    assert_eq!(
        at(&objects[4]["representative"]),
        (argument(&one).to_owned(), 1)
    );
}

#[test]
fn counts_are_those_of_uniq() {
    let counted =
        "      3 https://a.test/user/1/edit?item=1\n      2 no url\n      1 https://a.test/cart\n";
    assert_eq!(text(kept(&["-q", "--count"], LIST)), counted);
    let shapes = counted.replace("user/1/edit?item=1", "user/{int}/edit?item");
    assert_eq!(
        text(kept(&["-q", "--count", "--print", "shape"], LIST)),
        shapes
    );
    let urls = counted.replace("      2 no url\n", "");
    assert_eq!(
        text(kept(&["-q", "--count", "--invalid", "drop"], LIST)),
        urls
    );
    // What is decided until then is counted.
    let failed = run(&["-q", "--count", "--invalid", "fail"], LIST);
    assert_eq!(outcome(&failed).0, Some(2));
    assert_eq!(
        text(failed.stdout),
        "      1 https://a.test/user/1/edit?item=1\n"
    );
}

#[test]
fn counts_add_up_whatever_the_threads() {
    let list = list(100_000);
    let expected = kept(&["--count"], &list);
    let counts = text(expected.clone());
    let total: u64 = counts
        .lines()
        .map(|line| {
            line.split_whitespace()
                .next()
                .unwrap()
                .parse::<u64>()
                .unwrap()
        })
        .sum();
    assert_eq!(total, 100_000);
    assert_eq!(
        counts.lines().count(),
        kept(&[], &list).split(|&byte| byte == b'\n').count() - 1
    );
    for threads in ["-j1", "-j8"] {
        assert!(kept(&["--count", threads], &list) == expected);
    }
}

#[test]
fn a_line_that_is_too_long_is_counted_at_once() {
    let mut long = b"https://a.test/".to_vec();
    long.resize(2 << 20, b'a');
    let input = [&b"https://a.test/\n"[..], &long, b"\nhttps://a.test/\n"].concat();
    let expected = [&b"      1 "[..], &long, b"\n      2 https://a.test/\n"].concat();
    assert!(kept(&["--count"], &input) == expected);
    assert_eq!(text(kept(&["--explain"], &input)).lines().count(), 3);
}

#[test]
fn a_line_that_is_too_long_has_no_shape_and_every_threshold_keeps_it() {
    let mut long = b"https://a.test/".to_vec();
    long.resize(2 << 20, b'a');
    let input = [&b"https://a.test/1\n"[..], &long, b"\nhttps://a.test/2\n"].concat();
    let expected = [&b"https://a.test/{int}\n"[..], &long, b"\n"].concat();
    assert!(kept(&["--print=shape"], &input) == expected);
    assert_eq!(
        text(kept(&["--print=shape", "-d"], &input)),
        "https://a.test/{int}\n"
    );
    let object: Value = serde_json::from_slice(&kept(&["sweep", "--json"], &input)).unwrap();
    assert_eq!([&object["records"], &object["long"]], [3, 1]);
    assert!(
        object["thresholds"]
            .as_array()
            .unwrap()
            .iter()
            .all(|row| row["kept"] == 2),
        "{object}"
    );
}

#[test]
fn shapes_stand_for_lines() {
    let shapes = "https://a.test/user/{int}/edit?item\nno url\nhttps://a.test/cart\n";
    assert_eq!(text(kept(&["-q", "--print", "shape"], LIST)), shapes);
    let dropped =
        "https://a.test/user/{int}/edit?item\nno url\nhttp://a.test/user/{int}/edit?item\n";
    assert_eq!(text(kept(&["-q", "--print", "shape", "-d"], LIST)), dropped);
}

#[test]
fn samples_are_kept_until_the_group_is_full() {
    let line = |id: u32| format!("https://a.test/user/{id}\n");
    let input: String = [1, 1, 2, 2, 1, 3, 4].map(line).concat();
    for (number, expected) in [
        ("1", vec![1]),
        ("2", vec![1, 2]),
        ("3", vec![1, 2, 3]),
        ("9", vec![1, 2, 3, 4]),
    ] {
        let expected: String = expected.into_iter().map(line).collect();
        assert_eq!(text(kept(&["-k", number], input.as_bytes())), expected);
    }
    let dropped = [1, 2, 1, 3, 4].map(line).concat();
    assert_eq!(text(kept(&["-dk2"], input.as_bytes())), dropped);
    let statistics = outcome(&run(&["-k2", "--stats=json"], input.as_bytes())).2;
    let statistics: Value = serde_json::from_str(&statistics).unwrap();
    assert_eq!(
        [
            &statistics["kept"],
            &statistics["samples"],
            &statistics["similar"]
        ],
        [1, 1, 5]
    );
}

#[test]
fn what_does_not_go_together_is_refused() {
    for arguments in [
        &["--prefer", "longest", "-d"][..],
        &["--prefer", "longest", "--explain"],
        &["--prefer", "longest", "-k2"],
        &["--format", "xml"],
        &["--print", "zork"],
        &["--literal", "--class", "int"],
        &["--literal", "--ignore-param", "x"],
        &["-k0"],
        &["--class", "word"],
        &["--no-class", "colour"],
    ] {
        let message = refusal(arguments, LIST);
        assert!(message.starts_with("error: "), "{arguments:?}: {message}");
    }
}

#[test]
fn classes_and_parameters_can_be_chosen() {
    let list =
        b"https://a.test/1?utm_source=a\nhttps://a.test/2\nhttps://a.test/red-shoes-summer-sale\nhttps://a.test/2?sid=1\n";
    let lines = |arguments: &[&str]| text(kept(arguments, list)).lines().count();
    assert_eq!(lines(&["--no-learn"]), 2);
    assert_eq!(lines(&["--no-learn", "--ignore-param", "S*d"]), 1);
    assert_eq!(lines(&["--no-learn", "--no-default-ignores"]), 3);
    assert_eq!(lines(&["--no-learn", "--no-class", "slug"]), 3);
    assert_eq!(lines(&["--no-learn", "--class", "int"]), 3);
    assert_eq!(
        lines(&[
            "--no-learn",
            "--class",
            "int",
            "--class",
            "slug",
            "--no-class",
            "slug"
        ]),
        3
    );
    let words =
        b"https://a.test/tag/crimson\nhttps://a.test/tag/maroon\nhttps://a.test/tag/magenta\n";
    assert!(kept(&["--no-learn"], words).len() > kept(&[], words).len());
}

/// Instead of all lines or one: a line of each name where learning merges, up to a number.
#[test]
fn a_line_of_each_name_at_learned_positions_can_be_kept() {
    let names = [
        "quokka", "wombat", "numbat", "dingo", "bilby", "quoll", "bettong", "possum", "donate",
        "zebu",
    ];
    let lines: Vec<String> = (0..3)
        .flat_map(|at| names.map(|name| format!("https://a.example/zork/{name}?at={at}\n")))
        .chain(names.map(|name| format!("https://a.example/other/{name}\n")))
        .collect();
    let printed = |arguments: &[&str]| {
        text(kept(
            &[&["-q"], arguments].concat(),
            lines.concat().as_bytes(),
        ))
    };
    let plain = printed(&["--two-pass"]);
    assert_eq!(plain.lines().count(), 2, "{plain}");
    for (number, each) in [("1", 2), ("4", 5), ("100", 10)] {
        let found = printed(&["--two-pass", "--suspects", number]);
        assert_eq!(found.lines().count(), 2 * each, "{number}: {found}");
        assert!(
            found.contains("/zork/donate?") == (number == "100"),
            "{number}: {found}"
        );
    }
    // A single reading prints them as they come, and none twice.
    let found = printed(&["--suspects", "100"]);
    for name in names {
        let count = found
            .lines()
            .filter(|line| line.contains(&format!("/zork/{name}?")))
            .count();
        assert!((1..=2).contains(&count), "{name}: {found}");
    }
    assert_eq!(printed(&["--suspects", "100", "-j", "3"]), found);
    let folder = tempfile::tempdir().unwrap();
    // A name that looks like an endpoint is not too late.
    let names = [
        "quartz",
        "basalt",
        "gneiss",
        "schist",
        "root-console",
        "marble",
        "audit-console",
    ];
    let list = names
        .map(|name| format!("https://example.com/u/{name}\n"))
        .concat();
    let found = kept(&["-q", "--two-pass", "--suspects", "1"], list.as_bytes());
    let found: Vec<&str> = std::str::from_utf8(&found).unwrap().lines().collect();
    assert_eq!(
        found,
        ["quartz", "basalt", "root-console"].map(|name| format!("https://example.com/u/{name}"))
    );

    let refused = run(
        &[
            "--suspects",
            "9",
            "--state",
            argument(&folder.path().join("state")),
        ],
        b"",
    );
    assert!(
        outcome(&refused)
            .2
            .contains("leave out suspects, or the memory"),
        "{:?}",
        outcome(&refused)
    );
}

/// Counts are printed at the end, and so are the names that were learned until then.
#[test]
fn counts_by_template_know_what_was_learned_by_the_end() {
    let names = [
        "whisky", "tango", "foxtrot", "quebec", "zulu", "alpha", "beta", "gamma",
    ];
    let line = |name: &str| format!("https://www.example.com/team/{name}/members\n");
    let list = names
        .iter()
        .flat_map(|name| [line(name), line(name)])
        .collect::<String>();
    let list = list + "https://b.example/\nno url\nhttps://www.example.com/login\n";
    let counted = |arguments: &[&str]| {
        text(kept(
            &[&["-q", "--count"], arguments].concat(),
            list.as_bytes(),
        ))
    };
    let wanted = "     16 https://www.example.com/team/{word}/members\n      1 https://b.example/\n      1 no url\n      1 \
        https://www.example.com/login\n";
    assert_eq!(counted(&["--print", "shape"]), wanted);
    let wanted = "     17 www.example.com\n      1 b.example\n      1 no url\n";
    assert_eq!(
        counted(&["--print", "host"]),
        wanted,
        "each host is printed once"
    );
    let rows = counted(&["--print", "shape", "--format", "tsv"]);
    assert!(
        rows.contains("\n16\thttps://www.example.com/team/{word}/members\n"),
        "{rows}"
    );
}

#[test]
fn a_sweep_counts_what_each_threshold_keeps() {
    let list = fs::read_to_string("testdata/eight.txt").unwrap();
    let object: Value = serde_json::from_slice(&kept(
        &["sweep", "--literal", "--json", "testdata/eight.txt"],
        b"",
    ))
    .unwrap();
    assert_eq!(object["records"], list.lines().count());
    let thresholds = object["thresholds"].as_array().unwrap();
    let kept_at = |threshold: u64| {
        text(kept(
            &[
                "--literal",
                "-t",
                &threshold.to_string(),
                "testdata/eight.txt",
            ],
            b"",
        ))
    };
    let (mut next, mut examples) = (50, 0);
    for row in thresholds {
        let [lowest, highest] = ["lowest", "highest"].map(|name| row[name].as_u64().unwrap());
        assert_eq!(lowest, next, "each threshold is in one row");
        next = highest + 1;
        for threshold in lowest..=highest {
            assert_eq!(kept_at(threshold), kept_at(highest), "{row}");
        }
        assert!(
            highest == 100 || kept_at(highest) != kept_at(next),
            "equal rows are one: {row}"
        );
        assert_eq!(row["kept"], kept_at(highest).lines().count(), "{row}");
        for example in row["examples"].as_array().unwrap() {
            let [line, representative] =
                ["line", "representative"].map(|name| example[name].as_str().unwrap());
            let is_kept = |threshold, wanted| kept_at(threshold).lines().any(|line| line == wanted);
            assert!(
                !is_kept(highest, line) && is_kept(highest, representative),
                "{row}"
            );
            assert!(is_kept(next, line), "{row}");
            examples += 1;
        }
    }
    assert_eq!(next, 101);
    assert!(examples > 3);
    let worth = object["worth_trying"].as_array().unwrap();
    assert!((1..=3).contains(&worth.len()), "{worth:?}");
    for threshold in worth {
        let threshold = threshold.as_u64().unwrap();
        assert!(kept_at(threshold - 1).lines().count() < kept_at(threshold).lines().count());
    }
    // The step itself would merge them: one above it keeps them.
    let shown = text(kept(&["sweep", "--literal", "testdata/eight.txt"], b""));
    let advice = format!("\n    -t {:<4}  keeps ", worth[0].as_u64().unwrap());
    assert!(
        shown.contains(&advice) && shown.contains(" of them ("),
        "{shown}"
    );
}

#[test]
fn a_sweep_is_the_same_from_a_pipe_and_on_any_threads() {
    let list = list(5_000);
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("list");
    fs::write(&path, &list).unwrap();
    let expected = text(kept(&["sweep", argument(&path)], b""));
    for arguments in [&["sweep"][..], &["sweep", "-j1"], &["sweep", "-qj7", "-"]] {
        assert_eq!(text(kept(arguments, &list)), expected);
    }
    let rows: Vec<&str> = expected
        .lines()
        .filter(|line| line.ends_with('#'))
        .collect();
    assert_eq!(rows.len(), 2, "{expected}");
    assert!(
        rows[1].starts_with("61 to 100           4,5") && rows[1].ends_with("###"),
        "{}",
        rows[1]
    );
    assert!(expected.contains("need not grow"));
    assert!(expected.contains("\nmerged at "));
    assert!(
        expected.contains("\n    -t 61    keeps 4,5")
            && expected.contains("; 60 merges 4,499 of them (100.0 %)"),
        "{expected}"
    );
    let missing = run(&["sweep", "/there/is/no"], b"");
    assert_eq!(missing.status.code(), Some(2));
    assert_eq!(outcome(&missing).2.lines().count(), 1);
}

/// Below the first cliff nothing is recommended; of texts, the threshold of their copies is.
#[test]
fn a_sweep_recommends_nothing_behind_a_cliff() {
    let sections =
        (0..40).map(|at| format!("https://a.test/zork{at}/x\nhttps://a.test/zork{at}?a\n"));
    let worth = |arguments: &[&str], list: &str| {
        let printed = kept(&[&["sweep", "--json"], arguments].concat(), list.as_bytes());
        let object: Value = serde_json::from_slice(&printed).unwrap();
        let rows = object["thresholds"].as_array().unwrap().clone();
        let worth = object["worth_trying"].as_array().unwrap().clone();
        let cliff = rows.windows(2).rposition(|two| {
            let [below, above] = [&two[0], &two[1]].map(|row| row["kept"].as_f64().unwrap());
            1.0 - below / above >= 0.25
        });
        let first = cliff.map_or(0, |cliff| rows[cliff + 1]["lowest"].as_u64().unwrap());
        assert!(rows.iter().all(|row| row["largest_group"].is_u64()));
        (
            first,
            worth
                .iter()
                .map(|it| it.as_u64().unwrap())
                .collect::<Vec<_>>(),
        )
    };
    let (first, found) = worth(&[], &sections.collect::<String>());
    assert!(
        found.iter().all(|threshold| *threshold >= first),
        "{first} {found:?}"
    );
    let (_, found) = worth(
        &["--as", "text"],
        "red shoes of leather for men\nred shoes of leather for boys\nthe disk is full again today\n",
    );
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn a_sweep_of_lines_that_are_all_the_same_says_that_nothing_is_worth_trying() {
    let expected = "2 lines\n\nthreshold            kept\n50 to 100               1  50.00 %";
    let found = text(kept(&["sweep"], b"https://a.test/\nhttps://a.test/\n"));
    assert!(
        found.starts_with(expected) && found.ends_with("the one above it keeps.\n"),
        "{found}"
    );
}

#[test]
fn a_first_pass_learns_for_the_second() {
    let words = [
        "quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian", "pumice", "slate",
    ];
    let list = words
        .map(|word| format!("https://a.test/zork/{word}\n"))
        .concat();
    let once = text(kept(&[], list.as_bytes()));
    let twice = text(kept(&["--two-pass"], list.as_bytes()));
    assert!(once.lines().count() > 1);
    assert_eq!(twice, "https://a.test/zork/quartz\n");

    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("list");
    fs::write(&path, &list).unwrap();
    let path = argument(&path);
    assert_eq!(text(kept(&["--two-pass", path], b"")), twice);
    // Files, a pipe and a file again, each read as often as it is named.
    let mixed = text(kept(
        &["-q", "--two-pass", path, "-", path],
        b"https://b.test/\nnot a url\n",
    ));
    assert_eq!(mixed, format!("{twice}https://b.test/\nnot a url\n"));
    // What the second reading prints is explained with what the first one learned.
    let explained = text(kept(&["--two-pass", "--explain", path], b""));
    assert!(explained.contains("\n    learned: 2\n"), "{explained}");
    assert_eq!(explained.matches(" like ").count(), words.len() - 1);
}

/// A named pipe is a file that can be read once only.
#[test]
#[cfg(unix)]
fn two_passes_copy_named_pipes() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap()
            .success()
    );
    let list = [
        "quartz", "basalt", "gneiss", "schist", "marble", "tuff", "obsidian",
    ]
    .map(|word| format!("https://a.test/zork/{word}\n"))
    .concat();
    let child = start(&["--two-pass", argument(&path)]);
    fs::write(&path, list).unwrap();
    assert_eq!(
        outcome(&child.wait_with_output().unwrap()),
        (
            Some(0),
            "https://a.test/zork/quartz\n".to_owned(),
            String::new()
        )
    );
}

#[test]
#[cfg(unix)]
fn a_copy_that_cannot_be_written_is_one_clear_line() {
    let mut command = urlsift(&["--two-pass"]);
    let child = command
        .env("TMPDIR", "/there/is/no/directory")
        .spawn()
        .unwrap();
    let (status, output, message) = outcome(&finish(child, b"https://a.test/\n"));
    assert_eq!(
        (status, output.as_str(), message.lines().count()),
        (Some(2), "", 1),
        "{message}"
    );
    assert!(
        message.starts_with("urlsift: cannot write a temporary file: "),
        "{message}"
    );
}

#[test]
fn two_passes_report_once() {
    let failed = run(
        &["--two-pass", "/there/is/no", "-"],
        b"https://a.test/\nno url\nno url\n",
    );
    let (status, output, message) = outcome(&failed);
    assert_eq!(
        (status, output.as_str()),
        (Some(2), "https://a.test/\nno url\n")
    );
    assert_eq!(message.lines().count(), 2, "{message}");
    assert!(
        message.ends_with("2 lines are not URLs, each kept once: stdin:2\n"),
        "{message}"
    );
    let failed = run(
        &["--two-pass", "--invalid", "fail"],
        b"https://a.test/\nno url\n",
    );
    assert_eq!(
        (outcome(&failed).0, outcome(&failed).1.as_str()),
        (Some(2), "https://a.test/\n")
    );
}

#[test]
fn the_explanations_in_the_readme_are_real() {
    let readme = fs::read_to_string("README.md").unwrap();
    let screen = readme
        .split("```console\n")
        .nth(2)
        .and_then(|rest| rest.split("```").next())
        .unwrap();
    let blocks: Vec<_> = screen
        .split("$ urlsift ")
        .skip(1)
        .map(|block| block.split_once('\n').unwrap())
        .collect();
    assert_eq!(blocks.len(), 2);
    for (command, expected) in blocks {
        let arguments: Vec<&str> = command.split(' ').collect();
        assert_eq!(text(kept(&arguments, b"")), expected, "{command}");
    }
}
