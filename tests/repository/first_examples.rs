//! The first examples of the documents are what the program does.

use assert_cmd::Command;
use std::fs;

fn output(arguments: &[&str]) -> String {
    let output = Command::cargo_bin("urlsift")
        .expect("the program is built")
        .args(arguments)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("the lists are text")
}

/// By hand from the definition, with scheme and fragment 0.5, host 4, path 3 and parameters 2: at
/// 80 % the first line covers its neighbours without a fragment (95 %) and with one parameter (85
/// %), the fourth the next two (92.5 and 85 %).
#[test]
fn eight_urls_under_both_metrics() {
    let cases = [("80", 4, 2), ("90", 6, 2), ("95", 7, 2), ("99", 8, 5)];
    for (threshold, overlap, simhash) in cases {
        for (metric, kept) in [("overlap", overlap), ("simhash", simhash)] {
            let out = output(&[
                "--literal",
                "--metric",
                metric,
                "-t",
                threshold,
                "testdata/eight.txt",
            ]);
            assert_eq!(out.lines().count(), kept, "{metric} at {threshold}: {out}");
        }
    }
}

#[test]
fn the_first_screen_of_the_readme_is_real() {
    let readme = fs::read_to_string("README.md").expect("the README is there");
    let screen = readme
        .split("```console\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .expect("a console block");
    let mut blocks = screen
        .split("$ ")
        .skip(1)
        .map(|block| block.split_once('\n').expect("a command and its output"));
    let (command, list) = blocks.next().expect("the first command");
    assert_eq!(command, "cat testdata/first.txt");
    assert_eq!(
        list,
        fs::read_to_string("testdata/first.txt").expect("the list is there")
    );
    let (command, kept) = blocks.next().expect("the second command");
    assert_eq!(command, "urlsift testdata/first.txt");
    assert_eq!(kept, output(&["testdata/first.txt"]));
}

/// The commands of *Use* that need no other program do what their comments say.
#[test]
fn the_commands_of_the_readme_run() {
    let readme = fs::read_to_string("README.md").expect("the README is there");
    let block = readme
        .split("## Use")
        .nth(1)
        .and_then(|rest| rest.split("```").nth(1))
        .expect("commands");
    let commands = block
        .lines()
        .filter(|line| line.starts_with("urlsift ") && !line.contains(".gz"));
    let folder = tempfile::tempdir().expect("a folder");
    let log = "1.2.3.4 - - [11/Nov/2026:13:42:01 +0000] \"GET /user/7 HTTP/1.1\" 200 5\n";
    for (name, text) in [
        ("tuesday.txt", "https://a.example/user/7\n"),
        ("access.log", log),
        (
            "requests.jsonl",
            "{\"url\":\"https://a.example/user/7\",\"method\":\"GET\"}\n",
        ),
        (
            "openapi.yaml",
            "openapi: 3.0.0\nservers: [{url: https://a.example}]\npaths:\n  /user/{id}: {get: {}}\n",
        ),
    ] {
        fs::write(folder.path().join(name), text).expect("it takes a file");
    }
    let mut run = 0;
    for command in commands {
        let words = command
            .split(" #")
            .next()
            .expect("a command")
            .split_whitespace()
            .skip(1);
        let words: Vec<&str> = words.take_while(|word| *word != ">").collect();
        let mut program = Command::cargo_bin("urlsift").expect("the program is built");
        program.args(&words).current_dir(&folder).assert().success();
        run += 1;
    }
    assert_eq!(run, 5);
    let written = fs::read_to_string(folder.path().join("api.yaml")).expect("it is written");
    assert!(
        written.starts_with("openapi: ") && written.contains("/user/{userId}:"),
        "{written}"
    );
}

#[test]
fn the_page_on_similarity_lists_the_eight_urls() {
    let page = fs::read_to_string("docs/similarity.md").expect("the page is there");
    let list = fs::read_to_string("testdata/eight.txt").expect("the list is there");
    assert!(page.contains(&list));
}
