//! `urlsift state forget`, `rebuild` and `merge`: states as a whole.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use urlsift::Sift;
use urlsift::memory::{Access, Group, State};

use super::record_kind;
use super::scratch::ScratchFolder;
use crate::app::clock;
use crate::app::run::{RunOutcome, open_state};
use crate::app::show::message::say;
use crate::cli::{MergeOptions, Rebuild, StatePlace};

/// Forgets hosts, and groups without recent lines.
pub(super) fn forget(
    state: &StatePlace,
    hosts: &[String],
    older_than: Option<Duration>,
) -> Result<RunOutcome> {
    let mut state = open_state(state, Access::Change)?;
    let sift = Sift::builder().build()?;
    let scanner = sift.scanner();
    let mut wanted = Vec::new();
    for host in hosts {
        let Some(canonical) = scanner.host(url_of(host).as_bytes()) else {
            bail!("--host {host}: not a host");
        };
        wanted.push(canonical);
    }
    let oldest = older_than.map(clock::ago).transpose()?;
    let stays = |group: &Group| {
        if let Some(oldest) = oldest
            && group.last < oldest
        {
            return false;
        }
        match scanner.host(&group.line) {
            Some(host) => !wanted.contains(&host),
            None => true,
        }
    };
    let forgotten = state.forget(stays, oldest)?;
    say(format_args!("{forgotten} groups forgotten"));
    Ok(RunOutcome::Done)
}

/// Returns a URL on a host.
fn url_of(host: &str) -> String {
    if host.contains("://") {
        format!("{host}/")
    } else {
        format!("//{host}/")
    }
}

/// Moves all times in the future to now.
pub(super) fn forget_future(state: &StatePlace) -> Result<RunOutcome> {
    let mut state = open_state(state, Access::Change)?;
    let moved = state.forget_future(clock::now()?)?;
    say(format_args!("{moved} groups had times after now"));
    Ok(RunOutcome::Done)
}

/// Enters everything again under other settings.
pub(super) fn rebuild(typed: &Rebuild) -> Result<RunOutcome> {
    let Some(path) = typed.state.file() else {
        bail!(
            "cannot rebuild a state on a Redis server, where others may be at work: print it with urlsift state export, and enter it under \
             the new settings into another prefix=NAME with urlsift state import"
        );
    };
    let mut state = open_state(&typed.state, Access::Change)?;
    let scratch = ScratchFolder::beside(path)?;
    let mut made = State::open(scratch.state())?;
    let settings = record_kind::typed(&typed.settings, &typed.lines, state.settings())?;
    let groups = state.rebuild(settings, &mut made)?;
    say(format_args!("{groups} groups under the new settings"));
    Ok(RunOutcome::Done)
}

/// Merges states.
pub(super) fn merge(typed: &MergeOptions) -> Result<RunOutcome> {
    let Some(output) = typed.output.file() else {
        bail!(
            "cannot merge states on a Redis server: merge them into a file, and copy that with urlsift state export and urlsift state import"
        );
    };
    let name = output.display();
    if output.exists() {
        bail!("cannot merge states into {name}: it already exists");
    }
    let mut states = Vec::new();
    for place in &typed.states {
        states.push(open_state(place, Access::Read)?);
    }
    let stored = states.first().and_then(State::settings);
    let settings = record_kind::typed(&typed.settings, &typed.lines, stored)?;
    for state in &states {
        state
            .check(&settings)
            .with_context(|| format!("cannot join {}", state.name()))?;
    }
    // The file takes its place only when it is complete.
    let scratch = ScratchFolder::beside(output)?;
    let joined = scratch.state();
    let mut state = State::open(&*joined)?;
    let groups = state.merge(settings, &mut states)?;
    fs::rename(&joined, output).with_context(|| format!("cannot write {name}"))?;
    say(format_args!("{groups} groups in {name}"));
    Ok(RunOutcome::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_typed_with_and_without_a_scheme() {
        let sift = Sift::builder().build().expect("it is right");
        for (typed, wanted) in [
            ("A.example", "a.example"),
            ("http://a.example:80", "a.example"),
            ("https://a.example", "a.example"),
            ("a.example:8080", "a.example:8080"),
        ] {
            let found = sift.scanner().host(url_of(typed).as_bytes());
            assert_eq!(found.as_deref(), Some(wanted), "{typed}");
        }
    }
}
