//! `--state redis://...`: several runs that remember together, over a real server.

use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use crate::lists::{letters, mixed};
use crate::program::{kept, outcome, refusal, run, start, urlsift};
use crate::server::Server;
use crate::waiting::{all_is_read, eventually, output_is_full, send, signals_are_caught};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};

/// Deals the lines of a list to so many workers.
fn deal(list: &[u8], workers: usize) -> Vec<Vec<u8>> {
    let mut hands = vec![Vec::new(); workers];
    for (i, line) in list.split_inclusive(|byte| *byte == b'\n').enumerate() {
        hands[i % workers].extend_from_slice(line);
    }
    hands
}

fn lines(bytes: &[u8]) -> usize {
    bytes.split_inclusive(|byte| *byte == b'\n').count()
}

#[test]
fn a_server_remembers_as_a_file_does() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let list = mixed(4000);
    for (prefix, options) in [
        ("a", &[][..]),
        ("b", &["--no-learn"]),
        ("c", &["--no-class", "int"]),
        (
            "d",
            &["--ignore-param", "a*", "--ignore-param", "b", "-t", "97"],
        ),
        ("e", &["--protect", "say \"x\""]),
        ("f", &["--window", "1d"]),
        ("g", &["--as", "text", "--window", "1d"]),
    ] {
        let address = server.address(prefix);
        let with = [&["-q", "--state", &address], options].concat();
        let cut = list.len() / 2;
        let cut = cut
            + list[cut..]
                .iter()
                .position(|byte| *byte == b'\n')
                .expect("lines end")
            + 1;
        let parts = [kept(&with, &list[..cut]), kept(&with, &list[cut..])].concat();
        assert_eq!(
            parts,
            kept(&[&["-q"], options].concat(), &list),
            "{options:?}"
        );
        assert_eq!(kept(&with, &list), b"", "{options:?}: nothing is new");
    }
}

/// What is learned counts as it was left, also where it was less than before.
#[test]
fn one_worker_after_another_learns_as_one_run_does() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let words = [
        "wombat", "quokka", "numbat", "bilby", "dingo", "admin", "login", "search", "export",
        "cart",
    ];
    let starts = ["snorf", "blint", "crave", "dwell", "flock"];
    let ends = ["ing", "ed", "ly", "ers", "ish"];
    for seed in 0..8_u64 {
        let mut state = seed;
        let mut draw = |most: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % most
        };
        let mut list = String::new();
        for i in 0..3000 {
            let (word, host) = (words[draw(10)], i % 30);
            let name = match draw(10) {
                0..3 => format!("zork{}", draw(400)),
                _ => format!(
                    "{}{}{}",
                    starts[draw(5)],
                    ends[draw(5)],
                    ["a", "e", "o", ""][draw(4)]
                ),
            };
            let _ = match i % 4 {
                0 => writeln!(
                    list,
                    "https://h{host}.example/{word}/{name}/{}",
                    words[draw(10)]
                ),
                1 => writeln!(list, "https://h{host}.example/{name}/{word}"),
                2 => writeln!(list, "https://h{host}.example/shop/{name}-{word}"),
                _ => writeln!(list, "https://h{host}.example/{name}"),
            };
        }
        let whole = kept(&["-q"], list.as_bytes());
        for percent in [30, 60] {
            let cut = list.len() * percent / 100;
            let cut = cut + list[cut..].find('\n').unwrap_or_default() + 1;
            let address = server.address(&format!("turn{seed}-{percent}"));
            let with = |list: &str| kept(&["-q", "--state", &address], list.as_bytes());
            // Killed behind its last commit, and started again on the whole list.
            assert!(
                [with(&list[..cut]), with(&list)].concat() == whole,
                "seed {seed} at {percent} %"
            );
        }
    }
}

/// Runs workers at once on parts of a list, and gives what each prints.
fn at_once(parts: &[Vec<u8>], arguments: &[&str]) -> Vec<Vec<u8>> {
    thread::scope(|scope| {
        let workers: Vec<_> = parts
            .iter()
            .map(|part| scope.spawn(|| kept(arguments, part)))
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("it ends"))
            .collect()
    })
}

