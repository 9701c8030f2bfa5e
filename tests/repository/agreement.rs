//! Help, the manual page, the completions and the README speak of the same options.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::needs::OPTIONAL;
use crate::printed::{subcommands, text};
use crate::program::kept;

/// The long options that a text names.
fn options(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_lowercase() || c == '-' || c.is_ascii_digit();
    let mut options = BTreeSet::new();
    for (at, _) in text.match_indices("--") {
        let before = text[..at].chars().next_back();
        let name: String = text[at + 2..].chars().take_while(|&c| is_part(c)).collect();
        if !before.is_some_and(|c| c == '-' || c.is_alphanumeric())
            && name.starts_with(|c: char| c.is_ascii_lowercase())
        {
            options.insert(name.trim_end_matches('-').to_owned());
        }
    }
    options
}

/// The manual page without changes of font, and with plain hyphens.
fn manual() -> String {
    ["\\fB", "\\fI", "\\fR", "\\"]
        .iter()
        .fold(text(&["man"]), |page, mark| page.replace(mark, ""))
}

#[test]
fn every_text_knows_every_option() {
    let mut all = options(&text(&["help", "all"]));
    assert!(all.len() > 10 && all.contains("threshold"), "{all:?}");
    all.extend(options(&text(&["help", "all", "compare"])));
    let (short, long) = (options(&text(&["-h"])), options(&text(&["help", "all"])));
    assert!(
        short.len() > 25 && short.is_subset(&long),
        "-h shows some of what --help shows: {short:?}"
    );
    let manual = options(&manual());
    assert_eq!(
        all.difference(&manual).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "in help, not in the manual"
    );
    // Other names of an option are for those who type them.
    let help = text(&["help", "all"]);
    let lines = help
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("Also: "));
    let others: BTreeSet<String> = lines.flat_map(options).collect();
    assert!(
        others.contains("exclude-ext") && others.is_subset(&all),
        "{others:?}"
    );
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = text(&["completions", shell]);
        for option in all.difference(&others) {
            let named = [format!("--{option}"), format!("-l {option}")];
            assert!(
                named.iter().any(|name| script.contains(name)),
                "{shell} does not complete --{option}"
            );
        }
    }
}

#[test]
fn no_text_names_an_option_that_does_not_exist() {
    let mut all = options(&text(&["help", "all"]));
    all.extend(options(&text(&["help", "all", "compare"])));
    all.extend(options(&text(&["help", "all", "cluster"])));
    all.extend(options(&text(&["help", "all", "keys"])));
    all.extend(options(&text(&["help", "all", "sessions"])));
    all.extend(options(&text(&["help", "all", "diff"])));
    all.extend(options(&text(&["help", "all", "templates"])));
    all.extend(options(&text(&["help", "all", "export"])));
    for command in [
        "info", "recent", "export", "import", "forget", "rebuild", "merge",
    ] {
        all.extend(options(&text(&["help", "all", "state", command])));
    }
    let manual = options(&manual());
    assert_eq!(
        manual.difference(&all).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "in the manual"
    );

    // Of other programs, in examples.
    let foreign = [
        "archives",
        "diff",
        "engine",
        "example",
        "follow-exec",
        "keep-param-keys",
        "locked",
        "path",
        "people",
        "profile",
        "quiet",
        "release",
        "skip",
        "skip-clean",
    ];
    for name in [
        "README.md",
        "SECURITY.md",
        "CHANGELOG.md",
        "docs/robustness.md",
        "docs/quality.md",
        "docs/groups.md",
        "docs/state.md",
        "docs/install.md",
        "docs/input.md",
        "docs/formats.md",
        "docs/output.md",
        "docs/diff.md",
        "docs/similarity.md",
    ] {
        let Ok(document) = fs::read_to_string(name) else {
            panic!("{name} is missing")
        };
        let own: BTreeSet<_> = options(&document)
            .into_iter()
            .filter(|option| !foreign.contains(&option.as_str()))
            .collect();
        assert_eq!(
            own.difference(&all).collect::<Vec<_>>(),
            Vec::<&String>::new(),
            "in {name}"
        );
    }
}

