//! Sessions that are told wrong times, and states of a clock that was ahead.

use std::time::{SystemTime, UNIX_EPOCH};

use urlsift::Filter;
use urlsift::memory::{
    Changes, EachHost, Host, Session, SessionBuilder, Settings, Sqlite, Start, Store, Unstored,
};
use urlsift::{Error, Sift, Verdict};

use crate::program::{argument, outcome, run};

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs()
}

/// A feed of some groups with pauses, in milliseconds, and which of its times are wrong.
fn generated(seed: u64, wrong: bool) -> Vec<(Vec<u8>, i64, bool)> {
    let (mut state, mut time, mut all) = (seed, 1_600_000_000_000, Vec::new());
    let mut draw = |most: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
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
            all.push((
                format!("https://wrong.example/at{at}").into_bytes(),
                time + 7_200_000 + place,
                true,
            ));
        }
    }
    all
}

fn decided(feed: &[(Vec<u8>, i64, bool)], batch: usize) -> (Vec<Verdict>, u64) {
    let window = SessionBuilder::new(Sift::builder().seed([3, 4]))
        .window(std::time::Duration::from_secs(600));
    let mut session = Session::open(window, Unstored).unwrap();
    let scanner = session.scanner().clone();
    let mut verdicts = Vec::new();
    for records in feed.chunks(batch) {
        let mut read = urlsift::Batch::default();
        for (line, ..) in records {
            scanner.scan(line, &mut read);
        }
        session.set_times(records.iter().map(|(_, time, _)| *time));
        let lines: Vec<&[u8]> = records.iter().map(|(line, ..)| &line[..]).collect();
        verdicts.extend_from_slice(session.decide(&read, &lines).unwrap().verdicts);
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
        assert!(
            wanted.contains(&Verdict::Similar) && wrong > 5,
            "seed {seed}"
        );
        for batch in [3, 64, 1000] {
            assert!(
                decided(&damaged, batch).0 == found,
                "seed {seed} in batches of {batch}"
            );
            assert_eq!(
                decided(&damaged, batch).1,
                wrong,
                "seed {seed} in batches of {batch}"
            );
        }
        // Those with wrong times are of their own: each is printed, and nothing else is otherwise.
        let (own, others): (Vec<_>, Vec<_>) = damaged
            .iter()
            .zip(&found)
            .partition(|((_, _, is_wrong), _)| *is_wrong);
        assert!(
            own.iter().all(|(_, verdict)| verdict.is_printed()),
            "seed {seed}"
        );
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
        changes.start.expired =
            Some((now().cast_signed() * 1000 + YEAR) / changes.start.slice - 10);
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
    let visit = |line: &str| {
        outcome(&run(
            &["--window", "10m", "--state", argument(&path)],
            line.as_bytes(),
        ))
    };
    let state = |task: &[&str]| outcome(&run(&[&["state"], task].concat(), b""));
    // It remembers nothing, and says why.
    for _ in 0..2 {
        let (status, printed, said) = visit("https://a.example/login");
        assert_eq!((status, &*printed), (Some(0), "https://a.example/login\n"));
        assert!(
            said.contains("clock set in the future") && said.contains("state forget --future"),
            "{said}"
        );
    }
    assert!(
        state(&["info", argument(&path)])
            .1
            .contains("from the future")
    );
    let (status, _, said) = state(&["forget", "--future", argument(&path)]);
    assert!(
        status == Some(0) && said.contains("1 groups had times after now"),
        "{said}"
    );
    assert!(
        !state(&["info", argument(&path)])
            .1
            .contains("from the future")
    );
    // What is known is known, and what comes is remembered.
    assert_eq!(
        visit("https://a.example/user/2"),
        (Some(0), String::new(), String::new())
    );
    assert_eq!(
        visit("https://a.example/logout").1,
        "https://a.example/logout\n"
    );
    assert_eq!(
        visit("https://a.example/logout"),
        (Some(0), String::new(), String::new())
    );
}
