//! A state: everything that filters remember in a store, to be read, changed and used for
//! decisions.

pub(crate) mod copy;
#[cfg(feature = "state")]
mod file;
mod recent;

use crate::entry::arrival::{self, Arrival};
use crate::entry::expiry::{Expiry, living};
use crate::entry::group::Group;
use crate::entry::{Entry, damaged, retain};
use crate::host::Host;
use crate::session::Session;
use crate::session::settings::SessionBuilder;
use crate::store::archive::{Archive, Size};
use crate::store::identity::{self, KEYS_ALONE};
use crate::store::output::Output;
use crate::store::{Changes, Start};
use crate::time::timestamp::TimeSpan;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem;
use std::slice;
use std::time::Duration;
use urlsift_core::hash::Key;
use urlsift_core::{Builder, Error, ErrorKind, Filter, Sift};
use urlsift_explain::Comparer;

/// The number of groups that are stored at a time in a shared store: other processes wait for it to
/// print them.
const SHARED: usize = 1000;

/// The number of groups that are held at once when a state is entered host by host, not counting
/// the last host.
const HELD: usize = 10_000;

/// Everything that filters remember in a store.
///
/// ```
/// # #[cfg(feature = "state")] {
/// use urlsift::memory::State;
/// use urlsift::{Sift, Verdict};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("seen.state");
/// let mut session = State::open(&*path)?.session(Sift::builder())?;
/// assert_eq!(session.admit(b"https://example.com/user/1")?, Verdict::Kept);
/// assert_eq!(session.admit(b"https://example.com/user/2")?, Verdict::Similar);
/// session.end(None)?;
/// drop(session); // one at a time writes to a file
///
/// let mut state = State::open(&*path)?;
/// let info = state.info()?;
/// assert_eq!((info.groups, info.lines, &*info.hosts[0].host), (1, 2, "example.com"));
/// let similar = state.similar(Sift::builder(), b"https://example.com/user/3", i64::MIN)?;
/// assert_eq!(similar[0].count(), 2);
/// assert_eq!(state.forget(|group| !group.line.ends_with(b"/1"), None)?, 1);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct State {
    pub(super) store: Box<dyn Archive>,
}

/// A summary of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Info {
    /// The settings under which it was created, a line for each that differs from its default.
    /// `None`: nothing is stored.
    pub settings: Option<String>,
    /// The length of a slice of time in milliseconds, if anything is stored.
    pub slice: Option<i64>,
    /// The last slice of time that has expired, if one has.
    pub expired: Option<i64>,
    /// The size of the store.
    pub size: Size,
    /// The output of the last run that named one.
    pub output: Option<Output>,
    /// The number of groups of URLs, or of texts or sequences.
    pub groups: u64,
    /// The number of lines of these groups.
    pub lines: u64,
    /// The number of different lines that are not URLs.
    pub not_urls: u64,
    /// A summary of each host, those with the most groups first.
    pub hosts: Vec<HostInfo>,
    /// The number of lines in each slice of time, by the number of the slice: that many slice
    /// lengths after 1970.
    pub slices: BTreeMap<i64, u64>,
}

/// The groups of a line's host.
struct GroupsNear {
    /// The group that would drop the line.
    found: Option<u64>,
    host: Host,
    /// The part of the line that is compared.
    text: Vec<u8>,
    groups: Vec<Group>,
    /// The length of a slice of time in milliseconds.
    slice: i64,
}

/// A summary of a host in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HostInfo {
    /// The host, as [`Scanner::host`](urlsift_core::Scanner::host) returns it.
    pub host: String,
    /// The number of groups.
    pub groups: u64,
    /// The number of lines of these groups.
    pub lines: u64,
    /// The time of the last line, in milliseconds since 1970.
    pub last: i64,
}

impl State {
    /// Opens the state in a store of your own.
    pub fn from_store(store: impl Archive + 'static) -> Self {
        Self {
            store: Box::new(store),
        }
    }

    /// Returns its name for messages.
    pub fn name(&self) -> String {
        self.store.name()
    }

