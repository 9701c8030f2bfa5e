//! What is printed of a line, in which format, and in which colours.

use std::fs;

use serde_json::Value;

use crate::program::{argument, finish, kept, outcome, refusal, run, urlsift};

const LIST: &[u8] = b"12KB HTTPS://A.test:443/user/1/../2?b=1&a=%32#top [Home]\nno url\nhttps://a.test/user/17?a&b\n\nhttp://a.test/cart\n";

fn text(arguments: &[&str], list: &[u8]) -> String {
    String::from_utf8(kept(&[&["-q"], arguments].concat(), list)).expect("the output is text")
}

#[test]
fn parts_are_printed_instead_of_lines() {
    for (print, kept, dropped) in [
        (
            "line",
            "12KB HTTPS://A.test:443/user/1/../2?b=1&a=%32#top [Home]\nno url\nhttp://a.test/cart\n",
            "https://a.test/user/17?a&b\n",
        ),
        (
            "url",
            "HTTPS://A.test:443/user/1/../2?b=1&a=%32#top\nhttp://a.test/cart\n",
            "https://a.test/user/17?a&b\n",
        ),
        (
            "canonical",
            "https://a.test/user/2?b=1&a=2#top\nno url\nhttp://a.test/cart\n",
            "https://a.test/user/17?a&b\n",
        ),
        (
            "shape",
            "https://a.test/user/{int}?a&b\nno url\nhttp://a.test/cart\n",
            "https://a.test/user/{int}?a&b\n",
        ),
        ("host", "a.test\nno url\n", "a.test\n"),
        ("path", "/user/2\nno url\n/cart\n", "/user/17\n"),
    ] {
        assert_eq!(text(&["--print", print], LIST), kept, "{print}");
        assert_eq!(text(&["--print", print, "-d"], LIST), dropped, "{print}");
        // Counts name every group, for people; URLs alone are for the next program.
        let groups = if print == "url" {
            kept.replacen('\n', "\nno url\n", 1)
        } else {
            kept.to_owned()
        };
        // Both groups of a host are one row.
        let counts = if print == "host" {
            [3, 1, 0]
        } else {
            [2, 1, 1]
        };
        let counted: Vec<String> = (groups.lines().zip(counts).filter(|(_, count)| *count > 0))
            .map(|(line, count)| format!("{count:>7} {line}\n"))
            .collect();
        assert_eq!(
            text(&["--print", print, "--count"], LIST),
            counted.concat(),
            "{print}"
        );
        let explained = text(&["--print", print, "--explain"], LIST);
        assert!(
            explained.starts_with(dropped) && explained.contains("\n    98.60 % like stdin:1: "),
            "{explained}"
        );
        assert_eq!(
            explained
                .lines()
                .filter(|line| !line.starts_with("    "))
                .count(),
            1,
            "{print}"
        );
    }
    let null = text(
        &["-z", "--print", "path"],
        b"https://a.test/x\0https://b.test/y\nz\0",
    );
    assert_eq!(
        null,
        "/x\0/y%0Az\0".replace("%0A", ""),
        "what browsers leave out is left out"
    );
}

/// A count has the place that it was given, and is aligned at the start of a line only.
#[test]
fn a_count_stands_where_it_was_asked_for() {
    let list = b"https://a.test/1\nhttps://a.test/2\nhttps://b.test/\n";
    for (columns, wanted) in [
        (
            "count,url",
            "      2 https://a.test/1\n      1 https://b.test/\n",
        ),
        ("url,count", "https://a.test/1\t2\nhttps://b.test/\t1\n"),
        ("host,count", "a.test\t2\nb.test\t1\n"),
        ("host,count,path", "a.test\t2\t/1\nb.test\t1\t/\n"),
        ("count,host,path", "      2 a.test\t/1\n      1 b.test\t/\n"),
    ] {
        for options in [&[][..], &["--two-pass"], &["--order", "count"]] {
            let found = text(&[&["--print", columns], options].concat(), list);
            assert_eq!(found, wanted, "{columns} {options:?}");
        }
    }
    let counted = text(&["--count", "--print", "host,path"], list);
    assert_eq!(counted, "      2 a.test\t/1\n      1 b.test\t/\n");
}

