//! What can be done with a state as a whole: look at it, take kinds out of it, bring others in, enter everything anew.

use super::arrival::Arrival;
use super::compact::compact;
use super::identity::check;
use super::kind::Kind;
use super::piece::{Entry, Met, damaged};
use super::session::Session;
use super::sqlite::Sqlite;
use crate::builder::Builder;
use crate::error::{Error, ErrorKind};
use crate::sift::Verdict;
use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

impl Sqlite {
    /// Gives the kinds of every host, host by host. Those of the last call are lines that are not URLs, if there are any.
    ///
    /// # Errors
    /// [`ErrorKind::Memory`]: the file cannot be read; and what `each` gives.
    pub fn kinds(&mut self, mut each: impl FnMut(Vec<Kind>) -> Result<(), Error>) -> Result<(), Error> {
        let mut arrivals = self.arrivals_by_host(i64::MIN, None)?;
        self.each_host(&mut |host, piece| {
            let mut kinds = Kind::all(piece).ok_or_else(damaged)?;
            assign(arrivals.remove(&host).unwrap_or_default(), &mut kinds);
            if kinds.is_empty() { Ok(()) } else { each(kinds) }
        })
    }

    /// The length of a slice of time, in milliseconds; `None` if nothing is stored.
    pub fn slice(&self) -> Option<i64> {
        self.stored().map(|(_, start)| start.slice)
    }

    /// Refuses settings that are not those of the state.
    ///
    /// # Errors
    /// [`ErrorKind::Memory`]: the settings are others.
    pub fn check(&self, settings: &Builder) -> Result<(), Error> {
        self.settings().map_or(Ok(()), |stored| check(stored, &settings.identity()))
    }

    /// Takes over all that another state holds, in place of what this one does.
    ///
    /// # Errors
    /// [`ErrorKind::Memory`]: a file cannot be read or written; this one is as it was then.
    pub fn take_over(&mut self, other: &mut Self) -> Result<(), Error> {
        let Some((identity, start)) = other.stored().map(|(identity, start)| (identity.to_owned(), *start))
        else {
            return Ok(());
        };
        let mut pieces = Vec::new();
        other.each_host(&mut |host, piece| {
            pieces.push((host, piece.to_vec()));
            Ok(())
        })?;
        self.replace(&identity, &start, pieces.into_iter())?;
        self.take_over_arrivals(other)?;
        self.shrink()
    }

    /// Forgets the kinds that are not `wanted`, with all lines of theirs, and gives their number. What was learned of hosts of which a kind
    /// is left stays.
    ///
    /// # Errors
    /// [`ErrorKind::Memory`]: the file cannot be read or written; it is as it was then.
    pub fn forget(&mut self, mut wanted: impl FnMut(&Kind) -> bool) -> Result<u64, Error> {
        let Some((identity, start)) = self.stored().map(|(identity, start)| (identity.to_owned(), *start))
        else {
            return Ok(0);
        };
        let (mut left, mut forgotten) = (Vec::new(), HashSet::<u64>::new());
        self.each_host(&mut |host, piece| {
            let kinds = Kind::all(piece).ok_or_else(damaged)?;
            let unwanted: HashSet<u64> =
                kinds.iter().filter(|kind| !wanted(kind)).map(|kind| kind.id).collect();
            forgotten.extend(&unwanted);
            if unwanted.len() < kinds.len() || (kinds.is_empty() && unwanted.is_empty()) {
                left.push((
                    host,
                    compact(piece, |entry| entry.id().is_none_or(|id| !unwanted.contains(&id)))
                        .ok_or_else(damaged)?,
                ));
            }
            Ok(())
        })?;
        if !forgotten.is_empty() {
            self.replace(&identity, &start, left.into_iter())?;
            self.retain_arrivals(i64::MIN, |kind| !forgotten.contains(&kind))?;
            self.shrink()?;
        }
        Ok(forgotten.len() as u64)
    }

    /// Forgets the lines of slices of time that are over before a time, in milliseconds since 1970. Their kinds stay.
    ///
    /// # Errors
    /// [`ErrorKind::Memory`]: the file cannot be written; it is as it was then.
    pub fn forget_arrivals(&mut self, before: i64) -> Result<(), Error> {
        let Some(slice) = self.slice() else { return Ok(()) };
        self.retain_arrivals(before.div_euclid(slice), |_| true)
    }
}

