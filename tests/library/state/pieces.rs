//! What a filter saves and another one loads: lists in pieces against the whole list.

use std::collections::{BTreeMap, HashMap};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::time::Duration;

use plain_file_store::PlainFile;
use proptest::prelude::*;
use urlsift::Filter;
use urlsift::explain::Comparer;
use urlsift::memory::{Recorder, Session, SessionBuilder, Sqlite, State, Unstored};
use urlsift::settings::{Metric, ParamMode, Records, Weights};
use urlsift::{Builder, ErrorKind, Sift, Verdict};

use crate::lists::lines;
use crate::oracle::verdicts;

/// Settings whose indexes, learning and samples differ.
fn settings() -> Vec<(&'static str, Builder)> {
    let three = NonZeroU32::new(3).expect("not zero");
    let weightless = Weights::parse("host=0").expect("it is valid");
    vec![
        ("default", Sift::builder()),
        ("literal", Sift::builder().literal(true)),
        ("80", Sift::builder().threshold(80.0)),
        ("literal 80", Sift::builder().literal(true).threshold(80.0)),
        ("keep 3", Sift::builder().samples(three)),
        (
            "keep 3 at 80",
            Sift::builder().samples(three).threshold(80.0),
        ),
        ("no learning", Sift::builder().learn(false)),
        ("names", Sift::builder().params(ParamMode::Names)),
        (
            "simhash",
            Sift::builder().metric(Metric::SimHash).threshold(90.0),
        ),
        (
            "hosts meet",
            Sift::builder().weights(weightless).threshold(90.0),
        ),
        ("exhaustive", Sift::builder().exhaustive(true)),
    ]
}

fn noted(sift: &mut Recorder, lines: &[Vec<u8>]) -> Vec<Verdict> {
    lines.iter().map(|line| sift.admit(line)).collect()
}

/// Where two runs first differ.
fn difference(one: &[Verdict], other: &[Verdict]) -> Option<(usize, Verdict, Verdict)> {
    assert_eq!(one.len(), other.len());
    let differs = |at: &usize| one[*at] != other[*at];
    (0..one.len())
        .find(differs)
        .map(|at| (at, one[at], other[at]))
}

#[test]
fn a_list_in_pieces_gives_what_the_whole_list_gives() {
    let lines = lines();
    let lines = &lines[..];
    for (name, builder) in settings() {
        let lines = if name == "exhaustive" {
            &lines[..600]
        } else {
            lines
        };
        let whole = verdicts(&builder, lines);
        assert!(
            whole.contains(&Verdict::Kept) && whole.contains(&Verdict::Similar),
            "{name}"
        );
        for pieces in [1, 2, 5] {
            let mut sift = Recorder::new(builder.clone()).expect("the settings are valid");
            let mut all = Vec::new();
            for piece in lines.chunks(lines.len().div_ceil(pieces)) {
                let mut saved = Vec::new();
                sift.save(&mut saved).expect("it can be saved");
                let loaded = Recorder::load(builder.clone(), &saved[..]).expect("it can be loaded");
                assert_eq!(loaded.sift().len(), sift.sift().len());
                sift = loaded;
                all.extend(noted(&mut sift, piece));
            }
            assert_eq!(difference(&all, &whole), None, "{name}, {pieces} pieces");
        }
    }
}