#[test]
fn every_subcommand_is_in_the_manual_and_completed() {
    let names = subcommands();
    assert!(names.iter().any(|name| name == "compare"), "{names:?}");
    let manual = text(&["man"]);
    for name in names {
        assert!(
            manual.contains(&format!("\\fB{name}\\fR")),
            "the manual lacks {name}"
        );
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            assert!(
                text(&["completions", shell]).contains(&name),
                "{shell} lacks {name}"
            );
        }
    }
}

/// Words in capitals with an underscore, which would be a placeholder that nobody has replaced.
fn placeholders(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let is_placeholder = |word: &&str| {
        let mut parts = word.split('_');
        word.contains('_')
            && parts.all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_uppercase()))
    };
    words.filter(is_placeholder).collect()
}

#[test]
fn no_placeholder_is_left_in_any_text() {
    assert_eq!(
        placeholders("It takes SWEEP_COST, in FILE or a_b and _C."),
        ["SWEEP_COST"]
    );
    let mut texts = vec![manual(), text(&["-h"]), text(&["--help"])];
    texts.push(text(&["help", "all"]));
    for name in subcommands() {
        texts.extend([text(&[&name, "-h"]), text(&["help", "all", &name])]);
    }
    assert!(texts.len() > 8);
    for text in texts {
        let mut found = placeholders(&text);
        let variables = [
            "NO_COLOR",
            "URLSIFT_CONFIG_PATH",
            "URLSIFT_REDIS_PASSWORD",
            "URLSIFT_REDIS_USER",
        ];
        found.retain(|name| !variables.contains(name));
        assert_eq!(found, Vec::<&str>::new(), "{text}");
    }
}

/// A row of the one table of costs: an option or subcommand, and time and memory as multiples of
/// those of a plain run.
struct Cost {
    option: String,
    time: String,
    memory: String,
}

fn costs() -> Vec<Cost> {
    let table = fs::read_to_string("docs/costs.tsv").unwrap();
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("option\ttime\tmemory\tmeasured by"));
    let row = |line: &str| {
        let columns: Vec<_> = line.split('\t').map(str::to_owned).collect();
        let [option, time, memory, measured] = columns.try_into().expect("there are four columns");
        assert!(
            measured.starts_with("urlsift ") && measured.contains(&option),
            "{measured}"
        );
        Cost {
            option,
            time,
            memory,
        }
    };
    lines.map(row).collect()
}

/// Help and manual quote the table; a text that says something else about a cost is found by its
/// words.
#[test]
fn every_text_quotes_the_measured_costs() {
    let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let help = words(text(&["help", "all"]));
    let (sweep, manual) = (words(text(&["help", "all", "sweep"])), words(manual()));
    let mut quoted = 0;
    for Cost {
        option,
        time,
        memory,
    } in costs()
    {
        let sentence = match memory.as_str() {
            "1" => {
                format!("{option} takes {time} times the time of a plain run, and no more memory.")
            }
            _ => {
                format!(
                    "{option} takes {time} times the time and {memory} times the memory of a plain run."
                )
            }
        };
        // What two options cost together is in docs/performance.md only.
        if option.matches("--").count() < 2 {
            let own = if option.starts_with('-') {
                &help
            } else {
                &sweep
            };
            assert!(
                own.contains(&sentence) && manual.contains(&sentence),
                "{sentence}"
            );
            quoted += 1;
        }
    }
    assert!(quoted > 6, "{quoted}");
    // Nothing else is said about costs.
    let said = [&help, &sweep].map(|text| text.matches("times the time").count());
    assert_eq!(said.iter().sum::<usize>(), quoted);
}

/// The tests that the pages on robustness and on states name are there, under that name.
#[test]
fn the_pages_that_name_tests_name_those_that_exist() {
    for (page, least) in [
        ("docs/robustness.md", 30),
        ("docs/state.md", 20),
        ("docs/diff.md", 1),
    ] {
        names_tests_that_exist(page, least);
    }
}

