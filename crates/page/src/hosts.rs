//! Counts kept and dropped lines by host.

use std::cmp::Reverse;
use std::collections::HashMap;

use urlsift_core::Sift;
use urlsift_stream::DecidedRecord;

use super::excerpt::Excerpt;

/// The most hosts that are counted. Beyond that, the half with the fewest lines is forgotten.
const MOST: usize = 50_000;

/// The longest record that is stored to name its host later, in bytes.
const SHORT: usize = 256;

/// Counts by host.
#[derive(Default)]
pub(super) struct CountedHosts {
    hosts: Vec<CountedHost>,
    /// The index of each in `hosts`, by its hash.
    places: HashMap<u64, usize>,
    /// The host of the last line, which the next one often has too.
    last: Option<(u64, usize)>,
    /// The number of forgotten hosts, and the most lines of one of them.
    forgotten: u64,
    most_forgotten: u64,
}

/// One host.
pub(super) struct CountedHost {
    hash: u64,
    /// Its first record if that is short, because most hosts are never shown; otherwise its name.
    named_by: Result<Box<[u8]>, Excerpt>,
    pub(super) lines: u64,
    pub(super) kept: u64,
}

impl CountedHost {
    /// Returns its name, with the scheme unless that is http or https; empty for lines that are
    /// paths.
    pub(super) fn name(&self, sift: &Sift) -> Excerpt {
        self.named_by
            .as_ref()
            .map_or_else(Clone::clone, |record| name(sift, record))
    }
}

impl CountedHosts {
    /// Counts a line, if it is a URL that was compared.
    pub(super) fn note(&mut self, decided: &DecidedRecord<'_>) {
        let Some(hash) = decided.decision.and_then(|decision| decision.host) else {
            return;
        };
        self.count(hash, decided.kept, || named_by(decided), MOST);
    }

    fn count(
        &mut self,
        hash: u64,
        kept: bool,
        named_by: impl FnOnce() -> Result<Box<[u8]>, Excerpt>,
        most: usize,
    ) {
        let place = match self.last {
            Some((last, place)) if last == hash => place,
            _ => {
                if self.hosts.len() >= most && !self.places.contains_key(&hash) {
                    self.forget_small_ones(most / 2);
                }
                let hosts = &mut self.hosts;
                *self.places.entry(hash).or_insert_with(|| {
                    hosts.push(CountedHost {
                        hash,
                        named_by: named_by(),
                        lines: 0,
                        kept: 0,
                    });
                    hosts.len() - 1
                })
            }
        };
        self.last = Some((hash, place));
        let host = &mut self.hosts[place];
        host.lines += 1;
        host.kept += u64::from(kept);
    }

    /// Forgets all but the `left` hosts with the most lines; of equal hosts, keeps the earlier.
    fn forget_small_ones(&mut self, left: usize) {
        self.hosts.sort_by_key(|host| Reverse(host.lines));
        self.forgotten += (self.hosts.len() - left) as u64;
        self.most_forgotten = self.most_forgotten.max(self.hosts[left].lines);
        self.hosts.truncate(left);
        self.places = self
            .hosts
            .iter()
            .enumerate()
            .map(|(place, host)| (host.hash, place))
            .collect();
        self.last = None;
    }

    /// Returns the hosts with the most lines, without hosts of one line; of equal hosts, the first
    /// seen comes first.
    pub(super) fn largest(&self, most: usize) -> Vec<&CountedHost> {
        let mut hosts: Vec<&CountedHost> =
            self.hosts.iter().filter(|host| host.lines > 1).collect();
        hosts.sort_by_key(|host| Reverse(host.lines));
        hosts.truncate(most);
        hosts
    }

    /// Returns the number of hosts with several lines and with a single one; lower bounds if some
    /// were forgotten.
    pub(super) fn several_and_single(&self) -> (u64, u64) {
        let single = self.hosts.iter().filter(|host| host.lines == 1).count();
        ((self.hosts.len() - single) as u64, single as u64)
    }

    /// Returns by how many lines a count may be too low because its host was forgotten for a while.
    pub(super) fn missing(&self) -> Option<u64> {
        (self.forgotten > 0).then_some(self.most_forgotten)
    }
}

/// Returns the name of a host, or its first record if that is short.
fn named_by(decided: &DecidedRecord<'_>) -> Result<Box<[u8]>, Excerpt> {
    if decided.line.len() <= SHORT {
        Ok(decided.line.into())
    } else {
        Err(name(decided.sift, decided.line))
    }
}

fn name(sift: &Sift, record: &[u8]) -> Excerpt {
    Excerpt::of(sift.scanner().host(record).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_hosts_are_not_forgotten_however_many_small_ones_there_are() {
        let mut hosts = CountedHosts::default();
        for number in 0..1000_u64 {
            let line = |host: u64| move || Err(Excerpt::of(host.to_string()));
            hosts.count(1, number % 2 == 0, line(1), 10);
            hosts.count(2, false, line(2), 10);
            hosts.count(1000 + number, true, line(1000 + number), 10);
        }
        let shown = |host: &&CountedHost| {
            (
                host.named_by.as_ref().unwrap_err().bytes.to_vec(),
                host.kept,
                host.lines - host.kept,
            )
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
