//! The database apart from its layers: settings, versions, checksums, and the mark that identifies
//! it.

use crate::checksum::checksum;
use crate::store::Start;
use crate::store::output::Output;
use rusqlite::types::{FromSql, ValueRef};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Params, Result, ToSql, ffi, params};
use std::path::{Path, absolute};
use std::time::Duration;

/// Marks databases of this program: "urls".
const APPLICATION: i64 = 0x7572_6C73;
/// Since version 2 there are checksums. A file of version 1 gets them with the next write; its
/// layers have none until they are merged. Since version 4 chunks are compressed; those of earlier
/// versions stay as they are until they are merged. A single flipped bit does not turn one version
/// into another.
const VERSION: i64 = 4;
const UNCOMPRESSED: i64 = 2;
const WITHOUT_SUMS: i64 = 1;

/// Bytes of a page. Chunks are read and written by pages, and all writes go through the log. With
/// the usual pages of 4 KiB, system calls took a tenth of a run's time; with these, a fourteenth.
const PAGE: i64 = 16 << 10;

/// Creates the tables.
const TABLES: &str = include_str!("tables.sql");

/// The name by which SQLite knows the version.
const VERSIONS: &str = "user_version";

/// Returns the value of a setting.
const GET: &str = "SELECT value FROM setting WHERE name = ?";

/// Sets a setting.
const SET: &str = "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)";

/// Whether nothing was ever stored.
const EMPTY: &str = "SELECT (SELECT count(*) FROM setting) + (SELECT count(*) FROM segment) + EXISTS (SELECT * FROM chunk) = 0";

/// The time to wait for another connection to finish a short write.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// Opens the database. If `write`, creates it if it does not exist or is empty.
pub(super) fn open(path: &Path, write: bool) -> Result<Connection> {
    let connection = connect(path, write)?;
    let is_new = tables(&connection)? == 0;
    if !is_new {
        check_format(&connection)?;
    }
    if !write {
        return Ok(connection);
    }
    if is_new {
        connection.pragma_update(None, "page_size", PAGE)?;
        // Free pages can be given back without a copy of the file.
        connection.pragma_update(None, "auto_vacuum", "incremental")?;
    }
    // Synchronous NORMAL: after a power loss the last commits may be gone, and their lines come
    // again.
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY;",
    )?;
    if is_new {
        let marks =
            format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};");
        connection.execute_batch(&format!("BEGIN IMMEDIATE; {marks} {TABLES} COMMIT"))?;
    }
    Ok(connection)
}

/// Opens the file of the database.
fn connect(path: &Path, write: bool) -> Result<Connection> {
    // A reader may also remove the files next to the database if nobody else has it open: otherwise
    // they would stay. If the file cannot be written to, SQLite opens it for reading.
    let mut access = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    access.set(OpenFlags::SQLITE_OPEN_CREATE, write);
    // SQLite takes `:memory:` and `file:name?mode=memory` for no files, but only as relative paths.
    let Ok(path) = absolute(path) else {
        return Err(rusqlite::Error::InvalidPath(path.to_owned()));
    };
    let connection = Connection::open_with_flags(&path, access)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "query_only", !write)?;
    if !write {
        // To read, SQLite creates files next to the database, unless an active run has created
        // them. If it cannot, there is no active run; and if there is no log from an earlier run,
        // everything is in the database.
        if !has_log(&path)
            && let Err(error) = tables(&connection)
            && is_unwritable(&error)
        {
            return unchanging(&path);
        }
    } else if connection.is_readonly(rusqlite::MAIN_DB)? {
        // SQLite opens a file that cannot be written to for reading instead, and would report that
        // only with the first commit.
        return Err(failure(ffi::SQLITE_READONLY, None));
    }
    Ok(connection)
}

/// Refuses databases of other programs and of newer versions.
fn check_format(connection: &Connection) -> Result<()> {
    if pragma(connection, "application_id")? != APPLICATION {
        let reason = "it is not a state file of urlsift, but another program's database";
        return Err(refusal(reason));
    }
    match pragma(connection, VERSIONS)? {
        VERSION | UNCOMPRESSED | WITHOUT_SUMS => Ok(()),
        version => {
            let reason = format!(
                "its format has version {version}, and this urlsift reads version {VERSION}: use a newer one"
            );
            Err(refusal(reason))
        }
    }
}

/// Returns the number of tables and indexes; 0 for a new file.
pub(super) fn tables(connection: &Connection) -> Result<i64> {
    value(connection, "SELECT count(*) FROM sqlite_schema", [])
}

/// Returns the value that a query finds.
pub(super) fn value<T: FromSql>(
    connection: &Connection,
    query: &str,
    params: impl Params,
) -> Result<T> {
    let mut statement = connection.prepare_cached(query)?;
    statement.query_row(params, |row| row.get(0))
}

