//! Servers that take a connection and then say nothing, little, or no more.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::lists::mixed;
use crate::program::{outcome, run, start};
use crate::server::Server;
use crate::waiting::all_is_read;

/// How long a run may take to say that it has waited for a second, on a busy machine.
const SOON: Duration = Duration::from_secs(9);

/// Starts a server that answers each connection with the same bytes, all at once or each after a
/// pause, and never closes one. Returns its port.
fn answering(bytes: &'static [u8], pause: Option<Duration>) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    let port = listener.local_addr().expect("it is bound").port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("it comes");
            thread::spawn(move || {
                let _ = stream.read(&mut [0; 4096]);
                let length = if pause.is_some() {
                    1
                } else {
                    bytes.len().max(1)
                };
                for piece in bytes.chunks(length) {
                    if stream.write_all(piece).is_err() {
                        return;
                    }
                    thread::sleep(pause.unwrap_or_default());
                }
                // Reads until the other side closes.
                let _ = stream.read_to_end(&mut Vec::new());
            });
        }
    });
    port
}

#[test]
fn a_server_that_never_answers_is_given_up_with_its_name_and_the_question() {
    let pause = Some(Duration::from_millis(100));
    // A text whose end never comes.
    let long = &[b'+'; 400];
    let answers: [(&'static [u8], Option<Duration>); 7] = [
        (b"", None),
        (b"$", None),
        (b"$2000\r\nredis_version:7", None),
        (b"*3\r\n$1\r\na\r\n", None),
        (b"+OK\r\n+OK\r\n", None),
        (b"%7\r\n$6\r\nserver\r\n", None),
        (long, pause),
    ];
    thread::scope(|scope| {
        for (bytes, pause) in answers {
            scope.spawn(move || {
                let port = answering(bytes, pause);
                let address = format!("redis://127.0.0.1:{port}/0");
                let options = ["-q", "--state", &address, "--state-timeout", "1s"];
                let asked = Instant::now();
                let output = run(&options, b"https://a.example/\n");
                let (status, printed, message) = outcome(&output);
                let shown = bytes.escape_ascii();
                assert_eq!((status, &*printed), (Some(2), ""), "{shown}: {message}");
                assert!(asked.elapsed() < SOON, "{shown}: {:?}", asked.elapsed());
                let said = format!("cannot ask Redis at {address} for its version: ");
                assert!(message.contains(&said), "{shown}: {message}");
                assert!(message.contains(", tried for 1 s"), "{shown}: {message}");
            });
        }
    });
}

#[test]
fn a_silent_server_is_waited_for_no_longer_than_help_says() {
    let port = answering(b"", None);
    let address = format!("redis://127.0.0.1:{port}/0");
    thread::scope(|scope| {
        for (arguments, most) in [
            (["-q", "--state", &*address], 10),
            (["state", "info", &*address], 3),
            (["state", "export", &*address], 3),
        ] {
            scope.spawn(move || {
                let asked = Instant::now();
                let (status, _, message) = outcome(&run(&arguments, b"https://a.example/\n"));
                let said = format!("it does not answer, tried for {most} s");
                assert_eq!(status, Some(2), "{arguments:?}: {message}");
                assert!(message.contains(&said), "{arguments:?}: {message}");
                let most = Duration::from_secs(most) + SOON;
                assert!(asked.elapsed() < most, "{:?}", asked.elapsed());
            });
        }
    });
}

/// The bytes that come one by one once a way is cut: the first ones, and those that go on for ever.
/// None at all if both are empty.
type Drip = [&'static [u8]; 2];

const SILENCE: Drip = [b"", b""];

/// A way to a server that can be cut without being closed.
struct Way {
    port: u16,
    is_cut: Arc<AtomicBool>,
}

impl Way {
    fn to(server: u16, drip: Drip) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
        let port = listener.local_addr().expect("it is bound").port();
        let is_cut = Arc::new(AtomicBool::new(false));
        let cut = Arc::clone(&is_cut);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let client = stream.expect("it comes");
                let server = TcpStream::connect(("127.0.0.1", server)).expect("it listens");
                let [asked, hears, told] =
                    [&client, &server, &client].map(|end| end.try_clone().expect("open"));
                let is_cut = Arc::clone(&cut);
                thread::spawn(move || pass_on(asked, hears, &is_cut, || drip_into(&told, drip)));
                let is_cut = Arc::clone(&cut);
                thread::spawn(move || pass_on(server, client, &is_cut, || {}));
            }
        });
        Self { port, is_cut }
    }
}

