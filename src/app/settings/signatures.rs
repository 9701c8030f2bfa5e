//! The file of `--signatures`: a signature a line, or the components that `cluster --format jsonl`
//! prints.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use urlsift::Builder;
use urlsift::settings::ByName;

use super::text_file;

/// Reads the signatures in a file. Skips empty lines, and components without a signature.
pub(super) fn read(file: &Path) -> Result<Vec<String>> {
    let shown = text_file::shown(file);
    let text =
        text_file::read(file).with_context(|| format!("cannot read signatures from {shown}"))?;
    let setting = Builder::of_name("signatures")?;
    let mut signatures = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some(signature) = signature(line.trim()) else {
            continue;
        };
        let read = setting.read(&signature);
        let mut read = read.with_context(|| format!("{shown}, line {number}"))?;
        signatures.append(&mut read);
    }
    if signatures.is_empty() {
        bail!("{shown} has no signature");
    }
    Ok(signatures)
}

/// Returns the signature in a line, if it has one.
fn signature(line: &str) -> Option<String> {
    if line.is_empty() {
        return None;
    }
    match serde_json::from_str(line) {
        Ok(Value::Object(component)) => Some(component.get("signature")?.as_str()?.to_owned()),
        _ => Some(line.to_owned()),
    }
}
