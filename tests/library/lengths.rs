//! Lengths, counts and offsets that saved bytes, files and servers name: none makes room for more
//! than the bytes at hand can hold, and damage is refused in words.

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use urlsift::crawl::{Crawl, Limits};

use urlsift::memory::Recorder;
use urlsift::{ErrorKind, Sift};
use urlsift_url::hash::Key;

/// Sources that read lengths which others name, each with a test that damages them.
const READERS: [(&str, &str); 13] = [
    ("crates/crawl/src/saved.rs", "damage_of_saves_is_told"),
    (
        "crates/documents/src/xml.rs",
        "damaged_documents_give_what_they_have",
    ),
    (
        "crates/memory/src/entry/arrival.rs",
        "a_flipped_bit_changes_nothing_or_is_refused",
    ),
    (
        "crates/memory/src/entry/mod.rs",
        "bytes_give_back_their_entries_and_damaged_ones_say_so",
    ),
    ("crates/memory/src/snapshot.rs", "damage_of_saves_is_told"),
    (
        "crates/memory/src/sqlite/chunk.rs",
        "a_flipped_bit_changes_nothing_or_is_refused",
    ),
    (
        "crates/redis/src/arrivals.rs",
        "damaged_lines_make_no_room_for_a_length_that_they_only_name",
    ),
    (
        "crates/redis/src/bucket.rs",
        "damage_is_an_error_or_changes_nothing",
    ),
    (
        "crates/redis/src/frame.rs",
        "no_room_is_made_for_a_length_that_a_frame_only_names",
    ),
    (
        "crates/stream/src/bytes.rs",
        "damage_anywhere_gives_the_same_lines_whatever_the_reads",
    ),
    (
        "crates/stream/src/compression/decoder.rs",
        "damage_anywhere_gives_the_same_lines_whatever_the_reads",
    ),
    (
        "crates/stream/src/compression/mod.rs",
        "damage_a_cut_and_errors_of_the_reader_are_told_apart",
    ),
    (
        "crates/url/src/varint.rs",
        "numbers_come_back_and_cut_ones_do_not",
    ),
];

/// Sources that read only what the same process has written, or the program's own data; the module
/// reads the lengths of the package around it.
const OWN: [&str; 8] = [
    "crates/lists/src/templates/texts.rs",
    "crates/page/src/document.rs",
    "crates/stream/src/utf16.rs",
    "crates/url/src/bytes.rs",
    "crates/url/src/token/catalogue.rs",
    "crates/url/src/token/language.rs",
    "crates/url/src/token/lexicon.rs",
    "wasm/src/crawling.rs",
];

/// Signs of a source that reads numbers from bytes, or bytes whose length is in them.
const SIGNS: [&str; 9] = [
    "ByteReader(",
    "ByteReader<",
    "::from_le_bytes",
    "::from_be_bytes",
    "get_frame_content_size",
    "Decompress",
    "XzStream",
    "BASE64",
    "split_first_chunk",
];

/// Adds the sources of a folder and those below.
fn add_sources(folder: &Path, sources: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("it can be listed") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            add_sources(&path, sources);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            sources.push(path);
        }
    }
}

#[test]
fn every_reader_of_lengths_has_a_test_that_damages_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    for folder in ["crates", "src", "wasm/src", "tests/library"] {
        add_sources(&root.join(folder), &mut sources);
    }
    let mut readers = Vec::new();
    let mut texts = String::new();
    for path in sources {
        let text = fs::read_to_string(&path).expect("it is text");
        let name = path.strip_prefix(root).expect("it is below");
        let name = name.to_str().expect("it is text").replace('\\', "/");
        let (code, _) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
        let is_test = name.contains("/tests") || name.starts_with("tests/");
        if !is_test && SIGNS.iter().any(|sign| code.contains(sign)) {
            readers.push(name);
        }
        texts += &text;
    }
    readers.sort();
    let listed = READERS.iter().map(|(file, _)| *file);
    let mut listed: Vec<&str> = listed.chain(OWN).collect();
    listed.sort_unstable();
    assert_eq!(
        readers, listed,
        "a reader of lengths has no row, or a row no reader"
    );
    for (file, test) in READERS {
        assert!(texts.contains(&format!("fn {test}(")), "{file}: {test}");
    }
}