fn names_tests_that_exist(page: &str, least: usize) {
    let page = fs::read_to_string(page).unwrap();
    let mut named = 0;
    // A path that begins with a capital letter names a type.
    let is_test = |code: &&str| code.contains("::") && code.starts_with(char::is_lowercase);
    for path in page.split('`').skip(1).step_by(2).filter(is_test) {
        let (module, test) = path.rsplit_once("::").unwrap();
        let file = format!("{}.rs", module.replace("::", "/"));
        let (first, rest) = file.split_once('/').unwrap_or(("", &file));
        // A path may begin with its crate.
        let mut places = vec![format!("crates/{first}/src/{rest}")];
        places.extend(
            ["program", "library", "repository"].map(|binary| format!("tests/{binary}/{file}")),
        );
        let crates = fs::read_dir("crates")
            .unwrap()
            .map(|folder| folder.unwrap().path());
        places.extend(crates.map(|folder| format!("{}/src/{file}", folder.display())));
        let mut sources = places
            .iter()
            .filter_map(|place| fs::read_to_string(place).ok());
        assert!(
            sources.any(|source| source.contains(&format!("fn {test}("))),
            "{path} does not exist"
        );
        named += 1;
    }
    assert!(named > least, "{named}");
}

/// What the README says about running the tests is what is run before a change is taken, and it
/// leaves none out.
#[test]
fn the_tests_of_the_readme_are_all_that_there_are() {
    let readme = fs::read_to_string("README.md").unwrap();
    let command = readme
        .split("Run the tests:\n\n```sh\n")
        .nth(1)
        .and_then(|rest| rest.lines().next())
        .unwrap();
    let script = fs::read_to_string(".ci/run").unwrap();
    let mut calls = script
        .lines()
        .filter_map(|line| line.strip_prefix("run ")?.split(" |").next());
    assert!(
        calls.any(|call| call == command),
        "{command} is not in .ci/run"
    );

    let mark = ["#[", "ignore"].concat();
    let mut directories = vec![PathBuf::from("src"), PathBuf::from("tests")];
    let mut files = 0;
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                assert!(
                    !fs::read_to_string(&path).unwrap().contains(&mark),
                    "{} ignores a test",
                    path.display()
                );
                files += 1;
            }
        }
    }
    assert!(files > 50, "{files}");
}

/// A command that names tests by a part of their names runs at least one: `cargo test` passes as well
/// if it runs none.
#[test]
fn the_test_filters_of_the_guide_name_tests() {
    let page = fs::read_to_string("CONTRIBUTING.md").unwrap();
    let mut tried = 0;
    for line in page.lines().filter(|line| line.contains("cargo test")) {
        let command = line.split("cargo test").nth(1).expect("it is there");
        let command = command
            .split(['#', '`', '&', '|'])
            .next()
            .unwrap_or(command);
        let mut words = command.split_whitespace();
        let mut folders = vec!["src".to_owned(), "crates".to_owned(), "tests".to_owned()];
        let mut filters = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "-p" => {
                    let package = words.next().expect("a package follows");
                    let name = package.trim_start_matches("urlsift-");
                    folders = vec![format!("crates/{name}/src")];
                }
                "--test" => {
                    let binary = words.next().expect("the name of a binary follows");
                    folders = vec![format!("tests/{binary}")];
                }
                "--bin" => {
                    words.next().expect("the name of a program follows");
                    folders = vec!["src".to_owned()];
                }
                "--skip" => break,
                _ if word.starts_with('-') => {}
                _ => filters.push(word),
            }
        }
        for folder in &folders {
            assert!(Path::new(folder).is_dir(), "{folder} is not there: {line}");
        }
        let names: Vec<String> = folders
            .iter()
            .flat_map(|folder| test_names(folder))
            .collect();
        for filter in filters {
            let is_named = names.iter().any(|name| name.contains(filter));
            assert!(is_named, "no test has {filter} in its name: {line}");
            tried += 1;
        }
    }
    assert!(tried >= 10, "{tried}");
}

/// The paths of the tests below a folder, as the test runner prints them.
fn test_names(folder: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let module = path.strip_prefix(folder).unwrap().with_extension("");
            let module = module.display().to_string().replace('/', "::");
            let source = fs::read_to_string(&path).unwrap();
            for after_mark in source.split("#[test]").skip(1) {
                let Some(name) = after_mark.split("fn ").nth(1) else {
                    continue;
                };
                let name = name.split('(').next().unwrap_or(name);
                names.push(format!("{module}::{name}"));
            }
        }
    }
    names
}

