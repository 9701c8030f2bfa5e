//! Times that are wrong: one of them neither ends all groups nor hides a line.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use urlsift::memory::{
    Changes, EachHost, Host, Session, SessionBuilder, Settings, Sqlite, Start, Store, Unstored,
};
use urlsift::{Error, Sift, Verdict};

use crate::program::{argument, outcome, run};

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}

/// An object for each time and path.
fn feed(records: impl IntoIterator<Item = (u64, String)>) -> String {
    let mut all = String::new();
    for (time, path) in records {
        let _ = writeln!(all, "{{\"url\":\"https://a.example/{path}\",\"t\":{time}}}");
    }
    all
}

/// The URLs that are printed, and what is said.
fn printed(options: &[&str], feed: &str) -> (Vec<String>, String) {
    let options = [&["--time-field", "t"], options].concat();
    let (status, printed, said) = outcome(&run(&options, feed.as_bytes()));
    assert_eq!(status, Some(0), "{said}");
    (printed.lines().map(str::to_owned).collect(), said)
}

#[test]
fn a_time_ahead_of_the_clock_ends_no_group() {
    let clock = now();
    let visits = || (0..60).map(|id| (clock, format!("user/{id}")));
    for wrong in [clock + 86_400, 4_070_908_800] {
        let damaged = feed([(wrong, "login".to_owned())].into_iter().chain(visits()));
        let bursts = ["--window", "10m", "--at-least", "50"];
        let (whole, _) = printed(&bursts, &feed(visits()));
        let (found, said) = printed(&bursts, &damaged);
        assert_eq!((whole.len(), found), (1, whole), "{wrong}");
        assert!(said.contains("1 record has a time more than a window ahead"), "{said}");
        assert_eq!(printed(&["--window", "10m"], &damaged).0.len(), 2, "{wrong}");
    }
    // It is counted.
    let damaged = feed([(clock, "a".to_owned()), (clock + 86_400, "b".to_owned())]);
    let (_, statistics) = printed(&["--window", "10m", "--stats"], &damaged);
    assert!(statistics.contains("wrong time"), "{statistics}");
    let (_, statistics) = printed(&["--window", "10m", "--stats=json"], &damaged);
    assert!(statistics.contains("\"wrong_times\":1"), "{statistics}");
}

#[test]
fn a_wrong_time_in_a_replay_moves_nothing_and_a_pause_prints_each() {
    let start = 1_600_000_000;
    let visits = |at: u64| (0..30).map(move |id| (start + at + id, format!("user/{id}")));
    let scratch = tempfile::tempdir().unwrap();
    for wrong in [4_070_908_800, 1_700_000_000] {
        let state = scratch.path().join(wrong.to_string());
        let with = ["--window", "10m", "--state", argument(&state)];
        let list = feed(visits(0).chain([(wrong, "wrong".to_owned())]).chain(visits(30)));
        let (found, said) = printed(&with, &list);
        assert!(found.len() == 2 && found[1].contains("wrong"), "{found:?}");
        assert!(said.contains("1 record has a time"), "{said}");
        // What a later run prints does not depend on it.
        let (again, _) = printed(&with, &feed(visits(40)));
        assert!(again.is_empty(), "{again:?}");
    }
    let days = || (0..20).map(|day| (start + day * 86_400, format!("user/{day}")));
    let (found, said) = printed(&["--window", "1h"], &feed(days()));
    assert_eq!((found.len(), &*said), (20, ""));
    // One by one, as runs of a state.
    let state = scratch.path().join("days");
    let with = ["--window", "1h", "--state", argument(&state)];
    assert!(days().all(|day| printed(&with, &feed([day])).0.len() == 1));
}

/// A feed of some groups with pauses, in milliseconds, and which of its times are wrong.
fn generated(seed: u64, wrong: bool) -> Vec<(Vec<u8>, i64, bool)> {
    let (mut state, mut time, mut all) = (seed, 1_600_000_000_000, Vec::new());
    let mut draw = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    for at in 0..400 {
        time += match draw(20) {
            0 => 3_600_000,
            _ => draw(40_000).cast_signed(),
        };
        let line = format!("https://h{}.example/user/{at}", draw(6)).into_bytes();
        let late = if draw(10) == 0 { 90_000 } else { 0 };
        let (ahead, place) = (draw(15) == 0, draw(50_000_000_000).cast_signed());
        all.push((line, time - late, false));
        if wrong && ahead && at > 2 {
            all.push((format!("https://wrong.example/at{at}").into_bytes(), time + 7_200_000 + place, true));
        }
    }
    all
}

