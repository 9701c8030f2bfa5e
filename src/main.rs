//! The program `urlsift`: parses the command line, runs it, and turns the outcome into an exit
//! status.

mod app;
mod cli;

use std::process::ExitCode;

use app::{DIFFERENT, ERROR, Outcome};

/// The static program does not use musl's own allocator: Cargo.toml says why.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let typed = match cli::parse() {
        Ok(typed) => typed,
        Err(refusal) => return app::refuse(&refusal),
    };
    match app::run(typed) {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::Different) => ExitCode::from(DIFFERENT),
        Ok(Outcome::Incomplete) => ExitCode::from(ERROR),
        // What a shell reports for a program that the signal killed.
        Ok(Outcome::Interrupted(signal)) => ExitCode::from(128 + signal),
        Err(error) => {
            app::say(format_args!("{error:#}"));
            ExitCode::from(ERROR)
        }
    }
}
