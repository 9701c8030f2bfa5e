//! Sources that cannot be read, outputs that cannot be written, and files that are both.

use std::fs::{self, File};
use std::process::Stdio;

use crate::program::{argument, finish, kept, list, outcome, refusal, run, urlsift};

#[test]
fn a_missing_file_does_not_keep_the_others_from_being_read() {
    let scratch = tempfile::tempdir().unwrap();
    let (first, last) = (scratch.path().join("first"), scratch.path().join("last"));
    fs::write(&first, "https://a.example/").unwrap();
    fs::write(&last, "https://b.example/\nhttps://a.example/\n").unwrap();
    let arguments = [
        argument(&first),
        "/there/is/no\x1b[31m",
        argument(&last),
        argument(scratch.path()),
    ];
    let (status, output, message) = outcome(&run(&arguments, b""));
    assert_eq!(status, Some(2));
    assert_eq!(output, "https://a.example/\nhttps://b.example/\n");
    let lines: Vec<_> = message.lines().collect();
    assert_eq!(lines.len(), 2, "{message}");
    assert!(
        lines[0].starts_with("urlsift: cannot read /there/is/no\\u{1b}[31m: "),
        "{message}"
    );
    assert!(
        lines[1].starts_with(&format!(
            "urlsift: cannot read {}: ",
            scratch.path().display()
        )),
        "{message}"
    );
}

/// As a file it would be missing, and the list after it would be filtered onto the terminal.
#[test]
fn a_first_word_that_is_nearly_a_subcommand_is_an_error_before_any_output() {
    let scratch = tempfile::tempdir().unwrap();
    fs::write(scratch.path().join("list"), "https://a.example/\n").unwrap();
    let run = |arguments: &[&str]| {
        let mut command = urlsift(arguments);
        command.current_dir(scratch.path());
        outcome(&finish(command.spawn().unwrap(), b""))
    };
    for (word, meant) in [
        ("sweeep", "sweep"),
        ("Cluster", "cluster"),
        ("sesions", "sessions"),
        ("stat", "state"),
    ] {
        let (status, output, message) = run(&[word, "list"]);
        assert_eq!((status, output.as_str()), (Some(2), ""), "{word}");
        assert!(
            message.contains(&format!("a similar subcommand exists: '{meant}'")),
            "{message}"
        );
        assert!(message.contains(&format!("./{word}")), "{message}");
        // Elsewhere it is a file, and so is what cannot be a subcommand.
        for arguments in [
            &["list", word][..],
            &["-j1", word, "list"],
            &[&format!("./{word}"), "list"],
        ] {
            let (status, output, message) = run(arguments);
            assert_eq!(
                (status, output.as_str()),
                (Some(2), "https://a.example/\n"),
                "{arguments:?}"
            );
            assert!(message.contains("cannot read"), "{message}");
        }
        fs::write(scratch.path().join(word), "https://b.example/\n").unwrap();
        let (status, output, _) = run(&[word, "list"]);
        assert_eq!(
            (status, output.as_str()),
            (Some(0), "https://b.example/\nhttps://a.example/\n"),
            "{word}"
        );
    }
    assert_eq!(run(&["unlike", "list"]).1, "https://a.example/\n");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_one_clear_line() {
    // Short lines are written through a buffer, long ones past it.
    let long = |host: usize| format!("https://h{host}.example/{}\n", "a".repeat(100_000));
    let long = (0..50).map(long).collect::<Vec<_>>().concat();
    for input in [list(100_000), long.into_bytes()] {
        for arguments in [&["-q"][..], &["-q", "-o", "/dev/full"], &["-q", "-j1"]] {
            let mut command = urlsift(arguments);
            if !arguments.contains(&"-o") {
                command.stdout(Stdio::from(
                    File::options().write(true).open("/dev/full").unwrap(),
                ));
            }
            let (status, _, message) = outcome(&finish(command.spawn().unwrap(), &input));
            assert_eq!(status, Some(2));
            assert_eq!(message.lines().count(), 1, "{message}");
            assert!(message.starts_with("urlsift: cannot write "), "{message}");
            assert!(message.contains("No space left on device"), "{message}");
        }
    }
}

#[test]
fn the_output_file_is_emptied_first() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("output");
    fs::write(&path, "something longer than what will be written to it\n").unwrap();
    assert_eq!(kept(&["-o", argument(&path)], b"https://a.example/"), b"");
    assert_eq!(fs::read(&path).unwrap(), b"https://a.example/\n");
    assert_eq!(
        kept(&["-o", "-"], b"https://a.example/"),
        b"https://a.example/\n"
    );
}

