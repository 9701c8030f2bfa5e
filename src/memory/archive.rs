//! What can be done with a state as a whole: look at it, take kinds out of it, bring others in, enter everything anew.

use super::compact::compact;
use super::identity::check;
use super::kind::Kind;
use super::piece::{Entry, Met};
use super::session::Session;
use super::sqlite::Sqlite;
use crate::builder::Builder;
use crate::error::{Error, ErrorKind};
use crate::sift::Verdict;
use std::path::Path;
use std::time::Duration;

fn damaged() -> Error {
    Error::new(ErrorKind::Memory, "what is remembered of a host is damaged")
}

impl Sqlite {
    /// Gives the kinds of every host, host by host. Those of the last call are lines that are not URLs, if there are any.
    ///
    /// # Errors
    /// [`ErrorKind::Memory`]: the file cannot be read; and what `each` gives.
    pub fn kinds(&mut self, mut each: impl FnMut(Vec<Kind>) -> Result<(), Error>) -> Result<(), Error> {
        self.each_host(&mut |_, piece| {
            let kinds = Kind::all(piece).ok_or_else(damaged)?;
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
        self.shrink()
    }

    /// Forgets the kinds that are not `wanted`, and gives their number. What was learned of hosts of which a kind is left stays.
    ///
    /// # Errors
    /// [`ErrorKind::Memory`]: the file cannot be read or written; it is as it was then.
    pub fn forget(&mut self, mut wanted: impl FnMut(&Kind) -> bool) -> Result<u64, Error> {
        let Some((identity, start)) = self.stored().map(|(identity, start)| (identity.to_owned(), *start))
        else {
            return Ok(0);
        };
        let (mut left, mut forgotten) = (Vec::new(), 0);
        self.each_host(&mut |host, piece| {
            let kinds = Kind::all(piece).ok_or_else(damaged)?;
            let unwanted: std::collections::HashSet<u64> =
                kinds.iter().filter(|kind| !wanted(kind)).map(|kind| kind.id).collect();
            forgotten += unwanted.len() as u64;
            if unwanted.len() < kinds.len() || (kinds.is_empty() && unwanted.is_empty()) {
                left.push((
                    host,
                    compact(piece, |entry| entry.id().is_none_or(|id| !unwanted.contains(&id)))
                        .ok_or_else(damaged)?,
                ));
            }
            Ok(())
        })?;
        if forgotten > 0 {
            self.replace(&identity, &start, left.into_iter())?;
            self.shrink()?;
        }
        Ok(forgotten)
    }
}

/// The kinds of a state that are similar to a URL: the one that a line like it would be dropped for, and others that are similar
/// to it as they are written.
///
/// # Errors
/// What [`Session::open`] gives, and [`ErrorKind::Memory`]: the file cannot be read.
pub fn similar(builder: Builder, store: Sqlite, url: &[u8]) -> Result<Vec<Kind>, Error> {
    let comparer = builder.comparer()?;
    let mut session = Session::open(builder, store)?.dry(true);
    session.admit(url)?;
    let found = session.last_met().map(|(_, id)| id);
    let mut kinds = session.kinds_beside(url)?;
    kinds.retain(|kind| {
        found == Some(kind.id)
            || comparer.compare(url, &kind.line).is_some_and(|comparison| comparison.similar)
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
    let mut session = Session::open(builder, store)?;
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
        Ok(verdict)
    }
}
