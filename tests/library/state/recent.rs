//! What policies ask about the lines of a window, against a list of all events.

use std::time::Duration;

use urlsift::memory::{RecentLine, RecentQuery, Redis, Session, SessionBuilder, State, Unstored};
use urlsift::settings::Records;
use urlsift::{Builder, ErrorKind, Sift};

use crate::server::Server;

/// An event, and what it says of its kind and address.
#[derive(Clone)]
struct Event {
    kind: &'static str,
    ip: String,
    time: i64,
    line: String,
}

const START: i64 = 1_700_000_000_000;
const KINDS: [&str; 4] = ["login", "answer", "vote", "comment"];

/// Makes events some of which come late by up to two slices.
fn events(count: usize, seed: u64) -> Vec<Event> {
    let mut state = seed;
    let mut draw = |most: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let mut events = Vec::new();
    for number in 0..count {
        let late = if draw(8) == 0 { draw(20_000) } else { 0 };
        let time = START + i64::try_from(number).expect("few") * 1000 - late.cast_signed();
        let kind = KINDS[draw(4) as usize];
        let ip = format!("10.0.0.{}", draw(6));
        let line = format!(r#"{{"kind":"{kind}","ip":"{ip}","number":{number}}}"#);
        events.push(Event {
            kind,
            ip,
            time,
            line,
        });
    }
    events
}

fn texts() -> Builder {
    let texts = Sift::builder().records(Records::Texts.terms());
    urlsift::settings::ByName::set(texts, "field", "kind").expect("it is a name")
}

fn settings() -> SessionBuilder {
    let window = SessionBuilder::new(texts()).window(Duration::from_secs(120));
    window.slice(Duration::from_secs(10)).recalls(true)
}

fn admit(session: &mut Session, event: &Event) {
    session.set_times([event.time]);
    session.admit(event.line.as_bytes()).expect("it is read");
}

/// The answer by definition: events of the last two minutes by whole slices, the latest first.
fn wanted(events: &[Event], is_wanted: impl Fn(&Event) -> bool, seconds: i64) -> Vec<String> {
    let latest = events
        .iter()
        .map(|event| event.time)
        .max()
        .unwrap_or_default();
    let first_slice = latest.div_euclid(10_000) - 11;
    let mut found = Vec::new();
    for (number, event) in events.iter().enumerate() {
        let is_recent = event.time >= latest - seconds * 1000;
        if is_recent && event.time.div_euclid(10_000) >= first_slice && is_wanted(event) {
            found.push((-event.time, std::cmp::Reverse(number), event.line.clone()));
        }
    }
    found.sort();
    found.into_iter().map(|(_, _, line)| line).collect()
}

fn lines(found: Vec<RecentLine>) -> Vec<String> {
    let mut lines = Vec::new();
    for recent in found {
        assert_eq!((recent.count, recent.first), (1, recent.last));
        lines.push(String::from_utf8(recent.line).expect("it is text"));
    }
    lines
}

fn check(session: &mut Session, events: &[Event], event: &Event) {
    for seconds in [15, 60, 1000] {
        let query = RecentQuery::new().within(Duration::from_secs(seconds));
        let line = event.line.as_bytes();
        let same_kind = wanted(
            events,
            |other| other.kind == event.kind,
            seconds.cast_signed(),
        );
        let same_ip = wanted(events, |other| other.ip == event.ip, seconds.cast_signed());
        for (query, wanted) in [(query.clone(), same_kind), (query.by("ip"), same_ip)] {
            let count = session.count_recent(line, &query).expect("it is read");
            assert_eq!(count, wanted.len() as u64, "{query:?}");
            let all = session.recent(line, &query).expect("it is read");
            assert_eq!(lines(all), wanted, "{query:?}");
            let some = session
                .recent(line, &query.clone().limit(3))
                .expect("it is read");
            assert_eq!(lines(some), wanted[..wanted.len().min(3)], "{query:?}");
        }
    }
}

#[test]
fn recent_lines_are_those_of_the_window_the_latest_first() {
    let events = events(600, 7);
    let mut session = Session::open(settings(), Unstored).expect("it is right");
    for (number, event) in events.iter().enumerate() {
        admit(&mut session, event);
        if number % 97 == 96 {
            check(&mut session, &events[..=number], event);
        }
    }
    let last = &events[events.len() - 1];
    let in_window = wanted(&events, |other| other.kind == last.kind, 1000).len();
    assert_eq!(session.in_window(0), Some(in_window as u64));
    let unknown = br#"{"kind":"never","number":1}"#;
    let found = session
        .recent(unknown, &RecentQuery::new())
        .expect("it is read");
    assert!(found.is_empty());
    let query = RecentQuery::new().by("no such field");
    assert_eq!(
        session.count_recent(unknown, &query).expect("it is read"),
        0
    );
}

#[test]
fn a_session_that_recalls_nothing_says_so() {
    let mut session = Session::open(texts(), Unstored).expect("it is right");
    session.admit(br#"{"kind":"login"}"#).expect("it is read");
    let refused = session.recent(b"x", &RecentQuery::new());
    assert_eq!(
        refused.map_err(|error| error.kind()),
        Err(ErrorKind::Settings)
    );
    assert_eq!(session.in_window(0), None);
}

#[test]
fn a_file_brings_back_the_lines_of_earlier_runs() {
    let scratch = tempfile::tempdir().expect("there is room");
    let path = scratch.path().join("state");
    let events = events(400, 3);
    for part in [0..150, 150..151, 151..400] {
        let state = State::open(&path).expect("it is a state");
        let opened = state.session(settings().remember_all(true));
        let mut session = opened.expect("it is right");
        for number in part.clone() {
            admit(&mut session, &events[number]);
            if number % 50 == 0 {
                session.commit(None).expect("it is written");
            }
        }
        check(&mut session, &events[..part.end], &events[part.end - 1]);
        session.end(None).expect("it is written");
    }
}

#[test]
fn workers_on_a_server_see_the_lines_of_all() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let events = events(300, 11);
    let open = || {
        let store = Redis::open(&server.address("recent"), |_| true).expect("it listens");
        Session::open(settings().remember_all(true), store).expect("nothing is refused")
    };
    let mut workers = [open(), open(), open()];
    for (number, event) in events.iter().enumerate() {
        let worker = &mut workers[number % 3];
        admit(worker, event);
        worker.commit(None).expect("it is stored");
        if number % 71 == 70 {
            for worker in &mut workers {
                worker.wait_stored().expect("it is stored");
            }
            for worker in &mut workers {
                check(worker, &events[..=number], event);
            }
        }
    }
    for worker in &mut workers {
        worker.end(None).expect("it is stored");
    }
    // A later one reads what was stored before it began.
    let last = &events[events.len() - 1];
    let mut later = open();
    later.set_times([last.time]);
    check(&mut later, &events, last);
}
