//! What is linked into the program: where it comes from, and under which terms.

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
    let version = Command::new(env!("CARGO")).arg("-vV").output().unwrap().stdout;
    let version = String::from_utf8(version).unwrap();
    // Those of other platforms may not be here.
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--offline", "--all-features", "--format-version=1"])
        .args(["--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 20);
    for package in packages {
        let name = &package["name"];
        // What is made here: the program, and a store that tests and readers take for an example.
        if name == "urlsift" || name == "plain-file-store" {
            continue;
        }
        assert_eq!(package["source"], "registry+https://github.com/rust-lang/crates.io-index", "{name}");
        let licence = package["license"].as_str().unwrap_or_default().replace('/', " OR ");
        // One term of each alternative group must do: "(A OR B) AND C" takes one of A and B, and C.
        let allowed = licence.replace(['(', ')'], "").split(" AND ").all(|group| {
            group
                .split(" OR ")
                .any(|term| LICENCES.contains(&term.split(" WITH ").next().unwrap_or_default().trim()))
        });
        assert!(allowed, "{name}: {licence}");
    }
}

/// Who takes the library alone gets no thread pool, no command line and no JSON.
#[test]
fn the_library_alone_depends_on_little() {
    let tree = |features: &[&str]| {
        let output = Command::new(env!("CARGO"))
            .args([
                "tree",
                "--locked",
                "--offline",
                "--edges=normal",
                "--prefix=none",
                "--no-default-features",
            ])
            .args(features)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let names = String::from_utf8(output.stdout).unwrap();
        names.lines().filter_map(|line| line.split(' ').next().map(str::to_owned)).collect::<Vec<_>>()
    };
    let has = |tree: &[String], name: &str| tree.iter().any(|dependency| dependency == name);
    let (alone, stream) = (tree(&[]), tree(&["--features=stream"]));
    assert!(has(&alone, "url") && has(&stream, "rayon"));
    for name in ["rayon", "clap", "serde_json", "anyhow", "indicatif", "tempfile", "rustix", "flate2", "zstd"]
    {
        assert!(!has(&alone, name), "{name}");
        assert!(name == "rayon" || !has(&stream, name), "{name}");
    }
}
