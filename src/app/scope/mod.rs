//! `--scope`: reads the file of the scope, in one of four formats.

mod burp;
mod csv;
mod hackerone;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use urlsift::Reason;
use urlsift::settings::Scope;
use urlsift::stream::Summary;

use super::message::{say, shown};
use hackerone::Assets;

/// Reads a scope.
pub(super) fn read(file: &Path, quiet: bool) -> Result<Scope> {
    let shown = shown(file);
    let text = fs::read_to_string(file).with_context(|| format!("cannot read the scope from {shown}"))?;
    let text = text.trim_start_matches('\u{feff}');
    let scope = if text.trim_start().starts_with(['{', '[']) {
        let json: Value =
            serde_json::from_str(text).with_context(|| format!("cannot read the scope from {shown}"))?;
        match burp::scope(&json) {
            Some(scope) => scope.with_context(|| format!("the scope in {shown}"))?,
            None => of_assets(Assets::of_json(&json), &shown, quiet)?,
        }
    } else if hackerone::is_table(text) {
        of_assets(Assets::of_table(text), &shown, quiet)?
    } else {
        Scope::read(text).with_context(|| format!("the scope in {shown}"))?
    };
    if scope.is_empty() {
        bail!("the scope in {shown} has no rules: nothing would be in scope");
    }
    Ok(scope)
}

/// Returns the scope of the assets in a file.
fn of_assets(assets: Result<Assets>, shown: &str, quiet: bool) -> Result<Scope> {
    let Assets { scope, skipped } = assets.with_context(|| format!("the scope in {shown}"))?;
    if scope.includes_all() {
        bail!("the scope in {shown} has no eligible asset that is a host: nothing would be in scope");
    }
    if skipped > 0 && !quiet {
        let assets = if skipped == 1 { "asset that is not a host" } else { "assets that are not hosts" };
        say(format_args!("{shown}: {skipped} {assets}, skipped in the scope"));
    }
    Ok(scope)
}

/// Prints a note if a run had URLs but none in scope.
pub(super) fn note_none(summary: &Summary, file: &str) {
    let outside = summary.unwanted_by[Reason::Scope as usize];
    let compared = summary.kept + summary.samples + summary.similar;
    if outside > 0 && outside == summary.unwanted && compared == 0 {
        let urls =
            if outside == 1 { "the only URL is".to_owned() } else { format!("all {outside} URLs are") };
        say(format_args!("{urls} out of scope: no rule in {} includes any", shown(file.as_ref())));
    }
}
