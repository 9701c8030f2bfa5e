//! States that the build before the table of settings wrote: they open under the same settings, and
//! under no others.
//!
//! `testdata/states` has them, compressed by xz. A release with other rules refuses them all; then
//! they are made anew with the build before that release, by the first options of each case and its
//! lines.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::program::{argument, outcome, refusal, run};

/// A copy of a state in `folder`.
fn state(name: &str, folder: &Path) -> PathBuf {
    let path = folder.join(name);
    let packed = File::open(Path::new("testdata/states").join(format!("{name}.xz"))).unwrap();
    let mut packed = lzma_rust2::XzReader::new(packed, true);
    std::io::copy(&mut packed, &mut File::create(&path).unwrap()).unwrap();
    path
}

const EVENTS: &str =
    "post=/cart /a|GET|0 /b|GET|3 /cart|POST|5\npost=/login /a|GET|0 /b|GET|3 /login|POST|5\n";

/// The settings of `urls.state`, which was begun with most options there are.
const URLS: &str = "-t 97.5 --merge-hosts --no-learn --class int --class slug --class uuid --no-class slug \
                    --ignore-param Tra* --ignore-param b --select-param tab --protect Blog --params names \
                    --no-default-ignores";

#[test]
fn an_earlier_state_opens_under_its_settings_only() {
    let scratch = tempfile::tempdir().unwrap();
    for (name, lines, same, others) in [
        (
            "events.state",
            EVENTS,
            &[
                "--as events --shingle 3 --by post",
                "--by post --shingle 3 --as events -t 95%",
            ][..],
            &[
                "--as events --shingle 3",
                "--as events --by post",
                "--as events --shingle 3 --by form",
                "",
            ][..],
        ),
        (
            "urls.state",
            "https://a.example/user/1?trace=1\nhttps://a.example/user/2\n",
            // The order of options does not count, nor how classes are chosen.
            &[
                URLS,
                "--params names --class uuid --class int --protect Blog --ignore-param b --ignore-param Tra* --merge-hosts \
                 --select-param tab --no-default-ignores --no-learn -t 97.5%",
            ],
            &["", "--no-learn", "--params names -t 97.5 --no-learn"],
        ),
        // Texts had neither values nor learned positions then.
        (
            "text.state",
            "a b c\n",
            &[],
            &["--as text", "", "--as events"],
        ),
    ] {
        for options in same {
            let state = state(name, scratch.path());
            let arguments: Vec<&str> = ["-q", "--state", argument(&state)]
                .into_iter()
                .chain(options.split(' '))
                .collect();
            let (status, printed, message) = outcome(&run(&arguments, lines.as_bytes()));
            assert_eq!(
                (status, &*printed, &*message),
                (Some(0), "", ""),
                "{name} {options}"
            );
        }
        for options in others {
            let state = state(name, scratch.path());
            let before = fs::read(&state).unwrap();
            let options = options.split(' ').filter(|option| !option.is_empty());
            let arguments: Vec<&str> = ["-q", "--state", argument(&state)]
                .into_iter()
                .chain(options)
                .collect();
            let message = refusal(&arguments, lines.as_bytes());
            assert!(message.contains("it has other settings"), "{message}");
            assert_eq!(fs::read(&state).unwrap(), before, "{arguments:?}");
        }
    }
}

/// What was stored in lower case does not tell `post` from `POST`; what is stored now does.
#[test]
fn the_case_of_a_field_counts_from_now_on() {
    let scratch = tempfile::tempdir().unwrap();
    let with = |state: &Path, field| {
        outcome(&run(
            &[
                "-q",
                "--as",
                "events",
                "--shingle",
                "3",
                "--by",
                field,
                "--state",
                argument(state),
            ],
            EVENTS.as_bytes(),
        ))
    };
    assert_eq!(
        with(&state("events.state", scratch.path()), "POST").0,
        Some(0)
    );
    let new = scratch.path().join("new.state");
    assert_eq!(with(&new, "post").0, Some(0));
    assert_eq!(with(&new, "post"), (Some(0), String::new(), String::new()));
    let (status, _, message) = with(&new, "POST");
    assert!(
        status == Some(2) && message.contains("by=\"post\" there, and "),
        "{message}"
    );
}
