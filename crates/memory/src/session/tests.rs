//! The promises of a session, over a store in memory.

use super::Session;
use super::settings::SessionBuilder;
use crate::entry::group::Group;
use crate::host::Host;
use crate::store::archive::Unstored;
use crate::store::output::Output;
use crate::store::{Changes, Claim, EachHost, Settings, Start, Store};
use crate::time::SLICE;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroU32;
use std::time::Duration;
use urlsift_core::{Capability, Error, ErrorKind, Sift, Verdict};

const HOUR: i64 = 3_600_000;

/// A store in memory that says what it was asked.
#[derive(Default)]
struct Table {
    stored: Option<(String, Start)>,
    hosts: HashMap<Host, Vec<u8>>,
    output: Option<Output>,
    needs: Vec<Capability>,
    commits: usize,
    loads: usize,
    is_shared: bool,
    /// Whether another process has printed a similar line of everything.
    refuses: bool,
}

impl Store for Table {
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
        self.needs.clone_from(&wanted.needs);
        let new = || (wanted.identity.clone(), Start::new(wanted));
        let (identity, start) = self.stored.get_or_insert_with(new);
        wanted.check(identity, start)?;
        Ok(*start)
    }

    fn is_shared(&self) -> bool {
        self.is_shared
    }

    fn load(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error> {
        self.loads += hosts.len();
        for host in hosts {
            if let Some(entries) = self.hosts.get(host) {
                each(*host, entries)?;
            }
        }
        Ok(())
    }

    fn claim(&mut self, claims: &[Claim], granted: &mut Vec<bool>) -> Result<(), Error> {
        granted.resize(claims.len(), !self.refuses);
        Ok(())
    }

    fn commit(&mut self, changes: &Changes<'_>) -> Result<(), Error> {
        self.commits += 1;
        for (host, entries) in changes.entries {
            self.hosts
                .entry(*host)
                .or_default()
                .extend_from_slice(entries);
        }
        if let Some((_, start)) = &mut self.stored {
            *start = changes.next();
        }
        if let Some(output) = changes.output {
            self.output = Some(output.clone());
        }
        Ok(())
    }
}

fn usual() -> SessionBuilder {
    SessionBuilder::new(Sift::builder())
}

fn hourly() -> SessionBuilder {
    usual().window(Duration::from_secs(3600))
}

fn opened<'t>(table: &'t mut Table, settings: &SessionBuilder) -> Session<&'t mut Table> {
    Session::over(settings, table, None).expect("it is of these settings")
}

fn admit(session: &mut Session<&mut Table>, line: &str) -> Verdict {
    session.admit(line.as_bytes()).expect("it can be read")
}

fn admit_at(session: &mut Session<&mut Table>, time: i64, line: &str) -> Verdict {
    session.set_times([time]);
    admit(session, line)
}

fn refusal(settings: &SessionBuilder, table: &mut Table) -> Option<ErrorKind> {
    let opened = Session::over(settings, table, None);
    opened.err().map(|error| error.kind())
}

/// Returns all groups that a table holds, by their lines.
fn groups(table: &Table) -> BTreeMap<String, Group> {
    let mut groups = BTreeMap::new();
    for entries in table.hosts.values() {
        for group in Group::read_all(entries).expect("they are whole") {
            groups.insert(String::from_utf8_lossy(&group.line).into_owned(), group);
        }
    }
    groups
}

#[test]
fn the_first_line_of_a_group_is_printed() {
    let mut session = Session::open(Sift::builder(), Unstored).expect("it can be opened");
    let lines = [
        ("https://a.example/user/1", Verdict::Kept),
        ("https://a.example/user/2", Verdict::Similar),
        ("https://b.example/user/1", Verdict::Kept),
        ("no url", Verdict::NotUrl),
        ("no url", Verdict::Repeated),
    ];
    for (line, wanted) in lines {
        let verdict = session.admit(line.as_bytes()).expect("it can be read");
        assert_eq!(verdict, wanted, "{line}");
    }
}

#[test]
fn a_group_is_remembered_over_two_sessions() {
    let mut table = Table::default();
    let mut session = opened(&mut table, &usual());
    assert_eq!(admit(&mut session, "//a.example/user/1"), Verdict::Kept);
    assert!(session.has_changes());
    session.end(None).expect("it can be stored");
    assert!(!session.has_changes());

    let mut session = opened(&mut table, &usual());
    assert_eq!(session.start.run, 2);
    assert_eq!(admit(&mut session, "//a.example/user/2"), Verdict::Similar);
    assert_eq!(admit(&mut session, "//a.example/cart"), Verdict::Kept);
    session.end(None).expect("it can be stored");

    let groups = groups(&table);
    assert_eq!(groups["//a.example/user/1"].count(), 2);
    assert_eq!(groups["//a.example/cart"].id, 1);
}

