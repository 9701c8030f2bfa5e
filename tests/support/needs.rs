//! Programs that only some tests need. Without one, its tests pass and print what they did not
//! test; `tests/summary` counts that after the last test. `URLSIFT_REQUIRED` names programs
//! without which they fail instead.

use std::collections::BTreeSet;
use std::env;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

/// The target that the page to try the filter is built for.
const TARGET: &str = "wasm32-unknown-unknown";

/// The interpreter of Python, named by `URLSIFT_READERS`, that has google-re2, Scrapy and `PyYAML`.
const READERS: &str = "readers";

/// The programs, and the target of the compiler, that tests do without.
pub(crate) const OPTIONAL: [&str; 23] = [
    "bash",
    "zsh",
    "fish",
    "script",
    "chromium",
    "chromedriver",
    "redis-server",
    "jq",
    "duckdb",
    "nginx",
    "openapi-spec-validator",
    "redocly",
    "javac",
    "dot",
    "python3",
    "curl",
    "git",
    "ruby",
    "makepkg",
    "pacman",
    "ssh-keygen",
    READERS,
    TARGET,
];

/// Returns whether a program is installed. A test that gets `false` returns early and passes.
///
/// # Panics
///
/// Panics if the program is missing and `URLSIFT_REQUIRED` names it.
pub(crate) fn available(program: &str) -> bool {
    assert!(
        OPTIONAL.contains(&program),
        "{program} is not among what tests do without"
    );
    let is_there = match program {
        TARGET => {
            let asked = Command::new("rustc")
                .args(["--print=target-libdir", "--target", TARGET])
                .output();
            asked.is_ok_and(|asked| {
                Path::new(String::from_utf8_lossy(&asked.stdout).trim()).is_dir()
            })
        }
        READERS => env::var_os("URLSIFT_READERS").is_some_and(|path| Path::new(&path).is_file()),
        _ => {
            let path = env::var_os("PATH").unwrap_or_default();
            env::split_paths(&path).any(|folder| folder.join(program).is_file())
        }
    };
    if !is_there {
        let required = env::var("URLSIFT_REQUIRED").unwrap_or_default();
        assert!(
            required.split([' ', ',']).all(|name| name != program),
            "{program} is not installed, and URLSIFT_REQUIRED names it"
        );
        not_tested(program);
    }
    is_there
}

/// Returns whether a shell did not find a program that its commands name, by what it printed. A
/// test leaves such commands out.
///
/// # Panics
///
/// Panics if `URLSIFT_REQUIRED` is set, since every program of the documents is there then.
pub(crate) fn was_missing(printed: &str) -> bool {
    let mut is_missing = false;
    for line in printed.lines() {
        // `bash: line 3: jq: command not found`
        let Some(rest) = line.strip_suffix(": command not found") else {
            continue;
        };
        let program = rest.rsplit(": ").next().unwrap_or(rest);
        assert!(
            env::var_os("URLSIFT_REQUIRED").is_none_or(|required| required.is_empty()),
            "{program} is not installed"
        );
        not_tested(program);
        is_missing = true;
    }
    is_missing
}

/// Prints that the running test leaves a check out because `missing` is not there, and counts it.
/// Writes to standard error directly, since the test runner hides what passing tests print.
pub(crate) fn not_tested(missing: &str) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let this = thread::current();
    let line = format!("{}: no {missing}", this.name().unwrap_or("a test"));
    if SAID.lock().is_ok_and(|mut said| said.insert(line.clone())) {
        let _ = writeln!(io::stderr(), "\nNOT TESTED: {line}");
        // One file for each run: the test binaries of a run have the same parent, cargo.
        #[cfg(unix)]
        let run = std::os::unix::process::parent_id();
        #[cfg(not(unix))]
        let run = 0;
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("not-tested-{run}"));
        let file = OpenOptions::new().create(true).append(true).open(path);
        let written = file.and_then(|mut file| file.write_all((line + "\n").as_bytes()));
        written.expect("the folder for tests takes a file");
    }
}