/// Which tests pass without what they need is said to those who run them, and none does where
/// changes are taken.
#[test]
fn the_programs_that_tests_do_without_are_named() {
    let page = fs::read_to_string("CONTRIBUTING.md").unwrap();
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = words
        .split(". ")
        .find(|sentence| sentence.contains("`NOT TESTED`"))
        .unwrap();
    let script = fs::read_to_string(".ci/run").unwrap();
    let required = script
        .lines()
        .find(|line| line.starts_with("export URLSIFT_REQUIRED="))
        .unwrap();
    let names = |text: &str| -> BTreeSet<String> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
        text.split(|c: char| !is_part(c))
            .map(str::to_owned)
            .collect()
    };
    for name in OPTIONAL {
        assert!(
            names(sentence).contains(name),
            "CONTRIBUTING.md lacks {name}: {sentence}"
        );
        assert!(
            names(required).contains(name),
            ".ci/run lacks {name}: {required}"
        );
    }
}

/// Splitting by host, as the page on robustness proposes it, loses and adds nothing.
#[test]
#[cfg(unix)]
fn a_list_split_by_host_gives_the_same_lines() {
    let page = fs::read_to_string("docs/robustness.md").unwrap();
    let script = page
        .split("```sh\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let mut list = String::new();
    for line in 0..3000 {
        let (host, word) = (line % 57, ["user", "USER", "login", "a", "zqxwv"][line % 5]);
        let spelling = [".test", ".TEST", ".test:443", ".test:8443", ".test."][line / 57 % 5];
        writeln!(
            list,
            "https://{}h{host}{spelling}/{word}/{line}",
            if line % 9 == 0 { "ann@" } else { "" }
        )
        .unwrap();
    }
    fs::write(scratch.path().join("urls.txt"), &list).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_urlsift")).parent().unwrap();
    let path = format!("{}:{}", program.display(), env::var("PATH").unwrap());
    let run = Command::new("sh")
        .args(["-euc", script])
        .current_dir(scratch.path())
        .env("PATH", path)
        .output()
        .unwrap();
    assert!(run.status.success() && run.stderr.is_empty(), "{run:?}");
    let few = fs::read_to_string(scratch.path().join("few.txt")).unwrap();
    let whole = String::from_utf8(kept(&[], list.as_bytes())).unwrap();
    let sorted = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    assert!(few.lines().count() > 57);
    assert_eq!(sorted(&few), sorted(&whole));
    assert_eq!(few.len(), whole.len());
}

#[test]
fn the_manual_names_every_rule_of_junk() {
    let page = fs::read_to_string("docs/input.md").unwrap();
    let table = page
        .split("| rule | for example |")
        .nth(1)
        .expect("there is a table")
        .split("\n\n")
        .next()
        .unwrap();
    let named: Vec<(&str, &str)> = table
        .lines()
        .filter_map(|row| {
            let mut codes = row.split('`').skip(1).step_by(2);
            codes.next().zip(codes.next())
        })
        .collect();
    let sift = urlsift::Sift::builder().build().unwrap();
    for (name, example) in &named {
        let junk = sift
            .scanner()
            .junk(format!("https://www.example.com{example}").as_bytes());
        assert_eq!(junk.map(|junk| junk.rule), Some(*name), "{example}");
    }
    let all: BTreeSet<&str> = urlsift_url::selection::junk::rules()
        .map(|junk| junk.rule)
        .collect();
    assert_eq!(
        named
            .into_iter()
            .map(|(name, _)| name)
            .collect::<BTreeSet<_>>(),
        all
    );
}

/// The help lists what `static` stands for.
#[test]
fn the_help_lists_the_static_extensions() {
    let help = String::from_utf8(kept(&["help", "all"], b"")).unwrap();
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        help.contains(&format!(
            ": {}. Scripts",
            urlsift::settings::STATIC_EXTENSIONS.join(", ")
        )),
        "{help}"
    );
}