#[test]
#[cfg(unix)]
fn an_output_that_is_also_an_input_is_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let [list, symbolic, hard, other] =
        ["list", "symbolic", "hard", "other"].map(|name| scratch.path().join(name));
    fs::write(&list, "https://a.example/\n").unwrap();
    fs::write(&other, "").unwrap();
    std::os::unix::fs::symlink(&list, &symbolic).unwrap();
    fs::hard_link(&list, &hard).unwrap();

    for output in [&list, &symbolic, &hard] {
        let refused = run(
            &[argument(&other), argument(&list), "-o", argument(output)],
            b"",
        );
        let (status, _, message) = outcome(&refused);
        let expected = format!(
            "urlsift: {} is also the input {}\n",
            output.display(),
            list.display()
        );
        assert_eq!((status, message), (Some(2), expected));

        let redirected = urlsift(&["-o", argument(output)])
            .stdin(File::open(&list).unwrap())
            .output()
            .unwrap();
        assert_eq!(redirected.status.code(), Some(2));
        assert!(
            outcome(&redirected)
                .2
                .ends_with("is also the input stdin\n")
        );
    }
    let appended = File::options().append(true).open(&list).unwrap();
    let refused = urlsift(&[argument(&list)])
        .stdout(appended)
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        fs::read(&list).unwrap(),
        b"https://a.example/\n",
        "nothing is lost"
    );
}

/// Rules are written by hand, and are gone once they are overwritten.
#[test]
fn an_output_that_is_a_file_with_options_is_refused() {
    let scratch = tempfile::tempdir().unwrap();
    let [file, input] = ["options", "list"].map(|name| scratch.path().join(name));
    fs::write(&input, "https://a.example/x\n").unwrap();
    let (name, input) = (argument(&file), argument(&input));
    let protected = format!("@{name}");
    for (text, option) in [
        ("a.example /x/* same\n", ["--rules", name]),
        ("a.example\n", ["--scope", name]),
        ("a.example: ref\n", ["--params-from", name]),
        ("zork\n", ["--protect", &protected]),
    ] {
        fs::write(&file, text).unwrap();
        let (status, ..) = outcome(&run(&[&option[..], &["-q", input]].concat(), b""));
        assert_eq!(status, Some(0), "{option:?} is read");
        for output in [["-o", name], ["--report", name]] {
            let (status, _, message) =
                outcome(&run(&[&option[..], &output, &[input]].concat(), b""));
            assert_eq!(status, Some(2), "{option:?} {output:?}: {message}");
            assert_eq!(
                fs::read_to_string(&file).unwrap(),
                text,
                "{option:?} {output:?}"
            );
        }
    }
    fs::write(&file, "--quiet\n").unwrap();
    let output = urlsift(&["-o", name, input])
        .env("URLSIFT_CONFIG_PATH", &file)
        .output()
        .unwrap();
    assert_eq!(
        (output.status.code(), &*fs::read_to_string(&file).unwrap()),
        (Some(2), "--quiet\n")
    );
}

/// Addresses of servers hold passwords, and messages end up in logs.
#[test]
fn no_message_repeats_a_password() {
    for scheme in ["redis", "Redis", "rediss", "valkey", "https"] {
        let address = format!("{scheme}://ann:S3cret@127.0.0.1:1/0");
        for arguments in [
            &[&*address][..],
            &["cluster", &address],
            &["traps", &address],
            &["sweep", &address],
            &["keys", &address],
            &["fields", &address],
            &["-o", &address],
            &["--report", &address],
            &["templates", "Cargo.toml", &address],
            &["export", "--to", "regex", "Cargo.toml", &address],
        ] {
            let (status, _, message) = outcome(&run(arguments, b"https://a.example/\n"));
            assert_ne!(status, Some(0), "{arguments:?}: {message}");
            assert!(
                !message.contains("S3cret") && message.contains("127.0.0.1"),
                "{arguments:?}: {message}"
            );
        }
    }
}

#[test]
#[cfg(unix)]
fn a_device_may_be_both() {
    let (input, output) = (
        File::open("/dev/null"),
        File::options().write(true).open("/dev/null"),
    );
    let output = urlsift(&["/dev/null"])
        .stdin(input.unwrap())
        .stdout(output.unwrap())
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), vec![]));
}

#[test]
#[cfg(unix)]
fn closed_standard_streams_are_no_crash() {
    let program = env!("CARGO_BIN_EXE_urlsift");
    for (redirections, expected) in [
        ("<&-", ""),
        ("</dev/null >&-", ""),
        ("2>&-", "https://a.example/\n"),
        ("2>/dev/full", "https://a.example/\n"),
    ] {
        let script = format!("printf 'https://a.example/\\n' | {program} --stats {redirections}");
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .output()
            .unwrap();
        let (status, kept, _) = outcome(&output);
        assert_eq!(
            (status, kept.as_str()),
            (Some(0), expected),
            "{redirections}"
        );
    }
}

