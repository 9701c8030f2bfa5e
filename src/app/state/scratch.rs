//! A scratch folder for a new state, until it takes its place.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::process;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::app::run::Signals;
use crate::app::show::message::shown;

/// The interval at which signals are checked.
const LOOK: Duration = Duration::from_millis(20);

/// A folder next to a state, on the same file system. It is removed when this is dropped and when a
/// signal ends the program; the next use removes what a killed program left.
pub(super) struct ScratchFolder {
    folder: PathBuf,
    /// Held as long as the folder is in use.
    _lock: File,
}

impl ScratchFolder {
    /// Creates the folder, `NAME.making`.
    ///
    /// # Errors
    /// It cannot be created, or another process uses it.
    pub(super) fn beside(path: &Path) -> Result<Self> {
        let mut folder = path.as_os_str().to_owned();
        folder.push(".making");
        let folder = PathBuf::from(folder);
        let context = || format!("cannot write to {}", shown(&folder));
        fs::create_dir_all(&folder).with_context(context)?;
        let lock = File::create(folder.join("lock")).with_context(context)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("another run of urlsift is making {}", shown(path))
            }
            Err(TryLockError::Error(cause)) => return Err(cause).with_context(context),
        }
        let scratch = Self {
            folder,
            _lock: lock,
        };
        for left in ["state", "state-wal", "state-shm", "state.lock"] {
            // If one cannot be removed, creating it again reports that.
            let _ = fs::remove_file(scratch.folder.join(left));
        }
        scratch.watch()?;
        Ok(scratch)
    }

    /// Returns the path of the state in it.
    pub(super) fn state(&self) -> PathBuf {
        self.folder.join("state")
    }

    /// Makes a signal remove it and end the program. The state at its final place changes in a
    /// single step or not at all.
    fn watch(&self) -> Result<()> {
        let signals = Signals::install()?;
        let folder = self.folder.clone();
        let wait = move || {
            loop {
                if let Some(signal) = signals.received() {
                    let _ = fs::remove_dir_all(&folder);
                    process::exit(128 + i32::from(signal));
                }
                thread::sleep(LOOK);
            }
        };
        thread::Builder::new()
            .name("signals".to_owned())
            .spawn(wait)
            .context("cannot watch for signals")?;
        Ok(())
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_user_and_leaves_nothing() {
        let place = tempfile::tempdir().expect("it can be made");
        let path = place.path().join("seen.state");
        let folder = place.path().join("seen.state.making");
        fs::create_dir(&folder).expect("it can be made");
        fs::write(folder.join("state-wal"), "left by a killed run").expect("it can be written");
        let scratch = ScratchFolder::beside(&path).expect("nobody uses it");
        assert_eq!(scratch.state(), folder.join("state"));
        assert!(!folder.join("state-wal").exists());
        let other = ScratchFolder::beside(&path).err().expect("it is in use");
        assert!(other.to_string().contains("another run"), "{other}");
        drop(scratch);
        assert!(!folder.exists());
        assert!(ScratchFolder::beside(&path).is_ok());
    }
}
