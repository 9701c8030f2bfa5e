//! States, through the library: every store does the same with the same lines, and says what it
//! cannot do.

use std::error::Error as _;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use plain_file_store::PlainFile;
use urlsift::memory::Capability;
use urlsift::memory::State;
use urlsift::memory::{
    Access, Group, Info, Output, Session, SessionBuilder, Size, Sqlite, StatePlace,
};
use urlsift::{Builder, Error, ErrorKind, Sift, Verdict};

use super::pieces::{Kept, STORES};
use crate::lists::lines;
use crate::server::Server;

/// Admits lines, one a second, and commits now and then.
fn fill(state: State, settings: impl Into<SessionBuilder>, lines: &[Vec<u8>]) {
    let mut session = state.session(settings).expect("nothing is refused");
    for (line, second) in lines.iter().zip(0..) {
        session.set_times([1_700_000_000_000 + second * 1000]);
        session.admit(line).expect("nothing fails");
        if second % 300 == 299 {
            session.commit(None).expect("it can be stored");
        }
    }
    session.end(None).expect("it can be stored");
}

/// What a state holds, without what belongs to a store: how large it is, and how it numbers groups.
fn held(state: &mut State) -> (Info, Vec<Group>) {
    let mut info = state.info().expect("it can be read");
    info.size = Size::default();
    (info, unnumbered(groups(state)))
}

fn groups(state: &mut State) -> Vec<Group> {
    let mut all = Vec::new();
    let read = state.groups(|groups| {
        all.extend(groups);
        Ok(())
    });
    read.expect("it can be read");
    all
}

fn unnumbered(mut groups: Vec<Group>) -> Vec<Group> {
    for group in &mut groups {
        group.id = 0;
        group
            .arrivals
            .iter_mut()
            .for_each(|arrival| arrival.group = 0);
    }
    groups.sort_by(|one, other| one.line.cmp(&other.line));
    groups
}

/// Similar to a line of a host that is forgotten.
const ZOO: &[u8] = b"https://zoo.example/login/17/export?day=3";

/// Everything that a state can do, on one store, with what came of it.
fn done(
    open: impl Fn(&str) -> State,
    builder: &Builder,
    lines: &[Vec<u8>],
) -> Vec<(Info, Vec<Group>)> {
    let (first, second) = lines.split_at(lines.len() / 2);
    let mut steps = Vec::new();
    fill(open("one"), builder.clone(), first);
    steps.push(held(&mut open("one")));
    fill(open("one"), builder.clone(), second);
    steps.push(held(&mut open("one")));
    let whole = open("one").info().expect("it can be read");
    assert!(
        whole.groups > 100 && whole.not_urls > 0 && whole.hosts.len() > 2,
        "{}",
        whole.groups
    );
    assert!(
        whole.slices.values().sum::<u64>() > lines.len() as u64 * 9 / 10
            && whole.size.bytes > 10_000
    );

    let mut one = open("one");
    let names = Sift::builder().build().expect("the settings are valid");
    let other = lines
        .iter()
        .find(|line| names.scanner().host(line).is_none())
        .expect("some are not URLs");
    for (like, is_there) in [
        (ZOO, true),
        (b"https://zoo.example/none", false),
        (other, true),
        (b"no url", false),
    ] {
        let similar = one
            .similar(builder.clone(), like, i64::MIN)
            .expect("it can be read");
        assert_eq!(
            !similar.is_empty(),
            is_there,
            "{}",
            String::from_utf8_lossy(like)
        );
        steps.push((Info::default(), unnumbered(similar)));
    }

    let mut groups = groups(&mut one);
    groups.sort_by(|one, other| (one.first, &one.line).cmp(&(other.first, &other.line)));
    let mut two = open("two");
    let new = two
        .import(builder.clone(), &groups)
        .expect("it can be stored");
    steps.push(held(&mut two));
    assert!(
        new > 100 && new <= groups.len() as u64,
        "{new} of {}",
        groups.len()
    );

    let is_left =
        |group: &Group| names.scanner().host(&group.line).as_deref() != Some("zoo.example");
    let forgotten = one.forget(is_left, None).expect("it can be stored");
    assert!(forgotten > 0);
    steps.push(held(&mut one));
    drop(one);
    // What was forgotten is news, and nothing else is.
    let mut again = open("one")
        .session(builder.clone())
        .expect("nothing is refused");
    let mut is_new = |line: &[u8]| again.admit(line).expect("nothing fails") == Verdict::Kept;
    assert!(is_new(ZOO));
    assert!(
        !lines
            .iter()
            .any(|line| !line.starts_with(b"https://zoo.") && is_new(line))
    );
    steps
}

/// Names the first step that differs, and the first group of it: all of them would be pages.
fn assert_same(found: &[(Info, Vec<Group>)], wanted: &[(Info, Vec<Group>)]) {
    assert_eq!(found.len(), wanted.len());
    for (step, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        assert_eq!(found.0, wanted.0, "step {step}");
        assert_eq!(found.1.len(), wanted.1.len(), "step {step}");
        for (found, wanted) in found.1.iter().zip(&wanted.1) {
            assert_eq!(found, wanted, "step {step}");
        }
    }
}