#[test]
fn four_workers_print_every_kind_exactly_once() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let list = mixed(8000);
    let address = server.address("fleet");
    let printed = at_once(&deal(&list, 4), &["-q", "--no-learn", "--state", &address]).concat();
    let alone = kept(&["-q", "--no-learn"], &list);
    assert_eq!(lines(&printed), lines(&alone), "one line a kind");
    assert_eq!(
        lines(&kept(&["-q", "--no-learn"], &printed)),
        lines(&alone),
        "and of every kind one"
    );
}

/// What is learned reaches the others a batch later, so they may print more lines than one run;
/// nothing that one run prints has no like.
#[test]
fn workers_that_learn_print_little_more_and_lose_nothing() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let list = mixed(8000);
    let address = server.address("learning");
    let printed = at_once(&deal(&list, 4), &["-q", "--state", &address]).concat();
    let alone = lines(&kept(&["-q"], &list));
    let count = lines(&printed);
    assert!(
        count * 10 >= alone * 9 && count * 10 <= alone * 13,
        "{count} lines, {alone} of one run"
    );
    assert_eq!(
        kept(&["-q", "--state", &address], &list),
        b"",
        "all of it is known by now"
    );
}

/// Lines of three hosts, each twice, so that commits and packing meet in the same places.
fn crowded() -> Vec<u8> {
    let mut list = String::new();
    for line in (0..2).flat_map(|_| 0..2400) {
        let name = letters(line);
        let _ = writeln!(list, "https://h{}.example/?name{name}=1", line % 3);
    }
    list.into_bytes()
}

#[test]
fn workers_that_pack_the_same_hosts_lose_and_double_nothing() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let (list, address) = (crowded(), server.address("crowded"));
    let arguments = [
        "-q",
        "--no-learn",
        "--state-batch",
        "3",
        "--state",
        &address,
    ];
    // Two more are killed while they print, some lines apart.
    let mut printed: Vec<u8> = thread::scope(|scope| {
        let victims: Vec<_> = [100, 300]
            .map(|length| {
                let list = &list;
                scope.spawn(move || {
                    let mut victim = start(&arguments);
                    let (mut stdin, stdout) = (victim.stdin.take(), victim.stdout.take());
                    scope.spawn(move || stdin.take().map(|mut pipe| pipe.write_all(list)));
                    let mut lines = BufReader::new(stdout.expect("it is a pipe")).split(b'\n');
                    let mut first: Vec<Vec<u8>> = lines.by_ref().take(length).flatten().collect();
                    victim.kill().expect("it runs");
                    first.extend(lines.map_while(Result::ok));
                    let _ = victim.wait();
                    first
                        .iter()
                        .flat_map(|line| [&line[..], b"\n"].concat())
                        .collect::<Vec<u8>>()
                })
            })
            .into_iter()
            .collect();
        let printed = at_once(&deal(&list, 4), &arguments).concat();
        victims.into_iter().fold(printed, |all, victim| {
            [all, victim.join().expect("it ends")].concat()
        })
    });
    printed.extend(kept(&arguments, &list));
    let wanted: HashSet<&[u8]> = list.split(|byte| *byte == b'\n').collect();
    let found: HashSet<&[u8]> = printed.split(|byte| *byte == b'\n').collect();
    assert!(wanted.is_subset(&found), "nothing is lost");
    assert!(
        lines(&printed) < 2400 + 2 * 3,
        "only lines of a last batch came twice: {}",
        lines(&printed)
    );
    let exported =
        String::from_utf8(kept(&["state", "export", &address], b"")).expect("it is JSON");
    assert_eq!(
        exported.matches("/?name").count(),
        2400,
        "and each group is stored once"
    );
    let all = server.tell("KEYS crowded:b:*");
    assert!(
        all.starts_with("*1\r\n") || all.starts_with("*2\r\n") || all.starts_with("*3\r\n"),
        "{all}"
    );
    let forgotten = ["state", "forget", &address, "--host", "h1.example"];
    assert!(String::from_utf8_lossy(&run(&forgotten, b"").stderr).contains("800"));
    assert_eq!(
        lines(&kept(&["-q", "--no-learn", "--state", &address], &list)),
        800,
        "only its lines are new"
    );
}

