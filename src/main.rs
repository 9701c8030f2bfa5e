//! The program `urlsift`: parses the command line, runs it, and turns the outcome into an exit
//! status.

mod app;
mod cli;

use std::process::ExitCode;

use app::RunOutcome;

/// The status of every error.
const ERROR: u8 = 2;

/// The status if two lists that are compared differ, as that of `diff`.
const DIFFERENT: u8 = 1;

/// The static program does not use musl's own allocator: Cargo.toml says why.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let outcome = match cli::parse() {
        Ok(typed) => app::run(typed),
        Err(refusal) => Ok(app::refuse(&refusal)),
    };
    match outcome {
        Ok(RunOutcome::Done) => ExitCode::SUCCESS,
        Ok(RunOutcome::Different) => ExitCode::from(DIFFERENT),
        Ok(RunOutcome::Incomplete | RunOutcome::Refused) => ExitCode::from(ERROR),
        // Shells report this status for a program that the signal killed.
        Ok(RunOutcome::Interrupted(signal)) => ExitCode::from(128 + signal),
        Err(error) => {
            app::say(format_args!("{error:#}"));
            ExitCode::from(ERROR)
        }
    }
}