#[test]
fn only_decisions_that_were_committed_are_remembered() {
    let mut table = Table::default();
    let mut session = opened(&mut table, &usual());
    admit(&mut session, "//a.example/user/1");
    session.commit(None).expect("it can be stored");
    session.commit(None).expect("there is nothing to store");
    admit(&mut session, "//a.example/cart");
    drop(session);
    assert_eq!(table.commits, 1);

    let mut session = opened(&mut table, &usual());
    assert_eq!(session.start.run, 1, "it was interrupted");
    assert_eq!(session.start.resumed, 1);
    assert_eq!(admit(&mut session, "//a.example/user/2"), Verdict::Similar);
    assert_eq!(admit(&mut session, "//a.example/cart"), Verdict::Kept);
}

#[test]
fn a_dry_run_decides_alike_and_stores_nothing() {
    let mut table = Table::default();
    let mut session = opened(&mut table, &usual()).dry(true).stores_last(true);
    assert_eq!(admit(&mut session, "//a.example/user/1"), Verdict::Kept);
    assert_eq!(admit(&mut session, "//a.example/user/2"), Verdict::Similar);
    session.commit(None).expect("nothing is written");
    session.end(None).expect("nothing is written");
    assert!(!session.has_changes());
    assert_eq!(table.commits, 0);
}

#[test]
fn nothing_is_stored_before_the_end_where_the_output_comes_last() {
    let mut table = Table::default();
    let mut session = opened(&mut table, &usual()).stores_last(true);
    admit(&mut session, "//a.example/user/1");
    session.commit(None).expect("it waits");
    assert_eq!(session.store.commits, 0);
    session.leave(None).expect("it can be stored");
    assert_eq!(table.commits, 1);
}

#[test]
fn a_host_is_loaded_once_and_with_every_batch_from_a_shared_store() {
    let lines = ["//a.example/cart", "//a.example/help", "//b.example/"];
    for (is_shared, loads) in [(false, 2), (true, 3)] {
        let mut table = Table {
            is_shared,
            ..Table::default()
        };
        let mut session = opened(&mut table, &usual());
        for line in lines {
            admit(&mut session, line);
        }
        assert_eq!(admit(&mut session, lines[0]), Verdict::Similar);
        assert_eq!(table.loads, loads, "a known line needs no update");
    }
}

#[test]
fn lines_that_another_process_has_printed_are_not_printed_again() {
    let mut table = Table {
        is_shared: true,
        refuses: true,
        ..Table::default()
    };
    let mut session = opened(&mut table, &usual());
    assert!(session.is_shared());
    assert_eq!(admit(&mut session, "//a.example/cart"), Verdict::Similar);
    assert_eq!(admit(&mut session, "no url"), Verdict::Repeated);

    let mut session = opened(&mut table, &usual()).dry(true);
    assert!(!session.is_shared(), "a dry run claims nothing");
    assert_eq!(admit(&mut session, "//a.example/cart"), Verdict::Kept);
}

#[test]
fn the_length_of_the_output_is_stored_with_each_commit() {
    let output = |length| Output {
        length,
        ..Output::new("kept.txt", "")
    };
    let mut table = Table::default();
    let session = opened(&mut table, &usual()).writes_to(output(0));
    session.expect("nothing is written");
    assert_eq!(table.output, None, "there are no lines to cut off");

    let session = opened(&mut table, &usual()).writes_to(output(5));
    let mut session = session.expect("it can be stored");
    assert_eq!(session.store.output, Some(output(5)));
    admit(&mut session, "//a.example/cart");
    session.commit(Some(7)).expect("it can be stored");
    assert_eq!(session.store.output, Some(output(12)));
    session.end(Some(9)).expect("it can be stored");
    let finished = Output {
        finished: true,
        ..output(14)
    };
    assert_eq!(table.output, Some(finished));
}

#[test]
fn a_group_is_forgotten_when_nothing_similar_came_for_the_window() {
    let start = 400_000 * HOUR;
    let mut table = Table::default();
    let mut session = opened(&mut table, &hourly());
    let line = "//a.example/user/1";
    assert_eq!(admit_at(&mut session, start, line), Verdict::Kept);
    let later = start + HOUR / 2;
    assert_eq!(admit_at(&mut session, later, line), Verdict::Similar);
    session.end(None).expect("it can be stored");

    let mut session = opened(&mut table, &hourly());
    let next = start + HOUR + HOUR / 4;
    assert_eq!(admit_at(&mut session, next, line), Verdict::Similar);
    assert_eq!(admit_at(&mut session, next + 2 * HOUR, line), Verdict::Kept);
    assert_eq!(session.wrong_times(), (0, None));
}

#[test]
fn a_time_after_the_clock_is_wrong() {
    let mut table = Table::default();
    let mut session = opened(&mut table, &hourly());
    let ahead = super::now() + 24 * HOUR;
    assert_eq!(admit_at(&mut session, ahead, "//a.example/"), Verdict::Kept);
    assert_eq!(session.wrong_times(), (1, Some(ahead)));
}