/// The next tool gets each URL once, although requests that differ in method or status are kept.
#[test]
fn a_part_of_kept_lines_is_printed_once() {
    let list = b"https://a.test/x [200]\nhttps://a.test/x [404]\nPOST https://a.test/x\nhttps://a.test/y\n";
    let urls = ["https://a.test/x", "https://a.test/y"];
    for options in [&[][..], &["-k", "2"], &["--two-pass"], &["--count", "-j2"]] {
        let found = text(&[&["--print", "url"], options].concat(), list);
        let rows = found.lines();
        let found: Vec<&str> = rows
            .map(|row| row.trim_start_matches([' ', '1', '3']))
            .collect();
        assert_eq!(found, urls, "{options:?}");
    }
    let found = text(&["--print", "host", "--two-pass", "--order", "novel"], list);
    assert_eq!(found, "a.test\n");
    let found = text(
        &["--print", "host", "--prefer", "https", "--two-pass"],
        list,
    );
    assert_eq!(found, "a.test\n");
    let all = [&list[..], list].concat();
    assert_eq!(text(&["--print", "url", "-d"], &all).lines().count(), 4);
    assert_eq!(
        text(&["--print", "url", "--format", "tsv"], list)
            .lines()
            .count(),
        5
    );
    let table = b"id,url\n1,https://a.test/u/7\n";
    let rows = text(&["--format", "csv", "--print", "shape"], table);
    assert!(
        !rows.contains("header") && rows.lines().count() == 2,
        "{rows}"
    );
}

#[test]
fn rows_have_names_and_come_back_as_they_were() {
    assert_eq!(
        text(&["--format", "tsv", "--print", "path"], LIST),
        "source\trecord\tverdict\tpath\nstdin\t1\tkept\t/user/2\nstdin\t2\tnot_url\tno url\nstdin\t5\tkept\t/cart\n"
    );
    let list = b"a\tb\\\nc,\"d\"\nhttps://a.test/?q=1,2\n";
    assert_eq!(
        text(&["--format", "tsv"], list),
        "source\trecord\tverdict\tline\nstdin\t1\tnot_url\ta\\tb\\\\\nstdin\t2\tnot_url\tc,\"d\"\nstdin\t3\tkept\thttps://a.test/?q=1,2\n"
    );
    assert_eq!(
        text(&["--format", "csv"], list),
        "source,record,verdict,line\nstdin,1,not_url,a\tb\\\nstdin,2,not_url,\"c,\"\"d\"\"\"\nstdin,3,kept,\"https://a.test/?q=1,2\"\n"
    );
    let dropped = "source,record,verdict,percent,representative_source,representative_record,representative,line\n\
                   stdin,3,similar,98.6,stdin,1,12KB HTTPS://A.test:443/user/1/../2?b=1&a=%32#top [Home],https://a.test/user/17?a&b\n";
    assert_eq!(text(&["--format", "csv", "-d"], LIST), dropped);
    assert_eq!(text(&["--format", "csv", "--explain"], LIST), dropped);
    assert_eq!(
        text(
            &["--format", "tsv", "--count"],
            b"https://a.test/1\nhttps://a.test/2\n"
        ),
        "count\tline\n2\thttps://a.test/1\n"
    );
    assert_eq!(
        text(&["--format", "tsv"], b""),
        "source\trecord\tverdict\tline\n",
        "a table without rows"
    );
    assert_eq!(text(&["--format", "csv", "--count"], b""), "count,line\n");
    let repeated = text(&["--format", "tsv", "-d"], b"no url\nno url\n");
    assert!(
        repeated.ends_with("\nstdin\t2\trepeated\t\tstdin\t1\t\tno url\n"),
        "{repeated}"
    );
}