/// Returns a number that SQLite knows of the database.
pub(super) fn pragma(connection: &Connection, name: &str) -> Result<i64> {
    let query = format!("PRAGMA {name}");
    connection.query_row(&query, [], |row| row.get(0))
}

/// Returns the value of a setting, if it has one.
fn setting<T: FromSql>(connection: &Connection, name: &str) -> Result<Option<T>> {
    let value = value(connection, GET, [name]);
    Ok(value.optional()?.flatten())
}

/// Returns a number among the settings; an empty one is 0. A row that is missing is an error.
fn number(connection: &Connection, name: &str) -> Result<i64> {
    let number: Option<i64> = value(connection, GET, [name])?;
    Ok(number.unwrap_or_default())
}

fn unsigned(connection: &Connection, name: &str) -> Result<u64> {
    let number = number(connection, name)?;
    Ok(number.cast_unsigned())
}

fn set(connection: &Connection, name: &str, value: impl ToSql) -> Result<()> {
    let mut statement = connection.prepare_cached(SET)?;
    statement.execute(params![name, value])?;
    Ok(())
}

/// Returns the number of the first layer with checksums.
pub(super) fn checked(connection: &Connection) -> Result<i64> {
    if pragma(connection, VERSIONS)? == WITHOUT_SUMS {
        return Ok(i64::MAX);
    }
    Ok(setting(connection, "checked")?.unwrap_or_default())
}

/// Stores the number of the first layer with checksums, and the checksum of all settings and of the
/// list of layers. It is the last step of every change.
pub(super) fn seal(connection: &Connection, checked: i64) -> Result<()> {
    if pragma(connection, VERSIONS)? != VERSION {
        connection.pragma_update(None, VERSIONS, VERSION)?;
    }
    set(connection, "checked", checked)?;
    set(connection, "sum", sum(connection)?.cast_signed())
}

/// Refuses settings and a list of layers whose checksum is wrong.
pub(super) fn verify(connection: &Connection) -> Result<()> {
    if tables(connection)? == 0 || pragma(connection, VERSIONS)? == WITHOUT_SUMS {
        return Ok(());
    }
    let is_whole = match setting::<i64>(connection, "sum")? {
        Some(stored) => stored == sum(connection)?.cast_signed(),
        // Tables are created before anything is stored.
        None => value(connection, EMPTY, [])?,
    };
    if !is_whole {
        return Err(corrupt());
    }
    Ok(())
}

/// Returns the checksum of all settings and of the list of layers.
fn sum(connection: &Connection) -> Result<u64> {
    let queries = [
        "SELECT name, value FROM setting WHERE name <> 'sum' ORDER BY name",
        "SELECT number, bytes FROM segment ORDER BY number",
    ];
    let mut bytes = Vec::new();
    for query in queries {
        let mut statement = connection.prepare_cached(query)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            for column in 0..2 {
                let value = row.get_ref(column)?;
                put(value, &mut bytes);
            }
        }
        bytes.push(u8::MAX);
    }
    Ok(checksum(&bytes))
}

/// Appends a value so that no two values give the same bytes.
fn put(value: ValueRef<'_>, bytes: &mut Vec<u8>) {
    let (kind, value) = match &value {
        ValueRef::Null => (0, &[][..]),
        ValueRef::Integer(number) => (1, &number.to_le_bytes()[..]),
        ValueRef::Real(number) => (2, &number.to_le_bytes()[..]),
        ValueRef::Text(text) => (3, *text),
        ValueRef::Blob(blob) => (4, *blob),
    };
    bytes.push(kind);
    let length = value.len() as u64;
    bytes.extend(length.to_le_bytes());
    bytes.extend_from_slice(value);
}

/// Whether the log of a database is not empty.
fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    match Path::new(&log).metadata() {
        Ok(log) => log.len() > 0,
        Err(_) => false,
    }
}

/// Opens a database that is not being changed. Its log is ignored.
fn unchanging(path: &Path) -> Result<Connection> {
    let escaped = path
        .to_string_lossy()
        .replace('%', "%25")
        .replace('?', "%3f")
        .replace('#', "%23");
    let access = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let address = format!("file:{escaped}?immutable=1");
    Connection::open_with_flags(address, access)
}

/// Whether files cannot be created.
fn is_unwritable(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, ReadOnly};
    matches!(error.sqlite_error_code(), Some(CannotOpen | ReadOnly))
}

/// Returns the error for a database of another program or version. SQLite itself no longer uses its
/// code.
fn refusal(reason: impl Into<String>) -> rusqlite::Error {
    failure(ffi::SQLITE_FORMAT, Some(reason.into()))
}

/// Returns the error for data that differs from what was written.
pub(super) fn corrupt() -> rusqlite::Error {
    failure(ffi::SQLITE_CORRUPT, None)
}

fn failure(code: i32, reason: Option<String>) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(ffi::Error::new(code), reason)
}

/// Whether an error is one of these two.
pub(super) fn is_refusal(error: &rusqlite::Error) -> bool {
    match error.sqlite_error() {
        Some(error) => error.extended_code == ffi::SQLITE_FORMAT,
        None => false,
    }
}

