//! The settings of a prefix, and the start of its next run.

use crate::derivation::Derivation;
use crate::server::Server;
use urlsift_core::{Error, ErrorKind};
use urlsift_memory::Start;
use urlsift_memory::entries::checksum;

/// Groups of a run are numbered from the number of the run, shifted by this many bits.
const RUN_SHIFT: u32 = 40;

/// The version of the stored format.
pub(crate) const FORMAT: u64 = 5;

/// The settings of a prefix.
pub(crate) struct PrefixSettings {
    pub identity: String,
    pub start: Start,
    /// The window in milliseconds.
    pub window: Option<i64>,
}

impl PrefixSettings {
    /// Reads the settings. `None`: nothing is stored yet.
    pub(crate) fn read(server: &mut Server) -> Result<Option<Self>, Error> {
        let mut get = redis::cmd("HMGET");
        get.arg(server.address.settings_name());
        get.arg(&[
            "identity", "seed", "slice", "window", "format", "check", "runs",
        ]);
        let fields: Vec<Option<String>> = server.command("for its settings", get)?;
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
            let why = format!(
                "its format has version {format}, and this urlsift reads version {FORMAT}: {advice}"
            );
            return refuse(&why);
        }
        match Self::parse(&fields) {
            Some(stored) => Ok(Some(stored)),
            None => refuse("the settings there are damaged"),
        }
    }

    /// Parses settings, key of hashes, length of a slice, window (if any), version of the format,
    /// checksum of these five (if the first run stored one), and number of the run.
    pub(crate) fn parse(fields: &[String]) -> Option<Self> {
        let [identity, seed, slice, window, format, check, run] = fields else {
            return None;
        };
        if format.parse() != Ok(FORMAT) {
            return None;
        }
        if !check.is_empty() && *check != self::check([identity, seed, slice, window]) {
            return None;
        }
        let run: u64 = run.parse().unwrap_or_default();
        let next = run << RUN_SHIFT;
        let start = format!("seed {seed}\nslice {slice}\nnext {next}\nrun {run}");
        let mut stored = Self {
            identity: identity.clone(),
            start: start.parse().ok()?,
            window: None,
        };
        if !window.is_empty() {
            let window = window.parse().ok()?;
            if window <= 0 {
                return None;
            }
            stored.window = Some(window);
        }
        Some(stored)
    }

    /// Returns what derives hashes from lines. Where groups expire, lessons are stored elsewhere.
    pub(crate) fn derivation(&self) -> Option<Derivation> {
        Derivation::new(&self.identity, self.start.seed, self.window.is_none())
    }

    /// Returns the time for which a record is stored, in seconds, with a window.
    pub(crate) fn life(&self) -> Option<u64> {
        let slice = self.start.slice;
        let window = self.window?;
        let slices = window.saturating_add(slice - 1) / slice + 2;
        let millis = slices.saturating_mul(slice).unsigned_abs();
        Some(millis.div_ceil(1000))
    }
}

/// Returns the checksum of settings, key of hashes, length of a slice and window.
pub(crate) fn check(fields: [&str; 4]) -> String {
    let sum = checksum(fields.join("\0").as_bytes());
    format!("{sum:x}")
}

#[cfg(test)]
mod tests {
    use super::{PrefixSettings, check};

    #[test]
    fn settings_with_a_checksum_are_read_as_they_were_stored() {
        let whole = ["-t 95", "1 2", "1000", "60000"];
        let sum = check(whole);
        let parsed = |[identity, seed, slice, window]: [&str; 4], sum: &str| {
            let fields = [identity, seed, slice, window, "5", sum, "3"];
            PrefixSettings::parse(&fields.map(str::to_owned)).is_some()
        };
        assert!(parsed(whole, &sum));
        for (place, text) in [(0, "-t 94"), (1, "1 3"), (2, "1001"), (3, "6000"), (3, "")] {
            let mut fields = whole;
            fields[place] = text;
            assert!(!parsed(fields, &sum), "{fields:?}");
            assert!(parsed(fields, ""), "{fields:?}");
        }
    }

    #[test]
    fn settings_that_no_run_has_stored_are_damaged() {
        let stored = ["-t 95", "1 2", "1000", "60000", "5", "", "3"];
        for (place, text, is_whole) in [
            (3, "60000", true),
            (3, "", true),
            (3, "9223372036854775807", true),
            (3, "0", false),
            (3, "-1", false),
            (3, "-9223372036854775808", false),
            (3, "1e9", false),
            (2, "0", false),
            (2, "-1000", false),
            (2, "9223372036854775807", true),
            (4, "6", false),
            (1, "1", false),
        ] {
            let mut fields = stored.map(str::to_owned);
            text.clone_into(&mut fields[place]);
            let parsed = PrefixSettings::parse(&fields);
            assert_eq!(parsed.is_some(), is_whole, "{fields:?}");
            if let Some(life) = parsed.and_then(|stored| stored.life()) {
                assert!(life > 0, "{fields:?}");
            }
        }
    }
}
