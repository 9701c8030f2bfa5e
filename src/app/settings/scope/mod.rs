//! `--scope`: reads the file of the scope, in one of four formats.

mod burp;
mod hackerone;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use urlsift::settings::Scope;

use crate::app::show::message::{say, shell_word, shown};
use hackerone::Assets;

/// Reads a scope.
pub(crate) fn read(file: &Path, quiet: bool) -> Result<Scope> {
    let shown = shown(file);
    let text = fs::read_to_string(file).with_context(|| {
        let is_host = !file.exists() && shown.contains('.') && !shown.contains('/');
        let tip = format!(
            " (a file of rules); for a host and all below it: --host {}",
            shell_word(&format!(".{}", shown.trim_start_matches("*.")))
        );
        format!(
            "cannot read the scope from {shown}{}",
            if is_host { &tip } else { "" }
        )
    })?;
    let text = text.trim_start_matches('\u{feff}');
    let scope = if is_json(text) {
        let json: Value = serde_json::from_str(text)
            .with_context(|| format!("cannot read the scope from {shown}"))?;
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

/// Whether a file is JSON. A list of rules may also begin with a bracket: that of an IPv6 address.
fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    let first_line = text.lines().next().unwrap_or_default();
    text.starts_with('{') || (text.starts_with('[') && Scope::read(first_line).is_err())
}

/// Returns the scope of the assets in a file.
fn of_assets(assets: Result<Assets>, shown: &str, quiet: bool) -> Result<Scope> {
    let Assets { scope, skipped } = assets.with_context(|| format!("the scope in {shown}"))?;
    if scope.includes_all() {
        bail!(
            "the scope in {shown} has no eligible asset that is a host: nothing would be in scope"
        );
    }
    if !skipped.is_empty() && !quiet {
        let assets = if skipped.len() == 1 {
            "asset that is not a host"
        } else {
            "assets that are not hosts"
        };
        let names = skipped[..skipped.len().min(5)].join(", ");
        say(format_args!(
            "{shown}: {} {assets}, skipped in the scope: {names}",
            skipped.len()
        ));
    }
    Ok(scope)
}