/// Bytes that were saved, with some damage: a bit, the end, a piece that is elsewhere.
pub(crate) fn damaged(saved: &[u8], number: u64) -> Vec<u8> {
    let drawn = |of: u64, below: usize| Key::new([number, of]).token(b"damage") as usize % below;
    let mut damaged = saved.to_vec();
    let at = drawn(1, saved.len());
    match number % 5 {
        0..=2 => damaged[at] ^= 1 << drawn(2, 8),
        3 => damaged.truncate(at),
        _ => {
            let length = 16.min(saved.len() / 2 - 1);
            let [one, other] = [3, 4].map(|of| drawn(of, saved.len() / 2 - length));
            let other = other + saved.len() / 2;
            for place in 0..length {
                damaged.swap(one + place, other + place);
            }
        }
    }
    damaged
}

#[test]
fn damage_of_saves_is_told() {
    let lines = |host: u64| {
        (0..60_u64).map(move |i| format!("https://h{}.example/a{i}/x?n{i}=1", i % host))
    };
    let builder = || Sift::builder().seed([1, 2]);
    let mut recorder = Recorder::new(builder()).expect("the settings are valid");
    let mut crawl = Crawl::new(builder(), Limits::default()).expect("the settings are valid");
    for line in lines(5) {
        recorder.admit(line.as_bytes());
        let _ = crawl.take(&line);
    }
    let mut filter = Vec::new();
    recorder.save(&mut filter).expect("it can be saved");
    let host = recorder
        .save_host(b"https://h1.example/")
        .expect("it can be saved");
    let crawl = crawl.save().expect("it can be saved");
    for number in 0..500 {
        let load_filter = |bytes: &[u8]| Recorder::load(builder(), bytes).map(drop);
        let load_host = |bytes: &[u8]| {
            let mut other = Recorder::new(builder())?;
            other.load_host(bytes)
        };
        let load_crawl = |bytes: &[u8]| Crawl::load(builder(), Limits::default(), bytes).map(drop);
        let refusals = [
            (&filter, load_filter(&damaged(&filter, number))),
            (&host, load_host(&damaged(&host, number))),
            (&crawl, load_crawl(&damaged(&crawl, number))),
        ];
        for (saved, refused) in refusals {
            if damaged(saved, number) == *saved {
                continue;
            }
            let refused = refused.expect_err("it is damaged");
            assert_eq!(refused.kind(), ErrorKind::Damaged, "{number}: {refused}");
            let said = refused.to_string();
            let is_told = ["damaged", "not saved", "version"]
                .iter()
                .any(|word| said.contains(word));
            assert!(is_told, "{number}: {said}");
        }
    }
}

/// Documents whose bytes are damaged are read as far as they go, or as text.
#[test]
fn damaged_documents_give_what_they_have() {
    let burp = "<?xml version=\"1.0\"?><items burpVersion=\"1\"><item><url>https://a.example/x</url>\
        <request base64=\"true\">R0VUIC94IEhUVFAvMS4xDQpIb3N0OiBhLmV4YW1wbGUNCg0K</request></item></items>";
    let har = "{\"log\":{\"entries\":[{\"request\":{\"method\":\"POST\",\"url\":\"https://a.example/x\",\
        \"postData\":{\"text\":\"--b\\r\\nContent-Disposition: form-data; name=a\\r\\n\\r\\n1\\r\\n--b--\"}}}]}}";
    for document in [burp, har] {
        for number in 0..50 {
            let bytes = damaged(document.as_bytes(), number);
            let output = crate::program::run(&["-q", "--extract"], &bytes);
            let status = output.status.code();
            assert!(matches!(status, Some(0 | 2)), "{number}: {output:?}");
        }
    }
}

/// Answers of a server that name more than ever comes.
#[cfg(target_os = "linux")]
#[test]
fn no_room_is_made_for_a_length_that_a_server_only_names() {
    const MOST: usize = 256 << 20;
    for answer in [
        &b"$29332001943\r\nabc"[..],
        b"*2000000000\r\n",
        b"*9223372036854775807\r\n",
        b"%2000000000\r\n",
        b"=2000000000\r\ntxt:",
    ] {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
        let port = listener.local_addr().expect("it is bound").port();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("it comes");
            let asked = stream.read(&mut [0; 4096]).expect("it asks");
            assert!(asked > 0);
            stream.write_all(answer).expect("it listens");
            thread::sleep(Duration::from_millis(500));
        });
        let state = format!("redis://127.0.0.1:{port}/0");
        let mut child = crate::program::start(&["-q", "--state", &state]);
        thread::sleep(Duration::from_millis(400));
        let peak = crate::program::peak_memory(&child);
        assert!(peak < MOST, "{peak} bytes for {}", answer.escape_ascii());
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        server.join().expect("it has answered");
    }
}