#[test]
fn times_are_read_from_the_records() {
    let mut table = Table::default();
    let mut session = opened(&mut table, &hourly().time_field("at"));
    let line = |at: &str| format!(r#"{{"url": "//a.example/", "at": "{at}"}}"#);
    assert!(!session.has_read_times());
    for (at, wanted) in [
        ("2001-09-09T01:00:00Z", Verdict::Kept),
        ("2001-09-09T01:30:00Z", Verdict::Similar),
        ("2001-09-09T04:00:00Z", Verdict::Kept),
    ] {
        assert_eq!(admit(&mut session, &line(at)), wanted, "{at}");
    }
    assert!(session.has_read_times());
}

#[test]
fn many_lines_within_the_window_are_a_burst() {
    let mut table = Table::default();
    let mut session = opened(&mut table, &hourly().at_least(3));
    let mut bursts = Vec::new();
    for user in 0..4 {
        admit(&mut session, &format!("//a.example/user/{user}"));
        bursts.push(session.burst(0).map(|burst| burst.count));
    }
    assert_eq!(bursts, [None, None, Some(3), None]);
}

#[test]
fn a_store_of_other_settings_is_refused() {
    let mut table = Table::default();
    opened(&mut table, &hourly());
    let other = SessionBuilder::new(Sift::builder().threshold(90.0));
    assert_eq!(refusal(&other, &mut table), Some(ErrorKind::OtherSettings));
    let slice = Duration::from_secs(25);
    let other = usual().slice(Duration::from_secs(7));
    assert_eq!(
        refusal(&other, &mut table),
        Some(ErrorKind::OtherSlice(slice))
    );
    assert_eq!(refusal(&usual().slice(slice), &mut table), None);
    assert_eq!(refusal(&usual(), &mut table), None, "any slice will do");
}

#[test]
fn keys_alone_are_refused_where_lines_are_needed() {
    let mut table = Table::default();
    let two = NonZeroU32::MIN.saturating_add(1);
    let sampled = SessionBuilder::new(Sift::builder().samples(two)).remember_keys(true);
    assert_eq!(refusal(&sampled, &mut table), Some(ErrorKind::Settings));
    assert!(table.stored.is_none(), "nothing was begun");
}

#[test]
fn keys_alone_are_stored_without_lines() {
    let mut table = Table::default();
    let mut session = opened(&mut table, &usual().remember_keys(true));
    admit(&mut session, "//a.example/user/1");
    session.end(None).expect("it can be stored");
    assert_eq!(groups(&table).into_keys().collect::<Vec<_>>(), [""]);

    let mut session = opened(&mut table, &usual().remember_keys(true));
    assert_eq!(admit(&mut session, "//a.example/user/2"), Verdict::Similar);
    assert_eq!(
        refusal(&usual(), &mut table),
        Some(ErrorKind::OtherSettings)
    );
}

#[test]
fn the_store_hears_what_the_settings_need() {
    let mut table = Table::default();
    opened(&mut table, &usual());
    assert!(table.needs.is_empty());
    opened(&mut table, &usual().at_least(3).remember_all(true));
    assert_eq!(table.needs, [Capability::Bursts, Capability::AllLines]);
}

#[test]
fn a_slice_is_a_part_of_the_window_unless_it_is_set() {
    assert_eq!(usual().slice_millis(), SLICE);
    assert_eq!(hourly().slice_millis(), 25_000);
    let minute = Duration::from_secs(60);
    assert_eq!(usual().window(minute).slice_millis(), 1000);
    assert_eq!(hourly().slice(minute).slice_millis(), 60_000);
    assert_eq!(usual().slice(Duration::ZERO).slice_millis(), 1);
}

#[test]
fn groups_are_entered_with_their_counts_and_similar_ones_become_one() {
    let group = |line: &str, first, last, slices| {
        let slices = BTreeMap::from_iter(slices);
        Group::new(line.as_bytes().to_vec(), first, last, slices)
    };
    let entered = [
        group("//a.example/user/1", 5, SLICE + 7, vec![(0, 2), (1, 3)]),
        group("//a.example/user/2", SLICE + 9, SLICE + 9, vec![(1, 1)]),
        group("//a.example/cart", 6, 6, vec![(0, 1)]),
    ];
    let mut table = Table::default();
    let mut session = opened(&mut table, &usual());
    assert_eq!(session.enter_all(&entered).expect("it can be read"), 2);
    session.end(None).expect("it can be stored");

    let groups = groups(&table);
    let users = &groups["//a.example/user/1"];
    assert_eq!(users.slices, BTreeMap::from([(0, 2), (1, 4)]));
    assert_eq!((users.first, users.last), (5, SLICE + 9));
    assert_eq!(groups["//a.example/cart"].count(), 1);
}