#[test]
fn a_kept_line_takes_little_memory_of_a_server() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let used = || -> u64 {
        let info = server.tell("INFO memory");
        let used = info
            .lines()
            .find_map(|line| line.strip_prefix("used_memory:"));
        used.expect("it is there")
            .trim()
            .parse()
            .expect("it is a number")
    };
    let mut list = String::new();
    for line in 0..60_000 {
        let _ = writeln!(
            list,
            "https://www.site-{}.example/catalogue/item?field{}=1",
            line % 6007,
            letters(line)
        );
    }
    // Some 10 bytes of these are what the server takes for the lists of any prefix.
    for (what, most) in [("kept", 40), ("keys", 24)] {
        let (address, before) = (server.address(what), used());
        let arguments = ["-q", "--no-learn", "--remember", what, "--state", &address];
        let count = lines(&kept(&arguments, list.as_bytes())) as u64;
        assert_eq!(count, 60_000);
        eventually("a line takes few bytes", || used() - before <= most * count);
        assert_eq!(kept(&arguments, list.as_bytes()), b"", "{what}");
    }
}

/// Hashes that follow from lines are not stored once a run has ended.
#[test]
fn what_is_left_out_is_there_for_whoever_has_the_same_rules() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let (list, address) = (mixed(3000), server.address("left"));
    let with = ["-q", "--state", &address];
    let all = kept(&with, &list);
    let exported = kept(&["state", "export", &address], b"");
    let host = String::from_utf8_lossy(&all)
        .lines()
        .find_map(|line| line.split('/').nth(2).map(String::from));
    let host = host.expect("most lines are URLs");
    let forget = ["state", "forget", &address, "--host", &host];
    assert_eq!(outcome(&run(&forget, b"")).0, Some(0));
    let again = String::from_utf8(kept(&with, &list)).expect("it is text");
    assert!(!again.is_empty(), "{host}");
    assert!(
        again
            .lines()
            .all(|line| line.to_lowercase().contains(&host.to_lowercase())),
        "{again}"
    );
    let sorted = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let value = |line| str::split_once(line, "\"line\":")?.1.split(",\"").next();
        let mut lines: Vec<&str> = text.lines().filter_map(value).collect();
        lines.sort_unstable();
        lines.join("\n")
    };
    let wanted = sorted(&exported);
    assert!(
        wanted.lines().count() > 100,
        "{}",
        String::from_utf8_lossy(&exported)
    );
    assert_eq!(sorted(&kept(&["state", "export", &address], b"")), wanted);
    // Other rules derive other hashes.
    server.tell("HDEL left:settings check");
    server.tell("HSET left:settings identity \"rules 99.1\"");
    for refused in [&forget[..], &with, &["state", "export", &address]] {
        let (status, _, message) = outcome(&run(refused, &list));
        assert_eq!(status, Some(2), "{message}");
        assert!(message.contains("rules"), "{message}");
    }
}

#[test]
fn keys_alone_find_what_lines_find_and_name_none() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let (folder, list) = (tempfile::tempdir().expect("there is room"), mixed(3000));
    let file = folder
        .path()
        .join("keys.state")
        .to_str()
        .expect("it is UTF-8")
        .to_owned();
    let cut = list.len() / 2;
    let cut = cut
        + list[cut..]
            .iter()
            .position(|byte| *byte == b'\n')
            .expect("lines end")
        + 1;
    for state in [server.address("keys"), file] {
        let with = ["-q", "--remember", "keys", "--state", &state];
        let parts = [kept(&with, &list[..cut]), kept(&with, &list[cut..])].concat();
        assert_eq!(parts, kept(&["-q"], &list), "{state}");
        assert_eq!(kept(&with, &list), b"", "{state}");
        let explain = [&with[..], &["--dry-run", "--dropped", "--explain"]].concat();
        let explained = String::from_utf8(kept(&explain, &list[..cut])).expect("it is text");
        assert!(explained.contains("    met before, 2"), "{explained}");
        assert!(
            explained
                .lines()
                .filter(|line| line.contains("met before"))
                .all(|line| !line.contains("://"))
        );
        let refused: [(&[&str], &str); 6] = [
            (
                &["state", "recent", &state, "--like", "https://a.example/"],
                "remembers keys alone: it has no lines",
            ),
            (
                &["state", "export", &state],
                "remembers keys alone: it has no lines",
            ),
            (
                &["state", "forget", &state, "--host", "a.example"],
                "remembers keys alone: it has no lines",
            ),
            (
                &["-q", "--state", &state],
                "remember is keys there, and the default here",
            ),
            (
                &[&with[..], &["-t", "60"]].concat(),
                "keys alone cannot be remembered where lines are compared",
            ),
            (
                &[&with[..], &["--max-per-host", "3"]].concat(),
                "limited by host or prefix",
            ),
        ];
        for (arguments, wanted) in refused {
            let message = refusal(arguments, b"https://a.example/\n");
            assert!(message.contains(wanted), "{arguments:?}: {message}");
        }
        let info = String::from_utf8(kept(&["state", "info", &state], b"")).expect("it is text");
        assert!(info.contains("remember keys"), "{info}");
    }
}