/// A spreadsheet computes a cell that begins so, quoted or not.
#[test]
fn cells_that_a_spreadsheet_would_compute_get_an_apostrophe_on_demand() {
    let list = "=1+1\n+a\n-a\n@a\n\t=a\n\r=a\n=a,\"b\"\na=b\nhttps://a.test/\n";
    let table = |is_safe: bool| {
        let mark = if is_safe { "'" } else { "" };
        format!(
            "source,record,verdict,line\nstdin,1,not_url,{mark}=1+1\nstdin,2,not_url,{mark}+a\nstdin,3,not_url,{mark}-a\n\
             stdin,4,not_url,{mark}@a\nstdin,5,not_url,{mark}\t=a\nstdin,6,not_url,\"{mark}\r=a\"\n\
             stdin,7,not_url,\"{mark}=a,\"\"b\"\"\"\nstdin,8,not_url,a=b\nstdin,9,kept,https://a.test/\n"
        )
    };
    assert_eq!(text(&["--format", "csv"], list.as_bytes()), table(false));
    assert_eq!(
        text(&["--format", "csv", "--csv-safe"], list.as_bytes()),
        table(true)
    );
    let counts = text(&["--format", "csv", "--csv-safe", "--count"], b"=1+1\n");
    assert_eq!(counts, "count,line\n1,'=1+1\n");
    let long = format!("={}", "x".repeat(3 << 20));
    for options in [
        &["--format", "csv", "--csv-safe"][..],
        &["--format", "csv", "--csv-safe", "--count"],
    ] {
        let row = text(options, long.as_bytes());
        assert!(
            row.contains(",\"'=xxx") && !row.contains("x'"),
            "{options:?}"
        );
    }
    let (status, printed, said) = outcome(&run(&["--csv-safe"], b"=1\n"));
    assert_eq!(
        (status, printed.as_str()),
        (Some(0), "source,record,verdict,line\nstdin,1,not_url,'=1\n")
    );
    assert!(said.contains("--csv-safe implies --format csv"), "{said}");
    let said = refusal(&["--csv-safe", "--format", "tsv"], b"=1\n");
    assert!(said.contains("requires --format csv"), "{said}");
}

#[test]
fn long_lines_are_rows_too() {
    let long = format!("https://a.test/{}\"", "x".repeat(3 << 20));
    let list = format!("{long}\nhttps://b.test/\n");
    let escaped = long.replace('"', "\"\"");
    assert_eq!(
        text(&["--format", "csv"], list.as_bytes()),
        format!(
            "source,record,verdict,line\nstdin,1,long,\"{escaped}\"\nstdin,2,kept,https://b.test/\n"
        )
    );
    assert_eq!(
        text(&["--format", "csv", "--count"], list.as_bytes()),
        format!("count,line\n1,\"{escaped}\"\n1,https://b.test/\n")
    );
    let objects = text(&["--format", "jsonl", "--count"], list.as_bytes());
    assert_eq!(
        objects,
        format!(
            "{{\"count\":1,\"bytes\":{}}}\n{{\"count\":1,\"line\":\"https://b.test/\"}}\n",
            long.len()
        )
    );
}

#[test]
fn objects_take_part_in_it() {
    let objects = |arguments: &[&str]| -> Vec<Value> {
        let lines = text(&[&["--format", "jsonl"], arguments].concat(), LIST);
        lines
            .lines()
            .map(|line| serde_json::from_str(line).expect("every line is an object"))
            .collect()
    };
    let all = objects(&["--print", "host"]);
    assert_eq!(all.len(), 5);
    assert_eq!(
        (&all[0]["host"], &all[1]["host"]),
        (&Value::from("a.test"), &Value::from("no url"))
    );
    for arguments in [&["-d"][..], &["--explain"]] {
        let dropped = objects(arguments);
        assert_eq!(dropped.len(), 1);
        assert_eq!(
            (&dropped[0]["record"], &dropped[0]["percent"]),
            (&Value::from(3), &Value::from(98.6))
        );
    }
    let counted = objects(&["--count", "--print", "canonical"]);
    assert_eq!(
        (&counted[0]["count"], &counted[0]["canonical"]),
        (
            &Value::from(2),
            &Value::from("https://a.test/user/2?b=1&a=2#top")
        )
    );
    assert_eq!(
        text(&["--format", "lines"], LIST),
        text(&["--format", "text"], LIST),
        "its old name"
    );
}

#[test]
fn formats_go_to_files_and_beside_statistics() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("out.tsv");
    let output = run(
        &["--format", "tsv", "--stats=json", "-o", argument(&path)],
        LIST,
    );
    let statistics: Value = serde_json::from_str(&outcome(&output).2).unwrap();
    assert_eq!(
        (&statistics["kept"], &statistics["written"]),
        (&Value::from(2), &Value::from(3))
    );
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        text(&["--format", "tsv"], LIST)
    );
}

