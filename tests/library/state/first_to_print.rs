//! Who prints a line that several workers meet at once: what happens on a server between the
//! moments in which one of them reads it and claims it.

use std::fmt::Write as _;
use std::io::{self, Read, Write as _};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use urlsift::memory::{
    Changes, Claim, EachHost, Host, Redis, Session, SessionBuilder, Settings, Start, Store, Traffic,
};
use urlsift::{Error, Sift, Verdict};

use crate::lists::letters;
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

    fn wait_stored(&mut self) -> Result<(), Error> {
        self.store.wait_stored()
    }
}

fn session<F: FnMut() + Send + 'static>(server: &Server, prefix: &str, happens: F) -> Session {
    let store = Redis::open(&server.address(prefix), |_| true).expect("it listens");
    Session::open(Sift::builder().learn(false), Between { store, happens })
        .expect("nothing is refused")
}

/// A claim is refused while others have stored something beside its host, until the worker has read
/// that.
#[test]
fn a_line_that_another_worker_stored_meanwhile_is_not_printed() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let mut other = session(&server, "held", || {});
    let mut words = ["login", "cart"].into_iter();
    let mut worker = session(&server, "held", move || {
        let Some(word) = words.next() else { return };
        let line = format!("https://a.example/{word}/7");
        assert_eq!(
            other.admit(line.as_bytes()).expect("it listens"),
            Verdict::Kept
        );
        other.commit(None).expect("it listens");
        other.wait_stored().expect("it listens");
    });
    let lines = [
        "https://a.example/login/8",
        "https://b.example/",
        "https://a.example/cart/8",
    ];
    let verdicts = lines.map(|line| worker.admit(line.as_bytes()).expect("it listens"));
    assert_eq!(
        verdicts,
        [Verdict::Similar, Verdict::Kept, Verdict::Similar]
    );
    assert_eq!(worker.traffic().expect("it is a server").refused, 1);
    worker.end(None).expect("it listens");
    let again = session(&server, "held", || {})
        .admit(b"https://b.example/")
        .expect("it listens");
    assert_eq!(again, Verdict::Similar);
}

/// Passes on what clients and a server say. Something happens once before the first list is read.
/// Returns the port.
fn relay(server: u16, happens: impl FnOnce() + Send + 'static) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    let port = listener.local_addr().expect("it is bound").port();
    let happens = Arc::new(Mutex::new(Some(happens)));
    thread::spawn(move || {
        for client in listener.incoming() {
            let mut client = client.expect("it connects");
            let mut asked = TcpStream::connect(("127.0.0.1", server)).expect("it listens");
            let mut answers = asked.try_clone().expect("it is open");
            let mut hears = client.try_clone().expect("it is open");
            thread::spawn(move || io::copy(&mut answers, &mut hears));
            let happens = Arc::clone(&happens);
            thread::spawn(move || {
                let mut request = [0; 1 << 13];
                while let Ok(length @ 1..) = client.read(&mut request) {
                    if request[..length]
                        .windows(10)
                        .any(|it| it == b"\r\nLRANGE\r\n")
                    {
                        // A request that is repeated meanwhile waits, too.
                        if let Some(happens) = happens.lock().expect("nothing panics").take() {
                            happens();
                        }
                    }
                    asked.write_all(&request[..length]).expect("it listens");
                }
                let _ = asked.shutdown(Shutdown::Both);
            });
        }
    });
    port
}

/// With a window, a bucket has lists of several generations, and which of them have news is asked
/// before these are read: what is stored meanwhile in another is not lost.
#[test]
fn what_is_stored_in_a_new_list_while_another_is_read_is_news() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let open = |port: u16| {
        let address = format!("redis://127.0.0.1:{port}/0?prefix=meanwhile");
        let settings =
            SessionBuilder::new(Sift::builder().learn(false)).window(Duration::from_secs(6));
        let store = Redis::open(&address, |_| true).expect("it listens");
        Session::open(settings.slice(Duration::from_secs(1)), store).expect("nothing is refused")
    };
    // A generation is a quarter of the window and two slices.
    let generation = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .expect("it is later")
            .as_millis() as u64
            / 2000
    };
    let until_generation = move |wanted: u64| {
        while generation() < wanted {
            thread::sleep(Duration::from_millis(1));
        }
    };
    let mut other = open(server.port);
    let mut print = move |line: &[u8]| {
        assert_eq!(other.admit(line).expect("it listens"), Verdict::Kept);
        other.commit(None).expect("it listens");
        other.wait_stored().expect("it listens");
    };
    until_generation(generation() + 1);
    print(b"https://a.example/login");
    let next = generation() + 1;
    let port = relay(server.port, move || {
        until_generation(next);
        print(b"https://a.example/cart");
    });
    let mut worker = open(port);
    for line in ["https://a.example/login", "https://a.example/cart"] {
        assert_eq!(
            worker.admit(line.as_bytes()).expect("it listens"),
            Verdict::Similar,
            "{line}"
        );
    }
}