#[test]
fn what_a_killed_worker_has_not_printed_is_printed_by_another() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let list = mixed(3000);
    let address = server.address("killed");
    let arguments = ["-q", "--no-learn", "--state", &address];
    // Its output is never read, so it stands still with lines that are claimed, and is killed
    // there.
    let mut victim = urlsift(&arguments).spawn().expect("it starts");
    let mut stdin = victim.stdin.take().expect("it is a pipe");
    let sent = list.clone();
    let writer = thread::spawn(move || stdin.write_all(&sent).ok());
    output_is_full(victim.stdout.as_ref().expect("it is a pipe"));
    victim.kill().expect("it runs");
    let mut first = Vec::new();
    victim
        .stdout
        .take()
        .expect("it is a pipe")
        .read_to_end(&mut first)
        .expect("it is readable");
    let _ = victim.wait();
    let _ = writer.join();
    let whole = first
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1);
    let printed = [&first[..whole], &kept(&arguments, &list)].concat();
    let alone = lines(&kept(&["-q", "--no-learn"], &list));
    assert_eq!(
        lines(&kept(&["-q", "--no-learn"], &printed)),
        alone,
        "no kind is missing"
    );
    assert!(
        lines(&printed) < 2 * alone,
        "and only those of a last batch came twice"
    );
}

#[test]
fn a_server_that_comes_back_is_used_again_and_one_that_does_not_ends_the_run() {
    let durable = ["--appendonly", "yes", "--appendfsync", "always"];
    let Some(mut server) = Server::start(&durable) else {
        return;
    };
    let list = mixed(4000);
    let address = server.address("restarted");
    let cut = list.len() / 2;
    let cut = cut
        + list[cut..]
            .iter()
            .position(|byte| *byte == b'\n')
            .expect("lines end")
        + 1;
    let mut worker = start(&["-q", "--state", &address]);
    let mut stdin = worker.stdin.take().expect("it is a pipe");
    let mut stdout = worker.stdout.take().expect("it is a pipe");
    let reader = thread::spawn(move || {
        let mut printed = Vec::new();
        stdout.read_to_end(&mut printed).expect("it is readable");
        printed
    });
    stdin.write_all(&list[..cut]).expect("it reads");
    all_is_read(&stdin);
    server.restart(&durable);
    stdin.write_all(&list[cut..]).expect("it reads");
    drop(stdin);
    assert_eq!(worker.wait().expect("it ends").code(), Some(0));
    assert_eq!(reader.join().expect("it ends"), kept(&["-q"], &list));

    server.kill();
    let message = refusal(&["-q", "--state", &address, "--state-timeout", "1s"], &list);
    assert!(
        message.contains("cannot ask Redis at redis://127.0.0.1"),
        "{message}"
    );
}

