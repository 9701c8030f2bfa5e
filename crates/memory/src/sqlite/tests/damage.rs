//! Damaged files: whatever is damaged, a run prints the lines that it would have printed or refuses
//! the file, and never crashes.

use crate::checksum::placed;
use crate::session::Session;
use crate::sqlite::{Sqlite, chunk, schema};
use rusqlite::{Connection, Row, params};
use std::fs;
use std::path::{Path, PathBuf};
use urlsift_core::hash::Key;
use urlsift_core::{Error, ErrorKind, Sift, Verdict};

/// Lines of many hosts with learned positions, values that vary, and lines that are not URLs.
fn lines(from: u64, to: u64) -> impl Iterator<Item = Vec<u8>> {
    let words = [
        "wombat", "quokka", "numbat", "bilby", "dingo", "brolga", "emu",
    ];
    (from..to).map(move |i| {
        let (word, other) = (words[(i % 7) as usize], words[(i / 7 % 7) as usize]);
        // Late ones have a host each.
        match if i < 10_000 { i % 5 } else { 1 } {
            0 => format!("https://zoo.example/{word}/zork{i}/{other}"),
            1 => format!("https://h{i}.example/{word}/{other}-of-the-day?view=full"),
            2 => format!("https://zoo.example/user/{i}/{other}"),
            3 => format!("{word} and {other}: no URL {}", i % 60),
            _ => format!("https://h{}.example/{word}/export?day={i}", i % 90),
        }
        .into_bytes()
    })
}

/// Makes a file with several commits of several runs.
fn stored(folder: &Path) -> PathBuf {
    let path = folder.join("whole");
    // So many that most bits of the file are of chunks.
    for (from, to) in [(10_000, 12_000), (0, 1500), (1500, 1600), (1600, 2400)] {
        let store = Sqlite::open(&path).expect("it can be opened");
        let mut session =
            Session::open(Sift::builder().seed([5, 6]), store).expect("it can be opened");
        for line in lines(from, to) {
            session.admit(&line).expect("it can be read");
        }
        session.commit(None).expect("it can be stored");
        session.end(None).expect("it can be stored");
    }
    path
}

/// Decides on lines, some of which the file knows, and stores the decisions.
fn decided(path: &Path, stores: bool) -> Result<Vec<Verdict>, Error> {
    let mut session = Session::open(Sift::builder().seed([5, 6]), Sqlite::open(path)?)?;
    let verdicts = lines(0, 2700)
        .step_by(3)
        .map(|line| session.admit(&line))
        .collect::<Result<_, _>>()?;
    if stores {
        session.end(None)?;
    }
    Ok(verdicts)
}

/// The outcome of a run on a damaged file.
struct Damage {
    _folder: tempfile::TempDir,
    whole: Vec<u8>,
    path: PathBuf,
    wanted: Vec<Verdict>,
    refused: usize,
}

impl Damage {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is room");
        let path = stored(folder.path());
        let whole = fs::read(&path).expect("it can be read");
        let wanted = decided(&path, true).expect("it is whole");
        let printed = wanted.iter().filter(|verdict| verdict.is_printed()).count();
        assert!(
            printed > 30 && printed < wanted.len() - 300,
            "{printed} of {}",
            wanted.len()
        );
        Self {
            path: folder.path().join("damaged"),
            _folder: folder,
            whole,
            wanted,
            refused: 0,
        }
    }

    /// Runs on a file of these bytes.
    fn decide(&mut self, bytes: &[u8], stores: bool, what: &str) {
        for beside in ["-wal", "-shm"] {
            let _ = fs::remove_file(self.path.with_file_name(format!("damaged{beside}")));
        }
        fs::write(&self.path, bytes).expect("there is room");
        self.judge(stores, what);
    }

    fn judge(&mut self, stores: bool, what: &str) {
        match decided(&self.path, stores) {
            Ok(verdicts) => {
                assert!(
                    verdicts == self.wanted,
                    "{what}: it decides otherwise, and says nothing"
                );
            }
            Err(refusal) => {
                self.refused += 1;
                let message = format!("{refusal:#}");
                assert!(
                    message.contains("damaged"),
                    "{what}: {message} does not name the file"
                );
            }
        }
    }
}

#[test]
fn a_flipped_bit_changes_nothing_or_is_refused() {
    let mut damage = Damage::new();
    let key = Key::new([7, 8]);
    for number in 0..1000_u64 {
        let mut bytes = damage.whole.clone();
        let bit = key.token(&number.to_le_bytes()) as usize % (8 * bytes.len());
        bytes[bit / 8] ^= 1 << (bit % 8);
        // Commits wait for the disk.
        damage.decide(&bytes, number % 20 == 0, &format!("bit {bit}"));
    }
    assert!(damage.refused > 500, "{}", damage.refused);
}

#[test]
fn a_page_of_zeros_changes_nothing_or_is_refused() {
    let mut damage = Damage::new();
    // Of the database, and of the file system.
    for size in [16 << 10, 4 << 10] {
        let pages = damage.whole.len() / size;
        assert!(pages > 10, "{pages}");
        damage.refused = 0;
        for page in 0..pages {
            let mut bytes = damage.whole.clone();
            bytes[page * size..(page + 1) * size].fill(0);
            damage.decide(&bytes, true, &format!("page {page} of {size} bytes"));
        }
        assert!(damage.refused > pages / 2, "{} of {pages}", damage.refused);
    }
}

