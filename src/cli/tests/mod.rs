//! The command line as a whole: the files that are generated from it, and its tables.

mod completions;
mod manual;

use std::env;
use std::fs;
use std::path::Path;

use clap_complete::Shell;

use super::command;

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
