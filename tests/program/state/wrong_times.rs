//! Times that are wrong: one of them neither ends all groups nor hides a line.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::program::{argument, outcome, run};

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs()
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
        let bursts = ["--window", "10m", "--min", "50"];
        let (whole, _) = printed(&bursts, &feed(visits()));
        let (found, said) = printed(&bursts, &damaged);
        assert_eq!((whole.len(), found), (1, whole), "{wrong}");
        assert!(
            said.contains("1 record has a time more than a window ahead"),
            "{said}"
        );
        assert_eq!(
            printed(&["--window", "10m"], &damaged).0.len(),
            2,
            "{wrong}"
        );
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
        let list = feed(
            visits(0)
                .chain([(wrong, "wrong".to_owned())])
                .chain(visits(30)),
        );
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
