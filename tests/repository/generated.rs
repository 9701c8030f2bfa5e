//! The completions and the manual page in the repository are what the program prints.

use std::path::Path;
use std::{env, fs};

use crate::program::kept;

const FILES: [(&str, &[&str]); 6] = [
    ("completions/urlsift.bash", &["completions", "bash"]),
    ("completions/urlsift.fish", &["completions", "fish"]),
    ("completions/urlsift.elv", &["completions", "elvish"]),
    ("completions/_urlsift", &["completions", "zsh"]),
    ("completions/_urlsift.ps1", &["completions", "powershell"]),
    ("docs/urlsift.1", &["man"]),
];

#[test]
fn generated_files_are_up_to_date() {
    for (name, arguments) in FILES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let printed = kept(arguments, b"");
        assert!(!printed.is_empty());
        if env::var_os("UPDATE").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &printed).unwrap();
        }
        assert!(
            fs::read(&path).unwrap_or_default() == printed,
            "{name} is not what `urlsift {}` prints; `UPDATE=1 cargo test --test repository generated` writes it anew",
            arguments.join(" ")
        );
    }
}
