//! Values on a Redis server with damage: refused in words, or read as before.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use urlsift::memory::{Access, SessionBuilder, StatePlace};
use urlsift::{Error, ErrorKind, Sift, Verdict};
use urlsift_url::hash::Key;

use crate::lengths::damaged;
use crate::server::Server;

/// A connection that sends commands of any bytes.
struct RawClient {
    stream: BufReader<TcpStream>,
}

impl RawClient {
    fn of(server: &Server) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
        let stream = BufReader::new(stream);
        Self { stream }
    }

    /// Sends a command, and returns the texts of its answer.
    fn ask(&mut self, words: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut command = format!("*{}\r\n", words.len()).into_bytes();
        for word in words {
            command.extend(format!("${}\r\n", word.len()).bytes());
            command.extend_from_slice(word);
            command.extend_from_slice(b"\r\n");
        }
        self.stream.get_mut().write_all(&command).expect("it reads");
        let mut texts = Vec::new();
        self.read(&mut texts);
        texts
    }

    fn read(&mut self, texts: &mut Vec<Vec<u8>>) {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("it answers");
        let (kind, rest) = line.trim_end().split_at(1);
        match kind {
            "$" => {
                let length: usize = rest.parse().expect("it is there");
                let mut text = vec![0; length + 2];
                self.stream.read_exact(&mut text).expect("it answers");
                text.truncate(length);
                texts.push(text);
            }
            "*" => {
                let count: usize = rest.parse().expect("it is there");
                for _ in 0..count {
                    self.read(texts);
                }
            }
            "-" => panic!("refused: {rest}"),
            _ => texts.push(rest.as_bytes().to_vec()),
        }
    }
}

/// A stored value, and the command that stores it, which ends before the value.
struct StoredValue {
    put: Vec<Vec<u8>>,
    value: Vec<u8>,
}

impl StoredValue {
    fn put(&self, value: &[u8], client: &mut RawClient) {
        let mut words: Vec<&[u8]> = self.put.iter().map(Vec::as_slice).collect();
        words.push(value);
        client.ask(&words);
    }
}

/// Returns all values under a prefix.
fn values(prefix: &str, client: &mut RawClient) -> Vec<StoredValue> {
    let mut values = Vec::new();
    let mut keys = client.ask(&[b"KEYS", format!("{prefix}:*").as_bytes()]);
    keys.sort();
    for key in keys {
        match &*client.ask(&[b"TYPE", &key])[0] {
            b"list" => {
                let all = client.ask(&[b"LRANGE", &key, b"0", b"-1"]);
                for (number, value) in all.into_iter().enumerate() {
                    let number = number.to_string().into_bytes();
                    let put = vec![b"LSET".to_vec(), key.clone(), number];
                    values.push(StoredValue { put, value });
                }
            }
            b"hash" => {
                for pair in client.ask(&[b"HGETALL", &key]).chunks(2) {
                    let put = vec![b"HSET".to_vec(), key.clone(), pair[0].clone()];
                    let value = pair[1].clone();
                    values.push(StoredValue { put, value });
                }
            }
            _ => {
                let value = client.ask(&[b"GET", &key]).concat();
                let put = vec![b"SET".to_vec(), key];
                values.push(StoredValue { put, value });
            }
        }
    }
    values
}

#[test]
fn damaged_values_on_a_server_are_refused_or_read_as_before() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let mut lines = Vec::new();
    for i in 0..90_u64 {
        let host = i % 5;
        let word = i * 7919 % 997;
        lines.push(format!(
            "https://h{host}.example/zork/w{word}ing/a{i}?n{i}=1"
        ));
    }
    let day = Duration::from_secs(24 * 3600);
    let with_window = SessionBuilder::from(Sift::builder()).window(day);
    let mut client = RawClient::of(&server);
    for (prefix, settings) in [
        ("a", SessionBuilder::from(Sift::builder())),
        ("w", with_window),
    ] {
        let place = StatePlace::from(server.address(prefix));
        // A run that ends packs what it has stored, and one that is killed does not.
        for (part, ends) in [
            (&lines[..40], true),
            (&lines[40..80], true),
            (&lines[80..], false),
        ] {
            let state = place.open(Access::Create).expect("it listens");
            let mut session = state.session(settings.clone()).expect("nothing is refused");
            for line in part {
                session.admit(line.as_bytes()).expect("nothing fails");
            }
            session.commit(None).expect("it can be stored");
            if ends {
                session.end(None).expect("it can be stored");
            }
        }
        let read = || -> Result<Vec<Verdict>, Error> {
            let state = place.open(Access::Dry)?;
            let mut session = state.session(settings.clone())?;
            lines
                .iter()
                .map(|line| session.admit(line.as_bytes()))
                .collect()
        };
        let before = read().expect("it is whole");
        assert!(
            before.iter().all(|verdict| *verdict == Verdict::Similar),
            "{before:?}"
        );
        let values = values(prefix, &mut client);
        let mut refused = 0;
        let mut others = Vec::new();
        for number in 0..250 {
            let drawn = Key::new([number, 9]).token(b"value") as usize % values.len();
            let stored = &values[drawn];
            if stored.value.len() < 4 {
                continue;
            }
            let bytes = damaged(&stored.value, number);
            if bytes == stored.value {
                continue;
            }
            stored.put(&bytes, &mut client);
            let name = stored.put.concat().escape_ascii().to_string();
            match read() {
                Ok(now) if now == before => {}
                Ok(_) => others.push(name),
                Err(error) => {
                    assert!(
                        error.kind() == ErrorKind::Damaged || name.contains("settings"),
                        "{name}: {error}"
                    );
                    refused += 1;
                }
            }
            stored.put(&stored.value, &mut client);
        }
        assert!(refused > 50, "{refused}");
        // Records that a killed run left unpacked have no checksum, nor do versions.
        assert!(others.len() < 13, "{others:?}");
        assert_eq!(read().expect("it is whole"), before);
    }
}
