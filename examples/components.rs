//! Compares the components of lists with a comparison of all pairs: `cargo run --release --example
//! components -- [-n LINES] LIST...`.
//!
//! Reads the first 5,000 lines of each list, at five thresholds, with value classes and literally.
//! Prints a row for each, and ends with status 1 if any result differs.

use std::fs;
use std::process::ExitCode;

use urlsift::Sift;
use urlsift::lists::Clusters;

#[path = "../benches/internals.rs"]
mod internals;
use internals::components_of_all_pairs;

const THRESHOLDS: [f64; 5] = [95.0, 90.0, 85.0, 80.0, 70.0];

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut most = 5000;
    if arguments.first().is_some_and(|argument| argument == "-n") && arguments.len() > 1 {
        let Ok(lines) = arguments[1].parse() else {
            return usage();
        };
        most = lines;
        arguments.drain(..2);
    }
    if arguments.is_empty() {
        return usage();
    }
    println!(
        "| list | threshold | | groups | of all pairs | limit hits |\n|---|--:|---|--:|--:|--:|"
    );
    let mut are_equal = true;
    for path in &arguments {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("components: cannot read {path}: {error}");
                return ExitCode::from(2);
            }
        };
        let lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').take(most).collect();
        for threshold in THRESHOLDS {
            for literal in [false, true] {
                are_equal &= compare(path, &lines, threshold, literal);
            }
        }
    }
    ExitCode::from(u8::from(!are_equal))
}

/// Prints a row, and returns whether the components are equal.
fn compare(path: &str, lines: &[&[u8]], threshold: f64, literal: bool) -> bool {
    let settings = Sift::builder()
        .threshold(threshold)
        .literal(literal)
        .two_pass(true);
    let mut sift = settings.build().expect("the settings are valid");
    sift.filter(lines).count();
    sift.restart();
    let wanted = components_of_all_pairs(&sift, lines);
    let mut clusters = Clusters::new(sift);
    for line in lines {
        clusters.admit(line);
    }
    let groups = clusters.into_components();
    let members = |group: urlsift::lists::LineComponent<'_>| {
        group.members().map(|(position, _)| position).collect()
    };
    let mut found: Vec<Vec<u64>> = groups.iter().map(members).collect();
    found.sort();
    let mark = if literal { "literal" } else { "" };
    let (count, all, hits) = (found.len(), wanted.len(), groups.search_limit_hits());
    let note = if found == wanted { "" } else { ", they DIFFER" };
    println!("| {path} | {threshold} | {mark} | {count} | {all}{note} | {hits} |");
    found == wanted
}

fn usage() -> ExitCode {
    eprintln!("components: expected [-n LINES] LIST...");
    ExitCode::from(2)
}
