//! The settings of a prefix, and where the next run goes on.

use super::server::Server;
use crate::store::Start;
use urlsift_core::error::{Error, ErrorKind};

/// Groups of one run are numbered from the number of the run, shifted by so many bits.
const RUN_SHIFT: u32 = 40;

/// The version of the format in which everything is stored.
pub(super) const FORMAT: u64 = 2;

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
        get.arg(name(server)).arg(&["identity", "seed", "slice", "window", "format", "runs", "seed0"]);
        let mut fields: Vec<Option<String>> = server.ask(move |connection| get.query(connection))?;
        if fields.iter().all(Option::is_none) {
            return Ok(None);
        }
        let refuse = |why: &str| Err(server.refusal(ErrorKind::Damaged, why));
        // Only the first version has this field, which that one does not do without.
        if fields.pop().flatten().is_some() {
            return refuse(
                "it was begun by an earlier version of urlsift, whose format this one does not read: export it with that one, and import it into another prefix",
            );
        }
        let fields: Vec<String> = fields.into_iter().map(Option::unwrap_or_default).collect();
        if fields[4].parse::<u64>().is_ok_and(|format| format > FORMAT) {
            let format = &fields[4];
            return refuse(&format!(
                "it has version {format} of the format, and this urlsift knows version {FORMAT}: use a newer one"
            ));
        }
        match Self::parse(&fields) {
            Some(stored) => Ok(Some(stored)),
            None => refuse("the settings there are damaged"),
        }
    }

    /// Reads settings, the key of hashes, the length of a slice, the window if there is one, the
    /// version of the format, and the number of the run.
    pub(super) fn parse(fields: &[String]) -> Option<Self> {
        let [identity, seed, slice, window, format, run] = fields else { return None };
        let (first, second) = seed.split_once(' ')?;
        let (seed, slice) = ([first.parse().ok()?, second.parse().ok()?], slice.parse().ok()?);
        if format.parse() != Ok(FORMAT) {
            return None;
        }
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
