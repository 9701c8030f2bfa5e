//! What `--state` and `--output` together do to a file that is there: nothing in it is lost.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tempfile::TempDir;

use super::across_runs::{Moment, kill};
use crate::lists::mixed;
use crate::program::{argument, kept, outcome, run, urlsift};
use crate::server::Server;

/// A state, an output and a list in a folder of their own.
struct Place {
    folder: TempDir,
    state: PathBuf,
    output: PathBuf,
    list: PathBuf,
}

impl Place {
    /// Forgets one of the hosts.
    fn forget_host(&self) {
        let state = argument(&self.state);
        kept(&["state", "forget", state, "--host", "www.husa0.test"], b"");
    }

    fn new(list: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let [state, output, path] =
            ["state", "output", "list"].map(|name| folder.path().join(name));
        fs::write(&path, list).unwrap();
        Self {
            folder,
            state,
            output,
            list: path,
        }
    }

    fn run(&self, more: &[&str], input: &[u8]) -> (Option<i32>, String) {
        let with = [
            "--state",
            argument(&self.state),
            "-o",
            argument(&self.output),
        ];
        let (status, printed, message) = outcome(&run(&[&with[..], more].concat(), input));
        assert_eq!(printed, "");
        (status, message)
    }

    fn written(&self) -> Vec<u8> {
        fs::read(&self.output).unwrap()
    }

    /// Runs over the list to its end, and gives what is in the output.
    fn filled(&self, more: &[&str]) -> Vec<u8> {
        let (status, message) = self.run(&[&["-q", argument(&self.list)], more].concat(), b"");
        assert_eq!(status, Some(0), "{message}");
        let written = self.written();
        assert!(written.len() > 500);
        written
    }
}

fn append(path: &Path, text: &str) {
    let list = [&fs::read(path).unwrap(), text.as_bytes()].concat();
    fs::write(path, list).unwrap();
}

const NEW: &str = "https://new.example/only/here\n";

/// A supervisor may start a run again that has ended, and a signal may end one whose last line is
/// stored.
#[test]
fn the_same_run_again_leaves_a_finished_output_as_it_is() {
    for form in [
        &[][..],
        &["--format", "csv"],
        &["--format", "tsv"],
        &["--count"],
        &["--print", "host"],
    ] {
        let place = Place::new(&mixed(500));
        let written = place.filled(form);
        for _ in 0..2 {
            assert_eq!(place.filled(form), written, "{form:?}");
        }
        // By another name of the same file, and with the list at standard input.
        let link = place.folder.path().join("link");
        std::os::unix::fs::symlink(&place.output, &link).unwrap();
        let with = [
            "-q",
            "--state",
            argument(&place.state),
            "-o",
            argument(&link),
            argument(&place.list),
        ];
        kept(&[&with[..], form].concat(), b"");
        assert_eq!(place.written(), written, "{form:?}");
        // What is forgotten comes again, behind what is there.
        let forget = [
            "state",
            "forget",
            argument(&place.state),
            "--older-than",
            "0s",
        ];
        let _ = run(&forget, b"");
        place.forget_host();
        let more = place.filled(form);
        assert!(more.starts_with(&written), "{form:?}");
    }
}

#[test]
fn a_list_at_standard_input_is_known_again_if_it_is_a_file() {
    let place = Place::new(&mixed(500));
    let again = || {
        let with = [
            "-q",
            "--state",
            argument(&place.state),
            "-o",
            argument(&place.output),
        ];
        let list = Stdio::from(File::open(&place.list).unwrap());
        assert!(
            urlsift(&with)
                .stdin(list)
                .output()
                .unwrap()
                .status
                .success()
        );
        place.written()
    };
    let written = again();
    assert_eq!(again(), written);
    place.forget_host();
    assert!(again().starts_with(&written));
}