/// Passes on what comes until the way is cut: then nothing, but the connection stays open, and
/// `instead` is done.
fn pass_on(mut from: TcpStream, mut to: TcpStream, is_cut: &AtomicBool, instead: impl Fn()) {
    let mut bytes = [0; 4096];
    while let Ok(length) = from.read(&mut bytes) {
        if length == 0 {
            let _ = to.shutdown(Shutdown::Both);
            return;
        }
        if is_cut.load(Ordering::Relaxed) {
            instead();
        } else if to.write_all(&bytes[..length]).is_err() {
            return;
        }
    }
}

/// Sends bytes one by one, for as long as somebody listens.
fn drip_into(mut stream: &TcpStream, [first, unit]: Drip) {
    if unit.is_empty() {
        return;
    }
    for byte in first.iter().chain(unit.iter().cycle()) {
        if stream.write_all(&[*byte]).is_err() {
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_server_that_becomes_silent_ends_the_run_with_what_was_decided() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let way = Way::to(server.port, SILENCE);
    ends_with_what_was_decided(&way, "silent", Duration::ZERO);
}

/// Each byte comes in time, and the answer never does.
#[test]
fn a_server_that_begins_to_drip_ends_the_run_with_what_was_decided() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let drips: [Drip; 6] = [
        [b"+", b"a"],
        [b"$100000\r\n", b"a"],
        [b"*100000\r\n", b":1\r\n"],
        [b"*1\r\n", b"*1\r\n"],
        [b"%9000\r\n", b"+a\r\n"],
        [b"-", b"x"],
    ];
    thread::scope(|scope| {
        for (number, drip) in drips.into_iter().enumerate() {
            let way = Way::to(server.port, drip);
            // By then the line is stored, so that the next request is answered by drips.
            let pause = Duration::from_millis(800);
            let prefix = format!("drip{number}");
            scope.spawn(move || ends_with_what_was_decided(&way, &prefix, pause));
        }
    });
}

/// Cuts a way in the middle of a run, which keeps its lines under a prefix, after a pause.
fn ends_with_what_was_decided(way: &Way, prefix: &str, pause: Duration) {
    let address = format!("redis://127.0.0.1:{}/0?prefix={prefix}", way.port);
    let mut worker = start(&["-q", "--state", &address, "--state-timeout", "1s"]);
    let mut stdin = worker.stdin.take().expect("it is a pipe");
    stdin.write_all(b"https://a.example/\n").expect("it reads");
    all_is_read(&stdin);
    let mut stdout = worker.stdout.take().expect("it is a pipe");
    let mut first = [0; 19];
    stdout.read_exact(&mut first).expect("it is printed");
    assert_eq!(&first, b"https://a.example/\n");

    thread::sleep(pause);
    way.is_cut.store(true, Ordering::Relaxed);
    let asked = Instant::now();
    // A run that has ended reads no more.
    let _ = stdin.write_all(&mixed(300));
    drop(stdin);
    let mut rest = Vec::new();
    stdout.read_to_end(&mut rest).expect("it is readable");
    let (status, _, message) = outcome(&worker.wait_with_output().expect("it ends"));
    assert_eq!((status, rest), (Some(2), Vec::new()), "{message}");
    assert!(asked.elapsed() < SOON, "{:?}", asked.elapsed());
    let said = format!("cannot ask Redis at redis://127.0.0.1:{}/0 ", way.port);
    assert!(message.contains(&said), "{message}");
    let questions = [
        "which lines are new",
        "what others have stored",
        "to store decisions",
    ];
    let is_named = questions.iter().any(|question| message.contains(question));
    assert!(is_named, "{message}");
    assert!(
        message.contains("it does not answer, tried for 1 s"),
        "{message}"
    );
}
