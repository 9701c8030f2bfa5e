//! Prints how well each way of comparing distinguishes the endpoints of `testdata/quality.tsv`: the
//! table of `docs/quality.md`. With directories of labelled lists, prints the means over these.
//!
//! ```sh
//! cargo run --release --example quality -- [DIRECTORY...]
//! ```
//!
//! A list is a `.tsv` file with a URL, a tab and the name of its endpoint on each line.

mod lists;
mod table;

use std::env;
use std::error::Error;
use std::path::PathBuf;

use lists::Score;
use urlsift::Sift;

fn main() -> Result<(), Box<dyn Error>> {
    let directories: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    if directories.is_empty() {
        print!("{}", table::table()?);
        return Ok(());
    }
    let lists = lists::read(&directories)?;
    for (name, way) in [
        ("default", Sift::builder()),
        ("--two-pass", Sift::builder().two_pass(true)),
        ("--no-learn", Sift::builder().learn(false)),
    ] {
        println!("{name}");
        let mut scores = Vec::new();
        for list in &lists {
            let score = list.score(way.clone().build()?, name == "--two-pass");
            show(&list.name, score);
            scores.push(score);
        }
        show("mean", lists::mean(&scores));
    }
    Ok(())
}

fn show(
    name: &str,
    Score {
        recall,
        precision,
        f1,
    }: Score,
) {
    println!("    {name:28} {recall:.3} / {precision:.3} / **{f1:.3}**");
}