#[test]
fn colours_are_beside_lines_only() {
    let plain = text(&["--count"], LIST);
    assert_eq!(
        text(&["--count", "--color", "auto"], LIST),
        plain,
        "a pipe is no terminal"
    );
    let painted = text(&["--count", "--color", "always"], LIST);
    assert!(
        painted.starts_with("\x1b[36m      2\x1b[0m 12KB HTTPS"),
        "{painted:?}"
    );
    assert_eq!(
        painted.replace("\x1b[36m", "").replace("\x1b[0m", ""),
        plain
    );
    let explained = text(&["--explain", "--color", "always"], LIST);
    assert!(
        explained.starts_with("https://a.test/user/17?a&b\n\x1b[2m    98.60 % like"),
        "{explained:?}"
    );
    assert!(
        explained
            .lines()
            .skip(1)
            .all(|line| line.starts_with("\x1b[2m    ") && line.ends_with("\x1b[0m"))
    );
    assert_eq!(
        explained.replace("\x1b[2m", "").replace("\x1b[0m", ""),
        text(&["--explain"], LIST)
    );
    assert_eq!(
        text(&["--color", "always"], LIST),
        text(&[], LIST),
        "lines are never changed"
    );
    let help = text(&["--help", "--color=always"], b"");
    assert!(help.contains("\x1b["));
    assert!(!text(&["--help", "--color", "never"], b"").contains('\x1b'));
}

