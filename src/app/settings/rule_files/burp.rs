//! The scope of a Burp project.

use anyhow::{Context, Result};
use serde_json::Value;
use urlsift::settings::Scope;

/// Returns the scope of a project, if a document is one.
pub(super) fn scope(json: &Value) -> Option<Result<Scope>> {
    let rules = json
        .pointer("/target/scope")
        .or_else(|| json.get("scope"))
        .unwrap_or(json);
    let is_project = rules.get("include").is_some() || rules.get("exclude").is_some();
    is_project.then(|| {
        let mut scope = Scope::default();
        for (list, excludes) in [("include", false), ("exclude", true)] {
            let rules = rules
                .get(list)
                .and_then(Value::as_array)
                .into_iter()
                .flatten();
            for (number, rule) in (1..).zip(rules) {
                add(rule, excludes, &mut scope)
                    .with_context(|| format!("rule {number} of {list}"))?;
            }
        }
        Ok(scope)
    })
}

/// Adds a rule: a prefix, or in advanced mode an expression for each part.
fn add(rule: &Value, excludes: bool, scope: &mut Scope) -> Result<()> {
    if rule.get("enabled").and_then(Value::as_bool) == Some(false) {
        return Ok(());
    }
    let text = |name: &str| rule.get(name).and_then(Value::as_str);
    match text("prefix") {
        Some(prefix) => {
            let below = rule.get("include_subdomains").and_then(Value::as_bool) == Some(true);
            scope.add(prefix, below, excludes)?;
        }
        None => scope.add_expressions(
            text("protocol"),
            ["host", "port", "file"].map(text),
            excludes,
        )?,
    }
    Ok(())
}
