//! The structured scopes of a program on `HackerOne`, as its API and its page give them: JSON and
//! CSV.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use urlsift::settings::Scope;

use super::csv::{self, CsvRow};
use crate::app::show::message::harmless;

/// The columns of a table of assets: identifier, type, and whether reports on it are accepted.
const COLUMNS: [&str; 3] = ["identifier", "asset_type", "eligible_for_submission"];

/// A scope, and the assets that are not hosts.
#[derive(Default)]
pub(super) struct Assets {
    pub(super) scope: Scope,
    pub(super) skipped: Vec<String>,
}

/// Says whether a text begins with the header of a table of assets.
pub(super) fn is_table(text: &str) -> bool {
    csv::rows(text)
        .next()
        .is_some_and(|header| places(&header).is_some())
}

/// Returns the numbers of the columns.
fn places(header: &CsvRow) -> Option<[usize; 3]> {
    let place = |name: &str| {
        header
            .fields
            .iter()
            .position(|field| field.trim().eq_ignore_ascii_case(name))
    };
    let [identifier, kind, eligible] = COLUMNS.map(place);
    Some([identifier?, kind?, eligible?])
}

/// Says whether an asset is out of scope.
fn excludes(eligible: &str) -> Result<bool> {
    match eligible.to_ascii_lowercase().as_str() {
        "true" => Ok(false),
        "false" => Ok(true),
        _ => bail!(
            "write true or false for eligible_for_submission, not \"{}\"",
            eligible.escape_debug()
        ),
    }
}

impl Assets {
    pub(super) fn of_json(json: &Value) -> Result<Self> {
        let assets = json
            .pointer("/relationships/structured_scopes/data")
            .or_else(|| json.pointer("/data/relationships/structured_scopes/data"))
            .or_else(|| json.get("data"))
            .unwrap_or(json);
        let Some(assets) = assets.as_array() else {
            bail!(
                "it is neither a Burp project (target.scope) nor a HackerOne program (structured scopes)"
            );
        };
        let mut all = Self::default();
        for (number, asset) in (1..).zip(assets) {
            let asset = asset.get("attributes").unwrap_or(asset);
            let text = |name: &str| asset.get(name).and_then(Value::as_str).unwrap_or_default();
            let excludes = asset
                .get("eligible_for_submission")
                .and_then(Value::as_bool)
                == Some(false);
            all.add(text("asset_identifier"), text("asset_type"), excludes)
                .with_context(|| format!("asset {number}"))?;
        }
        Ok(all)
    }

    /// Reads a table, which has a header.
    pub(super) fn of_table(text: &str) -> Result<Self> {
        let mut rows = csv::rows(text);
        let places = rows
            .next()
            .and_then(|header| places(&header))
            .context("it has no header")?;
        let mut all = Self::default();
        for row in rows {
            let [identifier, kind, eligible] =
                places.map(|place| row.fields.get(place).map_or("", |field| field.trim()));
            excludes(eligible)
                .and_then(|excludes| all.add(identifier, kind, excludes))
                .with_context(|| format!("line {}", row.line))?;
        }
        Ok(all)
    }

    /// Adds an asset, if it is a host. An asset that is not eligible is out of scope, whatever its
    /// type.
    fn add(&mut self, identifier: &str, kind: &str, excludes: bool) -> Result<()> {
        let is_host = matches!(
            kind,
            "URL" | "WILDCARD" | "DOMAIN" | "IP_ADDRESS" | "CIDR" | "API"
        );
        // One asset may contain several hosts.
        let hosts = identifier
            .split([',', ' ', '\n'])
            .map(str::trim)
            .filter(|host| !host.is_empty());
        if is_host {
            hosts
                .into_iter()
                .try_for_each(|host| Ok(self.scope.add(host, false, excludes)?))
        } else {
            // Prose is not a host, but may contain the address of a page.
            let is_like = |host: &&str| excludes && host.contains('.');
            let added = hosts
                .filter(is_like)
                .filter(|host| self.scope.add(host, false, true).is_ok())
                .count();
            self.skipped
                .extend((added == 0).then(|| harmless(identifier)));
            Ok(())
        }
    }
}
