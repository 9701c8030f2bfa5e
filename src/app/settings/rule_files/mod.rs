//! `--rules`, `--scope` and `--params-from`: reads files that say something about places of sites,
//! in our own form or in one of four others.

mod burp;
mod hackerone;
mod zyte;

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;
use urlsift::memory::TimeSpan;
use urlsift::settings::{ParamRules, Scope, SiteRules};

use crate::app::settings::{text_file, url_rules};
use crate::app::show::message::{say, shell_word};
use hackerone::Assets;
use zyte::ZyteRules;

/// The option that names a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileOption {
    Rules,
    Scope,
    ParamsFrom,
}

impl FileOption {
    /// Returns the option of a name.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        match name {
            "rules" => Some(Self::Rules),
            "scope" => Some(Self::Scope),
            "params-from" => Some(Self::ParamsFrom),
            _ => None,
        }
    }

    /// What its file has.
    fn content(self) -> &'static str {
        match self {
            Self::Rules => "the rules",
            Self::Scope => "the scope",
            Self::ParamsFrom => "the rules for parameters",
        }
    }
}

/// Splits `HOST=FILE` into the host, if there is one, and the path of the file.
pub(crate) fn host_and_file(given: &str) -> (Option<&str>, &str) {
    match given.split_once('=') {
        // A path with a slash before the `=` is a path.
        Some((host, file)) if !host.contains('/') && !Path::new(given).exists() => {
            (Some(host), file)
        }
        _ => (None, given),
    }
}

/// A file of rules.
struct RuleFile<'f> {
    option: FileOption,
    /// The host that was typed for a `robots.txt`.
    host: Option<&'f str>,
    /// Its name in messages.
    shown: String,
    quiet: bool,
}

/// Reads the rules of `FILE`, or of the `robots.txt` of a host, `HOST=FILE`.
pub(crate) fn read(given: &str, option: FileOption, quiet: bool) -> Result<SiteRules> {
    let (host, file) = host_and_file(given);
    read_file(host, Path::new(file), option, quiet)
}

/// Reads the rules of a file.
pub(crate) fn read_file(
    host: Option<&str>,
    path: &Path,
    option: FileOption,
    quiet: bool,
) -> Result<SiteRules> {
    let of_file = RuleFile {
        option,
        host,
        shown: text_file::shown(path),
        quiet,
    };
    let text = text_file::read(path).with_context(|| of_file.cannot_read(path))?;
    let rules = of_file.parse(&text);
    let rules = rules.with_context(|| of_file.content())?;
    if option == FileOption::Scope && rules.scope.is_empty() {
        bail!(
            "{} has no rules: nothing would be in scope",
            of_file.content()
        );
    }
    of_file.note(&rules)?;
    Ok(rules)
}

impl RuleFile<'_> {
    /// Its content in messages.
    fn content(&self) -> String {
        format!("{} in {}", self.option.content(), self.shown)
    }

    fn cannot_read(&self, path: &Path) -> String {
        let message = format!("cannot read {} from {}", self.option.content(), self.shown);
        let name = &self.shown;
        let is_host = !path.exists() && name.contains('.') && !name.contains('/');
        if self.option != FileOption::Scope || !is_host {
            return message;
        }
        let below = shell_word(&format!(".{}", name.trim_start_matches("*.")));
        format!("{message} (a file of rules); for a host and all below it: --host {below}")
    }

    fn parse(&self, text: &str) -> Result<SiteRules> {
        let is_json = is_json(text);
        if let Some(host) = self.host {
            if is_json {
                let host = host.escape_debug();
                bail!("its rules name their own hosts: leave {host}= out");
            }
            return Ok(SiteRules {
                param_rules: ParamRules::read_robots(host, text)?,
                ..SiteRules::default()
            });
        }
        if is_json {
            return self.of_json(&serde_json::from_str(text)?);
        }
        if hackerone::is_table(text) {
            return self.of_assets(Assets::of_table(text)?);
        }
        Ok(SiteRules::read(text)?)
    }

    fn of_json(&self, json: &Value) -> Result<SiteRules> {
        if let Some(scope) = burp::scope(json) {
            return Ok(of_scope(scope?));
        }
        if self.option == FileOption::Scope || !zyte::is_list(json) {
            return self.of_assets(Assets::of_json(json)?);
        }
        let ZyteRules { rules, skipped } = zyte::read(json)?;
        if !skipped.is_empty() && !self.quiet {
            let skipped = skipped.join("; ");
            say(format_args!(
                "{}: rules that are not about parameters are skipped: {skipped}",
                self.shown
            ));
        }
        Ok(SiteRules {
            param_rules: rules,
            ..SiteRules::default()
        })
    }

    /// Returns the scope of assets.
    fn of_assets(&self, assets: Assets) -> Result<SiteRules> {
        let Assets { scope, skipped } = assets;
        if scope.includes_all() {
            bail!("it has no eligible asset that is a host: nothing would be in scope");
        }
        if !skipped.is_empty() && !self.quiet {
            let assets = if skipped.len() == 1 {
                "asset that is not a host"
            } else {
                "assets that are not hosts"
            };
            let names = skipped[..skipped.len().min(5)].join(", ");
            say(format_args!(
                "{}: {} {assets}, skipped in the scope: {names}",
                self.shown,
                skipped.len()
            ));
        }
        Ok(of_scope(scope))
    }

    /// Reports rules that are missing, without effect or old.
    fn note(&self, rules: &SiteRules) -> Result<()> {
        let mut oldest = None;
        if let Some(age) = &rules.expire {
            let age: TimeSpan = age
                .parse()
                .map_err(|error| anyhow!("{}: * expire {age}: {error}", self.content()))?;
            oldest = Some(age.into());
        }
        if self.quiet {
            return Ok(());
        }
        if rules.is_empty() {
            let content = if self.option == FileOption::ParamsFrom {
                "no rule for parameters"
            } else {
                "no rules"
            };
            say(format_args!("{} has {content}", self.shown));
        }
        url_rules::note_contradictions(&rules.url_rules, &self.shown);
        if let Some(age) = oldest {
            url_rules::note_old(&rules.url_rules, &self.shown, age)?;
        }
        Ok(())
    }
}

/// Whether a file is JSON. A list of rules may also begin with a bracket: that of an IPv6 address.
fn is_json(text: &str) -> bool {
    let text = text.trim_start();
    let first_line = text.lines().next().unwrap_or_default();
    text.starts_with('{') || (text.starts_with('[') && SiteRules::read(first_line).is_err())
}

fn of_scope(scope: Scope) -> SiteRules {
    SiteRules {
        scope,
        ..SiteRules::default()
    }
}