fn decided(feed: &[(Vec<u8>, i64, bool)], batch: usize) -> (Vec<Verdict>, u64) {
    let window =
        SessionBuilder::new(Sift::builder().seed([3, 4])).window(std::time::Duration::from_secs(600));
    let mut session = Session::open(window, Unstored).unwrap();
    let scanner = session.scanner();
    let mut verdicts = Vec::new();
    for records in feed.chunks(batch) {
        let mut read = urlsift::Batch::default();
        for (line, ..) in records {
            scanner.scan(line, &mut read);
        }
        session.set_times(records.iter().map(|(_, time, _)| *time));
        session.decide(&read, records.iter().map(|(line, ..)| &line[..]), &mut verdicts).unwrap();
    }
    (verdicts, session.wrong_times().0)
}

#[test]
fn wrong_times_change_no_other_line_whatever_the_size_of_a_batch() {
    for seed in 0..40 {
        let (clean, damaged) = (generated(seed, false), generated(seed, true));
        let (wanted, none) = decided(&clean, 1);
        let (found, wrong) = decided(&damaged, 1);
        assert_eq!(none, 0, "seed {seed}");
        assert!(wanted.contains(&Verdict::Similar) && wrong > 5, "seed {seed}");
        for batch in [3, 64, 1000] {
            assert!(decided(&damaged, batch).0 == found, "seed {seed} in batches of {batch}");
            assert_eq!(decided(&damaged, batch).1, wrong, "seed {seed} in batches of {batch}");
        }
        // Those with wrong times are of their own: each is printed, and nothing else is otherwise.
        let (own, others): (Vec<_>, Vec<_>) =
            damaged.iter().zip(&found).partition(|((_, _, is_wrong), _)| *is_wrong);
        assert!(own.iter().all(|(_, verdict)| verdict.is_printed()), "seed {seed}");
        let others: Vec<Verdict> = others.into_iter().map(|(_, verdict)| *verdict).collect();
        assert!(others == wanted, "seed {seed}");
    }
}

/// A file as a run would leave it while the clock is a year ahead.
struct Ahead(Sqlite);

const YEAR: i64 = 365 * 86_400_000;

impl Store for Ahead {
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
        self.0.begin(wanted)
    }

    fn load(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error> {
        self.0.load(hosts, each)
    }

    fn commit(&mut self, changes: &Changes<'_>) -> Result<(), Error> {
        let mut changes = *changes;
        changes.start.expired = Some((now().cast_signed() * 1000 + YEAR) / changes.start.slice - 10);
        self.0.commit(&changes)
    }
}

#[test]
fn a_state_from_the_future_is_named_and_comes_back() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("state");
    let settings = SessionBuilder::new(Sift::builder()).slice(std::time::Duration::from_secs(60));
    let mut session = Session::open(settings, Ahead(Sqlite::open(&path).unwrap())).unwrap();
    session.set_times([now().cast_signed() * 1000 + YEAR]);
    session.admit(b"https://a.example/user/1").unwrap();
    session.end(None).unwrap();
    drop(session);
    let visit = |line: &str| outcome(&run(&["--window", "10m", "--state", argument(&path)], line.as_bytes()));
    let state = |task: &[&str]| outcome(&run(&[&["state"], task].concat(), b""));
    // It remembers nothing, and says why.
    for _ in 0..2 {
        let (status, printed, said) = visit("https://a.example/login");
        assert_eq!((status, &*printed), (Some(0), "https://a.example/login\n"));
        assert!(said.contains("clock that was ahead") && said.contains("state forget --future"), "{said}");
    }
    assert!(state(&["info", argument(&path)]).1.contains("from the future"));
    let (status, _, said) = state(&["forget", "--future", argument(&path)]);
    assert!(status == Some(0) && said.contains("1 groups had times after now"), "{said}");
    assert!(!state(&["info", argument(&path)]).1.contains("from the future"));
    // What is known is known, and what comes is remembered.
    assert_eq!(visit("https://a.example/user/2"), (Some(0), String::new(), String::new()));
    assert_eq!(visit("https://a.example/logout").1, "https://a.example/logout\n");
    assert_eq!(visit("https://a.example/logout"), (Some(0), String::new(), String::new()));
}
