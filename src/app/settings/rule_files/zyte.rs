//! Rules in the form of duplicate-url-discarder (Zyte): a list of processors, each for some hosts.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use urlsift::settings::ParamRules;

/// The rules about parameters of a list.
pub(super) struct ZyteRules {
    pub(super) rules: ParamRules,
    /// The processors of other rules, each with its number of rules.
    pub(super) skipped: Vec<String>,
}

/// Whether a document is a list of rules, and not one of assets.
pub(super) fn is_list(json: &Value) -> bool {
    let has = |item: &Value, name: &str| item.get(name).is_some();
    match json.as_array() {
        Some(items) => !items
            .iter()
            .any(|item| has(item, "asset_identifier") || has(item, "attributes")),
        None => false,
    }
}

/// Reads a list of rules.
pub(super) fn read(json: &Value) -> Result<ZyteRules> {
    let Some(list) = json.as_array() else {
        bail!(
            "it is not a list: write [{{\"processor\": \"queryRemoval\", \"args\": [\"ref\"], \"urlPattern\": {{\"include\": [\"example.com\"]}}}}]"
        );
    };
    let mut rules = ParamRules::default();
    let mut skipped: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, rule) in (1..).zip(list) {
        let processor = rule.get("processor").and_then(Value::as_str);
        let of_rule = || format!("rule {number}");
        match processor.unwrap_or_default() {
            "queryRemoval" => {
                add(rule, true, &mut rules).with_context(of_rule)?;
            }
            "queryRemovalExcept" => {
                add(rule, false, &mut rules).with_context(of_rule)?;
            }
            // The `url` crate does this to every URL.
            "normalizer" => {}
            "" => bail!("rule {number} has no processor: write \"processor\": \"queryRemoval\""),
            other => *skipped.entry(other).or_default() += 1,
        }
    }
    let mut named = Vec::new();
    for (processor, count) in skipped {
        named.push(format!("{count} of {processor}"));
    }
    Ok(ZyteRules {
        rules,
        skipped: named,
    })
}

/// Adds a rule that removes the parameters of these names, or all others.
fn add(rule: &Value, removes: bool, rules: &mut ParamRules) -> Result<()> {
    let mut names = list(rule.get("args"), "args")?;
    // Their lists have empty names too.
    names.retain(|name| !name.is_empty());
    let pattern = rule.get("urlPattern").context("it has no \"urlPattern\"")?;
    let mut all_places = Vec::new();
    for included in list(pattern.get("include"), "include")? {
        all_places.extend(places(&included)?);
    }
    let excluded = match pattern.get("exclude") {
        None | Some(Value::Null) => Vec::new(),
        exclude => list(exclude, "exclude")?,
    };
    for excluded in excluded {
        for place in places(&excluded)? {
            all_places.push(format!("!{place}"));
        }
    }
    if !removes {
        for name in &mut names {
            name.insert(0, '!');
        }
        names.insert(0, "*".to_owned());
    }
    if !names.is_empty() {
        rules.add(all_places, names)?;
    }
    Ok(())
}

/// Reads a list of texts, which is called by a name in messages.
fn list(value: Option<&Value>, name: &str) -> Result<Vec<String>> {
    let Some(items) = value.and_then(Value::as_array) else {
        bail!("\"{name}\" is not a list");
    };
    let mut texts = Vec::new();
    for item in items {
        let Some(text) = item.as_str() else {
            bail!("\"{name}\" is not a list of texts");
        };
        texts.push(text.to_owned());
    }
    Ok(texts)
}

/// Writes a pattern in the form of our rules: a domain includes all hosts below it, and a domain
/// with a path includes its `www` host.
fn places(pattern: &str) -> Result<Vec<String>> {
    if let Some(mark) = pattern.chars().find(|mark| "|?#".contains(*mark)) {
        let pattern = pattern.escape_debug();
        bail!(
            "\"{pattern}\" has a {mark}, which is not supported: a pattern is a host with the start of a path"
        );
    }
    Ok(match pattern {
        "" => vec!["*".to_owned()],
        path if path.starts_with('/') => vec![format!("*{path}")],
        place if place.starts_with(['.', '*']) => vec![place.to_owned()],
        place if place.contains('/') => vec![place.to_owned(), format!("www.{place}")],
        domain => vec![format!(".{domain}")],
    })
}