/// Gives lines to their kinds.
fn assign(arrivals: Vec<Arrival>, kinds: &mut [Kind]) {
    for arrival in arrivals {
        if let Ok(at) = kinds.binary_search_by_key(&arrival.kind, |kind| kind.id) {
            kinds[at].arrivals.push(arrival);
        }
    }
}

/// The kinds of a state that are similar to a URL: the one that a line like it would be dropped for, and others that are similar
/// to it as they are written; and of other kinds those that have lines that are, with these. Lines are those that came
/// since a time, in milliseconds since 1970, by whole slices.
///
/// # Errors
/// What [`Session::open`] gives, and [`ErrorKind::Memory`]: the file cannot be read.
pub fn similar(builder: Builder, store: Sqlite, url: &[u8], since: i64) -> Result<Vec<Kind>, Error> {
    let comparer = builder.comparer()?;
    let mut session = Session::open(builder.for_ever(), store)?.dry(true);
    session.admit(url)?;
    let found = session.last_met().map(|(_, id)| id);
    let is_similar = |line: &[u8]| comparer.compare(url, line).is_some_and(|comparison| comparison.similar);
    let (mut kinds, arrivals) = session.beside(url, since)?;
    assign(arrivals, &mut kinds);
    kinds.retain_mut(|kind| {
        if found == Some(kind.id) || is_similar(&kind.line) {
            return true;
        }
        kind.arrivals.retain(|arrival| is_similar(&arrival.line));
        !kind.arrivals.is_empty()
    });
    Ok(kinds)
}

/// Enters kinds into a state under settings, as if their lines came in this order; counts and times go along. Kinds that are
/// similar under these settings become one. Gives how many are new.
///
/// What had been learned of path positions is learned again from these lines.
///
/// # Errors
/// [`ErrorKind::Memory`]: the file cannot be read or written. And what [`Session::open`] gives.
pub fn enter(builder: Builder, store: Sqlite, kinds: &[Kind]) -> Result<u64, Error> {
    let builder = builder.remember_all(kinds.iter().any(|kind| !kind.arrivals.is_empty()));
    let mut session = Session::open(builder, store)?;
    session.note_entered_only();
    let mut new = 0;
    for kind in kinds {
        new += u64::from(matches!(session.enter(kind)?, Verdict::Kept | Verdict::NotUrl));
    }
    session.end(None)?;
    Ok(new)
}

/// Makes a new state at `path` of all kinds of others, in the order of their times: the order of the states does not matter.
///
/// # Errors
/// [`ErrorKind::Memory`]: a file cannot be read or written, or there is something at `path`; and what [`Session::open`] gives.
pub fn rebuild(builder: Builder, from: &mut [Sqlite], path: &Path) -> Result<u64, Error> {
    let mut kinds = Vec::new();
    let mut slice = None;
    for state in from {
        let own = state.slice();
        if let (Some(own), Some(other)) = (own, slice)
            && own != other
        {
            let problem = format!(
                "the states count by slices of different lengths, {other} and {own} ms: they cannot be joined"
            );
            return Err(Error::new(ErrorKind::Memory, problem));
        }
        slice = slice.or(own);
        state.kinds(|of_host| {
            kinds.extend(of_host);
            Ok(())
        })?;
    }
    kinds.sort_by(|one, other| (one.first, &one.line, one.last).cmp(&(other.first, &other.line, other.last)));
    let builder = match slice {
        Some(slice) => builder.slice(Duration::from_millis(slice.unsigned_abs())),
        None => builder,
    };
    enter(builder, Sqlite::open(path)?, &kinds)
}

impl Session {
    /// Enters a kind that is remembered elsewhere: its line is decided on as any other, and its counts and times are added to
    /// those of the kind that it is found to be.
    pub(crate) fn enter(&mut self, kind: &Kind) -> Result<Verdict, Error> {
        self.set_times([kind.first]);
        let verdict = self.admit(&kind.line)?;
        let Some((host, id)) = self.last_met() else { return Ok(verdict) };
        let (first, slice) = (kind.first, self.slice());
        for (&number, &count) in &kind.slices {
            // The line itself has been counted.
            let count = if number == first.div_euclid(slice) { count.saturating_sub(1) } else { count };
            let end = (number + 1).saturating_mul(slice) - 1;
            if count > 0 {
                self.note(host, &Entry::Met(Met { id, slice: number, count, last: kind.last.min(end) }));
            }
        }
        for arrival in &kind.arrivals {
            self.enter_arrival(host, id, arrival);
        }
        Ok(verdict)
    }
}