/// A misspelt input must not cost what an earlier run has written.
#[test]
fn an_output_stays_as_it_is_if_no_input_can_be_read() {
    let scratch = tempfile::tempdir().unwrap();
    let [few, list, missing] = ["few", "list", "missing"].map(|name| scratch.path().join(name));
    fs::write(&list, "https://a.example/\n").unwrap();
    let written = "https://b.example/\n";
    for command in [&[][..], &["--format", "csv"], &["cluster"]] {
        fs::write(&few, written).unwrap();
        let with = [
            command,
            &[
                "-o",
                argument(&few),
                argument(&missing),
                argument(scratch.path()),
            ],
        ]
        .concat();
        let (status, _, message) = outcome(&run(&with, b""));
        assert_eq!(
            (status, message.lines().count()),
            (Some(2), 1),
            "{command:?}: {message}"
        );
        assert!(
            message.contains("stays as it is: cannot read") && message.contains("missing"),
            "{message}"
        );
        assert_eq!(fs::read_to_string(&few).unwrap(), written);
        // One that can be read is enough.
        let (status, _, _) = outcome(&run(&[&with[..], &[argument(&list)]].concat(), b""));
        assert_eq!(status, Some(2), "{command:?}");
        assert!(
            fs::read_to_string(&few).unwrap().contains("a.example"),
            "{command:?}"
        );
    }
}

