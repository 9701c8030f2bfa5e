//! Waits for what a process does, instead of for a time in which it should have done it.

use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until something holds, and fails if it never does.
#[track_caller]
pub(crate) fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(
            start.elapsed() < PATIENCE,
            "not even after {PATIENCE:?}: {what}"
        );
        thread::sleep(Duration::from_millis(2));
    }
}

/// Measures what takes time until it is as it should be. Something else may have the machine while one
/// thing is measured and not while another is; what takes too long does so in every try.
pub(crate) fn measured(mut measure: impl FnMut() -> Result<(), String>) -> Result<(), String> {
    for pause in [1, 2, 4, 8] {
        if measure().is_ok() {
            return Ok(());
        }
        thread::sleep(Duration::from_secs(pause));
    }
    measure()
}

#[cfg(unix)]
pub(crate) use of_processes::*;

/// Where a pipe cannot be asked, a time has to be enough.
#[cfg(not(unix))]
pub(crate) fn all_is_read<T>(_stdin: T) {
    thread::sleep(Duration::from_millis(300));
}

#[cfg(unix)]
mod of_processes {
    use super::eventually;
    use signal_hook::consts::{SIGHUP, SIGINT};
    use std::fs;
    use std::os::fd::AsFd;
    use std::process::{Child, Command};
    use std::sync::{Arc, Once};

    /// Bytes in a pipe that nobody has read yet.
    pub(crate) fn unread(pipe: impl AsFd) -> u64 {
        rustix::io::ioctl_fionread(pipe).expect("it is a pipe")
    }

    /// Waits until a program has read all that was written to it.
    #[track_caller]
    pub(crate) fn all_is_read(stdin: impl AsFd) {
        eventually("all is read", || unread(&stdin) == 0);
    }

    /// Waits until a program stands still because nobody reads what it writes. A pipe holds 64 KB;
    /// what is left of it then is less than is printed at once.
    #[track_caller]
    pub(crate) fn output_is_full(stdout: impl AsFd) {
        eventually("the output pipe is full", || unread(&stdout) > 60 << 10);
    }

    /// Sends a signal by its name.
    pub(crate) fn send(signal: &str, child: &Child) {
        let script = format!("kill -{signal} {}", child.id());
        assert!(
            Command::new("sh")
                .args(["-c", &script])
                .status()
                .expect("sh is there")
                .success()
        );
    }

    /// Returns a mask of signals that the system knows of a process, which is a number or `self`.
    fn signal_mask(process: &str, mask: &str) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let bits = status
            .lines()
            .find_map(|line| line.strip_prefix(mask)?.strip_prefix(":\t"))?;
        u64::from_str_radix(bits, 16).ok()
    }

    fn signals(child: &Child, mask: &str) -> Option<u64> {
        signal_mask(&child.id().to_string(), mask)
    }

    /// Makes programs that this process starts from now on end by SIGINT and SIGHUP.
    ///
    /// Where `nohup` or a script with `&` starts the tests, these two are ignored, by programs that
    /// tests start as well: an ignored signal stays ignored in a new program, a caught one does not.
    /// So an ignored one is caught here, and nothing is done about it.
    pub(crate) fn children_get_default_signals() {
        static CAUGHT: Once = Once::new();
        CAUGHT.call_once(|| {
            let ignored = signal_mask("self", "SigIgn").unwrap_or(0);
            for signal in [SIGINT, SIGHUP] {
                if ignored & (1 << (signal - 1)) != 0 {
                    signal_hook::flag::register(signal, Arc::default()).expect("it can be caught");
                }
            }
        });
    }

    /// Waits until a program has prepared for SIGINT, and with it for the others.
    #[track_caller]
    pub(crate) fn signals_are_caught(child: &Child) {
        if cfg!(target_os = "linux") {
            eventually("SIGINT is caught", || {
                signals(child, "SigCgt").is_some_and(|mask| mask & 2 != 0)
            });
        } else {
            std::thread::sleep(std::time::Duration::from_millis(300));
        }
    }

    /// Waits until a signal has reached a program: one that waits takes no second one of its kind.
    #[track_caller]
    pub(crate) fn signal_has_come(child: &Child) {
        if cfg!(target_os = "linux") {
            eventually("the signal has come", || {
                signals(child, "ShdPnd") == Some(0)
            });
        } else {
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
    }
}
