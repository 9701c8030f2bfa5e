//! Rules in the form of duplicate-url-discarder (Zyte): a list of processors, each for some hosts.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use urlsift::settings::ParamRules;

/// Reads the rules about parameters, and counts other kinds of rules.
pub(super) fn rules(text: &str) -> Result<(ParamRules, Vec<String>)> {
    let Value::Array(list) = serde_json::from_str(text)? else {
        bail!(
            "it is not a list: write [{{\"processor\": \"queryRemoval\", \"args\": [\"ref\"], \"urlPattern\": {{\"include\": [\"example.com\"]}}}}]"
        );
    };
    let mut rules = ParamRules::default();
    let mut skipped: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, rule) in (1..).zip(&list) {
        let processor = rule
            .get("processor")
            .and_then(Value::as_str)
            .unwrap_or_default();
        match processor {
            "queryRemoval" | "queryRemovalExcept" => {
                add(rule, processor == "queryRemoval", &mut rules)
                    .with_context(|| format!("rule {number}"))?;
            }
            // The `url` crate does this to every URL.
            "normalizer" => {}
            "" => bail!("rule {number} has no processor: write \"processor\": \"queryRemoval\""),
            other => *skipped.entry(other).or_default() += 1,
        }
    }
    let skipped = skipped
        .into_iter()
        .map(|(processor, count)| format!("{count} of {processor}"));
    Ok((rules, skipped.collect()))
}

/// Adds a rule that removes the parameters of these names, or all others.
fn add(rule: &Value, removes: bool, rules: &mut ParamRules) -> Result<()> {
    let mut names = list(rule.get("args"), "args")?;
    // Their lists have empty names too.
    names.retain(|name| !name.is_empty());
    let pattern = rule.get("urlPattern").context("it has no \"urlPattern\"")?;
    let mut all_places = Vec::new();
    for pattern in list(pattern.get("include"), "include")? {
        all_places.append(&mut places(&pattern)?);
    }
    let excluded = match pattern.get("exclude") {
        None | Some(Value::Null) => Vec::new(),
        exclude => list(exclude, "exclude")?,
    };
    for pattern in excluded {
        for place in places(&pattern)? {
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
    let items = value
        .and_then(Value::as_array)
        .with_context(|| format!("\"{name}\" is not a list"))?;
    let texts: Option<_> = items
        .iter()
        .map(|item| item.as_str().map(str::to_owned))
        .collect();
    texts.with_context(|| format!("\"{name}\" is not a list of texts"))
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
