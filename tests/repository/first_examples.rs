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
            let out = output(&["--literal", "--metric", metric, "-t", threshold, "testdata/eight.txt"]);
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
    let mut blocks =
        screen.split("$ ").skip(1).map(|block| block.split_once('\n').expect("a command and its output"));
    let (command, list) = blocks.next().expect("the first command");
    assert_eq!(command, "cat testdata/first.txt");
    assert_eq!(list, fs::read_to_string("testdata/first.txt").expect("the list is there"));
    let (command, kept) = blocks.next().expect("the second command");
    assert_eq!(command, "urlsift testdata/first.txt");
    assert_eq!(kept, output(&["testdata/first.txt"]));
}

#[test]
fn the_page_on_similarity_lists_the_eight_urls() {
    let page = fs::read_to_string("docs/similarity.md").expect("the page is there");
    let list = fs::read_to_string("testdata/eight.txt").expect("the list is there");
    assert!(page.contains(&list));
}
