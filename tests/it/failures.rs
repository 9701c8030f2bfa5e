//! Sources that cannot be read, outputs that cannot be written, and files that are both.

use std::fs::{self, File};
use std::process::Stdio;

use crate::program::{argument, finish, kept, list, outcome, run, urlsift};

#[test]
fn a_missing_file_does_not_keep_the_others_from_being_read() {
    let scratch = tempfile::tempdir().unwrap();
    let (first, last) = (scratch.path().join("first"), scratch.path().join("last"));
    fs::write(&first, "https://a.example/").unwrap();
    fs::write(&last, "https://b.example/\nhttps://a.example/\n").unwrap();
    let arguments = [argument(&first), "/there/is/no\x1b[31m", argument(&last), argument(scratch.path())];
    let (status, output, message) = outcome(&run(&arguments, b""));
    assert_eq!(status, Some(2));
    assert_eq!(output, "https://a.example/\nhttps://b.example/\n");
    let lines: Vec<_> = message.lines().collect();
    assert_eq!(lines.len(), 2, "{message}");
    assert!(lines[0].starts_with("urlsift: cannot read /there/is/no\\u{1b}[31m: "), "{message}");
    assert!(
        lines[1].starts_with(&format!("urlsift: cannot read {}: ", scratch.path().display())),
        "{message}"
    );
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
                command.stdout(Stdio::from(File::options().write(true).open("/dev/full").unwrap()));
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
    assert_eq!(kept(&["-o", "-"], b"https://a.example/"), b"https://a.example/\n");
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
        let refused = run(&[argument(&other), argument(&list), "-o", argument(output)], b"");
        let (status, _, message) = outcome(&refused);
        let expected = format!("urlsift: {} is also the input {}\n", output.display(), list.display());
        assert_eq!((status, message), (Some(2), expected));

        let redirected =
            urlsift(&["-o", argument(output)]).stdin(File::open(&list).unwrap()).output().unwrap();
        assert_eq!(redirected.status.code(), Some(2));
        assert!(outcome(&redirected).2.ends_with("is also the input stdin\n"));
    }
    let appended = File::options().append(true).open(&list).unwrap();
    let refused = urlsift(&[argument(&list)]).stdout(appended).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(fs::read(&list).unwrap(), b"https://a.example/\n", "nothing is lost");
}

#[test]
#[cfg(unix)]
fn a_device_may_be_both() {
    let null = || File::options().read(true).write(true).open("/dev/null").unwrap();
    let output = urlsift(&["/dev/null"]).stdin(null()).stdout(null()).output().unwrap();
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
        let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
        let (status, kept, _) = outcome(&output);
        assert_eq!((status, kept.as_str()), (Some(0), expected), "{redirections}");
    }
}
