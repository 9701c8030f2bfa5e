//! The table: a row for each threshold, a column for each way of comparing.

use std::collections::HashSet;
use std::fmt::Write;

use urlsift::settings::Metric;
use urlsift::{Builder, Error, Sift, Verdict};

/// Made-up URLs, each with its endpoint.
const LABELLED: &str = include_str!("../../testdata/quality.tsv");

const THRESHOLDS: [f64; 5] = [80.0, 85.0, 90.0, 95.0, 98.0];

/// Ways of comparing, the simplest first.
fn ways() -> [(&'static str, Builder); 4] {
    [
        ("literal", Sift::builder().literal(true)),
        ("classes", Sift::builder().learn(false)),
        ("classes + learned", Sift::builder()),
        (
            "simhash",
            Sift::builder().literal(true).metric(Metric::SimHash),
        ),
    ]
}

/// Returns the table in Markdown. Each cell has recall, precision and F1, and the number of kept
/// lines.
///
/// # Errors
/// None with these settings.
pub(crate) fn table() -> Result<String, Error> {
    let ways = ways();
    let mut text = String::from("| threshold |");
    for (name, _) in &ways {
        let _ = write!(text, " {name} |");
    }
    text.push_str("\n|---|---|---|---|---|\n");
    for threshold in THRESHOLDS {
        let _ = write!(text, "| {threshold} |");
        for (_, way) in &ways {
            let _ = write!(
                text,
                " {} |",
                score(way.clone().threshold(threshold).build()?)
            );
        }
        text.push('\n');
    }
    Ok(text)
}

/// Filters the list. Recall is the share of endpoints with a kept URL, precision the number of such
/// endpoints divided by the kept URLs, F1 their harmonic mean.
fn score(mut sift: Sift) -> String {
    let rows: Vec<(&str, &str)> = LABELLED
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .collect();
    let all: HashSet<&str> = rows.iter().map(|row| row.1).collect();
    let kept: Vec<&str> = rows
        .iter()
        .filter(|(url, _)| sift.admit(url.as_bytes()) == Verdict::Kept)
        .map(|&(_, label)| label)
        .collect();
    let found = kept.iter().collect::<HashSet<_>>().len() as f64;
    let (recall, precision) = (found / all.len() as f64, found / kept.len() as f64);
    let f1 = 2.0 * recall * precision / (recall + precision);
    format!(
        "{recall:.2} / {precision:.2} / **{f1:.2}** ({})",
        kept.len()
    )
}
