//! What can be done with a state as a whole: look at it, take groups out of it, bring others in, enter everything anew.

use super::arrival::Arrival;
use super::entry::{Entry, Met, damaged, retain};
use super::group::Group;
use super::identity;
use super::session::Session;
use super::sqlite::Sqlite;
use super::store::Archive;
use crate::builder::Builder;
use crate::error::{Error, ErrorKind};
use crate::verdict::Verdict;
use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

/// After how many groups they are stored where several processes share a store: what they print waits for that.
const SHARED: usize = 1000;

/// How many groups of a state that is rebuilt are held at once, and those of one host more.
const HELD: usize = 10_000;

/// Gives the groups of every host, host by host. Those of the last call are lines that are not URLs, if there are any.
///
/// # Errors
/// The store cannot be read; and what `each` gives.
pub fn groups(
    store: &mut dyn Archive,
    mut each: impl FnMut(Vec<Group>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut arrivals = store.arrivals_by_host()?;
    store.each_host(&mut |host, piece| {
        let mut groups = Group::all(piece).ok_or_else(damaged)?;
        assign(arrivals.remove(&host).unwrap_or_default(), &mut groups);
        if groups.is_empty() { Ok(()) } else { each(groups) }
    })
}

/// Forgets the groups that are not `wanted`, with all lines of theirs, and gives their number; and of all lines that came those of slices
/// of time that are over before `lines_before`, in milliseconds since 1970. What was learned of hosts of which a group is left stays.
///
/// # Errors
/// The store cannot be read or written.
pub fn forget(
    store: &mut dyn Archive,
    mut wanted: impl FnMut(&Group) -> bool,
    lines_before: Option<i64>,
) -> Result<u64, Error> {
    let Some(slice) = store.stored().map(|(_, start)| start.slice) else { return Ok(0) };
    let mut forgotten = HashSet::<u64>::new();
    store.rewrite(&mut |_, piece| {
        let groups = Group::all(piece).ok_or_else(damaged)?;
        let unwanted: HashSet<u64> =
            groups.iter().filter(|group| !wanted(group)).map(|group| group.id).collect();
        if unwanted.is_empty() {
            return Ok(None);
        }
        forgotten.extend(&unwanted);
        if unwanted.len() == groups.len() {
            return Ok(Some(Vec::new()));
        }
        let is_left = |entry: &Entry<'_>| entry.id().is_none_or(|id| !unwanted.contains(&id));
        retain(piece, is_left).map(Some).ok_or_else(damaged)
    })?;
    if !forgotten.is_empty() || lines_before.is_some() {
        let since = lines_before.map_or(i64::MIN, |before| before.div_euclid(slice));
        store.retain_arrivals(since, &mut |group| !forgotten.contains(&group))?;
    }
    Ok(forgotten.len() as u64)
}

/// Refuses settings that are not those of a store.
///
/// # Errors
/// [`ErrorKind::Memory`]: the settings are others.
pub fn check(store: &dyn Archive, settings: &Builder) -> Result<(), Error> {
    store.stored().map_or(Ok(()), |(stored, _)| identity::check(stored, &settings.identity()))
}

/// Gives lines to their groups.
fn assign(arrivals: Vec<Arrival>, groups: &mut [Group]) {
    for arrival in arrivals {
        if let Ok(at) = groups.binary_search_by_key(&arrival.group, |group| group.id) {
            groups[at].arrivals.push(arrival);
        }
    }
}

/// The groups of a state that are similar to a URL: the one that a line like it would be dropped for, and others that are similar
/// to it as they are written; and of other groups those that have lines that are, with these. Lines are those that came
/// since a time, in milliseconds since 1970, by whole slices.
///
/// # Errors
/// What [`Session::open`] gives, and [`ErrorKind::Memory`]: the store cannot be read.
pub fn similar(
    builder: Builder,
    store: Box<dyn Archive>,
    url: &[u8],
    since: i64,
) -> Result<Vec<Group>, Error> {
    let comparer = builder.comparer()?;
    let mut session = Session::open_boxed(builder.for_ever(), store)?.dry(true);
    session.admit(url)?;
    let found = session.last_met().map(|(_, id)| id);
    let is_similar = |line: &[u8]| comparer.compare(url, line).is_some_and(|comparison| comparison.similar);
    let (mut groups, arrivals) = session.beside(url, since)?;
    assign(arrivals, &mut groups);
    groups.retain_mut(|group| {
        if found == Some(group.id) || is_similar(&group.line) {
            return true;
        }
        group.arrivals.retain(|arrival| is_similar(&arrival.line));
        !group.arrivals.is_empty()
    });
    Ok(groups)
}

/// Enters groups into a state under settings, as if their lines came in this order; counts and times go along. Groups that are
/// similar under these settings become one. Gives how many are new.
///
/// What had been learned of path positions is learned again from these lines.
///
/// # Errors
/// [`ErrorKind::Memory`]: the store cannot be read or written. And what [`Session::open`] gives.
pub fn enter(builder: Builder, store: Box<dyn Archive>, groups: &[Group]) -> Result<u64, Error> {
    let builder = builder.remember_all(groups.iter().any(|group| !group.arrivals.is_empty()));
    let mut session = Session::open_boxed(builder, store)?;
    session.note_entered_only();
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

/// Makes a new state at `path` of all groups of others, in the order of their times: the order of the states does not matter.
///
/// One state is gone through host by host, as long as URLs of different hosts are not similar; the groups of several are held together.
///
/// # Errors
/// [`ErrorKind::Memory`]: a file cannot be read or written, or there is something at `path`; and what [`Session::open`] gives.
pub fn rebuild(builder: Builder, from: &mut [Box<dyn Archive>], path: &Path) -> Result<u64, Error> {
    let (mut slice, mut has_arrivals) = (None, false);
    for state in &mut *from {
        let own = state.stored().map(|(_, start)| start.slice);
        if let (Some(own), Some(other)) = (own, slice)
            && own != other
        {
            let problem = format!(
                "the states count by slices of different lengths, {other} and {own} ms: they cannot be joined"
            );
            return Err(Error::new(ErrorKind::Memory, problem));
        }
        slice = slice.or(own);
        has_arrivals |= !state.is_shared() && state.size()?.arrivals.0 > 0;
    }
    let builder = match slice {
        Some(slice) => builder.slice(Duration::from_millis(slice.unsigned_abs())),
        None => builder,
    };
    let mut session = Session::open(builder.remember_all(has_arrivals), Sqlite::open(path)?)?;
    session.note_entered_only();
    let is_by_host = from.len() == 1 && !session.hosts_meet();
    let (mut held, mut new) = (Vec::new(), 0);
    for state in from {
        groups(&mut **state, |of_host| {
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

/// Groups in the order of their times.
fn in_order(groups: &mut [Group]) -> &[Group] {
    groups
        .sort_by(|one, other| (one.first, &one.line, one.last).cmp(&(other.first, &other.line, other.last)));
    groups
}

impl Session {
    /// Enters groups in this order, and gives how many are new.
    fn enter_all(&mut self, groups: &[Group]) -> Result<u64, Error> {
        let mut new = 0;
        for group in groups {
            new += u64::from(matches!(self.enter(group)?, Verdict::Kept | Verdict::NotUrl));
        }
        Ok(new)
    }

    /// Enters a group that is remembered elsewhere: its line is decided on as any other, and its counts and times are added to
    /// those of the group that it is found to be.
    pub(crate) fn enter(&mut self, group: &Group) -> Result<Verdict, Error> {
        self.set_times([group.first]);
        let verdict = self.admit(&group.line)?;
        let Some((host, id)) = self.last_met() else { return Ok(verdict) };
        let (first, slice) = (group.first, self.slice());
        for (&number, &count) in &group.slices {
            // The line itself has been counted.
            let count = if number == first.div_euclid(slice) { count.saturating_sub(1) } else { count };
            let end = (number + 1).saturating_mul(slice) - 1;
            if count > 0 {
                self.note(host, &Entry::Met(Met { id, slice: number, count, last: group.last.min(end) }));
            }
        }
        for arrival in &group.arrivals {
            self.enter_arrival(host, id, arrival);
        }
        Ok(verdict)
    }
}
