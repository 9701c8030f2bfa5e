//! The table of arrivals: blobs of a slice of time and some of its hosts. They are apart from
//! layers, so that a slice is deleted as a whole and a run that decides reads none of them.
//!
//! A blob has the layout of a [`chunk`]. Full blobs of a commit stay as they are. The others of a
//! slice are merged when there are many, level by level, so every byte is written a few times.

use super::chunk::{self, ChunkContent, FULL, ordered};
use super::failure::Failure;
use super::schema::value;
use crate::entry::arrival::{self, Arrivals};
use crate::entry::damaged;
use crate::host::Host;
use crate::store::EachArrival;
use crate::store::archive::{Archive, Rewrite};
use rusqlite::{Connection, Result, Rows, Transaction, params};
use std::collections::BTreeMap;
use urlsift_core::hash::Key;

/// The level of full blobs, which stay as they are.
const STAYS: i64 = 1000;

/// The number of blobs of a level at which they are merged.
const MANY: i64 = 24;

/// Creates the table, if it is not there.
const TABLE: &str = include_str!("arrivals.sql");

/// Whether arrivals were ever stored: states without any have no table for them.
fn is_there(connection: &Connection) -> Result<bool> {
    let query = "SELECT count(*) FROM sqlite_schema WHERE name = 'arrival'";
    let tables: i64 = value(connection, query, [])?;
    Ok(tables > 0)
}

/// The entries of each host.
type ByHost = BTreeMap<Host, Vec<u8>>;

/// The entries of each host in each slice of time.
type BySlice = BTreeMap<i64, ByHost>;

fn add(hosts: &mut ByHost, host: Host, entries: &[u8]) {
    let of_host = hosts.entry(host).or_default();
    of_host.extend_from_slice(entries);
}

/// Stores arrivals, and deletes those of expired slices.
pub(super) fn store(
    transaction: &Transaction<'_>,
    arrivals: &Arrivals<'_>,
    key: &Key,
) -> Result<()> {
    if !is_there(transaction)? {
        transaction.execute_batch(TABLE)?;
    }
    let mut slices = BySlice::new();
    for (slice, host, entries) in arrivals.entries {
        if *slice >= arrivals.since {
            let hosts = slices.entry(*slice).or_default();
            add(hosts, *host, entries);
        }
    }
    for (slice, hosts) in slices {
        write(transaction, slice, 0, hosts)?;
        put_together(transaction, slice, key)?;
    }
    let mut statement = transaction.prepare_cached("DELETE FROM arrival WHERE slice < ?")?;
    statement.execute([arrivals.since])?;
    Ok(())
}

/// Writes entries of hosts as blobs. If the last one is not full, it gets a level.
fn write(connection: &Connection, slice: i64, level: i64, hosts: ByHost) -> Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO arrival (slice, level, first, last, data) VALUES (?, ?, ?, ?, ?)",
    )?;
    let mut insert_blob = |level: i64, content: &mut ChunkContent| -> Result<()> {
        let Some((first, _)) = content.hosts.first() else {
            return Ok(());
        };
        let (last, _) = content.hosts[content.hosts.len() - 1];
        let first = ordered(*first);
        let last = ordered(last);
        insert.execute(params![slice, level, first, last, content.take_bytes()])?;
        Ok(())
    };
    let mut content = ChunkContent::default();
    for (host, entries) in hosts {
        content.add(host, &entries);
        if content.entries.len() >= FULL {
            insert_blob(STAYS, &mut content)?;
        }
    }
    insert_blob(level, &mut content)
}

/// Returns the entries of each host in all blobs of a query.
fn gather(mut blobs: Rows<'_>) -> Result<ByHost> {
    let mut hosts = ByHost::new();
    while let Some(row) = blobs.next()? {
        let data = row.get_ref(0)?.as_blob()?;
        for (host, entries) in chunk::hosts(data) {
            add(&mut hosts, host, entries);
        }
    }
    Ok(hosts)
}

/// Merges blobs of a slice, level by level, if there are many.
fn put_together(connection: &Connection, slice: i64, key: &Key) -> Result<()> {
    for level in 0..STAYS {
        let query = "SELECT count(*) FROM arrival WHERE slice = ? AND level = ?";
        let blobs: i64 = value(connection, query, [slice, level])?;
        if blobs < MANY {
            return Ok(());
        }
        let mut blobs =
            connection.prepare_cached("SELECT data FROM arrival WHERE slice = ? AND level = ?")?;
        let mut hosts = gather(blobs.query([slice, level])?)?;
        let mut delete =
            connection.prepare_cached("DELETE FROM arrival WHERE slice = ? AND level = ?")?;
        delete.execute([slice, level])?;
        for entries in hosts.values_mut() {
            // Damaged entries stay as they are, and are reported when they are read.
            if let Some(folded) = arrival::fold(entries, key, |_| true) {
                *entries = folded;
            }
        }
        write(connection, slice, level + 1, hosts)?;
    }
    Ok(())
}

