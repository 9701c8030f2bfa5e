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

use std::env;
use std::error::Error;
use std::path::PathBuf;

use internals::{Thresholds, Tuning};
use lists::{List, Score};

#[path = "../benches/internals.rs"]
mod internals;
#[path = "quality/lists.rs"]
mod lists;

fn main() -> Result<(), Box<dyn Error>> {
    let mut two_pass = false;
    let mut directories = Vec::new();
    for argument in env::args_os().skip(1) {
        if argument == "--two-pass" {
            two_pass = true;
        } else {
            directories.push(PathBuf::from(argument));
        }
    }
    let lists = lists::read(&directories)?;
    let scores = |lists: &[List], tuning| scores(lists, tuning, two_pass);
    let mean = lists::mean;
    let standard = scores(&lists, Tuning::default());
    let whole = mean(&standard);
    println!("{:28} {:>7} {:>7}  worst list", "", "recall", "F1");
    println!(
        "{:28} {:>7.4} {:>7.4}  precision {:.4}",
        "as it is", whole.recall, whole.f1, whole.precision
    );
    let show = |name: &str, tuning: Tuning| {
        let scores = scores(&lists, tuning);
        let (mean, was) = (mean(&scores), whole);
        let losses = scores
            .iter()
            .zip(&standard)
            .map(|(now, was)| now.recall - was.recall);
        let (loss, list) = losses
            .zip(&lists)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .expect("there are lists");
        let worst = if loss < -0.000_05 {
            format!("{loss:+.4} {}", list.name)
        } else {
            String::new()
        };
        println!(
            "{name:28} {:+7.4} {:+7.4}  {worst}",
            mean.recall - was.recall,
            mean.f1 - was.f1
        );
    };
    let (classes, learning) = internals::rules();
    for rule in classes.into_iter().chain(learning) {
        show(
            &format!("without {rule}"),
            Tuning {
                off: vec![rule],
                ..Tuning::default()
            },
        );
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

fn scores(lists: &[List], tuning: Tuning, two_pass: bool) -> Vec<Score> {
    // Filters keep this reference forever.
    let tuning: &'static Tuning = Box::leak(Box::new(tuning));
    let sift = || internals::tuned(two_pass, tuning).expect("the settings are valid");
    lists
        .iter()
        .map(|list| list.score(sift(), two_pass))
        .collect()
}