#[test]
fn other_inputs_do_not_empty_a_finished_output() {
    let place = Place::new(&mixed(500));
    let written = place.filled(&[]);
    // Nothing new: nothing is lost, whatever is read.
    assert_eq!(place.run(&[], &written).0, Some(0));
    assert_eq!(place.written(), written);
    append(&place.list, NEW);
    let changed = argument(&place.list);
    for (more, input, why) in [
        (
            &[][..],
            NEW,
            "this run reads a pipe, which cannot be identified",
        ),
        (
            &[changed][..],
            "",
            "this run reads other files, or they have changed",
        ),
        (
            &["--format", "csv"][..],
            NEW,
            "it was written without --format and the like",
        ),
    ] {
        let (status, message) = place.run(more, input.as_bytes());
        assert_eq!(status, Some(2), "{more:?}");
        let start = format!(
            "urlsift: cannot write {}: it holds lines that an earlier run",
            place.output.display()
        );
        assert!(
            message.starts_with(&start) && message.contains(why),
            "{message}"
        );
        assert!(
            message.contains(">>") && message.contains("--overwrite"),
            "{message}"
        );
        assert_eq!(place.written(), written, "{more:?}");
    }
    // The line that was refused is not taken for printed, and --overwrite is said once.
    place.run(&["--overwrite"], NEW.as_bytes());
    assert_eq!(place.written(), NEW.as_bytes());
    // A run that prints to elsewhere changes nothing about the output.
    kept(
        &["-q", "--state", argument(&place.state)],
        b"https://other.example/\n",
    );
    assert_eq!(place.run(&[], b"https://third.example/\n").0, Some(2));
    assert_eq!(place.written(), NEW.as_bytes());
    // A file that is gone is begun anew.
    fs::remove_file(&place.output).unwrap();
    assert_eq!(place.run(&[], b"https://third.example/\n").0, Some(0));
    assert_eq!(place.written(), b"https://third.example/\n");
    let dry = place.run(&["--dry-run"], b"https://fourth.example/\n");
    assert!(
        dry.0 == Some(2) && dry.1.contains("--dry-run would empty it"),
        "{dry:?}"
    );
    assert_eq!(place.written(), b"https://third.example/\n");
}

#[test]
fn an_overwritten_output_is_left_alone_by_the_same_run_again() {
    let place = Place::new(&mixed(500));
    place.filled(&["--overwrite"]);
    fs::write(&place.list, NEW).unwrap();
    for _ in 0..2 {
        assert_eq!(
            place.run(&["--overwrite", argument(&place.list)], b"").0,
            Some(0)
        );
        assert_eq!(place.written(), NEW.as_bytes());
    }
}

#[test]
fn an_unfinished_output_is_not_emptied_by_another_form() {
    let list = mixed(3000);
    for (form, shown) in [
        (&["--format", "tsv"][..], "without --format and the like"),
        (&["--count"], "without --format and the like"),
        (&["--print", "url"], "without --format and the like"),
    ] {
        let place = Place::new(&list);
        let with = [
            "-q",
            "--state",
            argument(&place.state),
            "-o",
            argument(&place.output),
        ];
        kill(&with, &list, 50, [Moment::Stored, Moment::Read]);
        let written = place.written();
        assert!(written.len() > 1000);
        let (status, message) = place.run(&[form, &[argument(&place.list)]].concat(), b"");
        assert_eq!(status, Some(2), "{form:?}");
        assert!(
            message.contains("an interrupted run") && message.contains(shown),
            "{message}"
        );
        assert_eq!(place.written(), written, "{form:?}");
        // In its own form it is continued; that of before was not harmed.
        assert_eq!(place.filled(&[]), kept(&["-q"], &list), "{form:?}");
    }
}

/// What has no last line to be cut at is continued all the same: nothing that it holds is printed
/// again.
#[test]
fn an_unfinished_output_of_any_form_is_continued() {
    let list = mixed(3000);
    for form in [
        &["--format", "jsonl"][..],
        &["--print", "url"],
        &["--format", "csv"],
    ] {
        let place = Place::new(&list);
        let with = [
            "-q",
            "--state",
            argument(&place.state),
            "-o",
            argument(&place.output),
        ];
        kill(
            &[&with[..], form].concat(),
            &list,
            50,
            [Moment::Stored, Moment::Read],
        );
        place.filled(form);
        let kept_lines = |bytes: Vec<u8>| -> Vec<String> {
            let text = String::from_utf8(bytes).unwrap();
            let is_dropped = |line: &&str| line.contains("\"kept\":false");
            text.lines()
                .filter(|line| !is_dropped(line))
                .map(str::to_owned)
                .collect()
        };
        let whole = kept_lines(kept(
            &[&["-q"], form, &[argument(&place.list)]].concat(),
            b"",
        ));
        let continued = kept_lines(place.written());
        assert_eq!(continued.len(), whole.len(), "{form:?}");
    }
}

/// A server does not know the outputs of those who share it.
#[test]
fn an_output_of_runs_on_a_server_is_not_emptied() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let address = server.address("outputs");
    let place = Place::new(b"https://a.example/\n");
    fs::write(&place.output, "of another time\n").unwrap();
    let with = |more: &[&str], input: &[u8]| {
        let with = ["-q", "--state", &address, "-o", argument(&place.output)];
        outcome(&run(&[&with[..], more].concat(), input))
    };
    assert_eq!(
        with(&[], b"https://a.example/\n").0,
        Some(0),
        "nothing is remembered yet"
    );
    let (status, _, message) = with(&[], b"https://b.example/\n");
    assert_eq!(status, Some(2));
    assert!(
        message.contains("is not empty") && message.contains("--overwrite"),
        "{message}"
    );
    assert_eq!(place.written(), b"https://a.example/\n");
    assert_eq!(with(&["--overwrite"], b"https://b.example/\n").0, Some(0));
    assert_eq!(place.written(), b"https://b.example/\n");
}
