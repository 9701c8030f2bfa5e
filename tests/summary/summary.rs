//! Prints how many checks the tests before it left out, and which programs were missing.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;

fn main() {
    // `tests/support/needs.rs` writes it; all test binaries of a run have the same parent, cargo.
    #[cfg(unix)]
    let run = std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    let run = 0;
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("not-tested-{run}"));
    let lines = fs::read_to_string(&path).unwrap_or_default();
    let _ = fs::remove_file(&path);
    let mut missing: BTreeMap<&str, usize> = BTreeMap::new();
    for line in lines.lines() {
        *missing
            .entry(line.split(": no ").last().unwrap_or_default())
            .or_default() += 1;
    }
    match lines.lines().count() {
        0 => eprintln!("\nNo check was left out."),
        count => {
            eprintln!("\nNOT TESTED: {count} checks, because something is missing:");
            for (name, count) in missing {
                eprintln!("{count:>8} {name}");
            }
            eprintln!("URLSIFT_REQUIRED=\"NAME ...\" makes a missing program a failure.");
        }
    }
}
