//! What options, inputs and states do not do is said: options that read what no record has, lines
//! that nobody saw, lists in two encodings, findings, places that are not meant.

use crate::program::{argument, outcome, refusal, run};
use std::fs;

/// What is printed and said, with status 0.
fn done(arguments: &[&str], list: &str) -> (String, String) {
    let (status, printed, said) = outcome(&run(arguments, list.as_bytes()));
    assert_eq!(status, Some(0), "{arguments:?}: {said}");
    (printed, said)
}

const URLS: &str = "https://a.example/login\nhttps://a.example/user/7\n";

#[test]
fn options_that_read_what_no_record_has_are_named() {
    let statuses = "https://a.example/login [200]\nhttps://a.example/user/7\n";
    let objects = "{\"url\":\"https://a.example/login\",\"status_code\":200}\n";
    let answers = "{\"url\":\"https://a.example/a\",\"status_code\":200,\"title\":\"T\",\"words\":9,\"lines\":3}\n";
    for (option, without, with) in [
        ("--status=200", URLS, statuses),
        ("--status=200", URLS, objects),
        ("--prefer=status", URLS, statuses),
        ("--prefer=status", URLS, objects),
        ("--same-answer", URLS, answers),
        ("--same-answer", statuses, answers),
    ] {
        let (_, said) = done(&[option], without);
        assert!(
            said.contains("has no effect: no record has"),
            "{option}: {said}"
        );
        let (_, said) = done(&[option], with);
        assert!(!said.contains("has no effect"), "{option}: {said}");
        let (_, said) = done(&[option, "-q"], without);
        assert_eq!(said, "", "{option}");
        let (_, said) = done(&[option], "");
        assert!(!said.contains("has no effect"), "{option}: {said}");
    }
    let (_, said) = done(&["--fold", "all"], URLS);
    assert!(said.contains("only texts are folded"), "{said}");
}

#[test]
fn a_state_remembers_no_line_that_was_left_out() {
    let list =
        "https://a.example/login\nno address\nhttps://a.example/user/7\nno address\nother words\n";
    for left_out in [
        &["--invalid", "drop"][..],
        &["--print", "url"],
        &["--invalid", "drop", "--format", "csv"],
        &["--invalid", "drop", "--window", "30d"],
        &["--print", "url", "-n", "9"],
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let state = folder.path().join("seen.state");
        let window = left_out.contains(&"--window");
        let plain: &[&str] = if window { &["--window", "30d"] } else { &[] };
        let with =
            |options: &[&str]| done(&[&["--state", argument(&state)], options].concat(), list).0;
        assert!(
            with(left_out).contains("https://a.example/user/7"),
            "{left_out:?}"
        );
        assert!(!with(left_out).contains("https://"), "{left_out:?}");
        assert_eq!(with(plain), "no address\nother words\n", "{left_out:?}");
        assert_eq!(with(plain), "", "{left_out:?}");
    }
}