/// Whoever starts the program with its output thrown away does so with `/dev/null` open for reading
/// and writing, as Python's `subprocess.DEVNULL` is; a closed standard output is the same to it.
#[test]
#[cfg(unix)]
fn an_output_that_nobody_sees_is_accepted_and_noted() {
    let program = env!("CARGO_BIN_EXE_urlsift");
    let scratch = tempfile::tempdir().unwrap();
    let list = scratch.path().join("list");
    fs::write(&list, "https://a.example/\n").unwrap();
    let list = argument(&list);
    for (arguments, is_noted) in [
        (format!("{list} >&-"), true),
        (format!("--count {list} 1<>/dev/null"), true),
        (format!("--state {list}.state {list} 1<>/dev/null"), true),
        (format!("-q {list} 1<>/dev/null"), false),
        (format!("sweep -q {list} 1<>/dev/null"), false),
        ("compare a.example b.example 1<>/dev/null".to_owned(), false),
        (format!("{list} -o {list}.out >&-"), false),
        (format!("{list} >/dev/null"), false),
    ] {
        let script = format!("{program} {arguments}");
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .output()
            .unwrap();
        let (status, printed, message) = outcome(&output);
        assert_eq!((status, &*printed), (Some(0), ""), "{arguments}: {message}");
        let note = "urlsift: standard output is closed, or is /dev/null";
        assert_eq!(
            message.starts_with(note),
            is_noted,
            "{arguments}: {message}"
        );
        assert_eq!(
            message.lines().count(),
            usize::from(is_noted),
            "{arguments}: {message}"
        );
    }
    let state = format!("{list}.state");
    assert_eq!(
        kept(&["-q", "--state", &state, list], b""),
        b"",
        "the run has remembered"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn texts_that_a_full_disk_does_not_take_are_an_error() {
    for arguments in [
        &["--help"][..],
        &["-h"],
        &["--version"],
        &["sweep", "--help"],
        &["man"],
        &["completions", "zsh"],
        &["fields", "testdata/first.txt"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = urlsift(arguments).stdout(full).output().unwrap();
        let expected =
            "urlsift: cannot write standard output: No space left on device (os error 28)\n";
        assert_eq!(
            outcome(&output),
            (Some(2), String::new(), expected.to_owned()),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_sweep_of_nothing_that_can_be_read_prints_no_table() {
    for arguments in [
        &["sweep", "/there/is/no"][..],
        &["sweep", "--json", "/there/is/no"],
    ] {
        let (status, output, message) = outcome(&run(arguments, b""));
        assert_eq!(
            (status, output.as_str(), message.lines().count()),
            (Some(2), "", 1),
            "{message}"
        );
    }
    // Of an empty list there is one.
    assert!(!kept(&["sweep"], b"").is_empty());
}

#[test]
fn thresholds_are_percentages_and_errors_say_so() {
    let list = b"https://a.example/x?a=1\nhttps://a.example/x?a=2&b=3\n";
    for (typed, same) in [("95%", "95"), ("80%", "80"), ("97.5 %", "97.5")] {
        assert_eq!(
            kept(&["-t", typed], list),
            kept(&["-t", same], list),
            "{typed}"
        );
    }
    for (typed, suggested) in [("0.95", "95"), ("0.875", "87.5"), ("0.29", "29")] {
        let message = refusal(&["-t", typed], list);
        assert!(
            message.contains("percentages run from 1 to 100"),
            "{message}"
        );
        assert!(
            message
                .lines()
                .next()
                .unwrap()
                .ends_with(&format!("write {suggested}")),
            "{message}"
        );
    }
    for typed in ["0", "-1", "101", "95%%", "%", "nan", "0.001"] {
        let (status, _, message) = outcome(&run(&["-t", typed], list));
        assert!(
            status == Some(2) && message.contains("must be a number from 1 to 100"),
            "{message}"
        );
    }
}

/// As one program prints rules, another reads them.
#[test]
fn files_of_options_may_be_standard_input() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("list");
    fs::write(&path, "https://a.example/1\nhttps://b.example/2\n").unwrap();
    let list = argument(&path);
    for (option, text) in [
        ("--rules", "a.example\n"),
        ("--rules", "b.example out\n"),
        ("--scope", "a.example\n"),
        ("--host", "a.example\n"),
        ("--match", "/1$\n"),
        ("--not-match", "# twos\n/2$\n"),
    ] {
        let value = if matches!(option, "--rules" | "--scope") {
            "-"
        } else {
            "@-"
        };
        let printed = kept(&[option, value, list], text.as_bytes());
        assert_eq!(printed, b"https://a.example/1\n", "{option} {text}");
        for command in [&[][..], &["templates"]] {
            let arguments = [command, &[option, value]].concat();
            let (status, _, message) = outcome(&run(&arguments, text.as_bytes()));
            assert_eq!(status, Some(2), "{arguments:?}: {message}");
            let wanted = format!("{option} and another input are both standard input");
            assert!(message.contains(&wanted), "{arguments:?}: {message}");
        }
    }
    let (_, _, message) = outcome(&run(&["--scope", "-", list], b"a b\n"));
    assert!(
        message.contains("the scope in standard input: line 1: "),
        "{message}"
    );
}

#[test]
fn lists_are_read_from_files() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("items");
    let file = format!("@{}", argument(&path));
    let input = b"https://a.example/x.php\nhttps://b.example/@me\nhttps://c.example/y.js\n";
    let [first, second, third] = [&input[..24], &input[24..46], &input[46..]];
    for (option, text, wanted) in [
        ("--match", "# ours\n\n/x\r\n", first),
        ("--match", "\u{feff}/x\\.\n", first),
        ("--not-match", "/x\n  [.]js$ \n", second),
        ("--not-match", "^nothing\n(?i)A\\.EXAMPLE\n/@me\n", third),
        ("--host", "a.example\n", first),
        ("--host", "# in\nc.example,*.d.example\n", third),
        ("--not-host", "a.example\nb.example\n", third),
        ("--ext", "php\n", first),
        ("--ext", "html,js\n", third),
        ("--not-ext", "php\njs\n", second),
    ] {
        fs::write(&path, text).unwrap();
        assert_eq!(kept(&[option, &file], input), wanted, "{option} {text}");
    }
    fs::write(&path, "/x\n").unwrap();
    let both = ["--not-match", &file, "--not-match", "/@me"];
    assert_eq!(kept(&both, input), third);
    assert_eq!(kept(&["--match", "@"], input), second);
    fs::write(&path, "/x\n(\n").unwrap();
    let (status, _, message) = outcome(&run(&["--not-match", &file], input));
    assert_eq!(status, Some(2));
    assert!(message.contains("items, line 2: "), "{message}");
    let (status, _, message) = outcome(&run(&["--match", "@me"], input));
    assert_eq!(status, Some(2));
    assert!(
        message.contains("cannot read regular expressions from me (an expression that"),
        "{message}"
    );
}

#[test]
fn names_to_protect_come_from_arguments_and_files() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("names");
    fs::write(&path, "# ours\n\n/Zork-frobnicate-quux/\r\nzork.frob\n").unwrap();
    let file = format!("@{}", argument(&path));
    let input = b"https://a.example/blog/red-shoes-for-summer\nhttps://a.example/blog/zork-frobnicate-quux\n";
    assert_eq!(
        kept(&[], input),
        b"https://a.example/blog/red-shoes-for-summer\n"
    );
    for name in [&file, "zork-frobnicate-quux"] {
        assert_eq!(kept(&["--protect", name], input), input, "{name}");
    }

    let message = refusal(&["--protect", "@/there/is/no\x1b[31m"], input);
    assert!(
        message.starts_with("urlsift: cannot read names to protect from /there/is/no\\u{1b}[31m: "),
        "{message}"
    );
    fs::write(&path, "fine\nadmin/users\n").unwrap();
    let (status, _, message) = outcome(&run(&["--protect", &file], input));
    assert_eq!(status, Some(2));
    assert!(
        message.contains("names, line 2: \"admin/users\" is not the name of one path segment"),
        "{message}"
    );
}