#[test]
fn what_cannot_be_shared_is_refused_with_a_way_out() {
    let Some(server) =
        Server::start(&["--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru"])
    else {
        return;
    };
    let address = server.address("refused");
    assert_eq!(
        kept(&["-q", "--state", &address], b"https://a.test/1\n"),
        b"https://a.test/1\n"
    );
    let cases: [(&[&str], &str); 8] = [
        (
            &["-t", "60"],
            "not looked up by keys; use the default metric and a threshold of 95 or above, or",
        ),
        (
            &["--no-learn"],
            "no-learn is the default there, and true here; use the same options, or another prefix=NAME",
        ),
        (&["--literal"], "lines are compared, not looked up"),
        (
            &["--window", "1d"],
            "it has no window; use the same --window, or another prefix=NAME",
        ),
        (
            &["--slice", "1s"],
            "slices of time are 10 min long, not 1 s; leave out --slice, or use another prefix=NAME",
        ),
        (
            &["-k", "2"],
            "only one line of each group; leave out --keep, or remember in a file",
        ),
        (
            &["--new-params"],
            "leave out --params names, or remember in a file",
        ),
        (
            &["--metric", "simhash"],
            "lines are compared, not looked up",
        ),
    ];
    for (options, wanted) in cases {
        let message = refusal(
            &[&["--state", &address], options].concat(),
            b"https://a.test/2\n",
        );
        assert!(message.contains(wanted), "{options:?}: {message}");
    }
    let (_, _, message) = outcome(&run(&["--state", &address], b""));
    assert!(
        message.contains("forgets when its memory is full"),
        "{message}"
    );

    assert!(
        server
            .tell("CONFIG SET requirepass secret")
            .starts_with("+OK")
    );
    let (status, _, message) = outcome(&run(&["-q", "--state", &address], b""));
    assert_eq!(status, Some(2), "{message}");
    assert!(
        message.contains("NOAUTH") && !message.contains("secret"),
        "{message}"
    );
    let mut allowed = urlsift(&["-q", "--state", &address]);
    allowed.env("URLSIFT_REDIS_PASSWORD", "secret");
    let (status, printed, message) = outcome(&crate::program::finish(
        allowed.spawn().expect("it starts"),
        b"https://a.test/3/new\n",
    ));
    assert_eq!(
        (status, &*printed),
        (Some(0), "https://a.test/3/new\n"),
        "{message}"
    );
}

#[test]
fn statistics_say_what_the_server_took() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let (list, address) = (mixed(2000), server.address("counted"));
    kept(&["-q", "--state", &address], &list);
    let (_, _, text) = outcome(&run(&["--stats", "--state", &address], &list));
    assert!(
        text.contains("known here") && text.contains("round trips"),
        "{text}"
    );
    let (_, _, json) = outcome(&run(&["--stats=json", "--state", &address], &list));
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(
        json["similar"]
            .as_u64()
            .zip(json["shared"]["refused"].as_u64())
            .map(|(all, others)| all >= others),
        Some(true)
    );
    assert!(json["shared"]["round_trips"].as_u64() > Some(0));
}

/// Numbers that look random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

const WORDS: [&str; 7] = [
    "login", "cart", "search", "admin", "status", "upload", "account",
];
const BY_SECONDS: [&str; 7] = [
    "-q",
    "--window",
    "5s",
    "--slice",
    "1s",
    "--time-field",
    "seen",
];
/// The slices of that window.
const WINDOW: u64 = 5;
/// When the feeds begin.
const BEGIN: u64 = 1_000_000_000;

fn event(feed: &mut String, url: &str, slice: u64) {
    writeln!(feed, "{{\"url\":\"{url}\",\"seen\":{}}}", BEGIN + slice).expect("memory takes it");
}

#[test]
fn windows_on_a_server_forget_as_windows_in_memory_do() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let (mut numbers, mut feed) = (Numbers(1), String::new());
    let mut slice = 0;
    for _ in 0..3000 {
        slice += numbers.below(20) / 19;
        let url = format!(
            "https://h{}.example/{}/{}",
            numbers.below(3),
            WORDS[numbers.below(7) as usize],
            WORDS[numbers.below(7) as usize]
        );
        // Late ones may be older than the window.
        let late = if numbers.below(10) == 0 {
            numbers.below(8)
        } else {
            0
        };
        event(&mut feed, &url, slice.saturating_sub(late));
        if numbers.below(50) == 0 {
            feed.push_str("not a url\n");
        }
    }
    for (prefix, options) in [("learning", &[][..]), ("plain", &["--no-learn"])] {
        let address = server.address(prefix);
        let alone = [&BY_SECONDS[..], options].concat();
        let wanted = kept(&alone, feed.as_bytes());
        assert!(lines(&wanted) > 200, "kinds expire and come again");
        assert!(
            wanted
                == kept(
                    &[&alone[..], &["--state", &address]].concat(),
                    feed.as_bytes()
                ),
            "{options:?}"
        );
    }
}

/// A worker that is told and asked while it runs.
struct Worker {
    process: Child,
    stdin: std::process::ChildStdin,
    stdout: BufReader<std::process::ChildStdout>,
    markers: u64,
}

