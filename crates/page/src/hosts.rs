//! Counts kept and dropped lines by host.

use std::cmp::Reverse;

use urlsift_core::Sift;
use urlsift_core::input::{ReadLine, StoredLine};
use urlsift_core::tally::{NumberTally, Tallied};
use urlsift_stream::DecidedRecord;

use super::excerpt::Excerpt;

/// The most hosts that are counted. Beyond that, the half with the fewest lines is forgotten.
const MOST: usize = 50_000;

/// The longest record that is stored to name its host later, in bytes.
const SHORT: usize = 256;

/// Counts by host.
pub(super) struct CountedHosts {
    hosts: NumberTally<PageHost>,
    /// The number of hosts so far, which is the place of the next one.
    seen: u64,
}

/// The lines of a host.
pub(super) type CountedHost = Tallied<PageHost>;

/// A host without its number of lines.
pub(super) struct PageHost {
    /// Its number in the order of first lines.
    place: u64,
    named_by: HostSource,
    pub kept: u64,
}

/// That from which a host is named.
enum HostSource {
    /// Its first record if that is short, because most hosts are never shown.
    Record(StoredLine),
    Name(Excerpt),
}

impl PageHost {
    /// Returns its name, with the scheme unless that is http or https; empty for lines that are
    /// paths.
    pub(super) fn name(&self, sift: &Sift) -> Excerpt {
        match &self.named_by {
            HostSource::Record(line) => name(sift, line.read()),
            HostSource::Name(name) => name.clone(),
        }
    }
}

impl Default for CountedHosts {
    fn default() -> Self {
        Self::new(MOST)
    }
}

impl CountedHosts {
    fn new(most: usize) -> Self {
        Self {
            hosts: NumberTally::new(most),
            seen: 0,
        }
    }

    /// Counts a line, if it is a URL that was compared.
    pub(super) fn note(&mut self, decided: &DecidedRecord<'_>) {
        let Some(decision) = decided.decision else {
            return;
        };
        if let Some(hash) = decision.host {
            self.count(hash, decided.kept, || HostSource::of(decided));
        }
    }

    fn count(&mut self, hash: u64, kept: bool, named_by: impl FnOnce() -> HostSource) {
        // Of hosts with equally many lines, the earlier stay.
        self.hosts.make_room(&hash, |host| host.place);
        let first = || {
            self.seen += 1;
            Some(PageHost {
                place: self.seen,
                named_by: named_by(),
                kept: 0,
            })
        };
        if let Some(host) = self.hosts.count(hash, 1, first) {
            host.first.kept += u64::from(kept);
        }
    }

    /// Returns the hosts with the most lines, without hosts of one line; of equal hosts, the first
    /// seen comes first.
    pub(super) fn largest(&self, most: usize) -> Vec<&CountedHost> {
        let hosts = self.hosts.iter().map(|(_, host)| host);
        let mut hosts: Vec<&CountedHost> = hosts.filter(|host| host.lines > 1).collect();
        hosts.sort_by_key(|host| (Reverse(host.lines), host.first.place));
        hosts.truncate(most);
        hosts
    }

    /// Returns the number of hosts with several lines and with a single one; lower bounds if some
    /// were forgotten.
    pub(super) fn several_and_single(&self) -> (u64, u64) {
        let mut several = 0;
        let mut single = 0;
        for (_, host) in self.hosts.iter() {
            if host.lines == 1 {
                single += 1;
            } else {
                several += 1;
            }
        }
        (several, single)
    }

    /// Returns by how many lines a count may be too low because its host was forgotten for a while.
    pub(super) fn missing(&self) -> Option<u64> {
        self.hosts.missing()
    }
}

impl HostSource {
    fn of(decided: &DecidedRecord<'_>) -> Self {
        let line = decided.sift.scanner().line(decided.line);
        if decided.line.len() <= SHORT {
            Self::Record(line.into())
        } else {
            Self::Name(name(decided.sift, line))
        }
    }
}

fn name(sift: &Sift, line: ReadLine<'_>) -> Excerpt {
    let scanner = sift.scanner().reading_by(line.fields);
    Excerpt::of(scanner.host(line.bytes).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_hosts_are_not_forgotten_however_many_small_ones_there_are() {
        let mut hosts = CountedHosts::new(10);
        for number in 0..1000_u64 {
            let line = |host: u64| move || HostSource::Name(Excerpt::of(host.to_string()));
            hosts.count(1, number % 2 == 0, line(1));
            hosts.count(2, false, line(2));
            hosts.count(1000 + number, true, line(1000 + number));
        }
        let shown = |host: &&CountedHost| {
            let HostSource::Name(name) = &host.first.named_by else {
                panic!("it has a name");
            };
            let kept = host.first.kept;
            (name.bytes.to_vec(), kept, host.lines - kept)
        };
        let largest: Vec<_> = hosts.largest(2).iter().map(shown).collect();
        assert!(
            hosts.largest(10).len() == 2 && hosts.several_and_single().0 == 2,
            "the others have one line each"
        );
        assert_eq!(
            largest,
            [(b"1".to_vec(), 500, 500), (b"2".to_vec(), 0, 1000)]
        );
        assert!(hosts.hosts.len() <= 10 && hosts.missing() == Some(1));
    }
}