    /// Returns a warning for its user, if there is one.
    pub fn warning(&self) -> Option<&str> {
        self.store.warning()
    }

    /// Returns where its next run continues. `None`: nothing is stored.
    pub fn start(&self) -> Option<&Start> {
        self.store.stored().map(|(_, start)| start)
    }

    /// The output of the last run that named one.
    pub fn output(&self) -> Option<&Output> {
        self.store.output()
    }

    /// Refuses a state of [keys alone](crate::SessionBuilder::remember_keys).
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: it has no lines.
    pub fn needs_lines(&self) -> Result<(), Error> {
        let settings = self.settings().unwrap_or_default();
        if !settings.ends_with(KEYS_ALONE) {
            return Ok(());
        }
        let name = self.name();
        let message =
            format!("{name} remembers keys alone: it has no lines to show, copy or forget");
        Err(Error::new(ErrorKind::Settings, message))
    }

    /// Returns whether its lines are URLs, and not texts or sequences.
    pub fn holds_urls(&self) -> bool {
        let settings = self.settings().unwrap_or_default();
        !settings.lines().any(|line| line.starts_with("as "))
    }

    /// Refuses settings of similarity other than those of the state.
    ///
    /// # Errors
    /// [`ErrorKind::OtherSettings`].
    pub fn check(&self, settings: &Builder) -> Result<(), Error> {
        match self.settings() {
            Some(stored) => identity::check(stored, &settings.view().identity()),
            None => Ok(()),
        }
    }

    /// Builds the filter that continues from it and remembers in it.
    ///
    /// # Errors
    /// The errors of [`Session::open`].
    pub fn session(self, settings: impl Into<SessionBuilder>) -> Result<Session, Error> {
        let seed = self.start().map(|start| start.seed);
        Session::over(&settings.into(), self.store, seed)
    }