#[test]
fn a_list_that_comes_again_is_no_news() {
    let lines = lines();
    for (name, builder) in settings()
        .into_iter()
        .filter(|(name, _)| *name != "exhaustive")
    {
        let mut sift = Recorder::new(builder.clone()).expect("the settings are valid");
        noted(&mut sift, &lines);
        let mut saved = Vec::new();
        sift.save(&mut saved).expect("it can be saved");
        let mut again = Recorder::load(builder, &saved[..]).expect("it can be loaded");
        let news = noted(&mut again, &lines);
        assert!(
            news.iter()
                .all(|verdict| matches!(verdict, Verdict::Similar | Verdict::Repeated)),
            "{name}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Groups with room, at positions that are learned meanwhile: lines that were dropped stay
    /// dropped, and those after an interruption are decided as in one run.
    #[test]
    fn an_interrupted_run_with_samples_prints_what_one_run_prints(
        places in prop::collection::vec((0..3_usize, 0..24_usize, 0..6_usize), 20..90),
        cut in 0..90_usize,
    ) {
        let first = ["2024", "17", "zork"];
        let last = ["", "/edit", "/fr", "/12", "/news", "/7f3a9c01"];
        let words = ["settings", "quokka", "wombat", "news", "afc14cc8", "fr", "numbat", "login"];
        let word = |at: usize| format!("{}{}", words[at % 8], ["", "bilby", "tapir"][at / 8]);
        let line = |(one, two, three): &(usize, usize, usize)| {
            format!("https://a.example/{}/{}{}", first[*one], word(*two), last[*three]).into_bytes()
        };
        let lines: Vec<Vec<u8>> = places.iter().map(line).collect();
        let builder = Sift::builder().samples(NonZeroU32::new(3).expect("not zero"));
        let whole = verdicts(&builder, &lines);
        let cut = cut.min(lines.len());
        let scratch = tempfile::tempdir().expect("a directory");
        let mut session = Kept::Plain.session(&scratch.path().join("state"), &builder);
        for (line, wanted) in lines[..cut].iter().zip(&whole) {
            prop_assert_eq!(session.admit(line).expect("nothing fails"), *wanted);
        }
        session.commit(None).expect("it can be stored");
        drop(session);
        let mut session = Kept::Plain.session(&scratch.path().join("state"), &builder);
        for (at, line) in lines.iter().enumerate() {
            let wanted = if at < cut { Verdict::Similar } else { whole[at] };
            prop_assert_eq!(session.admit(line).expect("nothing fails"), wanted, "line {}", at);
        }
    }
}

#[test]
fn hosts_are_saved_one_by_one() {
    let lines = lines();
    let builder = Sift::builder().seed([3, 4]);
    let mut whole = Recorder::new(builder.clone()).expect("the settings are valid");
    let (first, second) = lines.split_at(lines.len() / 2);
    // One filter has seen the sites of even numbers, the other one those of odd numbers.
    let host = |line: &[u8]| {
        line.split(|&b| b == b'/')
            .nth(2)
            .map_or(0, |host| host.iter().map(|b| usize::from(*b)).sum())
    };
    let mut halves =
        [(); 2].map(|()| Recorder::new(builder.clone()).expect("the settings are valid"));
    for line in first {
        assert_eq!(halves[host(line) % 2].admit(line), whole.admit(line));
    }
    let mut joined = Recorder::new(builder).expect("the settings are valid");
    let mut seen = std::collections::HashSet::new();
    for line in first {
        if seen.insert(line.split(|&b| b == b'/').nth(2)) {
            let saved = halves[host(line) % 2]
                .save_host(line)
                .expect("it remembers");
            joined
                .load_host(&saved)
                .expect("it is of the same settings");
        }
    }
    assert_eq!(noted(&mut joined, second), noted(&mut whole, second));
}

/// The stores in files: the one that comes with the library, and one of another crate, which knows
/// the library's public interface alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    Sqlite,
    Plain,
}

pub(crate) const STORES: [Kept; 2] = [Kept::Sqlite, Kept::Plain];

impl Kept {
    /// Opens a file that is written by one at a time. A process that another test starts has a copy
    /// of the lock for a moment.
    pub(crate) fn open(self, path: &Path) -> State {
        loop {
            let opened = match self {
                Self::Sqlite => Sqlite::open(path).map(State::from_store),
                Self::Plain => PlainFile::open(path).map(State::from_store),
            };
            match opened {
                Err(error) if error.kind() == ErrorKind::Busy => std::thread::yield_now(),
                opened => return opened.expect("it can be opened"),
            }
        }
    }

    pub(crate) fn session(
        self,
        path: &Path,
        settings: &(impl Clone + Into<SessionBuilder>),
    ) -> Session {
        self.open(path)
            .session(settings.clone())
            .expect("nothing is refused")
    }
}

#[test]
fn sessions_go_on_where_others_ended_or_were_broken_off() {
    let lines = lines();
    for (name, builder) in settings()
        .into_iter()
        .filter(|(name, _)| *name != "exhaustive")
    {
        let whole = verdicts(&builder, &lines);
        let mut unstored = Session::open(builder.clone(), Unstored).expect("nothing is refused");
        assert!(
            lines
                .iter()
                .zip(&whole)
                .all(|(line, verdict)| unstored.admit(line).is_ok_and(|found| found == *verdict))
        );

        for store in STORES {
            let folder = tempfile::tempdir().expect("there is room");
            let path = folder.path().join("state");
            // Three runs, which commit every 500 lines, and after the last one.
            let mut all = Vec::new();
            for part in lines.chunks(lines.len().div_ceil(3)) {
                let mut session = store.session(&path, &builder);
                for lines in part.chunks(500) {
                    all.extend(
                        lines
                            .iter()
                            .map(|line| session.admit(line).expect("nothing fails")),
                    );
                    session.commit(None).expect("it can be stored");
                    assert!(!session.has_changes());
                }
                session.end(None).expect("it can be stored");
            }
            assert_eq!(difference(&all, &whole), None, "{name}, {store:?}");
            let mut again = store.session(&path, &builder).dry(true);
            assert!(
                lines.iter().all(|line| matches!(
                    again.admit(line),
                    Ok(Verdict::Similar | Verdict::Repeated)
                ))
            );

            // A run that is broken off now and then, and starts again from the first line: what was
            // printed after the last commit comes once more.
            let (path, mut printed) = (folder.path().join("other"), HashMap::new());
            for end in [700, 1900, 1901, 3333, lines.len()] {
                let mut session = store.session(&path, &builder);
                for (at, line) in lines[..end].iter().enumerate() {
                    let verdict = session.admit(line).expect("nothing fails");
                    if matches!(verdict, Verdict::Kept | Verdict::Sample | Verdict::NotUrl) {
                        printed.insert(at, verdict);
                    }
                    if at % 300 == 299 {
                        session.commit(None).expect("it can be stored");
                    }
                }
            }
            let wanted = whole
                .iter()
                .enumerate()
                .filter(|(_, verdict)| !matches!(verdict, Verdict::Similar | Verdict::Repeated));
            let wanted = wanted.map(|(at, verdict)| (at, *verdict)).collect();
            assert_eq!(printed, wanted, "{name}, {store:?}");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let kind =
        |result: Result<Recorder, urlsift::Error>| result.map(|_| ()).map_err(|error| error.kind());
    let mut sift = Recorder::new(Sift::builder().seed([1, 2])).expect("the settings are valid");
    sift.admit(b"https://example.com/user/1");
    let mut saved = Vec::new();
    sift.save(&mut saved).expect("it can be saved");
    assert!(Recorder::load(Sift::builder(), &saved[..]).is_ok());
    let others = [
        Sift::builder().threshold(94.0),
        Sift::builder().literal(true),
        Sift::builder().learn(false),
        Sift::builder().protect(["zork"]),
        Sift::builder().ignore_params(["zork"]),
    ];
    for other in others {
        assert_eq!(
            kind(Recorder::load(other, &saved[..])),
            Err(ErrorKind::OtherSettings)
        );
    }
    for at in 0..saved.len() {
        let mut damaged = saved.clone();
        damaged[at] ^= 1;
        assert_eq!(
            kind(Recorder::load(Sift::builder(), &damaged[..])),
            Err(ErrorKind::Damaged),
            "byte {at}"
        );
        assert_eq!(
            kind(Recorder::load(Sift::builder(), &saved[..at])),
            Err(ErrorKind::Damaged),
            "{at} bytes"
        );
    }
    let mut newer = saved.clone();
    newer[8] = 9;
    let refusal = Recorder::load(Sift::builder(), &newer[..]).expect_err("it is newer");
    assert!(refusal.to_string().contains("version 9"), "{refusal}");
    let mut other = Recorder::new(Sift::builder().seed([5, 6])).expect("the settings are valid");
    assert_eq!(
        other.load_host(&saved).expect_err("another key").kind(),
        ErrorKind::OtherSettings
    );
    assert!(Recorder::new(Sift::builder().two_pass(true)).is_err());
}

/// An oracle that keeps the slices of each kind: a kind is found while one of them is within the
/// window.
struct Oracle {
    comparer: urlsift::explain::Comparer,
    kinds: Vec<(Vec<u8>, Vec<i64>)>,
    now: i64,
}

impl Oracle {
    fn admit(&mut self, line: &[u8], slice: i64, window: i64) -> bool {
        self.now = self.now.max(slice);
        let oldest = self.now - window + 1;
        let similar = |kind: &[u8]| {
            self.comparer
                .compare(kind, line)
                .is_some_and(|found| found.similar)
        };
        let found = self.kinds.iter_mut().find(|(kind, slices)| {
            slices.iter().any(|slice| *slice >= oldest) && (kind == line || similar(kind))
        });
        if let Some((_, slices)) = found {
            slices.push(slice);
            return false;
        }
        self.kinds.push((line.to_vec(), vec![slice]));
        true
    }

    /// The kinds that live, with how many lines came in each slice of the window, sorted.
    fn living(&self, window: i64) -> Vec<(Vec<u8>, BTreeMap<i64, u64>)> {
        let counts = |slices: &[i64]| {
            let mut counts = BTreeMap::new();
            for slice in slices.iter().filter(|slice| **slice > self.now - window) {
                *counts.entry(*slice).or_default() += 1;
            }
            counts
        };
        let kinds = self
            .kinds
            .iter()
            .map(|(line, slices)| (line.clone(), counts(slices)));
        let mut living: Vec<_> = kinds.filter(|(_, counts)| !counts.is_empty()).collect();
        living.sort();
        living
    }
}

/// What a state has, in the same form.
fn stored(state: &mut State) -> Vec<(Vec<u8>, BTreeMap<i64, u64>)> {
    let mut all = Vec::new();
    let read = state.groups(|groups| {
        all.extend(groups.into_iter().map(|group| (group.line, group.slices)));
        Ok(())
    });
    read.expect("it can be read");
    all.sort();
    all
}

impl Oracle {
    /// The number of the kind of a line, and how many of it are within the window before this line
    /// and with it.
    fn count(&mut self, line: &[u8], slice: i64, window: i64) -> (usize, u64, u64) {
        let now = self.now.max(slice);
        let kinds = self.kinds.len();
        let counts = |oracle: &Self| -> Vec<u64> {
            let within = |slices: &Vec<i64>| {
                slices.iter().filter(|slice| **slice > now - window).count() as u64
            };
            oracle
                .kinds
                .iter()
                .map(|(_, slices)| within(slices))
                .collect()
        };
        let lengths: Vec<usize> = self.kinds.iter().map(|(_, slices)| slices.len()).collect();
        let before = counts(self);
        self.admit(line, slice, window);
        let after = counts(self);
        let is_met = |kind: &usize| self.kinds[*kind].1.len() > lengths[*kind];
        let kind = (0..kinds).find(is_met).unwrap_or(kinds);
        (
            kind,
            before.get(kind).copied().unwrap_or_default(),
            after[kind],
        )
    }
}

#[test]
fn kinds_expire_exactly_when_a_list_of_times_says_so() {
    let builders = [
        Sift::builder().learn(false),
        Sift::builder().literal(true),
        Sift::builder().threshold(80.0).learn(false),
        Sift::builder().literal(true).threshold(80.0),
        Sift::builder()
            .metric(Metric::SimHash)
            .threshold(90.0)
            .learn(false),
        Sift::builder()
            .params(ParamMode::Sets)
            .weights(Weights::parse("host=0").unwrap())
            .learn(false),
    ];
    let lines = lines();
    // Each in both stores, which leave out what has expired now and then.
    for (number, builder) in builders
        .iter()
        .flat_map(|builder| [builder; 2])
        .cloned()
        .enumerate()
    {
        let window = 4;
        let comparer = Comparer::new(&builder).expect("the settings are valid");
        let mut oracle = Oracle {
            comparer,
            kinds: Vec::new(),
            now: i64::MIN + 10,
        };
        let timed = SessionBuilder::new(builder)
            .window(Duration::from_secs(4))
            .slice(Duration::from_secs(1));
        let folder = tempfile::tempdir().expect("there is room");
        let (path, store) = (folder.path().join("state"), STORES[number % 2]);
        let (mut session, mut kept) = (Some(store.session(&path, &timed)), 0);
        // A clock with jumps, records that come late by up to seven slices, and many at one time.
        let mut random = 12345_u64;
        let mut clock = 1_000_000_i64;
        for (at, line) in lines.iter().take(2500).enumerate() {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let draw = |range: u64| (random >> 33) % range;
            clock += [0, 0, 0, 3, 40, 700][draw(6) as usize];
            let late = if draw(7) == 0 {
                draw(7000).cast_signed()
            } else {
                0
            };
            let asked = session.as_mut().expect("it is open");
            asked.set_times([clock - late]);
            let verdict = asked.admit(line).expect("nothing fails");
            let wanted = oracle.admit(line, (clock - late).div_euclid(1000), window);
            assert_eq!(
                matches!(verdict, Verdict::Kept | Verdict::NotUrl),
                wanted,
                "settings {number}, line {at}: {}",
                String::from_utf8_lossy(line)
            );
            kept += u32::from(wanted);
            // It does not matter whether what lives is in memory or in a store.
            if at % 20 == 19 {
                asked.commit(None).expect("it can be stored");
            }
            if at % 700 == 699 {
                asked.end(None).expect("it can be stored");
                // One at a time has the file.
                drop(session.take());
                let found = stored(&mut store.open(&path));
                assert_eq!(
                    found,
                    oracle.living(window),
                    "settings {number}, {store:?}, line {at}"
                );
                session = Some(store.session(&path, &timed));
            }
        }
        assert!(kept > 300, "{kept}");
    }
}

/// Texts and sequences expire by their times, whether what lives is in memory or in a store.
#[test]
fn windows_forget_texts_and_events() {
    let events = Records::Events {
        shingle: NonZeroUsize::new(3).expect("not zero"),
    };
    for (records, lines) in [
        (
            Records::Texts,
            [&b"payment failed again"[..], b"cart is empty"],
        ),
        (
            events,
            [
                b"/view|GET /cart|GET /pay|POST",
                b"/login|GET /help|GET /logout|GET",
            ],
        ),
    ] {
        let name = format!("{records:?}");
        let timed = SessionBuilder::new(Sift::builder().records(records.terms()))
            .window(Duration::from_secs(10))
            .slice(Duration::from_secs(1));
        for restarts in [false, true] {
            let folder = tempfile::tempdir().expect("there is room");
            let path = folder.path().join("state");
            let mut session = Kept::Plain.session(&path, &timed);
            let mut printed = Vec::new();
            for second in [0, 1, 9, 18, 19, 29, 28, 45, 46] {
                for line in lines {
                    session.set_times([1_000_000_000_000 + 1000 * second]);
                    let verdict = session.admit(line).expect("nothing fails");
                    printed.extend((verdict == Verdict::Kept).then_some(second));
                }
                if restarts {
                    session.end(None).expect("it can be stored");
                    drop(session);
                    session = Kept::Plain.session(&path, &timed);
                }
            }
            assert_eq!(printed, [0, 0, 29, 29, 45, 45], "{name} {restarts}");
        }
    }
}

/// Bursts, by a list of times: a kind is one when so many lines are within the window, and once
/// more after less than half were.
#[test]
fn bursts_come_exactly_when_a_list_of_times_says_so() {
    for (builder, wanted) in [
        (Sift::builder().learn(false), 5),
        (Sift::builder().literal(true).threshold(80.0), 3),
    ] {
        let window = 4;
        let comparer = Comparer::new(&builder).expect("the settings are valid");
        let mut oracle = Oracle {
            comparer,
            kinds: Vec::new(),
            now: i64::MIN + 10,
        };
        let mut armed = HashMap::new();
        let timed = SessionBuilder::new(builder)
            .window(Duration::from_secs(4))
            .slice(Duration::from_secs(1))
            .at_least(wanted);
        let mut session = Session::open(timed, Unstored).expect("nothing is refused");
        let lines = lines();
        let (mut random, mut clock, mut bursts, mut most) = (99_u64, 1_000_000_i64, 0, 0);
        for (at, line) in lines.iter().take(2500).enumerate() {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let draw = |range: u64| (random >> 33) % range;
            clock += [0, 0, 0, 3, 40, 300][draw(6) as usize];
            let late = if draw(7) == 0 {
                draw(7000).cast_signed()
            } else {
                0
            };
            // Some come again and again.
            let line = if draw(5) < 2 {
                &lines[draw(25) as usize]
            } else {
                line
            };
            session.set_times([clock - late]);
            session.admit(line).expect("nothing fails");
            let slice = (clock - late).div_euclid(1000);
            let (kind, before, after) = oracle.count(line, slice, window);
            let armed = armed.entry(kind).or_insert(true);
            *armed |= 2 * before < wanted;
            let expected = (*armed && after >= wanted).then_some(after);
            *armed &= expected.is_none();
            let found = session.burst(0).map(|burst| burst.count);
            assert_eq!(
                found,
                expected,
                "line {at}: {}",
                String::from_utf8_lossy(line)
            );
            bursts += u32::from(found.is_some());
            most = most.max(after);
        }
        assert!(bursts > 5 && most > wanted, "{bursts} {most}");
    }
}

/// All lines that came, by a list of times: those of the window's slices are listed, with their
/// counts and times.
#[test]
fn all_lines_of_the_window_are_listed() {
    STORES.into_iter().for_each(lines_of_the_window_are_listed);
}

fn lines_of_the_window_are_listed(store: Kept) {
    let builder = Sift::builder().learn(false);
    let comparer = Comparer::new(&builder).expect("the settings are valid");
    let timed = SessionBuilder::new(builder.clone())
        .window(Duration::from_secs(40))
        .slice(Duration::from_secs(1))
        .remember_all(true);
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("state");
    let lines = lines();
    let mut session = store.session(&path, &timed);
    let (mut random, mut clock, mut came) = (5_u64, 1_000_000_i64, Vec::new());
    for (at, line) in lines.iter().take(1500).enumerate() {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let draw = |range: u64| (random >> 33) % range;
        clock += [0, 0, 0, 3, 40, 300][draw(6) as usize];
        let late = if draw(7) == 0 {
            draw(60_000).cast_signed()
        } else {
            0
        };
        session.set_times([clock - late]);
        // A line that comes again, also much later.
        let line = if draw(3) == 0 {
            &lines[draw(40) as usize]
        } else {
            line
        };
        session.admit(line).expect("nothing fails");
        // What is older than the window when it comes is told of as long as its commit: not at all.
        came.push((line.clone(), clock - late));
        if at % 20 == 19 {
            session.commit(None).expect("it can be stored");
        }
        if at % 500 == 499 {
            session.end(None).expect("it can be stored");
            drop(session);
            session = store.session(&path, &timed);
        }
    }
    session.end(None).expect("it can be stored");
    drop(session);
    let oldest = (clock.div_euclid(1000) - 40 + 1) * 1000;
    let mut listed = 0;
    for url in lines.iter().take(60) {
        let mut wanted = HashMap::<Vec<u8>, (u64, i64, i64)>::new();
        let is_like = |line: &[u8]| {
            line == url
                || comparer
                    .compare(url, line)
                    .is_some_and(|found| found.similar)
        };
        for (line, time) in came
            .iter()
            .filter(|(line, time)| *time >= oldest && is_like(line))
        {
            let all = wanted.entry(line.clone()).or_insert((0, *time, *time));
            *all = (all.0 + 1, all.1.min(*time), all.2.max(*time));
        }
        let mut found = HashMap::<Vec<u8>, (u64, i64, i64)>::new();
        let similar = store
            .open(&path)
            .similar(builder.clone(), url, oldest)
            .expect("it is whole");
        for arrival in similar.into_iter().flat_map(|group| group.arrivals) {
            let all = found
                .entry(arrival.line)
                .or_insert((0, arrival.first, arrival.last));
            *all = (
                all.0 + arrival.count,
                all.1.min(arrival.first),
                all.2.max(arrival.last),
            );
        }
        listed += found.len();
        assert_eq!(found, wanted, "{}", String::from_utf8_lossy(url));
    }
    assert!(listed > 30, "{listed}");
}

/// A week by the times of the records, of which the window holds a twenty-eighth: without a store,
/// and with one that keeps all lines.
#[test]
fn a_week_of_a_feed_holds_what_the_window_does() {
    let folder = tempfile::tempdir().expect("there is room");
    let timed =
        SessionBuilder::new(Sift::builder().literal(true)).window(Duration::from_secs(6 * 3600));
    let stored = Sqlite::open(&folder.path().join("state")).expect("it can be opened");
    let sessions = [
        Session::open(timed.clone(), Unstored).expect("nothing is refused"),
        Session::open(timed.remember_all(true), stored).expect("nothing is refused"),
    ];
    for mut session in sessions {
        let (lines, of_window) = (7 * 24 * 600, 6 * 600);
        let mut memory = [0; 7];
        for line in 0..lines {
            session.set_times([1_700_000_000_000 + line * 6000]);
            let verdict =
                session.admit(format!("https://h{}.example/item/{line}", line % 7).as_bytes());
            assert_eq!(verdict.expect("nothing fails"), Verdict::Kept);
            if line % 600 == 599 {
                session.commit(None).expect("it can be stored");
                // As many again may have expired and not be taken out yet, and a few thousand
                // always.
                assert!(
                    session.sift().len() <= 2 * of_window + 5000,
                    "{}",
                    session.sift().len()
                );
            }
            let day = &mut memory[(line * 7 / lines).unsigned_abs() as usize];
            if line % 100 == 0 {
                *day = session.sift().memory_usage().max(*day);
            }
        }
        assert!(memory[6] <= memory[1] * 5 / 4 + (2 << 20), "{memory:?}");
    }
}

#[test]
fn a_long_feed_runs_in_bounded_memory() {
    let timed = SessionBuilder::new(Sift::builder().literal(true))
        .window(Duration::from_secs(60))
        .slice(Duration::from_secs(5));
    let mut session = Session::open(timed, Unstored).expect("nothing is refused");
    let mut most = [0, 0];
    // A thousand lines a second, of which each kind lives for a minute: a quarter of an hour, and
    // another.
    for second in 0..1800_i64 {
        session.set_times([second * 1000]);
        for line in 0..50 {
            session
                .admit(format!("https://h{}.example/{second}/{line}", line % 7).as_bytes())
                .expect("nothing fails");
        }
        session.commit(None).expect("nothing is stored");
        let half = &mut most[usize::from(second >= 900)];
        *half = session.sift().memory_usage().max(*half);
    }
    assert!(most[1] <= most[0] * 5 / 4, "{most:?}");
}
