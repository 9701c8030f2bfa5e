//! Switches each rule off and moves each threshold over labelled lists, and prints what changes.
//!
//! ```sh
//! cargo run --release --example ablate -- [--two-pass] DIRECTORY...
//! ```
//!
//! A list is a `.tsv` file with a URL, a tab and the name of its endpoint on each line. Recall is
//! the share of a list's endpoints with a kept URL, precision the number of those endpoints divided
//! by the kept URLs, F1 their harmonic mean; all are means over the lists. The last column names
//! the list that loses most recall. `--two-pass` measures the second of two passes.

use std::collections::HashSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use urlsift::internals::{self, Thresholds, Tuning};
use urlsift::{Sift, Verdict};

/// URLs in a shuffled order, each with the number of its endpoint.
struct List {
    name: String,
    lines: Vec<(String, usize)>,
    endpoints: usize,
}

/// The results for one list.
#[derive(Clone, Copy, Default)]
struct Score {
    recall: f64,
    f1: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut lists = Vec::new();
    let mut two_pass = false;
    for argument in env::args_os().skip(1) {
        if argument == "--two-pass" {
            two_pass = true;
        } else {
            read(&PathBuf::from(argument), &mut lists)?;
        }
    }
    let scores = |lists: &[List], tuning| scores(lists, tuning, two_pass);
    if lists.is_empty() {
        return Err(
            "name a directory of labelled lists: files that end in .tsv, a URL, a tab and a label a line"
                .into(),
        );
    }
    let standard = scores(&lists, Tuning::default());
    println!("{:28} {:>7} {:>7}  worst list", "", "recall", "F1");
    println!("{:28} {:>7.4} {:>7.4}", "as it is", mean(&standard).recall, mean(&standard).f1);
    let show = |name: &str, tuning: Tuning| {
        let scores = scores(&lists, tuning);
        let (mean, was) = (mean(&scores), mean(&standard));
        let losses = scores.iter().zip(&standard).map(|(now, was)| now.recall - was.recall);
        let (loss, list) = losses.zip(&lists).min_by(|a, b| a.0.total_cmp(&b.0)).expect("there are lists");
        let worst = if loss < -0.000_05 { format!("{loss:+.4} {}", list.name) } else { String::new() };
        println!("{name:28} {:+7.4} {:+7.4}  {worst}", mean.recall - was.recall, mean.f1 - was.f1);
    };
    let (classes, learning) = internals::rules();
    for rule in classes.into_iter().chain(learning) {
        show(&format!("without {rule}"), Tuning { off: vec![rule], ..Tuning::default() });
    }
    for (name, tried) in Thresholds::TRIED {
        for &value in *tried {
            let mut tuning = Tuning::default();
            *tuning.thresholds.get_mut(name).expect("is a threshold") = value;
            show(&format!("{name} = {value}"), tuning);
        }
    }
    Ok(())
}

/// Reads the lists of a directory.
fn read(directory: &Path, lists: &mut Vec<List>) -> Result<(), Box<dyn Error>> {
    let entries =
        fs::read_dir(directory).map_err(|error| format!("reading {}: {error}", directory.display()))?;
    let mut files = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "tsv")) {
        let text = String::from_utf8_lossy(&fs::read(file)?).into_owned();
        let mut names: Vec<&str> = Vec::new();
        let mut lines = Vec::new();
        let mut numbers = std::collections::HashMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut columns = line.split('\t');
            let (Some(url), Some(label)) = (columns.next(), columns.next()) else { continue };
            let number = *numbers.entry(label).or_insert_with(|| {
                names.push(label);
                names.len() - 1
            });
            lines.push((url.to_owned(), number));
        }
        shuffle(&mut lines);
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        lists.push(List { name, lines, endpoints: names.len() });
    }
    Ok(())
}

/// Shuffles lines in the same way in every run.
fn shuffle<T>(lines: &mut [T]) {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    for last in (1..lines.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        lines.swap(last, (state % (last as u64 + 1)) as usize);
    }
}

fn scores(lists: &[List], tuning: Tuning, two_pass: bool) -> Vec<Score> {
    // Filters keep this reference forever.
    let tuning: &'static Tuning = Box::leak(Box::new(tuning));
    lists.iter().map(|list| score(list, tuning, two_pass)).collect()
}

fn score(list: &List, tuning: &'static Tuning, two_pass: bool) -> Score {
    let mut sift = Sift::builder().two_pass(two_pass).tuning(tuning).build().expect("the settings are valid");
    if two_pass {
        for (url, _) in &list.lines {
            sift.admit(url.as_bytes());
        }
        sift.restart();
    }
    let mut kept = 0;
    let mut found = HashSet::new();
    for (url, endpoint) in &list.lines {
        if sift.admit(url.as_bytes()) == Verdict::Kept {
            kept += 1;
            found.insert(endpoint);
        }
    }
    if kept == 0 {
        return Score::default();
    }
    let (recall, precision) =
        (found.len() as f64 / list.endpoints as f64, found.len() as f64 / f64::from(kept));
    Score { recall, f1: 2.0 * recall * precision / (recall + precision) }
}

fn mean(scores: &[Score]) -> Score {
    let mean = |of: fn(&Score) -> f64| scores.iter().map(of).sum::<f64>() / scores.len() as f64;
    Score { recall: mean(|score| score.recall), f1: mean(|score| score.f1) }
}