impl Worker {
    fn start(arguments: &[&str]) -> Self {
        let mut process = start(arguments);
        let stdin = process.stdin.take().expect("it is a pipe");
        let stdout = BufReader::new(process.stdout.take().expect("it is a pipe"));
        Self {
            process,
            stdin,
            stdout,
            markers: 0,
        }
    }

    fn tell(&mut self, feed: &str) {
        self.stdin.write_all(feed.as_bytes()).expect("it reads");
    }

    /// Sends a line that nobody else sends, and gives what is printed before it.
    fn until_marked(&mut self, name: u64, slice: u64) -> Vec<String> {
        self.markers += 1;
        let (mut marker, mut printed) = (String::new(), Vec::new());
        event(
            &mut marker,
            &format!(
                "https://marker.example/?w{}m{}=1",
                letters(name),
                letters(self.markers)
            ),
            slice,
        );
        self.tell(&marker);
        loop {
            let mut line = String::new();
            assert!(
                self.stdout.read_line(&mut line).expect("it is readable") > 0,
                "it goes on"
            );
            if line == marker {
                return printed;
            }
            printed.push(line);
        }
    }
}

/// In each slice of a window, a running worker stores the groups again that it has met: without
/// their lines, too.
#[test]
fn keys_alone_within_a_window_are_stored_without_lines() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let all = "local all = '' for _, key in ipairs(redis.call('KEYS', 'keys:b:*')) do \
               all = all .. table.concat(redis.call('LRANGE', key, 0, -1)) end";
    let stored = || {
        server.tell(&format!(
            "EVAL \"{all} return {{ string.find(all, 'secret') or 0, #all }}\" 0"
        ))
    };
    let address = server.address("keys");
    let arguments = [
        &BY_SECONDS[..],
        &["--remember", "keys", "--state", &address],
    ]
    .concat();
    let (mut worker, mut sizes) = (Worker::start(&arguments), Vec::new());
    for slice in [3, 4, 6] {
        let mut feed = String::new();
        event(&mut feed, "https://secret.example/login", slice);
        worker.tell(&feed);
        // What came before the first marker is stored when the second one is printed.
        let printed = [worker.until_marked(1, slice), worker.until_marked(1, slice)].concat();
        assert_eq!(printed.len(), usize::from(slice == 3), "{printed:?}");
        sizes.push(stored());
    }
    drop(worker.stdin);
    worker.process.wait().expect("it ends");
    sizes.push(stored());
    assert!(
        sizes.iter().all(|size| size.starts_with("*2\r\n:0\r\n")),
        "{sizes:?}"
    );
}

#[test]
fn workers_that_share_a_window_print_what_a_list_of_times_says() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let address = server.address("window");
    let arguments = [&BY_SECONDS[..], &["--no-learn", "--state", &address]].concat();
    let mut workers: Vec<Worker> = (0..3).map(|_| Worker::start(&arguments)).collect();
    let mut numbers = Numbers(2);
    // When each kind was met last.
    let mut last: HashMap<String, u64> = HashMap::new();
    let (mut found, mut wanted) = (Vec::new(), Vec::new());
    for slice in 3..40 {
        if slice % 9 == 0 {
            // One goes and knows nothing when it comes back.
            let mut gone = workers.remove(0);
            drop(gone.stdin);
            gone.process.wait().expect("it ends");
            workers.push(Worker::start(&arguments));
        }
        // All know how late it is.
        for (name, worker) in (0..).zip(&mut workers) {
            worker.until_marked(100 * slice + name, slice);
        }
        let mut met: HashMap<String, u64> = HashMap::new();
        for worker in &mut workers {
            let mut feed = String::new();
            for _ in 0..numbers.below(12) {
                let url = format!(
                    "https://h{}.example/{}/{}",
                    numbers.below(2),
                    WORDS[numbers.below(7) as usize],
                    WORDS[numbers.below(3) as usize]
                );
                let at = if numbers.below(6) == 0 {
                    slice - numbers.below(4)
                } else {
                    slice
                };
                event(&mut feed, &url, at);
                let latest = met.entry(url).or_default();
                *latest = at.max(*latest);
            }
            worker.tell(&feed);
        }
        for (kind, latest) in met {
            let before = last.get(&kind).copied();
            if before.is_none_or(|before| before + WINDOW <= slice) {
                wanted.push((slice, kind.clone()));
            }
            last.insert(kind, latest.max(before.unwrap_or_default()));
        }
        for (name, worker) in (0..).zip(&mut workers) {
            // What came before the first marker is stored when the second one is printed.
            for line in [
                worker.until_marked(100 * slice + name, slice),
                worker.until_marked(100 * slice + name, slice),
            ]
            .concat()
            {
                let record: serde_json::Value = serde_json::from_str(&line).expect("it was JSON");
                found.push((
                    slice,
                    record["url"].as_str().expect("it is text").to_owned(),
                ));
            }
        }
    }
    for worker in &mut workers {
        worker.process.kill().expect("it runs");
        let _ = worker.process.wait();
    }
    found.sort();
    wanted.sort();
    assert!(wanted.len() > 100, "kinds expire and come again");
    assert_eq!(found, wanted);
}

