//! `urlsift state`: one file for each group of tasks.

mod info;
mod recent;
mod record_kind;
mod scratch;
mod transfer;
mod upkeep;

use anyhow::Result;

use crate::app::run::RunOutcome;
use crate::cli::StateTask;

/// Runs a subcommand.
pub(super) fn run(task: &StateTask) -> Result<RunOutcome> {
    match task {
        StateTask::Info { state, format } => info::run(state, *format),
        StateTask::Recent(recent) => recent::run(recent),
        StateTask::Export { state } => transfer::export(state),
        StateTask::Import(import) => transfer::import(import),
        StateTask::Forget {
            state,
            future: true,
            ..
        } => upkeep::forget_future(state),
        StateTask::Forget {
            state,
            host,
            older_than,
            ..
        } => upkeep::forget(state, host, *older_than),
        StateTask::Rebuild(rebuild) => upkeep::rebuild(rebuild),
        StateTask::Merge(merge) => upkeep::merge(merge),
    }
}
