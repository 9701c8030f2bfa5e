//! `urlsift state forget`, `rebuild` and `merge`: states as a whole.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;
use urlsift::memory::{Sqlite, rebuild as rebuild_states};
use urlsift::{Builder, Sift};

use crate::app::outcome::Outcome;
use crate::app::say;
use crate::cli::{Merge, Rebuild};

/// Forgets hosts, and what did not come lately.
pub(super) fn forget(path: &Path, hosts: &[String], older_than: Option<Duration>) -> Result<Outcome> {
    let mut state = open(path)?;
    let name = Sift::builder().build()?;
    let mut wanted = Vec::new();
    for host in hosts {
        let url = if host.contains("://") { format!("{host}/") } else { format!("//{host}/") };
        wanted.push(name.host(url.as_bytes()).with_context(|| format!("--host {host}: not a host"))?);
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock is before 1970")?;
    let oldest =
        older_than.map(|time| i64::try_from(now.saturating_sub(time).as_millis()).unwrap_or(i64::MAX));
    let forgotten = state.forget(|kind| {
        let is_old = oldest.is_some_and(|oldest| kind.last < oldest);
        let is_of_host =
            !wanted.is_empty() && name.host(&kind.line).is_some_and(|host| wanted.contains(&host));
        !is_old && !is_of_host
    })?;
    if let Some(oldest) = oldest {
        state.forget_arrivals(oldest)?;
    }
    say(format_args!("{forgotten} kinds forgotten"));
    Ok(Outcome::Done)
}

/// Enters everything anew.
pub(super) fn rebuild(typed: &Rebuild, settings: Builder) -> Result<Outcome> {
    let mut state = open(&typed.state)?;
    let scratch = beside(&typed.state)?;
    let anew = scratch.path().join("state");
    let kinds = rebuild_states(settings, std::slice::from_mut(&mut state), &anew)?;
    state.take_over(&mut Sqlite::read(&anew)?)?;
    say(format_args!("{kinds} kinds under the new settings"));
    Ok(Outcome::Done)
}

/// Joins states.
pub(super) fn merge(typed: &Merge, settings: Builder) -> Result<Outcome> {
    let output = &typed.output;
    if output.exists() {
        bail!("cannot join states in {}: it is there already", output.display());
    }
    let mut states = typed.states.iter().map(|path| Sqlite::read(path)).collect::<Result<Vec<_>, _>>()?;
    for (path, state) in typed.states.iter().zip(&states) {
        state.check(&settings).with_context(|| format!("cannot join {}", path.display()))?;
    }
    // At its place only when it is whole.
    let scratch = beside(output)?;
    let joined = scratch.path().join("state");
    let kinds = rebuild_states(settings, &mut states, &joined)?;
    fs::rename(&joined, output).with_context(|| format!("cannot write {}", output.display()))?;
    say(format_args!("{kinds} kinds in {}", output.display()));
    Ok(Outcome::Done)
}

/// Opens a state that is there.
fn open(path: &Path) -> Result<Sqlite> {
    if !path.exists() {
        bail!("there is no state {}", path.display());
    }
    Ok(Sqlite::open(path)?)
}

/// A scratch directory on the same file system as a file.
fn beside(path: &Path) -> Result<TempDir> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    tempfile::tempdir_in(folder).with_context(|| format!("cannot write to {}", folder.display()))
}
