//! The table in `docs/quality.md` is what the program beside it prints, and no figure in it is below
//! its floor.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::{env, fs};
use urlsift::Sift;

#[path = "../../examples/quality/table.rs"]
mod table;

const PAGE: &str = "docs/quality.md";

/// The thresholds of the table, each with the lowest recall and F1 of each column: literal, classes,
/// classes + learned, simhash. Figures of today less 0.02, and less 0.01 where no endpoint is lost.
/// `UPDATE=1` rewrites the page, not these: to lower one is a decision to lose endpoints.
const FLOORS: [(&str, [(f64, f64); 4]); 5] = [
    (
        "80",
        [(0.72, 0.54), (0.70, 0.82), (0.61, 0.75), (0.19, 0.33)],
    ),
    (
        "85",
        [(0.89, 0.56), (0.86, 0.52), (0.84, 0.90), (0.26, 0.39)],
    ),
    (
        "90",
        [(0.99, 0.34), (0.99, 0.50), (0.99, 0.96), (0.40, 0.47)],
    ),
    (
        "95",
        [(0.99, 0.21), (0.99, 0.50), (0.99, 0.96), (0.51, 0.35)],
    ),
    (
        "98",
        [(0.99, 0.19), (0.99, 0.50), (0.99, 0.96), (0.54, 0.29)],
    ),
];

fn assert_floors(table: &str) {
    let rows: Vec<Vec<&str>> = table
        .lines()
        .skip(2)
        .map(|row| row.split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), FLOORS.len(), "a floor for each row:\n{table}");
    for (row, (threshold, floors)) in rows.iter().zip(FLOORS) {
        assert_eq!(
            (row[1], row.len()),
            (threshold, floors.len() + 3),
            "a floor for each cell:\n{table}"
        );
        for (cell, (recall, f1)) in row[2..].iter().zip(floors) {
            // `recall / precision / **F1** (lines)`
            let figure = |at: usize| -> f64 {
                let text = cell
                    .split(['/', '('])
                    .nth(at)
                    .expect("there are three figures");
                text.trim()
                    .trim_matches('*')
                    .parse()
                    .expect("it is a number")
            };
            assert!(
                figure(0) >= recall,
                "at {threshold}, recall is below {recall}: {cell}"
            );
            assert!(figure(2) >= f1, "at {threshold}, F1 is below {f1}: {cell}");
        }
    }
}

/// Asserts that a table of the page, after its mark, is this one, or writes it.
fn assert_documented(mark: &str, table: &str) {
    let page = fs::read_to_string(PAGE).expect("the page is there");
    let (before, rest) = page.split_once(mark).expect("a mark before the table");
    let (_, after) = rest
        .split_once("<!-- end -->")
        .expect("a mark behind the table");
    let expected = format!("{before}{mark}{table}<!-- end -->{after}");
    if env::var_os("UPDATE").is_some() {
        fs::write(PAGE, &expected).expect("the page can be written");
    } else {
        assert!(
            page == expected,
            "{PAGE} is out of date; `UPDATE=1 cargo test --test repository quality -- --test-threads=1` writes it \
             anew:\n{table}"
        );
    }
}

#[test]
fn the_documented_table_is_the_measured_one() {
    let table = table::table().expect("the settings are valid");
    assert_floors(&table);
    assert_documented("<!-- table -->\n", &table);
}

/// On sites in eight languages, as on English ones, nearly all endpoints are kept, and few lines
/// more.
#[test]
fn other_languages_are_as_right_as_the_page_says() {
    assert_kinds("languages", "language", 8, (0.95, 0.84));
}

/// The structure of applications shows which names are values and which are pages.
#[test]
fn applications_are_read_as_right_as_the_page_says() {
    assert_kinds("applications", "kind", 6, (0.9, 0.6));
}

