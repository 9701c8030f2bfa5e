//! The command line as a whole: the files that are generated from it, and its tables.

mod completions;
mod manual;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use clap_complete::Shell;

use clap::Command;
use clap::error::ErrorKind;

use super::{command, parse_any, parse_filter, parse_subcommand};

/// Completions and manual page are those of the command line.
#[test]
fn generated_files_are_up_to_date() {
    let command = command();
    let mut page = Vec::new();
    manual::render(&mut page).expect("memory takes it");
    let script = |shell| completions::script(shell, &command).into_bytes();
    let files = [
        ("completions/urlsift.bash", script(Shell::Bash)),
        ("completions/urlsift.fish", script(Shell::Fish)),
        ("completions/urlsift.elv", script(Shell::Elvish)),
        ("completions/_urlsift", script(Shell::Zsh)),
        ("completions/_urlsift.ps1", script(Shell::PowerShell)),
        ("docs/urlsift.1", page),
    ];
    for (name, generated) in files {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        if env::var_os("UPDATE").is_some() {
            fs::write(&path, &generated).expect("it can be written");
        }
        assert!(
            fs::read(&path).unwrap_or_default() == generated,
            "{name} differs; `UPDATE=1 cargo test --bin urlsift generated` writes it anew"
        );
    }
}

/// Options of the filter are read in the same way with and without the texts of help.
#[test]
fn a_filter_needs_no_texts_of_help() {
    for line in [
        "",
        "-",
        "-q sweep",
        "-- sweep",
        "Cargo.toml -t 80 --metric=simhash",
        "--by host,status --format jsonl Cargo.toml",
        "--as text --shingle 3 --state s --state-timeout 5s",
        "--ext js,css --class int -d",
        "--exclude-ext png --no-learn --stats --color always",
    ] {
        let mut typed = vec![OsString::from("urlsift")];
        typed.extend(line.split_whitespace().map(OsString::from));
        let filter = parse_filter(&typed).unwrap_or_else(|| panic!("{line}"));
        let cli = parse_any(&typed).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(cli.command.is_none(), "{line}");
        assert_eq!(format!("{filter:?}"), format!("{:?}", cli.filter), "{line}");
    }
    for line in [
        "sweep",
        "swep",
        "help",
        "no-such-file",
        "--help",
        "-V",
        "--zork",
        "-t 0",
    ] {
        let mut typed = vec![OsString::from("urlsift")];
        typed.extend(line.split_whitespace().map(OsString::from));
        assert!(parse_filter(&typed).is_none(), "{line}");
    }
}

/// Options of a subcommand are read in the same way with and without the rest of the command line.
#[test]
fn a_subcommand_needs_no_others() {
    for line in [
        "classes /user/17 --format jsonl",
        "cluster -t 80 --metric simhash --distance 3 Cargo.toml",
        "compare //a.example/1 //a.example/2 --as text",
        "diff Cargo.toml Cargo.lock --factor 3",
        "export --to nginx --min 5 -q Cargo.toml",
        "fields -n 3 Cargo.toml --field url",
        "keys --seed 12ab -0",
        "sessions --around 3 --gap 60",
        "sweep --examples 3 --json",
        "teach rules.txt same //a.example/1 //a.example/2 --dry-run",
        "templates --min 5 --format json -- -",
        "traps -q -q",
    ] {
        let mut typed = vec![OsString::from("urlsift")];
        typed.extend(line.split_whitespace().map(OsString::from));
        let name = line.split(' ').next().unwrap_or_default();
        let alone = parse_subcommand(name, &typed).unwrap_or_else(|| panic!("{line}"));
        let cli = parse_any(&typed).unwrap_or_else(|error| panic!("{line}: {error}"));
        let command = cli.command.unwrap_or_else(|| panic!("{line}"));
        assert_eq!(format!("{alone:?}"), format!("{command:?}"), "{line}");
    }
    for line in [
        "sweep --help",
        "sweep -h",
        "sweep -t 0",
        "help sweep",
        "compare //a.example/1",
        "state info x",
        "man",
    ] {
        let mut typed = vec![OsString::from("urlsift")];
        typed.extend(line.split_whitespace().map(OsString::from));
        let name = line.split(' ').next().unwrap_or_default();
        assert!(parse_subcommand(name, &typed).is_none(), "{line}");
    }
}

/// Wrong values are answered in words about what to type, by every option of every command.
#[test]
fn wrong_values_have_errors_for_people() {
    let mut checked = 0;
    let mut all: Vec<(String, Command)> = vec![("urlsift".to_owned(), command())];
    while let Some((path, found)) = all.pop() {
        for subcommand in found.get_subcommands() {
            let path = format!("{path} {}", subcommand.get_name());
            all.push((path, subcommand.clone()));
        }
        for option in found.get_arguments() {
            let Some(long) = option.get_long() else {
                continue;
            };
            for value in ["x", "0", "-1", "1.5.2", "99999999999999999999"] {
                let option = format!("--{long}={value}");
                let typed = path.split(' ').chain([&*option]);
                let Err(error) = command().try_get_matches_from(typed) else {
                    continue;
                };
                if error.kind() != ErrorKind::ValueValidation {
                    continue;
                }
                let said = error.to_string();
                let is_told = ["must ", "is not a ", " is no ", "unknown", "are counted"];
                assert!(
                    is_told.iter().any(|word| said.contains(word)),
                    "{path} {option}: {said}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "{checked}");
}
