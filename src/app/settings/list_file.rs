//! `@FILE` in place of an item of a list: reads the items from a file, one on a line.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use urlsift::Builder;
use urlsift::settings::{ByName, Setting};

use super::text_file;

/// Returns what the items of an option are, if it takes `@FILE`. Names of parameters and fields
/// may begin with `@`, so options for them do not.
pub(super) fn content(option: &str) -> Option<&'static str> {
    match option {
        "ext" | "not-ext" => Some("extensions"),
        "host" | "not-host" => Some("hosts"),
        "match" | "not-match" => Some("regular expressions"),
        "protect" => Some("names to protect"),
        _ => None,
    }
}

/// Returns the file that a text of an option names.
pub(super) fn file_of<'t>(option: &str, text: &'t str) -> Option<&'t str> {
    let file = text.strip_prefix('@').filter(|file| !file.is_empty());
    file.filter(|_| content(option).is_some())
}

/// Returns the items of an option, typed or in files, as its setting takes them. Skips empty lines
/// of files, and lines that begin with `#`.
pub(super) fn items(option: &str, texts: &[String]) -> Result<Vec<String>> {
    let setting = Builder::of_name(option)?;
    let mut items = Vec::new();
    for text in texts {
        let mut read = if let Some(file) = file_of(option, text) {
            items_in(file, setting)?
        } else {
            let read = setting.read(text);
            read.map_err(|error| anyhow!("--{option}: {error}"))?
        };
        items.append(&mut read);
    }
    Ok(items)
}

/// Reads the items in a file.
fn items_in(file: &str, setting: &Setting) -> Result<Vec<String>> {
    let file = Path::new(file);
    let shown = text_file::shown(file);
    let content = content(setting.name).unwrap_or_default();
    let text = text_file::read(file);
    let text = text.with_context(|| match setting.name {
        "match" | "not-match" => format!(
            "cannot read {content} from {shown} (an expression that begins with @ is written [@])"
        ),
        _ => format!("cannot read {content} from {shown}"),
    })?;
    let mut items = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let read = setting.read(line);
        let mut read = read.with_context(|| format!("{shown}, line {number}"))?;
        items.append(&mut read);
    }
    Ok(items)
}