    /// Counts what it holds.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn info(&mut self) -> Result<Info, Error> {
        let names = Sift::builder().build()?;
        let mut hosts = BTreeMap::<String, HostInfo>::new();
        let mut info = Info {
            settings: self.settings().map(str::to_owned),
            size: self.store.size()?,
            output: self.output().cloned(),
            ..Info::default()
        };
        if let Some(start) = self.start() {
            info.slice = Some(start.slice);
            info.expired = start.expired;
        }
        if self.needs_lines().is_err() {
            return Ok(info);
        }
        let are_urls = self.holds_urls();
        self.groups(|groups| {
            for group in groups {
                for (slice, count) in &group.slices {
                    *info.slices.entry(*slice).or_default() += count;
                }
                let lines = group.count();
                if !are_urls {
                    info.groups += 1;
                    info.lines += lines;
                    continue;
                }
                let Some(host) = names.scanner().host(&group.line) else {
                    info.not_urls += 1;
                    continue;
                };
                info.groups += 1;
                info.lines += lines;
                let none = HostInfo {
                    host: host.clone(),
                    groups: 0,
                    lines: 0,
                    last: group.last,
                };
                let of_host = hosts.entry(host).or_insert(none);
                of_host.groups += 1;
                of_host.lines += lines;
                of_host.last = of_host.last.max(group.last);
            }
            Ok(())
        })?;
        // Hosts with as many groups stay in the order of their names.
        info.hosts = hosts.into_values().collect();
        info.hosts.sort_by_key(|host| Reverse(host.groups));
        Ok(info)
    }

    /// Calls `each` with the groups of every host, host by host, and with those of the lines that
    /// are not URLs, if there are any.
    ///
    /// # Errors
    /// The store cannot be read; and the errors of `each`.
    pub fn groups(
        &mut self,
        mut each: impl FnMut(Vec<Group>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.needs_lines()?;
        let mut arrivals = self.arrivals(i64::MIN, None)?;
        let expiry = self.expiry();
        self.store.each_host(&mut |host, entries| {
            let mut groups = living_groups(expiry, entries)?;
            if groups.is_empty() {
                return Ok(());
            }
            assign(arrivals.remove(&host), &mut groups);
            each(groups)
        })
    }

    /// Calls `each` with every group, and with a filter that has learned everything the state knows
    /// of the group's host. So the kept line is read as the next run would read it. The state is
    /// not changed; all groups are held at once.
    ///
    /// # Errors
    /// The errors of [`Session::open`]; the store cannot be read; and the errors of `each`.
    ///
    /// ```
    /// # #[cfg(feature = "state")] {
    /// use urlsift::memory::State;
    /// use urlsift::Sift;
    /// use urlsift::lists::TemplateReader;
    /// use urlsift::settings::Detail;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("seen.state");
    /// let mut session = State::open(&*path)?.session(Sift::builder())?;
    /// session.admit(b"https://example.com/user/1")?;
    /// session.admit(b"https://example.com/user/2")?;
    /// session.end(None)?;
    /// drop(session);
    ///
    /// let sift = Sift::builder().detail(Detail::Groups).build()?;
    /// let mut reader = TemplateReader::new(&sift)?;
    /// State::read(&*path)?.read_groups(Sift::builder(), |sift, group| {
    ///     reader.admit_kept(sift, &group.line, group.count());
    ///     Ok(())
    /// })?;
    /// let templates = reader.finish(&sift);
    /// assert_eq!(templates.iter().next().map(|template| template.lines), Some(2));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_groups(
        &mut self,
        settings: Builder,
        mut each: impl FnMut(&Sift, &Group) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut all = Vec::new();
        self.groups(|mut groups| {
            all.append(&mut groups);
            Ok(())
        })?;
        let mut session = self.borrowed(settings.into())?.dry(true);
        for group in &all {
            // The host is loaded with what was learned. A kept line teaches nothing new.
            session.admit(&group.line)?;
            each(session.sift(), group)?;
        }
        Ok(())
    }

    /// Forgets the groups that are not `wanted`, with all their lines, and returns their number. If
    /// all lines are remembered, also forgets those of slices of time that ended before
    /// `lines_before`, in milliseconds since 1970. Lessons stay for hosts that still have a group.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub fn forget(
        &mut self,
        mut wanted: impl FnMut(&Group) -> bool,
        lines_before: Option<i64>,
    ) -> Result<u64, Error> {
        self.needs_lines()?;
        let Some(start) = self.start().copied() else {
            return Ok(0);
        };
        let expiry = start.expiry();
        let mut forgotten = HashSet::<u64>::new();
        self.store.rewrite(&mut |_, entries| {
            let living = living(expiry, entries)?;
            let groups = Group::read_all(&living).ok_or_else(damaged)?;
            let mut unwanted = HashSet::new();
            for group in &groups {
                if !wanted(group) {
                    unwanted.insert(group.id);
                }
            }
            if unwanted.is_empty() {
                return Ok(None);
            }
            forgotten.extend(&unwanted);
            if unwanted.len() == groups.len() {
                return Ok(Some(Vec::new()));
            }
            let left = retain(&living, |entry| match entry.id() {
                Some(id) => !unwanted.contains(&id),
                None => true,
            });
            Ok(Some(left.ok_or_else(damaged)?))
        })?;
        if !forgotten.is_empty() || lines_before.is_some() {
            let since = match lines_before {
                Some(before) => before.div_euclid(start.slice),
                None => i64::MIN,
            };
            let key = Key::new(start.seed);
            // Damaged entries stay, so that their reader reports the damage.
            self.store.rewrite_arrivals(since, &mut |_, entries| {
                let is_left = |group| !forgotten.contains(&group);
                Ok(arrival::fold(entries, &key, is_left))
            })?;
        }
        Ok(forgotten.len() as u64)
    }

    /// Moves every time after `now` (in milliseconds since 1970) to `now`, and forgets that
    /// anything had expired by then: for a state that was used while the clock was ahead. Returns
    /// how many groups had later times. Lines keep their times, where all are remembered.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub fn forget_future(&mut self, now: i64) -> Result<u64, Error> {
        let Some(start) = self.start().copied() else {
            return Ok(0);
        };
        let latest = now.div_euclid(start.slice);
        if let Some(expired) = start.expired
            && expired >= latest
        {
            let start = Start {
                expired: None,
                ..start
            };
            self.store.commit(&Changes {
                entries: &[],
                start,
                output: None,
                arrivals: None,
                ended: false,
            })?;
        }
        let mut moved = HashSet::<u64>::new();
        let mut is_first = true;
        self.store.rewrite(&mut |_, entries| {
            let moved_before = moved.len();
            let mut left = Vec::new();
            for entry in Entry::parse_all(entries) {
                let mut entry = entry.ok_or_else(damaged)?;
                match &mut entry {
                    Entry::Kept(kept) if kept.time > now => {
                        kept.time = now;
                        moved.insert(kept.id);
                    }
                    Entry::Met(met) if met.slice > latest || met.last > now => {
                        met.slice = met.slice.min(latest);
                        met.last = met.last.min(now);
                        moved.insert(met.id);
                    }
                    _ => {}
                }
                entry.write(&mut left);
            }
            // A store that records when it last removed expired groups must record it again.
            if mem::take(&mut is_first) || moved.len() > moved_before {
                return Ok(Some(left));
            }
            Ok(None)
        })?;
        Ok(moved.len() as u64)
    }

    /// Returns the groups that are similar to a URL: the group that would drop this line, and
    /// others that are similar as written. Of other groups, returns those with similar lines, with
    /// only these lines. Lines count if they came since a time, in milliseconds since 1970, by
    /// whole slices.
    ///
    /// # Errors
    /// The errors of [`Session::open`]; and the store cannot be read.
    pub fn similar(
        &mut self,
        settings: Builder,
        url: &[u8],
        since: i64,
    ) -> Result<Vec<Group>, Error> {
        let comparer = Comparer::new(&settings)?;
        let GroupsNear {
            found,
            host,
            mut groups,
            slice,
            ..
        } = self.groups_near(settings, url)?;
        let since = since.div_euclid(slice);
        let mut arrivals = self.arrivals(since, Some(host))?;
        assign(arrivals.remove(&host), &mut groups);
        let is_similar = |line: &[u8]| match comparer.compare(url, line) {
            Some(comparison) => comparison.similar,
            None => false,
        };
        groups.retain_mut(|group| {
            if found == Some(group.id) || is_similar(&group.line) {
                return true;
            }
            group.arrivals.retain(|arrival| is_similar(&arrival.line));
            !group.arrivals.is_empty()
        });
        Ok(groups)
    }

    /// Returns the groups of a line's host, and the one that would drop the line.
    fn groups_near(&mut self, settings: Builder, line: &[u8]) -> Result<GroupsNear, Error> {
        let mut session = self.borrowed(settings.into())?.dry(true);
        session.admit(line)?;
        let mut found = None;
        if let Some((_, id)) = session.recorder.journal.meetings.last {
            found = Some(id);
        }
        let host = session.recorder.host_of(line);
        let slice = session.start.slice;
        let mut text = Vec::new();
        let scanner = session.sift().scanner().view();
        let text = scanner.remembered(line, &mut text).to_vec();
        drop(session);
        let mut entries = Vec::new();
        self.store.load_all(host, &mut |_, more| {
            entries.extend_from_slice(more);
            Ok(())
        })?;
        let groups = living_groups(self.expiry(), &entries)?;
        Ok(GroupsNear {
            found,
            host,
            text,
            groups,
            slice,
        })
    }

    /// Enters groups as if their lines came in this order, with their counts and times. Groups that
    /// are similar under the settings become one. Returns how many are new. Path positions are
    /// learned again from these lines.
    ///
    /// # Errors
    /// The errors of [`Session::open`]; and the store cannot be read or written.
    pub fn import(
        &mut self,
        settings: impl Into<SessionBuilder>,
        groups: &[Group],
    ) -> Result<u64, Error> {
        let has_arrivals = groups.iter().any(|group| !group.arrivals.is_empty());
        let settings = settings.into().remember_all(has_arrivals);
        let mut session = self.borrowed(settings)?;
        let mut new = 0;
        for some in groups.chunks(SHARED) {
            new += session.enter_all(some)?;
            if session.is_shared() {
                session.commit(None)?;
            }
        }
        session.end(None)?;
        Ok(new)
    }

    /// Enters all groups of other states in the order of their times, whatever the order of the
    /// states. Returns how many are new.
    ///
    /// A single state is read host by host, if URLs of different hosts are not similar; the groups
    /// of several states are held together.
    ///
    /// # Errors
    /// [`ErrorKind::OtherSlice`]: two of them have slices of time of different lengths. The errors
    /// of [`Session::open`]; and a store cannot be read or written.
    pub fn merge(
        &mut self,
        settings: impl Into<SessionBuilder>,
        from: &mut [Self],
    ) -> Result<u64, Error> {
        let mut slice = None;
        let mut has_arrivals = false;
        for state in &mut *from {
            if let Some(start) = state.start() {
                let first = *slice.get_or_insert(start.slice);
                if start.slice != first {
                    return Err(other_slices(TimeSpan(first), TimeSpan(start.slice)));
                }
            }
            let (bytes, _) = state.store.size()?.arrivals;
            has_arrivals |= bytes > 0;
        }
        let mut settings = settings.into().remember_all(has_arrivals);
        if let Some(slice) = slice {
            settings = settings.slice(Duration::from(TimeSpan(slice)));
        }
        let mut session = self.borrowed(settings)?;
        let hosts_meet = session.recorder.journal.hosts_meet;
        let is_by_host = from.len() == 1 && !hosts_meet;
        let mut held = Vec::new();
        let mut new = 0;
        for state in from {
            state.groups(|of_host| {
                held.extend(of_host);
                if is_by_host && held.len() >= HELD {
                    new += session.enter_all(in_order(&mut held))?;
                    held.clear();
                    session.commit(None)?;
                }
                Ok(())
            })?;
        }
        new += session.enter_all(in_order(&mut held))?;
        session.end(None)?;
        Ok(new)
    }

    /// Enters everything again under other settings: into `scratch`, an empty state, which then
    /// replaces this one in a single step. Returns the number of groups.
    ///
    /// # Errors
    /// [`ErrorKind::Unsupported`]: the store cannot be replaced, as other processes may be using
    /// it. The errors of [`merge`](Self::merge).
    pub fn rebuild(
        &mut self,
        settings: impl Into<SessionBuilder>,
        scratch: &mut Self,
    ) -> Result<u64, Error> {
        let groups = scratch.merge(settings, slice::from_mut(self))?;
        self.store.replace(&mut *scratch.store)?;
        Ok(groups)
    }

    /// Returns the stored lines that came since a slice of time, of a host or of all.
    fn arrivals(
        &mut self,
        since: i64,
        host: Option<Host>,
    ) -> Result<HashMap<Host, Vec<Arrival>>, Error> {
        let mut found = HashMap::<Host, Vec<Arrival>>::new();
        let Some(start) = self.start().copied() else {
            return Ok(found);
        };
        let mut entries = BTreeMap::<(i64, Host), Vec<u8>>::new();
        self.store
            .each_arrival(since, host, &mut |slice, host, more| {
                let stored = entries.entry((slice, host)).or_default();
                stored.extend_from_slice(more);
                Ok(())
            })?;
        let key = Key::new(start.seed);
        for ((slice, host), entries) in entries {
            let read = arrival::read(&entries, &key, slice, start.slice);
            let of_host = found.entry(host).or_default();
            of_host.extend(read.ok_or_else(damaged)?);
        }
        Ok(found)
    }

    /// Returns which groups have expired, if any can have.
    fn expiry(&self) -> Option<Expiry> {
        self.start()?.expiry()
    }

    /// Opens a session that borrows the store.
    fn borrowed(&mut self, settings: SessionBuilder) -> Result<Session<&mut dyn Archive>, Error> {
        let seed = self.start().map(|start| start.seed);
        let keys_alone = settings.remember_keys || self.needs_lines().is_err();
        let settings = settings.remember_keys(keys_alone);
        Session::over(&settings, &mut *self.store, seed)
    }
}

