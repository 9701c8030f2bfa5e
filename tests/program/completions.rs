//! What the shells offer: every option, and the values of every option, after every subcommand.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::needs::available;
use crate::printed::{subcommands, text};
use crate::program::kept;

/// A file in the directory in which the shells are asked.
const FILE: &str = "zz-list.txt";

/// What an option takes.
#[derive(Debug, PartialEq)]
enum Value {
    None,
    /// One of these.
    OneOf(BTreeSet<String>),
    File,
    /// Anything, of which no shell knows more.
    Free,
}

/// An option as the help shows it.
#[derive(Debug)]
struct Opt {
    /// All its spellings.
    names: Vec<String>,
    value: Value,
    /// Whether its value is behind `=` only.
    joined: bool,
}

/// The options of a command, out of its help.
fn options(command: &str) -> Vec<Opt> {
    let words = command.split_whitespace();
    let arguments: Vec<&str> = ["help", "all"].into_iter().chain(words).collect();
    let mut options: Vec<Opt> = Vec::new();
    let mut in_values = false;
    // Some lists are longer than a line.
    let help = text(&arguments).replace(",\n          ", ", ");
    for line in help.lines() {
        let indent = line.len() - line.trim_start().len();
        let line = line.trim_start();
        if (indent == 2 || indent == 6) && line.starts_with('-') {
            let (names, value) = line.split_once(['<', '[']).unwrap_or((line, ""));
            let value = value.trim_end_matches(['>', ']']);
            options.push(Opt {
                names: names
                    .split(", ")
                    .map(|name| name.trim().to_owned())
                    .collect(),
                joined: value.starts_with('='),
                value: match value {
                    "" => Value::None,
                    "FILE" | "[HOST=]FILE" => Value::File,
                    _ => Value::Free,
                },
            });
            in_values = false;
        } else if let Some(option) = options.last_mut() {
            let values: Vec<String> = if let Some(values) = line.strip_prefix("[possible values: ")
            {
                values
                    .trim_end_matches(']')
                    .split(", ")
                    .map(str::to_owned)
                    .collect()
            } else if let (true, Some(value)) = (in_values, line.strip_prefix("- ")) {
                vec![value.split(':').next().unwrap().to_owned()]
            } else {
                in_values |= line == "Possible values:";
                continue;
            };
            match &mut option.value {
                Value::OneOf(known) => known.extend(values),
                other => *other = Value::OneOf(values.into_iter().collect()),
            }
        }
    }
    options
}

