//! What is linked into the program: where it comes from, and under which terms.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

/// Terms under which the program can be given away as it is.
const LICENCES: [&str; 9] = [
    "Apache-2.0",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
    "bzip2-1.0.6",
];

#[test]
fn every_dependency_is_permissive_and_from_the_registry() {
    let version = Command::new(env!("CARGO"))
        .arg("-vV")
        .output()
        .unwrap()
        .stdout;
    let version = String::from_utf8(version).unwrap();
    // Those of other platforms may not be here.
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap();
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--locked",
            "--offline",
            "--all-features",
            "--format-version=1",
        ])
        .args(["--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 20);
    for package in packages {
        let name = &package["name"];
        // What is made here: the program, and a store that tests and readers take for an example.
        if package["source"].is_null() {
            // A crate of this repository.
            continue;
        }
        assert_eq!(
            package["source"], "registry+https://github.com/rust-lang/crates.io-index",
            "{name}"
        );
        let licence = package["license"]
            .as_str()
            .unwrap_or_default()
            .replace('/', " OR ");
        // One term of each alternative group must do: "(A OR B) AND C" takes one of A and B, and C.
        let allowed = licence.replace(['(', ')'], "").split(" AND ").all(|group| {
            group.split(" OR ").any(|term| {
                LICENCES.contains(&term.split(" WITH ").next().unwrap_or_default().trim())
            })
        });
        assert!(allowed, "{name}: {licence}");
    }
}

/// The dependencies of a crate of this repository, and theirs.
fn tree(arguments: &[&str]) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--locked",
            "--offline",
            "--edges=normal",
            "--prefix=none",
        ])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let names = String::from_utf8(output.stdout).unwrap();
    names
        .lines()
        .filter_map(|line| line.split(' ').next().map(str::to_owned))
        .collect()
}

/// Which crate of this repository may know which: arrows point down this list only.
const CRATES: [(&str, &[&str]); 14] = [
    ("urlsift-junk", &[]),
    ("urlsift-url", &["urlsift-junk"]),
    ("urlsift-extract", &["urlsift-junk", "urlsift-url"]),
    (
        "urlsift-documents",
        &["urlsift-extract", "urlsift-junk", "urlsift-url"],
    ),
    ("urlsift-core", &["urlsift-junk", "urlsift-url"]),
    (
        "urlsift-records",
        &["urlsift-core", "urlsift-junk", "urlsift-url"],
    ),
    (
        "urlsift-explain",
        &["urlsift-core", "urlsift-junk", "urlsift-url"],
    ),
    (
        "urlsift-memory",
        &[
            "urlsift-core",
            "urlsift-explain",
            "urlsift-junk",
            "urlsift-url",
        ],
    ),
    (
        "urlsift-redis",
        &[
            "urlsift-core",
            "urlsift-explain",
            "urlsift-junk",
            "urlsift-memory",
            "urlsift-url",
        ],
    ),
    (
        "urlsift-lists",
        &[
            "urlsift-core",
            "urlsift-explain",
            "urlsift-junk",
            "urlsift-url",
        ],
    ),
    (
        "urlsift-export",
        &[
            "urlsift-core",
            "urlsift-explain",
            "urlsift-junk",
            "urlsift-lists",
            "urlsift-url",
        ],
    ),
    (
        "urlsift-crawl",
        &[
            "urlsift-core",
            "urlsift-explain",
            "urlsift-junk",
            "urlsift-memory",
            "urlsift-url",
        ],
    ),
    (
        "urlsift-stream",
        &[
            "urlsift-core",
            "urlsift-documents",
            "urlsift-explain",
            "urlsift-extract",
            "urlsift-junk",
            "urlsift-memory",
            "urlsift-url",
        ],
    ),
    (
        "urlsift-page",
        &[
            "urlsift-core",
            "urlsift-explain",
            "urlsift-extract",
            "urlsift-junk",
            "urlsift-lists",
            "urlsift-memory",
            "urlsift-stream",
            "urlsift-url",
        ],
    ),
];

#[test]
fn crates_know_only_those_below_them() {
    let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/crates")).unwrap();
    assert_eq!(folders.count(), CRATES.len(), "every crate is in the list");
    for (name, allowed) in CRATES {
        let found = tree(&["--package", name, "--all-features"]);
        let known: Vec<_> = found
            .iter()
            .filter(|other| {
                (other.starts_with("urlsift-") || *other == "urlsift") && *other != name
            })
            .collect();
        assert_eq!(known, allowed, "{name}");
    }
}

/// The filter itself has no threads, no command line, no store and no JSON, whatever its features.
#[test]
fn the_core_depends_on_little() {
    let core = tree(&["--package", "urlsift-core", "--all-features"]);
    assert!(core.contains("url") && core.contains("regex"));
    for name in [
        "anyhow",
        "clap",
        "crossbeam-utils",
        "flate2",
        "indicatif",
        "rayon",
        "redis",
        "rusqlite",
        "rustix",
        "serde",
        "serde_json",
        "tempfile",
        "unicode-segmentation",
        "zstd",
    ] {
        assert!(!core.contains(name), "{name}");
    }
    assert!(core.len() < 60, "{core:?}");
}

/// Who takes the library alone gets no thread pool, no command line and no JSON.
#[test]
fn the_library_alone_depends_on_little() {
    let package = ["--package", "urlsift", "--no-default-features"];
    let (alone, stream) = (
        tree(&package),
        tree(&[&package[..], &["--features=stream"]].concat()),
    );
    assert!(alone.contains("url") && stream.contains("rayon"));
    for name in [
        "rayon",
        "clap",
        "serde_json",
        "anyhow",
        "indicatif",
        "tempfile",
        "rustix",
        "flate2",
        "zstd",
    ] {
        assert!(!alone.contains(name), "{name}");
        assert!(name == "rayon" || !stream.contains(name), "{name}");
    }
}
