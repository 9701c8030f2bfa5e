//! Which URLs are wanted, as the library takes it.

use anyhow::{Context, Result};
use urlsift::{Builder, Selection};

use super::scope;
use crate::cli;

/// Adds to settings what was typed.
pub(super) fn add(settings: Builder, typed: &cli::Selection, quiet: bool) -> Result<Builder> {
    let cli::Selection { ext, not_ext, host, not_host, scope, scheme, has_params, no_params, .. } = typed;
    let settings = match typed.max_per_host {
        Some(lines) => settings.max_per_host(lines),
        None => settings,
    };
    let lists = [ext, not_ext, host, not_host, scheme, &typed.param, &typed.matches, &typed.not_match];
    let is_empty = lists.iter().all(|list| list.is_empty())
        && typed.status.is_empty()
        && scope.is_none()
        && !has_params
        && !no_params;
    if is_empty {
        return Ok(settings);
    }
    let mut selection = Selection::default()
        .extensions(ext)
        .not_extensions(not_ext)
        .schemes(scheme)
        .params(&typed.param)
        .hosts(host)
        .context("--host")?
        .not_hosts(not_host)
        .context("--not-host")?
        .matches(&typed.matches)
        .context("--match")?
        .not_matches(&typed.not_match)
        .context("--not-match")?
        .statuses(&typed.status)
        .context("--status")?;
    if let Some(file) = scope {
        selection = selection.scope(scope::read(file, quiet)?);
    }
    if *has_params || *no_params {
        selection = selection.has_params(*has_params);
    }
    Ok(settings.selection(selection))
}
