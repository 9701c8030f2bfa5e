//! The settings of a prefix, and where the next run goes on.

use super::server::Server;
use crate::store::Start;
use urlsift_core::error::{Error, ErrorKind};

/// Groups of one run are numbered from the number of the run, shifted by so many bits.
const RUN_SHIFT: u32 = 40;

/// The settings of a prefix.
pub(super) struct Stored {
    pub(super) identity: String,
    pub(super) start: Start,
    /// The window in milliseconds.
    pub(super) window: Option<i64>,
}

impl Stored {
    /// `None` if nothing is stored yet.
    pub(super) fn read(server: &mut Server) -> Result<Option<Self>, Error> {
        let mut get = redis::cmd("HMGET");
        get.arg(name(server)).arg(&["identity", "seed0", "seed1", "slice", "window", "runs"]);
        let fields: Vec<Option<String>> = server.ask(move |connection| get.query(connection))?;
        if fields.iter().all(Option::is_none) {
            return Ok(None);
        }
        let fields: Vec<String> = fields.into_iter().map(Option::unwrap_or_default).collect();
        match Self::parse(&fields) {
            Some(stored) => Ok(Some(stored)),
            None => Err(server.refusal(ErrorKind::Damaged, "the settings there are damaged")),
        }
    }

    /// Reads settings, both halves of the key of hashes, the length of a slice, the window if there
    /// is one, and the number of the run.
    pub(super) fn parse(fields: &[String]) -> Option<Self> {
        let [identity, seed0, seed1, slice, window, run] = fields else { return None };
        let (seed, slice) = ([seed0.parse().ok()?, seed1.parse().ok()?], slice.parse().ok()?);
        let run = run.parse().unwrap_or_default();
        let start = Start { seed, slice, next: run << RUN_SHIFT, run, resumed: 0, expired: None };
        let window = if window.is_empty() { None } else { Some(window.parse().ok()?) };
        Some(Self { identity: identity.clone(), start, window })
    }
}

/// The name under which they are stored.
pub(super) fn name(server: &Server) -> Vec<u8> {
    format!("{}:settings", server.address.prefix).into_bytes()
}
