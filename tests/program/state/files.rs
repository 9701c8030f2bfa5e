//! The files of a state: who reads them, which names they may have, and what is left beside them.

use std::fs;
use std::path::Path;

use crate::lists::mixed;
use crate::program::{argument, kept, outcome, refusal, run, start, urlsift};
use crate::waiting::{eventually, send};

const LINE: &[u8] = b"https://a.example/x\n";

/// They hold a list, and the key with which hashes can be foreseen.
#[test]
#[cfg(unix)]
fn only_their_owner_can_read_them() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let state = path("state");
    let mut child = start(&["-q", "--state", &state]);
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), LINE).unwrap();
    let check = |least: usize| {
        let files: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|file| file.unwrap().path())
            .collect();
        assert!(files.len() >= least, "{files:?}");
        for file in files {
            let mode = file.metadata().unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o600, "{}", file.display());
        }
    };
    eventually("it is stored", || {
        Path::new(&path("state-wal"))
            .metadata()
            .is_ok_and(|log| log.len() > 100)
    });
    // The database, its log and the memory that it shares, and the lock.
    check(4);
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    kept(&["state", "rebuild", &state, "-t", "90"], b"");
    kept(
        &["state", "merge", &state, "-o", &path("joined"), "-t", "90"],
        b"",
    );
    fs::write(path("list"), kept(&["state", "export", &state], b"")).unwrap();
    kept(&["state", "import", &path("copy"), &path("list")], b"");
    fs::remove_file(path("list")).unwrap();
    check(5);
}

#[test]
fn an_empty_name_is_refused_and_special_ones_are_names() {
    let folder = tempfile::tempdir().unwrap();
    for more in [&[][..], &["--dry-run"]] {
        let message = refusal(&[&["--state", ""], more].concat(), LINE);
        assert_eq!(
            message,
            "urlsift: the name of the state is empty: is a variable not set?\n"
        );
    }
    assert_eq!(run(&["state", "info", ""], b"").status.code(), Some(2));
    for name in [":memory:", "file:y?mode=memory", "file::memory:", "file:z"] {
        for wanted in [LINE, b""] {
            let mut child = urlsift(&["-q", "--state", name])
                .current_dir(folder.path())
                .spawn()
                .unwrap();
            std::io::Write::write_all(&mut child.stdin.take().unwrap(), LINE).unwrap();
            let output = child.wait_with_output().unwrap();
            assert!(
                output.status.success() && output.stdout == wanted,
                "{name}: {output:?}"
            );
        }
        assert!(folder.path().join(name).is_file(), "{name}");
    }
}

#[test]
fn files_that_belong_to_it_are_no_output() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    kept(&["-q", "--state", argument(&state)], LINE);
    let before = fs::read(&state).unwrap();
    for suffix in ["-wal", "-shm", "-journal", ".lock", ".making"] {
        let output = format!("{}{suffix}", argument(&state));
        let (status, _, message) = outcome(&run(
            &["-q", "--state", argument(&state), "-o", &output],
            b"https://b.example/\n",
        ));
        assert_eq!(status, Some(2), "{suffix}");
        assert!(message.contains("belongs to the state"), "{message}");
    }
    assert_eq!(fs::read(&state).unwrap(), before);
    let beside = format!("{}.txt", argument(&state));
    kept(
        &["-q", "--state", argument(&state), "-o", &beside],
        b"https://b.example/\n",
    );
}

/// The lock and the log stand beside each name.
#[test]
#[cfg(unix)]
fn a_file_with_two_names_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [state, link] = ["state", "link"].map(|name| folder.path().join(name));
    kept(&["-q", "--state", argument(&state)], LINE);
    fs::hard_link(&state, &link).unwrap();
    for name in [&state, &link] {
        let message = refusal(&["--state", argument(name)], LINE);
        assert!(message.contains("it has 2 names (hard links)"), "{message}");
    }
    // To read it does no harm.
    assert_eq!(
        kept(&["-q", "--state", argument(&link), "--dry-run"], LINE),
        b""
    );
    fs::remove_file(&link).unwrap();
    assert_eq!(kept(&["-q", "--state", argument(&state)], LINE), b"");
}

#[test]
#[cfg(unix)]
fn a_rebuild_leaves_nothing_beside_it_however_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state");
    let list = mixed(20_000);
    kept(&["-q", "--state", argument(&state)], &list);
    // What a rebuild makes that nothing disturbs. It may know less: what kept lines alone teach.
    let undisturbed = folder.path().join("undisturbed");
    fs::copy(&state, &undisturbed).unwrap();
    kept(
        &["state", "rebuild", argument(&undisturbed), "-t", "95"],
        b"",
    );
    let making = folder.path().join("state.making");
    let mut interrupted = 0;
    for (signal, number) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let mut child = start(&["state", "rebuild", argument(&state), "-t", "95"]);
        eventually("it is at work, or over", || {
            making.join("state").exists() || child.try_wait().unwrap().is_some()
        });
        send(signal, &child);
        let status = child.wait().unwrap().code();
        assert!(status == Some(number) || status == Some(0), "{status:?}");
        interrupted += usize::from(status == Some(number));
        assert!(!making.exists(), "{signal}");
    }
    assert!(interrupted > 0, "a rebuild of 20,000 lines takes a while");
    // Nobody can clean up when killed; the next one does.
    fs::create_dir(&making).unwrap();
    for left in ["state", "state-wal", "lock", "state.lock"] {
        fs::write(making.join(left), "left by a killed one").unwrap();
    }
    kept(&["state", "rebuild", argument(&state), "-t", "95"], b"");
    assert!(!making.exists());
    let [whole, rebuilt] =
        [&undisturbed, &state].map(|state| kept(&["-q", "--state", argument(state)], &list));
    assert_eq!(
        String::from_utf8_lossy(&whole),
        String::from_utf8_lossy(&rebuilt),
        "it is whole"
    );
    assert!(
        rebuilt.len() < 1000,
        "it knows most: {}",
        String::from_utf8_lossy(&rebuilt)
    );
}
