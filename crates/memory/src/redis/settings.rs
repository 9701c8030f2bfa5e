//! The settings of a prefix, and the start of its next run.

use super::replay::Replay;
use super::server::Server;
use crate::store::Start;
use urlsift_core::{Error, ErrorKind};

/// Groups of a run are numbered from the number of the run, shifted by this many bits.
const RUN_SHIFT: u32 = 40;

/// The version of the stored format.
pub(super) const FORMAT: u64 = 5;

/// The settings of a prefix.
pub(super) struct PrefixSettings {
    pub(super) identity: String,
    pub(super) start: Start,
    /// The window in milliseconds.
    pub(super) window: Option<i64>,
}

impl PrefixSettings {
    /// Reads the settings. `None`: nothing is stored yet.
    pub(super) fn read(server: &mut Server) -> Result<Option<Self>, Error> {
        let mut get = redis::cmd("HMGET");
        get.arg(server.address.settings_name())
            .arg(&["identity", "seed", "slice", "window", "format", "runs"]);
        let fields: Vec<Option<String>> = server.ask(move |connection| get.query(connection))?;
        if fields.iter().all(Option::is_none) {
            return Ok(None);
        }
        let refuse = |why: &str| Err(server.refusal(ErrorKind::Damaged, why));
        let fields: Vec<String> = fields.into_iter().map(Option::unwrap_or_default).collect();
        // The first version had no field for it.
        let format = fields[4].parse().unwrap_or(1);
        if format != FORMAT {
            let advice = if format > FORMAT {
                "use a newer one"
            } else {
                "export it with the version of urlsift that made it, and import it into another prefix"
            };
            return refuse(&format!(
                "its format has version {format}, and this urlsift reads version {FORMAT}: {advice}"
            ));
        }
        Self::parse(&fields).map_or_else(
            || refuse("the settings there are damaged"),
            |stored| Ok(Some(stored)),
        )
    }

    /// Parses settings, key of hashes, length of a slice, window (if any), version of the format,
    /// and number of the run.
    pub(super) fn parse(fields: &[String]) -> Option<Self> {
        let [identity, seed, slice, window, format, run] = fields else {
            return None;
        };
        let (first, second) = seed.split_once(' ')?;
        let (seed, slice) = (
            [first.parse().ok()?, second.parse().ok()?],
            slice.parse().ok()?,
        );
        if format.parse() != Ok(FORMAT) {
            return None;
        }
        let run = run.parse().unwrap_or_default();
        let start = Start {
            seed,
            slice,
            next: run << RUN_SHIFT,
            run,
            resumed: 0,
            expired: None,
        };
        let window = if window.is_empty() {
            None
        } else {
            Some(window.parse().ok()?)
        };
        Some(Self {
            identity: identity.clone(),
            start,
            window,
        })
    }

    /// Returns what derives hashes from lines. Where groups expire, lessons are stored elsewhere.
    pub(super) fn replay(&self) -> Option<Replay> {
        Replay::new(&self.identity, self.start.seed, self.window.is_none())
    }

    /// Returns the time for which a record is stored, in seconds, with a window.
    pub(super) fn life(&self) -> Option<u64> {
        let slice = self.start.slice;
        self.window.map(|window| {
            (window.saturating_add(slice - 1) / slice + 2)
                .saturating_mul(slice)
                .unsigned_abs()
                .div_ceil(1000)
        })
    }
}
