//! Who prints a line that several workers meet at once: what happens on a server between the
//! moments in which one of them reads it and claims it.

use std::fmt::Write as _;

use urlsift::memory::{Changes, Claim, EachHost, Host, Redis, Session, Settings, Start, Store, Traffic};
use urlsift::{Error, Sift, Verdict};

use crate::program::{kept, outcome, run};
use crate::server::Server;

/// A store in which something happens before each claim.
struct Between<F> {
    store: Redis,
    happens: F,
}

impl<F: FnMut() + Send> Store for Between<F> {
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
        self.store.begin(wanted)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn load(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error> {
        self.store.load(hosts, each)
    }

    fn claim(&mut self, claims: &[Claim], granted: &mut Vec<bool>) -> Result<(), Error> {
        (self.happens)();
        self.store.claim(claims, granted)
    }

    fn traffic(&self) -> Option<Traffic> {
        self.store.traffic()
    }

    fn commit(&mut self, changes: &Changes<'_>) -> Result<(), Error> {
        self.store.commit(changes)
    }

    fn settle(&mut self) -> Result<(), Error> {
        self.store.settle()
    }
}

fn session<F: FnMut() + Send + 'static>(server: &Server, prefix: &str, happens: F) -> Session {
    let store = Redis::open(&server.address(prefix), |_| true).expect("it listens");
    Session::open(Sift::builder().learn(false), Between { store, happens }).expect("nothing is refused")
}

/// A claim is refused while others have stored something beside its host, until the worker has read
/// that.
#[test]
fn a_line_that_another_worker_stored_meanwhile_is_not_printed() {
    let Some(server) = Server::start(&[]) else { return };
    let mut other = session(&server, "held", || {});
    let mut words = ["login", "cart"].into_iter();
    let mut worker = session(&server, "held", move || {
        let Some(word) = words.next() else { return };
        let line = format!("https://a.example/{word}/7");
        assert_eq!(other.admit(line.as_bytes()).expect("it listens"), Verdict::Kept);
        other.commit(None).expect("it listens");
        other.settle().expect("it listens");
    });
    let lines = ["https://a.example/login/8", "https://b.example/", "https://a.example/cart/8"];
    let verdicts = lines.map(|line| worker.admit(line.as_bytes()).expect("it listens"));
    assert_eq!(verdicts, [Verdict::Similar, Verdict::Kept, Verdict::Similar]);
    assert_eq!(worker.traffic().expect("it is a server").refused, 1);
    worker.end(None).expect("it listens");
    let again = session(&server, "held", || {}).admit(b"https://b.example/").expect("it listens");
    assert_eq!(again, Verdict::Similar);
}

/// What many commits have stored is packed while the run goes on.
#[test]
fn a_host_of_many_commits_is_read_as_a_whole() {
    let Some(server) = Server::start(&[]) else { return };
    let (mut list, address) = (String::new(), server.address("steps"));
    for i in 0..4500 {
        let _ = writeln!(list, "https://a.example/?name{i}=1");
    }
    let arguments = ["-q", "--no-learn", "--state", &address];
    let each = [&arguments[..], &["--state-batch", "1"]].concat();
    assert_eq!(kept(&each, list.as_bytes()).len(), list.len(), "every name starts a group");
    assert_eq!(kept(&arguments, list.as_bytes()), b"", "all of them are known");
    let exported = kept(&["state", "export", &address], b"");
    let exported = String::from_utf8(exported).expect("it is JSON");
    assert_eq!(exported.matches("https://a.example/?name").count(), 4500);
}

#[test]
fn what_was_stored_in_another_format_is_refused() {
    let Some(server) = Server::start(&[]) else { return };
    for (command, wanted) in [
        ("HSET old:settings identity x seed0 1 seed1 2 slice 600000 runs 1", "its format has version 1"),
        (
            "HSET hashes:settings identity x seed 1 slice 600000 format 2",
            "export it with the version of urlsift that made it, and import it into another prefix",
        ),
        (
            "HSET new:settings identity x seed 1 slice 600000 format 4",
            "this urlsift reads version 3: use a newer one",
        ),
        ("HSET hurt:settings identity x seed 1 slice 600000 format 3", "the settings there are damaged"),
    ] {
        assert!(server.tell(command).starts_with(':'), "{command}");
        let prefix = command.split([' ', ':']).nth(1).expect("it has one");
        let address = server.address(prefix);
        for arguments in [&["-q", "--state", &address][..], &["state", "info", &address]] {
            let (status, printed, message) = outcome(&run(arguments, b"https://a.example/\n"));
            assert_eq!((status, &*printed), (Some(2), ""), "{message}");
            assert!(message.contains(wanted), "{message}");
        }
    }
}
