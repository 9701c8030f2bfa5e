//! Opens states for subcommands.

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::Result;
use urlsift::Builder;
use urlsift::memory::{Access, State};
use urlsift::settings::{ByName, Records};

use crate::app::advice;
use crate::cli::Place;

/// The longest time for which a server may be away.
const PATIENCE: Duration = Duration::from_secs(3);

/// Opens a state.
pub(in crate::app) fn open(place: &Place, access: Access) -> Result<State> {
    State::open_with(place.clone(), access, |away| away < PATIENCE).map_err(advice::of_task(place))
}

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
