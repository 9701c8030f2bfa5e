//! Places of states, in a file or on a Redis server; opens states there.

use crate::{Error, ErrorKind};
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;
#[cfg(feature = "redis")]
use urlsift_memory::Archive;
use urlsift_memory::State;
#[cfg(feature = "state")]
use urlsift_memory::Unstored;
#[cfg(feature = "redis")]
use urlsift_redis::Redis;

/// The default time for which a server may be away.
const PATIENCE: Duration = Duration::from_secs(3);

/// The place of a state. Text that begins with `redis://` or `rediss://` is an
/// [address](Self::open); anything else is the path of a file.
///
/// ```
/// use std::path::Path;
/// use urlsift::memory::StatePlace;
///
/// assert_eq!(StatePlace::from("seen.state").file(), Some(Path::new("seen.state")));
/// let server = StatePlace::from("redis://:secret@cache.example/0?prefix=night");
/// assert_eq!(server.file(), None);
/// assert_eq!(format!("{server:?}"), "a Redis server"); // no address: it may hold a password
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StatePlace {
    /// A file.
    File(PathBuf),
    /// A Redis server, by its address, which may hold a password.
    Server(String),
}

/// The purpose for which a state is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Access {
    /// To read it: it must exist, and is not changed.
    Read,
    /// To decide with it in a [dry](urlsift_memory::Session::dry) run: it is not changed. If it
    /// does not exist, nothing is known.
    Dry,
    /// To change it: it must exist.
    Change,
    /// To change it: it is created if it does not exist.
    Create,
}

#[cfg(feature = "state")]
fn open_file(path: &Path, access: Access) -> Result<State, Error> {
    // An empty name is refused when it is opened.
    let is_missing = !path.as_os_str().is_empty() && !path.exists();
    match access {
        Access::Dry if is_missing => Ok(State::from_store(Unstored)),
        Access::Read | Access::Dry => State::read(path),
        Access::Change if is_missing => {
            let message = format!("there is no state {}", path.display());
            Err(Error::new(ErrorKind::Missing, message))
        }
        Access::Change | Access::Create => State::open(path),
    }
}

#[cfg(feature = "redis")]
fn open_server(
    address: &str,
    access: Access,
    waits: impl Fn(Duration) -> bool + Send + 'static,
) -> Result<State, Error> {
    let server = match access {
        Access::Read => Redis::read(address, waits)?,
        Access::Dry | Access::Change | Access::Create => {
            Redis::open(address, waits)?.dry(access == Access::Dry)
        }
    };
    // An empty one is most likely a misspelt name.
    if matches!(access, Access::Read | Access::Change) && server.stored().is_none() {
        let message = format!("there is no state in Redis at {}", server.name());
        return Err(Error::new(ErrorKind::Missing, message));
    }
    Ok(State::from_store(server))
}

impl StatePlace {
    /// Opens the state there for some purpose: the file at a path, or what a Redis server holds at
    /// `redis://user:password@host:port/db?prefix=NAME` (`rediss` for TLS). User and password may
    /// also be in the environment variables `URLSIFT_REDIS_USER` and `URLSIFT_REDIS_PASSWORD`. A
    /// server that is away is tried again for three seconds.
    ///
    /// # Errors
    /// [`ErrorKind::Busy`]: another run writes to the file. [`ErrorKind::Away`]: the server cannot
    /// be reached. [`ErrorKind::Missing`]: there is no state, and it is not to be created.
    /// [`ErrorKind::Settings`]: the address cannot be read, or this library was built without the
    /// feature that it needs. [`ErrorKind::Storage`], [`ErrorKind::ReadOnly`],
    /// [`ErrorKind::Damaged`]: the state cannot be opened, or the file is not a state.
    pub fn open(&self, access: Access) -> Result<State, Error> {
        self.open_with(access, |away| away < PATIENCE)
    }

    /// Opens the state there. While a server is away or does not answer, `waits` is called with the
    /// time that has passed, and the server is tried again as long as it returns true.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open).
    #[allow(unused_variables, reason = "files are not waited for")]
    pub fn open_with(
        &self,
        access: Access,
        waits: impl Fn(Duration) -> bool + Send + 'static,
    ) -> Result<State, Error> {
        match self {
            #[cfg(feature = "state")]
            Self::File(path) => open_file(path, access),
            #[cfg(feature = "redis")]
            Self::Server(address) => open_server(address, access, waits),
            #[cfg(not(all(feature = "state", feature = "redis")))]
            place => {
                let message = format!(
                    "cannot open {place:?}: this library was built without the feature for it"
                );
                Err(Error::new(ErrorKind::Settings, message))
            }
        }
    }

    /// Returns the path, if it is a file.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Server(_) => None,
        }
    }
}

impl From<&str> for StatePlace {
    fn from(text: &str) -> Self {
        Self::from(OsString::from(text))
    }
}

impl From<String> for StatePlace {
    fn from(text: String) -> Self {
        Self::from(OsString::from(text))
    }
}

impl From<OsString> for StatePlace {
    fn from(text: OsString) -> Self {
        match text.into_string() {
            Ok(address) if address.starts_with("redis://") || address.starts_with("rediss://") => {
                Self::Server(address)
            }
            Ok(path) => Self::File(path.into()),
            Err(path) => Self::File(path.into()),
        }
    }
}

impl From<&Path> for StatePlace {
    fn from(path: &Path) -> Self {
        Self::File(path.to_owned())
    }
}

impl From<PathBuf> for StatePlace {
    fn from(path: PathBuf) -> Self {
        Self::File(path)
    }
}

/// Shows nothing of an address.
impl fmt::Debug for StatePlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.fmt(formatter),
            Self::Server(_) => formatter.write_str("a Redis server"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_told_from_a_file_and_not_repeated() {
        for (text, is_file) in [
            ("seen.state", true),
            ("redis", true),
            ("redis://:secret@h/0", false),
            ("rediss://h", false),
        ] {
            let place = StatePlace::from(text);
            assert_eq!(place.file().is_some(), is_file, "{text}");
            assert_eq!(format!("{place:?}").contains(text), is_file, "{text}");
        }
        assert!(
            StatePlace::from(Path::new("redis://h")).file().is_some(),
            "a path is one"
        );
    }
}
