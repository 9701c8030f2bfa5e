//! Where a state is.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

/// A file, or a Redis server by its address, which may hold a password.
#[derive(Clone)]
pub(crate) enum Place {
    File(PathBuf),
    Server(String),
}

impl Place {
    /// The file, if it is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Server(_) => None,
        }
    }
}

impl From<OsString> for Place {
    fn from(typed: OsString) -> Self {
        match typed.into_string() {
            Ok(address) if address.starts_with("redis://") || address.starts_with("rediss://") => {
                Self::Server(address)
            }
            Ok(path) => Self::File(path.into()),
            Err(path) => Self::File(path.into()),
        }
    }
}

/// Nothing of an address is repeated.
impl fmt::Debug for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.fmt(formatter),
            Self::Server(_) => formatter.write_str("a Redis server"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn an_address_is_told_from_a_file_and_not_repeated() {
        for (typed, is_file) in
            [("seen.state", true), ("redis", true), ("redis://:secret@h/0", false), ("rediss://h", false)]
        {
            let place = Place::from(std::ffi::OsString::from(typed));
            assert_eq!(place.file().is_some(), is_file, "{typed}");
            assert_eq!(format!("{place:?}").contains(typed), is_file, "{typed}");
        }
    }
}
