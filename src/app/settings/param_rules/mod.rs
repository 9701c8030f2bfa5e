//! `--params-from`: reads a file of rules on parameters that change nothing on a host, in one
//! of three formats.

mod zyte;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use urlsift::settings::ParamRules;

use crate::app::show::message::{say, shown};
use zyte::ZyteRules;

/// Splits `HOST=FILE` into the host, if there is one, and the path of the file.
pub(crate) fn host_and_file(given: &str) -> (Option<&str>, &str) {
    match given.split_once('=') {
        // A path with a slash before the `=` is a path.
        Some((host, file)) if !host.contains('/') => (Some(host), file),
        _ => (None, given),
    }
}

/// Reads the rules of `FILE`, or of the `robots.txt` of a host, `HOST=FILE`.
pub(crate) fn read(given: &str, quiet: bool) -> Result<ParamRules> {
    let (host, file) = host_and_file(given);
    let shown = shown(Path::new(file));
    let text = fs::read_to_string(file)
        .with_context(|| format!("cannot read rules for parameters from {shown}"))?;
    let text = text.trim_start_matches('\u{feff}');
    let is_json = text.trim_start().starts_with(['{', '['])
        && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    let in_file = || format!("the rules for parameters in {shown}");
    let rules = match host {
        Some(host) if !is_json => ParamRules::read_robots(host, text).with_context(in_file)?,
        Some(host) => {
            let host = host.escape_debug();
            bail!("{} name their own hosts: leave {host}= out", in_file());
        }
        None if is_json => {
            let ZyteRules { rules, skipped } = zyte::read(text).with_context(in_file)?;
            if !skipped.is_empty() && !quiet {
                let skipped = skipped.join("; ");
                say(format_args!(
                    "{shown}: rules that are not about parameters are skipped: {skipped}"
                ));
            }
            rules
        }
        None => ParamRules::read(text).with_context(in_file)?,
    };
    if rules.is_empty() && !quiet {
        say(format_args!("{shown} has no rule for parameters"));
    }
    Ok(rules)
}