/// What many commits have stored is packed while the run goes on.
#[test]
fn a_host_of_many_commits_is_read_as_a_whole() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let (mut list, address) = (String::new(), server.address("steps"));
    for i in 0..4500 {
        let _ = writeln!(list, "https://a.example/?name{}=1", letters(i));
    }
    let arguments = ["-q", "--no-learn", "--state", &address];
    let each = [&arguments[..], &["--state-batch", "1"]].concat();
    assert_eq!(
        kept(&each, list.as_bytes()).len(),
        list.len(),
        "every name starts a group"
    );
    assert_eq!(
        kept(&arguments, list.as_bytes()),
        b"",
        "all of them are known"
    );
    let exported = kept(&["state", "export", &address], b"");
    let exported = String::from_utf8(exported).expect("it is JSON");
    assert_eq!(exported.matches("https://a.example/?name").count(), 4500);
}

/// A frame of many pieces also holds what a worker has read before it was made.
#[test]
fn a_frame_that_is_known_in_part_is_read_once() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let (mut worker, mut other) = (
        session(&server, "part", || {}),
        session(&server, "part", || {}),
    );
    let (name, mut names) = (
        |i: usize| format!("https://a.example/?name{}=1", letters(i)),
        0,
    );
    for until in [40, 3000] {
        while names < until {
            assert_eq!(
                other.admit(name(names).as_bytes()).expect("it listens"),
                Verdict::Kept
            );
            names += 1;
            if names.is_multiple_of(5) {
                other.commit(None).expect("it listens");
            }
        }
        other.wait_stored().expect("it listens");
        for known in [0, until / 2, until - 1] {
            let verdict = worker.admit(name(known).as_bytes()).expect("it listens");
            assert_eq!(verdict, Verdict::Similar, "{known} of {until}");
        }
    }
    let pieces = "local pieces = 0 for _, key in ipairs(redis.call('KEYS', 'part:b:*')) do \
                  for _, it in ipairs(redis.call('LRANGE', key, 0, -1)) do \
                  if struct.unpack('<I8', it) == 0 then pieces = pieces + 1 end end end return pieces";
    let pieces = server.tell(&format!("EVAL \"{pieces}\" 0"));
    let count: Option<u64> = pieces
        .trim()
        .strip_prefix(':')
        .and_then(|count| count.parse().ok());
    assert!(count.is_some_and(|count| count > 2), "{pieces}");
    for mut session in [worker, other] {
        session.end(None).expect("it listens");
    }
    let exported = kept(&["state", "export", &server.address("part")], b"");
    let exported = String::from_utf8(exported).expect("it is JSON");
    assert_eq!(exported.matches("https://a.example/?name").count(), 3000);
}

#[test]
fn what_was_stored_in_another_format_is_refused() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    for (command, wanted) in [
        (
            "HSET old:settings identity x seed0 1 seed1 2 slice 600000 runs 1",
            "its format has version 1",
        ),
        (
            "HSET hashes:settings identity x seed 1 slice 600000 format 4",
            "export it with the version of urlsift that made it, and import it into another prefix",
        ),
        (
            "HSET new:settings identity x seed 1 slice 600000 format 6",
            "this urlsift reads version 5: use a newer one",
        ),
        (
            "HSET hurt:settings identity x seed 1 slice 600000 format 5",
            "the settings there are damaged",
        ),
    ] {
        assert!(server.tell(command).starts_with(':'), "{command}");
        let prefix = command.split([' ', ':']).nth(1).expect("it has one");
        let address = server.address(prefix);
        for arguments in [
            &["-q", "--state", &address][..],
            &["state", "info", &address],
        ] {
            let (status, printed, message) = outcome(&run(arguments, b"https://a.example/\n"));
            assert_eq!((status, &*printed), (Some(2), ""), "{message}");
            assert!(message.contains(wanted), "{message}");
        }
    }
}