/// Calls `each` with the arrivals of a host, or of all, by slice from `since` on.
pub(super) fn read(
    connection: &Connection,
    since: i64,
    host: Option<Host>,
    each: &mut EachArrival<'_>,
) -> Result<(), Failure> {
    if !is_there(connection)? {
        return Ok(());
    }
    let mut statement = connection.prepare_cached(
        "SELECT slice, data FROM arrival WHERE slice >= ?1 AND (?2 IS NULL OR (first <= ?2 AND last >= ?2)) ORDER BY slice, id",
    )?;
    let mut rows = statement.query(params![since, host.map(ordered)])?;
    while let Some(row) = rows.next()? {
        let slice = row.get(0)?;
        let data = row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?;
        if let Some(host) = host {
            if let Some(entries) = chunk::find(data, host) {
                each(slice, host, entries)?;
            }
            continue;
        }
        for (host, entries) in chunk::hosts(data) {
            each(slice, host, entries)?;
        }
    }
    Ok(())
}

/// Returns the slices that have arrivals, from `since` on, the latest first.
pub(super) fn slices(connection: &Connection, since: i64) -> Result<Vec<i64>> {
    if !is_there(connection)? {
        return Ok(Vec::new());
    }
    let mut statement = connection.prepare_cached(
        "SELECT DISTINCT slice FROM arrival WHERE slice >= ? ORDER BY slice DESC",
    )?;
    let slices = statement.query_map([since], |row| row.get(0))?;
    slices.collect()
}

/// Calls `each` with the arrivals of a host in a slice.
pub(super) fn read_slice(
    connection: &Connection,
    slice: i64,
    host: Host,
    each: &mut EachArrival<'_>,
) -> Result<(), Failure> {
    let mut statement = connection.prepare_cached(
        "SELECT data FROM arrival WHERE slice = ?1 AND first <= ?2 AND last >= ?2 ORDER BY id",
    )?;
    let mut rows = statement.query(params![slice, ordered(host)])?;
    while let Some(row) = rows.next()? {
        let data = row.get_ref(0)?.as_blob().map_err(rusqlite::Error::from)?;
        if let Some(entries) = chunk::find(data, host) {
            each(slice, host, entries)?;
        }
    }
    Ok(())
}

/// Calls `each` with all arrivals of a slice and host at once, the line of each in its first entry.
pub(super) fn read_merged(
    connection: &Connection,
    since: i64,
    key: &Key,
    each: &mut EachArrival<'_>,
) -> Result<(), Failure> {
    for slice in slices(connection, since)?.into_iter().rev() {
        let mut blobs = connection.prepare_cached("SELECT data FROM arrival WHERE slice = ?")?;
        for (host, entries) in gather(blobs.query([slice])?)? {
            let merged = arrival::fold(&entries, key, |_| true).ok_or_else(damaged)?;
            each(slice, host, &merged)?;
        }
    }
    Ok(())
}

/// Deletes the arrivals before a slice, and replaces the others by what `rewrite` returns.
pub(super) fn rewrite(
    transaction: &Transaction<'_>,
    since: i64,
    rewrite: &mut Rewrite<'_>,
) -> Result<(), Failure> {
    if !is_there(transaction)? {
        return Ok(());
    }
    transaction.execute("DELETE FROM arrival WHERE slice < ?", [since])?;
    let mut statement = transaction.prepare("SELECT DISTINCT slice FROM arrival")?;
    let slices = statement.query_map([], |row| row.get(0))?;
    let slices: Result<Vec<i64>> = slices.collect();
    for slice in slices? {
        let mut blobs = transaction.prepare_cached("SELECT data FROM arrival WHERE slice = ?")?;
        let mut hosts = gather(blobs.query([slice])?)?;
        transaction.execute("DELETE FROM arrival WHERE slice = ?", [slice])?;
        for (host, entries) in &mut hosts {
            let left = rewrite(*host, entries)?;
            if let Some(left) = left {
                *entries = left;
            }
        }
        hosts.retain(|_, entries| !entries.is_empty());
        write(transaction, slice, 0, hosts)?;
    }
    Ok(())
}

/// Replaces the arrivals by those of another store.
pub(super) fn replace(
    transaction: &Transaction<'_>,
    other: &mut dyn Archive,
) -> Result<(), Failure> {
    if is_there(transaction)? {
        transaction.execute("DELETE FROM arrival", [])?;
    }
    let mut slices = BySlice::new();
    other.each_arrival(i64::MIN, None, &mut |slice, host, entries| {
        let hosts = slices.entry(slice).or_default();
        add(hosts, host, entries);
        Ok(())
    })?;
    if !slices.is_empty() {
        transaction.execute_batch(TABLE)?;
    }
    for (slice, hosts) in slices {
        write(transaction, slice, 0, hosts)?;
    }
    Ok(())
}

/// Returns the number of bytes of arrivals, and of slices of time.
pub(super) fn size(connection: &Connection) -> Result<(u64, u64)> {
    if !is_there(connection)? {
        return Ok((0, 0));
    }
    let mut statement = connection
        .prepare("SELECT coalesce(sum(length(data)), 0), count(DISTINCT slice) FROM arrival")?;
    statement.query_row([], |row| {
        let bytes: i64 = row.get(0)?;
        let slices: i64 = row.get(1)?;
        Ok((bytes.cast_unsigned(), slices.cast_unsigned()))
    })
}
