//! The structured scopes of a program on `HackerOne`, as its API and its page give them: JSON and
//! CSV.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use urlsift::settings::Scope;
use urlsift::settings::input::csv::{self, CsvRow};

use crate::app::show::message::harmless;

/// The numbers of the columns of a table of assets.
#[derive(Clone, Copy)]
struct AssetColumns {
    identifier: usize,
    asset_type: usize,
    /// Whether reports on it are accepted.
    eligible: usize,
}

impl AssetColumns {
    /// Reads a header; `None` if it lacks a column.
    fn read(header: &CsvRow) -> Option<Self> {
        let column = |name: &str| {
            header
                .fields
                .iter()
                .position(|field| field.trim().eq_ignore_ascii_case(name))
        };
        Some(Self {
            identifier: column("identifier")?,
            asset_type: column("asset_type")?,
            eligible: column("eligible_for_submission")?,
        })
    }
}

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
        .is_some_and(|header| AssetColumns::read(&header).is_some())
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
                "it is neither a Burp project (target.scope) nor a HackerOne program (structured scopes), nor a \
                 list of rules of duplicate-url-discarder"
            );
        };
        let mut found = Self::default();
        for (number, asset) in (1..).zip(assets) {
            let asset = asset.get("attributes").unwrap_or(asset);
            let text = |name: &str| asset.get(name).and_then(Value::as_str).unwrap_or_default();
            let excludes = asset
                .get("eligible_for_submission")
                .and_then(Value::as_bool)
                == Some(false);
            found
                .add(text("asset_identifier"), text("asset_type"), excludes)
                .with_context(|| format!("asset {number}"))?;
        }
        Ok(found)
    }

    /// Reads a table, which has a header.
    pub(super) fn of_table(text: &str) -> Result<Self> {
        let mut rows = csv::rows(text);
        let columns = rows
            .next()
            .and_then(|header| AssetColumns::read(&header))
            .context("it has no header")?;
        let mut assets = Self::default();
        for row in rows {
            let field = |column: usize| match row.fields.get(column) {
                Some(field) => field.trim(),
                None => "",
            };
            excludes(field(columns.eligible))
                .and_then(|excludes| {
                    assets.add(
                        field(columns.identifier),
                        field(columns.asset_type),
                        excludes,
                    )
                })
                .with_context(|| format!("line {}", row.line))?;
        }
        Ok(assets)
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
            for host in hosts {
                self.scope.add(host, false, excludes)?;
            }
            return Ok(());
        }
        // Prose is not a host, but may contain the address of a page.
        let mut has_host = false;
        for host in hosts.filter(|host| excludes && host.contains('.')) {
            has_host |= self.scope.add(host, false, true).is_ok();
        }
        if !has_host {
            self.skipped.push(harmless(identifier));
        }
        Ok(())
    }
}
