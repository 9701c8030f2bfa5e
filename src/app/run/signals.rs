//! SIGHUP, SIGINT and SIGTERM: the first asks for a clean end, the second ends the program at once.
//!
//! SIGXFSZ would kill the program when its output reaches a file size limit. It is handled, so that
//! the write fails with a reason instead. Windows has none of these; a console has Ctrl-C.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
#[cfg(unix)]
use std::{ffi::c_int, fs};

use anyhow::{Context as _, Result};
#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
#[cfg(unix)]
use signal_hook::flag;

/// The number of SIGINT, which Windows has no name for.
#[cfg(windows)]
const SIGINT: u8 = 2;

/// The signal that came, if any.
#[derive(Default)]
pub(crate) struct Signals {
    received: Arc<AtomicUsize>,
    /// Whether the next signal ends the program at once.
    asked: Arc<AtomicBool>,
}

impl Signals {
    /// Starts to watch for signals.
    pub(crate) fn install() -> Result<Self> {
        let signals = Self::default();
        signals.register().context("cannot watch for signals")?;
        Ok(signals)
    }

    #[cfg(unix)]
    fn register(&self) -> io::Result<()> {
        for signal in not_ignored(vec![SIGHUP, SIGINT, SIGTERM]) {
            // The order matters: the first signal finds the flag unset and sets it; the second ends
            // the program even if a write blocks.
            flag::register_conditional_default(signal, Arc::clone(&self.asked))?;
            flag::register(signal, Arc::clone(&self.asked))?;
            let received = Arc::clone(&self.received);
            let number = signal.unsigned_abs() as usize;
            flag::register_usize(signal, received, number)?;
        }
        let unread = Arc::new(AtomicBool::new(false));
        flag::register(SIGXFSZ, unread)?;
        Ok(())
    }

    /// Ctrl-C, Ctrl-Break and the closing of the console all count as SIGINT.
    #[cfg(windows)]
    fn register(&self) -> io::Result<()> {
        let received = Arc::clone(&self.received);
        let asked = Arc::clone(&self.asked);
        let end = move || {
            if asked.swap(true, Ordering::SeqCst) {
                std::process::exit(128 + i32::from(SIGINT));
            }
            received.store(SIGINT.into(), Ordering::SeqCst);
        };
        ctrlc::set_handler(end).map_err(io::Error::other)
    }

    /// Returns a check that is true while no signal has come.
    pub(crate) fn watch(&self) -> impl Fn() -> bool + Send + use<> {
        let received = Arc::clone(&self.received);
        move || received.load(Ordering::Relaxed) == 0
    }

    /// Lets every later signal end the program at once, for work that does not watch for signals.
    /// Returns the number of the signal that came before, if one came.
    pub(crate) fn release(&self) -> Option<u8> {
        self.asked.store(true, Ordering::SeqCst);
        self.received()
    }

    /// Returns the number of the signal that came, if one came.
    pub(crate) fn received(&self) -> Option<u8> {
        match self.received.load(Ordering::Relaxed) {
            0 => None,
            signal => u8::try_from(signal).ok(),
        }
    }
}

/// Returns the signals that the caller did not set to be ignored, as `nohup` does, or a shell
/// script for a command with `&`.
///
/// Where the system does not say, SIGHUP is not handled, so that runs under `nohup` do not end.
#[cfg(unix)]
fn not_ignored(mut signals: Vec<c_int>) -> Vec<c_int> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut ignored = 1 << (SIGHUP - 1);
    for line in status.lines() {
        if let Some(digits) = line.strip_prefix("SigIgn:")
            && let Ok(signals) = u64::from_str_radix(digits.trim(), 16)
        {
            ignored = signals;
        }
    }
    signals.retain(|signal| ignored & (1 << (signal - 1)) == 0);
    signals
}