#[test]
fn the_best_line_of_each_group_is_printed() {
    let list = b"http://a.test/user/1?tab=1 [404]\nhttps://a.test/user/22?tab=1&utm_source=x [200]\nno url\nhttp://a.test/user/333?tab=22222222222222222222222222222222 [301]\na.test/user/4?tab=3\n";
    for (prefer, line) in [
        ("first", "http://a.test/user/1?tab=1 [404]"),
        ("shortest", "a.test/user/4?tab=3"),
        (
            "longest",
            "http://a.test/user/333?tab=22222222222222222222222222222222 [301]",
        ),
        ("params", "https://a.test/user/22?tab=1&utm_source=x [200]"),
        ("https", "https://a.test/user/22?tab=1&utm_source=x [200]"),
        ("status", "https://a.test/user/22?tab=1&utm_source=x [200]"),
    ] {
        let best = text(&["--by", "none", "--two-pass", "--prefer", prefer], list);
        assert_eq!(best, format!("{line}\nno url\n"), "{prefer}");
        let counted = text(&["--by", "none", "--count", "--prefer", prefer], list);
        assert_eq!(
            counted,
            format!("      4 {line}\n      1 no url\n"),
            "{prefer}"
        );
    }
    assert_eq!(
        text(
            &[
                "--by",
                "none",
                "--two-pass",
                "--prefer",
                "https",
                "--print",
                "path"
            ],
            list
        ),
        "/user/22\nno url\n"
    );
    assert_eq!(
        text(
            &[
                "--by",
                "none",
                "--two-pass",
                "--prefer",
                "https",
                "--invalid",
                "drop"
            ],
            list
        )
        .lines()
        .count(),
        1
    );
    // Once read, the lines of a group are those that were similar when they came.
    let once = text(&["-q", "--by", "none", "--prefer", "https"], list);
    assert_eq!(
        once,
        text(
            &["-q", "--by", "none", "--two-pass", "--prefer", "https"],
            list
        )
    );
    for arguments in [
        ["--two-pass", "-d"],
        ["--two-pass", "--explain"],
        ["--two-pass", "-k2"],
    ] {
        let all = [&arguments[..], &["--prefer", "https"]].concat();
        assert_eq!(run(&all, list).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn hosts_with_numbers_are_one_on_request() {
    let list = b"https://cdn1.example/a\nhttps://cdn22.example/a\nhttps://zork.s3.amazonaws.com/a\nhttps://quux.s3.amazonaws.com/a\nhttps://192.0.2.1/a\nhttps://192.0.2.2/a\nhttps://other.example/a\n";
    assert_eq!(text(&[], list).lines().count(), 7);
    assert_eq!(
        text(&["--merge-hosts"], list),
        "https://cdn1.example/a\nhttps://zork.s3.amazonaws.com/a\nhttps://192.0.2.1/a\nhttps://192.0.2.2/a\nhttps://other.example/a\n"
    );
    assert!(
        text(&["--merge-hosts", "--print", "shape"], list)
            .starts_with("https://cdn{}.example/a\nhttps://{}.s3.amazonaws.com/a\n")
    );
    let explained = text(&["--merge-hosts", "--explain"], list);
    assert!(
        explained.starts_with(
            "https://cdn22.example/a\n    100.00 % like stdin:1: https://cdn1.example/a\n"
        ),
        "{explained}"
    );
    assert_eq!(
        run(&["--merge-hosts", "--literal"], list).status.code(),
        Some(2)
    );
}

#[test]
fn a_file_gives_options_and_the_command_line_wins() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("options");
    let with = |options: &str, arguments: &[&str]| {
        fs::write(&path, options).unwrap();
        let mut command = urlsift(arguments);
        outcome(&finish(
            command.env("URLSIFT_CONFIG_PATH", &path).spawn().unwrap(),
            LIST,
        ))
    };
    let printed = |options: &str, arguments: &[&str]| {
        let (status, output, message) = with(options, arguments);
        assert_eq!(status, Some(0), "{message}");
        output
    };
    let options = "# a comment\n\n  --print path\n-q\n";
    assert_eq!(printed(options, &[]), "/user/2\nno url\n/cart\n");
    assert_eq!(
        printed(options, &["--print=host"]),
        "a.test\nno url\n",
        "one value: typed ones count"
    );
    assert_eq!(printed(options, &["--no-config", "-q"]), text(&[], LIST));
    assert_eq!(
        printed("--prefer=longest\n--format=tsv\n", &["-q", "-d"]),
        text(&["-q", "-d", "--format=tsv"], LIST),
        "--prefer does not go with --dropped"
    );
    assert_eq!(
        printed("--not-ext js\n--explain", &["classes", "x"]),
        String::from_utf8(kept(&["classes", "x"], b"")).unwrap(),
        "not for subcommands"
    );
    let shown = printed(options, &["--show-config"]);
    assert_eq!(shown, format!("# {}\n--print path\n-q\n", argument(&path)));
    for (options, line, cause) in [
        (
            "-q\n--zork\n",
            2,
            "unexpected argument '--zork' found: --zork",
        ),
        ("-q\n\n-t 900\n", 3, "invalid value '900'"),
        ("list.txt\n", 1, "not an option: list.txt"),
        ("--help\n", 1, "not an option that a file can give: --help"),
    ] {
        let (status, output, message) = with(options, &[]);
        assert_eq!((status, output.as_str()), (Some(2), ""));
        let place = format!("error: {}, line {line}: ", argument(&path));
        assert!(
            message.starts_with(&place) && message.contains(cause),
            "{message}"
        );
        assert_eq!(with(options, &["-q", "--no-config"]).0, Some(0));
    }
    let mut command = urlsift(&[]);
    let missing = scratch.path().join("missing");
    let (status, _, message) = outcome(&finish(
        command.env("URLSIFT_CONFIG_PATH", missing).spawn().unwrap(),
        LIST,
    ));
    assert_eq!(status, Some(2));
    assert!(
        message.contains("missing") && message.contains("--no-config leaves it out"),
        "{message}"
    );
    assert!(text(&["--show-config"], b"").contains("URLSIFT_CONFIG_PATH is not set"));
}

/// As in other programs, so that an alias or a script can have options that its user types again.
#[test]
fn the_last_value_of_an_option_wins() {
    let list = "https://a.test/u/1/edit\nhttps://a.test/u/2/edit\nhttps://a.test/u/2/show\n";
    let printed = |arguments: &[&str]| text(arguments, list.as_bytes());
    assert_eq!(
        printed(&["-t", "80", "-q", "-t", "95", "-q"]),
        printed(&["-q", "-t", "95"])
    );
    assert_eq!(
        printed(&["--print", "url", "--print", "path"]),
        printed(&["--print", "path"])
    );
}