#[test]
fn every_store_does_the_same() {
    let (lines, server) = (lines(), Server::start(&[]));
    for learns in [true, false] {
        let builder = Sift::builder().seed([5, 6]).learn(learns);
        let [wanted, plain] = [Kept::Sqlite, Kept::Plain].map(|store| {
            let folder = tempfile::tempdir().expect("there is room");
            done(
                |name| store.open(&folder.path().join(name)),
                &builder,
                &lines,
            )
        });
        assert_same(&plain, &wanted);
        // What a process learns reaches a server a batch later.
        if let Some(server) = server.as_ref().filter(|_| !learns) {
            let open = |name: &str| {
                let place = StatePlace::from(server.address(name));
                place.open(Access::Create).expect("it listens")
            };
            assert_same(&done(open, &builder, &lines), &wanted);
        }
    }
}

/// States are joined, and entered anew under other settings, into any store.
#[test]
fn states_are_joined_and_rebuilt_alike() {
    let all = lines();
    let builder = Sift::builder().seed([5, 6]);
    let timed = |builder: &Builder| {
        let settings = SessionBuilder::new(builder.clone()).remember_all(true);
        settings
            .window(Duration::from_secs(86_400))
            .slice(Duration::from_secs(600))
    };
    let (first, second) = all.split_at(all.len() / 2);
    let came = STORES.map(|store| {
        let folder = tempfile::tempdir().expect("there is room");
        let open = |name: &str| store.open(&folder.path().join(name));
        fill(open("one"), timed(&builder), first);
        fill(open("two"), timed(&builder), second);
        let mut joined = open("joined");
        joined
            .merge(timed(&builder), &mut [open("one"), open("two")])
            .expect("it can be stored");
        let mut other = open("other");
        other
            .merge(timed(&builder), &mut [open("two"), open("one")])
            .expect("it can be stored");
        let whole = held(&mut joined);
        assert!(whole == held(&mut other), "the order does not matter");
        let came = whole
            .1
            .iter()
            .flat_map(|group| &group.arrivals)
            .map(|arrival| arrival.count)
            .sum::<u64>();
        assert_eq!(came, all.len() as u64);

        let lower = builder.clone().threshold(90.0);
        assert_eq!(
            joined.check(&lower).map_err(|error| error.kind()),
            Err(ErrorKind::OtherSettings)
        );
        let groups = joined
            .rebuild(timed(&lower), &mut open("scratch"))
            .expect("it can be stored");
        assert!(
            groups > 100 && groups < whole.0.groups,
            "{groups} of {}",
            whole.0.groups
        );
        assert!(joined.check(&lower).is_ok());
        drop(joined);
        (whole, held(&mut open("joined")))
    });
    assert!(came[0] == came[1]);
}

fn refusal(opened: Result<Session, Error>) -> (ErrorKind, String) {
    let refusal = opened.err().expect("it is refused");
    (refusal.kind(), format!("{refusal:#}"))
}

#[test]
fn stores_say_why_they_cannot_be_used() {
    let builder = Sift::builder();
    let sliced = |seconds| SessionBuilder::new(Sift::builder()).slice(Duration::from_secs(seconds));
    for store in STORES {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("state");
        fill(store.open(&path), sliced(5), &lines()[..50]);
        let (kind, text) = refusal(store.open(&path).session(builder.clone().threshold(90.0)));
        assert_eq!(kind, ErrorKind::OtherSettings, "{store:?}");
        assert!(
            text.contains("threshold is the default there, and 90 here"),
            "{text}"
        );
        assert!(
            text.starts_with(&format!("cannot use {}: ", path.display())),
            "{text}"
        );
        let (kind, text) = refusal(store.open(&path).session(sliced(7)));
        assert_eq!(
            kind,
            ErrorKind::OtherSlice(Duration::from_secs(5)),
            "{store:?}"
        );
        assert!(
            text.contains("slices of time are 5 s long, not 7 s"),
            "{text}"
        );

        let open = |path: &Path| match store {
            Kept::Sqlite => Sqlite::open(path).map(State::from_store),
            Kept::Plain => PlainFile::open(path).map(State::from_store),
        };
        let held = store.open(&path);
        assert_eq!(
            open(&path).err().map(|error| error.kind()),
            Some(ErrorKind::Busy)
        );
        drop(held);
        fs::write(&path, "neither a database nor another store").expect("there is room");
        assert_eq!(
            open(&path).err().map(|error| error.kind()),
            Some(ErrorKind::Damaged)
        );
        let nowhere = open(&folder.path().join("no/such/folder"))
            .err()
            .expect("it cannot be made");
        assert_eq!(nowhere.kind(), ErrorKind::Storage, "{nowhere:#}");
    }
}

