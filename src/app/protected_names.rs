//! Reads the names of `--protect`, typed or in files.

use anyhow::{Context, Result};
use std::fs;
use urlsift::Builder;
use urlsift::settings::ByName;

use super::message::harmless;

/// Returns the names, each without surrounding slashes. `@FILE` reads names from a file, one per
/// line; empty lines and lines that begin with `#` are skipped.
pub(super) fn read(given: &[String]) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for given in given {
        let Some(file) = given.strip_prefix('@') else {
            names.push(name(given).context("--protect")?);
            continue;
        };
        let text = fs::read_to_string(file)
            .with_context(|| format!("cannot read names to protect from {}", harmless(file)))?;
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let name = name(line);
                names.push(name.with_context(|| format!("{}, line {}", harmless(file), number + 1))?);
            }
        }
    }
    Ok(names)
}

/// Returns a name as the setting takes it.
fn name(given: &str) -> Result<String> {
    Ok(Builder::of_name("protect")?.read(given)?.concat())
}
