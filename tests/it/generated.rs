//! The completions and the manual page in the repository are what the program prints.

use std::path::Path;
use std::process::Command;
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
            "{name} is not what `urlsift {}` prints; `UPDATE=1 cargo test --test it generated` writes it anew",
            arguments.join(" ")
        );
    }
}

/// What each shell needs to load its file and to say what completes `urlsift --thr`.
const SHELLS: [(&str, &[&str]); 3] = [
    (
        "bash",
        &[
            "--norc",
            "-c",
            "source completions/urlsift.bash; COMP_WORDS=(urlsift --thr); COMP_CWORD=1
             _urlsift urlsift --thr urlsift; echo \"${COMPREPLY[@]}\"",
        ],
    ),
    ("fish", &["--no-config", "-c", "source completions/urlsift.fish; complete -C 'urlsift --thr'"]),
    // Zsh completes what is typed into a terminal only: one without a screen, whose `urlsift` says how it was called.
    (
        "zsh",
        &[
            "-f",
            "-c",
            r#"zmodload zsh/zpty && zpty shell 'TERM=dumb zsh -f -i'
             zpty -w shell 'PS1=; fpath=(completions $fpath); autoload -Uz compinit && compinit -u -D
                 urlsift() { print -r -- "<$*>" }; print rea""dy'
             zpty -r shell line '*ready*'
             for typed in --thresh --threa; do
                 zpty -n -w shell "urlsift $typed"$'\t\n'
                 zpty -r shell line '*<*>*' && print -r -- "${line[(r)<,-1]}"
             done
             zpty -d shell"#,
        ],
    ),
];

#[test]
fn shells_load_their_completions() {
    for (shell, arguments) in SHELLS {
        let run = Command::new(shell).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
        let Ok(output) = run else {
            println!("{shell} is not installed: its completions are not tested");
            continue;
        };
        let (said, complained) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(said.contains("--threshold") && said.contains("--threads"), "{shell}: {said}{complained}");
        assert_eq!(complained, "", "{shell}");
    }
}
