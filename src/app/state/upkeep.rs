//! `urlsift state forget`, `rebuild` and `merge`: states as a whole.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use urlsift::memory::{Access, Group, State};
use urlsift::{Builder, Sift};

use super::record_kind::of_kind;
use super::scratch::ScratchFolder;
use crate::app::clock;
use crate::app::run::open_state::open_state;
use crate::app::run::outcome::Outcome;
use crate::app::show::message::say;
use crate::cli::{MergeOptions, Rebuild, StatePlace};

/// Forgets hosts, and groups without recent lines.
pub(super) fn forget(
    state: &StatePlace,
    hosts: &[String],
    older_than: Option<Duration>,
) -> Result<Outcome> {
    let mut state = open_state(state, Access::Change)?;
    let name = Sift::builder().build()?;
    let canonical = |host: &String| {
        let url = if host.contains("://") {
            format!("{host}/")
        } else {
            format!("//{host}/")
        };
        name.scanner()
            .host(url.as_bytes())
            .with_context(|| format!("--host {host}: not a host"))
    };
    let wanted = hosts.iter().map(canonical).collect::<Result<Vec<_>>>()?;
    let oldest = older_than.map(clock::ago).transpose()?;
    let is_wanted = |group: &Group| {
        let is_old = oldest.is_some_and(|oldest| group.last < oldest);
        let is_of_host = !wanted.is_empty()
            && name
                .scanner()
                .host(&group.line)
                .is_some_and(|host| wanted.contains(&host));
        !is_old && !is_of_host
    };
    let forgotten = state.forget(is_wanted, oldest)?;
    say(format_args!("{forgotten} groups forgotten"));
    Ok(Outcome::Done)
}

/// Moves all times in the future to now.
pub(super) fn forget_future(state: &StatePlace) -> Result<Outcome> {
    let mut state = open_state(state, Access::Change)?;
    let moved = state.forget_future(clock::now()?)?;
    say(format_args!("{moved} groups had times after now"));
    Ok(Outcome::Done)
}

/// Enters everything again under other settings.
pub(super) fn rebuild(typed: &Rebuild, settings: Builder) -> Result<Outcome> {
    let Some(path) = typed.state.file() else {
        bail!(
            "cannot rebuild a state on a Redis server, where others may be at work: print it with urlsift state export, and enter it under \
             the new settings into another prefix=NAME with urlsift state import"
        );
    };
    let mut state = open_state(&typed.state, Access::Change)?;
    let scratch = ScratchFolder::beside(path)?;
    let mut made = State::open(scratch.state())?;
    let settings = of_kind(settings, state.settings())?;
    let groups = state.rebuild(settings, &mut made)?;
    say(format_args!("{groups} groups under the new settings"));
    Ok(Outcome::Done)
}

/// Merges states.
pub(super) fn merge(typed: &MergeOptions, settings: Builder) -> Result<Outcome> {
    let Some(output) = typed.output.file() else {
        bail!(
            "cannot merge states on a Redis server: merge them into a file, and copy that with urlsift state export and urlsift state import"
        );
    };
    if output.exists() {
        bail!(
            "cannot merge states into {}: it already exists",
            output.display()
        );
    }
    let open = |place| open_state(place, Access::Read);
    let mut states = typed.states.iter().map(open).collect::<Result<Vec<_>>>()?;
    let settings = of_kind(settings, states.first().and_then(State::settings))?;
    for state in &states {
        state
            .check(&settings)
            .with_context(|| format!("cannot join {}", state.name()))?;
    }
    // The file takes its place only when it is complete.
    let scratch = ScratchFolder::beside(output)?;
    let joined = scratch.state();
    let groups = State::open(&*joined)?.merge(settings, &mut states)?;
    fs::rename(&joined, output).with_context(|| format!("cannot write {}", output.display()))?;
    say(format_args!("{groups} groups in {}", output.display()));
    Ok(Outcome::Done)
}
