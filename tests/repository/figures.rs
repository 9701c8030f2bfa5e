//! What the documents show is what happens: commands and what they print, the picture, the measured
//! figures, and what is said of other programs' losses.
//!
//! `UPDATE=1 cargo test --test repository -- figures --test-threads=1` writes what is printed and measured
//! now into the documents and the picture.

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

use crate::program::kept;

const DOCUMENTS: [&str; 9] = [
    "README.md",
    "README.zh-CN.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/groups.md",
    "docs/performance.md",
    "docs/quality.md",
    "docs/robustness.md",
];

/// Runs a shell command with this build of urlsift, where `home` is the user's directory.
fn shell(command: &str, home: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_urlsift"))
        .parent()
        .expect("it is in a directory");
    let path = format!(
        "{}:{}",
        program.display(),
        env::var("PATH").expect("it is set")
    );
    let run = Command::new("sh")
        .args(["-c", command])
        .env("PATH", path)
        .env("HOME", home)
        .output();
    run.expect("there is a shell")
}

fn stdout_of(command: &str) -> String {
    let scratch = tempfile::tempdir().expect("a directory");
    let output = shell(command, scratch.path());
    assert!(output.status.success(), "{command}: {output:?}");
    String::from_utf8(output.stdout).expect("what is shown is text")
}

/// The fenced blocks of a language.
fn blocks<'d>(document: &'d str, language: &str) -> Vec<&'d str> {
    let start = format!("```{language}\n");
    document
        .split(&start)
        .skip(1)
        .filter_map(|rest| rest.split("```\n").next())
        .collect()
}

#[test]
fn commands_print_what_the_documents_show() {
    let mut shown = 0;
    for name in DOCUMENTS {
        let document = fs::read_to_string(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut real = document.clone();
        for block in blocks(&document, "console") {
            let commands = block
                .split_inclusive('\n')
                .filter_map(|line| line.strip_prefix("$ "));
            let mut printed = String::new();
            for command in commands {
                printed.extend(["$ ", command, &stdout_of(command)]);
                shown += 1;
            }
            real = real.replace(block, &printed);
        }
        if env::var_os("UPDATE").is_some() {
            fs::write(name, &real).expect("it can be written");
        } else {
            assert!(
                document == real,
                "{name} shows what is not printed any more. This is:\n{real}"
            );
        }
    }
    assert!(shown >= 4, "{shown}");
}

#[test]
fn the_picture_is_of_a_real_run() {
    let picture = stdout_of("docs/run.sh");
    assert!(
        picture.contains("urlsift&#160;--explain") && picture.lines().count() > 20,
        "{picture}"
    );
    if env::var_os("UPDATE").is_some() {
        fs::write("docs/run.svg", &picture).expect("it can be written");
    }
    let shown = fs::read_to_string("docs/run.svg").expect("it is there");
    assert!(
        shown == picture,
        "docs/run.svg is not of this build: `UPDATE=1 cargo test --test repository figures` writes it anew"
    );
    // The two numbers that stand alone are lines in and lines out.
    let texts = picture
        .lines()
        .filter_map(|line| line.split_once('>')?.1.strip_suffix("</text>"));
    let numbers: Vec<u32> = texts.filter_map(|text| text.parse().ok()).collect();
    let [lines, kept] = numbers[..] else {
        panic!("{numbers:?}")
    };
    let described = format!("![A run in a terminal: {lines} lines in, {kept} out, ");
    let readme = fs::read_to_string("README.md").expect("it is there");
    assert!(
        readme.contains(&described),
        "the README's description is not: {described}"
    );
}

#[test]
fn completions_and_manual_go_where_the_page_says() {
    let page = fs::read_to_string("docs/install.md").expect("it is there");
    let home = tempfile::tempdir().expect("a directory");
    let install = blocks(&page, "sh")
        .into_iter()
        .find(|block| block.contains("completions bash"));
    let output = shell(install.expect("the page says it"), home.path());
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    for (file, arguments) in [
        (".local/share/man/man1/urlsift.1", &["man"][..]),
        (
            ".local/share/bash-completion/completions/urlsift",
            &["completions", "bash"],
        ),
        (
            ".config/fish/completions/urlsift.fish",
            &["completions", "fish"],
        ),
        (".zfunc/_urlsift", &["completions", "zsh"]),
    ] {
        assert!(
            fs::read(home.path().join(file)).expect(file) == kept(arguments, b""),
            "{file}"
        );
    }
}

/// The comparison shows which lines other programs lose or change. This one prints all of them
/// unchanged.
#[test]
fn lists_on_which_others_lose_come_out_whole() {
    let page = fs::read_to_string("docs/comparison.md")
        .expect("it is there")
        .replace('\n', " ");
    let mut lists = 0;
    for code in page
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|code| code.starts_with("printf "))
    {
        let list = code
            .split([';', '|'])
            .next()
            .expect("there is a first part")
            .replace("> lines", "");
        let output = shell(&list, Path::new("/"));
        assert!(
            output.status.success() && !output.stdout.is_empty(),
            "{list}: {output:?}"
        );
        let printed = kept(&["-q"], &output.stdout);
        assert!(
            printed == output.stdout,
            "{list}: {}",
            printed.escape_ascii()
        );
        lists += 1;
    }
    assert!(lists > 10, "{lists}");
}

