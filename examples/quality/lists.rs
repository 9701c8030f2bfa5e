//! Labelled lists: how many of their endpoints a filter keeps, and how much more.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use urlsift::{Sift, Verdict};

/// URLs in a shuffled order, each with the number of its endpoint.
pub(crate) struct List {
    pub(crate) name: String,
    lines: Vec<(String, usize)>,
    endpoints: usize,
}

/// The results for one list, or their means.
#[derive(Clone, Copy, Default)]
pub(crate) struct Score {
    /// The share of endpoints with a kept URL.
    pub(crate) recall: f64,
    /// The number of those endpoints divided by the kept URLs.
    pub(crate) precision: f64,
    /// Their harmonic mean.
    pub(crate) f1: f64,
}

/// Reads the lists of directories: files that end in `.tsv`, with a URL, a tab and the name of its
/// endpoint on each line.
///
/// # Errors
/// A directory or list cannot be read, or there is no list.
pub(crate) fn read(directories: &[PathBuf]) -> Result<Vec<List>, Box<dyn Error>> {
    let mut lists = Vec::new();
    for directory in directories {
        of_directory(directory, &mut lists)
            .map_err(|error| format!("reading {}: {error}", directory.display()))?;
    }
    if lists.is_empty() {
        return Err(
            "name a directory of labelled lists: files that end in .tsv, a URL, a tab and a label a line"
                .into(),
        );
    }
    Ok(lists)
}

fn of_directory(directory: &Path, lists: &mut Vec<List>) -> Result<(), Box<dyn Error>> {
    let mut files: Vec<PathBuf> = fs::read_dir(directory)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    for file in files
        .iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "tsv"))
    {
        let text = String::from_utf8_lossy(&fs::read(file)?).into_owned();
        let mut numbers = HashMap::new();
        let mut lines = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut columns = line.split('\t');
            let (Some(url), Some(label)) = (columns.next(), columns.next()) else {
                continue;
            };
            let next = numbers.len();
            lines.push((url.to_owned(), *numbers.entry(label).or_insert(next)));
        }
        shuffle(&mut lines);
        let name = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        lists.push(List {
            name,
            lines,
            endpoints: numbers.len(),
        });
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

impl List {
    /// Filters it, by the second of two passes if asked for.
    pub(crate) fn score(&self, mut sift: Sift, two_pass: bool) -> Score {
        if two_pass {
            for (url, _) in &self.lines {
                sift.admit(url.as_bytes());
            }
            sift.restart();
        }
        let mut kept = 0;
        let mut found = HashSet::new();
        for (url, endpoint) in &self.lines {
            if sift.admit(url.as_bytes()) == Verdict::Kept {
                kept += 1;
                found.insert(endpoint);
            }
        }
        if kept == 0 {
            return Score::default();
        }
        let found = found.len() as f64;
        let (recall, precision) = (found / self.endpoints as f64, found / f64::from(kept));
        Score {
            recall,
            precision,
            f1: 2.0 * recall * precision / (recall + precision),
        }
    }
}

pub(crate) fn mean(scores: &[Score]) -> Score {
    let mean = |of: fn(&Score) -> f64| scores.iter().map(of).sum::<f64>() / scores.len() as f64;
    Score {
        recall: mean(|score| score.recall),
        precision: mean(|score| score.precision),
        f1: mean(|score| score.f1),
    }
}
