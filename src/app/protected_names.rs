//! The names of `--protect`, typed or read from files.

use anyhow::{Context, Result, bail};
use std::fs;

/// The names, each without surrounding slashes. `@FILE` reads names from a file, one a line; empty
/// lines and lines that begin with `#` are skipped.
pub(super) fn read(given: &[String]) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for given in given {
        let Some(file) = given.strip_prefix('@') else {
            names.push(name(given).context("--protect")?);
            continue;
        };
        let text = fs::read_to_string(file)
            .with_context(|| format!("cannot read names to protect from {}", file.escape_debug()))?;
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let name = name(line);
                names.push(name.with_context(|| format!("{}, line {}", file.escape_debug(), number + 1))?);
            }
        }
    }
    Ok(names)
}

/// One name. A name of several segments would never match.
fn name(given: &str) -> Result<String> {
    let name = given.trim_matches('/');
    if name.is_empty() || name.contains('/') {
        bail!(
            "\"{}\" is not the name of one path segment: protect each segment by itself",
            given.escape_debug()
        );
    }
    Ok(name.to_owned())
}