/// The map names files and folders that are there.
#[test]
fn the_map_names_what_exists() {
    let mut named = 0;
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let page = fs::read_to_string(document).expect("it is there");
        for code in page
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|code| !code.contains(' '))
        {
            if [".rs", ".txt", ".tsv", ".md", ".sh", "/"]
                .iter()
                .any(|end| code.ends_with(end))
            {
                let is_there = |path: &str| Path::new(path).exists();
                assert!(
                    is_there(code)
                        || is_there(&format!("src/{code}"))
                        || is_there(&format!("crates/{code}")),
                    "{document}: {code} is not there"
                );
                named += 1;
            }
        }
    }
    assert!(named > 40, "{named}");
}

/// The figures of one row of a table in docs/performance.md.
fn row(table: &str, name: &str) -> Vec<f64> {
    let page = fs::read_to_string("docs/performance.md").expect("it is there");
    let table = page
        .split(&format!("<!-- begin {table} -->"))
        .nth(1)
        .and_then(|rest| rest.split("<!-- end").next());
    let table = table.expect("the table is there");
    let row = table
        .lines()
        .find(|line| line.starts_with(&format!("| `{name}` |")));
    let row = row.unwrap_or_else(|| panic!("no row of {name}"));
    row.split('|')
        .filter_map(|cell| cell.trim().parse().ok())
        .collect()
}

/// One table, which `benches/costs.sh` writes, feeds the help and this page.
#[test]
fn the_costs_of_options_are_one_table() {
    let measured = fs::read_to_string("docs/costs.tsv").expect("it is there");
    let mut table = String::from("| option | time | memory |\n|---|--:|--:|\n");
    for row in measured.lines().skip(1) {
        let [option, time, memory, _] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        table.extend(["| `", option, "` | ", time, " | ", memory, " |\n"]);
    }
    let (start, end) = ("<!-- begin costs -->\n", "<!-- end costs -->");
    let name = "docs/performance.md";
    let page = fs::read_to_string(name).expect("it is there");
    let (before, rest) = page.split_once(start).expect("the table begins");
    let (shown, after) = rest.split_once(end).expect("the table ends");
    if env::var_os("UPDATE").is_some() {
        fs::write(name, [before, start, &table, end, after].concat()).expect("it can be written");
    } else {
        assert!(
            shown == table,
            "docs/costs.tsv says otherwise than {name}:\n{table}"
        );
    }
}

/// The README's figures of a run are those of the table that `benches/compare.sh -w peers` writes.
#[test]
fn the_readme_says_what_was_measured() {
    let readme = fs::read_to_string("README.md")
        .expect("it is there")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    // wall, CPU, peak MB, lines out, bytes a kept line
    let (plain, literal) = (
        row("peers", "urlsift -j 2"),
        row("peers", "urlsift -j 2 --literal"),
    );
    let sort = row("peers", "LC_ALL=C sort -u");
    for sentence in [
        format!(
            "take {:.2} s CPU, {:.2} s elapsed on two threads",
            plain[1], plain[0]
        ),
        format!("`LC_ALL=C sort -u` takes {:.2} s elapsed.", sort[0]),
        format!("Memory peaks at {:.0} MB:", plain[2]),
        format!(
            "about {:.0} bytes each by default, {:.0} with `--literal`",
            plain[4], literal[4]
        ),
    ] {
        assert!(
            readme.contains(&sentence),
            "docs/performance.md says: {sentence}"
        );
    }
}