/// Text in UTF-16, the low byte first.
fn utf16(text: &str) -> Vec<u8> {
    let units = [0xFEFF].into_iter().chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

#[test]
fn an_output_has_the_encoding_of_its_first_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let wide = folder.path().join("wide.txt");
    let narrow = folder.path().join("narrow.txt");
    fs::write(
        &wide,
        utf16("https://a.example/caf\u{e9}\nhttps://a.example/\u{1F600}\n"),
    )
    .expect("written");
    fs::write(&narrow, "https://b.example/th\u{e9}\nhttps://b.example/x\n").expect("written");
    let read = |files: &[&std::path::Path]| {
        let files: Vec<&str> = files.iter().map(|file| argument(file)).collect();
        let output = run(&files, b"");
        (
            output.stdout,
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (printed, said) = read(&[&narrow, &wide]);
    let printed = String::from_utf8(printed).expect("it is UTF-8");
    assert!(
        printed.starts_with("https://b.example/th\u{e9}\n"),
        "{printed}"
    );
    assert!(
        printed.ends_with("https://a.example/\u{1F600}\n"),
        "{printed}"
    );
    assert!(
        said.contains("the lines of") && said.contains("wide.txt"),
        "{said}"
    );
    let (printed, said) = read(&[&wide, &narrow]);
    let text = "https://a.example/caf\u{e9}\nhttps://a.example/\u{1F600}\nhttps://b.example/th\u{e9}\nhttps://b.example/x\n";
    assert_eq!(printed, utf16(text));
    assert!(said.contains("narrow.txt"), "{said}");
    let (printed, said) = read(&[&wide]);
    assert_eq!(printed, fs::read(&wide).expect("it is there"));
    assert_eq!(said, "");
}

#[test]
fn findings_of_one_page_have_a_note_until_they_are_kept_apart() {
    for member in [
        "template-id",
        "ruleId",
        "PluginID",
        "check_id",
        "alert",
        "vulnerability",
        "issue_name",
    ] {
        let list = format!(
            "{{\"{member}\":\"one\",\"url\":\"https://a.example/item/1\"}}\n\
             {{\"{member}\":\"two\",\"url\":\"https://a.example/item/2\"}}\n"
        );
        let (printed, said) = done(&[], &list);
        assert_eq!(printed.lines().count(), 1, "{printed}");
        let by = format!("method,status,{member}");
        assert!(said.contains(&format!("--by {by} keeps")), "{said}");
        let (printed, said) = done(&["--by", &by], &list);
        assert_eq!((printed.lines().count(), &*said), (2, ""), "{member}");
    }
    let list = "{\"title\":\"one\",\"url\":\"https://a.example/item/1\"}\n{\"title\":\"two\",\"url\":\"https://a.example/item/2\"}\n";
    assert!(!done(&[], list).1.contains("--by"));
}

#[test]
fn a_comment_above_the_names_of_columns_is_none_of_them() {
    let rows = "url,score\nhttps://a.example/login,1\nhttps://a.example/user/7,2\n";
    for above in ["", "#note\n", "# two\n# lines\n"] {
        let list = format!("{above}{rows}");
        for options in [&[][..], &["--field", "url"]] {
            let (printed, said) = done(options, &list);
            assert_eq!(printed, list, "{options:?}");
            assert!(!said.contains("not URLs"), "{options:?}: {said}");
        }
    }
}

#[test]
fn a_command_behind_options_is_not_read_as_a_file() {
    for (typed, wanted) in [
        (
            &["-q", "diff", "a.txt", "b.txt"][..],
            "urlsift diff -q a.txt b.txt",
        ),
        (
            &["-n", "3", "templates", "a.txt"],
            "urlsift templates -n 3 a.txt",
        ),
        (
            &["-q", "export", "--to", "nginx", "a.txt"],
            "urlsift export -q --to nginx a.txt",
        ),
        (
            &["--threshold=90", "cluster", "a b.txt"],
            "urlsift cluster --threshold=90 'a b.txt'",
        ),
    ] {
        let said = refusal(typed, URLS.as_bytes());
        assert!(said.contains(wanted), "{typed:?}: {said}");
    }
}

#[test]
fn values_that_are_not_what_they_look_like_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let scope = folder.path().join("scope.txt");
    fs::write(&scope, "*.example.com\n-www.example.com\n").expect("written");
    for (typed, wanted) in [
        (
            &["--scope", argument(&scope)][..],
            "line 2: \"-www.example.com\" is not a rule: write !www.example.com",
        ),
        (&["--rules", argument(&scope)], "write !www.example.com"),
        (
            &["--host", "https://www.example.com/"],
            "write the host alone",
        ),
        (&["--not-host", "example.com/blog"], "write the host alone"),
        (
            &["--host", "@hosts.txt"],
            "cannot read hosts from hosts.txt",
        ),
        (&["--ext", "php jsp"], "write php,jsp"),
        (&["--not-ext", "tar.gz"], "write gz"),
        (&["--param", "id=1"], "not the name of a parameter"),
        (&["--base", "b.example"], "https://b.example"),
    ] {
        let said = refusal(typed, URLS.as_bytes());
        assert!(said.contains(wanted), "{typed:?}: {said}");
    }
}

#[test]
fn expressions_are_read_from_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("re.txt");
    fs::write(&file, "/login$\n\n/zork/\n").expect("written");
    let at = format!("@{}", argument(&file));
    assert_eq!(
        done(&["--not-match", &at], URLS).0,
        "https://a.example/user/7\n"
    );
    assert_eq!(done(&["--match", &at], URLS).0, "https://a.example/login\n");
    let users = "https://ann@a.example/\nhttps://b.example/\n";
    assert_eq!(
        done(&["--match", "[@]a"], users).0,
        "https://ann@a.example/\n"
    );
}

#[test]
fn bursts_in_json_have_their_counts_and_the_clock_is_named() {
    let mut list = String::new();
    for second in 0..4 {
        let line = format!(
            "{{\"url\":\"https://a.example/u/{second}\",\"ts\":\"2026-11-29T10:00:0{second}Z\"}}\n"
        );
        list += &line;
    }
    let typed = [
        "--window",
        "1m",
        "--time-field",
        "ts",
        "--min",
        "3",
        "--json",
    ];
    let (printed, _) = done(&typed, &list);
    assert!(printed.starts_with("{\"count\":3,\"line\":"), "{printed}");
    let log = "1.1.1.1 - - [29/Nov/2026:10:00:00 +0000] \"GET /a/1 HTTP/1.1\" 200 1 \"-\" \"-\"\n";
    assert!(
        done(&["--window", "10m"], log)
            .1
            .contains("the clock counts: --time-field time")
    );
    let (_, said) = done(&["--window", "10m", "--time-field", "time"], log);
    assert!(!said.contains("the clock counts"), "{said}");
}

#[test]
fn a_url_alone_has_no_byte_order_mark() {
    for line in [
        "https://a.example/x",
        "\"https://a.example/x\"",
        "https://a.example/x [200]",
    ] {
        let (printed, _) = done(&["--print", "url"], &format!("\u{feff}{line}\n"));
        assert_eq!(printed, "https://a.example/x\n", "{line}");
    }
}
