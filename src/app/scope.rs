//! `--scope`: reads the file of the scope, in one of three formats.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use urlsift::Scope;

use super::message::{say, shown};

/// Reads a scope.
pub(super) fn read(file: &Path, quiet: bool) -> Result<Scope> {
    let shown = shown(file);
    let text = fs::read_to_string(file).with_context(|| format!("cannot read the scope from {shown}"))?;
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let scope = if text.starts_with(['{', '[']) {
        let json =
            serde_json::from_str(text).with_context(|| format!("cannot read the scope from {shown}"))?;
        let mut skipped = 0;
        let scope = of_json(&json, &mut skipped).with_context(|| format!("the scope in {shown}"))?;
        if skipped > 0 && !quiet {
            let assets = if skipped == 1 { "asset that is not a host" } else { "assets that are not hosts" };
            say(format_args!("{shown}: {skipped} {assets}, skipped in the scope"));
        }
        scope
    } else {
        Scope::read(text).with_context(|| format!("the scope in {shown}"))?
    };
    if scope.is_empty() {
        bail!("the scope in {shown} has no rules: nothing would be in scope");
    }
    Ok(scope)
}

/// Detects the format: a Burp project has `target.scope`, a `HackerOne` program a list of assets.
fn of_json(json: &Value, skipped: &mut usize) -> Result<Scope> {
    let mut scope = Scope::default();
    let burp = json.pointer("/target/scope").or_else(|| json.get("scope")).unwrap_or(json);
    let assets = json
        .pointer("/relationships/structured_scopes/data")
        .or_else(|| json.pointer("/data/relationships/structured_scopes/data"))
        .or_else(|| json.get("data"))
        .unwrap_or(json);
    if burp.get("include").is_some() || burp.get("exclude").is_some() {
        for (list, excludes) in [("include", false), ("exclude", true)] {
            for rule in burp.get(list).and_then(Value::as_array).into_iter().flatten() {
                of_burp(rule, excludes, &mut scope)?;
            }
        }
    } else if let Some(assets) = assets.as_array() {
        for asset in assets {
            of_hackerone(asset, &mut scope, skipped)?;
        }
    } else {
        bail!("it is neither a Burp project (target.scope) nor a HackerOne program (structured scopes)");
    }
    Ok(scope)
}

/// Adds a rule of Burp: a prefix, or in advanced mode an expression for each part.
fn of_burp(rule: &Value, excludes: bool, scope: &mut Scope) -> Result<()> {
    if rule.get("enabled").and_then(Value::as_bool) == Some(false) {
        return Ok(());
    }
    let text = |name: &str| rule.get(name).and_then(Value::as_str);
    match text("prefix") {
        Some(prefix) => {
            let below = rule.get("include_subdomains").and_then(Value::as_bool) == Some(true);
            scope.add(prefix, below, excludes)?;
        }
        None => scope.add_expressions(text("protocol"), ["host", "port", "file"].map(text), excludes)?,
    }
    Ok(())
}

/// Adds an asset of `HackerOne`, if it is a host. An asset that is not eligible is out of scope.
fn of_hackerone(asset: &Value, scope: &mut Scope, skipped: &mut usize) -> Result<()> {
    let attributes = asset.get("attributes").unwrap_or(asset);
    let text = |name: &str| attributes.get(name).and_then(Value::as_str).unwrap_or_default();
    let is_host = matches!(text("asset_type"), "URL" | "WILDCARD" | "DOMAIN" | "IP_ADDRESS" | "API");
    let excludes = attributes.get("eligible_for_submission").and_then(Value::as_bool) == Some(false);
    if !is_host {
        *skipped += 1;
        return Ok(());
    }
    // One asset may contain several hosts.
    for host in text("asset_identifier").split([',', ' ']).map(str::trim).filter(|host| !host.is_empty()) {
        scope.add(host, false, excludes)?;
    }
    Ok(())
}
