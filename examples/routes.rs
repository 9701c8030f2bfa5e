//! Compares exported routes with those that a list was made from: `cargo run --release --example
//! routes -- FOLDER`.
//!
//! The folder has lists of URLs, `NAME.txt`, and beside each the true route of every line,
//! `NAME.routes`. What other programs make of the lines stands in `NAME.PROGRAM`, a group for each
//! line; `examples/routes.py` writes such files. Names of groups do not matter: two lines are a pair if
//! they have the same route. Precision is the share of the pairs found that are true ones, recall the
//! share of true pairs that are found, F1 their harmonic mean. `exact` is the share of true routes that
//! were found with all of their lines and no others.

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use urlsift::Sift;
use urlsift::explain::UrlPart;
use urlsift::export::Routes;
use urlsift::lists::Templates;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args()
        .nth(1)
        .ok_or("expected the folder of the lists")?;
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|file| Ok(file?.path()))
        .collect::<Result<_, std::io::Error>>()?;
    files.sort();
    println!(
        "| list | lines | routes | program | found | precision | recall | F1 | exact |\n|---|--:|--:|---|--:|--:|--:|--:|--:|"
    );
    let is = |file: &&PathBuf, extension: &str| file.extension().is_some_and(|it| it == extension);
    for list in files.iter().filter(|file| is(file, "txt")) {
        let truth = groups(&list.with_extension("routes"))?;
        print_row(
            list,
            "urlsift",
            &truth,
            &exported(&fs::read_to_string(list)?)?,
        );
        for other in files
            .iter()
            .filter(|file| file.with_extension("txt") == *list)
        {
            if !is(&other, "txt") && !is(&other, "routes") {
                let program = other.extension().unwrap_or_default().to_string_lossy();
                print_row(list, &program, &truth, &groups(other)?);
            }
        }
    }
    Ok(())
}

/// The number of each line's route among those that are exported; a line without one is alone.
fn exported(list: &str) -> Result<Vec<usize>, urlsift::Error> {
    let templates = Templates::of(Sift::builder(), list.lines())?;
    let (routes, sift) = (Routes::of(&templates), Sift::builder().build()?);
    let part = |line: &str, part| {
        let mut text = Vec::new();
        sift.scanner().append_part(line.as_bytes(), part, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    };
    let route = |(number, line): (usize, &str)| {
        let found = routes.find(&part(line, UrlPart::Host), &part(line, UrlPart::Path));
        found.unwrap_or(usize::MAX - number)
    };
    Ok(list.lines().enumerate().map(route).collect())
}

/// The names of groups in a file, as numbers.
fn groups(file: &Path) -> Result<Vec<usize>, std::io::Error> {
    let text = fs::read_to_string(file)?;
    let mut numbers = HashMap::new();
    let number = |name| {
        let next = numbers.len();
        *numbers.entry(name).or_insert(next)
    };
    Ok(text.lines().map(number).collect())
}

/// How many lines each has.
fn sizes<K: std::hash::Hash + Eq>(groups: impl Iterator<Item = K>) -> HashMap<K, u64> {
    let mut sizes = HashMap::new();
    groups.for_each(|group| *sizes.entry(group).or_default() += 1);
    sizes
}

fn print_row(list: &Path, program: &str, truth: &[usize], found: &[usize]) {
    assert_eq!(
        truth.len(),
        found.len(),
        "{}: a route for each line",
        list.display()
    );
    let both = sizes(truth.iter().copied().zip(found.iter().copied()));
    let (truth, found) = (sizes(truth.iter().copied()), sizes(found.iter().copied()));
    let pairs = |sizes: &mut dyn Iterator<Item = &u64>| {
        sizes.map(|size| size * (size - 1) / 2).sum::<u64>() as f64
    };
    let common = pairs(&mut both.values());
    let [precision, recall] =
        [&found, &truth].map(|sizes| common / pairs(&mut sizes.values()).max(1.0));
    let f1 = 2.0 * precision * recall / (precision + recall).max(f64::MIN_POSITIVE);
    let exact = both
        .iter()
        .filter(|((route, group), size)| truth[route] == **size && found[group] == **size)
        .count();
    let name = list.file_stem().unwrap_or_default().to_string_lossy();
    let lines: u64 = truth.values().sum();
    println!(
        "| {name} | {lines} | {} | {program} | {} | {:.1} % | {:.1} % | {:.1} % | {:.1} % |",
        truth.len(),
        found.len(),
        100.0 * precision,
        100.0 * recall,
        100.0 * f1,
        100.0 * exact as f64 / truth.len() as f64
    );
}