/// What each shell has to say of each line of `typed`, which is written to `said`: the line after
/// `> `, and one candidate a line.
const SHELLS: [(&str, &str); 3] = [
    (
        "bash",
        // A real line editor, which splits words as it does; nothing is ever inserted.
        r#"source ./script
           ask() {
               _urlsift "$@"
               printf '> %s\n' "$COMP_LINE" >>said
               if (( ${#COMPREPLY[@]} )); then printf '%s\n' "${COMPREPLY[@]}"; else compgen -f -- "$2"; fi >>said
               COMPREPLY=()
           }
           complete -F ask urlsift
           PS1='ready> '"#,
    ),
    (
        "fish",
        r#"source ./script
           for typed in (cat typed)
               echo "> $typed"
               complete -C "$typed" | string split -f1 \t
           end >said"#,
    ),
    (
        "zsh",
        // In a terminal without a screen, what is added to the candidates is written down as well.
        r#"zmodload zsh/zpty
           cat >asked <<'ASKED'
           PS1=; fpath=($PWD $fpath); autoload -Uz compinit && compinit -u -D
           zstyle ':completion:*' completer _complete
           compadd() {
               if (( $argv[(I)-[OAD]] )); then builtin compadd "$@"; return; fi
               local -a candidates
               builtin compadd -O candidates "$@"
               print -rl -- $candidates >>said
               builtin compadd "$@"
           }
           ask() {
               local typed
               for typed in "${(@f)$(<typed)}"; do
                   print -r -- "> $typed" >>said
                   BUFFER=$typed CURSOR=$#typed
                   zle list-choices
               done
               BUFFER= ; print -n >done; exit
           }
           zle -N ask; bindkey '^T' ask; print rea""dy
ASKED
           zpty shell 'TERM=dumb zsh -f -i'
           zpty -w shell 'source ./asked'
           zpty -r shell line '*ready*'
           zpty -n -w shell $'\x14'
           for (( n = 0; n < 600; n++ )); do [[ -e done ]] && break; zpty -r -t shell line; sleep 0.1; done
           zpty -d shell"#,
    ),
];

/// Asks a shell for the candidates of every line.
fn asked(shell: &str, how: &str, typed: &[String]) -> BTreeMap<String, BTreeSet<String>> {
    let scratch = tempfile::tempdir().unwrap();
    let at = |name: &str| scratch.path().join(name);
    fs::write(at("typed"), typed.join("\n") + "\n").unwrap();
    fs::write(at(FILE), "").unwrap();
    let name = if shell == "zsh" { "_urlsift" } else { "script" };
    fs::write(at(name), kept(&["completions", shell], b"")).unwrap();
    if shell == "bash" {
        type_into_bash(scratch.path(), how, typed);
    } else {
        let bare = if shell == "fish" { "--no-config" } else { "-f" };
        let run = Command::new(shell)
            .args([bare, "-c", how])
            .current_dir(scratch.path())
            .output()
            .unwrap();
        assert!(
            run.status.success() && run.stderr.is_empty(),
            "{shell}: {run:?}"
        );
    }
    let said = fs::read_to_string(at("said")).unwrap_or_else(|_| panic!("{shell} says nothing"));
    let mut answers = BTreeMap::new();
    for answer in said.split("> urlsift ").skip(1) {
        let (line, candidates) = answer.split_once('\n').unwrap();
        let candidates = candidates
            .lines()
            .map(|candidate| candidate.trim_end().to_owned());
        answers.insert(
            format!("urlsift {line}"),
            candidates
                .filter(|candidate| !candidate.is_empty())
                .collect(),
        );
    }
    answers
}

fn type_into_bash(directory: &Path, how: &str, typed: &[String]) {
    fs::write(directory.join("rc"), how).unwrap();
    let mut child = Command::new("script")
        .args(["-qec", "bash --noprofile --rcfile rc -i", "/dev/null"])
        .current_dir(directory)
        .env("TERM", "dumb")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    // Before the prompt, keys would not reach the line editor.
    let mut shown = Vec::new();
    while !shown.ends_with(b"ready> ") {
        let mut byte = [0];
        stdout.read_exact(&mut byte).expect("bash shows a prompt");
        shown.extend(byte);
    }
    let reader = std::thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()));
    for line in typed {
        // Back to the start of the line, and all of it away.
        write!(stdin, "{line}\t\x01\x0b").unwrap();
    }
    stdin.write_all(b"exit\n").unwrap();
    child.wait().unwrap();
    drop(stdin);
    reader.join().unwrap().unwrap();
}

#[test]
fn options_and_values_are_offered_after_every_subcommand() {
    let subcommands = subcommands();
    let commands: Vec<String> = [String::new()]
        .into_iter()
        .chain(subcommands.iter().map(|name| format!("{name} ")))
        .collect();
    let mut typed: Vec<String> = [
        "",
        "list.txt ",
        "completions ",
        "sweep ",
        "sweep list.txt ",
        "list.txt --metric ",
        "zz",
    ]
    .map(|words| format!("urlsift {words}"))
    .to_vec();
    for command in &commands {
        typed.push(format!("urlsift {command}--"));
        for option in options(command)
            .iter()
            .filter(|option| option.value != Value::None)
        {
            for name in &option.names {
                typed.push(format!("urlsift {command}{name} "));
                if name.starts_with("--") {
                    typed.push(format!("urlsift {command}{name}="));
                }
            }
        }
    }
    assert!(typed.len() > 60, "{typed:?}");
    for (shell, how) in SHELLS {
        if !(available(shell) && available("script")) {
            continue;
        }
        let answers = asked(shell, how, &typed);
        let offered = |line: &str| {
            answers
                .get(line)
                .unwrap_or_else(|| panic!("{shell} says nothing of {line:?}"))
        };
        let has = |line: &str, word: &str| offered(line).contains(word);

        for name in &subcommands {
            assert!(has("urlsift ", name), "{shell}: {:?}", offered("urlsift "));
            assert!(
                !has("urlsift list.txt ", name),
                "{shell}: {name} after a file"
            );
        }
        for line in [
            "urlsift zz",
            "urlsift list.txt ",
            "urlsift sweep ",
            "urlsift sweep list.txt ",
        ] {
            assert!(has(line, FILE), "{shell}: {line:?} {:?}", offered(line));
        }
        assert!(
            has("urlsift completions ", "fish"),
            "{shell}: {:?}",
            offered("urlsift completions ")
        );
        assert!(has("urlsift list.txt --metric ", "simhash"), "{shell}");
        for command in &commands {
            let options = options(command);
            let line = format!("urlsift {command}--");
            let expected: BTreeSet<String> = options
                .iter()
                .flat_map(|option| option.names.clone())
                .collect();
            let long = |names: &BTreeSet<String>| -> BTreeSet<String> {
                let names = names.iter().filter(|name| name.starts_with("--"));
                names
                    .map(|name| name.trim_end_matches('=').to_owned())
                    .collect()
            };
            assert_eq!(long(offered(&line)), long(&expected), "{shell}: {line:?}");
            for option in options.iter().filter(|option| option.value != Value::None) {
                for (name, end) in option
                    .names
                    .iter()
                    .flat_map(|name| [(name, " "), (name, "=")])
                {
                    if end == "=" && !name.starts_with("--") {
                        continue;
                    }
                    let line = format!("urlsift {command}{name}{end}");
                    let prefix = format!("{name}=");
                    let offered: BTreeSet<String> = offered(&line)
                        .iter()
                        .map(|word| word.strip_prefix(&prefix).unwrap_or(word).to_owned())
                        .collect();
                    match &option.value {
                        // Behind a blank there is the next word.
                        _ if option.joined && end == " " => {
                            assert!(offered.contains(FILE), "{shell}: {line:?} {offered:?}");
                        }
                        Value::OneOf(values) => assert_eq!(&offered, values, "{shell}: {line:?}"),
                        Value::File => {
                            assert!(offered.contains(FILE), "{shell}: {line:?} {offered:?}");
                        }
                        Value::Free | Value::None => {
                            assert!(offered.is_empty(), "{shell}: {line:?} {offered:?}");
                        }
                    }
                }
            }
        }
    }
}