/// Refuses to merge states with slices of these lengths.
fn other_slices(first: TimeSpan, other: TimeSpan) -> Error {
    let problem = format!(
        "the states have slices of time of different lengths, {first} and {other}: they cannot be merged"
    );
    Error::new(ErrorKind::OtherSlice(first.into()), problem)
}

/// Reads the groups of a host that have not expired.
fn living_groups(expiry: Option<Expiry>, entries: &[u8]) -> Result<Vec<Group>, Error> {
    let living = living(expiry, entries)?;
    Group::read_all(&living).ok_or_else(damaged)
}

/// Adds lines to their groups.
fn assign(arrivals: Option<Vec<Arrival>>, groups: &mut [Group]) {
    for arrival in arrivals.into_iter().flatten() {
        if let Ok(at) = groups.binary_search_by_key(&arrival.group, |group| group.id) {
            groups[at].arrivals.push(arrival);
        }
    }
}

/// Sorts groups by their times.
fn in_order(groups: &mut [Group]) -> &[Group] {
    groups.sort_by(|one, other| {
        let key = (one.first, &one.line, one.last);
        key.cmp(&(other.first, &other.line, other.last))
    });
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Kept, Lookup, SliceCount};
    use crate::store::archive::Rewrite;
    use crate::store::archive::Unstored;
    use crate::store::{EachHost, Settings, Store};

    /// A store that also holds expired groups, and does not support everything.
    struct Held {
        stored: (String, Start),
        hosts: Vec<(Host, Vec<u8>)>,
    }

    impl Store for Held {
        fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
            wanted
                .check(&self.stored.0, &self.stored.1)
                .map(|()| self.stored.1)
        }

        fn load(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error> {
            self.hosts
                .iter()
                .filter(|(host, _)| hosts.contains(host))
                .try_for_each(|(host, of)| each(*host, of))
        }

        fn commit(&mut self, _: &Changes<'_>) -> Result<(), Error> {
            Err(Error::new(ErrorKind::ReadOnly, "it cannot be written to"))
        }
    }

    impl Archive for Held {
        fn name(&self) -> String {
            "held".to_owned()
        }

        fn stored(&self) -> Option<(&str, &Start)> {
            Some((&self.stored.0, &self.stored.1))
        }

        fn size(&mut self) -> Result<Size, Error> {
            Ok(Size::new(7))
        }

        fn each_host(&mut self, each: &mut EachHost<'_>) -> Result<(), Error> {
            self.hosts
                .iter()
                .try_for_each(|(host, entries)| each(*host, entries))
        }

        fn rewrite(&mut self, rewrite: &mut Rewrite<'_>) -> Result<(), Error> {
            for (host, entries) in &mut self.hosts {
                *entries = rewrite(*host, entries)?.unwrap_or_else(|| entries.clone());
            }
            Ok(())
        }
    }

    /// A state of two groups of a.example in slices of a second, and a line that is not a URL.
    fn held(expired: Option<i64>) -> State {
        let kept = |id, time, line| {
            Entry::Kept(Kept {
                id,
                time,
                lookup: Lookup::Keys(&[]),
                line,
            })
        };
        let met = |id, slice, count| {
            Entry::Met(SliceCount {
                id,
                slice,
                count,
                last: slice * 1000 + 1,
            })
        };
        let bytes = |entries: &[Entry<'_>]| {
            let mut bytes = Vec::new();
            for entry in entries {
                entry.write(&mut bytes);
            }
            bytes
        };
        let urls = [
            kept(0, 1000, b"https://a.example/x"),
            met(0, 1, 2),
            kept(1, 5000, b"//a.example/y"),
            met(1, 5, 3),
        ];
        let others = [kept(2, 5000, b"no url"), met(2, 5, 1)];
        let hosts = vec![
            (Host::from_number(9), bytes(&urls)),
            (Host::NOT_URLS, bytes(&others)),
        ];
        let text = "seed 1 2\nslice 1000\nnext 3\nrun 1";
        let start = Start {
            expired,
            ..text.parse().expect("it is whole")
        };
        State::from_store(Held {
            stored: (Sift::builder().view().identity(), start),
            hosts,
        })
    }

    fn lines(state: &mut State) -> Vec<String> {
        let mut lines = Vec::new();
        let read = state.groups(|groups| {
            lines.extend(
                groups
                    .iter()
                    .map(|group| String::from_utf8_lossy(&group.line).into_owned()),
            );
            Ok(())
        });
        read.expect("it can be read");
        lines
    }

    #[test]
    fn groups_are_counted_by_host_and_slice() {
        let info = held(None).info().expect("it can be read");
        assert_eq!(
            (info.groups, info.lines, info.not_urls, info.size.bytes),
            (2, 5, 1, 7)
        );
        assert_eq!(info.slices, BTreeMap::from([(1, 2), (5, 4)]));
        let host = HostInfo {
            host: "a.example".to_owned(),
            groups: 2,
            lines: 5,
            last: 5001,
        };
        assert_eq!((info.hosts, info.slice), (vec![host], Some(1000)));
        assert_eq!(
            State::from_store(Unstored)
                .info()
                .expect("there is nothing"),
            Info::default()
        );
    }

    #[test]
    fn what_has_expired_is_left_out_although_the_store_holds_it() {
        let mut state = held(Some(2));
        assert_eq!(lines(&mut state), ["//a.example/y", "no url"]);
        assert_eq!(state.info().expect("it can be read").groups, 1);
        assert_eq!(
            state.forget(|_| false, None).expect("it can be written"),
            2,
            "of two that live"
        );
        assert!(lines(&mut state).is_empty());
    }

    #[test]
    fn some_groups_are_forgotten_and_others_stay() {
        let mut state = held(None);
        assert_eq!(
            state
                .forget(|group| group.last > 2000, None)
                .expect("it can be written"),
            1
        );
        assert_eq!(lines(&mut state), ["//a.example/y", "no url"]);
        assert_eq!(state.forget(|_| true, None).expect("it can be written"), 0);
    }

    #[test]
    fn a_state_is_there_after_a_refusal_and_after_a_failure() {
        let mut state = held(None);
        let group = Group::new(b"//b.example/".to_vec(), 0, 0, BTreeMap::new());
        let import = |state: &mut State, settings: Builder| {
            state
                .import(settings, std::slice::from_ref(&group))
                .map_err(|error| error.kind())
        };
        let other = Sift::builder().threshold(90.0);
        assert_eq!(
            state.check(&other).map_err(|error| error.kind()),
            Err(ErrorKind::OtherSettings)
        );
        assert_eq!(import(&mut state, other), Err(ErrorKind::OtherSettings));
        assert_eq!(lines(&mut state).len(), 3);
        assert_eq!(
            import(&mut state, Sift::builder()),
            Err(ErrorKind::ReadOnly)
        );
        assert_eq!(lines(&mut state).len(), 3);
        let mut others = [held(None), held(None)];
        others[1].store = Box::new(Held {
            stored: (
                String::new(),
                "seed 1 2\nslice 7000\nnext 3\nrun 1"
                    .parse()
                    .expect("it is whole"),
            ),
            hosts: Vec::new(),
        });
        let refused = State::from_store(Unstored)
            .merge(Sift::builder(), &mut others)
            .map_err(|error| error.kind());
        assert_eq!(refused, Err(ErrorKind::OtherSlice(Duration::from_secs(1))));
        let refused = held(None).rebuild(Sift::builder(), &mut State::from_store(Unstored));
        let unsupported = ErrorKind::Unsupported(urlsift_core::Capability::Replacement);
        assert_eq!(refused.map_err(|error| error.kind()), Err(unsupported));
    }

    #[test]
    fn groups_are_entered_in_the_order_of_their_times() {
        let group = |line: &str, first, last| {
            Group::new(line.as_bytes().to_vec(), first, last, BTreeMap::new())
        };
        let mut groups = [
            group("b", 2, 2),
            group("c", 1, 9),
            group("a", 2, 7),
            group("a", 2, 3),
        ];
        let lines: Vec<_> = in_order(&mut groups)
            .iter()
            .map(|group| (&group.line[..], group.last))
            .collect();
        assert_eq!(lines, [(&b"c"[..], 9), (b"a", 3), (b"a", 7), (b"b", 2)]);
    }
}