#[test]
fn what_has_expired_is_given_back_by_the_server() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let address = server.address("short");
    kept(
        &["-q", "--window", "2s", "--slice", "1s", "--state", &address],
        &mixed(500),
    );
    let stored = || -> u64 {
        let answer = server.tell("DBSIZE");
        answer
            .trim()
            .trim_start_matches(':')
            .parse()
            .expect("it is a number")
    };
    assert!(stored() > 5, "there are records, keys and lessons");
    // The settings, and the number of the last commit, which stays for an hour.
    eventually("all keys have expired", || stored() <= 2);
}

#[test]
fn a_dry_run_leaves_no_trace_on_a_server() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let address = server.address("dry");
    let run = |options: &[&str]| {
        kept(
            &[&["-q", "--state", &address], options].concat(),
            b"https://example.com/\n",
        )
    };
    assert_eq!(run(&["--dry-run", "--no-learn"]), b"https://example.com/\n");
    assert_eq!(server.tell("DBSIZE"), ":0\r\n");
    // Other settings than those of the dry run.
    assert_eq!(run(&[]), b"https://example.com/\n");
    assert_eq!(run(&["--dry-run"]), b"");
}

/// Whether the server is gone, stands still, or was never there.
#[cfg(unix)]
#[test]
fn a_signal_ends_a_run_whose_server_is_away() {
    let durable = ["--appendonly", "yes", "--appendfsync", "always"];
    let Some(mut server) = Server::start(&durable) else {
        return;
    };
    let (list, address) = (mixed(3000), server.address("left"));
    let arguments = ["-q", "--no-learn", "--state", &address];
    let mut printed = Vec::new();
    let cuts = [list.len() / 3, list.len() * 2 / 3].map(|at| {
        at + list[at..]
            .iter()
            .position(|byte| *byte == b'\n')
            .expect("lines end")
            + 1
    });
    for (way, sent, status) in [("KILL", "INT", 130), ("STOP", "TERM", 143)] {
        let mut worker = start(&arguments);
        let mut stdin = worker.stdin.take().expect("it is a pipe");
        let mut stdout = worker.stdout.take().expect("it is a pipe");
        let reader = thread::spawn(move || {
            let mut printed = Vec::new();
            stdout.read_to_end(&mut printed).expect("it is readable");
            printed
        });
        stdin.write_all(&list[..cuts[0]]).expect("it reads");
        all_is_read(&stdin);
        send(way, &server.process);
        stdin.write_all(&list[cuts[0]..cuts[1]]).expect("it reads");
        all_is_read(&stdin);
        assert!(
            worker.try_wait().expect("it can be asked").is_none(),
            "it waits for the server"
        );
        let asked = Instant::now();
        send(sent, &worker);
        let ended = worker.wait_with_output().expect("it ends");
        assert!(
            asked.elapsed() < Duration::from_secs(10),
            "{way}: {:?}",
            asked.elapsed()
        );
        assert_eq!(
            (ended.status.code(), &*ended.stderr),
            (Some(status), &b""[..]),
            "{way}"
        );
        printed.extend(reader.join().expect("it ends"));
        if way == "STOP" {
            send("CONT", &server.process);
        } else {
            server.restart(&durable);
        }
    }
    printed.extend(kept(&arguments, &list));
    let wanted = kept(&["-q", "--no-learn"], &list);
    assert_eq!(
        lines(&kept(&["-q", "--no-learn"], &printed)),
        lines(&wanted),
        "nothing is lost"
    );
    server.kill();
    let worker = start(&arguments);
    signals_are_caught(&worker);
    let asked = Instant::now();
    send("INT", &worker);
    assert_eq!(
        outcome(&worker.wait_with_output().expect("it ends")),
        (Some(130), String::new(), String::new())
    );
    assert!(
        asked.elapsed() < Duration::from_secs(10),
        "{:?}",
        asked.elapsed()
    );
}