/// No message of the library says what to type: that is the program's.
#[test]
fn what_a_server_cannot_do_is_named() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let place = StatePlace::from(server.address("some"));
    let open = || place.open(Access::Create).expect("it listens");
    let three = std::num::NonZeroU32::new(3).expect("not zero");
    let window = Duration::from_secs(60);
    fill(open(), Sift::builder(), &lines()[..50]);
    let timed = SessionBuilder::new(Sift::builder()).window(window);
    for (settings, wanted) in [
        (
            SessionBuilder::from(Sift::builder().literal(true)),
            Capability::Comparison,
        ),
        (
            Sift::builder()
                .params(urlsift::settings::ParamMode::Names)
                .into(),
            Capability::ParamNames,
        ),
        (Sift::builder().samples(three).into(), Capability::Samples),
    ] {
        let (kind, text) = refusal(open().session(settings));
        assert_eq!(kind, ErrorKind::Unsupported(wanted), "{text}");
        assert!(!text.contains("--"), "{text}");
    }
    assert_eq!(
        refusal(open().session(timed)).0,
        ErrorKind::OtherWindow(None)
    );
    let folder = tempfile::tempdir().expect("there is room");
    let mut scratch = Kept::Sqlite.open(&folder.path().join("state"));
    let mut state = open();
    let refused = state
        .rebuild(Sift::builder().threshold(96.0), &mut scratch)
        .expect_err("it is shared");
    assert_eq!(
        refused.kind(),
        ErrorKind::Unsupported(Capability::Replacement),
        "{refused:#}"
    );
    let missing = StatePlace::from(server.address("none"))
        .open(Access::Read)
        .err()
        .expect("nothing is there");
    assert_eq!(missing.kind(), ErrorKind::Missing);
}

/// A store of another crate reports what the system refused, and the session passes it on.
#[test]
#[cfg(target_os = "linux")]
fn a_disk_that_is_full_is_reported_with_its_cause() {
    let store = PlainFile::open("/dev/full").expect("nothing is read or written yet");
    let mut session = Session::open(Sift::builder(), store).expect("nothing is refused");
    session.admit(b"https://a.example/").expect("nothing fails");
    let error = session.commit(None).expect_err("the disk is full");
    assert_eq!(
        (error.kind(), &*error.to_string()),
        (ErrorKind::Storage, "cannot write /dev/full")
    );
    let cause = error
        .source()
        .and_then(|cause| cause.downcast_ref::<io::Error>());
    assert_eq!(
        cause.map(io::Error::kind),
        Some(io::ErrorKind::StorageFull),
        "{error:#}"
    );
    assert!(session.has_changes(), "it may be tried again");
}

/// Wherever a run is killed while it writes, the file has what was committed before.
#[test]
fn a_record_that_was_cut_off_is_as_if_it_had_never_been() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("state");
    let mut session = Kept::Plain.session(&path, &Sift::builder());
    let mut ends = Vec::new();
    for host in ["a", "b", "c"] {
        session
            .admit(format!("https://{host}.example/").as_bytes())
            .expect("nothing fails");
        session.commit(None).expect("it can be stored");
        ends.push(fs::metadata(&path).expect("it is there").len());
    }
    drop(session);
    let whole = fs::read(&path).expect("it is there");
    for length in 0..=whole.len() {
        let path = folder.path().join("cut");
        fs::write(&path, &whole[..length]).expect("there is room");
        let mut state = Kept::Plain.open(&path);
        let commits = ends.iter().filter(|end| **end <= length as u64).count();
        assert_eq!(
            state.info().expect("it can be read").groups,
            commits as u64,
            "{length} bytes"
        );
        let mut session = state.session(Sift::builder()).expect("nothing is refused");
        let news = ["a", "b", "c"].map(|host| {
            let verdict = session.admit(format!("https://{host}.example/").as_bytes());
            verdict.expect("nothing fails") == Verdict::Kept
        });
        assert_eq!(news, [commits < 1, commits < 2, commits < 3]);
        session.end(None).expect("it can be stored");
        drop(session);
        let mut again = Kept::Plain.open(&path);
        assert_eq!(
            again.info().expect("it can be read").groups,
            3,
            "{length} bytes"
        );
    }
}

/// What was appended and not stored when the run was killed is not there twice in the end.
#[test]
fn an_output_that_is_appended_to_is_unfinished_from_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let [state, output] = ["state", "output"].map(|name| folder.path().join(name));
    let finished = |length, finished| {
        let state = State::read(&*state).unwrap();
        let output = state.output().unwrap();
        assert_eq!((output.length, output.finished), (length, finished));
    };
    let session = |length| {
        let mut there = Output::new(output.to_str().unwrap(), "");
        there.length = length;
        State::open(&*state)
            .unwrap()
            .session(Sift::builder())
            .unwrap()
            .writes_to(there)
            .unwrap()
    };
    let mut first = session(0);
    first.admit(b"https://a.example/x").unwrap();
    first.end(Some(20)).unwrap();
    drop(first);
    finished(20, true);
    let mut second = session(20);
    second.admit(b"https://b.example/x").unwrap();
    // It is written, and not stored.
    drop(second);
    finished(20, false);
}