/// Reads an output as earlier versions stored it: unfinished, its form after the name.
fn earlier_output(text: &str) -> Output {
    if let Some(name) = text.strip_suffix(" as tsv") {
        return Output::new(name, "--format tsv");
    }
    if let Some(name) = text.strip_suffix(" as csv") {
        return Output::new(name, "--format csv");
    }
    Output::new(text, "")
}

/// Settings, and the start of the next run.
#[derive(Clone)]
pub(super) struct FileSettings {
    pub identity: String,
    pub start: Start,
    pub output: Option<Output>,
    pub swept: Swept,
}

/// The last merge of all layers, which left out expired groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Swept {
    /// The last slice of time that had expired then.
    pub until: i64,
    /// The bytes that were left.
    pub bytes: u64,
}

impl Swept {
    pub(super) const NEVER: Self = Self {
        until: i64::MIN,
        bytes: 0,
    };

    pub(super) fn write(self, connection: &Connection) -> Result<()> {
        set(connection, "swept", self.bytes.cast_signed())?;
        set(connection, "swept until", self.until)
    }
}

impl FileSettings {
    /// Reads the settings. `None`: nothing is stored yet.
    pub(super) fn read(connection: &Connection) -> Result<Option<Self>> {
        if tables(connection)? == 0 {
            return Ok(None);
        }
        let text = |name| setting::<String>(connection, name);
        let Some(identity) = text("settings")? else {
            return Ok(None);
        };
        let seed = unsigned(connection, "seed")?;
        let seed2 = unsigned(connection, "seed2")?;
        let start = Start {
            seed: [seed, seed2],
            slice: number(connection, "slice")?,
            next: unsigned(connection, "next")?,
            run: unsigned(connection, "run")?,
            resumed: unsigned(connection, "resumed")?,
            expired: value(connection, GET, ["expired"])?,
        };
        let mut output = None;
        if let Some(text) = text("last output")? {
            match text.parse::<Output>() {
                Ok(stored) => output = Some(stored),
                Err(error) => return Err(refusal(error.to_string())),
            }
        } else if let Some(text) = text("output")? {
            let mut earlier = earlier_output(&text);
            earlier.length = unsigned(connection, "length")?;
            output = Some(earlier);
        }
        let swept = Swept {
            until: number(connection, "swept until")?,
            bytes: unsigned(connection, "swept")?,
        };
        Ok(Some(Self {
            identity,
            start,
            output,
            swept,
        }))
    }

    pub(super) fn write(&self, connection: &Connection) -> Result<()> {
        let start = &self.start;
        let [seed, seed2] = start.seed;
        let numbers = [
            ("seed", seed),
            ("seed2", seed2),
            ("next", start.next),
            ("run", start.run),
            ("resumed", start.resumed),
        ];
        for (name, number) in numbers {
            set(connection, name, number.cast_signed())?;
        }
        set(connection, "settings", &self.identity)?;
        set(connection, "slice", start.slice)?;
        set(connection, "expired", start.expired)?;
        self.swept.write(connection)?;
        let output = self.output.as_ref().map(ToString::to_string);
        set(connection, "last output", output)?;
        set(connection, "output", None::<String>)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Earlier versions stored an output only while it was unfinished, with its form after its
    /// name.
    #[test]
    fn outputs_of_earlier_versions_are_read() {
        let folder = tempfile::tempdir().expect("there is room");
        let connection = open(&folder.path().join("state"), true).expect("it can be made");
        let start = "seed 1 2\nslice 1000\nnext 7\nrun 3"
            .parse()
            .expect("it is whole");
        let stored = FileSettings {
            identity: "x".to_owned(),
            start,
            output: None,
            swept: Swept::NEVER,
        };
        stored.write(&connection).expect("it can be stored");
        let set = |name: &str, value: &dyn rusqlite::ToSql| {
            connection
                .execute(SET, params![name, value])
                .expect("it can be stored");
        };
        let read = || {
            FileSettings::read(&connection)
                .expect("it can be read")
                .and_then(|stored| stored.output)
        };
        assert_eq!(read(), None);
        set("length", &7);
        for (text, name, form) in [
            ("/a/kept as you like", "/a/kept as you like", ""),
            ("/a/x as tsv as csv", "/a/x as tsv", "--format csv"),
        ] {
            set("output", &text);
            assert_eq!(
                read(),
                Some(Output {
                    length: 7,
                    ..Output::new(name, form)
                })
            );
        }
        let output = Output {
            inputs: Some("i".to_owned()),
            finished: true,
            ..Output::new("/b\nc", "--count")
        };
        let next = FileSettings {
            output: Some(output.clone()),
            ..stored
        };
        next.write(&connection).expect("it can be stored");
        assert_eq!(read(), Some(output));
        set("last output", &"length x");
        assert!(FileSettings::read(&connection).is_err());
    }
}