/// JSON lines of groups whose bursts have sizes that are known, in any order.
fn bursting(groups: usize, lines: usize) -> Vec<u8> {
    let mut feed = Vec::new();
    for line in 0..lines {
        for group in 0..groups {
            // Group 3 has a third of the lines, and so on.
            if line % (group + 1) == 0 {
                let object = format!(
                    "{{\"url\":\"https://a.test/{}/{line}\",\"seen\":{}}}\n",
                    letters(group),
                    1_000_000_000 + line
                );
                feed.extend_from_slice(object.as_bytes());
            }
        }
    }
    feed
}

#[test]
fn a_burst_is_completed_by_one_of_all_workers() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let (groups, lines) = (12, 240);
    let feed = bursting(groups, lines);
    let options = [
        "-q",
        "--no-learn",
        "--window",
        "1h",
        "--slice",
        "1m",
        "--time-field",
        "seen",
        "--min",
        "60",
    ];
    let alone = kept(&options, &feed);
    assert_eq!(
        alone.split(|byte| *byte == b'\n').count() - 1,
        4,
        "240, 120, 80 and 60 lines"
    );
    for workers in [1, 4] {
        let address = server.address(&format!("bursts{workers}"));
        let with = [&["--state", &address], &options[..]].concat();
        let mut found = HashMap::new();
        let hands = deal(&feed, workers);
        let printed: Vec<Vec<u8>> = thread::scope(|scope| {
            let with = &with;
            let mut runs = Vec::new();
            for hand in &hands {
                runs.push(scope.spawn(move || kept(with, hand)));
            }
            runs.into_iter()
                .map(|run| run.join().expect("it ends"))
                .collect()
        });
        for line in String::from_utf8(printed.concat())
            .expect("it is text")
            .lines()
        {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!((fields.len(), fields[0]), (3, "60"), "{line}");
            let group = fields[1]
                .split('/')
                .nth(3)
                .expect("it has a path")
                .to_owned();
            *found.entry(group).or_insert(0) += 1;
        }
        assert_eq!(found.len(), 4, "{workers}: {found:?}");
        assert!(
            found.values().all(|times| *times == 1),
            "{workers}: {found:?}"
        );
        let more = bursting(4, 60);
        assert_eq!(kept(&with, &more), b"", "{workers}: reported once");
    }
}

#[test]
fn a_server_remembers_all_lines_as_a_file_does() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let scratch = tempfile::tempdir().expect("there is room");
    let file = scratch.path().join("state");
    let file = file.to_str().expect("it is text");
    let feed = bursting(5, 200);
    let all = [
        "-q",
        "--no-learn",
        "--window",
        "9d",
        "--slice",
        "1m",
        "--time-field",
        "seen",
        "--remember",
        "all",
    ];
    kept(&[&["--state", file], &all[..]].concat(), &feed);
    let address = server.address("lines");
    for hand in deal(&feed, 3) {
        kept(&[&["--state", &address], &all[..]].concat(), &hand);
    }
    let like = format!("https://a.test/{}/7", letters(2));
    let listed = |state: &str, more: &[&str]| {
        let arguments = [
            &["state", "recent", state, "--no-learn", "--like", &like],
            more,
        ]
        .concat();
        let (status, printed, message) = outcome(&run(&arguments, b""));
        assert_eq!(status, Some(0), "{message}");
        printed
    };
    for limit in ["5", "1000"] {
        let printed = listed(&address, &["--limit", limit]);
        assert_eq!(printed, listed(file, &["--limit", limit]));
        assert_eq!(
            printed.lines().count(),
            limit.parse::<usize>().expect("it is a number").min(67)
        );
    }
    let info = run(&["state", "info", &address], b"");
    let (_, printed, _) = outcome(&info);
    assert!(printed.contains("all lines"), "{printed}");
    let forgotten = run(&["state", "forget", &address, "--older-than", "1s"], b"");
    assert_eq!(forgotten.status.code(), Some(0));
    assert_eq!(listed(&address, &[]), "");
}
