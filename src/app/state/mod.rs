//! `urlsift state`: one file for each group of tasks.

mod info;
pub(super) mod place;
mod recent;
mod scratch;
mod transfer;
mod upkeep;

use anyhow::Result;
use urlsift::Builder;

use super::outcome::Outcome;
use super::settings::builder;
use crate::cli::{StateSettings, StateTask};

/// Runs a subcommand.
pub(super) fn run(task: &StateTask) -> Result<Outcome> {
    match task {
        StateTask::Info { state, format } => info::run(state, *format),
        StateTask::Recent(recent) => recent::run(recent, settings(&recent.settings)?),
        StateTask::Export { state } => transfer::export(state),
        StateTask::Import(import) => transfer::import(import, settings(&import.settings)?),
        StateTask::Forget { state, future: true, .. } => upkeep::forget_future(state),
        StateTask::Forget { state, host, older_than, .. } => upkeep::forget(state, host, *older_than),
        StateTask::Rebuild(rebuild) => upkeep::rebuild(rebuild, settings(&rebuild.settings)?),
        StateTask::Merge(merge) => upkeep::merge(merge, settings(&merge.settings)?),
    }
}

/// Builds the settings of similarity.
fn settings(typed: &StateSettings) -> Result<Builder> {
    builder(typed, false)
}
