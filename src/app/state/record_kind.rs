//! Settings for the records that a state holds.

use std::num::NonZeroUsize;

use anyhow::Result;
use urlsift::Builder;
use urlsift::settings::{ByName, Records};

/// Returns settings for records of the kind that a state holds, by the text of its settings.
pub(super) fn of_kind(settings: Builder, stored: Option<&str>) -> Result<Builder> {
    let kind = stored.and_then(|stored| stored.lines().find_map(|line| line.strip_prefix("as ")));
    let Some(kind) = kind else {
        return Ok(settings);
    };
    let (kind, by) = kind.split_once(" by=").unwrap_or((kind, ""));
    let shingle = kind
        .rsplit_once('=')
        .and_then(|(_, runs)| runs.parse().ok())
        .unwrap_or(NonZeroUsize::MIN);
    let kinds = [Records::Texts, Records::Logs, Records::Events { shingle }];
    let terms = kinds
        .into_iter()
        .filter_map(Records::terms)
        .find(|terms| terms.identity() == kind);
    let is_typed = settings
        .view()
        .identity()
        .lines()
        .any(|line| line.starts_with("by "));
    let settings = settings.records(terms);
    Ok(if by.is_empty() || is_typed {
        settings
    } else {
        settings.set("by", by.trim_matches('"'))?
    })
}
