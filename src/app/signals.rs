//! SIGINT and SIGTERM: the first asks for a clean end, the second one ends the program at once.
//!
//! SIGXFSZ, which would kill the program when its output reaches a limit on file sizes, is taken so that the write fails with a reason.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// Knows which signal came.
pub(super) struct Signals {
    received: Arc<AtomicUsize>,
}

impl Signals {
    /// Starts to watch for signals.
    pub(super) fn install() -> io::Result<Self> {
        let received = Arc::new(AtomicUsize::new(0));
        let asked = Arc::new(AtomicBool::new(false));
        for signal in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag unset, and sets it. So nobody has to wait for a write
            // that blocks.
            flag::register_conditional_default(signal, Arc::clone(&asked))?;
            flag::register(signal, Arc::clone(&asked))?;
            flag::register_usize(signal, Arc::clone(&received), signal.unsigned_abs() as usize)?;
        }
        #[cfg(unix)]
        flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
        Ok(Self { received })
    }

    /// Returns the number of the signal that came, if one came.
    pub(super) fn received(&self) -> Option<u8> {
        u8::try_from(self.received.load(Ordering::Relaxed)).ok().filter(|&signal| signal != 0)
    }
}
