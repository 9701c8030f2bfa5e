//! What `compare` prints, and what happens to it and to other texts when they cannot be printed.

use crate::program::{kept, outcome, run};

#[test]
fn two_urls_are_shown_component_by_component() {
    let urls = ["https://a.test/x/1?q=a", "https://a.test/y/2?q=b"];
    let shown = String::from_utf8(kept(&["compare", "--literal", urls[0], urls[1]], b"")).unwrap();
    let expected = "\
60.00 % similar: at 95 % both are kept

component  weight  of A in B  of B in A
scheme       0.50       0.50       0.50
host         4.00       4.00       4.00
path         3.00       0.00       0.00
params       2.00       1.00       1.00
fragment     0.50       0.50       0.50
";
    assert_eq!(shown, expected);
    let alike = kept(&["compare", urls[0], urls[0]], b"");
    assert!(alike.starts_with(b"100.00 % similar: at 95 % one is dropped\n"));
    let code = String::from_utf8(kept(&["compare", "--metric=simhash", urls[0], urls[0]], b"")).unwrap();
    assert_eq!(code, "100.00 % similar: at 95 % one is dropped\n");
}

#[test]
fn what_is_no_url_cannot_be_compared() {
    let long = "x ".repeat(200);
    let (status, _, message) = outcome(&run(&["compare", "a.test", &long], b""));
    assert_eq!(status, Some(2));
    assert!(message.starts_with("urlsift: cannot compare \"a.test\" and \"x x"), "{message}");
    assert!(message.ends_with("\"...: not both are URLs\n") && message.len() < 220, "{message}");
}

#[test]
fn records_and_places_are_named_in_the_plural_and_the_singular() {
    for (arguments, input, said) in [
        (&["-z"][..], &b"x y"[..], "1 record is no URL, kept at first sight: stdin:1\n"),
        (&["-z"], b"x y\0z z", "2 records are no URLs, kept at first sight: stdin:1, stdin:2\n"),
        (&[], b"a a\nb b\nc c\nd d\ne e\nf f", "stdin:1, stdin:2, stdin:3, stdin:4, stdin:5, ...\n"),
    ] {
        let message = outcome(&run(arguments, input)).2;
        assert!(message.ends_with(said), "{message}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn texts_that_cannot_be_printed_are_an_error_unless_nobody_reads_them() {
    use crate::program::urlsift;
    use std::fs::File;
    for arguments in [&["man"][..], &["completions", "bash"], &["compare", "a.test", "b.test"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let (status, _, message) = outcome(&urlsift(arguments).stdout(full).output().unwrap());
        assert_eq!(status, Some(2));
        assert_eq!(message, "urlsift: cannot write standard output: No space left on device (os error 28)\n");

        let mut child = urlsift(arguments).stdout(closed_pipe()).spawn().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

/// A pipe that nobody reads.
#[cfg(target_os = "linux")]
fn closed_pipe() -> std::io::PipeWriter {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer
}