/// Routes as 27 programs and frameworks lay them out: no page is lost, and few lines are kept twice.
#[test]
fn pages_of_known_programs_are_told_apart() {
    let list = fs::read_to_string("testdata/layouts.tsv").expect("the list is there");
    let rows = || {
        list.lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once('\t'))
    };
    let mut sift = Sift::builder().build().expect("the defaults are valid");
    let kept: Vec<&str> = rows()
        .filter(|(url, _)| sift.admit(url.as_bytes()).is_printed())
        .map(|(_, page)| page)
        .collect();
    let pages: BTreeSet<&str> = rows().map(|(_, page)| page).collect();
    let missed: Vec<_> = pages.iter().filter(|page| !kept.contains(page)).collect();
    assert_eq!(missed, Vec::<&&str>::new());
    let programs: BTreeSet<&str> = pages
        .iter()
        .filter_map(|page| Some(page.split_once(": ")?.0))
        .collect();
    assert!(
        programs.len() >= 27 && pages.len() >= 200,
        "{} {}",
        programs.len(),
        pages.len()
    );
    assert!(
        kept.len() * 100 <= pages.len() * 115,
        "{} lines of {} pages",
        kept.len(),
        pages.len()
    );
}

/// Measures a list by the first word of its labels, against a lowest recall and F1 of each.
fn assert_kinds(name: &str, column: &str, count: usize, (lowest_recall, lowest_f1): (f64, f64)) {
    let list = fs::read_to_string(format!("testdata/{name}.tsv")).expect("the list is there");
    let rows = || {
        list.lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_once('\t'))
    };
    let language = |label: &str| {
        label
            .split(' ')
            .next()
            .expect("a label begins with it")
            .to_owned()
    };
    let mut endpoints = BTreeMap::<String, [BTreeSet<&str>; 2]>::new();
    let mut lines = BTreeMap::<String, f64>::new();
    let mut sift = Sift::builder().build().expect("the defaults are valid");
    for (url, label) in rows() {
        let [all, kept] = endpoints.entry(language(label)).or_default();
        all.insert(label);
        if sift.admit(url.as_bytes()).is_printed() {
            kept.insert(label);
            *lines.entry(language(label)).or_default() += 1.0;
        }
    }
    let mut table = format!("| {column} | endpoints | recall / precision / F1 |\n|---|--:|---|\n");
    for (language, [all, kept]) in &endpoints {
        let found = kept.len() as f64;
        let (recall, precision) = (found / all.len() as f64, found / lines[language]);
        let f1 = 2.0 * recall * precision / (recall + precision);
        assert!(
            recall >= lowest_recall && f1 >= lowest_f1,
            "{language}: {recall:.2} {f1:.2}"
        );
        let _ = writeln!(
            table,
            "| {language} | {} | {recall:.2} / {precision:.2} / **{f1:.2}** |",
            all.len()
        );
    }
    assert_eq!(endpoints.len(), count);
    assert_documented(&format!("<!-- {name} -->\n"), &table);
}

/// The page says what the list holds.
#[test]
fn the_labelled_list_is_large_enough() {
    let list = fs::read_to_string("testdata/quality.tsv").expect("the list is there");
    let rows: Vec<(&str, &str)> = list
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .collect();
    let count = |mut names: Vec<&str>| {
        names.sort_unstable();
        names.dedup();
        names.len()
    };
    let urls = count(rows.iter().map(|row| row.0).collect());
    let labels = count(rows.iter().map(|row| row.1).collect());
    let hosts = count(
        rows.iter()
            .filter_map(|row| row.0.split('/').nth(2))
            .collect(),
    );
    assert_eq!(urls, list.lines().count());
    let page = fs::read_to_string(PAGE).expect("the page is there");
    assert!(
        page.contains(&format!("{urls} URLs of {labels} endpoints")),
        "{urls} URLs of {labels} endpoints"
    );
    assert!(urls >= 300 && labels >= 40 && hosts == 5);
}
