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

/// The tests of the command line (`src/cli/tests/mod.rs`) write these files.
#[test]
fn generated_files_are_printed() {
    for (name, arguments) in FILES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let printed = kept(arguments, b"");
        assert!(!printed.is_empty());
        assert!(
            fs::read(&path).unwrap_or_default() == printed,
            "{name} is not what `urlsift {}` prints",
            arguments.join(" ")
        );
    }
}

/// The tables of the page of formats are written from `testdata/formats/formats.tsv`; the fields of
/// each row are those that the program finds in its sample.
#[test]
fn the_page_of_formats_is_up_to_date() {
    let rows = fs::read_to_string("testdata/formats/formats.tsv").expect("it is there");
    for section in ["logs", "tools", "tables"] {
        let mut table =
            "| format | recognised by | compared by | fields |\n|---|---|---|---|\n".to_owned();
        for row in rows.lines() {
            let cells: Vec<&str> = row.split('\t').collect();
            let &[of, format, sample, option, mark, compared, tried] = &cells[..] else {
                panic!("{row}")
            };
            if of == section {
                let fields = fields_of(sample, option.trim_matches('`'));
                // What has to be typed is what the format is recognised by.
                let mark = if option == "none" { mark } else { option };
                let star = if tried == "from documentation" {
                    " \\*"
                } else {
                    ""
                };
                let format = format!("{format}{star}");
                let cells = [&format, mark, compared, &fields].join(" | ");
                table.extend(["| ", &cells, " |\n"]);
            }
        }
        rewrite("docs/formats.md", section, &table);
    }
}

/// Names that five others came before, at a position that lists none of them.
const INVENTED: [&str; 5] = ["quokka", "wombat", "numbat", "dingo", "bilby"];

/// The table of names that are dangerous to lose says how many stay at a position behind invented
/// names, alone and continued.
#[test]
fn the_counts_of_protected_names_are_up_to_date() {
    let list = fs::read_to_string("crates/url/src/token/data/protected.txt").expect("it is there");
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let kept_of = |options: &[&str], position: &str, next: &str| {
        let mut list = String::new();
        for name in INVENTED.iter().chain(&names) {
            list.extend(["https://a.example", position, name, next, "\n"]);
        }
        let printed = kept(&[&["-q"], options].concat(), list.as_bytes());
        let printed = String::from_utf8(printed).expect("it is text");
        let is_invented = |line: &&str| INVENTED.iter().any(|name| line.contains(name));
        printed.lines().filter(|line| !is_invented(line)).count()
    };
    let mut text = format!(
        "Of the {} names in the list, {} are kept at `/` without learning; the others are similar to these. After\n\
         five invented names, this many of all are kept:\n\n\
         | position | names alone | names that continue, `NAME/map` |\n|---|--:|--:|\n",
        names.len(),
        kept_of(&["--no-learn"], "/", "")
    );
    for position in ["/", "/api/v1/", "/users/", "/item/12/", "/tag/"] {
        let [alone, continued] = ["", "/map"].map(|next| kept_of(&[], position, next));
        let row = format!("| `{position}` | {alone} | {continued} |\n");
        text.push_str(&row);
    }
    rewrite("SECURITY.md", "protected", &text);
}

/// Compares a part of a document between two marks with this text, or writes it.
fn rewrite(name: &str, section: &str, text: &str) {
    let before = fs::read_to_string(name).expect("it is there");
    let [start, end] = ["begin", "end"].map(|edge| format!("<!-- {edge} {section} -->\n"));
    let (head, rest) = before.split_once(&start).expect("it begins");
    let (_, tail) = rest.split_once(&end).expect("it ends");
    let page = [head, &start, text, &end, tail].concat();
    if env::var_os("UPDATE").is_some() {
        fs::write(name, &page).expect("it can be written");
        return;
    }
    assert!(
        page == before,
        "{name} differs; `UPDATE=1 cargo test --test repository generated` writes it anew"
    );
}

/// The fields besides the URL that are found in a sample.
fn fields_of(sample: &str, option: &str) -> String {
    let path = format!("testdata/formats/{sample}");
    let options = option.split(' ').filter(|word| *word != "none");
    let arguments: Vec<&str> = ["fields", "--format", "jsonl"]
        .into_iter()
        .chain(options)
        .chain([&*path])
        .collect();
    let printed = String::from_utf8(kept(&arguments, b"")).expect("text");
    let mut found: Vec<&str> = Vec::new();
    for name in printed
        .split("\"field\":\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
    {
        if name != "url" && !found.contains(&name) {
            found.push(name);
        }
    }
    if found.is_empty() {
        "none".to_owned()
    } else {
        found.join(", ")
    }
}