#[test]
fn rows_that_are_gone_or_changed_are_noticed() {
    let mut damage = Damage::new();
    let changes = [
        "DELETE FROM chunk",
        "DELETE FROM chunk WHERE id = (SELECT min(id) FROM chunk)",
        "DELETE FROM chunk WHERE id = (SELECT max(id) FROM chunk)",
        "DELETE FROM chunk WHERE segment = 1",
        "DELETE FROM segment",
        "DELETE FROM segment WHERE number = 0",
        "DELETE FROM chunk WHERE segment = 0; DELETE FROM segment WHERE number = 0",
        "DELETE FROM setting",
        "DELETE FROM setting WHERE name = 'settings'",
        "DELETE FROM setting WHERE name = 'sum'",
        "UPDATE setting SET value = value + 1 WHERE name = 'seed'",
        "UPDATE setting SET value = 5 WHERE name = 'expired'",
        "UPDATE setting SET value = 99 WHERE name = 'checked'",
        "UPDATE segment SET number = number + 10",
        "UPDATE chunk SET first = first + 1 WHERE id = (SELECT max(id) FROM chunk)",
        "UPDATE chunk SET segment = segment + 1 WHERE segment = 0",
        "UPDATE chunk SET data = (SELECT data FROM chunk WHERE id = 1) WHERE id = 2",
        "UPDATE chunk SET data = x''",
    ];
    for change in changes {
        fs::write(&damage.path, &damage.whole).expect("there is room");
        let connection = Connection::open(&damage.path).expect("it can be opened");
        connection.execute_batch(change).expect("it can be changed");
        drop(connection);
        damage.judge(true, change);
    }
    assert_eq!(damage.refused, changes.len());
    // The message names the file and says what to do.
    let refusal = decided(&damage.path, false).expect_err("it is damaged");
    let message = format!("{refusal:#}");
    assert_eq!(refusal.kind(), ErrorKind::Damaged);
    assert!(
        message.contains(&damage.path.display().to_string()),
        "{message}"
    );
    assert!(message.contains("restore a copy"), "{message}");
}

/// Rewrites a file as an earlier version wrote it, without compression. In version 1 there are no
/// checksums, and a chunk has no more bytes than its entries take.
fn make_earlier(path: &Path, version: i64) {
    let connection = Connection::open(path).expect("it can be opened");
    let mut chunks = connection
        .prepare("SELECT id, segment, first, data FROM chunk")
        .expect("it is whole");
    let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
    let chunks = chunks
        .query_map([], row)
        .expect("it can be read")
        .collect::<Result<Vec<_>, _>>();
    for (id, layer, first, stored) in chunks.expect("they can be read") {
        let (id, layer, first, stored): (i64, i64, i64, Vec<u8>) = (id, layer, first, stored);
        assert!(
            stored.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]),
            "it is a frame of zstd"
        );
        let mut data = chunk::decompress(stored).expect("it is whole");
        if version == 1 {
            data.truncate(data.len() - 16);
        } else {
            let end = data.len() - 8;
            let sum = placed(
                &data[..end],
                [layer.cast_unsigned(), chunk::host_of(first).number()],
            );
            data[end..].copy_from_slice(&sum.to_le_bytes());
        }
        connection
            .execute("UPDATE chunk SET data = ? WHERE id = ?", params![data, id])
            .expect("it can be changed");
    }
    if version == 1 {
        connection
            .execute("DELETE FROM setting WHERE name IN ('sum', 'checked')", [])
            .expect("it can be changed");
    }
    connection
        .pragma_update(None, "user_version", version)
        .expect("it can be changed");
}

#[test]
fn files_of_earlier_versions_are_read_and_become_files_of_this_one_with_the_next_write() {
    for version in [1, 2] {
        let folder = tempfile::tempdir().expect("there is room");
        let path = stored(folder.path());
        let wanted = {
            let copy = folder.path().join("copy");
            fs::copy(&path, &copy).expect("there is room");
            decided(&copy, true).expect("it is whole")
        };
        make_earlier(&path, version);
        let before = fs::read(&path).expect("it can be read");
        drop(Sqlite::open(&path).expect("it can be opened"));
        assert!(
            fs::read(&path).expect("it can be read") == before,
            "nothing was written"
        );
        assert!(
            decided(&path, true).expect("it is whole") == wanted,
            "version {version}"
        );
        let now = |path: &Path| {
            schema::open(path, false)
                .and_then(|connection| schema::pragma(&connection, "user_version"))
        };
        assert_eq!(now(&path).expect("it can be read"), 4);
        // New layers have checksums, and older layers are read as before.
        let connection = Connection::open(&path).expect("it can be opened");
        let (checked, last): (i64, i64) = connection
            .query_row(
                "SELECT value, (SELECT max(number) FROM segment) FROM setting WHERE name = 'checked'",
                [],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .expect("it is there");
        assert_eq!((checked > 0, last > 0), (version == 1, true));
        drop(connection);
        decided(&path, true).expect("it is whole");
        let connection = Connection::open(&path).expect("it can be opened");
        connection
            .execute("DELETE FROM chunk WHERE segment = ?", [last])
            .expect("it can be changed");
        drop(connection);
        assert_eq!(
            decided(&path, true).expect_err("it is damaged").kind(),
            ErrorKind::Damaged
        );
    }
}
