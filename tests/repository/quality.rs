//! The table in `docs/quality.md` is what the program beside it prints.

use std::{env, fs};

#[path = "../../examples/quality/table.rs"]
mod table;

const PAGE: &str = "docs/quality.md";

#[test]
fn the_documented_table_is_the_measured_one() {
    let page = fs::read_to_string(PAGE).expect("the page is there");
    let (before, rest) = page.split_once("<!-- table -->\n").expect("a mark before the table");
    let (_, after) = rest.split_once("<!-- end -->").expect("a mark behind the table");
    let table = table::table().expect("the settings are valid");
    let expected = format!("{before}<!-- table -->\n{table}<!-- end -->{after}");
    if env::var_os("UPDATE").is_some() {
        fs::write(PAGE, &expected).expect("the page can be written");
    } else {
        assert!(
            page == expected,
            "{PAGE} is out of date; `UPDATE=1 cargo test --test repository quality` writes it anew:\n{table}"
        );
    }
}

/// The page says what the list holds.
#[test]
fn the_labelled_list_is_large_enough() {
    let list = fs::read_to_string("testdata/quality.tsv").expect("the list is there");
    let rows: Vec<(&str, &str)> = list.lines().filter_map(|line| line.split_once('\t')).collect();
    let count = |mut names: Vec<&str>| {
        names.sort_unstable();
        names.dedup();
        names.len()
    };
    let urls = count(rows.iter().map(|row| row.0).collect());
    let labels = count(rows.iter().map(|row| row.1).collect());
    let hosts = count(rows.iter().filter_map(|row| row.0.split('/').nth(2)).collect());
    assert_eq!(urls, list.lines().count());
    let page = fs::read_to_string(PAGE).expect("the page is there");
    assert!(
        page.contains(&format!("{urls} URLs of {labels} endpoints")),
        "{urls} URLs of {labels} endpoints"
    );
    assert!(urls >= 300 && labels >= 40 && hosts == 5);
}
